//! Parts of a search: the plans from one to another. Plans come in the order of their decisions, so a place further on can
//! be named before any run has come there.

use super::{Search, Step};
use std::cmp::Ordering;

impl Search<'_> {
    /// Goes on to the first plan in which a decision at `level`, counted from 0, or before it is another one. False when
    /// there is none. Runs may still show that the search never comes to stand there: one that ends early takes decisions
    /// back.
    pub fn jump(&mut self, level: usize) -> bool {
        while self.vector.len() > level.saturating_add(1)
            && let Some(last) = self.vector.pop()
        {
            self.undo(last);
        }
        self.todo.clear();
        self.advance()
    }

    /// Whether the current plan is one that begins with these decisions, or comes after all that do.
    pub(crate) fn has_reached(&self, decisions: &[Step]) -> bool {
        let begin = &self.vector[..self.vector.len().min(decisions.len())];
        order(begin, decisions) != Ordering::Less
    }
}

/// Which of two plans of one search comes first. One that has decided more comes later.
pub fn order(one: &[Step], other: &[Step]) -> Ordering {
    let key = |step: &Step| (step.node, step.alternative);
    one.iter().map(key).cmp(other.iter().map(key))
}
