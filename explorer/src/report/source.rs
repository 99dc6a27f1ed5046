//! The explored crate's source line by line: how often each line was run, and what of it never was. The listing and the page are
//! made of it.

use crate::coverage::{FileCoverage, Region};
use crate::run_report::RunReport;
use std::collections::BTreeMap;
use std::ops::RangeInclusive;

/// One line of a source file.
#[derive(Debug)]
pub(super) struct SourceLine<'a> {
    /// From 1 on.
    pub(super) number: usize,
    pub(super) text: &'a str,
    /// How often it was run; none if it has no code.
    pub(super) runs: Option<u64>,
    /// Carets below what begins on this line and was never run.
    pub(super) never: String,
}

/// What is to be seen of a line at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LineStatus {
    /// No code.
    Plain,
    /// It was run.
    Run,
    /// It was run, but for a part of it.
    Partly,
    /// It was never run.
    Never,
}

impl SourceLine<'_> {
    pub(super) fn status(&self) -> LineStatus {
        match (self.runs, self.never.is_empty()) {
            (None, _) => LineStatus::Plain,
            (Some(0), _) => LineStatus::Never,
            (Some(_), true) => LineStatus::Run,
            (Some(_), false) => LineStatus::Partly,
        }
    }

    /// How often it was run, in few characters.
    pub(super) fn count(&self) -> String {
        self.runs.map(short).unwrap_or_default()
    }
}

/// A file of the crate as it was when it was measured.
pub(super) struct MeasuredFile<'a> {
    pub(super) file: &'a FileCoverage,
    counts: BTreeMap<usize, u64>,
}

impl<'a> MeasuredFile<'a> {
    pub(super) fn new(file: &'a FileCoverage) -> MeasuredFile<'a> {
        MeasuredFile {
            counts: file.lines(),
            file,
        }
    }

    /// Its lines with these numbers, as far as there are such.
    pub(super) fn lines(&self, numbers: RangeInclusive<usize>) -> impl Iterator<Item = SourceLine<'a>> {
        let wanted = self.file.text.lines().zip(1..=*numbers.end());
        wanted
            .skip(numbers.start().saturating_sub(1))
            .map(|(text, number)| SourceLine {
                number,
                text,
                runs: self.counts.get(&number).copied(),
                never: marks(self.file, number, text),
            })
    }
}

/// What was measured of the crate, file by file; nothing where nothing was.
pub(super) fn measured(report: &RunReport) -> Vec<MeasuredFile<'_>> {
    let files = report
        .coverage
        .measured()
        .map_or(&[][..], |coverage| &coverage.files);
    files.iter().map(MeasuredFile::new).collect()
}

fn marks(file: &FileCoverage, line: usize, text: &str) -> String {
    let last = (usize::MAX, usize::MAX);
    let begun = file
        .regions
        .range(Region::new((line, 0), last)..Region::new((line + 1, 0), last));
    let never: Vec<&Region> = begun
        .filter(|(_, count)| **count == 0)
        .map(|(region, _)| region)
        .collect();
    if never.is_empty() {
        return String::new();
    }
    let mark = |(at, c): (usize, char)| {
        let at = (line, at + 1);
        match c {
            _ if never.iter().any(|region| region.from <= at && at < region.to()) => '^',
            '\t' => '\t',
            _ => ' ',
        }
    };
    let marks: String = text.char_indices().map(mark).collect();
    marks.trim_end().to_owned()
}

/// At most six characters: `999999`, `12.3M`.
fn short(count: u64) -> String {
    let units = [
        (1_000_000_000_000_u64, 'T'),
        (1_000_000_000, 'G'),
        (1_000_000, 'M'),
    ];
    match units.into_iter().find(|(unit, _)| count >= *unit) {
        Some((unit, letter)) => format!("{}.{}{letter}", count / unit, count % unit * 10 / unit),
        None => count.to_string(),
    }
}
