//! Sentences about items: those of one text, those of what surrounds items, and what items take over from others. Where the
//! reader of rustdoc JSON finds them is its own matter.

use super::foreign::Foreign;
use super::paths::PublicPaths;
use super::ty::{Arg, Ty};
use super::{Api, ApiItem, CallForm, TypeAlias};
use crate::sentences::{
    DocKind, DocSentence, calls_the_same, done_before, primitives_spoken_of, references, sentences,
};
use crate::std_docs::{std_docs, std_docs_of_trait};
use rustdoc_types_57 as rustdoc;
use std::collections::{BTreeMap, BTreeSet};

/// Sentences of types, traits and modules, by path: they may be about any function in them.
pub(crate) type Surroundings = BTreeMap<String, Vec<(DocKind, String)>>;

/// The sentences of everything that has members and a path.
pub(crate) fn surroundings(krate: &rustdoc::Crate, paths: &PublicPaths) -> Surroundings {
    let mut found = Surroundings::new();
    for (id, item) in &krate.index {
        let path = match (&item.inner, krate.paths.get(id)) {
            (rustdoc::ItemEnum::Module(_), Some(summary)) if item.crate_id == 0 => summary.path.join("::"),
            (
                rustdoc::ItemEnum::Struct(_)
                | rustdoc::ItemEnum::Enum(_)
                | rustdoc::ItemEnum::Union(_)
                | rustdoc::ItemEnum::Trait(_),
                _,
            ) => match paths.get(*id) {
                Some(path) => path.to_owned(),
                None => continue,
            },
            _ => continue,
        };
        let said = sentences(item.docs.as_deref().unwrap_or_default());
        if !said.is_empty() {
            found.insert(path, said);
        }
    }
    found
}

/// The sentences of one text as those of a place.
pub(crate) fn told_at(docs: &str, place: &str) -> Vec<DocSentence> {
    let place = format!("docs of {place}");
    let sentence = |(kind, text)| DocSentence {
        kind,
        text,
        place: place.clone(),
    };
    sentences(docs).into_iter().map(sentence).collect()
}

pub(crate) fn head_of(ty: &Ty) -> Option<String> {
    match ty {
        Ty::Path { path, .. } => Some(path.clone()),
        Ty::Ref { inner, .. } => head_of(inner),
        _ => None,
    }
}

/// True unless a trait's sentence is about primitive types, and this one is of another kind: what is or may be made of them is not.
pub(crate) fn tells_of(said: &DocSentence, ty: &Ty) -> bool {
    let Some(types) = primitives_spoken_of(&said.text) else {
        return true;
    };
    let is_named = head_of(ty).is_some_and(|path| words_of(types).any(|word| word == last(&path)));
    is_named || may_be_primitive(ty)
}

fn words_of(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '_')
}

fn may_be_primitive(ty: &Ty) -> bool {
    match ty {
        Ty::Prim(_) | Ty::Param(_) => true,
        Ty::Ref { inner, .. } => may_be_primitive(inner),
        Ty::Path { args, .. } => args
            .iter()
            .any(|arg| matches!(arg, Arg::Type(ty) if may_be_primitive(ty))),
        _ => false,
    }
}

/// Items about whose failing nothing is said take over what is said of those that their docs send to, and of their twins.
pub(crate) fn follow(api: &mut Api, foreign: &Foreign) {
    for item in &mut api.items {
        let (_, name) = owner_and_name(item);
        if let CallForm::TraitMethod { trait_, .. } = &item.form {
            item.told.docs.extend(std_docs_of_trait(&trait_.path, &name));
        }
        let panics = |said: &DocSentence| said.kind == DocKind::Panics;
        if !item.told.docs.iter().any(panics) && calls_the_same(&item.docs, &name) {
            item.told.docs.extend(std_docs(&name));
        }
    }
    // What docs send to may send further.
    for _ in 0..2 {
        follow_once(api, foreign);
    }
    take_over_what_comes_before(api);
}

/// "Before calling `compress` you need to set the source" stands in the docs of whatever sets it.
fn take_over_what_comes_before(api: &mut Api) {
    let mut before: BTreeMap<(String, String), Vec<DocSentence>> = BTreeMap::new();
    for item in &api.items {
        let own = owner_and_name(item);
        for (path, text) in done_before(&item.docs) {
            let called = match path.rsplit_once("::") {
                Some((of, called)) if of != "Self" => (last(of).to_owned(), called.to_owned()),
                _ => (own.0.clone(), last(&path).to_owned()),
            };
            if called != own {
                before.entry(called).or_default().push(DocSentence {
                    kind: DocKind::Fails,
                    text,
                    place: format!("docs of `{}`", item.path),
                });
            }
        }
    }
    for item in &mut api.items {
        let said = before.get(&owner_and_name(item)).into_iter().flatten();
        item.told.docs.extend(said.cloned());
    }
}

