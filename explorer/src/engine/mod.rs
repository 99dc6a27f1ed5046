//! The supervisor: explores every item of a prepared crate within its limits, confirms what it found, and reports. It
//! runs no foreign code itself and prints nothing.

pub mod assemble;
mod coverage;
mod instance;
pub mod item;
pub mod kept;
mod learning;
pub mod pool;
mod replay_list;
mod reproductions;
pub mod rerun;
pub mod rounds;
pub mod runner;
pub mod schedule;
mod shrinking;
pub mod streams;
#[cfg(test)]
mod tests;
pub mod trace;
pub mod turns;

pub use kept::KeptPlan;
pub use rounds::StrategyChoice;

use crate::confirm::{Candidate, Confirmation, confirm};
use crate::coverage::CoverageOutcome;
use crate::event::{Event, Listener, Stage};
use crate::executor::{Executor, ExecutorOptions, Known, Moment, SandboxMode};
use crate::finding::collect::PlacedSample;
use crate::finding::{Collector, CrateScope};
use crate::outcome::FaultKind;
use crate::run_report::{
    Edges, Experiments, RunReport, RunSettings, SandboxReport, Stop, Times, ValueChoice,
};
use anyhow::{Context, anyhow};
use assemble::{Explored, ends_by_depth, ends_by_valid, findings, item_results};
use coverage::Measuring;
use harness_gen::cargo::Workbench;
use harness_gen::render::ReproductionKind;
use harness_gen::{Code, Item, ItemUse, Prepared};
use item::ItemSearch;
use kept::kept_plans;
use plans::{Grammar, OpId, PlanKeys, TypeId, UnitRequest};
use pool::{Late, Pool};
use replay_list::replays;
use reproductions::BuiltTests;
use schedule::{Halt, Progress, WatchesExploration, explore_items, first_batch};
use shrinking::shrink;
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, mpsc};
use std::time::{Duration, Instant};
use streams::ValueStreams;
use turns::Sharing;

/// What governs one exploration.
#[derive(Clone, Debug)]
pub struct EngineSettings {
    /// Deepest plans; none: until the time is up.
    pub depth: Option<u32>,
    /// Time for running plans.
    pub time_limit: Duration,
    /// CPU time for one run.
    pub case_timeout: Duration,
    /// Live bytes for one run.
    pub case_memory: u64,
    /// Distinct faults after which exploration stops.
    pub max_findings: Option<usize>,
    /// Order of plans.
    pub strategy: StrategyChoice,
    /// For measurements.
    pub experiments: Experiments,
    /// For the report; a strategy that draws lots has it, too.
    pub seed: u64,
    /// Number of executors at work at once; at least one.
    pub jobs: usize,
    /// Containment asked for.
    pub sandbox: SandboxMode,
    /// Whether coverage is measured.
    pub coverage: bool,
    /// Set from outside when the user wants to stop.
    pub interrupt: Arc<AtomicBool>,
    /// `path`, `workspace` or `registry`.
    pub source: &'static str,
    /// Package name.
    pub crate_name: String,
    /// Package version.
    pub crate_version: String,
}

