//! Types of an API, lifetimes erased: closed types, or patterns with parameters. Pure data with substitution and matching.

use crate::harness_types::{HOLE, LAZY, LAZY_STANDS_FOR, is_hostile};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A type. Lifetimes are erased: inside arms rustc infers them, and the tree discipline keeps loans sound.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub(crate) enum Ty {
    /// `i32`, `bool`, `char`, `str`, `!`.
    Prim(String),
    /// A struct, enum or union by its canonical public path (`int_tree::Tree`, `std::vec::Vec`).
    Path {
        /// Canonical path without a leading `::`.
        path: String,
        /// Type and const arguments, in order.
        args: Vec<Arg>,
    },
    /// `&T` or `&mut T`.
    Ref {
        /// `&mut`.
        mutable: bool,
        /// What it points to.
        inner: Box<Ty>,
    },
    /// `*const T` or `*mut T`.
    Pointer {
        /// `*mut`.
        mutable: bool,
        /// What it points to.
        inner: Box<Ty>,
    },
    /// `[T]`.
    Slice(Box<Ty>),
    /// `[T; N]` with the length as text.
    Array(Box<Ty>, String),
    /// A tuple; `()` is the empty one.
    Tuple(Vec<Ty>),
    /// `fn(A) -> B`.
    FnPointer(Vec<Ty>, Box<Ty>),
    /// A generic parameter.
    Param(String),
    /// `<S as T>::Name`.
    Projection {
        /// The type whose associated type it is.
        self_type: Box<Ty>,
        /// The trait, if rustdoc names it.
        trait_: Option<Box<TraitRef>>,
        /// Which of the trait's associated types.
        member: Member,
    },
    /// `dyn A + B`.
    Dyn(Vec<TraitRef>),
    /// `impl A + B` in return position.
    Impl(Vec<TraitRef>),
    /// A type that cannot be written from outside the crate, by the name rustdoc gives it.
    Unwritable(String),
}

/// A generic argument that is not a lifetime.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub(crate) enum Arg {
    /// A type.
    Type(Ty),
    /// A const expression as text.
    Const(String),
}

/// An associated type of a trait, by name and with arguments of its own: `Item`, `Array<T>`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub(crate) struct Member {
    /// Name as written.
    pub(crate) name: String,
    /// Type and const arguments; the parameters where an impl says what it is.
    pub(crate) args: Vec<Arg>,
}

/// A trait with its arguments, as in a bound.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub(crate) struct TraitRef {
    /// Canonical path.
    pub(crate) path: String,
    /// Type arguments.
    pub(crate) args: Vec<Arg>,
    /// `Item = T`.
    pub(crate) bindings: Vec<(Member, Ty)>,
    /// `Fn(A) -> B` sugar.
    pub(crate) call: Option<(Vec<Ty>, Box<Ty>)>,
    /// `?Sized`.
    pub(crate) maybe: bool,
}

/// What parameters stand for.
pub(crate) type Subst = BTreeMap<String, Arg>;

impl Ty {
    /// `()`.
    pub(crate) fn unit() -> Ty {
        Ty::Tuple(Vec::new())
    }

    /// A primitive by name.
    pub(crate) fn prim(name: &str) -> Ty {
        Ty::Prim(name.to_owned())
    }

    /// A path type with type arguments.
    pub(crate) fn path(path: &str, args: Vec<Ty>) -> Ty {
        Ty::Path {
            path: path.to_owned(),
            args: args.into_iter().map(Arg::Type).collect(),
        }
    }

    /// The harness's own integer, which stands for an `i32` that a plan decides when code looks at it.
    pub(crate) fn lazy() -> Ty {
        Ty::path(LAZY, vec![])
    }

    /// True for the harness's own integer.
    pub(crate) fn is_lazy(&self) -> bool {
        self.head() == Some(LAZY)
    }

    /// The type with `i32` in the place of the harness's own integer.
    pub(crate) fn without_lazy(&self) -> Ty {
        if self.is_lazy() {
            Ty::prim(LAZY_STANDS_FOR)
        } else {
            self.map_parts(&mut Ty::without_lazy)
        }
    }

    /// True if a placeholder type is in it, or what stands in its place.
    pub(crate) fn mentions_stand_in(&self) -> bool {
        self.any(&|ty| ty.head().is_some_and(|head| head == HOLE || is_hostile(head)))
    }

    /// True if a placeholder type is in it.
    pub(crate) fn mentions_hole(&self) -> bool {
        self.any(&|ty| ty.head() == Some(HOLE))
    }

    /// `&inner`.
    pub(crate) fn reference(inner: Ty) -> Ty {
        Ty::Ref {
            mutable: false,
            inner: Box::new(inner),
        }
    }

