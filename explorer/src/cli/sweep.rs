//! What is typed to sweep many packages, and to put the parts of a sweep together.

use super::exploring::{
    AnswerArgs, BuildArgs, ConstantArgs, ExperimentArgs, ExploreArgs, PackageArgs, PlanArgs, ReportArgs,
    SearchArgs,
};
use crate::sweep::Shard;
use clap::{Args, ValueHint};
use std::path::PathBuf;
use std::time::Duration;

/// Arguments of `sweep`.
#[derive(Clone, Debug, Args)]
pub struct SweepArgs {
    /// Packages besides those of the workspace, as exploring takes them; where none is named in any way, all members of the workspace
    /// are swept
    #[arg(value_name = "SPEC")]
    pub specs: Vec<String>,
    /// A file with a SPEC on each line; `#` begins a remark
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub list: Vec<PathBuf>,
    /// Take what the profile of this name in `.config/explore.toml` says; that called `default` if none is named
    #[arg(long, value_name = "NAME", env = "CARGO_EXPLORE_PROFILE", hide_env = true)]
    pub profile: Option<String>,
    /// The sweep as a whole.
    #[command(flatten)]
    pub whole: WholeArgs,
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
    pub report: SweepReportArgs,
    /// Packages.
    #[command(flatten)]
    pub packages: PackageArgs,
    /// Building.
    #[command(flatten)]
    pub build: BuildArgs,
}

/// What is said of a sweep as a whole.
#[derive(Clone, Debug, Args)]
pub struct WholeArgs {
    /// Time for all packages, builds and confirming included; without it each package has its own --time-limit
    #[arg(long, value_name = "DURATION", value_parser = humantime::parse_duration)]
    pub total_time: Option<Duration>,
    /// Go on with the newest sweep, which did not come to its end, as it was begun
    #[arg(long, conflicts_with_all = ["specs", "list", "total_time", "shard", "package", "workspace"])]
    pub resume: bool,
    /// Sweep one part of several: K of N, for instance `1/3`; `merge` puts them together
    #[arg(long, value_name = "K/N")]
    pub shard: Option<Shard>,
    /// Directory that remembers sweeps; below the target directory if none is given
    #[arg(long, value_name = "DIRECTORY", value_hint = ValueHint::DirPath)]
    pub sweep_dir: Option<PathBuf>,
    /// Run this command of the shell at the end, with a JSON document of what no sweep before had found on its standard input
    #[arg(long, value_name = "COMMAND", value_hint = ValueHint::CommandString)]
    pub notify: Option<String>,
}

/// Reports of a sweep.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Report")]
pub struct SweepReportArgs {
    /// Directory of the history, to which each run is added; one for each workspace below `cargo-explore` of the user's state
    /// directory if not given
    #[arg(long, value_name = "DIRECTORY", env = "CARGO_EXPLORE_STATE_DIR", hide_env = true, value_hint = ValueHint::DirPath)]
    pub state_dir: Option<PathBuf>,
    /// Show causes of all classes one by one, those that are documented, expected or judged, too, and packages without any
    #[arg(long)]
    pub all: bool,
    /// Exit with 100, too, for what was judged and has changed since, has expired, or does not fail any more
    #[arg(long)]
    pub check: bool,
    /// Do not measure which source regions and lines were reached
    #[arg(long)]
    pub no_coverage: bool,
    /// Show no progress
    #[arg(short, long)]
    pub quiet: bool,
    /// How and where.
    #[command(flatten)]
    pub answer: AnswerArgs,
}

impl SweepReportArgs {
    fn exploring(self) -> ReportArgs {
        ReportArgs {
            format: self.answer.format,
            output: self.answer.output,
            record: None,
            state_dir: self.state_dir,
            all: self.all,
            emit_tests: None,
            check: self.check,
            no_coverage: self.no_coverage,
            coverage_listing: None,
            quiet: self.quiet,
            verbose: 0,
            color: self.answer.color,
        }
    }
}

impl SweepArgs {
    /// What is the same for exploring its packages one by one.
    pub fn exploring(self, specs: Vec<String>) -> ExploreArgs {
        ExploreArgs {
            specs,
            list: false,
            schema: false,
            plans: PlanArgs::default(),
            since: None,
            profile: self.profile,
            search: self.search,
            experiments: self.experiments,
            constants: self.constants,
            report: self.report.exploring(),
            packages: self.packages,
            build: self.build,
        }
    }
}

/// Arguments of `merge`.
#[derive(Debug, Args)]
pub struct MergeArgs {
    /// The directories of all shards of one sweep
    #[arg(value_name = "DIRECTORY", required = true, value_hint = ValueHint::DirPath)]
    pub directories: Vec<PathBuf>,
    /// Directory that remembers the whole sweep from now on, as if one machine had made it
    #[arg(long, value_name = "DIRECTORY", value_hint = ValueHint::DirPath)]
    pub sweep_dir: Option<PathBuf>,
    /// Show causes of all classes one by one, those that are documented or expected, too
    #[arg(long)]
    pub all: bool,
    /// How and where.
    #[command(flatten)]
    pub answer: AnswerArgs,
}
