//! The main command: every selected package in turn is prepared, explored (or listed) and reported. One package's
//! failure does not stop the others.

use super::configured::Configured;
use super::first_items::{ExploringFirst, exclude_unwanted};
use super::prepare::{ExploresFirst, Ready, make_ready, sandbox_mode, source_word};
use super::recording::{Chronicle, Keeping, Recording, Running};
use super::since::{Comparing, leave_out_items};
use super::{emit, fuzz_package};
use crate::cli::{self, Format};
use crate::engine::corpus::corpus;
use crate::engine::given::{Given, GivenEnd};
use crate::engine::rerun::rerun;
use crate::engine::{self, EngineSettings};
use crate::event::{Event, Listener};
use crate::executor::Moment;
use crate::exit_code::ExitCode;
use crate::history::{Commit, Filter};
use crate::known::KnownFile;
use crate::report::progress::{Loudness, Progress};
use crate::report::{
    Console, Publisher, Sink, Unexplored, chosen_version, coverage_listing, emitted, fuzzed, list, plan_runs,
    plan_steps, since as since_words,
};
use crate::run_report::{Further, RunReport, RunSettings};
use crate::settings::{Exploration, Export, Mode, Settings};
use crate::since::Since;
use crate::spec::{self, Newest};
use crate::store::{Record, Stamp, Store, command_name};
use anyhow::Context;
use harness_gen::{ItemUse, Request, Source};
use plans::Strategy;
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM, SIGTSTP};
use signal_hook::iterator::Signals;
use signal_hook::low_level::emulate_default_handler;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant, SystemTime};

/// Explores or lists everything that was selected.
pub(super) fn run(
    configured: &Configured,
    settings: &Settings,
    console: Console,
) -> anyhow::Result<ExitCode> {
    let current_dir = std::env::current_dir().context("cannot find the current directory")?;
    let interrupt = interrupt_flag()?;
    let resolved = spec::resolve(&settings.selection, &current_dir, &interrupt);
    // Whoever asks for a document alone reads the version in it.
    let is_document_alone = settings.report.format != Format::Human && settings.report.output.is_none();
    if !settings.report.quiet && !is_document_alone {
        tell_newest(&resolved.newest, console);
    }
    for name in &resolved.without_library {
        if !settings.report.quiet {
            console.warning(&format!("`{name}` has no library target and is passed over"));
        }
    }
    let mut output = Output::open(settings, &current_dir, console)?;
    let mut codes = Vec::new();
    for request in resolved.requests {
        if interrupt.load(Ordering::Relaxed) {
            codes.push(ExitCode::Interrupted);
            break;
        }
        let code = match request {
            Ok(request) => {
                match with_own_settings(configured, &settings.mode, request, &current_dir, &interrupt) {
                    Ok((request, own)) => Package {
                        settings: own.as_ref().unwrap_or(settings),
                        console,
                        interrupt: &interrupt,
                    }
                    .run(request, &mut output),
                    Err(mistake) => {
                        console.error(&mistake);
                        ExitCode::Usage
                    }
                }
            }
            Err(error) => {
                let code = match &error {
                    _ if error.is_usage() => ExitCode::Usage,
                    _ if error.is_nothing_explorable() => ExitCode::NothingExplorable,
                    _ => ExitCode::Failure,
                };
                console.error(&error.into());
                code
            }
        };
        codes.push(code);
    }
    output.publisher.finish()?;
    Ok(ExitCode::combine(codes))
}

/// A package with the settings that are configured for it; none: those for all packages hold.
fn with_own_settings(
    configured: &Configured,
    mode: &Mode,
    request: Request,
    current_dir: &Path,
    interrupt: &Arc<AtomicBool>,
) -> anyhow::Result<(Request, Option<Settings>)> {
    let Some(own) = configured.settings_of(&request)? else {
        return Ok((request, None));
    };
    // Features and support files are part of what is asked of a package.
    let resolved = spec::resolve(&own.selection, current_dir, interrupt);
    let again = resolved.requests.into_iter().next();
    let own = Settings {
        mode: mode.clone(),
        ..own
    };
    Ok((again.context("the package is not found again")??, Some(own)))
}

/// Says which versions nobody named.
pub(super) fn tell_newest(newest: &[Newest], console: Console) {
    for newest in newest {
        console.note(&chosen_version::told(newest));
    }
}

/// Where everything goes that runs have to say.
struct Output {
    publisher: Publisher,
    listing: Option<Sink>,
    keeping: Keeping,
    record: Option<Record>,
}

