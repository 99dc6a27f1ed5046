//! Series of runs: the child has the harness evaluate many programs in one call, and shared memory says which of them is in
//! flight at any time. See [`plans::Change`].

use super::abi;
use plans::{Change, Tallies};
use std::sync::atomic::Ordering::{Acquire, Relaxed};
use std::sync::atomic::{AtomicU32, AtomicU64};

/// Most changes kept.
pub(crate) const CHANGES_MAX: usize = 2048;

const _: () = {
    assert!(size_of::<abi::Change>() == size_of::<Change>());
    assert!(abi::CHANGE_COMPLETES == Change::COMPLETES);
};

/// The series in flight: what changes, in order, from the plan that the record names.
#[repr(C)]
pub(crate) struct SeriesRecord {
    /// Number of the run of the first plan, as the record counts runs.
    first_run: AtomicU64,
    /// 0: none is in flight.
    len: AtomicU32,
    /// The numbers of [`Change`]s.
    changes: [[AtomicU32; 6]; CHANGES_MAX],
}

impl SeriesRecord {
    /// None is in flight.
    pub(crate) fn clear(&self) {
        self.len.store(0, Relaxed);
    }

    /// The first of so many changes have been written, and a series follows the run in flight.
    pub(crate) fn begin(&self, run: u64, changes: usize) {
        self.first_run.store(run, Relaxed);
        self.len.store(changes.min(CHANGES_MAX) as u32, Relaxed);
    }

    /// Where the child writes changes.
    pub(crate) fn room(&self) -> *mut Change {
        self.changes.as_ptr().cast::<Change>().cast_mut()
    }

    /// What has changed up to the plan whose run is in flight; nothing for the first plan and where there is no series.
    pub(crate) fn changes(&self, run: u64) -> Vec<Change> {
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
pub(crate) fn tallies_after(mut tallies: Tallies, mut is_new: bool, changes: &[Change]) -> Tallies {
    for change in changes.iter().filter(|change| change.completes()) {
        tallies.returned += u64::from(is_new);
        tallies.reached_root += u64::from(is_new);
        is_new = change.is_new();
        tallies.executions += 1;
        tallies.expressions += u64::from(is_new);
    }
    tallies
}
