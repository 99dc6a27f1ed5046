//! In which order plans are run: what the command line asks for, the engine follows and the report says.

use plans::{Deepening, DepthFirst, Novelty, Random, Strategy};

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
}