/// Explores a prepared crate. A fault of the crate is part of the report; an error means that we could not go on.
pub fn explore(
    prepared: &Prepared,
    workbench: &Workbench,
    settings: &EngineSettings,
    listener: &mut dyn Listener,
) -> anyhow::Result<RunReport> {
    let mut report = empty_report(prepared, settings);
    let Some(dylib) = &prepared.dylib else {
        return Ok(report);
    };

    listener.on(Event::StageStarted(Stage::Explore, settings.crate_name.clone()));
    let (began, began_at) = (Instant::now(), Moment::now());
    let end = began_at.after(settings.time_limit);
    let mut grammar = searched_grammar(prepared, settings.experiments);
    let options = executor_options(&grammar, dylib, settings)?;
    let known = Known::default();
    let start = {
        let (options, known) = (options.clone(), known.clone());
        move || {
            let mut executor = Executor::start(&options)?.knowing(known.clone());
            executor.until(Some(end));
            Ok(executor)
        }
    };
    // Everything that needs no executor is done while the first one starts.
    let (say_first, first_units) = mpsc::channel::<Vec<UnitRequest>>();
    let starting = {
        let (options, known) = (options.clone(), known.clone());
        std::thread::spawn(move || {
            let mut starting = Executor::begin(&options)?;
            starting.prime(&first_units.recv().unwrap_or_default())?;
            let mut executor = starting.finish()?.knowing(known);
            executor.until(Some(end));
            Ok(executor)
        })
    };

    let scope = crate_scope(prepared, settings, dylib);
    let mut searches = searches(prepared, &grammar, settings);
    let mut streams = match economizes(settings) {
        true => ValueStreams::new(&grammar, roots(prepared), known.clone()),
        false => ValueStreams::default(),
    };
    let mut collector = Collector::new(
        scope.clone(),
        prepared.op_items.clone(),
        properties(&prepared.items),
    )
    .without_faults_of(prepared.dependency_ops.iter().copied());
    let jobs = settings.jobs.max(1);
    let first_batch = first_batch(&mut searches, &Sharing::new(&grammar), jobs);
    // One that could not even begin has left; why is said below.
    let _ = say_first.send(first_batch.unwrap_or_default());
    let first: anyhow::Result<Executor> = starting
        .join()
        .unwrap_or_else(|_| Err(anyhow!("the thread that starts executors panicked")));
    let first = first?;
    report.times.start = first.ready().since(began_at);
    grammar.mark_unwatchable(first.unwatchable());
    report.sandbox = first.sandbox().clone();
    report.edges.total = first.edge_count();
    let others = Late::new(jobs - 1, start.clone());
    let mut pool = Pool::new(vec![first], &start).with_late(others);
    let deadline = began + settings.time_limit;
    let interrupted = || settings.interrupt.load(Ordering::Relaxed);
    let halt = || match interrupted() {
        true => Some(Halt::Interrupt),
        false => (Instant::now() >= deadline).then_some(Halt::Time),
    };
    let halted = {
        let mut watcher = Watcher {
            listener: &mut *listener,
            began,
            time_limit: settings.time_limit,
            max_findings: settings.max_findings,
        };
        explore_items(
            &mut searches,
            &mut streams,
            &mut pool,
            &mut collector,
            &mut Sharing::new(&grammar),
            &halt,
            &mut watcher,
        )?
    };
    report.times.explore = began.elapsed();
    listener.on(Event::StageFinished(Stage::Explore, report.times.explore));

    let began = Instant::now();
    let explored = Explored {
        items: &prepared.items,
        searches: &searches,
    };
    report.stop = match halted {
        Some(Halt::Interrupt) => Stop::Interrupted,
        Some(Halt::Time) => Stop::Time,
        Some(Halt::Faults) => Stop::Findings,
        None if ends_by_valid(&searches) => Stop::Valid,
        None if ends_by_depth(&searches) => Stop::Depth,
        None => Stop::Exhausted,
    };
    report.items = item_results(&explored);
    explored.sum_up(&mut report);

    let mut candidates: Vec<Candidate> = collector
        .groups()
        .into_iter()
        .filter_map(|group| {
            let first = group
                .smallest()
                .first()
                .map(|sample| (sample.observed.clone(), sample.rank.item))?;
            let item = collector.item_of(&first.0, first.1);
            // What an item that the user left out does while an argument is being built is not asked for.
            let left_out = matches!(
                prepared.items[item].use_,
                ItemUse::Excluded { code: Code::User, .. }
            );
            (!left_out).then(|| Candidate::new(&group, item))
        })
        .collect();
    let of_faults = candidates.iter().flat_map(|candidate| candidate.samples.first());
    let (kept, executed) = kept_plans(&searches, of_faults);
    (report.kept, report.edges.executed) = (kept, executed.len() as u64);
    if !candidates.is_empty() {
        listener.on(Event::StageStarted(Stage::Confirm, settings.crate_name.clone()));
        let mut executor = match pool.into_runners().into_iter().next() {
            Some(executor) => executor,
            None => start()?,
        };
        executor.until(None);
        let in_order = !settings.strategy.finds_large_plans();
        for candidate in &mut candidates {
            report.executions += shrink(candidate, in_order, &grammar, &mut executor, &interrupted)?;
        }
        let mut tests = BuiltTests::new(workbench, settings);
        let write =
            |sample: &PlacedSample, kind: FaultKind, name: &str| reproduction(prepared, sample, kind, name);
        let (confirmed, runs) = confirm(
            candidates,
            &mut Confirmation {
                grammar: &grammar,
                literals: &prepared.bindings.other_literals(),
                replays: &mut executor,
                tests: &mut tests,
                write: &write,
                scope: &scope,
                items: &prepared.items,
                interrupted: &interrupted,
                progress: &mut |done, all| listener.on(Event::Confirmed(done, all)),
            },
        )?;
        candidates = confirmed;
        report.executions += runs;
        report.findings = findings(prepared, &scope, &candidates, &write);
        report.times.confirm = began.elapsed();
        listener.on(Event::StageFinished(Stage::Confirm, report.times.confirm));
    }
    if settings.coverage && !interrupted() {
        listener.on(Event::StageStarted(Stage::Coverage, settings.crate_name.clone()));
        let began = Instant::now();
        let replays = replays(&grammar, &report.kept, &candidates, &searches);
        report.coverage = Measuring {
            prepared,
            workbench,
            settings,
            grammar: &grammar,
            scope: &scope,
            interrupted: &interrupted,
        }
        .measure(replays, listener);
        report.times.coverage = began.elapsed();
        listener.on(Event::StageFinished(Stage::Coverage, report.times.coverage));
    }
    if interrupted() {
        report.stop = Stop::Interrupted;
    }
    report.times.total += report.times.explore + report.times.confirm + report.times.coverage;
    Ok(report)
}

