//! The command line with what is configured in front of it: for all packages, and for those of which something else holds.

use crate::cli::Cli;
use crate::config::{ConfigFile, Entry, Layer, Merged, of_environment, of_manifest};
use crate::settings::Settings;
use anyhow::{Context, anyhow};
use harness_gen::{Request, Source};
use std::collections::BTreeSet;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// One call of the program, and whatever says something about it.
pub(super) struct Configured {
    /// The process's arguments.
    arguments: Vec<OsString>,
    /// Long options among them.
    typed: BTreeSet<String>,
    environment: Layer,
    file: ConfigFile,
    profile: Option<String>,
}

impl Configured {
    /// Reads what is configured. An error is a usage mistake.
    pub(super) fn read(
        arguments: Vec<OsString>,
        profile: Option<String>,
        manifest_path: Option<&Path>,
    ) -> anyhow::Result<Configured> {
        let current_dir = std::env::current_dir().context("cannot find the current directory")?;
        let manifest = manifest_path.map(|path| current_dir.join(path));
        let start: PathBuf = (manifest.as_deref().and_then(Path::parent))
            .unwrap_or(&current_dir)
            .to_owned();
        let configured = Configured {
            typed: Cli::typed(&arguments),
            arguments,
            environment: of_environment(|name| std::env::var_os(name))?,
            file: ConfigFile::find(&start)?,
            profile,
        };
        configured.file.layers(configured.profile.as_deref(), None)?;
        Ok(configured)
    }

    /// Reads what is configured, whatever was typed.
    pub(super) fn read_untyped(
        profile: Option<String>,
        manifest_path: Option<&Path>,
    ) -> anyhow::Result<Configured> {
        Configured::read(vec!["cargo-explore".into()], profile, manifest_path)
    }

    /// What holds for a package in a directory, or for all, besides what was typed.
    pub(super) fn merged(&self, package: Option<(&str, Option<&Path>)>) -> anyhow::Result<Merged> {
        let mut layers = vec![self.environment.clone()];
        if let Some((_, Some(directory))) = package {
            layers.extend(of_manifest(directory)?);
        }
        layers.extend(
            self.file
                .layers(self.profile.as_deref(), package.map(|(name, _)| name))?,
        );
        let merged = Merged::of(&self.typed, &layers);
        merged.entries.iter().try_for_each(check)?;
        Ok(merged)
    }

    /// Options that the environment stands for.
    pub(super) fn environment_options(&self) -> Vec<String> {
        let merged = Merged::of(&self.typed, std::slice::from_ref(&self.environment));
        let options = merged.arguments().into_iter();
        options
            .map(|option| option.to_string_lossy().into_owned())
            .collect()
    }

    /// The settings for all packages.
    pub(super) fn settings(&self) -> anyhow::Result<Settings> {
        self.resolve(&self.merged(None)?)
    }

    /// The settings of a package, with a selection of it alone; none: those for all packages hold.
    pub(super) fn settings_of(&self, request: &Request) -> anyhow::Result<Option<Settings>> {
        let directory = match &request.source {
            Source::Path(directory) | Source::Workspace(directory) => Some(directory.as_path()),
            // Whoever has published it does not say how it is explored.
            Source::Registry => None,
        };
        let own = self.merged(Some((&request.name, directory)))?;
        if own == self.merged(None)? {
            return Ok(None);
        }
        let mut settings = self.resolve(&own)?;
        let selection = &mut settings.selection;
        selection.specs.clear();
        selection.packages.clear();
        selection.workspace = false;
        selection.exclude.clear();
        match &request.source {
            Source::Workspace(_) => selection.packages.push(request.name.clone()),
            Source::Path(directory) => selection.specs.push(format!("{}/", directory.display())),
            Source::Registry => selection
                .specs
                .push(format!("{}@{}", request.name, request.version)),
        }
        Ok(Some(settings))
    }

    fn resolve(&self, merged: &Merged) -> anyhow::Result<Settings> {
        let cli = Cli::from_args(Cli::with_front(&self.arguments, merged.arguments()));
        // Each by itself is fine: they do not go together.
        let cli =
            cli.map_err(|error| anyhow!("what is configured does not go together: {}", said(&error)))?;
        Settings::resolve(cli.explore)
    }
}

/// A value that could not be typed is told with its place.
fn check(entry: &Entry) -> anyhow::Result<()> {
    let alone = std::iter::once(OsString::from("cargo-explore")).chain(entry.arguments());
    match Cli::from_args(alone) {
        Ok(_) => Ok(()),
        Err(error) => Err(anyhow!("{}", said(&error)).context(format!("{} cannot be used", entry.origin))),
    }
}

/// The first paragraph of what clap says.
fn said(error: &clap::Error) -> String {
    let text = error.render().to_string();
    let text = text.strip_prefix("error: ").unwrap_or(&text);
    text.split("\n\n").next().unwrap_or_default().to_owned()
}
