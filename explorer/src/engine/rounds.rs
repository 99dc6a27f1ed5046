//! The rounds of one instance: a thin layer over the strategies of `plans` that also says why there is no next round.

use super::instance::InstanceEnd;
pub use crate::strategy::StrategyChoice;
use plans::{Deepening, DepthFirst, ItemState, Novelty, Random, Round, RoundEnd, StopReason, Strategy};

impl StrategyChoice {
    fn next(self, item: &ItemState) -> Option<Round> {
        match self {
            StrategyChoice::Deepening => Deepening.next(item),
            StrategyChoice::DepthFirst => DepthFirst.next(item),
            StrategyChoice::Random { seed } => Random { seed }.next(item),
            StrategyChoice::Novelty { seed } => Novelty { seed }.next(item),
        }
    }

    /// Whether plans are made from kept ones.
    pub(super) fn has_turns(self) -> bool {
        matches!(self, StrategyChoice::Novelty { .. })
    }

    /// Whether plans come in an order in which the smallest that shows something need not be the first.
    pub(super) fn finds_large_plans(self) -> bool {
        matches!(
            self,
            StrategyChoice::Novelty { .. } | StrategyChoice::Random { .. }
        )
    }
}

/// Where one instance is in its sequence of rounds.
#[derive(Clone, Debug)]
pub(super) struct Rounds {
    strategy: StrategyChoice,
    /// None if the instance cannot be fed.
    state: Option<ItemState>,
}

impl Rounds {
    /// `root_steps` is the depth of the cheapest plan, none if there is no plan.
    pub(super) fn new(strategy: StrategyChoice, depth: Option<u32>, root_steps: Option<u32>) -> Rounds {
        Rounds {
            strategy,
            state: root_steps.map(|root_steps| ItemState {
                root_steps,
                depth,
                last: None,
                rounds: 0,
            }),
        }
    }

    /// Depth of the cheapest plan; none if there is no plan.
    pub(super) fn root_steps(&self) -> Option<u32> {
        self.state.map(|state| state.root_steps)
    }

    /// The first round.
    pub(super) fn first(&mut self) -> Result<Round, InstanceEnd> {
        self.next()
    }

    /// The round after one that ended like this.
    pub(super) fn after(&mut self, end: RoundEnd) -> Result<Round, InstanceEnd> {
        if let Some(state) = &mut self.state {
            state.last = Some(end);
            state.rounds = state.rounds.saturating_add(1);
        }
        self.next()
    }

    fn next(&mut self) -> Result<Round, InstanceEnd> {
        let Some(state) = &self.state else {
            return Err(InstanceEnd::Unfeedable);
        };
        self.strategy.next(state).ok_or(match state.stop_reason() {
            Some(StopReason::Exhausted) => InstanceEnd::Exhausted,
            // Depth-first without a limit ends at the depth it chose itself.
            Some(StopReason::Depth) | None => InstanceEnd::Depth,
        })
    }
}
