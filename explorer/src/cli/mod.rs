//! The command line as typed: names, help, and the form of single values. What it all means together is decided in
//! `settings`. Nothing is offered here that does not exist.

mod config;
mod dictionary;
mod exploring;
mod fuzzing;
mod history;
mod judge;
mod sweep;
mod values;

pub use config::ConfigArgs;
pub use dictionary::Dictionary;
pub use exploring::{
    AnswerArgs, AnswerFormat, BuildArgs, ConstantArgs, ExperimentArgs, ExploreArgs, Format, LimitArgs,
    PackageArgs, PlanArgs, ReportArgs, Sandbox, SearchArgs, Strategy,
};
pub use fuzzing::{ExportArgs, FuzzerName, ImportArgs};
pub use history::{HistoryArgs, HistoryFormat};
pub use judge::{AcceptArgs, AcceptedAs, FromArgs, RejectArgs, ReopenArgs, ReviewArgs};
pub use sweep::{MergeArgs, SweepArgs, SweepReportArgs, WholeArgs};
pub use values::{ByteSize, Color, List, RustByteString, RustChar, RustString};

use clap::parser::ValueSource;
use clap::{Args, CommandFactory, Parser, Subcommand, ValueHint};
use exploring::support_file;
use harness_gen::SupportFile;
use std::collections::BTreeSet;
use std::ffi::OsString;
use std::num::NonZeroUsize;
use std::path::PathBuf;

const SPEC_HELP: &str = "\
SPEC is a path to a package (`.`, `../int-tree`), the name of a workspace member, the name of a dependency in the lock \
file, or `name@version` from the registry. A path needs a `/` if it could be read as a subcommand: `./explain`.

Exit codes: 0 explored without bugs that nobody has judged, 100 such bugs found, 101 something failed, 2 wrong usage, 4 nothing explorable, \
106 interrupted.";

/// Calls the whole public API of Rust library crates in every small way and reports each distinct fault once.
#[derive(Debug, Parser)]
#[command(
    name = "cargo-explore",
    bin_name = "cargo explore",
    version,
    about = "Calls the whole public API of Rust library crates in every small way and reports each distinct fault once",
    after_help = SPEC_HELP,
    args_conflicts_with_subcommands = true,
    disable_help_subcommand = true,
    max_term_width = 100
)]
pub struct Cli {
    /// What to do instead of exploring.
    #[command(subcommand)]
    pub command: Option<Command>,
    /// What to explore, and how.
    #[command(flatten)]
    pub explore: ExploreArgs,
}

/// Everything that is not exploring.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Explain an exclusion code such as E-NO-VALUE
    Explain {
        /// The code; none lists all codes
        code: Option<String>,
    },
    /// Show a stored run again, with the exit code that it had
    Report(ShowArgs),
    /// Run the plans of stored findings against the code of today
    Replay(ReplayArgs),
    /// Judge findings as expected, or as whatever else needs no change here: later runs do not show them
    Accept(AcceptArgs),
    /// Judge findings as bugs that are known: later runs count them, and do not show them
    Reject(RejectArgs),
    /// Take back what was judged of findings: later runs show them again
    Reopen(ReopenArgs),
    /// Go through the findings that nobody has judged, with one key for each
    Review(ReviewArgs),
    /// Explore many packages within a time for all of them, and remember what became of each
    Sweep(Box<SweepArgs>),
    /// Put the shards of one sweep together
    Merge(MergeArgs),
    /// Write a package of fuzz targets, which go on where exploring ends
    Export(Box<ExportArgs>),
    /// Make findings of inputs with which fuzz targets that `export` wrote have crashed
    Import(Box<ImportArgs>),
    /// Show what runs have come to over time, and what has become of findings
    History(HistoryArgs),
    /// Show what is configured for exploring, and where
    Config(ConfigArgs),
    /// Check that this machine has what exploring needs
    Doctor(DoctorArgs),
    /// Show a chapter of the guide, or the help of a subcommand
    Help {
        /// The chapter or subcommand; none lists all chapters
        topic: Option<String>,
    },
    /// Print the page for `man`
    Manual,
    /// Print a completion script for a shell
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
}

/// Arguments of `doctor`.
#[derive(Debug, Args)]
pub struct DoctorArgs {
    /// How the answer is written
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = AnswerFormat::Human)]
    pub format: AnswerFormat,
    /// Directory that would hold build products
    #[arg(long, value_name = "DIRECTORY", env = "CARGO_TARGET_DIR", hide_env = true, value_hint = ValueHint::DirPath)]
    pub target_dir: Option<PathBuf>,
    /// Containment to check for
    #[arg(long, value_enum, value_name = "LEVEL", default_value_t = Sandbox::Strict)]
    pub sandbox: Sandbox,
}

