//! What of a file and of a crate was reached, as plain numbers.

use super::lines;
use super::region::Region;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::collections::BTreeMap;

/// One source file of the explored crate.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileCoverage {
    /// Relative to the crate's root.
    pub file: String,
    /// Its text; empty if it could not be read.
    pub text: String,
    /// How often each region was run, in all instances of its function together.
    #[serde(serialize_with = "as_pairs", deserialize_with = "of_pairs")]
    pub regions: BTreeMap<Region, u64>,
}

/// A part of a whole.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
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
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
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
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
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

/// A map whose keys are no texts, as a list of pairs.
fn as_pairs<S: Serializer>(map: &BTreeMap<Region, u64>, to: S) -> Result<S::Ok, S::Error> {
    to.collect_seq(map)
}

fn of_pairs<'de, D: Deserializer<'de>>(from: D) -> Result<BTreeMap<Region, u64>, D::Error> {
    Ok(Vec::deserialize(from)?.into_iter().collect())
}
