//! How far a child has come with what it was given, in shared memory: whoever waits for it sees it move.

use super::moment::Moment;
use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};
use std::sync::atomic::{AtomicU32, AtomicU64};

/// Written by the child, but for `looks`.
#[repr(C)]
pub(crate) struct Progress {
    /// Number of runs begun in this child.
    pub(crate) runs: AtomicU64,
    /// `token + runs` once that run has ended.
    run_token: AtomicU64,
    /// The complement of the token once the child has done all it was asked to.
    end_token: AtomicU64,
    /// Which unit, as the supervisor counts.
    unit: AtomicU32,
    /// Runs begun before that unit.
    runs_before_unit: AtomicU64,
    /// When the child had done all that comes before its first batch.
    ready: AtomicU64,
    /// How often the template has looked whether the child moves.
    looks: AtomicU64,
}

impl Progress {
    /// Called by the child before every unit.
    pub(crate) fn begin_unit(&self, unit: u32) {
        self.runs_before_unit.store(self.runs.load(Relaxed), Relaxed);
        self.unit.store(unit, Release);
    }

    /// The unit that the child has begun last, as the supervisor counts.
    pub(crate) fn unit(&self) -> u32 {
        self.unit.load(Acquire)
    }

    /// Whether a run of that unit was begun.
    pub(crate) fn has_run_of_unit(&self) -> bool {
        self.runs_begun() > self.runs_before_unit.load(Relaxed)
    }

    /// Called by the child before every run, when all is noted of it.
    pub(super) fn begin_run(&self) {
        self.runs.store(self.runs.load(Relaxed) + 1, Release);
    }

    /// Number of runs begun in the child.
    pub(crate) fn runs_begun(&self) -> u64 {
        self.runs.load(Acquire)
    }

    /// The run that was begun last has ended. Called by the child, which knows the token.
    pub(crate) fn end_run(&self, token: u64) {
        let runs = self.runs.load(Relaxed);
        self.run_token.store(token.wrapping_add(runs), Release);
    }

    /// Whether a run is in flight, as far as the child with this token has come.
    pub(crate) fn is_running(&self, token: u64) -> bool {
        let ended = self.run_token.load(Acquire);
        self.has_run_of_unit() && ended != token.wrapping_add(self.runs_begun())
    }

    /// The template has looked whether the child moves.
    pub(crate) fn note_look(&self) {
        self.looks.fetch_add(1, Relaxed);
    }

    /// How often it has.
    pub(crate) fn looks(&self) -> u64 {
        self.looks.load(Relaxed)
    }

    /// The child waits for its first batch from now on.
    pub(crate) fn note_ready(&self) {
        self.ready.store(Moment::now().to_bits(), Relaxed);
    }

    /// When that was.
    pub(crate) fn ready(&self) -> Moment {
        Moment::from_bits(self.ready.load(Relaxed))
    }

    /// The child has done all that it was asked to with this token.
    pub(crate) fn finish(&self, token: u64) {
        self.end_token.store(!token, Release);
    }

    /// Whether it says so.
    pub(crate) fn has_finished(&self, token: u64) -> bool {
        self.end_token.load(Acquire) == !token
    }

    /// Forgets the last batch. Runs go on to be counted.
    pub(super) fn clear(&self) {
        self.run_token.store(0, Relaxed);
        self.end_token.store(0, Relaxed);
        self.begin_unit(0);
    }
}
