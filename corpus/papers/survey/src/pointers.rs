//! What two pointers have to do with each other: the introductory example of CUTE ("CUTE: a concolic unit testing engine
//! for C", Sen, Marinov, Agha, ESEC/FSE 2005), and pointer equality of two arguments.
//!
//! To be found: one owner lent twice; a cell that is its own successor.

use std::cell::RefCell;
use std::rc::{Rc, Weak};

/// A cell of a list.
#[derive(Clone, Debug)]
pub struct Cell {
    /// Its value.
    pub value: i32,
    /// The next one.
    pub next: Option<Box<Cell>>,
}

/// To be found: it fails if both arguments are the same cell.
pub fn exchange(left: &Cell, right: &Cell) -> (i32, i32) {
    assert!(
        !std::ptr::eq(left, right),
        "a cell cannot be exchanged with itself"
    );
    (right.value, left.value)
}

/// To be found: it fails if both are the same cell, and their value is 17.
pub fn exchange_unlike(left: &Cell, right: &Cell) -> (i32, i32) {
    if left.value == 17 && std::ptr::eq(left, right) {
        panic!("17 is not exchanged with itself");
    }
    (right.value, left.value)
}

/// A cell of a list that may run in a circle.
#[derive(Clone, Debug, Default)]
pub struct Linked(Rc<Links>);

#[derive(Debug, Default)]
struct Links {
    value: i32,
    next: RefCell<Weak<Links>>,
}

impl Linked {
    /// A cell without a successor.
    pub fn new(value: i32) -> Self {
        Self(Rc::new(Links {
            value,
            ..Links::default()
        }))
    }

    /// Makes the other cell the successor of this one.
    pub fn link(&self, next: &Linked) {
        *self.0.next.borrow_mut() = Rc::downgrade(&next.0);
    }

    /// Makes this cell its own successor.
    pub fn close(&mut self) {
        self.link(self);
    }
}

/// CUTE's `testme`: fails for a number above 0 and a cell that has twice as much and one as its value and itself as its
/// successor.
pub fn testme(cell: Option<&Linked>, number: i32) {
    if let Some(Linked(cell)) = cell
        && number > 0
        && number.wrapping_mul(2).wrapping_add(1) == cell.value
        && std::ptr::eq(cell.next.borrow().as_ptr(), Rc::as_ptr(cell))
    {
        panic!("the error of testme");
    }
}
