//! What exploring leaves to a fuzzer: plans that reach something new and do not fail, and the panics that are known by then.

use super::confirming::candidates;
use super::coverage_ahead::CoverageAhead;
use super::remembered::Remembered;
use super::run::{EngineSettings, Run, crate_scope};
use super::search_stage::search;
use super::{KeptPlan, empty_report, kept};
use crate::event::Listener;
use crate::outcome::{FaultKind, Location};
use harness_gen::Prepared;
use harness_gen::cargo::Workbench;
use plans::{Outcome, Plan};

/// What a fuzzer begins with.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Corpus {
    /// Plans that reach something new and do not fail, smallest first.
    pub plans: Vec<Plan>,
    /// Where panics were seen, and what they say.
    pub panics: Vec<(Location, String)>,
    /// Faults that are no panics.
    pub others: usize,
}

/// Explores, without confirming anything.
pub fn corpus(
    prepared: &Prepared,
    workbench: &Workbench,
    settings: &EngineSettings,
    listener: &mut dyn Listener,
) -> anyhow::Result<Corpus> {
    let mut report = empty_report(prepared, settings);
    let Some(dylib) = &prepared.dylib else {
        return Ok(Corpus::default());
    };
    let run = Run {
        prepared,
        workbench: Some(workbench),
        settings,
        scope: crate_scope(prepared, settings, dylib),
        coverage_ahead: CoverageAhead::default(),
    };
    let mut searched = search(&run, dylib, &[], &Remembered::default(), &mut report, listener)?;
    let candidates = candidates(prepared, &searched.collector);
    let mut corpus = Corpus::default();
    for candidate in &candidates {
        match (candidate.kind, &candidate.sample().observed) {
            (FaultKind::Panic, fault) => {
                let place = fault.location.clone();
                corpus
                    .panics
                    .extend(place.map(|place| (place, fault.message.clone())));
            }
            _ => corpus.others += 1,
        }
    }
    corpus.panics.sort();
    corpus.panics.dedup();
    let (kept, _) = kept::kept_plans(&searched.searches, std::iter::empty());
    if let Some(executor) = searched.executors(1)?.first_mut() {
        for KeptPlan { plan, .. } in kept {
            // A fuzzer that begins with a crash ends with it.
            let runs = executor.run_plans(std::slice::from_ref(&plan))?;
            let returns = |run: &crate::executor::PlanRun| run.outcome == Outcome::Ok;
            if runs.iter().flatten().any(returns) {
                corpus.plans.push(plan);
            }
        }
    }
    Ok(corpus)
}
