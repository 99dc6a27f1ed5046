//! What signatures need before they can be called: names for `impl Trait` arguments, resolved `Self::…`, the special
//! cases of `Drop` and `fmt`, and the reason why a signature cannot be written at all.

use crate::api::ty::{Arg, Member, Ty};
use crate::api::{ApiItem, Barrier, CallForm, GenericParam, Generics, ParamKind, Predicate};
use crate::codes::Code;
use rustdoc_types_57 as rustdoc;

/// `impl Trait` arguments are parameters that nobody can name, wherever in the argument they stand.
pub(super) fn replace_impl_arguments(
    ty: &mut Ty,
    position: usize,
    generics: &mut Generics,
    own_params: &mut usize,
) {
    let mut parts = 0;
    *ty = without_impls(ty, position, &mut parts, generics);
    *own_params += parts;
}

fn without_impls(ty: &Ty, position: usize, parts: &mut usize, generics: &mut Generics) -> Ty {
    let Ty::Impl(bounds) = ty else {
        return ty.map_parts(&mut |part| without_impls(part, position, parts, generics));
    };
    let name = match *parts {
        0 => format!("Impl{position}"),
        count => format!("Impl{position}Part{count}"),
    };
    *parts += 1;
    generics.params.push(GenericParam {
        name: name.clone(),
        kind: ParamKind::Type {
            default: None,
            synthetic: true,
        },
    });
    let at = generics.predicates.len();
    // `impl Iterator<Item = impl Display>`: the outer bound mentions the inner parameter.
    let bounds = bounds
        .iter()
        .map(|bound| bound.map_parts(&mut |part| without_impls(part, position, parts, generics)))
        .collect();
    generics.predicates.insert(
        at,
        Predicate {
            ty: Ty::Param(name.clone()),
            bounds,
        },
    );
    Ty::Param(name)
}

/// What a future that a function returns is ready with: of `impl Future` and of `Pin<Box<dyn Future>>`.
pub(super) fn ready_type(output: &Ty) -> Option<&Ty> {
    let traits = match output {
        Ty::Impl(traits) => traits,
        Ty::Path { path, args } if path == "std::pin::Pin" => match args.as_slice() {
            [Arg::Type(Ty::Path { path, args })] if path == "std::boxed::Box" => match args.first() {
                Some(Arg::Type(Ty::Dyn(traits))) => traits,
                _ => return None,
            },
            _ => return None,
        },
        _ => return None,
    };
    let future = traits.iter().find(|t| t.path == "std::future::Future")?;
    let (_, ready) = future
        .bindings
        .iter()
        .find(|(member, _)| member.name == "Output")?;
    Some(ready)
}

/// `Self::Item` inside an impl that says `type Item = …`.
pub(super) fn resolve_self_projections(ty: &Ty, self_type: &Ty, types: &[(Member, Ty)]) -> Ty {
    if let Ty::Projection {
        self_type: of,
        member,
        ..
    } = ty
        && **of == *self_type
        && let Some((named, known)) = types.iter().find(|(named, _)| named.name == member.name)
    {
        return known.substitute(&named.given(&member.args));
    }
    ty.map_parts(&mut |part| resolve_self_projections(part, self_type, types))
}

pub(super) fn unwritable(ty: &Ty) -> Option<Barrier> {
    let mut reason = None;
    if ty.any(&|t| matches!(t, Ty::Unwritable(_))) {
        find_unwritable(ty, &mut reason);
    }
    reason.map(|reason| Barrier {
        code: Code::NotNameable,
        reason,
    })
}

pub(super) fn unwritable_arg(arg: &Arg) -> Option<Barrier> {
    match arg {
        Arg::Type(ty) => unwritable(ty),
        Arg::Const(_) => None,
    }
}

pub(super) fn find_unwritable(ty: &Ty, reason: &mut Option<String>) {
    if let Ty::Unwritable(name) = ty {
        *reason = Some(format!(
            "the signature mentions `{name}`, which cannot be named outside the crate"
        ));
    }
    ty.for_children(&mut |child| find_unwritable(child, reason));
}

/// Calls that cannot be written with their arguments alone: `Drop::drop`, `fmt`, and whatever asks for a formatter.
pub(super) fn special_calls(item: &mut ApiItem) {
    special_traits(item);
    item.lend_formatter();
}

