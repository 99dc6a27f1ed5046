//! From what the user calls a package to a [`Request`]: paths, workspace members, dependencies of the lock file, exact
//! registry versions. Reads manifests through `cargo metadata --no-deps`, which writes nothing and needs no network.

mod error;
mod lock;
mod workspace;

pub use error::SpecError;

use error::suggestions;
use harness_gen::{CargoAccess, Constants, Features, PathGlobs, Request, Source};
use std::cell::OnceCell;
use std::path::{Path, PathBuf};
use workspace::{Library, Package, Workspace};

/// Which packages, and everything about building them that is the same for all of them.
#[derive(Clone, Debug)]
pub struct Selection {
    /// SPECs as typed.
    pub specs: Vec<String>,
    /// `--package`.
    pub packages: Vec<String>,
    /// `--workspace`.
    pub workspace: bool,
    /// `--exclude`.
    pub exclude: Vec<String>,
    /// `--manifest-path`.
    pub manifest_path: Option<PathBuf>,
    /// `--target-dir`.
    pub target_dir: Option<PathBuf>,
    /// Features.
    pub features: Features,
    /// Network and lock policy.
    pub access: CargoAccess,
    /// Literals.
    pub constants: Constants,
    /// Functions that are properties whatever they are called.
    pub properties: PathGlobs,
    /// For measurements: nothing is taken out of what calls return.
    pub keep_results_whole: bool,
    /// Jobs for cargo.
    pub build_jobs: Option<usize>,
}

/// What a selection comes to.
#[derive(Debug, Default)]
pub struct Resolved {
    /// One per package, in the order given; a package that cannot be explored does not stop the others.
    pub requests: Vec<Result<Request, SpecError>>,
    /// Members that were passed over because they have no library, when nobody named them.
    pub without_library: Vec<String>,
}

/// Resolves a selection as seen from `current_dir`.
pub fn resolve(selection: &Selection, current_dir: &Path) -> Resolved {
    let resolver = Resolver {
        selection,
        current_dir,
        current: OnceCell::new(),
    };
    if !selection.specs.is_empty() {
        let requests = selection.specs.iter().map(|spec| resolver.spec(spec)).collect();
        return Resolved {
            requests,
            without_library: Vec::new(),
        };
    }
    if !selection.packages.is_empty() {
        let requests = selection
            .packages
            .iter()
            .map(|name| resolver.member(name))
            .collect();
        return Resolved {
            requests,
            without_library: Vec::new(),
        };
    }
    resolver.members().unwrap_or_else(|error| Resolved {
        requests: vec![Err(error)],
        ..Resolved::default()
    })
}

struct Resolver<'a> {
    selection: &'a Selection,
    current_dir: &'a Path,
    /// The workspace around the current directory or `--manifest-path`, read at most once.
    current: OnceCell<Result<Workspace, SpecError>>,
}

