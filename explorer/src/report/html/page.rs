//! What all parts of the page need: the crate that they show, and how places of the page and of the source are called.

use crate::outcome::Location;
use crate::report::source::MeasuredFile;
use crate::report::text::harmless;
use crate::run_report::{Finding, RunReport};

/// What is shown of one crate.
pub(super) struct Page<'a> {
    pub(super) report: &'a RunReport,
    /// Tells ids of several crates apart.
    pub(super) number: usize,
    pub(super) files: Vec<MeasuredFile<'a>>,
}

/// The id of a finding, as it can be shown.
pub(super) fn id(finding: &Finding) -> String {
    harmless(&finding.id, false)
}

pub(super) fn place_text(at: &Location) -> String {
    harmless(&format!("{}:{}:{}", at.file, at.line, at.column), false)
}
