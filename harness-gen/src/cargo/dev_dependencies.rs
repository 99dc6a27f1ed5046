//! Dev-dependencies of the explored crate that bring types for its parameters: which of them are built on the crates whose
//! traits nothing else implements, by the lock file that cargo makes for all of them. Only those are fetched and compiled.

use super::dependency::{Dependency, declared};
use super::lock_file::{LockFile, LockedPackage};
use super::manifest::{Manifest, RESOLVING};
use super::metadata::{self, DependencyCrate, ResolvedTarget};
use super::process::{CargoCall, Network};
use super::scratch::{ensure_file, import_lock_file, write_if_changed};
use super::workbench::Workbench;
use crate::error::Error;
use crate::request::Request;
use cargo_metadata::{DependencyKind, Metadata};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// Most of them that are taken: each costs time to compile and to document.
const MOST: usize = 3;

/// What was resolved with dev-dependencies, or with examples.
pub(crate) struct TakenForTests {
    pub(crate) resolved: ResolvedTarget,
    /// The lock file that it has changed, and what was in it before.
    pub(crate) lock_file: (PathBuf, String),
}

impl Workbench {
    /// Lets the harness use dev-dependencies that are built on one of these packages, and resolves anew; none if there are none, or
    /// none can be had without another version of anything or another feature of the explored crate.
    pub(crate) fn take_dev_dependencies(
        &mut self,
        request: &mut Request,
        resolved: &ResolvedTarget,
        of: &[DependencyCrate],
        notify: &mut dyn FnMut(&str),
    ) -> Option<TakenForTests> {
        let metadata = self.metadata(notify).ok()?;
        let declared = self.declared_for_tests(&metadata, resolved)?;
        let chosen = self.built_on(of, declared, notify).ok()?;
        if chosen.is_empty() {
            return None;
        }
        let lock_file = self.harness().join("Cargo.lock");
        let before = read(&lock_file).ok()?;
        self.inherited.dev = chosen;
        match self.resolve_anew(request, notify) {
            Ok(with_more) if leaves_as_it_is(resolved, &with_more) => Some(TakenForTests {
                resolved: with_more,
                lock_file: (lock_file, before),
            }),
            _ => {
                // What changes what is explored is not for tests to bring.
                self.inherited.dev.clear();
                write_if_changed(&lock_file, &before).ok()?;
                self.resolve_anew(request, notify).ok()?;
                None
            }
        }
    }

    /// The line of a manifest that brings a package that was taken.
    pub(crate) fn line_of_taken(&self, package: &str) -> Option<String> {
        Some(self.inherited.dev.get(package)?.line(package))
    }

    pub(super) fn resolve_anew(
        &mut self,
        request: &mut Request,
        notify: &mut dyn FnMut(&str),
    ) -> Result<ResolvedTarget, Error> {
        self.write_harness_manifest()?;
        self.resolve(request, notify)
    }

    /// Those of the explored crate for all platforms, by package, that it does not depend on anyhow; none if it has none.
    fn declared_for_tests(
        &self,
        metadata: &Metadata,
        resolved: &ResolvedTarget,
    ) -> Option<BTreeMap<String, Dependency>> {
        let (package, _) = metadata::package_of_request(&self.request, metadata).ok()?;
        let is_there = |name: &String| resolved.dependencies.iter().any(|known| known.name == *name);
        let is_usual = |dependency: &&cargo_metadata::Dependency| {
            dependency.kind == DependencyKind::Development
                && dependency.target.is_none()
                && dependency.rename.is_none()
                // What asks for the explored crate itself gets the one that is explored.
                && dependency.name != self.request.name
                && !is_there(&dependency.name)
        };
        let all: BTreeMap<String, Dependency> = package
            .dependencies
            .iter()
            .filter(is_usual)
            .map(declared)
            .collect();
        (!all.is_empty()).then_some(all)
    }

    /// Those that are built on one of these packages, the nearest ones.
    fn built_on(
        &self,
        of: &[DependencyCrate],
        declared: BTreeMap<String, Dependency>,
        notify: &mut dyn FnMut(&str),
    ) -> Result<BTreeMap<String, Dependency>, Error> {
        let lock = self.lock_with(&declared, notify)?;
        let mut near: Vec<(usize, String)> = (declared.keys())
            .filter_map(|name| Some((distance(&lock, name, of)?, name.clone())))
            .collect();
        near.sort();
        near.truncate(MOST);
        let near: BTreeSet<String> = near.into_iter().map(|(_, name)| name).collect();
        Ok(declared
            .into_iter()
            .filter(|(name, _)| near.contains(name))
            .collect())
    }

    /// The lock file of a package that depends on the explored crate and all of these. No more of them than repositories is fetched.
    fn lock_with(
        &self,
        declared: &BTreeMap<String, Dependency>,
        notify: &mut dyn FnMut(&str),
    ) -> Result<LockFile, Error> {
        let package = self.directory.join(RESOLVING);
        let lock_file = package.join("Cargo.lock");
        let manifest = package.join("Cargo.toml");
        let text = Manifest::resolving(&self.inherited, declared).to_toml()?;
        // What directories depend on may change.
        let is_fixed = declared.values().all(|dependency| dependency.path.is_none());
        let is_known = is_fixed && std::fs::read_to_string(&manifest).is_ok_and(|known| known == text);
        // What was interrupted has not completed it.
        let is_complete = |lock: &str| lock.contains(&format!("name = \"{RESOLVING}\""));
        let is_known = is_known && std::fs::read_to_string(&lock_file).is_ok_and(|lock| is_complete(&lock));
        // With the versions that the harness has.
        let is_of_harness = import_lock_file(&self.harness().join("Cargo.lock"), &package)?;
        if !is_known || !is_of_harness {
            ensure_file(&package.join("src/lib.rs"))?;
            write_if_changed(&manifest, &text)?;
            let network = Network::of(&self.request.access);
            let mut call = CargoCall::new("update", &self.calls.directory, network, &self.calls.interrupt);
            call.args(["--workspace", "--manifest-path"]).arg(&manifest);
            let end = call.run(&mut |_| (), notify)?;
            if !end.success {
                return Err(unreadable(manifest, end.stderr));
            }
        }
        toml::from_str(&read(&lock_file)?).map_err(|error| unreadable(lock_file, error.to_string()))
    }
}

