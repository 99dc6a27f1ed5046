//! What of a unit's current plan is watched.

use super::UnitLoop;

impl UnitLoop<'_> {
    /// Number of placeholders in the current plan that are watched.
    #[inline]
    pub fn placeholders(&self) -> usize {
        self.search.watched_placeholders()
    }

    /// Whether some placeholder of the current plan is not watched: see [`Economy::is_bare`].
    #[inline]
    pub fn has_unwatched(&self) -> bool {
        self.search.has_unwatched()
    }

    /// Has the current plan, which was handed out, handed out once more with all placeholders watched, instead of observing
    /// it.
    pub fn watch_all(&mut self) {
        self.tallies.expressions -= u64::from(self.is_new() && self.is_in_a_round);
        self.search.watch_all();
    }

    /// Number of placeholders in the current plan, watched or not.
    #[inline]
    pub fn all_placeholders(&self) -> usize {
        self.search.placeholders()
    }
}
