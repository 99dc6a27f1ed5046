//! What a stand-alone test must implement for its placeholder type: the traits that the call asks for.

use crate::api::ty::{Arg, Subst, TraitRef, Ty};
use crate::api::{Api, Generics};
use crate::harness_types::HOLE;
use crate::support_set::TestImpl;
use std::collections::BTreeMap;

/// Impls that an instance needs besides the derived ones: for what the call asks of a placeholder type,
/// and for what own generic types around one ask of it (`type_bounds`, by path).
pub(super) fn impls(
    api: &Api,
    generics: &Generics,
    subst: &Subst,
    type_bounds: &BTreeMap<String, Generics>,
) -> Vec<TestImpl> {
    let mut found: Vec<TestImpl> = Vec::new();
    add_impls(api, generics, subst, &mut found);
    for arg in subst.values() {
        if let Arg::Type(ty) = arg
            && ty.mentions_hole()
        {
            add_impls_inside(api, ty, type_bounds, &mut found);
        }
    }
    found
}

fn add_impls_inside(api: &Api, ty: &Ty, type_bounds: &BTreeMap<String, Generics>, found: &mut Vec<TestImpl>) {
    if let Ty::Path { path, args } = ty
        && let Some(generics) = type_bounds.get(path)
    {
        let names = generics.params.iter().map(|param| param.name.clone());
        add_impls(api, generics, &names.zip(args.iter().cloned()).collect(), found);
    }
    ty.for_children(&mut |part| add_impls_inside(api, part, type_bounds, found));
}

fn add_impls(api: &Api, generics: &Generics, subst: &Subst, found: &mut Vec<TestImpl>) {
    for predicate in &generics.predicates {
        let Ty::Param(name) = &predicate.ty else { continue };
        if !matches!(subst.get(name), Some(Arg::Type(ty)) if ty.head() == Some(HOLE)) {
            continue;
        }
        for bound in &predicate.bounds {
            for needed in bound_impls(api, &bound.substitute(subst)) {
                if !found.contains(&needed) {
                    found.push(needed);
                }
            }
        }
    }
}

fn bound_impls(api: &Api, bound: &TraitRef) -> Vec<TestImpl> {
    if let Some(own) = api.traits.get(&bound.path) {
        let of_all = api.impls.iter().find(|implementation| {
            let is_of_this = implementation
                .trait_
                .as_ref()
                .is_some_and(|t| t.path == bound.path);
            is_of_this && matches!(implementation.self_type, Ty::Param(_))
        });
        return match of_all {
            // An impl for every type that has something else: that is what the placeholder type needs.
            Some(blanket) => blanket
                .generics
                .predicates
                .iter()
                .filter(|predicate| predicate.ty == blanket.self_type)
                .flat_map(|predicate| &predicate.bounds)
                .filter(|needed| needed.path != bound.path)
                .flat_map(|needed| bound_impls(api, needed))
                .collect(),
            None => own
                .required
                .iter()
                .map(|required| TestImpl::OwnTrait {
                    path: own.path.clone(),
                    required: required.clone(),
                })
                .collect(),
        };
    }
    let target = || match bound.args.first() {
        Some(Arg::Type(ty)) => Some(ty.clone()),
        _ => None,
    };
    match bound.path.as_str() {
        "std::fmt::Display" | "std::string::ToString" => vec![TestImpl::Display],
        "std::error::Error" => vec![TestImpl::Display, TestImpl::Error],
        "std::iter::Iterator" | "std::iter::IntoIterator" => vec![TestImpl::Iterator],
        "std::convert::AsRef" => target().map(TestImpl::AsRef).into_iter().collect(),
        "std::convert::Into" | "std::convert::TryInto" => target().map(TestImpl::Into).into_iter().collect(),
        _ => Vec::new(),
    }
}