/// Whether what was resolved with more has all that the explored crate had, as it was, and nothing twice of what was taken.
pub(super) fn leaves_as_it_is(before: &ResolvedTarget, with_more: &ResolvedTarget) -> bool {
    let is_there = |one: &DependencyCrate| {
        let mut others = with_more.dependencies.iter();
        others.any(|other| one.package_id == other.package_id)
    };
    let is_single = |name: &&String| {
        let of_name = with_more
            .dependencies
            .iter()
            .filter(|other| other.lib_name == **name);
        of_name.count() == 1
    };
    before.features == with_more.features
        && before.version == with_more.version
        && before.dependencies.iter().all(is_there)
        && with_more.for_tests.iter().all(|name| is_single(&name))
}

/// True if every package of the one is built with the same features in the other.
pub(super) fn keeps_features(before: &ResolvedTarget, with_more: &ResolvedTarget) -> bool {
    let is_same = |one: &DependencyCrate| {
        let mut others = with_more.dependencies.iter();
        others.any(|other| one.package_id == other.package_id && one.features == other.features)
    };
    before.dependencies.iter().all(is_same)
}

pub(super) fn read(path: &Path) -> Result<String, Error> {
    std::fs::read_to_string(path).map_err(|error| unreadable(path.to_owned(), error.to_string()))
}

fn unreadable(path: PathBuf, reason: String) -> Error {
    Error::UnreadableManifest { path, reason }
}

/// How many packages lie between one that the resolving package depends on and the nearest of these; none if it is not built on
/// any of them. Itself it is none of them.
fn distance(lock: &LockFile, name: &str, of: &[DependencyCrate]) -> Option<usize> {
    let root = lock.package.iter().find(|package| package.name == RESOLVING)?;
    let packages = |names: &[String]| -> Vec<&LockedPackage> {
        let is_named = |package: &&LockedPackage| names.iter().any(|entry| package.is_named_by(entry));
        lock.package.iter().filter(is_named).collect()
    };
    let is_wanted = |package: &&LockedPackage| {
        let is_it =
            |wanted: &DependencyCrate| wanted.name == package.name && wanted.version == package.version;
        of.iter().any(is_it)
    };
    let mut level: Vec<&LockedPackage> = packages(&root.dependencies);
    level.retain(|package| package.name == name && !is_wanted(package));
    let mut seen: BTreeSet<(&str, &str)> = BTreeSet::new();
    let mut steps = 0;
    while !level.is_empty() {
        let next: Vec<&LockedPackage> = (level.iter())
            .flat_map(|package| packages(&package.dependencies))
            .filter(|package| seen.insert((&package.name, &package.version)))
            .collect();
        if next.iter().any(is_wanted) {
            return Some(steps);
        }
        (level, steps) = (next, steps + 1);
    }
    None
}

#[cfg(test)]
mod tests {
    use super::super::metadata::Origin;
    use super::*;

    fn lock(text: &str) -> LockFile {
        toml::from_str(text).expect("a lock file")
    }

    fn wanted(name: &str, version: &str) -> DependencyCrate {
        DependencyCrate {
            name: name.to_owned(),
            version: version.to_owned(),
            lib_name: name.to_owned(),
            package_id: String::new(),
            origin: Origin::CratesIo,
            direct: true,
            features: Vec::new(),
        }
    }

    #[test]
    fn the_nearest_are_those_with_the_fewest_packages_between() {
        let lock = lock(
            r#"
            package = [
                { name = "dev-dependencies", version = "0.0.0", dependencies = ["mode", "block", "suite", "other", "old 0.1.0", "gauge"] },
                { name = "mode", version = "1.0.0", dependencies = ["cipher 0.5.0"] },
                { name = "block", version = "1.0.0", dependencies = ["cipher 0.5.0"] },
                { name = "suite", version = "1.0.0", dependencies = ["block", "other"] },
                { name = "other", version = "1.0.0" },
                { name = "old", version = "0.1.0", dependencies = ["cipher 0.4.0 (registry+x)"] },
                { name = "old", version = "0.2.0", dependencies = ["cipher 0.5.0"] },
                { name = "gauge", version = "1.0.0", dependencies = ["gauge-core"] },
                { name = "gauge-core", version = "1.0.0", dependencies = ["gauge"] },
                { name = "cipher", version = "0.4.0" },
                { name = "cipher", version = "0.5.0" },
            ]
            "#,
        );
        let cipher = wanted("cipher", "0.5.0");
        let distance = |name: &str| distance(&lock, name, std::slice::from_ref(&cipher));
        assert_eq!(distance("block"), Some(0));
        assert_eq!(distance("suite"), Some(1));
        // Not built on it, on another version of it, in a circle, not there.
        for name in ["other", "old", "gauge", "missing"] {
            assert_eq!(distance(name), None, "{name}");
        }
        let block = wanted("block", "1.0.0");
        assert_eq!(super::distance(&lock, "block", &[block]), None);
    }
}
