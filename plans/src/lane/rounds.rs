//! What rounds are, and what a strategy sees of an instance: counts and depths only, for time is the caller's business.

use crate::tuning::{MUTANTS_OF_A_TURN, RUNS_OF_A_TURN};

/// One pass over all plans of an item up to a depth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Round {
    /// Deepest plans to run.
    pub bound: u32,
    /// Plans below this depth were counted in an earlier round.
    pub counted_from: u32,
    /// Random plans instead of all plans.
    pub draws: Option<Draws>,
    /// Plans made from kept ones, between the round's runs.
    pub mutants: Option<Mutants>,
}

/// Random plans of one round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Draws {
    /// Where the random numbers begin.
    pub seed: u64,
    /// How many plans are drawn.
    pub plans: u64,
    /// Rounds of the item before this one.
    pub turn: u32,
}

/// Plans made from kept ones while a round goes on. Turn by turn every item has the same share: so many runs of its round,
/// then so many mutants; nobody begins a turn before everybody has ended the one before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mutants {
    /// Decides which are made.
    pub seed: u64,
}

impl Mutants {
    /// Runs of the round in one turn of an item, after so many turns in which no item showed anything new: what is new is
    /// built upon soon.
    pub fn runs(self, idle: u32) -> u64 {
        RUNS_OF_A_TURN << idle.min(6)
    }

    /// Mutants in one turn of an item, likewise.
    pub fn plans(self, idle: u32) -> usize {
        MUTANTS_OF_A_TURN << idle.min(3)
    }
}

/// How the last round of an item ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RoundEnd {
    /// Its bound.
    pub bound: u32,
    /// Smallest depth of a plan beyond the bound; none if there is no such plan.
    pub min_cut: Option<u32>,
}

/// What a strategy may know of an instance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ItemState {
    /// Depth of its cheapest finished plan ([`Grammar::root_steps`](crate::Grammar::root_steps)).
    pub root_steps: u32,
    /// Deepest plans wanted, if there is a limit.
    pub depth: Option<u32>,
    /// The last round that was completed.
    pub last: Option<RoundEnd>,
    /// How many rounds were completed.
    pub rounds: u32,
}

impl ItemState {
    /// Whether all plans were run, of whatever depth.
    pub(super) fn is_exhausted(&self) -> bool {
        self.last.is_some_and(|last| last.min_cut.is_none())
    }
}
