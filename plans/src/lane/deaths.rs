//! How often an item may die before it is left, when its runs are given up early, and how many runs its deaths count as.

use super::news::{DeathKind, DeathNews};
use crate::ids::OpId;
use crate::plan::Plan;
use crate::request::{Patience, UnitRequest, Work};
use crate::tuning::{MEMORY_DEATHS_PER_ITEM, OTHER_DEATHS_PER_ITEM, TIMEOUTS_PER_ITEM, WHOLE_CASES_PER_ITEM};
use std::collections::{BTreeMap, BTreeSet};

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
    /// Ops that were being carried out in slow ones and that no other item knows of yet.
    untold: Vec<OpId>,
    /// Ops that items have died of slowly, as often as the item itself may.
    slow_ops: BTreeSet<OpId>,
}

/// How often items have died slowly while an op was being carried out.
pub(super) type SlowOps = BTreeMap<OpId, u32>;

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
    pub(super) fn charge(&mut self, death: &DeathNews<'_>) {
        self.runs += death.kind.runs();
        self.untold.extend(death.op.filter(|_| death.kind.is_slow()));
    }

    /// Tells all items which ops take so long, and hears what others say.
    pub(super) fn share(&mut self, all: &mut SlowOps) {
        for op in self.untold.drain(..) {
            *all.entry(op).or_default() += 1;
        }
        let known = all.iter().filter(|(_, deaths)| **deaths >= WHOLE_CASES_PER_ITEM);
        self.slow_ops.extend(known.map(|(op, _)| *op));
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

    /// How long runs of texts and lists may take. Where an op on the way to the item's own is known to take all the time there is, only a
    /// part of it: the rounds have it whole.
    pub(super) fn patience_with(&self, request: &UnitRequest) -> Patience {
        let is_slow = |plan: &Plan| {
            let mut ops = plan.ops().into_iter();
            ops.any(|op| op != request.root && self.slow_ops.contains(&op))
        };
        let has_slow = !self.slow_ops.is_empty()
            && match &request.work {
                Work::Listed(plans) => plans.iter().any(is_slow),
                Work::Texts(work) => is_slow(&work.plan),
                Work::Round(_) | Work::Drawn { .. } => false,
            };
        match has_slow {
            true => Patience::Part,
            false => self.patience(),
        }
    }

    /// How long the next runs may take.
    pub(super) fn patience(&self) -> Patience {
        match self.timeouts + self.memory + self.elsewhere >= WHOLE_CASES_PER_ITEM {
            true => Patience::Part,
            false => Patience::Whole,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cursor::{Cursor, Fatal};
    use crate::plan::Term;

    /// A list of one call whose argument is what another op makes.
    fn call(root: u32, argument: u32) -> UnitRequest {
        let value = Term::Apply {
            op: OpId(argument),
            args: Vec::new(),
        };
        let plan = Plan::new(Term::Apply {
            op: OpId(root),
            args: vec![value],
        });
        UnitRequest::of(
            OpId(root),
            Work::Listed(std::sync::Arc::new(vec![plan.expect("a call")])),
        )
    }

    #[test]
    fn what_others_have_died_of_slowly_is_given_a_part_of_the_time() {
        let fatal = Fatal {
            at: Cursor {
                vector: Vec::new(),
                watches_parts: false,
            },
            demands: Vec::new(),
        };
        let death = |op, kind| DeathNews {
            kind,
            op: Some(OpId(op)),
            plan: None,
            fatal: &fatal,
        };
        let mut all = SlowOps::new();
        let [mut one, mut other, mut third] = [(); 3].map(|()| Deaths::default());
        for op in [1, 2] {
            one.charge(&death(op, DeathKind::Timeout));
        }
        one.charge(&death(3, DeathKind::Other));
        other.charge(&death(1, DeathKind::Memory));
        other.charge(&death(3, DeathKind::GivenUp));
        for deaths in [&mut one, &mut other, &mut third] {
            deaths.share(&mut all);
        }
        let patience = |argument| third.patience_with(&call(9, argument));
        assert_eq!(patience(1), Patience::Part);
        assert_eq!(patience(2), Patience::Whole, "one death may be the item's");
        assert_eq!(patience(3), Patience::Whole, "its deaths are soon over");
        assert_eq!(third.patience_with(&call(1, 0)), Patience::Whole, "its own call");
        assert_eq!(third.patience(), Patience::Whole, "rounds");
    }
}
