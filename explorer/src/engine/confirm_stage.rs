//! The second stage of a run: what was found is made smaller, confirmed, explained and written down.

use super::confirming::{Confirming, WhenInterrupted, candidates};
use super::explaining::explain;
use super::foreseeing::confirm_foreseeing;
use super::growing::{OfItem, grow, items_with_texts};
use super::kept::{KeptPlan, kept_plans};
use super::leaking::{self, find_leaks, items_that_may_leak};
use super::left_behind::{is_worth_it, look_behind_calls};
use super::other_items::give_to_other_items;
use super::remembered::Remembered;
use super::run::Run;
use super::search_stage::Searched;
use super::suspects::{Contrasted, contrasted};
use crate::confirm::Candidate;
use crate::event::{Event, Listener, Stage};
use crate::executor::Executor;
use crate::run_report::{RunReport, Stop};
use crate::trigger::Built;
use crate::tuning::{PART_FOR_CONFIRMING, PART_FOR_EXPLAINING};
use plans::{Grammar, Plan};
use std::collections::BTreeSet;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

/// For so long confirming goes on once somebody wants to stop.
const GRACE: Duration = Duration::from_millis(400);

/// What there is to be confirmed, and measured beside it.
pub(super) struct Due {
    /// One for each distinct fault.
    pub(super) candidates: Vec<Candidate>,
    pub(super) kept: Vec<KeptPlan>,
    /// Calls that may leave something behind, item by item.
    calls: Vec<Vec<Plan>>,
    executors: Vec<Executor>,
}

/// What a search has found, after what fails was tried with other items, and calls of all items were run behind each other.
pub(super) fn due(run: &Run<'_>, searched: &mut Searched, report: &mut RunReport) -> anyhow::Result<Due> {
    let began = Instant::now();
    let settings = run.settings;
    let (mut executors, mut calls) = (Vec::new(), Vec::new());
    if is_worth_it(report.stop) && !searched.searches.is_empty() {
        executors = searched.executors(settings.run.jobs)?;
        let explored = report.times.explore;
        let mut look = || -> anyhow::Result<(Vec<Vec<Plan>>, u64)> {
            let given = give_to_other_items(run, searched, &mut executors, explored)?;
            let (calls, runs) = look_behind_calls(run, searched, &mut executors, explored)?;
            Ok((calls, given + runs))
        };
        let looked = match look() {
            // What was being waited for was given up.
            Err(_) if run.is_interrupted() => Default::default(),
            looked => looked?,
        };
        calls = looked.0;
        report.counts.executions += looked.1;
    }
    let candidates = candidates(run.prepared, &searched.collector);
    let of_faults = candidates.iter().flat_map(|candidate| candidate.samples.first());
    let (kept, executed) = kept_plans(&searched.searches, of_faults);
    // Behind the edges there are levels of the stack.
    report.counts.edges.executed = executed.len_below(report.counts.edges.total) as u64;
    report.times.confirm += began.elapsed();
    Ok(Due {
        candidates,
        kept,
        calls,
        executors,
    })
}

