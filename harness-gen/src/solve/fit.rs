//! Whether an impl is one for a type: its parameters become variables, its header is unified, and its bounds become goals.

use super::builtin;
use super::by_head::heads_may_match;
use super::goal::{Goal, may_be_unsized};
use super::search::Search;
use super::unify::variable;
use crate::api::ty::{Arg, Subst, TraitRef, Ty};
use crate::api::{ImplDef, ParamKind};

impl Search<'_> {
    /// Renames an impl's parameters apart and fits its header; the impl's bounds become goals.
    pub(super) fn fit(
        &mut self,
        implementation: &ImplDef,
        ty: &Ty,
        trait_: Option<&TraitRef>,
        depth: u32,
        goals: &mut Vec<Goal>,
    ) -> Option<Subst> {
        if !heads_may_match(&implementation.self_type, ty) || !arguments_may_match(implementation, trait_) {
            return None;
        }
        let mut names = Subst::new();
        for param in &implementation.generics.params {
            let variable = self.variables.fresh();
            let arg = match &param.kind {
                ParamKind::Const { .. } => Arg::Const(variable),
                ParamKind::Type { .. } => Arg::Type(Ty::Param(variable)),
            };
            names.insert(param.name.clone(), arg);
        }
        let (self_type, header) = builtin::renamed(implementation, &names);
        let self_type = self.flatten(&self_type, depth + 1, goals);
        let header = header.map_parts(&mut |part| self.flatten(part, depth + 1, goals));
        if !self.variables.unify(&self_type, ty) {
            return None;
        }
        if let Some(trait_) = trait_ {
            let default_to_self = |args: &[Arg]| -> Vec<Arg> {
                if args.is_empty() {
                    vec![Arg::Type(ty.clone())]
                } else {
                    args.to_vec()
                }
            };
            let fits = if header.args.len() == trait_.args.len() {
                let pairs: Vec<(Arg, Arg)> = header
                    .args
                    .iter()
                    .cloned()
                    .zip(trait_.args.iter().cloned())
                    .collect();
                pairs.iter().all(|(a, b)| self.variables.unify_args(a, b))
            } else if header.args.len() <= 1 && trait_.args.len() <= 1 {
                // `PartialEq` is `PartialEq<Self>`; where the default is another type rustc will say so.
                let (a, b) = (default_to_self(&header.args), default_to_self(&trait_.args));
                self.variables.unify_args(&a[0], &b[0])
            } else {
                true
            };
            if !fits {
                return None;
            }
        }
        if !self.parameters_have_a_size(implementation, &names, depth + 1, goals) {
            return None;
        }
        self.add_predicates(&implementation.generics.predicates, &names, depth + 1, goals);
        Some(names)
    }

    /// False if an impl's parameter without `?Sized` is a type without a size; of those that are still open it becomes a goal.
    /// The table of std's impls does not say `?Sized` everywhere, so what is std's is left to rustc.
    fn parameters_have_a_size(
        &self,
        implementation: &ImplDef,
        names: &Subst,
        depth: u32,
        goals: &mut Vec<Goal>,
    ) -> bool {
        let generics = &implementation.generics;
        let head = implementation.self_type.head();
        if head.is_some_and(|path| path.starts_with("std::")) {
            return true;
        }
        for param in &generics.params {
            let Some(Arg::Type(variable_of_it)) = names.get(&param.name) else {
                continue;
            };
            if may_be_unsized(generics, &param.name) {
                continue;
            }
            match self.variables.shallow(variable_of_it) {
                Ty::Param(name) if variable(name).is_some() => {
                    goals.push(Goal::has_size(variable_of_it.clone(), depth));
                }
                known if !builtin::is_sized(known) => return false,
                _ => {}
            }
        }
        true
    }
}

/// The same for what a trait is applied to.
fn arguments_may_match(implementation: &ImplDef, wanted: Option<&TraitRef>) -> bool {
    let (Some(wanted), Some(have)) = (wanted, &implementation.trait_) else {
        return true;
    };
    let may_match = |(have, wanted): (&Arg, &Arg)| match (have, wanted) {
        (Arg::Type(have), Arg::Type(wanted)) => heads_may_match(have, wanted),
        _ => true,
    };
    have.args.len() != wanted.args.len() || have.args.iter().zip(&wanted.args).all(may_match)
}
