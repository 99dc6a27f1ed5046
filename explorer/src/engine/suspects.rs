//! Which places of the source only runs that fail have reached: behind confirming, in the build that measures coverage, the
//! calls of causes of class `bug` are run once more with arguments that fail and with others that return, each by itself.

use super::run::Run;
use crate::confirm::{Candidate, Contrast};
use crate::coverage::{Mapping, Place, Reached, Spectra, Suspect, first_code, suspects};
use crate::executor::Executor;
use crate::outcome::{Fault, Location};
use crate::run_report::{Class, RunReport};
use crate::tuning::{CONTRASTED_CAUSES, TRIGGER_TIMEOUTS};
use anyhow::ensure;
use harness_gen::Item;
use plans::{OpId, Outcome, Plan};
use std::collections::{BTreeMap, BTreeSet};

/// A build that measures coverage, still loaded.
pub(super) struct Instrumented {
    pub(super) executor: Executor,
    pub(super) mapping: Mapping,
    /// What it has arms for.
    pub(super) ops: BTreeSet<OpId>,
    /// Runs that have ended their process here: each may have taken as long as thousands of others.
    pub(super) deaths: usize,
}

/// A finding with runs of its call.
pub(super) struct Contrasted {
    /// Its id.
    id: String,
    /// As the search has seen it.
    observed: Fault,
    contrast: Contrast,
}

/// The findings that stand for causes of class `bug`, those first that come first in the report. What ends its process has no
/// stack that could be told from the rest.
pub(super) fn contrasted(items: &[Item], candidates: &[Candidate], report: &RunReport) -> Vec<Contrasted> {
    let bugs = report.causes.iter().filter(|cause| cause.class == Class::Bug);
    let findings = bugs.filter_map(|cause| report.findings.get(*cause.findings.first()?));
    let panics = findings.filter(|finding| finding.kind.spares_its_process());
    let of_finding = panics.filter_map(|finding| {
        let mut candidates = candidates.iter();
        let candidate = candidates.find(|candidate| candidate.identity(items).id() == finding.id)?;
        Some(Contrasted {
            id: finding.id.clone(),
            observed: candidate.sample().observed.clone(),
            contrast: candidate.described.contrast.clone(),
        })
    });
    let has_both = |one: &Contrasted| !one.contrast.failing.is_empty() && !one.contrast.returning.is_empty();
    of_finding.filter(has_both).take(CONTRASTED_CAUSES).collect()
}

impl Instrumented {
    /// Tells the suspicious places of all these findings. What goes wrong costs those, and nothing else.
    pub(super) fn tell_suspects(mut self, run: &Run<'_>, all: &[Contrasted], report: &mut RunReport) {
        let Some(coverage) = report.coverage.measured().filter(|_| !all.is_empty()) else {
            return;
        };
        let relative = |file: &str| run.scope.relative(file);
        let spectra = self.executor.profile().and_then(|profile| {
            let counters = self.executor.counters()?;
            Spectra::of(&self.mapping, &profile, counters, &relative)
        });
        let Ok(mut spectra) = spectra else { return };
        let files = coverage.files.iter();
        let texts: BTreeMap<&str, &str> = files
            .map(|file| (file.file.as_str(), file.text.as_str()))
            .collect();
        let lines = texts
            .iter()
            .map(|(file, text)| (*file, text.lines().collect::<Vec<&str>>()));
        let lines: BTreeMap<&str, Vec<&str>> = lines.collect();
        let unsaid = spectra.unsaid(&|file, line| lines.get(file)?.get(line.checked_sub(1)?).copied());
        for contrasted in all {
            let finding = report
                .findings
                .iter_mut()
                .find(|finding| finding.id == contrasted.id);
            let Some(finding) = finding.filter(|_| !run.is_interrupted()) else {
                continue;
            };
            let frames = finding.frames.iter().filter_map(|frame| frame.location.clone());
            let stack: Vec<Location> = finding.location.iter().cloned().chain(frames).collect();
            match self.compare(run, (&mut spectra, &unsaid), contrasted, &stack) {
                Ok(mut suspects) => {
                    for suspect in &mut suspects {
                        let text = texts.get(suspect.location.file.as_str()).copied();
                        suspect.location = first_code(text.unwrap_or_default(), &suspect.location);
                    }
                    finding.examples.neighbours.suspects = suspects;
                }
                Err(_) => return,
            }
        }
    }

    /// `stack`: where the finding's own run was left.
    fn compare(
        &mut self,
        run: &Run<'_>,
        (spectra, unsaid): (&mut Spectra, &BTreeSet<Place>),
        of: &Contrasted,
        stack: &[Location],
    ) -> anyhow::Result<Vec<Suspect>> {
        let mut runs = Vec::new();
        for plan in of.contrast.failing.iter().chain(&of.contrast.returning) {
            ensure!(!run.is_interrupted(), "nobody waits for it");
            runs.extend(self.reached(spectra, plan, &of.observed)?);
        }
        let body = stack.first().and_then(|fault| spectra.body_of(fault));
        Ok(body.map_or(Vec::new(), |body| {
            suspects(&runs, (stack, body), spectra.entries(), unsaid)
        }))
    }

    /// What a run reaches, if it can be run here and comes to what it did before.
    fn reached(
        &mut self,
        spectra: &mut Spectra,
        plan: &Plan,
        observed: &Fault,
    ) -> anyhow::Result<Option<Reached>> {
        if !plan.ops().iter().all(|op| self.ops.contains(op)) {
            return Ok(None);
        }
        let runs = self.executor.run_plans(std::slice::from_ref(plan))?;
        let places = spectra.reached(self.executor.counters()?)?;
        let Some(Some(run)) = runs.into_iter().next() else {
            return Ok(None);
        };
        let ends_process = |fault: &Fault| !fault.kind.spares_its_process();
        self.deaths += usize::from(run.fault.as_ref().is_some_and(ends_process));
        ensure!(self.deaths <= TRIGGER_TIMEOUTS, "too many runs end their process");
        let fails = match &run.fault {
            Some(fault) if (fault.kind, &fault.location) == (observed.kind, &observed.location) => true,
            None if run.outcome == Outcome::Ok => false,
            _ => return Ok(None),
        };
        Ok(Some(Reached { fails, places }))
    }
}
