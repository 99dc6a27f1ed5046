//! Runs of programs that differ in literals only, in one call: what is the same in all of them is told once. Every run
//! is limited, counted and attributed by itself.

use crate::abi::*;
use crate::driver;
use crate::flat::run_flat;
use std::slice::{Iter, from_raw_parts, from_raw_parts_mut};

/// See [`Harness::run_series`].
pub unsafe extern "C" fn run_series(series: *mut Series) -> u32 {
    // SAFETY: the executor passes a series of its own, which lives until this returns; its program and changes fit the
    // tables and each other, and only the supervisor and signal handlers read `runs` meanwhile.
    unsafe {
        let series = &mut *series;
        let first = series.runs.read();
        let status = match run_flat(series) {
            Some(status) => status,
            None => run_any(series),
        };
        series.passed = series.runs.read() - first;
        status
    }
}

/// The next run of a series is the one in flight from here on.
///
/// # Safety
/// `runs` is the executor's.
#[inline(always)]
pub unsafe fn go_on(series: &Series) {
    // SAFETY: as `run_series`.
    unsafe { series.runs.write_volatile(series.runs.read_volatile() + 1) }
}

/// Programs of any kind.
unsafe fn run_any(series: &mut Series) -> u32 {
    // SAFETY: as `run_series`.
    unsafe {
        let program = from_raw_parts_mut(series.program, series.len);
        let mut changes = from_raw_parts(series.changes, series.change_count).iter();
        let mut same = series.same;
        loop {
            let status = driver::run_program(program, same);
            let is_last = changes.len() == 0 || driver::needs_fresh_process(series.live_limit);
            if status != STATUS_OK || is_last {
                return status;
            }
            same = program.len();
            for change in next_step(&mut changes) {
                let at = change.instruction as usize;
                program[at].op = change.op;
                same = same.min(at);
            }
            go_on(series);
        }
    }
}

/// Takes the changes that lead to the next program.
#[inline]
pub fn next_step<'a>(changes: &mut Iter<'a, Change>) -> &'a [Change] {
    let left = changes.as_slice();
    let last = left
        .iter()
        .position(|change| change.flags & CHANGE_COMPLETES != 0);
    let (step, rest) = left.split_at(last.map_or(left.len(), |last| last + 1));
    *changes = rest.iter();
    step
}
