//! `export`: a package of fuzz targets, which go on where exploring ends. What is typed becomes the settings of exploring.

use super::configured::Configured;
use super::explore;
use super::forwarded::forwarded;
use crate::cli::{ExportArgs, FuzzerName};
use crate::exit_code::ExitCode;
use crate::report::Console;
use crate::settings::{self, Mode};
use harness_gen::fuzzing::Fuzzer;
use std::ffi::OsString;

/// What `export` has of its own.
const OF_EXPORT: [&str; 4] = ["items", "to", "output", "spec"];

/// Of what exploring is told, what decides what there is to call: whoever reads a target's crash has to say it, too.
const OF_HARNESS: [&str; 19] = [
    "--profile=",
    "--item=",
    "--skip-item=",
    "--property=",
    "--support=",
    "--hostile",
    "--hidden",
    "--ints=",
    "--floats=",
    "--chars=",
    "--strs=",
    "--bytes=",
    "--dictionary=",
    "--only-given-constants",
    "--keep-results-whole",
    "--features=",
    "--all-features",
    "--no-default-features",
    "--sandbox-build",
];

/// Exports one package.
pub(super) fn run(arguments: &ExportArgs, typed: &[String], console: Console) -> anyhow::Result<ExitCode> {
    let given = forwarded(typed, "export", &OF_EXPORT);
    let decides = |option: &&String| OF_HARNESS.iter().any(|name| option.starts_with(name));
    let options = given.iter().filter(decides).cloned().collect();
    let items = arguments.items.iter().map(|item| format!("--item={item}"));
    let line: Vec<OsString> = (typed.first().cloned().into_iter())
        .chain(arguments.packages.spec.clone())
        .chain(given)
        .chain(items)
        .map(OsString::from)
        .collect();
    let manifest_path = arguments.packages.manifest_path.as_deref();
    let prepared = Configured::read(line, arguments.profile.clone(), manifest_path)
        .and_then(|configured| Ok((configured.settings()?, configured)));
    let (mut settings, configured) = match prepared {
        Ok(prepared) => prepared,
        Err(mistake) => {
            console.error(&mistake);
            return Ok(ExitCode::Usage);
        }
    };
    settings.mode = Mode::Export(settings::Export {
        fuzzer: match arguments.to {
            FuzzerName::CargoFuzz => Fuzzer::CargoFuzz,
            FuzzerName::Afl => Fuzzer::Afl,
        },
        directory: arguments.output.clone(),
        is_by_item: !arguments.items.is_empty(),
        options,
    });
    explore::run(&configured, &settings, console)
}
