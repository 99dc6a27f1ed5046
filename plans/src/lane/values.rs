//! Streams of values: what the plans of each type build, by cost, in *stages*. Stage `m` runs the plans that cost `m` steps
//! more than the cheapest one of their type; those that fail, and those whose value an earlier plan built, are redundant
//! from there on. A round that goes `m` steps beyond the cheapest plan of its instance contains no argument of a later
//! stage, so what it leaves out depends on nothing but `m`.
//!
//! A plan that builds a known value is left out only if the earlier plan is not: stages come in order, within a stage the
//! types in order of their cheapest plans, and a plan with a redundant part is not run at all.

use super::news::{SeenValue, UnitNews, ValueEnd};
use crate::grammar::Grammar;
use crate::ids::{OpId, TypeId};
use crate::redundant::RedundantPlan;
use crate::request::{Bound, RoundWork, Start, UnitRequest, Watch, Work};
use crate::search::Search;
use crate::tuning::{BUILDER_DEATHS, BUILDER_RUNS, RUNS_TO_A_PAUSE, STAGE_RUNS, STAGES};
use crate::unit::UnitStop;
use std::collections::{BTreeSet, VecDeque};

/// The streams of all types that foreign code builds. Without a grammar there are none.
#[derive(Debug, Default)]
pub struct ValueStreams {
    /// Without placeholders.
    grammar: Option<Grammar>,
    streams: Vec<Stream>,
    /// By op: what fails in it is seen without it being an argument.
    is_root: Vec<bool>,
    /// Stages that are over.
    stages: u32,
    /// Costs of the types whose turn comes in the current stage, the current one first; none: it has not begun.
    costs: Option<VecDeque<u32>>,
    works: Vec<Building>,
    /// What is redundant and was not told.
    found: Vec<RedundantPlan>,
    plans_before_stage: u64,
    /// Runs of the last stage of all.
    last_stage_runs: u64,
    /// Plans run.
    plans: u64,
    /// Runs that dear ones of these count as besides themselves.
    surcharge: u64,
    /// Units that were paused and had hardly run anything since the last pause of their builder.
    pauses: u64,
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
#[derive(Debug)]
struct Building {
    stream: usize,
    builder: usize,
    start: Start,
    left: u64,
    /// Runs since it was paused.
    unpaused: u64,
    is_open: bool,
    values: Vec<SeenValue>,
}

/// The unit of a builder in the current stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BuilderName(usize);

impl ValueStreams {
    /// Streams for the types of this grammar that are built on the way to `roots`, the ops that are explored as items.
    pub fn new(grammar: &Grammar, roots: impl Iterator<Item = OpId>) -> ValueStreams {
        let is_root = among(grammar, roots);
        let grammar = grammar.eager();
        let types = arguments_of(&grammar, &is_root).into_iter();
        let mut streams: Vec<Stream> = types.filter_map(|ty| stream_of(&grammar, ty)).collect();
        streams.sort_by_key(|stream| (stream.least, stream.ty));
        ValueStreams {
            grammar: Some(grammar),
            streams,
            is_root,
            ..ValueStreams::default()
        }
    }

    /// Runs of the last stage that is over.
    pub fn last_stage_runs(&self) -> u64 {
        self.last_stage_runs
    }

    /// Plans run for all stages.
    pub fn plans(&self) -> u64 {
        self.plans
    }

    /// Runs that dear plans count as besides themselves.
    pub fn surcharge(&self) -> u64 {
        self.surcharge
    }

    /// How often a unit was paused on its way from one plan to the next that had hardly run anything.
    pub fn pauses(&self) -> u64 {
        self.pauses
    }

    /// Whether this stage and all before it are over.
    pub fn are_over(&self, stage: u32) -> bool {
        self.grammar.is_none() || self.stages > stage.min(STAGES)
    }

    /// Plans that have become known to be redundant since this was asked last. To be told to whoever runs units, before any
    /// other unit is run.
    pub fn take_found(&mut self) -> Vec<RedundantPlan> {
        std::mem::take(&mut self.found)
    }

