//! What a strategy is: a table of the lanes that it opens, and what closes them. This is the only place that knows one
//! strategy from another.

use crate::lane::rounds::{Draws, ItemState, Mutants, Round};
use crate::tuning::{BARE_RUNS, BARE_RUNS_OF_ALL, DEPTH_FIRST_MARGIN, DRAWN_PLANS, MARGIN_OF_DRAWN};

/// Which strategy to use.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Strategy {
    /// Iterative deepening: the cheapest plans of every item first, then always the next depth at which there is a plan.
    #[default]
    Deepening,
    /// One round to the depth limit (or a large depth), in depth-first order.
    DepthFirst,
    /// Rounds of random plans, each with numbers of its own and another bound. They are in no order of depth and may repeat
    /// themselves, so no depth is ever complete, and what they find is not the smallest; there is always a next round.
    Random {
        /// Decides them all.
        seed: u64,
    },
    /// Deepening with plans made from kept ones in between, so that what takes many steps is reached before all plans of as
    /// many steps were run.
    Novelty {
        /// Decides which are made.
        seed: u64,
    },
}

/// One line of the table.
struct Lanes {
    /// The word of the command line and of reports.
    name: &'static str,
    /// Which rounds an instance goes through.
    rounds: RoundOrder,
    /// The first runs of an instance watch nothing.
    bare: Gate,
    /// What costs much counts as more steps.
    costs: Gate,
    /// Arguments that streams of values have found redundant are left out.
    values: Gate,
    /// Rounds by height take turns with those by depth.
    height: Gate,
    /// Plans made from kept ones take turns with the rounds.
    mutants: Gate,
    /// Kept plans with other texts in them take turns with the rounds.
    texts: Gate,
    /// Random plans show whether an item can be called of which no call has returned.
    samples: Gate,
    /// An item that has shown nothing new for long is left.
    quiet: Gate,
    /// The smallest plan that shows something comes first.
    is_in_order: bool,
}

/// When a lane is open.
enum Gate {
    Closed,
    Open,
    /// Only without a limit of depth: with one it is the whole that matters, and not what comes first.
    Unlimited,
}

/// Which rounds follow each other.
enum RoundOrder {
    /// From each depth at which there is a plan to the next.
    FromCutToCut,
    /// A single one.
    Once,
    /// Drawn ones without end.
    Drawn,
}

const DEEPENING: Lanes = Lanes {
    name: "deepening",
    rounds: RoundOrder::FromCutToCut,
    bare: Gate::Unlimited,
    costs: Gate::Unlimited,
    values: Gate::Open,
    height: Gate::Unlimited,
    mutants: Gate::Closed,
    texts: Gate::Unlimited,
    samples: Gate::Open,
    quiet: Gate::Unlimited,
    is_in_order: true,
};

const DEPTH_FIRST: Lanes = Lanes {
    name: "dfs",
    rounds: RoundOrder::Once,
    bare: Gate::Closed,
    costs: Gate::Closed,
    values: Gate::Closed,
    height: Gate::Closed,
    texts: Gate::Closed,
    quiet: Gate::Closed,
    ..DEEPENING
};

const RANDOM: Lanes = Lanes {
    name: "random",
    rounds: RoundOrder::Drawn,
    is_in_order: false,
    ..DEPTH_FIRST
};

const NOVELTY: Lanes = Lanes {
    name: "novelty",
    rounds: RoundOrder::FromCutToCut,
    mutants: Gate::Open,
    is_in_order: false,
    ..DEPTH_FIRST
};

