//! From expanded table items (Rust syntax) to impls of the API model. What it does not know it leaves out: tests check
//! that nothing is.

use crate::api::ty::{Arg, Member, TraitRef, Ty};
use crate::api::{GenericParam, Generics, ImplDef, ParamKind, Predicate, std_types};
use proc_macro2::TokenStream;
use std::collections::{BTreeMap, BTreeSet};
use syn::punctuated::Punctuated;

const PRIMITIVES: [&str; 17] = [
    "bool", "char", "str", "i8", "i16", "i32", "i64", "i128", "isize", "u8", "u16", "u32", "u64", "u128",
    "usize", "f32", "f64",
];

/// What `use` lines bring into scope: short name to canonical path.
pub(super) struct Names(BTreeMap<String, String>);

impl Names {
    /// Reads `use` items.
    pub(super) fn new(uses: Vec<TokenStream>) -> Names {
        let mut names = BTreeMap::new();
        for item in uses {
            if let Ok(item) = syn::parse2::<syn::ItemUse>(item) {
                collect(&item.tree, String::new(), &mut names);
            }
        }
        Names(names)
    }
}

fn collect(tree: &syn::UseTree, before: String, names: &mut BTreeMap<String, String>) {
    let joined = |name: &syn::Ident| {
        if before.is_empty() {
            name.to_string()
        } else {
            format!("{before}::{name}")
        }
    };
    match tree {
        syn::UseTree::Path(path) => collect(&path.tree, joined(&path.ident), names),
        syn::UseTree::Name(name) => {
            names.insert(name.ident.to_string(), joined(&name.ident));
        }
        syn::UseTree::Group(group) => {
            for tree in &group.items {
                collect(tree, before.clone(), names);
            }
        }
        _ => {}
    }
}

/// The impl that an item stands for.
pub(super) fn implementation(names: &Names, item: TokenStream) -> Option<ImplDef> {
    let item = syn::parse2::<syn::ItemImpl>(item).ok()?;
    let mut reader = Reader {
        names,
        types: BTreeSet::new(),
        consts: BTreeSet::new(),
    };
    let mut generics = reader.generics(&item.generics)?;
    let trait_ = reader.trait_ref(&item.trait_.as_ref()?.0)?;
    let self_type = reader.ty(&item.self_ty)?;
    let mut types = Vec::new();
    for member in &item.items {
        let syn::ImplItem::Type(ty) = member else {
            return None;
        };
        types.push((Member::plain(&ty.ident.to_string()), reader.ty(&ty.ty)?));
    }
    keep_used(&mut generics, &self_type, &trait_);
    Some(ImplDef {
        generics,
        trait_: Some(trait_),
        self_type,
        types,
    })
}

/// Drops the parameters that an impl of a family does not need.
fn keep_used(generics: &mut Generics, self_type: &Ty, trait_: &TraitRef) {
    let mut used: BTreeSet<String> = params_of(self_type);
    for arg in &trait_.args {
        if let Arg::Type(ty) = arg {
            used.extend(params_of(ty));
        }
    }
    // Bindings determine further parameters: `I: Iterator<Item = &T>`, `F: FnMut() -> T`.
    loop {
        let before = used.len();
        for predicate in &generics.predicates {
            if params_of(&predicate.ty).iter().all(|p| used.contains(p)) {
                for bound in &predicate.bounds {
                    for (_, ty) in &bound.bindings {
                        used.extend(params_of(ty));
                    }
                    if let Some((inputs, output)) = &bound.call {
                        inputs
                            .iter()
                            .chain([&**output])
                            .for_each(|ty| used.extend(params_of(ty)));
                    }
                }
            }
        }
        if used.len() == before {
            break;
        }
    }
    generics.params.retain(|p| used.contains(&p.name));
    generics
        .predicates
        .retain(|p| params_of(&p.ty).iter().all(|name| used.contains(name)));
}

