//! Inserting into a red-black tree as Okasaki does.
//!
//! To be found: a tree whose red node on the right gets a red left child. (The faulty version has forgotten this one of
//! the four cases in which a red node has a red child.)

use Color::{Black, Red};

/// The color of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Color {
    /// Counts for the black height.
    Black,
    /// Has black children.
    Red,
}

/// A set of integers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Tree {
    /// No value.
    Leaf,
    /// A color, smaller values, a value, larger values.
    Node(Color, Box<Tree>, i64, Box<Tree>),
}

use Tree::{Leaf, Node};

fn node(color: Color, left: Tree, value: i64, right: Tree) -> Tree {
    Node(color, Box::new(left), value, Box::new(right))
}

fn insert<const FAULTY: bool>(value: i64, tree: Tree) -> Tree {
    match inserted::<FAULTY>(value, tree) {
        Node(_, left, here, right) => Node(Black, left, here, right),
        Leaf => Leaf,
    }
}

fn inserted<const FAULTY: bool>(value: i64, tree: Tree) -> Tree {
    match tree {
        Leaf => node(Red, Leaf, value, Leaf),
        Node(color, left, here, right) if value < here => {
            balanced::<FAULTY>(color, inserted::<FAULTY>(value, *left), here, *right)
        }
        Node(color, left, here, right) if value > here => {
            balanced::<FAULTY>(color, *left, here, inserted::<FAULTY>(value, *right))
        }
        tree => tree,
    }
}

fn is_red(tree: &Tree) -> bool {
    matches!(tree, Node(Red, ..))
}

/// A node, one of whose subtrees may be red and have a red child.
fn balanced<const FAULTY: bool>(color: Color, left: Tree, value: i64, right: Tree) -> Tree {
    if color == Red {
        return node(color, left, value, right);
    }
    match (left, right) {
        (Node(Red, outer, here, inner), right) if is_red(&outer) => {
            let smaller = blackened(*outer);
            node(Red, smaller, here, node(Black, *inner, value, right))
        }
        (Node(Red, outer, here, inner), right) if is_red(&inner) => {
            let (low, top, high) = parts(*inner);
            let smaller = node(Black, *outer, here, low);
            node(Red, smaller, top, node(Black, high, value, right))
        }
        (left, Node(Red, inner, here, outer)) if is_red(&inner) && !FAULTY => {
            let (low, top, high) = parts(*inner);
            let smaller = node(Black, left, value, low);
            node(Red, smaller, top, node(Black, high, here, *outer))
        }
        (left, Node(Red, inner, here, outer)) if is_red(&outer) => {
            let smaller = node(Black, left, value, *inner);
            node(Red, smaller, here, blackened(*outer))
        }
        (left, right) => node(color, left, value, right),
    }
}

fn blackened(tree: Tree) -> Tree {
    let (left, value, right) = parts(tree);
    node(Black, left, value, right)
}

fn parts(tree: Tree) -> (Tree, i64, Tree) {
    match tree {
        Node(_, left, value, right) => (*left, value, *right),
        Leaf => unreachable!("a red tree is a node"),
    }
}

/// The number of black nodes on each way down, if colors, heights and order are those of a red-black tree with values
/// between `low` and `high`.
fn black_height(tree: &Tree, low: i128, high: i128, may_be_red: bool) -> Option<u32> {
    match tree {
        Leaf => Some(0),
        Node(color, left, value, right) => {
            let here = i128::from(*value);
            if *color == Red && !may_be_red || here <= low || here >= high {
                return None;
            }
            let may_be_red = *color == Black;
            let left = black_height(left, low, here, may_be_red)?;
            let right = black_height(right, here, high, may_be_red)?;
            (left == right).then_some(left + u32::from(*color == Black))
        }
    }
}

fn is_red_black(tree: &Tree) -> bool {
    black_height(tree, i128::MIN, i128::MAX, false).is_some()
}

fn stays_red_black<const FAULTY: bool>(value: &i64, tree: &Tree) -> Option<bool> {
    is_red_black(tree).then(|| is_red_black(&insert::<FAULTY>(*value, tree.clone())))
}

crate::versions! {
    /// Has three of the four cases.
    faulty;
    /// Has all cases.
    correct;
    /// Inserting keeps a red-black tree one.
    prop_insert(value: &i64, tree: &Tree) -> Option<bool> = stays_red_black;
}
