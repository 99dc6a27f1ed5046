//! What holds without an impl that anybody wrote: auto traits, function pointers, trait objects, placeholder types.

use super::Solver;
use crate::api::ty::{Arg, Subst, TraitRef, Ty};
use crate::api::{Api, GenericParam, Generics, ImplDef, ParamKind};
use crate::support::HOLE;
use crate::support::responders::{RESPONDER, impl_definitions};
use crate::support::{items, lazy};
use std::collections::BTreeSet;

/// An answer that needs no impl.
pub(super) enum Builtin {
    Yes,
    No,
    /// Impls decide.
    Ask,
}

/// Traits that nearly every type implements, and every placeholder type: as bounds they choose nothing.
const COMMON_TRAITS: [&str; 10] = [
    "std::fmt::Debug",
    "std::fmt::Display",
    "std::clone::Clone",
    "std::marker::Copy",
    "std::cmp::PartialEq",
    "std::cmp::Eq",
    "std::cmp::PartialOrd",
    "std::cmp::Ord",
    "std::hash::Hash",
    "std::default::Default",
];

/// What follows from common traits.
const DERIVED_TRAITS: [&str; 2] = ["std::borrow::ToOwned", "std::string::ToString"];

/// What a placeholder type implements besides, without arguments.
const PLACEHOLDER_TRAITS: [&str; 2] = ["std::error::Error", "std::iter::Iterator"];

pub(super) fn is_soft(solver: &Solver, trait_: &TraitRef) -> bool {
    if trait_.call.is_some() {
        return false;
    }
    let to_itself = trait_.args.is_empty() || matches!(trait_.name(), "PartialEq" | "PartialOrd");
    let path = trait_.path.as_str();
    ((COMMON_TRAITS.contains(&path) || DERIVED_TRAITS.contains(&path)) && to_itself)
        || is_auto(&trait_.path)
        || !solver.is_known_trait(&trait_.path)
}

/// What a function pointer can do besides being called, and a responder besides answering.
fn is_for_functions(path: &str) -> bool {
    let common =
        COMMON_TRAITS.contains(&path) && !matches!(path, "std::fmt::Display" | "std::default::Default");
    common || path == "std::fmt::Pointer"
}

fn is_auto(path: &str) -> bool {
    matches!(
        path,
        "std::marker::Sized"
            | "std::marker::Send"
            | "std::marker::Sync"
            | "std::marker::Unpin"
            | "std::marker::Freeze"
            | "std::marker::StructuralPartialEq"
            | "std::panic::UnwindSafe"
            | "std::panic::RefUnwindSafe"
            | "std::any::Any"
    )
}

pub(super) fn is_call(trait_: &TraitRef) -> bool {
    matches!(
        trait_.path.as_str(),
        "std::ops::Fn" | "std::ops::FnMut" | "std::ops::FnOnce"
    )
}

/// False for types whose values only exist behind pointers, as far as is known.
pub(super) fn is_sized(ty: &Ty) -> bool {
    const UNSIZED: [&str; 3] = ["std::ffi::CStr", "std::ffi::OsStr", "std::path::Path"];
    match ty {
        Ty::Slice(_) | Ty::Dyn(_) => false,
        Ty::Prim(name) => name != "str",
        _ => ty.head().is_none_or(|path| !UNSIZED.contains(&path)),
    }
}

/// The answer for a type whose head is known.
pub(super) fn answer(solver: &Solver, ty: &Ty, trait_: &TraitRef) -> Builtin {
    let path = trait_.path.as_str();
    if trait_.maybe {
        return Builtin::Yes;
    }
    match path {
        "std::marker::Sized" => {
            return if is_sized(ty) { Builtin::Yes } else { Builtin::No };
        }
        "std::marker::Send" | "std::marker::Sync" => {
            let shared = ty.any(&|t| {
                matches!(t.head(), Some("std::rc::Rc" | "std::rc::Weak"))
                    || path.ends_with("Sync")
                        && matches!(t.head(), Some("std::cell::Cell" | "std::cell::RefCell"))
            });
            return if shared { Builtin::No } else { Builtin::Yes };
        }
        _ if is_auto(path) => return Builtin::Yes,
        _ => {}
    }
    match ty {
        Ty::Prim(name) if name == "!" => Builtin::Yes,
        Ty::FnPointer(..) if is_for_functions(path) => Builtin::Yes,
        Ty::Path { path: head, .. } if head == RESPONDER && is_for_functions(path) => Builtin::Yes,
        Ty::Dyn(traits) if traits.iter().any(|t| t.path == path && t.args == trait_.args) => Builtin::Yes,
        Ty::Dyn(traits)
            if matches!(path, "std::fmt::Debug" | "std::fmt::Display")
                && traits.iter().any(|t| t.path == "std::error::Error") =>
        {
            Builtin::Yes
        }
        Ty::Param(_) | Ty::Projection { .. } | Ty::Impl(_) | Ty::Unwritable(_) => Builtin::No,
        // A dependency's trait of which no impl was read: rustc knows.
        _ if !solver.is_known_trait(path) && !is_call(trait_) => Builtin::Yes,
        _ => Builtin::Ask,
    }
}

