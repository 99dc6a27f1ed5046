//! Measures what plans reach: builds the harness once more with source coverage, runs plans again in it, contained like
//! every other, and reads the counters. Whatever goes wrong is said in the report and ends nothing.

use super::replay_list::{Replay, ops_of};
use super::run::{Run, executor_options};
use super::runner::RunsUnits;
use super::suspects::Instrumented;
use crate::coverage::{Coverage, CoverageOutcome, Mapping};
use crate::executor::{Executor, UnitResult};
use crate::outcome::FaultKind;
use crate::tuning::{ALL_TIMEOUTS, COVERAGE_BATCH_UNITS, DEATHS, TIMEOUTS};
use anyhow::Context;
use plans::{Grammar, Start, UnitRequest, UnitStop};
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// What measuring works with.
pub(super) struct Measuring<'a> {
    pub(super) run: &'a Run<'a>,
    pub(super) grammar: &'a Grammar,
}

impl Measuring<'_> {
    /// Runs all replays and says what they reached, and with what single runs can be measured, too.
    pub(super) fn measure(&self, replays: Vec<Replay>) -> (CoverageOutcome, Option<Instrumented>) {
        match self.try_to(replays) {
            _ if self.run.is_interrupted() => (CoverageOutcome::Missing("interrupted".to_owned()), None),
            Ok((coverage, instrumented)) => (CoverageOutcome::Measured(coverage), Some(instrumented)),
            Err(error) => (CoverageOutcome::Missing(format!("{error:#}")), None),
        }
    }

    fn try_to(&self, replays: Vec<Replay>) -> anyhow::Result<(Coverage, Instrumented)> {
        let mut used = BTreeSet::new();
        for replay in &replays {
            ops_of(self.grammar, replay, &mut used);
        }
        let recipe = &self.run.prepared.recipe;
        let workbench = self.run.workbench.context("nothing can be built yet")?;
        let build = recipe
            .build_coverage(workbench, &used, &mut |_| ())
            .context("the harness cannot be built with coverage")?;
        let options = executor_options(self.grammar, &build.dylib, self.run.settings)?;
        let mut executor = Executor::start(&options)?;
        Replaying::new(replays).run(&mut executor, &|| self.run.is_interrupted())?;
        let profile = executor.profile()?;
        let files = (build.dylib.as_path(), build.explored.as_deref());
        let relative = |file: &str| self.run.scope.relative(file);
        let (mapping, coverage) = Mapping::read(files, &profile, &self.run.prepared.crate_root, &relative)?;
        let instrumented = Instrumented {
            executor,
            mapping,
            ops: used,
            deaths: 0,
        };
        Ok((coverage, instrumented))
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

    fn run(mut self, executor: &mut dyn RunsUnits, interrupted: &dyn Fn() -> bool) -> anyhow::Result<()> {
        while !self.open.is_empty() && !interrupted() {
            let mut batch: Vec<Replay> = Vec::new();
            while let Some(replay) = self.open.pop_front() {
                let is_known = |deaths: &BTreeMap<usize, u32>, limit| {
                    deaths.get(&replay.item).is_some_and(|deaths| *deaths >= limit)
                };
                let gives_up = is_known(&self.timeouts, TIMEOUTS)
                    || is_known(&self.deaths, DEATHS)
                    || self.timeouts.values().sum::<u32>() >= ALL_TIMEOUTS;
                if (replay.is_finding || !gives_up) && !replay.units.is_empty() {
                    batch.push(replay);
                }
                if batch.len() == COVERAGE_BATCH_UNITS {
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
            _ if result.stalled => {
                *self.deaths.entry(replay.item).or_insert(0) += 1;
                None
            }
            (Some(death), _) => {
                let deaths = match death.fault.kind {
                    FaultKind::Timeout => &mut self.timeouts,
                    _ => &mut self.deaths,
                };
                *deaths.entry(replay.item).or_insert(0) += u32::from(!replay.is_finding);
                unit.known_fatal.extend(death.plan.clone());
                Some(Start::After(death.fatal.clone()))
            }
            (None, UnitStop::Budget { next, .. }) => Some(Start::At(next.clone())),
            (None, UnitStop::Exhausted { .. }) => None,
        };
        // What was not run to its end then has fewer runs than there are for all units together.
        let goes_on = replay.budget > 0 && unit.budget > 0;
        let round = unit.round_mut();
        match next.zip(round).filter(|_| goes_on) {
            Some((start, round)) => round.start = start,
            None => {
                replay.units.remove(0);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::executor::Death;
    use crate::outcome::Fault;
    use plans::{Cursor, Fatal, OpId, Step, Tallies, UnitReport, Work};

    /// Runs of one unit before a clock cuts it.
    const SLICE: u64 = 4;

    /// Every plan is a number: that of its only choice. A unit of root `n` has `n` plans; those of root 9 never return.
    #[derive(Default)]
    struct Numbers {
        ran: Vec<(u32, u32)>,
        largest_batch: usize,
    }

    /// Where the search of a unit stands before this plan.
    fn at(unit: &UnitRequest, number: u32) -> Cursor {
        unit.cursor(vec![Step {
            node: 0,
            alternative: number,
        }])
    }

    fn number(unit: &UnitRequest, cursor: &Cursor) -> u32 {
        let mut numbers = 0..=unit.root.0;
        let number = numbers.find(|number| at(unit, *number) == *cursor);
        number.expect("a place in this unit")
    }

    impl RunsUnits for Numbers {
        fn run_batch(&mut self, units: &[UnitRequest]) -> anyhow::Result<Vec<UnitResult>> {
            self.largest_batch = self.largest_batch.max(units.len());
            Ok(units.iter().map(|unit| self.run(unit)).collect())
        }
    }

    impl Numbers {
        fn run(&mut self, unit: &UnitRequest) -> UnitResult {
            let root = unit.root.0;
            let from = match &unit.round().expect("no other units are run").start {
                Start::At(at) => number(unit, at),
                Start::After(fatal) => number(unit, &fatal.at) + 1,
                Start::Fresh => 0,
            };
            let mut next = from;
            let mut death = None;
            while next < root && u64::from(next - from) < unit.budget.min(SLICE) {
                self.ran.push((root, next));
                next += 1;
                if root == 9 {
                    death = Some(Death {
                        is_given_up: false,
                        is_believed: true,
                        nth: 1,
                        fault: Fault {
                            kind: FaultKind::Timeout,
                            message: String::new(),
                            location: None,
                            op: None,
                        },
                        plan: None,
                        fatal: Fatal {
                            at: at(unit, next - 1),
                            demands: Vec::new(),
                        },
                        base_steps: 0,
                        is_new: true,
                    });
                    break;
                }
            }
            let stop = match next < root {
                true => UnitStop::Budget {
                    next: at(unit, next),
                    paused: false,
                },
                false => UnitStop::Exhausted { min_cut: None },
            };
            UnitResult {
                report: UnitReport {
                    tallies: Tallies {
                        executions: u64::from(next - from),
                        ..Tallies::default()
                    },
                    stop,
                    round: None,
                },
                faults: Vec::new(),
                death,
                stalled: false,
                candidates: Vec::new(),
                kept: Vec::new(),
                values: Vec::new(),
            }
        }
    }

    fn replay(item: usize, roots: &[u32], budget: u64, is_finding: bool) -> Replay {
        let unit = |root: &u32| UnitRequest {
            budget,
            ..UnitRequest::of(OpId(*root), Work::round(1))
        };
        Replay {
            item,
            units: roots.iter().map(unit).collect(),
            budget,
            is_finding,
        }
    }

    fn runs(replays: Vec<Replay>) -> Numbers {
        let mut numbers = Numbers::default();
        Replaying::new(replays).run(&mut numbers, &|| false).unwrap();
        numbers
    }

    #[test]
    fn units_are_resumed_until_the_runs_are_used_up() {
        let ran = runs(vec![replay(0, &[3, 7, 8], 12, false)]).ran;
        let expected = (0..3).map(|n| (3, n)).chain((0..7).map(|n| (7, n)));
        assert_eq!(ran, expected.chain([(8, 0), (8, 1)]).collect::<Vec<_>>());
    }

    #[test]
    fn a_unit_with_fewer_runs_than_all_together_ends_with_them() {
        let mut replay = replay(0, &[7, 3], 12, false);
        replay.units[0].budget = 5;
        let ran = runs(vec![replay]).ran;
        let expected = (0..5).map(|n| (7, n)).chain((0..3).map(|n| (3, n)));
        assert_eq!(ran, expected.collect::<Vec<_>>());
    }

    #[test]
    fn an_item_that_hangs_is_left_but_for_its_findings() {
        let all = vec![
            replay(1, &[9], 1, true),
            replay(1, &[9], 1, true),
            replay(1, &[9, 5], 50, false),
            replay(2, &[2], 50, false),
            replay(2, &[9, 5], 50, false),
        ];
        // The first batch holds them all.
        let first = [(9, 0), (9, 0), (9, 0), (2, 0), (2, 1), (9, 0)];
        assert_eq!(runs(all).ran, [&first[..], &[(9, 1), (9, 1)]].concat());
    }

    #[test]
    fn findings_that_hang_keep_nothing_else_from_running() {
        let mut all: Vec<Replay> = (0..3 * COVERAGE_BATCH_UNITS)
            .map(|_| replay(1, &[9], 1, true))
            .collect();
        all.push(replay(1, &[5], 5, false));
        assert_eq!(runs(all).ran.iter().filter(|(root, _)| *root == 5).count(), 5);
    }

    #[test]
    fn batches_are_bounded_and_nothing_is_lost() {
        let numbers = runs((0..200).map(|item| replay(item, &[2], 2, false)).collect());
        assert_eq!(
            (numbers.ran.len(), numbers.largest_batch),
            (400, COVERAGE_BATCH_UNITS)
        );
    }
}
