//! New plans from kept ones: a part is replaced by a small, a kept or a learned one, or wrapped in a call that takes it and
//! builds the same type. Everything is drawn from a seed.

use crate::cursor::Step;
use crate::sample::{self, Numbers, affordable};
use crate::search::Search;
use crate::tuning::{MOST_CHANGES, MOST_PARTS, REDRAWS_OF_MUTANTS, SMALL_STEPS};
use crate::{Grammar, LearnedValue, OpId, Plan, Term, TypeId};
use std::collections::{BTreeMap, BTreeSet};

/// The cheapest plan of a type as an expression; none if there is no plan.
pub(crate) fn cheapest(grammar: &Grammar, ty: TypeId) -> Option<Term> {
    grammar.min_steps(ty)?;
    with_cheapest_arguments(grammar, *grammar.alternatives(ty).first()?)
}

/// An op with the cheapest finished plans of its arguments.
pub(crate) fn with_cheapest_arguments(grammar: &Grammar, op: OpId) -> Option<Term> {
    let args = &grammar.op(op)?.args;
    let args = args
        .iter()
        .map(|arg| cheapest(grammar, *arg))
        .collect::<Option<_>>()?;
    Some(Term::Apply { op, args })
}

/// Parts of kept plans by type, each once, the first ones that were added. Literals are left out: there are few
/// places for them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PartPool {
    parts: BTreeMap<TypeId, Vec<Term>>,
}

impl PartPool {
    /// Adds all parts of a plan that cost at least two steps: others are made anew as fast.
    pub fn add(&mut self, grammar: &Grammar, plan: &Term) {
        plan.visit_parts(&mut Vec::new(), &mut |_, part| {
            let (Some(ty), 2..) = (part.result(grammar), part.steps(grammar)) else {
                return;
            };
            let parts = self.parts.entry(ty).or_default();
            if parts.len() < MOST_PARTS && !has_literal(part) && !parts.contains(part) {
                parts.push(part.clone());
            }
        });
    }
}

fn has_literal(part: &Term) -> bool {
    match part {
        Term::Hole { .. } => false,
        Term::Literal { .. } => true,
        Term::Apply { args, .. } => args.iter().any(has_literal),
    }
}

/// A plan to make new ones from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parent {
    /// With holes where its run did not look.
    pub plan: Plan,
    /// When it was kept: later ones are preferred.
    pub turn: u32,
}

/// What new plans of one root are made from.
#[derive(Clone, Copy, Debug)]
pub struct Material<'a> {
    /// The table.
    pub grammar: &'a Grammar,
    /// The root op.
    pub root: OpId,
    /// Deepest plans.
    pub bound: u32,
    /// Kept plans of this root.
    pub parents: &'a [Parent],
    /// Parts of everybody's.
    pub pool: &'a PartPool,
    /// The literals that plans may use besides those of the grammar.
    pub learned: &'a [LearnedValue],
}

impl Material<'_> {
    /// Plans that were not made before, cheapest first, at most `count`. `made` takes notes of them.
    pub fn mutants(&self, seed: u64, count: usize, made: &mut BTreeSet<u64>) -> Vec<Plan> {
        let mut parents: Vec<&Parent> = self.parents.iter().collect();
        parents.sort_by_key(|parent| {
            (
                std::cmp::Reverse(parent.turn),
                parent.plan.term().steps(self.grammar),
            )
        });
        let numbers = Numbers(seed.wrapping_add(u64::from(self.root.0) << 32));
        let mut maker = Maker::new(self.grammar, self.pool, self.learned, numbers);
        let mut mutants: Vec<(u32, Plan)> = Vec::new();
        for _ in 0..count.saturating_mul(REDRAWS_OF_MUTANTS) {
            if mutants.len() >= count || parents.is_empty() {
                break;
            }
            let numbers = &mut maker.numbers;
            // The lesser of two: new and cheap ones more often.
            let at = numbers.below(parents.len()).min(numbers.below(parents.len()));
            let Some(plan) = maker.changed(parents[at].plan.term()) else {
                continue;
            };
            let search = Search::of_term(self.grammar, self.root, self.bound, &plan, self.learned);
            if let Some(search) = search
                && made.insert(fingerprint(search.vector()))
            {
                // As the search has it: a hole that came where there is no placeholder is decided.
                mutants.push((search.base_steps(), search.plan(&[], self.learned)));
            }
        }
        mutants.sort_by_key(|(steps, _)| *steps);
        mutants.into_iter().map(|(_, plan)| plan).collect()
    }
}

/// Two plans of one root that share it are taken for the same.
fn fingerprint(vector: &[Step]) -> u64 {
    sample::fingerprint(
        vector
            .iter()
            .map(|step| u64::from(step.node) << 32 | u64::from(step.alternative)),
    )
}

