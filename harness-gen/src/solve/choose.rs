//! Choices of a search: an open type is decided by an impl of its most particular bound, tried with known instances
//! first; what no bound decides gets a usual type.

use super::builtin::{is_sized, is_soft};
use super::goal::{Goal, Goals, LookedUp, Preference, What, shared};
use super::search::{Order, Search};
use super::unify::{is_known, variable};
use crate::api::ty::{Arg, TraitRef, Ty};
use crate::api::{ImplDef, ParamKind};
use crate::harness_types::{HOLE, HOSTILE, ITEMS, ODD_ITEMS, is_hostile};
use crate::tuning::{DEEPEST_CHAIN, DEEPEST_TYPE, MOST_KNOWN, WIDE};
use std::rc::Rc;

/// Something that no goal decides.
enum Open {
    Type {
        name: String,
        /// Position of the parameter that it is the whole of.
        wanted: Option<usize>,
    },
    Const {
        name: String,
        ty: Ty,
    },
}

impl Search<'_> {
    /// Only goals about open types are left: one of them is decided.
    pub(super) fn choose(&mut self, goals: Goals, choices: u32, closed: bool) -> bool {
        let mut hard: Vec<(usize, (bool, usize))> = Vec::new();
        for (position, goal) in goals.iter().enumerate() {
            let count = match &goal.what {
                What::Holds(trait_) if trait_.call.is_some() => 0,
                What::Holds(trait_) if is_soft(self.solver, trait_) => continue,
                What::Holds(_) if self.is_left_to_rustc(goal, &goal.ty) => continue,
                What::Holds(trait_) => 1 + self.solver.impls_of(&trait_.path).len(),
                What::Projects { .. } => continue,
            };
            hard.push((position, (self.follows_another(&goal.ty, &goals), count)));
        }
        let fewest = hard.iter().min_by_key(|(_, (_, count))| *count);
        let what_follows_last = hard.iter().min_by_key(|(_, rank)| *rank);
        self.branches.order_matters |= fewest != what_follows_last;
        let chosen = match self.branches.order {
            Order::FewestImpls => fewest,
            Order::WhatFollowsLast => what_follows_last,
        };
        match chosen {
            Some((position, _)) => self.choose_by_bound(goals, *position, choices, closed),
            None => self.choose_usual(goals, choices, closed),
        }
    }

    /// True for an open type that is an associated type of another open one: once that is decided it follows.
    fn follows_another(&self, ty: &Ty, goals: &Goals) -> bool {
        let ty = self.variables.shallow(ty);
        let is_open = |ty: &Ty| matches!(self.variables.shallow(ty), Ty::Param(_));
        goals.iter().any(|goal| match &goal.what {
            What::Projects { to, .. } => is_open(ty) && self.variables.shallow(to) == ty && is_open(&goal.ty),
            What::Holds(_) => false,
        })
    }

    fn choose_by_bound(&mut self, goals: Goals, position: usize, choices: u32, closed: bool) -> bool {
        let Goal { ty, what, depth } = (*goals[position]).clone();
        let What::Holds(trait_) = what else { return false };
        // Impls for whatever has another trait may lead to each other for ever, and each one is a level of the stack.
        if depth > DEEPEST_CHAIN {
            return false;
        }
        let ty = self.variables.shallow(&ty).clone();
        let Ty::Param(name) = &ty else { return false };
        if let Some((inputs, output)) = &trait_.call {
            let mark = self.variables.mark();
            let function = Ty::FnPointer(inputs.clone(), output.clone());
            if self.variables.unify(&ty, &function) && self.solve(goals, choices, closed) {
                return true;
            }
            self.variables.undo(mark);
            return false;
        }
        if self.try_placeholder(name, &goals, choices, closed) {
            return true;
        }
        let trait_ = self.variables.resolve_trait(&trait_);
        let must_be_sized = self.must_be_sized(name, &goals);
        let solver = self.solver;
        // The first impl that fits is free, any other is a choice: what takes the fewest choices is found first.
        let mut left = Some(choices);
        if self.try_named(&ty, &trait_, &goals, &mut left, closed) {
            return true;
        }
        let has_named = left != Some(choices);
        let mut is_first = !has_named;
        let of_hostile = |known: &&ImplDef| known.self_type.head().is_some_and(is_hostile);
        let hostile_first = self.preference == Preference::Placeholders;
        let hostile = solver
            .impls_of(&trait_.path)
            .filter(|known| hostile_first && of_hostile(known));
        let others = solver.impls_of(&trait_.path).filter(|known| !of_hostile(known));
        for implementation in hostile.chain(others) {
            // They are given where they are wanted, and never chosen for a bound alone.
            if matches!(implementation.self_type.head(), Some(HOLE | ITEMS | ODD_ITEMS))
                || has_named && implementation.asks_for_itself()
            {
                continue;
            }
            if self.steps == 0 {
                return true;
            }
            // Opening many parameters is as much work as settling as many goals.
            let width = 1 + implementation.generics.params.len() / WIDE;
            self.steps = self
                .steps
                .saturating_sub(u32::try_from(width).unwrap_or(u32::MAX));
            let mark = self.variables.mark();
            let mut new = Vec::new();
            let fits = self
                .fit(implementation, &ty, Some(&trait_), depth, &mut new)
                .is_some();
            let chosen = self.variables.resolve(&ty);
            let is_possible = !must_be_sized || is_sized(&chosen);
            if fits && is_possible && chosen.nesting() <= DEEPEST_TYPE {
                let Some(choices) = left else {
                    self.branches.cut_by_choices = true;
                    self.variables.undo(mark);
                    return false;
                };
                let others = goals.iter().enumerate().filter(|(other, _)| *other != position);
                let mut new = shared(new);
                new.extend(others.map(|(_, goal)| Rc::clone(goal)));
                if self.with_known_parts(&chosen, &new, choices, closed) {
                    return true;
                }
                if is_first {
                    left = choices.checked_sub(1);
                    is_first = false;
                }
            }
            self.variables.undo(mark);
        }
        false
    }

    /// Tries the implementors that have a name of their own; `left` is what is left of the choices behind one that fits.
    fn try_named(
        &mut self,
        ty: &Ty,
        trait_: &TraitRef,
        goals: &Goals,
        left: &mut Option<u32>,
        closed: bool,
    ) -> bool {
        let solver = self.solver;
        for named in solver.named_implementors(&trait_.path) {
            if trait_.is_closed() && !solver.implements(named, trait_) {
                continue;
            }
            let Some(choices) = *left else {
                self.branches.cut_by_choices = true;
                return false;
            };
            let mark = self.variables.mark();
            if self.variables.unify(ty, named) && self.solve(goals.clone(), choices, closed) {
                return true;
            }
            self.variables.undo(mark);
            *left = choices.checked_sub(1);
        }
        false
    }

    /// True for a parameter without `?Sized`, and for what a goal says it of.
    fn must_be_sized(&self, variable: &str, goals: &Goals) -> bool {
        let is_it = |ty: &Ty| matches!(self.variables.shallow(ty), Ty::Param(name) if name == variable);
        let mut wanted = self.wanted.iter();
        wanted.any(|wanted| wanted.variable == variable && !wanted.may_be_unsized)
            || (goals.iter()).any(|goal| goal.asks_for_a_size() && is_it(&goal.ty))
    }

    /// Goes on with known instances of a generic type that is still open, then with the open type itself.
    fn with_known_parts(&mut self, chosen: &Ty, goals: &[Rc<Goal>], choices: u32, closed: bool) -> bool {
        let mut left = Some(choices);
        let mut is_first = true;
        if let Some(part) = open_generic_part(chosen, &mut self.known) {
            let known = self.known.instances;
            let path = part.head().unwrap_or_default().to_owned();
            for instance in known.get(&path).into_iter().flatten().take(MOST_KNOWN) {
                let mark = self.variables.mark();
                if self.variables.unify(&part, instance) {
                    let Some(choices) = left else {
                        self.branches.cut_by_choices = true;
                        self.variables.undo(mark);
                        return false;
                    };
                    if self.solve(goals.to_vec(), choices, closed) {
                        return true;
                    }
                    if is_first {
                        left = choices.checked_sub(1);
                        is_first = false;
                    }
                }
                self.variables.undo(mark);
            }
        }
        match left {
            Some(choices) => self.solve(goals.to_vec(), choices, closed),
            None => {
                self.branches.cut_by_choices = true;
                false
            }
        }
    }

    fn try_placeholder(&mut self, name: &str, goals: &[Rc<Goal>], choices: u32, closed: bool) -> bool {
        if self.preference != Preference::Placeholders {
            return false;
        }
        let Some(wanted) = self.wanted.iter().find(|w| w.variable == name) else {
            return false;
        };
        let hole = match self.solver.has_hostile {
            true => Ty::path(HOSTILE, vec![]),
            false => Ty::Path {
                path: HOLE.to_owned(),
                args: vec![Arg::Const(wanted.number.to_string())],
            },
        };
        let mark = self.variables.mark();
        if self.variables.unify(&Ty::Param(name.to_owned()), &hole)
            && self.solve(goals.to_vec(), choices, closed)
        {
            return true;
        }
        self.variables.undo(mark);
        false
    }

    /// No particular bound is left: usual types for whatever is open, one parameter after the other.
    fn choose_usual(&mut self, goals: Goals, choices: u32, closed: bool) -> bool {
        if let Some(open) = &self.answer.open {
            self.answer.closed = Some(self.variables.resolve(open));
            return true;
        }
        let (name, wanted) = match self.first_open(&goals) {
            Some(Open::Type { name, wanted }) => (name, wanted),
            Some(Open::Const { name, ty }) => return self.choose_const(&name, &ty, goals, choices, closed),
            None if goals.is_empty() => {
                self.record(closed);
                return self.found.len() >= self.most;
            }
            // A goal that nothing can decide any more fails.
            None => return false,
        };
        let before = self.found.len();
        if wanted.is_some() && self.try_placeholder(&name, &goals, choices, closed) {
            return true;
        }
        if self.found.len() > before {
            return false;
        }
        for candidate in self.usual_types(wanted) {
            let mark = self.variables.mark();
            if self.variables.unify(&Ty::Param(name.clone()), &candidate)
                && self.solve(goals.clone(), choices, closed)
            {
                return true;
            }
            self.variables.undo(mark);
            // The first that works is enough: other kinds have their own search.
            if self.found.len() > before {
                return false;
            }
        }
        false
    }

    fn kind(&self) -> usize {
        match self.preference {
            Preference::Placeholders => 0,
            Preference::Usual(kind) => kind,
        }
    }

    fn choose_const(&mut self, name: &str, ty: &Ty, goals: Goals, choices: u32, closed: bool) -> bool {
        let texts = const_candidates(ty);
        // A second one of an item is given another value: that two of them differ is asked for more often than that
        // they are equal. One kind has values that fall, the other has values that rise: some are limits of a range.
        let is_const = |kind: &ParamKind| matches!(kind, ParamKind::Const { .. });
        let consts = self.wanted.iter().filter(|wanted| is_const(&wanted.kind));
        let before_it = consts.take_while(|wanted| wanted.variable != name).count();
        let step = before_it % texts.len();
        let first = match self.kind() {
            0 => step,
            kind => (kind + texts.len() - step) % texts.len(),
        };
        let before = self.found.len();
        for offset in 0..texts.len() {
            let mark = self.variables.mark();
            let text = texts[(first + offset) % texts.len()];
            self.variables.bind(name, Arg::Const(text.to_owned()));
            if self.solve(goals.clone(), choices, closed) {
                return true;
            }
            self.variables.undo(mark);
            if self.found.len() > before {
                break;
            }
        }
        false
    }

    /// The first open variable: of the parameters, of what they are made of, of the goals.
    fn first_open(&self, goals: &[Rc<Goal>]) -> Option<Open> {
        for (position, wanted) in self.wanted.iter().enumerate() {
            match &wanted.kind {
                ParamKind::Const { ty, .. } => {
                    let name = self.variables.resolve_const(&wanted.variable);
                    if variable(&name).is_some() {
                        return Some(Open::Const { name, ty: ty.clone() });
                    }
                }
                ParamKind::Type { .. } => {
                    let ty = self.variables.resolve(&Ty::Param(wanted.variable.clone()));
                    let is_whole = matches!(&ty, Ty::Param(name) if variable(name).is_some());
                    if let Some(open) = first_open_part(&ty, is_whole.then_some(position)) {
                        return Some(open);
                    }
                }
            }
        }
        goals
            .iter()
            .find_map(|goal| first_open_part(&self.variables.resolve(&goal.ty), None))
    }

    fn usual_types(&self, wanted: Option<usize>) -> Vec<Ty> {
        let mut list = Vec::new();
        if let Some(position) = wanted {
            let wanted = &self.wanted[position];
            if let ParamKind::Type {
                default: Some(default),
                ..
            } = &wanted.kind
                && default.is_closed()
            {
                list.push(default.clone());
            }
            if wanted.may_be_unsized && self.kind() == 1 {
                list.push(Ty::prim("str"));
            }
        }
        // A number, and something that owns memory; vectors of `()` mostly show what lengths beyond all memory do.
        let mut usual = vec![Ty::lazy(), Ty::path("std::string::String", vec![])];
        if self.kind() == 1 {
            usual.reverse();
        }
        // Where the number that stands for `i32` will not do, `i32` itself may.
        let number = usual.iter().position(Ty::is_lazy).unwrap_or(0);
        usual.insert(number + 1, Ty::prim("i32"));
        list.extend(usual);
        list.extend(["usize", "f64", "u8", "bool"].map(Ty::prim));
        list.push(Ty::unit());
        list
    }
}

