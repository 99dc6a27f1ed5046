//! Has the harness run series of plans in one call each. See [`plans::Change`].

use crate::executor::shared::abi;
use crate::executor::shared::record::Record;
use crate::executor::shared::series::CHANGES_MAX;
use plans::UnitLoop;
use std::sync::atomic::Ordering::Relaxed;

/// Most plans after the first of a series. A look at the clock costs less than one run in so many.
const MOST: u64 = 256;
/// Plans after the first where one lately did not return.
const FEWEST: u64 = 4;

/// How many plans are worth telling ahead, and room for a program that the harness may change.
pub(crate) struct SeriesRunner {
    most: u64,
    program: Vec<abi::Instr>,
}

impl SeriesRunner {
    pub(crate) fn new() -> Self {
        Self {
            most: FEWEST,
            program: Vec::new(),
        }
    }

    /// Runs the plan that was handed out and is in the record as in flight, and those that follow it in a series of at most
    /// `most` more. The unit then stands at the last that was run, whose status comes back. None: there is no series.
    pub(crate) fn run(
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
        series.begin(record.progress.runs.load(Relaxed), change_count);
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
            runs: record.progress.runs.as_ptr(),
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
