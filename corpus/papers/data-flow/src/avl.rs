//! AVL trees that store in each node which side is higher, for integers and for the entries of tables.
//!
//! To be found: a tree of five values that gets a sixth by a double rotation, or loses one by a single rotation. (On the
//! left, the faulty version swaps the two subtrees in the middle of a double rotation, which shows if one of them has
//! values; and it says that a rotated tree is even which is not, which happens only after deletions.)
//!
//! Insertion makes the table of `matrix_chain`, too.

use Balance::{Even, Left, Right};
use std::cmp::Ordering;

/// Which subtree of a node is higher, by one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Balance {
    /// Both are equally high.
    Even,
    /// The left one.
    Left,
    /// The right one.
    Right,
}

/// A set of values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Tree<T> {
    /// No value.
    Leaf,
    /// Smaller values, a value, larger values.
    Node(Balance, Box<Tree<T>>, T, Box<Tree<T>>),
}

/// What trees of the crate have in them.
pub(crate) trait Entry {
    /// What it is ordered by.
    type Key: Ord;

    fn key(&self) -> Self::Key;
}

impl Entry for i64 {
    type Key = i64;

    fn key(&self) -> i64 {
        *self
    }
}

fn node<T>(balance: Balance, left: Tree<T>, value: T, right: Tree<T>) -> Tree<T> {
    Tree::Node(balance, Box::new(left), value, Box::new(right))
}

/// Adds a value.
pub(crate) fn insert<const FAULTY: bool, T: Entry>(value: T, tree: Tree<T>) -> Tree<T> {
    inserted::<FAULTY, _>(value, tree).0
}

/// The value with this key.
pub(crate) fn find<'a, T: Entry>(key: &T::Key, mut tree: &'a Tree<T>) -> Option<&'a T> {
    while let Tree::Node(_, left, here, right) = tree {
        tree = match key.cmp(&here.key()) {
            Ordering::Less => left,
            Ordering::Equal => return Some(here),
            Ordering::Greater => right,
        };
    }
    None
}

/// Takes a value out.
fn delete<const FAULTY: bool, T: Entry>(key: &T::Key, tree: Tree<T>) -> Tree<T> {
    deleted::<FAULTY, _>(key, tree).0
}

/// The tree with the value, and whether it is higher than before.
fn inserted<const FAULTY: bool, T: Entry>(value: T, tree: Tree<T>) -> (Tree<T>, bool) {
    match tree {
        Tree::Leaf => (node(Even, Tree::Leaf, value, Tree::Leaf), true),
        Tree::Node(balance, left, here, right) => {
            if value.key() < here.key() {
                let (left, higher) = inserted::<FAULTY, _>(value, *left);
                if !higher {
                    return (Tree::Node(balance, Box::new(left), here, right), false);
                }
                match balance {
                    Even => (Tree::Node(Left, Box::new(left), here, right), true),
                    Right => (Tree::Node(Even, Box::new(left), here, right), false),
                    Left => {
                        let (tree, lower) = lower_left::<FAULTY, _>(left, here, right);
                        (tree, !lower)
                    }
                }
            } else if value.key() > here.key() {
                let (right, higher) = inserted::<FAULTY, _>(value, *right);
                if !higher {
                    return (Tree::Node(balance, left, here, Box::new(right)), false);
                }
                match balance {
                    Even => (Tree::Node(Right, left, here, Box::new(right)), true),
                    Left => (Tree::Node(Even, left, here, Box::new(right)), false),
                    Right => {
                        let (tree, lower) = lower_right::<FAULTY, _>(left, here, right);
                        (tree, !lower)
                    }
                }
            } else {
                (Tree::Node(balance, left, here, right), false)
            }
        }
    }
}

/// The tree without the value, and whether it is lower than before.
fn deleted<const FAULTY: bool, T: Entry>(key: &T::Key, tree: Tree<T>) -> (Tree<T>, bool) {
    match tree {
        Tree::Leaf => (Tree::Leaf, false),
        Tree::Node(balance, left, here, right) => {
            if *key < here.key() {
                let (left, lower) = deleted::<FAULTY, _>(key, *left);
                with_left::<FAULTY, _>(balance, left, here, right, lower)
            } else if *key > here.key() {
                let (right, lower) = deleted::<FAULTY, _>(key, *right);
                with_right::<FAULTY, _>(balance, left, here, right, lower)
            } else if matches!(*left, Tree::Leaf) {
                (*right, true)
            } else {
                match without_least::<FAULTY, _>(*right) {
                    (None, _, _) => (*left, true),
                    (Some(next), right, lower) => with_right::<FAULTY, _>(balance, left, next, right, lower),
                }
            }
        }
    }
}

/// The least value, the tree without it, and whether it is lower than before.
fn without_least<const FAULTY: bool, T: Entry>(tree: Tree<T>) -> (Option<T>, Tree<T>, bool) {
    match tree {
        Tree::Leaf => (None, Tree::Leaf, false),
        Tree::Node(balance, left, here, right) => match without_least::<FAULTY, _>(*left) {
            (None, _, _) => (Some(here), *right, true),
            (least, left, lower) => {
                let (tree, lower) = with_left::<FAULTY, _>(balance, left, here, right, lower);
                (least, tree, lower)
            }
        },
    }
}

/// A node with a left subtree that may have become lower, and whether the whole is lower.
fn with_left<const FAULTY: bool, T: Entry>(
    balance: Balance,
    left: Tree<T>,
    value: T,
    right: Box<Tree<T>>,
    is_lower: bool,
) -> (Tree<T>, bool) {
    let left = Box::new(left);
    match (is_lower, balance) {
        (false, balance) => (Tree::Node(balance, left, value, right), false),
        (true, Left) => (Tree::Node(Even, left, value, right), true),
        (true, Even) => (Tree::Node(Right, left, value, right), false),
        (true, Right) => lower_right::<FAULTY, _>(left, value, *right),
    }
}

