//! Smaller plans that show the same: a step machine that proposes changes and is told whether what was found stays.

use crate::mutate::{cheapest, with_cheapest_arguments};
use crate::request::places;
use crate::search::Search;
use crate::text::{TextKind, Vocabulary, smaller_texts, text_size};
use crate::tuning::{INNER_OF_A_PLACE, LITERALS_OF_A_PLACE, OTHER_OPS_OF_A_PLACE, PROPOSALS_AT_ONCE};
use crate::{Grammar, OpId, Plan, Term, TypeId};
use std::collections::BTreeSet;

/// What makes one plan smaller than another, the first first: steps, parts, how long its texts are, how odd these are, and how late its
/// ops come among the alternatives.
type Size = [usize; 5];

fn sum(one: Size, other: Size) -> Size {
    std::array::from_fn(|at| one[at] + other[at])
}

/// A part of a plan. Parts are numbered in order of appearance, those of a part behind it.
struct Part<'t> {
    term: &'t Term,
    place: Place,
    /// With all that lies within.
    size: Size,
    /// The number behind those of its own parts.
    end: usize,
}

/// Where a part is.
#[derive(Clone, Copy, Debug)]
struct Place {
    /// The number of the part that it is an argument of; none: it is one of the whole.
    within: Option<usize>,
    index: usize,
}

/// A smaller plan in few words. In a deep plan there are many of them, and each is as long as the plan: those are made whose turn
/// comes.
#[derive(Debug)]
enum Proposal {
    /// This part by itself.
    Alone(usize),
    /// This in the place of a part.
    Other(usize, Term),
    /// In the place of the first part the second, which lies within.
    Inner(usize, usize),
}

/// The smallest plan so far, and what is still to be tried.
#[derive(Debug)]
pub struct Shrinking<'g> {
    grammar: &'g Grammar,
    /// Makes texts smaller, too; none: they stay as they are.
    vocabulary: Option<&'g Vocabulary>,
    /// What is done around a call of this op may be left out.
    failing: Option<OpId>,
    best: Plan,
    /// Of its parts.
    places: Vec<Place>,
    /// The smallest last.
    proposals: Vec<(Size, Proposal)>,
    /// Some of the same size, the next last.
    made: Vec<Term>,
    tried: BTreeSet<Term>,
    runs_left: u32,
}

