//! Unification of types with inference variables (`?0`, `?1`…, written as parameters) and backtracking by a trail.

use crate::api::ty::{Arg, Member, TraitRef, Ty};
use std::borrow::Cow;

/// What is known about inference variables on one branch of a search.
#[derive(Default)]
pub(super) struct Variables {
    bound: Vec<Option<Arg>>,
    trail: Vec<usize>,
}

/// A point to go back to.
#[derive(Clone, Copy)]
pub(super) struct Mark {
    trail: usize,
    variables: usize,
}

/// The number of a variable, if the name is one.
pub(super) fn variable(name: &str) -> Option<usize> {
    name.strip_prefix('?')?.parse().ok()
}

impl Variables {
    /// A new variable by name.
    pub(super) fn fresh(&mut self) -> String {
        self.bound.push(None);
        format!("?{}", self.bound.len() - 1)
    }

    pub(super) fn mark(&self) -> Mark {
        Mark {
            trail: self.trail.len(),
            variables: self.bound.len(),
        }
    }

    pub(super) fn undo(&mut self, mark: Mark) {
        while self.trail.len() > mark.trail {
            if let Some(index) = self.trail.pop() {
                self.bound[index] = None;
            }
        }
        self.bound.truncate(mark.variables);
    }

    fn value(&self, name: &str) -> Option<&Arg> {
        self.bound.get(variable(name)?)?.as_ref()
    }

    pub(super) fn bind(&mut self, name: &str, value: Arg) {
        if let Some(index) = variable(name) {
            self.bound[index] = Some(value);
            self.trail.push(index);
        }
    }

    /// The type with variables followed at its top only.
    pub(super) fn shallow<'t>(&'t self, ty: &'t Ty) -> &'t Ty {
        let mut ty = ty;
        while let Ty::Param(name) = ty {
            match self.value(name) {
                Some(Arg::Type(next)) => ty = next,
                _ => break,
            }
        }
        ty
    }

    /// The same, copied only if a variable was followed: most types have none at their top.
    fn shallow_apart<'t>(&self, ty: &'t Ty) -> Cow<'t, Ty> {
        match ty {
            Ty::Param(_) => Cow::Owned(self.shallow(ty).clone()),
            _ => Cow::Borrowed(ty),
        }
    }

    /// The type with everything known filled in.
    pub(super) fn resolve(&self, ty: &Ty) -> Ty {
        match ty {
            Ty::Prim(_) => ty.clone(),
            Ty::Param(name) => match self.value(name) {
                Some(Arg::Type(next)) => self.resolve(next),
                _ => ty.clone(),
            },
            Ty::Array(inner, len) => Ty::Array(Box::new(self.resolve(inner)), self.resolve_const(len)),
            Ty::Path { path, args } => Ty::Path {
                path: path.clone(),
                args: args.iter().map(|arg| self.resolve_arg(arg)).collect(),
            },
            other => other.map_parts(&mut |part| self.resolve(part)),
        }
    }

    pub(super) fn resolve_arg(&self, arg: &Arg) -> Arg {
        match arg {
            // rustdoc writes a const parameter used as an argument like a type.
            Arg::Type(Ty::Param(name)) if matches!(self.value(name), Some(Arg::Const(_))) => {
                Arg::Const(self.resolve_const(name))
            }
            Arg::Type(ty) => Arg::Type(self.resolve(ty)),
            Arg::Const(text) => Arg::Const(self.resolve_const(text)),
        }
    }

    pub(super) fn resolve_const(&self, text: &str) -> String {
        match self.value(text) {
            Some(Arg::Const(next)) => self.resolve_const(next),
            Some(Arg::Type(Ty::Param(name))) => self.resolve_const(name),
            _ => text.to_owned(),
        }
    }

    pub(super) fn resolve_trait(&self, trait_: &TraitRef) -> TraitRef {
        let mut out = trait_.map_parts(&mut |part| self.resolve(part));
        out.args = trait_.args.iter().map(|arg| self.resolve_arg(arg)).collect();
        out
    }

    pub(super) fn resolve_member(&self, member: &Member) -> Member {
        Member {
            name: member.name.clone(),
            args: member.args.iter().map(|arg| self.resolve_arg(arg)).collect(),
        }
    }

    /// Makes the types equal; false if they cannot be (then bindings are left behind: undo to a mark).
    pub(super) fn unify(&mut self, left: &Ty, right: &Ty) -> bool {
        let (left, right) = (self.shallow_apart(left), self.shallow_apart(right));
        match (&*left, &*right) {
            (Ty::Param(a), Ty::Param(b)) if a == b => true,
            (Ty::Param(a), other) if variable(a).is_some() => self.bind_type(a, other),
            (other, Ty::Param(b)) if variable(b).is_some() => self.bind_type(b, other),
            (Ty::Path { path: a, args: x }, Ty::Path { path: b, args: y }) => {
                a == b && x.len() == y.len() && x.iter().zip(y).all(|(p, q)| self.unify_args(p, q))
            }
            (Ty::Ref { mutable: a, inner: x }, Ty::Ref { mutable: b, inner: y })
            | (Ty::Pointer { mutable: a, inner: x }, Ty::Pointer { mutable: b, inner: y }) => {
                a == b && self.unify(x, y)
            }
            (Ty::Slice(x), Ty::Slice(y)) => self.unify(x, y),
            (Ty::Array(x, n), Ty::Array(y, m)) => self.unify(x, y) && self.unify_consts(n, m),
            (Ty::Tuple(x), Ty::Tuple(y)) => {
                x.len() == y.len() && x.iter().zip(y).all(|(p, q)| self.unify(p, q))
            }
            (Ty::FnPointer(x, r), Ty::FnPointer(y, s)) => {
                x.len() == y.len() && x.iter().zip(y).all(|(p, q)| self.unify(p, q)) && self.unify(r, s)
            }
            (Ty::Dyn(x), Ty::Dyn(y)) => {
                x.len() == y.len() && x.iter().zip(y).all(|(p, q)| self.unify_traits(p, q))
            }
            (a, b) => a == b,
        }
    }

    fn unify_traits(&mut self, left: &TraitRef, right: &TraitRef) -> bool {
        left.path == right.path
            && left.args.len() == right.args.len()
            && left.bindings.len() == right.bindings.len()
            && left
                .args
                .iter()
                .zip(&right.args)
                .all(|(p, q)| self.unify_args(p, q))
            && left
                .bindings
                .iter()
                .zip(&right.bindings)
                .all(|((n, p), (m, q))| n == m && self.unify(p, q))
            && left.call == right.call
    }

    pub(super) fn unify_args(&mut self, left: &Arg, right: &Arg) -> bool {
        match (left, right) {
            (Arg::Const(a), Arg::Const(b)) => self.unify_consts(a, b),
            (Arg::Type(Ty::Param(a)), Arg::Const(b)) | (Arg::Const(b), Arg::Type(Ty::Param(a)))
                if variable(a).is_some() =>
            {
                self.unify_consts(a, b)
            }
            (Arg::Type(a), Arg::Type(b)) => self.unify(a, b),
            _ => false,
        }
    }

    fn unify_consts(&mut self, left: &str, right: &str) -> bool {
        let (left, right) = (self.resolve_const(left), self.resolve_const(right));
        if left == right {
            return true;
        }
        if variable(&left).is_some() {
            self.bind(&left, Arg::Const(right));
            true
        } else if variable(&right).is_some() {
            self.bind(&right, Arg::Const(left));
            true
        } else {
            // An expression of the crate's own (`DEFAULT`) may be anything.
            left == "_" || right == "_"
        }
    }

    fn bind_type(&mut self, name: &str, value: &Ty) -> bool {
        let whole = self.resolve(value);
        if whole.any(&|part| matches!(part, Ty::Param(other) if other == name)) {
            return false;
        }
        self.bind(name, Arg::Type(value.clone()));
        true
    }
}

