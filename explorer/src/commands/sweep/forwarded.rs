//! Which of a sweep's options the processes of its packages get.

use crate::cli::Cli;
use clap::ArgMatches;
use clap::parser::ValueSource;
use std::ffi::OsString;

/// Options of a sweep that its packages' processes do not get: which packages there are, what time each has, and where all of it is
/// told is decided for all of them.
const OF_SWEEPS: [&str; 20] = [
    "specs",
    "list",
    "total_time",
    "resume",
    "shard",
    "sweep_dir",
    "notify",
    "package",
    "workspace",
    "exclude",
    "manifest_path",
    "jobs",
    "time_limit",
    "until",
    "format",
    "output",
    "all",
    "quiet",
    "color",
    "check",
];

/// The options of a sweep that its packages' processes get as they were typed.
pub(super) fn forwarded(arguments: &[String]) -> Vec<String> {
    let definition = Cli::definition();
    let (Some(matches), Some(sweep)) = (of_sweep(arguments), definition.find_subcommand("sweep")) else {
        return Vec::new();
    };
    let mut given = Vec::new();
    for argument in sweep.get_arguments() {
        let id = argument.get_id().as_str();
        let Some(long) = argument
            .get_long()
            .filter(|_| was_typed(&matches, id) && !OF_SWEEPS.contains(&id))
        else {
            continue;
        };
        if !argument.get_action().takes_values() {
            given.push(format!("--{long}"));
            continue;
        }
        let values = matches.get_raw(id).into_iter().flatten();
        given.extend(values.map(|value| format!("--{long}={}", value.to_string_lossy())));
    }
    given
}

/// Whether an option of a sweep was typed, by the name of its field.
pub(super) fn is_typed(arguments: &[String], id: &str) -> bool {
    of_sweep(arguments).is_some_and(|matches| was_typed(&matches, id))
}

fn of_sweep(arguments: &[String]) -> Option<ArgMatches> {
    let mut matches = Cli::matches(arguments.iter().map(OsString::from)).ok()?;
    let (name, matches) = matches.remove_subcommand()?;
    (name == "sweep").then_some(matches)
}

fn was_typed(matches: &ArgMatches, id: &str) -> bool {
    matches.value_source(id) == Some(ValueSource::CommandLine)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_of_exploring_go_on_as_they_were_typed_and_those_of_the_sweep_do_not() {
        let typed = "cargo-explore explore sweep a b --total-time 4h -j 3 --item x* --item=y -F one,two --hostile -q \
                     --case-timeout 2s --format json --no-coverage --workspace --exclude c --time-limit 9s --shard 1/2";
        let typed: Vec<String> = typed.split_whitespace().map(str::to_owned).collect();
        let mut given = forwarded(&typed);
        given.sort();
        let expected = [
            "--case-timeout=2s",
            "--features=one,two",
            "--hostile",
            "--item=x*",
            "--item=y",
            "--no-coverage",
        ];
        assert_eq!(given, expected);
    }
}
