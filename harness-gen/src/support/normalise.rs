//! Associated types: `<S as Trait>::Name` resolved through the impls in the JSON and a small table for std.

use crate::api::Api;
use crate::api::ty::{Arg, Subst, TraitRef, Ty};

/// Resolves projections as far as impls are known. What stays a projection stays open.
pub(super) fn normalise(api: &Api, ty: &Ty) -> Ty {
    normalise_to(api, ty, 8)
}

fn normalise_to(api: &Api, ty: &Ty, fuel: u32) -> Ty {
    if fuel == 0 || !ty.any(&|t| matches!(t, Ty::Projection { .. })) {
        return ty.clone();
    }
    let mut rec = |t: &Ty| normalise_to(api, t, fuel - 1);
    match ty {
        Ty::Projection {
            self_type,
            trait_,
            name,
        } => {
            let self_type = rec(self_type);
            let trait_ = trait_.as_ref().map(|t| Box::new(t.map_parts(&mut rec)));
            let known = own_impl(api, &self_type, trait_.as_ref().map(|t| t.path.as_str()), name)
                .or_else(|| std_projection(api, &self_type, trait_.as_deref(), name));
            match known {
                Some(found) => normalise_to(api, &found, fuel - 1),
                None => Ty::Projection {
                    self_type: Box::new(self_type),
                    trait_,
                    name: name.clone(),
                },
            }
        }
        other => other.map_parts(&mut rec),
    }
}

fn own_impl(api: &Api, self_type: &Ty, trait_path: Option<&str>, name: &str) -> Option<Ty> {
    for implementation in &api.impls {
        let Some(trait_) = &implementation.trait_ else {
            continue;
        };
        if trait_path.is_some_and(|path| path != trait_.path) {
            continue;
        }
        let Some((_, value)) = implementation.types.iter().find(|(n, _)| n == name) else {
            continue;
        };
        let mut subst = Subst::new();
        if !matches!(implementation.self_type, Ty::Param(_))
            && implementation.self_type.matches(self_type, &mut subst)
        {
            return Some(value.substitute(&subst));
        }
    }
    None
}

fn std_projection(api: &Api, self_type: &Ty, trait_: Option<&TraitRef>, name: &str) -> Option<Ty> {
    let is_arithmetic =
        trait_.is_some_and(|t| t.path.starts_with("std::ops::") && !t.name().starts_with("Index"));
    match name {
        "Item" => item_type(api, self_type),
        "IntoIter" => into_iter_type(self_type),
        "Target" => match self_type {
            Ty::Ref { inner, .. } => Some((**inner).clone()),
            Ty::Path { path, args } => match (path.as_str(), args.as_slice()) {
                ("std::string::String", _) => Some(Ty::prim("str")),
                ("std::vec::Vec", [Arg::Type(t), ..]) => Some(Ty::Slice(Box::new(t.clone()))),
                ("std::boxed::Box" | "std::rc::Rc" | "std::sync::Arc", [Arg::Type(t), ..]) => Some(t.clone()),
                _ => None,
            },
            _ => None,
        },
        "Owned" => match self_type {
            Ty::Prim(name) if name == "str" => Some(Ty::path("std::string::String", vec![])),
            Ty::Slice(inner) => Some(Ty::path("std::vec::Vec", vec![(**inner).clone()])),
            other => Some(other.clone()),
        },
        "Output" if trait_.is_some_and(|t| t.name() == "SliceIndex") => {
            let Some(Arg::Type(whole @ Ty::Slice(element))) = trait_.and_then(|t| t.args.first()) else {
                return None;
            };
            Some(if *self_type == Ty::prim("usize") {
                (**element).clone()
            } else {
                whole.clone()
            })
        }
        "Output" => match self_type {
            Ty::FnPointer(_, output) => Some((**output).clone()),
            Ty::Prim(_) if is_arithmetic => Some(self_type.clone()),
            Ty::Ref { inner, .. } if is_arithmetic && matches!(**inner, Ty::Prim(_)) => {
                Some((**inner).clone())
            }
            _ => None,
        },
        "Err" => match self_type {
            Ty::Prim(name) if name.starts_with(['i', 'u']) => {
                Some(Ty::path("std::num::ParseIntError", vec![]))
            }
            Ty::Prim(name) if name.starts_with('f') => Some(Ty::path("std::num::ParseFloatError", vec![])),
            _ => None,
        },
        _ => None,
    }
}

fn item_type(api: &Api, ty: &Ty) -> Option<Ty> {
    match ty {
        Ty::Path { path, args } => {
            let first = match args.first() {
                Some(Arg::Type(t)) => Some(t),
                _ => None,
            };
            match path.as_str() {
                super::HOLE => Some(Ty::prim("i32")),
                "std::slice::Iter" => first.map(|t| Ty::reference(t.clone())),
                "std::str::Chars" => Some(Ty::prim("char")),
                "std::vec::Vec"
                | "std::vec::IntoIter"
                | "std::option::Option"
                | "std::ops::Range"
                | "std::collections::BTreeSet"
                | "std::collections::HashSet"
                | "std::collections::VecDeque" => first.cloned(),
                "std::boxed::Box" => match first {
                    Some(Ty::Dyn(traits)) => traits
                        .iter()
                        .flat_map(|t| &t.bindings)
                        .find(|(n, _)| n == "Item")
                        .map(|(_, t)| t.clone()),
                    Some(inner) => item_type(api, inner),
                    None => None,
                },
                _ => None,
            }
        }
        Ty::Array(inner, _) => Some((**inner).clone()),
        Ty::Ref { mutable, inner } => {
            let element = match &**inner {
                Ty::Slice(element) | Ty::Array(element, _) => (**element).clone(),
                Ty::Path { path, args } if path == "std::vec::Vec" => match args.first() {
                    Some(Arg::Type(t)) => t.clone(),
                    _ => return None,
                },
                other if *mutable => return own_impl(api, other, None, "Item"),
                _ => return None,
            };
            Some(Ty::Ref {
                mutable: *mutable,
                inner: Box::new(element),
            })
        }
        _ => None,
    }
}

fn into_iter_type(ty: &Ty) -> Option<Ty> {
    match ty {
        Ty::Path { path, args } => match (path.as_str(), args.as_slice()) {
            ("std::vec::Vec", [Arg::Type(t), ..]) => Some(Ty::path("std::vec::IntoIter", vec![t.clone()])),
            // Iterators are their own `IntoIter`.
            ("std::vec::IntoIter" | "std::slice::Iter" | "std::str::Chars" | super::HOLE, _) => {
                Some(ty.clone())
            }
            _ => None,
        },
        Ty::Ref {
            mutable: false,
            inner,
        } => match &**inner {
            Ty::Slice(element) => Some(Ty::path("std::slice::Iter", vec![(**element).clone()])),
            Ty::Path { path, args } if path == "std::vec::Vec" => match args.first() {
                Some(Arg::Type(t)) => Some(Ty::path("std::slice::Iter", vec![t.clone()])),
                _ => None,
            },
            _ => None,
        },
        _ => None,
    }
}
