//! What a unit may spend, and what its runs cost.

use super::Tallies;
use crate::UnitRequest;
use crate::tuning::{COST_OF_A_RUN, MOST_RUNS_OF_ONE, RUNS_OF_A_TEXT};

/// The budgets of a request, and what is to be put right of what was spent.
#[derive(Debug)]
pub(super) struct Spending {
    /// Runs.
    budget: u64,
    /// New plans that return or fail.
    valid_budget: u64,
    /// Halves of a run, each run counted as what it takes.
    weighed_budget: u64,
    /// Edges, and bytes as edges.
    cost_budget: u64,
    /// What a run counts as there that is not dear.
    weight: u64,
    /// What the first run cost, until the second has.
    first_cost: Option<RunCost>,
}

impl Spending {
    /// Nothing is spent.
    pub(super) fn of(request: &UnitRequest) -> Spending {
        Spending {
            budget: request.budget,
            valid_budget: request.valid_budget,
            weighed_budget: request.weighed_budget,
            cost_budget: request.cost_budget,
            weight: match request.work.counts_in_full() {
                true => RUNS_OF_A_TEXT,
                false => 1,
            },
            first_cost: None,
        }
    }

    /// Whether the unit is over.
    #[inline]
    pub(super) fn is_over(&self, tallies: &Tallies) -> bool {
        tallies.executions >= self.budget
            || tallies.valid() >= self.valid_budget
            || self.weighed(tallies) >= self.weighed_budget
            // What a single run costs may be what is made once in a process.
            || tallies.executions > 1 && tallies.cost > self.cost_budget
    }

    /// How many runs may follow the one that was handed out, as long as none is dear.
    #[inline]
    pub(super) fn left(&self, tallies: &Tallies) -> u64 {
        self.budget
            .saturating_sub(tallies.executions)
            // The one handed out may be valid, too.
            .min(self.valid_budget.saturating_sub(tallies.valid() + 1))
            .min(self.weighed_budget.saturating_sub(self.weighed(tallies)) / self.weight)
    }

    #[inline]
    fn weighed(&self, tallies: &Tallies) -> u64 {
        tallies.executions * self.weight + tallies.surcharge * RUNS_OF_A_TEXT
    }

    /// The last run cost so much.
    #[inline]
    pub(super) fn charge(&mut self, cost: RunCost, tallies: &mut Tallies) {
        if let Some(first) = self.first_cost.take() {
            // It is all that was charged.
            tallies.surcharge = tallies.surcharge.min(runs_of(cost.held.min(first.held)));
            tallies.cost = first.asked.min(cost.asked);
        }
        if tallies.executions == 1 {
            self.first_cost = Some(cost);
        }
        tallies.surcharge += runs_of(cost.held);
        tallies.cost = tallies.cost.saturating_add(cost.asked);
    }
}

/// What a run cost, in edges.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RunCost {
    /// With bytes that it held of memory and stack: how long an item is tried in vain is counted by it.
    pub held: u64,
    /// With bytes that it asked for in all, and for each block some: what a unit may cost before it is cut is counted by it.
    pub asked: u64,
}

/// Runs that one of such a cost counts as besides itself.
fn runs_of(cost: u64) -> u64 {
    (cost / COST_OF_A_RUN).min(MOST_RUNS_OF_ONE)
}
