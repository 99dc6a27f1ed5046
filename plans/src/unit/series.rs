//! Units that tell several plans ahead: see [`Change`]. A driver that runs them in one go says how far it came, and the
//! unit then stands where it would if each had been handed out and observed by itself.

use super::UnitLoop;
use crate::Change;

impl UnitLoop<'_> {
    /// What changes in the plans that follow the current one, which was handed out and not observed: at most `most` of
    /// them, as long as each run returns and demands nothing. Empty where that cannot be told.
    #[inline]
    pub fn tell_series(&mut self, most: u64) -> &[Change] {
        self.series.clear();
        let tallies = &self.tallies;
        let is_watched = tallies.expressions < self.watched_plans;
        if self.sampling.is_some() || is_watched || !self.known_fatal.is_empty() {
            return &self.series;
        }
        let left = (self.budget - tallies.executions)
            // The one handed out may be valid, too.
            .min(self.valid_budget.saturating_sub(tallies.valid() + 1));
        let mut series = self.search.series();
        let fresh = &self.fresh;
        let is_fresh_elsewhere = !fresh.is_empty()
            && (self.search.program().iter().enumerate())
                .any(|(position, instr)| fresh[instr.op as usize] && !series.changes(position));
        for _ in 0..most.min(left) {
            if !series.step(&mut self.series) {
                break;
            }
            let is_new = series.depth() >= self.counted_from
                || is_fresh_elsewhere
                || (!fresh.is_empty() && series.any(|op| fresh[op.index()]));
            if let Some(last) = self.series.last_mut().filter(|_| is_new) {
                last.flags |= Change::IS_NEW;
            }
        }
        &self.series
    }

    /// So many plans were run, beginning with the one that was handed out: each returned and demanded nothing. The one
    /// that follows in the series counts as handed out now, and is the current one.
    #[inline]
    pub fn pass(&mut self, passed: u64) {
        if passed == 0 {
            return;
        }
        let (mut handed_out, mut until) = (0, 0);
        let mut is_new = self.is_new();
        while handed_out < passed
            && let Some(change) = self.series.get(until)
        {
            until += 1;
            if change.completes() {
                handed_out += 1;
                self.tallies.returned += u64::from(is_new);
                self.tallies.reached_root += u64::from(is_new);
                is_new = change.is_new();
                self.tallies.expressions += u64::from(is_new);
            }
        }
        self.tallies.executions += handed_out;
        self.search.stand_after(&self.series[..until]);
        self.look_for_fresh();
    }
}
