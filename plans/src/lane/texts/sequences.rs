//! Sequences of calls on one value: kept plans with one call more on a value in them, whose arguments are those that the plan
//! uses already, with two arguments of one type made equal, and with values that rounds come to late. A key that is put in twice, or
//! put in and taken out, is in no small plan: each of its places has values of its own there.

use crate::grammar::Grammar;
use crate::ids::{OpId, TypeId};
use crate::mutate::cheapest;
use crate::plan::{Plan, Term};
use crate::request::UnitRequest;
use crate::sample::fingerprint_of;
use crate::tuning::{
    EQUAL_PAIRS_OF_A_PLAN, LATE_STEPS, LATE_VALUES_OF_A_PLAN, MOST_DEATHS_OF_MUTANTS, MOST_SEQUENCES,
    SEQUENCES_OF_A_PLAN, SEQUENCES_OF_A_UNIT,
};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;

/// Those of one item.
#[derive(Debug, Default)]
pub(super) struct Sequences {
    /// Kept plans that none were made of yet, with the index of their instance, the next last: what was kept last is furthest
    /// from what rounds try.
    kept: Vec<(usize, Plan)>,
    /// What was made and is to be run.
    waiting: VecDeque<(usize, Vec<Plan>)>,
    /// What is left of units that were dear: it takes turns with what is made.
    dear: VecDeque<(usize, Vec<Plan>)>,
    was_dear: bool,
    /// Fingerprints of all that was.
    made: BTreeSet<u64>,
    deaths: u32,
}

impl Sequences {
    /// A plan was kept.
    pub(super) fn note(&mut self, instance: usize, plan: &Plan) {
        self.kept.push((instance, plan.clone()));
    }

    /// Whether there may be any to run.
    pub(super) fn are_left(&self) -> bool {
        let is_over = self.kept.is_empty() && self.waiting.is_empty() && self.dear.is_empty();
        self.deaths < MOST_DEATHS_OF_MUTANTS && !is_over
    }

    pub(super) fn count_death(&mut self, weight: u32) {
        self.deaths += weight;
    }

    /// What is left of a unit.
    pub(super) fn give_back(&mut self, instance: usize, plans: Vec<Plan>) {
        if !plans.is_empty() {
            self.waiting.push_front((instance, plans));
        }
    }

    /// What is left of a unit whose runs are dear.
    pub(super) fn set_aside(&mut self, instance: usize, plans: Vec<Plan>) {
        if !plans.is_empty() {
            self.dear.push_back((instance, plans));
        }
    }

    /// The next unit, with the index of its instance.
    pub(super) fn next(&mut self, grammar: &Grammar) -> Option<(usize, UnitRequest)> {
        while self.are_left() {
            let Some((instance, mut plans)) = self.waiting.pop_front() else {
                self.was_dear = !self.was_dear && !self.dear.is_empty();
                if self.was_dear || !self.make(grammar) {
                    self.waiting.extend(self.dear.pop_front());
                }
                continue;
            };
            let rest = plans.split_off(plans.len().min(SEQUENCES_OF_A_UNIT));
            self.give_back(instance, rest);
            let plans = Arc::new(plans);
            match UnitRequest::listed(grammar, plans.clone()) {
                Some(request) => return Some((instance, request)),
                // There are not enough places for all their literals.
                None if plans.len() > 1 => {
                    let mut plans = Arc::unwrap_or_clone(plans);
                    let rest = plans.split_off(plans.len() / 2);
                    self.give_back(instance, rest);
                    self.give_back(instance, plans);
                }
                None => {}
            }
        }
        None
    }