/// Arguments of `report`.
#[derive(Debug, Args)]
pub struct ShowArgs {
    /// The run: its name, the beginning of its name, or a file that `--record` wrote; none means the newest
    #[arg(value_name = "RUN")]
    pub run: Option<String>,
    /// Show causes of all classes one by one, those that are documented or expected, too
    #[arg(long)]
    pub all: bool,
    /// Instead of a report write a file of tests for each package to this directory, for instance `tests`: of what the
    /// report shows and what is judged expected, or of all confirmed findings with --all
    #[arg(long, value_name = "DIRECTORY", conflicts_with_all = ["format", "output"], value_hint = ValueHint::DirPath)]
    pub emit_tests: Option<PathBuf>,
    /// Write a test of this finding, and of no other that is not named; ids may be abbreviated
    #[arg(long, value_name = "ID", requires = "emit_tests", conflicts_with = "all")]
    pub finding: Vec<String>,
    /// Which runs there are.
    #[command(flatten)]
    pub place: PlaceArgs,
    /// Directory for build products that holds the runs
    #[arg(long, value_name = "DIRECTORY", env = "CARGO_TARGET_DIR", hide_env = true, value_hint = ValueHint::DirPath)]
    pub target_dir: Option<PathBuf>,
    /// How and where.
    #[command(flatten)]
    pub answer: AnswerArgs,
}

/// Arguments of `replay`.
#[derive(Debug, Args)]
pub struct ReplayArgs {
    /// Ids of findings, which may be abbreviated, or files that `--record` wrote; none means what the report of the newest
    /// run shows
    #[arg(value_name = "ID|FILE")]
    pub findings: Vec<String>,
    /// Replay findings of all classes, those that are documented, expected or unreliable, too
    #[arg(long)]
    pub all: bool,
    /// The run that has the findings: its name, or the beginning of its name
    #[arg(long, value_name = "RUN")]
    pub run: Option<String>,
    /// The code to run them against, for instance `semver@1.0.27`; where the run's package was if not given
    #[arg(long, value_name = "SPEC")]
    pub spec: Option<String>,
    /// Which runs there are.
    #[command(flatten)]
    pub place: PlaceArgs,
    /// Number of executor processes; as many as there are cores if not given
    #[arg(short, long, value_name = "N")]
    pub jobs: Option<NonZeroUsize>,
    /// Another file of support functions than that of the run, which is used if none is given
    #[arg(long, value_name = "FILE", value_parser = support_file, value_hint = ValueHint::FilePath)]
    pub support: Option<SupportFile>,
    /// Containment that must hold while foreign code runs
    #[arg(long, value_enum, value_name = "LEVEL", default_value_t = Sandbox::Strict)]
    pub sandbox: Sandbox,
    /// Show no progress
    #[arg(short, long)]
    pub quiet: bool,
    /// Say more, for instance what is being compiled
    #[arg(short, long, conflicts_with = "quiet", action = clap::ArgAction::Count)]
    pub verbose: u8,
    /// How and where.
    #[command(flatten)]
    pub answer: AnswerArgs,
    /// Building.
    #[command(flatten)]
    pub build: BuildArgs,
}

/// Which runs there are to choose from.
#[derive(Debug, Args)]
pub struct PlaceArgs {
    /// Only runs of this package
    #[arg(short, long, value_name = "NAME")]
    pub package: Option<String>,
    /// Path to the Cargo.toml of the workspace in whose target directory the runs are
    #[arg(long, value_name = "PATH", value_hint = ValueHint::FilePath)]
    pub manifest_path: Option<PathBuf>,
}

/// Arguments without the name under which cargo calls its subcommand.
fn without_cargo(args: impl IntoIterator<Item = OsString>) -> Vec<OsString> {
    let mut args: Vec<OsString> = args.into_iter().collect();
    if args.get(1).is_some_and(|first| first == "explore") {
        args.remove(1);
    }
    args
}

impl Cli {
    /// Parses the process's arguments, its own name first. cargo passes the subcommand's name as first argument;
    /// it is dropped.
    pub fn from_args(args: impl IntoIterator<Item = OsString>) -> Result<Self, clap::Error> {
        Self::try_parse_from(without_cargo(args))
    }

    /// What was typed, argument by argument.
    pub fn matches(args: impl IntoIterator<Item = OsString>) -> Result<clap::ArgMatches, clap::Error> {
        Self::definition().try_get_matches_from(without_cargo(args))
    }

    /// The long options of exploring that were typed, by name.
    pub fn typed(args: &[OsString]) -> BTreeSet<String> {
        let Ok(matches) = Self::matches(args.iter().cloned()) else {
            return BTreeSet::new();
        };
        let is_typed = |id: &clap::Id| matches.value_source(id.as_str()) == Some(ValueSource::CommandLine);
        (Self::command().get_arguments())
            .filter(|argument| is_typed(argument.get_id()))
            .filter_map(|argument| argument.get_long().map(str::to_owned))
            .collect()
    }

    /// The process's arguments with others in front.
    pub fn with_front(args: &[OsString], front: Vec<OsString>) -> Vec<OsString> {
        let mut args = without_cargo(args.iter().cloned());
        let behind_name = args.len().min(1);
        args.splice(behind_name..behind_name, front);
        args
    }

    /// The definition, for completions and tests. Completions complete `cargo-explore`.
    pub fn definition() -> clap::Command {
        Self::command()
    }
}

#[cfg(test)]
mod tests;
