//! Every transition of a finding, and when a run that does not have one says something of it.

use super::*;
use crate::history::tests::{record, seen};
use crate::run_report::Class;
use plans::Strategy;

const PATHS: [&str; 2] = ["own::f", "own::g"];

/// The states of the only finding.
fn states(records: &[Record]) -> (Vec<State>, Condition) {
    let paths = PATHS.map(str::to_owned);
    let runs: Vec<Run<'_>> = (records.iter())
        .map(|record| Run {
            record,
            paths: Some(&paths),
        })
        .collect();
    let [life] = &lives(&runs)[..] else {
        panic!("there is one finding")
    };
    let states = life.states.iter().map(|(_, state)| *state).collect();
    (states, life.condition)
}

/// What a run without the finding says after one that has it.
fn after_one_that_has_it(change: impl FnOnce(&mut Record)) -> State {
    let mut run = record("2", &[]);
    change(&mut run);
    states(&[record("1", &["a"]), run]).0[1]
}

#[test]
fn each_observation_has_its_state_after_each_condition() {
    use Condition::{Failing, Fixed, Unreachable as Away};
    use Observation::{Absent, Fails, Passes, Unknown};
    let (unknown, gone) = (Unexplored::Ended, Unreachable::Gone);
    let rows = [
        (None, Fails, State::FirstSeen, Failing),
        (Some(Failing), Fails, State::StillFailing, Failing),
        (Some(Failing), Passes, State::Fixed, Fixed),
        (
            Some(Failing),
            Unknown(unknown),
            State::NotExplored(unknown),
            Failing,
        ),
        (Some(Failing), Absent(gone), State::NoLongerReachable(gone), Away),
        (Some(Fixed), Fails, State::Reopened, Failing),
        (Some(Fixed), Passes, State::Passes, Fixed),
        (Some(Fixed), Unknown(unknown), State::NotExplored(unknown), Fixed),
        (Some(Fixed), Absent(gone), State::NoLongerReachable(gone), Fixed),
        (Some(Away), Fails, State::Reopened, Failing),
        (Some(Away), Passes, State::Fixed, Fixed),
        (Some(Away), Unknown(unknown), State::NotExplored(unknown), Away),
        (Some(Away), Absent(gone), State::NoLongerReachable(gone), Away),
    ];
    for (before, observation, state, after) in rows {
        assert_eq!(
            step(before, observation),
            (state, after),
            "{before:?} {observation:?}"
        );
    }
}

#[test]
fn a_finding_comes_goes_and_comes_again() {
    let [with, without] = [&["a"][..], &[]];
    let runs: Vec<Record> = [without, with, with, without, without, with]
        .iter()
        .enumerate()
        .map(|(at, ids)| record(&at.to_string(), ids))
        .collect();
    assert_eq!(
        states(&runs),
        (
            vec![
                State::FirstSeen,
                State::StillFailing,
                State::Fixed,
                State::Passes,
                State::Reopened
            ],
            Condition::Failing
        )
    );
}

#[test]
fn findings_are_in_the_order_in_which_they_were_first_seen() {
    let records = [record("1", &["b"]), record("2", &["a", "b"])];
    let runs = records.each_ref().map(|record| Run { record, paths: None });
    let ids: Vec<String> = lives(&runs).into_iter().map(|life| life.id).collect();
    assert_eq!(ids, ["b", "a"]);
}

#[test]
fn an_item_that_is_left_out_gone_or_excluded_is_not_fixed() {
    let with_letters = |letters: &'static str| {
        after_one_that_has_it(move |record| record.items.standings = letters.to_owned())
    };
    assert_eq!(with_letters("cc"), State::Fixed);
    assert_eq!(with_letters("nc"), State::Fixed);
    assert_eq!(with_letters("oc"), State::NotExplored(Unexplored::LeftOut));
    assert_eq!(with_letters("uc"), State::NotExplored(Unexplored::NotCalled));
    assert_eq!(
        with_letters("xc"),
        State::NoLongerReachable(Unreachable::Excluded)
    );
    let (first, second) = (record("1", &["a"]), record("2", &[]));
    let (all, one) = (PATHS.map(str::to_owned), ["own::g".to_owned()]);
    let state_with = |paths| {
        let runs = [
            Run {
                record: &first,
                paths: Some(&all[..]),
            },
            Run {
                record: &second,
                paths,
            },
        ];
        lives(&runs)[0].states[1].1
    };
    assert_eq!(
        state_with(Some(&one[..])),
        State::NoLongerReachable(Unreachable::Gone)
    );
    assert_eq!(state_with(None), State::NotExplored(Unexplored::Lost));
}

#[test]
fn a_run_that_ended_too_early_says_nothing() {
    let ended = State::NotExplored(Unexplored::Ended);
    for stop in [Stop::Interrupted, Stop::Findings] {
        assert_eq!(after_one_that_has_it(|run| run.outcome.stop = stop), ended);
    }
    // The finding is of depth 2 and was seen after 10 plans; its item was explored to depth 5 with 1000 calls.
    let with = |stop, depth, calls, strategy| {
        after_one_that_has_it(move |run| {
            run.outcome.stop = stop;
            run.items.depths[0] = depth;
            run.items.calls[0] = calls;
            run.options.strategy = strategy;
        })
    };
    let deepening = Strategy::Deepening;
    assert_eq!(with(Stop::Time, 2, 10, deepening), State::Fixed);
    assert_eq!(with(Stop::Time, 1, 1000, deepening), ended);
    assert_eq!(with(Stop::Time, 2, 9, deepening), ended);
    assert_eq!(with(Stop::Quiet, 2, 9, deepening), ended);
    assert_eq!(with(Stop::Depth, 1, 9, deepening), ended);
    assert_eq!(with(Stop::Exhausted, 2, 1, deepening), State::Fixed);
    assert_eq!(with(Stop::Exhausted, 1, 1, deepening), ended, "its item has died");
    assert_eq!(with(Stop::Time, 2, 10, Strategy::DepthFirst), State::Fixed);
}

