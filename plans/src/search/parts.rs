//! Parts of a search: the plans from one to another. Plans come in the order of their decisions, so a place further on can
//! be named before any run has come there.

use super::Search;
use crate::Cursor;
use crate::cursor::Step;
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
fn order(one: &[Step], other: &[Step]) -> Ordering {
    let key = |step: &Step| (step.node, step.alternative);
    one.iter().map(key).cmp(other.iter().map(key))
}

impl Cursor {
    /// Whether it comes before another place of the same search. One that has decided more comes later.
    pub fn order(&self, other: &Cursor) -> Ordering {
        order(&self.vector, &other.vector)
    }

    /// Number of decisions.
    pub fn decisions(&self) -> usize {
        self.vector.len()
    }

    /// The place of all plans that begin with the first so many decisions.
    pub fn begin(&self, decisions: usize) -> Cursor {
        Cursor {
            vector: self.vector[..decisions.min(self.vector.len())].to_vec(),
            watches_parts: self.watches_parts,
        }
    }

    /// Whether its plan begins with the decisions of `end`, or comes after all that do.
    pub fn has_reached(&self, end: &Cursor) -> bool {
        self.begin(end.decisions()).order(end) != Ordering::Less
    }

    /// The first decision, counted from 0, in which a later place differs from this one, and how many alternatives it is
    /// further on there. What was not decided here begins with its first alternative.
    pub fn way_to(&self, later: &Cursor) -> Option<(usize, u32)> {
        let is_same = |(index, step): &(usize, &Step)| match self.vector.get(*index) {
            Some(before) => before == *step,
            None => step.alternative == 0,
        };
        let (level, step) = later.vector.iter().enumerate().find(|place| !is_same(place))?;
        let before = self.vector.get(level).filter(|before| before.node == step.node);
        let from = before.map_or(0, |before| before.alternative);
        Some((level, step.alternative.saturating_sub(from)))
    }
}
