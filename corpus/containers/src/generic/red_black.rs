//! The red-black trees beside this module, for any ordered values.

use crate::red_black::Color::{self, Black, Red};

/// A set of values.
#[derive(Clone)]
pub enum Tree<K> {
    /// No value.
    Leaf,
    /// A value, its color, smaller values, larger values.
    Node(K, Color, Box<Tree<K>>, Box<Tree<K>>),
}

use Tree::{Leaf, Node};

fn is_red<K: Copy + Ord>(tree: &Tree<K>) -> bool {
    matches!(tree, Node(_, Red, _, _))
}

fn blackened<K: Copy + Ord>(tree: Tree<K>) -> Tree<K> {
    match tree {
        Leaf => Leaf,
        Node(value, _, left, right) => Node(value, Black, left, right),
    }
}

/// Adds a value.
pub fn insert<K: Copy + Ord>(value: K, tree: Tree<K>) -> Tree<K> {
    blackened(inserted(value, tree))
}

fn inserted<K: Copy + Ord>(value: K, tree: Tree<K>) -> Tree<K> {
    match tree {
        Leaf => Node(value, Red, Box::new(Leaf), Box::new(Leaf)),
        Node(here, color, left, right) => {
            if value < here {
                with_new_left(here, color, inserted(value, *left), right)
            } else if value > here {
                with_new_right(here, color, left, inserted(value, *right))
            } else {
                Node(here, color, left, right)
            }
        }
    }
}

fn with_new_left<K: Copy + Ord>(value: K, color: Color, left: Tree<K>, right: Box<Tree<K>>) -> Tree<K> {
    if color == Red {
        return Node(value, color, Box::new(left), right);
    }
    match left {
        Node(here, Red, outer, inner) if is_red(&outer) => {
            let larger = Node(value, Black, inner, right);
            Node(here, Red, Box::new(blackened(*outer)), Box::new(larger))
        }
        Node(here, Red, outer, inner) if is_red(&inner) => match *inner {
            Node(top, _, low, high) => {
                let (smaller, larger) = (Node(here, Black, outer, low), Node(value, Black, high, right));
                Node(top, Red, Box::new(smaller), Box::new(larger))
            }
            Leaf => Node(value, color, Box::new(Node(here, Red, outer, inner)), right),
        },
        left => Node(value, color, Box::new(left), right),
    }
}

fn with_new_right<K: Copy + Ord>(value: K, color: Color, left: Box<Tree<K>>, right: Tree<K>) -> Tree<K> {
    if color == Red {
        return Node(value, color, left, Box::new(right));
    }
    match right {
        Node(here, Red, inner, outer) if is_red(&outer) => {
            let smaller = Node(value, Black, left, inner);
            Node(here, Red, Box::new(smaller), Box::new(blackened(*outer)))
        }
        Node(here, Red, inner, outer) if is_red(&inner) => match *inner {
            Node(top, _, low, high) => {
                let (smaller, larger) = (Node(value, Black, left, low), Node(here, Black, high, outer));
                Node(top, Red, Box::new(smaller), Box::new(larger))
            }
            Leaf => Node(value, color, left, Box::new(Node(here, Red, inner, outer))),
        },
        right => Node(value, color, left, Box::new(right)),
    }
}

/// Takes a value out.
pub fn delete<K: Copy + Ord>(value: K, tree: Tree<K>) -> Tree<K> {
    blackened(deleted(value, tree).0)
}

/// The tree without the value, and whether its black height is one less.
fn deleted<K: Copy + Ord>(value: K, tree: Tree<K>) -> (Tree<K>, bool) {
    match tree {
        Leaf => (Leaf, false),
        Node(here, color, left, right) => {
            if value < here {
                let (left, is_short) = deleted(value, *left);
                with_left(here, color, left, right, is_short)
            } else if value > here {
                let (right, is_short) = deleted(value, *right);
                with_right(here, color, left, right, is_short)
            } else if matches!(*left, Leaf) {
                only_child(color, *right)
            } else {
                match without_least(*right) {
                    (None, _, _) => only_child(color, *left),
                    (Some(next), right, is_short) => with_right(next, color, left, right, is_short),
                }
            }
        }
    }
}

/// What remains of a node that had one child at most.
fn only_child<K: Copy + Ord>(color: Color, child: Tree<K>) -> (Tree<K>, bool) {
    match color {
        Red => (child, false),
        Black if is_red(&child) => (blackened(child), false),
        Black => (child, true),
    }
}

