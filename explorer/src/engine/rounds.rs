//! The rounds of one instance: a thin layer over the strategies of `plans` that also says why there is no next round.

use super::instance::InstanceEnd;
use plans::{Deepening, DepthFirst, ItemState, Novelty, Random, Round, RoundEnd, StopReason, Strategy};

/// Which strategy to use.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum StrategyChoice {
    /// Iterative deepening: shallow plans of every item first.
    #[default]
    Deepening,
    /// One round to the depth limit (or a large depth), in depth-first order.
    DepthFirst,
    /// Random plans of every item, in rounds.
    Random {
        /// Decides them all.
        seed: u64,
    },
    /// Deepening with plans made from kept ones in between.
    Novelty {
        /// Decides which are made.
        seed: u64,
    },
}

impl StrategyChoice {
    /// The word of the command line and the report.
    pub fn name(self) -> &'static str {
        match self {
            StrategyChoice::Deepening => Deepening.name(),
            StrategyChoice::DepthFirst => DepthFirst.name(),
            StrategyChoice::Random { seed } => Random { seed }.name(),
            StrategyChoice::Novelty { seed } => Novelty { seed }.name(),
        }
    }

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
