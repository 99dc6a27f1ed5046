//! A workspace as far as naming packages needs it, read through `cargo metadata --no-deps`.

use super::error::SpecError;
use super::lock::{self, Locked};
use cargo_metadata::{Metadata, MetadataCommand, TargetKind};
use semver::Version;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// A workspace; a single package is one, too.
#[derive(Debug)]
pub(super) struct Workspace {
    pub(super) root: PathBuf,
    pub(super) target_dir: PathBuf,
    /// In cargo's order.
    pub(super) members: Vec<Package>,
    /// Names of the members cargo takes when none is chosen.
    default_members: Vec<String>,
    pub(super) locked: Vec<Locked>,
}

/// A member.
#[derive(Debug)]
pub(super) struct Package {
    pub(super) name: String,
    pub(super) version: String,
    pub(super) directory: PathBuf,
    pub(super) library: Library,
    pub(super) features: Vec<String>,
    /// What its dependencies are called in its manifest.
    dependencies: BTreeSet<String>,
    /// Dependencies given by path: package name and directory.
    path_dependencies: Vec<(String, PathBuf)>,
}

/// What kind of library a package has.
#[derive(Debug)]
pub(super) enum Library {
    /// One that Rust code can use, by this name.
    Linkable(String),
    /// A procedural macro.
    ProcMacro,
    /// One for other languages only.
    NotLinkable,
    /// None.
    None,
}

impl Workspace {
    /// Reads the workspace of a manifest, or the one around the directory.
    pub(super) fn read(manifest: Option<&Path>, directory: &Path) -> Result<Self, SpecError> {
        let mut command = MetadataCommand::new();
        command.no_deps().current_dir(directory);
        if let Some(manifest) = manifest {
            command.manifest_path(manifest);
        }
        let metadata = command.exec().map_err(|error| SpecError::Metadata {
            message: match error {
                cargo_metadata::Error::CargoMetadata { stderr } => stderr,
                other => other.to_string(),
            },
        })?;
        Ok(Self::from_metadata(&metadata))
    }

    fn from_metadata(metadata: &Metadata) -> Self {
        let root = metadata.workspace_root.clone().into_std_path_buf();
        // Old cargos do not name default members.
        let default_members = if metadata.workspace_default_members.is_available() {
            metadata.workspace_default_packages()
        } else {
            metadata.workspace_packages()
        };
        Self {
            target_dir: metadata.target_directory.clone().into_std_path_buf(),
            members: metadata
                .workspace_packages()
                .into_iter()
                .map(Package::from_metadata)
                .collect(),
            default_members: default_members
                .iter()
                .map(|package| package.name.to_string())
                .collect(),
            locked: lock::read(&root.join("Cargo.lock")),
            root,
        }
    }

    pub(super) fn member(&self, name: &str) -> Option<&Package> {
        self.members.iter().find(|package| package.name == name)
    }

    pub(super) fn package_of(&self, manifest: &Path) -> Option<&Package> {
        let directory = manifest.parent()?.canonicalize().ok()?;
        self.members
            .iter()
            .find(|package| package.directory.canonicalize().is_ok_and(|d| d == directory))
    }

    /// What cargo takes when no package is chosen: the package around the directory or of the manifest, else the
    /// default members.
    pub(super) fn selected_by_default(&self, manifest: Option<&Path>, directory: &Path) -> Vec<&Package> {
        let start = manifest
            .and_then(Path::parent)
            .map_or(directory.to_owned(), |parent| directory.join(parent));
        let start = start.canonicalize().unwrap_or(start);
        for ancestor in start.ancestors() {
            if !ancestor.join("Cargo.toml").is_file() {
                continue;
            }
            // A root package does not hide the default members that the workspace names.
            let is_root = self.root.canonicalize().is_ok_and(|root| root == ancestor);
            match self.package_of(&ancestor.join("Cargo.toml")) {
                Some(package) if !is_root => return vec![package],
                _ => break,
            }
        }
        self.members
            .iter()
            .filter(|package| self.default_members.contains(&package.name))
            .collect()
    }

