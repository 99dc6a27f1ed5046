//! Functions, and the members of impls.

use super::Reader;
use super::rewrite::{
    ready_type, replace_impl_arguments, resolve_self_projections, special_calls, unwritable, unwritable_arg,
    wanted_for_ever,
};
use crate::api::ItemKind;
use crate::api::paths::is_hidden;
use crate::api::told::told_at;
use crate::api::ty::{Member, TraitRef, Ty};
use crate::api::{ApiItem, Barrier, CallForm, Calling, Generics, ImplDef, Told};
use crate::codes::Code;
use crate::harness_types::{Names, STATIC_REFERENCE};
use rustdoc_types_57 as rustdoc;

impl Reader<'_> {
    pub(super) fn read_impl(&mut self, id: rustdoc::Id) {
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
        // The impl of a private trait offers nothing to call.
        let callable = !is_hidden(item)
            && !def
                .trait_
                .as_ref()
                .is_some_and(|trait_| self.is_private(trait_.id));
        let self_type = self.ty(&def.for_, None);
        let generics = self.generics(&def.generics, Some(&self_type));
        let trait_ = def.trait_.as_ref().map(|t| self.trait_ref(t, Some(&self_type)));
        let mut types = Vec::new();
        for id in &def.items {
            if let Some(member) = self.krate.index.get(id)
                && let rustdoc::ItemEnum::AssocType {
                    type_: Some(ty),
                    generics,
                    ..
                } = &member.inner
            {
                let named = Member {
                    args: self.generics(generics, Some(&self_type)).as_args(),
                    ..Member::plain(member.name.as_deref().unwrap_or_default())
                };
                types.push((named, self.ty(ty, Some(&self_type))));
            }
        }
        let hidden = self.hidden_names(def.trait_.as_ref());
        for id in def.items.iter().filter(|_| callable) {
            if let Some(member) = self.krate.index.get(id)
                && member.name.as_ref().is_none_or(|name| !hidden.contains(name))
            {
                let docs = item.docs.as_deref();
                self.read_member(member, docs, &self_type, &generics, trait_.as_ref(), &types);
            }
        }
        self.api.impls.push(ImplDef {
            generics,
            trait_,
            self_type,
            types,
        });
    }

    /// What a trait of the crate hides is hidden in its impls, which do not say so again.
    fn hidden_names(&self, trait_: Option<&rustdoc::Path>) -> Vec<String> {
        let trait_ = trait_.and_then(|trait_| self.krate.index.get(&trait_.id));
        let Some(rustdoc::ItemEnum::Trait(def)) = trait_.map(|trait_| &trait_.inner) else {
            return Vec::new();
        };
        let members = def.items.iter().filter_map(|id| self.krate.index.get(id));
        let hidden = members.filter(|member| is_hidden(member));
        hidden.filter_map(|member| member.name.clone()).collect()
    }

    pub(super) fn read_member(
        &mut self,
        member: &rustdoc::Item,
        docs_of_impl: Option<&str>,
        self_type: &Ty,
        impl_generics: &Generics,
        trait_: Option<&TraitRef>,
        types: &[(Member, Ty)],
    ) {
        let public = trait_.is_some() || matches!(member.visibility, rustdoc::Visibility::Public);
        if !public || is_hidden(member) {
            return;
        }
        let Some(name) = member.name.as_deref().map(crate::api::names::ident) else {
            return;
        };
        if let Some(docs) = &member.docs {
            self.api.doc_literals.add_docs(docs);
        }
        let shown = self_type.render(Names::Person);
        let path = match trait_ {
            Some(t) => format!("<{shown} as {}>::{name}", t.render(Names::Person)),
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
                self.told_around(&mut new, docs_of_impl, trait_);
                special_calls(&mut new);
                if let Some(barrier) = unwritable(self_type)
                    .or_else(|| trait_.and_then(|t| t.args.iter().find_map(unwritable_arg)))
                {
                    new.barrier = Some(barrier);
                }
                self.api.items.push(new);
            }
            rustdoc::ItemEnum::AssocConst { type_, .. } => {
                let output = resolve_self_projections(&self.ty(type_, Some(self_type)), self_type, types);
                let barrier = unwritable(&output)
                    .or_else(|| unwritable(self_type))
                    .or_else(|| trait_.and_then(|t| t.args.iter().find_map(unwritable_arg)));
                let form = CallForm::Value {
                    self_type: Some(self_type.clone()),
                    trait_: trait_.cloned(),
                    name,
                };
                let new = ApiItem {
                    generics: impl_generics.clone(),
                    output,
                    barrier,
                    ..self.without_arguments(member, path, ItemKind::Const, form)
                };
                self.api.items.push(new);
            }
            _ => {}
        }
    }

    #[expect(
        clippy::too_many_arguments,
        reason = "one call site per kind of function, all values at hand there"
    )]
    pub(super) fn function(
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
            let mut ty = match wanted_for_ever(ty) {
                Some(inner) => Ty::path(STATIC_REFERENCE, vec![self.ty(inner, self_type)]),
                None => self.ty(ty, self_type),
            };
            replace_impl_arguments(&mut ty, position, generics, &mut own_params);
            inputs.push(ty);
        }
        let mut output = function
            .sig
            .output
            .as_ref()
            .map_or_else(Ty::unit, |ty| self.ty(ty, self_type));
        let mut awaited = function.header.is_async;
        if let Some(ready) = ready_type(&output) {
            output = ready.clone();
            awaited = true;
        }
        let docs = item.docs.clone().unwrap_or_default();
        let names = function.sig.inputs.iter().map(|(name, _)| name.clone());
        let barrier = barrier_of(item, function).or_else(|| inputs.iter().find_map(unwritable));
        ApiItem {
            told: Told {
                sent_by_trait: Vec::new(),
                docs: told_at(&docs, &format!("`{path}`")),
                names: names.collect(),
            },
            path,
            kind,
            form,
            generics: std::mem::take(generics),
            own_params,
            calling: Calling {
                lasting: (function.sig.output.as_ref()).is_some_and(|ty| wanted_for_ever(ty).is_some()),
                has_receiver: function
                    .sig
                    .inputs
                    .first()
                    .is_some_and(|(name, _)| name == "self"),
                awaited,
                formatter: None,
            },
            inputs,
            output,
            span: self.span(item),
            barrier,
            docs,
        }
    }
}

/// Why a function must not be called, whatever it takes.
fn barrier_of(item: &rustdoc::Item, function: &rustdoc::Function) -> Option<Barrier> {
    let is_feature = |known: &rustdoc::Attribute| matches!(known, rustdoc::Attribute::TargetFeature { .. });
    // What has no body here and is not in a trait is declared in an extern block.
    let (code, reason) = if function.header.is_unsafe && !function.has_body {
        (Code::Foreign, "the function is declared in an extern block")
    } else if function.header.is_unsafe {
        (Code::Unsafe, "the function is unsafe")
    } else if item.attrs.iter().any(is_feature) {
        // It is safe for callers with the same attribute, and rustdoc calls it safe. Arms are unsafe functions, so rustc would
        // not refuse the call.
        let reason = "the function has `#[target_feature]`, so whoever calls it has to know the processor";
        (Code::Unsafe, reason)
    } else {
        return None;
    };
    Some(Barrier {
        code,
        reason: reason.to_owned(),
    })
}
