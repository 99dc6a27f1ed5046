//! What a search is asked: goals, and what to prefer where they leave a choice.

use crate::api::ty::{Member, TraitRef, Ty};
use crate::api::{Generics, ParamKind};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// Closed instances of generic types by path, the most useful first: what an impl's header leaves open is tried with
/// them, so that what one op makes another takes.
pub(crate) type KnownInstances = BTreeMap<String, Vec<Ty>>;

/// The known instances, as one search looks at them.
pub(super) struct LookedUp<'s> {
    pub(super) instances: &'s KnownInstances,
    /// Paths of the types whose instances were asked for, whether some are known or not.
    pub(super) paths: BTreeSet<String>,
}

/// Which values are given to parameters that no bound decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Preference {
    /// Placeholder types wherever the bounds allow them.
    Placeholders,
    /// The n-th of the usual types.
    Usual(usize),
}

/// The trait of what has a size.
pub(super) const SIZED: &str = "std::marker::Sized";

/// Something to be settled.
#[derive(Clone, Debug)]
pub(super) struct Goal {
    pub(super) ty: Ty,
    pub(super) what: What,
    pub(super) depth: u32,
}

/// What is left to be settled on a branch; goals are the same on all branches, so they are shared.
pub(super) type Goals = Vec<Rc<Goal>>;

#[derive(Clone, Debug)]
pub(super) enum What {
    /// The type implements the trait.
    Holds(TraitRef),
    /// The type's associated type is this one.
    Projects {
        trait_: Option<TraitRef>,
        member: Member,
        to: Ty,
    },
}

impl Goal {
    pub(super) fn holds(ty: Ty, trait_: TraitRef, depth: u32) -> Goal {
        Goal {
            ty,
            what: What::Holds(trait_),
            depth,
        }
    }

    /// The bound that every parameter has unless it says otherwise.
    pub(super) fn has_size(ty: Ty, depth: u32) -> Goal {
        Goal::holds(ty, TraitRef::plain(SIZED), depth)
    }

    /// True if nothing is asked but that the type has a size.
    pub(super) fn asks_for_a_size(&self) -> bool {
        matches!(&self.what, What::Holds(trait_) if trait_.path == SIZED && !trait_.maybe)
    }
}

/// A parameter that the search has to decide.
pub(super) struct Wanted {
    pub(super) name: String,
    pub(super) variable: String,
    pub(super) kind: ParamKind,
    pub(super) may_be_unsized: bool,
    pub(super) number: usize,
}

/// Goals that branches share.
pub(super) fn shared(goals: Vec<Goal>) -> Goals {
    goals.into_iter().map(Rc::new).collect()
}

/// The goals of a branch and those that a choice has added.
pub(super) fn with_new(rest: &[Rc<Goal>], new: Vec<Goal>) -> Goals {
    let mut all = Vec::with_capacity(rest.len() + new.len());
    all.extend_from_slice(rest);
    all.extend(new.into_iter().map(Rc::new));
    all
}

/// True for a parameter with `?Sized`.
pub(super) fn may_be_unsized(generics: &Generics, name: &str) -> bool {
    generics
        .predicates
        .iter()
        .any(|p| p.ty == Ty::Param(name.to_owned()) && p.bounds.iter().any(|b| b.maybe))
}
