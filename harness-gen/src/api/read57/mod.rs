//! rustdoc JSON format 57 → [`Api`]. The only module that sees rustdoc's own types (with `paths`). Imperfect input
//! gives items with a barrier, never an error.

mod bounds;
#[cfg(test)]
mod damaged_tests;
mod members;
mod provided;
mod results;
mod rewrite;
mod shapes;
#[cfg(test)]
mod tests;
mod told;
mod types;

use super::foreign::Foreign;
use super::paths::{PublicPaths, public_paths};
use super::told::{Surroundings, follow, surroundings, told_at};
use super::ty::Ty;
use super::{Api, ApiItem, Barrier, CallForm, Calling, Generics, Told, TraitDef};
use crate::api::ItemKind;
use crate::api::properties::properties;
use crate::codes::Code;
use crate::path_globs::PathGlobs;
use rewrite::{special_calls, unwritable, wanted_for_ever};
use rustdoc_types_57 as rustdoc;
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::path::Path;

/// Reads the API of a crate whose library is called `lib_name`. `crate_root` makes spans relative.
pub(crate) fn read(krate: &rustdoc::Crate, lib_name: &str, crate_root: &Path, foreign: &Foreign) -> Api {
    let mut paths = public_paths(krate, lib_name);
    paths.rename(krate, &foreign.names);
    let mut reader = Reader {
        krate,
        paths,
        foreign,
        crate_root,
        surroundings: Surroundings::new(),
        api: Api::default(),
        seen_impls: BTreeSet::new(),
        of_call: RefCell::new(None),
    };
    reader.surroundings = surroundings(krate, &reader.paths);
    reader.read_all();
    bounds::take_arguments_of_bounds(&mut reader.api);
    follow(&mut reader.api, foreign);
    reader.api.properties = properties(&reader.api.items, &PathGlobs::default());
    reader.api
}

