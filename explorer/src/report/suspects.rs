//! Suspicious places of a finding as lines of text: where, what stands there, and which runs have come to it.

use super::excerpt::source_line;
use super::text::{harmless, shortened};
use crate::coverage::{Share, Suspect};
use std::path::Path;

/// Columns of source that are shown.
const SHOWN_SOURCE: usize = 60;

/// What is said above the lines.
pub(super) const TITLE: &str = "Reached where its call fails, and hardly where it returns";

/// One for each place, harmless in a terminal.
pub(super) fn lines(crate_root: &Path, suspects: &[Suspect]) -> Vec<String> {
    let of = |share: Share| format!("{} of {}", share.reached, share.of);
    let line = |suspect: &Suspect| {
        let at = &suspect.location;
        let source = source_line(crate_root, at).map_or(String::new(), |(line, _)| {
            format!(" `{}`", shortened(line.trim(), SHOWN_SOURCE))
        });
        format!(
            "{}:{}:{}{source}: {} runs that fail, {} that return",
            harmless(&at.file, false),
            at.line,
            at.column,
            of(suspect.failing),
            of(suspect.returning)
        )
    };
    suspects.iter().map(line).collect()
}
