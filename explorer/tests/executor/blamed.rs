//! What ends a process is blamed on the plan in flight only if that plan does the same as the first of a process.

use super::check;
use crate::sample::*;
use explorer::outcome::FaultKind;
use plans::OpId;

/// Every plan of it returns, once what an earlier one has left in the process is gone.
#[track_caller]
fn check_innocent(root: OpId) {
    let parts = run_through(&mut executor(), root);
    assert_eq!(faults(&parts), []);
    let (executed, returned) = runs(&parts);
    assert_eq!(executed, returned);
    assert!(parts.len() > 1, "a process ended");
}

#[test]
fn a_thread_of_an_earlier_run_that_aborts_is_blamed_on_no_later_one() {
    check_innocent(ABORTS_LATER);
}

#[test]
fn a_look_that_nobody_sees_any_more_is_no_stack_overflow() {
    check_innocent(TAKES_HANDLERS);
}

#[test]
fn who_is_killed_again_and_again_has_done_that_himself() {
    check(KILLED, FaultKind::Signal(9), "SIGKILL");
}
