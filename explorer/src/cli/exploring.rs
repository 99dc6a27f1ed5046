//! What is typed to explore, and what other commands have in common with that: limits, choice of items, constants, reports,
//! packages and builds.

use super::dictionary::Dictionary;
use super::values::{self, ByteSize, Color, List, RustByteString, RustChar, RustString};
use crate::sweep::Shard;
use clap::{Args, ValueEnum, ValueHint};
use harness_gen::SupportFile;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// How an answer is written, and where to.
#[derive(Clone, Debug, Args)]
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

/// Arguments of exploring.
#[derive(Clone, Debug, Args)]
pub struct ExploreArgs {
    /// What to explore: a path, a member of the workspace, a dependency in the lock file, a crate of the registry with its version
    /// (`semver@1.0.26`) or the newest one of it (`semver`); none means the current package
    #[arg(value_name = "SPEC")]
    pub specs: Vec<String>,
    /// Say what is explorable and why the rest is not, without running anything
    #[arg(long)]
    pub list: bool,
    /// Print the JSON Schema of `--format json`
    #[arg(long, conflicts_with_all = ["specs", "list", "show_plans"])]
    pub schema: bool,
    /// Plans instead of a report.
    #[command(flatten)]
    pub plans: PlanArgs,
    /// Explore only items that can come to run what has changed since this commit of git, and leave out what fails there, too
    #[arg(long, value_name = "REV", conflicts_with_all = ["show_plans", "run_plans"])]
    pub since: Option<String>,
    /// Take what the profile of this name in `.config/explore.toml` says; that called `default` if none is named
    #[arg(long, value_name = "NAME", env = "CARGO_EXPLORE_PROFILE", hide_env = true)]
    pub profile: Option<String>,
    /// Limits, strategy and choice of items.
    #[command(flatten)]
    pub search: SearchArgs,
    /// For measurements.
    #[command(flatten)]
    pub experiments: ExperimentArgs,
    /// Constants.
    #[command(flatten)]
    pub constants: ConstantArgs,
    /// Reports.
    #[command(flatten)]
    pub report: ReportArgs,
    /// Packages.
    #[command(flatten)]
    pub packages: PackageArgs,
    /// Building.
    #[command(flatten)]
    pub build: BuildArgs,
}

/// What is done with plans instead of a report.
#[derive(Clone, Debug, Default, Args)]
pub struct PlanArgs {
    /// Show the steps of the search for one item, at most LINES of them (100 if not given), instead of a report
    #[arg(long, value_name = "LINES", num_args = 0..=1, require_equals = true, default_missing_value = "100")]
    #[arg(conflicts_with = "list", value_parser = clap::value_parser!(u32).range(1..))]
    pub show_plans: Option<u32>,
    /// Run the plans in FILE, one per line as reports have them, and say what became of each
    #[arg(long, value_name = "FILE", hide = true, conflicts_with_all = ["list", "show_plans"])]
    pub run_plans: Option<PathBuf>,
}

/// Limits, strategy and choice of items.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Exploration")]
pub struct SearchArgs {
    /// Limits.
    #[command(flatten)]
    pub limits: LimitArgs,
    /// Order in which plans are run
    #[arg(long, value_enum, value_name = "STRATEGY", default_value_t = Strategy::Deepening)]
    pub strategy: Strategy,
    /// Seed of `--strategy random` and `novelty`
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u64,
    /// Number of executor processes; as many as there are cores if not given
    #[arg(short, long, value_name = "N")]
    pub jobs: Option<NonZeroUsize>,
    /// Explore only items whose path matches, for instance 'my_crate::parse*' or 'Trie::remove'
    #[arg(long, value_name = "GLOB")]
    pub item: Vec<String>,
    /// Leave out items whose path matches
    #[arg(long, value_name = "GLOB")]
    pub skip_item: Vec<String>,
    /// Functions whose path matches are properties, as those called prop_* are: they return bool, Option<bool> or
    /// Result<(), E>, and false or Err is a finding
    #[arg(long, value_name = "GLOB")]
    pub property: Vec<String>,
    /// A file of Rust functions that build arguments, too: it may use the crate, its dependencies and its dev-dependencies
    #[arg(long, value_name = "FILE", value_parser = support_file, value_hint = ValueHint::FilePath)]
    pub support: Option<SupportFile>,
    /// Give type parameters and callbacks values that misbehave as safe code may; what breaks memory then is a finding
    #[arg(long)]
    pub hostile: bool,
    /// Explore items that `#[doc(hidden)]` hides, too
    #[arg(long)]
    pub hidden: bool,
    /// Containment that must hold while foreign code runs
    #[arg(long, value_enum, value_name = "LEVEL", default_value_t = Sandbox::Strict)]
    pub sandbox: Sandbox,
}