    /// Calls `visit` for each direct part.
    pub(crate) fn for_children(&self, visit: &mut dyn FnMut(&Ty)) {
        match self {
            Ty::Prim(_) | Ty::Param(_) | Ty::Unwritable(_) => {}
            Ty::Path { args, .. } => args.iter().for_each(|a| a.for_type(visit)),
            Ty::Ref { inner, .. } | Ty::Pointer { inner, .. } | Ty::Slice(inner) | Ty::Array(inner, _) => {
                visit(inner)
            }
            Ty::Tuple(parts) => parts.iter().for_each(visit),
            Ty::FnPointer(inputs, output) => {
                inputs.iter().for_each(&mut *visit);
                visit(output);
            }
            Ty::Projection {
                self_type,
                trait_,
                member,
            } => {
                visit(self_type);
                if let Some(t) = trait_ {
                    t.for_types(visit);
                }
                member.args.iter().for_each(|a| a.for_type(visit));
            }
            Ty::Dyn(traits) | Ty::Impl(traits) => traits.iter().for_each(|t| t.for_types(visit)),
        }
    }

    /// True if some part, or the type itself, satisfies the test.
    pub(crate) fn any(&self, test: &dyn Fn(&Ty) -> bool) -> bool {
        if test(self) {
            return true;
        }
        let mut found = false;
        self.for_children(&mut |child| found = found || child.any(test));
        found
    }

    /// True if no parameter or projection is left and everything can be written.
    pub(crate) fn is_closed(&self) -> bool {
        !self.any(&|t| match t {
            Ty::Param(_) | Ty::Projection { .. } | Ty::Impl(_) | Ty::Unwritable(_) => true,
            Ty::Array(_, len) => !is_const_closed(len),
            _ => false,
        })
    }

    /// Names of the parameters in it, sorted.
    pub(crate) fn params(&self) -> Vec<String> {
        fn collect(ty: &Ty, into: &mut std::collections::BTreeSet<String>) {
            match ty {
                Ty::Param(name) => {
                    into.insert(name.clone());
                }
                Ty::Array(_, len) if !is_const_closed(len) => {
                    into.insert(len.clone());
                }
                Ty::Path { args, .. } => {
                    for arg in args {
                        if let Arg::Const(text) = arg
                            && !is_const_closed(text)
                        {
                            into.insert(text.clone());
                        }
                    }
                }
                _ => {}
            }
            ty.for_children(&mut |child| collect(child, into));
        }
        let mut names = std::collections::BTreeSet::new();
        collect(self, &mut names);
        names.into_iter().collect()
    }

    /// The type with parameters replaced.
    pub(crate) fn substitute(&self, subst: &Subst) -> Ty {
        if subst.is_empty() {
            return self.clone();
        }
        let changed = match self {
            Ty::Param(name) => match subst.get(name) {
                Some(Arg::Type(ty)) => return ty.clone(),
                _ => return self.clone(),
            },
            other => other.map_parts(&mut |part| part.substitute(subst)),
        };
        // Consts are texts and no parts.
        match changed {
            Ty::Path { path, args } => Ty::Path {
                path,
                args: substitute_consts(args, subst),
            },
            Ty::Array(inner, len) => Ty::Array(inner, substitute_const(&len, subst)),
            Ty::Projection {
                self_type,
                trait_,
                member,
            } => Ty::Projection {
                self_type,
                trait_,
                member: Member {
                    args: substitute_consts(member.args, subst),
                    ..member
                },
            },
            other => other,
        }
    }

    /// The type with each direct part replaced; the one place that knows how types are put together.
    pub(crate) fn map_parts(&self, change: &mut dyn FnMut(&Ty) -> Ty) -> Ty {
        match self {
            Ty::Prim(_) | Ty::Unwritable(_) | Ty::Param(_) => self.clone(),
            Ty::Path { path, args } => Ty::Path {
                path: path.clone(),
                args: map_args(args, change),
            },
            Ty::Ref { mutable, inner } => Ty::Ref {
                mutable: *mutable,
                inner: Box::new(change(inner)),
            },
            Ty::Pointer { mutable, inner } => Ty::Pointer {
                mutable: *mutable,
                inner: Box::new(change(inner)),
            },
            Ty::Slice(inner) => Ty::Slice(Box::new(change(inner))),
            Ty::Array(inner, len) => Ty::Array(Box::new(change(inner)), len.clone()),
            Ty::Tuple(parts) => Ty::Tuple(parts.iter().map(change).collect()),
            Ty::FnPointer(inputs, output) => {
                let inputs = inputs.iter().map(&mut *change).collect();
                Ty::FnPointer(inputs, Box::new(change(output)))
            }
            Ty::Projection {
                self_type,
                trait_,
                member,
            } => Ty::Projection {
                self_type: Box::new(change(self_type)),
                trait_: trait_.as_ref().map(|t| Box::new(t.map_parts(change))),
                member: member.map_parts(change),
            },
            Ty::Dyn(traits) => Ty::Dyn(traits.iter().map(|t| t.map_parts(change)).collect()),
            Ty::Impl(traits) => Ty::Impl(traits.iter().map(|t| t.map_parts(change)).collect()),
        }
    }

