//! What all parts of the page need: the crate that they show, and how places of the page and of the source are called.

use crate::outcome::Location;
use crate::report::source::MeasuredFile;
use crate::report::text::harmless;
use crate::run_report::{Finding, RunReport};

/// How much is shown of each crate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Extent {
    /// With all items and all source.
    Whole,
    /// What fails, and items that were not completed.
    Faults,
}

/// What is shown of one crate.
pub(super) struct Page<'a> {
    pub(super) report: &'a RunReport,
    /// Tells ids of several crates apart.
    pub(super) number: usize,
    pub(super) files: Vec<MeasuredFile<'a>>,
    pub(super) extent: Extent,
}

/// The id of a finding, as it can be shown.
pub(super) fn id(finding: &Finding) -> String {
    harmless(&finding.id, false)
}

pub(super) fn place_text(at: &Location) -> String {
    harmless(&format!("{}:{}:{}", at.file, at.line, at.column), false)
}

/// Name and version of a crate.
pub(super) fn name(report: &RunReport) -> String {
    let subject = &report.subject;
    harmless(
        &format!("{} {}", subject.crate_name, subject.crate_version),
        false,
    )
}