/// The report of a crate nothing of which was run.
fn empty_report(prepared: &Prepared, settings: &EngineSettings) -> RunReport {
    RunReport {
        crate_name: settings.crate_name.clone(),
        crate_version: settings.crate_version.clone(),
        source: settings.source,
        rustc: prepared.rustc.clone(),
        rustdoc_format: prepared.rustdoc_format,
        settings: RunSettings {
            depth: settings.depth,
            max_findings: settings.max_findings,
            strategy: settings.strategy,
            experiments: settings.experiments,
            seed: settings.seed,
            time_limit: settings.time_limit,
            case_timeout: settings.case_timeout,
            case_memory: settings.case_memory,
            jobs: settings.jobs,
        },
        // No executor was started, so no layer was probed.
        sandbox: SandboxReport {
            level: "off",
            layers: Vec::new(),
        },
        items: item_results(&Explored {
            items: &prepared.items,
            searches: &[],
        }),
        expressions: 0,
        executions: 0,
        returned: 0,
        discarded: 0,
        depth_completed: 0,
        times: Times {
            rustdoc: prepared.rustdoc_time,
            build: prepared.build_time,
            total: prepared.rustdoc_time + prepared.build_time,
            ..Times::default()
        },
        coverage: CoverageOutcome::Missing(match settings.coverage {
            true => "nothing was run".to_owned(),
            false => "not asked for".to_owned(),
        }),
        stop: Stop::Exhausted,
        findings: Vec::new(),
        kept: Vec::new(),
        edges: Edges::default(),
        prune_rounds: prepared.prune_rounds,
    }
}

/// The crate's grammar with what an experiment changes about it.
fn searched_grammar(prepared: &Prepared, experiments: Experiments) -> Grammar {
    let mut grammar = prepared.grammar.clone();
    let as_usual = Experiments {
        keep_results_whole: experiments.keep_results_whole,
        values: experiments.values,
        watching: experiments.watching,
        ..Experiments::default()
    };
    if experiments != as_usual {
        // What is compared is the enumeration of the values that were given.
        grammar.forget_learned();
    }
    if experiments.eager {
        let all: Vec<TypeId> = (0..grammar.type_count() as u32).map(TypeId).collect();
        grammar.mark_unwatchable(&all);
    }
    grammar.limit_nesting(experiments.nesting);
    grammar
}

fn executor_options(
    grammar: &Grammar,
    dylib: &Path,
    settings: &EngineSettings,
) -> anyhow::Result<ExecutorOptions> {
    // Beside the dylib: that directory is ours alone while the workbench is open.
    let grammar_file = dylib.with_extension("grammar");
    std::fs::write(&grammar_file, plans::encode_grammar(grammar))
        .with_context(|| format!("cannot write {}", grammar_file.display()))?;
    Ok(ExecutorOptions {
        dylib: dylib.to_owned(),
        grammar_file,
        case_timeout: settings.case_timeout,
        case_memory: settings.case_memory,
        sandbox: settings.sandbox,
    })
}

