//! Purpose: values that cannot be written down, only taken out of results: boards come from `start` and from the
//! lists that `step` returns.
//!
//! Expected: `step` fails only on a board that was taken out of a step of a board taken out of a step, that is
//! `step(step(step(start())[i])[j])`: the sum in `third_of_line` underflows already for the first elements (0 then
//! 1). A bug, found; `start` is completed without one. The cell named need not exist either (8 then 7): a second bug
//! for whoever takes late elements out of lists.

/// A board of noughts and crosses with the moves that led to it.
pub struct Board {
    cells: [Option<Mark>; 9],
    moves: Vec<usize>,
}

#[derive(Clone, Copy, PartialEq)]
enum Mark {
    Cross,
    Nought,
}

/// The empty board.
pub fn start() -> Board {
    Board {
        cells: [None; 9],
        moves: Vec::new(),
    }
}

/// All boards one move later; none once the board is full.
pub fn step(board: &Board) -> Vec<Board> {
    let mark = if board.moves.len() % 2 == 0 {
        Mark::Cross
    } else {
        Mark::Nought
    };
    let urgent = third_of_line(board);
    let mut order: Vec<usize> = (0..9).filter(|cell| board.cells[*cell].is_none()).collect();
    order.sort_by_key(|cell| Some(*cell) != urgent);
    order
        .into_iter()
        .map(|cell| {
            let mut cells = board.cells;
            cells[cell] = Some(mark);
            let mut moves = board.moves.clone();
            moves.push(cell);
            Board { cells, moves }
        })
        .collect()
}

/// The free cell in line with the last two moves. Wrong on purpose: the line may leave the board on either side.
fn third_of_line(board: &Board) -> Option<usize> {
    let [.., previous, last] = board.moves.as_slice() else {
        return None;
    };
    let third = 2 * previous - last;
    board.cells[third].is_none().then_some(third)
}
