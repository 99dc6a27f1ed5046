//! What is said of an item, wherever its user would look: its own docs, those of its impl, of its trait's method, of its
//! trait, type and modules as far as they name it.

use super::Reader;
use crate::api::told::{head_of, tells_of, told_at};
use crate::api::ty::TraitRef;
use crate::api::{ApiItem, CallForm};
use crate::sentences::{
    DocKind, DocSentence, costs_much_memory, names_functions, names_in_code, references,
    speaks_of_all_functions,
};
use rustdoc_types_57 as rustdoc;

/// What has an item among its members.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Around {
    Trait,
    Type,
    Module,
}

impl Around {
    fn word(self) -> &'static str {
        match self {
            Around::Trait => "trait",
            Around::Type => "type",
            Around::Module => "module",
        }
    }
}

impl Reader<'_> {
    /// Keeps what is said of a trait's methods.
    pub(super) fn read_told_of_trait(&mut self, path: &str, def: &rustdoc::Trait) {
        for member in def.items.iter().filter_map(|id| self.krate.index.get(id)) {
            let path = format!("{path}::{}", member.name.as_deref().unwrap_or_default());
            let docs = member.docs.as_deref().unwrap_or_default();
            self.api.sent_by_traits.insert(path.clone(), references(docs));
            let told = told_at(docs, &format!("`{path}`"));
            if !told.is_empty() {
                self.api.told_of_traits.insert(path, told);
            }
        }
    }

    /// What is said of a method outside of its own docs.
    pub(super) fn told_around(
        &self,
        item: &mut ApiItem,
        docs_of_impl: Option<&str>,
        trait_: Option<&TraitRef>,
    ) {
        let name = item
            .form
            .name()
            .rsplit("::")
            .next()
            .unwrap_or_default()
            .to_owned();
        let of_impl = told_at(docs_of_impl.unwrap_or_default(), "the impl");
        item.told.docs.extend(
            of_impl
                .into_iter()
                .filter(|said| trait_.is_some() || names_in_code(&said.text, &name)),
        );
        if let Some(trait_) = trait_ {
            let path = format!("{}::{name}", trait_.path);
            let of_trait = self
                .api
                .told_of_traits
                .get(&path)
                .or_else(|| self.foreign.told_of_traits.get(&path));
            let self_type = match &item.form {
                CallForm::TraitMethod { self_type, .. } => Some(self_type),
                _ => None,
            };
            let of_trait = of_trait.into_iter().flatten();
            let of_this = of_trait.filter(|said| self_type.is_none_or(|ty| tells_of(said, ty)));
            item.told.docs.extend(of_this.cloned());
            let sent = self.api.sent_by_traits.get(&path);
            item.told
                .sent_by_trait
                .extend(sent.into_iter().flatten().cloned());
            self.told_by(item, &trait_.path, Around::Trait, &name);
        }
        let of_type = match &item.form {
            CallForm::Inherent { self_type, .. } | CallForm::TraitMethod { self_type, .. } => {
                head_of(self_type)
            }
            _ => None,
        };
        if let Some(path) = &of_type {
            self.told_by(item, path, Around::Type, &name);
            self.assumed_by(item, path, &name);
        }
        let mut path = of_type.unwrap_or_else(|| item.path.clone());
        while let Some((module, _)) = path.rsplit_once("::") {
            self.told_by(item, module, Around::Module, &name);
            path = module.to_owned();
        }
    }

    /// What the docs of a type require of all its values, and so of the receiver, when they say that it panics, whatever the method, and
    /// that it takes more memory than one would think.
    fn assumed_by(&self, item: &mut ApiItem, path: &str, name: &str) {
        let said = self.surroundings.get(path).into_iter().flatten();
        let of_all = said.filter_map(|(kind, text)| {
            let kind = match kind {
                DocKind::Requires | DocKind::Assumes if !names_in_code(text, name) => DocKind::Assumes,
                DocKind::Panics if !names_functions(text) => DocKind::PanicsSomewhere,
                DocKind::Warns if costs_much_memory(text) => DocKind::Warns,
                _ => return None,
            };
            Some(DocSentence {
                kind,
                text: text.clone(),
                place: format!("docs of type `{path}`"),
            })
        });
        item.told.docs.extend(of_all);
    }

    /// What the docs of something with members say of the one with this name, and when all of them panic.
    fn told_by(&self, item: &mut ApiItem, path: &str, around: Around, name: &str) {
        let said = self.surroundings.get(path).into_iter().flatten();
        let of_this = said.filter_map(|(kind, text)| match kind {
            kind if names_in_code(text, name) => Some((*kind, text)),
            // Of a module that is said in passing.
            DocKind::Panics if around != Around::Module && speaks_of_all_functions(text) => {
                Some((DocKind::PanicsAnywhere, text))
            }
            _ => None,
        });
        item.told.docs.extend(of_this.map(|(kind, text)| DocSentence {
            kind,
            text: text.clone(),
            place: format!("docs of {} `{path}`", around.word()),
        }));
    }
}
