//! What a report says of the commit that a run was compared with.

use serde::{Deserialize, Serialize};

/// What was compared with a commit, and what came of it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SinceReport {
    /// As typed.
    pub rev: String,
    /// All digits.
    pub commit: String,
    /// What differs, as people call it, sorted.
    pub changed: Vec<String>,
    /// Why everything has to be taken to differ; none if it has not.
    pub everything: Option<String>,
    /// Items that would have been explored and can come to run nothing of what differs.
    pub left_out: usize,
    /// Ids of findings that the commit's code has, too, and that are not in the report.
    pub there: Vec<String>,
    /// Why findings were not compared with the commit's code; none if they were, or there were none.
    pub not_compared: Option<String>,
}
