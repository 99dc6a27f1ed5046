//! What hostile values lead to: misuse is told as what it is, and what safe code may do about them is no fault.

use super::check;
use crate::sample::*;
use explorer::outcome::FaultKind;
use plans::OpId;

#[test]
fn a_value_that_is_dropped_twice_is_told() {
    check(DOUBLE_DROP, FaultKind::DoubleDrop, "dropped twice");
}

#[test]
fn a_value_that_is_used_before_it_is_made_is_told() {
    check(INVALID_USE, FaultKind::InvalidUse, "never made");
}

/// The plan ends the process, and nothing is told of it but that it ran.
#[track_caller]
fn check_excused(root: OpId) {
    let parts = run_through(&mut executor(), root);
    assert_eq!(runs(&parts), (3, 2), "the other two plans run and return");
    let told: u64 = parts.iter().map(|part| part.report.tallies.faults).sum();
    assert_eq!(told, 0);
    let deaths: Vec<bool> = (parts.iter())
        .filter_map(|part| Some(part.death.as_ref()?.is_new))
        .collect();
    assert_eq!(deaths, [false]);
}

#[test]
fn memory_for_what_a_lie_promised_is_no_fault() {
    check_excused(HOARD_AFTER_LIE);
}

#[test]
fn an_abort_because_of_a_hostile_panic_is_no_fault() {
    check_excused(ABORT_AFTER_HOSTILE_PANIC);
}
