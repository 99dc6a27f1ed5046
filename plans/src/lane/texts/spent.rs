//! What a unit may cost, and whether its runs are dear: so few of them that took as long as a unit may are not run a hundred times in a
//! row.

use crate::tuning::{COST_OF_A_UNIT, FEW_RUNS};
use crate::unit::Tallies;

/// Runs of a unit, and what they cost, since that was last too much.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spent {
    runs: u64,
    cost: u64,
    /// What they may cost.
    budget: u64,
}

impl Spent {
    /// Nothing, of a unit that is cut where its runs are dear.
    pub(super) fn limited() -> Spent {
        Spent {
            budget: COST_OF_A_UNIT,
            ..Spent::unlimited()
        }
    }

    /// Nothing, of a unit that is run as it is.
    pub(super) fn unlimited() -> Spent {
        Spent {
            runs: 0,
            cost: 0,
            budget: u64::MAX,
        }
    }

    /// What the next runs may cost before it is looked at how many they were.
    pub(super) fn left(&self) -> u64 {
        self.budget.saturating_sub(self.cost)
    }

    /// The unit had these runs. What the last few of all cost, however they were cut, if that is more than a unit may.
    pub(super) fn spend(&mut self, tallies: &Tallies) -> Option<u64> {
        self.runs += tallies.executions;
        self.cost = self.cost.saturating_add(tallies.cost);
        if self.cost <= self.budget {
            return None;
        }
        let (runs, cost) = (std::mem::take(&mut self.runs), std::mem::take(&mut self.cost));
        (runs < FEW_RUNS).then_some(cost)
    }
}