/// Methods that cannot be called by name or need an argument nobody can make: `Drop::drop` and `fmt`.
fn special_traits(item: &mut ApiItem) {
    let CallForm::TraitMethod {
        self_type,
        trait_,
        name,
    } = &item.form
    else {
        return;
    };
    let self_type = self_type.clone();
    if trait_.path == "std::ops::Drop" {
        item.inputs = vec![self_type];
        item.output = Ty::unit();
        item.form = CallForm::Function {
            path: "std::mem::drop".to_owned(),
        };
    } else if name == "fmt" && trait_.path.starts_with("std::fmt::") {
        let spec = match trait_.name() {
            "Display" => "{}",
            "Debug" => "{:?}",
            "LowerHex" => "{:x}",
            "UpperHex" => "{:X}",
            "Octal" => "{:o}",
            "Binary" => "{:b}",
            "LowerExp" => "{:e}",
            "UpperExp" => "{:E}",
            "Pointer" => "{:p}",
            _ => return,
        };
        item.inputs = vec![Ty::reference(self_type)];
        item.output = Ty::path("std::string::String", Vec::new());
        item.form = CallForm::Format {
            spec: spec.to_owned(),
        };
    }
}

/// The `T` of a `&'static T` that is no text or bytes: the owners of a run die with it, so such an argument is leaked.
pub(super) fn wanted_for_ever(ty: &rustdoc::Type) -> Option<&rustdoc::Type> {
    let rustdoc::Type::BorrowedRef {
        lifetime,
        is_mutable: false,
        type_,
    } = ty
    else {
        return None;
    };
    let is_literal = match &**type_ {
        rustdoc::Type::Primitive(name) => name == "str",
        rustdoc::Type::Slice(element) => **element == rustdoc::Type::Primitive("u8".to_owned()),
        _ => false,
    };
    (lifetime.as_deref() == Some("'static") && !is_literal).then_some(&**type_)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::ty::TraitRef;
    use crate::harness_types::Names;

    fn bound(path: &str, bindings: Vec<(&str, Ty)>) -> TraitRef {
        let mut bound = TraitRef::plain(path);
        bound.bindings = (bindings.into_iter().map(|(n, ty)| (Member::plain(n), ty))).collect();
        bound
    }

    #[test]
    fn impl_arguments_become_parameters_wherever_they_stand() {
        let shown = Ty::Impl(vec![bound("std::fmt::Display", Vec::new())]);
        let words = Ty::Impl(vec![bound("std::iter::Iterator", vec![("Item", shown.clone())])]);
        let mut ty = Ty::Tuple(vec![words, shown]);
        let (mut generics, mut own) = (Generics::default(), 0);
        replace_impl_arguments(&mut ty, 2, &mut generics, &mut own);
        assert_eq!(ty.render(Names::Person), "(Impl2, Impl2Part2)");
        assert_eq!(own, 3);
        let names: Vec<&str> = generics.params.iter().map(|p| p.name.as_str()).collect();
        assert_eq!(names, ["Impl2", "Impl2Part1", "Impl2Part2"]);
        let written: Vec<String> = generics
            .predicates
            .iter()
            .map(|p| {
                format!(
                    "{}: {}",
                    p.ty.render(Names::Person),
                    p.bounds[0].render(Names::Person)
                )
            })
            .collect();
        assert_eq!(
            written,
            [
                "Impl2: std::iter::Iterator<Item = Impl2Part1>",
                "Impl2Part1: std::fmt::Display",
                "Impl2Part2: std::fmt::Display",
            ]
        );
    }

    #[test]
    fn futures_are_known_by_what_they_are_ready_with() {
        let future = bound("std::future::Future", vec![("Output", Ty::prim("u8"))]);
        let send = TraitRef::plain("std::marker::Send");
        let object = Ty::Dyn(vec![future.clone(), send]);
        let boxed = |inner| Ty::path("std::pin::Pin", vec![Ty::path("std::boxed::Box", vec![inner])]);
        assert_eq!(ready_type(&Ty::Impl(vec![future])), Some(&Ty::prim("u8")));
        assert_eq!(ready_type(&boxed(object)), Some(&Ty::prim("u8")));
        assert_eq!(ready_type(&boxed(Ty::prim("u8"))), None);
        let iterator = bound("std::iter::Iterator", vec![("Output", Ty::prim("u8"))]);
        assert_eq!(ready_type(&Ty::Impl(vec![iterator])), None);
        assert_eq!(ready_type(&Ty::path("own::Fut", Vec::new())), None);
    }
}
