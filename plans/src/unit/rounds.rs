//! Units of several rounds: see [`UnitRequest::deepens_to`](crate::UnitRequest::deepens_to).

use super::UnitLoop;

/// How far a unit has come in rounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RoundReached {
    /// Deepest plans.
    pub bound: u32,
    /// Plans below this depth were counted in an earlier round.
    pub counted_from: u32,
    /// Runs of the unit in this round.
    pub runs: u64,
}

impl UnitLoop<'_> {
    /// From here on the unit is over when no plan of the current round is left.
    pub fn end_with_round(&mut self) {
        self.deepens_to = 0;
    }

    pub(super) fn round_reached(&self) -> RoundReached {
        RoundReached {
            bound: self.search.bound(),
            counted_from: self.counted_from,
            runs: self.tallies.executions - self.runs_before,
        }
    }

    #[inline]
    pub(super) fn begin_next_round(&mut self) {
        while !self.search.is_live()
            && let Some(bound) = self.search.min_cut()
            && bound <= self.deepens_to
            && let Some(next) = self.search.within(bound)
        {
            self.counted_from = self.search.bound().saturating_add(1);
            self.runs_before = self.tallies.executions;
            self.search = next;
            self.skip_known_fatal();
        }
    }
}
