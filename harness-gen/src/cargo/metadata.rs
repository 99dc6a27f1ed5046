//! What cargo says about the explored package once it is resolved: its library target, its directory, the packages
//! it is built from.

use super::lock_file::LockFile;
use super::process::{CargoCall, Network};
use super::refusal;
use crate::error::Error;
use crate::request::Request;
use crate::support_file::SUPPORT_PACKAGE;
use cargo_metadata::{DependencyKind, Metadata, Node, Package, PackageId, Target, TargetKind};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// The explored package as cargo resolved it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResolvedTarget {
    /// cargo's name for exactly this package; `-p` accepts it.
    pub package_id: String,
    /// Package name.
    pub name: String,
    /// Package version.
    pub version: String,
    /// Name of the library as Rust code writes it.
    pub lib_name: String,
    /// Directory of the package's manifest.
    pub crate_root: PathBuf,
    /// Edition, e.g. `2021`.
    pub edition: String,
    /// Features that are on, those switched on by others included.
    pub features: Vec<String>,
    /// The libraries whose types can appear in the API: normal dependencies, direct and indirect, sorted by name and
    /// version. Procedural macros and dependencies of build scripts are left out.
    pub dependencies: Vec<DependencyCrate>,
    /// Names of the libraries among these that only its tests depend on, taken for the types that they bring.
    pub for_tests: BTreeSet<String>,
}

/// A library that the explored crate depends on.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct DependencyCrate {
    /// Package name.
    pub name: String,
    /// Package version.
    pub version: String,
    /// Name of the library as Rust code writes it.
    pub lib_name: String,
    /// cargo's name for exactly this package; `-p` accepts it.
    pub package_id: String,
    /// Where cargo takes it from.
    pub origin: Origin,
    /// True if the explored crate depends on it itself.
    pub direct: bool,
    /// Features that are on.
    pub features: Vec<String>,
}

/// Where a package comes from.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Origin {
    /// crates.io, possibly through a mirror.
    CratesIo,
    /// Another registry, by its index.
    Registry(String),
    /// A revision of a git repository.
    Git {
        /// The repository.
        url: String,
        /// What of it was asked for, as cargo writes it: `branch=next`, `tag=…` or `rev=…`. None: its default branch.
        reference: Option<String>,
        /// The commit.
        revision: String,
    },
    /// A directory.
    Path(PathBuf),
}

/// Resolves the scratch package at `manifest`, for the host platform only.
pub(super) fn read(
    request: &Request,
    manifest: &Path,
    directory: &Path,
    host: &str,
    interrupt: &Arc<AtomicBool>,
    notify: &mut dyn FnMut(&str),
) -> Result<Metadata, Error> {
    let network = Network::of(&request.access);
    let mut call = CargoCall::new("metadata", directory, network, interrupt);
    call.args(["--format-version", "1", "--filter-platform", host])
        .arg("--manifest-path")
        .arg(manifest);
    let mut json = String::new();
    let end = call.run(&mut |line| json.push_str(line), notify)?;
    if !end.success {
        return Err(refusal::of_resolution(request, end.stderr));
    }
    serde_json::from_str(&json).map_err(|error| Error::Metadata {
        name: request.name.clone(),
        output: error.to_string(),
    })
}

/// Names of all features of the explored package.
pub(super) fn all_features(request: &Request, metadata: &Metadata) -> Result<Vec<String>, Error> {
    let (package, _) = explored(request, metadata)?;
    Ok(package.features.keys().cloned().collect())
}

