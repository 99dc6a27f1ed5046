//! What the command line means, resolved: one plain value per part of the program. The only place that looks at `cli`
//! values and at the machine to decide something; everything behind it gets just its own part.

mod replaying;

pub use replaying::ReplaySettings;

use crate::cli::{
    self, BuildArgs, Color, ConstantArgs, ExperimentArgs, ExploreArgs, Format, PlanArgs, SearchArgs,
};
use crate::report::human::Shown;
use crate::run_report::{Ending, Experiments, ValueChoice, Watching};
use crate::spec::Selection;
use crate::store;
use crate::sweep::Shard;
use crate::tuning::{LEAST_SLICE, PART_FOR_EXPLORING};
use harness_gen::fuzzing::Fuzzer;
use harness_gen::{CargoAccess, Constants, Features, Feeding, HiddenItems, PathGlobs, StandIns};
use std::ffi::OsString;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// One call of the program, resolved.
#[derive(Debug)]
pub struct Settings {
    /// Which packages.
    pub selection: Selection,
    /// How to explore each.
    pub exploration: Exploration,
    /// Which items.
    pub items: ItemFilter,
    /// Where results go.
    pub report: Report,
    /// The commit whose code everything is compared with.
    pub since: Option<String>,
    /// Explore, or list only.
    pub mode: Mode,
    /// How builds are contained.
    pub builds: BuildContainment,
}

/// Which builds are contained, and how.
#[derive(Clone, Copy, Debug)]
pub struct BuildContainment {
    /// How much of it must hold.
    pub level: cli::Sandbox,
    /// Whose.
    pub of: ContainedBuilds,
}

/// Whose builds are contained.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ContainedBuilds {
    /// Those of packages that come from the registry.
    Registry,
    /// Those of all packages: `--sandbox-build`.
    All,
}

impl BuildContainment {
    fn new(level: cli::Sandbox, is_for_all: bool) -> Self {
        Self {
            level,
            of: match is_for_all {
                true => ContainedBuilds::All,
                false => ContainedBuilds::Registry,
            },
        }
    }
}

/// What is done with a package.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Run plans.
    Explore,
    /// `--list`.
    List,
    /// `--show-plans`, with this many lines.
    ShowPlans(usize),
    /// `--run-plans`, with the plans in this file.
    RunPlans(PathBuf),
    /// `export`.
    Export(Export),
    /// `import`, with the names and texts of the plans.
    Import(Vec<(String, String)>),
}

/// How a fuzz package is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Export {
    /// For which fuzzer.
    pub fuzzer: Fuzzer,
    /// Where to; none: beside the package.
    pub directory: Option<PathBuf>,
    /// Whether each item has a target of its own.
    pub is_by_item: bool,
    /// What exploring is told that decides what there is to call.
    pub options: Vec<String>,
}

/// Limits and strategy, the same for every package.
#[derive(Clone, Debug)]
pub struct Exploration {
    /// Deepest plans.
    pub depth: Option<u32>,
    /// Distinct faults after which exploration stops.
    pub max_findings: Option<usize>,
    /// When it ends.
    pub time: TimeLimits,
    /// CPU time per expression.
    pub case_timeout: Duration,
    /// Bytes per expression.
    pub case_memory: u64,
    /// Whether leaks are findings.
    pub leaks: bool,
    /// Order of search.
    pub strategy: cli::Strategy,
    /// For measurements.
    pub experiments: Experiments,
    /// Seed.
    pub seed: u64,
    /// Executor processes.
    pub jobs: usize,
    /// Containment asked for.
    pub sandbox: cli::Sandbox,
    /// Whether coverage is measured.
    pub coverage: bool,
}

/// How long a crate is explored.
#[derive(Clone, Copy, Debug)]
pub struct TimeLimits {
    /// Exploration time at most.
    pub explore: Duration,
    /// Whether it ends earlier.
    pub ending: Ending,
    /// Time for all that is done with it, of which exploring gets the greater part.
    pub within: Option<Duration>,
}

