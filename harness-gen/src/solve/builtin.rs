//! What holds without an impl that anybody wrote: auto traits, function pointers, trait objects, placeholder types.

use super::goal::SIZED;
use super::harness_impls::COMMON_TRAITS;
use super::solver::Solver;
use crate::api::ImplDef;
use crate::api::ty::{Subst, TraitRef, Ty};
use crate::harness_types::RESPONDER;

/// An answer that needs no impl.
pub(super) enum Builtin {
    Yes,
    No,
    /// Impls decide.
    Ask,
}

/// What follows from common traits.
const DERIVED_TRAITS: [&str; 2] = ["std::borrow::ToOwned", "std::string::ToString"];

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

/// True for the associated types of std's traits that have a size. Of other crates' nobody says it.
pub(super) fn gives_sized(trait_: &TraitRef, member: &str) -> bool {
    let may_have_none = member == "Target" || matches!(trait_.name(), "Index" | "SliceIndex");
    trait_.path.starts_with("std::") && !may_have_none
}

/// The answer for a type whose head is known.
pub(super) fn answer(solver: &Solver, ty: &Ty, trait_: &TraitRef) -> Builtin {
    let path = trait_.path.as_str();
    if trait_.maybe {
        return Builtin::Yes;
    }
    match path {
        SIZED => {
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

/// An impl with its parameters renamed apart.
pub(super) fn renamed(implementation: &ImplDef, names: &Subst) -> (Ty, TraitRef) {
    let trait_ = implementation
        .trait_
        .as_ref()
        .map_or_else(|| TraitRef::plain(""), |t| t.substitute(names));
    (implementation.self_type.substitute(names), trait_)
}
