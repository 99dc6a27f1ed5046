//! How far a search of one instance has come in its rounds.

use super::rounds::{ItemState, Round, RoundEnd};
use crate::cursor::Cursor;
use crate::policy::Strategy;
use crate::request::Start;

/// Why an instance is explored no further.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InstanceEnd {
    /// An argument cannot be built.
    Unfeedable,
    /// No plan is left at any depth.
    Exhausted,
    /// Every plan up to the depth limit was run.
    Depth,
    /// Its item died too often.
    Deaths,
    /// As many of its runs returned or failed as were wanted.
    Valid,
}

/// Where one instance is in its sequence of rounds.
#[derive(Clone, Debug)]
pub struct Rounds {
    strategy: Strategy,
    /// None if the instance cannot be fed.
    state: Option<ItemState>,
}

impl Rounds {
    /// `root_steps` is the depth of the cheapest plan, none if there is no plan.
    pub fn new(strategy: Strategy, depth: Option<u32>, root_steps: Option<u32>) -> Rounds {
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
    pub fn first(&mut self) -> Result<Round, InstanceEnd> {
        self.next()
    }

    /// The round after one that ended like this.
    pub fn after(&mut self, end: RoundEnd) -> Result<Round, InstanceEnd> {
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
        self.strategy.next(state).ok_or(match state.is_exhausted() {
            true => InstanceEnd::Exhausted,
            // Depth-first without a limit ends at the depth it chose itself.
            false => InstanceEnd::Depth,
        })
    }
}

/// What a search of an instance is doing.
#[derive(Clone, Debug)]
pub(super) enum State {
    /// Nothing yet.
    Gated,
    /// In this round, from here; the smallest depth beyond the bound that its units have met.
    Active {
        round: Round,
        start: Start,
        min_cut: Option<u32>,
    },
    Ended(InstanceEnd),
}

/// One search of an instance on its way through its rounds.
#[derive(Clone, Debug)]
pub(super) struct Course {
    pub(super) rounds: Rounds,
    pub(super) state: State,
    /// Bound of the last round that was completed.
    pub(super) completed: Option<u32>,
    /// Runs of the current round.
    pub(super) round_runs: u64,
}

impl Course {
    /// Before its first round.
    pub(super) fn new(rounds: Rounds) -> Course {
        Course {
            rounds,
            state: State::Gated,
            completed: None,
            round_runs: 0,
        }
    }

    pub(super) fn begin(&mut self) {
        let next = self.rounds.first();
        self.enter(next);
    }

    pub(super) fn enter(&mut self, next: Result<Round, InstanceEnd>) {
        self.round_runs = 0;
        self.state = match next {
            Ok(round) => State::Active {
                round,
                start: Start::Fresh,
                min_cut: None,
            },
            Err(end) => State::Ended(end),
        };
    }

    pub(super) fn is_active(&self) -> bool {
        matches!(self.state, State::Active { .. })
    }

    /// The current round.
    pub(super) fn round(&self) -> Option<&Round> {
        match &self.state {
            State::Active { round, .. } => Some(round),
            State::Gated | State::Ended(_) => None,
        }
    }

    /// Bound of the current round.
    pub(super) fn bound(&self) -> Option<u32> {
        Some(self.round()?.bound)
    }

    /// Where the current round goes on.
    pub(super) fn start(&self) -> Option<&Start> {
        match &self.state {
            State::Active { start, .. } => Some(start),
            State::Gated | State::Ended(_) => None,
        }
    }

    /// The current round goes on from here.
    pub(super) fn go_on(&mut self, from: Start) {
        if let State::Active { start, .. } = &mut self.state {
            *start = from;
        }
    }

    /// The place where the current round goes on, unless that is its beginning.
    pub(super) fn place(&self) -> Option<&Cursor> {
        match self.start()? {
            Start::At(at) => Some(at),
            Start::After(fatal) => Some(&fatal.at),
            Start::Fresh => None,
        }
    }

    pub(super) fn end(&mut self, end: InstanceEnd) {
        self.state = State::Ended(end);
    }

    pub(super) fn has_died(&self) -> bool {
        matches!(self.state, State::Ended(InstanceEnd::Deaths))
    }

    pub(super) fn note_cut(&mut self, cut: Option<u32>) {
        if let State::Active { min_cut, .. } = &mut self.state {
            *min_cut = min_cut.iter().copied().chain(cut).min();
        }
    }

    /// The current round is over. Returns it and what comes after it, which is to be entered.
    pub(super) fn complete_round(&mut self) -> Option<(Round, Result<Round, InstanceEnd>)> {
        let State::Active { round, min_cut, .. } = self.state else {
            return None;
        };
        if round.draws.is_none() {
            self.completed = Some(round.bound);
        }
        let next = self.rounds.after(RoundEnd {
            bound: round.bound,
            min_cut,
        });
        Some((round, next))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends_tell_exhaustion_from_the_depth_limit() {
        let end = |depth, min_cut| {
            let mut rounds = Rounds::new(Strategy::DepthFirst, depth, Some(4));
            rounds.first().expect("it can be fed");
            rounds.after(RoundEnd { bound: 9, min_cut })
        };
        assert_eq!(end(Some(9), None), Err(InstanceEnd::Exhausted));
        assert_eq!(end(Some(9), Some(10)), Err(InstanceEnd::Depth));
        assert_eq!(end(None, Some(10)), Err(InstanceEnd::Depth));
        let fed = Rounds::new(Strategy::Deepening, None, None).first();
        assert_eq!(fed, Err(InstanceEnd::Unfeedable));
    }
}
