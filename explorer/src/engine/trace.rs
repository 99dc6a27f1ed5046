//! The narrowing search of one item, step by step, as people read it. The runs happen in executors, as always; what is
//! here only follows them.

use super::item::ItemSearch;
use super::{EngineSettings, executor_options, searched_grammar};
use crate::executor::{Executor, TracedRun};
use crate::outcome::{Fault, FaultKind};
use anyhow::Context;
use harness_gen::render::Bindings;
use harness_gen::{ItemUse, Prepared};
use plans::{Outcome, Term};
use std::sync::atomic::Ordering;
use std::time::Instant;

/// The steps of an item's search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlanTrace {
    /// Path of the item.
    pub item: String,
    /// In order.
    pub steps: Vec<PlanStep>,
    /// Why there are no more.
    pub end: TraceEnd,
}

/// Why a trace ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TraceEnd {
    /// As many steps as were asked for.
    Length,
    /// The time limit or the user.
    Stopped,
    /// The search is over: no plan is left, or none within the depth, or its runs ended their processes too often.
    Over,
}

/// One step: an expression, and what was seen of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlanStep {
    /// Bound of the round it belongs to.
    pub depth: u32,
    /// Type arguments, if the item has any.
    pub instance: String,
    /// With placeholders.
    pub expression: String,
    /// What was seen.
    pub seen: Seen,
}

/// What a run of an expression showed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Seen {
    /// It looked at this placeholder.
    LooksAt(u32),
    /// It looked at a placeholder type.
    LooksAtType,
    /// It returned.
    Returned,
    /// Its precondition does not hold.
    Discarded,
    /// It builds nothing.
    Rejected,
    /// It failed.
    Failed(FaultKind, String),
}

/// Follows the search of the one item that is to be explored, for at most `most` steps.
pub fn trace(prepared: &Prepared, settings: &EngineSettings, most: usize) -> anyhow::Result<PlanTrace> {
    let mut explorable = prepared.items.iter().enumerate().filter_map(|(index, item)| {
        let ItemUse::Explore(instances) = &item.use_ else {
            return None;
        };
        Some((index, item, instances))
    });
    let (index, item, instances) = explorable.next().context("there is nothing to explore")?;
    anyhow::ensure!(
        explorable.next().is_none(),
        "plans are shown for one item at a time; name it with --item"
    );
    let dylib = prepared.dylib.as_deref().context("there is no harness")?;
    let mut grammar = searched_grammar(prepared, settings.experiments);
    let mut executor = Executor::start(&executor_options(&grammar, dylib, settings)?)?;
    grammar.mark_unwatchable(executor.unwatchable());
    let deadline = Instant::now() + settings.time_limit;
    let wanted = settings.experiments.valid.unwrap_or(u64::MAX);
    // Random plans are no steps of the search.
    let mut search =
        ItemSearch::new(&grammar, index, instances, settings.strategy, settings.depth).until_valid(wanted);
    let mut trace = PlanTrace {
        item: item.path.clone(),
        steps: Vec::new(),
        end: TraceEnd::Over,
    };
    while let (Some(depth), Some((name, request))) = (search.bound(), search.next_unit(most as u64)) {
        if settings.interrupt.load(Ordering::Relaxed) || Instant::now() >= deadline {
            trace.end = TraceEnd::Stopped;
            break;
        }
        let (result, mut runs) = executor.run_traced(&request)?;
        if let Some(death) = result.death.as_ref().filter(|death| death.is_new) {
            runs.push(TracedRun {
                steps: death.plan.iter().map(|fatal| fatal.plan.clone()).collect(),
                outcome: Outcome::Fault,
                fault: Some(death.fault.clone()),
            });
        }
        let writer = Writer {
            bindings: &prepared.bindings,
            instance: search.label(name.instance),
            depth,
        };
        for run in &runs {
            writer.write(run, &mut trace.steps);
        }
        search.absorb(name, &result);
        if trace.steps.len() > most {
            trace.steps.truncate(most);
            trace.end = TraceEnd::Length;
            break;
        }
    }
    Ok(trace)
}

/// Turns runs of one unit into steps.
struct Writer<'a> {
    bindings: &'a Bindings,
    instance: &'a str,
    depth: u32,
}

impl Writer<'_> {
    /// One step for each placeholder the run looked at, and one for what it came to.
    fn write(&self, run: &TracedRun, into: &mut Vec<PlanStep>) {
        let bindings = self.bindings;
        let terms: Vec<Term> = (run.steps.iter())
            .map(|plan| bindings.with_type_placeholders(plan.term().clone()))
            .collect();
        let mut step = |term: &Term, seen| {
            into.push(PlanStep {
                depth: self.depth,
                instance: self.instance.to_owned(),
                expression: bindings.expression(term),
                seen,
            });
        };
        for looks in terms.windows(2) {
            if let Some(number) = looks[0].first_decided_in(&looks[1]) {
                step(&looks[0], Seen::LooksAt(number));
            }
        }
        if let Some(last) = terms.last() {
            step(last, seen(run.outcome, run.fault.as_ref()));
        }
    }
}

fn seen(outcome: Outcome, fault: Option<&Fault>) -> Seen {
    match (outcome, fault) {
        (Outcome::Ok, _) => Seen::Returned,
        (Outcome::Discarded, _) => Seen::Discarded,
        (Outcome::Reject, _) => Seen::Rejected,
        (Outcome::TypeDemand, _) => Seen::LooksAtType,
        (Outcome::Fault, Some(fault)) => Seen::Failed(fault.kind, fault.message.clone()),
        (Outcome::Fault, None) => Seen::Failed(FaultKind::Panic, String::new()),
    }
}
