//! The second stage of a run: what was found is made smaller, confirmed, and written down.

use super::assemble::{self, findings};
use super::at_once::at_once;
use super::kept::{KeptPlan, kept_plans};
use super::reproductions::BuiltTests;
use super::run::Run;
use super::runner::Replayer;
use super::search_stage::Searched;
use super::shrinking::shrink;
use crate::cause::{Evidence, causes};
use crate::confirm::experiments::try_other_arguments;
use crate::confirm::{Candidate, Confirmation, Laboratory, Standing, confirm};
use crate::event::{Event, Listener, Stage};
use crate::executor::Executor;
use crate::finding::collect::PlacedSample;
use crate::finding::{Collector, source};
use crate::outcome::{FaultKind, Location};
use crate::run_report::RunReport;
use crate::trigger::{Describing, describe};
use crate::widening::{Widening, widen};
use harness_gen::int_twins::IntTwins;
use harness_gen::render::{ReproductionKind, TestStyle};
use harness_gen::{Code, ItemUse, Prepared};
use plans::Grammar;
use std::collections::BTreeSet;
use std::time::Instant;

/// Confirms all faults and fills in the report's findings. Returns what became of the faults, and the kept plans.
pub(super) fn confirm_candidates(
    run: &Run<'_>,
    searched: &mut Searched,
    report: &mut RunReport,
    listener: &mut dyn Listener,
) -> anyhow::Result<(Vec<Candidate>, Vec<KeptPlan>)> {
    let began = Instant::now();
    let (prepared, settings) = (run.prepared, run.settings);
    let mut candidates = candidates(prepared, &searched.collector);
    let of_faults = candidates.iter().flat_map(|candidate| candidate.samples.first());
    let (kept, executed) = kept_plans(&searched.searches, of_faults);
    report.counts.edges.executed = executed.len() as u64;
    if candidates.is_empty() {
        return Ok((candidates, kept));
    }
    let write = |sample: &PlacedSample, kind: FaultKind, name: &str, style: TestStyle| {
        reproduction(prepared, sample, (kind, style), name)
    };
    // Whatever confirming comes to: if the process is killed meanwhile, this is what was found.
    report.findings = findings(prepared, &run.scope, &candidates, &write);
    listener.on(Event::SoFar(Box::new(report.clone())));
    listener.on(Event::StageStarted(Stage::Confirm, settings.crate_name.clone()));
    let mut executors = searched.executors(settings.run.jobs.min(candidates.len()))?;
    let interrupted = || run.is_interrupted();
    report.counts.executions += shrink_all(run, &searched.grammar, &mut candidates, &mut executors)?;
    let literals = prepared.bindings.other_literals();
    let mut confirmed = confirm(
        candidates,
        &mut Confirmation {
            grammar: &searched.grammar,
            literals: &literals,
            replayers: &mut replayers(&mut executors),
            tests: &mut BuiltTests::new(run.workbench, settings),
            write: &write,
            scope: &run.scope,
            items: &prepared.items,
            item_of: &|sample| searched.collector.item_of(&sample.observed, sample.rank.item),
            interrupted: &interrupted,
            progress: &mut |done, all| listener.on(Event::Confirmed(done, all)),
        },
    )?;
    report.counts.executions += confirmed.runs;
    judge(
        run,
        &searched.grammar,
        &mut confirmed.candidates,
        &mut executors,
        report,
    )?;
    report.findings = findings(prepared, &run.scope, &confirmed.candidates, &write);
    explain(
        run,
        &searched.grammar,
        &mut confirmed.candidates,
        &mut executors,
        report,
    )?;
    report.times.challenge = confirmed.challenging;
    report.times.confirm = began.elapsed();
    listener.on(Event::StageFinished(Stage::Confirm, report.times.confirm));
    Ok((confirmed.candidates, kept))
}

/// Makes the plans of all candidates smaller. Returns the number of runs.
fn shrink_all(
    run: &Run<'_>,
    grammar: &Grammar,
    candidates: &mut [Candidate],
    executors: &mut [Executor],
) -> anyhow::Result<u64> {
    let in_order = !run.settings.run.strategy.finds_large_plans();
    let work = |candidate: &mut Candidate, executor: &mut Executor| {
        shrink(candidate, in_order, grammar, executor, &|| run.is_interrupted())
    };
    let mut executors: Vec<&mut Executor> = executors.iter_mut().collect();
    let runs = at_once(candidates, &mut executors, &work, &mut |_| ())?;
    Ok(runs.into_iter().sum())
}

