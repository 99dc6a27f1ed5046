//! `completions SHELL`: a script for the shell, on standard output.

use crate::cli::Cli;
use crate::exit_code::ExitCode;
use crate::report::Console;

/// Prints the script.
pub(super) fn run(shell: clap_complete::Shell, console: Console) -> anyhow::Result<ExitCode> {
    let mut script = Vec::new();
    let mut definition = Cli::definition().bin_name("cargo-explore");
    clap_complete::generate(shell, &mut definition, "cargo-explore", &mut script);
    console.answer(&String::from_utf8(script)?)?;
    Ok(ExitCode::Clean)
}
