//! One module per subcommand, and the way to them from the process's arguments to its exit code.

mod completions;
mod config;
mod configured;
mod doctor;
mod emit;
mod explain;
mod explore;
mod export;
mod first_items;
mod forwarded;
mod fuzz_package;
mod help;
mod history;
mod import;
mod judge;
mod prepare;
mod recording;
mod replay;
mod report;
mod review;
mod since;
mod stored_findings;
mod stored_runs;
mod sweep;

use crate::cli::{Cli, Color, Command, ExploreArgs};
use crate::executor::{
    BUILDING_ARGUMENT, CONTAINED_ARGUMENT, TEMPLATE_ARGUMENT, building_main, contained_main, template_main,
};
use crate::exit_code::ExitCode;
use crate::report::{Console, json};
use crate::settings::{ReplaySettings, Settings};
use crate::sweep::ENDS_WITH_PARENT;
use configured::Configured;
use std::ffi::OsString;

/// Runs the program. The arguments are the process's, its own name first.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    // Processes of our own come before the command line proper: they must not depend on it, and never return.
    match arguments.get(1).and_then(|first| first.to_str()) {
        Some(TEMPLATE_ARGUMENT) => template_main(&arguments[2..]),
        Some(CONTAINED_ARGUMENT) => contained_main(&arguments[2..]),
        Some(BUILDING_ARGUMENT) => building_main(&arguments[2..]),
        _ => {}
    }
    end_with_parent();
    let typed: Vec<String> = arguments
        .iter()
        .map(|text| text.to_string_lossy().into_owned())
        .collect();
    let cli = match Cli::from_args(arguments.clone()) {
        Ok(cli) => cli,
        Err(error) => {
            // Help and version come this way, too, with exit code 0.
            Console::new(Color::Auto).usage(&error);
            return if error.use_stderr() {
                ExitCode::Usage
            } else {
                ExitCode::Clean
            };
        }
    };
    let console = Console::new(match &cli.command {
        Some(Command::Report(arguments)) => arguments.answer.color,
        Some(Command::Replay(arguments)) => arguments.answer.color,
        Some(Command::Sweep(arguments)) => arguments.report.answer.color,
        Some(Command::Merge(arguments)) => arguments.answer.color,
        Some(Command::Export(arguments)) => arguments.color,
        Some(Command::Import(arguments)) => arguments.answer.color,
        Some(Command::History(arguments)) => arguments.color,
        _ => cli.explore.report.color,
    });
    let result = match cli.command {
        Some(Command::Explain { code }) => explain::run(code.as_deref(), console),
        Some(Command::Accept(arguments)) => judge::accept(&arguments, console),
        Some(Command::Reject(arguments)) => judge::reject(&arguments, console),
        Some(Command::Reopen(arguments)) => judge::reopen(&arguments, console),
        Some(Command::Review(arguments)) => review::run(&arguments, console),
        Some(Command::History(arguments)) => history::run(&arguments, console),
        Some(Command::Config(arguments)) => config::run(&arguments, console),
        Some(Command::Doctor(arguments)) => doctor::run(&arguments, console),
        Some(Command::Help { topic }) => help::run(topic.as_deref(), console),
        Some(Command::Manual) => help::manual(console),
        Some(Command::Completions { shell }) => completions::run(shell, console),
        Some(Command::Report(arguments)) => report::run(&arguments, console),
        Some(Command::Replay(arguments)) => match ReplaySettings::resolve(arguments) {
            Ok(settings) => replay::run(&settings, console),
            Err(mistake) => {
                console.error(&mistake);
                return ExitCode::Usage;
            }
        },
        Some(Command::Sweep(arguments)) => sweep::run(*arguments, typed, console),
        Some(Command::Merge(arguments)) => sweep::merge(&arguments, console),
        Some(Command::Export(arguments)) => export::run(&arguments, &typed, console),
        Some(Command::Import(arguments)) => import::run(&arguments, &typed, console),
        None if cli.explore.schema => console.answer(json::SCHEMA_TEXT).map(|()| ExitCode::Clean),
        None => match resolved(arguments, &cli.explore) {
            Ok((configured, settings)) => explore::run(&configured, &settings, console),
            Err(mistake) => {
                console.error(&mistake);
                return ExitCode::Usage;
            }
        },
    };
    result.unwrap_or_else(|error| {
        console.error(&error);
        ExitCode::Failure
    })
}

/// A process of a sweep ends when the sweep does, however that ends.
fn end_with_parent() {
    if std::env::var_os(ENDS_WITH_PARENT).is_some() {
        // Where the system cannot do it, the process comes to its end by itself.
        let _ = rustix::process::set_parent_process_death_signal(Some(rustix::process::Signal::TERM));
    }
}

/// What was typed, with what is configured.
fn resolved(arguments: Vec<OsString>, typed: &ExploreArgs) -> anyhow::Result<(Configured, Settings)> {
    let manifest_path = typed.packages.manifest_path.as_deref();
    let configured = Configured::read(arguments, typed.profile.clone(), manifest_path)?;
    let settings = configured.settings()?;
    Ok((configured, settings))
}
