//! The search: goals are settled one by one, those whose type is known first; an open type is chosen by an impl of its
//! most particular bound, and what no bound decides gets a usual type. Depth first with backtracking, bounded by the
//! number of choices and of steps.

use super::builtin::{self, Builtin, answer, is_call};
use super::goal::{
    Goal, Goals, KnownInstances, LookedUp, Preference, Wanted, What, may_be_unsized, shared, with_new,
};
use super::solver::Solver;
use super::unify::{Variables, are_known, depends_on_expression, is_known, unknown, variable};
use crate::api::lasting;
use crate::api::ty::{Arg, Member, Subst, TraitRef, Ty};
use crate::api::{Generics, ParamKind, Predicate};
use crate::harness_types::HOLE;
use crate::tuning::{DEEPEST_CHAIN, DEEPEST_TYPE, MOST_CHOICES};
use std::collections::BTreeSet;
use std::rc::Rc;

/// The answer to a question about an associated type.
#[derive(Default)]
pub(super) struct Answer {
    /// The variable that stands for it.
    pub(super) open: Option<Ty>,
    /// What it turned out to be.
    pub(super) closed: Option<Ty>,
}

/// Which of the goals about open types is decided first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Order {
    /// That with the fewest impls: the item of an iterator before the iterator.
    #[default]
    FewestImpls,
    /// The same, but an associated type behind what it is of: the core of a hash function behind the hash function.
    WhatFollowsLast,
}

/// How branches are chosen, and what that has left open.
#[derive(Default)]
pub(super) struct Branches {
    pub(super) order: Order,
    /// Another order would have decided something else first.
    pub(super) order_matters: bool,
    /// One ended only because no further choice was allowed.
    pub(super) cut_by_choices: bool,
}

/// One search on its way.
pub(super) struct Search<'s> {
    pub(super) solver: &'s Solver,
    pub(super) known: LookedUp<'s>,
    pub(super) preference: Preference,
    pub(super) steps: u32,
    pub(super) most: usize,
    pub(super) variables: Variables,
    pub(super) wanted: Vec<Wanted>,
    pub(super) fixed: Subst,
    pub(super) found: Vec<Subst>,
    pub(super) branches: Branches,
    /// The search settles one closed question, whose answer is kept by whoever asks.
    answers_one_question: bool,
    /// Of a question about an associated type.
    pub(super) answer: Answer,
}

