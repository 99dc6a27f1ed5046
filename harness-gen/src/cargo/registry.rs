//! Asks cargo what it decides by itself outside of any package: which version of a package it would take from the registry, and
//! where its builds are configured to go. The questions are put with an empty package in a temporary directory that is gone
//! afterwards. cargo is started where the user stands, so the user's configuration answers; nothing is built.

use super::lock_file::{LockFile, LockedPackage};
use super::process::{CargoCall, Network, cargo_program, tool_output};
use super::refusal;
use super::scratch::write_if_changed;
use crate::error::Error;
use crate::request::CargoAccess;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// The newest version of a package that cargo selects.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewestVersion {
    /// The package as the registry writes it: cargo takes `-` and `_` for each other.
    pub name: String,
    /// The version.
    pub version: String,
    /// A newer one that this toolchain is too old for.
    pub passed_over: Option<String>,
}

const MANIFEST: &str =
    "[package]\nname = \"explore-question\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[workspace]\n";

/// The newest version of `name`, as `cargo add` chooses it in `directory`: none that is yanked or needs a newer compiler, and a
/// pre-release only where there is nothing else.
pub fn newest_version(
    name: &str,
    directory: &Path,
    access: CargoAccess,
    interrupt: &Arc<AtomicBool>,
) -> Result<NewestVersion, Error> {
    let package = Question::new()?;
    let network = Network::of(&access);
    let mut call = CargoCall::new("add", directory, network, interrupt);
    // The harness depends on the default registry, so a registry that the user has made the default of commands does not count.
    call.args(["--registry", "crates-io"])
        .arg("--manifest-path")
        .arg(package.manifest())
        .args(["--", name]);
    let end = call.run(&mut |_| (), &mut |_| ())?;
    // Whether it can be resolved is another matter: a version has been chosen once the manifest names it.
    match package.dependency()? {
        Some((name, version)) => Ok(NewestVersion {
            passed_over: refusal::passed_over(&name, &end.stderr),
            version,
            name,
        }),
        None => Err(refusal::of_choice(name, access.offline, &end.stderr)),
    }
}

/// The target directory that the environment or a configuration file gives for builds in `directory`, if one does.
pub fn configured_target_dir(directory: &Path) -> Result<Option<PathBuf>, Error> {
    #[derive(Deserialize)]
    struct Answer {
        target_directory: PathBuf,
    }
    let package = Question::new()?;
    let manifest = package.manifest();
    let program = cargo_program();
    let text = manifest.to_str().ok_or_else(|| Error::PathNotUnicode {
        path: manifest.clone(),
    })?;
    let arguments = [
        "metadata",
        "--no-deps",
        "--offline",
        "--format-version",
        "1",
        "--manifest-path",
        text,
    ];
    let json = tool_output(&program, &arguments, Some(directory))?;
    let answer: Answer = serde_json::from_str(&json).map_err(|error| Error::Toolchain {
        program: program.display().to_string(),
        output: error.to_string(),
    })?;
    let by_default = package.path.join("target");
    Ok((answer.target_directory != by_default).then_some(answer.target_directory))
}

/// The empty package.
struct Question {
    path: PathBuf,
    /// Removes the directory when dropped.
    _directory: tempfile::TempDir,
}

impl Question {
    fn new() -> Result<Question, Error> {
        let cannot = |source| Error::TemporaryDirectory {
            path: std::env::temp_dir(),
            source,
        };
        let directory = tempfile::Builder::new()
            .prefix("cargo-explore-")
            .tempdir()
            .map_err(cannot)?;
        let package = Question {
            // cargo answers with the real path.
            path: directory.path().canonicalize().map_err(cannot)?,
            _directory: directory,
        };
        write_if_changed(&package.manifest(), MANIFEST)?;
        write_if_changed(&package.path.join("src/lib.rs"), "")?;
        Ok(package)
    }

    fn manifest(&self) -> PathBuf {
        self.path.join("Cargo.toml")
    }

    /// Name and version of the one dependency that cargo has added.
    fn dependency(&self) -> Result<Option<(String, String)>, Error> {
        let manifest: Manifest = self.read("Cargo.toml")?;
        let Some((name, dependency)) = manifest.dependencies.into_iter().next() else {
            return Ok(None);
        };
        let (Dependency::Version(required) | Dependency::Detailed { version: required }) = dependency;
        // A requirement has no build metadata; what is locked has all of the version.
        let lock: LockFile = match self.path.join("Cargo.lock").is_file() {
            true => self.read("Cargo.lock")?,
            false => LockFile::default(),
        };
        let is_chosen = |package: &LockedPackage| {
            let build = package.version.strip_prefix(&required);
            package.name == name && build.is_some_and(|rest| rest.is_empty() || rest.starts_with('+'))
        };
        let locked = lock.package.into_iter().find(is_chosen);
        let version = locked.map_or(required, |package| package.version);
        Ok(Some((name, version)))
    }

    fn read<T: serde::de::DeserializeOwned>(&self, file: &str) -> Result<T, Error> {
        let path = self.path.join(file);
        let unreadable = |reason: String| Error::UnreadableManifest {
            path: path.clone(),
            reason,
        };
        let text = std::fs::read_to_string(&path).map_err(|error| unreadable(error.to_string()))?;
        toml::from_str(&text).map_err(|error| unreadable(error.to_string()))
    }
}

#[derive(Deserialize)]
struct Manifest {
    #[serde(default)]
    dependencies: BTreeMap<String, Dependency>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Dependency {
    Version(String),
    Detailed { version: String },
}
