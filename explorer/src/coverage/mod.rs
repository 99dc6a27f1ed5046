//! Which regions and lines of the explored crate were reached: plain numbers per source file, made from what rustc wrote
//! into an instrumented harness about its source and from the counters of its runs. Runs nothing itself.
//!
//! A region is what rustc takes for one: a piece of code that is run as a whole or not at all. Where a run dies in the
//! middle of one, all of it counts as reached, and so may what the counters make follow from it.

mod covered;
mod lines;
mod mapping;
mod region;
mod spectra;
mod suspicion;

pub use covered::{Coverage, CoverageOutcome, Covered, FileCoverage};
pub use mapping::Mapping;
pub use region::Region;
pub use spectra::Spectra;
pub use suspicion::{Place, Reached, Share, Suspect, first_code, suspects};
