//! How often an item may die before it is left, when its runs are given up early, and how many runs its deaths count as.

use super::news::DeathKind;
use crate::request::Patience;
use crate::tuning::{MEMORY_DEATHS_PER_ITEM, OTHER_DEATHS_PER_ITEM, TIMEOUTS_PER_ITEM, WHOLE_CASES_PER_ITEM};

/// The deaths of an item, each of which costs as much as many runs.
#[derive(Debug, Default)]
pub(super) struct Deaths {
    timeouts: u32,
    memory: u32,
    other: u32,
    /// Slow ones of other lanes than the rounds, which have bounds of their own.
    elsewhere: u32,
    /// Runs that all of them count as.
    runs: u64,
}

impl Deaths {
    pub(super) fn count(&mut self, kind: DeathKind) {
        match kind {
            DeathKind::Timeout => self.timeouts += 1,
            DeathKind::Memory => self.memory += 1,
            DeathKind::GivenUp | DeathKind::Other => self.other += 1,
        }
    }

    /// One of a lane that is no round.
    pub(super) fn count_elsewhere(&mut self, kind: DeathKind) {
        self.elsewhere += u32::from(kind.is_slow());
    }

    /// One of any lane.
    pub(super) fn charge(&mut self, kind: DeathKind) {
        self.runs += kind.runs();
    }

    /// Runs that they count as.
    pub(super) fn runs(&self) -> u64 {
        self.runs
    }

    pub(super) fn are_some(&self) -> bool {
        self.timeouts + self.memory + self.other > 0
    }

    pub(super) fn are_too_many(&self) -> bool {
        self.timeouts >= TIMEOUTS_PER_ITEM
            || self.memory >= MEMORY_DEATHS_PER_ITEM
            || self.other >= OTHER_DEATHS_PER_ITEM
    }

    /// How long the next runs may take.
    pub(super) fn patience(&self) -> Patience {
        match self.timeouts + self.memory + self.elsewhere >= WHOLE_CASES_PER_ITEM {
            true => Patience::Part,
            false => Patience::Whole,
        }
    }
}
