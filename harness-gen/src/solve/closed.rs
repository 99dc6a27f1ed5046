//! Questions about types without open parts: whether an impl is known for one, and what an associated type of it is. Each is
//! asked once, and the answer is kept.

use super::builtin::is_soft;
use super::goal::{Goal, KnownInstances, Preference};
use super::search::Search;
use super::solver::Solver;
use crate::api::ty::{TraitRef, Ty};
use crate::tuning::{CLOSED_STEPS, DEEPEST_QUESTION, MOST_NESTED_QUESTIONS};

impl Solver {
    /// True for a bound that impls decide, and not what holds for most types.
    pub(crate) fn is_particular(&self, bound: &TraitRef) -> bool {
        !bound.maybe && bound.call.is_none() && !is_soft(self, bound)
    }

    /// True if a type without open parts has an impl of the trait, as far as is known.
    pub(crate) fn implements(&self, ty: &Ty, trait_: &TraitRef) -> bool {
        let key = (ty.clone(), trait_.clone());
        if let Some(answer) = self.holds.borrow().get(&key) {
            return *answer;
        }
        if self.asked.get() >= MOST_NESTED_QUESTIONS || ty.nesting() > DEEPEST_QUESTION {
            return false;
        }
        // A question about itself is answered with yes: derived impls of recursive types lead there.
        self.holds.borrow_mut().insert(key.clone(), true);
        let known = KnownInstances::new();
        let mut search = Search::new(self, &known, Preference::Usual(0), CLOSED_STEPS, 1);
        let goal = Goal::holds(ty.clone(), trait_.clone(), 0);
        self.asked.set(self.asked.get() + 1);
        search.prove(goal);
        self.asked.set(self.asked.get() - 1);
        let answer = !search.into_found().is_empty();
        self.holds.borrow_mut().insert(key, answer);
        answer
    }

    /// Resolves projections as far as impls are known. What stays a projection stays open.
    pub(crate) fn normalise(&self, ty: &Ty) -> Ty {
        if !ty.any(&|t| matches!(t, Ty::Projection { .. })) {
            return ty.clone();
        }
        let changed = ty.map_parts(&mut |part| self.normalise(part));
        let Ty::Projection { self_type, .. } = &changed else {
            return changed;
        };
        if !self_type.is_closed() {
            return changed;
        }
        if let Some(answer) = self.projections.borrow().get(&changed) {
            return answer.clone().unwrap_or(changed.clone());
        }
        if self.asked.get() >= MOST_NESTED_QUESTIONS || changed.nesting() > DEEPEST_QUESTION {
            return changed;
        }
        // While it is being answered it has no answer.
        self.projections.borrow_mut().insert(changed.clone(), None);
        let known = KnownInstances::new();
        let mut search = Search::new(self, &known, Preference::Usual(0), CLOSED_STEPS, 1);
        self.asked.set(self.asked.get() + 1);
        let answer = search.project(&changed).filter(Ty::is_closed);
        self.asked.set(self.asked.get() - 1);
        self.projections
            .borrow_mut()
            .insert(changed.clone(), answer.clone());
        answer.unwrap_or(changed)
    }
}
