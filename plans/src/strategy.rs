//! Which rounds an item goes through. A strategy sees counts and depths only; time is the caller's business.

/// One pass over all plans of an item up to a depth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Round {
    /// Deepest plans to run.
    pub bound: u32,
    /// Plans below this depth were counted in an earlier round.
    pub counted_from: u32,
    /// Random plans instead of all plans.
    pub draws: Option<Draws>,
    /// Plans made from kept ones, between the round's runs.
    pub mutants: Option<Mutants>,
}

/// Random plans of one round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Draws {
    /// Where the random numbers begin.
    pub seed: u64,
    /// How many plans are drawn.
    pub plans: u64,
    /// Rounds of the item before this one.
    pub turn: u32,
}

/// Plans made from kept ones while a round goes on. Turn by turn every item has the same share: so many runs of its round,
/// then so many mutants; nobody begins a turn before everybody has ended the one before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mutants {
    /// Decides which are made.
    pub seed: u64,
}

impl Mutants {
    /// Runs of the round in one turn of an item, after so many turns in which no item showed anything new: what is new is
    /// built upon soon.
    pub fn runs(self, idle: u32) -> u64 {
        500 << idle.min(6)
    }

    /// Mutants in one turn of an item, likewise.
    pub fn plans(self, idle: u32) -> usize {
        250 << idle.min(3)
    }
}

/// How the last round of an item ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RoundEnd {
    /// Its bound.
    pub bound: u32,
    /// Smallest depth of a plan beyond the bound; none if there is no such plan.
    pub min_cut: Option<u32>,
}

/// What a strategy may know of an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ItemState {
    /// Depth of the item's cheapest finished plan ([`Grammar::root_steps`](crate::Grammar::root_steps)).
    pub root_steps: u32,
    /// Deepest plans wanted, if there is a limit.
    pub depth: Option<u32>,
    /// The last round that was completed.
    pub last: Option<RoundEnd>,
    /// How many rounds were completed.
    pub rounds: u32,
}

impl ItemState {
    /// Why no round follows the last one, if none does.
    pub fn stop_reason(&self) -> Option<StopReason> {
        match (self.last?.min_cut, self.depth) {
            (None, _) => Some(StopReason::Exhausted),
            (Some(cut), Some(depth)) if cut > depth => Some(StopReason::Depth),
            _ => None,
        }
    }
}

/// Why an item needs no further round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum StopReason {
    /// All its plans were run.
    Exhausted,
    /// All plans up to the wanted depth were run, and there are deeper ones.
    Depth,
}

/// Policy over rounds.
pub trait Strategy {
    /// The next round of an item; none if the strategy is through with it.
    fn next(&mut self, item: &ItemState) -> Option<Round>;

    /// The word for it on the command line and in reports.
    fn name(&self) -> &'static str;
}

/// Iterative deepening: the cheapest plans first, then always the next depth at which there is a plan.
#[derive(Clone, Copy, Debug, Default)]
pub struct Deepening;

impl Strategy for Deepening {
    fn next(&mut self, item: &ItemState) -> Option<Round> {
        let limit = item.depth.unwrap_or(u32::MAX);
        match item.last {
            None => Some(Round {
                bound: item.root_steps.min(limit),
                counted_from: 0,
                draws: None,
                mutants: None,
            }),
            Some(last) => {
                let bound = last.min_cut?;
                (bound <= limit).then_some(Round {
                    bound,
                    counted_from: last.bound + 1,
                    draws: None,
                    mutants: None,
                })
            }
        }
    }

    fn name(&self) -> &'static str {
        "deepening"
    }
}

/// One round to the wanted depth.
#[derive(Clone, Copy, Debug, Default)]
pub struct DepthFirst;

impl DepthFirst {
    /// How far beyond an item's cheapest plan a round goes if no depth was given.
    pub const DEFAULT_MARGIN: u32 = 24;
}

impl Strategy for DepthFirst {
    fn next(&mut self, item: &ItemState) -> Option<Round> {
        let bound = item
            .depth
            .unwrap_or(item.root_steps.saturating_add(Self::DEFAULT_MARGIN));
        item.last.is_none().then_some(Round {
            bound,
            counted_from: 0,
            draws: None,
            mutants: None,
        })
    }

    fn name(&self) -> &'static str {
        "dfs"
    }
}

