//! When an item is quiet: its runs have shown nothing new for so long that more would very likely show nothing either. What
//! counts as new are edges and faults that no run of any item had shown, a call that returns for the first time, and an instance
//! that is gone on with. It counts runs, each as what it takes, and knows no clock.

use crate::tuning::{QUIET_GROWTH, QUIET_RUNS, RUNS_OF_A_PAUSE, RUNS_TO_A_PAUSE};
use std::collections::BTreeMap;

/// Since when an item has shown nothing new.
#[derive(Debug, Default)]
pub(super) struct Quiet {
    /// The next result shows edges or faults that no item had shown.
    has_news: bool,
    /// Whether a call has returned, and how many instances ran.
    shown: (bool, usize),
    /// Runs of the item, each as what it takes, and as they are.
    weighed: Counted,
    plain: Counted,
    /// What units that were paused since then count as.
    pauses: u64,
    /// By search: its runs since it was paused.
    unpaused: BTreeMap<usize, u64>,
}

/// A count that only grows.
#[derive(Clone, Copy, Debug, Default)]
struct Counted {
    now: u64,
    /// When the item last showed something new.
    then: u64,
}

impl Counted {
    fn since(self) -> u64 {
        self.now.saturating_sub(self.then)
    }
}

impl Quiet {
    /// The result that is noted next shows so many edges and faults that no item had shown before.
    pub(super) fn expect(&mut self, new: usize) {
        self.has_news |= new > 0;
    }

    /// Whether the result that is noted next shows something that no item had shown.
    pub(super) fn has_news(&self) -> bool {
        self.has_news
    }

    /// A result was taken in, after which the item has had so many runs that count as so many, and this many instances that ran.
    pub(super) fn note(&mut self, runs: u64, weighed: u64, returns: bool, instances: usize) {
        (self.plain.now, self.weighed.now) = (runs, weighed);
        if std::mem::take(&mut self.has_news) || self.shown != (returns, instances) {
            (self.plain.then, self.weighed.then) = (runs, weighed);
            (self.shown, self.pauses) = ((returns, instances), 0);
        }
    }

    /// A unit of this search of the item had so many runs, and was paused or not on its way from one plan to the next. A pause
    /// counts that hardly any runs came before, in however many units: where these are cut may be up to a clock.
    pub(super) fn follow(&mut self, search: usize, runs: u64, is_paused: bool) {
        let unpaused = self.unpaused.entry(search).or_default();
        *unpaused += runs;
        if is_paused && std::mem::take(unpaused) <= RUNS_TO_A_PAUSE {
            self.pauses += RUNS_OF_A_PAUSE;
        }
    }

    /// Runs since the item last showed something new.
    pub(super) fn runs(&self) -> u64 {
        self.plain.since()
    }

    /// How many more are enough, by what they take: the later something new came, the longer it is waited for the next.
    pub(super) fn runs_left(&self) -> u64 {
        let enough = QUIET_RUNS.max(self.weighed.then.saturating_mul(QUIET_GROWTH));
        enough.saturating_sub(self.weighed.since() + self.pauses)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_shows_something_late_is_waited_for_longer() {
        let mut quiet = Quiet::default();
        assert_eq!(quiet.runs_left(), QUIET_RUNS);
        let note = |quiet: &mut Quiet, runs| quiet.note(runs, runs, true, 1);
        note(&mut quiet, 10);
        note(&mut quiet, 50);
        assert_eq!((quiet.runs(), quiet.runs_left()), (40, QUIET_RUNS - 40));
        note(&mut quiet, 10 + QUIET_RUNS);
        assert_eq!(quiet.runs_left(), 0);
        quiet.expect(2);
        note(&mut quiet, 20 + QUIET_RUNS);
        assert_eq!(quiet.runs_left(), QUIET_GROWTH * (20 + QUIET_RUNS));
        note(&mut quiet, 30 + QUIET_RUNS);
        assert_eq!(quiet.runs(), 10);
    }

    #[test]
    fn what_runs_take_ends_an_item_and_what_is_told_are_runs() {
        let mut quiet = Quiet::default();
        quiet.note(10, 10, true, 1);
        quiet.note(20, 10 + QUIET_RUNS, true, 1);
        assert_eq!((quiet.runs(), quiet.runs_left()), (10, 0));
    }

    #[test]
    fn pauses_count_the_same_however_units_are_cut() {
        let after = |units: &[(usize, u64, bool)]| {
            let mut quiet = Quiet::default();
            for (search, runs, is_paused) in units {
                quiet.follow(*search, *runs, *is_paused);
            }
            QUIET_RUNS - quiet.runs_left()
        };
        assert_eq!(after(&[(0, 3, false), (0, 0, false)]), 0, "a clock has cut them");
        assert_eq!(after(&[(0, 3, true), (0, 0, true)]), 2 * RUNS_OF_A_PAUSE);
        assert_eq!(after(&[(0, 40, true)]), 0);
        assert_eq!(after(&[(0, 30, false), (0, 10, true)]), 0);
        assert_eq!(after(&[(0, 40, true), (0, 10, true)]), RUNS_OF_A_PAUSE);
        assert_eq!(after(&[(0, 40, false), (1, 10, true)]), RUNS_OF_A_PAUSE);
    }
}
