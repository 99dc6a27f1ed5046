//! From what the user calls a run to stored runs: names, beginnings of names, files, packages.

use crate::report::Console;
use crate::spec;
use crate::store::{EXTENSION, Store, StoredRun, Warnings, read_archive};
use anyhow::Context;
use std::path::Path;

/// Names in a message at most.
const NAMES_SHOWN: usize = 5;

/// A mistake on the command line: what it is, and what to do.
pub(super) type Mistake = anyhow::Error;

/// The store that commands without a package in question read.
pub(super) fn current_store(
    target_dir: Option<&Path>,
    manifest_path: Option<&Path>,
) -> anyhow::Result<Store> {
    let current_dir = std::env::current_dir().context("cannot find the current directory")?;
    let work_dir = spec::work_dir_at(target_dir, manifest_path, &current_dir)?;
    Ok(Store::below(&work_dir))
}

/// True if the text names a file of runs and not a run of the store, or a finding.
pub(super) fn is_file(text: &str) -> bool {
    text.contains(['/', std::path::MAIN_SEPARATOR])
        || Path::new(text)
            .extension()
            .is_some_and(|extension| extension == EXTENSION)
}

/// The runs in a file.
pub(super) fn in_file(file: &str) -> anyhow::Result<Vec<StoredRun>> {
    let runs = read_archive(Path::new(file)).with_context(|| {
        format!("cannot read the runs in `{file}`\nhelp: give a file that --record wrote")
    })?;
    anyhow::ensure!(
        !runs.is_empty(),
        "there is no run in `{file}`\nhelp: give a file that --record wrote"
    );
    Ok(runs)
}

/// The runs that `run` names in a store; without a name those of the newest command, or the newest one of `package`.
pub(super) fn chosen(
    store: &Store,
    run: Option<&str>,
    package: Option<&str>,
    console: Console,
) -> anyhow::Result<Result<Vec<StoredRun>, Mistake>> {
    let mut warnings = Warnings::new();
    let chosen = match (run, package) {
        (Some(name), _) => named(store, name, package, &mut warnings),
        (None, Some(package)) => newest_of(store, package, &mut warnings).map(Ok),
        (None, None) => store.newest_command(&mut warnings).map_err(Into::into).map(Ok),
    };
    warnings.iter().for_each(|text| console.warning(text));
    let chosen = chosen.with_context(|| format!("cannot read `{}`", store.directory().display()))?;
    if let Ok(runs) = &chosen {
        let of_package = package.map_or_else(String::new, |package| format!(" of `{package}`"));
        anyhow::ensure!(
            !runs.is_empty(),
            "no run{of_package} is stored in `{}`\nhelp: explore first, or say with --manifest-path or --target-dir \
             where it was done",
            store.directory().display()
        );
    }
    Ok(chosen)
}

fn newest_of(store: &Store, package: &str, warnings: &mut Warnings) -> anyhow::Result<Vec<StoredRun>> {
    let mut runs = store.newest_first(warnings)?;
    Ok(runs
        .find(|run| run.facts.package == package)
        .into_iter()
        .collect())
}

fn named(
    store: &Store,
    name: &str,
    package: Option<&str>,
    warnings: &mut Warnings,
) -> anyhow::Result<Result<Vec<StoredRun>, Mistake>> {
    let names = store.names()?;
    let mut matching: Vec<&String> = names.iter().filter(|known| known.starts_with(name)).collect();
    if let Some(whole) = names.iter().find(|known| *known == name) {
        matching = vec![whole];
    }
    let shown = |names: &[&String]| {
        let last = names.iter().rev().take(NAMES_SHOWN);
        last.map(|name| format!("`{name}`"))
            .collect::<Vec<_>>()
            .join(", ")
    };
    Ok(match matching[..] {
        [] => Err(match names.is_empty() {
            true => anyhow::anyhow!(
                "there is no run `{name}`\nhelp: no run is stored in `{}`; explore first",
                store.directory().display()
            ),
            false => anyhow::anyhow!(
                "there is no run `{name}`\nhelp: the newest are {}",
                shown(&names.iter().collect::<Vec<_>>())
            ),
        }),
        [only] => Ok((store.read(only, warnings).into_iter())
            .filter(|run| package.is_none_or(|package| run.facts.package == package))
            .collect()),
        ref several => Err(anyhow::anyhow!(
            "`{name}` is the beginning of {} runs\nhelp: say more of the name; the newest are {}",
            several.len(),
            shown(several)
        )),
    })
}
