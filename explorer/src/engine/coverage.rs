//! Measures what plans reach: builds the harness once more with source coverage, runs plans again in it, contained like
//! every other, and reads the counters. Whatever goes wrong is said in the report and ends nothing.

use super::replay_list::{Replay, ops_of};
use super::{EngineSettings, executor_options};
use crate::coverage::{Coverage, CoverageOutcome, read};
use crate::event::{Event, Listener, Stage};
use crate::executor::{Executor, UnitResult};
use crate::finding::CrateScope;
use crate::outcome::FaultKind;
use anyhow::Context;
use harness_gen::Prepared;
use harness_gen::cargo::Workbench;
use plans::{Grammar, Start, UnitRequest, UnitStop};
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// Units in one child.
const BATCH_UNITS: usize = 64;
/// Timeouts of an item after which only its findings are run: each costs a whole case timeout.
const TIMEOUTS: u32 = 1;
/// Deaths of other kinds after which only its findings are run.
const DEATHS: u32 = 16;

/// What measuring works with.
pub(super) struct Measuring<'a> {
    pub(super) prepared: &'a Prepared,
    pub(super) workbench: &'a Workbench,
    pub(super) settings: &'a EngineSettings,
    pub(super) grammar: &'a Grammar,
    pub(super) scope: &'a CrateScope,
    pub(super) interrupted: &'a dyn Fn() -> bool,
}

impl Measuring<'_> {
    /// Runs all replays and says what they reached.
    pub(super) fn measure(&self, replays: Vec<Replay>, listener: &mut dyn Listener) -> CoverageOutcome {
        match self.try_to(replays, listener) {
            _ if (self.interrupted)() => CoverageOutcome::Missing("interrupted".to_owned()),
            Ok(coverage) => CoverageOutcome::Measured(coverage),
            Err(error) => CoverageOutcome::Missing(format!("{error:#}")),
        }
    }

    fn try_to(&self, replays: Vec<Replay>, listener: &mut dyn Listener) -> anyhow::Result<Coverage> {
        let mut used = BTreeSet::new();
        for replay in &replays {
            ops_of(self.grammar, replay, &mut used);
        }
        let mut say = |text: &str| listener.on(Event::StageDetail(Stage::Coverage, text.to_owned()));
        let recipe = &self.prepared.coverage;
        let build = recipe
            .build(self.workbench, &used, &mut say)
            .context("the harness cannot be built with coverage")?;
        let options = executor_options(self.grammar, &build.dylib, self.settings)?;
        let mut executor = Executor::start(&options)?;
        say("running plans again");
        Replaying::new(replays).run(&mut executor, self.interrupted)?;
        read(
            &build.dylib,
            build.explored.as_deref(),
            &executor.profile()?,
            &self.prepared.crate_root,
            &|file| self.scope.relative(file),
        )
    }
}

/// Runs units.
trait RunsAgain {
    fn run_batch(&mut self, units: &[UnitRequest]) -> anyhow::Result<Vec<UnitResult>>;
}

impl RunsAgain for Executor {
    fn run_batch(&mut self, units: &[UnitRequest]) -> anyhow::Result<Vec<UnitResult>> {
        Executor::run_batch(self, units)
    }
}

/// Replays on their way. Batches hold one unit of each, and units are resumed where a clock or a death has cut them, so
/// neither decides which plans run.
struct Replaying {
    open: VecDeque<Replay>,
    timeouts: BTreeMap<usize, u32>,
    deaths: BTreeMap<usize, u32>,
}

impl Replaying {
    fn new(replays: Vec<Replay>) -> Replaying {
        Replaying {
            open: replays.into(),
            timeouts: BTreeMap::new(),
            deaths: BTreeMap::new(),
        }
    }

    fn run(mut self, executor: &mut dyn RunsAgain, interrupted: &dyn Fn() -> bool) -> anyhow::Result<()> {
        while !self.open.is_empty() && !interrupted() {
            let mut batch: Vec<Replay> = Vec::new();
            // One plan that hangs shows what another one of its item would show.
            while let Some(replay) = self.open.pop_front() {
                let is_known = |deaths: &BTreeMap<usize, u32>, limit| {
                    deaths.get(&replay.item).is_some_and(|deaths| *deaths >= limit)
                };
                let gives_up = is_known(&self.timeouts, TIMEOUTS) || is_known(&self.deaths, DEATHS);
                if (replay.is_finding || !gives_up) && !replay.units.is_empty() {
                    batch.push(replay);
                }
                if batch.len() == BATCH_UNITS {
                    break;
                }
            }
            let units: Vec<UnitRequest> = batch
                .iter()
                .map(|replay| UnitRequest {
                    budget: replay.units[0].budget.min(replay.budget),
                    ..replay.units[0].clone()
                })
                .collect();
            let results = executor.run_batch(&units)?;
            for (mut replay, result) in batch.into_iter().zip(results) {
                self.absorb(&mut replay, &result);
                if replay.budget > 0 && !replay.units.is_empty() {
                    self.open.push_back(replay);
                }
            }
        }
        Ok(())
    }

    fn absorb(&mut self, replay: &mut Replay, result: &UnitResult) {
        let runs = result.report.tallies.executions;
        replay.budget = replay.budget.saturating_sub(runs);
        let unit = &mut replay.units[0];
        unit.budget = unit.budget.saturating_sub(runs);
        let next = match (&result.death, &result.report.stop) {
            (Some(death), _) => {
                let deaths = match death.fault.kind {
                    FaultKind::Timeout => &mut self.timeouts,
                    _ => &mut self.deaths,
                };
                *deaths.entry(replay.item).or_insert(0) += 1;
                unit.known_fatal.push(death.fatal.clone());
                Some(Start::After(death.fatal.clone()))
            }
            (None, UnitStop::Budget { next }) => Some(Start::At(next.clone())),
            (None, UnitStop::Exhausted { .. }) => None,
        };
        match next.filter(|_| unit.budget > 0) {
            Some(start) => unit.start = start,
            None => {
                replay.units.remove(0);
            }
        }
    }
}
