//! Instances of type parameters: for each parameter a short list of candidates that its bounds allow, placeholder
//! types first, then impls in the JSON, then a table for std's traits. Whether a candidate really fits is rustc's
//! decision, arm by arm; what is listed here only saves rounds.

use super::HOLE;
use super::normalise::normalise;
use crate::api::ty::{Arg, Subst, TraitRef, Ty};
use crate::api::{Api, Generics, ParamKind};

/// Most instances of one item.
pub(super) const MOST_INSTANCES: usize = 3;

/// Traits that every placeholder type implements.
const HOLE_TRAITS: [&str; 26] = [
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
    "std::error::Error",
    "std::marker::Send",
    "std::marker::Sync",
    "std::marker::Sized",
    "std::marker::Unpin",
    "std::panic::UnwindSafe",
    "std::panic::RefUnwindSafe",
    "std::iter::Iterator",
    "std::iter::IntoIterator",
    "std::convert::AsRef",
    "std::convert::Into",
    "std::string::ToString",
    "std::borrow::ToOwned",
    "std::any::Any",
    "std::convert::TryInto",
    "std::borrow::Borrow",
];

/// Ways to choose all parameters of `generics` at once: the k-th way takes everybody's k-th candidate. `fixed`
/// parameters are given. Empty if some parameter has no candidate.
pub(super) fn instances(api: &Api, generics: &Generics, fixed: &Subst) -> Vec<Subst> {
    instances_to(api, generics, fixed, 2)
}

/// `fuel` bounds how far impls of the crate's own traits lead to further bounds.
fn instances_to(api: &Api, generics: &Generics, fixed: &Subst, fuel: u32) -> Vec<Subst> {
    let mut lists: Vec<(String, Vec<Arg>)> = Vec::new();
    let mut hole_number = 0;
    for param in &generics.params {
        if fixed.contains_key(&param.name) {
            continue;
        }
        let list = match &param.kind {
            ParamKind::Const(ty) => const_candidates(ty),
            ParamKind::Type { default, .. } => {
                let mut list = type_candidates(api, generics, &param.name, hole_number, fuel);
                if let Some(default) = default {
                    list.insert(0, default.clone());
                }
                hole_number += 1;
                list.into_iter().map(Arg::Type).collect()
            }
        };
        if list.is_empty() {
            return Vec::new();
        }
        lists.push((param.name.clone(), list));
    }
    let ways = lists
        .iter()
        .map(|(_, list)| list.len())
        .max()
        .unwrap_or(1)
        .min(MOST_INSTANCES);
    let mut found: Vec<Subst> = Vec::new();
    for way in 0..ways {
        let mut subst = fixed.clone();
        for (name, list) in &lists {
            subst.insert(name.clone(), list[way.min(list.len() - 1)].clone());
        }
        if let Some(closed) = close(api, subst)
            && !found.contains(&closed)
        {
            found.push(closed);
        }
    }
    found
}

/// Replaces parameters inside the chosen types (`F = fn(T) -> U`) until everything is closed.
fn close(api: &Api, mut subst: Subst) -> Option<Subst> {
    for _ in 0..4 {
        let open: Vec<String> = subst
            .iter()
            .filter(|(_, arg)| matches!(arg, Arg::Type(ty) if !ty.is_closed()))
            .map(|(name, _)| name.clone())
            .collect();
        if open.is_empty() {
            return Some(subst);
        }
        for name in open {
            let Some(Arg::Type(ty)) = subst.get(&name).cloned() else {
                continue;
            };
            let mut others = subst.clone();
            others.remove(&name);
            let ty = normalise(api, &ty.substitute(&others));
            subst.insert(name, Arg::Type(ty));
        }
    }
    subst
        .values()
        .all(|arg| !matches!(arg, Arg::Type(ty) if !ty.is_closed()))
        .then_some(subst)
}

fn const_candidates(ty: &Ty) -> Vec<Arg> {
    let texts: &[&str] = match ty {
        Ty::Prim(name) if name == "bool" => &["false", "true"],
        Ty::Prim(name) if name == "char" => &["'a'"],
        _ => &["2", "1", "0"],
    };
    texts.iter().map(|t| Arg::Const((*t).to_owned())).collect()
}