fn follow_once(api: &mut Api, foreign: &Foreign) {
    let mut said: BTreeMap<(String, String), Vec<DocSentence>> = BTreeMap::new();
    for item in &api.items {
        said.entry(owner_and_name(item))
            .or_default()
            .extend(item.told.docs.clone());
    }
    let owners: BTreeSet<String> = said.keys().map(|(owner, _)| owner.clone()).collect();
    let is_owner = |name: &str| owners.contains(name);
    // Who says what an argument has to be may leave it to others to say what becomes of those that are not.
    let is_beside_it = |kind: DocKind| {
        matches!(
            kind,
            DocKind::Warns
                | DocKind::Assumes
                | DocKind::Requires
                | DocKind::PanicsSomewhere
                | DocKind::PanicsAnywhere
        )
    };
    let is_about_failing = |told: &[DocSentence]| told.iter().any(|said| !is_beside_it(said.kind));
    for item in api
        .items
        .iter_mut()
        .filter(|item| !is_about_failing(&item.told.docs))
    {
        let (owner, name) = owner_and_name(item);
        let requires = item.told.docs.iter().any(|said| said.kind == DocKind::Requires);
        let sent = references(&item.docs).into_iter();
        let mut others: Vec<(String, String)> = sent
            .chain(item.told.sent_by_trait.iter().cloned())
            .map(|path| match path.rsplit_once("::") {
                Some((of, name)) if is_owner(last(of)) => (last(of).to_owned(), name.to_owned()),
                Some((of, name)) => (not_by_alias(&api.aliases, last(of)), name.to_owned()),
                None => (owner.clone(), path),
            })
            .collect();
        let twin = name.strip_suffix("_mut").or(name.strip_suffix("_assign"));
        others.extend(twin.map(|twin| (owner.clone(), twin.to_owned())));
        for other in others
            .into_iter()
            .filter(|other| *other != (owner.clone(), name.clone()))
        {
            match said.get(&other) {
                // Who requires something of its arguments does not promise what another does that requires nothing.
                Some(told) => item.told.docs.extend(
                    told.iter()
                        .filter(|said| !requires || said.kind != DocKind::NeverPanics)
                        .cloned(),
                ),
                None if foreign.types.keys().any(|path| last(path) == other.0) => {}
                None => item
                    .told
                    .docs
                    .extend(std_docs(&other.1).filter(|_| other.0 != owner)),
            }
        }
    }
}

/// The name of the type that is called like this.
fn not_by_alias(aliases: &BTreeMap<String, TypeAlias>, name: &str) -> String {
    let alias = aliases.iter().find(|(path, _)| last(path) == name);
    let of_alias = alias.and_then(|(_, alias)| head_of(&alias.ty));
    last(of_alias.as_deref().unwrap_or(name)).to_owned()
}

/// The last segment of what it belongs to, and its name.
fn owner_and_name(item: &ApiItem) -> (String, String) {
    let name = last(item.form.name()).to_owned();
    let owner = match &item.form {
        CallForm::Inherent { self_type, .. } | CallForm::TraitMethod { self_type, .. } => head_of(self_type),
        _ => item.path.rsplit_once("::").map(|(module, _)| module.to_owned()),
    };
    (owner.map_or(String::new(), |owner| last(&owner).to_owned()), name)
}

fn last(path: &str) -> &str {
    path.rsplit("::").next().unwrap_or(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_about_primitives_tell_nothing_of_other_types() {
        let said = |text: &str| DocSentence {
            kind: DocKind::Panics,
            text: text.to_owned(),
            place: "docs of `num_traits::Num::from_str_radix`".to_owned(),
        };
        let path = |path: &str, args: Vec<Arg>| Ty::Path {
            path: path.to_owned(),
            args,
        };
        let of_integers =
            said("For primitive integers, it panics if the radix is not in the range from 2 to 36.");
        let number = Ty::Prim("i32".to_owned());
        assert!(tells_of(&of_integers, &number));
        let wrapping = path("std::num::Wrapping", vec![Arg::Type(Ty::Param("T".to_owned()))]);
        assert!(tells_of(&of_integers, &wrapping));
        let big = path("num_bigint::BigUint", Vec::new());
        assert!(!tells_of(&of_integers, &big));
        assert!(tells_of(&said("For `a > b`, this panics."), &big));
    }
}
