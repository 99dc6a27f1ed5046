//! What causes are made of: rows of the report, items, and a look at the source.

use crate::finding::site;
use crate::outcome::{Frame, Location};
use crate::run_report::Finding;
use harness_gen::Item;

/// What causes are made of.
pub struct Evidence<'a> {
    /// Rows of the report.
    pub findings: &'a [Finding],
    /// All items of the crate.
    pub items: &'a [Item],
    /// The line of source that a place is in, where it can be read.
    pub source_line: &'a dyn Fn(&Location) -> Option<String>,
    /// True of a place in a function that only says what is wrong.
    pub speaks_for_its_caller: &'a dyn Fn(&Location) -> bool,
}

impl Evidence<'_> {
    /// The item that a finding is of.
    pub(super) fn item(&self, finding: &Finding) -> Option<&Item> {
        self.items.iter().find(|item| item.path == finding.item)
    }

    /// The frames from the innermost function on that does not only say what is wrong; all of them where there is none.
    pub(super) fn frames_at_fault<'f>(&self, finding: &'f Finding) -> &'f [Frame] {
        site::frames_at_fault(&finding.frames, self.speaks_for_its_caller)
    }
}