/// Changes plans in drawn ways.
pub(crate) struct Maker<'a> {
    grammar: &'a Grammar,
    pool: &'a PartPool,
    learned: &'a [LearnedValue],
    numbers: Numbers,
}

impl<'a> Maker<'a> {
    /// With parts of this pool and these literals besides those of the grammar.
    pub(crate) fn new(
        grammar: &'a Grammar,
        pool: &'a PartPool,
        learned: &'a [LearnedValue],
        numbers: Numbers,
    ) -> Maker<'a> {
        Maker {
            grammar,
            pool,
            learned,
            numbers,
        }
    }

    /// The plan with one to a few changes. What is new in it has no holes.
    pub(crate) fn changed(&mut self, plan: &Term) -> Option<Term> {
        let mut changed = plan.clone();
        for _ in 0..MOST_CHANGES {
            changed = self.change(&changed)?;
            if self.numbers.below(2) == 0 {
                break;
            }
        }
        Some(changed)
    }

    fn change(&mut self, plan: &Term) -> Option<Term> {
        let grammar = self.grammar;
        let mut parts: Vec<(Vec<usize>, &Term)> = Vec::new();
        plan.visit_parts(&mut Vec::new(), &mut |way, part| parts.push((way.to_vec(), part)));
        if parts.is_empty() {
            return None;
        }
        let (way, part) = &parts[self.numbers.below(parts.len())];
        let ty = part.result(grammar)?;
        let own: Vec<&Term> = parts.iter().map(|(_, part)| *part).collect();
        let other = match self.numbers.below(4) {
            0 | 1 => self.wrapped(ty, part, &own).or_else(|| self.value(ty, &own)),
            _ => self.value(ty, &own),
        }?;
        Some(plan.with_part(way, &other.decided()))
    }

    /// A call that takes the part and builds its type.
    fn wrapped(&mut self, ty: TypeId, part: &Term, own: &[&Term]) -> Option<Term> {
        let grammar = self.grammar;
        let takes_it = |op: &&OpId| {
            grammar.steps(**op) > 0 && grammar.op(**op).is_some_and(|spec| spec.args.contains(&ty))
        };
        let ops: Vec<OpId> = grammar
            .alternatives(ty)
            .iter()
            .filter(takes_it)
            .copied()
            .collect();
        if ops.is_empty() {
            return None;
        }
        let op = ops[self.numbers.below(ops.len())];
        let types = &grammar.op(op)?.args;
        let places: Vec<usize> = (0..types.len()).filter(|&at| types[at] == ty).collect();
        let place = places[self.numbers.below(places.len())];
        let mut args = Vec::with_capacity(types.len());
        for (at, arg) in types.iter().enumerate() {
            args.push(if at == place {
                part.decided()
            } else {
                self.value(*arg, own)?
            });
        }
        Some(Term::Apply { op, args })
    }

    /// One of the plan's own parts, a kept part, or a small one.
    fn value(&mut self, ty: TypeId, own: &[&Term]) -> Option<Term> {
        let grammar = self.grammar;
        match self.numbers.below(6) {
            0 => {
                let same: Vec<&&Term> = own
                    .iter()
                    .filter(|part| part.result(grammar) == Some(ty))
                    .collect();
                if !same.is_empty() {
                    return Some(same[self.numbers.below(same.len())].to_owned().clone());
                }
            }
            1 => {
                if let Some(kept) = self.pool.parts.get(&ty).filter(|kept| !kept.is_empty()) {
                    return Some(kept[self.numbers.below(kept.len())].clone());
                }
            }
            _ => {}
        }
        let most = self.numbers.below(SMALL_STEPS as usize + 1) as u32;
        self.small(ty, most)
    }

    /// A part of about as many steps at most: learned values a third of the time where there are any.
    fn small(&mut self, ty: TypeId, most: u32) -> Option<Term> {
        let grammar = self.grammar;
        let result = |learned: &LearnedValue| grammar.op(learned.op).map(|spec| spec.result);
        let learned: Vec<&LearnedValue> = (self.learned.iter())
            .filter(|learned| result(learned) == Some(ty))
            .collect();
        if !learned.is_empty() && self.numbers.below(3) == 0 {
            let value = learned[self.numbers.below(learned.len())].value.clone();
            return Some(Term::Literal { ty, value });
        }
        let fitting = affordable(grammar, ty, most);
        let at = *fitting.iter().nth(self.numbers.below(fitting.len().max(1)))?;
        let op = grammar.alternatives(ty)[at as usize];
        let left = most.saturating_sub(grammar.steps(op));
        let types = &grammar.op(op)?.args;
        let mut args = Vec::with_capacity(types.len());
        for arg in types {
            args.push(self.small(*arg, left / types.len() as u32)?);
        }
        Some(Term::Apply { op, args })
    }
}