/// Picks the explored package out of cargo's answer.
/// `for_tests`: names of the dev-dependencies that are taken.
pub(super) fn resolved(
    request: &Request,
    for_tests: &BTreeSet<&str>,
    metadata: &Metadata,
) -> Result<ResolvedTarget, Error> {
    let (package, library) = explored(request, metadata)?;
    let packages: BTreeMap<&PackageId, &Package> = metadata.packages.iter().map(|p| (&p.id, p)).collect();
    let nodes: BTreeMap<&PackageId, &Node> = metadata
        .resolve
        .iter()
        .flat_map(|resolve| &resolve.nodes)
        .map(|node| (&node.id, node))
        .collect();
    let features = nodes
        .get(&package.id)
        .map_or_else(Vec::new, |node| features_of(node));
    let root = metadata
        .resolve
        .as_ref()
        .and_then(|resolve| resolve.root.as_ref());
    let is_for_tests = |id: &PackageId| {
        let package = packages.get(id);
        package.is_some_and(|package| for_tests.contains(package.name.as_str()))
    };
    let taken: Vec<&PackageId> = (root.and_then(|root| nodes.get(root)).into_iter())
        .flat_map(|root| &root.deps)
        .map(|arc| &arc.pkg)
        .filter(|id| is_for_tests(id))
        .collect();
    let dependencies = reachable_libraries(&starts(package, metadata), &taken, &packages, &nodes);
    let is_taken = |library: &&DependencyCrate| taken.iter().any(|id| id.repr == library.package_id);
    Ok(ResolvedTarget {
        for_tests: dependencies
            .iter()
            .filter(is_taken)
            .map(|library| library.lib_name.clone())
            .collect(),
        package_id: package.id.repr.clone(),
        name: package.name.to_string(),
        version: package.version.to_string(),
        lib_name: extern_name(library),
        crate_root: directory_of(package),
        edition: package.edition.to_string(),
        features,
        dependencies,
    })
}

fn explored<'m>(request: &Request, metadata: &'m Metadata) -> Result<(&'m Package, &'m Target), Error> {
    let no_library = || Error::NoLibrary {
        name: request.name.clone(),
    };
    let resolve = metadata.resolve.as_ref().ok_or_else(no_library)?;
    let root = resolve
        .nodes
        .iter()
        .find(|node| Some(&node.id) == resolve.root.as_ref());
    let wanted: BTreeSet<&PackageId> = root
        .into_iter()
        .flat_map(|node| &node.deps)
        .map(|dependency| &dependency.pkg)
        .collect();
    // cargo leaves a dependency without a library out of the graph, with no more than a warning.
    let package = metadata
        .packages
        .iter()
        .find(|package| wanted.contains(&package.id) && package.name.as_str() == request.name)
        .ok_or_else(no_library)?;
    let library = library_of(package).ok_or_else(no_library)?;
    if library.kind.contains(&TargetKind::ProcMacro) {
        return Err(Error::ProcMacro {
            name: request.name.clone(),
        });
    }
    if library.name == "std" {
        return Err(Error::NamedStd {
            name: request.name.clone(),
        });
    }
    Ok((package, library))
}

/// The explored package with the names of the packages that it is linked with.
pub(super) fn package_of_request<'m>(
    request: &Request,
    metadata: &'m Metadata,
) -> Result<(&'m Package, BTreeSet<&'m str>), Error> {
    let (package, _) = explored(request, metadata)?;
    let nodes = metadata.resolve.iter().flat_map(|resolve| &resolve.nodes);
    let linked: BTreeSet<&PackageId> = nodes
        .filter(|node| node.id == package.id)
        .flat_map(|node| &node.deps)
        .map(|dependency| &dependency.pkg)
        .collect();
    let names = (metadata.packages.iter())
        .filter(|package| linked.contains(&package.id))
        .map(|package| package.name.as_str());
    Ok((package, names.collect()))
}

/// The target that dependents link to.
fn library_of(package: &Package) -> Option<&Target> {
    let linkable = [
        TargetKind::Lib,
        TargetKind::RLib,
        TargetKind::DyLib,
        TargetKind::ProcMacro,
    ];
    package
        .targets
        .iter()
        .find(|target| target.kind.iter().any(|kind| linkable.contains(kind)))
}

fn features_of(node: &Node) -> Vec<String> {
    let mut features: Vec<String> = node.features.iter().map(ToString::to_string).collect();
    features.sort();
    features
}

fn extern_name(library: &Target) -> String {
    library.name.replace('-', "_")
}

fn directory_of(package: &Package) -> PathBuf {
    let manifest = package.manifest_path.as_std_path();
    manifest.parent().unwrap_or(manifest).to_owned()
}

/// Whose dependencies the types of signatures may come from: the explored package, and that of the support file.
fn starts<'m>(explored: &'m Package, metadata: &'m Metadata) -> Vec<&'m PackageId> {
    let of_support = metadata
        .packages
        .iter()
        .filter(|package| package.name.as_str() == SUPPORT_PACKAGE);
    [explored]
        .into_iter()
        .chain(of_support)
        .map(|package| &package.id)
        .collect()
}