/// What nothing is known about: it depends on a constant that only rustc can compute.
pub(super) fn unknown() -> Ty {
    Ty::Unwritable("a type that depends on an expression".to_owned())
}

/// True for a type that is not known for such a reason.
pub(super) fn depends_on_expression(ty: &Ty) -> bool {
    let is_expression = |text: &str| text.starts_with('{');
    ty.any(&|part| match part {
        Ty::Unwritable(_) => *part == unknown(),
        Ty::Array(_, len) => is_expression(len),
        Ty::Path { args, .. } => (args.iter()).any(|a| matches!(a, Arg::Const(c) if is_expression(c))),
        _ => false,
    })
}

/// True if no variable is left.
pub(super) fn is_known(ty: &Ty) -> bool {
    !ty.any(&|part| match part {
        Ty::Param(name) => variable(name).is_some(),
        Ty::Array(_, len) => variable(len).is_some(),
        Ty::Path { args, .. } => args
            .iter()
            .any(|a| matches!(a, Arg::Const(c) if variable(c).is_some())),
        _ => false,
    })
}

/// The same of arguments.
pub(super) fn are_known(args: &[Arg]) -> bool {
    args.iter().all(|arg| match arg {
        Arg::Type(ty) => is_known(ty),
        Arg::Const(text) => variable(text).is_none(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_undone_is_unknown_again() {
        let mut variables = Variables::default();
        let a = Ty::Param(variables.fresh());
        let mark = variables.mark();
        assert!(variables.unify(
            &Ty::path("std::vec::Vec", vec![a.clone()]),
            &Ty::path("std::vec::Vec", vec![Ty::prim("u8")])
        ));
        assert_eq!(variables.resolve(&a), Ty::prim("u8"));
        assert!(!variables.unify(&a, &Ty::prim("u16")));
        variables.undo(mark);
        assert!(!is_known(&variables.resolve(&a)));
        assert!(variables.unify(&a, &Ty::prim("u16")));
    }

    #[test]
    fn no_type_contains_itself() {
        let mut variables = Variables::default();
        let a = Ty::Param(variables.fresh());
        assert!(!variables.unify(&a, &Ty::reference(a.clone())));
    }

    #[test]
    fn lengths_are_variables_too() {
        let mut variables = Variables::default();
        let n = variables.fresh();
        let open = Ty::Array(Box::new(Ty::prim("u8")), n.clone());
        let closed = Ty::Array(Box::new(Ty::prim("u8")), "4".to_owned());
        assert!(variables.unify(&open, &closed));
        assert_eq!(variables.resolve_const(&n), "4");
    }
}
