//! Types without values. Only what is certain counts: an enum without variants, and whatever cannot be without one;
//! private fields are not known.

use crate::api::Api;
use crate::api::ty::{Arg, Ty};

/// std types that hold exactly one value of their first argument.
const HOLDS_ONE: [&str; 6] = [
    "std::boxed::Box",
    "std::rc::Rc",
    "std::sync::Arc",
    "std::cell::Cell",
    "std::cell::RefCell",
    "std::pin::Pin",
];

/// The part of `ty` of which no value exists, if that is why none of `ty` exists.
pub(crate) fn uninhabited_part<'t>(api: &Api, ty: &'t Ty) -> Option<&'t Ty> {
    match ty {
        Ty::Prim(name) if name == "!" => Some(ty),
        Ty::Path { path, .. } if path == "std::convert::Infallible" => Some(ty),
        Ty::Path { path, args } if HOLDS_ONE.contains(&path.as_str()) => match args.first() {
            Some(Arg::Type(inner)) => uninhabited_part(api, inner),
            _ => None,
        },
        Ty::Path { path, .. } => api.types.get(path).filter(|def| def.has_no_variants).map(|_| ty),
        Ty::Ref { inner, .. } => uninhabited_part(api, inner),
        Ty::Array(inner, len) if len.parse::<u64>().is_ok_and(|len| len > 0) => uninhabited_part(api, inner),
        Ty::Tuple(parts) => parts.iter().find_map(|part| uninhabited_part(api, part)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_may_be_empty_is_inhabited() {
        let never = Ty::prim("!");
        let of = |path: &str| Ty::path(path, vec![never.clone()]);
        let api = Api::default();
        let inhabited = |ty: &Ty| uninhabited_part(&api, ty).is_none();
        assert!(inhabited(&of("std::option::Option")));
        assert!(inhabited(&of("std::vec::Vec")));
        assert!(inhabited(&Ty::Slice(Box::new(never.clone()))));
        assert!(inhabited(&Ty::Array(Box::new(never.clone()), "0".to_owned())));
        assert!(!inhabited(&of("std::boxed::Box")));
        assert!(!inhabited(&Ty::reference(never.clone())));
        assert!(!inhabited(&Ty::Tuple(vec![Ty::prim("u8"), never.clone()])));
        assert!(!inhabited(&Ty::Array(Box::new(never), "2".to_owned())));
    }
}
