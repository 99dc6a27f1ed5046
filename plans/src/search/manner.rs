//! What one grammar and root can be searched with, besides a bound.

use super::{ROOT, Search, Step};
use crate::{Economy, Grammar, OpId};

/// What a unit may vary about a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Manner {
    /// Whether there are placeholders in place.
    pub(crate) watches_in_place: bool,
    /// See [`crate::Economy::height`].
    pub(crate) height: Option<u32>,
}

impl From<&Economy> for Manner {
    fn from(economy: &Economy) -> Manner {
        Manner {
            watches_in_place: economy.watches_in_place,
            height: economy.height,
        }
    }
}

impl Manner {
    pub(super) const IN_PLACE: Manner = Manner {
        watches_in_place: true,
        height: None,
    };
    pub(super) const WHOLE: Manner = Manner {
        watches_in_place: false,
        height: None,
    };
}

impl<'g> Search<'g> {
    /// As [`Search::resume`], where the decisions were made by a unit with this economy.
    pub fn resume_unit(
        grammar: &'g Grammar,
        root: OpId,
        bound: u32,
        vector: &[Step],
        economy: &Economy,
    ) -> Option<Search<'g>> {
        Search::resumed(grammar, root, bound, vector, economy.into())
    }

    /// A search of the same in the same manner that stands at the first plan within another bound.
    pub(crate) fn within(&self, bound: u32) -> Option<Search<'g>> {
        let mut search = Search::rooted(self.grammar, self.root, bound, self.manner)?;
        search.learned.clone_from(&self.learned);
        search.watch = self.watch;
        search.begin();
        Some(search)
    }

    /// Goes to the first plan.
    pub(super) fn begin(&mut self) {
        if !(self.settle_within() && self.arrive_if_within(ROOT)) {
            self.todo.clear();
            self.advance();
        }
    }

    /// Goes on to the next plan if the current one is beyond a bound: where a search has paused there is none.
    pub(crate) fn enter_bound(&mut self) {
        if self.depth > self.bound || self.too_nested > 0 {
            self.advance();
        }
    }

    /// Deepest plans.
    pub(crate) fn bound(&self) -> u32 {
        self.bound
    }
}
