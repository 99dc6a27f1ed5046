//! What a package is told by that has no report.

/// A package of which there is no report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unexplored {
    /// Name and version.
    pub package: String,
    /// Why.
    pub why: String,
    /// It failed; else nobody came to it.
    pub has_failed: bool,
}