impl Strategy {
    fn lanes(self) -> &'static Lanes {
        match self {
            Strategy::Deepening => &DEEPENING,
            Strategy::DepthFirst => &DEPTH_FIRST,
            Strategy::Random { .. } => &RANDOM,
            Strategy::Novelty { .. } => &NOVELTY,
        }
    }

    /// The word of the command line and of reports.
    pub fn name(self) -> &'static str {
        self.lanes().name
    }

    /// Whether plans come in an order in which the smallest that shows something need not be the first.
    pub fn finds_large_plans(self) -> bool {
        !self.lanes().is_in_order
    }

    /// Numbers of a round, where the strategy draws some.
    fn seed_of(self, rounds: u32) -> u64 {
        match self {
            Strategy::Deepening | Strategy::DepthFirst => 0,
            Strategy::Random { seed } | Strategy::Novelty { seed } => {
                seed.wrapping_mul(0x9e37_79b9).wrapping_add(u64::from(rounds))
            }
        }
    }

    /// The next round of an instance; none if the strategy is through with it.
    pub(crate) fn next(self, item: &ItemState) -> Option<Round> {
        let limit = item.depth.unwrap_or(u32::MAX);
        let lanes = self.lanes();
        let seed = self.seed_of(item.rounds);
        let round = |bound, counted_from| Round {
            bound,
            counted_from,
            draws: None,
            mutants: matches!(lanes.mutants, Gate::Open).then_some(Mutants { seed }),
        };
        match (&lanes.rounds, item.last) {
            (RoundOrder::FromCutToCut, None) => Some(round(item.root_steps.min(limit), 0)),
            (RoundOrder::FromCutToCut, Some(last)) => {
                let bound = last.min_cut.filter(|bound| *bound <= limit)?;
                Some(round(bound, last.bound + 1))
            }
            (RoundOrder::Once, last) => {
                let bound = item
                    .depth
                    .unwrap_or(item.root_steps.saturating_add(DEPTH_FIRST_MARGIN));
                last.is_none().then(|| round(bound, 0))
            }
            (RoundOrder::Drawn, _) => {
                let bound = item
                    .root_steps
                    .saturating_add(MARGIN_OF_DRAWN << (item.rounds % 4));
                let draws = Draws {
                    seed,
                    plans: DRAWN_PLANS,
                    turn: item.rounds,
                };
                (item.root_steps <= limit).then(|| Round {
                    draws: Some(draws),
                    ..round(bound.min(limit), 0)
                })
            }
        }
    }
}

/// What is asked of a search besides its strategy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Terms {
    /// Deepest plans; none: without limit.
    pub depth: Option<u32>,
    /// Runs that return or fail after which an instance is over. Only what its rounds run is asked for then.
    pub valid: Option<u64>,
    /// Parts of values are watched each by themselves.
    pub watches_parts: bool,
    /// Arguments that are redundant may be left out.
    pub leaves_out_redundant: bool,
    /// Nothing is varied for a measurement.
    pub is_usual: bool,
    /// What has shown nothing new for long is left.
    pub ends_when_quiet: bool,
}

impl Terms {
    /// What is asked for where nobody asks for anything but a depth.
    pub fn usual(depth: Option<u32>) -> Terms {
        Terms {
            depth,
            valid: None,
            watches_parts: true,
            leaves_out_redundant: true,
            is_usual: true,
            ends_when_quiet: false,
        }
    }
}

/// What the searches of all items of a run go by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Policy {
    /// Decides the rounds.
    pub strategy: Strategy,
    /// Deepest plans.
    pub depth: Option<u32>,
    /// Runs that return or fail after which an instance is over.
    pub wanted_valid: u64,
    /// Parts of values are watched each by themselves.
    pub watches_parts: bool,
    /// First runs of each instance in which nothing is watched; 0 where nothing begins bare.
    pub bare_runs: u64,
    /// What costs much counts as more steps.
    pub has_costs: bool,
    /// Redundant arguments are left out.
    pub has_values: bool,
    /// There are rounds by height.
    pub has_height: bool,
    /// There are turns of plans made from kept ones.
    pub has_mutants: bool,
    /// There are turns of texts.
    pub has_texts: bool,
    /// Samples are drawn.
    pub has_samples: bool,
    /// An item that has shown nothing new for long is over.
    pub ends_when_quiet: bool,
}

impl Policy {
    /// What a strategy comes to on these terms, if so many instances are explored in all.
    pub fn new(strategy: Strategy, terms: Terms, instances: u64) -> Policy {
        let lanes = strategy.lanes();
        let is_open = |gate: &Gate| match gate {
            Gate::Closed => false,
            Gate::Open => true,
            Gate::Unlimited => terms.depth.is_none(),
        };
        let is_all = terms.valid.is_none();
        Policy {
            strategy,
            depth: terms.depth,
            wanted_valid: terms.valid.unwrap_or(u64::MAX),
            watches_parts: terms.watches_parts,
            bare_runs: match is_open(&lanes.bare) && terms.is_usual {
                true => Policy::bare_runs_of(instances),
                false => 0,
            },
            has_costs: is_open(&lanes.costs) && terms.is_usual,
            has_values: is_open(&lanes.values) && terms.leaves_out_redundant,
            has_height: is_open(&lanes.height),
            has_mutants: is_open(&lanes.mutants) && is_all,
            has_texts: is_open(&lanes.texts) && is_all && terms.is_usual,
            has_samples: is_open(&lanes.samples) && is_all,
            // Whoever asks for a depth or a number of runs asks for all of it, and what comes in no order may come late.
            ends_when_quiet: terms.ends_when_quiet && is_open(&lanes.quiet) && is_all,
        }
    }

