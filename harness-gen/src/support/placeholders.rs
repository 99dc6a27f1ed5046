//! Placeholder types in stand-alone tests: a local struct with the traits that the call asks for. No method is
//! ever reached, because a run that looked at a placeholder is a demand and not a finding.

use super::mentions_hole;
use crate::api::Api;
use crate::api::Generics;
use crate::api::ty::{Arg, Subst, TraitRef, Ty};

/// The short form of an op that makes a placeholder; people see it with a number.
pub(crate) const PLACEHOLDER: &str = "?";

/// How the placeholder type is called in tests.
pub(crate) const NAME: &str = "Placeholder";

/// The struct itself, with everything that can be derived.
pub(crate) const DECLARATION: &str = "#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]\n    \
                                      struct Placeholder<const N: usize>(u64);";

/// A text about the harness's placeholder type, about the test's instead.
pub(crate) fn rename(text: &str) -> String {
    text.replace("::crate::holes::Hole", NAME)
        .replace("crate::holes::Hole", NAME)
        .replace("crate::demand::demand(N as u32)", "unreachable!()")
}

/// Impls that an instance needs besides the derived ones, one line each.
pub(super) fn impls(api: &Api, generics: &Generics, subst: &Subst) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for predicate in &generics.predicates {
        let Ty::Param(name) = &predicate.ty else { continue };
        if !matches!(subst.get(name), Some(Arg::Type(ty)) if mentions_hole(ty)) {
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
    lines
}

fn bound_impls(api: &Api, bound: &TraitRef) -> Vec<String> {
    if let Some(own) = api.traits.get(&bound.path) {
        return own.hole_impl.iter().map(|text| rename(text)).collect();
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
