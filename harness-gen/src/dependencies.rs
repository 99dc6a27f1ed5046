//! What the API's signatures take from other crates: the rustdoc JSON of those dependencies is read like the explored
//! crate's own, and joins its API as types, traits, impls and functions that build values. A dependency that cannot be
//! read costs what would have been known about it, never the run. The support file is read in the same way.

mod unmet;

use crate::api::ItemKind;
use crate::api::foreign::Foreign;
use crate::api::paths::public_paths;
use crate::api::ty::{Arg, Ty};
use crate::api::{Api, ApiItem, Barrier, CallForm, Generics, ImplDef, ParamKind, for_paths, read57};
use crate::cargo::{DependencyCrate, ExtraDependency, ResolvedTarget, Workbench};
use crate::codes::Code;
use crate::rustdoc_json::{self, Document};
use crate::support_file::{SUPPORT_CRATE, is_of_support_file};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// How far types are followed from crate to crate: an alias of one may be made of types of the next.
const FURTHER: usize = 3;

/// A dependency that was read.
struct Loaded {
    lib_name: String,
    document: Document,
}

/// What was read.
pub(crate) struct ReadApi {
    /// The explored crate's API together with what it takes from its dependencies.
    pub(crate) api: Api,
    /// The dependencies that the harness has to name.
    pub(crate) extra: Vec<ExtraDependency>,
    /// The crates of traits that parameters have to implement and nothing in sight does.
    unmet: BTreeSet<String>,
    /// The traits of the explored crate of which that is true, and which placeholder types cannot have.
    pub(crate) unmet_own: BTreeSet<String>,
}

impl ReadApi {
    /// Of a crate that takes nothing from others.
    fn of_itself(api: Api) -> ReadApi {
        ReadApi {
            unmet_own: unmet::unmet(unmet::wanted_of_own(&api), &api),
            api,
            extra: Vec::new(),
            unmet: BTreeSet::new(),
        }
    }

    /// The packages on which whatever implements the unmet traits is built.
    pub(crate) fn wanting(&self) -> Vec<DependencyCrate> {
        let is_unmet = |extra: &&ExtraDependency| self.unmet.contains(&extra.extern_name);
        let extra = self.extra.iter().filter(is_unmet);
        extra.map(|extra| extra.package.clone()).collect()
    }
}

/// Reads the explored crate's API together with what it takes from its dependencies.
pub(crate) fn read_api(
    workbench: &Workbench,
    resolved: &ResolvedTarget,
    document: &Document,
    support: Option<Document>,
    say: &mut dyn FnMut(&str),
) -> ReadApi {
    let root = &resolved.crate_root;
    let alone = read57::read(&document.krate, &resolved.lib_name, root, &Foreign::default());
    let mut mentioned = alone.crates_mentioned();
    mentioned.extend(resolved.for_tests.iter().cloned());
    // What an alias stands for is how its type is meant to be used.
    let aliases = alone.aliases.values();
    aliases.for_each(|alias| crates_of(&alias.ty, &mut mentioned));
    // What the crate re-exports goes by the crate's own path in its signatures.
    let re_exports = public_paths(&document.krate, &resolved.lib_name).definitions(&document.krate, false);
    mentioned.extend(
        re_exports
            .iter()
            .filter_map(|(definition, _)| Some(definition.split_once("::")?.0.to_owned())),
    );
    let support = support.map(|document| Loaded {
        lib_name: SUPPORT_CRATE.to_owned(),
        document,
    });
    if let Some(support) = &support {
        mentioned.extend(support.read(&Foreign::default()).crates_mentioned());
    }
    let mut known = named(resolved, &mentioned);
    if known.is_empty() && support.is_none() {
        return ReadApi::of_itself(alone);
    }
    let loaded = load_with_further(workbench, resolved, &alone, &mut known, say);

    let mut foreign = Foreign {
        names: names(document, &resolved.lib_name, &loaded),
        ..Foreign::default()
    };
    let mut apis = Vec::new();
    for dependency in &loaded {
        let api = dependency.read(&foreign);
        foreign.types.extend(api.types.clone());
        foreign.aliases.extend(api.aliases.clone());
        foreign.told_of_traits.extend(api.told_of_traits.clone());
        apis.push(api);
    }
    let mut api = read57::read(&document.krate, &resolved.lib_name, root, &foreign);
    let (wanted, wanted_own) = (unmet::wanted(&api), unmet::wanted_of_own(&api));
    api.dependencies = known.keys().cloned().collect();
    let mut nameable = api.dependencies.clone();
    nameable.extend([resolved.lib_name.clone(), "std".to_owned()]);
    for other in apis {
        join(&mut api, other, &nameable);
    }
    if let Some(support) = support {
        let of_crate = public_paths(&document.krate, &resolved.lib_name).definitions(&document.krate, true);
        foreign.names.extend(of_crate);
        foreign.types.extend(api.types.clone());
        foreign.aliases.extend(api.aliases.clone());
        foreign.told_of_traits.extend(api.told_of_traits.clone());
        join_support(&mut api, support.read(&foreign), nameable);
    }
    let extra = known
        .into_iter()
        .map(|(extern_name, package)| ExtraDependency { extern_name, package })
        .collect();
    // What the explored crate re-exports goes by its own path.
    let definition_of = |path: &String| {
        let known = re_exports.iter().find(|(_, public)| public == path);
        known.map_or(path.clone(), |(definition, _)| definition.clone())
    };
    let unmet = unmet::unmet(wanted, &api).into_iter();
    ReadApi {
        unmet_own: unmet::unmet(wanted_own, &api),
        unmet: (unmet.filter_map(|path| Some(definition_of(&path).split_once("::")?.0.to_owned()))).collect(),
        api,
        extra,
    }
}