impl TimeLimits {
    /// Exploration time where `gone` is over of the time for all.
    pub fn left(&self, gone: Duration) -> Duration {
        let Some(within) = self.within else {
            return self.explore;
        };
        let part = within.saturating_sub(gone).mul_f64(PART_FOR_EXPLORING);
        self.explore.min(part.max(LEAST_SLICE))
    }
}

/// Where results go and how much is said on the way.
#[derive(Clone, Debug)]
pub struct Report {
    /// Form.
    pub format: Format,
    /// File; none: standard output for machine formats, standard error for people.
    pub output: Option<PathBuf>,
    /// Directory of the history.
    pub state_dir: Option<PathBuf>,
    /// File that the run is kept in besides the store.
    pub record: Option<PathBuf>,
    /// File for the annotated source, `-` for standard error.
    pub coverage_listing: Option<PathBuf>,
    /// Directory for files of tests.
    pub emit_tests: Option<PathBuf>,
    /// The directory of the checkout, if GitHub reads the output of the process.
    pub github: Option<PathBuf>,
    /// Which causes are shown one by one.
    pub shown: Shown,
    /// Rulings to look at again are failures.
    pub check: bool,
    /// No progress.
    pub quiet: bool,
    /// Details of every stage.
    pub verbose: bool,
    /// Colors.
    pub color: Color,
}

/// `--item` and `--skip-item`.
#[derive(Clone, Debug)]
pub struct ItemFilter {
    wanted: PathGlobs,
    skipped: PathGlobs,
    part: Option<Shard>,
}

impl ItemFilter {
    /// A filter from globs. No wanted glob means all items.
    pub fn new(wanted: &[String], skipped: &[String]) -> anyhow::Result<Self> {
        Ok(Self {
            wanted: globs("--item", wanted)?,
            skipped: globs("--skip-item", skipped)?,
            part: None,
        })
    }

    /// Of these only the items of one part.
    pub fn of_part(self, part: Option<Shard>) -> Self {
        Self { part, ..self }
    }

    /// Both as they were given.
    pub fn texts(&self) -> [&[String]; 2] {
        [self.wanted.texts(), self.skipped.texts()]
    }

    /// True if the item with this path is to be explored.
    pub fn includes(&self, path: &str) -> bool {
        (self.wanted.is_empty() || self.wanted.matches(path))
            && !self.skipped.matches(path)
            && self.part.is_none_or(|part| part.has(path))
    }
}

fn globs(option: &str, texts: &[String]) -> anyhow::Result<PathGlobs> {
    PathGlobs::new(texts).map_err(|(glob, error)| {
        let message = format!("`{option} {glob}` is not a glob; write for instance 'my_crate::parse*'");
        anyhow::Error::from(error).context(message)
    })
}

