//! What of a unit's current plan is watched.

use super::{Source, UnitLoop};

impl UnitLoop<'_> {
    /// Number of placeholders in the current plan that are watched.
    #[inline]
    pub fn placeholders(&self) -> usize {
        self.search.watched_placeholders()
    }

    /// Whether some placeholder of the current plan is not watched: see [`crate::Watch::Nothing`].
    #[inline]
    pub fn has_unwatched(&self) -> bool {
        self.search.has_unwatched()
    }

    /// Whether nothing is watched in the whole unit: see [`crate::Watch::Nothing`].
    #[inline]
    pub fn is_bare(&self) -> bool {
        matches!(&self.source, Source::Round(round) if round.is_bare())
    }

    /// Has the current plan, which was handed out, handed out once more with all placeholders watched, instead of observing
    /// it. One run more than the unit may spend, if it was the last: nobody would hear of what failed there.
    pub fn watch_all(&mut self) {
        self.is_again = true;
        self.tallies.expressions -= u64::from(self.novelties.counts(&self.search));
        self.search.watch_all();
    }

    /// Number of placeholders in the current plan, watched or not.
    #[inline]
    pub fn all_placeholders(&self) -> usize {
        self.search.placeholders()
    }

    /// Whether the run of the current plan, which was handed out, is to be watched for values worth learning.
    #[inline]
    pub fn is_watched_for_values(&self) -> bool {
        let number = match self.source {
            Source::Drawn { .. } => return false,
            // Only the first of them are.
            Source::Texts(..) => self.tallies.executions,
            Source::Round(_) | Source::Listed(_) => self.tallies.expressions,
        };
        self.is_new() && self.novelties.watches_for_values(number)
    }

    /// Whether the run of the current plan, which was handed out, is to be watched for new edges: all drawn and listed plans
    /// are, for making them takes longer anyway.
    #[inline]
    pub fn is_watched_for_edges(&self) -> bool {
        let is_in_order = matches!(self.source, Source::Round(_));
        let is_early = || self.novelties.is_early(self.tallies.expressions);
        self.is_new() && (!is_in_order || is_early() || self.search.begins_series())
    }
}
