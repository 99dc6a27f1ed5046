//! Importable paths: a walk over public modules and re-exports, breadth first, so that each item gets the shortest
//! path a user can write. Cycles of re-exports end because each module is entered once per path depth.

use super::names::ident;
use rustdoc_types_57 as rustdoc;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// Public paths by item id, in order of discovery.
#[derive(Debug, Default)]
pub(crate) struct PublicPaths {
    paths: BTreeMap<u32, String>,
    /// Ids in order of discovery: modules' contents in source order.
    pub(crate) order: Vec<u32>,
}

impl PublicPaths {
    /// The shortest public path.
    pub(crate) fn get(&self, id: rustdoc::Id) -> Option<&str> {
        self.paths.get(&id.0).map(String::as_str)
    }

    /// Where each type and trait with a public path is defined, and that path. `own`: those that the crate defines;
    /// else those that it re-exports.
    pub(crate) fn definitions(&self, krate: &rustdoc::Crate, own: bool) -> Vec<(String, String)> {
        let mut found = Vec::new();
        for (id, public) in &self.paths {
            if let Some(summary) = krate.paths.get(&rustdoc::Id(*id))
                && (summary.crate_id == 0) == own
            {
                found.push((summary.path.join("::"), public.clone()));
            }
        }
        found
    }

    /// Lets `names` (definition → path) decide how things are called, also what has no path here.
    pub(crate) fn rename(&mut self, krate: &rustdoc::Crate, names: &BTreeMap<String, String>) {
        if names.is_empty() {
            return;
        }
        for (id, summary) in &krate.paths {
            if let Some(name) = names.get(&summary.path.join("::"))
                && (summary.crate_id != 0 || self.paths.contains_key(&id.0))
            {
                self.paths.insert(id.0, name.clone());
            }
        }
    }
}

/// Walks the crate from its root.
pub(crate) fn public_paths(krate: &rustdoc::Crate, lib_name: &str) -> PublicPaths {
    let mut found = PublicPaths::default();
    let mut queue: VecDeque<(rustdoc::Id, String)> = VecDeque::from([(krate.root, lib_name.to_owned())]);
    let mut entered: BTreeSet<u32> = BTreeSet::from([krate.root.0]);
    while let Some((module_id, prefix)) = queue.pop_front() {
        let Some(item) = krate.index.get(&module_id) else {
            continue;
        };
        let rustdoc::ItemEnum::Module(module) = &item.inner else {
            continue;
        };
        walk_module(
            krate,
            module,
            &prefix,
            &mut found,
            &mut queue,
            &mut entered,
            &mut BTreeSet::new(),
        );
    }
    found
}

fn walk_module(
    krate: &rustdoc::Crate,
    module: &rustdoc::Module,
    prefix: &str,
    found: &mut PublicPaths,
    queue: &mut VecDeque<(rustdoc::Id, String)>,
    entered: &mut BTreeSet<u32>,
    globs: &mut BTreeSet<u32>,
) {
    for child_id in &module.items {
        let Some(child) = krate.index.get(child_id) else {
            continue;
        };
        if !matches!(child.visibility, rustdoc::Visibility::Public) || is_hidden(child) {
            continue;
        }
        match &child.inner {
            rustdoc::ItemEnum::Use(import) => {
                let Some(target_id) = import.id else { continue };
                let Some(target) = krate.index.get(&target_id) else {
                    note_foreign(
                        krate,
                        target_id,
                        &format!("{prefix}::{}", ident(&import.name)),
                        found,
                    );
                    continue;
                };
                if import.is_glob {
                    match &target.inner {
                        rustdoc::ItemEnum::Module(inner) if globs.insert(target_id.0) => {
                            walk_module(krate, inner, prefix, found, queue, entered, globs);
                        }
                        rustdoc::ItemEnum::Enum(inner) => {
                            for variant in &inner.variants {
                                note_name(krate, *variant, prefix, found);
                            }
                        }
                        _ => {}
                    }
                } else {
                    note(
                        target_id,
                        target,
                        &format!("{prefix}::{}", ident(&import.name)),
                        found,
                        queue,
                        entered,
                    );
                }
            }
            _ => {
                let Some(name) = &child.name else { continue };
                note(
                    *child_id,
                    child,
                    &format!("{prefix}::{}", ident(name)),
                    found,
                    queue,
                    entered,
                );
            }
        }
    }
}

/// A type or trait of a dependency that the crate re-exports: users reach it through the crate. What comes from std
/// keeps its own path, under which support rules know it.
fn note_foreign(krate: &rustdoc::Crate, id: rustdoc::Id, path: &str, found: &mut PublicPaths) {
    let foreign = krate.paths.get(&id).and_then(|summary| summary.path.first());
    if foreign.is_some_and(|first| !super::std_paths::is_std(first)) {
        found.paths.entry(id.0).or_insert_with(|| path.to_owned());
    }
}

fn note_name(krate: &rustdoc::Crate, id: rustdoc::Id, prefix: &str, found: &mut PublicPaths) {
    if let Some(name) = krate.index.get(&id).and_then(|i| i.name.as_ref())
        && !found.paths.contains_key(&id.0)
    {
        found.paths.insert(id.0, format!("{prefix}::{}", ident(name)));
    }
}

fn note(
    id: rustdoc::Id,
    item: &rustdoc::Item,
    path: &str,
    found: &mut PublicPaths,
    queue: &mut VecDeque<(rustdoc::Id, String)>,
    entered: &mut BTreeSet<u32>,
) {
    match &item.inner {
        rustdoc::ItemEnum::Module(_) => {
            if entered.insert(id.0) {
                queue.push_back((id, path.to_owned()));
            }
        }
        rustdoc::ItemEnum::Use(_) => {}
        _ => {
            if let std::collections::btree_map::Entry::Vacant(place) = found.paths.entry(id.0) {
                place.insert(path.to_owned());
                found.order.push(id.0);
            }
        }
    }
}

/// `#[doc(hidden)]`: not part of what the crate promises.
pub(crate) fn is_hidden(item: &rustdoc::Item) -> bool {
    item.attrs.iter().any(|a| matches!(a, rustdoc::Attribute::Other(text) if text.contains("doc(hidden)") || text.contains("#[doc(hidden")))
}
