//! The directories for one explored crate, what is in them, and how cargo is started there.

use super::calls::{Builds, Calls};
use super::contained::Containment;
use super::features::{self, Asked, Definer, FEATURES};
use super::instrument;
use super::manifest::{ExtraDependency, Inherited, Manifest};
use super::metadata::{self, ResolvedTarget};
use super::paths::absolute;
use super::process::{CargoCall, Network, cargo_program};
use super::profile;
use super::rustflags::RustFlags;
use super::scratch::{
    DirectoryLock, create_dir, ensure_file, import_lock_file, lock_version, short_hash, write_if_changed,
};
use super::test_build::TestBuild;
use super::toolchain::Toolchain;
use crate::error::Error;
use crate::request::{Request, Source};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Where [`Workbench::write_sources`] puts the runtime package, relative to the harness's sources.
pub(crate) const RUNTIME_SOURCES: &str = "../../runtime/src";

/// The directories for one explored crate, held exclusively while this value lives.
#[derive(Debug)]
pub struct Workbench {
    pub(super) request: Request,
    /// `<work directory>/<name>-<version>…`.
    pub(super) directory: PathBuf,
    pub(super) calls: Calls,
    pub(super) toolchain: Toolchain,
    /// Whether the explored crate and the harness are built with edge counting.
    pub(super) counts_edges: bool,
    pub(super) inherited: Inherited,
    pub(super) extra: Vec<ExtraDependency>,
    /// What `-p` is given for the explored crate: cargo's own id once it is resolved.
    pub(super) package_id: String,
    /// Stands for the packages, versions and features that the explored crate was resolved to.
    pub(super) resolution: String,
    /// Name and version of each yanked package among these.
    yanked: Vec<String>,
    /// Packages that are built with a feature for what it brings.
    pub(super) definers: Vec<Definer>,
    _lock: DirectoryLock,
}

impl Workbench {
    /// Makes the directories and the scratch package `harness`. Waits, with a word to `notify`, while another run
    /// works on the same crate with the same features.
    ///
    /// Once `interrupt` is set, whatever cargo is doing for the workbench ends with [`Error::Interrupted`].
    pub fn open(
        request: &Request,
        interrupt: &Arc<AtomicBool>,
        notify: &mut dyn FnMut(&str),
    ) -> Result<Workbench, Error> {
        let mut request = request.clone();
        request.work_dir = absolute(&request.work_dir)?;
        let call_directory = match &request.source {
            Source::Path(directory) | Source::Workspace(directory) => {
                if !directory.join("Cargo.toml").is_file() {
                    return Err(Error::NoManifest {
                        directory: directory.clone(),
                    });
                }
                absolute(directory)?
            }
            Source::Registry => absolute(Path::new("."))?,
        };
        let toolchain = Toolchain::detect(&call_directory)?;
        let counts_edges = instrument::is_available(&toolchain, &call_directory, &request.work_dir)?;
        let directory = request.work_dir.join(directory_name(&request));
        let lock = DirectoryLock::take(&directory, notify)?;
        let root = workspace_manifest(&request, &call_directory, interrupt)?;
        let inherited = Inherited::new(&request, root.as_deref())?;
        let package_id = format!("{}@{}", request.name, request.version);
        let containment = containment(&request, &call_directory, root.as_deref(), &toolchain, &directory)?;
        let flags = RustFlags::of_user(&call_directory, &toolchain);
        let workbench = Workbench {
            request,
            directory,
            calls: Calls {
                flags,
                directory: call_directory,
                interrupt: Arc::clone(interrupt),
                containment,
            },
            toolchain,
            counts_edges,
            inherited,
            extra: Vec::new(),
            package_id,
            resolution: String::new(),
            yanked: Vec::new(),
            definers: Vec::new(),
            _lock: lock,
        };
        ensure_file(&workbench.harness().join("src/lib.rs"))?;
        ensure_file(
            &workbench
                .harness()
                .join("src")
                .join(RUNTIME_SOURCES)
                .join("lib.rs"),
        )?;
        let runtime = workbench.directory.join("runtime/Cargo.toml");
        write_if_changed(&runtime, &Manifest::runtime().to_toml()?)?;
        if let Some(lock_file) = &workbench.request.lock_file {
            import_lock_file(lock_file, &workbench.harness())?;
        }
        workbench.write_harness_manifest()?;
        Ok(workbench)
    }

