//! Borrows that last. Types here have no lifetimes, but what is called must say it if its result borrows from none of its
//! arguments: there, and only there, `&'static T` and `Cow<'static, T>` are written as types of their own.

use super::ty::{Arg, TraitRef, Ty};

/// Written before what is lent for ever.
pub(crate) const REFERENCE: &str = "&'static";
/// The same where it can be changed.
pub(crate) const MUTABLE: &str = "&'static mut";
/// The lifetime as an argument of a type.
const LIFETIME: &str = "'static";
/// The type of std that always holds a borrow and is often given.
const COW: &str = "std::borrow::Cow";

/// `&'static inner`.
pub(crate) fn reference(mutable: bool, inner: Ty) -> Ty {
    Ty::path(if mutable { MUTABLE } else { REFERENCE }, vec![inner])
}

/// True for the path of such a reference.
pub(crate) fn is_reference(path: &str) -> bool {
    matches!(path, REFERENCE | MUTABLE)
}

/// The argument of a type for a lifetime.
pub(crate) fn lifetime(lasts: bool) -> Arg {
    Arg::Const(if lasts { LIFETIME } else { "'_" }.to_owned())
}

fn is_lifetime(arg: &Arg) -> bool {
    matches!(arg, Arg::Const(text) if matches!(text.as_str(), LIFETIME | "'_"))
}

/// The type as values are known by: what is called gives one that is like any other. What it is that is called stays.
pub(crate) fn without(ty: &Ty) -> Ty {
    let all = |args: &[Arg]| -> Vec<Arg> {
        let args = args.iter().filter(|arg| !is_lifetime(arg));
        args.map(|arg| match arg {
            Arg::Type(ty) => Arg::Type(without(ty)),
            other => other.clone(),
        })
        .collect()
    };
    match ty {
        Ty::Path { path, args } if is_reference(path) => match args.first() {
            Some(Arg::Type(inner)) => Ty::Ref {
                mutable: path == MUTABLE,
                inner: Box::new(without(inner)),
            },
            _ => ty.clone(),
        },
        Ty::Path { path, args } => Ty::Path {
            path: path.clone(),
            args: all(args),
        },
        Ty::FnPointer(..) => ty.clone(),
        Ty::Dyn(traits) => {
            let without_borrows = |known: &TraitRef| TraitRef {
                call: known.call.clone(),
                ..known.map_parts(&mut without)
            };
            Ty::Dyn(traits.iter().map(without_borrows).collect())
        }
        _ => ty.map_parts(&mut without),
    }
}

/// The type with borrows that last wherever it has borrows of which nothing is said.
pub(crate) fn everywhere(ty: &Ty) -> Ty {
    match ty {
        Ty::Ref { mutable, inner } => reference(*mutable, everywhere(inner)),
        Ty::Path { path, args } if path == COW && !args.iter().any(is_lifetime) => Ty::Path {
            path: path.clone(),
            args: [lifetime(true)].into_iter().chain(args.clone()).collect(),
        },
        // What is called there gives a result of its own.
        Ty::FnPointer(..) | Ty::Dyn(_) => ty.clone(),
        _ => ty.map_parts(&mut everywhere),
    }
}
