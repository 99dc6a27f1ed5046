//! A small trait solver: which types satisfy the bounds of an item, and what associated types are. It knows the
//! explored crate's impls (and those of its dependencies, where they were read), a table of std's, and the placeholder
//! types'. It is a guide, not a judge: whether an instance really fits is rustc's decision, arm by arm; every search is
//! bounded, so a missing answer means "not found".

mod builtin;
mod by_head;
mod choose;
mod closed;
mod fit;
mod goal;
mod harness_impls;
mod remembered;
mod search;
mod solver;
mod unify;

pub(crate) use goal::KnownInstances;
pub(crate) use solver::Solver;

use crate::api::Generics;
use crate::api::ty::{Arg, Subst};
use crate::tuning::{FEW_SOLVER_STEPS, MOST_CHOICES, MOST_STEPS_IN_VAIN, SOLVER_STEPS, USUAL_KINDS};
use goal::Preference;
use remembered::Question;
use search::{Order, Search};
use std::collections::BTreeSet;

impl Solver {
    /// Ways to choose all parameters of `generics`, `fixed` ones given: a way with placeholder types first, if there is
    /// one, then others in an order that does not depend on anything but the input. At most `most`.
    pub(crate) fn instances(
        &self,
        generics: &Generics,
        fixed: &Subst,
        known: &KnownInstances,
        most: usize,
    ) -> Vec<Subst> {
        if generics.params.iter().all(|p| fixed.contains_key(&p.name)) && generics.predicates.is_empty() {
            return vec![fixed.clone()];
        }
        let mut found = self.search(Question::new(generics, fixed, Preference::Placeholders, 1), known);
        let mut kinds: Vec<Vec<Subst>> = Vec::new();
        for kind in 0..USUAL_KINDS {
            let ways = self.search(
                Question::new(generics, fixed, Preference::Usual(kind), most),
                known,
            );
            // What one kind of usual types cannot satisfy, another hardly will.
            if ways.is_empty() {
                break;
            }
            kinds.push(ways);
        }
        let longest = kinds.iter().map(Vec::len).max().unwrap_or(0);
        for position in 0..longest {
            for list in &kinds {
                if let Some(subst) = list.get(position)
                    && !found.contains(subst)
                {
                    found.push(subst.clone());
                }
            }
        }
        found.truncate(most);
        found
    }

    /// The first way to choose the rest of the parameters, with placeholder types only if `fixed` has some.
    pub(crate) fn completed(
        &self,
        generics: &Generics,
        fixed: &Subst,
        known: &KnownInstances,
    ) -> Option<Subst> {
        self.search(Question::new(generics, fixed, preferred(fixed), 1), known)
            .pop()
    }

    /// The same with few steps, which count for nothing if they were in vain.
    pub(crate) fn completed_aside(
        &self,
        generics: &Generics,
        fixed: &Subst,
        known: &KnownInstances,
    ) -> Option<Subst> {
        let question = Question {
            is_aside: true,
            ..Question::new(generics, fixed, preferred(fixed), 1)
        };
        self.search(question, known).pop()
    }

    fn search(&self, question: Question, known: &KnownInstances) -> Vec<Subst> {
        let most = question.most;
        if let Some(found) = self.remembered.borrow().answer(&question, known) {
            return found;
        }
        let mut found: Vec<Subst> = Vec::new();
        let mut looked_up = BTreeSet::new();
        let most_steps = match !question.is_aside && self.in_vain.get() < MOST_STEPS_IN_VAIN {
            true => SOLVER_STEPS,
            false => FEW_SOLVER_STEPS,
        };
        for order in [Order::FewestImpls, Order::WhatFollowsLast] {
            let other_may_find =
                self.search_in(order, &question, known, most_steps, (&mut found, &mut looked_up));
            if !found.is_empty() || !other_may_find {
                break;
            }
        }
        found.truncate(most);
        let mut remembered = self.remembered.borrow_mut();
        remembered.keep(question, known, looked_up, found.clone());
        found
    }

    /// Adds what is found by deciding in this order. True if another order may find something else: it would decide otherwise, and not
    /// all was looked through.
    fn search_in(
        &self,
        order: Order,
        question: &Question,
        known: &KnownInstances,
        most_steps: u32,
        (found, looked_up): (&mut Vec<Subst>, &mut BTreeSet<String>),
    ) -> bool {
        let mut steps = most_steps;
        let (mut order_matters, mut may_choose_more) = (false, false);
        for choices in 0..=MOST_CHOICES {
            let mut search = Search::new(self, known, question.preference, steps, question.most);
            search.branches.order = order;
            let goals = search.open(&question.generics, &question.fixed);
            search.run(goals, choices);
            steps = search.steps_left();
            order_matters |= search.branches.order_matters;
            may_choose_more = search.ran_out_of_choices();
            looked_up.append(&mut search.known.paths);
            for subst in search.into_found() {
                if !found.contains(&subst) {
                    found.push(subst);
                }
            }
            if steps == 0 || !may_choose_more || found.len() >= question.most {
                break;
            }
        }
        if found.is_empty() && !question.is_aside {
            self.in_vain
                .set(self.in_vain.get() + u64::from(most_steps - steps));
        }
        order_matters && (steps == 0 || may_choose_more)
    }
}

/// Placeholder types if some are given.
fn preferred(fixed: &Subst) -> Preference {
    let has_placeholder = fixed
        .values()
        .any(|arg| matches!(arg, Arg::Type(ty) if ty.mentions_stand_in()));
    match has_placeholder {
        true => Preference::Placeholders,
        false => Preference::Usual(0),
    }
}

#[cfg(test)]
mod tests;
