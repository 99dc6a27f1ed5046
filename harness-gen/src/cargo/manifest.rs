//! The manifests of our scratch packages, as typed values, and what they take over from the user's manifests.

use super::dependency::{Dependency, declared, extra_dependency};
use super::features::{self, FEATURES};
use super::metadata::DependencyCrate;
use super::paths::{absolute, unicode};
use super::profile::{PackageProfile, Profile, Profiles};
use super::test_build::TestBuild;
use crate::error::Error;
use crate::request::{Request, Source};
use crate::support_file::{SUPPORT_PACKAGE, SupportFile};
use cargo_metadata::DependencyKind;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// Package and library name of the harness.
pub(super) const HARNESS: &str = "explore-harness";
/// Package name of the runtime files that the harness is linked with: no explored crate has it.
pub(super) const RUNTIME: &str = "explore-runtime-6d0f9b3c52e8";
/// The harness's library as cargo names it to rustc.
pub(super) const HARNESS_LIB: &str = "explore_harness";
/// Package name of the harness that measures coverage.
pub(super) const COVERAGE: &str = "explore-coverage";
/// Its library as cargo names it to rustc.
pub(super) const COVERAGE_LIB: &str = "explore_coverage";
/// Version of every package of ours.
pub(super) const OUR_VERSION: &str = "0.0.0";
/// Package name of the stand-alone tests.
pub(super) const REPRODUCTIONS: &str = "explore-reproductions";
/// Package name of what is resolved with all dev-dependencies.
pub(super) const RESOLVING: &str = "dev-dependencies";
/// Package name of the std support module.
pub(super) const STD_SUPPORT: &str = "std-support";

/// The runtime package, seen from the harness's. Not inside of it: cargo would make it a member of its workspace.
const RUNTIME_FROM_HARNESS: &str = "../runtime";
/// The package of the user's support file, seen from there.
const SUPPORT_FROM_HARNESS: &str = "../explore-support";
/// The package that asks for features of dependencies, seen from each of the others.
const FEATURES_FROM_OTHERS: &str = "../explore-features";

/// A manifest of ours.
#[derive(Debug, Serialize)]
pub(super) struct Manifest {
    package: Package,
    lib: Lib,
    #[serde(rename = "test", skip_serializing_if = "Vec::is_empty")]
    tests: Vec<TestTarget>,
    dependencies: BTreeMap<String, Dependency>,
    /// Empty, which makes the package the root of a workspace of its own: it joins none.
    workspace: BTreeMap<String, String>,
    profile: Profiles,
    #[serde(skip_serializing_if = "toml::Table::is_empty")]
    patch: toml::Table,
}

#[derive(Debug, Serialize)]
struct Package {
    name: &'static str,
    version: &'static str,
    edition: &'static str,
    publish: bool,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
struct Lib {
    path: &'static str,
    crate_type: [&'static str; 1],
    test: bool,
    doctest: bool,
}

#[derive(Debug, Serialize)]
struct TestTarget {
    name: &'static str,
    path: &'static str,
    /// It is libtest's.
    harness: bool,
}

/// A dependency of the explored crate that the harness names itself, because its types appear in the API.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExtraDependency {
    /// How the harness writes the crate, e.g. `serde`, or `rand_0_8` where two versions are in use.
    pub extern_name: String,
    /// Which package of the resolved ones is meant; no feature is added to it.
    pub package: DependencyCrate,
}

impl Manifest {
    /// A library without dependencies.
    pub(super) fn std_support() -> Manifest {
        Manifest::new(STD_SUPPORT, "lib")
    }

    /// The library of runtime files that the harness is linked with.
    pub(super) fn runtime() -> Manifest {
        Manifest::new(RUNTIME, "lib")
    }

    /// The harness dylib.
    pub(super) fn harness(inherited: &Inherited, extra: &[ExtraDependency]) -> Result<Manifest, Error> {
        let mut manifest = Manifest::new(HARNESS, "cdylib");
        manifest.inherit(inherited);
        let runtime = Dependency {
            path: Some(RUNTIME_FROM_HARNESS.to_owned()),
            ..Dependency::default()
        };
        manifest.dependencies.insert(RUNTIME.to_owned(), runtime);
        if inherited.support.is_some() {
            let support = Dependency {
                path: Some(SUPPORT_FROM_HARNESS.to_owned()),
                ..Dependency::default()
            };
            manifest.dependencies.insert(SUPPORT_PACKAGE.to_owned(), support);
        }
        manifest.add(extra, inherited)?;
        Ok(manifest)
    }

