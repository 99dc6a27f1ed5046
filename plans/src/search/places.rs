//! Places in a search, and searches of the same in other manners and within other bounds.

use super::manner::Manner;
use super::{ROOT, Search};
use crate::{Cursor, Grammar, LearnedValue, OpId, Plan};

impl<'g> Search<'g> {
    /// As [`Search::with_learned`], with or without placeholders in place, and a bound of height if there is one.
    pub fn begun(
        grammar: &'g Grammar,
        root: OpId,
        bound: u32,
        learned: Vec<OpId>,
        watches_parts: bool,
        height: Option<u32>,
    ) -> Option<Search<'g>> {
        let manner = Manner {
            watches_parts,
            height,
        };
        let mut search = Search::rooted(grammar, root, bound, manner)?;
        search.learned = learned;
        search.begin();
        Some(search)
    }

    /// Stands at the plan with exactly these decisions, whatever its depth. None if they do not fit the grammar.
    pub fn resume(grammar: &'g Grammar, root: OpId, bound: u32, at: &Cursor) -> Option<Search<'g>> {
        Search::resumed(grammar, root, bound, None, at)
    }

    /// As [`Search::resume`], without a bound.
    pub fn at(grammar: &'g Grammar, root: OpId, at: &Cursor) -> Option<Search<'g>> {
        Search::resumed(grammar, root, u32::MAX, None, at)
    }

    /// As [`Search::resume`], with a bound of height if there is one.
    pub fn resumed(
        grammar: &'g Grammar,
        root: OpId,
        bound: u32,
        height: Option<u32>,
        at: &Cursor,
    ) -> Option<Search<'g>> {
        let manner = Manner {
            watches_parts: at.watches_parts,
            height,
        };
        Search::with_decisions(grammar, root, bound, &at.vector, manner)
    }

    /// Where it stands: enough for [`Search::resume`]. After [`Search::observe`] it includes the decisions that the run
    /// asked for.
    pub fn cursor(&self) -> Cursor {
        Cursor {
            vector: self.vector.clone(),
            watches_parts: self.manner.watches_parts,
        }
    }

    /// The current plan as it is when a run demanded `demands`, with these values of learned ops as literals: what remains
    /// undecided is a hole.
    pub fn plan(&self, demands: &[u32], learned: &[LearnedValue]) -> Plan {
        let term = self.term(demands).with_literals(self.grammar, learned);
        Plan::new(term).expect("a search stands at an op with its arguments")
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
    fn begin(&mut self) {
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
