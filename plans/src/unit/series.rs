//! Units that tell several plans ahead: see [`Change`]. A driver that runs them in one go says how far it came, and the
//! unit then stands where it would if each had been handed out and observed by itself.

use super::{Source, UnitLoop};
use crate::search::series::{Change, MOST_DIALS};
use crate::search::shapes::SeriesShapes;

impl UnitLoop<'_> {
    /// Writes what changes in the plans that follow the current one, which was handed out and not observed, as long as
    /// each run returns and demands nothing: at most `most` of them, and as many as there is room for. Returns the number
    /// of changes; 0 where nothing can be told.
    #[inline]
    pub fn tell_series(&self, most: u64, into: &mut [Change]) -> usize {
        let tallies = &self.tallies;
        let Source::Round(round) = &self.source else {
            return 0;
        };
        let is_watched = self.novelties.watches_next(tallies.expressions);
        if is_watched || !self.known_fatal.is_empty() || round.tells_values() {
            return 0;
        }
        let left = self.spending.left(tallies);
        let mut series = self.search.series(round.fixed_decisions());
        let mut left_out = None;
        if let Some((known, stage)) = self.redundant {
            left_out = SeriesShapes::of(&series, known, stage);
            if left_out.is_none() {
                return 0;
            }
        }
        let fresh = self.novelties.fresh();
        let is_fresh_elsewhere = !fresh.is_empty()
            && (self.search.program().iter().enumerate())
                .any(|(position, instr)| fresh[instr.op as usize] && !series.changes(position));
        let mut told = 0;
        for _ in 0..most.min(left) {
            let room = &mut into[told..];
            if room.len() < MOST_DIALS {
                break;
            }
            let count = series.step(room);
            // What comes instead of a plan that is left out may be no part of the series.
            let is_left_out = |shapes: &mut SeriesShapes<'_>| shapes.leave_out(&series);
            if count == 0 || left_out.as_mut().is_some_and(is_left_out) {
                break;
            }
            let is_new = series.depth() >= self.novelties.counted_from()
                || is_fresh_elsewhere
                || (!fresh.is_empty() && series.any(|op| fresh[op.index()]));
            if is_new {
                room[count - 1].flags |= Change::IS_NEW;
            }
            told += count;
        }
        told
    }

    /// So many plans were run, beginning with the one that was handed out: each returned and demanded nothing. The one
    /// that follows in the series, of which these are the changes, counts as handed out now, and is the current one.
    #[inline]
    pub fn pass(&mut self, passed: u64, changes: &[Change]) {
        if passed == 0 {
            return;
        }
        let (mut handed_out, mut until) = (0, 0);
        let mut is_new = self.is_new();
        while handed_out < passed
            && let Some(change) = changes.get(until)
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
        self.search.stand_after(&changes[..until]);
        self.look_for_fresh();
    }
}
