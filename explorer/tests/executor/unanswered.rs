//! Nothing that a child or its template fails to do keeps the supervisor waiting: who does not answer is ended, and its unit
//! says so.

use super::sample::{
    DEAF, PANIC, STOPPED, TRIVIAL, WRITES_OVER, executor, faults, options, program, run_through, runs,
    timeless, unit,
};
use super::{check, own_templates};
use explorer::executor::{Executor, ExecutorOptions};
use explorer::outcome::FaultKind;
use plans::{UnitRequest, UnitStop, Work};
use std::time::Duration;

#[test]
fn a_hang_that_hears_no_signal_is_told() {
    check(DEAF, FaultKind::Timeout, "CPU time");
}

#[test]
fn a_child_that_was_stopped_is_told() {
    check(STOPPED, FaultKind::Timeout, "blocked");
}

#[test]
fn who_keeps_writing_over_what_he_is_watched_by_is_ended() {
    let results = executor().run_batch(&[unit(WRITES_OVER), unit(TRIVIAL)]).unwrap();
    assert!(results[0].stalled, "nothing of it is believed");
    assert_eq!(runs(&results[1..]), (3, 3));
}

/// A unit whose search never comes to its first plan: it draws more plans than anybody can before the one it is to run.
fn endless() -> UnitRequest {
    let work = Work::Drawn {
        bound: 20,
        seed: 1,
        skip: u64::MAX,
        until_returned: false,
    };
    UnitRequest::of(PANIC, work)
}

#[test]
fn a_search_that_comes_to_no_plan_is_ended_and_costs_its_unit_only() {
    // What a search may take follows from what a run may.
    let options = ExecutorOptions {
        case_timeout: Duration::from_millis(60),
        ..options()
    };
    let mut executor = Executor::start_with(program(), &options).unwrap();
    let expected = timeless(executor.run_batch(&[unit(PANIC), unit(TRIVIAL)]).unwrap());
    assert!(expected.iter().all(|result| !result.stalled));
    let units = [unit(PANIC), endless(), unit(TRIVIAL)];
    let results = timeless(executor.run_batch(&units).unwrap());
    assert_eq!([&results[0], &results[2]], [&expected[0], &expected[1]]);
    let stalled = &results[1];
    assert!(stalled.stalled && stalled.death.is_none());
    assert_eq!(runs(&results[1..2]), (0, 0), "{stalled:?}");
    let next = endless().begin();
    assert_eq!(stalled.report.stop, UnitStop::Budget { next, paused: false });
}

/// Sends a signal to a process.
fn send(signal: &str, pid: u32) {
    let sent = std::process::Command::new("kill")
        .args([signal, &pid.to_string()])
        .status()
        .unwrap();
    assert!(sent.success());
}

#[test]
fn a_template_that_is_killed_is_replaced_where_plans_are_run_again() {
    let mut executor = executor();
    let found = run_through(&mut executor, PANIC)
        .into_iter()
        .flat_map(|part| part.faults);
    let plan = found.flat_map(|seen| seen.samples).next().unwrap().plan;
    let lose = || {
        for pid in own_templates() {
            send("-KILL", pid);
        }
    };
    lose();
    assert!(executor.replay(&plan, false, 1).unwrap().fault.is_some());
    lose();
    let runs = executor.run_plans(std::slice::from_ref(&plan)).unwrap();
    assert!(runs[0].as_ref().is_some_and(|run| run.fault.is_some()));
    lose();
    let replays = executor.replay_in_order(&[plan.clone(), plan], false).unwrap();
    assert_eq!(replays.len(), 2);
}

#[test]
fn a_template_that_does_not_answer_is_replaced() {
    let patience = Duration::from_secs(5);
    let mut executor = Executor::start_with(program(), &options())
        .unwrap()
        .waiting(patience);
    let expected = timeless(executor.run_batch(&[unit(PANIC)]).unwrap());
    let template = own_templates();
    let [pid] = template[..] else {
        panic!("{template:?}")
    };
    send("-STOP", pid);
    let results = timeless(executor.run_batch(&[unit(TRIVIAL), unit(PANIC)]).unwrap());
    assert!(results[0].stalled, "nobody has run it");
    assert_eq!(results[1..], expected, "another template has");
    assert_ne!(own_templates(), template);
    assert_eq!(faults(&run_through(&mut executor, PANIC)).len(), 1);
}