impl Resolver<'_> {
    fn current(&self) -> Result<&Workspace, &SpecError> {
        let read = || {
            let manifest = self.selection.manifest_path.as_deref();
            Workspace::read(
                manifest.map(|path| self.current_dir.join(path)).as_deref(),
                self.current_dir,
            )
        };
        self.current.get_or_init(read).as_ref()
    }

    /// One SPEC: what looks like a path is one; `name@version` is exact; a bare name is a member, then a locked
    /// dependency, then a directory.
    fn spec(&self, spec: &str) -> Result<Request, SpecError> {
        if spec.is_empty() {
            return Err(SpecError::Malformed { spec: spec.into() });
        }
        if looks_like_a_path(spec) {
            return self.path(Path::new(spec));
        }
        if let Some((name, version)) = spec.rsplit_once('@') {
            return self.exact(spec, name, version);
        }
        if let Ok(workspace) = self.current() {
            if let Some(package) = workspace.member(spec) {
                return self.local(workspace, package);
            }
            if let Some(request) = self.locked(workspace, spec)? {
                return Ok(request);
            }
        }
        if self.current_dir.join(spec).join("Cargo.toml").is_file() {
            return self.path(Path::new(spec));
        }
        if let (Some(_), Err(error)) = (&self.selection.manifest_path, self.current()) {
            return Err(error.clone());
        }
        let known = self.current().map(Workspace::known_names).unwrap_or_default();
        Err(SpecError::Unknown {
            spec: spec.into(),
            suggestions: suggestions(spec, &known),
        })
    }

    fn path(&self, path: &Path) -> Result<Request, SpecError> {
        let given = self.current_dir.join(path);
        let manifest = if given.is_dir() {
            given.join("Cargo.toml")
        } else {
            given.clone()
        };
        if !given.exists() {
            return Err(SpecError::NoSuchPath { path: path.into() });
        }
        if !manifest.is_file() || manifest.extension().is_none_or(|extension| extension != "toml") {
            return Err(SpecError::NotAPackage { path: path.into() });
        }
        let workspace = Workspace::read(Some(&manifest), self.current_dir)?;
        match workspace.package_of(&manifest) {
            Some(package) => self.local(&workspace, package),
            None => Err(SpecError::VirtualWorkspace {
                path: path.into(),
                members: workspace.member_names(),
            }),
        }
    }

    fn exact(&self, spec: &str, name: &str, version: &str) -> Result<Request, SpecError> {
        let name_is_valid =
            !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '-' || c == '_');
        let version = version.strip_prefix('=').unwrap_or(version);
        let Ok(version) = semver::Version::parse(version) else {
            return Err(SpecError::Malformed { spec: spec.into() });
        };
        if !name_is_valid {
            return Err(SpecError::Malformed { spec: spec.into() });
        }
        let workspace = self.current().ok();
        let member = workspace.and_then(|workspace| {
            workspace
                .member(name)
                .filter(|package| package.version == version.to_string())
                .map(|p| (workspace, p))
        });
        match member {
            Some((workspace, package)) => self.local(workspace, package),
            // The user's own choice of its dependencies' versions holds only for the version the lock file names.
            None => {
                let lock_file = workspace
                    .filter(|w| w.locks(name, &version.to_string()))
                    .and_then(|w| w.lock_file());
                Ok(self.registry(name, &version.to_string(), lock_file))
            }
        }
    }

    fn locked(&self, workspace: &Workspace, name: &str) -> Result<Option<Request>, SpecError> {
        let locked: Vec<&lock::Locked> = workspace
            .locked
            .iter()
            .filter(|package| package.name == name)
            .collect();
        match locked.as_slice() {
            [] => Ok(None),
            [only] => match &only.origin {
                lock::Origin::Registry => Ok(Some(self.registry(
                    &only.name,
                    &only.version,
                    workspace.lock_file(),
                ))),
                lock::Origin::Path => match workspace.path_dependency(name) {
                    Some(directory) => self.path(&directory).map(Some),
                    None => Err(SpecError::ForeignSource {
                        name: name.into(),
                        origin: "a path".into(),
                    }),
                },
                lock::Origin::Other(origin) => Err(SpecError::ForeignSource {
                    name: name.into(),
                    origin: origin.clone(),
                }),
            },
            several => Err(SpecError::SeveralVersions {
                name: name.into(),
                versions: several.iter().map(|package| package.version.clone()).collect(),
            }),
        }
    }

    fn member(&self, name: &str) -> Result<Request, SpecError> {
        let workspace = self.current().map_err(SpecError::clone)?;
        match workspace.member(name) {
            Some(package) => self.local(workspace, package),
            None => Err(SpecError::UnknownMember {
                name: name.into(),
                suggestions: suggestions(name, &workspace.member_names()),
            }),
        }
    }

    fn members(&self) -> Result<Resolved, SpecError> {
        let workspace = self.current().map_err(SpecError::clone)?;
        for name in &self.selection.exclude {
            if workspace.member(name).is_none() {
                let suggestions = suggestions(name, &workspace.member_names());
                return Err(SpecError::UnknownMember {
                    name: name.clone(),
                    suggestions,
                });
            }
        }
        let chosen: Vec<&Package> = if self.selection.workspace {
            workspace
                .members
                .iter()
                .filter(|p| !self.selection.exclude.contains(&p.name))
                .collect()
        } else {
            workspace.selected_by_default(self.selection.manifest_path.as_deref(), self.current_dir)
        };
        let (with, without): (Vec<&Package>, Vec<&Package>) = chosen
            .into_iter()
            .partition(|package| !matches!(package.library, Library::None));
        if with.is_empty() {
            let Some(first) = without.first() else {
                return Ok(Resolved::default());
            };
            return Err(SpecError::NoLibrary {
                package: first.name.clone(),
            });
        }
        Ok(Resolved {
            requests: with
                .into_iter()
                .map(|package| self.local(workspace, package))
                .collect(),
            without_library: without.into_iter().map(|package| package.name.clone()).collect(),
        })
    }

    /// A package whose sources are at hand.
    fn local(&self, workspace: &Workspace, package: &Package) -> Result<Request, SpecError> {
        let lib_name = match &package.library {
            Library::Linkable(name) => name.clone(),
            Library::None => {
                return Err(SpecError::NoLibrary {
                    package: package.name.clone(),
                });
            }
            Library::ProcMacro => {
                return Err(SpecError::ProcMacro {
                    package: package.name.clone(),
                });
            }
            Library::NotLinkable => {
                return Err(SpecError::NotLinkable {
                    package: package.name.clone(),
                });
            }
        };
        let is_of_current = self.current().is_ok_and(|current| current.root == workspace.root);
        let source = if is_of_current {
            Source::Workspace
        } else {
            Source::Path
        };
        let mut features = self.selection.features.clone();
        if features.all {
            features.named = package
                .features
                .iter()
                .filter(|name| *name != "default")
                .cloned()
                .collect();
        }
        Ok(Request {
            name: package.name.clone(),
            version: package.version.clone(),
            lib_name,
            source: source(package.directory.clone()),
            lock_file: workspace.lock_file(),
            features,
            work_dir: self.work_dir(Some(workspace)),
            ..self.request()
        })
    }

    fn registry(&self, name: &str, version: &str, lock_file: Option<PathBuf>) -> Request {
        Request {
            name: name.into(),
            version: version.into(),
            lib_name: name.replace('-', "_"),
            lock_file,
            work_dir: self.work_dir(self.current().ok()),
            ..self.request()
        }
    }

    /// What every request has in common.
    fn request(&self) -> Request {
        Request {
            name: String::new(),
            version: String::new(),
            lib_name: String::new(),
            source: Source::Registry,
            lock_file: None,
            features: self.selection.features.clone(),
            work_dir: PathBuf::new(),
            access: self.selection.access,
            constants: self.selection.constants.clone(),
            properties: self.selection.properties.clone(),
            keep_results_whole: self.selection.keep_results_whole,
            build_jobs: self.selection.build_jobs,
        }
    }

    fn work_dir(&self, workspace: Option<&Workspace>) -> PathBuf {
        let target = match (&self.selection.target_dir, workspace) {
            (Some(given), _) => self.current_dir.join(given),
            (None, Some(workspace)) => workspace.target_dir.clone(),
            (None, None) => self.current_dir.join("target"),
        };
        target.join("explore")
    }
}