impl Settings {
    /// Resolves the arguments. An error is a usage mistake.
    pub fn resolve(arguments: ExploreArgs) -> anyhow::Result<Self> {
        let ExploreArgs {
            specs,
            list,
            schema: _,
            plans: PlanArgs {
                show_plans,
                run_plans,
            },
            since,
            profile: _,
            search,
            experiments,
            constants,
            report,
            packages,
            build,
        } = arguments;
        anyhow::ensure!(
            specs.is_empty() || (packages.package.is_empty() && !packages.workspace),
            "a SPEC cannot be combined with --package or --workspace; name all packages one way"
        );
        anyhow::ensure!(
            report.record.as_ref().is_none_or(|file| has_extension(file)),
            "what --record writes is a zip archive; give its file a name that ends in `.{}`",
            store::EXTENSION
        );
        anyhow::ensure!(
            show_plans.is_none() || report.format == Format::Human,
            "--show-plans is for people and has no machine format"
        );
        anyhow::ensure!(
            !list || matches!(report.format, Format::Human | Format::Json),
            "--list has no such format; use `--format human` or `--format json`"
        );
        Ok(Self {
            exploration: exploration(&search, &experiments, !report.no_coverage),
            since,
            items: ItemFilter::new(&search.item, &search.skip_item)?.of_part(search.limits.items_of),
            selection: Selection {
                specs,
                packages: packages.package,
                workspace: packages.workspace,
                exclude: packages.exclude,
                manifest_path: packages.manifest_path,
                access: access(&build, search.jobs),
                target_dir: build.target_dir,
                features: Features {
                    named: split_features(&build.features),
                    all: build.all_features,
                    default: !build.no_default_features,
                },
                constants: constants_of(constants),
                properties: globs("--property", &search.property)?,
                support: search.support.clone(),
                feeding: feeding(&search, &experiments),
            },
            report: Report {
                format: report.format,
                output: report.output,
                state_dir: report.state_dir,
                record: report.record,
                coverage_listing: report.coverage_listing,
                emit_tests: report.emit_tests,
                github: github_checkout(|name| std::env::var_os(name)),
                check: report.check,
                quiet: report.quiet,
                shown: shown(report.all),
                verbose: report.verbose > 0,
                color: report.color,
            },
            builds: BuildContainment::new(search.sandbox, build.sandbox_build),
            mode: match (show_plans, run_plans) {
                (Some(lines), _) => Mode::ShowPlans(lines as usize),
                (None, Some(file)) => Mode::RunPlans(file),
                (None, None) if list => Mode::List,
                (None, None) => Mode::Explore,
            },
        })
    }
}

fn shown(is_all: bool) -> Shown {
    match is_all {
        true => Shown::All,
        false => Shown::Bugs,
    }
}

fn has_extension(file: &Path) -> bool {
    file.extension()
        .is_some_and(|extension| extension == store::EXTENSION)
}

/// The directory of the checkout within a workflow of GitHub, which sets these variables.
fn github_checkout(variable: impl Fn(&str) -> Option<OsString>) -> Option<PathBuf> {
    (variable("GITHUB_ACTIONS")? == "true").then(|| variable("GITHUB_WORKSPACE").unwrap_or_default().into())
}

fn exploration(search: &SearchArgs, experiments: &ExperimentArgs, coverage: bool) -> Exploration {
    Exploration {
        depth: search.limits.depth,
        max_findings: search.limits.max_findings.map(NonZeroUsize::get),
        time: TimeLimits {
            explore: search.limits.until.unwrap_or(search.limits.time_limit),
            ending: match search.limits.until {
                Some(_) => Ending::Time,
                None => Ending::Quiet,
            },
            within: search.limits.within,
        },
        case_timeout: search.limits.case_timeout,
        case_memory: search.limits.case_memory.0,
        leaks: search.limits.leaks,
        strategy: search.strategy,
        experiments: Experiments {
            eager: experiments.eager,
            nesting: experiments.nesting,
            valid: experiments.valid,
            attacks: experiments.attack_conditions,
            keep_results_whole: experiments.keep_results_whole,
            values: match experiments.all_values {
                true => ValueChoice::All,
                false => ValueChoice::Distinct,
            },
            watching: match experiments.whole_values {
                true => Watching::Whole,
                false => Watching::Parts,
            },
        },
        seed: search.seed,
        jobs: jobs(search.jobs),
        sandbox: search.sandbox,
        coverage,
    }
}

fn feeding(search: &SearchArgs, experiments: &ExperimentArgs) -> Feeding {
    Feeding {
        keep_results_whole: experiments.keep_results_whole,
        stand_ins: match search.hostile {
            true => StandIns::Hostile,
            false => StandIns::Placeholders,
        },
        hidden_items: match search.hidden {
            true => HiddenItems::Explored,
            false => HiddenItems::LeftOut,
        },
    }
}

fn jobs(given: Option<NonZeroUsize>) -> usize {
    let cores = || std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
    given.map_or_else(cores, NonZeroUsize::get)
}

