//! What is found out about findings that are shown: when they fail, and with which other values and variants.

use super::assemble;
use super::confirming::{Confirming, replayers};
use crate::confirm::Candidate;
use crate::executor::Executor;
use crate::run_report::RunReport;
use crate::trigger::{Describing, describe};
use crate::widening::{Widening, widen};
use std::time::{Duration, Instant};

/// What it took.
pub(super) struct Explained {
    pub(super) runs: u64,
    /// The part of the time in which decided places were given other values.
    pub(super) widening: Duration,
}

/// Explains the findings of a report that stand for their causes, in the order of these. What is not explained by `until` stays as
/// it is.
pub(super) fn explain(
    confirming: &Confirming<'_>,
    candidates: &mut [Candidate],
    executors: &mut [Executor],
    report: &mut RunReport,
    until: Option<Instant>,
) -> anyhow::Result<Explained> {
    let (prepared, grammar) = (confirming.run.prepared, confirming.grammar);
    let shown = shown_findings(report);
    let place = |candidate: &Candidate| {
        let id = candidate.identity(&prepared.items).id();
        shown.iter().position(|shown| *shown == id)
    };
    let is_over = || (confirming.interrupted)() || until.is_some_and(|until| Instant::now() >= until);
    let mut remembering = confirming.remembering(executors);
    let described = describe(
        candidates,
        &mut Describing {
            prepared,
            grammar,
            replayers: &mut replayers(&mut remembering),
            interrupted: &is_over,
            attacks: confirming.run.settings.run.experiments.attacks,
            order: &place,
            built: &confirming.built,
            known: confirming.descriptions(),
        },
    )?;
    assemble::tell_when_they_fail(prepared, candidates, &mut report.findings);
    let began = Instant::now();
    let widened = widen(
        candidates,
        &mut Widening {
            prepared,
            grammar,
            literals: &confirming.literals,
            replays: &mut remembering[0],
            interrupted: &is_over,
            wanted: &|candidate| place(candidate).is_some(),
        },
    )?;
    for (id, shape) in widened.shapes {
        let mut findings = report.findings.iter_mut();
        let of_id = |candidate: &&Candidate| candidate.identity(&prepared.items).id() == id;
        if let Some(finding) = findings.find(|finding| finding.id == id)
            && let Some(candidate) = candidates.iter().find(of_id)
        {
            assemble::tell_shape(prepared, candidate, shape, finding);
        }
    }
    Ok(Explained {
        runs: described + widened.runs,
        widening: began.elapsed(),
    })
}

/// Ids in the order of causes. What is shown of a cause is its simplest finding, and only of that it is asked when it fails; not
/// where many of its runs would end a process to tell of what everybody expects.
fn shown_findings(report: &RunReport) -> Vec<String> {
    let shown = report.causes.iter().filter_map(|cause| {
        let finding = &report.findings[*cause.findings.first()?];
        let is_cheap = finding.kind.spares_its_process();
        (is_cheap || !cause.class.is_silent()).then(|| finding.id.clone())
    });
    shown.collect()
}
