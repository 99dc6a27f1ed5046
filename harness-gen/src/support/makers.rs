//! Items that take a value of a generic own type which something makes: the parameters are chosen together with those of the maker,
//! so that a method of `Matrix<Storage, T>` for any storage is called on what `Matrix::new` makes, and not on the first storage
//! that satisfies the bounds.

use super::own_types::{has_value_of, unwrapped};
use crate::api::ty::{Arg, Subst, Ty};
use crate::api::{Api, ApiItem, GenericParam, Generics, Predicate};
use crate::solve::{KnownInstances, Solver};
use crate::tuning::MOST_MAKERS;
use std::collections::BTreeMap;

/// What makes values of generic own types, by path, without taking such a value.
pub(super) struct Makers<'a>(BTreeMap<&'a str, Vec<&'a ApiItem>>);

impl<'a> Makers<'a> {
    pub(super) fn of(api: &'a Api) -> Makers<'a> {
        let mut makers: BTreeMap<&str, Vec<&ApiItem>> = BTreeMap::new();
        for item in api.items.iter().filter(|item| item.barrier.is_none()) {
            let (made, _) = unwrapped(&item.output);
            if let Some(path) = made.head()
                && api
                    .types
                    .get(path)
                    .is_some_and(|def| !def.generics.params.is_empty())
                && !item.inputs.iter().any(|ty| has_value_of(ty, path))
            {
                makers.entry(path).or_default().push(item);
            }
        }
        Makers(makers)
    }

    fn of_type(&self, path: &str) -> impl Iterator<Item = &'a ApiItem> {
        let makers = self.0.get(path).into_iter().flatten().copied();
        makers.take(MOST_MAKERS)
    }

    /// A choice of the rest of an item's parameters with which its first argument that is left open is what something makes.
    pub(super) fn completed(
        &self,
        item: &ApiItem,
        fixed: &Subst,
        with: (&Solver, &KnownInstances),
    ) -> Option<Subst> {
        let inputs = item
            .inputs
            .iter()
            .map(|ty| without_references(ty).substitute(fixed));
        let input = inputs
            .filter(|ty| !ty.params().is_empty())
            .find(|ty| ty.head().is_some_and(|path| self.0.contains_key(path)))?;
        self.of_type(input.head()?)
            .find_map(|maker| Self::completed_with(item, fixed, (&input, maker), with))
    }

    fn completed_with(
        item: &ApiItem,
        fixed: &Subst,
        (input, maker): (&Ty, &ApiItem),
        (solver, known): (&Solver, &KnownInstances),
    ) -> Option<Subst> {
        let names = renaming(&maker.generics);
        let made = unwrapped(&maker.output).0.substitute(&names);
        let mut same = Subst::new();
        if !make_equal(input, &made, &mut same) {
            return None;
        }
        let is_open =
            |param: &&GenericParam| !fixed.contains_key(&param.name) && !same.contains_key(&param.name);
        let of_maker: Vec<GenericParam> = (maker.generics.params.iter())
            .map(|param| GenericParam {
                name: renamed(&param.name),
                ..param.clone()
            })
            .collect();
        let of_item = item
            .generics
            .predicates
            .iter()
            .map(|bounded| substituted(bounded, fixed));
        let predicates = maker
            .generics
            .predicates
            .iter()
            .map(|bounded| substituted(bounded, &names));
        let together = Generics {
            params: (item.generics.params.iter().chain(&of_maker))
                .filter(is_open)
                .cloned()
                .collect(),
            has_lifetime: false,
            predicates: of_item
                .chain(predicates)
                .map(|bounded| substituted(&bounded, &same))
                .collect(),
        };
        let rest = solver.completed_aside(&together, fixed, known)?;
        let choice = |param: &GenericParam| -> Option<(String, Arg)> {
            let name = &param.name;
            let chosen = match (fixed.get(name), same.get(name)) {
                (Some(given), _) => given.clone(),
                (None, Some(Arg::Type(ty))) => Arg::Type(solver.normalise(&ty.substitute(&rest))),
                (None, Some(Arg::Const(text))) => rest.get(text).unwrap_or(&Arg::Const(text.clone())).clone(),
                (None, None) => rest.get(name)?.clone(),
            };
            let is_closed = !matches!(&chosen, Arg::Type(ty) if !ty.is_closed());
            is_closed.then(|| (name.clone(), chosen))
        };
        item.generics.params.iter().map(choice).collect()
    }
}