fn type_candidates(api: &Api, generics: &Generics, name: &str, hole_number: usize, fuel: u32) -> Vec<Ty> {
    let bounds: Vec<&TraitRef> = generics
        .predicates
        .iter()
        .filter(|p| p.ty == Ty::Param(name.to_owned()))
        .flat_map(|p| &p.bounds)
        .filter(|t| !t.maybe)
        .collect();
    let unsized_allowed = generics
        .predicates
        .iter()
        .any(|p| p.ty == Ty::Param(name.to_owned()) && p.bounds.iter().any(|t| t.maybe));
    let mut hard: Option<Vec<Ty>> = None;
    for bound in &bounds {
        if let Some(list) = required(api, bound, fuel) {
            hard = Some(match hard {
                None => list,
                Some(before) => {
                    let both: Vec<Ty> = before.iter().filter(|t| list.contains(t)).cloned().collect();
                    if both.is_empty() { before } else { both }
                }
            });
        }
    }
    let mut list = Vec::new();
    let hole = Ty::Path {
        path: HOLE.to_owned(),
        args: vec![Arg::Const(hole_number.to_string())],
    };
    let higher_ranked = generics.predicates.iter().any(|p| {
        matches!(&p.ty, Ty::Ref { inner, .. } if **inner == Ty::Param(name.to_owned()))
            || matches!(&p.ty, Ty::Projection { self_type, .. } if **self_type == Ty::Param(name.to_owned()))
    });
    // `A: PartialEq<B>` ties two parameters together; distinct placeholder types would never fit.
    let tied = generics.predicates.iter().flat_map(|p| &p.bounds).any(|bound| {
        let param = Arg::Type(Ty::Param(name.to_owned()));
        bound.args.contains(&param)
    });
    if !higher_ranked && !tied && bounds.iter().all(|b| hole_implements(api, b)) {
        list.push(hole);
    }
    match hard {
        Some(candidates) => list.extend(candidates),
        None => {
            list.push(Ty::prim("i32"));
            list.push(Ty::path("std::string::String", vec![]));
            if unsized_allowed {
                list.push(Ty::prim("str"));
            }
        }
    }
    list.dedup();
    list
}

fn hole_implements(api: &Api, bound: &TraitRef) -> bool {
    if bound.call.is_some() {
        return false;
    }
    if let Some(own) = api.traits.get(&bound.path) {
        return own.hole_impl.is_some() && bound.args.is_empty() && bound.bindings.is_empty();
    }
    if !HOLE_TRAITS.contains(&bound.path.as_str()) {
        return false;
    }
    match bound.path.as_str() {
        "std::iter::Iterator" | "std::iter::IntoIterator" => bound
            .bindings
            .iter()
            .all(|(_, t)| matches!(t, Ty::Param(_)) || *t == Ty::prim("i32")),
        "std::cmp::PartialEq" | "std::cmp::PartialOrd" => bound.args.is_empty(),
        "std::borrow::Borrow" => false,
        _ => true,
    }
}

