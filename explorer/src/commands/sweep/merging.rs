//! `merge DIR…`: the shards of one sweep become the sweep that one machine would have made.

use super::kept::{read_run, write_run};
use super::{Told, ended, last_ends};
use crate::cli::MergeArgs;
use crate::exit_code::ExitCode;
use crate::report::human::Shown;
use crate::report::{Console, Publisher, Sink, sweep as words};
use crate::store::{Stamp, command_name};
use crate::sweep::{Because, Begun, End, Journal, PackageEnd, Shards, Target, checked, joined, run_path};
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
    let summary = words::summary(&ends, true);
    publisher.summary(&summary)?;
    console.note(&summary);
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
            let Some(end) = ended(&sweep.ends, target) else {
                continue;
            };
            copy_run(directory, &end, journal)?;
            merged = Some(match merged {
                Some(before) => both(journal, before, end)?,
                None => end,
            });
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

/// Other items of one package. It came to a good end if both parts did.
fn both(journal: &Journal, before: PackageEnd, other: PackageEnd) -> anyhow::Result<PackageEnd> {
    let path = |run: &Option<String>| -> Option<PathBuf> { Some(journal.run_path(run.as_deref()?)) };
    if let (Some(into), Some(from)) = (path(&before.run), path(&other.run))
        && let (Some(mut run), Some(from)) = (read_run(&into), read_run(&from))
    {
        let whole = joined(run.whole()?.clone(), from.whole()?, Because::OtherItems);
        write_run(&into, &mut run, &whole)?;
    }
    let (worse, better) = match severity(&other) > severity(&before) {
        true => (&other, &before),
        false => (&before, &other),
    };
    Ok(PackageEnd {
        run: before.run.clone().or_else(|| other.run.clone()),
        time: before.time.plus(other.time),
        stop: worse.stop.clone().or_else(|| better.stop.clone()),
        gain: before.gain + other.gain,
        findings: before.findings + other.findings,
        unconfirmed: before.unconfirmed + other.unconfirmed,
        ..worse.clone()
    })
}

/// What must not be hidden by the end of another part. A part without any item to explore hides nothing.
fn severity(end: &PackageEnd) -> u8 {
    let has_nothing = end.exit_code == Some(ExitCode::NothingExplorable.number());
    match end.end {
        End::Failed if !has_nothing => 3,
        End::LeftOver => 2,
        End::Overdue => 1,
        End::Failed | End::Explored | End::Replayed | End::Unchanged => 0,
    }
}
