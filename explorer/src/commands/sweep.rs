//! `sweep`: many packages within a time for all, each explored by a process of its own; and `merge`, which makes one sweep of its
//! shards. One bad package stops nothing.

mod going;
mod kept;
mod merging;
mod notifying;
mod targets;

pub(super) use merging::merge;

use super::configured::Configured;
use super::explore::interrupt_flag;
use super::forwarded::{forwarded, is_typed};
use super::stored_runs::Mistake;
use crate::cli::{Cli, Command, ExploreArgs, Format, SweepArgs};
use crate::config::ConfigFile;
use crate::exit_code::ExitCode;
use crate::known;
use crate::report::human::Shown;
use crate::report::{Console, Publisher, Sink, Unexplored, sweep as words};
use crate::run_report::Stop;
use crate::settings::Settings;
use crate::spec::{self, SpecError};
use crate::store::{Stamp, command_name};
use crate::sweep::{Begun, End, Fingerprints, Identity, Journal, PackageEnd, Target, options_of};
use crate::tuning::MOST_BYTES_OF_DEPENDENCIES;
use anyhow::Context;
use going::{Going, Plan};
use harness_gen::cargo::{BuiltDependencies, rustc_version};
use kept::read_run;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Instant, SystemTime};
use targets::{BadOptions, NoList, NoPackage, Targets, listed};

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

/// The directory below the one for what we make that remembers sweeps.
const IN_WORK_DIR: &str = "sweeps";

/// Sweeps, or goes on with a sweep. `typed` is the whole command line.
pub(super) fn run(arguments: SweepArgs, typed: Vec<String>, console: Console) -> anyhow::Result<ExitCode> {
    // Finding out which packages there are counts, too.
    let started = Instant::now();
    let interrupt = interrupt_flag()?;
    let mut journal = Journal::open(&directory(&arguments)?)?;
    journal
        .warnings
        .iter()
        .for_each(|warning| console.warning(warning));
    let (arguments, begun) = match arguments.whole.resume {
        true => match resumed(&journal)? {
            Ok((arguments, mut begun)) => {
                look_again(&mut begun, &arguments, &interrupt, console)?;
                (arguments, begun)
            }
            Err(mistake) => {
                console.error(&mistake);
                return Ok(ExitCode::Usage);
            }
        },
        false => match begin(arguments, typed, &mut journal, &interrupt, console) {
            Ok(Some(begun)) => begun,
            Ok(None) => return Ok(ExitCode::Interrupted),
            Err(mistake) if is_usage(&mistake) => {
                console.error(&mistake);
                return Ok(ExitCode::Usage);
            }
            Err(nothing) if nothing.is::<NoPackage>() => {
                console.error(&nothing);
                return Ok(ExitCode::NothingExplorable);
            }
            Err(error) => return Err(error),
        },
    };
    let command = arguments.whole.notify.clone();
    let kept = work_dir(&arguments, &begun.directory)?;
    if let Err(error) = BuiltDependencies::keep(&kept, MOST_BYTES_OF_DEPENDENCIES) {
        console.warning(&format!("each package compiles all its dependencies: {error}"));
    }
    let (report, plan) = plan(arguments, &begun)?;
    let mut publisher = Publisher::new(
        Sink::open(report.output.as_deref(), console)?,
        report.format,
        report.shown,
        report.github.clone(),
    );
    let mut journal = Going::new(&plan, &begun, journal, &interrupt, console, started)?.run();
    let is_whole = !interrupt.load(Ordering::Relaxed);
    if is_whole && let Err(error) = finish(&mut journal, &begun) {
        console.warning(&format!("the end of the sweep cannot be written down: {error}"));
    }
    let ends = last_ends(&journal, &begun.targets);
    let told = Told {
        shown: report.shown,
        format: report.format,
        is_check: report.check,
        console,
    };
    let code = told.tell(&journal, &ends, &mut publisher)?;
    let summary = words::summary(&ends, is_whole);
    publisher.summary(&summary)?;
    if !report.quiet {
        console.note(&summary);
    }
    if let Some(command) = command.filter(|_| is_whole)
        && let Err(error) = notifying::notify(&command, &journal, &ends)
    {
        console.warning(&format!("nobody was told what is new: {error:#}"));
    }
    // What cannot be removed takes some room.
    let _ = journal.prune();
    Ok(match is_whole {
        // A shard may have no package.
        true if begun.targets.is_empty() => ExitCode::Clean,
        true => code,
        false => ExitCode::combine([code, ExitCode::Interrupted]),
    })
}

