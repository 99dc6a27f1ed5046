//! Settling: eager nodes are decided as soon as their parents are, at what the bound allows; and where a search stops that
//! meets no plan for long.

use super::Search;
use crate::tuning::MOST_SKIPPED;

impl Search<'_> {
    /// Settles all nodes that wait at their default alternatives: the plan that was run had these there.
    pub(super) fn settle(&mut self) {
        while let Some(node) = self.todo.pop() {
            self.decide(node, 0);
        }
    }

    /// Settles each node that waits at the first alternative with which a plan within the bound can still be reached.
    /// Those before it are left out all at once: they would be decided, found too deep, and undone, one combination after
    /// another. False if a node has no such alternative; it and those after it still wait then.
    pub(super) fn settle_within(&mut self) -> bool {
        let mut pending = self.least_of_waiting(0);
        while let Some(&node) = self.todo.last() {
            pending = pending.saturating_sub(self.grammar.settled_steps(self.nodes[node as usize].ty));
            let Some(alternative) = self.find_fitting(node, 0, pending) else {
                return false;
            };
            self.todo.pop();
            let waiting = self.todo.len();
            self.decide(node, alternative);
            pending += self.least_of_waiting(waiting);
        }
        true
    }

    /// The least depth that the waiting nodes from this position on add.
    fn least_of_waiting(&self, from: usize) -> u32 {
        let least = |&node: &u32| self.grammar.settled_steps(self.nodes[node as usize].ty);
        self.todo[from..].iter().map(least).sum()
    }

    /// The first alternative of an undecided node, from this one on, that may be taken and with which a plan within the
    /// bound may be reached, if the nodes that wait add at least `pending`. What is left out is noted as cut.
    pub(super) fn find_fitting(&mut self, node: u32, from: u32, pending: u32) -> Option<u32> {
        let settled = self.depth - self.charge(node);
        let ty = self.nodes[node as usize].ty;
        let alternatives = self.grammar.alternatives(ty);
        let ordinary = self.grammar.ordinary(ty);
        let end = match self.learned.is_empty() {
            true => ordinary,
            false => alternatives.len(),
        };
        (from..end as u32).find(|&alternative| {
            let op = alternatives[alternative as usize];
            let is_unknown = alternative as usize >= ordinary && self.learned.binary_search(&op).is_err();
            if is_unknown {
                return false;
            }
            if self.is_too_nested(node, op) {
                self.cut_height();
                return false;
            }
            let least = settled + self.grammar.settled_steps_of_op(op) + pending;
            let fits = least <= self.bound;
            if !fits {
                self.cut(least);
            }
            fits
        })
    }

    /// So many decisions have led to no plan. True if the search pauses: with those before they are enough.
    pub(super) fn pauses_after(&mut self, decisions: usize) -> bool {
        self.skipped += decisions as u64;
        let is_enough = self.skipped >= MOST_SKIPPED;
        if is_enough {
            self.pause();
        }
        is_enough
    }

    /// Stands between plans, to be resumed at these decisions.
    fn pause(&mut self) {
        self.settle();
        self.skipped = 0;
        self.is_paused = true;
        self.live = true;
        self.program.clear();
        self.program_nodes.clear();
        self.watched.clear();
        self.same_instructions = 0;
        self.shapes.same = 0;
    }

    /// Whether the search has passed by so much without meeting a plan that it stands between two of them: the decisions
    /// are where to resume it.
    #[inline]
    pub fn is_paused(&self) -> bool {
        self.is_paused
    }
}
