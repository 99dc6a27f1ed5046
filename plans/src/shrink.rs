//! Smaller plans that show the same: a step machine that proposes changes and is told whether what was found stays.

use crate::mutate::{cheapest, with_cheapest_arguments};
use crate::search::Search;
use crate::{Grammar, OpId, Term};
use std::collections::BTreeSet;

/// Literals of one place that are tried instead of another.
const LITERALS: usize = 8;
/// Other ops of one place that are tried with their cheapest arguments.
const OTHER_OPS: usize = 8;

/// What makes one plan smaller than another: steps, then parts, then how late its ops come among the alternatives.
type Size = (u32, usize, usize);

/// The smallest plan so far, and what is still to be tried.
#[derive(Debug)]
pub struct Shrinking<'g> {
    grammar: &'g Grammar,
    root: OpId,
    best: Term,
    proposals: std::vec::IntoIter<Term>,
    proposed: Option<Term>,
    tried: BTreeSet<Term>,
    runs_left: u32,
}

impl<'g> Shrinking<'g> {
    /// Begins with this plan of a root; at most `runs` others are proposed.
    pub fn new(grammar: &'g Grammar, root: OpId, plan: Term, runs: u32) -> Shrinking<'g> {
        let mut shrinking = Shrinking {
            grammar,
            root,
            best: plan,
            proposals: Vec::new().into_iter(),
            proposed: None,
            tried: BTreeSet::new(),
            runs_left: runs,
        };
        shrinking.propose();
        shrinking
    }

    /// The next plan to run. None: nothing is left to try.
    #[expect(
        clippy::should_implement_trait,
        reason = "the plan is borrowed from the grammar"
    )]
    pub fn next(&mut self) -> Option<Search<'g>> {
        while self.runs_left > 0 {
            let term = self.proposals.next()?;
            if !self.tried.insert(term.clone()) {
                continue;
            }
            if let Some(search) = Search::of_term(self.grammar, self.root, u32::MAX, &term) {
                self.runs_left -= 1;
                self.proposed = Some(term);
                return Some(search);
            }
        }
        None
    }

    /// The plan proposed last shows the same, and looked at these of its placeholders. Others are proposed from there on.
    /// Returns it with what it looked at decided, unless that makes it as large as the one before.
    pub fn accept(&mut self, demands: &[u32]) -> Option<Search<'g>> {
        let term = self.proposed.take()?;
        let proposed = Search::of_term(self.grammar, self.root, u32::MAX, &term)?;
        let seen = proposed.term(demands);
        if self.size(&seen) >= self.size(&self.best) {
            return None;
        }
        let best = Search::of_term(self.grammar, self.root, u32::MAX, &seen)?;
        self.best = seen;
        self.propose();
        Some(best)
    }

    /// The smallest plan so far.
    pub fn best(&self) -> &Term {
        &self.best
    }

    fn propose(&mut self) {
        let size = self.size(&self.best);
        let mut proposals: Vec<(Size, Term)> = Vec::new();
        let mut add = |proposal: Term| {
            let smaller = self.size(&proposal);
            if smaller < size {
                proposals.push((smaller, proposal));
            }
        };
        self.best.visit_parts(&mut Vec::new(), &mut |way, part| {
            let Term::Apply { op, .. } = part else { return };
            let Some(ty) = part.result(self.grammar) else {
                return;
            };
            let mut replace = |other: &Term| add(self.best.with_part(way, other));
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
            for op in others.filter(|op| self.grammar.arity(**op) > 0).take(OTHER_OPS) {
                if let Some(other) = with_cheapest_arguments(self.grammar, *op) {
                    replace(&other);
                }
            }
            if self.grammar.arity(*op) == 0 {
                let literals = self.grammar.alternatives(ty).iter();
                let is_ordinary =
                    |op: &&OpId| self.grammar.arity(**op) == 0 && !self.grammar.is_learned(**op);
                for op in literals.filter(is_ordinary).take(LITERALS) {
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
        let mut size = (term.steps(self.grammar), 0, 0);
        term.visit_parts(&mut Vec::new(), &mut |_, part| {
            let Term::Apply { op, .. } = part else { return };
            size.1 += 1;
            let ty = part.result(self.grammar);
            let alternatives = ty.map_or(&[][..], |ty| self.grammar.alternatives(ty));
            size.2 += alternatives.iter().position(|other| other == op).unwrap_or(0);
        });
        size
    }
}
