//! rustdoc's types, bounds and generics in our own terms.

use super::Reader;
use crate::api::ty::{Arg, Member, TraitRef, Ty};
use crate::api::{GenericParam, Generics, ParamKind, Predicate, TypeAlias, default_const};
use crate::api::{lasting, std_paths, std_types};
use rustdoc_types_57 as rustdoc;
use std::collections::BTreeMap;

impl Reader<'_> {
    pub(super) fn generics(&self, generics: &rustdoc::Generics, self_type: Option<&Ty>) -> Generics {
        let mut out = Generics::default();
        for param in &generics.params {
            match &param.kind {
                rustdoc::GenericParamDefKind::Lifetime { .. } => out.has_lifetime = true,
                rustdoc::GenericParamDefKind::Type {
                    is_synthetic: true, ..
                } => {}
                rustdoc::GenericParamDefKind::Type { bounds, default, .. } => {
                    out.predicates.push(Predicate {
                        ty: Ty::Param(param.name.clone()),
                        bounds: self.bounds(bounds, self_type),
                    });
                    let default = default.as_ref().map(|ty| self.ty(ty, self_type));
                    out.params.push(GenericParam {
                        name: param.name.clone(),
                        kind: ParamKind::Type {
                            default,
                            synthetic: false,
                        },
                    });
                }
                rustdoc::GenericParamDefKind::Const { type_, default } => {
                    let kind = ParamKind::Const {
                        ty: self.ty(type_, self_type),
                        default: default.clone(),
                    };
                    out.params.push(GenericParam {
                        name: param.name.clone(),
                        kind,
                    });
                }
            }
        }
        for predicate in &generics.where_predicates {
            if let rustdoc::WherePredicate::BoundPredicate { type_, bounds, .. } = predicate {
                out.predicates.push(Predicate {
                    ty: self.ty(type_, self_type),
                    bounds: self.bounds(bounds, self_type),
                });
            }
        }
        out.predicates.retain(|p| !p.bounds.is_empty());
        out
    }

    pub(super) fn bounds(&self, bounds: &[rustdoc::GenericBound], self_type: Option<&Ty>) -> Vec<TraitRef> {
        let mut out = Vec::new();
        for bound in bounds {
            if let rustdoc::GenericBound::TraitBound { trait_, modifier, .. } = bound {
                let mut trait_ = self.trait_ref(trait_, self_type);
                trait_.maybe = matches!(modifier, rustdoc::TraitBoundModifier::Maybe);
                out.push(trait_);
            }
        }
        out
    }

    pub(super) fn trait_ref(&self, path: &rustdoc::Path, self_type: Option<&Ty>) -> TraitRef {
        let mut out = TraitRef::plain(&self.trait_path(path));
        match path.args.as_deref() {
            Some(rustdoc::GenericArgs::AngleBracketed { args, constraints }) => {
                out.args = self.args(args, self_type);
                for constraint in constraints {
                    if let rustdoc::AssocItemConstraintKind::Equality(rustdoc::Term::Type(ty)) =
                        &constraint.binding
                    {
                        let member = self.member(&constraint.name, constraint.args.as_deref(), self_type);
                        out.bindings.push((member, self.ty(ty, self_type)));
                    }
                }
            }
            Some(rustdoc::GenericArgs::Parenthesized { inputs, output }) => {
                out.call = Some(self.call(inputs.iter(), output.as_ref(), self_type));
            }
            _ => {}
        }
        out
    }

    /// An associated type as a signature has it.
    fn member(&self, name: &str, args: Option<&rustdoc::GenericArgs>, self_type: Option<&Ty>) -> Member {
        let args = match args {
            Some(rustdoc::GenericArgs::AngleBracketed { args, .. }) => self.args(args, self_type),
            _ => Vec::new(),
        };
        Member {
            args,
            ..Member::plain(name)
        }
    }

    pub(super) fn args(&self, args: &[rustdoc::GenericArg], self_type: Option<&Ty>) -> Vec<Arg> {
        args.iter()
            .filter_map(|arg| match arg {
                rustdoc::GenericArg::Lifetime(_) => None,
                rustdoc::GenericArg::Type(ty) => Some(Arg::Type(self.ty(ty, self_type))),
                rustdoc::GenericArg::Const(value) => Some(Arg::Const(
                    value
                        .value
                        .clone()
                        .unwrap_or_else(|| bound_of_integers(&value.expr)),
                )),
                rustdoc::GenericArg::Infer => Some(Arg::Const("_".to_owned())),
            })
            .collect()
    }

    /// Public path of a type or trait; none for a private one.
    pub(super) fn canonical(&self, path: &rustdoc::Path) -> Option<String> {
        if let Some(public) = self.paths.get(path.id) {
            return Some(public.to_owned());
        }
        let summary = self.krate.paths.get(&path.id)?;
        if summary.crate_id == 0 {
            return None;
        }
        let first = summary.path.first().map(String::as_str).unwrap_or_default();
        if std_paths::is_std(first) {
            return Some(std_paths::canonical(&summary.path));
        }
        Some(summary.path.join("::"))
    }

    /// True for a trait of this crate that cannot be named outside it.
    pub(super) fn is_private(&self, trait_: rustdoc::Id) -> bool {
        self.paths.get(trait_).is_none()
            && self
                .krate
                .paths
                .get(&trait_)
                .map(|summary| summary.crate_id)
                .or_else(|| self.krate.index.get(&trait_).map(|item| item.crate_id))
                == Some(0)
    }

    /// Public path of a trait; of a private one the path of its definition, which tells it from others.
    fn trait_path(&self, path: &rustdoc::Path) -> String {
        self.canonical(path)
            .or_else(|| Some(self.krate.paths.get(&path.id)?.path.join("::")))
            .unwrap_or_else(|| path.path.clone())
    }

    pub(super) fn ty(&self, ty: &rustdoc::Type, self_type: Option<&Ty>) -> Ty {
        match ty {
            rustdoc::Type::ResolvedPath(path) => self.path_ty(path, self_type),
            rustdoc::Type::DynTrait(object) => {
                let private = object.traits.iter().find(|t| self.is_private(t.trait_.id));
                match private {
                    Some(t) => Ty::Unwritable(format!("dyn {}", t.trait_.path)),
                    None => Ty::Dyn(
                        object
                            .traits
                            .iter()
                            .map(|t| self.trait_ref(&t.trait_, self_type))
                            .collect(),
                    ),
                }
            }
            rustdoc::Type::Generic(name) => match (name.as_str(), self_type) {
                ("Self", Some(ty)) => ty.clone(),
                _ => Ty::Param(name.clone()),
            },
            rustdoc::Type::Primitive(name) => match name.as_str() {
                "never" => Ty::prim("!"),
                "unit" => Ty::unit(),
                _ => Ty::prim(name),
            },
            rustdoc::Type::FunctionPointer(pointer) => {
                let inputs = pointer.sig.inputs.iter().map(|(_, ty)| ty);
                let (inputs, output) = self.call(inputs, pointer.sig.output.as_ref(), self_type);
                Ty::FnPointer(inputs, output)
            }
            rustdoc::Type::Tuple(parts) => Ty::Tuple(parts.iter().map(|t| self.ty(t, self_type)).collect()),
            rustdoc::Type::Slice(inner) => Ty::Slice(Box::new(self.ty(inner, self_type))),
            rustdoc::Type::Array { type_, len } => {
                Ty::Array(Box::new(self.ty(type_, self_type)), len.clone())
            }
            rustdoc::Type::Pat { .. } => Ty::Unwritable("a pattern type".to_owned()),
            rustdoc::Type::ImplTrait(bounds) => Ty::Impl(self.bounds(bounds, self_type)),
            rustdoc::Type::Infer => Ty::Unwritable("an inferred type".to_owned()),
            rustdoc::Type::RawPointer { is_mutable, type_ } => Ty::Pointer {
                mutable: *is_mutable,
                inner: Box::new(self.ty(type_, self_type)),
            },
            rustdoc::Type::BorrowedRef {
                lifetime,
                is_mutable,
                type_,
            } => {
                let inner = self.ty(type_, self_type);
                if lifetime.as_ref().is_some_and(|name| self.outlives_call(name)) {
                    return lasting::reference(*is_mutable, inner);
                }
                Ty::Ref {
                    mutable: *is_mutable,
                    inner: Box::new(inner),
                }
            }
            rustdoc::Type::QualifiedPath {
                name,
                args,
                self_type: of,
                trait_,
            } => Ty::Projection {
                self_type: Box::new(self.ty(of, self_type)),
                trait_: trait_
                    .as_ref()
                    .filter(|t| self.canonical(t).is_some() || self.is_private(t.id))
                    .map(|t| Box::new(self.trait_ref(t, self_type))),
                member: self.member(name, args.as_deref(), self_type),
            },
        }
    }

    pub(super) fn path_ty(&self, path: &rustdoc::Path, self_type: Option<&Ty>) -> Ty {
        let args = match path.args.as_deref() {
            Some(rustdoc::GenericArgs::AngleBracketed { args, .. }) => self.args(args, self_type),
            _ => Vec::new(),
        };
        if let Some(item) = self.krate.index.get(&path.id)
            && let rustdoc::ItemEnum::TypeAlias(alias) = &item.inner
        {
            // A lifetime of the alias is none of the call's arguments', but what stands for it may be.
            let alias = match has_lifetime(&alias.generics) {
                true => self.outside_of_calls(|| self.alias(alias, self_type)),
                false => self.alias(alias, self_type),
            };
            return alias.with(&args);
        }
        match self.canonical(path) {
            Some(canonical) => {
                if let Some(alias) = self.foreign.aliases.get(&canonical) {
                    return alias.with(&args);
                }
                if let Some(ty) = std_types::alias(&canonical, &args) {
                    return ty;
                }
                let args = match self.foreign.types.get(&canonical) {
                    Some(def) => with_known_defaults(&def.generics, args),
                    None => {
                        std_types::with_defaults(&canonical, self.with_defaults(path.id, args, self_type))
                    }
                };
                let lifetimes = self.lasting_lifetimes(path).into_iter();
                Ty::Path {
                    path: canonical,
                    args: lifetimes.chain(args).collect(),
                }
            }
            None => Ty::Unwritable(path.path.clone()),
        }
    }

    /// A type alias of this crate.
    pub(super) fn alias(&self, alias: &rustdoc::TypeAlias, self_type: Option<&Ty>) -> TypeAlias {
        TypeAlias {
            generics: self.generics(&alias.generics, self_type),
            ty: self.ty(&alias.type_, self_type),
        }
    }

    /// Fills in declared defaults that the signature leaves out, so that equal types look equal.
    pub(super) fn with_defaults(
        &self,
        id: rustdoc::Id,
        mut args: Vec<Arg>,
        self_type: Option<&Ty>,
    ) -> Vec<Arg> {
        let generics = match self.krate.index.get(&id).map(|i| &i.inner) {
            Some(rustdoc::ItemEnum::Struct(s)) => &s.generics,
            Some(rustdoc::ItemEnum::Enum(e)) => &e.generics,
            _ => return args,
        };
        let params: Vec<_> = generics
            .params
            .iter()
            .filter(|p| !matches!(p.kind, rustdoc::GenericParamDefKind::Lifetime { .. }))
            .collect();
        let mut subst = BTreeMap::new();
        for (position, param) in params.iter().enumerate() {
            if args.len() <= position {
                let default = match &param.kind {
                    rustdoc::GenericParamDefKind::Type { default, .. } => default
                        .as_ref()
                        .map(|ty| Arg::Type(self.ty(ty, self_type).substitute(&subst))),
                    rustdoc::GenericParamDefKind::Const { default, .. } => {
                        default.as_deref().and_then(|text| default_const(text, &subst))
                    }
                    rustdoc::GenericParamDefKind::Lifetime { .. } => None,
                };
                let Some(default) = default else { break };
                args.push(default);
            }
            subst.insert(param.name.clone(), args[position].clone());
        }

        args
    }
}

