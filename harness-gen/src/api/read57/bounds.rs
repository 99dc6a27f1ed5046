//! What traits of associated types are applied to: rustdoc does not say it of `T::Out`, but the bound of `T` does.

use crate::api::ty::{TraitRef, Ty};
use crate::api::{Api, Generics};

/// Gives associated types the arguments that the bounds of their parameters have.
pub(super) fn take_arguments_of_bounds(api: &mut Api) {
    for item in &mut api.items {
        complete(&mut item.generics);
        for ty in item.inputs.iter_mut().chain([&mut item.output]) {
            *ty = with_arguments(ty, &item.generics);
        }
    }
    for def in &mut api.impls {
        complete(&mut def.generics);
        for (_, ty) in &mut def.types {
            *ty = with_arguments(ty, &def.generics);
        }
    }
    for def in api.types.values_mut() {
        complete(&mut def.generics);
        let of_constructors = def.constructors.iter_mut().flatten().flat_map(|c| &mut c.types);
        let of_fields = def.public_fields.iter_mut().map(|(_, ty)| ty);
        for ty in of_constructors.chain(of_fields) {
            *ty = with_arguments(ty, &def.generics);
        }
    }
}

/// The same for what bounds are on, and for what they mention.
fn complete(generics: &mut Generics) {
    let given = generics.clone();
    for predicate in &mut generics.predicates {
        predicate.ty = with_arguments(&predicate.ty, &given);
        for bound in &mut predicate.bounds {
            *bound = bound.map_parts(&mut |ty| with_arguments(ty, &given));
        }
    }
}

fn with_arguments(ty: &Ty, generics: &Generics) -> Ty {
    let mut ty = ty.map_parts(&mut |part| with_arguments(part, generics));
    if let Ty::Projection {
        self_type,
        trait_: Some(trait_),
        ..
    } = &mut ty
        && trait_.args.is_empty()
        && let Some(bound) = only_bound(generics, self_type, &trait_.path)
    {
        trait_.args.clone_from(&bound.args);
    }
    ty
}

/// The bound of a type that has this trait. With a second one, what is left out means the default.
fn only_bound<'g>(generics: &'g Generics, ty: &Ty, trait_: &str) -> Option<&'g TraitRef> {
    let of_type = generics.predicates.iter().filter(|predicate| predicate.ty == *ty);
    let mut bounds = of_type
        .flat_map(|predicate| &predicate.bounds)
        .filter(|bound| bound.path == trait_);
    let first = bounds.next()?;
    bounds.all(|other| other.args == first.args).then_some(first)
}
