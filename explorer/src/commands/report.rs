//! `report [RUN]`: what a stored run had to say, in any form, with the exit code that it had.

use super::emit;
use super::stored_runs::{chosen, current_store, in_file, is_file};
use crate::cli::{Format, ShowArgs};
use crate::exit_code::ExitCode;
use crate::report::human::Shown;
use crate::report::{Console, Publisher, Sink, emitted};
use crate::store::StoredRun;
use std::path::Path;

/// Shows the runs that were named.
pub(super) fn run(arguments: &ShowArgs, console: Console) -> anyhow::Result<ExitCode> {
    let package = arguments.place.package.as_deref();
    let runs = match arguments.run.as_deref() {
        Some(file) if is_file(file) => {
            let mut runs = in_file(file)?;
            runs.retain(|run| package.is_none_or(|package| run.facts.package == package));
            runs
        }
        name => {
            let manifest_path = arguments.place.manifest_path.as_deref();
            let store = current_store(arguments.target_dir.as_deref(), manifest_path)?;
            match chosen(&store, name, package, console)? {
                Ok(runs) => runs,
                Err(mistake) => {
                    console.error(&mistake);
                    return Ok(ExitCode::Usage);
                }
            }
        }
    };
    anyhow::ensure!(
        !runs.is_empty(),
        "there is no run of `{}`\nhelp: leave out --package",
        package.unwrap_or_default()
    );
    if let Some(directory) = &arguments.emit_tests {
        return emit_tests(directory, runs, arguments, console);
    }
    let sink = Sink::open(arguments.answer.output.as_deref(), console)?;
    let mut publisher = Publisher::new(sink, arguments.answer.format, shown(arguments), None);
    let mut codes = Vec::new();
    for run in &runs {
        if !run.facts.is_complete {
            console.warning(&format!(
                "the run {} of {} was ended from outside: this is what was known until then",
                run.facts.name,
                run.facts.title()
            ));
        }
        show(run, arguments, &mut publisher)?;
        codes.push(ExitCode::from_number(run.facts.exit_code).unwrap_or(ExitCode::Failure));
    }
    publisher.finish()?;
    Ok(ExitCode::combine(codes))
}

fn shown(arguments: &ShowArgs) -> Shown {
    match arguments.all {
        true => Shown::All,
        false => Shown::Bugs,
    }
}

/// Writes tests in place of a report. What the runs found is no failure of this.
fn emit_tests(
    directory: &Path,
    runs: Vec<StoredRun>,
    arguments: &ShowArgs,
    console: Console,
) -> anyhow::Result<ExitCode> {
    let choice = emitted::Choice::of(shown(arguments));
    Ok(
        match emit::of_runs(directory, runs, &arguments.finding, &choice)? {
            Ok(written) => {
                console.answer(&emitted::told(&written))?;
                ExitCode::Clean
            }
            Err(mistake) => {
                console.error(&mistake);
                ExitCode::Usage
            }
        },
    )
}

/// People and scripts get what the run itself said. Every other form is made of what the run found.
fn show(run: &StoredRun, arguments: &ShowArgs, publisher: &mut Publisher) -> anyhow::Result<()> {
    match (arguments.answer.format, arguments.all) {
        (Format::Human, false) => publisher.sink().human(&run.human.short),
        (Format::Human, true) => publisher.sink().human(&run.human.all),
        (Format::Json, _) => publisher.sink().machine(&run.document),
        _ => publisher.take(run.whole()?.clone()),
    }
}
