//! Purpose: correct code whose values keep borrows of others and look at them when they are dropped.
//!
//! Expected: no finding. A "saw a dead …" means that owners were dropped in an order that no Rust program has.

use std::cell::RefCell;

const ALIVE: u64 = 7;
const DEAD: u64 = 0xdead;

fn lives(mark: &u64) -> bool {
    // SAFETY: a valid reference, or a mistake of whoever erased its lifetime, which is what this is to show.
    unsafe { std::ptr::read_volatile(mark) == ALIVE }
}

fn bury(mark: &mut u64) {
    // SAFETY: a valid reference; volatile, or the store before the end of its life would be removed.
    unsafe { std::ptr::write_volatile(mark, DEAD) }
}

/// Cannot hold a borrow.
pub struct Base(u64);

impl Base {
    /// Makes one.
    #[expect(clippy::new_without_default)]
    pub fn new() -> Base {
        Base(ALIVE)
    }
}

impl Drop for Base {
    fn drop(&mut self) {
        bury(&mut self.0);
    }
}

/// Holds a shared borrow.
pub struct Middle<'b> {
    base: &'b Base,
    mark: u64,
}

impl<'b> Middle<'b> {
    /// Keeps `base`.
    pub fn new(base: &'b Base) -> Middle<'b> {
        Middle { base, mark: ALIVE }
    }
}

impl Drop for Middle<'_> {
    fn drop(&mut self) {
        assert!(lives(&self.base.0), "middle saw a dead base");
        bury(&mut self.mark);
    }
}

/// Holds `&mut Middle` and is itself lent shared.
pub struct Document<'a, 'b>(&'a mut Middle<'b>);

impl<'a, 'b> Document<'a, 'b> {
    /// Keeps `middle`.
    pub fn new(middle: &'a mut Middle<'b>) -> Self {
        Document(middle)
    }

    /// Looks at what it keeps.
    pub fn peek(&self) -> bool {
        lives(&self.0.mark)
    }
}

impl Drop for Document<'_, '_> {
    fn drop(&mut self) {
        assert!(lives(&self.0.mark), "document saw a dead middle");
    }
}

/// Lent shared, and takes what is lent shared.
#[derive(Default)]
pub struct Shelf<'a>(RefCell<Vec<&'a Middle<'a>>>);

impl<'a> Shelf<'a> {
    /// An empty one.
    pub fn new() -> Self {
        Self::default()
    }

    /// Keeps `middle`.
    pub fn add(&self, middle: &'a Middle<'a>) {
        self.0.borrow_mut().push(middle);
    }
}

impl Drop for Shelf<'_> {
    fn drop(&mut self) {
        for middle in self.0.borrow().iter() {
            assert!(lives(&middle.mark), "shelf saw a dead middle");
        }
    }
}

/// Lent mutably, and takes what is lent mutably.
#[derive(Default)]
pub struct Stack<'a, 'b>(Vec<&'a mut Middle<'b>>);

impl<'a, 'b> Stack<'a, 'b> {
    /// An empty one.
    pub fn new() -> Self {
        Self::default()
    }

    /// Keeps `middle`.
    pub fn add(&mut self, middle: &'a mut Middle<'b>) {
        self.0.push(middle);
    }
}

impl Drop for Stack<'_, '_> {
    fn drop(&mut self) {
        for middle in &self.0 {
            assert!(lives(&middle.mark), "stack saw a dead middle");
        }
    }
}

/// Lent mutably, and takes what cannot hold a borrow.
#[derive(Default)]
pub struct Register<'a>(Vec<&'a Base>);

impl<'a> Register<'a> {
    /// An empty one.
    pub fn new() -> Self {
        Self::default()
    }

    /// Keeps `base`.
    pub fn add(&mut self, base: &'a Base) {
        self.0.push(base);
    }
}

impl Drop for Register<'_> {
    fn drop(&mut self) {
        for base in &self.0 {
            assert!(lives(&base.0), "register saw a dead base");
        }
    }
}