/// True for what somebody typed, and can type otherwise.
fn is_usage(error: &anyhow::Error) -> bool {
    error.downcast_ref::<SpecError>().is_some_and(SpecError::is_usage)
        || error.is::<NoList>()
        || error.is::<BadOptions>()
}

/// Where sweeps are remembered.
fn directory(arguments: &SweepArgs) -> anyhow::Result<PathBuf> {
    let current_dir = std::env::current_dir().context("cannot find the current directory")?;
    match &arguments.whole.sweep_dir {
        Some(given) => Ok(current_dir.join(given)),
        None => Ok(work_dir(arguments, &current_dir)?.join(IN_WORK_DIR)),
    }
}

/// Where packages are built.
fn work_dir(arguments: &SweepArgs, current_dir: &Path) -> Result<PathBuf, SpecError> {
    let target_dir = arguments.build.target_dir.as_deref();
    spec::work_dir_at(
        target_dir,
        arguments.packages.manifest_path.as_deref(),
        current_dir,
    )
}

/// The newest sweep, if it did not come to its end, and what was typed for it.
fn resumed(journal: &Journal) -> anyhow::Result<Result<(SweepArgs, Begun), Mistake>> {
    let Some(sweep) = journal.newest().filter(|sweep| !sweep.is_ended) else {
        return Ok(Err(anyhow::anyhow!(
            "there is no sweep that did not come to its end\nhelp: begin one without --resume"
        )));
    };
    let begun = sweep.begun.clone();
    // Paths among its options are meant from there.
    if std::env::current_dir()? != begun.directory {
        return Ok(Err(anyhow::anyhow!(
            "the sweep was begun in `{}`\nhelp: go there, and give --sweep-dir as before",
            begun.directory.display()
        )));
    }
    match Cli::from_args(begun.arguments.iter().map(Into::into)).map(|cli| cli.command) {
        Ok(Some(Command::Sweep(arguments))) => Ok(Ok((*arguments, begun))),
        _ => anyhow::bail!(
            "another version of this program began the sweep, whose options this one does not have"
        ),
    }
}

/// Which packages the arguments mean besides those that `specs` names, as they are now, and the options that results depend on.
fn find(
    arguments: &SweepArgs,
    specs: Vec<String>,
    typed: &[String],
    interrupt: &Arc<AtomicBool>,
) -> anyhow::Result<(Targets, Vec<String>)> {
    let arguments = arguments.clone();
    let has_named = !arguments.specs.is_empty() || !arguments.list.is_empty();
    let directory = std::env::current_dir().context("cannot find the current directory")?;
    let manifest = arguments
        .packages
        .manifest_path
        .as_deref()
        .map(|path| directory.join(path));
    let configured_from = manifest.as_deref().and_then(Path::parent).unwrap_or(&directory);
    // What the processes of packages take from the environment is theirs like what was typed.
    let is_of_packages = |option: &String| {
        let name = option
            .trim_start_matches('-')
            .split('=')
            .next()
            .unwrap_or_default();
        !OF_SWEEPS.contains(&name.replace('-', "_").as_str())
    };
    let environment = configured(&arguments)?.environment_options();
    let mut given = forwarded(typed, "sweep", &OF_SWEEPS);
    given.extend(environment.into_iter().filter(is_of_packages));
    let options = options_of(&given);
    let mut of_all = options.clone();
    of_all.extend(ConfigFile::text(configured_from));
    let mut fingerprints = Fingerprints::new(&rustc_version()?, &of_all);
    let targets = Targets::find(
        arguments.exploring(specs),
        has_named,
        &mut fingerprints,
        interrupt,
    )?;
    Ok((targets, options))
}

/// What has changed since the sweep began is explored as it is now: what was found in it before is not its any more. What a registry
/// has under a version is always the same, and is not asked for again.
fn look_again(
    begun: &mut Begun,
    arguments: &SweepArgs,
    interrupt: &Arc<AtomicBool>,
    console: Console,
) -> anyhow::Result<()> {
    let local = begun.targets.iter().filter_map(Target::directory);
    let (now, _) = find(arguments, local.collect(), &begun.arguments, interrupt)?;
    for target in &mut begun.targets {
        let same = now.all.iter().find(|found| found.title() == target.title());
        if let Some(same) = same
            && same.fingerprint != target.fingerprint
        {
            console.warning(&format!(
                "{} has changed since the sweep began, and is explored as it is now",
                target.title()
            ));
            *target = same.clone();
        }
    }
    Ok(())
}