/// The names of the crate's ops and types.
fn plan_keys(prepared: &Prepared) -> PlanKeys {
    PlanKeys::new(prepared.keys.ops.clone(), prepared.keys.types.clone())
}

/// The library's name is the first path segment of its items; the package's name may differ from it.
fn crate_scope(prepared: &Prepared, settings: &EngineSettings, dylib: &Path) -> CrateScope {
    let of_item = prepared.items.iter().find(|item| !item.path.starts_with('<'));
    let lib_name = of_item
        .and_then(|item| item.path.split("::").next())
        .map(str::to_owned);
    let lib_name = lib_name.unwrap_or_else(|| settings.crate_name.replace('-', "_"));
    // Where everything of ours lies below the crate's root, it is in the directory that holds the dylib.
    let generated = dylib
        .strip_prefix(&prepared.crate_root)
        .ok()
        .and_then(|inside| inside.components().next());
    let generated = generated.map(|top| prepared.crate_root.join(top));
    CrateScope::new(&lib_name, &prepared.crate_root, generated.as_deref())
}

/// Whether arguments that are known to be redundant are left out: the other strategies have no rounds by depth, and a limit
/// of nesting may leave out the very plan that stands for others.
fn economizes(settings: &EngineSettings) -> bool {
    settings.strategy == StrategyChoice::Deepening
        && settings.experiments.nesting.is_none()
        && settings.experiments.values == ValueChoice::Distinct
}

/// Whether nothing is watched at first. With a limit of depth it is the whole that matters, and not what comes first.
fn begins_bare(settings: &EngineSettings) -> bool {
    settings.strategy == StrategyChoice::Deepening
        && settings.depth.is_none()
        && settings.experiments == Experiments::default()
}

/// The ops that are explored as items.
fn roots(prepared: &Prepared) -> impl Iterator<Item = OpId> {
    let instances = |item: &Item| match &item.use_ {
        ItemUse::Explore(instances) => instances.iter().map(|instance| instance.op).collect(),
        _ => Vec::new(),
    };
    prepared.items.iter().flat_map(instances)
}

fn searches(prepared: &Prepared, grammar: &Grammar, settings: &EngineSettings) -> Vec<ItemSearch> {
    let mut searches = Vec::new();
    let all = roots(prepared).count() as u64;
    for (index, item) in prepared.items.iter().enumerate() {
        if let ItemUse::Explore(instances) = &item.use_ {
            let mut search = ItemSearch::new(grammar, index, instances, settings.strategy, settings.depth)
                .watching(settings.experiments.watching);
            if economizes(settings) {
                search = search.without_redundant_arguments();
            }
            if begins_bare(settings) {
                search = search.beginning_bare(all);
            }
            searches.push(match settings.experiments.valid {
                Some(wanted) => search.until_valid(wanted),
                None => search,
            });
        }
    }
    searches
}

/// For each op the item it calls.
fn properties(items: &[Item]) -> BTreeSet<usize> {
    items
        .iter()
        .enumerate()
        .filter(|(_, item)| item.is_property)
        .map(|(index, _)| index)
        .collect()
}

fn reproduction(prepared: &Prepared, sample: &PlacedSample, kind: FaultKind, test_name: &str) -> String {
    let kind = match kind {
        FaultKind::Property => ReproductionKind::Property,
        _ => ReproductionKind::Fault,
    };
    let term = assemble::term(prepared, &sample.plan);
    prepared.bindings.reproduction(&term, test_name, kind)
}

/// Turns what the scheduler says into events.
struct Watcher<'a> {
    listener: &'a mut dyn Listener,
    began: Instant,
    time_limit: Duration,
    max_findings: Option<usize>,
}

impl WatchesExploration for Watcher<'_> {
    fn progress(&mut self, progress: Progress) {
        let fraction =
            self.began.elapsed().as_secs_f64() / self.time_limit.as_secs_f64().max(f64::MIN_POSITIVE);
        self.listener.on(Event::Progress {
            expressions: progress.expressions,
            depth: progress.depth,
            faults: progress.faults,
            fraction: fraction.min(1.0),
        });
    }

    fn is_enough(&self, faults: usize) -> bool {
        self.max_findings.is_some_and(|most| faults >= most)
    }

    fn elapsed(&self) -> Duration {
        self.began.elapsed()
    }

    fn new_fault(&mut self, line: String) {
        self.listener.on(Event::FaultSeen(line));
    }
}
