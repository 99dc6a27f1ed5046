//! The history for people: a line for each package, the runs and findings of one package, or one finding run by run.

use super::{
    Told, View, code, condition_words, first_seen, fixed, gone, last_seen, minute, shown, state_words,
};
use crate::history::{Condition, FindingHistory, Moment, PackageHistory, RunSummary, State};
use crate::report::shares::percent;
use crate::report::style::{self, styled};
use crate::report::text::{LONGEST_MESSAGE, counted, harmless, line, shortened, wrapped};
use crate::run_report::Class;

/// Runs of a package that are shown unless all are asked for.
const RUNS_SHOWN: usize = 20;
/// Columns of a condition and of a commit.
const CONDITION_WIDTH: usize = 19;
const CODE_WIDTH: usize = 14;

/// The text.
pub fn render(told: &Told<'_>) -> String {
    let mut out = String::new();
    for package in told.packages {
        match told.view {
            View::All => overview(&mut out, package),
            View::Package => whole(&mut out, package, told),
            View::Finding => {
                for finding in &package.findings {
                    through_time(&mut out, package, finding);
                }
            }
        }
    }
    out
}

fn heading(package: &PackageHistory) -> String {
    styled(style::HEADING, &harmless(&package.name, false))
}

/// One line of how things are, and how they have changed since the run before.
fn overview(out: &mut String, package: &PackageHistory) {
    let Some(newest) = package.runs.last() else {
        return;
    };
    let before = package.runs.iter().rev().nth(1);
    line(
        out,
        &format!(
            "{}  {}, the last {} of {}  {}",
            heading(package),
            counted(package.runs.len(), "run"),
            minute(&newest.moment),
            harmless(&code(&newest.moment), false),
            numbers(newest, before)
        ),
    );
}

/// Causes, items, depth and lines, each with what has changed.
fn numbers(run: &RunSummary, before: Option<&RunSummary>) -> String {
    let change = |of: fn(&RunSummary) -> u32| {
        let change = before.map_or(0, |before| i64::from(of(run)) - i64::from(of(before)));
        match change {
            0 => String::new(),
            change => format!(" ({change:+})"),
        }
    };
    let bugs = run.causes_of(Class::Bug);
    let mut parts = vec![
        styled(
            if bugs == 0 { style::GOOD } else { style::BUG },
            &format!("bugs {bugs}"),
        ) + &change(|run| run.causes_of(Class::Bug)),
    ];
    if run.causes_of(Class::Precondition) > 0 {
        let preconditions = run.causes_of(Class::Precondition);
        let change = change(|run| run.causes_of(Class::Precondition));
        parts.push(format!("preconditions {preconditions}{change}"));
    }
    let (completed, eligible) = run.items;
    parts.push(format!(
        "items {completed}/{eligible}{}",
        change(|run| run.items.0)
    ));
    parts.push(format!("depth {}{}", run.depth, change(|run| run.depth)));
    if let Some(share) = lines(run) {
        parts.push(format!("lines {share}"));
    }
    parts.join("  ")
}

/// The share of lines that were reached.
pub(super) fn lines(run: &RunSummary) -> Option<String> {
    let whole = |number: u64| usize::try_from(number).unwrap_or(usize::MAX);
    let (covered, all) = run.lines?;
    Some(percent(whole(covered), whole(all)))
}

fn whole(out: &mut String, package: &PackageHistory, told: &Told<'_>) {
    line(
        out,
        &format!("{}: {}", heading(package), counted(package.runs.len(), "run")),
    );
    let skipped = match told.is_all {
        true => 0,
        false => package.runs.len().saturating_sub(RUNS_SHOWN),
    };
    if skipped > 0 {
        line(
            out,
            &format!("  {} before these; --all shows them", counted(skipped, "run")),
        );
    }
    for (at, run) in package.runs.iter().enumerate().skip(skipped) {
        let before = at.checked_sub(1).map(|before| &package.runs[before]);
        let code = harmless(&code(&run.moment), false);
        let numbers = numbers(run, before);
        line(
            out,
            &format!(
                "  {}  {code:<CODE_WIDTH$}  {numbers}  ended by {}",
                minute(&run.moment),
                run.stop
            ),
        );
    }
    let findings = shown(package, told);
    for finding in &findings {
        out.push('\n');
        one(out, package, finding);
    }
    let others = package.findings.len() - findings.len();
    if others > 0 {
        line(
            out,
            &format!(
                "\nNot shown: {} documented, expected or unreliable; --all shows them.",
                counted(others, "finding")
            ),
        );
    }
}

/// A finding with the runs that matter.
fn one(out: &mut String, package: &PackageHistory, finding: &FindingHistory) {
    title(out, finding);
    let at = |run: usize| at(&package.runs[run].moment);
    let mut way: Vec<String> = Vec::new();
    way.extend(first_seen(finding).map(|run| format!("first seen {}", at(run))));
    if finding.condition == Condition::Failing {
        let reopened = super::last(finding, |state| state == State::Reopened);
        way.extend(reopened.map(|run| format!("reopened {}", at(run))));
    } else {
        way.extend(last_seen(finding).map(|run| format!("last seen {}", at(run))));
    }
    way.extend(fixed(finding).map(|run| format!("fixed {}", at(run))));
    way.extend(gone(finding).map(|run| format!("no longer reachable {}", at(run))));
    let newest = finding.states.last().map(|at| at.state);
    if let Some(state @ State::NotExplored(_)) = newest {
        way.push(state_words(state));
    }
    for text in way {
        out.push_str(&wrapped(&text, 4));
    }
}

fn title(out: &mut String, finding: &FindingHistory) {
    let style = match finding.condition {
        Condition::Failing => style::BUG,
        Condition::Unreachable => style::NOTE,
        Condition::Fixed => style::GOOD,
    };
    let word = condition_words(finding.condition);
    let space = " ".repeat(CONDITION_WIDTH.saturating_sub(word.len()));
    let (id, item) = (harmless(&finding.id, false), harmless(&finding.item, false));
    line(out, &format!("{}{space}  {id}  {item}", styled(style, word)));
    let place = (finding.place.as_ref()).map_or_else(String::new, |place| format!(" at {place}"));
    let known = (finding.known.as_ref()).map_or_else(String::new, |known| format!(", judged {known}"));
    let message = shortened(&finding.message, LONGEST_MESSAGE);
    let kind = finding.kind.replace('_', " ");
    let class = finding.class.word();
    out.push_str(&wrapped(&format!("{kind}: {message}{place} ({class}{known})"), 4));
}

/// `2026-11-23 17:42 at 1a2b3c4d5`.
fn at(moment: &Moment) -> String {
    let version = match moment.commit {
        Some(_) => format!(" ({})", moment.version),
        None => String::new(),
    };
    harmless(&format!("{} at {}{version}", minute(moment), code(moment)), false)
}

/// What each run said of a finding.
fn through_time(out: &mut String, package: &PackageHistory, finding: &FindingHistory) {
    title(out, finding);
    for of_run in &finding.states {
        let moment = &package.runs[of_run.run].moment;
        let code = harmless(&code(moment), false);
        line(
            out,
            &format!(
                "    {}  {code:<CODE_WIDTH$}  {}",
                minute(moment),
                state_words(of_run.state)
            ),
        );
    }
}
