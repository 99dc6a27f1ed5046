//! Impls of the crate's own traits for placeholder types, as Rust text: every required method is a demand. Traits
//! that cannot be implemented that way (sealed, unsafe, with required consts) get none; whether the
//! text compiles is rustc's decision.

use super::paths::PublicPaths;
use super::ty::{TraitRef, Ty};
use super::{RequiredMembers, RequiredMethod, RequiredType, TraitParams};
use rustdoc_types_57 as rustdoc;

/// What an impl has to contain, or none if the trait cannot be implemented that way. `read` reads a result type, `read_bounds` what a
/// type is bounded by.
pub(super) fn required(
    krate: &rustdoc::Crate,
    paths: &PublicPaths,
    def: &rustdoc::Trait,
    read: &dyn Fn(&rustdoc::Type) -> Ty,
    read_bounds: &dyn Fn(&[rustdoc::GenericBound]) -> Vec<TraitRef>,
) -> Option<RequiredMembers> {
    if def.is_unsafe || def.is_auto {
        return None;
    }
    let writer = Writer { krate, paths };
    // Whoever is above it and has no name is there to keep others out, mostly. rustc is asked where no more than that is known.
    if !def.generics.params.is_empty() && writer.bounds(&def.bounds).is_none() {
        return None;
    }
    let mut required = RequiredMembers {
        params: writer.params_of_trait(&def.generics)?,
        types: Vec::new(),
        needs: read_bounds(&def.bounds),
        methods: Vec::new(),
    };
    for id in &def.items {
        let item = krate.index.get(id)?;
        match &item.inner {
            rustdoc::ItemEnum::Function(function) if !function.has_body => {
                if function.header.is_async || function.header.is_unsafe {
                    return None;
                }
                let name = item.name.as_deref()?;
                required.methods.push(RequiredMethod {
                    name: name.to_owned(),
                    head: writer.method(name, function)?,
                    has_receiver: function
                        .sig
                        .inputs
                        .first()
                        .is_some_and(|(name, _)| name == "self"),
                    output: function.sig.output.as_ref().map_or_else(Ty::unit, read),
                });
            }
            rustdoc::ItemEnum::AssocType {
                type_: None,
                generics,
                bounds,
            } => {
                if !generics.params.is_empty() {
                    return None;
                }
                let is_bounded_by_own = bounds.iter().any(|bound| is_own_and_of_no_integer(krate, bound));
                if is_bounded_by_own {
                    required.needs.extend(read_bounds(bounds));
                }
                required.types.push(RequiredType {
                    name: item.name.as_deref()?.to_owned(),
                    is_bounded_by_own,
                });
            }
            rustdoc::ItemEnum::AssocConst { value: None, .. } => return None,
            _ => {}
        }
    }
    Some(required)
}

/// True for a bound by a trait of the crate itself that `i32` does not implement, as far as impls say.
fn is_own_and_of_no_integer(krate: &rustdoc::Crate, bound: &rustdoc::GenericBound) -> bool {
    let rustdoc::GenericBound::TraitBound { trait_, .. } = bound else {
        return false;
    };
    let Some(rustdoc::Item {
        crate_id: 0,
        inner: rustdoc::ItemEnum::Trait(own),
        ..
    }) = krate.index.get(&trait_.id)
    else {
        return false;
    };
    let is_of_integer = |id: &rustdoc::Id| match krate.index.get(id).map(|item| &item.inner) {
        Some(rustdoc::ItemEnum::Impl(known)) => match &known.for_ {
            rustdoc::Type::Primitive(name) => name == "i32",
            of_all => matches!(of_all, rustdoc::Type::Generic(_)),
        },
        _ => false,
    };
    !own.implementations.iter().any(is_of_integer)
}

struct Writer<'a> {
    krate: &'a rustdoc::Crate,
    paths: &'a PublicPaths,
}

