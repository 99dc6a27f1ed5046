//! The reports of a run in the format that was asked for. Formats with a document for each crate are written crate by crate;
//! those with one document for all are written again with each crate, where that can be done, so that what was found before
//! an end that nobody foresaw is there. Which format that is was decided elsewhere.

use super::human::Shown;
use super::{Sink, Unexplored, annotations, cargo_messages, html, human, json, junit, markdown, sarif};
use crate::cli::Format;
use crate::run_report::RunReport;
use std::path::PathBuf;

/// Takes the reports of a run one by one.
#[derive(Debug)]
pub struct Publisher {
    sink: Sink,
    format: Format,
    shown: Shown,
    /// The directory of the checkout, where GitHub reads along.
    github: Option<PathBuf>,
    /// Messages were written, which need an end.
    is_begun: bool,
    /// Of formats with one document for all crates.
    reports: Vec<RunReport>,
    /// Packages without a report.
    unexplored: Vec<Unexplored>,
}

impl Publisher {
    /// Writes to `sink`. `github` is the directory of the checkout if GitHub reads the output of the process.
    pub fn new(sink: Sink, format: Format, shown: Shown, github: Option<PathBuf>) -> Self {
        Self {
            sink,
            format,
            shown,
            github,
            is_begun: false,
            reports: Vec::new(),
            unexplored: Vec::new(),
        }
    }

    /// Takes a package without a report, which formats with a document of all packages have.
    pub fn publish_unexplored(&mut self, package: Unexplored) {
        if matches!(self.format, Format::Junit | Format::Html) {
            self.unexplored.push(package);
        }
    }

    /// Where it writes to, for what is no report.
    pub fn sink(&mut self) -> &mut Sink {
        &mut self.sink
    }

    /// Takes the report of one more crate, when others are still to be explored.
    pub fn publish(&mut self, report: RunReport) -> anyhow::Result<()> {
        self.take(report)?;
        if self.reports.is_empty() {
            return Ok(());
        }
        let text = self.document()?;
        self.sink.draft(&text)
    }

    /// Takes the report of one of several crates that are all known: what is one document of all is not written before the end.
    pub fn take(&mut self, report: RunReport) -> anyhow::Result<()> {
        match self.format {
            Format::Human => self.human(&report),
            Format::Cargo => {
                self.is_begun = true;
                self.sink.machine(&cargo_messages::render(&report)?)
            }
            Format::Json => self.sink.machine(&json::render(&report)?),
            _ => {
                self.reports.push(report);
                Ok(())
            }
        }
    }

    /// Where GitHub reads along, text for people is kept from it, and annotations follow.
    fn human(&mut self, report: &RunReport) -> anyhow::Result<()> {
        let text = human::render(report, self.shown);
        let Some(root) = &self.github else {
            return self.sink.human(&text);
        };
        let commands = annotations::render(report, root);
        match self.sink.is_file() {
            true => self.sink.human(&text)?,
            false => self.sink.say(&annotations::guarded(&text)),
        }
        self.sink.say(&commands);
        Ok(())
    }

    /// What there is to say of all crates together, for people who get a file: it is new each time, whatever there is to report.
    pub fn summary(&mut self, text: &str) -> anyhow::Result<()> {
        match self.format {
            Format::Human if self.sink.is_file() => self.sink.human(text),
            _ => Ok(()),
        }
    }

    /// Nothing more comes. Writes what was not written yet.
    pub fn finish(&mut self) -> anyhow::Result<()> {
        if self.is_begun {
            return self.sink.machine(&cargo_messages::end()?);
        }
        if self.reports.is_empty() && self.unexplored.is_empty() {
            return Ok(());
        }
        let text = self.document()?;
        self.sink.document(&text)
    }

    /// One document of all reports.
    fn document(&self) -> anyhow::Result<String> {
        let reports = &self.reports;
        match self.format {
            Format::Sarif => sarif::render(reports),
            Format::Junit => junit::render(reports, &self.unexplored),
            Format::Markdown => Ok(markdown::render(reports)),
            Format::Html => Ok(html::render(reports, &self.unexplored)),
            Format::Human | Format::Json | Format::Cargo => Ok(String::new()),
        }
    }
}
