//! The tree of all games from a board of noughts and crosses on, for minimax search. Haskell builds it on demand; here a
//! tree is asked for its moves one after the other. The failure appears only when the result is taken apart:
//! `search_tree` itself returns for every board.
//!
//! To be found: a board without a free square, whose first move is asked for. (The faulty version skips squares that are
//! taken without looking for the end of the board; so it fails, too, after the last free square of any other board.)

/// A square of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Square {
    /// Nobody's.
    Free,
    /// The first player's.
    Cross,
    /// The second player's.
    Nought,
}

/// The squares, row by row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board(pub [Square; 9]);

impl Board {
    /// It is the turn of crosses unless there are more of them.
    fn turn(&self) -> Square {
        let number = |wanted| self.0.iter().filter(|square| **square == wanted).count();
        if number(Square::Cross) > number(Square::Nought) {
            Square::Nought
        } else {
            Square::Cross
        }
    }
}

fn next_board<const FAULTY: bool>(board: &Board, next: &mut usize) -> Option<Board> {
    while (FAULTY || *next < 9) && board.0[*next] != Square::Free {
        *next += 1;
    }
    if !FAULTY && *next == 9 {
        return None;
    }
    let mut after = board.clone();
    after.0[*next] = board.turn();
    *next += 1;
    Some(after)
}

macro_rules! version {
    ($(#[$doc:meta])* $name:ident, $faulty:literal) => {
        $(#[$doc])*
        pub mod $name {
            use super::Board;

            /// A board and all games from there on.
            #[derive(Clone, Debug)]
            pub struct SearchTree {
                board: Board,
                next: usize,
            }

            impl SearchTree {
                /// The tree after the next move, made when it is asked for.
                pub fn next_move(&mut self) -> Option<SearchTree> {
                    super::next_board::<$faulty>(&self.board, &mut self.next).map(search_tree)
                }
            }

            /// All games from this board on.
            pub fn search_tree(board: Board) -> SearchTree {
                SearchTree { board, next: 0 }
            }
        }
    };
}

version! {
    /// Runs over the end of the board.
    faulty, true
}
version! {
    /// Stops at the end of the board.
    correct, false
}