fn replayers(executors: &mut [Executor]) -> Vec<&mut Replayer<'_>> {
    let replayers = executors.iter_mut();
    replayers.map(|executor| executor as &mut Replayer<'_>).collect()
}

/// Runs confirmed plans with other arguments, for what decides their class.
fn judge(
    run: &Run<'_>,
    grammar: &Grammar,
    candidates: &mut [Candidate],
    executors: &mut [Executor],
    report: &mut RunReport,
) -> anyhow::Result<()> {
    let prepared = run.prepared;
    let literals = prepared.bindings.other_literals();
    let twins = IntTwins::new(&prepared.bindings, &prepared.keys);
    let work = |candidate: &mut Candidate, replays: &mut Replayer<'_>| {
        if candidate.standing != Standing::Confirmed || run.is_interrupted() {
            return Ok(0);
        }
        let mut laboratory = Laboratory {
            grammar,
            literals: &literals,
            bindings: &prepared.bindings,
            twins: &twins,
            op_items: &prepared.op_items,
            items: &prepared.items,
            replays,
        };
        try_other_arguments(candidate, &mut laboratory)
    };
    let runs = at_once(candidates, &mut replayers(executors), &work, &mut |_| ())?;
    report.counts.executions += runs.into_iter().sum::<u64>();
    Ok(())
}

/// Finds the causes of all findings, and when those that are shown fail.
fn explain(
    run: &Run<'_>,
    grammar: &Grammar,
    candidates: &mut [Candidate],
    executors: &mut [Executor],
    report: &mut RunReport,
) -> anyhow::Result<()> {
    let prepared = run.prepared;
    let source_line = |at: &Location| source::line(&prepared.crate_root.join(&at.file), at.line);
    report.causes = causes(&Evidence {
        findings: &report.findings,
        items: &prepared.items,
        source_line: &source_line,
    });
    let shown = shown_findings(report);
    let is_shown = |candidate: &Candidate| shown.contains(&candidate.identity(&prepared.items).id());
    report.counts.executions += describe(
        candidates,
        &mut Describing {
            prepared,
            grammar,
            replayers: &mut replayers(executors),
            interrupted: &|| run.is_interrupted(),
            attacks: run.settings.run.experiments.attacks,
            wanted: &is_shown,
        },
    )?;
    assemble::tell_when_they_fail(prepared, candidates, &mut report.findings);
    let began = Instant::now();
    let widened = widen(
        candidates,
        &mut Widening {
            prepared,
            grammar,
            literals: &prepared.bindings.other_literals(),
            replays: &mut executors[0],
            interrupted: &|| run.is_interrupted(),
            wanted: &is_shown,
        },
    )?;
    report.counts.executions += widened.runs;
    report.times.widen = began.elapsed();
    for (id, shape) in widened.shapes {
        let mut findings = report.findings.iter_mut();
        if let Some(finding) = findings.find(|finding| finding.id == id) {
            finding.examples.shape = shape;
        }
    }
    Ok(())
}

/// What is shown of a cause is its simplest finding, and only of that it is asked when it fails; not where many of its runs
/// would end a process to tell of what everybody expects.
fn shown_findings(report: &RunReport) -> BTreeSet<String> {
    let shown = report.causes.iter().filter_map(|cause| {
        let finding = &report.findings[*cause.findings.first()?];
        let is_cheap = matches!(finding.kind, FaultKind::Panic | FaultKind::Property);
        (is_cheap || !cause.class.is_silent()).then(|| finding.id.clone())
    });
    shown.collect()
}

/// One candidate for each distinct fault.
fn candidates(prepared: &Prepared, collector: &Collector) -> Vec<Candidate> {
    let of_group = |group| {
        let candidate = Candidate::of(&group, collector)?;
        // What an item that the user left out does while an argument is being built is not asked for.
        let is_left_out = matches!(
            prepared.items[candidate.item].use_,
            ItemUse::Excluded { code: Code::User, .. }
        );
        (!is_left_out).then_some(candidate)
    };
    collector.groups().into_iter().filter_map(of_group).collect()
}

fn reproduction(
    prepared: &Prepared,
    sample: &PlacedSample,
    (kind, style): (FaultKind, TestStyle),
    test_name: &str,
) -> String {
    let kind = match kind {
        FaultKind::Property => ReproductionKind::Property,
        _ => ReproductionKind::Fault,
    };
    let term = assemble::term(prepared, &sample.plan);
    prepared.bindings.reproduction(&term, test_name, kind, style)
}