/// The libraries that these packages depend on, and `taken` with what they depend on.
fn reachable_libraries(
    starts: &[&PackageId],
    taken: &[&PackageId],
    packages: &BTreeMap<&PackageId, &Package>,
    nodes: &BTreeMap<&PackageId, &Node>,
) -> Vec<DependencyCrate> {
    let mut found = Vec::new();
    let mut seen: BTreeSet<&PackageId> = starts.iter().copied().collect();
    let depended_on = |id: &PackageId| {
        let normal = |kind: &cargo_metadata::DepKindInfo| kind.kind == DependencyKind::Normal;
        let arcs = nodes.get(id).into_iter().flat_map(|node| &node.deps);
        let arcs = arcs.filter(move |arc| arc.dep_kinds.iter().any(normal));
        arcs.map(|arc| &arc.pkg).collect::<Vec<_>>()
    };
    let mut open: Vec<&PackageId> = taken.to_vec();
    open.extend(starts.iter().flat_map(|start| depended_on(start)));
    while let Some(id) = open.pop() {
        let Some(package) = packages.get(id) else {
            continue;
        };
        let Some(library) = library_of(package) else {
            continue;
        };
        if library.kind.contains(&TargetKind::ProcMacro) || !seen.insert(id) {
            continue;
        }
        open.extend(depended_on(id));
        found.push(DependencyCrate {
            name: package.name.to_string(),
            version: package.version.to_string(),
            lib_name: extern_name(library),
            package_id: package.id.repr.clone(),
            origin: origin(package),
            // The search is not breadth first, so this is decided below.
            direct: false,
            features: nodes.get(id).map_or_else(Vec::new, |node| features_of(node)),
        });
    }
    let direct: BTreeSet<&str> = starts
        .iter()
        .filter_map(|start| nodes.get(start))
        .flat_map(|node| &node.deps)
        .map(|arc| arc.pkg.repr.as_str())
        .collect();
    for dependency in &mut found {
        dependency.direct = direct.contains(dependency.package_id.as_str());
    }
    found.sort();
    found
}

fn origin(package: &Package) -> Origin {
    match &package.source {
        None => Origin::Path(directory_of(package)),
        Some(source) if source.is_crates_io() => Origin::CratesIo,
        Some(source) => match source.repr.strip_prefix("git+") {
            Some(git) => {
                let (location, revision) = git.split_once('#').unwrap_or((git, ""));
                let (url, reference) = match location.split_once('?') {
                    Some((url, reference)) => (url, Some(reference.to_owned())),
                    None => (location, None),
                };
                Origin::Git {
                    url: url.to_owned(),
                    reference,
                    revision: revision.to_owned(),
                }
            }
            None => Origin::Registry(
                source
                    .repr
                    .strip_prefix("registry+")
                    .unwrap_or(&source.repr)
                    .to_owned(),
            ),
        },
    }
}

/// What `--locked` means here: the scratch package needs a lock file of its own, so instead of forbidding that, every
/// version it got must be one that the user's lock file names.
pub(super) fn hold_to_lock_file(lock_file: &Path, metadata: &Metadata) -> Result<(), Error> {
    let unreadable = |reason: String| Error::UnreadableManifest {
        path: lock_file.to_owned(),
        reason,
    };
    let text = std::fs::read_to_string(lock_file).map_err(|error| unreadable(error.to_string()))?;
    let lock: LockFile = toml::from_str(&text).map_err(|error| unreadable(error.to_string()))?;
    let locked: BTreeSet<(&str, &str)> = lock
        .package
        .iter()
        .map(|package| (package.name.as_str(), package.version.as_str()))
        .collect();
    for package in metadata
        .packages
        .iter()
        .filter(|package| package.source.is_some())
    {
        let version = package.version.to_string();
        if !locked.contains(&(package.name.as_str(), version.as_str())) {
            let missing = format!("{} {version} is not in {}", package.name, lock_file.display());
            return Err(Error::Locked { missing });
        }
    }
    Ok(())
}
