//! A round in a unit: where it ends if it is a part of one, and the rounds that follow it in the same unit.

use crate::{RoundWork, Search, Step, Watch};

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

/// The state of a round in a unit.
pub(super) struct Round {
    watch: Watch,
    pub(super) deepens_to: u32,
    /// Runs of the rounds before this one.
    pub(super) runs_before: u64,
    /// Where it ends, if it is a part.
    end: Vec<Step>,
    has_reached_end: bool,
}

impl Round {
    pub(super) fn new(work: RoundWork) -> Round {
        Round {
            watch: work.watch,
            deepens_to: work.deepens_to,
            runs_before: 0,
            end: work.end.map_or(Vec::new(), |end| end.vector),
            has_reached_end: false,
        }
    }

    #[inline]
    pub(super) fn has_reached_end(&self) -> bool {
        self.has_reached_end
    }

    #[inline]
    pub(super) fn look_for_end(&mut self, search: &Search<'_>) {
        // What was not touched since the plan that was handed out last is not there yet.
        if search.same_decisions() < self.end.len() {
            self.has_reached_end = search.has_reached(&self.end);
        }
    }

    /// Decisions that stay as they are until it ends.
    #[inline]
    pub(super) fn fixed_decisions(&self) -> usize {
        self.end.len()
    }

    #[inline]
    pub(super) fn is_bare(&self) -> bool {
        self.watch == Watch::Nothing
    }

    #[inline]
    pub(super) fn tells_values(&self) -> bool {
        self.watch == Watch::Values
    }
}