/// Types that satisfy a bound, where only particular types do; none where nearly every type does.
fn required(api: &Api, bound: &TraitRef, fuel: u32) -> Option<Vec<Ty>> {
    if let Some((inputs, output)) = &bound.call {
        return Some(vec![Ty::FnPointer(inputs.clone(), output.clone())]);
    }
    if api.traits.contains_key(&bound.path) {
        return Some(implementors(api, bound, fuel));
    }
    // A dependency's trait: the explored crate's own types are the ones known to implement it.
    if !bound.path.starts_with("std::") {
        let known = implementors(api, bound, fuel);
        return (!known.is_empty()).then_some(known);
    }
    let string = Ty::path("std::string::String", vec![]);
    let text = Ty::reference(Ty::prim("str"));
    let bytes = Ty::path("std::vec::Vec", vec![Ty::prim("u8")]);
    let first = bound.args.first().and_then(|a| match a {
        Arg::Type(ty) => Some(ty.clone()),
        Arg::Const(_) => None,
    });
    let item = bound
        .bindings
        .iter()
        .find(|(n, _)| n == "Item")
        .map_or(Ty::prim("i32"), |(_, t)| t.clone());
    let list = match bound.path.as_str() {
        "std::marker::Copy" => vec![Ty::prim("i32"), Ty::prim("u8")],
        "std::iter::Iterator"
        | "std::iter::DoubleEndedIterator"
        | "std::iter::ExactSizeIterator"
        | "std::iter::FusedIterator" => vec![Ty::path("std::vec::IntoIter", vec![item])],
        "std::iter::IntoIterator" => vec![Ty::path("std::vec::Vec", vec![item])],
        "std::iter::FromIterator" | "std::iter::Extend" => {
            vec![Ty::path("std::vec::Vec", vec![first.unwrap_or(Ty::prim("i32"))])]
        }
        "std::convert::AsRef" | "std::borrow::Borrow" => match first {
            Some(Ty::Prim(name)) if name == "str" => vec![text, string],
            Some(Ty::Slice(inner)) if *inner == Ty::prim("u8") => vec![text, bytes],
            Some(Ty::Slice(inner)) => vec![Ty::path("std::vec::Vec", vec![*inner])],
            Some(Ty::Path { path, .. }) if path.starts_with("std::path") || path.starts_with("std::ffi") => {
                vec![text]
            }
            Some(other) if bound.path == "std::borrow::Borrow" => vec![other],
            Some(other) => vec![Ty::reference(other)],
            None => return None,
        },
        "std::convert::Into" => match first {
            Some(target) if target == string => vec![text, string],
            Some(Ty::Path { path, args }) if path == "std::borrow::Cow" => {
                let bytes_wanted = args.iter().any(|a| matches!(a, Arg::Type(Ty::Slice(_))));
                if bytes_wanted {
                    vec![bytes]
                } else {
                    vec![text, string]
                }
            }
            Some(target) => vec![target],
            None => return None,
        },
        "std::convert::TryInto" | "std::convert::From" | "std::convert::TryFrom" => vec![first?],
        "std::io::Read" | "std::io::BufRead" => vec![Ty::reference(Ty::Slice(Box::new(Ty::prim("u8"))))],
        "std::io::Write" => vec![bytes],
        "std::io::Seek" => vec![Ty::path("std::io::Cursor", vec![bytes])],
        "std::fmt::Write" => vec![string],
        "std::hash::Hasher" => vec![Ty::path("std::hash::DefaultHasher", vec![])],
        "std::hash::BuildHasher" => vec![Ty::path("std::hash::RandomState", vec![])],
        "std::ops::RangeBounds" => {
            let of = first.unwrap_or(Ty::prim("usize"));
            vec![
                Ty::path("std::ops::Range", vec![of.clone()]),
                Ty::path("std::ops::RangeInclusive", vec![of]),
            ]
        }
        "std::slice::SliceIndex" => vec![
            Ty::prim("usize"),
            Ty::path("std::ops::Range", vec![Ty::prim("usize")]),
        ],
        "std::str::FromStr" | "std::ops::Add" | "std::ops::Sub" | "std::ops::Mul" | "std::ops::Div"
        | "std::ops::Rem" | "std::ops::Neg" | "std::iter::Sum" | "std::iter::Product"
        | "std::fmt::LowerHex" => {
            vec![Ty::prim("i32"), Ty::prim("f64")]
        }
        "std::ops::Deref" => vec![Ty::path("std::boxed::Box", vec![Ty::prim("i32")])],
        "std::ops::DerefMut" => vec![Ty::path("std::boxed::Box", vec![Ty::prim("i32")])],
        _ => return None,
    };
    Some(list)
}

/// Types with an impl of one of the crate's own traits, own types and primitives before references.
fn implementors(api: &Api, bound: &TraitRef, fuel: u32) -> Vec<Ty> {
    let mut direct = Vec::new();
    let mut references = Vec::new();
    for implementation in &api.impls {
        let Some(trait_) = &implementation.trait_ else {
            continue;
        };
        if trait_.path != bound.path || fuel == 0 {
            continue;
        }
        let mut header = Subst::new();
        let fits = trait_
            .args
            .iter()
            .zip(&bound.args)
            .all(|(have, want)| match (have, want) {
                (Arg::Type(have), Arg::Type(want)) => !want.is_closed() || have.matches(want, &mut header),
                _ => true,
            });
        if !fits {
            continue;
        }
        for subst in instances_within(api, &implementation.generics, &header, fuel - 1) {
            let ty = normalise(api, &implementation.self_type.substitute(&subst));
            if !ty.is_closed() || ty.nesting() > 4 {
                continue;
            }
            let list = if matches!(ty, Ty::Ref { .. }) {
                &mut references
            } else {
                &mut direct
            };
            if !list.contains(&ty) {
                list.push(ty);
            }
        }
    }
    direct.extend(references);
    direct.truncate(8);
    direct
}

fn instances_within(api: &Api, generics: &Generics, fixed: &Subst, fuel: u32) -> Vec<Subst> {
    if generics.params.iter().all(|p| fixed.contains_key(&p.name)) {
        return vec![fixed.clone()];
    }
    if fuel == 0 {
        Vec::new()
    } else {
        instances_to(api, generics, fixed, fuel)
    }
}
