//! Fields that are written, before or after they are read or without being read, by ordinary, volatile and atomic accesses.

use std::cell::{Cell, RefCell};
use std::sync::atomic::{AtomicU8, Ordering};

/// What is written to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    pub first: i32,
    pub second: i32,
    pub third: u8,
}

/// Written before it is read: what was there is no matter.
pub fn write_then_read(state: &mut State) {
    state.first = 2;
    assert!(state.second != state.first, "write then read");
}

/// Read before it is written.
pub fn read_then_write(state: &mut State) {
    let before = state.first;
    state.first = 7;
    assert!(before != 1 || state.first != 7, "read then write");
}

/// Written from another field.
pub fn copy_within(state: &mut State) {
    state.first = state.second;
    assert!(state.first != 2, "copy within");
}

/// Read and written at once.
pub fn add_within(state: &mut State) {
    state.third += 254;
}

/// Written only.
pub fn never_read(state: &mut State) {
    state.first = 1;
    state.second = 2;
    state.third = 3;
}

/// Swapped as wholes.
pub fn swapped(left: &mut State, right: &mut State) {
    std::mem::swap(left, right);
    assert!(left.first != 2 || right.second != 1, "swapped");
}

/// Replaced as a whole.
pub fn replaced(state: &mut State) {
    let old = std::mem::replace(
        state,
        State {
            first: 0,
            second: 0,
            third: 0,
        },
    );
    assert!(old.third != 2, "replaced");
}

/// Volatile accesses of a field.
pub fn volatile(state: &mut State) {
    // SAFETY: both are references' fields.
    unsafe {
        (&raw mut state.first).write_volatile(1);
        assert!((&raw const state.second).read_volatile() != 1, "volatile");
    }
}

/// Atomic accesses of a field.
pub fn compare_exchange(state: &mut State) {
    let third = AtomicU8::from_mut_or_copy(&mut state.third);
    let was = third.compare_exchange(2, 9, Ordering::SeqCst, Ordering::SeqCst);
    assert!(was.is_err(), "compare exchange");
}

/// Atomic arithmetic on a field.
pub fn fetch_add(state: &mut State) {
    let third = AtomicU8::from_mut_or_copy(&mut state.third);
    assert!(third.fetch_add(1, Ordering::SeqCst) != 1, "fetch add");
    assert!(third.swap(5, Ordering::SeqCst) != 3, "swap");
}

trait FromMut {
    fn from_mut_or_copy(byte: &mut u8) -> &AtomicU8;
}

impl FromMut for AtomicU8 {
    fn from_mut_or_copy(byte: &mut u8) -> &AtomicU8 {
        // SAFETY: exclusive for as long as the result lives.
        unsafe { AtomicU8::from_ptr(byte) }
    }
}

/// Fields that change behind a shared reference.
pub struct Cells {
    pub cell: Cell<i32>,
    pub shared: RefCell<i32>,
    pub plain: i32,
}

/// Through a cell.
pub fn through_cell(cells: &Cells) {
    cells.cell.set(cells.cell.get() + 1);
    assert!(cells.cell.get() != 3, "through cell");
}

/// Through a cell with a count.
pub fn through_shared(cells: &Cells) {
    *cells.shared.borrow_mut() += 1;
    assert!(*cells.shared.borrow() != 2, "through shared");
}

/// A chain that is changed on the way down.
pub struct Chain {
    pub mark: u8,
    pub next: Option<Box<Chain>>,
}

/// Marks all links, and fails at a mark.
pub fn mark_all(chain: &mut Chain) {
    assert!(chain.mark != 2, "mark all");
    chain.mark = 3;
    if let Some(next) = &mut chain.next {
        mark_all(next);
    }
}

/// Takes a link out.
pub fn unlink(chain: &mut Chain) {
    if let Some(mut next) = chain.next.take() {
        chain.next = next.next.take();
        assert!(next.mark != 1, "unlink");
    }
}

/// Turns the chain round.
pub fn turn_round(chain: Box<Chain>) -> Box<Chain> {
    let (mut done, mut rest) = (None, Some(chain));
    while let Some(mut link) = rest {
        rest = link.next.take();
        link.next = done;
        done = Some(link);
    }
    let turned = done.expect("there was one");
    assert!(turned.mark != 1 || turned.next.is_none(), "turn round");
    turned
}