/// Those of the resolved packages whose library has one of the names. The explored crate's direct dependency wins where
/// two packages have the same library name.
fn named(resolved: &ResolvedTarget, names: &BTreeSet<String>) -> BTreeMap<String, DependencyCrate> {
    let mut found: BTreeMap<String, DependencyCrate> = BTreeMap::new();
    for package in &resolved.dependencies {
        let name = &package.lib_name;
        if *name != resolved.lib_name && names.contains(name) && (package.direct || !found.contains_key(name))
        {
            found.insert(name.clone(), package.clone());
        }
    }
    found
}

/// Loads the packages and what they have their types from, which joins them. What others use comes before them.
fn load_with_further(
    workbench: &Workbench,
    resolved: &ResolvedTarget,
    alone: &Api,
    known: &mut BTreeMap<String, DependencyCrate>,
    say: &mut dyn FnMut(&str),
) -> Vec<Loaded> {
    let mut loaded = load(workbench, known.values(), say);
    let mut apis: Vec<Api> = Vec::new();
    for round in 0..FURTHER {
        let new = loaded.iter().skip(apis.len());
        apis.extend(new.map(|dependency| dependency.read(&Foreign::default())));
        let mut one_further = crates_of_aliases(alone, &loaded, &apis, &resolved.for_tests);
        if round == 0 {
            let types = apis.iter().flat_map(|api| api.types.values());
            types.for_each(|def| default_crates(&def.generics, &mut one_further));
        }
        let further: BTreeMap<String, DependencyCrate> = named(resolved, &one_further)
            .into_iter()
            .filter(|(name, _)| !known.contains_key(name))
            .collect();
        if further.is_empty() {
            break;
        }
        loaded.extend(load(workbench, further.values(), say));
        known.extend(further);
    }
    // Whoever uses another one is linked with all that this is linked with, and with it besides: aliases are known before they are used.
    loaded.sort_by_key(|dependency| dependency.document.krate.external_crates.len());
    loaded
}

fn load<'a>(
    workbench: &Workbench,
    packages: impl Iterator<Item = &'a DependencyCrate>,
    say: &mut dyn FnMut(&str),
) -> Vec<Loaded> {
    packages
        .filter_map(|package| {
            let json = workbench.dependency_json(package, say).ok()?;
            let document = rustdoc_json::read(&json).ok()?;
            let lib_name = package.lib_name.clone();
            Some(Loaded { lib_name, document })
        })
        .collect()
}

impl Loaded {
    fn read(&self, foreign: &Foreign) -> Api {
        // Nobody is shown where a dependency's items stand.
        read57::read(&self.document.krate, &self.lib_name, Path::new(""), foreign)
    }
}

/// One path per definition: the explored crate's re-export, else the path in the crate that defines it.
fn names(explored: &Document, lib_name: &str, loaded: &[Loaded]) -> BTreeMap<String, String> {
    let re_exports = public_paths(&explored.krate, lib_name).definitions(&explored.krate, false);
    let mut found: BTreeMap<String, String> = re_exports.into_iter().collect();
    for dependency in loaded {
        let krate = &dependency.document.krate;
        for (definition, path) in public_paths(krate, &dependency.lib_name).definitions(krate, true) {
            found.entry(definition).or_insert(path);
        }
    }
    found
}

/// Crates of what aliases stand for that the crate names, or what is for tests. `for_tests`: those of which all that they mention
/// counts, since what their types are made of stands in no signature of the crate.
fn crates_of_aliases(
    alone: &Api,
    loaded: &[Loaded],
    apis: &[Api],
    for_tests: &BTreeSet<String>,
) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let of_tests =
        (loaded.iter().zip(apis)).filter(|(dependency, _)| for_tests.contains(&dependency.lib_name));
    let mut paths = alone.paths_mentioned();
    for (_, api) in of_tests {
        paths.extend(api.paths_mentioned());
        found.extend(api.crates_mentioned());
    }
    for api in apis {
        let mentioned = api.aliases.iter().filter(|(path, _)| paths.contains(*path));
        mentioned.for_each(|(_, alias)| crates_of(&alias.ty, &mut found));
    }
    found
}

fn default_crates(generics: &Generics, found: &mut BTreeSet<String>) {
    for param in &generics.params {
        if let ParamKind::Type {
            default: Some(ty), ..
        } = &param.kind
        {
            crates_of(ty, found);
        }
    }
}