/// When exploring ends, and what one plan may take.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Exploration")]
pub struct LimitArgs {
    /// Deepest plans to run; without it deepening goes on until nothing new is shown
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub depth: Option<u32>,
    /// Stop once this many distinct faults were seen
    #[arg(long, value_name = "N")]
    pub max_findings: Option<NonZeroUsize>,
    /// Most exploration time per crate, building and confirming not counted; what has shown nothing new for long is over before
    #[arg(long, value_name = "DURATION", default_value = "60s", value_parser = humantime::parse_duration)]
    pub time_limit: Duration,
    /// Explore each crate for this time, whether anything new is shown or not
    #[arg(long, value_name = "DURATION", conflicts_with = "time_limit", value_parser = humantime::parse_duration)]
    pub until: Option<Duration>,
    /// CPU time per expression
    #[arg(long, value_name = "DURATION", default_value = "1s", value_parser = values::case_timeout)]
    pub case_timeout: Duration,
    /// Memory per expression
    #[arg(long, value_name = "SIZE", default_value = "128MiB", value_parser = values::case_memory)]
    pub case_memory: ByteSize,
    /// Memory that a call has allocated and nothing can reach any more is a finding, too
    #[arg(long)]
    pub leaks: bool,
    /// All time for the package, building and confirming included: how sweeps share theirs
    #[arg(long, hide = true, value_name = "DURATION", value_parser = humantime::parse_duration)]
    pub within: Option<Duration>,
    /// Only items of this part: how a package is shared by several sweeps
    #[arg(long, hide = true, value_name = "K/N")]
    pub items_of: Option<Shard>,
}

/// For measurements, and hidden from people: what they change makes no exploration better.
#[derive(Clone, Debug, Args)]
pub struct ExperimentArgs {
    /// Decide every part of every argument, whether it is looked at or not
    #[arg(long, hide = true)]
    pub eager: bool,
    /// Only arguments whose constructors lie at most this many deep within each other
    #[arg(long, hide = true, value_name = "N")]
    pub nesting: Option<u32>,
    /// Leave an item after this many runs that returned or failed; a property that discards an input does neither
    #[arg(long, hide = true, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub valid: Option<u64>,
    /// Take nothing out of what calls return
    #[arg(long, hide = true)]
    pub keep_results_whole: bool,
    /// Evaluate arguments again that are known to fail, or to be the same as others
    #[arg(long, hide = true)]
    pub all_values: bool,
    /// Watch what is behind a pointer as a whole, and not field by field and element by element
    #[arg(long, hide = true)]
    pub whole_values: bool,
    /// Compare each condition that a finding is told with to this many more runs, made by chance
    #[arg(long, hide = true, value_name = "N", default_value_t)]
    pub attack_conditions: usize,
}

/// Constants, all comma separated.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Constants, comma separated, added to the built-in ones")]
pub struct ConstantArgs {
    /// Integers, for instance 0,1,-5,0xff
    #[arg(long, value_name = "LIST", allow_hyphen_values = true)]
    pub ints: Vec<List<i128>>,
    /// Floating-point numbers, for instance 0.5,-1e9,NaN,inf
    #[arg(long, value_name = "LIST", allow_hyphen_values = true)]
    pub floats: Vec<List<f64>>,
    /// Characters, for instance 'a,é,\n,\u{1F600}' and '\,' for a comma
    #[arg(long, value_name = "LIST", allow_hyphen_values = true)]
    pub chars: Vec<List<RustChar>>,
    /// Strings with Rust's escapes, and '\,' for a comma
    #[arg(long, value_name = "LIST", allow_hyphen_values = true)]
    pub strs: Vec<List<RustString>>,
    /// Byte strings with Rust's escapes, for instance 'PNG,\xff\xd8'
    #[arg(long, value_name = "LIST", allow_hyphen_values = true)]
    pub bytes: Vec<List<RustByteString>>,
    /// Parts of texts, one "word" on each line, as libFuzzer and AFL have them
    #[arg(long, value_name = "FILE")]
    pub dictionary: Vec<Dictionary>,
    /// Use no built-in constants
    #[arg(long)]
    pub only_given_constants: bool,
}