    /// Asks cargo what the explored package is. Corrects the library's name and the version in `request` and turns
    /// `--all-features` into names. Everything after this works without the network.
    ///
    /// `--locked` cannot forbid cargo to make the scratch package's own lock file; it means here that there is a lock
    /// file of the user's (unless the crate comes from the registry alone) and that no version outside of it is used.
    pub fn resolve(
        &mut self,
        request: &mut Request,
        notify: &mut dyn FnMut(&str),
    ) -> Result<ResolvedTarget, Error> {
        let mut metadata = self.metadata(notify)?;
        if self.request.features.all {
            let mut names = metadata::all_features(&self.request, &metadata)?;
            names.extend(features::of_dependencies(&self.request.features.named).cloned());
            request.features.named.clone_from(&names);
            self.request.features.named.clone_from(&names);
            let own = features::own(&names);
            self.inherited.set_features(Asked {
                own,
                ..Asked::default()
            });
            self.write_harness_manifest()?;
            metadata = self.metadata(notify)?;
        }
        if features::of_dependencies(&self.request.features.named)
            .next()
            .is_some()
        {
            let (package, linked) = metadata::package_of_request(&self.request, &metadata)?;
            let asked = features::asked(&self.request.features.named, package, &linked)?;
            self.inherited.set_features(asked);
            self.write_features()?;
            self.write_harness_manifest()?;
            metadata = self.metadata(notify)?;
        }
        let turned_on = self.turned_on(&metadata)?;
        if turned_on != Asked::default() {
            self.inherited.turn_on(turned_on);
            self.write_features()?;
            self.write_harness_manifest()?;
            metadata = self.metadata(notify)?;
        }
        if let Some(file) = &self.request.support {
            let (package, linked) = metadata::package_of_request(&self.request, &metadata)?;
            self.inherited.see_for_support(file, (package, &linked));
            self.write_support()?;
            self.write_harness_manifest()?;
            metadata = self.metadata(notify)?;
        }
        let resolved = self.resolved_among(&metadata)?;
        if self.request.access.locked {
            match (&self.request.lock_file, &self.request.source) {
                (Some(lock_file), _) => metadata::hold_to_lock_file(lock_file, &metadata)?,
                (None, Source::Registry) => {}
                (None, _) => {
                    return Err(Error::Locked {
                        missing: "there is no lock file".to_owned(),
                    });
                }
            }
        }
        let manifest = self.harness().join("Cargo.toml");
        if let Some(containment) = &mut self.calls.containment {
            containment.allow_packages(&metadata);
            containment.allow_patches(&manifest);
        }
        request.lib_name.clone_from(&resolved.lib_name);
        self.request.lib_name.clone_from(&resolved.lib_name);
        self.package_id.clone_from(&resolved.package_id);
        if self.request.version != resolved.version {
            // Build metadata, which a requirement may lack: to rustc's wrapper and to profiles cargo names the version in full.
            request.version.clone_from(&resolved.version);
            self.request.version.clone_from(&resolved.version);
            self.write_harness_manifest()?;
        }
        self.yanked = self.locked_though_yanked(&metadata);
        self.resolution = short_hash(&format!("{resolved:?}"));
        Ok(resolved)
    }

    /// Lets the harness name dependencies of the explored crate; replaces what was set before.
    pub fn set_extra_dependencies(&mut self, extra: Vec<ExtraDependency>) -> Result<(), Error> {
        self.extra = extra;
        self.write_harness_manifest()
    }

