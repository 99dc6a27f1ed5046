//! Smaller plans that show the same: a step machine that proposes changes and is told whether what was found stays.

use crate::mutate::{cheapest, with_cheapest_arguments};
use crate::request::places;
use crate::search::Search;
use crate::text::{TextSize, Vocabulary, smaller_texts};
use crate::tuning::{LITERALS_OF_A_PLACE, OTHER_OPS_OF_A_PLACE};
use crate::{Grammar, OpId, Plan, Term};
use std::collections::BTreeSet;

/// What makes one plan smaller than another: steps, then parts, then what its texts have, then how late its ops come among the
/// alternatives.
type Size = (u32, usize, TextSize, usize);

/// The smallest plan so far, and what is still to be tried.
#[derive(Debug)]
pub struct Shrinking<'g> {
    grammar: &'g Grammar,
    /// Makes texts smaller, too; none: they stay as they are.
    vocabulary: Option<&'g Vocabulary>,
    /// What is done around a call of this op may be left out.
    failing: Option<OpId>,
    best: Plan,
    proposals: std::vec::IntoIter<Term>,
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
            proposals: Vec::new().into_iter(),
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
            let term = self.proposals.next()?;
            if !self.tried.insert(term.clone()) {
                continue;
            }
            let plan = Plan::new(term)?.renumbered();
            let learned = places(self.grammar, std::slice::from_ref(&plan));
            if learned.is_some_and(|learned| Search::of_plan(self.grammar, &plan, &learned).is_some()) {
                self.runs_left -= 1;
                return Some(plan);
            }
        }
        None
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
        let size = self.size(best);
        let mut proposals: Vec<(Size, Term)> = Vec::new();
        let mut add = |proposal: Term| {
            let smaller = self.size(&proposal);
            if smaller < size {
                proposals.push((smaller, proposal));
            }
        };
        best.visit_parts(&mut Vec::new(), &mut |way, part| {
            let arity = match part {
                Term::Apply { op, .. } => self.grammar.arity(*op),
                Term::Literal { .. } => 0,
                Term::Hole { .. } => return,
            };
            let Some(ty) = part.result(self.grammar) else {
                return;
            };
            if matches!(part, Term::Apply { op, .. } if Some(*op) == self.failing) {
                add(part.clone());
            }
            let mut replace = |other: &Term| add(best.with_part(way, other));
            if let (Term::Literal { ty, value }, Some(vocabulary)) = (part, self.vocabulary)
                && let Some(kind) = vocabulary.kinds.get(ty)
            {
                for value in smaller_texts(*kind, value) {
                    replace(&Term::Literal { ty: *ty, value });
                }
            }
            if let Some(default) = cheapest(self.grammar, ty) {
                replace(&default);
                replace(&Term::Hole {
                    number: 1,
                    ty,
                    default: Box::new(default),
                });
            }
            // What lies within stands for the whole.
            part.visit_parts(&mut Vec::new(), &mut |_, inner| {
                if inner.result(self.grammar) == Some(ty) {
                    replace(inner);
                }
            });
            let others = self.grammar.alternatives(ty).iter();
            for op in others
                .filter(|op| self.grammar.arity(**op) > 0)
                .take(OTHER_OPS_OF_A_PLACE)
            {
                if let Some(other) = with_cheapest_arguments(self.grammar, *op) {
                    replace(&other);
                }
            }
            if arity == 0 {
                let literals = self.grammar.alternatives(ty).iter();
                let is_ordinary =
                    |op: &&OpId| self.grammar.arity(**op) == 0 && !self.grammar.is_learned(**op);
                for op in literals.filter(is_ordinary).take(LITERALS_OF_A_PLACE) {
                    replace(&Term::Apply {
                        op: *op,
                        args: Vec::new(),
                    });
                }
            }
        });
        proposals.sort();
        let proposals: Vec<Term> = proposals.into_iter().map(|(_, term)| term).collect();
        self.proposals = proposals.into_iter();
    }

    fn size(&self, term: &Term) -> Size {
        let mut size = (term.steps(self.grammar), 0, TextSize::default(), 0);
        term.visit_parts(&mut Vec::new(), &mut |_, part| {
            let ty = part.result(self.grammar);
            let alternatives = ty.map_or(&[][..], |ty| self.grammar.alternatives(ty));
            size.2.add(
                self.vocabulary
                    .and_then(|vocabulary| vocabulary.text(part))
                    .map(|(_, text)| text)
                    .unwrap_or_default(),
            );
            size.3 += match part {
                Term::Apply { op, .. } => alternatives.iter().position(|other| other == op).unwrap_or(0),
                Term::Literal { .. } => alternatives.len(),
                Term::Hole { .. } => return,
            };
            size.1 += 1;
        });
        size
    }
}
