//! What the engine needs from an executor, so that scheduling and confirming can be tested without processes.

use crate::executor::{Executor, Replay, UnitResult};
use plans::{LearnedValue, OpId, Step, UnitRequest};

/// Runs units of work.
pub trait RunsUnits {
    /// Runs all units; one result per unit, in order. A death ends only the unit it happens in.
    fn run_batch(&mut self, units: &[UnitRequest]) -> anyhow::Result<Vec<UnitResult>>;
}

/// Runs single plans again.
pub trait ReplaysPlans {
    /// Runs one plan in a fresh process, with these values of learned ops and the time limit multiplied by
    /// `timeout_factor`.
    fn replay(
        &mut self,
        root: OpId,
        vector: &[Step],
        learned: &[LearnedValue],
        timeout_factor: u32,
    ) -> anyhow::Result<Replay>;
}

impl RunsUnits for Executor {
    fn run_batch(&mut self, units: &[UnitRequest]) -> anyhow::Result<Vec<UnitResult>> {
        Executor::run_batch(self, units)
    }
}

impl ReplaysPlans for Executor {
    fn replay(
        &mut self,
        root: OpId,
        vector: &[Step],
        learned: &[LearnedValue],
        timeout_factor: u32,
    ) -> anyhow::Result<Replay> {
        Executor::replay(self, root, vector, learned, true, timeout_factor)
    }
}