    /// Makes those of the kept plan that came last. False if there is none.
    fn make(&mut self, grammar: &Grammar) -> bool {
        let Some((instance, plan)) = self.kept.pop() else {
            return false;
        };
        if self.made.len() >= MOST_SEQUENCES {
            return true;
        }
        let is_dear = |op: OpId| grammar.extra_steps(op) > 0;
        if plan.ops().into_iter().any(is_dear) {
            // As many runs take as long as all other ones of the item.
            return true;
        }
        let mut new = Vec::new();
        let equal = with_equal_arguments(grammar, plan.term());
        let late = with_late_values(grammar, plan.term());
        let longer = with_one_call_more(grammar, plan.term());
        for term in equal.into_iter().chain(late).chain(longer) {
            if new.len() >= SEQUENCES_OF_A_PLAN || self.made.len() >= MOST_SEQUENCES {
                break;
            }
            new.extend(
                Plan::new(term)
                    .map(Plan::renumbered)
                    .filter(|plan| self.made.insert(fingerprint_of(plan))),
            );
        }
        if !new.is_empty() {
            self.waiting.push_back((instance, new));
        }
        true
    }
}

/// The parts of a term with the ways there, from the outside in.
fn parts(term: &Term) -> Vec<(Vec<usize>, &Term)> {
    let mut parts = Vec::new();
    term.visit_parts(&mut Vec::new(), &mut |way, part| parts.push((way.to_vec(), part)));
    parts.sort_by_key(|(way, _)| way.len());
    parts
}

/// Each of two arguments of one type that are no parts of each other in the place of the other.
fn with_equal_arguments(grammar: &Grammar, plan: &Term) -> Vec<Term> {
    let parts = parts(plan);
    let mut equal = Vec::new();
    for (at, (way, part)) in parts.iter().enumerate() {
        for (other_way, other) in &parts[..at] {
            let is_inside = way.starts_with(other_way);
            if is_inside || part.result(grammar) != other.result(grammar) {
                continue;
            }
            let (one, two) = (part.decided(), other.decided());
            if one != two {
                equal.push(plan.with_part(way, &two).with_part(other_way, &two));
                equal.push(plan.with_part(way, &one).with_part(other_way, &one));
            }
            if equal.len() >= EQUAL_PAIRS_OF_A_PLAN {
                return equal;
            }
        }
    }
    equal
}

/// A value without parts that costs as much as several calls in the place of each part of its type: a list of very many elements is
/// one step away from a list of one, and deeper than rounds of many functions come.
fn with_late_values(grammar: &Grammar, plan: &Term) -> Vec<Term> {
    let mut late = Vec::new();
    for (way, part) in parts(plan) {
        let Some(ty) = part.result(grammar) else { continue };
        let is_late = |op: &&OpId| {
            grammar.arity(**op) == 0 && grammar.steps(**op) >= LATE_STEPS && !grammar.is_learned(**op)
        };
        for op in grammar.alternatives(ty).iter().filter(is_late) {
            let value = Term::Apply {
                op: *op,
                args: Vec::new(),
            };
            if late.len() >= LATE_VALUES_OF_A_PLAN {
                return late;
            }
            if value != *part {
                late.push(plan.with_part(&way, &value));
            }
        }
    }
    late
}

/// A call more on each value that calls change, first those calls that get arguments which the plan uses. Each is made when it is
/// asked for: of a type that hundreds of functions take there are many more than anybody runs.
fn with_one_call_more<'a>(grammar: &'a Grammar, plan: &'a Term) -> impl Iterator<Item = Term> + 'a {
    let parts = parts(plan);
    let known = FirstOfTypes::of(grammar, &parts);
    let (mut related, mut others) = (Vec::new(), Vec::new());
    for (way, part) in &parts {
        let Some(ty) = part.result(grammar) else { continue };
        let changes = |op: &&OpId| {
            let args = grammar.op(**op).map(|spec| &spec.args);
            let is_cheap = grammar.steps(**op) > 0 && grammar.extra_steps(**op) == 0;
            is_cheap && args.is_some_and(|args| args.first() == Some(&ty))
        };
        for op in grammar.alternatives(ty).iter().filter(changes) {
            for nth in 0..2 {
                match known.are_used(grammar, *op, nth) {
                    true => related.push((way.clone(), *part, *op, nth)),
                    false if nth == 0 => others.push((way.clone(), *part, *op, nth)),
                    false => {}
                }
            }
        }
    }
    let calls = related.into_iter().chain(others);
    calls.filter_map(move |(way, part, op, nth)| {
        let call = known.call_on(grammar, op, part, nth)?;
        Some(plan.with_part(&way, &call))
    })
}

