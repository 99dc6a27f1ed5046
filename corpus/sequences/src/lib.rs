//! Purpose: a fault behind a sequence of calls each of which has to be a rare one, and shows that it was by where the code
//! goes.
//!
//! Expected: `--strategy novelty` finds the fault within a few seconds, in a plan without a call too many. Deepening
//! needs all plans of as many steps.

/// A lock with a code of six numbers; a wrong one closes it.
#[derive(Debug, Default)]
pub struct Lock {
    right: u8,
}

impl Lock {
    /// A closed lock.
    pub fn new() -> Lock {
        Lock::default()
    }

    /// Enters a number.
    pub fn enter(&mut self, number: u32) {
        self.right = match self.right {
            0 if number == 31_077 => 1,
            1 if number == 4_000_019 => 2,
            2 if number == 777_201 => 3,
            3 if number == 31_133 => 4,
            4 if number == 600_177 => 5,
            5 if number == 90_210 => panic!("open"),
            _ => 0,
        };
    }
}
