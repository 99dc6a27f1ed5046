//! When an item is quiet: its runs have shown nothing new for so long that more would very likely show nothing either. What
//! counts as new are edges and faults that no run of any item had shown, a call that returns for the first time, and an instance
//! that is gone on with. It counts runs, and knows no clock.

use crate::tuning::{QUIET_GROWTH, QUIET_RUNS, RUNS_OF_A_PAUSE};

/// Counts of what an item has shown; each only grows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Shown {
    /// Edges and faults.
    pub(super) new: usize,
    pub(super) returns: bool,
    pub(super) instances: usize,
}

/// Since when an item has shown nothing new.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Quiet {
    shown: Shown,
    /// Runs of the item when it last showed something new.
    since: u64,
    /// What units that were paused since then count as.
    pauses: u64,
}

impl Quiet {
    /// After so many runs, the item has shown this in all.
    pub(super) fn note(&mut self, runs: u64, shown: Shown) {
        if shown != self.shown {
            (self.shown, self.since, self.pauses) = (shown, runs, 0);
        }
    }

    /// A unit was paused on its way from one plan to the next.
    pub(super) fn pause(&mut self) {
        self.pauses += RUNS_OF_A_PAUSE;
    }

    /// Runs since the item last showed something new, of so many.
    pub(super) fn runs(&self, of: u64) -> u64 {
        of.saturating_sub(self.since)
    }

    /// How many more of these, after so many in all, are enough: the later something new came, the longer it is waited for
    /// the next.
    pub(super) fn runs_left(&self, of: u64) -> u64 {
        let enough = QUIET_RUNS.max(self.since.saturating_mul(QUIET_GROWTH));
        enough.saturating_sub(self.runs(of) + self.pauses)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(new: usize) -> Shown {
        Shown {
            new,
            ..Shown::default()
        }
    }

    #[test]
    fn what_shows_something_late_is_waited_for_longer() {
        let mut quiet = Quiet::default();
        assert_eq!(quiet.runs_left(0), QUIET_RUNS);
        quiet.note(10, shown(1));
        quiet.note(50, shown(1));
        assert_eq!((quiet.runs(50), quiet.runs_left(50)), (40, QUIET_RUNS - 40));
        assert_eq!(quiet.runs_left(10 + QUIET_RUNS), 0);
        quiet.note(QUIET_RUNS, shown(2));
        assert_eq!(quiet.runs_left(QUIET_RUNS), QUIET_GROWTH * QUIET_RUNS);
    }
}
