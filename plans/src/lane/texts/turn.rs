//! The turn that texts have between those of rounds: about as many runs, and none before rounds have made up for what was dear.

use crate::tuning::{
    COST_PAID_BY_A_RUN, LEAST_PAID_BY_A_UNIT, MOST_OWED, RUNS_OF_A_FOUND_TEXT, RUNS_OF_TEXTS,
    UNITS_FOR_ONE_IN_VAIN, UNITS_OF_A_SLICE,
};

/// What there is of a turn since rounds had theirs.
#[derive(Debug, Default)]
pub(super) struct Turn {
    /// Runs that are left of it.
    runs_left: u64,
    /// Units that came back, by whether they showed anything that is new to all items.
    units_with_news: u32,
    units_in_vain: u32,
    /// What rounds are to have cost before the next turn, for what was dear in the last ones.
    owed: u64,
}

impl Turn {
    /// The next one, when rounds had so many runs.
    pub(super) fn after(&self, runs: u64) -> Turn {
        let cost = runs.saturating_mul(COST_PAID_BY_A_RUN);
        let owed = self.owed.saturating_sub(cost.max(LEAST_PAID_BY_A_UNIT));
        let (least, most) = RUNS_OF_TEXTS;
        Turn {
            owed,
            runs_left: match owed {
                0 => runs.clamp(least, most),
                _ => 0,
            },
            ..Turn::default()
        }
    }

    pub(super) fn is_left(&self) -> bool {
        self.runs_left > 0
    }

    /// A unit of so many runs came back, which showed something new to all items or did not.
    pub(super) fn count(&mut self, runs: u64, is_new: bool) {
        self.units_with_news += u32::from(is_new);
        self.units_in_vain += u32::from(!is_new);
        self.runs_left = self.runs_left.saturating_sub(runs.max(1));
    }

    /// So many texts showed something: more are made of them.
    pub(super) fn prolong(&mut self, found: usize) {
        if self.owed == 0 {
            self.runs_left += found as u64 * RUNS_OF_A_FOUND_TEXT;
        }
    }

    /// It ends with what was dear, which cost so much.
    pub(super) fn end_owing(&mut self, cost: u64) {
        self.runs_left = 0;
        self.owed = MOST_OWED.min(self.owed.saturating_add(cost));
    }

    /// What came back in it, as slices of a round where items wait for each other.
    pub(super) fn slices(&self) -> u32 {
        let in_vain = self.units_in_vain.saturating_mul(UNITS_FOR_ONE_IN_VAIN);
        let weight = in_vain.saturating_add(self.units_with_news);
        weight / (UNITS_FOR_ONE_IN_VAIN * UNITS_OF_A_SLICE)
    }
}
