//! `import`: inputs with which fuzz targets have crashed, as findings like any others.

use super::configured::Configured;
use super::explore;
use super::forwarded::forwarded;
use crate::cli::ImportArgs;
use crate::exit_code::ExitCode;
use crate::fuzzing::{DESCRIPTION, DescribedSource, Description};
use crate::report::Console;
use crate::settings::Mode;
use anyhow::{Context, bail};
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

/// What `import` has of its own.
const OF_IMPORT: [&str; 3] = ["crashes", "fuzz_dir", "target"];

/// Imports inputs of one fuzz package.
pub(super) fn run(arguments: &ImportArgs, typed: &[String], console: Console) -> anyhow::Result<ExitCode> {
    let current_dir = std::env::current_dir().context("cannot find the current directory")?;
    let read = read(arguments, &current_dir).and_then(|crashes| {
        let line = command_line(typed, &crashes.directory, &crashes.description);
        let configured = Configured::read(line, None, None)?;
        let mut settings = configured.settings()?;
        settings.mode = Mode::Import(crashes.plans);
        Ok((configured, settings))
    });
    match read {
        Ok((configured, settings)) => explore::run(&configured, &settings, console),
        Err(mistake) => {
            console.error(&mistake);
            Ok(ExitCode::Usage)
        }
    }
}

/// What is imported.
struct Crashes {
    /// That of the fuzz package.
    directory: PathBuf,
    description: Description,
    /// Of the inputs, by name.
    plans: Vec<(String, String)>,
}

fn read(arguments: &ImportArgs, current_dir: &Path) -> anyhow::Result<Crashes> {
    let crashes: Vec<PathBuf> = arguments
        .crashes
        .iter()
        .map(|path| current_dir.join(path))
        .collect();
    let directory = match &arguments.fuzz_dir {
        Some(directory) => current_dir.join(directory),
        None => fuzz_dir(&crashes, current_dir)?,
    };
    let description = Description::read(&directory)?;
    let mut plans = Vec::new();
    for (crash, name) in crashes.iter().zip(&arguments.crashes) {
        let input = fs::read(crash).with_context(|| format!("cannot read `{}`", name.display()))?;
        let target = target(arguments.target.as_deref(), crash, &description)?;
        let plan = description.plan(target, &input);
        let plan = plan.with_context(|| format!("there is nothing to call in target `{target}`"))?;
        plans.push((name.display().to_string(), plan));
    }
    Ok(Crashes {
        directory,
        description,
        plans,
    })
}

/// The directory with a description above the first input, or the usual one.
fn fuzz_dir(crashes: &[PathBuf], current_dir: &Path) -> anyhow::Result<PathBuf> {
    let above = crashes
        .first()
        .into_iter()
        .flat_map(|path| path.ancestors().skip(1));
    let usual = current_dir.join("fuzz");
    let mut all = above.map(Path::to_owned).chain([usual]);
    match all.find(|directory| directory.join(DESCRIPTION).is_file()) {
        Some(directory) => Ok(directory),
        None => bail!(
            "no directory above the input has a `{DESCRIPTION}`, as `cargo explore export` writes it\nhelp: name the fuzz \
             package with --fuzz-dir"
        ),
    }
}

/// The target that an input is of: what was said, the only one, or one that its path names.
fn target<'a>(said: Option<&str>, crash: &Path, description: &'a Description) -> anyhow::Result<&'a str> {
    let names = || description.targets.keys().map(String::as_str);
    let all = || names().collect::<Vec<_>>().join(", ");
    if let Some(said) = said {
        let found = names().find(|name| *name == said);
        return found.with_context(|| format!("there is no target `{said}`; there are: {}", all()));
    }
    let mut directories = crash.ancestors().skip(1).filter_map(Path::file_name);
    let named = directories.find_map(|directory| names().find(|name| directory == *name));
    match named.or_else(|| names().next().filter(|_| description.targets.len() == 1)) {
        Some(name) => Ok(name),
        None => bail!(
            "the path of `{}` names no target\nhelp: say which it is of with --target; there are: {}",
            crash.display(),
            all()
        ),
    }
}

/// What exploring is told: what the fuzz package was made with, unless something else was typed now.
fn command_line(typed: &[String], directory: &Path, description: &Description) -> Vec<OsString> {
    let given = forwarded(typed, "import", &OF_IMPORT);
    let name = |option: &str| option.split('=').next().unwrap_or_default().to_owned();
    let is_typed = |option: &&String| given.iter().any(|given| name(given) == name(option));
    let kept = description.options.iter().filter(|option| !is_typed(option));
    let spec = match &description.source {
        DescribedSource::Directory(package) => {
            let package = directory.join(package);
            // As short as it can be: it is shown.
            let package = package.canonicalize().unwrap_or(package);
            format!("{}/", package.display())
        }
        DescribedSource::Registry(spec) => spec.clone(),
    };
    (typed.first().cloned().into_iter())
        .chain([spec])
        .chain(kept.cloned())
        // A few calls reach what they reach.
        .chain(["--no-coverage".to_owned()])
        .chain(given.iter().cloned())
        .map(OsString::from)
        .collect()
}
