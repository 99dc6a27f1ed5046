//! The cases of `corpus/papers/irulan`, and of the crates that its `cases.txt` names.

use super::Case;
use crate::trial::note_call;
use crate::{case, generate_enum, generate_tuple_struct};
use ::irulan::heap::faulty::prop_from_list_is_balanced;
use ::irulan::presburger::{Formula, first, second};
use ::irulan::search_tree::{Board, Square, faulty::search_tree};

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

/// A call on a tree of games.
#[derive(Clone, Debug)]
enum Move {
    /// Asks for the next move.
    Next,
    /// Asks for it and goes on from there.
    Take,
}

generate_enum!(Tree { Leaf; Branch(Box<Tree>, i64, Box<Tree>) });
generate_enum!(Formula { Divides(i64, i64); Not(Box<Formula>), And(Box<Formula>, Box<Formula>) });
generate_enum!(Square { Free, Cross, Nought });
generate_tuple_struct!(Board(0: [Square; 9]));
generate_enum!(Move { Next, Take });

/// Takes boards out of lists of boards, starting with the empty one.
fn step(choices: &[usize]) {
    let mut board = ::board::start();
    note_call();
    for choice in choices {
        let mut boards = ::board::step(&board);
        note_call();
        if boards.is_empty() {
            return;
        }
        let index = choice % boards.len();
        board = boards.swap_remove(index);
    }
    ::board::step(&board);
}

fn play(board: Board, moves: &[Move]) {
    let mut tree = search_tree(board);
    note_call();
    for next in moves {
        match (next, tree.next_move()) {
            (Move::Take, Some(after)) => {
                note_call();
                tree = after;
            }
            (Move::Take | Move::Next, _) => {}
        }
    }
}

/// All of them.
pub(super) fn all() -> Vec<Case> {
    vec![
        case!("int_tree::insert", |value: i64, tree: Tree| drop(
            ::int_tree::insert(value, tree.into())
        )),
        case!("board::step", |choices: Vec<usize>| step(&choices)),
        case!("irulan::max_list::faulty::max_list", |list: Vec<i64>| {
            let _ = ::irulan::max_list::faulty::max_list(&list);
        }),
        case!("irulan::log2::faulty::log2", |number: i64| {
            let _ = ::irulan::log2::faulty::log2(number);
        }),
        case!("irulan::log2::faulty::halves", |number: i64| {
            let _ = ::irulan::log2::faulty::halves(number);
        }),
        case!(
            "irulan::reverse::faulty::prop_reverse",
            |first: Vec<i64>, second: Vec<i64>| { ::irulan::reverse::faulty::prop_reverse(&first, &second) }
        ),
        case!("irulan::heap::faulty::prop_from_list_is_balanced", |list: Vec<
            i64,
        >| {
            prop_from_list_is_balanced(&list)
        }),
        case!("irulan::presburger::first::is_satisfiable", |formula: Formula| {
            let _ = first::is_satisfiable(&formula);
        }),
        case!(
            "irulan::presburger::second::is_satisfiable",
            |formula: Formula| {
                let _ = second::is_satisfiable(&formula);
            }
        ),
        case!(
            "irulan::search_tree::faulty::SearchTree::next_move",
            |board: Board, moves: Vec<Move>| play(board, &moves)
        ),
    ]
}
