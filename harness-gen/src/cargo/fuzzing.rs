//! The manifests of a fuzz package: one with the targets, and below it the harness, the runtime and the support file as packages of
//! the same workspace. What lies on this machine is named by paths relative to the package, so that it can be committed.

use super::features::FEATURES;
use super::manifest::{HARNESS, HARNESS_LIB, Manifest, OUR_VERSION, RUNTIME};
use super::paths::{absolute, relative};
use super::workbench::Workbench;
use crate::error::Error;
use crate::support_file::{SUPPORT_PACKAGE, SUPPORT_SOURCE};
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The library that runs targets' bytes, as Rust code writes it.
pub(crate) const TARGETS_LIB: &str = HARNESS_LIB;

/// The manifest of the targets.
#[derive(Serialize)]
struct FuzzManifest<'a> {
    package: FuzzPackage,
    #[serde(rename = "bin")]
    bins: Vec<Bin<'a>>,
    dependencies: BTreeMap<&'a str, toml::Value>,
    /// Empty: it joins no workspace, and the packages below it are its members.
    workspace: BTreeMap<String, String>,
    profile: BTreeMap<&'static str, Profile>,
    #[serde(skip_serializing_if = "toml::Table::is_empty")]
    patch: toml::Table,
}

#[derive(Serialize)]
struct FuzzPackage {
    name: String,
    version: &'static str,
    edition: &'static str,
    publish: bool,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    metadata: BTreeMap<&'static str, bool>,
}

#[derive(Serialize)]
struct Bin<'a> {
    name: &'a str,
    path: String,
    test: bool,
    doc: bool,
    bench: bool,
}

/// Checks are on, as in the builds that findings come from.
#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
struct Profile {
    debug: u8,
    debug_assertions: bool,
    overflow_checks: bool,
}

/// What is different from fuzzer to fuzzer.
pub(crate) struct FuzzCrate {
    /// The crate that targets are linked with.
    pub(crate) name: &'static str,
    /// Which versions of it.
    pub(crate) version: &'static str,
    /// What its program looks for in `[package.metadata]`.
    pub(crate) metadata: Option<&'static str>,
}

impl Workbench {
    /// The manifests of a fuzz package at `directory` with these targets, relative to it, the lock file that was explored with, and the
    /// support file if there is one.
    pub(crate) fn fuzz_manifests(
        &self,
        directory: &Path,
        fuzzer: &FuzzCrate,
        targets: &[String],
    ) -> Result<Vec<(PathBuf, String)>, Error> {
        let directory = absolute(directory)?;
        let mut tables = vec![("", self.targets(&directory, fuzzer, targets)?)];
        let mut harness = member(&Manifest::harness(&self.inherited, &self.extra)?)?;
        relate(&mut harness, &directory.join("harness"));
        if let Some(lib) = harness.get_mut("lib").and_then(toml::Value::as_table_mut) {
            lib.remove("crate-type");
        }
        // Without its feature the runtime would have callbacks that fuzzers have, too.
        let dependencies = harness.get_mut("dependencies");
        if let Some(runtime) = dependencies.and_then(|all| all.get_mut(RUNTIME)?.as_table_mut()) {
            runtime.insert("default-features".to_owned(), true.into());
        }
        tables.push(("harness", harness));
        let mut runtime = member(&Manifest::runtime())?;
        let features = toml::Table::from_iter([
            ("fuzzing".to_owned(), toml::Value::Array(Vec::new())),
            ("default".to_owned(), toml::Value::Array(vec!["fuzzing".into()])),
        ]);
        runtime.insert("features".to_owned(), features.into());
        tables.push(("runtime", runtime));
        let mut files = Vec::new();
        if let Some(file) = &self.request.support {
            let mut support = member(&Manifest::support(&self.inherited))?;
            relate(&mut support, &directory.join(SUPPORT_PACKAGE));
            tables.push((SUPPORT_PACKAGE, support));
            files.push((PathBuf::from(SUPPORT_SOURCE), file.text().to_owned()));
        }
        if self.inherited.asks_of_dependencies() {
            let mut features = member(&Manifest::features(&self.inherited))?;
            relate(&mut features, &directory.join(FEATURES));
            tables.push((FEATURES, features));
            files.push((Path::new(FEATURES).join("src/lib.rs"), String::new()));
        }
        for (package, table) in tables {
            let text = toml::to_string(&table).map_err(not_written)?;
            files.push((Path::new(package).join("Cargo.toml"), text));
        }
        // The very versions that were explored, as far as they are the same packages.
        if let Ok(lock) = std::fs::read_to_string(self.harness().join("Cargo.lock")) {
            files.push((PathBuf::from("Cargo.lock"), lock));
        }
        Ok(files)
    }

    /// The manifest of the targets.
    fn targets(
        &self,
        directory: &Path,
        fuzzer: &FuzzCrate,
        targets: &[String],
    ) -> Result<toml::Table, Error> {
        let mut patch = self.inherited.patch().clone();
        relate(&mut patch, directory);
        let harness = toml::Table::from_iter([("path".to_owned(), "harness".into())]);
        let bins = targets.iter().map(|name| Bin {
            name,
            path: format!("fuzz_targets/{name}.rs"),
            test: false,
            doc: false,
            bench: false,
        });
        table_of(&FuzzManifest {
            package: FuzzPackage {
                name: format!("{}-fuzz", self.request.name),
                version: OUR_VERSION,
                edition: "2024",
                publish: false,
                metadata: fuzzer.metadata.map(|key| (key, true)).into_iter().collect(),
            },
            bins: bins.collect(),
            dependencies: BTreeMap::from([(fuzzer.name, fuzzer.version.into()), (HARNESS, harness.into())]),
            workspace: BTreeMap::new(),
            profile: BTreeMap::from([(
                "release",
                Profile {
                    debug: 1,
                    debug_assertions: true,
                    overflow_checks: true,
                },
            )]),
            patch,
        })
    }
}

/// A manifest without what is up to the package above.
fn member(manifest: &Manifest) -> Result<toml::Table, Error> {
    let mut table = table_of(manifest)?;
    for key in ["workspace", "profile", "patch"] {
        table.remove(key);
    }
    Ok(table)
}

fn table_of(manifest: &impl Serialize) -> Result<toml::Table, Error> {
    toml::Table::try_from(manifest).map_err(not_written)
}

fn not_written(error: toml::ser::Error) -> Error {
    Error::HarnessBroken {
        rendered: format!("a manifest cannot be written: {error}"),
        diagnostics: Vec::new(),
    }
}

/// Makes absolute paths of dependencies relative to a directory.
fn relate(table: &mut toml::Table, directory: &Path) {
    for (key, value) in table {
        match value {
            toml::Value::Table(inner) => relate(inner, directory),
            toml::Value::String(text) if key == "path" && Path::new(text.as_str()).is_absolute() => {
                let relative = relative(Path::new(text.as_str()), directory);
                *text = relative.to_string_lossy().into_owned();
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_absolute_paths_of_dependencies_are_changed() {
        let mut table: toml::Table =
            toml::from_str("[lib]\npath = \"src/lib.rs\"\n[dependencies.own]\npath = \"/a/own\"\n").unwrap();
        relate(&mut table, Path::new("/a/fuzz/harness"));
        assert_eq!(table["lib"]["path"].as_str(), Some("src/lib.rs"));
        assert_eq!(table["dependencies"]["own"]["path"].as_str(), Some("../../own"));
    }
}
