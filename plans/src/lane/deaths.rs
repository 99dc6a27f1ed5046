//! How often an item may die before it is left.

use super::news::DeathKind;
use crate::tuning::{MEMORY_DEATHS_PER_ITEM, OTHER_DEATHS_PER_ITEM, TIMEOUTS_PER_ITEM};

/// The deaths of an item, each of which costs as much as many runs.
#[derive(Debug, Default)]
pub(super) struct Deaths {
    timeouts: u32,
    memory: u32,
    other: u32,
}

impl Deaths {
    pub(super) fn count(&mut self, kind: DeathKind) {
        match kind {
            DeathKind::Timeout => self.timeouts += 1,
            DeathKind::Memory => self.memory += 1,
            DeathKind::Other => self.other += 1,
        }
    }

    pub(super) fn are_some(&self) -> bool {
        self.timeouts + self.memory + self.other > 0
    }

    pub(super) fn are_too_many(&self) -> bool {
        self.timeouts >= TIMEOUTS_PER_ITEM
            || self.memory >= MEMORY_DEATHS_PER_ITEM
            || self.other >= OTHER_DEATHS_PER_ITEM
    }
}