    /// The units to run next on the way to the end of this stage. None of them depends on another one; when there are none,
    /// all stages up to this one are over.
    pub fn next(&mut self, stage: u32) -> Vec<(BuilderName, UnitRequest)> {
        let Some(grammar) = self.grammar.take() else {
            return Vec::new();
        };
        let mut units = Vec::new();
        while units.is_empty() && self.stages <= stage.min(STAGES) {
            let costs = self.costs.get_or_insert_with(|| {
                let costs: BTreeSet<u32> = self.streams.iter().map(|stream| stream.least).collect();
                costs.into_iter().collect()
            });
            let Some(&cost) = costs.front() else {
                self.costs = None;
                self.stages += 1;
                self.last_stage_runs = self.plans - self.plans_before_stage;
                self.plans_before_stage = self.plans;
                continue;
            };
            if self.works.is_empty() {
                self.works = self.works_of(&grammar, self.stages, cost);
            }
            units = self.units(&grammar, cost);
            if units.is_empty() {
                for work in std::mem::take(&mut self.works) {
                    self.judge(&work, self.stages);
                }
                if let Some(costs) = &mut self.costs {
                    costs.pop_front();
                }
            }
        }
        self.grammar = Some(grammar);
        units
    }

    fn units(&self, grammar: &Grammar, cost: u32) -> Vec<(BuilderName, UnitRequest)> {
        let open = self.works.iter().enumerate().filter(|(_, work)| work.is_open);
        open.map(|(index, work)| {
            let request = self.request(grammar, work, cost + self.stages, self.stages);
            (BuilderName(index), request)
        })
        .collect()
    }

    /// The builders of the types whose cheapest plan has this cost, as far as they have a plan in this stage.
    fn works_of(&self, grammar: &Grammar, stage: u32, cost: u32) -> Vec<Building> {
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
                        unpaused: 0,
                        is_open: true,
                        values: Vec::new(),
                    });
                }
            }
        }
        works
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

    /// Takes in the result of a unit.
    pub fn absorb(&mut self, name: BuilderName, news: &UnitNews<'_>) {
        let (Some(grammar), Some(work)) = (&self.grammar, self.works.get_mut(name.0)) else {
            return;
        };
        let builder = &mut self.streams[work.stream].builders[work.builder];
        let tallies = &news.report.tallies;
        self.plans += tallies.executions;
        self.surcharge += tallies.surcharge;
        work.left = work.left.saturating_sub(tallies.executions);
        work.unpaused += tallies.executions;
        if news.report.is_paused() {
            self.pauses += u64::from(std::mem::take(&mut work.unpaused) <= RUNS_TO_A_PAUSE);
        }
        work.values.extend(news.values);
        if news.stalled {
            // What was run last would be run and told again.
            builder.is_over = true;
            work.is_open = false;
            return;
        }
        if let Some(death) = news.death {
            builder.deaths += match death.kind.is_slow() {
                true => BUILDER_DEATHS,
                false => 1,
            };
            let plan = Search::at(grammar, builder.op, &death.fatal.at);
            if let (Some(op), Some(shape)) = (death.op, plan.and_then(|mut plan| plan.shape())) {
                work.values.push(SeenValue {
                    shape,
                    value: 0,
                    end: ValueEnd::Failed(op),
                    cost: 0,
                });
            }
            work.start = Start::After(death.fatal.clone());
            builder.is_over |= builder.deaths >= BUILDER_DEATHS;
            work.is_open = !builder.is_over;
            return;
        }
        match &news.report.stop {
            UnitStop::Exhausted { .. } => work.is_open = false,
            UnitStop::Budget { next, .. } => {
                work.start = Start::At(next.clone());
                builder.is_over |= work.left == 0;
                work.is_open = !builder.is_over;
            }
        }
    }

    /// What a builder's plans of one stage came to.
    fn judge(&mut self, work: &Building, stage: u32) {
        let stream = &mut self.streams[work.stream];
        let op = stream.builders[work.builder].op;
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
                self.found.push(RedundantPlan {
                    shape: seen.shape,
                    op,
                    stage,
                });
            }
        }
    }
}

/// By op: whether it is one of these.
pub(super) fn among(grammar: &Grammar, ops: impl Iterator<Item = OpId>) -> Vec<bool> {
    let mut is_among = vec![false; grammar.op_count()];
    for op in ops {
        is_among[op.index()] = true;
    }
    is_among
}

/// Types of which a value may stand somewhere in a plan of these roots, in order of id.
pub(super) fn arguments_of(grammar: &Grammar, is_root: &[bool]) -> BTreeSet<TypeId> {
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
