//! `merge DIR…`: the shards of one sweep become the sweep that one machine would have made.

use super::kept::{read_run, write_run};
use super::{Told, last_ends};
use crate::cli::MergeArgs;
use crate::exit_code::ExitCode;
use crate::report::human::Shown;
use crate::report::{Console, Publisher, Sink, sweep as words};
use crate::store::{Stamp, command_name};
use crate::sweep::{Because, Begun, Journal, PackageEnd, Shards, Target, checked, joined, run_path};
use anyhow::Context;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// Puts shards together and reports the whole.
pub(in crate::commands) fn merge(arguments: &MergeArgs, console: Console) -> anyhow::Result<ExitCode> {
    let shards = match checked(&arguments.directories) {
        Ok(shards) => shards,
        Err(mistake) => {
            console.error(&mistake);
            return Ok(ExitCode::Usage);
        }
    };
    // Where nobody wants to keep it, it is gone with the process.
    let passing = tempfile::tempdir()?;
    let directory = arguments.sweep_dir.as_deref().unwrap_or(passing.path());
    let mut journal = Journal::open(directory)?;
    let targets = merge_into(&mut journal, &shards)?;
    let shown = match arguments.all {
        true => Shown::All,
        false => Shown::Bugs,
    };
    let sink = Sink::open(arguments.answer.output.as_deref(), console)?;
    let mut publisher = Publisher::new(sink, arguments.answer.format, shown, None);
    let ends = last_ends(&journal, &targets);
    let told = Told {
        shown,
        format: arguments.answer.format,
        is_check: false,
        console,
    };
    let code = told.tell(&journal, &ends, &mut publisher)?;
    console.note(&words::summary(&ends, true));
    Ok(code)
}

/// Writes the sweep of all shards behind what the journal has. Returns its packages in the order in which they were named.
fn merge_into(journal: &mut Journal, shards: &Shards) -> anyhow::Result<Vec<Target>> {
    let (_, first) = shards.parts.first().context("there is no shard")?;
    let order = |target: &Target| {
        let named = format!("{} ", target.title());
        let packages = &first.begun.identity.packages;
        packages.iter().position(|package| package.starts_with(&named))
    };
    let mut targets: Vec<Target> = Vec::new();
    for target in shards.parts.iter().flat_map(|(_, sweep)| &sweep.begun.targets) {
        if !targets.iter().any(|known| known.title() == target.title()) {
            targets.push(target.clone());
        }
    }
    targets.sort_by_key(order);
    journal.begin(Begun {
        name: command_name(Stamp::of(SystemTime::now()), std::process::id()),
        shard: None,
        targets: targets.clone(),
        ..first.begun.clone()
    })?;
    for target in &targets {
        let mut merged: Option<PackageEnd> = None;
        for (directory, sweep) in &shards.parts {
            for end in
                (sweep.ends.iter()).filter(|end| end.name == target.name && end.version == target.version)
            {
                copy_run(directory, end, journal)?;
                merged = Some(match merged {
                    // Later ends of one shard replace earlier ones, whose runs they have taken up.
                    Some(before) if sweep.ends.contains(&before) => PackageEnd {
                        time: before.time.plus(end.time),
                        run: end.run.clone().or(before.run),
                        ..end.clone()
                    },
                    Some(before) => both(journal, before, end)?,
                    None => end.clone(),
                });
            }
        }
        if let Some(end) = merged {
            journal.add(end)?;
        }
    }
    journal.end()?;
    Ok(targets)
}

fn copy_run(directory: &Path, end: &PackageEnd, journal: &Journal) -> anyhow::Result<()> {
    let Some(run) = &end.run else { return Ok(()) };
    let from = run_path(directory, run);
    // What was joined to another shard's is there under this name.
    let to = journal.run_path(run);
    if from.is_file() && !to.is_file() {
        fs::copy(&from, &to).with_context(|| format!("cannot copy `{}`", from.display()))?;
    }
    Ok(())
}

/// Other items of one package.
fn both(journal: &Journal, before: PackageEnd, end: &PackageEnd) -> anyhow::Result<PackageEnd> {
    let path = |run: &Option<String>| -> Option<PathBuf> { Some(journal.run_path(run.as_deref()?)) };
    let (Some(into), Some(other)) = (path(&before.run), path(&end.run)) else {
        return Ok(match before.run {
            Some(_) => before,
            None => end.clone(),
        });
    };
    if let (Some(mut run), Some(other)) = (read_run(&into), read_run(&other)) {
        let whole = joined(run.whole()?.clone(), other.whole()?, Because::OtherItems);
        write_run(&into, &mut run, &whole)?;
    }
    Ok(PackageEnd {
        time: before.time.plus(end.time),
        gain: before.gain + end.gain,
        findings: before.findings + end.findings,
        unconfirmed: before.unconfirmed + end.unconfirmed,
        ..before
    })
}
