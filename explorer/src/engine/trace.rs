//! The narrowing search of one item, step by step, as people read it. The runs happen in executors, as always; what is
//! here only follows them.

use super::costs::Pricing;
use super::pool::Pool;
use super::run::{EngineSettings, executor_options, searched_grammar};
use super::searches::{ItemSearch, instances, policy, roots, searches};
use super::streams::{Reached, Streams};
use crate::executor::{Executor, Known, TracedRun};
use crate::outcome::{Fault, FaultKind};
use anyhow::Context;
use harness_gen::render::Bindings;
use harness_gen::{Item, Prepared};
use plans::{DearPlan, Draw, Grammar, LaneKind, Outcome, Sharing, Term, UnitName, UnitRequest};
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

/// Follows the search of the one item that is to be explored, for at most `most` steps. It is the very search that
/// exploring goes by.
pub fn trace(prepared: &Prepared, settings: &EngineSettings, most: usize) -> anyhow::Result<PlanTrace> {
    let items = &prepared.items;
    let mut grammar = searched_grammar(prepared, settings.run.experiments);
    let policy = policy(&settings.run, items);
    let of_items =
        |grammar: &Grammar, dear: &[DearPlan]| searches(items, grammar, policy, &prepared.vocabulary, dear);
    let mut searches = of_items(&grammar, &[]);
    anyhow::ensure!(!searches.is_empty(), "there is nothing to explore");
    anyhow::ensure!(
        searches.len() == 1,
        "plans are shown for one item at a time; name it with --item"
    );
    let dylib = prepared.dylib.as_deref().context("there is no harness")?;
    let known = Known::default();
    let start = |grammar: &Grammar| Executor::start(&executor_options(grammar, dylib, settings)?);
    let mut executor = start(&grammar)?;
    let deadline = Instant::now() + settings.run.time_limit;
    if let Some(pricing) = Pricing::of(policy, &grammar, roots(items)) {
        let halt = || is_stopped(settings, deadline);
        if let Some(priced) = pricing.find(&grammar, &mut executor, roots(items), &halt)? {
            grammar = priced.grammar;
            searches = of_items(&grammar, &priced.plans);
            drop(executor);
            executor = start(&grammar)?;
        }
    }
    let executor = executor.knowing(known.clone());
    let streams = Streams::for_policy(policy, &grammar, roots(items), known);
    grammar.mark_unwatchable(executor.unwatchable());
    let mut sharing = Sharing::new(&grammar);
    let item = &items[searches[0].item()];
    let mut follower = Follower {
        settings,
        bindings: &prepared.bindings,
        item,
        executor,
        streams,
        deadline,
        steps: Vec::new(),
    };
    let mut end = TraceEnd::Length;
    while follower.steps.len() <= most {
        if is_stopped(settings, follower.deadline) {
            end = TraceEnd::Stopped;
            break;
        }
        sharing.prepare(&mut searches[0]);
        if let Some((name, request)) = searches[0].next_unit(most as u64) {
            follower.follow(&mut searches[0], name, request)?;
        } else if !sharing.begin_turns(&mut searches) {
            end = TraceEnd::Over;
            break;
        }
    }
    follower.steps.truncate(most);
    Ok(PlanTrace {
        item: item.path.clone(),
        steps: follower.steps,
        end,
    })
}

fn is_stopped(settings: &EngineSettings, deadline: Instant) -> bool {
    settings.interrupt.load(Ordering::Relaxed) || Instant::now() >= deadline
}

/// Runs the units of a search and writes their steps down.
struct Follower<'a> {
    settings: &'a EngineSettings,
    bindings: &'a Bindings,
    item: &'a Item,
    executor: Executor,
    streams: Streams,
    deadline: Instant,
    steps: Vec<PlanStep>,
}

impl Follower<'_> {
    fn follow(
        &mut self,
        search: &mut ItemSearch,
        name: UnitName,
        mut request: UnitRequest,
    ) -> anyhow::Result<()> {
        if let Some(stage) = request.round().and_then(|round| round.without_redundant) {
            let (settings, deadline) = (self.settings, self.deadline);
            let is_stopped = || is_stopped(settings, deadline);
            let mut pool = Pool::new(vec![&mut self.executor], &no_other);
            let runs = search.tallies().executions;
            let streams = &mut self.streams;
            match pool.at_work(&is_stopped, |crew| streams.reach(stage, runs, crew))? {
                Reached::Stage => {}
                Reached::TooDear => self.streams.leave_out_of(&mut request),
                Reached::Halt => return Ok(()),
            }
        }
        let (result, mut runs) = match name.lane {
            // They only show whether the item can be called, and are no steps towards anything.
            LaneKind::Drawn(Draw::Sample) => {
                let mut results = self.executor.run_batch(std::slice::from_ref(&request))?;
                (results.pop().context("a unit has no result")?, Vec::new())
            }
            _ => self.executor.run_traced(&request)?,
        };
        let depth = search.bound().unwrap_or(0);
        let is_told = name.tells_faults(result.death.is_some());
        if let Some(death) = result
            .death
            .as_ref()
            .filter(|death| death.is_to_be_told() && is_told)
        {
            runs.push(TracedRun {
                bound: depth,
                steps: death.plan.iter().map(|fatal| fatal.plan.clone()).collect(),
                outcome: Outcome::Fault,
                fault: Some(death.fault.clone()),
                result: Vec::new(),
                edges: 0,
            });
        }
        for run in &runs {
            let writer = Writer {
                bindings: self.bindings,
                instance: &instances(self.item)[search.instance_of(&name)].label,
                // Several rounds are run in one go where nothing is watched.
                depth: if request.is_bare() { run.bound } else { depth },
            };
            writer.write(run, &mut self.steps);
        }
        search.absorb(name, &result);
        Ok(())
    }
}

/// An executor that is lost while steps are shown is not replaced.
fn no_other<'a>() -> anyhow::Result<&'a mut Executor> {
    anyhow::bail!("the executor is gone")
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