/// Reports.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Report")]
pub struct ReportArgs {
    /// How the report is written; all but `human` go to standard output
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = Format::Human)]
    pub format: Format,
    /// Write the report to this file, whose directory is created
    #[arg(long, value_name = "PATH", value_hint = ValueHint::FilePath)]
    pub output: Option<PathBuf>,
    /// Keep the run in this file, too, which `report` and `replay` take
    #[arg(long, value_name = "FILE.zip", conflicts_with_all = ["list", "show_plans", "run_plans"], value_hint = ValueHint::FilePath)]
    pub record: Option<PathBuf>,
    /// Directory of the history, to which each run is added; one for each workspace below `cargo-explore` of the user's state
    /// directory if not given
    #[arg(long, value_name = "DIRECTORY", env = "CARGO_EXPLORE_STATE_DIR", hide_env = true, value_hint = ValueHint::DirPath)]
    pub state_dir: Option<PathBuf>,
    /// Show causes of all classes one by one, those that are documented, expected or judged, too
    #[arg(long)]
    pub all: bool,
    /// Write a file of tests for each package to this directory, for instance `tests`: of what the report shows and what is
    /// judged expected, or of all confirmed findings with --all
    #[arg(long, value_name = "DIRECTORY", conflicts_with_all = ["list", "show_plans", "run_plans"], value_hint = ValueHint::DirPath)]
    pub emit_tests: Option<PathBuf>,
    /// Exit with 100, too, for what was judged and has changed since, has expired, or does not fail any more
    #[arg(long, conflicts_with = "list")]
    pub check: bool,
    /// Do not measure which source regions and lines were reached
    #[arg(long)]
    pub no_coverage: bool,
    /// Write the crate's source with the number of runs of each line to this file; `-` writes it below the report
    #[arg(long, value_name = "PATH", conflicts_with = "no_coverage", value_hint = ValueHint::FilePath)]
    pub coverage_listing: Option<PathBuf>,
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

/// Packages, as cargo's own options mean it.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Package selection")]
pub struct PackageArgs {
    /// Explore this workspace member
    #[arg(short, long, value_name = "NAME")]
    pub package: Vec<String>,
    /// Explore all workspace members that have a library
    #[arg(long)]
    pub workspace: bool,
    /// Leave out this workspace member
    #[arg(long, value_name = "NAME", requires = "workspace")]
    pub exclude: Vec<String>,
    /// Path to the Cargo.toml that names the workspace
    #[arg(long, value_name = "PATH", value_hint = ValueHint::FilePath)]
    pub manifest_path: Option<PathBuf>,
}

/// Features, directories and network, as cargo's own options mean it.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Build")]
pub struct BuildArgs {
    /// Features to activate, separated by commas or spaces
    #[arg(short = 'F', long, value_name = "FEATURES")]
    pub features: Vec<String>,
    /// Activate all features
    #[arg(long)]
    pub all_features: bool,
    /// Do not activate the default feature
    #[arg(long)]
    pub no_default_features: bool,
    /// Directory for build products, of which only its subdirectory `explore` is used; where no package is, the user's cache
    /// directory is used if none is given
    #[arg(long, value_name = "DIRECTORY", env = "CARGO_TARGET_DIR", hide_env = true, value_hint = ValueHint::DirPath)]
    pub target_dir: Option<PathBuf>,
    /// Contain the build of any package, and not only that of the registry's: build scripts and macros write to the target
    /// directory only, and have no network
    #[arg(long)]
    pub sandbox_build: bool,
    /// Require that the lock file stays as it is
    #[arg(long)]
    pub locked: bool,
    /// Run without the network
    #[arg(long)]
    pub offline: bool,
    /// Same as --locked and --offline together
    #[arg(long)]
    pub frozen: bool,
}

/// Ways to write a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// Text for people
    Human,
    /// One JSON document per crate and line; `--schema` prints its schema
    Json,
    /// SARIF 2.1.0, for code scanning
    Sarif,
    /// JUnit's XML: a test case per item
    Junit,
    /// A summary in GitHub's Markdown
    Markdown,
    /// One page that opens from disk
    Html,
    /// cargo's JSON messages, for editors
    Cargo,
}

/// Ways to write what is no report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum AnswerFormat {
    /// Text for people
    Human,
    /// One JSON document
    Json,
}

/// Orders of search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Strategy {
    /// All plans of one depth, then those of the next
    Deepening,
    /// Depth first up to the limit
    Dfs,
    /// Random plans, decided by --seed; finds deep faults early
    Random,
    /// Deepening, and between its runs changed and extended plans that had shown something new, decided by --seed
    Novelty,
}

/// Levels of containment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Sandbox {
    /// Refuse to run unless every layer holds
    Strict,
    /// Run with the layers that hold
    Degraded,
    /// Run without containment
    Off,
}

/// A file of support functions, read.
pub(super) fn support_file(path: &str) -> Result<SupportFile, String> {
    SupportFile::read(Path::new(path))
}
