//! What all runs of a package have come to over time. Each run appends a record to the journal, which is the only place of it;
//! the index is made of the journal and can be thrown away. Which state a finding is in is judged by `states` alone.

mod commit;
mod index;
mod journal;
mod record;
mod states;
#[cfg(test)]
mod tests;

pub use commit::Commit;
pub use index::{FindingHistory, Index, Moment, PackageHistory, RunSummary, StateAt};
pub use journal::Journal;
pub use record::{Circumstances, Filter, Occasion, Record, RunName};
pub use states::{Condition, State, Unexplored, Unreachable};
