//! The cases of `corpus/papers/irulan`.

use super::Case;
use crate::{case, generate_enum};

/// `int_tree::Tree` derives nothing.
#[derive(Clone, Debug)]
enum Tree {
    Leaf,
    Branch(Box<Tree>, i64, Box<Tree>),
}

impl From<Tree> for ::int_tree::Tree {
    fn from(tree: Tree) -> Self {
        match tree {
            Tree::Leaf => ::int_tree::Tree::Leaf,
            Tree::Branch(left, value, right) => {
                ::int_tree::Tree::Branch(Box::new((*left).into()), value, Box::new((*right).into()))
            }
        }
    }
}

generate_enum!(Tree { Leaf; Branch(Box<Tree>, i64, Box<Tree>) });

/// All of them.
pub(super) fn all() -> Vec<Case> {
    vec![
        case!("int_tree::insert", |value: i64, tree: Tree| drop(::int_tree::insert(value, tree.into()))),
        case!("irulan::max_list::faulty::max_list", |list: Vec<i64>| {
            let _ = ::irulan::max_list::faulty::max_list(&list);
        }),
    ]
}
