//! Red-black trees: Okasaki's insertion, and deletion that repairs a lost black level on the way up.

use Color::{Black, Red};

/// The color of a node.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Color {
    /// Counts for the black height.
    Black,
    /// Has black children.
    Red,
}

/// A set of integers.
#[derive(Clone)]
pub enum Tree {
    /// No value.
    Leaf,
    /// A value, its color, smaller values, larger values.
    Node(i32, Color, Box<Tree>, Box<Tree>),
}

use Tree::{Leaf, Node};

fn is_red(tree: &Tree) -> bool {
    matches!(tree, Node(_, Red, _, _))
}

fn blackened(tree: Tree) -> Tree {
    match tree {
        Leaf => Leaf,
        Node(value, _, left, right) => Node(value, Black, left, right),
    }
}

/// Adds a value.
pub fn insert(value: i32, tree: Tree) -> Tree {
    blackened(inserted(value, tree))
}

fn inserted(value: i32, tree: Tree) -> Tree {
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

fn with_new_left(value: i32, color: Color, left: Tree, right: Box<Tree>) -> Tree {
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

fn with_new_right(value: i32, color: Color, left: Box<Tree>, right: Tree) -> Tree {
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
pub fn delete(value: i32, tree: Tree) -> Tree {
    blackened(deleted(value, tree).0)
}

/// The tree without the value, and whether its black height is one less.
fn deleted(value: i32, tree: Tree) -> (Tree, bool) {
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
fn only_child(color: Color, child: Tree) -> (Tree, bool) {
    match color {
        Red => (child, false),
        Black if is_red(&child) => (blackened(child), false),
        Black => (child, true),
    }
}

/// The least value, the tree without it, and whether its black height is one less.
fn without_least(tree: Tree) -> (Option<i32>, Tree, bool) {
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
fn with_left(value: i32, color: Color, left: Tree, right: Box<Tree>, is_short: bool) -> (Tree, bool) {
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
fn with_right(value: i32, color: Color, left: Box<Tree>, right: Tree, is_short: bool) -> (Tree, bool) {
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

/// The black height, if order and colors are those of a red-black tree with values between `low` and `high`, and the
/// black height is the wanted one, if one is wanted.
fn checked_black_height(
    tree: &Tree,
    is_below_red: bool,
    low: i64,
    high: i64,
    wanted: Option<u32>,
) -> Option<u32> {
    match tree {
        Leaf => (wanted.unwrap_or(0) == 0).then_some(0),
        Node(value, color, left, right) => {
            let here = i64::from(*value);
            let is_red = *color == Red;
            if (is_red && is_below_red) || here <= low || here >= high {
                return None;
            }
            let black = u32::from(!is_red);
            let below = match wanted {
                Some(wanted) => Some(wanted.checked_sub(black)?),
                None => None,
            };
            let left = checked_black_height(left, is_red, low, here, below)?;
            let right = checked_black_height(right, is_red, here, high, Some(left))?;
            Some(right + black)
        }
    }
}

/// Order and colors are right, the root is black.
fn is_red_black(tree: &Tree) -> bool {
    checked_black_height(tree, true, i64::MIN, i64::MAX, None).is_some()
}

/// Inserting keeps a red-black tree one.
pub fn prop_insert(value: &i32, tree: &Tree) -> Option<bool> {
    is_red_black(tree).then(|| is_red_black(&insert(*value, tree.clone())))
}

/// Deleting keeps a red-black tree one.
pub fn prop_delete(value: &i32, tree: &Tree) -> Option<bool> {
    is_red_black(tree).then(|| is_red_black(&delete(*value, tree.clone())))
}

/// Values of the smallest tree of a black height.
fn least_size(black_height: u32) -> i32 {
    (1 << black_height) - 1
}

/// Values of the smallest tree whose leftmost way down has `depth` nodes, of which no two red ones follow each other.
fn least_size_with_left(depth: u32, black_height: u32) -> i32 {
    if depth == 0 {
        return 0;
    }
    // A red node on top makes the tree beside that way larger: only if there have to be as many.
    let below = black_height.saturating_sub(u32::from(depth <= 2 * black_height));
    1 + least_size(below) + least_size_with_left(depth - 1, below)
}

/// What the nodes above a subtree ask of it.
#[derive(Clone, Copy)]
struct Frame {
    /// Most nodes on a way down; exactly so many on the leftmost one if `is_leftmost`.
    depth: u32,
    is_leftmost: bool,
    black_height: u32,
    is_below_red: bool,
    /// Its values lie between these.
    low: i32,
    high: i32,
}

/// Everything is asked of a node before the nodes below it are looked at, also whether enough integers are left for them.
fn fits(tree: &Tree, frame: Frame) -> bool {
    match tree {
        Leaf => frame.black_height == 0 && !(frame.is_leftmost && frame.depth > 0),
        Node(value, color, left, right) => {
            let is_red = *color == Red;
            if frame.depth == 0 || (is_red && frame.is_below_red) || (!is_red && frame.black_height == 0) {
                return false;
            }
            if *value <= frame.low || *value >= frame.high {
                return false;
            }
            let depth = frame.depth - 1;
            let black_height = frame.black_height - u32::from(!is_red);
            let least_left = if frame.is_leftmost {
                if depth > 2 * black_height + u32::from(!is_red) {
                    return false;
                }
                least_size_with_left(depth, black_height)
            } else {
                least_size(black_height)
            };
            if value - frame.low <= least_left || frame.high - value <= least_size(black_height) {
                return false;
            }
            let below = Frame {
                depth,
                black_height,
                is_below_red: is_red,
                ..frame
            };
            fits(
                left,
                Frame {
                    high: *value,
                    ..below
                },
            ) && fits(
                right,
                Frame {
                    low: *value,
                    is_leftmost: false,
                    ..below
                },
            )
        }
    }
}

fn insert_at_depth(depth: u32, value: &i32, tree: &Tree) -> Option<bool> {
    // Integers from 0; as few black nodes as the depth allows, and so as few nodes.
    let frame = Frame {
        depth,
        is_leftmost: true,
        black_height: depth.div_ceil(2),
        is_below_red: true,
        low: -1,
        high: least_size_with_left(depth, depth.div_ceil(2)) + 2,
    };
    fits(tree, frame).then(|| is_red_black(&insert(*value, tree.clone())))
}

crate::at_depths! {
    /// Of depth 5.
    prop_insert_at_depth_5 = 5,
    /// Of depth 7.
    prop_insert_at_depth_7 = 7,
    /// Of depth 9.
    prop_insert_at_depth_9 = 9,
    /// Of depth 11.
    prop_insert_at_depth_11 = 11,
    /// Of depth 12.
    prop_insert_at_depth_12 = 12,
    /// Of depth 13.
    prop_insert_at_depth_13 = 13,
    => |value: &i32, tree: &Tree| insert_at_depth
}