impl<'g> Shrinking<'g> {
    /// Begins with this plan; at most `runs` others are proposed. Its texts are made smaller if there is a vocabulary, and a
    /// call of the `failing` op may stand for a plan that has it as a part.
    pub fn new(
        grammar: &'g Grammar,
        vocabulary: Option<&'g Vocabulary>,
        plan: Plan,
        failing: Option<OpId>,
        runs: u32,
    ) -> Shrinking<'g> {
        let mut shrinking = Shrinking {
            grammar,
            vocabulary,
            failing,
            best: plan,
            places: Vec::new(),
            proposals: Vec::new(),
            made: Vec::new(),
            tried: BTreeSet::new(),
            runs_left: runs,
        };
        shrinking.propose();
        shrinking
    }

    /// The next plan to run. None: nothing is left to try.
    #[expect(
        clippy::should_implement_trait,
        reason = "what it gives depends on what it is told in between"
    )]
    pub fn next(&mut self) -> Option<Plan> {
        while self.runs_left > 0 {
            let term = self.next_term()?;
            if self.tried.contains(&term) {
                continue;
            }
            let plan = Plan::new(term.clone())?.renumbered();
            let learned = places(self.grammar, std::slice::from_ref(&plan));
            if learned.is_some_and(|learned| Search::of_plan(self.grammar, &plan, &learned).is_some()) {
                self.tried.insert(term);
                self.runs_left -= 1;
                return Some(plan);
            }
        }
        None
    }

    /// The smallest proposal that is left; of some of the same size the first as terms go.
    fn next_term(&mut self) -> Option<Term> {
        if self.made.is_empty() {
            let (size, _) = *self.proposals.last()?;
            while self.made.len() < PROPOSALS_AT_ONCE
                && let Some((_, proposal)) = self.proposals.pop_if(|(other, _)| *other == size)
            {
                self.made.extend(self.term_of(&proposal));
            }
            self.made.sort();
            self.made.dedup();
            self.made.reverse();
        }
        self.made.pop()
    }

    fn term_of(&self, proposal: &Proposal) -> Option<Term> {
        let best = self.best.term();
        Some(match proposal {
            Proposal::Alone(at) => best.part(&self.way_to(*at))?.clone(),
            Proposal::Other(at, other) => best.with_part(&self.way_to(*at), other),
            Proposal::Inner(at, inner) => best.with_part(&self.way_to(*at), best.part(&self.way_to(*inner))?),
        })
    }

    fn way_to(&self, part: usize) -> Vec<usize> {
        let mut way = Vec::new();
        let mut at = Some(part);
        while let Some(place) = at.map(|at| self.places[at]) {
            way.push(place.index);
            at = place.within;
        }
        way.reverse();
        way
    }

    /// A proposed plan shows the same; `seen` is that plan with all decided that its run looked at. Others are proposed from
    /// there on, unless that makes it as large as the one before: then it is not accepted.
    pub fn accept(&mut self, seen: &Plan) -> bool {
        if self.size(seen.term()) >= self.size(self.best.term()) {
            return false;
        }
        self.best = seen.clone();
        self.propose();
        true
    }

    /// The smallest plan so far.
    pub fn best(&self) -> &Plan {
        &self.best
    }

    fn propose(&mut self) {
        let best = self.best.term();
        let mut parts = Vec::new();
        let size = sum(self.top(best), self.list(best, None, &mut parts));
        let mut proposals: Vec<(Size, Proposal)> = Vec::new();
        for (at, part) in parts.iter().enumerate() {
            let (false, Some(ty)) = (matches!(part.term, Term::Hole { .. }), self.ty(part)) else {
                continue;
            };
            if matches!(part.term, Term::Apply { op, .. } if Some(*op) == self.failing) {
                proposals.push((self.size(part.term), Proposal::Alone(at)));
            }
            let with = |other: Size| std::array::from_fn(|at| size[at] - part.size[at] + other[at]);
            for other in self.others(part.term, ty) {
                proposals.push((with(self.size_of_part(&other)), Proposal::Other(at, other)));
            }
            // What lies within stands for the whole.
            let inner = (at + 1..part.end).filter(|inner| self.ty(&parts[*inner]) == Some(ty));
            let mut inner: Vec<usize> = inner.collect();
            inner.sort_by_key(|inner| parts[*inner].size);
            let (smallest, largest) = INNER_OF_A_PLACE;
            if inner.len() > smallest + largest {
                inner.drain(smallest..inner.len() - largest);
            }
            for inner in inner {
                proposals.push((with(parts[inner].size), Proposal::Inner(at, inner)));
            }
        }
        proposals.retain(|(smaller, _)| *smaller < size);
        proposals.sort_by_key(|(size, _)| std::cmp::Reverse(*size));
        self.places = parts.into_iter().map(|part| part.place).collect();
        self.proposals = proposals;
        self.made.clear();
    }

    fn ty(&self, part: &Part<'_>) -> Option<TypeId> {
        part.term.result(self.grammar)
    }

    /// Other terms of its type for a part that is no hole, but for those that lie within.
    fn others(&self, part: &Term, ty: TypeId) -> Vec<Term> {
        let mut others = Vec::new();
        if let (Term::Literal { ty, value }, Some(vocabulary)) = (part, self.vocabulary)
            && let Some(kind) = vocabulary.kinds.get(ty)
        {
            let texts = smaller_texts(*kind, value).into_iter();
            others.extend(texts.map(|value| Term::Literal { ty: *ty, value }));
        }
        if let Some(vocabulary) = self
            .vocabulary
            .filter(|known| known.is_put_together(self.grammar, part))
        {
            let value = vocabulary.texts_within(part);
            others.extend(
                TextKind::Utf8
                    .admits(&value)
                    .then_some(Term::Literal { ty, value }),
            );
        }
        if let Some(default) = cheapest(self.grammar, ty) {
            others.push(default.clone());
            others.push(Term::Hole {
                number: 1,
                ty,
                default: Box::new(default),
            });
        }
        let alternatives = || self.grammar.alternatives(ty).iter();
        let calls = alternatives().filter(|op| self.grammar.arity(**op) > 0);
        let calls = calls.take(OTHER_OPS_OF_A_PLACE);
        others.extend(calls.filter_map(|op| with_cheapest_arguments(self.grammar, *op)));
        let arity = match part {
            Term::Apply { op, .. } => self.grammar.arity(*op),
            Term::Literal { .. } | Term::Hole { .. } => 0,
        };
        if arity == 0 {
            let is_ordinary = |op: &&OpId| self.grammar.arity(**op) == 0 && !self.grammar.is_learned(**op);
            let literals = alternatives().filter(is_ordinary).take(LITERALS_OF_A_PLACE);
            others.extend(literals.map(|op| Term::Apply {
                op: *op,
                args: Vec::new(),
            }));
        }
        others
    }

    /// Lists the parts of a term, which is the part with this number or the whole. Returns their size.
    fn list<'t>(&self, term: &'t Term, within: Option<usize>, parts: &mut Vec<Part<'t>>) -> Size {
        let Term::Apply { args, .. } = term else {
            return [0; 5];
        };
        let mut all = [0; 5];
        for (index, term) in args.iter().enumerate() {
            let at = parts.len();
            parts.push(Part {
                term,
                place: Place { within, index },
                size: [0; 5],
                end: at,
            });
            let size = sum(self.own(term), self.list(term, Some(at), parts));
            (parts[at].size, parts[at].end) = (size, parts.len());
            all = sum(all, size);
        }
        all
    }

    /// Of a whole plan.
    fn size(&self, term: &Term) -> Size {
        sum(self.top(term), self.list(term, None, &mut Vec::new()))
    }

    /// Of a part with all that lies within.
    fn size_of_part(&self, term: &Term) -> Size {
        sum(self.own(term), self.list(term, None, &mut Vec::new()))
    }

    /// What the op of a whole plan adds to its size.
    fn top(&self, term: &Term) -> Size {
        let steps = match term {
            Term::Apply { op, .. } => self.grammar.steps(*op),
            Term::Literal { .. } | Term::Hole { .. } => term.steps(self.grammar),
        };
        [steps as usize, 0, 0, 0, 0]
    }

    /// What a part adds by itself.
    fn own(&self, part: &Term) -> Size {
        let ty = part.result(self.grammar);
        let alternatives = ty.map_or(&[][..], |ty| self.grammar.alternatives(ty));
        let lateness = match part {
            Term::Apply { op, .. } => alternatives.iter().position(|other| other == op).unwrap_or(0),
            Term::Literal { .. } => alternatives.len(),
            Term::Hole { .. } => return [0; 5],
        };
        let text = self.vocabulary.and_then(|vocabulary| vocabulary.text(part));
        let [length, oddity] = text.map_or([0; 2], |(_, text)| text_size(text));
        sum(self.top(part), [0, 1, length, oddity, lateness])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grammar::{InPlace, OpSpec};

    /// A value, two arguments of two calls that change it, those calls, and a root that takes it.
    fn grammar() -> Grammar {
        let op = |result, args: &[u32], steps| {
            Some(OpSpec {
                result: TypeId(result),
                args: args.iter().copied().map(TypeId).collect(),
                steps,
                pointer: false,
                in_place: InPlace::No,
                total: false,
                builds: true,
            })
        };
        let values = [op(0, &[], 1), op(1, &[], 1), op(1, &[], 2)];
        let calls = [op(0, &[0, 1], 1), op(0, &[0, 1], 2), op(2, &[0], 1)];
        let ops = values.into_iter().chain(calls).collect();
        Grammar::new(3, ops).expect("well formed")
    }

    fn call(op: u32, args: Vec<Term>) -> Term {
        Term::Apply { op: OpId(op), args }
    }

    /// The root with as many calls within each other, every third of which is the second one.
    fn nested(calls: u32) -> Plan {
        let wrap = |value, nth| {
            let argument = call(1 + nth % 2, Vec::new());
            call(3 + u32::from(nth % 3 == 0), vec![value, argument])
        };
        let value = (0..calls).fold(call(0, Vec::new()), wrap);
        Plan::new(call(5, vec![value])).expect("a call")
    }

    #[test]
    fn proposals_come_in_order_of_their_size_and_are_all_smaller() {
        let grammar = grammar();
        for calls in [0, 1, 5, 12] {
            let plan = nested(calls);
            let mut shrinking = Shrinking::new(&grammar, None, plan.clone(), Some(OpId(4)), u32::MAX);
            let mut sizes = Vec::new();
            let mut all = BTreeSet::new();
            while let Some(smaller) = shrinking.next() {
                sizes.push(shrinking.size(smaller.term()));
                assert!(all.insert(smaller), "each once");
            }
            let largest = shrinking.size(plan.term());
            assert!(sizes.is_sorted() && sizes.iter().all(|size| *size < largest));
            assert!(sizes.len() >= calls as usize);
        }
    }

    #[test]
    fn what_is_nested_deep_is_made_smaller_at_once() {
        let grammar = grammar();
        let seconds = |plan: &Plan| plan.ops().iter().filter(|op| **op == OpId(4)).count();
        let mut shrinking = Shrinking::new(&grammar, None, nested(400), None, 200);
        assert!(
            shrinking.proposals.len() <= 400 * 2 * 100,
            "{}",
            shrinking.proposals.len()
        );
        let mut runs = 0;
        while let Some(plan) = shrinking.next() {
            runs += 1;
            if seconds(&plan) >= 3 {
                shrinking.accept(&plan);
            }
        }
        assert!(runs <= 200);
        assert_eq!(seconds(shrinking.best()), 3);
        assert!(
            shrinking.best().parts().len() < 30,
            "{}",
            shrinking.best().parts().len()
        );
    }
}