    /// The library that is the support file.
    pub(super) fn support(inherited: &Inherited) -> Manifest {
        let mut manifest = Manifest::new(SUPPORT_PACKAGE, "lib");
        manifest.inherit(inherited);
        manifest.add_of_support(inherited);
        manifest
    }

    /// A library that is nothing but dependencies of the explored package, with the features that were asked of them.
    pub(super) fn features(inherited: &Inherited) -> Manifest {
        let mut manifest = Manifest::new(FEATURES, "lib");
        manifest.dependencies.clone_from(&inherited.with_features);
        manifest
    }

    /// What the support file uses besides the explored crate, as the explored crate asks for it.
    fn add_of_support(&mut self, inherited: &Inherited) {
        let of_support = inherited.support.iter().flatten();
        self.dependencies
            .extend(of_support.map(|(name, dependency)| (name.clone(), dependency.clone())));
    }

    /// A package that depends on the explored one and on these besides, to be resolved and nothing else.
    pub(super) fn resolving(inherited: &Inherited, besides: &BTreeMap<String, Dependency>) -> Manifest {
        let mut manifest = Manifest::new(RESOLVING, "lib");
        manifest.inherit(inherited);
        manifest.dependencies.extend(besides.clone());
        manifest
    }

    /// The harness that measures coverage of the explored package, given by name and version. Its dependencies are
    /// those of [`Manifest::harness`], compiled in the same way.
    pub(super) fn coverage(
        inherited: &Inherited,
        extra: &[ExtraDependency],
        explored: (&str, &str),
    ) -> Result<Manifest, Error> {
        let mut manifest = Manifest::harness(inherited, extra)?;
        manifest.package.name = COVERAGE;
        manifest.optimise_runtime();
        // Built for a few thousand runs: optimising costs more than it gains, and nobody reads a backtrace.
        let quick = |codegen_units| PackageProfile {
            opt_level: Some(0),
            debug: Some("none"),
            codegen_units,
            ..PackageProfile::ours()
        };
        // A difference that cargo sees, as in `keep_apart`.
        let marker = 155 - super::instrument::flags_number(&super::instrument::COVERAGE_FLAGS) % 50;
        let packages = &mut manifest.profile.dev.packages;
        packages.insert(format!("{}@{}", explored.0, explored.1), quick(Some(marker)));
        packages.insert(COVERAGE.to_owned(), quick(None));
        Ok(manifest)
    }

    /// Stand-alone tests that see the explored crate and those of its dependencies that the harness names. `explored`: its
    /// name and version.
    pub(super) fn reproductions(
        inherited: &Inherited,
        extra: &[ExtraDependency],
        explored: (&str, &str),
        manner: TestBuild,
    ) -> Result<Manifest, Error> {
        let mut manifest = Manifest::new(REPRODUCTIONS, "lib");
        // As in the crate of whoever pastes the test: what an optimiser removes is there again. Dependencies are those that
        // were built for the harness: building all of statrs's once more took minutes.
        // Nobody reads where their frames come from, and linking takes a fifth less without.
        let unoptimised = || PackageProfile {
            opt_level: Some(0),
            debug: Some("none"),
            ..PackageProfile::ours()
        };
        let packages = &mut manifest.profile.dev.packages;
        let own = format!("{}@{}", explored.0, explored.1);
        match manner {
            TestBuild::AsPasted => {
                packages.insert(REPRODUCTIONS.to_owned(), unoptimised());
                packages.insert(own, unoptimised());
            }
            TestBuild::AsExplored => drop(packages.insert(own, PackageProfile::ours())),
        }
        manifest.tests.push(TestTarget {
            name: "repro",
            path: "tests/repro/main.rs",
            harness: false,
        });
        manifest.inherit(inherited);
        manifest.add(extra, inherited)?;
        // It is a module of the tests that need it.
        manifest.add_of_support(inherited);
        Ok(manifest)
    }

    fn add(&mut self, extra: &[ExtraDependency], inherited: &Inherited) -> Result<(), Error> {
        for dependency in extra {
            let mut package = extra_dependency(&dependency.package)?;
            if let Some(declared) = inherited.dev.get(&dependency.package.name) {
                // One package has one name in a manifest.
                self.dependencies.remove(&dependency.package.name);
                package.features.clone_from(&declared.features);
                package.default_features = declared.default_features;
            }
            self.dependencies.insert(dependency.extern_name.clone(), package);
        }
        Ok(())
    }

