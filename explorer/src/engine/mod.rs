//! The supervisor: explores every item of a prepared crate within its limits, confirms what it found, and reports. It
//! runs no foreign code itself and prints nothing.

pub mod assemble;
mod confirm_stage;
mod coverage;
pub mod kept;
pub mod pool;
mod replay_list;
mod reproductions;
pub mod rerun;
pub mod runner;
pub mod schedule;
mod search_stage;
pub mod searches;
mod shrinking;
pub mod streams;
#[cfg(test)]
mod tests;
pub mod trace;

pub use kept::KeptPlan;

use crate::containment::SandboxReport;
use crate::coverage::CoverageOutcome;
use crate::event::{Event, Listener, Stage};
use crate::executor::{ExecutorOptions, SandboxMode};
use crate::finding::CrateScope;
use crate::run_report::{Counts, Experiments, RunReport, RunSettings, Stop, Subject, Times};
use anyhow::Context;
use assemble::{Explored, item_results};
use confirm_stage::confirm_candidates;
use coverage::Measuring;
use harness_gen::Prepared;
use harness_gen::cargo::Workbench;
use plans::{Grammar, PlanKeys, Strategy, TypeId};
use replay_list::replays;
use search_stage::search;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

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
    pub strategy: Strategy,
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

/// What all stages of a run know.
struct Run<'a> {
    prepared: &'a Prepared,
    workbench: &'a Workbench,
    settings: &'a EngineSettings,
    scope: CrateScope,
}

impl Run<'_> {
    fn is_interrupted(&self) -> bool {
        self.settings.interrupt.load(Ordering::Relaxed)
    }
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
    let run = Run {
        prepared,
        workbench,
        settings,
        scope: crate_scope(prepared, settings, dylib),
    };
    let mut searched = search(&run, dylib, &mut report, listener)?;
    let (candidates, kept) = confirm_candidates(&run, &mut searched, &mut report, listener)?;
    if settings.coverage && !run.is_interrupted() {
        listener.on(Event::StageStarted(Stage::Coverage, settings.crate_name.clone()));
        let began = Instant::now();
        let replays = replays(&searched.grammar, &kept, &candidates, &searched.searches);
        report.coverage = Measuring {
            run: &run,
            grammar: &searched.grammar,
        }
        .measure(replays, listener);
        report.times.coverage = began.elapsed();
        listener.on(Event::StageFinished(Stage::Coverage, report.times.coverage));
    }
    if run.is_interrupted() {
        report.stop = Stop::Interrupted;
    }
    report.times.total += report.times.explore + report.times.confirm + report.times.coverage;
    Ok(report)
}

/// The report of a crate nothing of which was run.
fn empty_report(prepared: &Prepared, settings: &EngineSettings) -> RunReport {
    RunReport {
        subject: Subject {
            crate_name: settings.crate_name.clone(),
            crate_version: settings.crate_version.clone(),
            source: settings.source,
            rustc: prepared.rustc.clone(),
            rustdoc_format: prepared.rustdoc_format,
        },
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
        counts: Counts {
            prune_rounds: prepared.effort.prune_rounds,
            ..Counts::default()
        },
        times: Times {
            rustdoc: prepared.effort.rustdoc_time,
            build: prepared.effort.build_time,
            total: prepared.effort.rustdoc_time + prepared.effort.build_time,
            ..Times::default()
        },
        coverage: CoverageOutcome::Missing(match settings.coverage {
            true => "nothing was run".to_owned(),
            false => "not asked for".to_owned(),
        }),
        stop: Stop::Exhausted,
        findings: Vec::new(),
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