    /// First runs of each of so many instances in which nothing is watched, where they begin bare.
    pub fn bare_runs_of(instances: u64) -> u64 {
        BARE_RUNS.min(BARE_RUNS_OF_ALL / instances.max(1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lane::rounds::RoundEnd;

    fn item(depth: Option<u32>, last: Option<(u32, Option<u32>)>) -> ItemState {
        ItemState {
            root_steps: 4,
            depth,
            last: last.map(|(bound, min_cut)| RoundEnd { bound, min_cut }),
            rounds: u32::from(last.is_some()),
        }
    }

    fn round(bound: u32, counted_from: u32) -> Option<Round> {
        Some(Round {
            bound,
            counted_from,
            draws: None,
            mutants: None,
        })
    }

    #[test]
    fn deepening_goes_from_cut_to_cut_until_the_depth() {
        let next = |depth, last| Strategy::Deepening.next(&item(depth, last));
        assert_eq!(next(Some(9), None), round(4, 0));
        assert_eq!(next(Some(3), None), round(3, 0));
        assert_eq!(next(Some(9), Some((4, Some(7)))), round(7, 5));
        assert_eq!(next(Some(9), Some((7, Some(10)))), None);
        assert_eq!(next(None, Some((7, Some(10)))), round(10, 8));
        assert_eq!(next(None, Some((7, None))), None);
    }

    #[test]
    fn depth_first_is_one_round() {
        let next = |depth, last| Strategy::DepthFirst.next(&item(depth, last));
        assert_eq!(next(Some(9), None), round(9, 0));
        assert_eq!(next(None, None), round(28, 0));
        assert_eq!(next(Some(9), Some((9, Some(10)))), None);
    }

    #[test]
    fn random_rounds_never_end_and_differ_in_their_numbers() {
        let random = Strategy::Random { seed: 7 };
        let mut state = item(Some(9), None);
        let mut seeds = Vec::new();
        for turn in 0..8 {
            state.rounds = turn;
            let round = random.next(&state).expect("there is always another one");
            let draws = round.draws.expect("random plans");
            assert_eq!(draws.turn, turn);
            assert!(round.bound <= 9, "no plan is deeper than was asked for");
            assert!(!seeds.contains(&draws.seed));
            seeds.push(draws.seed);
        }
        assert_eq!(
            random.next(&item(Some(3), None)),
            None,
            "the cheapest plan is deeper"
        );
    }

    #[test]
    fn limits_and_experiments_close_lanes() {
        let usual = |depth| Policy::new(Strategy::Deepening, Terms::usual(depth), 10);
        let open = usual(None);
        assert!(open.bare_runs == 200 && open.has_height && open.has_values && open.has_samples);
        assert!(!open.has_mutants);
        let limited = usual(Some(9));
        assert!(limited.bare_runs == 0 && !limited.has_height && limited.has_values && limited.has_samples);
        let terms = Terms {
            valid: Some(5),
            leaves_out_redundant: false,
            is_usual: false,
            ..Terms::usual(None)
        };
        let varied = Policy::new(Strategy::Deepening, terms, 10);
        assert!(varied.bare_runs == 0 && varied.has_height && !varied.has_values && !varied.has_samples);
        let novelty = Policy::new(Strategy::Novelty { seed: 1 }, Terms::usual(None), 10);
        assert!(novelty.has_mutants && !novelty.has_values && !novelty.has_height && novelty.bare_runs == 0);
        assert!(!Policy::new(Strategy::Novelty { seed: 1 }, terms, 10).has_mutants);
        assert_eq!(
            Policy::bare_runs_of(1_000),
            50,
            "a large crate's items wait for each other"
        );
    }
}
