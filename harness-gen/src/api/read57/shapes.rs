//! Structs and enums: their constructors as items, and what can be taken out of them.

use super::Reader;
use super::rewrite::unwritable;
use crate::api::ItemKind;
use crate::api::names::ident;
use crate::api::paths::{is_hidden, is_left_out_of_docs};
use crate::api::ty::{Arg, Ty};
use crate::api::{ApiItem, Barrier, CallForm, Constructor, Fields, Generics, ParamKind, TypeDef};
use crate::codes::Code;
use rustdoc_types_57 as rustdoc;

impl Reader<'_> {
    pub(super) fn read_struct(&mut self, item: &rustdoc::Item, path: String, def: &rustdoc::Struct) {
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
        // An alias is no function and no constant.
        let fields = match fields {
            Fields::Tuple | Fields::Unit if self.paths.is_aliased(item.id) => {
                Fields::Named((0..types.len()).map(|position| position.to_string()).collect())
            }
            fields => fields,
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

    pub(super) fn read_enum(&mut self, item: &rustdoc::Item, path: String, def: &rustdoc::Enum) {
        let generics = self.generics(&def.generics, None);
        let mut constructors = Vec::new();
        for id in &def.variants {
            let Some(variant_item) = self.krate.index.get(id) else {
                continue;
            };
            let rustdoc::ItemEnum::Variant(variant) = &variant_item.inner else {
                continue;
            };
            if is_hidden(variant_item) || self.hides_a_field(&variant.kind) {
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
            let variant = Some(ident(variant_item.name.as_deref().unwrap_or_default()));
            constructors.push(Constructor {
                variant,
                fields,
                types,
                writable,
            });
        }
        self.add_type(
            item,
            path.clone(),
            generics,
            Some(constructors),
            Vec::new(),
            true,
            &def.impls,
        );
        if let Some(added) = self.api.types.get_mut(&path) {
            added.has_no_variants = def.variants.is_empty() && !def.has_stripped_variants;
        }
    }

    #[expect(
        clippy::too_many_arguments,
        reason = "the two callers hand over what they have just read"
    )]
    pub(super) fn add_type(
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
            let form = CallForm::Constructor {
                type_path: path.clone(),
                variant: constructor.variant.clone(),
                fields: constructor.fields.clone(),
            };
            let new = ApiItem {
                generics: generics.clone(),
                inputs: constructor.types.clone(),
                output: self_type.clone(),
                barrier,
                ..self.without_arguments(item, shown, ItemKind::Constructor, form)
            };
            self.api.items.push(new);
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
                has_no_variants: false,
                has_drop,
            },
        );
    }

    /// A union can only be read with unsafe code, but its methods are like any others.
    pub(super) fn add_union(&mut self, path: String, def: &rustdoc::Union) {
        let generics = self.generics(&def.generics, None);
        self.api.types.insert(
            path.clone(),
            TypeDef {
                path,
                generics,
                constructors: None,
                public_fields: Vec::new(),
                is_enum: false,
                has_no_variants: false,
                has_drop: false,
            },
        );
    }

    pub(super) fn field(&self, id: rustdoc::Id) -> Option<(String, Ty)> {
        let item = self.krate.index.get(&id)?;
        let rustdoc::ItemEnum::StructField(ty) = &item.inner else {
            return None;
        };
        Some((ident(item.name.as_deref().unwrap_or_default()), self.ty(ty, None)))
    }

    /// What a variant has that is no part of what the crate promises can be neither given nor asked for.
    fn hides_a_field(&self, kind: &rustdoc::VariantKind) -> bool {
        let fields: Vec<rustdoc::Id> = match kind {
            rustdoc::VariantKind::Plain => Vec::new(),
            rustdoc::VariantKind::Tuple(ids) => ids.iter().flatten().copied().collect(),
            rustdoc::VariantKind::Struct { fields, .. } => fields.clone(),
        };
        let mut items = fields.iter().filter_map(|id| self.krate.index.get(id));
        items.any(|item| self.is_hidden_field(item))
    }

    /// The field's own documentation is hidden, or that of the type that it is declared with. What has one value only hides
    /// nothing.
    fn is_hidden_field(&self, item: &rustdoc::Item) -> bool {
        let rustdoc::ItemEnum::StructField(rustdoc::Type::ResolvedPath(declared)) = &item.inner else {
            return is_hidden(item);
        };
        let of_type = self.krate.index.get(&declared.id);
        let is_phantom = declared.path.rsplit("::").next() == Some("PhantomData");
        !is_phantom && (is_hidden(item) || of_type.is_some_and(is_left_out_of_docs))
    }

    /// Name and type of a field that whoever uses the crate may name: not one whose documentation is hidden.
    pub(super) fn public_field(&self, id: rustdoc::Id) -> Option<(String, Ty)> {
        let item = self.krate.index.get(&id)?;
        if !matches!(item.visibility, rustdoc::Visibility::Public) || self.is_hidden_field(item) {
            return None;
        }
        self.field(id)
    }
}

/// `T` and `N` as arguments of the type that declares them.
pub(super) fn parameter_args(generics: &Generics) -> Vec<Arg> {
    generics
        .params
        .iter()
        .map(|p| match p.kind {
            ParamKind::Type { .. } => Arg::Type(Ty::Param(p.name.clone())),
            ParamKind::Const { .. } => Arg::Const(p.name.clone()),
        })
        .collect()
}
