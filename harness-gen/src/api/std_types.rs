//! Aliases and defaults of std's types, which rustdoc JSON names but does not explain: with them resolved, equal types
//! look equal. Aliases of the C types follow the machine that this program was built for.

use super::ty::{Arg, Ty};

/// What an alias of std stands for; none if the path is no alias.
pub(crate) fn alias(path: &str, args: &[Arg]) -> Option<Ty> {
    let with = |path: &str, args: Vec<Arg>| Ty::Path {
        path: path.to_owned(),
        args,
    };
    let result = |ok: Arg, error: Ty| with("std::result::Result", vec![ok, Arg::Type(error)]);
    let plain = |path: &str| Ty::path(path, Vec::new());
    if let Some(name) = path.strip_prefix("std::num::NonZero")
        && !name.is_empty()
    {
        return Some(Ty::path(
            "std::num::NonZero",
            vec![Ty::prim(&name.to_lowercase())],
        ));
    }
    Some(match (path, args) {
        ("std::io::Result", [ok]) => result(ok.clone(), plain("std::io::Error")),
        ("std::fmt::Result", _) => result(Arg::Type(Ty::unit()), plain("std::fmt::Error")),
        ("std::thread::Result", [ok]) => {
            let panic = ["std::any::Any", "std::marker::Send"].map(super::ty::TraitRef::plain);
            let payload = Ty::path("std::boxed::Box", vec![Ty::Dyn(panic.to_vec())]);
            result(ok.clone(), payload)
        }
        ("std::sync::LockResult", [guard]) => {
            result(guard.clone(), with("std::sync::PoisonError", vec![guard.clone()]))
        }
        ("std::sync::TryLockResult", [guard]) => result(
            guard.clone(),
            with("std::sync::TryLockError", vec![guard.clone()]),
        ),
        ("std::string::ParseError", _) => plain("std::convert::Infallible"),
        ("std::os::fd::RawFd" | "std::os::fd::raw::RawFd" | "std::os::unix::io::RawFd", _) => Ty::prim("i32"),
        _ => {
            let name = path
                .strip_prefix("std::ffi::c_")
                .or_else(|| path.strip_prefix("std::os::raw::c_"))?;
            Ty::prim(c_type(name)?)
        }
    })
}

fn c_type(name: &str) -> Option<&'static str> {
    use std::any::type_name;
    use std::ffi;
    Some(match name {
        "char" => type_name::<ffi::c_char>(),
        "schar" => type_name::<ffi::c_schar>(),
        "uchar" => type_name::<ffi::c_uchar>(),
        "short" => type_name::<ffi::c_short>(),
        "ushort" => type_name::<ffi::c_ushort>(),
        "int" => type_name::<ffi::c_int>(),
        "uint" => type_name::<ffi::c_uint>(),
        "long" => type_name::<ffi::c_long>(),
        "ulong" => type_name::<ffi::c_ulong>(),
        "longlong" => type_name::<ffi::c_longlong>(),
        "ulonglong" => type_name::<ffi::c_ulonglong>(),
        "float" => type_name::<ffi::c_float>(),
        "double" => type_name::<ffi::c_double>(),
        _ => return None,
    })
}

/// The arguments with std's declared defaults added where they are left out. Allocators stay out: they cannot be named
/// in stable code.
pub(crate) fn with_defaults(path: &str, mut args: Vec<Arg>) -> Vec<Arg> {
    let (without, default) = match path {
        "std::collections::HashMap" => (2, Ty::path("std::hash::RandomState", Vec::new())),
        "std::collections::HashSet" => (1, Ty::path("std::hash::RandomState", Vec::new())),
        "std::ops::ControlFlow" => (1, Ty::unit()),
        _ => return args,
    };
    if args.len() == without {
        args.push(Arg::Type(default));
    }
    args
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::harness_types::Names;

    #[test]
    fn aliases_become_what_they_stand_for() {
        let shown = |path: &str, args: &[Arg]| alias(path, args).map(|ty| ty.render(Names::Person));
        let byte = [Arg::Type(Ty::prim("u8"))];
        assert_eq!(
            shown("std::io::Result", &byte).as_deref(),
            Some("std::result::Result<u8, std::io::Error>")
        );
        assert_eq!(
            shown("std::num::NonZeroUsize", &[]).as_deref(),
            Some("std::num::NonZero<usize>")
        );
        assert_eq!(shown("std::ffi::c_int", &[]).as_deref(), Some("i32"));
        assert_eq!(shown("std::num::NonZero", &byte), None);
        assert_eq!(shown("std::ffi::CStr", &[]), None);
    }

    #[test]
    fn defaults_are_added_once() {
        let byte = || Arg::Type(Ty::prim("u8"));
        assert_eq!(with_defaults("std::ops::ControlFlow", vec![byte()]).len(), 2);
        assert_eq!(
            with_defaults("std::collections::HashMap", vec![byte(), byte()]).len(),
            3
        );
        assert_eq!(
            with_defaults("std::collections::HashMap", vec![byte(), byte(), byte()]).len(),
            3
        );
        assert_eq!(with_defaults("std::vec::Vec", vec![byte()]).len(), 1);
    }
}