impl Writer<'_> {
    fn params_of_trait(&self, generics: &rustdoc::Generics) -> Option<TraitParams> {
        if generics.params.is_empty() {
            return Some(TraitParams::default());
        }
        // What is asked of the implementor itself and of its associated types rustc checks without being told.
        let is_of_self = |predicate: &rustdoc::WherePredicate| match predicate {
            rustdoc::WherePredicate::BoundPredicate { type_, .. } => {
                format!("{type_:?}").contains("Generic(\"Self\")")
            }
            _ => false,
        };
        let mut of_params = generics.clone();
        of_params
            .where_predicates
            .retain(|predicate| !is_of_self(predicate));
        Some(TraitParams {
            names: generics.params.iter().map(|param| param.name.clone()).collect(),
            declared: self.declared(generics)?.join(", "),
            predicates: self.predicates(&of_params)?,
        })
    }

    fn method(&self, name: &str, function: &rustdoc::Function) -> Option<String> {
        let inputs: Option<Vec<String>> = function
            .sig
            .inputs
            .iter()
            .enumerate()
            .map(|(position, (name, ty))| self.input(position, name, ty))
            .collect();
        let output = match &function.sig.output {
            Some(ty) => format!(" -> {}", self.ty(ty)?),
            None => String::new(),
        };
        let params = self.params(&function.generics)?;
        let predicates = self.predicates(&function.generics)?;
        Some(format!(
            "fn {name}{params}({}){output}{predicates}",
            inputs?.join(", ")
        ))
    }

    fn input(&self, position: usize, name: &str, ty: &rustdoc::Type) -> Option<String> {
        let text = self.ty(ty)?;
        Some(if name == "self" {
            format!("self: {text}")
        } else {
            format!("_a{position}: {text}")
        })
    }

    fn params(&self, generics: &rustdoc::Generics) -> Option<String> {
        let parts = self.declared(generics)?;
        Some(if parts.is_empty() {
            String::new()
        } else {
            format!("<{}>", parts.join(", "))
        })
    }

    /// Each parameter with its bounds.
    fn declared(&self, generics: &rustdoc::Generics) -> Option<Vec<String>> {
        let mut parts = Vec::new();
        for param in &generics.params {
            match &param.kind {
                rustdoc::GenericParamDefKind::Lifetime { outlives } => {
                    let colon = if outlives.is_empty() { "" } else { ": " };
                    parts.push(format!("{}{colon}{}", param.name, outlives.join(" + ")));
                }
                rustdoc::GenericParamDefKind::Type {
                    is_synthetic: true, ..
                } => {}
                rustdoc::GenericParamDefKind::Type { bounds, .. } => {
                    let bounds = self.bounds(bounds)?;
                    let colon = if bounds.is_empty() { "" } else { ": " };
                    parts.push(format!("{}{colon}{bounds}", param.name));
                }
                rustdoc::GenericParamDefKind::Const { type_, .. } => {
                    parts.push(format!("const {}: {}", param.name, self.ty(type_)?));
                }
            }
        }
        Some(parts)
    }

    fn predicates(&self, generics: &rustdoc::Generics) -> Option<String> {
        let mut parts = Vec::new();
        for predicate in &generics.where_predicates {
            match predicate {
                rustdoc::WherePredicate::BoundPredicate {
                    type_,
                    bounds,
                    generic_params,
                } => {
                    if !generic_params.is_empty() {
                        return None;
                    }
                    parts.push(format!("{}: {}", self.ty(type_)?, self.bounds(bounds)?));
                }
                rustdoc::WherePredicate::LifetimePredicate { lifetime, outlives } => {
                    parts.push(format!("{lifetime}: {}", outlives.join(" + ")));
                }
                rustdoc::WherePredicate::EqPredicate { .. } => return None,
            }
        }
        Some(if parts.is_empty() {
            String::new()
        } else {
            format!(" where {}", parts.join(", "))
        })
    }

    fn bounds(&self, bounds: &[rustdoc::GenericBound]) -> Option<String> {
        let mut parts = Vec::new();
        for bound in bounds {
            match bound {
                rustdoc::GenericBound::TraitBound {
                    trait_,
                    modifier,
                    generic_params,
                } => {
                    if !generic_params.is_empty() {
                        return None;
                    }
                    let mark = if matches!(modifier, rustdoc::TraitBoundModifier::Maybe) {
                        "?"
                    } else {
                        ""
                    };
                    parts.push(format!("{mark}{}", self.path(trait_)?));
                }
                rustdoc::GenericBound::Outlives(lifetime) => parts.push(lifetime.clone()),
                rustdoc::GenericBound::Use(_) => return None,
            }
        }
        Some(parts.join(" + "))
    }

    fn path(&self, path: &rustdoc::Path) -> Option<String> {
        let base = match self.paths.get(path.id) {
            Some(public) => format!("::{public}"),
            None => {
                let summary = self.krate.paths.get(&path.id)?;
                let first = summary.path.first()?;
                if summary.crate_id == 0 || !super::std_paths::is_std(first) {
                    return None;
                }
                format!("::{}", super::std_paths::canonical(&summary.path))
            }
        };
        match path.args.as_deref() {
            None => Some(base),
            Some(rustdoc::GenericArgs::AngleBracketed { args, constraints }) => {
                let mut parts = Vec::new();
                for arg in args {
                    parts.push(match arg {
                        rustdoc::GenericArg::Lifetime(name) => name.clone(),
                        rustdoc::GenericArg::Type(ty) => self.ty(ty)?,
                        rustdoc::GenericArg::Const(value) => value.expr.clone(),
                        rustdoc::GenericArg::Infer => "_".to_owned(),
                    });
                }
                for constraint in constraints {
                    match &constraint.binding {
                        rustdoc::AssocItemConstraintKind::Equality(rustdoc::Term::Type(ty)) => {
                            parts.push(format!("{} = {}", constraint.name, self.ty(ty)?));
                        }
                        _ => return None,
                    }
                }
                Some(if parts.is_empty() {
                    base
                } else {
                    format!("{base}<{}>", parts.join(", "))
                })
            }
            Some(rustdoc::GenericArgs::Parenthesized { inputs, output }) => {
                let inputs: Option<Vec<String>> = inputs.iter().map(|ty| self.ty(ty)).collect();
                let output = match output {
                    Some(ty) => format!(" -> {}", self.ty(ty)?),
                    None => String::new(),
                };
                Some(format!("{base}({}){output}", inputs?.join(", ")))
            }
            Some(rustdoc::GenericArgs::ReturnTypeNotation) => None,
        }
    }

    fn ty(&self, ty: &rustdoc::Type) -> Option<String> {
        Some(match ty {
            rustdoc::Type::ResolvedPath(path) => self.path(path)?,
            rustdoc::Type::Generic(name) => name.clone(),
            rustdoc::Type::Primitive(name) => match name.as_str() {
                "never" => "!".to_owned(),
                "unit" => "()".to_owned(),
                _ => name.clone(),
            },
            rustdoc::Type::Tuple(parts) => {
                let parts: Option<Vec<String>> = parts.iter().map(|ty| self.ty(ty)).collect();
                let parts = parts?;
                if parts.len() == 1 {
                    format!("({},)", parts[0])
                } else {
                    format!("({})", parts.join(", "))
                }
            }
            rustdoc::Type::Slice(inner) => format!("[{}]", self.ty(inner)?),
            rustdoc::Type::Array { type_, len } => format!("[{}; {len}]", self.ty(type_)?),
            rustdoc::Type::ImplTrait(bounds) => format!("impl {}", self.bounds(bounds)?),
            rustdoc::Type::BorrowedRef {
                lifetime,
                is_mutable,
                type_,
            } => {
                let lifetime = lifetime.as_ref().map(|l| format!("{l} ")).unwrap_or_default();
                format!(
                    "&{lifetime}{}{}",
                    if *is_mutable { "mut " } else { "" },
                    self.ty(type_)?
                )
            }
            rustdoc::Type::RawPointer { is_mutable, type_ } => {
                format!(
                    "*{} {}",
                    if *is_mutable { "mut" } else { "const" },
                    self.ty(type_)?
                )
            }
            rustdoc::Type::QualifiedPath {
                name,
                args: None,
                self_type,
                trait_,
            } => match trait_ {
                Some(trait_) if !trait_.path.is_empty() => {
                    format!("<{} as {}>::{name}", self.ty(self_type)?, self.path(trait_)?)
                }
                _ => format!("{}::{name}", self.ty(self_type)?),
            },
            rustdoc::Type::DynTrait(object) if object.traits.iter().all(|t| t.generic_params.is_empty()) => {
                let traits: Option<Vec<String>> =
                    object.traits.iter().map(|t| self.path(&t.trait_)).collect();
                let mut parts = traits?;
                parts.extend(object.lifetime.clone());
                format!("(dyn {})", parts.join(" + "))
            }
            _ => return None,
        })
    }
}