/// Confirms all faults and fills in the report's findings. Returns those whose runs can be compared.
pub(super) fn confirm_candidates(
    run: &Run<'_>,
    searched: &mut Searched,
    due: Due,
    memory: &Remembered,
    report: &mut RunReport,
    listener: &mut dyn Listener,
) -> anyhow::Result<Vec<Contrasted>> {
    let began = Instant::now();
    let settings = run.settings;
    let Due {
        candidates,
        mut executors,
        calls,
        kept,
    } = due;
    let with_texts = items_with_texts(run, &searched.searches, &candidates, report.stop);
    let may_leak = items_that_may_leak(run, &searched.searches);
    let pieces = candidates.len().max(with_texts.len()).max(may_leak.len());
    if pieces == 0 {
        return Ok(Vec::new());
    }
    if executors.is_empty() {
        executors = searched.executors(settings.run.jobs.min(pieces))?;
    }
    let interrupted_at = OnceLock::new();
    // What was looked at while exploring went on is remembered, and should not be lost.
    let interrupted = || run.is_interrupted() && interrupted_at.get_or_init(Instant::now).elapsed() >= GRACE;
    let mut confirming = Confirming::new(run, &searched.grammar, memory, &interrupted, WhenInterrupted::End);
    confirming.calls = calls;
    confirming.built = Arc::new(built(&candidates, &kept, &searched.grammar));
    // Whatever confirming comes to: if the process is killed meanwhile, this is what was found.
    report.findings = confirming.findings(&candidates);
    listener.on(Event::SoFar(Box::new(report.clone())));
    listener.on(Event::StageStarted(Stage::Confirm, settings.crate_name.clone()));
    let confirmed = confirm(
        &confirming,
        candidates,
        (with_texts, may_leak),
        &mut executors,
        report,
        listener,
    );
    report.times.confirm += began.elapsed();
    listener.on(Event::StageFinished(Stage::Confirm, report.times.confirm));
    match confirmed {
        // What was being waited for was given up.
        Err(_) if run.is_interrupted() => Ok(Vec::new()),
        confirmed => {
            let candidates = confirmed?;
            if memory.cannot_build() {
                report.stop = Stop::Untested;
            }
            Ok(contrasted(&run.prepared.items, &candidates, report))
        }
    }
}

/// What calls that fail with a panic were called with besides, and could be. What ends its process is not run again for that.
fn built(candidates: &[Candidate], kept: &[KeptPlan], grammar: &Grammar) -> Built {
    let (panics, deaths): (Vec<&Candidate>, Vec<_>) =
        (candidates.iter()).partition(|candidate| candidate.kind.spares_its_process());
    let ops = panics
        .iter()
        .filter_map(|candidate| candidate.sample().observed.op);
    let deadly = deaths.iter().flat_map(|candidate| &candidate.samples);
    let deadly: BTreeSet<&Plan> = deadly.map(|sample| &sample.plan).collect();
    let plans = kept.iter().map(|kept| &kept.plan);
    Built::of(
        plans.filter(|plan| !deadly.contains(plan)),
        &ops.collect(),
        grammar,
    )
}

/// Returns what has become of the candidates.
fn confirm(
    confirming: &Confirming<'_>,
    mut candidates: Vec<Candidate>,
    (with_texts, may_leak): (Vec<OfItem>, Vec<leaking::OfItem>),
    executors: &mut [Executor],
    report: &mut RunReport,
    listener: &mut dyn Listener,
) -> anyhow::Result<Vec<Candidate>> {
    let began = Instant::now();
    let explored = report.times.explore;
    report.counts.executions += grow(confirming, &mut candidates, with_texts, executors, explored)?;
    report.counts.executions += find_leaks(confirming, &mut candidates, may_leak, executors, explored)?;
    report.counts.executions += confirming.shrink(&mut candidates, executors)?;
    let mut progress = |done, all| listener.on(Event::Confirmed(done, all));
    let mut confirmed = confirm_foreseeing(confirming, candidates, executors, report, &mut progress)?;
    report.counts.executions += confirmed.runs;
    report.counts.executions += confirming.judge(&mut confirmed.candidates, executors)?;
    report.findings = confirming.findings(&confirmed.candidates);
    report.causes = confirming.causes(&report.findings);
    // Who gave exploring a limit of time wants to read the report soon after it; elsewhere nothing hangs on the clock.
    let until = (report.stop == Stop::Time).then(|| {
        let by_then = began + report.times.explore / PART_FOR_CONFIRMING;
        by_then.max(Instant::now() + report.times.explore / PART_FOR_EXPLAINING)
    });
    let explained = explain(confirming, &mut confirmed.candidates, executors, report, until)?;
    report.counts.executions += explained.runs;
    report.times.widen = explained.widening;
    report.times.challenge = confirmed.challenging;
    Ok(confirmed.candidates)
}
