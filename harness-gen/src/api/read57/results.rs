//! What is called by signatures: function pointers and the `Fn` traits. Lifetimes are dropped everywhere but in their results,
//! where it matters whether a borrow is of an argument.

use super::Reader;
use crate::api::lasting;
use crate::api::ty::{Arg, Ty};
use rustdoc_types_57 as rustdoc;
use std::collections::BTreeSet;

impl Reader<'_> {
    /// Arguments and result of something that is called.
    pub(super) fn call<'t>(
        &self,
        inputs: impl Iterator<Item = &'t rustdoc::Type>,
        output: Option<&rustdoc::Type>,
        self_type: Option<&Ty>,
    ) -> (Vec<Ty>, Box<Ty>) {
        let around = self.of_call.take();
        let mut named = BTreeSet::new();
        let mut read = Vec::new();
        for input in inputs {
            note_lifetimes(input, &mut named);
            read.push(self.ty(input, self_type));
        }
        self.of_call.replace(Some(named));
        let output = output.map_or_else(Ty::unit, |ty| self.ty(ty, self_type));
        self.of_call.replace(around);
        (read, Box::new(output))
    }

    /// What is read without regard to what it is the result of.
    pub(super) fn outside_of_calls<R>(&self, read: impl FnOnce() -> R) -> R {
        let around = self.of_call.take();
        let result = read();
        self.of_call.replace(around);
        result
    }

    /// True inside the result of a call for a lifetime that none of the arguments has.
    pub(super) fn outlives_call(&self, lifetime: &str) -> bool {
        let named = self.of_call.borrow();
        lifetime != "'_" && named.as_ref().is_some_and(|named| !named.contains(lifetime))
    }

    /// The lifetimes of a type as arguments, if one of them outlives the call that gives it.
    pub(super) fn lasting_lifetimes(&self, path: &rustdoc::Path) -> Vec<Arg> {
        let Some(rustdoc::GenericArgs::AngleBracketed { args, .. }) = path.args.as_deref() else {
            return Vec::new();
        };
        let lasts: Vec<bool> = args
            .iter()
            .filter_map(|arg| match arg {
                rustdoc::GenericArg::Lifetime(name) => Some(self.outlives_call(name)),
                _ => None,
            })
            .collect();
        match lasts.contains(&true) {
            true => lasts.into_iter().map(lasting::lifetime).collect(),
            false => Vec::new(),
        }
    }
}

/// Notes the lifetimes that have a name in an argument.
fn note_lifetimes(ty: &rustdoc::Type, named: &mut BTreeSet<String>) {
    match ty {
        rustdoc::Type::BorrowedRef { lifetime, type_, .. } => {
            named.extend(lifetime.clone());
            note_lifetimes(type_, named);
        }
        rustdoc::Type::ResolvedPath(path) => {
            if let Some(rustdoc::GenericArgs::AngleBracketed { args, .. }) = path.args.as_deref() {
                for arg in args {
                    match arg {
                        rustdoc::GenericArg::Lifetime(name) => {
                            named.insert(name.clone());
                        }
                        rustdoc::GenericArg::Type(ty) => note_lifetimes(ty, named),
                        _ => {}
                    }
                }
            }
        }
        rustdoc::Type::Tuple(parts) => parts.iter().for_each(|ty| note_lifetimes(ty, named)),
        rustdoc::Type::Slice(inner)
        | rustdoc::Type::Array { type_: inner, .. }
        | rustdoc::Type::RawPointer { type_: inner, .. } => note_lifetimes(inner, named),
        rustdoc::Type::DynTrait(object) => named.extend(object.lifetime.clone()),
        _ => {}
    }
}
