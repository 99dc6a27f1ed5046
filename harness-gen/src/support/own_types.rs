//! What signatures and impls say about the crate's generic types: which of them a type mentions, which bounds hold for
//! whatever can be made of them, and which implementors have methods of their own.

use crate::api::ty::{Arg, Subst, Ty};
use crate::api::{Api, CallForm, Generics};
use std::collections::{BTreeMap, BTreeSet};

/// Parts of a pattern that are generic own types with parameters left in them.
pub(super) fn own_generic_parts(api: &Api, ty: &Ty) -> Vec<Ty> {
    let mut parts = Vec::new();
    collect_own_generic(api, ty, &mut parts);
    parts
}

fn collect_own_generic(api: &Api, ty: &Ty, parts: &mut Vec<Ty>) {
    if let Ty::Path { path, args } = ty
        && !args.is_empty()
        && api.types.contains_key(path)
        && !ty.params().is_empty()
    {
        parts.push(ty.clone());
    }
    ty.for_children(&mut |child| collect_own_generic(api, child, parts));
}

/// Closed instances of generic own types in a type.
pub(super) fn own_generic_instances(api: &Api, ty: &Ty, found: &mut BTreeSet<Ty>) {
    if let Ty::Path { path, args } = ty
        && !args.is_empty()
        && api.types.contains_key(path)
    {
        found.insert(ty.clone());
    }
    ty.for_children(&mut |child| own_generic_instances(api, child, found));
}

/// For each generic own type: the bounds of its definition and of its inherent impls, in the definition's names.
pub(super) fn type_bounds(api: &Api) -> BTreeMap<String, Generics> {
    let mut all = BTreeMap::new();
    for (path, def) in &api.types {
        if def.generics.params.is_empty() {
            continue;
        }
        let mut generics = def.generics.clone();
        for implementation in api.impls.iter().filter(|i| i.trait_.is_none()) {
            let Ty::Path { path: of, args } = &implementation.self_type else {
                continue;
            };
            if of != path {
                continue;
            }
            let rename: Subst = args
                .iter()
                .zip(&def.generics.params)
                .filter_map(|(arg, param)| match arg {
                    Arg::Type(Ty::Param(name)) => {
                        Some((name.clone(), Arg::Type(Ty::Param(param.name.clone()))))
                    }
                    _ => None,
                })
                .collect();
            // An impl for a special case (`impl Stack<u8>`) says nothing about the parameters.
            if rename.len() != args.len() {
                continue;
            }
            for predicate in &implementation.generics.predicates {
                let mut renamed = predicate.clone();
                renamed.ty = renamed.ty.substitute(&rename);
                renamed.bounds = renamed.bounds.iter().map(|b| b.substitute(&rename)).collect();
                if !generics.predicates.contains(&renamed) {
                    generics.predicates.push(renamed);
                }
            }
        }
        all.insert(path.clone(), generics);
    }
    all
}

/// Self types of the impls that have a method of their own, by trait and name.
pub(super) fn methods_of_impls(api: &Api) -> BTreeMap<(String, String), Vec<Ty>> {
    let mut found: BTreeMap<(String, String), Vec<Ty>> = BTreeMap::new();
    for item in &api.items {
        if let CallForm::TraitMethod {
            self_type,
            trait_,
            name,
        } = &item.form
            && !matches!(self_type, Ty::Param(_))
        {
            let key = (trait_.path.clone(), name.clone());
            found.entry(key).or_default().push(self_type.clone());
        }
    }
    found
}
