//! The manifests of a fuzz package: one with the targets, and below it the harness, the runtime and the support file as packages of
//! the same workspace. What lies on this machine is named by paths relative to the package, so that it can be committed.

use super::manifest::{HARNESS, HARNESS_LIB, Manifest, RUNTIME, absolute};
use super::workbench::Workbench;
use crate::error::Error;
use crate::support_file::{SUPPORT_PACKAGE, SUPPORT_SOURCE};
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::{Component, Path, PathBuf};

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
        let text = |manifest: toml::Table| {
            toml::to_string(&manifest).map_err(|error| Error::HarnessBroken {
                rendered: format!("a manifest cannot be written: {error}"),
                diagnostics: Vec::new(),
            })
        };
        let mut patch = self.inherited.patch().clone();
        relate(&mut patch, &directory);
        let root = FuzzManifest {
            package: FuzzPackage {
                name: format!("{}-fuzz", self.request.name),
                version: "0.0.0",
                edition: "2024",
                publish: false,
                metadata: fuzzer.metadata.map(|key| (key, true)).into_iter().collect(),
            },
            bins: (targets.iter())
                .map(|name| Bin {
                    name,
                    path: format!("fuzz_targets/{name}.rs"),
                    test: false,
                    doc: false,
                    bench: false,
                })
                .collect(),
            dependencies: BTreeMap::from([
                (fuzzer.name, toml::Value::String(fuzzer.version.to_owned())),
                (
                    HARNESS,
                    toml::Value::Table([("path".to_owned(), "harness".into())].into_iter().collect()),
                ),
            ]),
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
        };
        let mut files = vec![(PathBuf::from("Cargo.toml"), text(table_of(&root)?)?)];
        let mut member = |name: &str, manifest: &Manifest| -> Result<(), Error> {
            let mut table = table_of(manifest)?;
            // Which these are is up to the package above.
            for key in ["workspace", "profile", "patch"] {
                table.remove(key);
            }
            if name == "runtime" {
                let fuzzing = [("fuzzing", vec![]), ("default", vec!["fuzzing"])];
                let features = fuzzing.map(|(name, on): (&str, Vec<&str>)| (name.to_owned(), on.into()));
                table.insert(
                    "features".to_owned(),
                    toml::Value::Table(features.into_iter().collect()),
                );
            } else {
                relate(&mut table, &directory.join(name));
            }
            if name == "harness"
                && let Some(lib) = table.get_mut("lib").and_then(toml::Value::as_table_mut)
            {
                lib.remove("crate-type");
                // Without its feature the runtime would have callbacks that fuzzers have, too.
                let runtime =
                    (table.get_mut("dependencies")).and_then(|all| all.get_mut(RUNTIME)?.as_table_mut());
                if let Some(runtime) = runtime {
                    runtime.insert("default-features".to_owned(), true.into());
                }
            }
            files.push((Path::new(name).join("Cargo.toml"), text(table)?));
            Ok(())
        };
        member("harness", &Manifest::harness(&self.inherited, &self.extra)?)?;
        member("runtime", &Manifest::runtime())?;
        if let Some(file) = &self.request.support {
            member(SUPPORT_PACKAGE, &Manifest::support(&self.inherited))?;
            files.push((PathBuf::from(SUPPORT_SOURCE), file.text().to_owned()));
        }
        // The very versions that were explored, as far as they are the same packages.
        if let Ok(lock) = std::fs::read_to_string(self.harness().join("Cargo.lock")) {
            files.push((PathBuf::from("Cargo.lock"), lock));
        }
        Ok(files)
    }
}

fn table_of(manifest: &impl Serialize) -> Result<toml::Table, Error> {
    toml::Table::try_from(manifest).map_err(|error| Error::HarnessBroken {
        rendered: format!("a manifest cannot be written: {error}"),
        diagnostics: Vec::new(),
    })
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

/// The way from one absolute path to another.
pub fn relative(to: &Path, from: &Path) -> PathBuf {
    let parts = |path: &Path| -> Vec<PathBuf> {
        let mut parts: Vec<PathBuf> = Vec::new();
        for part in path.components() {
            match part {
                Component::ParentDir => drop(parts.pop()),
                Component::CurDir => {}
                part => parts.push(PathBuf::from(part.as_os_str())),
            }
        }
        parts
    };
    let (to, from) = (parts(to), parts(from));
    let common = to.iter().zip(&from).take_while(|(to, from)| to == from).count();
    let up = from[common..].iter().map(|_| PathBuf::from(".."));
    let way: PathBuf = up.chain(to[common..].iter().cloned()).collect();
    match way.as_os_str().is_empty() {
        true => PathBuf::from("."),
        false => way,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_lead_from_one_directory_to_another() {
        for (to, from, way) in [
            ("/a/b", "/a/b/fuzz/harness", "../.."),
            ("/a/b", "/a/c", "../b"),
            ("/a/./x/../b", "/a", "b"),
            ("/a", "/a", "."),
        ] {
            assert_eq!(
                relative(Path::new(to), Path::new(from)),
                Path::new(way),
                "{to} {from}"
            );
        }
    }

    #[test]
    fn only_absolute_paths_of_dependencies_are_changed() {
        let mut table: toml::Table =
            toml::from_str("[lib]\npath = \"src/lib.rs\"\n[dependencies.own]\npath = \"/a/own\"\n").unwrap();
        relate(&mut table, Path::new("/a/fuzz/harness"));
        assert_eq!(table["lib"]["path"].as_str(), Some("src/lib.rs"));
        assert_eq!(table["dependencies"]["own"]["path"].as_str(), Some("../../own"));
    }
}
