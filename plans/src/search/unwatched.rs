//! Placeholders that nobody watches: watching one costs more than a run does, so where nearly every run looks at it
//! anyway it counts as looked at by every run. That decides more than was demanded, never less.

use super::{ROOT, Search};
use crate::TypeId;

/// Which placeholders are not watched.
#[derive(Default)]
pub(super) struct Unwatched {
    /// By type; empty if all are watched.
    types: Vec<bool>,
    /// Numbers of those in the current program, in its order.
    numbers: Vec<u32>,
}

impl Search<'_> {
    /// From here on placeholders of these types are not watched.
    pub fn leave_unwatched(&mut self, types: &[TypeId]) {
        if types.is_empty() {
            return;
        }
        self.unwatched.types = vec![false; self.grammar.type_count()];
        for ty in types {
            if let Some(is_unwatched) = self.unwatched.types.get_mut(ty.index()) {
                *is_unwatched = true;
            }
        }
        if self.live {
            self.has_changed_placeholders = true;
            self.arrive(ROOT);
        }
    }

    /// Whether some placeholder of the current program is not watched.
    #[inline]
    pub fn has_unwatched(&self) -> bool {
        !self.unwatched.numbers.is_empty()
    }

    /// Whether marks of placeholders may be missing in the current program: they are set anew with every plan.
    #[inline]
    pub(super) fn may_leave_unwatched(&self) -> bool {
        !self.unwatched.types.is_empty() && !self.watched.is_empty()
    }

    /// Number of placeholders in the program, or none if nobody watches any of them.
    #[inline]
    pub fn watched_placeholders(&self) -> usize {
        if self.unwatched.numbers.len() == self.watched.len() {
            return 0;
        }
        self.watched.len()
    }

    /// Watches all placeholders of the current program, for one more run of it.
    pub fn watch_all(&mut self) {
        for &number in &self.unwatched.numbers {
            let node = self.watched[number as usize];
            let position = self.positions[node as usize] as usize;
            self.program[position].watch = self.mark(node) | (number + 1);
            self.same_instructions = self.same_instructions.min(position);
        }
        self.unwatched.numbers.clear();
    }

    /// The program was written: placeholders that nobody watches keep their number, but not their mark.
    #[inline]
    pub(super) fn unmark_unwatched(&mut self) {
        self.unwatched.numbers.clear();
        if self.unwatched.types.is_empty() {
            return;
        }
        for (number, &node) in (0..).zip(&self.watched) {
            if self.is_unwatched(node) {
                let position = self.positions[node as usize] as usize;
                self.program[position].watch = 0;
                self.unwatched.numbers.push(number);
            }
        }
    }

    /// Decides the placeholders that nobody watched. One inside a watched placeholder that was not looked at was not
    /// looked at either.
    pub(super) fn observe_unwatched(&mut self) {
        let numbers = std::mem::take(&mut self.unwatched.numbers);
        for &number in &numbers {
            let node = self.watched[number as usize];
            self.visiting.clear();
            let mut at = node;
            let mut is_hidden = false;
            while !self.nodes[at as usize].decided {
                if self.nodes[at as usize].lazy {
                    is_hidden |= !self.is_unwatched(at);
                    self.visiting.push(at);
                }
                at = self.nodes[at as usize].parent;
            }
            if is_hidden {
                self.visiting.clear();
            }
            self.decide_visited();
        }
        self.unwatched.numbers = numbers;
        self.unwatched.numbers.clear();
    }

    fn mark(&self, node: u32) -> u32 {
        match self.nodes[node as usize].in_place {
            true => crate::Instr::IN_PLACE,
            false => 0,
        }
    }

    fn is_unwatched(&self, node: u32) -> bool {
        self.unwatched.types[self.nodes[node as usize].ty.index()]
    }
}
