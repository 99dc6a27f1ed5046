//! What signatures and impls say about the crate's generic types: which of them a type mentions, which bounds hold for
//! whatever can be made of them, and which implementors have methods of their own.

use crate::api::ty::{Arg, Subst, TraitRef, Ty};
use crate::api::{Api, CallForm, Generics, Predicate};
use crate::call::Gives;
use crate::solve::Solver;
use crate::tuning::MOST_INSTANCES;
use std::collections::{BTreeMap, BTreeSet};

/// Parts of a pattern that are generic own types with parameters left in them.
pub(super) fn own_generic_parts(api: &Api, ty: &Ty) -> Vec<Ty> {
    let mut parts = Vec::new();
    collect_own_generic(api, ty, &mut parts);
    parts
}

fn collect_own_generic(api: &Api, ty: &Ty, parts: &mut Vec<Ty>) {
    if let Ty::Path { path, args } = ty
        && !args.is_empty()
        && api.types.contains_key(path)
        && !ty.params().is_empty()
    {
        parts.push(ty.clone());
    }
    ty.for_children(&mut |child| collect_own_generic(api, child, parts));
}

/// Closed instances of generic own types in a type.
pub(super) fn own_generic_instances(api: &Api, ty: &Ty, found: &mut BTreeSet<Ty>) {
    if let Ty::Path { path, args } = ty
        && !args.is_empty()
        && api.types.contains_key(path)
    {
        found.insert(ty.clone());
    }
    ty.for_children(&mut |child| own_generic_instances(api, child, found));
}

/// For each generic own type: the bounds of its definition and of its inherent impls, in the definition's names.
pub(super) fn type_bounds(api: &Api) -> BTreeMap<String, Generics> {
    let mut all = BTreeMap::new();
    for (path, def) in &api.types {
        if def.generics.params.is_empty() {
            continue;
        }
        let mut generics = def.generics.clone();
        for implementation in api.impls.iter().filter(|i| i.trait_.is_none()) {
            let Ty::Path { path: of, args } = &implementation.self_type else {
                continue;
            };
            if of != path {
                continue;
            }
            let rename: Subst = args
                .iter()
                .zip(&def.generics.params)
                .filter_map(|(arg, param)| match arg {
                    Arg::Type(Ty::Param(name)) => {
                        Some((name.clone(), Arg::Type(Ty::Param(param.name.clone()))))
                    }
                    _ => None,
                })
                .collect();
            // An impl for a special case (`impl Stack<u8>`) says nothing about the parameters.
            if rename.len() != args.len() {
                continue;
            }
            for predicate in &implementation.generics.predicates {
                let mut renamed = predicate.clone();
                renamed.ty = renamed.ty.substitute(&rename);
                renamed.bounds = renamed.bounds.iter().map(|b| b.substitute(&rename)).collect();
                if !generics.predicates.contains(&renamed) {
                    generics.predicates.push(renamed);
                }
            }
        }
        all.insert(path.clone(), generics);
    }
    all
}

/// Choices of a parameter that arguments are of, or lent from: own types that are made and satisfy its particular bounds.
/// What a search takes for an implementor need not be anything that can be had.
pub(super) fn implementors_made(
    solver: &Solver,
    generics: &Generics,
    inputs: &[Ty],
    made: &[Ty],
) -> Vec<Subst> {
    let mut found = Vec::new();
    for param in &generics.params {
        let parameter = Ty::Param(param.name.clone());
        let is_taken = inputs.iter().any(|input| match input {
            Ty::Ref { inner, .. } => **inner == parameter,
            other => *other == parameter,
        });
        let of_param = generics.predicates.iter().filter(|p| p.ty == parameter);
        let particular: Vec<&TraitRef> = of_param
            .flat_map(|predicate| &predicate.bounds)
            .filter(|bound| solver.is_particular(bound) && bound.is_closed())
            .collect();
        if !is_taken || particular.is_empty() {
            continue;
        }
        let fits = |ty: &&Ty| particular.iter().all(|bound| solver.implements(ty, bound));
        let choice = |ty: &Ty| Subst::from([(param.name.clone(), Arg::Type(ty.clone()))]);
        found.extend(made.iter().filter(fits).take(2 * MOST_INSTANCES).map(choice));
    }
    found
}

/// Choices of a parameter that becomes an own type: that type itself, all of whose makers and methods are arguments then. What is made
/// from it by some impl may be a number or a text, and leaves most of what can be set of such a value as it was.
pub(super) fn targets_of_conversions(api: &Api, generics: &Generics) -> Vec<Subst> {
    let is_own = |ty: &Ty| ty.is_closed() && ty.head().is_some_and(|path| api.types.contains_key(path));
    let mut found: Vec<Subst> = Vec::new();
    for Predicate { ty, bounds } in &generics.predicates {
        for bound in bounds {
            let [Arg::Type(other)] = &bound.args[..] else {
                continue;
            };
            let (from, target) = match bound.path.as_str() {
                "std::convert::Into" | "std::convert::TryInto" => (ty, other),
                "std::convert::From" | "std::convert::TryFrom" => (other, ty),
                _ => continue,
            };
            let choice = match from {
                Ty::Param(name) => Some((name, target.clone())),
                // Each of many becomes one.
                Ty::Projection {
                    self_type, member, ..
                } if member.name == "Item" => match self_type.as_ref() {
                    Ty::Param(name) => Some((name, Ty::path("std::vec::Vec", vec![target.clone()]))),
                    _ => None,
                },
                _ => None,
            };
            if let Some((name, ty)) = choice.filter(|_| is_own(target)) {
                found.push(Subst::from([(name.clone(), Arg::Type(ty))]));
            }
        }
    }
    found
}

