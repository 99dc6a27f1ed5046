//! Which plans of a unit are new, and which of these are watched for more than what they look at.

use crate::tuning::WATCHED_FROM_FIRST;
use crate::{Grammar, Instr, Learning, Search};

/// What decides whether a plan is new.
pub(super) struct Novelties {
    /// Plans below this depth were counted in an earlier round; none: the plans are in no round, and all are new.
    counted_from: Option<u32>,
    /// New plans count as expressions.
    are_counted: bool,
    /// By op, if there are any: plans with one of these are new.
    fresh: Vec<bool>,
    /// The current plan has one.
    uses_fresh: bool,
    /// New plans from the first that are watched for values.
    watched_plans: u64,
    /// New plans of the round before this unit.
    plans_before: u64,
}

impl Novelties {
    pub(super) fn new(
        grammar: &Grammar,
        learning: &Learning,
        counted_from: Option<u32>,
        are_counted: bool,
    ) -> Novelties {
        Novelties {
            counted_from,
            are_counted,
            fresh: learning.fresh(grammar),
            uses_fresh: false,
            watched_plans: learning.watched_plans,
            plans_before: learning.plans_before,
        }
    }

    /// The unit goes on with the next round.
    pub(super) fn begin_round(&mut self, counted_from: u32) {
        self.counted_from = Some(counted_from);
    }

    /// Plans below this depth were counted in an earlier round.
    pub(super) fn counted_from(&self) -> u32 {
        self.counted_from.unwrap_or(0)
    }

    #[inline]
    pub(super) fn is_new(&self, search: &Search<'_>) -> bool {
        self.uses_fresh || !self.is_too_shallow(search)
    }

    #[inline]
    pub(super) fn is_too_shallow(&self, search: &Search<'_>) -> bool {
        self.counted_from.is_some_and(|from| search.base_steps() < from)
    }

    /// Whether the current plan counts as an expression.
    #[inline]
    pub(super) fn counts(&self, search: &Search<'_>) -> bool {
        self.are_counted && self.is_new(search)
    }

    /// The search stands at another plan.
    #[inline]
    pub(super) fn look_at(&mut self, search: &Search<'_>) {
        if !self.fresh.is_empty() {
            let is_fresh = |instr: &Instr| self.fresh[instr.op as usize];
            self.uses_fresh = search.program().iter().any(is_fresh);
        }
    }

    /// By op; empty if there are none.
    pub(super) fn fresh(&self) -> &[bool] {
        &self.fresh
    }

    /// Whether a run is watched for values after so many expressions of the unit, its own included. Rounds by height and
    /// drawn plans are not.
    #[inline]
    pub(super) fn watches_for_values(&self, expressions: u64) -> bool {
        expressions <= self.watched_plans && (self.are_counted || self.is_listed_or_drawn())
    }

    fn is_listed_or_drawn(&self) -> bool {
        self.counted_from.is_none()
    }

    /// Whether it is among the first of its round, all of which are watched for new edges.
    #[inline]
    pub(super) fn is_early(&self, expressions: u64) -> bool {
        self.are_counted && self.plans_before + expressions <= WATCHED_FROM_FIRST
    }

    /// Whether the next plan but one may be watched by its number.
    #[inline]
    pub(super) fn watches_next(&self, expressions: u64) -> bool {
        expressions < self.watched_plans || self.plans_before + expressions < WATCHED_FROM_FIRST
    }
}