    /// Writes source files of the harness, named relative to its `src`; those below `RUNTIME_SOURCES` are the runtime
    /// package's, whose code is not instrumented. Files that have their content already are not
    /// touched, so that cargo sees no change.
    pub fn write_sources(&self, files: &[(PathBuf, String)]) -> Result<(), Error> {
        let sources = self.harness().join("src");
        files
            .iter()
            .try_for_each(|(file, content)| write_if_changed(&sources.join(file), content))
    }

    /// The directory for this crate, under the request's work directory.
    pub fn directory(&self) -> &Path {
        &self.directory
    }

    /// Name and version of each package that is used though it is yanked.
    pub fn yanked(&self) -> &[String] {
        &self.yanked
    }

    /// Whether a run of the harness counts the edges it executes: the toolchain has the pass for it.
    pub fn counts_edges(&self) -> bool {
        self.counts_edges
    }

    /// The toolchain in use.
    pub fn toolchain(&self) -> &Toolchain {
        &self.toolchain
    }

    pub(super) fn harness(&self) -> PathBuf {
        self.directory.join("harness")
    }

    pub(crate) fn target_dir(&self) -> PathBuf {
        self.directory.join("target")
    }

    /// Writes the package that asks for features of dependencies, if any were asked for.
    fn write_features(&self) -> Result<(), Error> {
        if !self.inherited.asks_of_dependencies() {
            return Ok(());
        }
        let package = self.directory.join(FEATURES);
        ensure_file(&package.join("src/lib.rs"))?;
        write_if_changed(
            &package.join("Cargo.toml"),
            &Manifest::features(&self.inherited).to_toml()?,
        )
    }

    pub(super) fn write_harness_manifest(&self) -> Result<(), Error> {
        let mut manifest = Manifest::harness(&self.inherited, &self.extra)?;
        manifest.optimise_runtime();
        let (name, version) = (&self.request.name, &self.request.version);
        match self.counts_edges {
            true => manifest.keep_apart(name, version),
            false => manifest.of_explored(name, version, None),
        }
        write_if_changed(&self.harness().join("Cargo.toml"), &manifest.to_toml()?)
    }

    /// Yanked versions are locked one by one, as cargo comes upon them: whoever names a version of the registry means it, and old
    /// versions have dependencies that are gone with them. A local package gets what cargo builds it with, or nothing.
    pub(super) fn metadata(&self, notify: &mut dyn FnMut(&str)) -> Result<cargo_metadata::Metadata, Error> {
        let manifest = self.harness().join("Cargo.toml");
        loop {
            let read = metadata::read(
                &self.request,
                &manifest,
                &self.calls.directory,
                &self.toolchain.host,
                &self.calls.interrupt,
                notify,
            );
            match &read {
                Err(Error::Yanked { package, version, .. })
                    if self.request.source == Source::Registry
                        && lock_version(&self.harness(), package, version)? =>
                {
                    // cargo does not tell of what is locked that it is yanked: the next run wants to know it, too.
                    let mut known = std::fs::read_to_string(self.yanked_file()).unwrap_or_default();
                    known.push_str(&format!("{package} {version}\n"));
                    write_if_changed(&self.yanked_file(), &known)?;
                }
                _ => return read,
            }
        }
    }

    fn yanked_file(&self) -> PathBuf {
        self.directory.join("yanked.txt")
    }

    fn locked_though_yanked(&self, metadata: &cargo_metadata::Metadata) -> Vec<String> {
        let known = std::fs::read_to_string(self.yanked_file()).unwrap_or_default();
        let packages = metadata.packages.iter();
        let mut used: Vec<String> = packages
            .map(|package| format!("{} {}", package.name, package.version))
            .filter(|package| known.lines().any(|line| line == package))
            .collect();
        used.sort();
        used
    }

    /// A compiling cargo command on one of our packages, with messages as JSON.
    pub(super) fn compiling(&self, subcommand: &str, package: &Path) -> CargoCall {
        self.compiling_into(subcommand, package, &self.target_dir())
    }

