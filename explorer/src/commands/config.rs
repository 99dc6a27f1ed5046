//! `config`: what holds for exploring, and where each value comes from.

use super::configured::Configured;
use crate::cli::{Cli, ConfigArgs};
use crate::config::KEYS;
use crate::exit_code::ExitCode;
use crate::report::Console;
use crate::report::configuration::{self, Row};
use crate::spec;
use anyhow::Context;
use std::path::PathBuf;

/// Prints a line for each key.
pub(super) fn run(arguments: &ConfigArgs, console: Console) -> anyhow::Result<ExitCode> {
    let manifest_path = arguments.manifest_path.as_deref();
    let configured = Configured::read_untyped(arguments.profile.clone(), manifest_path);
    let directory = match &arguments.package {
        Some(package) => Some(directory_of(package, arguments)?),
        None => None,
    };
    let package = arguments.package.as_deref();
    let merged = configured
        .and_then(|configured| configured.merged(package.map(|package| (package, directory.as_deref()))));
    let merged = match merged {
        Ok(merged) => merged,
        Err(mistake) => {
            console.error(&mistake);
            return Ok(ExitCode::Usage);
        }
    };
    let definition = Cli::definition();
    let rows = KEYS.into_iter().map(|key| {
        let said = merged.entries.iter().find(|entry| entry.key == key);
        let defaults = (definition.get_arguments())
            .find(|argument| argument.get_long() == Some(key.name))
            .map(|argument| argument.get_default_values().to_vec());
        Row {
            key,
            value: said.map(|entry| entry.value.clone()),
            origin: said.map(|entry| entry.origin.to_string()),
            default: (defaults.unwrap_or_default().first()).map(|value| value.to_string_lossy().into_owned()),
        }
    });
    console.answer(&configuration::lines(&rows.collect::<Vec<_>>()))?;
    Ok(ExitCode::Clean)
}

fn directory_of(package: &str, arguments: &ConfigArgs) -> anyhow::Result<PathBuf> {
    let current_dir = std::env::current_dir().context("cannot find the current directory")?;
    let root = spec::workspace_root(arguments.manifest_path.as_deref(), &current_dir)?;
    spec::member_directory(&root, package).with_context(|| format!("the workspace has no member `{package}`"))
}