/// A node with a right subtree that may have become lower, and whether the whole is lower.
fn with_right<const FAULTY: bool, T: Entry>(
    balance: Balance,
    left: Box<Tree<T>>,
    value: T,
    right: Tree<T>,
    is_lower: bool,
) -> (Tree<T>, bool) {
    let right = Box::new(right);
    match (is_lower, balance) {
        (false, balance) => (Tree::Node(balance, left, value, right), false),
        (true, Right) => (Tree::Node(Even, left, value, right), true),
        (true, Even) => (Tree::Node(Left, left, value, right), false),
        (true, Left) => lower_left::<FAULTY, _>(*left, value, right),
    }
}

/// Balances of the left and the right half of a node that was in the middle.
fn split(middle: &Balance) -> (Balance, Balance) {
    match middle {
        Even => (Even, Even),
        Left => (Even, Right),
        Right => (Left, Even),
    }
}

/// A node whose left subtree is two higher than the right one, rotated, and whether the whole became lower.
fn lower_left<const FAULTY: bool, T: Entry>(left: Tree<T>, value: T, right: Box<Tree<T>>) -> (Tree<T>, bool) {
    match left {
        Tree::Node(Left, outer, here, inner) => (
            Tree::Node(Even, outer, here, Box::new(Tree::Node(Even, inner, value, right))),
            true,
        ),
        Tree::Node(Even, outer, here, inner) => {
            let (top, below) = if FAULTY { (Even, Even) } else { (Right, Left) };
            let larger = Tree::Node(below, inner, value, right);
            (Tree::Node(top, outer, here, Box::new(larger)), false)
        }
        Tree::Node(Right, outer, here, inner) => match *inner {
            Tree::Node(middle, low, top, high) => {
                let (first, second) = split(&middle);
                let (low, high) = if FAULTY { (high, low) } else { (low, high) };
                let smaller = Tree::Node(first, outer, here, low);
                (
                    node(Even, smaller, top, Tree::Node(second, high, value, right)),
                    true,
                )
            }
            // Not an AVL tree.
            Tree::Leaf => (
                Tree::Node(Left, Box::new(Tree::Node(Even, outer, here, inner)), value, right),
                false,
            ),
        },
        // Not an AVL tree.
        Tree::Leaf => (Tree::Node(Even, Box::new(Tree::Leaf), value, right), false),
    }
}

/// A node whose right subtree is two higher than the left one, rotated, and whether the whole became lower.
fn lower_right<const FAULTY: bool, T: Entry>(
    left: Box<Tree<T>>,
    value: T,
    right: Tree<T>,
) -> (Tree<T>, bool) {
    match right {
        Tree::Node(Right, inner, here, outer) => (
            Tree::Node(Even, Box::new(Tree::Node(Even, left, value, inner)), here, outer),
            true,
        ),
        Tree::Node(Even, inner, here, outer) => (
            Tree::Node(Left, Box::new(Tree::Node(Right, left, value, inner)), here, outer),
            false,
        ),
        Tree::Node(Left, inner, here, outer) => match *inner {
            Tree::Node(middle, low, top, high) => {
                let (first, second) = split(&middle);
                let smaller = Tree::Node(first, left, value, low);
                (
                    node(Even, smaller, top, Tree::Node(second, high, here, outer)),
                    true,
                )
            }
            // Not an AVL tree.
            Tree::Leaf => (
                Tree::Node(Right, left, value, Box::new(Tree::Node(Even, inner, here, outer))),
                false,
            ),
        },
        // Not an AVL tree.
        Tree::Leaf => (Tree::Node(Even, left, value, Box::new(Tree::Leaf)), false),
    }
}

/// The height, if the order and the balances are those of an AVL tree with values between `low` and `high`.
fn checked_height(tree: &Tree<i64>, low: i128, high: i128) -> Option<u32> {
    match tree {
        Tree::Leaf => Some(0),
        Tree::Node(balance, left, value, right) => {
            let here = i128::from(*value);
            if here <= low || here >= high {
                return None;
            }
            let left = checked_height(left, low, here)?;
            let right = checked_height(right, here, high)?;
            match balance {
                Even => (left == right).then_some(left + 1),
                Left => (left == right + 1).then_some(left + 1),
                Right => (left + 1 == right).then_some(right + 1),
            }
        }
    }
}

fn is_avl(tree: &Tree<i64>) -> bool {
    checked_height(tree, i128::MIN, i128::MAX).is_some()
}

fn insert_keeps_avl<const FAULTY: bool>(value: &i64, tree: &Tree<i64>) -> Option<bool> {
    is_avl(tree).then(|| is_avl(&insert::<FAULTY, _>(*value, tree.clone())))
}

fn delete_keeps_avl<const FAULTY: bool>(value: &i64, tree: &Tree<i64>) -> Option<bool> {
    is_avl(tree).then(|| is_avl(&delete::<FAULTY, _>(value, tree.clone())))
}

crate::versions! {
    /// Wrong in two rotations.
    faulty;
    /// Right.
    correct;
    /// Inserting keeps an AVL tree one.
    prop_insert(value: &i64, tree: &Tree<i64>) -> Option<bool> = insert_keeps_avl;
    /// Deleting keeps an AVL tree one.
    prop_delete(value: &i64, tree: &Tree<i64>) -> Option<bool> = delete_keeps_avl;
}