impl Output {
    /// Tries out every file that was named.
    fn open(settings: &Settings, current_dir: &Path, console: Console) -> anyhow::Result<Output> {
        let (report, selection) = (&settings.report, &settings.selection);
        // `-` is no file: it goes where people read.
        let listing = report.coverage_listing.as_deref();
        let to_file = |path: &&Path| *path != Path::new("-");
        let target_dir = selection.target_dir.as_deref();
        let work_dir = spec::current_work_dir(target_dir, selection.manifest_path.as_deref(), current_dir);
        Ok(Output {
            publisher: Publisher::new(
                Sink::open(report.output.as_deref(), console)?,
                report.format,
                report.shown,
                report.github.clone(),
            ),
            listing: match listing {
                Some(_) => Some(Sink::open(listing.filter(to_file), console)?),
                None => None,
            },
            keeping: Keeping {
                store: work_dir.map(|work_dir| Store::below(&work_dir)),
                command: command_name(Stamp::of(SystemTime::now()), std::process::id()),
                console,
            },
            record: report.record.as_deref().map(Record::open).transpose()?,
        })
    }
}

/// A flag that the first signal sets with which somebody asks for an end, a terminal that closes included. A second one ends the
/// process at once.
pub(super) fn interrupt_flag() -> anyhow::Result<Arc<AtomicBool>> {
    let flag = Arc::new(AtomicBool::new(false));
    for signal in [SIGHUP, SIGINT, SIGTERM] {
        if signal == SIGHUP && is_ignored(signal) {
            continue;
        }
        let at_once = i32::from(ExitCode::Interrupted.number());
        // Order matters: the first signal must find the flag unset here and set it below.
        signal_hook::flag::register_conditional_shutdown(signal, at_once, Arc::clone(&flag))
            .and_then(|_| signal_hook::flag::register(signal, Arc::clone(&flag)))
            .context("cannot watch for interrupts")?;
    }
    stop_the_clock_when_stopped()?;
    Ok(flag)
}

/// Ctrl-Z stops this process as ever, and no time limit goes on meanwhile.
fn stop_the_clock_when_stopped() -> anyhow::Result<()> {
    if is_ignored(SIGTSTP) {
        return Ok(());
    }
    let mut stops = Signals::new([SIGTSTP]).context("cannot watch for Ctrl-Z")?;
    std::thread::spawn(move || {
        for stop in &mut stops {
            // Returns once somebody has it go on.
            Moment::stand_still(|| drop(emulate_default_handler(stop)));
        }
    });
    Ok(())
}

/// True where whoever started us said that this signal means nothing, as `nohup` does.
fn is_ignored(signal: i32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    ignored
        .and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok())
        .is_some_and(|mask| mask >> (signal - 1) & 1 == 1)
}

/// What is the same for every package of a run.
struct Package<'a> {
    settings: &'a Settings,
    console: Console,
    interrupt: &'a Arc<AtomicBool>,
}