/// The directory for what we make in the workspace of this manifest or around `current_dir`. None: there is neither a workspace
/// nor a target directory that was given.
pub fn current_work_dir(
    target_dir: Option<&Path>,
    manifest_path: Option<&Path>,
    current_dir: &Path,
) -> Option<PathBuf> {
    let target = match target_dir {
        Some(given) => current_dir.join(given),
        None => {
            let manifest = manifest_path.map(|path| current_dir.join(path));
            let workspace = Workspace::read(manifest.as_deref(), current_dir);
            workspace.ok()?.target_dir
        }
    };
    Some(target.join("explore"))
}

/// The directory for what we make when no package is in question: below the target directory of the workspace around
/// `current_dir`, if there is one.
pub fn work_dir_at(target_dir: Option<&Path>, current_dir: &Path) -> PathBuf {
    current_work_dir(target_dir, None, current_dir)
        .unwrap_or_else(|| current_dir.join("target").join("explore"))
}

/// The root of the workspace around a manifest, or around a directory.
pub fn workspace_root(manifest: Option<&Path>, directory: &Path) -> Result<PathBuf, SpecError> {
    let manifest = manifest.map(|path| directory.join(path));
    Workspace::read(manifest.as_deref(), directory).map(|workspace| workspace.root)
}

/// Where the sources of a workspace's member are.
pub fn member_directory(workspace_root: &Path, name: &str) -> Option<PathBuf> {
    let workspace = Workspace::read(None, workspace_root).ok()?;
    workspace.member(name).map(|package| package.directory.clone())
}

fn looks_like_a_path(spec: &str) -> bool {
    spec.contains(['/', std::path::MAIN_SEPARATOR])
        || matches!(spec, "." | "..")
        || Path::new(spec)
            .extension()
            .is_some_and(|extension| extension == "toml")
}

#[cfg(test)]
mod tests;