/// Whether there is a value of the type with this path in one of `ty`. What is asked of it in passing, as by `Array<u8, T::Size>`, is
/// none.
pub(super) fn has_value_of(ty: &Ty, path: &str) -> bool {
    let mut found = ty.head() == Some(path);
    if !matches!(ty, Ty::Projection { .. }) {
        ty.for_children(&mut |part| found = found || has_value_of(part, path));
    }
    found
}

/// The `T` of `T`, `Option<T>` and `Result<T, E>`.
pub(super) fn unwrapped(output: &Ty) -> (&Ty, Gives) {
    let gives = match output.head() {
        Some("std::option::Option") => Gives::InSome,
        Some("std::result::Result") => Gives::InOk,
        _ => return (output, Gives::Value),
    };
    match output {
        Ty::Path { args, .. } => match args.first() {
            Some(Arg::Type(inner)) => (inner, gives),
            _ => (output, Gives::Value),
        },
        _ => (output, Gives::Value),
    }
}

/// Self types of the impls that have a method of their own, by trait and name.
pub(super) fn methods_of_impls(api: &Api) -> BTreeMap<(String, String), Vec<Ty>> {
    let mut found: BTreeMap<(String, String), Vec<Ty>> = BTreeMap::new();
    for item in &api.items {
        if let CallForm::TraitMethod {
            self_type,
            trait_,
            name,
        } = &item.form
            && !matches!(self_type, Ty::Param(_))
        {
            let key = (trait_.path.clone(), name.clone());
            found.entry(key).or_default().push(self_type.clone());
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::ty::Member;
    use crate::api::{GenericParam, ImplDef, ParamKind, TypeDef};

    #[test]
    fn an_implementor_that_is_made_is_a_choice_of_what_is_lent() {
        let source = TraitRef::plain("k::Source");
        let own = |name: &str| Ty::path(&format!("k::{name}"), vec![]);
        let implementor = |name: &str| ImplDef {
            generics: Generics::default(),
            trait_: Some(source.clone()),
            self_type: own(name),
            types: Vec::new(),
        };
        let api = Api {
            impls: vec![implementor("Unmade"), implementor("Made")],
            ..Api::default()
        };
        let solver = Solver::new(&api, &Api::default(), &BTreeSet::new());
        let parameter = Ty::Param("S".to_owned());
        let generics = Generics {
            params: vec![GenericParam {
                name: "S".to_owned(),
                kind: ParamKind::Type {
                    default: None,
                    synthetic: false,
                },
            }],
            predicates: vec![Predicate {
                ty: parameter.clone(),
                bounds: vec![source],
            }],
            ..Generics::default()
        };
        let made = [own("Other"), own("Made")];
        let choices = |inputs: &[Ty]| implementors_made(&solver, &generics, inputs, &made);
        let choice = Subst::from([("S".to_owned(), Arg::Type(own("Made")))]);
        assert_eq!(choices(&[Ty::reference(parameter)]), [choice]);
        assert!(choices(&[Ty::prim("u8")]).is_empty(), "no argument is of it");
    }

    #[test]
    fn what_becomes_an_own_type_is_that_type() {
        let own = TypeDef {
            path: "k::Row".to_owned(),
            generics: Generics::default(),
            constructors: None,
            public_fields: Vec::new(),
            is_enum: false,
            has_no_variants: false,
            has_drop: false,
        };
        let api = Api {
            types: [(own.path.clone(), own)].into(),
            ..Api::default()
        };
        let row = Ty::path("k::Row", vec![]);
        let parameter = Ty::Param("T".to_owned());
        let of_each = Ty::Projection {
            self_type: Box::new(parameter.clone()),
            trait_: Some(Box::new(TraitRef::plain("std::iter::IntoIterator"))),
            member: Member {
                name: "Item".to_owned(),
                args: Vec::new(),
            },
        };
        let choices = |ty: &Ty, conversion: &str, other: &Ty| {
            let bound = TraitRef {
                args: vec![Arg::Type(other.clone())],
                ..TraitRef::plain(&format!("std::convert::{conversion}"))
            };
            let generics = Generics {
                predicates: vec![Predicate {
                    ty: ty.clone(),
                    bounds: vec![bound],
                }],
                ..Generics::default()
            };
            targets_of_conversions(&api, &generics)
        };
        let choice = |ty: &Ty| [Subst::from([("T".to_owned(), Arg::Type(ty.clone()))])];
        assert_eq!(choices(&parameter, "Into", &row), choice(&row));
        assert_eq!(choices(&row, "TryFrom", &parameter), choice(&row));
        let rows = Ty::path("std::vec::Vec", vec![row.clone()]);
        assert_eq!(choices(&of_each, "Into", &row), choice(&rows));
        assert!(choices(&parameter, "Into", &Ty::prim("u64")).is_empty(), "of std");
        assert!(choices(&parameter, "AsRef", &row).is_empty());
    }
}