fn params_of(ty: &Ty) -> BTreeSet<String> {
    ty.params().into_iter().collect()
}

struct Reader<'a> {
    names: &'a Names,
    types: BTreeSet<String>,
    consts: BTreeSet<String>,
}

impl Reader<'_> {
    fn generics(&mut self, generics: &syn::Generics) -> Option<Generics> {
        let mut out = Generics::default();
        for param in &generics.params {
            match param {
                syn::GenericParam::Lifetime(_) => out.has_lifetime = true,
                syn::GenericParam::Type(ty) => {
                    self.types.insert(ty.ident.to_string());
                }
                syn::GenericParam::Const(constant) => {
                    self.consts.insert(constant.ident.to_string());
                }
            }
        }
        for param in &generics.params {
            match param {
                syn::GenericParam::Lifetime(_) => {}
                syn::GenericParam::Type(ty) => {
                    let name = ty.ident.to_string();
                    out.predicates.push(Predicate {
                        ty: Ty::Param(name.clone()),
                        bounds: self.bounds(&ty.bounds)?,
                    });
                    let kind = ParamKind::Type {
                        default: None,
                        synthetic: false,
                    };
                    out.params.push(GenericParam { name, kind });
                }
                syn::GenericParam::Const(constant) => out.params.push(GenericParam {
                    name: constant.ident.to_string(),
                    kind: ParamKind::Const {
                        ty: self.ty(&constant.ty)?,
                        default: None,
                    },
                }),
            }
        }
        for predicate in generics.where_clause.iter().flat_map(|w| &w.predicates) {
            if let syn::WherePredicate::Type(predicate) = predicate {
                out.predicates.push(Predicate {
                    ty: self.ty(&predicate.bounded_ty)?,
                    bounds: self.bounds(&predicate.bounds)?,
                });
            }
        }
        out.predicates.retain(|p| !p.bounds.is_empty());
        Some(out)
    }

    fn bounds(&self, bounds: &Punctuated<syn::TypeParamBound, syn::Token![+]>) -> Option<Vec<TraitRef>> {
        let mut out = Vec::new();
        for bound in bounds {
            match bound {
                syn::TypeParamBound::Lifetime(_) => {}
                syn::TypeParamBound::Trait(bound) => {
                    let mut trait_ = self.trait_ref(&bound.path)?;
                    trait_.maybe = bound.maybe.is_some();
                    out.push(trait_);
                }
                _ => return None,
            }
        }
        Some(out)
    }

    fn trait_ref(&self, path: &syn::Path) -> Option<TraitRef> {
        let mut out = TraitRef::plain(&self.canonical(path)?);
        match &path.segments.last()?.arguments {
            syn::PathArguments::None => {}
            syn::PathArguments::AngleBracketed(args) => {
                for arg in &args.args {
                    if let syn::GenericArgument::AssocType(binding) = arg {
                        out.bindings
                            .push((Member::plain(&binding.ident.to_string()), self.ty(&binding.ty)?));
                    }
                }
                out.args = self.args(args)?;
            }
            syn::PathArguments::Parenthesized(call) => {
                let inputs: Option<Vec<Ty>> = call.inputs.iter().map(|i| self.ty(&i.ty)).collect();
                out.call = Some((inputs?, Box::new(self.output(&call.output)?)));
            }
        }
        Some(out)
    }

    fn output(&self, output: &syn::ReturnType) -> Option<Ty> {
        match output {
            syn::ReturnType::Default => Some(Ty::unit()),
            syn::ReturnType::Type(_, ty) => self.ty(ty),
        }
    }

    fn args(&self, args: &syn::AngleBracketedGenericArguments) -> Option<Vec<Arg>> {
        let mut out = Vec::new();
        for arg in &args.args {
            match arg {
                syn::GenericArgument::Lifetime(_) | syn::GenericArgument::AssocType(_) => {}
                syn::GenericArgument::Type(ty) => out.push(match self.ty(ty)? {
                    Ty::Param(name) if self.consts.contains(&name) => Arg::Const(name),
                    ty => Arg::Type(ty),
                }),
                syn::GenericArgument::Const(value) => out.push(Arg::Const(const_text(value)?)),
                _ => return None,
            }
        }
        Some(out)
    }

    fn ty(&self, ty: &syn::Type) -> Option<Ty> {
        Some(match ty {
            syn::Type::Path(path) => return self.path(path),
            syn::Type::Reference(reference) => Ty::Ref {
                mutable: reference.mutability.is_some(),
                inner: Box::new(self.ty(&reference.elem)?),
            },
            syn::Type::Ptr(pointer) => Ty::Pointer {
                mutable: matches!(pointer.mutability, syn::PointerMutability::Mut(_)),
                inner: Box::new(self.ty(&pointer.elem)?),
            },
            syn::Type::Slice(slice) => Ty::Slice(Box::new(self.ty(&slice.elem)?)),
            syn::Type::Array(array) => Ty::Array(Box::new(self.ty(&array.elem)?), const_text(&array.len)?),
            syn::Type::Tuple(tuple) => {
                let parts: Option<Vec<Ty>> = tuple.elems.iter().map(|ty| self.ty(ty)).collect();
                Ty::Tuple(parts?)
            }
            syn::Type::Paren(inner) => return self.ty(&inner.elem),
            syn::Type::TraitObject(object) => Ty::Dyn(self.bounds(&object.bounds)?),
            syn::Type::FnPtr(function) => {
                let inputs: Option<Vec<Ty>> = function.inputs.iter().map(|i| self.ty(&i.ty)).collect();
                Ty::FnPointer(inputs?, Box::new(self.output(&function.output)?))
            }
            _ => return None,
        })
    }

    fn path(&self, path: &syn::TypePath) -> Option<Ty> {
        if let Some(qualified) = &path.qself {
            let mut trait_path = path.path.clone();
            let name = trait_path.segments.pop()?.ident.to_string();
            trait_path.segments.pop_punct();
            return Some(Ty::Projection {
                self_type: Box::new(self.ty(&qualified.ty)?),
                trait_: Some(Box::new(self.trait_ref(&trait_path)?)),
                member: Member::plain(&name),
            });
        }
        let last = path.path.segments.last()?;
        if path.path.segments.len() == 1 {
            let name = last.ident.to_string();
            if self.types.contains(&name) || self.consts.contains(&name) {
                return Some(Ty::Param(name));
            }
            if PRIMITIVES.contains(&name.as_str()) {
                return Some(Ty::prim(&name));
            }
        }
        let args = match &last.arguments {
            syn::PathArguments::None => Vec::new(),
            syn::PathArguments::AngleBracketed(args) => self.args(args)?,
            syn::PathArguments::Parenthesized(_) => return None,
        };
        let path = self.canonical(&path.path)?;
        let args = std_types::with_defaults(&path, args);
        Some(Ty::Path { path, args })
    }

    /// The canonical path behind what the `use` lines shorten.
    fn canonical(&self, path: &syn::Path) -> Option<String> {
        let mut segments = path.segments.iter().map(|s| s.ident.to_string());
        let first = segments.next()?;
        // Auto traits need no line.
        if matches!(first.as_str(), "Send" | "Sync" | "Sized" | "Unpin") {
            return Some(format!("std::marker::{first}"));
        }
        let mut out = if first == "std" {
            first
        } else {
            self.names.0.get(&first)?.clone()
        };
        for segment in segments {
            out.push_str("::");
            out.push_str(&segment);
        }
        Some(out)
    }
}

fn const_text(value: &syn::Expr) -> Option<String> {
    match value {
        syn::Expr::Lit(literal) => match &literal.lit {
            syn::Lit::Int(int) => Some(int.base10_digits().to_owned()),
            _ => None,
        },
        syn::Expr::Path(path) => path.path.get_ident().map(ToString::to_string),
        _ => None,
    }
}
