//! A run's report for people: causes in the order in which a maintainer would care, each with the simplest call that shows
//! it and a test; then what refuses its arguments, one line each; then a summary. What is documented or expected is only
//! counted, unless all is asked for. Pure: report in, styled text out, readable at 80 columns.

mod cause;
mod shape;
mod summary;

use super::known;
use super::style::{self, styled};
use super::text::{LONGEST_MESSAGE, WIDTH, counted, harmless, line, shortened, wrapped};
use crate::run_report::{Cause, Class, Finding, RunReport};
pub(super) use cause::{CauseFacts, render as render_cause, reproduction};
pub(super) use cause::{fault_words, headline};
pub(super) use shape::{hole_counts, shape_lines};
pub(super) use summary::{coverage_text, times_text};

/// Which causes are shown one by one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Shown {
    /// Bugs; the others in short.
    #[default]
    Bugs,
    /// All.
    All,
}

/// The whole report.
pub fn render(report: &RunReport, shown: Shown) -> String {
    let is_new_bug = |cause: &Cause| cause.class == Class::Bug && !report.is_settled(cause);
    let is_whole = |cause: &&Cause| shown == Shown::All || is_new_bug(cause);
    let whole: Vec<&Cause> = report.causes.iter().filter(is_whole).collect();
    let mut out = String::new();
    for (index, cause) in whole.iter().enumerate() {
        let facts = CauseFacts {
            findings: &report.findings,
            crate_root: &report.subject.crate_root,
            judged: &report.known.judged,
        };
        cause::render(&mut out, &facts, cause, (index + 1, whole.len()));
        cause::reproduction(&mut out, &facts, cause);
    }
    if shown == Shown::Bugs {
        preconditions(&mut out, report);
        silent(&mut out, report);
    }
    unreliable(&mut out, report, shown);
    overview(&mut out, report, &whole, shown);
    known::render(&mut out, report, shown == Shown::All);
    summary::render_summary(&mut out, report);
    out
}

/// Many causes once more, a line each: who comes to the end of a long report sees what there is.
fn overview(out: &mut String, report: &RunReport, whole: &[&Cause], shown: Shown) {
    const MOST_AT_A_GLANCE: usize = 5;
    if whole.len() <= MOST_AT_A_GLANCE {
        return;
    }
    let what = match shown {
        Shown::Bugs => "bugs",
        Shown::All => "causes",
    };
    line(
        out,
        &styled(style::NOTE, &format!("The {} {what} at a glance:", whole.len())),
    );
    for (index, cause) in whole.iter().enumerate() {
        let finding = &report.findings[cause.findings[0]];
        let number = format!("{:>4}  ", index + 1);
        let words = cause::fault_words(finding.kind);
        let room = WIDTH.saturating_sub(number.len() + 1 + words.len());
        line(
            out,
            &format!("{number}{} {words}", shortened(&finding.item, room)),
        );
    }
    out.push('\n');
}

/// Those that nobody has judged.
fn of_class(report: &RunReport, class: Class) -> Vec<&Cause> {
    report
        .causes
        .iter()
        .filter(|cause| cause.class == class && !report.is_settled(cause))
        .collect()
}

/// One line for each function that refuses arguments, with what its docs could say.
fn preconditions(out: &mut String, report: &RunReport) {
    let causes = of_class(report, Class::Precondition);
    let words = match causes.len() {
        0 => return,
        1 => "1 function refuses arguments without saying so in its docs:".to_owned(),
        more => format!("{more} functions refuse arguments without saying so in their docs:"),
    };
    line(out, &styled(style::NOTE, &words));
    for cause in causes {
        let finding = &report.findings[cause.findings[0]];
        line(
            out,
            &format!("  {}", styled(style::HEADING, &harmless(&finding.item, false))),
        );
        let place = (finding.location.as_ref())
            .map(|at| format!("{}:{}, ", harmless(&at.file, false), at.line))
            .unwrap_or_default();
        let text = format!(
            "{}   ({place}finding {})",
            cause::missing_sentence(finding),
            finding.id
        );
        out.push_str(&wrapped(&text, 6));
    }
    out.push('\n');
}

/// How much is not shown.
fn silent(out: &mut String, report: &RunReport) {
    let documented = of_class(report, Class::Documented).len();
    let convention = of_class(report, Class::Convention).len();
    let mut parts = Vec::new();
    if documented > 0 {
        parts.push(format!("{} that the docs announce", counted(documented, "cause")));
    }
    if convention > 0 {
        parts.push(format!(
            "{} that every Rust programmer expects",
            counted(convention, "cause")
        ));
    }
    if !parts.is_empty() {
        let text = format!("Not shown: {}; `--all` shows them.", parts.join(", "));
        out.push_str(&wrapped(&text, 0));
        out.push('\n');
    }
}

/// What did not show itself again, in short.
fn unreliable(out: &mut String, report: &RunReport, shown: Shown) {
    let is_judged = |finding: &Finding| report.known.judged.contains_key(&finding.id);
    let findings: Vec<&Finding> = (report.findings.iter())
        .filter(|finding| !finding.proof.confirmed)
        .filter(|finding| shown == Shown::All || !is_judged(finding))
        .collect();
    let mut alike: Vec<(&Finding, Vec<&str>)> = Vec::new();
    for finding in &findings {
        let fails_alike = |(first, _): &&mut (&Finding, _)| {
            (first.kind, &first.proof.unconfirmed_reason) == (finding.kind, &finding.proof.unconfirmed_reason)
        };
        match alike
            .iter_mut()
            .find(fails_alike)
            .filter(|_| shown == Shown::Bugs)
        {
            Some((_, others)) => others.push(&finding.item),
            None => alike.push((finding, Vec::new())),
        }
    }
    for (finding, others) in alike {
        let title = styled(style::NOTE, "unreliable");
        let headline = styled(style::HEADING, &cause::headline(finding));
        line(out, &format!("{title}  {headline}"));
        let reason = finding.proof.unconfirmed_reason.as_deref();
        let reason = reason.unwrap_or("it did not happen again");
        out.push_str(&wrapped(
            &format!("not confirmed: {}", shortened(reason, LONGEST_MESSAGE)),
            4,
        ));
        out.push_str(&wrapped(&finding.examples.expression, 4));
        cause::same_in(out, &others);
    }
    if !findings.is_empty() {
        out.push('\n');
    }
}

#[cfg(test)]
mod tests;
