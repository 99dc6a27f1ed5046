//! Which regions and lines of the explored crate were reached: plain numbers per source file, made from what rustc wrote
//! into an instrumented harness about its source and from the counters of its runs. Runs nothing itself.
//!
//! A region is what rustc takes for one: a piece of code that is run as a whole or not at all. Where a run dies in the
//! middle of one, all of it counts as reached, and so may what the counters make follow from it.

mod lines;
mod mapping;

pub use mapping::read;

use std::collections::BTreeMap;

/// A piece of source, lines and columns counted from 1, its end included for lines and excluded for columns. In order of
/// their beginnings, a piece comes before those inside of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
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

/// One source file of the explored crate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileCoverage {
    /// Relative to the crate's root.
    pub file: String,
    /// Its text; empty if it could not be read.
    pub text: String,
    /// How often each region was run, in all instances of its function together.
    pub regions: BTreeMap<Region, u64>,
}

/// A part of a whole.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Covered {
    /// Reached at least once.
    pub covered: u64,
    /// All there are.
    pub total: u64,
}

impl Covered {
    fn of<'a>(counts: impl Iterator<Item = &'a u64>) -> Covered {
        let mut sum = Covered::default();
        for count in counts {
            sum.total += 1;
            sum.covered += u64::from(*count > 0);
        }
        sum
    }

    fn plus(self, other: Covered) -> Covered {
        Covered {
            covered: self.covered + other.covered,
            total: self.total + other.total,
        }
    }
}

impl FileCoverage {
    /// Regions of this file.
    pub fn covered_regions(&self) -> Covered {
        Covered::of(self.regions.values())
    }

    /// How often each line with code was run.
    pub fn lines(&self) -> BTreeMap<usize, u64> {
        lines::counts(&self.regions)
    }

    /// Lines of this file that have code.
    pub fn covered_lines(&self) -> Covered {
        Covered::of(self.lines().values())
    }
}

/// What was measured of a crate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Coverage {
    /// Its source files, by name.
    pub files: Vec<FileCoverage>,
    /// Of all files.
    pub regions: Covered,
    /// Of all files.
    pub lines: Covered,
}

impl Coverage {
    /// Sums the files up.
    pub fn new(files: Vec<FileCoverage>) -> Coverage {
        let sum = |part: fn(&FileCoverage) -> Covered| {
            let parts = files.iter().map(part);
            parts.fold(Covered::default(), Covered::plus)
        };
        Coverage {
            regions: sum(FileCoverage::covered_regions),
            lines: sum(FileCoverage::covered_lines),
            files,
        }
    }
}

/// What a report says of coverage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CoverageOutcome {
    /// The numbers.
    Measured(Coverage),
    /// There are none, for this reason.
    Missing(String),
}

impl CoverageOutcome {
    /// The numbers, if there are any.
    pub fn measured(&self) -> Option<&Coverage> {
        match self {
            CoverageOutcome::Measured(coverage) => Some(coverage),
            CoverageOutcome::Missing(_) => None,
        }
    }
}