    fn new(name: &'static str, crate_type: &'static str) -> Manifest {
        Manifest {
            package: Package {
                name,
                version: OUR_VERSION,
                edition: "2024",
                publish: false,
            },
            lib: Lib {
                path: "src/lib.rs",
                crate_type: [crate_type],
                test: false,
                doctest: false,
            },
            tests: Vec::new(),
            dependencies: BTreeMap::new(),
            workspace: BTreeMap::new(),
            profile: Profiles { dev: Profile::ours() },
            patch: toml::Table::new(),
        }
    }

    /// Our own code between two calls is small and always the same: it is worth what its optimisation costs.
    pub(super) fn optimise_runtime(&mut self) {
        let profile = PackageProfile {
            opt_level: Some(3),
            debug: None,
            codegen_units: Some(1),
            debug_assertions: Some(false),
            overflow_checks: Some(false),
        };
        self.profile.dev.packages.insert(RUNTIME.to_owned(), profile);
    }

    /// Gives the explored crate artifacts of its own in this package's builds. cargo tells artifacts apart by the
    /// profile and not by a wrapper around rustc, and the stand-alone tests must not be linked with instrumented code.
    pub(super) fn keep_apart(&mut self, name: &str, version: &str) {
        // Near the default of 256: a difference without an effect. Other flags of the pass mostly have another number,
        // because cargo does not see them.
        let number = 255 - super::instrument::flags_number(&super::instrument::FLAGS) % 50;
        self.of_explored(name, version, Some(number));
    }

    /// Says of the explored package itself how it is built.
    pub(super) fn of_explored(&mut self, name: &str, version: &str, codegen_units: Option<u32>) {
        let profile = PackageProfile {
            codegen_units,
            ..PackageProfile::ours()
        };
        self.profile
            .dev
            .packages
            .insert(format!("{name}@{version}"), profile);
    }

    fn inherit(&mut self, inherited: &Inherited) {
        self.dependencies
            .insert(inherited.name.clone(), inherited.target.clone());
        if inherited.asks_of_dependencies() {
            let features = Dependency {
                path: Some(FEATURES_FROM_OTHERS.to_owned()),
                ..Dependency::default()
            };
            self.dependencies.insert(FEATURES.to_owned(), features);
        }
        self.dependencies.extend(inherited.dev.clone());
        self.patch = inherited.patch.clone();
    }

    pub(super) fn to_toml(&self) -> Result<String, Error> {
        toml::to_string(self).map_err(|error| Error::HarnessBroken {
            rendered: format!("a manifest cannot be written: {error}"),
            diagnostics: Vec::new(),
        })
    }
}

/// What a scratch manifest takes over: the dependency on the explored crate and the user's `[patch]` tables.
#[derive(Clone, Debug)]
pub(super) struct Inherited {
    name: String,
    target: Dependency,
    patch: toml::Table,
    /// Dependencies of the explored package that features were asked of.
    with_features: BTreeMap<String, Dependency>,
    /// What the support file uses besides, by name, if there is one.
    pub(super) support: Option<BTreeMap<String, Dependency>>,
    /// Dev-dependencies of the explored package that bring types for its parameters, by package.
    pub(super) dev: BTreeMap<String, Dependency>,
}

impl Inherited {
    /// `workspace_manifest` is the user's root manifest, where there is one.
    pub(super) fn new(request: &Request, workspace_manifest: Option<&Path>) -> Result<Inherited, Error> {
        let mut target = Dependency {
            default_features: request.features.default,
            features: features::own(&request.features.named),
            ..Dependency::default()
        };
        match &request.source {
            Source::Path(directory) | Source::Workspace(directory) => {
                target.path = Some(unicode(&absolute(directory)?)?);
            }
            Source::Registry => target.version = Some(format!("={}", request.version)),
        }
        let patch = workspace_manifest.map_or(Ok(toml::Table::new()), patch_tables)?;
        Ok(Inherited {
            name: request.name.clone(),
            target,
            patch,
            with_features: BTreeMap::new(),
            support: None,
            dev: BTreeMap::new(),
        })
    }