    /// Matches this pattern against a closed type, extending `subst`. False if they differ (then `subst` may hold
    /// a partial match and must be dropped).
    pub(crate) fn matches(&self, closed: &Ty, subst: &mut Subst) -> bool {
        match (self, closed) {
            (Ty::Param(name), _) => match subst.get(name) {
                Some(Arg::Type(known)) => known == closed,
                Some(Arg::Const(_)) => false,
                None => {
                    subst.insert(name.clone(), Arg::Type(closed.clone()));
                    true
                }
            },
            (Ty::Path { path: a, args: x }, Ty::Path { path: b, args: y }) => {
                a == b && x.len() == y.len() && x.iter().zip(y).all(|(p, c)| p.matches(c, subst))
            }
            (Ty::Ref { mutable: a, inner: x }, Ty::Ref { mutable: b, inner: y })
            | (Ty::Pointer { mutable: a, inner: x }, Ty::Pointer { mutable: b, inner: y }) => {
                a == b && x.matches(y, subst)
            }
            (Ty::Slice(x), Ty::Slice(y)) => x.matches(y, subst),
            (Ty::Array(x, n), Ty::Array(y, m)) => {
                x.matches(y, subst) && Arg::Const(n.clone()).matches(&Arg::Const(m.clone()), subst)
            }
            (Ty::Tuple(x), Ty::Tuple(y)) => {
                x.len() == y.len() && x.iter().zip(y).all(|(p, c)| p.matches(c, subst))
            }
            (Ty::FnPointer(x, r), Ty::FnPointer(y, s)) => {
                x.len() == y.len() && x.iter().zip(y).all(|(p, c)| p.matches(c, subst)) && r.matches(s, subst)
            }
            // Projections cannot be inverted; whether they agree is checked after substitution.
            (Ty::Projection { .. }, _) => true,
            (a, b) => a == b,
        }
    }

    /// The canonical path of a path type.
    pub(crate) fn head(&self) -> Option<&str> {
        match self {
            Ty::Path { path, .. } => Some(path),
            _ => None,
        }
    }
}

impl Arg {
    fn for_type(&self, visit: &mut dyn FnMut(&Ty)) {
        if let Arg::Type(ty) = self {
            visit(ty);
        }
    }

    fn matches(&self, closed: &Arg, subst: &mut Subst) -> bool {
        match (self, closed) {
            (Arg::Type(a), Arg::Type(b)) => a.matches(b, subst),
            (Arg::Const(a), Arg::Const(b)) if is_const_closed(a) => a == b,
            (Arg::Const(a), Arg::Const(_)) => match subst.get(a) {
                Some(known) => known == closed,
                None => {
                    subst.insert(a.clone(), closed.clone());
                    true
                }
            },
            // rustdoc writes a const parameter used as an argument like a type.
            (Arg::Type(Ty::Param(a)), Arg::Const(_)) => match subst.get(a) {
                Some(known) => known == closed,
                None => {
                    subst.insert(a.clone(), closed.clone());
                    true
                }
            },
            _ => false,
        }
    }
}

impl Member {
    /// An associated type without arguments of its own.
    pub(crate) fn plain(name: &str) -> Member {
        Member {
            name: name.to_owned(),
            args: Vec::new(),
        }
    }

    /// What the parameters that an impl has for it stand for, where it is given these arguments.
    pub(crate) fn given(&self, args: &[Arg]) -> Subst {
        let mut given = Subst::new();
        for (param, arg) in self.args.iter().zip(args) {
            if let Arg::Type(Ty::Param(name)) | Arg::Const(name) = param {
                given.insert(name.clone(), arg.clone());
            }
        }
        given
    }

    /// With every type in it replaced.
    pub(crate) fn map_parts(&self, change: &mut dyn FnMut(&Ty) -> Ty) -> Member {
        Member {
            name: self.name.clone(),
            args: map_args(&self.args, change),
        }
    }
}

impl TraitRef {
    /// A plain trait by path.
    pub(crate) fn plain(path: &str) -> TraitRef {
        TraitRef {
            path: path.to_owned(),
            args: Vec::new(),
            bindings: Vec::new(),
            call: None,
            maybe: false,
        }
    }

