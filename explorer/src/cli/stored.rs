//! The command line of stored runs: showing one again, and running its plans again.

use super::{BuildArgs, Color, Format, Sandbox};
use clap::{Args, ValueHint};
use std::num::NonZeroUsize;
use std::path::PathBuf;

/// Arguments of `report`.
#[derive(Debug, Args)]
pub struct ShowArgs {
    /// The run: its name, the beginning of its name, or a file that `--record` wrote; none means the newest
    #[arg(value_name = "RUN")]
    pub run: Option<String>,
    /// Show causes of all classes one by one, those that are documented or expected, too
    #[arg(long)]
    pub all: bool,
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

/// How an answer is written, and where to.
#[derive(Debug, Args)]
pub struct AnswerArgs {
    /// How it is written; machine formats go to standard output
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = Format::Human)]
    pub format: Format,
    /// Write it to this file, whose directory is created
    #[arg(long, value_name = "PATH", value_hint = ValueHint::FilePath)]
    pub output: Option<PathBuf>,
    /// When to use colors
    #[arg(long, value_enum, value_name = "WHEN", default_value_t = Color::Auto, env = "CARGO_TERM_COLOR", hide_env = true)]
    pub color: Color,
}
