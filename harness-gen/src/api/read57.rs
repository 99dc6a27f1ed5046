//! rustdoc JSON format 57 → [`Api`]. The only module that sees rustdoc's own types (with `paths`). Imperfect input
//! gives items with a barrier, never an error.

use super::docs::documents_panics;
use super::paths::{PublicPaths, is_hidden, public_paths};
use super::ty::{Arg, TraitRef, Ty};
use super::{
    Api, ApiItem, Barrier, CallForm, Constructor, Fields, GenericParam, Generics, ImplDef, ParamKind,
    Predicate, TraitDef, TypeDef,
};
use crate::codes::Code;
use crate::prepared::ItemKind;
use rustdoc_types_57 as rustdoc;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// Reads the API of a crate whose library is called `lib_name`. `crate_root` makes spans relative.
pub(crate) fn read(krate: &rustdoc::Crate, lib_name: &str, crate_root: &Path) -> Api {
    let paths = public_paths(krate, lib_name);
    let mut reader = Reader {
        krate,
        paths,
        lib_name,
        crate_root,
        api: Api::default(),
        seen_impls: BTreeSet::new(),
    };
    reader.read_all();
    reader.api
}

struct Reader<'a> {
    krate: &'a rustdoc::Crate,
    paths: PublicPaths,
    lib_name: &'a str,
    crate_root: &'a Path,
    api: Api,
    seen_impls: BTreeSet<u32>,
}

