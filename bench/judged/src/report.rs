//! What is read of a JSON report.

use serde::Deserialize;
use std::path::Path;

#[derive(Debug, Deserialize)]
pub struct Report {
    pub findings: Vec<Finding>,
    pub causes: Vec<Cause>,
}

#[derive(Debug, Deserialize)]
pub struct Finding {
    pub id: String,
    pub item: String,
    pub kind: String,
    pub class: String,
    pub why: String,
    pub expression: String,
    pub location: Option<Location>,
}

#[derive(Debug, Deserialize)]
pub struct Location {
    pub file: String,
    pub line: u32,
}

#[derive(Debug, Deserialize)]
pub struct Cause {
    pub class: String,
    pub findings: Vec<String>,
}

impl Finding {
    /// `file:line`, or empty.
    pub fn site(&self) -> String {
        match &self.location {
            Some(at) => format!("{}:{}", at.file, at.line),
            None => String::new(),
        }
    }
}

pub fn read(path: &Path) -> anyhow::Result<Report> {
    Ok(serde_json::from_slice(&std::fs::read(path)?)?)
}