fn without_references(ty: &Ty) -> &Ty {
    match ty {
        Ty::Ref { inner, .. } => without_references(inner),
        other => other,
    }
}

/// A parameter of the maker's among those of the item: no name in Rust has a space.
fn renamed(name: &str) -> String {
    format!("{name} of the maker")
}

fn renaming(generics: &Generics) -> Subst {
    let params = generics.params.iter().map(|param| &param.name);
    params
        .map(|name| (name.clone(), Arg::Type(Ty::Param(renamed(name)))))
        .collect()
}

fn substituted(bounded: &Predicate, subst: &Subst) -> Predicate {
    Predicate {
        ty: bounded.ty.substitute(subst),
        bounds: (bounded.bounds.iter())
            .map(|bound| bound.substitute(subst))
            .collect(),
    }
}

/// Makes two types equal by what their parameters stand for; false if they cannot be. What is known of none is in no value of `same`.
fn make_equal(left: &Ty, right: &Ty, same: &mut Subst) -> bool {
    let (left, right) = (left.substitute(same), right.substitute(same));
    match (&left, &right) {
        _ if left == right => true,
        (Ty::Param(name), other) | (other, Ty::Param(name)) => {
            let is_itself = other.any(&|part| matches!(part, Ty::Param(of) if of == name));
            if !is_itself {
                let known = Subst::from([(name.clone(), Arg::Type(other.clone()))]);
                for arg in same.values_mut() {
                    if let Arg::Type(ty) = arg {
                        *ty = ty.substitute(&known);
                    }
                }
                same.extend(known);
            }
            !is_itself
        }
        (Ty::Path { path: one, args: x }, Ty::Path { path: other, args: y }) => {
            one == other
                && x.len() == y.len()
                && x.iter().zip(y).all(|args| match args {
                    (Arg::Type(x), Arg::Type(y)) => make_equal(x, y, same),
                    (x, y) => x == y,
                })
        }
        (
            Ty::Ref {
                mutable: one,
                inner: x,
            },
            Ty::Ref {
                mutable: other,
                inner: y,
            },
        ) => one == other && make_equal(x, y, same),
        (Ty::Slice(x), Ty::Slice(y)) => make_equal(x, y, same),
        (Ty::Array(x, one), Ty::Array(y, other)) => one == other && make_equal(x, y, same),
        (Ty::Tuple(x), Ty::Tuple(y)) => {
            x.len() == y.len() && x.iter().zip(y).all(|(x, y)| make_equal(x, y, same))
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_types_are_made_equal_from_both_sides() {
        let param = |name: &str| Ty::Param(name.to_owned());
        let storage = |ty: Ty| Ty::path("std::vec::Vec", vec![ty]);
        let matrix = |storage: Ty, of: Ty| Ty::path("k::Matrix", vec![storage, of]);
        let mut same = Subst::new();
        let wanted = matrix(param("S"), Ty::prim("f64"));
        assert!(make_equal(
            &wanted,
            &matrix(storage(param("T")), param("T")),
            &mut same
        ));
        assert_eq!(same["T"], Arg::Type(Ty::prim("f64")));
        assert_eq!(same["S"], Arg::Type(storage(Ty::prim("f64"))));

        let mut same = Subst::new();
        assert!(
            !make_equal(&param("S"), &storage(param("S")), &mut same),
            "it is endless"
        );
        assert!(!make_equal(
            &wanted,
            &matrix(storage(param("T")), Ty::prim("i32")),
            &mut same
        ));
    }
}
