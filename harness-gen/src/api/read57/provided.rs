//! Provided methods of the crate's own traits: what every implementor offers without writing it. Each is one item,
//! generic over `Self`; what overrides it is an item of its impl.

use super::Reader;
use super::rewrite::special_calls;
use super::shapes::parameter_args;
use crate::api::ItemKind;
use crate::api::names::ident;
use crate::api::paths::is_hidden;
use crate::api::ty::{TraitRef, Ty};
use crate::api::{CallForm, GenericParam, Generics, ParamKind, Predicate};
use rustdoc_types_57 as rustdoc;
use std::collections::BTreeSet;

/// The implementor's name in every trait.
const SELF: &str = "Self";

impl Reader<'_> {
    /// Adds the provided methods of the trait with this path.
    pub(super) fn read_provided(&mut self, path: &str, def: &rustdoc::Trait, generics: &Generics) {
        let self_type = Ty::Param(SELF.to_owned());
        let mut trait_ = TraitRef::plain(path);
        trait_.args = parameter_args(generics);
        let mut of_trait = generics.clone();
        of_trait.params.insert(
            0,
            GenericParam {
                name: SELF.to_owned(),
                kind: ParamKind::Type {
                    default: None,
                    synthetic: false,
                },
            },
        );
        let mut bounds = vec![trait_.clone()];
        bounds.extend(self.bounds(&def.bounds, None));
        of_trait.predicates.insert(
            0,
            Predicate {
                ty: self_type.clone(),
                bounds,
            },
        );
        for id in &def.items {
            let Some(member) = self.krate.index.get(id) else {
                continue;
            };
            let rustdoc::ItemEnum::Function(function) = &member.inner else {
                continue;
            };
            if !function.has_body || is_hidden(member) {
                continue;
            }
            let Some(name) = member.name.as_deref().map(ident) else {
                continue;
            };
            if let Some(docs) = &member.docs {
                self.api.doc_literals.add_docs(docs);
            }
            let form = CallForm::TraitMethod {
                self_type: self_type.clone(),
                trait_: trait_.clone(),
                name: name.clone(),
            };
            let mut new = self.function(
                member,
                format!("{path}::{name}"),
                ItemKind::TraitMethod,
                form,
                function,
                &mut of_trait.clone(),
                None,
            );
            for ty in new.inputs.iter_mut().chain([&mut new.output]) {
                *ty = self.with_declaring_trait(ty, &trait_, def);
            }
            for predicate in &mut new.generics.predicates {
                predicate.ty = self.with_declaring_trait(&predicate.ty, &trait_, def);
                for bound in &mut predicate.bounds {
                    *bound = bound.map_parts(&mut |ty| self.with_declaring_trait(ty, &trait_, def));
                }
            }
            // A trait's `Self` may be unsized, but not where it is passed by value or where the method says so.
            let sized = TraitRef::plain("std::marker::Sized");
            let of_self = |predicate: &&Predicate| predicate.ty == self_type;
            let mut bounds = (new.generics.predicates.iter().filter(of_self)).flat_map(|p| &p.bounds);
            if new.inputs.first() != Some(&self_type) && !bounds.any(|bound| *bound == sized) {
                new.generics.predicates.push(Predicate {
                    ty: self_type.clone(),
                    bounds: vec![TraitRef { maybe: true, ..sized }],
                });
            }
            self.told_around(&mut new, None, Some(&trait_));
            special_calls(&mut new);
            self.api.items.push(new);
        }
    }

    /// `Self::Item` where rustdoc does not say whose: the trait's own, or that of a supertrait.
    fn with_declaring_trait(&self, ty: &Ty, trait_: &TraitRef, def: &rustdoc::Trait) -> Ty {
        if let Ty::Projection {
            self_type,
            trait_: None,
            member,
        } = ty
            && **self_type == Ty::Param(SELF.to_owned())
        {
            let declaring = self.declaring_trait(trait_, def, &member.name, &mut BTreeSet::new());
            return Ty::Projection {
                self_type: self_type.clone(),
                trait_: declaring.map(Box::new),
                member: member.clone(),
            };
        }
        ty.map_parts(&mut |part| self.with_declaring_trait(part, trait_, def))
    }

    fn declaring_trait(
        &self,
        trait_: &TraitRef,
        def: &rustdoc::Trait,
        name: &str,
        seen: &mut BTreeSet<u32>,
    ) -> Option<TraitRef> {
        let declares = |id: &rustdoc::Id| {
            self.krate.index.get(id).is_some_and(|item| {
                item.name.as_deref() == Some(name)
                    && matches!(item.inner, rustdoc::ItemEnum::AssocType { .. })
            })
        };
        if def.items.iter().any(declares) {
            return Some(trait_.clone());
        }
        let mut foreign = None;
        for bound in &def.bounds {
            let rustdoc::GenericBound::TraitBound { trait_: above, .. } = bound else {
                continue;
            };
            if !seen.insert(above.id.0) {
                continue;
            }
            let reference = self.trait_ref(above, None);
            match self.krate.index.get(&above.id).map(|item| &item.inner) {
                Some(rustdoc::ItemEnum::Trait(def)) => {
                    if let Some(found) = self.declaring_trait(&reference, def, name, seen) {
                        return Some(found);
                    }
                }
                // Another crate's trait is not in the index: if no trait of this crate declares it, it does.
                _ => foreign = foreign.or(Some(reference)),
            }
        }
        foreign
    }
}