fn has_lifetime(generics: &rustdoc::Generics) -> bool {
    let is_lifetime =
        |kind: &rustdoc::GenericParamDefKind| matches!(kind, rustdoc::GenericParamDefKind::Lifetime { .. });
    generics.params.iter().any(|param| is_lifetime(&param.kind))
}

/// Like `with_defaults`, for a type of a crate that was read before.
fn with_known_defaults(generics: &Generics, mut args: Vec<Arg>) -> Vec<Arg> {
    let mut subst = BTreeMap::new();
    for (position, param) in generics.params.iter().enumerate() {
        if args.len() <= position {
            let Some(default) = param.default_with(&subst) else {
                break;
            };
            args.push(default);
        }
        subst.insert(param.name.clone(), args[position].clone());
    }
    args
}

/// `{ u32::MAX }` as a number; any other expression as it is.
fn bound_of_integers(expression: &str) -> String {
    let inside = expression
        .trim_start_matches(['{', ' '])
        .trim_end_matches(['}', ' ']);
    let bound = match inside {
        "u8::MAX" => u8::MAX.into(),
        "u16::MAX" => u16::MAX.into(),
        "u32::MAX" => u32::MAX.into(),
        "u64::MAX" | "usize::MAX" => u64::MAX.into(),
        "i8::MAX" => i8::MAX.into(),
        "i16::MAX" => i16::MAX.into(),
        "i32::MAX" => i32::MAX.into(),
        "i64::MAX" | "isize::MAX" => i64::MAX.into(),
        "i8::MIN" => i8::MIN.into(),
        "i16::MIN" => i16::MIN.into(),
        "i32::MIN" => i32::MIN.into(),
        "i64::MIN" | "isize::MIN" => i128::from(i64::MIN),
        _ => return expression.to_owned(),
    };
    bound.to_string()
}
