//! Placeholder types in stand-alone tests: a local struct with the traits that the call asks for. No method is
//! ever reached, because a run that looked at a placeholder is a demand and not a finding.

use super::{HOLE, mentions_hole};
use crate::api::Api;
use crate::api::Generics;
use crate::api::ty::{Arg, Subst, TraitRef, Ty};
use std::collections::BTreeMap;

/// The short form of an op that makes a placeholder; people see it with a number.
pub(crate) const PLACEHOLDER: &str = "?";

/// How the placeholder type is called in tests.
pub(crate) const NAME: &str = "Placeholder";

/// The struct itself, with everything that can be derived.
pub(crate) const DECLARATION: &str = "#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]\n    \
                                      struct Placeholder<const N: usize>(u64);";

/// A text about the harness's placeholder type, about the test's instead.
pub(crate) fn rename(text: &str) -> String {
    super::responders::rename(text)
        .replace("::crate::holes::Hole", NAME)
        .replace("crate::holes::Hole", NAME)
        .replace("crate::demand::demand(N as u32)", "unreachable!()")
}

/// Impls that an instance needs besides the derived ones, one line each: for what the call asks of a placeholder type,
/// and for what own generic types around one ask of it (`type_bounds`, by path).
pub(super) fn impls(
    api: &Api,
    generics: &Generics,
    subst: &Subst,
    type_bounds: &BTreeMap<String, Generics>,
) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    add_impls(api, generics, subst, &mut lines);
    for arg in subst.values() {
        if let Arg::Type(ty) = arg
            && mentions_hole(ty)
        {
            add_impls_inside(api, ty, type_bounds, &mut lines);
        }
    }
    lines
}

fn add_impls_inside(api: &Api, ty: &Ty, type_bounds: &BTreeMap<String, Generics>, lines: &mut Vec<String>) {
    if let Ty::Path { path, args } = ty
        && let Some(generics) = type_bounds.get(path)
    {
        let names = generics.params.iter().map(|param| param.name.clone());
        add_impls(api, generics, &names.zip(args.iter().cloned()).collect(), lines);
    }
    ty.for_children(&mut |part| add_impls_inside(api, part, type_bounds, lines));
}

fn add_impls(api: &Api, generics: &Generics, subst: &Subst, lines: &mut Vec<String>) {
    for predicate in &generics.predicates {
        let Ty::Param(name) = &predicate.ty else { continue };
        if !matches!(subst.get(name), Some(Arg::Type(ty)) if ty.head() == Some(HOLE)) {
            continue;
        }
        for bound in &predicate.bounds {
            for line in bound_impls(api, &bound.substitute(subst)) {
                if !lines.contains(&line) {
                    lines.push(line);
                }
            }
        }
    }
}

fn bound_impls(api: &Api, bound: &TraitRef) -> Vec<String> {
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
            None => own.hole_impl.iter().map(|text| rename(text)).collect(),
        };
    }
    let target = match bound.args.first() {
        Some(Arg::Type(ty)) => rename(&ty.render("")),
        _ => String::new(),
    };
    let implement =
        |trait_: &str, members: &str| format!("impl<const N: usize> {trait_} for {NAME}<N> {{ {members} }}");
    let display = implement(
        "std::fmt::Display",
        "fn fmt(&self, _: &mut std::fmt::Formatter<'_>) -> std::fmt::Result { unreachable!() }",
    );
    match bound.path.as_str() {
        "std::fmt::Display" | "std::string::ToString" => vec![display],
        "std::error::Error" => vec![display, implement("std::error::Error", "")],
        "std::iter::Iterator" | "std::iter::IntoIterator" => vec![implement(
            "Iterator",
            "type Item = i32; fn next(&mut self) -> Option<i32> { unreachable!() }",
        )],
        "std::convert::AsRef" => vec![implement(
            &format!("AsRef<{target}>"),
            &format!("fn as_ref(&self) -> &{target} {{ unreachable!() }}"),
        )],
        "std::convert::Into" | "std::convert::TryInto" => vec![format!(
            "impl<const N: usize> From<{NAME}<N>> for {target} {{ fn from(_: {NAME}<N>) -> {target} {{ unreachable!() }} }}"
        )],
        _ => Vec::new(),
    }
}
