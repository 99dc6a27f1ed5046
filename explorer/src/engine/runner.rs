//! What the engine needs from an executor, so that scheduling and confirming can be tested without processes.

use crate::executor::{Executor, PlanRun, Replay, UnitResult};
use plans::{Plan, UnitRequest};

/// Runs units of work.
pub trait RunsUnits {
    /// Runs all units; one result per unit, in order. A death ends only the unit it happens in.
    fn run_batch(&mut self, units: &[UnitRequest]) -> anyhow::Result<Vec<UnitResult>>;

    /// The same for a batch beside which no other was under way when it was submitted. With `goes_on` the last one was such a
    /// batch, too, and units of either may share a process.
    fn run_next(&mut self, units: &[UnitRequest], goes_on: bool) -> anyhow::Result<Vec<UnitResult>> {
        let _ = goes_on;
        self.run_batch(units)
    }
}

/// What is asked of the run of a single plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Asked {
    /// Where a panic comes from.
    pub backtrace: bool,
    /// What the time limit is multiplied by.
    pub timeout_factor: u32,
}

impl Asked {
    /// Whether it fails, and how.
    pub const OUTCOME: Asked = Asked {
        backtrace: false,
        timeout_factor: 1,
    };

    /// All that can be told of it, with so many times the time.
    pub fn all(timeout_factor: u32) -> Asked {
        Asked {
            backtrace: true,
            timeout_factor,
        }
    }
}

/// Runs single plans again.
pub trait ReplaysPlans {
    /// Runs one plan in a fresh process, with its holes watched.
    fn replay(&mut self, plan: &Plan, asked: Asked) -> anyhow::Result<Replay>;

    /// Runs plans one after another in one fresh process, until one ends it: one replay for each that was run. Who cannot
    /// do that runs none.
    fn replay_in_order(&mut self, plans: &[Plan], asked: Asked) -> anyhow::Result<Vec<Replay>> {
        let _ = (plans, asked);
        Ok(Vec::new())
    }

    /// Runs a plan so many times, each in a fresh process, or until it returns.
    fn repeat(&mut self, plan: &Plan, times: u32) -> anyhow::Result<Vec<Replay>> {
        let mut replays: Vec<Replay> = Vec::new();
        for _ in 0..times {
            // Who remembers what single runs came to remembers no sequences.
            replays.extend(self.replay_in_order(std::slice::from_ref(plan), Asked::OUTCOME)?);
            if replays.last().is_some_and(|last| last.fault.is_none()) {
                break;
            }
        }
        Ok(replays)
    }

    /// Runs plans of one root one after another. None for one that is no plan of the crate.
    fn run_plans(&mut self, plans: &[Plan]) -> anyhow::Result<Vec<Option<PlanRun>>>;

    /// As [`ReplaysPlans::run_plans`], until one ends its process: the runs up to that one. Who cannot tell runs all.
    fn run_until_death(&mut self, plans: &[Plan]) -> anyhow::Result<Vec<Option<PlanRun>>> {
        self.run_plans(plans)
    }
}

/// One of several that run plans at once.
pub type Replayer<'a> = dyn ReplaysPlans + Send + 'a;

impl<R: RunsUnits> RunsUnits for &mut R {
    fn run_batch(&mut self, units: &[UnitRequest]) -> anyhow::Result<Vec<UnitResult>> {
        R::run_batch(self, units)
    }

    fn run_next(&mut self, units: &[UnitRequest], goes_on: bool) -> anyhow::Result<Vec<UnitResult>> {
        R::run_next(self, units, goes_on)
    }
}

impl RunsUnits for Executor {
    fn run_batch(&mut self, units: &[UnitRequest]) -> anyhow::Result<Vec<UnitResult>> {
        Executor::run_batch(self, units)
    }

    fn run_next(&mut self, units: &[UnitRequest], goes_on: bool) -> anyhow::Result<Vec<UnitResult>> {
        Executor::run_next(self, units, goes_on)
    }
}

impl ReplaysPlans for Executor {
    fn replay(&mut self, plan: &Plan, asked: Asked) -> anyhow::Result<Replay> {
        Executor::replay(self, plan, asked.backtrace, asked.timeout_factor)
    }

    fn replay_in_order(&mut self, plans: &[Plan], asked: Asked) -> anyhow::Result<Vec<Replay>> {
        Executor::replay_in_order(self, plans, asked.backtrace)
    }

    fn run_plans(&mut self, plans: &[Plan]) -> anyhow::Result<Vec<Option<PlanRun>>> {
        Executor::run_plans(self, plans)
    }

    fn run_until_death(&mut self, plans: &[Plan]) -> anyhow::Result<Vec<Option<PlanRun>>> {
        Executor::run_until_death(self, plans)
    }
}
