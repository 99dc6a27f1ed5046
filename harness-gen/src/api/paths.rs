//! Importable paths: a walk over public modules and re-exports, breadth first, so that each item gets the shortest
//! path a user can write. Cycles of re-exports end because each module is entered once per path depth.

use super::names::ident;
use crate::rustdoc_json::{hides, is_shown_anyway};
use rustdoc_types_57 as rustdoc;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// Public paths by item id, in order of discovery.
#[derive(Debug, Default)]
pub(crate) struct PublicPaths {
    paths: BTreeMap<u32, String>,
    /// Ids in order of discovery: modules' contents in source order.
    pub(crate) order: Vec<u32>,
    /// Ids of types whose path is that of an alias.
    aliased: BTreeSet<u32>,
}

impl PublicPaths {
    /// The shortest public path.
    pub(crate) fn get(&self, id: rustdoc::Id) -> Option<&str> {
        self.paths.get(&id.0).map(String::as_str)
    }

    /// True for a type that only an alias leads to: what it declares beside itself, its path does not name.
    pub(crate) fn is_aliased(&self, id: rustdoc::Id) -> bool {
        self.aliased.contains(&id.0)
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

/// Walks the crate from its root: what documentation shows has the paths that it shows.
pub(crate) fn public_paths(krate: &rustdoc::Crate, lib_name: &str) -> PublicPaths {
    let mut found = PublicPaths::default();
    walk_crate(krate, lib_name, &mut found, &|item| !is_left_out_of_docs(item));
    if krate.index.values().any(is_shown_anyway) {
        walk_crate(krate, lib_name, &mut found, &|item| !is_hidden(item));
    }
    note_aliased(krate, &mut found);
    found
}

/// Notes the paths of all items of which `shows` is true, and to which only such lead, unless they have one.
fn walk_crate(
    krate: &rustdoc::Crate,
    lib_name: &str,
    found: &mut PublicPaths,
    shows: &dyn Fn(&rustdoc::Item) -> bool,
) {
    let mut queue: VecDeque<(rustdoc::Id, String)> = VecDeque::from([(krate.root, lib_name.to_owned())]);
    let mut entered: BTreeSet<u32> = BTreeSet::from([krate.root.0]);
    let mut known = BTreeMap::new();
    while let Some((module_id, prefix)) = queue.pop_front() {
        let Some(item) = krate.index.get(&module_id) else {
            continue;
        };
        let rustdoc::ItemEnum::Module(module) = &item.inner else {
            continue;
        };
        let names = names_of(krate, item.id, module, &mut known);
        let place = Place {
            krate,
            prefix: &prefix,
            names: &names,
            shows,
        };
        place.walk(module, found, &mut queue, &mut entered, &mut BTreeSet::new());
    }
}

/// A type without a path of its own has that of an alias with the same parameters: users know it by no other name.
fn note_aliased(krate: &rustdoc::Crate, found: &mut PublicPaths) {
    for id in found.order.clone() {
        let Some(rustdoc::ItemEnum::TypeAlias(alias)) =
            krate.index.get(&rustdoc::Id(id)).map(|item| &item.inner)
        else {
            continue;
        };
        let rustdoc::Type::ResolvedPath(target) = &alias.type_ else {
            continue;
        };
        let Some(item) = (krate.index.get(&target.id)).filter(|item| item.crate_id == 0 && !is_hidden(item))
        else {
            continue;
        };
        let generics = match &item.inner {
            rustdoc::ItemEnum::Struct(def) => &def.generics,
            rustdoc::ItemEnum::Enum(def) => &def.generics,
            rustdoc::ItemEnum::Union(def) => &def.generics,
            _ => continue,
        };
        let has_all =
            generics.params.len() == alias.generics.params.len() && passes_on(&alias.generics, target);
        if has_all && !found.paths.contains_key(&target.id.0) {
            let path = found.paths[&id].clone();
            found.paths.insert(target.id.0, path);
            found.order.push(target.id.0);
            found.aliased.insert(target.id.0);
        }
    }
}

/// True if the arguments are the parameters in the same order.
fn passes_on(generics: &rustdoc::Generics, to: &rustdoc::Path) -> bool {
    let args = match to.args.as_deref() {
        None => &[][..],
        Some(rustdoc::GenericArgs::AngleBracketed { args, .. }) => args,
        Some(_) => return false,
    };
    let names = args.iter().map(|arg| match arg {
        rustdoc::GenericArg::Lifetime(name) => Some(name.as_str()),
        rustdoc::GenericArg::Type(rustdoc::Type::Generic(name)) => Some(name.as_str()),
        rustdoc::GenericArg::Const(value) => Some(value.expr.as_str()),
        _ => None,
    });
    names.eq(generics.params.iter().map(|param| Some(param.name.as_str())))
}

/// A module whose contents get paths: what it holds, and what other modules lend to it.
struct Place<'a> {
    krate: &'a rustdoc::Crate,
    prefix: &'a str,
    names: &'a Names,
    shows: &'a dyn Fn(&rustdoc::Item) -> bool,
}

impl Place<'_> {
    fn path(&self, name: &str) -> String {
        format!("{}::{}", self.prefix, ident(name))
    }

