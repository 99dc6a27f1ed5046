//! Streams of values: what the plans of each type build, by cost, in *stages*. Stage `m` runs the plans that cost `m` steps
//! more than the cheapest one of their type; those that fail, and those whose value an earlier plan built, are redundant
//! from there on. A round that goes `m` steps beyond the cheapest plan of its instance contains no argument of a later
//! stage, so what it leaves out depends on nothing but `m`.
//!
//! A plan that builds a known value is left out only if the earlier plan is not: stages come in order, within a stage the
//! types in order of their cheapest plans, and a plan with a redundant part is not run at all.

use super::pool::Pool;
use super::runner::RunsUnits;
use crate::executor::{Known, UnitResult, ValueEnd};
use crate::outcome::FaultKind;
use plans::{
    Bound, Grammar, OpId, RedundantPlan, RoundWork, Search, Start, TypeId, UnitRequest, UnitStop, Watch, Work,
};
use std::collections::BTreeSet;

/// Plans run in one stage, about.
const STAGE_RUNS: u64 = 60_000;
/// Fewest and most plans of one op in one stage. What it builds beyond that is not looked into.
const BUILDER_RUNS: (u64, u64) = (64, 10_000);
/// Stages after which no more is found out.
const STAGES: u32 = 32;
/// Plans of one op that may end their process.
const DEATHS: u32 = 4;
/// Most units in one batch.
const BATCH_UNITS: usize = 32;
/// Runs of a stage up to which the next one is one batch: what several executors save costs more then.
const SMALL_STAGE: u64 = 2_000;
/// Most units in the one batch of a small stage.
const SMALL_STAGE_UNITS: usize = 128;

/// The streams of all types that foreign code builds.
#[derive(Debug, Default)]
pub struct ValueStreams {
    /// Without placeholders. None: there are no streams.
    grammar: Option<Grammar>,
    known: Known,
    streams: Vec<Stream>,
    /// By op: what fails in it is seen without it being an argument.
    is_root: Vec<bool>,
    stages: u32,
    /// Runs of the last stage of all.
    last_stage_runs: u64,
    /// What was found.
    pub counts: StreamCounts,
}

/// How much was found out, for the report of a measurement.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StreamCounts {
    /// Plans run.
    pub plans: u64,
    /// Plans that fail.
    pub failing: u64,
    /// Plans that build a known value.
    pub repeated: u64,
}

#[derive(Debug)]
struct Stream {
    ty: TypeId,
    /// Steps of its cheapest plan.
    least: u32,
    builders: Vec<Builder>,
    /// Those seen so far.
    values: BTreeSet<u64>,
}

#[derive(Debug)]
struct Builder {
    op: OpId,
    deaths: u32,
    is_over: bool,
}

/// One builder in one stage.
struct Building {
    stream: usize,
    builder: usize,
    start: Start,
    left: u64,
    values: Vec<crate::executor::SeenValue>,
}

impl ValueStreams {
    /// Streams for the types of this grammar that are built on the way to `roots`, the ops that are explored as items.
    pub fn new(grammar: &Grammar, roots: impl Iterator<Item = OpId>, known: Known) -> ValueStreams {
        let mut is_root = vec![false; grammar.op_count()];
        for op in roots {
            is_root[op.index()] = true;
        }
        let grammar = grammar.eager();
        let types = arguments_of(&grammar, &is_root).into_iter();
        let mut streams: Vec<Stream> = types.filter_map(|ty| stream_of(&grammar, ty)).collect();
        streams.sort_by_key(|stream| (stream.least, stream.ty));
        ValueStreams {
            grammar: Some(grammar),
            known,
            streams,
            is_root,
            stages: 0,
            last_stage_runs: 0,
            counts: StreamCounts::default(),
        }
    }

