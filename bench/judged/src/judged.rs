//! Findings that a person judged: which cause each has, and the verdict on it.

use serde::Deserialize;
use std::path::Path;

/// One judged finding.
#[derive(Clone, Debug, Deserialize)]
pub struct Row {
    pub item: String,
    pub kind: String,
    pub cause: String,
    pub verdict: String,
    /// `file:line`, or empty.
    pub site: String,
    pub expression: String,
}

impl Row {
    /// The class that a report gives to what has this verdict.
    pub fn class(&self) -> &str {
        match self.verdict.as_str() {
            "defect" => "bug",
            "caller" => "convention",
            "false" => "unreliable",
            other => other,
        }
    }
}

pub fn read(path: &Path) -> anyhow::Result<Vec<Row>> {
    let mut reader = csv::Reader::from_path(path)?;
    Ok(reader.deserialize().collect::<Result<_, _>>()?)
}