    /// True if whoever writes this name here gets that item.
    fn means(&self, name: &str, id: rustdoc::Id) -> bool {
        let mut spaces = namespaces(self.krate, id).into_iter();
        spaces.any(|space| {
            let ids = self.names.get(&(space, name.to_owned()));
            ids.is_some_and(|ids| ids.contains(&id.0))
        })
    }

    fn walk(
        &self,
        module: &rustdoc::Module,
        found: &mut PublicPaths,
        queue: &mut VecDeque<(rustdoc::Id, String)>,
        entered: &mut BTreeSet<u32>,
        globs: &mut BTreeSet<u32>,
    ) {
        let children = module.items.iter().filter_map(|id| self.krate.index.get(id));
        for child in children.filter(|child| is_public(child) && (self.shows)(child)) {
            let rustdoc::ItemEnum::Use(import) = &child.inner else {
                let name = child.name.as_deref();
                if let Some(name) = name.filter(|name| self.means(name, child.id)) {
                    note(child, self.path(name), found, queue, entered);
                }
                continue;
            };
            let Some(target_id) = import.id else { continue };
            match (self.krate.index.get(&target_id), import.is_glob) {
                (None, _) => note_foreign(self.krate, target_id, &self.path(&import.name), found),
                (Some(target), false) if self.means(&import.name, target_id) => {
                    note(target, self.path(&import.name), found, queue, entered);
                }
                (Some(_), false) => {}
                (Some(target), true) => match &target.inner {
                    rustdoc::ItemEnum::Module(inner) if globs.insert(target_id.0) => {
                        self.walk(inner, found, queue, entered, globs);
                    }
                    rustdoc::ItemEnum::Enum(inner) => self.note_variants(inner, found),
                    _ => {}
                },
            }
        }
    }

    fn note_variants(&self, inner: &rustdoc::Enum, found: &mut PublicPaths) {
        for id in &inner.variants {
            let name = self.krate.index.get(id).and_then(|item| item.name.as_deref());
            if let Some(name) = name.filter(|name| self.means(name, *id)) {
                found.paths.entry(id.0).or_insert_with(|| self.path(name));
            }
        }
    }
}

/// Types and modules, values, and macros have names of their own each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Namespace {
    Types,
    Values,
    Macros,
}

/// What the names of a module mean outside of it, items by id: nothing where that is private or ambiguous.
type Names = BTreeMap<(Namespace, String), BTreeSet<u32>>;

