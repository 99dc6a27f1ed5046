//! From what the user calls a package to a [`Request`]: paths, workspace members, dependencies of the lock file, exact
//! registry versions, and the registry's newest version of what is none of these. Reads manifests through
//! `cargo metadata --no-deps`, which writes nothing and needs no network; only for a newest version is the registry asked.

mod error;
mod features;
mod ingredients;
mod lock;
mod place;
mod workspace;

pub use error::SpecError;
pub use ingredients::{Ingredients, SourceReader};
pub use place::{current_work_dir, state_dir, work_dir_at};

use error::{nearly, suggestions};
use harness_gen::cargo::newest_version;
use harness_gen::error::Error;
use harness_gen::{CargoAccess, Constants, Features, Feeding, PathGlobs, Request, Source, SupportFile};
use std::cell::OnceCell;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use workspace::{Library, Package, Workspace, is_meant};

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
    /// How cargo is run.
    pub access: CargoAccess,
    /// Literals.
    pub constants: Constants,
    /// Functions that are properties whatever they are called.
    pub properties: PathGlobs,
    /// Functions of the user's that build arguments, too.
    pub support: Option<SupportFile>,
    /// How calls are fed.
    pub feeding: Feeding,
}

/// What a selection comes to.
#[derive(Debug, Default)]
pub struct Resolved {
    /// One per package, in the order given; a package that cannot be explored does not stop the others.
    pub requests: Vec<Result<Request, SpecError>>,
    /// Members that were passed over because they have no library, when nobody named them.
    pub without_library: Vec<String>,
    /// What was chosen for SPECs that say nothing but a name of the registry.
    pub newest: Vec<Newest>,
}

/// A version that nobody named.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Newest {
    /// As typed.
    pub spec: String,
    /// Package name.
    pub name: String,
    /// The version that is explored.
    pub version: String,
    /// A newer one that this toolchain is too old for.
    pub passed_over: Option<String>,
    /// Names in the lock file that are nearly the same.
    pub similar: Vec<String>,
}

