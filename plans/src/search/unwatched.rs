//! Searches of which no placeholder is watched: watching costs more than a run does, so where there are few plans every
//! placeholder counts as looked at by every run. That decides more than was demanded, never less.

use super::manner::Watch;
use super::{ROOT, Search};

impl Search<'_> {
    /// From here on no placeholder is watched.
    pub fn leave_unwatched(&mut self) {
        self.watch = Watch::None;
        if self.live && !self.is_paused {
            self.has_changed_placeholders = true;
            self.arrive(ROOT);
        }
    }

    /// Whether the current program has placeholders that are not watched.
    #[inline]
    pub fn has_unwatched(&self) -> bool {
        self.watch == Watch::None && !self.watched.is_empty()
    }

    /// Whether the search is one of which none is watched.
    #[inline]
    pub(crate) fn is_bare(&self) -> bool {
        self.watch != Watch::All
    }

    /// Number of placeholders of the program that are watched.
    #[inline]
    pub fn watched_placeholders(&self) -> usize {
        match self.watch {
            Watch::All | Watch::ThisPlan => self.watched.len(),
            Watch::None => 0,
        }
    }

    /// Watches all placeholders of the current program, for one more run of it.
    pub fn watch_all(&mut self) {
        if self.watch != Watch::None {
            return;
        }
        self.watch = Watch::ThisPlan;
        for (number, &node) in (1..).zip(&self.watched) {
            let position = self.positions[node as usize] as usize;
            self.program[position].watch = self.mark(node) | number;
            self.same_instructions = self.same_instructions.min(position);
        }
    }

    /// The program was written: placeholders that nobody watches keep their number, but not their mark.
    #[inline]
    pub(super) fn unmark_unwatched(&mut self) {
        if !self.is_bare() {
            return;
        }
        self.watch = Watch::None;
        for &node in &self.watched {
            let position = self.positions[node as usize] as usize;
            self.program[position].watch = 0;
        }
    }

    /// Decides the placeholders that nobody watched.
    pub(super) fn observe_unwatched(&mut self) {
        for number in 0..self.watched.len() {
            self.look_at(self.watched[number]);
        }
    }

    fn mark(&self, node: u32) -> u32 {
        match self.nodes[node as usize].in_place {
            true => crate::Instr::IN_PLACE,
            false => 0,
        }
    }
}