fn access(build: &BuildArgs, jobs: Option<NonZeroUsize>) -> CargoAccess {
    CargoAccess {
        offline: build.offline || build.frozen,
        locked: build.locked || build.frozen,
        jobs: jobs.map(NonZeroUsize::get),
        // Which builds are contained depends on the package.
        launcher: None,
    }
}

/// cargo takes features separated by commas or spaces, in any number of options.
fn split_features(given: &[String]) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for name in given
        .iter()
        .flat_map(|list| list.split([',', ' ']))
        .filter(|name| !name.is_empty())
    {
        if !names.iter().any(|known| known == name) {
            names.push(name.to_owned());
        }
    }
    names
}

fn constants_of(given: ConstantArgs) -> Constants {
    fn flat<T, U>(lists: Vec<cli::List<T>>, content: impl Fn(T) -> U) -> Vec<U> {
        lists.into_iter().flat_map(|list| list.0).map(content).collect()
    }
    Constants {
        ints: flat(given.ints, |int| int),
        floats: flat(given.floats, |float| float),
        chars: flat(given.chars, |character| character.0),
        strs: flat(given.strs, |string| string.0),
        bytes: flat(given.bytes, |string| string.0),
        words: given
            .dictionary
            .into_iter()
            .flat_map(|dictionary| dictionary.0)
            .collect(),
        only_given: given.only_given_constants,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::Cli;

    fn resolve(arguments: &[&str]) -> anyhow::Result<Settings> {
        let arguments = std::iter::once("cargo-explore")
            .chain(arguments.iter().copied())
            .map(Into::into);
        Settings::resolve(Cli::from_args(arguments).expect("the arguments parse").explore)
    }

    #[test]
    fn github_s_checkout_is_known_within_its_workflows_only() {
        let in_workflow = |actions: &'static str| {
            github_checkout(move |name| match name {
                "GITHUB_ACTIONS" => Some(actions.into()),
                _ => Some("/checkout".into()),
            })
        };
        assert_eq!(in_workflow("true"), Some("/checkout".into()));
        assert_eq!(in_workflow("false"), None);
        assert_eq!(github_checkout(|_| None), None);
    }

    #[test]
    fn frozen_means_locked_and_offline() {
        let access = resolve(&["--frozen"]).unwrap().selection.access;
        assert!(access.locked && access.offline);
        assert_eq!(
            resolve(&["--offline"]).unwrap().selection.access,
            CargoAccess {
                offline: true,
                locked: false,
                jobs: None,
                launcher: None
            }
        );
    }

    #[test]
    fn features_are_split_as_cargo_does() {
        let features = resolve(&["-F", "a,b c", "--features", "b"])
            .unwrap()
            .selection
            .features;
        assert_eq!(
            features,
            Features {
                named: vec!["a".into(), "b".into(), "c".into()],
                all: false,
                default: true
            }
        );
    }

    #[test]
    fn item_globs_see_paths_with_and_without_the_crate() {
        let filter = ItemFilter::new(
            &["parse*".into(), "toy::deep::*".into()],
            &["*::parse_slow".into()],
        )
        .unwrap();
        for (path, expected) in [
            ("toy::parse", true),
            ("toy::parse_fast", true),
            ("toy::parse_slow", false),
            ("toy::deep::er::f", true),
            ("toy::other", false),
        ] {
            assert_eq!(filter.includes(path), expected, "{path}");
        }
        assert!(
            ItemFilter::new(&[], &[])
                .unwrap()
                .includes("<toy::A as core::fmt::Display>::fmt")
        );
        assert!(ItemFilter::new(&["[".into()], &[]).is_err());
    }

    #[test]
    fn specs_and_package_options_exclude_each_other() {
        assert!(resolve(&["semver", "-p", "toy"]).is_err());
        assert!(resolve(&["semver", "--workspace"]).is_err());
    }
}
