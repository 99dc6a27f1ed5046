//! The supervisor: explores every item of a prepared crate within its limits, confirms what it found, and reports. It
//! runs no foreign code itself and prints nothing.

pub mod assemble;
pub(crate) mod at_once;
mod confirm_stage;
mod confirming;
pub mod corpus;
mod costs;
mod coverage;
mod coverage_ahead;
mod early;
mod evidence;
mod explaining;
mod foreseeing;
pub mod given;
mod growing;
pub mod kept;
mod leaking;
mod left_behind;
mod other_items;
pub mod pool;
mod remembered;
mod replay_list;
mod reproductions;
pub mod rerun;
mod run;
pub mod runner;
pub mod schedule;
mod search_stage;
pub mod searches;
mod shrinking;
pub mod streams;
mod suspects;
#[cfg(test)]
mod tests;
pub mod trace;
mod trying;
pub mod verify;

pub use kept::KeptPlan;

use crate::containment::{OPEN, SandboxReport};
use crate::coverage::CoverageOutcome;
use crate::event::{Event, Listener, Stage};
use crate::run_report::{Counts, Known, RunReport, Stop, Subject, Times};
use assemble::{Explored, item_results};
use confirm_stage::{confirm_candidates, due};
use confirming::{Confirming, WhenInterrupted, candidates};
use coverage::Measuring;
use coverage_ahead::CoverageAhead;
use given::{Given, run_given};
use harness_gen::Prepared;
use harness_gen::cargo::Workbench;
use remembered::Remembered;
use replay_list::replays;
use run::{Run, crate_scope, plan_keys};
use search_stage::{Searched, search};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc;
use std::time::{Duration, Instant};

pub use run::EngineSettings;

/// Longer than anything is compiled.
const UNTIL_INTERRUPTED: Duration = Duration::from_secs(24 * 60 * 60);

/// Explores a prepared crate; the plans of these texts are run before others, as far as it has them. A fault of the crate is part of the report; an error means that we could not go on.
pub fn explore(
    prepared: &Prepared,
    workbench: &Workbench,
    settings: &EngineSettings,
    first: &[String],
    listener: &mut dyn Listener,
) -> anyhow::Result<RunReport> {
    let mut report = empty_report(prepared, settings);
    let Some(dylib) = &prepared.dylib else {
        return Ok(report);
    };
    let (coverage_ahead, may_begin) = CoverageAhead::new();
    let run = Run {
        prepared,
        workbench: Some(workbench),
        settings,
        scope: crate_scope(prepared, settings, dylib),
        coverage_ahead,
    };
    let memory = Remembered::default();
    let run = &run;
    std::thread::scope(|scope| {
        if settings.coverage && settings.run.jobs > 1 {
            scope.spawn(move || {
                if may_begin.recv().is_ok() && !run.is_interrupted() {
                    // What is wrong is told behind the search, by whoever measures: that compiles it once more, and finds it done.
                    let _ = prepared.recipe.build_coverage_ahead(workbench);
                }
            });
        }
        let searched = search(run, dylib, first, &memory, &mut report, listener);
        run.coverage_ahead.end();
        settle(run, searched?, &memory, &mut report, listener)
    })?;
    Ok(report)
}

/// What exploring the first items has come to.
pub struct FirstItems {
    /// As it is told if nothing comes after it.
    pub report: RunReport,
    /// The plans of what was found, as texts.
    pub plans: Vec<String>,
}

/// Explores the first items of a large crate while all of them are chosen and compiled, until the interrupt of the settings is set,
/// whatever their time limit. Nothing can be compiled besides: what is found is shown as soon as it was seen again, and confirmed once
/// everything is there. None: there is nothing to explore.
pub fn explore_first_items(
    prepared: &Prepared,
    settings: &EngineSettings,
    listener: &mut dyn Listener,
) -> anyhow::Result<Option<FirstItems>> {
    let mut settings = settings.clone();
    settings.run.time_limit = UNTIL_INTERRUPTED;
    let mut report = empty_report(prepared, &settings);
    let Some(dylib) = &prepared.dylib else {
        return Ok(None);
    };
    let run = Run {
        prepared,
        workbench: None,
        settings: &settings,
        scope: crate_scope(prepared, &settings, dylib),
        coverage_ahead: CoverageAhead::default(),
    };
    let memory = Remembered::default();
    let searched = search(&run, dylib, &[], &memory, &mut report, listener)?;
    let candidates = candidates(prepared, &searched.collector);
    let keys = plan_keys(prepared);
    let samples = candidates.iter().flat_map(|candidate| candidate.samples.first());
    let plans = samples.filter_map(|sample| keys.write(&sample.plan)).collect();
    let interrupted = || true;
    let confirming = Confirming::new(
        &run,
        &searched.grammar,
        &memory,
        &interrupted,
        WhenInterrupted::End,
    );
    report.findings = confirming.findings(&candidates);
    report.causes = confirming.causes(&report.findings);
    report.stop = Stop::Interrupted;
    report.times.total += report.times.explore;
    Ok(Some(FirstItems { report, plans }))
}

