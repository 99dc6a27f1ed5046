//! Which options of a subcommand exploring gets: in the processes of a sweep, and where something is exported or imported.

use crate::cli::Cli;
use clap::ArgMatches;
use clap::parser::ValueSource;
use std::ffi::OsString;

/// The options of a subcommand that exploring gets as they were typed: all but those of its own, by the names of their fields.
pub(super) fn forwarded(arguments: &[String], subcommand: &str, own: &[&str]) -> Vec<String> {
    let definition = Cli::definition();
    let found = (
        matches_of(arguments, subcommand),
        definition.find_subcommand(subcommand),
    );
    let (Some(matches), Some(command)) = found else {
        return Vec::new();
    };
    let mut given = Vec::new();
    for argument in command.get_arguments() {
        let id = argument.get_id().as_str();
        let Some(long) = argument
            .get_long()
            .filter(|_| was_typed(&matches, id) && !own.contains(&id))
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

/// Whether an option of a subcommand was typed, by the name of its field.
pub(super) fn is_typed(arguments: &[String], subcommand: &str, id: &str) -> bool {
    matches_of(arguments, subcommand).is_some_and(|matches| was_typed(&matches, id))
}

fn matches_of(arguments: &[String], subcommand: &str) -> Option<ArgMatches> {
    let mut matches = Cli::matches(arguments.iter().map(OsString::from)).ok()?;
    let (name, matches) = matches.remove_subcommand()?;
    (name == subcommand).then_some(matches)
}

fn was_typed(matches: &ArgMatches, id: &str) -> bool {
    matches.value_source(id) == Some(ValueSource::CommandLine)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_of_exploring_go_on_as_they_were_typed_and_others_do_not() {
        let typed = "cargo-explore explore sweep a b --total-time 4h -j 3 --item x* --item=y -F one,two --hostile -q \
                     --case-timeout 2s --format json --no-coverage --workspace --exclude c --time-limit 9s --shard 1/2";
        let typed: Vec<String> = typed.split_whitespace().map(str::to_owned).collect();
        let own = [
            "specs",
            "total_time",
            "jobs",
            "quiet",
            "format",
            "workspace",
            "exclude",
            "time_limit",
            "shard",
        ];
        let mut given = forwarded(&typed, "sweep", &own);
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
