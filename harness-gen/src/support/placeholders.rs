//! What a stand-alone test must implement for its placeholder type: the traits that the call asks for.

use crate::api::ty::{Arg, Subst, TraitRef, Ty};
use crate::api::{Api, Generics, ImplDef};
use crate::harness_types::HOLE;
use crate::support_set::TestImpl;
use std::collections::BTreeMap;

/// What own types and traits ask of placeholder types.
pub(super) struct Placeholders<'a> {
    api: &'a Api,
    /// The first impl for every type, by trait: crates that macros write have thousands of impls, and it is asked for by each
    /// bound of each instance.
    of_all: BTreeMap<&'a str, &'a ImplDef>,
}

impl<'a> Placeholders<'a> {
    pub(super) fn new(api: &'a Api) -> Placeholders<'a> {
        let mut of_all = BTreeMap::new();
        for implementation in &api.impls {
            if let (Some(trait_), Ty::Param(_)) = (&implementation.trait_, &implementation.self_type) {
                of_all.entry(trait_.path.as_str()).or_insert(implementation);
            }
        }
        Placeholders { api, of_all }
    }

    /// Impls that an instance needs besides the derived ones: for what the call asks of a placeholder type,
    /// and for what own generic types around one ask of it (`type_bounds`, by path).
    pub(super) fn impls(
        &self,
        generics: &Generics,
        subst: &Subst,
        type_bounds: &BTreeMap<String, Generics>,
    ) -> Vec<TestImpl> {
        let mut found: Vec<TestImpl> = Vec::new();
        self.add_impls(generics, subst, &mut found);
        for arg in subst.values() {
            if let Arg::Type(ty) = arg
                && ty.mentions_hole()
            {
                self.add_impls_inside(ty, type_bounds, &mut found);
            }
        }
        found
    }

    fn add_impls_inside(&self, ty: &Ty, type_bounds: &BTreeMap<String, Generics>, found: &mut Vec<TestImpl>) {
        if let Ty::Path { path, args } = ty
            && let Some(generics) = type_bounds.get(path)
        {
            let names = generics.params.iter().map(|param| param.name.clone());
            self.add_impls(generics, &names.zip(args.iter().cloned()).collect(), found);
        }
        ty.for_children(&mut |part| self.add_impls_inside(part, type_bounds, found));
    }

    fn add_impls(&self, generics: &Generics, subst: &Subst, found: &mut Vec<TestImpl>) {
        for predicate in &generics.predicates {
            let Ty::Param(name) = &predicate.ty else { continue };
            if !matches!(subst.get(name), Some(Arg::Type(ty)) if ty.head() == Some(HOLE)) {
                continue;
            }
            for bound in &predicate.bounds {
                self.add_of_bound(&bound.substitute(subst), &mut Vec::new(), found);
            }
        }
    }

    /// `above`: the traits that this one is needed for.
    fn add_of_bound(&self, bound: &TraitRef, above: &mut Vec<String>, found: &mut Vec<TestImpl>) {
        let Some(own) = self.api.traits.get(&bound.path) else {
            for needed in of_std(bound) {
                add(needed, found);
            }
            return;
        };
        if let Some(blanket) = self.of_all.get(bound.path.as_str()) {
            // An impl for every type that has something else: that is what the placeholder type needs.
            let predicates = blanket.generics.predicates.iter();
            let needed = predicates
                .filter(|predicate| predicate.ty == blanket.self_type)
                .flat_map(|predicate| &predicate.bounds);
            above.push(bound.path.clone());
            for needed in needed {
                if !above.contains(&needed.path) {
                    self.add_of_bound(needed, above, found);
                }
            }
            above.pop();
        } else if let Some(required) = &own.required {
            let of_own = TestImpl::OwnTrait {
                path: own.path.clone(),
                required: required.clone(),
            };
            if add(of_own, found) {
                for needed in &required.needs {
                    self.add_of_bound(needed, above, found);
                }
            }
        }
    }
}

/// False if it is known.
fn add(needed: TestImpl, found: &mut Vec<TestImpl>) -> bool {
    let is_new = !found.contains(&needed);
    found.extend(is_new.then_some(needed));
    is_new
}

fn of_std(bound: &TraitRef) -> Vec<TestImpl> {
    let target = || match bound.args.first() {
        Some(Arg::Type(ty)) => Some(ty.clone()),
        _ => None,
    };
    match bound.path.as_str() {
        "std::fmt::Display" | "std::string::ToString" => vec![TestImpl::Display],
        "std::error::Error" => vec![TestImpl::Display, TestImpl::Error],
        "std::iter::Iterator" | "std::iter::IntoIterator" => vec![TestImpl::Iterator],
        "std::convert::AsRef" => target().map(TestImpl::AsRef).into_iter().collect(),
        "std::convert::Into" | "std::convert::TryInto" => target().map(TestImpl::Into).into_iter().collect(),
        _ => Vec::new(),
    }
}