/// Resolves a selection as seen from `current_dir`. Waiting for the registry ends once `interrupt` is set.
pub fn resolve(selection: &Selection, current_dir: &Path, interrupt: &Arc<AtomicBool>) -> Resolved {
    let resolver = Resolver {
        selection,
        current_dir,
        interrupt,
        current: OnceCell::new(),
    };
    if !selection.specs.is_empty() {
        let mut resolved = Resolved::default();
        for spec in &selection.specs {
            let request = resolver.here(spec).and_then(|request| match request {
                Some(request) => Ok(request),
                None => {
                    let newest = resolver.newest(spec)?;
                    let request = resolver.registry(&newest.name, &newest.version, None)?;
                    resolved.newest.push(newest);
                    Ok(request)
                }
            });
            resolved.requests.push(request);
        }
        return resolved;
    }
    if !selection.packages.is_empty() {
        let requests = selection.packages.iter().map(|name| resolver.member(name));
        return Resolved {
            requests: requests.collect(),
            ..Resolved::default()
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
    interrupt: &'a Arc<AtomicBool>,
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
    /// dependency, then a directory. None: it is a name, and what it names is not here.
    fn here(&self, spec: &str) -> Result<Option<Request>, SpecError> {
        if spec.is_empty() {
            return Err(SpecError::Malformed { spec: spec.into() });
        }
        if looks_like_a_path(spec) {
            return self.path(Path::new(spec)).map(Some);
        }
        if let Some((name, version)) = spec.rsplit_once('@') {
            return self.exact(spec, name, version).map(Some);
        }
        if let Ok(workspace) = self.current() {
            if let Some(package) = workspace.member(spec) {
                return self.local(workspace, package).map(Some);
            }
            if let Some(request) = self.locked(workspace, spec)? {
                return Ok(Some(request));
            }
        }
        if self.current_dir.join(spec).join("Cargo.toml").is_file() {
            return self.path(Path::new(spec)).map(Some);
        }
        Ok(None)
    }

    /// The registry's newest version of what is not here. A name that is nearly a member's is refused: to build a crate is to run
    /// what its author wrote, and a slip of the keyboard must not choose the author.
    fn newest(&self, spec: &str) -> Result<Newest, SpecError> {
        let workspace = match self.current() {
            Ok(workspace) => Some(workspace),
            // The name may be that of a member which cannot be read.
            Err(error) if place::has_manifest(self.selection.manifest_path.as_deref(), self.current_dir) => {
                return Err(error.clone());
            }
            Err(_) => None,
        };
        let members = workspace.map(Workspace::member_names).unwrap_or_default();
        let near = nearly(spec, &members);
        if !near.is_empty() {
            return Err(SpecError::NearlyAMember {
                spec: spec.into(),
                suggestions: near,
            });
        }
        let known = workspace.map(Workspace::known_names).unwrap_or_default();
        let suggestions = suggestions(spec, &known);
        let spec = spec.to_owned();
        if !is_package_name(&spec) {
            return Err(SpecError::Unknown { spec, suggestions });
        }
        match newest_version(&spec, self.current_dir, self.selection.access, self.interrupt) {
            Ok(newest) => Ok(Newest {
                spec,
                name: newest.name,
                version: newest.version,
                passed_over: newest.passed_over,
                similar: suggestions,
            }),
            Err(Error::UnknownCrate { .. }) => Err(SpecError::Unknown { spec, suggestions }),
            Err(error) => Err(SpecError::NotChosen {
                spec,
                suggestions,
                reason: error.to_string(),
            }),
        }
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
        let version = version.strip_prefix('=').unwrap_or(version);
        let Ok(version) = semver::Version::parse(version) else {
            return Err(SpecError::Malformed { spec: spec.into() });
        };
        if !is_package_name(name) {
            return Err(SpecError::Malformed { spec: spec.into() });
        }
        let workspace = self.current().ok();
        let member = workspace.and_then(|workspace| {
            workspace
                .member(name)
                .filter(|package| is_meant(&version, &package.version))
                .map(|p| (workspace, p))
        });
        match member {
            Some((workspace, package)) => self.local(workspace, package),
            // The user's own choice of its dependencies' versions holds only for the version the lock file names.
            None => {
                let locked = workspace.and_then(|w| Some((w, w.locks(name, &version)?)));
                let lock_file = locked.and_then(|(w, _)| w.lock_file());
                let version = locked.map_or_else(|| version.to_string(), |(_, known)| known.version.clone());
                self.registry(name, &version, lock_file)
            }
        }
    }

    fn locked(&self, workspace: &Workspace, name: &str) -> Result<Option<Request>, SpecError> {
        let locked = workspace.locked_as(name);
        match locked.as_slice() {
            [] => Ok(None),
            [only] => match &only.origin {
                lock::Origin::Registry => self
                    .registry(&only.name, &only.version, workspace.lock_file())
                    .map(Some),
                lock::Origin::Path => match workspace.path_dependency(&only.name) {
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
            several @ [first, ..] => Err(SpecError::SeveralVersions {
                name: first.name.clone(),
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
            newest: Vec::new(),
        })
    }

    /// True if a member of this workspace is explored under this name.
    fn is_chosen(&self, workspace: &Workspace, name: &str) -> bool {
        let Selection {
            specs,
            packages,
            exclude,
            manifest_path,
            ..
        } = self.selection;
        let is_named = |named: &[String]| named.iter().any(|named| named == name);
        if !specs.is_empty() || !packages.is_empty() {
            return is_named(specs) || is_named(packages);
        }
        if self.selection.workspace {
            return workspace.member(name).is_some() && !is_named(exclude);
        }
        let chosen = workspace.selected_by_default(manifest_path.as_deref(), self.current_dir);
        chosen.iter().any(|package| package.name == name)
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
        features.named = features::of_package(&features.named, &package.name, |name| {
            !package.depends_on(name) && self.is_chosen(workspace, name)
        });
        if features.all {
            let of_dependencies = features.named.iter().filter(|name| name.contains('/'));
            let own = package.features.iter().filter(|name| *name != "default");
            features.named = own.chain(of_dependencies).cloned().collect();
        }
        Ok(Request {
            name: package.name.clone(),
            version: package.version.clone(),
            lib_name,
            source: source(package.directory.clone()),
            lock_file: workspace.lock_file(),
            features,
            work_dir: place::in_workspace(self.selection.target_dir.as_deref(), workspace, self.current_dir),
            ..self.request()
        })
    }

    fn registry(&self, name: &str, version: &str, lock_file: Option<PathBuf>) -> Result<Request, SpecError> {
        let target_dir = self.selection.target_dir.as_deref();
        let work_dir = match self.current() {
            Ok(workspace) => place::in_workspace(target_dir, workspace, self.current_dir),
            Err(_) => place::outside(target_dir, self.current_dir)?,
        };
        let mut features = self.selection.features.clone();
        features.named = features::of_package(&features.named, name, |_| false);
        Ok(Request {
            name: name.into(),
            version: version.into(),
            lib_name: name.replace('-', "_"),
            lock_file,
            work_dir,
            features,
            ..self.request()
        })
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
            support: self.selection.support.clone(),
            feeding: self.selection.feeding,
        }
    }
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

fn is_package_name(text: &str) -> bool {
    // What begins with `-` is an option for cargo.
    !text.is_empty()
        && !text.starts_with('-')
        && text.chars().all(|c| c.is_alphanumeric() || c == '-' || c == '_')
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
