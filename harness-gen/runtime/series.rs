//! Runs of programs that differ in literals only, in one call: what is the same in all of them is told once. Every run
//! is limited, counted and caught by itself.

use crate::abi::*;
use crate::driver;

/// A series as the executor wrote it.
///
/// # Safety
/// As [`Harness::run_series`].
pub unsafe extern "C" fn run_series(series: *mut Series) -> u32 {
    // SAFETY: the executor passes a series of its own, which lives until this returns; its program and changes fit the
    // tables and each other, and only the supervisor and signal handlers read `runs` meanwhile.
    unsafe {
        let Series {
            program,
            len,
            mut same,
            changes,
            change_count,
            runs,
            live_limit,
            ..
        } = *series;
        let program = std::slice::from_raw_parts_mut(program, len);
        let mut changes = std::slice::from_raw_parts(changes, change_count).iter();
        let mut passed = 0;
        loop {
            let status = driver::run_program(program, same);
            if status != STATUS_OK || changes.len() == 0 || driver::needs_fresh_process(live_limit) {
                (*series).passed = passed;
                return status;
            }
            same = len;
            for change in changes.by_ref() {
                let at = change.instruction as usize;
                program[at].op = change.op;
                same = same.min(at);
                if change.flags & CHANGE_COMPLETES != 0 {
                    break;
                }
            }
            passed += 1;
            // From here on the next run is the one in flight.
            runs.write_volatile(runs.read_volatile() + 1);
        }
    }
}
