//! Which packages a sweep has, and what each is built from.

use crate::cli::ExploreArgs;
use crate::settings::Settings;
use crate::spec::{self, Selection, SpecError};
use crate::sweep::{Fingerprints, Target};
use anyhow::Context;
use harness_gen::{Request, Source};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// All packages of a sweep.
#[derive(Debug, Default)]
pub(super) struct Targets {
    /// In the order in which they were named.
    pub(super) all: Vec<Target>,
    /// Names of members that cannot be explored at all.
    pub(super) passed_over: Vec<String>,
}

/// A list that cannot be read.
#[derive(Debug, thiserror::Error)]
#[error("cannot read the list `{}`: {error}", .file.display())]
pub(super) struct NoList {
    file: PathBuf,
    error: std::io::Error,
}

/// Options that mean nothing, or nothing together.
#[derive(Debug, thiserror::Error)]
#[error("{0:#}")]
pub(super) struct BadOptions(#[from] anyhow::Error);

/// Nothing to sweep is no failure of anything.
#[derive(Debug, thiserror::Error)]
#[error(
    "there is no package to sweep\nhelp: name packages that have a library, or a list of them with --list FILE"
)]
pub(super) struct NoPackage;

/// The lines of lists, remarks left out.
pub(super) fn listed(files: &[PathBuf]) -> Result<Vec<String>, NoList> {
    let mut specs = Vec::new();
    for file in files {
        let text = fs::read_to_string(file).map_err(|error| NoList {
            file: file.clone(),
            error,
        })?;
        let lines = text
            .lines()
            .map(|line| line.split('#').next().unwrap_or_default().trim());
        specs.extend(lines.filter(|line| !line.is_empty()).map(str::to_owned));
    }
    Ok(specs)
}

impl Targets {
    /// What `arguments` select. Members of the workspace are meant where nothing else was named (`has_named`), be it by a list that names
    /// nothing.
    pub(super) fn find(
        mut arguments: ExploreArgs,
        has_named: bool,
        fingerprints: &mut Fingerprints,
        interrupt: &Arc<AtomicBool>,
    ) -> anyhow::Result<Targets> {
        let current_dir = std::env::current_dir().context("cannot find the current directory")?;
        let mut targets = Targets::default();
        let specs = std::mem::take(&mut arguments.specs);
        let has_members =
            !has_named || arguments.packages.workspace || !arguments.packages.package.is_empty();
        if arguments.packages.package.is_empty() {
            arguments.packages.workspace = true;
        }
        let selection = Settings::resolve(arguments).map_err(BadOptions)?.selection;
        if has_members {
            targets.add_members(&selection, &current_dir, fingerprints, interrupt)?;
        }
        if !specs.is_empty() {
            targets.add_specs(specs, selection, &current_dir, fingerprints, interrupt);
        }
        // Named twice is meant once.
        let mut seen = BTreeSet::new();
        targets.all.retain(|target| seen.insert(target.title()));
        Ok(targets)
    }

    fn add_members(
        &mut self,
        selection: &Selection,
        current_dir: &Path,
        fingerprints: &mut Fingerprints,
        interrupt: &Arc<AtomicBool>,
    ) -> anyhow::Result<()> {
        let resolved = spec::resolve(selection, current_dir, interrupt);
        self.passed_over.extend(resolved.without_library);
        for request in resolved.requests {
            match request {
                Ok(request) => self.all.push(target(&request, fingerprints)),
                Err(error @ SpecError::Metadata { .. }) => {
                    return Err(anyhow::Error::from(error).context(
                        "there is no workspace to sweep here\nhelp: name packages, or a list of them with --list FILE",
                    ));
                }
                Err(error) => match without_library(&error) {
                    Some(package) => self.passed_over.push(package),
                    None => return Err(error.into()),
                },
            }
        }
        Ok(())
    }

    /// What one line of a list means is nothing to the others.
    fn add_specs(
        &mut self,
        specs: Vec<String>,
        selection: Selection,
        current_dir: &Path,
        fingerprints: &mut Fingerprints,
        interrupt: &Arc<AtomicBool>,
    ) {
        let named = Selection {
            specs,
            packages: Vec::new(),
            workspace: false,
            exclude: Vec::new(),
            ..selection
        };
        let resolved = spec::resolve(&named, current_dir, interrupt);
        for (spec, request) in named.specs.iter().zip(resolved.requests) {
            match request {
                Ok(request) => self.all.push(target(&request, fingerprints)),
                Err(error) => match without_library(&error) {
                    Some(package) => self.passed_over.push(package),
                    None => self.all.push(Target {
                        name: spec.clone(),
                        version: String::new(),
                        call: vec![spec.clone()],
                        fingerprint: Err(error.to_string()),
                    }),
                },
            }
        }
    }
}

/// The package that Rust code cannot use, if that is what is wrong.
fn without_library(error: &SpecError) -> Option<String> {
    match error {
        SpecError::NoLibrary { package }
        | SpecError::ProcMacro { package }
        | SpecError::NotLinkable { package } => Some(package.clone()),
        _ => None,
    }
}

fn target(request: &Request, fingerprints: &mut Fingerprints) -> Target {
    let call = match &request.source {
        Source::Registry => vec![format!("{}@{}", request.name, request.version)],
        Source::Path(directory) => vec![directory.display().to_string()],
        Source::Workspace(directory) => vec![
            format!("--package={}", request.name),
            format!("--manifest-path={}", directory.join("Cargo.toml").display()),
        ],
    };
    Target {
        name: request.name.clone(),
        version: request.version.clone(),
        call,
        fingerprint: fingerprints.of(request).map_err(|error| format!("{error:#}")),
    }
}
