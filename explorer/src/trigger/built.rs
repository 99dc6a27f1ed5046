//! What the search has built: arguments of plans that it has kept, since each of them showed something that no other did. Nobody who
//! describes a finding would think of these, so whatever is said of when it fails has to hold for them, too.

use super::call::Call;
use super::pool::{Pool, object_in, spread};
use crate::tuning::{BUILT_ARGUMENTS, BUILT_CALLS};
use plans::{Grammar, OpId, Plan, Term, TypeId};
use std::collections::{BTreeMap, BTreeSet};

/// Parts of plans that have more parts than this are left out: long texts and lists show little that short ones do not.
const MOST_PARTS: usize = 256;

/// Arguments of kept plans, with nothing open.
#[derive(Debug, Default)]
pub struct Built {
    /// Values by their types, in the order of the plans.
    values: BTreeMap<TypeId, Vec<Term>>,
    /// What ops were called with.
    calls: BTreeMap<OpId, Vec<Vec<Term>>>,
}

impl Built {
    /// Of these plans: what these ops are called with, and what they could be. Takes time and room as all parts of the plans together.
    pub fn of<'p>(plans: impl Iterator<Item = &'p Plan>, ops: &BTreeSet<OpId>, grammar: &Grammar) -> Built {
        let mut built = Built::default();
        for op in ops {
            built.calls.insert(*op, Vec::new());
            let types = grammar.op(*op).map_or(&[][..], |spec| &spec.args);
            let lent = types.iter().flat_map(|ty| lent_by(grammar, *ty));
            let types = types.iter().copied().chain(lent);
            built.values.extend(types.map(|ty| (ty, Vec::new())));
        }
        let mut seen = BTreeSet::new();
        if !ops.is_empty() {
            plans.for_each(|plan| _ = built.note(&plan.term().decided(), grammar, &mut seen));
        }
        built
    }

    /// Notes each part that was not seen before. Returns the number of parts.
    fn note(&mut self, term: &Term, grammar: &Grammar, seen: &mut BTreeSet<Term>) -> usize {
        let (op, args) = match term {
            Term::Apply { op, args } => (Some(op), &args[..]),
            _ => (None, &[][..]),
        };
        let parts = 1 + args
            .iter()
            .map(|arg| self.note(arg, grammar, seen))
            .sum::<usize>();
        let calls = op.and_then(|op| self.calls.get_mut(op));
        let values = term.result(grammar).and_then(|ty| self.values.get_mut(&ty));
        if parts <= MOST_PARTS && (calls.is_some() || values.is_some()) && seen.insert(term.clone()) {
            calls.into_iter().for_each(|calls| calls.push(args.to_vec()));
            values.into_iter().for_each(|values| values.push(term.clone()));
        }
        parts
    }

    /// True if nothing was built.
    pub(super) fn is_empty(&self) -> bool {
        self.calls.values().all(Vec::is_empty) && self.values.values().all(Vec::is_empty)
    }

    /// What this op was called with, as far as it can be compared with what fails.
    pub(super) fn calls_of(&self, call: &Call, pool: &Pool<'_>) -> Vec<Vec<Term>> {
        let calls = self.calls.get(&call.op).map_or(&[][..], Vec::as_slice);
        let fits = |args: &&Vec<Term>| {
            let mut pairs = call.args.iter().zip(*args);
            args.len() == call.args.len() && pairs.all(|(arg, other)| pool.fits(arg, other))
        };
        spread(calls.iter().filter(fits).cloned().collect(), BUILT_CALLS)
    }

    /// Values that can stand for an argument, besides these: what it lends may be another object.
    pub(super) fn others(&self, pool: &Pool<'_>, arg: &Term, known: &[Term]) -> Vec<Term> {
        let of_type = |term: &Term| {
            let values = term.result(pool.grammar).and_then(|ty| self.values.get(&ty));
            values.map_or(&[][..], Vec::as_slice)
        };
        let mut others = of_type(arg).to_vec();
        let (way, object) = object_in(pool, arg);
        if !way.is_empty() {
            others.extend(of_type(object).iter().map(|other| arg.with_part(&way, other)));
        }
        others.retain(|other| pool.fits(arg, other) && !known.contains(other));
        spread(others, BUILT_ARGUMENTS)
    }
}

/// What values of a type can be made of alone, as `&T` of `T`.
fn lent_by(grammar: &Grammar, ty: TypeId) -> Vec<TypeId> {
    let ops = grammar.alternatives(ty).iter().filter_map(|op| grammar.op(*op));
    let lent = ops.filter_map(|spec| match spec.args[..] {
        [lent] => Some(lent),
        _ => None,
    });
    lent.collect()
}
