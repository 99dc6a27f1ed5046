//! What causes are made of: rows of the report, items, and a look at the source.

use crate::outcome::Location;
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
}

impl Evidence<'_> {
    /// The item that a finding is of.
    pub(super) fn item(&self, finding: &Finding) -> Option<&Item> {
        self.items.iter().find(|item| item.path == finding.item)
    }
}