fn first_open_part(ty: &Ty, wanted: Option<usize>) -> Option<Open> {
    let open_const = |text: &str| {
        variable(text).is_some().then(|| Open::Const {
            name: text.to_owned(),
            ty: Ty::prim("usize"),
        })
    };
    let mut found = match ty {
        Ty::Param(name) if variable(name).is_some() => Some(Open::Type {
            name: name.clone(),
            wanted,
        }),
        Ty::Array(_, len) => open_const(len),
        Ty::Path { args, .. } => args.iter().find_map(|arg| match arg {
            Arg::Const(text) => open_const(text),
            Arg::Type(_) => None,
        }),
        _ => None,
    };
    ty.for_children(&mut |child| {
        if found.is_none() {
            found = first_open_part(child, None);
        }
    });
    found
}

/// The first open type of which instances are known.
fn open_generic_part(ty: &Ty, known: &mut LookedUp<'_>) -> Option<Ty> {
    if let Ty::Path { path, args } = ty
        && !args.is_empty()
        && !is_known(ty)
    {
        if !known.paths.contains(path) {
            known.paths.insert(path.clone());
        }
        if known.instances.contains_key(path) {
            return Some(ty.clone());
        }
    }
    let mut found = None;
    ty.for_children(&mut |child| {
        if found.is_none() {
            found = open_generic_part(child, known);
        }
    });
    found
}

/// Constants tried for a const parameter of this type, in order.
fn const_candidates(ty: &Ty) -> &'static [&'static str] {
    match ty {
        Ty::Prim(name) if name == "bool" => &["false", "true"],
        Ty::Prim(name) if name == "char" => &["'a'", "'?'", "'*'"],
        _ => &["2", "1", "0", "8"],
    }
}
