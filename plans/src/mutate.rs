//! New plans from kept ones: a part is replaced by a small, a kept or a learned one, or wrapped in a call that takes it and
//! builds the same type. Everything is drawn from a seed.

use crate::sample::{Numbers, affordable};
use crate::search::{Search, Step};
use crate::{Grammar, OpId, Term, TypeId};
use std::collections::{BTreeMap, BTreeSet};

/// Parts of one type in a pool.
const MOST_PARTS: usize = 64;
/// Steps of the largest part that is made anew.
const SMALL_STEPS: u32 = 6;
/// Changes made to a plan at most, each half as likely as the one before.
const MOST_CHANGES: u32 = 4;
/// How often a plan is drawn again that is no plan, or was had before.
const REDRAWS: usize = 8;

impl Term {
    /// Steps of the decided part: what its ops add to the depth of a plan.
    pub fn steps(&self, grammar: &Grammar) -> u32 {
        match self {
            Term::Hole { .. } => 0,
            Term::Apply { op, args } => {
                grammar.steps(*op) + args.iter().map(|arg| arg.steps(grammar)).sum::<u32>()
            }
        }
    }

    /// The type it builds; none if its op was pruned.
    pub fn result(&self, grammar: &Grammar) -> Option<TypeId> {
        match self {
            Term::Hole { ty, .. } => Some(*ty),
            Term::Apply { op, .. } => grammar.op(*op).map(|spec| spec.result),
        }
    }

    /// Calls `visit` with every part below the top and the way there.
    pub(crate) fn visit_parts<'t>(&'t self, way: &mut Vec<usize>, visit: &mut dyn FnMut(&[usize], &'t Term)) {
        let Term::Apply { args, .. } = self else {
            return;
        };
        for (index, arg) in args.iter().enumerate() {
            way.push(index);
            visit(way, arg);
            arg.visit_parts(way, visit);
            way.pop();
        }
    }

    /// The same expression with another part.
    pub(crate) fn with_part(&self, way: &[usize], part: &Term) -> Term {
        let (Some((&index, rest)), Term::Apply { op, args }) = (way.split_first(), self) else {
            return part.clone();
        };
        let mut args = args.clone();
        if let Some(arg) = args.get_mut(index) {
            *arg = arg.with_part(rest, part);
        }
        Term::Apply { op: *op, args }
    }
}

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

/// Parts of kept plans by type, each once, the first ones that were added. Learned values are left out: they mean
/// something in the plans of one root only.
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
            if parts.len() < MOST_PARTS && !has_learned(grammar, part) && !parts.contains(part) {
                parts.push(part.clone());
            }
        });
    }
}

fn has_learned(grammar: &Grammar, part: &Term) -> bool {
    match part {
        Term::Hole { .. } => false,
        Term::Apply { op, args } => {
            grammar.is_learned(*op) || args.iter().any(|arg| has_learned(grammar, arg))
        }
    }
}

/// A plan to make new ones from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parent {
    /// With holes where its run did not look.
    pub plan: Term,
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
    /// The learned ops that plans may use.
    pub learned: &'a [OpId],
}

impl Material<'_> {
    /// Plans that were not made before, cheapest first, at most `count`. `made` takes notes of them.
    pub fn mutants(&self, seed: u64, count: usize, made: &mut BTreeSet<u64>) -> Vec<Vec<Step>> {
        let mut parents: Vec<&Parent> = self.parents.iter().collect();
        parents.sort_by_key(|parent| (std::cmp::Reverse(parent.turn), parent.plan.steps(self.grammar)));
        let mut maker = Maker {
            material: *self,
            numbers: Numbers(seed.wrapping_add(u64::from(self.root.0) << 32)),
        };
        let mut mutants: Vec<(u32, Vec<Step>)> = Vec::new();
        for _ in 0..count.saturating_mul(REDRAWS) {
            if mutants.len() >= count || parents.is_empty() {
                break;
            }
            let numbers = &mut maker.numbers;
            // The lesser of two: new and cheap ones more often.
            let at = numbers.below(parents.len()).min(numbers.below(parents.len()));
            let Some(plan) = maker.changed(&parents[at].plan) else {
                continue;
            };
            let Some(search) = Search::of_term(self.grammar, self.root, self.bound, &plan) else {
                continue;
            };
            if made.insert(fingerprint(search.vector())) {
                mutants.push((search.base_steps(), search.vector().to_vec()));
            }
        }
        mutants.sort_by_key(|(steps, _)| *steps);
        mutants.into_iter().map(|(_, vector)| vector).collect()
    }
}

/// Two plans of one root that share it are taken for the same.
fn fingerprint(vector: &[Step]) -> u64 {
    vector.iter().fold(0xcbf2_9ce4_8422_2325, |hash, step| {
        let part = u64::from(step.node) << 32 | u64::from(step.alternative);
        let mixed = (hash ^ part).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        mixed ^ (mixed >> 29)
    })
}

struct Maker<'a> {
    material: Material<'a>,
    numbers: Numbers,
}

impl Maker<'_> {
    fn changed(&mut self, plan: &Term) -> Option<Term> {
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
        let grammar = self.material.grammar;
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
        Some(plan.with_part(way, &other))
    }

    /// A call that takes the part and builds its type.
    fn wrapped(&mut self, ty: TypeId, part: &Term, own: &[&Term]) -> Option<Term> {
        let grammar = self.material.grammar;
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
                decided(part)
            } else {
                self.value(*arg, own)?
            });
        }
        Some(Term::Apply { op, args })
    }

    /// One of the plan's own parts, a kept part, or a small one.
    fn value(&mut self, ty: TypeId, own: &[&Term]) -> Option<Term> {
        let grammar = self.material.grammar;
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
                if let Some(kept) = self.material.pool.parts.get(&ty).filter(|kept| !kept.is_empty()) {
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
        let grammar = self.material.grammar;
        let is_told = |op: &&OpId| self.material.learned.contains(op);
        let learned: Vec<OpId> = grammar.learned_of(ty).iter().filter(is_told).copied().collect();
        let op = if !learned.is_empty() && self.numbers.below(3) == 0 {
            learned[self.numbers.below(learned.len())]
        } else {
            let fitting = affordable(grammar, ty, most);
            let at = *fitting.iter().nth(self.numbers.below(fitting.len().max(1)))?;
            grammar.alternatives(ty)[at as usize]
        };
        let left = most.saturating_sub(grammar.steps(op));
        let types = &grammar.op(op)?.args;
        let mut args = Vec::with_capacity(types.len());
        for arg in types {
            args.push(self.small(*arg, left / types.len() as u32)?);
        }
        Some(Term::Apply { op, args })
    }
}

/// What goes into a call is looked at: its holes are no placeholders any more, but what stood there.
fn decided(part: &Term) -> Term {
    match part {
        Term::Hole { default, .. } => decided(default),
        Term::Apply { op, args } => Term::Apply {
            op: *op,
            args: args.iter().map(decided).collect(),
        },
    }
}