/// A new sweep. None: somebody asked for an end before it began.
fn begin(
    arguments: SweepArgs,
    typed: Vec<String>,
    journal: &mut Journal,
    interrupt: &Arc<AtomicBool>,
    console: Console,
) -> anyhow::Result<Option<(SweepArgs, Begun)>> {
    let directory = std::env::current_dir().context("cannot find the current directory")?;
    let mut specs = arguments.specs.clone();
    specs.extend(listed(&arguments.list)?);
    let (targets, options) = find(&arguments, specs, &typed, interrupt)?;
    let (shard, is_quiet) = (arguments.whole.shard, arguments.report.quiet);
    if interrupt.load(Ordering::Relaxed) {
        return Ok(None);
    }
    if !is_quiet {
        for name in &targets.passed_over {
            console.note(&format!(
                "{name} has no library that Rust code can use, and is passed over\n"
            ));
        }
    }
    anyhow::ensure!(!targets.all.is_empty(), NoPackage);
    let described = |target: &Target| {
        let fingerprint = target.fingerprint.as_deref().unwrap_or("?");
        format!("{} {fingerprint}", target.title())
    };
    let identity = Identity {
        tool: env!("CARGO_PKG_VERSION").to_owned(),
        options,
        packages: targets.all.iter().map(described).collect(),
    };
    let mut chosen = targets.all;
    // The items of a single package are shared, and not the package.
    if let Some(shard) = shard
        && chosen.len() > 1
    {
        chosen.retain(|target| shard.has(&target.name));
    }
    let begun = Begun {
        name: command_name(Stamp::of(SystemTime::now()), std::process::id()),
        arguments: typed,
        directory,
        identity,
        shard,
        targets: chosen,
    };
    if let Err(error) = journal.begin(begun.clone()) {
        console.warning(&format!(
            "the sweep cannot be written down, and cannot be resumed: {error}"
        ));
    }
    Ok(Some((arguments, begun)))
}

/// What is configured for all packages.
fn configured(arguments: &SweepArgs) -> anyhow::Result<Configured> {
    let manifest_path = arguments.packages.manifest_path.as_deref();
    Configured::read_untyped(arguments.profile.clone(), manifest_path)
        .map_err(|mistake| BadOptions::from(mistake).into())
}

/// What is done with each package, and how all of it is told.
fn plan(arguments: SweepArgs, begun: &Begun) -> anyhow::Result<(crate::settings::Report, Plan)> {
    let total = arguments.whole.total_time;
    let cores = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
    let jobs = arguments.search.jobs.map_or(cores, NonZeroUsize::get);
    let (until, time_limit) = (arguments.search.limits.until, arguments.search.limits.time_limit);
    let is_limit_typed = is_typed(&begun.arguments, "sweep", "time_limit");
    let is_quiet = arguments.report.quiet;
    let is_check = configured(&arguments)?.settings()?.report.check;
    let exploring: ExploreArgs = arguments.exploring(Vec::new());
    let mut report = Settings::resolve(exploring)?.report;
    report.check |= is_check;
    Ok((
        report,
        Plan {
            options: forwarded(&begun.arguments, "sweep", &OF_SWEEPS),
            total,
            limit: match (until, total) {
                (Some(until), _) => Some(until),
                _ if is_limit_typed => Some(time_limit),
                // The share has one, or what is configured.
                _ => None,
            },
            is_until: until.is_some(),
            jobs,
            items_of: begun
                .shard
                .filter(|_| begun.targets.len() == 1 && begun.identity.packages.len() == 1)
                .map(|shard| shard.to_string()),
            is_quiet,
        },
    ))
}

