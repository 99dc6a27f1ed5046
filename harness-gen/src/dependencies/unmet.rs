//! Traits that nothing in sight implements: whoever uses the crate brings the type, as a cipher for a mode of operation, and the
//! crate's own tests bring one from a dev-dependency.

use crate::api::ty::{TraitRef, Ty};
use crate::api::{Api, Generics};
use std::collections::BTreeSet;

/// The traits of dependencies that parameters of an API have to implement which nothing has joined yet. Bounds of associated types
/// are left out.
pub(super) fn wanted(api: &Api) -> BTreeSet<String> {
    let generics = of_items(api).chain(api.impls.iter().map(|known| &known.generics));
    let paths = generics.flat_map(bounds).map(|bound| &bound.path);
    let of_dependencies = paths.filter(|path| !is_of_std(path) && !api.traits.contains_key(*path));
    of_dependencies.cloned().collect()
}

/// The crate's own traits that parameters have to implement and that placeholder types cannot have, as unsafe ones and those with
/// constants, or can have and only demand with, as those with parameters.
pub(super) fn wanted_of_own(api: &Api) -> BTreeSet<String> {
    let paths = of_items(api).flat_map(bounds).map(|bound| &bound.path);
    let is_hard = |path: &&String| matches!(api.traits.get(*path), Some(own) if own.required_without_params().is_none());
    paths.filter(is_hard).cloned().collect()
}

fn of_items(api: &Api) -> impl Iterator<Item = &Generics> {
    let items = api.items.iter().filter(|item| item.barrier.is_none());
    items.map(|item| &item.generics)
}

/// Those of the wanted that no type of the API or of what has joined it implements by itself: in rounds over all impls, of which there
/// are at most as many as traits.
pub(super) fn unmet(mut wanted: BTreeSet<String>, api: &Api) -> BTreeSet<String> {
    if !wanted.is_empty() {
        let met = met(api);
        wanted.retain(|path| !met.contains(path.as_str()));
    }
    wanted
}

/// A formatter is lent to who implements `Debug`, and nobody else has one: that it is a serializer, too, is of no use.
fn is_lent_only(ty: &Ty) -> bool {
    ty.any(&|part| part.head() == Some("std::fmt::Formatter"))
}

/// The traits that some type implements whose own parameters, if it has any, can be had.
fn met(api: &Api) -> BTreeSet<&str> {
    let mut met = BTreeSet::new();
    loop {
        let before = met.len();
        for known in &api.impls {
            let Some(trait_) = &known.trait_ else { continue };
            if is_lent_only(&known.self_type) {
                continue;
            }
            let can_be_had = |TraitRef { path, .. }: &TraitRef| {
                let is_of_placeholders =
                    (api.traits.get(path)).is_some_and(|own| own.required_without_params().is_some());
                is_of_std(path) || met.contains(path.as_str()) || is_of_placeholders
            };
            if bounds(&known.generics).all(can_be_had) {
                met.insert(trait_.path.as_str());
            }
        }
        if met.len() == before {
            return met;
        }
    }
}

/// What parameters have to implement.
fn bounds(generics: &Generics) -> impl Iterator<Item = &TraitRef> {
    let predicates = generics.predicates.iter();
    predicates
        .filter(|predicate| matches!(predicate.ty, Ty::Param(_)))
        .flat_map(|predicate| &predicate.bounds)
}

fn is_of_std(path: &str) -> bool {
    path.starts_with("std::")
}
