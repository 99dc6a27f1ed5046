//! Runs the stand-alone tests that were built, in an order in which nobody waits long. A hang at a place where a test has shown one is
//! not waited for as long as the first: that what is there may take very long is known.

use super::judge::is_stopped_by_limit;
use crate::executor::TestOutcome;
use crate::outcome::{FaultKind, Location};
use crate::tuning::TIMEOUT_FACTOR;
use std::collections::{BTreeMap, BTreeSet};

/// A test to be run.
#[derive(Clone, Copy, Debug)]
pub struct DueTest<'t> {
    /// What it was built as.
    pub name: &'t str,
    /// What it is to show.
    pub kind: FaultKind,
    /// How many times as long as a run it may take where it is to show that something takes too long.
    pub times_of_limit: u32,
}

/// A built test, what it is to show, and where in the crate.
#[derive(Clone, Debug)]
pub(super) struct BuiltTest<'t> {
    pub(super) name: &'t str,
    pub(super) kind: FaultKind,
    pub(super) place: Option<Location>,
}

/// Has all of these run. Those that were not, because the user wants to stop, have no outcome.
pub(super) fn run_all<'t>(
    tests: &[BuiltTest<'t>],
    mut run: impl FnMut(&[DueTest<'_>]) -> anyhow::Result<Vec<Option<TestOutcome>>>,
) -> anyhow::Result<BTreeMap<&'t str, TestOutcome>> {
    let mut places = BTreeSet::new();
    let is_first = |test: &&BuiltTest<'_>| match (test.kind, &test.place) {
        (FaultKind::Timeout, Some(place)) => places.insert(place.clone()),
        _ => true,
    };
    let (mut first, later): (Vec<&BuiltTest<'_>>, Vec<_>) = tests.iter().partition(is_first);
    // What takes long first: else all but one of those who run tests wait for the last.
    first.sort_by_key(|test| test.kind != FaultKind::Timeout);
    let mut ended = BTreeMap::new();
    let mut hangs = BTreeSet::new();
    for part in [first, later] {
        let due: Vec<DueTest<'_>> = (part.iter())
            .map(|test| DueTest {
                name: test.name,
                kind: test.kind,
                times_of_limit: match test.place.as_ref().is_some_and(|place| hangs.contains(place)) {
                    true => 1,
                    false => TIMEOUT_FACTOR,
                },
            })
            .collect();
        if due.is_empty() {
            continue;
        }
        for (test, outcome) in part.into_iter().zip(run(&due)?) {
            let Some(outcome) = outcome else { continue };
            if test.kind == FaultKind::Timeout && is_stopped_by_limit(&outcome) {
                hangs.extend(test.place.clone());
            }
            ended.insert(test.name, outcome);
        }
    }
    Ok(ended)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hang_where_one_was_shown_is_waited_for_once() {
        let at = |line| {
            Some(Location {
                file: "src/lib.rs".to_owned(),
                line,
                column: 5,
            })
        };
        let test = |name, kind, place| BuiltTest { name, kind, place };
        let tests = [
            test("panics", FaultKind::Panic, at(3)),
            test("hangs", FaultKind::Timeout, at(3)),
            test("hangs there", FaultKind::Timeout, at(3)),
            test("ends", FaultKind::Timeout, at(4)),
            test("hangs where one ends", FaultKind::Timeout, at(4)),
            test("hangs somewhere", FaultKind::Timeout, None),
            test("hangs anywhere", FaultKind::Timeout, None),
        ];
        let mut ran = Vec::new();
        let outcomes = run_all(&tests, |due| {
            let outcome = |test: &DueTest<'_>| {
                ran.push((test.name.to_owned(), test.times_of_limit));
                Some(TestOutcome {
                    exit_code: None,
                    signal: None,
                    timed_out: test.name.starts_with("hangs"),
                    output: String::new(),
                    told: None,
                })
            };
            Ok(due.iter().map(outcome).collect())
        });
        assert_eq!(outcomes.expect("they ran").len(), tests.len());
        let ran: Vec<(&str, u32)> = ran.iter().map(|(name, times)| (name.as_str(), *times)).collect();
        let whole = TIMEOUT_FACTOR;
        assert_eq!(
            ran,
            [
                ("hangs", whole),
                ("ends", whole),
                ("hangs somewhere", whole),
                ("hangs anywhere", whole),
                ("panics", whole),
                ("hangs there", 1),
                ("hangs where one ends", whole),
            ]
        );
    }
}