    /// With parameters replaced.
    pub(crate) fn substitute(&self, subst: &Subst) -> TraitRef {
        let mut changed = self.map_parts(&mut |part| part.substitute(subst));
        changed.args = substitute_consts(changed.args, subst);
        changed
    }

    /// True if some type in it satisfies the test.
    pub(crate) fn any(&self, test: &dyn Fn(&Ty) -> bool) -> bool {
        let mut found = false;
        self.for_types(&mut |ty| found = found || ty.any(test));
        found
    }

    /// True if no parameter or projection is left in it.
    pub(crate) fn is_closed(&self) -> bool {
        let mut closed = true;
        self.for_types(&mut |ty| closed = closed && ty.is_closed());
        closed
            && self
                .args
                .iter()
                .all(|arg| !matches!(arg, Arg::Const(text) if !is_const_closed(text)))
    }

    /// The trait with every type in it replaced.
    pub(crate) fn map_parts(&self, change: &mut dyn FnMut(&Ty) -> Ty) -> TraitRef {
        TraitRef {
            path: self.path.clone(),
            args: map_args(&self.args, change),
            bindings: self
                .bindings
                .iter()
                .map(|(member, ty)| (member.map_parts(change), change(ty)))
                .collect(),
            call: self.call.as_ref().map(|(inputs, output)| {
                let inputs = inputs.iter().map(&mut *change).collect();
                (inputs, Box::new(change(output)))
            }),
            maybe: self.maybe,
        }
    }

    pub(crate) fn for_types(&self, visit: &mut dyn FnMut(&Ty)) {
        self.args.iter().for_each(|a| a.for_type(visit));
        for (member, ty) in &self.bindings {
            member.args.iter().for_each(|a| a.for_type(visit));
            visit(ty);
        }
        if let Some((inputs, output)) = &self.call {
            inputs.iter().for_each(&mut *visit);
            visit(output);
        }
    }

    /// Last segment of the path.
    pub(crate) fn name(&self) -> &str {
        self.path.rsplit("::").next().unwrap_or(&self.path)
    }
}

fn map_args(args: &[Arg], change: &mut dyn FnMut(&Ty) -> Ty) -> Vec<Arg> {
    args.iter()
        .map(|arg| match arg {
            Arg::Type(ty) => Arg::Type(change(ty)),
            Arg::Const(text) => Arg::Const(text.clone()),
        })
        .collect()
}

fn substitute_consts(args: Vec<Arg>, subst: &Subst) -> Vec<Arg> {
    args.into_iter()
        .map(|arg| match arg {
            Arg::Const(text) => Arg::Const(substitute_const(&text, subst)),
            Arg::Type(Ty::Param(name)) => match subst.get(&name) {
                // rustdoc writes a const parameter used as an argument like a type.
                Some(value @ Arg::Const(_)) => value.clone(),
                _ => Arg::Type(Ty::Param(name)),
            },
            other => other,
        })
        .collect()
}

fn substitute_const(text: &str, subst: &Subst) -> String {
    match subst.get(text) {
        Some(Arg::Const(value)) => value.clone(),
        _ => text.to_owned(),
    }
}

/// A const argument that is a literal; anything else is a parameter or an expression of the crate's own.
pub(crate) fn is_const_closed(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_digit() || c == '-' || c == '\'' || c == '"')
        || text == "true"
        || text == "false"
}

#[cfg(test)]
mod tests {
    use super::*;

    fn param(name: &str) -> Ty {
        Ty::Param(name.to_owned())
    }

    #[test]
    fn matching_binds_parameters_consistently() {
        let pattern = Ty::Tuple(vec![param("T"), Ty::path("std::vec::Vec", vec![param("T")])]);
        let int = Ty::prim("i32");
        let good = Ty::Tuple(vec![int.clone(), Ty::path("std::vec::Vec", vec![int.clone()])]);
        let bad = Ty::Tuple(vec![Ty::prim("u8"), Ty::path("std::vec::Vec", vec![int.clone()])]);
        let mut subst = Subst::new();
        assert!(pattern.matches(&good, &mut subst));
        assert_eq!(pattern.substitute(&subst), good);
        assert!(!pattern.matches(&bad, &mut Subst::new()));
    }

    #[test]
    fn const_lengths_are_parameters_too() {
        let pattern = Ty::Array(Box::new(param("T")), "N".to_owned());
        let closed = Ty::Array(Box::new(Ty::prim("u8")), "4".to_owned());
        assert_eq!(pattern.params(), ["N", "T"]);
        let mut subst = Subst::new();
        assert!(pattern.matches(&closed, &mut subst));
        assert_eq!(pattern.substitute(&subst), closed);
        assert!(closed.is_closed() && !pattern.is_closed());
    }
}