impl<'s> Search<'s> {
    pub(super) fn new(
        solver: &'s Solver,
        known: &'s KnownInstances,
        preference: Preference,
        steps: u32,
        most: usize,
    ) -> Search<'s> {
        Search {
            solver,
            known: LookedUp {
                instances: known,
                paths: BTreeSet::new(),
            },
            preference,
            steps,
            most,
            variables: Variables::default(),
            wanted: Vec::new(),
            fixed: Subst::new(),
            found: Vec::new(),
            branches: Branches::default(),
            answers_one_question: false,
            answer: Answer::default(),
        }
    }

    pub(super) fn into_found(self) -> Vec<Subst> {
        self.found
    }

    pub(super) fn steps_left(&self) -> u32 {
        self.steps
    }

    /// True if some branch ended only because no further choice was allowed.
    pub(super) fn ran_out_of_choices(&self) -> bool {
        self.branches.cut_by_choices
    }

    /// Opens the parameters of an item: its bounds as goals.
    pub(super) fn open(&mut self, generics: &Generics, fixed: &Subst) -> Vec<Goal> {
        let mut names = fixed.clone();
        let mut used = Vec::new();
        for arg in fixed.values() {
            note_placeholders(arg, &mut used);
        }
        let mut number = 0;
        for param in &generics.params {
            if fixed.contains_key(&param.name) {
                continue;
            }
            let variable = self.variables.fresh();
            let arg = match &param.kind {
                ParamKind::Const { .. } => Arg::Const(variable.clone()),
                ParamKind::Type { .. } => Arg::Type(Ty::Param(variable.clone())),
            };
            while used.contains(&number) {
                number += 1;
            }
            names.insert(param.name.clone(), arg);
            self.wanted.push(Wanted {
                name: param.name.clone(),
                variable,
                kind: param.kind.clone(),
                may_be_unsized: may_be_unsized(generics, &param.name),
                number,
            });
            number += 1;
        }
        self.fixed = fixed.clone();
        let mut goals = Vec::new();
        self.add_predicates(&generics.predicates, &names, 0, &mut goals);
        goals
    }

    /// Settles one closed goal.
    pub(super) fn prove(&mut self, goal: Goal) {
        let mut goals = Vec::new();
        let Goal {
            ty,
            what: What::Holds(trait_),
            depth,
        } = goal
        else {
            return;
        };
        self.add_bound(&ty, &trait_, depth, &mut goals);
        self.answers_one_question = true;
        self.solve(shared(goals), MOST_CHOICES, true);
    }

    /// What a projection of a closed type is.
    pub(super) fn project(&mut self, projection: &Ty) -> Option<Ty> {
        let mut goals = Vec::new();
        let answer = self.flatten(projection, 0, &mut goals);
        self.answer.open = Some(answer);
        self.answers_one_question = true;
        self.solve(shared(goals), 1, false);
        self.answer.closed.take()
    }

    pub(super) fn run(&mut self, goals: Vec<Goal>, choices: u32) {
        self.solve(shared(goals), choices, false);
    }

    pub(super) fn add_predicates(
        &mut self,
        predicates: &[Predicate],
        names: &Subst,
        depth: u32,
        goals: &mut Vec<Goal>,
    ) {
        for predicate in predicates {
            let ty = predicate.ty.substitute(names);
            let ty = self.flatten(&ty, depth, goals);
            for bound in predicate.bounds.iter().filter(|b| !b.maybe) {
                let bound = bound.substitute(names);
                self.add_bound(&ty, &bound, depth, goals);
            }
        }
    }

    fn add_bound(&mut self, ty: &Ty, bound: &TraitRef, depth: u32, goals: &mut Vec<Goal>) {
        let mut trait_ = bound.map_parts(&mut |part| self.flatten(part, depth, goals));
        let bindings = std::mem::take(&mut trait_.bindings);
        for (member, to) in bindings {
            goals.push(Goal {
                ty: ty.clone(),
                what: What::Projects {
                    trait_: Some(trait_.clone()),
                    member,
                    to,
                },
                depth,
            });
        }
        goals.push(Goal::holds(ty.clone(), trait_, depth));
    }

    /// Replaces associated types by variables that goals about them will bind.
    pub(super) fn flatten(&mut self, ty: &Ty, depth: u32, goals: &mut Vec<Goal>) -> Ty {
        if !ty.any(&|t| matches!(t, Ty::Projection { .. })) {
            return ty.clone();
        }
        let Ty::Projection {
            self_type,
            trait_,
            member,
        } = ty
        else {
            return ty.map_parts(&mut |part| self.flatten(part, depth, goals));
        };
        let self_type = self.flatten(self_type, depth, goals);
        let trait_ = trait_
            .as_ref()
            .map(|t| t.map_parts(&mut |part| self.flatten(part, depth, goals)));
        let member = member.map_parts(&mut |part| self.flatten(part, depth, goals));
        let to = Ty::Param(self.variables.fresh());
        if trait_
            .as_ref()
            .is_some_and(|t| builtin::gives_sized(t, &member.name))
        {
            goals.push(Goal::has_size(to.clone(), depth));
        }
        goals.push(Goal {
            ty: self_type,
            what: What::Projects {
                trait_,
                member,
                to: to.clone(),
            },
            depth,
        });
        to
    }

    /// True once enough was found or no step is left. `closed`: one proof is enough and nothing is recorded but that.
    pub(super) fn solve(&mut self, mut goals: Goals, choices: u32, closed: bool) -> bool {
        loop {
            if self.steps == 0 || self.found.len() >= self.most || self.answer.closed.is_some() {
                return true;
            }
            self.steps -= 1;
            let Some(position) = self.next_known(&goals) else {
                return self.choose(goals, choices, closed);
            };
            let goal = goals.swap_remove(position);
            let ty = self.variables.resolve(&goal.ty);
            if goal.asks_for_a_size() {
                // They are many and cheap, and no step of a search.
                self.steps += 1;
                match builtin::is_sized(&ty) {
                    true => continue,
                    false => return false,
                }
            }
            if goal.depth > DEEPEST_CHAIN {
                return false;
            }
            if self.is_left_to_rustc(&goal, &ty) {
                continue;
            }
            match &goal.what {
                What::Holds(trait_) => {
                    let trait_ = self.variables.resolve_trait(trait_);
                    match answer(self.solver, &ty, &trait_) {
                        Builtin::Yes => continue,
                        Builtin::No => return false,
                        Builtin::Ask => {}
                    }
                    if is_call(&trait_) {
                        if !self.unify_call(&ty, &trait_) {
                            return false;
                        }
                        continue;
                    }
                    if self.may_ask(goal.depth) && is_known(&ty) && is_known_trait_ref(&trait_) {
                        if self.solver.implements(&ty, &trait_) {
                            continue;
                        }
                        return false;
                    }
                    return self.by_impls(&goal, &ty, &trait_, &goals, choices, closed);
                }
                What::Projects { trait_, member, to } => {
                    let trait_ = trait_.as_ref().map(|t| self.variables.resolve_trait(t));
                    let member = self.variables.resolve_member(member);
                    if let Some(answer) = self.known_projection(goal.depth, &ty, trait_.as_ref(), &member) {
                        if !self.variables.unify(&answer, to) {
                            return false;
                        }
                        continue;
                    }
                    return self.by_associated(
                        &goal,
                        &ty,
                        trait_.as_ref(),
                        &member,
                        to,
                        &goals,
                        choices,
                        closed,
                    );
                }
            }
        }
    }

    /// True for a goal about something that only rustc can compute: it is taken to hold, and an associated type of it is as
    /// little known.
    pub(super) fn is_left_to_rustc(&mut self, goal: &Goal, ty: &Ty) -> bool {
        let of_trait = |search: &Search<'_>, trait_: &TraitRef| {
            let trait_ = search.variables.resolve_trait(trait_);
            trait_.any(&depends_on_expression)
        };
        match &goal.what {
            What::Holds(trait_) => depends_on_expression(ty) || of_trait(self, trait_),
            What::Projects { trait_, to, .. } => {
                let is_left = depends_on_expression(ty) || trait_.iter().any(|t| of_trait(self, t));
                if is_left && matches!(self.variables.shallow(to), Ty::Param(_)) {
                    self.variables.unify(to, &unknown());
                }
                is_left
            }
        }
    }

    /// True unless this is the very question that the search was made for: all others are looked up.
    fn may_ask(&self, depth: u32) -> bool {
        depth > 0 || !self.answers_one_question
    }

    /// What a projection without open parts is, as the solver knows it from before.
    fn known_projection(
        &self,
        depth: u32,
        ty: &Ty,
        trait_: Option<&TraitRef>,
        member: &Member,
    ) -> Option<Ty> {
        let trait_ = trait_.filter(|t| is_known_trait_ref(t))?;
        if !self.may_ask(depth) || !is_known(ty) || !ty.is_closed() || !are_known(&member.args) {
            return None;
        }
        let answer = self.solver.normalise(&Ty::Projection {
            self_type: Box::new(ty.clone()),
            trait_: Some(Box::new(trait_.clone())),
            member: member.clone(),
        });
        answer.is_closed().then_some(answer)
    }

    /// The goal to settle next: one about a known type, with as few possible impls as can be.
    fn next_known(&self, goals: &[Rc<Goal>]) -> Option<usize> {
        let mut best: Option<(usize, usize)> = None;
        for (position, goal) in goals.iter().enumerate() {
            let ty = self.variables.shallow(&goal.ty);
            if matches!(ty, Ty::Param(name) if variable(name).is_some()) {
                continue;
            }
            let weight = match &goal.what {
                What::Projects { .. } => 1,
                What::Holds(trait_) if trait_.args.is_empty() => 0,
                What::Holds(_) if is_known(&self.variables.resolve(ty)) => 2,
                What::Holds(_) => 3,
            };
            if best.is_none_or(|(_, known)| weight < known) {
                best = Some((position, weight));
            }
            if weight == 0 {
                break;
            }
        }
        best.map(|(position, _)| position)
    }

    fn unify_call(&mut self, ty: &Ty, trait_: &TraitRef) -> bool {
        let function = match ty {
            Ty::Ref { inner, .. } => &**inner,
            other => other,
        };
        let Ty::FnPointer(inputs, output) = function else {
            return false;
        };
        let Some((wanted, result)) = &trait_.call else {
            return true;
        };
        wanted.len() == inputs.len()
            && wanted.iter().zip(inputs).all(|(a, b)| self.variables.unify(a, b))
            && self.variables.unify(result, output)
    }

    fn by_impls(
        &mut self,
        goal: &Goal,
        ty: &Ty,
        trait_: &TraitRef,
        rest: &[Rc<Goal>],
        choices: u32,
        closed: bool,
    ) -> bool {
        let solver = self.solver;
        for implementation in solver.impls_for(&trait_.path, ty) {
            let mark = self.variables.mark();
            let mut new = Vec::new();
            if self
                .fit(implementation, ty, Some(trait_), goal.depth, &mut new)
                .is_some()
                && self.solve(with_new(rest, new), choices, closed)
            {
                return true;
            }
            self.variables.undo(mark);
        }
        false
    }

    #[expect(
        clippy::too_many_arguments,
        reason = "the parts of one goal and what is left of the branch"
    )]
    fn by_associated(
        &mut self,
        goal: &Goal,
        ty: &Ty,
        trait_: Option<&TraitRef>,
        member: &Member,
        to: &Ty,
        rest: &[Rc<Goal>],
        choices: u32,
        closed: bool,
    ) -> bool {
        let name = member.name.as_str();
        let given = match ty {
            Ty::FnPointer(_, output) if name == "Output" => Some(lasting::without(output)),
            Ty::Dyn(traits) => traits
                .iter()
                .flat_map(|t| &t.bindings)
                .find(|(bound, _)| bound.name == name)
                .map(|(_, t)| t.clone()),
            _ => None,
        };
        if let Some(given) = given {
            let mark = self.variables.mark();
            if self.variables.unify(&given, to) && self.solve(rest.to_vec(), choices, closed) {
                return true;
            }
            self.variables.undo(mark);
            return false;
        }
        let solver = self.solver;
        // What a supertrait is applied to is not said where its associated type is named through the subtrait.
        let may_be_left_out = trait_.is_some_and(|t| t.args.is_empty());
        let mut fitted = false;
        for by_arguments in [true, false] {
            if !by_arguments && (fitted || !may_be_left_out) {
                break;
            }
            for implementation in solver.impls_with(trait_.map(|t| t.path.as_str()), name, ty) {
                // A supertrait's associated type may be named through the subtrait.
                let same = match (trait_, &implementation.trait_) {
                    (Some(wanted), Some(have)) => wanted.path == have.path,
                    _ => false,
                };
                let mark = self.variables.mark();
                let mut new = Vec::new();
                let header = trait_.filter(|_| same && by_arguments);
                if let Some(names) = self.fit(implementation, ty, header, goal.depth, &mut new)
                    && let Some((named, value)) = implementation.types.iter().find(|(n, _)| n.name == name)
                {
                    fitted = true;
                    let mut names = names;
                    names.extend(named.given(&member.args));
                    let value = resolve_self(value, &implementation.self_type).substitute(&names);
                    let value = self.flatten(&value, goal.depth + 1, &mut new);
                    if self.variables.unify(&value, to) && self.solve(with_new(rest, new), choices, closed) {
                        return true;
                    }
                }
                self.variables.undo(mark);
            }
        }
        false
    }

    pub(super) fn record(&mut self, closed: bool) {
        let mut subst = self.fixed.clone();
        for wanted in &self.wanted {
            let value = match &wanted.kind {
                ParamKind::Const { .. } => Arg::Const(self.variables.resolve_const(&wanted.variable)),
                ParamKind::Type { .. } => {
                    Arg::Type(self.variables.resolve(&Ty::Param(wanted.variable.clone())))
                }
            };
            if let Arg::Type(ty) = &value
                && (!ty.is_closed()
                    || ty.nesting() > DEEPEST_TYPE
                    || !wanted.may_be_unsized && !builtin::is_sized(ty))
            {
                return;
            }
            subst.insert(wanted.name.clone(), value);
        }
        if closed || !self.found.contains(&subst) {
            self.found.push(subst);
        }
    }
}

/// `Self` inside an impl's associated type, if the reader left it there.
fn resolve_self(value: &Ty, self_type: &Ty) -> Ty {
    match value {
        Ty::Param(name) if name == "Self" => self_type.clone(),
        other => other.map_parts(&mut |part| resolve_self(part, self_type)),
    }
}

fn is_known_trait_ref(trait_: &TraitRef) -> bool {
    trait_.call.is_none() && are_known(&trait_.args)
}

fn note_placeholders(arg: &Arg, used: &mut Vec<usize>) {
    fn note(ty: &Ty, used: &mut Vec<usize>) {
        if let Ty::Path { path, args } = ty
            && path == HOLE
            && let Some(Arg::Const(number)) = args.first()
            && let Ok(number) = number.parse()
        {
            used.push(number);
        }
        ty.for_children(&mut |child| note(child, used));
    }
    if let Arg::Type(ty) = arg {
        note(ty, used);
    }
}