/// Runs plans that were given by name and text in the place of a search, and reports what of them fails.
pub fn judge_given(
    prepared: &Prepared,
    workbench: &Workbench,
    settings: &EngineSettings,
    plans: &[(String, String)],
    listener: &mut dyn Listener,
) -> anyhow::Result<(RunReport, Vec<Given>)> {
    let mut report = empty_report(prepared, settings);
    let Some(dylib) = &prepared.dylib else {
        return Ok((report, Vec::new()));
    };
    let run = Run {
        prepared,
        workbench: Some(workbench),
        settings,
        scope: crate_scope(prepared, settings, dylib),
        coverage_ahead: CoverageAhead::default(),
    };
    let (searched, given) = run_given(&run, dylib, plans, &mut report, listener)?;
    settle(&run, searched, &Remembered::default(), &mut report, listener)?;
    Ok((report, given))
}

/// Confirms and measures what a search has left: at once, where more than one job may go at a time.
fn settle(
    run: &Run<'_>,
    mut searched: Searched,
    memory: &Remembered,
    report: &mut RunReport,
    listener: &mut dyn Listener,
) -> anyhow::Result<()> {
    let settings = run.settings;
    let due = due(run, &mut searched, report)?;
    let (grammar, searches) = (&searched.grammar, &searched.searches);
    let is_wanted = settings.coverage && !run.is_interrupted();
    let replays = is_wanted.then(|| replays(grammar, &due.kept, &due.candidates, searches));
    let grammar = searched.grammar.clone();
    let measuring = Measuring {
        run,
        grammar: &grammar,
    };
    std::thread::scope(|scope| {
        let (begin, may_begin) = mpsc::channel();
        let measured = replays.map(|replays| {
            scope.spawn(move || match may_begin.recv() {
                Ok(()) => measuring.measure(replays),
                Err(_) => (CoverageOutcome::Missing("confirming has failed".to_owned()), None),
            })
        });
        if settings.run.jobs > 1 {
            let _ = begin.send(());
        }
        let contrasts = confirm_candidates(run, &mut searched, due, memory, report, listener)?;
        let Some(measured) = measured else { return Ok(()) };
        listener.on(Event::SoFar(Box::new(report.clone())));
        listener.on(Event::StageStarted(Stage::Coverage, settings.crate_name.clone()));
        let began = Instant::now();
        // Whoever has left has begun long ago.
        let _ = begin.send(());
        let panicked = |_| {
            let reason = "the thread that measures it panicked".to_owned();
            (CoverageOutcome::Missing(reason), None)
        };
        let (coverage, instrumented) = measured.join().unwrap_or_else(panicked);
        report.coverage = coverage;
        if let Some(instrumented) = instrumented {
            // It reads what a library makes of a profile, like measuring itself; the report is as good without it.
            let tell = || instrumented.tell_suspects(run, &contrasts, report);
            let _ = catch_unwind(AssertUnwindSafe(tell));
        }
        report.times.coverage = began.elapsed();
        listener.on(Event::StageFinished(Stage::Coverage, report.times.coverage));
        anyhow::Ok(())
    })?;
    if run.is_interrupted() {
        report.stop = Stop::Interrupted;
    }
    report.times.total += report.times.explore + report.times.confirm + report.times.coverage;
    Ok(())
}

/// The report of a crate nothing of which was run.
fn empty_report(prepared: &Prepared, settings: &EngineSettings) -> RunReport {
    RunReport {
        subject: Subject {
            crate_name: settings.crate_name.clone(),
            crate_version: settings.crate_version.clone(),
            crate_root: prepared.crate_root.clone(),
            source: settings.source,
            rustc: prepared.tools.rustc.clone(),
            rustdoc_format: prepared.tools.rustdoc_format,
        },
        settings: settings.run.clone(),
        // No executor was started, so no layer was probed.
        sandbox: SandboxReport {
            level: "off",
            layers: Vec::new(),
            build: OPEN,
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
        causes: Vec::new(),
        known: Known::default(),
        since: None,
    }
}
