//! A piece of source that is run as a whole or not at all.

use serde::{Deserialize, Serialize};

/// A piece of source, lines and columns counted from 1, its end included for lines and excluded for columns. In order of
/// their beginnings, a piece comes before those inside of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Region {
    /// First line and column (in bytes).
    pub from: (usize, usize),
    /// Last line and column, the other way round for the order.
    to: std::cmp::Reverse<(usize, usize)>,
}

impl Region {
    /// From the first to the last line and column.
    pub fn new(from: (usize, usize), to: (usize, usize)) -> Region {
        Region {
            from,
            to: std::cmp::Reverse(to),
        }
    }

    /// Last line and column.
    pub fn to(&self) -> (usize, usize) {
        self.to.0
    }
}