fn crates_of(ty: &Ty, found: &mut BTreeSet<String>) {
    for_paths(ty, &mut |path| {
        found.extend(path.split_once("::").map(|(first, _)| first.to_owned()));
    });
}

/// Adds what a dependency offers, as far as arms can write it.
fn join(api: &mut Api, other: Api, nameable: &BTreeSet<String>) {
    for (path, def) in other.types {
        api.types.entry(path).or_insert(def);
    }
    for (path, alias) in other.aliases {
        if is_writable(&alias.ty, nameable) {
            api.aliases.entry(path).or_insert(alias);
        }
    }
    for (path, mut def) in other.traits {
        // Blanket impls of the dependency would clash with most impls for placeholder types.
        def.required = None;
        api.traits.entry(path).or_insert(def);
    }
    api.impls
        .extend(other.impls.into_iter().filter(|i| is_impl_writable(i, nameable)));
    api.support_items.extend(
        other
            .items
            .into_iter()
            .filter(|item| may_build(item) && is_item_writable(item, nameable)),
    );
}

/// Adds what the support file offers: its functions and constants as they are, its types as those of a dependency.
fn join_support(api: &mut Api, mut support: Api, mut nameable: BTreeSet<String>) {
    api.dependencies.insert(SUPPORT_CRATE.to_owned());
    nameable.insert(SUPPORT_CRATE.to_owned());
    let is_given = |item: &ApiItem| {
        matches!(
            item.form,
            CallForm::Function { .. } | CallForm::Value { self_type: None, .. }
        )
    };
    let (mut given, others): (Vec<ApiItem>, Vec<ApiItem>) = support.items.into_iter().partition(is_given);
    for item in &mut given {
        let is_unwritable = !is_item_writable(item, &nameable);
        item.barrier = item.barrier.take().or_else(|| of_given(item, is_unwritable));
    }
    support.items = others;
    api.given_items = given;
    join(api, support, &nameable);
}

/// True if the support file offers anything.
pub(crate) fn has_support(api: &Api) -> bool {
    let is_of_file = |path: &String| is_of_support_file(path);
    !api.given_items.is_empty() || api.types.keys().any(is_of_file)
}

/// Why nothing can be made of a function of the support file.
fn of_given(item: &ApiItem, is_unwritable: bool) -> Option<Barrier> {
    let (code, reason) = match &item.output {
        _ if is_unwritable => (
            Code::NotNameable,
            "its signature has a type that cannot be named from outside",
        ),
        Ty::Impl(_) => (Code::Type, "the type that it returns has no name"),
        output if *output == Ty::unit() || *output == Ty::prim("!") => {
            (Code::Type, "it returns nothing that could be an argument")
        }
        _ => return None,
    };
    Some(Barrier {
        code,
        reason: reason.to_owned(),
    })
}

/// Calls that make something new: no copies, no unit, nothing that starts from `&mut self`.
fn may_build(item: &ApiItem) -> bool {
    let is_copy = matches!(&item.form, CallForm::TraitMethod { trait_, .. }
        if matches!(trait_.path.as_str(), "std::clone::Clone" | "std::borrow::ToOwned"));
    item.barrier.is_none()
        && !is_copy
        && !matches!(item.form, CallForm::Format { .. })
        && (item.kind == ItemKind::Constructor || !matches!(item.output, Ty::Prim(_) | Ty::Tuple(_)))
}

fn is_item_writable(item: &ApiItem, nameable: &BTreeSet<String>) -> bool {
    let of_form = match &item.form {
        CallForm::TraitMethod {
            self_type, trait_, ..
        } => {
            is_path_nameable(&trait_.path, nameable)
                && is_writable(self_type, nameable)
                && are_args_writable(&trait_.args, nameable)
        }
        CallForm::Inherent { self_type, .. } => is_writable(self_type, nameable),
        _ => true,
    };
    of_form
        && item
            .inputs
            .iter()
            .chain([&item.output])
            .all(|ty| is_writable(ty, nameable))
}

fn is_impl_writable(def: &ImplDef, nameable: &BTreeSet<String>) -> bool {
    is_writable(&def.self_type, nameable)
        && def
            .trait_
            .iter()
            .all(|t| is_path_nameable(&t.path, nameable) && are_args_writable(&t.args, nameable))
}

fn are_args_writable(args: &[Arg], nameable: &BTreeSet<String>) -> bool {
    args.iter().all(|arg| match arg {
        Arg::Type(ty) => is_writable(ty, nameable),
        Arg::Const(_) => true,
    })
}

fn is_writable(ty: &Ty, nameable: &BTreeSet<String>) -> bool {
    let mut known = true;
    for_paths(ty, &mut |path| known = known && is_path_nameable(path, nameable));
    known && !ty.any(&|t| matches!(t, Ty::Unwritable(_)))
}

fn is_path_nameable(path: &str, nameable: &BTreeSet<String>) -> bool {
    let first = path.split_once("::").map_or(path, |(first, _)| first);
    first == "crate" || nameable.contains(first)
}