    pub(super) fn member_names(&self) -> Vec<String> {
        self.members.iter().map(|package| package.name.clone()).collect()
    }

    pub(super) fn known_names(&self) -> Vec<String> {
        let mut names = self.member_names();
        names.extend(self.locked.iter().map(|package| package.name.clone()));
        names
    }

    pub(super) fn root_manifest(&self) -> PathBuf {
        self.root.join("Cargo.toml")
    }

    pub(super) fn lock_file(&self) -> Option<PathBuf> {
        Some(self.root.join("Cargo.lock")).filter(|path| path.is_file())
    }

    /// What the lock file has under this name. The registry takes `-` and `_` for each other, so one that differs only in these is
    /// no other package.
    pub(super) fn locked_as(&self, name: &str) -> Vec<&Locked> {
        let with = |is_it: &dyn Fn(&str) -> bool| -> Vec<&Locked> {
            let found = self.locked.iter().filter(|package| is_it(&package.name));
            found.collect()
        };
        let exactly = with(&|known| known == name);
        if !exactly.is_empty() {
            return exactly;
        }
        with(&|known| known.replace('-', "_") == name.replace('-', "_"))
    }

    /// What the lock file has of this name and version.
    pub(super) fn locks(&self, name: &str, version: &Version) -> Option<&Locked> {
        self.locked
            .iter()
            .find(|package| package.name == name && is_meant(version, &package.version))
    }

    pub(super) fn path_dependency(&self, name: &str) -> Option<PathBuf> {
        let dependencies = self.members.iter().flat_map(|package| &package.path_dependencies);
        dependencies
            .filter(|(known, _)| known == name)
            .map(|(_, directory)| directory.clone())
            .next()
    }
}

/// True if whoever typed a version means the known one. Build metadata tells versions apart only where it was typed: a registry has
/// no two that differ in nothing else.
pub(super) fn is_meant(typed: &Version, known: &str) -> bool {
    let without_metadata = known.split('+').next().unwrap_or(known);
    let known = if typed.build.is_empty() {
        without_metadata
    } else {
        known
    };
    known == typed.to_string()
}

impl Package {
    /// Where the packages are that it names by path.
    pub(super) fn path_directories(&self) -> impl Iterator<Item = PathBuf> {
        self.path_dependencies
            .iter()
            .map(|(_, directory)| directory.clone())
    }

    /// True if it has a dependency that its manifest calls by this name.
    pub(super) fn depends_on(&self, name: &str) -> bool {
        self.dependencies.contains(name)
    }

    fn from_metadata(package: &cargo_metadata::Package) -> Self {
        let is = |kind: TargetKind| {
            package
                .targets
                .iter()
                .find(move |target| target.kind.contains(&kind))
        };
        let linkable = [TargetKind::Lib, TargetKind::RLib, TargetKind::DyLib];
        let library = if let Some(target) = linkable.into_iter().find_map(is) {
            Library::Linkable(target.name.replace('-', "_"))
        } else if is(TargetKind::ProcMacro).is_some() {
            Library::ProcMacro
        } else if is(TargetKind::CDyLib).or(is(TargetKind::StaticLib)).is_some() {
            Library::NotLinkable
        } else {
            Library::None
        };
        let with_path = |dependency: &cargo_metadata::Dependency| {
            Some((
                dependency.name.to_string(),
                dependency.path.clone()?.into_std_path_buf(),
            ))
        };
        Self {
            name: package.name.to_string(),
            version: package.version.to_string(),
            directory: package
                .manifest_path
                .parent()
                .map(|p| p.as_std_path().to_owned())
                .unwrap_or_default(),
            library,
            features: package.features.keys().cloned().collect(),
            dependencies: (package.dependencies.iter())
                .map(|dependency| {
                    dependency
                        .rename
                        .clone()
                        .unwrap_or_else(|| dependency.name.clone())
                })
                .collect(),
            path_dependencies: package.dependencies.iter().filter_map(with_path).collect(),
        }
    }
}
