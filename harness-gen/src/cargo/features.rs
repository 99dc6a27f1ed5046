//! What `--features` says of dependencies, `dep/feature` and `dep?/feature`. No entry of `[dependencies]` can say that, so a package of
//! ours that is nothing but dependencies asks for them: cargo builds a package with all features that anybody asks for.

use super::dependency::{Dependency, declared};
use crate::error::Error;
use cargo_metadata::{DependencyKind, Package};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// Name and directory of the package that asks.
pub(super) const FEATURES: &str = "explore-features";

/// What was asked for.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Asked {
    /// Features of the explored package.
    pub(super) own: Vec<String>,
    /// Dependencies with features, by the name that they have in the explored package's manifest.
    pub(super) of_dependencies: BTreeMap<String, Dependency>,
}

/// A package whose feature `std` brings what others leave to whoever builds the program.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Definer {
    /// Package name.
    pub name: String,
    /// Package version.
    pub version: String,
}

/// Features of the explored package itself among those that were named.
pub(super) fn own(named: &[String]) -> Vec<String> {
    named.iter().filter(|name| !name.contains('/')).cloned().collect()
}

/// Features of dependencies among those that were named.
pub(super) fn of_dependencies(named: &[String]) -> impl Iterator<Item = &String> {
    named.iter().filter(|name| name.contains('/'))
}

/// What these names ask of a package and its dependencies. `linked`: the packages that it is linked with without what is asked of
/// dependencies.
pub(super) fn asked(named: &[String], package: &Package, linked: &BTreeSet<&str>) -> Result<Asked, Error> {
    let mut asked = Asked {
        own: own(named),
        ..Asked::default()
    };
    for (name, feature) in of_dependencies(named).filter_map(|text| text.split_once('/')) {
        let (name, is_weak) = match name.strip_suffix('?') {
            Some(name) => (name, true),
            None => (name, false),
        };
        let Some(dependency) = dependency(package, linked, (name, feature))? else {
            continue;
        };
        if dependency.optional && !linked.contains(dependency.name.as_str()) {
            // Of what is not there nothing is asked.
            if is_weak {
                continue;
            }
            if !package.features.contains_key(name) {
                let why = format!(
                    "help: no feature of its own turns on its optional dependency `{name}`: give the one that does, and `{name}?/{feature}`"
                );
                return Err(refused(package, why));
            }
        }
        if dependency.optional && !is_weak && package.features.contains_key(name) {
            asked.own.push(name.to_owned());
        }
        let (name, declared) = declared(dependency);
        let wanted = asked.of_dependencies.entry(name).or_insert(declared);
        wanted.features.push(feature.to_owned());
    }
    let mut seen = BTreeSet::new();
    asked.own.retain(|name| seen.insert(name.clone()));
    Ok(asked)
}

/// The dependency of this name. None: it is one, but not of the library that is built here.
fn dependency<'p>(
    package: &'p Package,
    linked: &BTreeSet<&str>,
    (name, feature): (&str, &str),
) -> Result<Option<&'p cargo_metadata::Dependency>, Error> {
    let of_name = |dependency: &&cargo_metadata::Dependency| {
        dependency.rename.as_ref().unwrap_or(&dependency.name) == name
    };
    let found: Vec<_> = package.dependencies.iter().filter(of_name).collect();
    if found.is_empty() {
        let why = format!(
            "help: `{name}/{feature}` is a feature of a dependency, and it has none that is named `{name}`"
        );
        return Err(refused(package, why));
    }
    let of_library = |dependency: &&cargo_metadata::Dependency| {
        let is_here = dependency.target.is_none() || linked.contains(dependency.name.as_str());
        dependency.kind == DependencyKind::Normal && is_here
    };
    let of_script = |dependency: &cargo_metadata::Dependency| dependency.kind == DependencyKind::Build;
    match found.iter().copied().find(of_library) {
        Some(dependency) => Ok(Some(dependency)),
        // Those are built apart, with features of their own.
        None if found.iter().copied().all(of_script) => {
            let why = format!(
                "help: `{name}` is a dependency of its build script alone: write `{name}/{feature}` in one of its `[features]`, and give that"
            );
            Err(refused(package, why))
        }
        None => Ok(None),
    }
}

fn refused(package: &Package, output: String) -> Error {
    Error::UnknownFeature {
        name: package.name.to_string(),
        output,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Depends on `leaf`, optionally on `twig` (which has a feature of its own) and `bark` (which has not), in the build script on
    /// `cc`, and in tests on `check`.
    fn package() -> Package {
        let dependency = |name: &str, kind: &str, optional: bool| {
            format!(
                r#"{{"name": "{name}", "source": null, "req": "^1", "kind": {kind}, "rename": null, "optional": {optional},
                "uses_default_features": false, "features": [], "target": null, "registry": null}}"#
            )
        };
        let dependencies = [
            dependency("leaf", "null", false),
            dependency("twig", "null", true),
            dependency("bark", "null", true),
            dependency("cc", "\"build\"", false),
            dependency("check", "\"dev\"", false),
        ]
        .join(",");
        let json = format!(
            r#"{{"name": "tree", "version": "1.0.0", "id": "tree 1.0.0", "source": null, "dependencies": [{dependencies}],
            "targets": [], "features": {{"twig": ["dep:twig"], "std": [], "rough": ["dep:bark"]}}, "manifest_path": "/tree/Cargo.toml"}}"#
        );
        serde_json::from_str(&json).unwrap()
    }

    fn of(named: &[&str], linked: &[&str]) -> Result<Asked, Error> {
        let named: Vec<String> = named.iter().map(|&name| name.to_owned()).collect();
        asked(&named, &package(), &linked.iter().copied().collect())
    }

    #[test]
    fn features_of_dependencies_are_asked_of_them_and_turn_them_on() {
        let asked = of(&["std", "leaf/deep", "leaf/more", "twig/long"], &["leaf"]).unwrap();
        assert_eq!(asked.own, ["std", "twig"]);
        let features = |name: &str| asked.of_dependencies[name].features.clone();
        assert_eq!(features("leaf"), ["deep", "more"]);
        assert_eq!(features("twig"), ["long"]);
        assert_eq!(asked.of_dependencies.len(), 2);
    }

    #[test]
    fn a_weak_feature_turns_nothing_on() {
        let asked = of(&["twig?/long"], &["leaf"]).unwrap();
        assert_eq!(asked, Asked::default());
        let asked = of(&["rough", "bark?/thick"], &["leaf", "bark"]).unwrap();
        assert_eq!(asked.own, ["rough"]);
        assert_eq!(asked.of_dependencies["bark"].features, ["thick"]);
    }

    #[test]
    fn what_cannot_be_asked_for_is_refused_with_what_can() {
        for (name, said) in [
            ("bark/thick", "give the one that does, and `bark?/thick`"),
            ("root/deep", "it has none that is named `root`"),
            ("cc/parallel", "in one of its `[features]`"),
        ] {
            let error = of(&[name], &["leaf"]).unwrap_err().to_string();
            assert!(error.contains(said), "{name}: {error}");
        }
        assert_eq!(
            of(&["check/all"], &["leaf"]).unwrap(),
            Asked::default(),
            "the library is built without"
        );
    }
}