/// The least value, the tree without it, and whether its black height is one less.
fn without_least<K: Copy + Ord>(tree: Tree<K>) -> (Option<K>, Tree<K>, bool) {
    match tree {
        Leaf => (None, Leaf, false),
        Node(here, color, left, right) => match without_least(*left) {
            (None, _, _) => {
                let (rest, is_short) = only_child(color, *right);
                (Some(here), rest, is_short)
            }
            (least, left, is_short) => {
                let (rest, is_short) = with_left(here, color, left, right, is_short);
                (least, rest, is_short)
            }
        },
    }
}

/// A node whose left subtree may lack a black level, and whether the whole does.
fn with_left<K: Copy + Ord>(
    value: K,
    color: Color,
    left: Tree<K>,
    right: Box<Tree<K>>,
    is_short: bool,
) -> (Tree<K>, bool) {
    let left = Box::new(left);
    if !is_short {
        return (Node(value, color, left, right), false);
    }
    match *right {
        Node(here, Red, inner, outer) => {
            let (smaller, is_short) = with_left(value, Red, *left, inner, true);
            (Node(here, Black, Box::new(smaller), outer), is_short)
        }
        Node(here, Black, inner, outer) if is_red(&outer) => {
            let smaller = Node(value, Black, left, inner);
            (
                Node(here, color, Box::new(smaller), Box::new(blackened(*outer))),
                false,
            )
        }
        Node(here, Black, inner, outer) => match *inner {
            Node(top, Red, low, high) => {
                let (smaller, larger) = (Node(value, Black, left, low), Node(here, Black, high, outer));
                (Node(top, color, Box::new(smaller), Box::new(larger)), false)
            }
            inner => {
                let right = Node(here, Red, Box::new(inner), outer);
                (Node(value, Black, left, Box::new(right)), color == Black)
            }
        },
        // Not a red-black tree.
        Leaf => (Node(value, color, left, Box::new(Leaf)), false),
    }
}

/// A node whose right subtree may lack a black level, and whether the whole does.
fn with_right<K: Copy + Ord>(
    value: K,
    color: Color,
    left: Box<Tree<K>>,
    right: Tree<K>,
    is_short: bool,
) -> (Tree<K>, bool) {
    let right = Box::new(right);
    if !is_short {
        return (Node(value, color, left, right), false);
    }
    match *left {
        Node(here, Red, outer, inner) => {
            let (larger, is_short) = with_right(value, Red, inner, *right, true);
            (Node(here, Black, outer, Box::new(larger)), is_short)
        }
        Node(here, Black, outer, inner) if is_red(&outer) => {
            let larger = Node(value, Black, inner, right);
            (
                Node(here, color, Box::new(blackened(*outer)), Box::new(larger)),
                false,
            )
        }
        Node(here, Black, outer, inner) => match *inner {
            Node(top, Red, low, high) => {
                let (smaller, larger) = (Node(here, Black, outer, low), Node(value, Black, high, right));
                (Node(top, color, Box::new(smaller), Box::new(larger)), false)
            }
            inner => {
                let left = Node(here, Red, outer, Box::new(inner));
                (Node(value, Black, Box::new(left), right), color == Black)
            }
        },
        // Not a red-black tree.
        Leaf => (Node(value, color, Box::new(Leaf), right), false),
    }
}

/// The black height, if order and colors are those of a red-black tree with values between `low` and `high`.
fn checked_black_height<K: Copy + Ord>(
    tree: &Tree<K>,
    is_below_red: bool,
    low: Option<&K>,
    high: Option<&K>,
) -> Option<u32> {
    match tree {
        Leaf => Some(0),
        Node(value, color, left, right) => {
            let is_red = *color == Red;
            let is_outside = low.is_some_and(|low| value <= low) || high.is_some_and(|high| value >= high);
            if (is_red && is_below_red) || is_outside {
                return None;
            }
            let left = checked_black_height(left, is_red, low, Some(value))?;
            let right = checked_black_height(right, is_red, Some(value), high)?;
            (left == right).then_some(left + u32::from(!is_red))
        }
    }
}

/// Order and colors are right, the root is black.
fn is_red_black<K: Copy + Ord>(tree: &Tree<K>) -> bool {
    checked_black_height(tree, true, None, None).is_some()
}

/// Inserting keeps a red-black tree one.
pub fn prop_insert<K: Copy + Ord>(value: &K, tree: &Tree<K>) -> Option<bool> {
    is_red_black(tree).then(|| is_red_black(&insert(*value, tree.clone())))
}

/// Deleting keeps a red-black tree one.
pub fn prop_delete<K: Copy + Ord>(value: &K, tree: &Tree<K>) -> Option<bool> {
    is_red_black(tree).then(|| is_red_black(&delete(*value, tree.clone())))
}
