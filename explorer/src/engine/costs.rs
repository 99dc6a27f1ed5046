//! Finds out what ops cost before the search begins: see [`plans::Costs`].

use super::runner::RunsUnits;
use crate::tuning::UNIT_BATCH_UNITS;
use anyhow::Context;
use plans::{Costs, DearPlan, Grammar, OpId, Policy, Tells, UnitRequest};

/// What has to be run to know the costs of a grammar's ops.
pub(super) struct Pricing {
    costs: Costs,
    batches: Vec<Vec<UnitRequest>>,
}

/// What is searched where something is dear.
pub(super) struct Priced {
    /// It counts for more there.
    pub(super) grammar: Grammar,
    /// What is run of it early.
    pub(super) plans: Vec<DearPlan>,
}

impl Pricing {
    /// None if searches of this policy do not ask, or there is nothing to run.
    pub(super) fn of(
        policy: Policy,
        grammar: &Grammar,
        roots: impl Iterator<Item = OpId>,
    ) -> Option<Pricing> {
        if !policy.has_costs {
            return None;
        }
        let costs = Costs::new(grammar, roots);
        let units = costs.units();
        let batches: Vec<Vec<UnitRequest>> = units.chunks(UNIT_BATCH_UNITS).map(<[_]>::to_vec).collect();
        (!batches.is_empty()).then_some(Pricing { costs, batches })
    }

    /// What is run first.
    pub(super) fn first_batch(&self) -> Vec<UnitRequest> {
        self.batches[0].clone()
    }

    /// Runs all. None if nothing is dear.
    pub(super) fn find<R: RunsUnits>(
        mut self,
        grammar: &Grammar,
        runner: &mut R,
        roots: impl Iterator<Item = OpId>,
        halt: &dyn Fn() -> bool,
    ) -> anyhow::Result<Option<Priced>> {
        let mut before = 0;
        for batch in &self.batches {
            if halt() {
                break;
            }
            for (at, result) in runner.run_batch(batch)?.iter().enumerate() {
                self.costs.absorb(before + at, &result.news());
            }
            before += batch.len();
        }
        let dear = self.costs.dear(grammar);
        if dear.is_empty() {
            return Ok(None);
        }
        let grammar = grammar
            .with_dear(&dear)
            .context("what is dear makes no grammar")?;
        let plans = self.costs.plans(&grammar, &dear, roots);
        Ok(Some(Priced { grammar, plans }))
    }
}
