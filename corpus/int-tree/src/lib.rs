//! Purpose: the running example of the IRULAN paper, a binary search tree of integers.
//!
//! Expected: `insert` fails with "duplicate value" exactly when the value is met on the way down, so the smallest
//! failing plan is `insert(0, Branch(?1, 0, ?2))`: both subtrees are never looked at. One finding, class `bug`: the docs promise otherwise.
//! Nothing is derived, so `insert` is the only function.

/// A tree of integers, sorted if it was made by [`insert`] alone.
pub enum Tree {
    /// No value.
    Leaf,
    /// Smaller values, a value, larger values.
    Branch(Box<Tree>, i64, Box<Tree>),
}

/// Adds `value`, comparing it only with the values on its way down. Never panics.
pub fn insert(value: i64, tree: Tree) -> Tree {
    match tree {
        Tree::Leaf => Tree::Branch(Box::new(Tree::Leaf), value, Box::new(Tree::Leaf)),
        Tree::Branch(smaller, here, larger) => {
            if value < here {
                Tree::Branch(Box::new(insert(value, *smaller)), here, larger)
            } else if value > here {
                Tree::Branch(smaller, here, Box::new(insert(value, *larger)))
            } else {
                panic!("duplicate value {value}")
            }
        }
    }
}
