//! What is typed to hand a package over to fuzzers, and to take over what they have found.

use super::exploring::{AnswerArgs, BuildArgs, ConstantArgs, Sandbox, SearchArgs};
use super::values::{self, ByteSize, Color};
use clap::{Args, ValueEnum, ValueHint};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

/// Which fuzzer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum FuzzerName {
    /// libFuzzer, with `cargo fuzz`; ClusterFuzzLite and OSS-Fuzz build the same package
    CargoFuzz,
    /// AFL++, with `cargo afl`
    Afl,
}

/// Arguments of `export`.
#[derive(Clone, Debug, Args)]
pub struct ExportArgs {
    /// Items, each of which becomes a target of its own, as --item takes them; none means one target that calls all items
    #[arg(value_name = "ITEM")]
    pub items: Vec<String>,
    /// The fuzzer that runs the targets
    #[arg(long, value_enum, value_name = "FUZZER", default_value_t = FuzzerName::CargoFuzz)]
    pub to: FuzzerName,
    /// Directory of the fuzz package; `fuzz` beside the package's manifest, or `NAME-fuzz` for a crate of the registry, if not given
    #[arg(long, value_name = "DIRECTORY", value_hint = ValueHint::DirPath)]
    pub output: Option<PathBuf>,
    /// Take what the profile of this name in `.config/explore.toml` says; that called `default` if none is named
    #[arg(long, value_name = "NAME", env = "CARGO_EXPLORE_PROFILE", hide_env = true)]
    pub profile: Option<String>,
    /// Limits, strategy and choice of items.
    #[command(flatten)]
    pub search: SearchArgs,
    /// Constants.
    #[command(flatten)]
    pub constants: ConstantArgs,
    /// Which package.
    #[command(flatten)]
    pub packages: OnePackageArgs,
    /// Building.
    #[command(flatten)]
    pub build: BuildArgs,
    /// Show no progress
    #[arg(short, long)]
    pub quiet: bool,
    /// Say more, for instance what is being compiled
    #[arg(short, long, conflicts_with = "quiet", action = clap::ArgAction::Count)]
    pub verbose: u8,
    /// When to use colors
    #[arg(long, value_enum, value_name = "WHEN", default_value_t = Color::Auto, env = "CARGO_TERM_COLOR", hide_env = true)]
    pub color: Color,
}

/// Which package is exported.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Package selection")]
pub struct OnePackageArgs {
    /// What to export, as exploring takes it; the current package if not given
    #[arg(long, value_name = "SPEC", conflicts_with = "package")]
    pub spec: Option<String>,
    /// Export this workspace member
    #[arg(short, long, value_name = "NAME")]
    pub package: Option<String>,
    /// Path to the Cargo.toml that names the workspace
    #[arg(long, value_name = "PATH", value_hint = ValueHint::FilePath)]
    pub manifest_path: Option<PathBuf>,
}

/// How what is imported is run.
#[derive(Clone, Debug, Args)]
pub struct RunArgs {
    /// CPU time per expression
    #[arg(long, value_name = "DURATION", default_value = "1s", value_parser = values::case_timeout)]
    pub case_timeout: Duration,
    /// Memory per expression
    #[arg(long, value_name = "SIZE", default_value = "128MiB", value_parser = values::case_memory)]
    pub case_memory: ByteSize,
    /// Number of executor processes; as many as there are cores if not given
    #[arg(short, long, value_name = "N")]
    pub jobs: Option<NonZeroUsize>,
    /// Containment that must hold while foreign code runs
    #[arg(long, value_enum, value_name = "LEVEL", default_value_t = Sandbox::Strict)]
    pub sandbox: Sandbox,
}

/// Arguments of `import`.
#[derive(Clone, Debug, Args)]
pub struct ImportArgs {
    /// Inputs that a fuzzer has kept because of what they do, for instance `fuzz/artifacts/parse/crash-1f2e…`
    #[arg(value_name = "CRASH", required = true, value_hint = ValueHint::FilePath)]
    pub crashes: Vec<PathBuf>,
    /// The fuzz package that `export` wrote; looked for above the inputs, then in `fuzz`, if not given
    #[arg(long, value_name = "DIRECTORY", value_hint = ValueHint::DirPath)]
    pub fuzz_dir: Option<PathBuf>,
    /// The target that the inputs are of, where their paths do not name it
    #[arg(long, value_name = "NAME")]
    pub target: Option<String>,
    /// How it is run.
    #[command(flatten)]
    pub run: RunArgs,
    /// Keep the run in this file, too, which `report` and `replay` take
    #[arg(long, value_name = "FILE.zip", value_hint = ValueHint::FilePath)]
    pub record: Option<PathBuf>,
    /// Write a file of tests to this directory, for instance `tests`
    #[arg(long, value_name = "DIRECTORY", value_hint = ValueHint::DirPath)]
    pub emit_tests: Option<PathBuf>,
    /// Show causes of all classes one by one, those that are documented, expected or judged, too
    #[arg(long)]
    pub all: bool,
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
