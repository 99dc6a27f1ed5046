//! Series of runs: the child has the harness evaluate many programs in one call, and shared memory says which of them is in
//! flight at any time. See [`plans::Change`].

use super::abi;
use super::record::Record;
use plans::{Change, Tallies, UnitLoop};
use std::sync::atomic::Ordering::{Acquire, Relaxed};
use std::sync::atomic::{AtomicU32, AtomicU64};

/// Most plans after the first of a series. A look at the clock costs less than one run in so many.
pub(super) const MOST: u64 = 256;
/// Plans after the first where one lately did not return.
const FEWEST: u64 = 4;
/// Most changes kept.
const CHANGES_MAX: usize = 2048;

const _: () = {
    assert!(size_of::<abi::Change>() == size_of::<Change>());
    assert!(abi::CHANGE_COMPLETES == Change::COMPLETES);
};

/// The series in flight: what changes, in order, from the plan that the record names.
#[repr(C)]
pub(super) struct SeriesRecord {
    /// Number of the run of the first plan, as the record counts runs.
    first_run: AtomicU64,
    /// 0: none is in flight.
    len: AtomicU32,
    /// The numbers of [`Change`]s.
    changes: [[AtomicU32; 6]; CHANGES_MAX],
}

impl SeriesRecord {
    /// None is in flight.
    pub(super) fn clear(&self) {
        self.len.store(0, Relaxed);
    }

    /// The first of so many changes have been written, and a series follows the run in flight.
    fn begin(&self, run: u64, changes: usize) {
        self.first_run.store(run, Relaxed);
        self.len.store(changes.min(CHANGES_MAX) as u32, Relaxed);
    }

    /// Where the child writes changes.
    fn room(&self) -> *mut Change {
        self.changes.as_ptr().cast::<Change>().cast_mut()
    }

    /// What has changed up to the plan whose run is in flight; nothing for the first plan and where there is no series.
    pub(super) fn changes(&self, run: u64) -> Vec<Change> {
        let mut passed = run.saturating_sub(self.first_run.load(Relaxed));
        let len = (self.len.load(Acquire) as usize).min(CHANGES_MAX);
        let mut changes = Vec::new();
        for slot in &self.changes[..len] {
            if passed == 0 {
                break;
            }
            let [decision, alternative, instruction, op, base_steps, flags] =
                std::array::from_fn(|word| slot[word].load(Relaxed));
            let change = Change {
                decision,
                alternative,
                instruction,
                op,
                base_steps,
                flags,
            };
            passed -= u64::from(change.completes());
            changes.push(change);
        }
        changes
    }
}

/// The tallies of a unit when the run in flight began, from those when its series began and what has changed since: all
/// runs before it returned and called the root op.
pub(super) fn tallies_after(mut tallies: Tallies, mut is_new: bool, changes: &[Change]) -> Tallies {
    for change in changes.iter().filter(|change| change.completes()) {
        tallies.returned += u64::from(is_new);
        tallies.reached_root += u64::from(is_new);
        is_new = change.is_new();
        tallies.executions += 1;
        tallies.expressions += u64::from(is_new);
    }
    tallies
}

/// The child's side: how many plans are worth telling ahead, and room for a program that the harness may change.
pub(super) struct SeriesRunner {
    most: u64,
    program: Vec<abi::Instr>,
}

impl SeriesRunner {
    pub(super) fn new() -> Self {
        Self {
            most: FEWEST,
            program: Vec::new(),
        }
    }

    /// Runs the plan that was handed out and is in the record as in flight, and those that follow it in a series of at most
    /// `most` more. The unit then stands at the last that was run, whose status comes back. None: there is no series.
    pub(super) fn run(
        &mut self,
        harness: &abi::Harness,
        record: &Record,
        unit: &mut UnitLoop<'_>,
        same: usize,
        most: u64,
        live_limit: u64,
    ) -> Option<(u32, u64)> {
        let series = record.series();
        // SAFETY: the numbers of a change, atomic so that the supervisor may read them after a death; there is no other
        // reference to them until the slice is dropped, which is before anything runs.
        let room = unsafe { std::slice::from_raw_parts_mut(series.room(), CHANGES_MAX) };
        let change_count = unit.tell_series(most.min(self.most), room);
        if change_count == 0 {
            return None;
        }
        series.begin(record.runs.load(Relaxed), change_count);
        self.program.clear();
        self.program.extend(unit.program().iter().map(|instr| abi::Instr {
            op: instr.op,
            watch: instr.watch,
        }));
        let mut series = abi::Series {
            program: self.program.as_mut_ptr(),
            len: self.program.len(),
            same,
            changes: series.room().cast(),
            change_count,
            runs: record.runs.as_ptr(),
            live_limit,
            passed: 0,
        };
        // SAFETY: the harness was started, and the grammar its tables belong to makes program and changes. Both kinds of
        // change are `repr(C)` with the same fields; the unit is not changed before the call is over.
        let status = unsafe { (harness.run_series)(&raw mut series) };
        self.most = match status {
            abi::STATUS_OK => MOST.min(self.most * 2),
            _ => FEWEST.max(self.most / 2),
        };
        // SAFETY: as above; nothing runs any more.
        let changes = unsafe { std::slice::from_raw_parts(series.changes.cast(), change_count) };
        unit.pass(series.passed, changes);
        Some((status, series.passed))
    }
}
