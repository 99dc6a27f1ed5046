//! A plan with the place of a text in it: what was tried there so far, what more is worth, and how much at once.

use super::under_way::UnderWay;
use crate::grammar::Grammar;
use crate::ids::OpId;
use crate::plan::{Plan, Term};
use crate::text::{Reader, TextKind};
use crate::tuning::{
    COST_FACTOR, PRICE_WITHOUT_CALLS, SCALARS_OF_A_UNIT, TEXTS_OF_A_UNIT, UNITS_OF_A_SCALAR,
    UNITS_OF_A_VARIATION, UNITS_WITH_TWINS,
};

/// A plan, and the place of a text in it.
#[derive(Debug)]
pub(super) struct Subject {
    pub(super) instance: usize,
    pub(super) plan: Plan,
    pub(super) way: Vec<usize>,
    /// Other places, which have the same text: what compares two texts goes on as long as they are equal.
    pub(super) twins: Vec<Vec<usize>>,
    pub(super) kind: TextKind,
    pub(super) reader: Reader,
    /// Texts that showed something and whose runs are to be watched for what they compare.
    pub(super) unwatched: Vec<Vec<u8>>,
    /// Its plan is the call of an example.
    pub(super) is_of_example: bool,
    pub(super) record: Record,
    /// What is left of a unit whose runs are dear: it comes when it is the cheapest.
    pub(super) set_aside: Option<UnderWay>,
    /// No unit can be made of it.
    pub(super) is_over: bool,
}

/// What became of what was tried.
#[derive(Debug, Default)]
pub(super) struct Record {
    pub(super) runs: u64,
    /// Runs that came to the call that the plan is of.
    pub(super) reached: u64,
    pub(super) units: u32,
    /// Texts that showed something.
    pub(super) found: u64,
    /// Its last unit has.
    pub(super) shows_more: bool,
}

impl Subject {
    /// Runs for each text that showed something. Where the call was not reached, its arguments are tried, which have items of their
    /// own. Each run of a plan with something dear in it counts for many.
    pub(super) fn price(&self, grammar: &Grammar) -> u64 {
        let ops = self.plan.ops();
        let dear: u32 = ops.iter().map(|&op| grammar.extra_steps(op)).sum();
        let runs = self.record.runs + u64::from(dear) * TEXTS_OF_A_UNIT[0] as u64;
        let runs = runs.saturating_mul(COST_FACTOR.saturating_pow(dear));
        let factor = match self.record.runs > 0 && self.record.reached == 0 {
            true => PRICE_WITHOUT_CALLS,
            false => 1,
        };
        runs.saturating_mul(factor) / (1 + self.record.found)
    }

    /// How many texts its next unit has, and of how many units one has the plan as it is. None: enough was tried.
    pub(super) fn next_unit(&self) -> Option<(usize, u32)> {
        if !self.kind.is_text() {
            // There are few numbers that matter, and what they do hangs on those in other places.
            let most = u64::from(UNITS_OF_A_SCALAR) + self.record.found;
            let count = match self.record.units {
                0 => SCALARS_OF_A_UNIT[0],
                _ => SCALARS_OF_A_UNIT[1],
            };
            return (u64::from(self.record.units) < most).then_some((count, UNITS_OF_A_SCALAR));
        }
        if !self.twins.is_empty() && self.record.units >= UNITS_WITH_TWINS {
            return None;
        }
        let [first, usual, promising] = TEXTS_OF_A_UNIT;
        let count = match self.record.units {
            _ if self.record.shows_more => promising,
            0 | 1 => first,
            _ => usual,
        };
        Some((count, UNITS_OF_A_VARIATION))
    }
}

/// Whether two terms differ in values without parts only.
pub(super) fn has_shape_of(one: &Term, other: &Term) -> bool {
    fn parts(term: &Term) -> Option<(OpId, &[Term])> {
        match term {
            Term::Apply { op, args } if !args.is_empty() => Some((*op, args)),
            Term::Apply { .. } | Term::Literal { .. } | Term::Hole { .. } => None,
        }
    }
    match (parts(one), parts(other)) {
        (None, None) => true,
        (Some((op, args)), Some((other_op, others))) => {
            let mut pairs = args.iter().zip(others);
            op == other_op && pairs.all(|(one, other)| has_shape_of(one, other))
        }
        _ => false,
    }
}