/// Packages that nobody came to keep what is known of them. Then the sweep is over.
fn finish(journal: &mut Journal, begun: &Begun) -> std::io::Result<()> {
    let left: Vec<PackageEnd> = (begun.targets.iter())
        .filter(|target| !journal.newest().is_some_and(|sweep| sweep.has_end(target)))
        .map(|target| match journal.known_before(target) {
            Some(known) => PackageEnd {
                end: match known.run {
                    Some(_) => End::Unchanged,
                    // As it is, it could not be explored, and there was no time to try it again.
                    None => known.end,
                },
                time: known.time.none_of(),
                gain: 0,
                ..known.clone()
            },
            None => PackageEnd::without_run(target, End::LeftOver),
        })
        .collect();
    left.into_iter().try_for_each(|end| journal.add(end))?;
    journal.end()
}

/// The last end of each package, in the order of the packages, and all time that went into it.
fn last_ends(journal: &Journal, targets: &[Target]) -> Vec<PackageEnd> {
    let ends = journal.newest().map_or(&[][..], |sweep| &sweep.ends);
    let last = targets.iter().filter_map(|target| {
        let mut last = ended(ends, target)?;
        // What failed after it had worked is told with what is known, from whatever night that is.
        if last.run.is_none() {
            last.run = journal.known_before(target).and_then(|known| known.run.clone());
        }
        Some(last)
    });
    last.collect()
}

/// How a package came to its end after all goes at it: as the last one did, which has taken up what those before it found.
fn ended(ends: &[PackageEnd], target: &Target) -> Option<PackageEnd> {
    let goes = ends.iter().filter(|end| end.is_of(target));
    goes.fold(None, |before: Option<PackageEnd>, end| {
        Some(match before {
            Some(before) => PackageEnd {
                time: before.time.plus(end.time),
                run: end.run.clone().or(before.run),
                ..end.clone()
            },
            None => end.clone(),
        })
    })
}

/// How a sweep is told.
struct Told {
    shown: Shown,
    format: Format,
    is_check: bool,
    console: Console,
}

impl Told {
    /// Reports what is known of each package. For people those without bugs are lines of the summary.
    fn tell(
        &self,
        journal: &Journal,
        ends: &[PackageEnd],
        publisher: &mut Publisher,
    ) -> anyhow::Result<ExitCode> {
        let mut codes = Vec::new();
        for end in ends {
            let run = end.run.as_deref().map(|run| journal.run_path(run));
            codes.push(self.tell_package(end, run.as_deref(), publisher)?);
        }
        publisher.finish()?;
        Ok(ExitCode::combine(codes))
    }

    fn tell_package(
        &self,
        end: &PackageEnd,
        run: Option<&Path>,
        publisher: &mut Publisher,
    ) -> anyhow::Result<ExitCode> {
        let without_report = match end.end {
            // Nobody came to it, which is nobody's fault.
            End::LeftOver => ExitCode::NothingExplorable,
            _ if end.exit_code == Some(ExitCode::NothingExplorable.number()) => ExitCode::NothingExplorable,
            _ => ExitCode::Failure,
        };
        let Some(run) = run else {
            publisher.publish_unexplored(Unexplored {
                package: format!("{} {}", end.name, end.version),
                why: match end.end {
                    End::LeftOver => "the time of the sweep was over before anybody came to it".to_owned(),
                    _ => end.words.clone(),
                },
                has_failed: without_report == ExitCode::Failure,
            });
            return Ok(without_report);
        };
        let Some(run) = read_run(run) else {
            self.console.warning(&format!(
                "the run of {} cannot be read: `{}`\nhelp: remove that file, and the package is explored anew",
                end.name,
                run.display()
            ));
            return Ok(ExitCode::Failure);
        };
        let mut report = run.whole()?.clone();
        // Runs of other nights have the rulings of then.
        if let Err(error) = known::reassess(&mut report, &known::today()) {
            self.console.warning(&format!(
                "{} is told with the rulings that were made before it was explored: {error:#}",
                end.name
            ));
        }
        let mut judged = report.clone();
        if matches!(end.end, End::Overdue | End::LeftOver) {
            // Its time ended it, and nobody else.
            judged.stop = Stop::Time;
        }
        let code = match self.is_check {
            true => ExitCode::of_check(&judged),
            false => ExitCode::of_report(&judged),
        };
        let is_line = self.format == Format::Human && self.shown == Shown::Bugs && code != ExitCode::Bugs;
        if !is_line {
            publisher.take(report)?;
        }
        Ok(match end.end {
            End::Failed => ExitCode::combine([code, ExitCode::Failure]),
            _ => code,
        })
    }
}
