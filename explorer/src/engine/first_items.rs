//! Explores the first items of a large crate while all of them are chosen and compiled. Nothing can be compiled besides, so what is
//! found is shown as soon as it was seen again, and confirmed only once everything is there: the plans that failed are then run first.

use super::EngineSettings;
use super::confirming::{Confirming, WhenInterrupted, candidates};
use super::empty_report;
use super::remembered::Remembered;
use super::run::{Run, crate_scope, plan_keys};
use super::search_stage::search;
use crate::event::Listener;
use crate::run_report::{RunReport, Stop};
use harness_gen::Prepared;
use std::time::Duration;

/// Longer than anything is compiled.
const UNTIL_INTERRUPTED: Duration = Duration::from_secs(24 * 60 * 60);

/// What exploring the first items has come to.
pub struct FirstItems {
    /// As it is told if nothing comes after it.
    pub report: RunReport,
    /// The plans of what was found, as texts.
    pub plans: Vec<String>,
}

/// Explores until the interrupt of the settings is set, whatever its time limit. None: there is nothing to explore.
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