/// `Hole<N>` as the planner's runtime implements it, and for the crate's own traits as the harness will.
pub(super) fn placeholder_impls(api: &Api, refused: &BTreeSet<String>) -> Vec<ImplDef> {
    let generics = || Generics {
        params: vec![GenericParam {
            name: "N".to_owned(),
            kind: ParamKind::Const(Ty::prim("usize")),
        }],
        ..Generics::default()
    };
    let hole = Ty::Path {
        path: HOLE.to_owned(),
        args: vec![Arg::Const("N".to_owned())],
    };
    let implement = |trait_: TraitRef, types: Vec<(String, Ty)>| ImplDef {
        generics: generics(),
        trait_: Some(trait_),
        self_type: hole.clone(),
        types,
    };
    let mut impls = Vec::new();
    for path in COMMON_TRAITS.into_iter().chain(PLACEHOLDER_TRAITS) {
        let types = if path.ends_with("::Iterator") {
            vec![("Item".to_owned(), Ty::prim("i32"))]
        } else {
            Vec::new()
        };
        impls.push(implement(TraitRef::plain(path), types));
    }
    let references = [
        Ty::prim("str"),
        Ty::Slice(Box::new(Ty::prim("u8"))),
        Ty::path("std::path::Path", vec![]),
        Ty::path("std::ffi::OsStr", vec![]),
    ];
    for target in references {
        let mut trait_ = TraitRef::plain("std::convert::AsRef");
        trait_.args = vec![Arg::Type(target)];
        impls.push(implement(trait_, Vec::new()));
    }
    let owned = ["std::string::String", "std::path::PathBuf", "std::ffi::OsString"]
        .map(|path| Ty::path(path, vec![]))
        .into_iter()
        .chain([Ty::path("std::vec::Vec", vec![Ty::prim("u8")])])
        .chain(
            [
                "bool", "char", "i8", "i16", "i32", "i64", "i128", "isize", "u8", "u16", "u32", "u64",
                "u128", "usize", "f32", "f64",
            ]
            .map(Ty::prim),
        );
    for target in owned {
        let mut trait_ = TraitRef::plain("std::convert::From");
        trait_.args = vec![Arg::Type(hole.clone())];
        impls.push(ImplDef {
            generics: generics(),
            trait_: Some(trait_),
            self_type: target,
            types: Vec::new(),
        });
    }
    for definition in api.traits.values() {
        let Some(text) = definition
            .hole_impl
            .as_ref()
            .filter(|text| !refused.contains(*text))
        else {
            continue;
        };
        let types = associated_types(text)
            .map(|name| (name.to_owned(), Ty::prim("i32")))
            .collect();
        impls.push(implement(TraitRef::plain(&definition.path), types));
    }
    impls.extend(impl_definitions(api, &|text| refused.contains(text)));
    impls.extend(items::impls());
    impls.extend(lazy::impls(&COMMON_TRAITS));
    impls
}

/// Names of the associated types that an impl for a placeholder type sets.
fn associated_types(text: &str) -> impl Iterator<Item = &str> {
    text.split("type ")
        .skip(1)
        .filter_map(|rest| rest.split_once(" = i32;").map(|(name, _)| name))
        .filter(|name| name.chars().all(|c| c.is_alphanumeric() || c == '_'))
}

/// An impl with its parameters renamed apart.
pub(super) fn renamed(implementation: &ImplDef, names: &Subst) -> (Ty, TraitRef) {
    let trait_ = implementation
        .trait_
        .as_ref()
        .map_or_else(|| TraitRef::plain(""), |t| t.substitute(names));
    (implementation.self_type.substitute(names), trait_)
}
