//! What a hole claims, any value of its type gives the same outcome, can be put to the test: other plans with other values
//! there. A challenge proves nothing, but one that ends otherwise refutes the claim.

use crate::tuning::{ENOUGH_TOTAL_VALUES, MOST_NESTING_OF_A_VALUE, VALUES_OF_A_HOLE};
use crate::{Grammar, OpId, Plan, Term, TypeId};
use std::collections::{BTreeMap, BTreeSet};

/// A plan that must end as the one with holes did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Challenge {
    /// The hole it is about; none: about all of them at once.
    pub hole: Option<u32>,
    /// The plan; no part of it is a hole.
    pub plan: Plan,
    /// What stands in the holes it is about, in order.
    pub values: Vec<Term>,
}

impl Challenge {
    /// Whether the op takes part in building what stands in the holes: what fails there says nothing about the claim.
    pub fn builds_with(&self, op: OpId) -> bool {
        self.values.iter().any(|value| has_op(value, op))
    }

    /// Whether some value can come to nothing, because foreign code makes it.
    pub fn may_build_nothing(&self, grammar: &Grammar) -> bool {
        !self.values.iter().all(|value| is_total(grammar, value))
    }
}

/// Literals of types that plans can be given besides those of the grammar, as [`Term::Literal`] has them.
pub type OtherLiterals = BTreeMap<TypeId, Vec<Vec<u8>>>;

/// The challenges of a plan's holes: each by itself, and all at once.
pub fn challenges(grammar: &Grammar, literals: &OtherLiterals, plan: &Plan) -> Vec<Challenge> {
    let source = Values { grammar, literals };
    let mut holes: Vec<(u32, Vec<Term>)> = Vec::new();
    plan.term().visit(&mut |part| {
        if let Term::Hole { number, ty, default } = part {
            let mut values = source.others(*ty);
            values.retain(|value| value != &**default);
            holes.push((*number, values));
        }
    });
    let nothing_open = |_| false;
    let mut challenges = Vec::new();
    for (hole, values) in &holes {
        challenges.extend(values.iter().map(|value| {
            Challenge {
                hole: Some(*hole),
                plan: plan
                    .with_values(|number| (number == *hole).then_some(value))
                    .with_holes(nothing_open),
                values: vec![value.clone()],
            }
        }));
    }
    let most = holes.iter().map(|(_, values)| values.len()).max().unwrap_or(0);
    let together = (0..most).filter(|_| holes.len() > 1).map(|turn| {
        // Neighbours differ, and every value meets several others.
        let chosen: Vec<(u32, &Term)> = (holes.iter().enumerate())
            .filter_map(|(index, (hole, values))| {
                let value = values.get((turn + index * turn) % values.len().max(1))?;
                Some((*hole, value))
            })
            .collect();
        let value = |number| {
            let found = chosen.iter().find(|(hole, _)| *hole == number);
            found.map(|(_, value)| *value)
        };
        Challenge {
            hole: None,
            plan: plan.with_values(value).with_holes(nothing_open),
            values: chosen.iter().map(|(_, value)| (*value).clone()).collect(),
        }
    });
    challenges.extend(together);
    challenges
}

/// What values are made from.
pub(crate) struct Values<'a> {
    pub(crate) grammar: &'a Grammar,
    pub(crate) literals: &'a OtherLiterals,
}

impl Values<'_> {
    /// Values of a type, cheap and extreme ones: those that total ops make, and others only where these are few.
    pub(crate) fn others(&self, ty: TypeId) -> Vec<Term> {
        let values = self.of_type(ty, 3 * VALUES_OF_A_HOLE, 0);
        let (mut total, others): (Vec<Term>, Vec<Term>) = values
            .into_iter()
            .partition(|value| is_total(self.grammar, value));
        if total.len() < ENOUGH_TOTAL_VALUES {
            total.extend(others);
        }
        // The cheapest ones come first, the last ones are the farthest out.
        if total.len() > VALUES_OF_A_HOLE {
            total.drain(VALUES_OF_A_HOLE / 2..total.len() - VALUES_OF_A_HOLE / 2);
        }
        total
    }

    /// About `most` different values of a type: of each of its ops some, each argument at different values.
    pub(crate) fn of_type(&self, ty: TypeId, most: usize, nesting: u32) -> Vec<Term> {
        let ops = &self.grammar.alternatives(ty)[..self.grammar.ordinary(ty)];
        let each = match nesting {
            MOST_NESTING_OF_A_VALUE.. => 1,
            _ => most.div_ceil(ops.len().max(1)),
        };
        let mut seen = BTreeSet::new();
        let mut all: Vec<Term> = Vec::new();
        // Both ends of a long list of alternatives are worth more than its middle.
        let near = most.div_ceil(2).min(ops.len());
        let far = ops.len().saturating_sub(most / 2).max(near);
        for &op in ops[..near].iter().chain(&ops[far..]) {
            for value in self.of_op(op, each, nesting) {
                if seen.insert(value.clone()) {
                    all.push(value);
                }
            }
            if nesting >= MOST_NESTING_OF_A_VALUE && !all.is_empty() {
                return all;
            }
        }
        let literals = self.literals.get(&ty).into_iter().flatten();
        all.extend(literals.map(|value| Term::Literal {
            ty,
            value: value.clone(),
        }));
        all
    }

    fn of_op(&self, op: OpId, most: usize, nesting: u32) -> Vec<Term> {
        let Some(spec) = self.grammar.op(op) else {
            return Vec::new();
        };
        let wanted = if spec.args.len() == 1 {
            most
        } else {
            most.clamp(1, 6)
        };
        let args: Vec<Vec<Term>> = (spec.args.iter())
            .map(|&arg| self.of_type(arg, wanted, nesting + u32::from(spec.steps > 0)))
            .collect();
        if args.iter().any(Vec::is_empty) {
            return Vec::new();
        }
        let apply = |choice: &dyn Fn(usize) -> usize| Term::Apply {
            op,
            args: (args.iter().enumerate())
                .map(|(index, values)| values[choice(index) % values.len()].clone())
                .collect(),
        };
        let longest = args.iter().map(Vec::len).max().unwrap_or(1);
        // All arguments at their nth value, then one of them at its nth and the others at their first.
        let mut all: Vec<Term> = (0..longest.min(most)).map(|turn| apply(&|_| turn)).collect();
        for (varied, values) in args.iter().enumerate() {
            for turn in 1..values.len() {
                if all.len() >= most {
                    return all;
                }
                all.push(apply(&|index| if index == varied { turn } else { 0 }));
            }
        }
        all
    }
}

pub(crate) fn is_total(grammar: &Grammar, term: &Term) -> bool {
    match term {
        Term::Apply { op, args } => {
            grammar.op(*op).is_some_and(|spec| spec.total) && args.iter().all(|arg| is_total(grammar, arg))
        }
        Term::Literal { .. } => true,
        Term::Hole { default, .. } => is_total(grammar, default),
    }
}

fn has_op(term: &Term, wanted: OpId) -> bool {
    let mut found = false;
    term.visit(&mut |part| found |= matches!(part, Term::Apply { op, .. } if *op == wanted));
    found
}