    /// Takes over what a support file may use of the explored package's dependencies: those whose name is in it, so that nobody
    /// waits for a benchmark's dependencies in vain. Optional ones are there if they are on.
    pub(super) fn see_for_support(
        &mut self,
        file: &SupportFile,
        (package, linked): (&cargo_metadata::Package, &BTreeSet<&str>),
    ) {
        let is_at_hand = |dependency: &&cargo_metadata::Dependency| match dependency.kind {
            DependencyKind::Normal => !dependency.optional || linked.contains(dependency.name.as_str()),
            // What asks for the explored crate itself gets the one that is explored.
            DependencyKind::Development => dependency.name != self.name,
            _ => false,
        };
        let is_normal = |name: &str| {
            let mut at_hand = package.dependencies.iter().filter(is_at_hand);
            at_hand.any(|other| other.kind == DependencyKind::Normal && other.name == name)
        };
        // Of examples nobody said that they are to have more of a dependency than the crate has itself.
        let is_meant = |dependency: &&cargo_metadata::Dependency| {
            file.is_given() || dependency.kind == DependencyKind::Normal || !is_normal(&dependency.name)
        };
        let at_hand = package.dependencies.iter().filter(is_at_hand);
        let declared = at_hand.filter(is_meant).map(declared);
        let used = declared.filter(|(name, _)| file.may_use(&name.replace('-', "_")));
        self.support = Some(used.collect());
    }

    /// The user's `[patch]` tables.
    pub(super) fn patch(&self) -> &toml::Table {
        &self.patch
    }

    /// Takes over which features of the explored package and of its dependencies were asked for.
    pub(super) fn set_features(&mut self, asked: features::Asked) {
        self.target.features = asked.own;
        self.with_features = asked.of_dependencies;
    }

    /// Turns on features of the explored package and of dependencies, besides those that were asked for.
    pub(super) fn turn_on(&mut self, asked: features::Asked) {
        add_new(&mut self.target.features, asked.own);
        for (name, mut dependency) in asked.of_dependencies {
            let features = std::mem::take(&mut dependency.features);
            // One package has one name in a manifest.
            let is_it =
                |(key, other): &(&String, &Dependency)| other.package.as_ref().unwrap_or(key) == &name;
            let known = self.with_features.iter().find(is_it).map(|(key, _)| key.clone());
            let wanted = self
                .with_features
                .entry(known.unwrap_or(name))
                .or_insert(dependency);
            add_new(&mut wanted.features, features);
        }
    }

    /// True if features of dependencies were asked for.
    pub(super) fn asks_of_dependencies(&self) -> bool {
        !self.with_features.is_empty()
    }
}

fn add_new(features: &mut Vec<String>, more: Vec<String>) {
    for feature in more {
        if !features.contains(&feature) {
            features.push(feature);
        }
    }
}

/// The part of a user's root manifest that also holds for us.
#[derive(Deserialize)]
struct RootManifest {
    #[serde(default)]
    patch: toml::Table,
}

/// The `[patch]` tables of a manifest, their relative paths made absolute.
fn patch_tables(manifest: &Path) -> Result<toml::Table, Error> {
    let unreadable = |reason: String| Error::UnreadableManifest {
        path: manifest.to_owned(),
        reason,
    };
    let text = std::fs::read_to_string(manifest).map_err(|error| unreadable(error.to_string()))?;
    let root: RootManifest = toml::from_str(&text).map_err(|error| unreadable(error.to_string()))?;
    let directory = manifest.parent().unwrap_or(Path::new("/"));
    let mut patch = root.patch;
    for (_, registry) in &mut patch {
        let Some(registry) = registry.as_table_mut() else {
            continue;
        };
        for (_, replacement) in registry {
            if let Some(path) = replacement.get_mut("path")
                && let Some(relative) = path.as_str()
            {
                *path = toml::Value::String(unicode(&directory.join(relative))?);
            }
        }
    }
    Ok(patch)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patch_paths_are_made_absolute_and_other_patches_stay() {
        let directory = tempfile::tempdir().unwrap();
        let manifest = directory.path().join("Cargo.toml");
        let text =
            "[package]\nname = \"x\"\n[patch.crates-io]\na = { path = \"vendor/a\" }\nb = { git = \"u\" }\n";
        std::fs::write(&manifest, text).unwrap();
        let patch = patch_tables(&manifest).unwrap();
        let a = directory.path().join("vendor/a");
        assert_eq!(patch["crates-io"]["a"]["path"].as_str(), a.to_str());
        assert_eq!(patch["crates-io"]["b"]["git"].as_str(), Some("u"));
    }
}