    /// The same, into another directory.
    pub(super) fn compiling_into(&self, subcommand: &str, package: &Path, target_dir: &Path) -> CargoCall {
        let mut call = self.call_into(subcommand, Builds::Theirs, package, target_dir);
        call.arg("--message-format=json");
        call
    }

    /// A cargo command that writes into `target_dir` only. The target is named, so that a cross-compiling
    /// configuration of the user does not apply and flags for the target do not reach build scripts.
    pub(super) fn call_into(
        &self,
        subcommand: &str,
        builds: Builds,
        package: &Path,
        target_dir: &Path,
    ) -> CargoCall {
        let mut call = self.calls.building(subcommand, builds);
        call.arg("--manifest-path").arg(package.join("Cargo.toml"));
        call.arg("--target-dir")
            .arg(target_dir)
            .env("CARGO_BUILD_BUILD_DIR", target_dir);
        call.args(["--target", &self.toolchain.host]);
        for value in profile::configured(subcommand, &self.toolchain.host) {
            call.args(["--config", &value]);
        }
        if let Some(jobs) = self.request.access.jobs {
            call.args(["--jobs", &jobs.to_string()]);
        }
        call
    }
}

/// How builds are contained, if they are to be.
fn containment(
    request: &Request,
    call_directory: &Path,
    root: Option<&Path>,
    toolchain: &Toolchain,
    directory: &Path,
) -> Result<Option<Containment>, Error> {
    let Some(launcher) = request.access.launcher else {
        return Ok(None);
    };
    let target_dir = directory.join("target");
    // What may be written has to be there.
    create_dir(&target_dir)?;
    let mut containment = Containment::new(
        launcher,
        call_directory,
        &toolchain.sysroot,
        directory,
        &target_dir,
    );
    // Which may be anywhere if the environment names them.
    for program in [&cargo_program(), &toolchain.rustc, &toolchain.rustdoc] {
        if program.is_absolute() {
            containment.allow_reading(program);
        }
    }
    let tests = [TestBuild::AsPasted, TestBuild::AsExplored].map(TestBuild::directory);
    for package in ["harness", "coverage"].iter().chain(&tests) {
        containment.allow_locking(&directory.join(package));
    }
    if request.source != Source::Registry {
        let root = root.and_then(Path::parent).unwrap_or(call_directory);
        containment.allow_reading(root);
    }
    Ok(Some(containment))
}

/// Name and version, and a hash of what else makes a difference: two packages of one name, other features.
fn directory_name(request: &Request) -> String {
    let name = format!("{}-{}", request.name, request.version);
    let features = &request.features;
    let default_features = features.default && !features.all && features.named.is_empty();
    match &request.source {
        Source::Registry if default_features => name,
        source => {
            let hash = short_hash(&format!("{source:?} {features:?}"));
            format!("{name}-{}", &hash[..8])
        }
    }
}

/// The user's root manifest, whose `[patch]` tables decide what dependencies are.
fn workspace_manifest(
    request: &Request,
    call_directory: &Path,
    interrupt: &Arc<AtomicBool>,
) -> Result<Option<PathBuf>, Error> {
    if let Some(lock_file) = &request.lock_file {
        let beside = lock_file.with_file_name("Cargo.toml");
        return Ok(beside.is_file().then_some(beside));
    }
    if request.source == Source::Registry {
        return Ok(None);
    }
    let mut call = CargoCall::new("locate-project", call_directory, Network::Denied, interrupt);
    call.args(["--workspace", "--message-format", "plain"]);
    let mut path = String::new();
    let end = call.run(&mut |line| path.push_str(line), &mut |_| ())?;
    if end.success {
        Ok(Some(PathBuf::from(path)))
    } else {
        Err(Error::UnreadableManifest {
            path: call_directory.join("Cargo.toml"),
            reason: end.stderr,
        })
    }
}
