//! What runs have come to over time, and what has become of findings: text for people, one JSON document, or a page with
//! charts. Pure: answers of the index in, text out.

mod charts;
mod html;
mod human;
mod json;

pub use html::render as html;
pub use human::render as human;
pub use json::{SCHEMA_TEXT, render as json};

use super::known;
use crate::history::{
    Condition, FindingHistory, Moment, PackageHistory, State, StateAt, Unexplored, Unreachable,
};
use crate::known::Unknown;
use anyhow::anyhow;
use std::path::Path;

/// What is told.
#[derive(Clone, Copy, Debug)]
pub struct Told<'a> {
    /// Where the history is.
    pub directory: &'a Path,
    /// Packages; in the view of a finding those that have it, and none of their other findings.
    pub packages: &'a [PackageHistory],
    /// Of what.
    pub view: View,
    /// All runs, and findings of all classes.
    pub is_all: bool,
}

/// Of what a history is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum View {
    /// All packages, a line for each.
    All,
    /// The runs and findings of one.
    Package,
    /// One finding.
    Finding,
}

/// Neither a package nor a finding is called so.
pub fn unknown(unknown: &Unknown, packages: &[String]) -> anyhow::Error {
    let of_ids = known::unknown(unknown, "the history");
    match unknown.is_ambiguous {
        true => anyhow!(of_ids),
        false => anyhow!("{of_ids}; the packages are {}", packages.join(", ")),
    }
}

/// Whether people see a finding unless they ask for all.
fn is_shown(finding: &FindingHistory) -> bool {
    finding.is_confirmed && !finding.class.is_silent()
}

/// Those that are shown, what fails first.
fn shown<'a>(package: &'a PackageHistory, told: &Told<'_>) -> Vec<&'a FindingHistory> {
    let is_meant = |finding: &&FindingHistory| told.is_all || told.view == View::Finding || is_shown(finding);
    let mut findings: Vec<&FindingHistory> = package.findings.iter().filter(is_meant).collect();
    findings.sort_by_key(|finding| match finding.condition {
        Condition::Failing => 0,
        Condition::Unreachable => 1,
        Condition::Fixed => 2,
    });
    findings
}

/// The last run of which a finding has such a state.
fn last(finding: &FindingHistory, is_it: impl Fn(State) -> bool) -> Option<usize> {
    let mut newest_first = finding.states.iter().rev();
    newest_first.find(|at| is_it(at.state)).map(|at| at.run)
}

fn first_seen(finding: &FindingHistory) -> Option<usize> {
    finding.states.first().map(|at| at.run)
}

fn last_seen(finding: &FindingHistory) -> Option<usize> {
    let fails = |state| matches!(state, State::FirstSeen | State::StillFailing | State::Reopened);
    last(finding, fails)
}

/// The run that has fixed what is fixed.
fn fixed(finding: &FindingHistory) -> Option<usize> {
    let is_fixed = finding.condition == Condition::Fixed;
    last(finding, |state| state == State::Fixed).filter(|_| is_fixed)
}

/// The run since which a finding cannot be called.
fn gone(finding: &FindingHistory) -> Option<usize> {
    let is_gone = |at: &&StateAt| matches!(at.state, State::NoLongerReachable(_) | State::NotExplored(_));
    if finding.condition != Condition::Unreachable {
        return None;
    }
    let since = finding.states.iter().rev().take_while(is_gone);
    since
        .filter(|at| matches!(at.state, State::NoLongerReachable(_)))
        .last()
        .map(|at| at.run)
}

fn condition_words(condition: Condition) -> &'static str {
    match condition {
        Condition::Failing => "failing",
        Condition::Fixed => "fixed",
        Condition::Unreachable => "no longer reachable",
    }
}

/// What a run said, for people.
fn state_words(state: State) -> String {
    let why = match state {
        State::NotExplored(Unexplored::LeftOut) => ": its item was left out by --item or --skip-item",
        State::NotExplored(Unexplored::OtherCircumstances) => {
            ": features, properties, constants, the support file, --hostile, --hidden or, for leaks, --leaks were not as when it was seen"
        }
        State::NotExplored(Unexplored::Ended) => ": exploring ended before it would have come upon it",
        State::NotExplored(Unexplored::NotCalled) => ": its item was never called",
        State::NotExplored(Unexplored::Lost) => ": the run's list of items is lost",
        State::NoLongerReachable(Unreachable::Gone) => ": there is no such item",
        State::NoLongerReachable(Unreachable::Excluded) => ": its item cannot be explored",
        _ => "",
    };
    let word = match state {
        State::NotExplored(_) => "not explored this time".to_owned(),
        other => other.word().replace('_', " "),
    };
    format!("{word}{why}")
}

/// Day and minute.
fn minute(moment: &Moment) -> String {
    moment.time.chars().take(16).collect::<String>().replace('T', " ")
}

/// The commit, or what there is in its place.
fn code(moment: &Moment) -> String {
    (moment.commit.as_ref()).map_or_else(|| format!("version {}", moment.version), |commit| commit.short())
}

#[cfg(test)]
mod tests;