/// Of each type the first two different parts of a plan.
struct FirstOfTypes(BTreeMap<TypeId, Vec<Term>>);

impl FirstOfTypes {
    fn of(grammar: &Grammar, parts: &[(Vec<usize>, &Term)]) -> FirstOfTypes {
        let mut first: BTreeMap<TypeId, Vec<Term>> = BTreeMap::new();
        for (_, part) in parts {
            let Some(ty) = part.result(grammar) else { continue };
            let known = first.entry(ty).or_default();
            if known.len() < 2 {
                let part = part.decided();
                known.extend((!known.contains(&part)).then_some(part));
            }
        }
        FirstOfTypes(first)
    }

    fn of_type(&self, ty: TypeId) -> &[Term] {
        self.0.get(&ty).map_or(&[], Vec::as_slice)
    }

    /// Whether any further argument of [`FirstOfTypes::call_on`] is of the plan and the one of this number.
    fn are_used(&self, grammar: &Grammar, op: OpId, nth: usize) -> bool {
        let types = grammar.op(op).and_then(|spec| spec.args.get(1..));
        let mut types = types.unwrap_or_default().iter();
        types.any(|ty| nth < self.of_type(*ty).len())
    }

    /// The op on this value, with the first or second part of each type as further arguments, or the cheapest value where there is
    /// none.
    fn call_on(&self, grammar: &Grammar, op: OpId, value: &Term, nth: usize) -> Option<Term> {
        let types = grammar.op(op)?.args.get(1..)?.iter();
        let further = types.map(|ty| {
            let known = self.of_type(*ty);
            match known.get(nth).or(known.last()) {
                Some(part) => Some(part.clone()),
                None => cheapest(grammar, *ty),
            }
        });
        let args = std::iter::once(Some(value.decided())).chain(further);
        let args = args.collect::<Option<_>>()?;
        Some(Term::Apply { op, args })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grammar::{InPlace, OpSpec};

    /// Two values, a call that changes one, and a root that takes two.
    fn grammar() -> Grammar {
        let op = |result, args: &[u32]| {
            Some(OpSpec {
                result: TypeId(result),
                args: args.iter().copied().map(TypeId).collect(),
                steps: 1,
                pointer: false,
                in_place: InPlace::No,
                total: false,
                builds: true,
            })
        };
        let ops = vec![op(0, &[]), op(0, &[]), op(0, &[0]), op(1, &[0, 0])];
        Grammar::new(2, ops).expect("well formed")
    }

    fn kept(one: u32, other: u32) -> Plan {
        let value = |op| Term::Apply {
            op: OpId(op),
            args: Vec::new(),
        };
        let plan = Plan::new(Term::Apply {
            op: OpId(3),
            args: vec![value(one), value(other)],
        });
        plan.expect("a call")
    }

    #[test]
    fn what_is_dear_takes_turns_with_what_is_made() {
        let grammar = grammar();
        let plans_of = |next: Option<(usize, UnitRequest)>| match next.map(|(_, request)| request.work) {
            Some(crate::Work::Listed(plans)) => Arc::unwrap_or_clone(plans),
            other => panic!("{other:?}"),
        };
        let mut sequences = Sequences::default();
        sequences.note(0, &kept(0, 1));
        let dear = plans_of(sequences.next(&grammar));
        assert!(dear.len() > 2, "{} plans", dear.len());

        sequences.set_aside(0, dear[1..].to_vec());
        sequences.note(0, &kept(1, 0));
        assert_eq!(plans_of(sequences.next(&grammar)), dear[1..]);
        sequences.set_aside(0, dear[2..].to_vec());
        let others = plans_of(sequences.next(&grammar));
        assert!(others.iter().all(|plan| !dear.contains(plan)));
        sequences.give_back(0, others[1..].to_vec());
        assert_eq!(plans_of(sequences.next(&grammar)), others[1..]);
        assert_eq!(plans_of(sequences.next(&grammar)), dear[2..]);
        assert!(!sequences.are_left());
    }
}