/// The names of a module: those that it declares come before those that others lend to it by a glob, and of these two
/// different ones of a name are ambiguous. Those of a module that is still being looked at are left out: what two modules lend
/// to each other has a path in the first of them.
fn names_of(
    krate: &rustdoc::Crate,
    module_id: rustdoc::Id,
    module: &rustdoc::Module,
    known: &mut BTreeMap<u32, Names>,
) -> Names {
    if let Some(names) = known.get(&module_id.0) {
        return names.clone();
    }
    known.insert(module_id.0, Names::new());
    let (mut declared, mut lent) = (Names::new(), Names::new());
    let mut lend = |key, ids: BTreeSet<u32>| {
        let before = lent.entry(key).or_insert_with(|| ids.clone());
        if *before != ids {
            before.clear();
        }
    };
    for child in module.items.iter().filter_map(|id| krate.index.get(id)) {
        let (name, id) = match &child.inner {
            rustdoc::ItemEnum::Use(import) => match (import.id, import.is_glob) {
                (None, _) => continue,
                (Some(id), false) => (Some(import.name.as_str()), id),
                (Some(id), true) => {
                    let target = krate.index.get(&id).map(|target| &target.inner);
                    match target.filter(|_| is_public(child)) {
                        Some(rustdoc::ItemEnum::Module(inner)) => {
                            for (key, ids) in names_of(krate, id, inner, known) {
                                lend(key, ids);
                            }
                        }
                        Some(rustdoc::ItemEnum::Enum(inner)) => {
                            for id in &inner.variants {
                                let name = krate.index.get(id).and_then(|item| item.name.as_ref());
                                for space in namespaces(krate, *id) {
                                    let key = (space, name.cloned().unwrap_or_default());
                                    lend(key, BTreeSet::from([id.0]));
                                }
                            }
                        }
                        _ => {}
                    }
                    continue;
                }
            },
            _ => (child.name.as_deref(), child.id),
        };
        for space in namespaces(krate, id) {
            let ids = declared
                .entry((space, name.unwrap_or_default().to_owned()))
                .or_default();
            if is_public(child) {
                ids.insert(id.0);
            }
        }
    }
    for (key, ids) in lent {
        declared.entry(key).or_insert(ids);
    }
    known.insert(module_id.0, declared.clone());
    declared
}

/// The namespaces that an item has its name in.
fn namespaces(krate: &rustdoc::Crate, id: rustdoc::Id) -> Vec<Namespace> {
    use rustdoc::ItemKind as Kind;
    let item = krate.index.get(&id);
    let kind = match item {
        Some(item) => Some(item.inner.item_kind()),
        None => krate.paths.get(&id).map(|summary| summary.kind),
    };
    match kind {
        Some(Kind::Function | Kind::Constant | Kind::Static) => vec![Namespace::Values],
        Some(Kind::Struct | Kind::Variant) => vec![Namespace::Types, Namespace::Values],
        Some(Kind::Macro | Kind::ProcAttribute | Kind::ProcDerive) => vec![Namespace::Macros],
        _ => vec![Namespace::Types],
    }
}

fn is_public(item: &rustdoc::Item) -> bool {
    matches!(item.visibility, rustdoc::Visibility::Public)
}

/// A type or trait of a dependency that the crate re-exports: users reach it through the crate. What comes from std
/// keeps its own path, under which support rules know it.
fn note_foreign(krate: &rustdoc::Crate, id: rustdoc::Id, path: &str, found: &mut PublicPaths) {
    let foreign = krate.paths.get(&id).and_then(|summary| summary.path.first());
    if foreign.is_some_and(|first| !super::std_paths::is_std(first)) {
        found.paths.entry(id.0).or_insert_with(|| path.to_owned());
    }
}

fn note(
    item: &rustdoc::Item,
    path: String,
    found: &mut PublicPaths,
    queue: &mut VecDeque<(rustdoc::Id, String)>,
    entered: &mut BTreeSet<u32>,
) {
    let id = item.id;
    match &item.inner {
        rustdoc::ItemEnum::Module(_) => {
            if entered.insert(id.0) {
                queue.push_back((id, path));
            }
        }
        rustdoc::ItemEnum::Use(_) => {}
        _ => {
            if let std::collections::btree_map::Entry::Vacant(place) = found.paths.entry(id.0) {
                place.insert(path);
                found.order.push(id.0);
            }
        }
    }
}

/// `#[doc(hidden)]`: not part of what the crate promises.
pub(crate) fn is_hidden(item: &rustdoc::Item) -> bool {
    item.attrs.iter().any(hides)
}

/// Documentation hides it, whether it is to be seen nevertheless or not.
pub(crate) fn is_left_out_of_docs(item: &rustdoc::Item) -> bool {
    is_hidden(item) || is_shown_anyway(item)
}
