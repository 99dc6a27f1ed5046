//! `history [PACKAGE|ID]`: what runs have come to over time, and what has become of findings.

use crate::cli::{HistoryArgs, HistoryFormat};
use crate::exit_code::ExitCode;
use crate::history::{Index, PackageHistory};
use crate::known;
use crate::report::history::{self, Told, View};
use crate::report::{Console, Sink};
use crate::spec;
use anyhow::Context;

/// Shows what was asked for.
pub(super) fn run(arguments: &HistoryArgs, console: Console) -> anyhow::Result<ExitCode> {
    if arguments.schema {
        console.answer(history::SCHEMA_TEXT)?;
        return Ok(ExitCode::Clean);
    }
    let current_dir = std::env::current_dir().context("cannot find the current directory")?;
    let given = arguments.state_dir.as_deref();
    let root = match given {
        Some(_) => None,
        None => spec::workspace_root(arguments.manifest_path.as_deref(), &current_dir).ok(),
    };
    let directory = spec::state_dir(given, root.as_deref(), &current_dir)
        .context("there is no home directory for the history\nhelp: name a directory with --state-dir")?;
    let mut warnings = Vec::new();
    let index = Index::open(&directory, &mut warnings);
    warnings.iter().for_each(|text| console.warning(text));
    let index = index?;
    let all = index.packages()?;
    anyhow::ensure!(
        !all.is_empty(),
        "no run is in the history in `{}`\nhelp: explore first, or say with --manifest-path or --state-dir where it was done",
        directory.display()
    );
    let (view, packages) = match &arguments.about {
        None => (View::All, of(&index, &all, None)?),
        Some(name) if all.contains(name) => (View::Package, of(&index, std::slice::from_ref(name), None)?),
        Some(typed) => {
            let ids = index.ids()?;
            match known::named(typed, ids.iter().map(String::as_str)) {
                Ok(at) => {
                    let packages = index.packages_with(&ids[at])?;
                    (View::Finding, of(&index, &packages, Some(&ids[at]))?)
                }
                Err(unknown) => {
                    console.error(&history::unknown(&unknown, &all));
                    return Ok(ExitCode::Usage);
                }
            }
        }
    };
    let told = Told {
        directory: &directory,
        packages: &packages,
        view,
        is_all: arguments.all,
    };
    let mut sink = Sink::open(arguments.output.as_deref(), console)?;
    match arguments.format {
        HistoryFormat::Human => sink.table(&history::human(&told))?,
        HistoryFormat::Json => sink.machine(&history::json(&told)?)?,
        HistoryFormat::Html => sink.machine(&history::html(&told))?,
    }
    Ok(ExitCode::Clean)
}

fn of(index: &Index, packages: &[String], id: Option<&str>) -> anyhow::Result<Vec<PackageHistory>> {
    packages.iter().map(|name| index.package(name, id)).collect()
}