    /// Finds out about all stages up to this one. False if `halt` said stop.
    pub fn reach<R: RunsUnits + Send>(
        &mut self,
        stage: u32,
        pool: &mut Pool<'_, R>,
        halt: &(dyn Fn() -> bool + Sync),
    ) -> anyhow::Result<bool> {
        let Some(grammar) = self.grammar.take() else {
            return Ok(true);
        };
        let mut goes_on = true;
        while goes_on && self.stages <= stage.min(STAGES) {
            let plans_before = self.counts.plans;
            let costs: BTreeSet<u32> = self.streams.iter().map(|stream| stream.least).collect();
            for cost in costs {
                goes_on = goes_on && self.run(&grammar, self.stages, cost, pool, halt)?;
            }
            self.stages += 1;
            self.last_stage_runs = self.counts.plans - plans_before;
        }
        self.grammar = Some(grammar);
        Ok(goes_on)
    }

    /// One stage of the types whose cheapest plan has this cost.
    fn run<R: RunsUnits + Send>(
        &mut self,
        grammar: &Grammar,
        stage: u32,
        cost: u32,
        pool: &mut Pool<'_, R>,
        halt: &(dyn Fn() -> bool + Sync),
    ) -> anyhow::Result<bool> {
        let builders = self.streams.iter().flat_map(|stream| &stream.builders);
        let alive = builders.filter(|builder| !builder.is_over).count() as u64;
        let budget = (STAGE_RUNS / alive.max(1)).clamp(BUILDER_RUNS.0, BUILDER_RUNS.1);
        let mut works = Vec::new();
        for (number, stream) in self.streams.iter().enumerate() {
            for (builder, Builder { op, is_over, .. }) in stream.builders.iter().enumerate() {
                let is_due = bound_of(grammar, *op, cost + stage)
                    .zip(grammar.root_steps(*op))
                    .is_some_and(|(bound, least)| least <= bound);
                if stream.least == cost && !is_over && is_due {
                    works.push(Building {
                        stream: number,
                        builder,
                        start: Start::Fresh,
                        left: budget,
                        values: Vec::new(),
                    });
                }
            }
        }
        let mut open: Vec<usize> = (0..works.len()).collect();
        while !open.is_empty() {
            let requests: Vec<UnitRequest> = (open.iter())
                .map(|&work| self.request(grammar, &works[work], cost + stage, stage))
                .collect();
            let size = match self.last_stage_runs <= SMALL_STAGE && requests.len() <= SMALL_STAGE_UNITS {
                true => requests.len(),
                false => requests.len().div_ceil(4).clamp(1, BATCH_UNITS),
            };
            let batches: Vec<Vec<UnitRequest>> = requests.chunks(size).map(<[_]>::to_vec).collect();
            let done = pool.run_wave(&batches, halt, &mut |_| ())?;
            let answered: usize = done.iter().map(|batch| batch.results.len()).sum();
            if answered < requests.len() {
                return Ok(false);
            }
            let results = done.iter().flat_map(|batch| &batch.results);
            open = (open.iter().zip(results))
                .filter_map(|(&work, result)| self.take_in(grammar, &mut works[work], result).then_some(work))
                .collect();
        }
        for work in &works {
            self.judge(work, stage);
        }
        Ok(true)
    }

    fn request(&self, grammar: &Grammar, work: &Building, cost: u32, stage: u32) -> UnitRequest {
        let op = self.streams[work.stream].builders[work.builder].op;
        let bound = bound_of(grammar, op, cost).unwrap_or(0);
        let round = RoundWork {
            bound: Bound::Depth(bound),
            counted_from: bound,
            deepens_to: 0,
            watch: Watch::Values,
            without_redundant: Some(stage),
            start: work.start.clone(),
            end: None,
        };
        UnitRequest {
            budget: work.left,
            ..UnitRequest::of(op, Work::Round(round))
        }
    }

