//! What signatures need before they can be called: names for `impl Trait` arguments, resolved `Self::…`, the special
//! cases of `Drop` and `fmt`, and the reason why a signature cannot be written at all.

use crate::api::ty::{Arg, Ty};
use crate::api::{ApiItem, Barrier, CallForm, GenericParam, Generics, ParamKind, Predicate};
use crate::codes::Code;

/// `impl Trait` arguments are parameters that nobody can name.
pub(super) fn replace_impl_arguments(
    ty: &mut Ty,
    position: usize,
    generics: &mut Generics,
    own_params: &mut usize,
) {
    match ty {
        Ty::Impl(bounds) => {
            let name = format!("Impl{position}");
            generics.predicates.push(Predicate {
                ty: Ty::Param(name.clone()),
                bounds: std::mem::take(bounds),
            });
            generics.params.push(GenericParam {
                name: name.clone(),
                kind: ParamKind::Type {
                    default: None,
                    synthetic: true,
                },
            });
            *own_params += 1;
            *ty = Ty::Param(name);
        }
        Ty::Ref { inner, .. } => replace_impl_arguments(inner, position, generics, own_params),
        _ => {}
    }
}

/// `Self::Item` inside an impl that says `type Item = …`.
pub(super) fn resolve_self_projections(ty: &Ty, self_type: &Ty, types: &[(String, Ty)]) -> Ty {
    if let Ty::Projection {
        self_type: of, name, ..
    } = ty
        && **of == *self_type
        && let Some((_, known)) = types.iter().find(|(n, _)| n == name)
    {
        return known.clone();
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

/// Methods that cannot be called by name or need an argument nobody can make: `Drop::drop` and `fmt`.
pub(super) fn special_traits(item: &mut ApiItem) {
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