impl Package<'_> {
    fn run(&self, request: Request, output: &mut Output) -> ExitCode {
        let name = format!("{} {}", request.name, request.version);
        let since = self
            .settings
            .since
            .as_deref()
            .map(|rev| Since::compare(rev, &request));
        let since = match since.transpose() {
            Ok(since) => since,
            Err(mistake) => {
                self.console.error(&mistake);
                return ExitCode::Usage;
            }
        };
        if let Some(since) = since.as_ref().filter(|since| since.changes.is_empty()) {
            return self.pass_over(name, since, output);
        }
        let result = match self.settings.mode {
            Mode::Explore | Mode::Import(_) => self.explore(request, since.as_ref(), output),
            Mode::List => self.list(request, since.as_ref(), output.publisher.sink()),
            Mode::ShowPlans(lines) => self.show_plans(request, output.publisher.sink(), lines),
            Mode::RunPlans(ref file) => self.run_plans(request, output.publisher.sink(), file),
            Mode::Export(ref export) => self.export(request, export),
        };
        match result {
            Ok(code) => code,
            // What then was not built was not at fault.
            Err(_) if self.interrupt.load(Ordering::Relaxed) => {
                self.console
                    .warning(&format!("{name}: interrupted before exploration began"));
                ExitCode::Interrupted
            }
            Err(error) => {
                let is_failure = !error
                    .downcast_ref::<harness_gen::error::Error>()
                    .is_some_and(harness_gen::error::Error::is_nothing_explorable);
                let done = match self.settings.mode {
                    Mode::Export(_) => "exported",
                    _ => "explored",
                };
                output.publisher.publish_unexplored(Unexplored {
                    package: name.clone(),
                    why: format!("{error:#}"),
                    has_failed: is_failure,
                });
                self.console
                    .error(&error.context(format!("{name} could not be {done}")));
                match is_failure {
                    true => ExitCode::Failure,
                    false => ExitCode::NothingExplorable,
                }
            }
        }
    }

    /// A package in which nothing differs is not even built.
    fn pass_over(&self, package: String, since: &Since, output: &mut Output) -> ExitCode {
        let why = since_words::nothing_differs(&since.base);
        if !self.settings.report.quiet {
            self.console.note(&format!("{package}: {why}\n"));
        }
        output.publisher.publish_unexplored(Unexplored {
            package,
            why,
            has_failed: false,
        });
        ExitCode::Clean
    }

    fn explore(
        &self,
        request: Request,
        since: Option<&Since>,
        output: &mut Output,
    ) -> anyhow::Result<ExitCode> {
        // Before anything else: a file that cannot be read should not cost an exploration.
        let root = self.root(&request)?;
        let known = self.known_file(root.as_deref())?;
        let chronicle = self.chronicle(&request, root.as_deref())?;
        let settings = &self.settings.report;
        let emitted = settings.emit_tests.as_deref();
        let emitted = emitted
            .map(|directory| emit::target(directory, &request.name))
            .transpose()?;
        let mut progress = Progress::new(self.console, self.loudness());
        let recording = Recording::begin(&output.keeping, chronicle, &request);
        let mut running = Running::new(recording, known);
        let (report, given) = self.explored(request, since, &mut running, &mut progress)?;
        drop(progress);
        if !settings.quiet {
            self.console.note(&fuzzed::imported(&given));
        }
        // Kept before it is shown: whoever has seen it finds it again.
        let recorded = running.recording.finish(&report, output.record.as_mut());
        if let Some(listing) = &mut output.listing {
            listing.human(&coverage_listing::render(&report))?;
        }
        if let Some(target) = emitted {
            let written = emit::write(&target, &report, &emitted::Choice::of(settings.shown))?;
            if !settings.quiet {
                self.console.note(&emitted::told(written.as_slice()));
            }
        }
        let code = match settings.check {
            true => ExitCode::of_check(&report),
            false => ExitCode::of_report(&report),
        };
        output.publisher.publish(report)?;
        recorded?;
        // Of a call that is not reachable any more nobody knows what it would come to.
        let is_lost = given.iter().any(|given| matches!(given.end, GivenEnd::NoPlan(_)));
        Ok(ExitCode::combine(
            [code].into_iter().chain(is_lost.then_some(ExitCode::Failure)),
        ))
    }

    /// The report of a package, and what became of plans that were given.
    fn explored(
        &self,
        mut request: Request,
        since: Option<&Since>,
        running: &mut Running,
        progress: &mut Progress,
    ) -> anyhow::Result<(RunReport, Vec<Given>)> {
        let began = Instant::now();
        let mut first = ExploringFirst {
            engine: self.engine_settings(&request, began),
            items: &self.settings.items,
            running,
            explored: None,
        };
        let mut explore_first =
            |prepared, over: &_, listener: &mut dyn Listener| first.explore(prepared, over, listener);
        let is_whole = since.is_none() && self.settings.mode == Mode::Explore;
        let explores_first: Option<&mut ExploresFirst<'_>> =
            if is_whole { Some(&mut explore_first) } else { None };
        let ready = self.make_ready(&mut request, progress, explores_first);
        let (first, running) = (first.explored, first.running);
        let mut ready = match (ready, first.as_ref()) {
            // Then this is all there is.
            (Err(_), Some(first)) if self.interrupt.load(Ordering::Relaxed) => {
                let mut report = first.report.clone();
                running.assess(&mut report, &BTreeMap::new());
                return Ok((report, Vec::new()));
            }
            (ready, _) => ready?,
        };
        let compared = since.map(|since| (since, since.told(leave_out_items(since, &mut ready.prepared))));
        let engine = self.engine_settings(&request, began);
        // The commit may have it, too.
        let mut listening = running.listening(progress, since.is_some());
        let first = first.map(|first| first.plans).unwrap_or_default();
        let (prepared, workbench) = (&ready.prepared, &ready.workbench);
        let (mut report, given) = match &self.settings.mode {
            Mode::Import(plans) => engine::judge_given(prepared, workbench, &engine, plans, &mut listening)?,
            _ => {
                let report = engine::explore(prepared, workbench, &engine, &first, &mut listening)?;
                (report, Vec::new())
            }
        };
        report.sandbox.build = ready.builds;
        let spans = (ready.prepared.items.iter())
            .filter_map(|item| Some((item.path.as_str(), item.span.as_ref()?)))
            .collect();
        running.assess(&mut report, &spans);
        // Rulings are on what fails, whether the commit has it or not.
        if let Some(compared) = compared {
            let comparing = Comparing {
                settings: self.settings,
                interrupt: self.interrupt,
                engine: &engine,
            };
            comparing.run(compared, &mut report, &request, progress);
        }
        Ok((report, given))
    }

    /// The workspace of the package; of what has none here, the current one.
    fn root(&self, request: &Request) -> anyhow::Result<Option<PathBuf>> {
        let current_dir = std::env::current_dir().context("cannot find the current directory")?;
        let root = match &request.source {
            Source::Path(directory) | Source::Workspace(directory) => spec::workspace_root(None, directory),
            Source::Registry => {
                spec::workspace_root(self.settings.selection.manifest_path.as_deref(), &current_dir)
            }
        };
        // Whatever is wrong with the workspace is told where it stands in the way; no workspace is no mistake.
        Ok(root.ok())
    }

    /// Where the run's history is, and which code it is of.
    fn chronicle(&self, request: &Request, root: Option<&Path>) -> anyhow::Result<Chronicle> {
        let current_dir = std::env::current_dir().context("cannot find the current directory")?;
        let [wanted, skipped] = self.settings.items.texts().map(<[String]>::to_vec);
        Ok(Chronicle {
            state_dir: spec::state_dir(self.settings.report.state_dir.as_deref(), root, &current_dir),
            // What a fuzzer has found says nothing of what exploring finds, and what a commit has, too, is missing.
            is_left_out: matches!(self.settings.mode, Mode::Import(_)) || self.settings.since.is_some(),
            commit: match request.source {
                Source::Path(_) | Source::Workspace(_) => root.and_then(Commit::of),
                Source::Registry => None,
            },
            filter: Filter { wanted, skipped },
        })
    }

    /// What people have judged.
    fn known_file(&self, root: Option<&Path>) -> anyhow::Result<Option<KnownFile>> {
        let Some(root) = root else { return Ok(None) };
        let file = KnownFile::load(&KnownFile::path_in(root))?;
        for warning in file.warnings() {
            self.console.warning(warning);
        }
        Ok(Some(file))
    }

    fn show_plans(&self, mut request: Request, sink: &mut Sink, lines: usize) -> anyhow::Result<ExitCode> {
        let began = Instant::now();
        let mut progress = Progress::new(self.console, self.loudness());
        let ready = self.make_ready(&mut request, &mut progress, None)?;
        drop(progress);
        let engine = self.engine_settings(&request, began);
        let trace = engine::trace::trace(&ready.prepared, &engine, lines)?;
        sink.table(&plan_steps::render(&trace))?;
        Ok(ExitCode::Clean)
    }

    fn run_plans(&self, mut request: Request, sink: &mut Sink, file: &Path) -> anyhow::Result<ExitCode> {
        let plans =
            std::fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
        let began = Instant::now();
        let mut progress = Progress::new(self.console, self.loudness());
        let ready = self.make_ready(&mut request, &mut progress, None)?;
        drop(progress);
        let engine = self.engine_settings(&request, began);
        let lines = plans.lines().filter(|line| !line.is_empty()).map(str::to_owned);
        sink.machine(&plan_runs::render(&rerun(&ready.prepared, &engine, lines)?)?)?;
        Ok(ExitCode::Clean)
    }

    fn list(&self, mut request: Request, since: Option<&Since>, sink: &mut Sink) -> anyhow::Result<ExitCode> {
        let mut progress = Progress::new(self.console, self.loudness());
        let mut ready = self.make_ready(&mut request, &mut progress, None)?;
        if let Some(since) = since {
            leave_out_items(since, &mut ready.prepared);
        }
        drop(progress);
        let listing = list::Listing {
            crate_name: &request.name,
            crate_version: &request.version,
            source: source_word(&request.source),
            items: &ready.prepared.items,
        };
        match self.settings.report.format {
            Format::Json => sink.machine(&list::json(listing)?)?,
            _ => sink.table(&list::table(listing))?,
        }
        let explorable = ready
            .prepared
            .items
            .iter()
            .any(|item| matches!(item.use_, ItemUse::Explore(_)));
        Ok(if explorable {
            ExitCode::Clean
        } else {
            ExitCode::NothingExplorable
        })
    }

    fn export(&self, mut request: Request, wanted: &Export) -> anyhow::Result<ExitCode> {
        let current_dir = std::env::current_dir().context("cannot find the current directory")?;
        // Before anything is built.
        let directory = fuzz_package::directory(&request, wanted, &current_dir)?;
        let began = Instant::now();
        let mut progress = Progress::new(self.console, self.loudness());
        let ready = self.make_ready(&mut request, &mut progress, None)?;
        let engine = self.engine_settings(&request, began);
        let corpus = corpus(&ready.prepared, &ready.workbench, &engine, &mut progress)?;
        drop(progress);
        let written = fuzz_package::write(&request, &ready, &corpus, wanted, &directory)?;
        if self.interrupt.load(Ordering::Relaxed) {
            return Ok(ExitCode::Interrupted);
        }
        Ok(match written {
            None => ExitCode::NothingExplorable,
            Some(written) => {
                self.console.note(&fuzzed::exported(&written));
                ExitCode::Clean
            }
        })
    }

    fn make_ready(
        &self,
        request: &mut Request,
        progress: &mut Progress,
        explores_first: Option<&mut ExploresFirst<'_>>,
    ) -> anyhow::Result<Ready> {
        let builds = self.settings.builds;
        let mut ready = make_ready(request, builds, self.interrupt, progress, explores_first)?;
        let properties = (ready.prepared.items.iter()).filter(|item| item.is_property);
        for glob in request.properties.idle(properties.map(|item| item.path.as_str())) {
            progress.on(Event::Warning(format!(
                "`--property {glob}` names no function of {} {} that returns `bool`, `Option<bool>` or `Result<(), E>`",
                request.name, request.version
            )));
        }
        for unused in &ready.prepared.support.unused {
            progress.on(Event::Warning(format!(
                "`{}` of the support file is not used: {}: {}",
                unused.path,
                unused.code.as_str(),
                unused.reason
            )));
        }
        exclude_unwanted(&mut ready.prepared, &self.settings.items);
        if !ready
            .prepared
            .items
            .iter()
            .any(|item| matches!(item.use_, ItemUse::Explore(_)))
        {
            progress.on(Event::Warning(format!(
                "{} {} has nothing to explore; `--list` says why",
                request.name, request.version
            )));
        }
        Ok(ready)
    }

    /// How a package is explored whose turn began at this moment.
    fn engine_settings(&self, request: &Request, began: Instant) -> EngineSettings {
        engine_settings(
            &self.settings.exploration,
            request,
            began.elapsed(),
            self.interrupt,
        )
    }

    fn loudness(&self) -> Loudness {
        Loudness::of(self.settings.report.quiet, self.settings.report.verbose)
    }
}

