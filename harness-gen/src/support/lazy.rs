//! The harness's own integer, which stands for `i32` where a type parameter is open: a plan decides it when code looks at
//! it, wherever it was moved to. People, lists and stand-alone tests only ever see `i32`.

use super::{OpBody, TypeKey, Written};
use crate::api::ty::{Arg, Subst, TraitRef, Ty};
use crate::api::{Generics, ImplDef};
use crate::support::builder::Builder;

/// Path of the type in a harness.
pub(crate) const LAZY: &str = "crate::lazy::LazyInt";
/// What it stands for.
pub(crate) const STANDS_FOR: &str = "i32";
/// The name by which rustc speaks of it.
const NAME: &str = "LazyInt";

/// Operators whose first implementor is an integer, in the order of std's documentation.
const OPERATORS: [&str; 8] = ["Add", "Sub", "Mul", "Div", "Rem", "BitAnd", "BitOr", "BitXor"];

/// The type.
pub(crate) fn lazy() -> Ty {
    Ty::path(LAZY, vec![])
}

/// True for the type itself.
pub(crate) fn is_lazy(ty: &Ty) -> bool {
    ty.head() == Some(LAZY)
}

/// A type with `i32` in the place of the lazy one.
fn plain(ty: &Ty) -> Ty {
    if is_lazy(ty) {
        Ty::prim(STANDS_FOR)
    } else {
        ty.map_parts(&mut plain)
    }
}

/// A choice of parameters as people see it: two that look the same are one too many.
pub(super) fn as_seen(subst: &Subst) -> Subst {
    let plain_arg = |arg: &Arg| match arg {
        Arg::Type(ty) => Arg::Type(plain(ty)),
        Arg::Const(text) => Arg::Const(text.clone()),
    };
    subst
        .iter()
        .map(|(name, arg)| (name.clone(), plain_arg(arg)))
        .collect()
}

/// What rustc said, about `i32` instead.
pub(crate) fn renamed(text: &str) -> String {
    text.replace(&format!("lazy::{NAME}"), STANDS_FOR)
        .replace(NAME, STANDS_FOR)
}

/// A text that is compiled in a harness, as it is written elsewhere.
pub(crate) fn shown(text: &str) -> String {
    let open = format!("{LAZY}::of(");
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    // Only literals and slots of templates are inside.
    while let Some((before, after)) = rest.split_once(&open) {
        let (inside, behind) = after.split_once(')').unwrap_or((after, ""));
        out.push_str(before);
        out.push_str(inside);
        rest = behind;
    }
    out.push_str(rest);
    out.replace(LAZY, STANDS_FOR)
}

impl Builder<'_> {
    /// The one way to make it: around an `i32`, which starts out as a placeholder.
    pub(super) fn support_lazy(&mut self, key: &TypeKey) {
        let inner = self.want(&Ty::prim(STANDS_FOR));
        let written = Written {
            short: "{0}".to_owned(),
            full: format!("{LAZY}::of({{0}})"),
            statement: false,
            call: false,
        };
        self.add_total_written(vec![inner], key.clone(), OpBody::Lazy, 0, written);
    }
}

/// What `runtime/lazy.rs` implements, `common` being traits without arguments.
pub(crate) fn impls(common: &[&str]) -> Vec<ImplDef> {
    let reference = || Ty::reference(lazy());
    let implement = |trait_: TraitRef, self_type: Ty, output: bool| ImplDef {
        generics: Generics::default(),
        trait_: Some(trait_),
        self_type,
        types: output
            .then(|| ("Output".to_owned(), lazy()))
            .into_iter()
            .collect(),
    };
    let mut impls: Vec<ImplDef> = common
        .iter()
        .map(|path| implement(TraitRef::plain(path), lazy(), false))
        .collect();
    for name in OPERATORS {
        let path = format!("std::ops::{name}");
        let with = |path: &str, right: Ty| TraitRef {
            args: vec![Arg::Type(right)],
            ..TraitRef::plain(path)
        };
        impls.push(implement(TraitRef::plain(&path), lazy(), true));
        impls.push(implement(with(&path, reference()), lazy(), true));
        impls.push(implement(with(&path, lazy()), reference(), true));
        impls.push(implement(with(&path, reference()), reference(), true));
        let assigning = format!("{path}Assign");
        impls.push(implement(TraitRef::plain(&assigning), lazy(), false));
        impls.push(implement(with(&assigning, reference()), lazy(), false));
    }
    for name in ["Neg", "Not"] {
        let path = format!("std::ops::{name}");
        impls.push(implement(TraitRef::plain(&path), lazy(), true));
        impls.push(implement(TraitRef::plain(&path), reference(), true));
    }
    impls
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn people_see_the_integer_it_stands_for() {
        assert_eq!(shown("|x0| crate::lazy::LazyInt::of(-1)"), "|x0| -1");
        assert_eq!(shown("crate::lazy::LazyInt::of({0})"), "{0}");
        let text = "Some(crate::lazy::LazyInt::of(i32::MAX), Vec::<crate::lazy::LazyInt>::new())";
        assert_eq!(shown(text), "Some(i32::MAX, Vec::<i32>::new())");
        let list = Ty::path("std::vec::Vec", vec![lazy()]);
        assert_eq!(list.render("::"), "::std::vec::Vec<crate::lazy::LazyInt>");
        assert_eq!(list.render(""), "std::vec::Vec<i32>");
        assert_eq!(
            renamed("`Tree<explore_runtime::lazy::LazyInt>`"),
            "`Tree<explore_runtime::i32>`"
        );
    }
}