#[test]
fn what_lies_deeper_than_a_completed_depth_needs_the_same_search_to_be_fixed() {
    let mut first = record("1", &["a"]);
    first.findings[0].depth = 9;
    let ended = State::NotExplored(Unexplored::Ended);
    let with = |depth, seed, calls| {
        let mut second = record("2", &[]);
        second.items.depths[0] = depth;
        second.options.seed = seed;
        second.items.calls[0] = calls;
        states(&[first.clone(), second]).0[1]
    };
    assert_eq!(with(5, 0, 1000), State::Fixed);
    assert_eq!(with(5, 0, 999), ended);
    assert_eq!(with(4, 0, 1000), ended);
    assert_eq!(with(5, 1, 1000), ended);
    assert_eq!(with(9, 1, 10), State::Fixed);
}

#[test]
fn a_run_that_was_ended_by_time_had_as_much_of_it_or_says_nothing() {
    let with = |limit, explored| {
        after_one_that_has_it(move |run| {
            run.options.time_limit_ms = limit;
            run.outcome.explored_ms = explored;
        })
    };
    let ended = State::NotExplored(Unexplored::Ended);
    assert_eq!(with(60_000, 59_000), State::Fixed);
    assert_eq!(with(59_000, 60_000), State::Fixed);
    assert_eq!(with(59_000, 59_000), ended);
    let quiet = after_one_that_has_it(|run| {
        run.options.time_limit_ms = 1;
        run.outcome.explored_ms = 1;
        run.outcome.stop = Stop::Quiet;
    });
    assert_eq!(
        quiet,
        State::Fixed,
        "it ended by itself, as deep and with as many calls"
    );
}

#[test]
fn two_runs_that_end_by_themselves_count_however_many_calls_they_took() {
    let pair = |stop, depth: (u32, u32)| {
        let [mut first, mut second] = [record("1", &["a"]), record("2", &[])];
        for (run, depth) in [(&mut first, depth.0), (&mut second, depth.1)] {
            run.outcome.stop = stop;
            run.options.depth = Some(depth);
        }
        second.items.calls[0] = 1;
        states(&[first, second]).0[1]
    };
    assert_eq!(pair(Stop::Quiet, (5, 5)), State::Fixed);
    assert_eq!(pair(Stop::Depth, (5, 5)), State::Fixed);
    assert_eq!(pair(Stop::Depth, (5, 4)), State::NotExplored(Unexplored::Ended));
    assert_eq!(pair(Stop::Time, (5, 5)), State::NotExplored(Unexplored::Ended));
}

#[test]
fn what_was_seen_with_something_that_is_not_there_is_not_fixed() {
    let other = State::NotExplored(Unexplored::OtherCircumstances);
    let state = |change: fn(&mut Record)| {
        let mut first = record("1", &["a"]);
        change(&mut first);
        states(&[first, record("2", &[])]).0[1]
    };
    for change in [
        (|run| run.circumstances.is_hostile = true) as fn(&mut Record),
        |run| run.circumstances.has_hidden = true,
        |run| run.circumstances.support = Some("1".to_owned()),
        |run| run.circumstances.constants = Some("1".to_owned()),
        |run| run.circumstances.features.all = true,
        |run| run.circumstances.properties.push("p".to_owned()),
    ] {
        assert_eq!(state(change), other);
    }
    // Hostile values come on top.
    let hostile = after_one_that_has_it(|run| run.circumstances.is_hostile = true);
    assert_eq!(hostile, State::Fixed);
    let hidden = after_one_that_has_it(|run| run.circumstances.has_hidden = true);
    assert_eq!(hidden, State::Fixed);
    // One run that it can be held against is enough.
    let mut second = record("2", &["a"]);
    second.circumstances.is_hostile = true;
    let runs = [record("1", &["a"]), second, record("3", &[])];
    assert_eq!(states(&runs).0[2], State::Fixed);
}

#[test]
fn only_what_was_seen_since_it_came_again_counts() {
    let mut again = record("3", &["a"]);
    again.circumstances.is_hostile = true;
    let runs = [record("1", &["a"]), record("2", &[]), again, record("4", &[])];
    assert_eq!(
        states(&runs).0[1..],
        [
            State::Fixed,
            State::Reopened,
            State::NotExplored(Unexplored::OtherCircumstances)
        ]
    );
}

#[test]
fn what_nobody_has_seen_again_is_as_it_was() {
    let mut filtered = record("2", &[]);
    filtered.items.standings = "oc".to_owned();
    let runs = [
        record("1", &["a"]),
        filtered.clone(),
        record("3", &["a"]),
        record("4", &[]),
        filtered,
    ];
    let (states, condition) = states(&runs);
    assert_eq!(states[2], State::StillFailing);
    assert_eq!(
        (states[4], condition),
        (State::NotExplored(Unexplored::LeftOut), Condition::Fixed)
    );
}

#[test]
fn an_unconfirmed_finding_is_one_too() {
    let mut first = record("1", &["a"]);
    first.findings[0] = seen("a", Class::Unreliable);
    assert_eq!(
        states(&[first, record("2", &["a"])]).0,
        [State::FirstSeen, State::StillFailing]
    );
}
