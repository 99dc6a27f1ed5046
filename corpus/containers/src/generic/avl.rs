//! The AVL trees beside this module, for any ordered values.

use crate::avl::Balance::{self, Even, Left, Right};

/// A set of values.
#[derive(Clone)]
pub enum Tree<K> {
    /// No value.
    Leaf,
    /// Smaller values, a value, larger values.
    Node(Balance, Box<Tree<K>>, K, Box<Tree<K>>),
}

fn node<K: Copy + Ord>(balance: Balance, left: Tree<K>, value: K, right: Tree<K>) -> Tree<K> {
    Tree::Node(balance, Box::new(left), value, Box::new(right))
}

/// Adds a value.
pub fn insert<K: Copy + Ord>(value: K, tree: Tree<K>) -> Tree<K> {
    inserted(value, tree).0
}

/// Takes a value out.
pub fn delete<K: Copy + Ord>(value: K, tree: Tree<K>) -> Tree<K> {
    deleted(value, tree).0
}

/// The tree with the value, and whether it is higher than before.
fn inserted<K: Copy + Ord>(value: K, tree: Tree<K>) -> (Tree<K>, bool) {
    match tree {
        Tree::Leaf => (node(Even, Tree::Leaf, value, Tree::Leaf), true),
        Tree::Node(balance, left, here, right) => {
            if value < here {
                let (left, higher) = inserted(value, *left);
                if !higher {
                    return (Tree::Node(balance, Box::new(left), here, right), false);
                }
                match balance {
                    Even => (Tree::Node(Left, Box::new(left), here, right), true),
                    Right => (Tree::Node(Even, Box::new(left), here, right), false),
                    Left => {
                        let (tree, lower) = lower_left(left, here, right);
                        (tree, !lower)
                    }
                }
            } else if value > here {
                let (right, higher) = inserted(value, *right);
                if !higher {
                    return (Tree::Node(balance, left, here, Box::new(right)), false);
                }
                match balance {
                    Even => (Tree::Node(Right, left, here, Box::new(right)), true),
                    Left => (Tree::Node(Even, left, here, Box::new(right)), false),
                    Right => {
                        let (tree, lower) = lower_right(left, here, right);
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
fn deleted<K: Copy + Ord>(value: K, tree: Tree<K>) -> (Tree<K>, bool) {
    match tree {
        Tree::Leaf => (Tree::Leaf, false),
        Tree::Node(balance, left, here, right) => {
            if value < here {
                let (left, lower) = deleted(value, *left);
                with_left(balance, left, here, right, lower)
            } else if value > here {
                let (right, lower) = deleted(value, *right);
                with_right(balance, left, here, right, lower)
            } else if matches!(*left, Tree::Leaf) {
                (*right, true)
            } else {
                match without_least(*right) {
                    (None, _, _) => (*left, true),
                    (Some(next), right, lower) => with_right(balance, left, next, right, lower),
                }
            }
        }
    }
}

/// The least value, the tree without it, and whether it is lower than before.
fn without_least<K: Copy + Ord>(tree: Tree<K>) -> (Option<K>, Tree<K>, bool) {
    match tree {
        Tree::Leaf => (None, Tree::Leaf, false),
        Tree::Node(balance, left, here, right) => match without_least(*left) {
            (None, _, _) => (Some(here), *right, true),
            (least, left, lower) => {
                let (tree, lower) = with_left(balance, left, here, right, lower);
                (least, tree, lower)
            }
        },
    }
}

/// A node with a left subtree that may have become lower, and whether the whole is lower.
fn with_left<K: Copy + Ord>(
    balance: Balance,
    left: Tree<K>,
    value: K,
    right: Box<Tree<K>>,
    is_lower: bool,
) -> (Tree<K>, bool) {
    let left = Box::new(left);
    match (is_lower, balance) {
        (false, balance) => (Tree::Node(balance, left, value, right), false),
        (true, Left) => (Tree::Node(Even, left, value, right), true),
        (true, Even) => (Tree::Node(Right, left, value, right), false),
        (true, Right) => lower_right(left, value, *right),
    }
}

/// A node with a right subtree that may have become lower, and whether the whole is lower.
fn with_right<K: Copy + Ord>(
    balance: Balance,
    left: Box<Tree<K>>,
    value: K,
    right: Tree<K>,
    is_lower: bool,
) -> (Tree<K>, bool) {
    let right = Box::new(right);
    match (is_lower, balance) {
        (false, balance) => (Tree::Node(balance, left, value, right), false),
        (true, Right) => (Tree::Node(Even, left, value, right), true),
        (true, Even) => (Tree::Node(Left, left, value, right), false),
        (true, Left) => lower_left(*left, value, right),
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
fn lower_left<K: Copy + Ord>(left: Tree<K>, value: K, right: Box<Tree<K>>) -> (Tree<K>, bool) {
    match left {
        Tree::Node(Left, outer, here, inner) => (
            Tree::Node(Even, outer, here, Box::new(Tree::Node(Even, inner, value, right))),
            true,
        ),
        Tree::Node(Even, outer, here, inner) => (
            Tree::Node(
                Right,
                outer,
                here,
                Box::new(Tree::Node(Left, inner, value, right)),
            ),
            false,
        ),
        Tree::Node(Right, outer, here, inner) => match *inner {
            Tree::Node(middle, low, top, high) => {
                let (first, second) = split(&middle);
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
fn lower_right<K: Copy + Ord>(left: Box<Tree<K>>, value: K, right: Tree<K>) -> (Tree<K>, bool) {
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
fn checked_height<K: Copy + Ord>(tree: &Tree<K>, low: Option<&K>, high: Option<&K>) -> Option<u32> {
    match tree {
        Tree::Leaf => Some(0),
        Tree::Node(balance, left, value, right) => {
            if low.is_some_and(|low| value <= low) || high.is_some_and(|high| value >= high) {
                return None;
            }
            let left = checked_height(left, low, Some(value))?;
            let right = checked_height(right, Some(value), high)?;
            match balance {
                Even => (left == right).then_some(left + 1),
                Left => (left == right + 1).then_some(left + 1),
                Right => (left + 1 == right).then_some(right + 1),
            }
        }
    }
}

fn is_avl<K: Copy + Ord>(tree: &Tree<K>) -> bool {
    checked_height(tree, None, None).is_some()
}

/// Inserting keeps an AVL tree one.
pub fn prop_insert<K: Copy + Ord>(value: &K, tree: &Tree<K>) -> Option<bool> {
    is_avl(tree).then(|| is_avl(&insert(*value, tree.clone())))
}

/// Deleting keeps an AVL tree one.
pub fn prop_delete<K: Copy + Ord>(value: &K, tree: &Tree<K>) -> Option<bool> {
    is_avl(tree).then(|| is_avl(&delete(*value, tree.clone())))
}