    /// True if the work is not over.
    fn take_in(&mut self, grammar: &Grammar, work: &mut Building, result: &UnitResult) -> bool {
        let builder = &mut self.streams[work.stream].builders[work.builder];
        let tallies = &result.report.tallies;
        self.counts.plans += tallies.executions;
        work.left = work.left.saturating_sub(tallies.executions);
        work.values.extend(&result.values);
        if let Some(death) = &result.death {
            builder.deaths += match death.fault.kind {
                FaultKind::Timeout | FaultKind::Memory => DEATHS,
                _ => 1,
            };
            let plan = Search::at(grammar, builder.op, &death.fatal.at);
            if let (Some(op), Some(shape)) = (death.fault.op, plan.and_then(|mut plan| plan.shape())) {
                work.values.push(crate::executor::SeenValue {
                    shape,
                    value: 0,
                    end: ValueEnd::Failed(op),
                });
            }
            work.start = Start::After(death.fatal.clone());
            builder.is_over |= builder.deaths >= DEATHS;
            return !builder.is_over;
        }
        match &result.report.stop {
            UnitStop::Exhausted { .. } => false,
            UnitStop::Budget { next } => {
                work.start = Start::At(next.clone());
                builder.is_over |= work.left == 0;
                !builder.is_over
            }
        }
    }

    /// What a builder's plans of one stage came to.
    fn judge(&mut self, work: &Building, stage: u32) {
        let stream = &mut self.streams[work.stream];
        let op = stream.builders[work.builder].op;
        let mut redundant = Vec::new();
        for seen in &work.values {
            let since = match seen.end {
                ValueEnd::Unclear => None,
                ValueEnd::Rejected => Some(stage),
                // Nobody but arguments shows what fails in other ops: all of this cost are run once.
                ValueEnd::Failed(op) => Some(stage + u32::from(!self.is_root[op.index()])),
                ValueEnd::Built if seen.value == 0 || stream.values.insert(seen.value) => None,
                ValueEnd::Built => Some(stage),
            };
            if let Some(stage) = since {
                *match seen.end {
                    ValueEnd::Built => &mut self.counts.repeated,
                    _ => &mut self.counts.failing,
                } += 1;
                redundant.push(RedundantPlan {
                    shape: seen.shape,
                    op,
                    stage,
                });
            }
        }
        self.known.extend(redundant);
    }
}

/// Types of which a value may stand somewhere in a plan of these roots, in order of id.
fn arguments_of(grammar: &Grammar, is_root: &[bool]) -> BTreeSet<TypeId> {
    let mut types = BTreeSet::new();
    let mut ops: Vec<OpId> = (0..grammar.op_count() as u32)
        .map(OpId)
        .filter(|op| is_root[op.index()])
        .collect();
    while let Some(op) = ops.pop() {
        for &ty in grammar.op(op).map_or(&[][..], |spec| &spec.args) {
            if types.insert(ty) {
                ops.extend(grammar.alternatives(ty));
            }
        }
    }
    types
}

/// The depth at which an op, as a root, builds what as an argument costs this many steps.
fn bound_of(grammar: &Grammar, op: OpId, cost: u32) -> Option<u32> {
    let spec = grammar.op(op)?;
    (cost + spec.args.len() as u32).checked_sub(spec.steps)
}

/// None for a type that only public constructors build: nothing fails, and few values are the same.
fn stream_of(grammar: &Grammar, ty: TypeId) -> Option<Stream> {
    let least = grammar.min_steps(ty)?;
    let specs = || (grammar.alternatives(ty).iter()).filter_map(|&op| Some((op, grammar.op(op)?)));
    if specs().all(|(_, spec)| spec.total) {
        return None;
    }
    let builders = specs()
        .filter(|(_, spec)| spec.steps > 0)
        .map(|(op, _)| Builder {
            op,
            deaths: 0,
            is_over: false,
        })
        .collect();
    Some(Stream {
        ty,
        least,
        builders,
        values: BTreeSet::new(),
    })
}