/// Random restart: rounds of random plans, each with numbers of its own and another bound. They are in no order of depth and
/// may repeat themselves, so no depth is ever complete, and what they find is not the smallest; there is always a next round.
#[derive(Clone, Copy, Debug, Default)]
pub struct Random {
    /// Decides all numbers drawn.
    pub seed: u64,
}

impl Random {
    /// Plans in one round.
    pub const PLANS: u64 = 1_000;
    /// How far beyond the cheapest plan the first round goes, in steps; it doubles three times and begins anew.
    pub const MARGIN: u32 = 4;
}

impl Strategy for Random {
    fn next(&mut self, item: &ItemState) -> Option<Round> {
        let limit = item.depth.unwrap_or(u32::MAX);
        let bound = item
            .root_steps
            .saturating_add(Random::MARGIN << (item.rounds % 4));
        (item.root_steps <= limit).then_some(Round {
            bound: bound.min(limit),
            counted_from: 0,
            draws: Some(Draws {
                seed: self
                    .seed
                    .wrapping_mul(0x9e37_79b9)
                    .wrapping_add(u64::from(item.rounds)),
                plans: Random::PLANS,
                turn: item.rounds,
            }),
            mutants: None,
        })
    }

    fn name(&self) -> &'static str {
        "random"
    }
}

/// Iterative deepening with mutants between its runs: kept plans are changed and extended, so that what takes many steps is
/// reached before all plans of as many steps were run. Depth and ends are those of deepening.
#[derive(Clone, Copy, Debug, Default)]
pub struct Novelty {
    /// Decides which mutants are made.
    pub seed: u64,
}

impl Strategy for Novelty {
    fn next(&mut self, item: &ItemState) -> Option<Round> {
        let seed = self
            .seed
            .wrapping_mul(0x9e37_79b9)
            .wrapping_add(u64::from(item.rounds));
        Deepening.next(item).map(|round| Round {
            mutants: Some(Mutants { seed }),
            ..round
        })
    }

    fn name(&self) -> &'static str {
        "novelty"
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn item(depth: Option<u32>, last: Option<(u32, Option<u32>)>) -> ItemState {
        ItemState {
            root_steps: 4,
            depth,
            last: last.map(|(bound, min_cut)| RoundEnd { bound, min_cut }),
            rounds: u32::from(last.is_some()),
        }
    }

    #[test]
    fn deepening_goes_from_cut_to_cut_until_the_depth() {
        let next = |depth, last| Deepening.next(&item(depth, last));
        assert_eq!(
            next(Some(9), None),
            Some(Round {
                bound: 4,
                counted_from: 0,
                draws: None,
                mutants: None,
            })
        );
        assert_eq!(
            next(Some(3), None),
            Some(Round {
                bound: 3,
                counted_from: 0,
                draws: None,
                mutants: None,
            })
        );
        assert_eq!(
            next(Some(9), Some((4, Some(7)))),
            Some(Round {
                bound: 7,
                counted_from: 5,
                draws: None,
                mutants: None,
            })
        );
        assert_eq!(next(Some(9), Some((7, Some(10)))), None);
        assert_eq!(
            next(None, Some((7, Some(10)))),
            Some(Round {
                bound: 10,
                counted_from: 8,
                draws: None,
                mutants: None,
            })
        );
        assert_eq!(next(None, Some((7, None))), None);
    }

    #[test]
    fn depth_first_is_one_round() {
        assert_eq!(
            DepthFirst.next(&item(Some(9), None)),
            Some(Round {
                bound: 9,
                counted_from: 0,
                draws: None,
                mutants: None,
            })
        );
        assert_eq!(
            DepthFirst.next(&item(None, None)),
            Some(Round {
                bound: 28,
                counted_from: 0,
                draws: None,
                mutants: None,
            })
        );
        assert_eq!(DepthFirst.next(&item(Some(9), Some((9, Some(10))))), None);
    }

    #[test]
    fn stop_reasons_tell_exhaustion_from_the_depth_limit() {
        assert_eq!(item(Some(9), None).stop_reason(), None);
        assert_eq!(
            item(Some(9), Some((9, None))).stop_reason(),
            Some(StopReason::Exhausted)
        );
        assert_eq!(
            item(Some(9), Some((9, Some(10)))).stop_reason(),
            Some(StopReason::Depth)
        );
        assert_eq!(item(None, Some((9, Some(10)))).stop_reason(), None);
    }

    #[test]
    fn random_rounds_never_end_and_differ_in_their_numbers() {
        let mut random = Random { seed: 7 };
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
}
