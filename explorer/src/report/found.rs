//! Findings as formats for machines and pages need them: in the order of causes, each with its cause, and the place that
//! stands for it. What is left out by the report for people is in here, too.

use crate::outcome::Location;
use crate::run_report::{Cause, Class, Finding, RunReport};
use std::path::{Component, Path, PathBuf};

/// A finding, and the cause that it belongs to; one that is not confirmed has none.
pub(super) struct Found<'a> {
    pub(super) finding: &'a Finding,
    pub(super) cause: Option<&'a Cause>,
}

impl Found<'_> {
    /// The class of the cause, which is that of its findings.
    pub(super) fn class(&self) -> Class {
        self.cause.map_or(self.finding.class, |cause| cause.class)
    }

    /// What decided the class.
    pub(super) fn why(&self) -> &str {
        self.cause.map_or(&self.finding.why, |cause| &cause.why)
    }
}

/// All findings: those of each cause in the order of causes, then those that have none.
pub(super) fn in_order(report: &RunReport) -> Vec<Found<'_>> {
    let mut has_cause = vec![false; report.findings.len()];
    let mut found = Vec::with_capacity(report.findings.len());
    for cause in &report.causes {
        for &index in &cause.findings {
            has_cause[index] = true;
            found.push(Found {
                finding: &report.findings[index],
                cause: Some(cause),
            });
        }
    }
    for (finding, has_cause) in report.findings.iter().zip(has_cause) {
        if !has_cause {
            found.push(Found { finding, cause: None });
        }
    }
    found
}

/// Where a finding is shown: where its fault was raised, or the innermost place of the crate on the stack.
pub(super) fn place(finding: &Finding) -> Option<&Location> {
    let on_stack = || finding.frames.iter().find_map(|frame| frame.location.as_ref());
    finding.location.as_ref().or_else(on_stack)
}

/// The places from the call to the fault, outermost first, each with the function that it is in.
pub(super) fn way(finding: &Finding) -> Vec<(&str, &Location)> {
    let frames = finding.frames.iter().rev();
    let mut way: Vec<(&str, &Location)> = frames
        .filter_map(|frame| Some((frame.function.as_str(), frame.location.as_ref()?)))
        .collect();
    if let Some(at) = &finding.location
        && way.last().is_none_or(|(_, last)| *last != at)
    {
        let function = finding
            .frames
            .first()
            .map_or(&finding.item, |frame| &frame.function);
        way.push((function, at));
    }
    way
}

/// The absolute path of a file that a report names relative to the crate's root, without `.` and `..` in it.
pub(super) fn absolute(crate_root: &Path, file: &str) -> PathBuf {
    let mut path = PathBuf::new();
    for part in crate_root.join(file).components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => {
                path.pop();
            }
            other => path.push(other),
        }
    }
    path
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::outcome::Frame;
    use crate::report::json::tests::sample;

    fn at(line: u32) -> Location {
        Location {
            file: "src/lib.rs".into(),
            line,
            column: 1,
        }
    }

    #[test]
    fn findings_come_in_the_order_of_causes_and_those_without_one_last() {
        let mut report = sample();
        report.findings.swap(0, 1);
        report.causes[0].findings = vec![1];
        let found = in_order(&report);
        let ids: Vec<&str> = found.iter().map(|found| found.finding.id.as_str()).collect();
        assert_eq!(ids, ["0123456789ab", "ba9876543210"]);
        assert_eq!(
            [found[0].class(), found[1].class()],
            [Class::Bug, Class::Unreliable]
        );
        assert_eq!(found[0].why(), "nothing forbids 0");
    }

    #[test]
    fn the_way_goes_from_the_call_to_the_fault() {
        let mut finding = sample().findings.remove(0);
        finding.location = Some(at(9));
        finding.frames = ["inner", "without place", "outer"]
            .map(|name| Frame {
                function: name.into(),
                location: (name != "without place").then(|| at(if name == "inner" { 7 } else { 3 })),
            })
            .to_vec();
        let lines = |finding: &Finding| -> Vec<(String, u32)> {
            let way = way(finding).into_iter();
            way.map(|(name, at)| (name.to_owned(), at.line)).collect()
        };
        let expected = [("outer", 3), ("inner", 7), ("inner", 9)].map(|(name, line)| (name.to_owned(), line));
        assert_eq!(lines(&finding), expected);
        finding.location = Some(at(7));
        assert_eq!(lines(&finding), expected[..2]);
        finding.location = None;
        assert_eq!(place(&finding), Some(&at(7)));
    }
}