fn engine_settings(
    exploration: &Exploration,
    request: &Request,
    gone: Duration,
    interrupt: &Arc<AtomicBool>,
) -> EngineSettings {
    let seed = exploration.seed;
    EngineSettings {
        run: RunSettings {
            depth: exploration.depth,
            max_findings: exploration.max_findings,
            time_limit: exploration.time.left(gone),
            ending: exploration.time.ending,
            case_timeout: exploration.case_timeout,
            case_memory: exploration.case_memory,
            strategy: match exploration.strategy {
                cli::Strategy::Deepening => Strategy::Deepening,
                cli::Strategy::Dfs => Strategy::DepthFirst,
                cli::Strategy::Random => Strategy::Random { seed },
                cli::Strategy::Novelty => Strategy::Novelty { seed },
            },
            experiments: exploration.experiments,
            further: Further {
                stand_ins: request.feeding.stand_ins,
                hidden_items: request.feeding.hidden_items,
                leaks: exploration.leaks,
            },
            seed,
            jobs: exploration.jobs,
            support: (request.given_support()).map(|file| file.path().display().to_string()),
        },
        sandbox: sandbox_mode(exploration.sandbox),
        coverage: exploration.coverage,
        interrupt: Arc::clone(interrupt),
        source: source_word(&request.source),
        crate_name: request.name.clone(),
        crate_version: request.version.clone(),
    }
}