impl Reader<'_> {
    fn read_all(&mut self) {
        let ids = self.paths.order.clone();
        if let Some(root) = self.krate.index.get(&self.krate.root)
            && let Some(docs) = &root.docs
        {
            self.api.doc_literals.add_docs(docs);
        }
        for id in &ids {
            self.read_item(rustdoc::Id(*id));
        }
        for id in ids {
            let id = rustdoc::Id(id);
            let Some(item) = self.krate.index.get(&id) else {
                continue;
            };
            let impls = match &item.inner {
                rustdoc::ItemEnum::Struct(s) => &s.impls,
                rustdoc::ItemEnum::Enum(e) => &e.impls,
                rustdoc::ItemEnum::Trait(t) => &t.implementations,
                _ => continue,
            };
            for impl_id in impls {
                self.read_impl(*impl_id);
            }
        }
    }

    fn read_item(&mut self, id: rustdoc::Id) {
        let Some(item) = self.krate.index.get(&id) else {
            return;
        };
        let Some(path) = self.paths.get(id).map(str::to_owned) else {
            return;
        };
        if let Some(docs) = &item.docs {
            self.api.doc_literals.add_docs(docs);
        }
        match &item.inner {
            rustdoc::ItemEnum::Function(function) => {
                let mut generics = Generics::default();
                let form = CallForm::Function { path: path.clone() };
                let new = self.function(
                    item,
                    path,
                    ItemKind::Function,
                    form,
                    function,
                    &mut generics,
                    None,
                );
                self.api.items.push(new);
            }
            rustdoc::ItemEnum::Constant { type_, .. } => self.read_value(item, path, type_, None),
            rustdoc::ItemEnum::Static(value) => {
                let barrier = (value.is_mutable || value.is_unsafe).then(|| Barrier {
                    code: Code::Unsafe,
                    reason: "a mutable static can only be read with unsafe code".to_owned(),
                });
                // A non-Copy static cannot be moved out of; a reference to it can be had.
                let ty = rustdoc::Type::BorrowedRef {
                    lifetime: None,
                    is_mutable: false,
                    type_: Box::new(value.type_.clone()),
                };
                self.read_value(item, path, &ty, barrier);
                if let Some(last) = self.api.items.last_mut()
                    && let CallForm::Value { name, .. } = &mut last.form
                {
                    *name = format!("&{name}");
                }
            }
            rustdoc::ItemEnum::Struct(def) => self.read_struct(item, path, def),
            rustdoc::ItemEnum::Enum(def) => self.read_enum(item, path, def),
            rustdoc::ItemEnum::Union(_) => {
                self.barred(
                    item,
                    path,
                    ItemKind::Constructor,
                    Code::Foreign,
                    "a union's fields need unsafe code",
                );
            }
            rustdoc::ItemEnum::Macro(_) => {
                self.barred(
                    item,
                    path,
                    ItemKind::Function,
                    Code::Macro,
                    "an exported macro has no signature",
                );
            }
            rustdoc::ItemEnum::Trait(def) => self.read_trait(path, def),
            _ => {}
        }
    }

    fn barred(&mut self, item: &rustdoc::Item, path: String, kind: ItemKind, code: Code, reason: &str) {
        let new = ApiItem {
            path: path.clone(),
            kind,
            form: CallForm::Function { path },
            generics: Generics::default(),
            own_params: 0,
            inputs: Vec::new(),
            output: Ty::unit(),
            documents_panics: false,
            span: self.span(item),
            barrier: Some(Barrier {
                code,
                reason: reason.to_owned(),
            }),
            docs: String::new(),
        };
        self.api.items.push(new);
    }

    fn read_value(
        &mut self,
        item: &rustdoc::Item,
        path: String,
        ty: &rustdoc::Type,
        barrier: Option<Barrier>,
    ) {
        let output = self.ty(ty, None);
        let barrier = barrier.or_else(|| unwritable(&output));
        let new = ApiItem {
            path: path.clone(),
            kind: ItemKind::Const,
            form: CallForm::Value {
                self_type: None,
                name: path,
            },
            generics: Generics::default(),
            own_params: 0,
            inputs: Vec::new(),
            output,
            documents_panics: false,
            span: self.span(item),
            barrier,
            docs: String::new(),
        };
        self.api.items.push(new);
    }

    fn read_struct(&mut self, item: &rustdoc::Item, path: String, def: &rustdoc::Struct) {
        let generics = self.generics(&def.generics, None);
        let open = !item
            .attrs
            .iter()
            .any(|a| matches!(a, rustdoc::Attribute::NonExhaustive));
        let mut public_fields = Vec::new();
        let mut all_public = open;
        let mut types = Vec::new();
        let fields = match &def.kind {
            rustdoc::StructKind::Unit => Fields::Unit,
            rustdoc::StructKind::Tuple(ids) => {
                for (position, id) in ids.iter().enumerate() {
                    match id.and_then(|id| self.public_field(id)) {
                        Some((_, ty)) => {
                            public_fields.push((position.to_string(), ty.clone()));
                            types.push(ty);
                        }
                        None => all_public = false,
                    }
                }
                Fields::Tuple
            }
            rustdoc::StructKind::Plain {
                fields,
                has_stripped_fields,
            } => {
                all_public &= !has_stripped_fields;
                let mut names = Vec::new();
                for id in fields {
                    match self.public_field(*id) {
                        Some((name, ty)) => {
                            public_fields.push((name.clone(), ty.clone()));
                            names.push(name);
                            types.push(ty);
                        }
                        None => all_public = false,
                    }
                }
                Fields::Named(names)
            }
        };
        let constructors = all_public.then(|| {
            vec![Constructor {
                variant: None,
                fields,
                types,
                writable: true,
            }]
        });
        self.add_type(
            item,
            path,
            generics,
            constructors,
            public_fields,
            false,
            &def.impls,
        );
    }

    fn read_enum(&mut self, item: &rustdoc::Item, path: String, def: &rustdoc::Enum) {
        let generics = self.generics(&def.generics, None);
        let mut constructors = Vec::new();
        for id in &def.variants {
            let Some(variant_item) = self.krate.index.get(id) else {
                continue;
            };
            let rustdoc::ItemEnum::Variant(variant) = &variant_item.inner else {
                continue;
            };
            if is_hidden(variant_item) {
                continue;
            }
            let writable = !variant_item
                .attrs
                .iter()
                .any(|a| matches!(a, rustdoc::Attribute::NonExhaustive));
            let mut types = Vec::new();
            let fields = match &variant.kind {
                rustdoc::VariantKind::Plain => Fields::Unit,
                rustdoc::VariantKind::Tuple(ids) => {
                    types.extend(
                        ids.iter()
                            .flatten()
                            .filter_map(|id| self.field(*id))
                            .map(|(_, ty)| ty),
                    );
                    Fields::Tuple
                }
                rustdoc::VariantKind::Struct { fields, .. } => {
                    let mut names = Vec::new();
                    for (name, ty) in fields.iter().filter_map(|id| self.field(*id)) {
                        names.push(name);
                        types.push(ty);
                    }
                    Fields::Named(names)
                }
            };
            let variant = Some(variant_item.name.clone().unwrap_or_default());
            constructors.push(Constructor {
                variant,
                fields,
                types,
                writable,
            });
        }
        self.add_type(
            item,
            path,
            generics,
            Some(constructors),
            Vec::new(),
            true,
            &def.impls,
        );
    }

    #[expect(
        clippy::too_many_arguments,
        reason = "the two callers hand over what they have just read"
    )]
    fn add_type(
        &mut self,
        item: &rustdoc::Item,
        path: String,
        generics: Generics,
        constructors: Option<Vec<Constructor>>,
        public_fields: Vec<(String, Ty)>,
        is_enum: bool,
        impls: &[rustdoc::Id],
    ) {
        let self_type = Ty::Path {
            path: path.clone(),
            args: parameter_args(&generics),
        };
        for constructor in constructors.iter().flatten() {
            let shown = match &constructor.variant {
                Some(variant) => format!("{path}::{variant}"),
                None => path.clone(),
            };
            let barrier = if constructor.writable {
                constructor.types.iter().find_map(unwritable)
            } else {
                Some(Barrier {
                    code: Code::NotNameable,
                    reason: "the variant is non-exhaustive".to_owned(),
                })
            };
            self.api.items.push(ApiItem {
                path: shown,
                kind: ItemKind::Constructor,
                form: CallForm::Constructor {
                    type_path: path.clone(),
                    variant: constructor.variant.clone(),
                    fields: constructor.fields.clone(),
                },
                generics: generics.clone(),
                own_params: 0,
                inputs: constructor.types.clone(),
                output: self_type.clone(),
                documents_panics: false,
                span: self.span(item),
                barrier,
                docs: String::new(),
            });
        }
        let has_drop = impls
            .iter()
            .any(|id| match self.krate.index.get(id).map(|i| &i.inner) {
                Some(rustdoc::ItemEnum::Impl(i)) => {
                    i.trait_.as_ref().is_some_and(|t| t.path.ends_with("Drop"))
                }
                _ => false,
            });
        self.api.types.insert(
            path.clone(),
            TypeDef {
                path,
                generics,
                constructors,
                public_fields,
                is_enum,
                has_drop,
            },
        );
    }

    fn field(&self, id: rustdoc::Id) -> Option<(String, Ty)> {
        let item = self.krate.index.get(&id)?;
        let rustdoc::ItemEnum::StructField(ty) = &item.inner else {
            return None;
        };
        Some((item.name.clone().unwrap_or_default(), self.ty(ty, None)))
    }

    fn public_field(&self, id: rustdoc::Id) -> Option<(String, Ty)> {
        let item = self.krate.index.get(&id)?;
        if !matches!(item.visibility, rustdoc::Visibility::Public) {
            return None;
        }
        self.field(id)
    }

    fn read_trait(&mut self, path: String, def: &rustdoc::Trait) {
        let generics = self.generics(&def.generics, None);
        let hole_impl = super::hole_impl::render(self.krate, &self.paths, &path, def);
        self.api.traits.insert(
            path.clone(),
            TraitDef {
                path,
                generics,
                hole_impl,
            },
        );
    }

    fn read_impl(&mut self, id: rustdoc::Id) {
        if !self.seen_impls.insert(id.0) {
            return;
        }
        let Some(item) = self.krate.index.get(&id) else {
            return;
        };
        let rustdoc::ItemEnum::Impl(def) = &item.inner else {
            return;
        };
        if def.is_synthetic || def.is_negative || def.blanket_impl.is_some() {
            return;
        }
        if let Some(trait_) = &def.trait_
            && self.krate.index.get(&trait_.id).is_some_and(|t| t.crate_id == 0)
            && self.paths.get(trait_.id).is_none()
        {
            // The impl of a private trait offers nothing to users.
            return;
        }
        let self_type = self.ty(&def.for_, None);
        let generics = self.generics(&def.generics, Some(&self_type));
        let trait_ = def.trait_.as_ref().map(|t| self.trait_ref(t, Some(&self_type)));
        let mut types = Vec::new();
        for id in &def.items {
            if let Some(member) = self.krate.index.get(id)
                && let rustdoc::ItemEnum::AssocType { type_: Some(ty), .. } = &member.inner
            {
                types.push((
                    member.name.clone().unwrap_or_default(),
                    self.ty(ty, Some(&self_type)),
                ));
            }
        }
        for id in &def.items {
            if let Some(member) = self.krate.index.get(id) {
                self.read_member(member, &self_type, &generics, trait_.as_ref(), &types);
            }
        }
        self.api.impls.push(ImplDef {
            generics,
            trait_,
            self_type,
            types,
        });
    }

    fn read_member(
        &mut self,
        member: &rustdoc::Item,
        self_type: &Ty,
        impl_generics: &Generics,
        trait_: Option<&TraitRef>,
        types: &[(String, Ty)],
    ) {
        let public = trait_.is_some() || matches!(member.visibility, rustdoc::Visibility::Public);
        if !public || is_hidden(member) {
            return;
        }
        let Some(name) = member.name.clone() else { return };
        if let Some(docs) = &member.docs {
            self.api.doc_literals.add_docs(docs);
        }
        let shown = self_type.render("");
        let path = match trait_ {
            Some(t) => format!("<{shown} as {}>::{name}", t.render("")),
            None => format!("{shown}::{name}"),
        };
        match &member.inner {
            rustdoc::ItemEnum::Function(function) => {
                let (kind, form) = match trait_ {
                    Some(t) => (
                        ItemKind::TraitMethod,
                        CallForm::TraitMethod {
                            self_type: self_type.clone(),
                            trait_: t.clone(),
                            name,
                        },
                    ),
                    None => (
                        ItemKind::Method,
                        CallForm::Inherent {
                            self_type: self_type.clone(),
                            name,
                        },
                    ),
                };
                let mut generics = impl_generics.clone();
                let mut new =
                    self.function(member, path, kind, form, function, &mut generics, Some(self_type));
                for ty in new.inputs.iter_mut().chain([&mut new.output]) {
                    *ty = resolve_self_projections(ty, self_type, types);
                }
                special_traits(&mut new);
                if let Some(barrier) = unwritable(self_type)
                    .or_else(|| trait_.and_then(|t| t.args.iter().find_map(unwritable_arg)))
                {
                    new.barrier = Some(barrier);
                }
                self.api.items.push(new);
            }
            rustdoc::ItemEnum::AssocConst { type_, .. } => {
                let output = resolve_self_projections(&self.ty(type_, Some(self_type)), self_type, types);
                let self_text = match trait_ {
                    Some(_) => None,
                    None => Some(self_type.clone()),
                };
                let (self_field, name) = match (self_text, trait_) {
                    (Some(ty), _) => (Some(ty), name),
                    (None, Some(t)) => (
                        None,
                        format!("<{} as {}>::{name}", self_type.render("::"), t.render("::")),
                    ),
                    (None, None) => (None, name),
                };
                let barrier = unwritable(&output).or_else(|| unwritable(self_type));
                self.api.items.push(ApiItem {
                    path,
                    kind: ItemKind::Const,
                    form: CallForm::Value {
                        self_type: self_field,
                        name,
                    },
                    generics: impl_generics.clone(),
                    own_params: 0,
                    inputs: Vec::new(),
                    output,
                    documents_panics: false,
                    span: self.span(member),
                    barrier,
                    docs: String::new(),
                });
            }
            _ => {}
        }
    }

    #[expect(
        clippy::too_many_arguments,
        reason = "one call site per kind of function, all values at hand there"
    )]
    fn function(
        &self,
        item: &rustdoc::Item,
        path: String,
        kind: ItemKind,
        form: CallForm,
        function: &rustdoc::Function,
        generics: &mut Generics,
        self_type: Option<&Ty>,
    ) -> ApiItem {
        let own = self.generics(&function.generics, self_type);
        let mut own_params = own.params.len();
        generics.params.extend(own.params);
        generics.predicates.extend(own.predicates);
        let mut inputs = Vec::new();
        for (position, (_, ty)) in function.sig.inputs.iter().enumerate() {
            let mut ty = self.ty(ty, self_type);
            replace_impl_arguments(&mut ty, position, generics, &mut own_params);
            inputs.push(ty);
        }
        let output = function
            .sig
            .output
            .as_ref()
            .map_or_else(Ty::unit, |ty| self.ty(ty, self_type));
        let docs = item.docs.clone().unwrap_or_default();
        let barrier = if function.header.is_unsafe {
            Some(Barrier {
                code: Code::Unsafe,
                reason: "the function is unsafe".to_owned(),
            })
        } else if function.header.is_async {
            Some(Barrier {
                code: Code::Async,
                reason: "the function is async".to_owned(),
            })
        } else if !function.has_body {
            Some(Barrier {
                code: Code::Foreign,
                reason: "the function has no body here".to_owned(),
            })
        } else {
            inputs.iter().find_map(unwritable)
        };
        ApiItem {
            path,
            kind,
            form,
            generics: std::mem::take(generics),
            own_params,
            inputs,
            output,
            documents_panics: documents_panics(&docs),
            span: self.span(item),
            barrier,
            docs,
        }
    }

    fn span(&self, item: &rustdoc::Item) -> Option<(String, u32)> {
        let span = item.span.as_ref()?;
        let file = span
            .filename
            .strip_prefix(self.crate_root)
            .unwrap_or(&span.filename);
        Some((
            file.to_string_lossy().into_owned(),
            u32::try_from(span.begin.0).unwrap_or(0),
        ))
    }

    fn generics(&self, generics: &rustdoc::Generics, self_type: Option<&Ty>) -> Generics {
        let mut out = Generics::default();
        for param in &generics.params {
            match &param.kind {
                rustdoc::GenericParamDefKind::Lifetime { .. } => {}
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
                rustdoc::GenericParamDefKind::Const { type_, .. } => {
                    let kind = ParamKind::Const(self.ty(type_, self_type));
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

    fn bounds(&self, bounds: &[rustdoc::GenericBound], self_type: Option<&Ty>) -> Vec<TraitRef> {
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

    fn trait_ref(&self, path: &rustdoc::Path, self_type: Option<&Ty>) -> TraitRef {
        let mut out = TraitRef::plain(&self.canonical(path).unwrap_or_else(|| path.path.clone()));
        match path.args.as_deref() {
            Some(rustdoc::GenericArgs::AngleBracketed { args, constraints }) => {
                out.args = self.args(args, self_type);
                for constraint in constraints {
                    if let rustdoc::AssocItemConstraintKind::Equality(rustdoc::Term::Type(ty)) =
                        &constraint.binding
                    {
                        out.bindings
                            .push((constraint.name.clone(), self.ty(ty, self_type)));
                    }
                }
            }
            Some(rustdoc::GenericArgs::Parenthesized { inputs, output }) => {
                let inputs = inputs.iter().map(|ty| self.ty(ty, self_type)).collect();
                let output = output.as_ref().map_or_else(Ty::unit, |ty| self.ty(ty, self_type));
                out.call = Some((inputs, Box::new(output)));
            }
            _ => {}
        }
        out
    }

    fn args(&self, args: &[rustdoc::GenericArg], self_type: Option<&Ty>) -> Vec<Arg> {
        args.iter()
            .filter_map(|arg| match arg {
                rustdoc::GenericArg::Lifetime(_) => None,
                rustdoc::GenericArg::Type(ty) => Some(Arg::Type(self.ty(ty, self_type))),
                rustdoc::GenericArg::Const(value) => Some(Arg::Const(
                    value.value.clone().unwrap_or_else(|| value.expr.clone()),
                )),
                rustdoc::GenericArg::Infer => Some(Arg::Const("_".to_owned())),
            })
            .collect()
    }

    /// Public path of a type or trait; none for a private one.
    fn canonical(&self, path: &rustdoc::Path) -> Option<String> {
        if let Some(public) = self.paths.get(path.id) {
            return Some(public.to_owned());
        }
        let summary = self.krate.paths.get(&path.id)?;
        if summary.crate_id == 0 {
            return None;
        }
        let first = summary.path.first().map(String::as_str).unwrap_or_default();
        if super::std_paths::is_std(first) {
            return Some(super::std_paths::canonical(&summary.path));
        }
        Some(summary.path.join("::"))
    }

    fn ty(&self, ty: &rustdoc::Type, self_type: Option<&Ty>) -> Ty {
        match ty {
            rustdoc::Type::ResolvedPath(path) => self.path_ty(path, self_type),
            rustdoc::Type::DynTrait(object) => Ty::Dyn(
                object
                    .traits
                    .iter()
                    .map(|t| self.trait_ref(&t.trait_, self_type))
                    .collect(),
            ),
            rustdoc::Type::Generic(name) => match (name.as_str(), self_type) {
                ("Self", Some(ty)) => ty.clone(),
                _ => Ty::Param(name.clone()),
            },
            rustdoc::Type::Primitive(name) => match name.as_str() {
                "never" => Ty::prim("!"),
                "unit" => Ty::unit(),
                _ => Ty::prim(name),
            },
            rustdoc::Type::FunctionPointer(pointer) => Ty::FnPointer(
                pointer
                    .sig
                    .inputs
                    .iter()
                    .map(|(_, ty)| self.ty(ty, self_type))
                    .collect(),
                Box::new(
                    pointer
                        .sig
                        .output
                        .as_ref()
                        .map_or_else(Ty::unit, |ty| self.ty(ty, self_type)),
                ),
            ),
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
                is_mutable, type_, ..
            } => Ty::Ref {
                mutable: *is_mutable,
                inner: Box::new(self.ty(type_, self_type)),
            },
            rustdoc::Type::QualifiedPath {
                name,
                self_type: of,
                trait_,
                ..
            } => Ty::Projection {
                self_type: Box::new(self.ty(of, self_type)),
                trait_: trait_
                    .as_ref()
                    .filter(|t| !t.path.is_empty())
                    .map(|t| Box::new(self.trait_ref(t, self_type))),
                name: name.clone(),
            },
        }
    }

    fn path_ty(&self, path: &rustdoc::Path, self_type: Option<&Ty>) -> Ty {
        let args = match path.args.as_deref() {
            Some(rustdoc::GenericArgs::AngleBracketed { args, .. }) => self.args(args, self_type),
            _ => Vec::new(),
        };
        if let Some(item) = self.krate.index.get(&path.id)
            && let rustdoc::ItemEnum::TypeAlias(alias) = &item.inner
        {
            let generics = self.generics(&alias.generics, self_type);
            let mut subst = BTreeMap::new();
            for (position, param) in generics.params.iter().enumerate() {
                let default = match &param.kind {
                    ParamKind::Type {
                        default: Some(ty), ..
                    } => Some(Arg::Type(ty.clone())),
                    _ => None,
                };
                if let Some(arg) = args.get(position).cloned().or(default) {
                    subst.insert(param.name.clone(), arg);
                }
            }
            return self.ty(&alias.type_, self_type).substitute(&subst);
        }
        match self.canonical(path) {
            Some(canonical) => Ty::Path {
                path: canonical,
                args: self.with_defaults(path.id, args, self_type),
            },
            None => Ty::Unwritable(format!("`{}` is private", path.path)),
        }
    }

    /// Fills in declared defaults that the signature leaves out, so that equal types look equal.
    fn with_defaults(&self, id: rustdoc::Id, mut args: Vec<Arg>, self_type: Option<&Ty>) -> Vec<Arg> {
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
                match &param.kind {
                    rustdoc::GenericParamDefKind::Type {
                        default: Some(ty), ..
                    } => {
                        args.push(Arg::Type(self.ty(ty, self_type).substitute(&subst)));
                    }
                    _ => break,
                }
            }
            subst.insert(param.name.clone(), args[position].clone());
        }
        let _ = self.lib_name;
        args
    }
}

/// `T` and `N` as arguments of the type that declares them.
fn parameter_args(generics: &Generics) -> Vec<Arg> {
    generics
        .params
        .iter()
        .map(|p| match p.kind {
            ParamKind::Type { .. } => Arg::Type(Ty::Param(p.name.clone())),
            ParamKind::Const(_) => Arg::Const(p.name.clone()),
        })
        .collect()
}

/// `impl Trait` arguments are parameters that nobody can name.
fn replace_impl_arguments(ty: &mut Ty, position: usize, generics: &mut Generics, own_params: &mut usize) {
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
fn resolve_self_projections(ty: &Ty, self_type: &Ty, types: &[(String, Ty)]) -> Ty {
    if let Ty::Projection {
        self_type: of, name, ..
    } = ty
        && **of == *self_type
        && let Some((_, known)) = types.iter().find(|(n, _)| n == name)
    {
        return known.clone();
    }
    let rec = |t: &Ty| resolve_self_projections(t, self_type, types);
    match ty {
        Ty::Path { path, args } => Ty::Path {
            path: path.clone(),
            args: args
                .iter()
                .map(|a| match a {
                    Arg::Type(t) => Arg::Type(rec(t)),
                    Arg::Const(c) => Arg::Const(c.clone()),
                })
                .collect(),
        },
        Ty::Ref { mutable, inner } => Ty::Ref {
            mutable: *mutable,
            inner: Box::new(rec(inner)),
        },
        Ty::Slice(inner) => Ty::Slice(Box::new(rec(inner))),
        Ty::Tuple(parts) => Ty::Tuple(parts.iter().map(rec).collect()),
        _ => ty.clone(),
    }
}

fn unwritable(ty: &Ty) -> Option<Barrier> {
    let mut reason = None;
    if ty.any(&|t| matches!(t, Ty::Unwritable(_))) {
        find_unwritable(ty, &mut reason);
    }
    reason.map(|reason| Barrier {
        code: Code::NotNameable,
        reason,
    })
}

fn unwritable_arg(arg: &Arg) -> Option<Barrier> {
    match arg {
        Arg::Type(ty) => unwritable(ty),
        Arg::Const(_) => None,
    }
}

fn find_unwritable(ty: &Ty, reason: &mut Option<String>) {
    if let Ty::Unwritable(why) = ty {
        *reason = Some(format!("the signature mentions {why}"));
    }
    ty.for_children(&mut |child| find_unwritable(child, reason));
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
