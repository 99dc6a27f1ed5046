//! An error of rustc, as data.

use std::path::PathBuf;

/// An error of rustc in generated source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// File, relative to the directory the sources were written to; empty if the error lies elsewhere.
    pub file: PathBuf,
    /// First line, counted from 1.
    pub line_start: u32,
    /// Last line, counted from 1.
    pub line_end: u32,
    /// `E0277` and the like; lints and syntax errors have none.
    pub code: Option<String>,
    /// The message's first line, without place or notes.
    pub message: String,
    /// The whole message as rustc prints it.
    pub rendered: String,
}