struct Reader<'a> {
    krate: &'a rustdoc::Crate,
    paths: PublicPaths,
    foreign: &'a Foreign,
    crate_root: &'a Path,
    surroundings: Surroundings,
    api: Api,
    seen_impls: BTreeSet<u32>,
    /// While the result of something that is called is read: the lifetimes that its arguments name.
    of_call: RefCell<Option<BTreeSet<String>>>,
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
                rustdoc::ItemEnum::Union(u) => &u.impls,
                rustdoc::ItemEnum::Trait(t) => &t.implementations,
                _ => continue,
            };
            for impl_id in impls {
                self.read_impl(*impl_id);
            }
        }
        self.read_other_impls();
    }

    /// Impls that no public type or trait lists: those of private traits for other crates' types. They say what
    /// satisfies a bound, although nobody can call them. (Methods of an `impl dyn Trait` are not in rustdoc's JSON.)
    fn read_other_impls(&mut self) {
        let mut ids: Vec<u32> = self.krate.index.keys().map(|id| id.0).collect();
        ids.sort_unstable();
        for id in ids {
            let id = rustdoc::Id(id);
            if let Some(item) = self.krate.index.get(&id)
                && item.crate_id == 0
                && let rustdoc::ItemEnum::Impl(def) = &item.inner
                && unwritable(&self.ty(&def.for_, None)).is_none()
            {
                self.read_impl(id);
            }
        }
    }

    pub(super) fn read_item(&mut self, id: rustdoc::Id) {
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
                let mut new = self.function(
                    item,
                    path,
                    ItemKind::Function,
                    form,
                    function,
                    &mut generics,
                    None,
                );
                self.told_around(&mut new, None, None);
                special_calls(&mut new);
                self.api.items.push(new);
            }
            rustdoc::ItemEnum::Constant { type_, .. } => self.read_value(item, path, type_, None),
            rustdoc::ItemEnum::Static(value) => {
                let barrier = (value.is_mutable || value.is_unsafe).then(|| Barrier {
                    code: Code::Unsafe,
                    reason: "a mutable static can only be read with unsafe code".to_owned(),
                });
                if wanted_for_ever(&value.type_).is_some() {
                    return self.read_value(item, path, &value.type_, barrier);
                }
                // A non-Copy static cannot be moved out of; a reference to it can be had.
                let ty = rustdoc::Type::BorrowedRef {
                    lifetime: Some("'static".to_owned()),
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
            rustdoc::ItemEnum::Union(def) => {
                self.add_union(path.clone(), def);
                self.barred(
                    item,
                    path,
                    ItemKind::Constructor,
                    Code::Foreign,
                    "a union's fields need unsafe code",
                );
            }
            rustdoc::ItemEnum::Macro(_) => {
                self.read_macro(item, path);
            }
            rustdoc::ItemEnum::Trait(def) => self.read_trait(path, def),
            rustdoc::ItemEnum::TypeAlias(alias) => {
                let alias = self.alias(alias, None);
                // The only name of a type is no alias of it.
                if alias.ty.head() != Some(path.as_str()) {
                    self.api.aliases.insert(path, alias);
                }
            }
            _ => {}
        }
    }

    /// An item that takes nothing, gives nothing and has nothing in its way.
    pub(super) fn without_arguments(
        &self,
        item: &rustdoc::Item,
        path: String,
        kind: ItemKind,
        form: CallForm,
    ) -> ApiItem {
        ApiItem {
            path,
            kind,
            form,
            generics: Generics::default(),
            own_params: 0,
            calling: Calling::default(),
            inputs: Vec::new(),
            output: Ty::unit(),
            told: Told::default(),
            span: self.span(item),
            barrier: None,
            docs: String::new(),
        }
    }

    pub(super) fn barred(
        &mut self,
        item: &rustdoc::Item,
        path: String,
        kind: ItemKind,
        code: Code,
        reason: &str,
    ) {
        let form = CallForm::Function { path: path.clone() };
        let new = ApiItem {
            barrier: Some(Barrier {
                code,
                reason: reason.to_owned(),
            }),
            ..self.without_arguments(item, path, kind, form)
        };
        self.api.items.push(new);
    }

    pub(super) fn read_value(
        &mut self,
        item: &rustdoc::Item,
        path: String,
        ty: &rustdoc::Type,
        barrier: Option<Barrier>,
    ) {
        let output = self.ty(ty, None);
        let barrier = barrier.or_else(|| unwritable(&output));
        let form = CallForm::Value {
            self_type: None,
            trait_: None,
            name: path.clone(),
        };
        let new = ApiItem {
            output,
            barrier,
            calling: Calling {
                lasting: wanted_for_ever(ty).is_some(),
                ..Calling::default()
            },
            ..self.without_arguments(item, path, ItemKind::Const, form)
        };
        self.api.items.push(new);
    }

    /// A macro is called as its doc examples call it, or else as those of the crate do.
    fn read_macro(&mut self, item: &rustdoc::Item, path: String) {
        let lib_name = path.split("::").next().unwrap_or_default();
        let name = item.name.as_deref().unwrap_or_default();
        let in_docs = |item: &rustdoc::Item| {
            let docs = item.docs.as_deref().unwrap_or_default();
            super::macros::calls_in_docs(docs, name, lib_name)
        };
        let mut calls = in_docs(item);
        let others = [self.krate.root.0]
            .into_iter()
            .chain(self.paths.order.iter().copied());
        for other in others.filter_map(|id| self.krate.index.get(&rustdoc::Id(id))) {
            if calls.is_empty() {
                calls = in_docs(other);
            }
        }
        let docs = item.docs.clone().unwrap_or_default();
        let form = CallForm::Macro {
            path: path.clone(),
            calls: super::macros::with_guesses(calls),
        };
        let new = ApiItem {
            told: Told {
                sent_by_trait: Vec::new(),
                docs: told_at(&docs, &format!("`{path}`")),
                names: Vec::new(),
            },
            docs,
            ..self.without_arguments(item, path, ItemKind::Function, form)
        };
        self.api.items.push(new);
    }

    pub(super) fn read_trait(&mut self, path: String, def: &rustdoc::Trait) {
        let generics = self.generics(&def.generics, None);
        self.read_told_of_trait(&path, def);
        self.read_provided(&path, def, &generics);
        let required =
            super::hole_impl::required(self.krate, &self.paths, def, &|ty| self.ty(ty, None), &|bounds| {
                self.bounds(bounds, None)
            });
        self.api.traits.insert(
            path.clone(),
            TraitDef {
                path,
                generics,
                required,
            },
        );
    }

    pub(super) fn span(&self, item: &rustdoc::Item) -> Option<(String, u32)> {
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
}
