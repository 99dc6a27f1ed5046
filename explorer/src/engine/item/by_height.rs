//! Another search of an item most of whose inputs come to nothing: by height instead of depth. What a precondition lets
//! through is often wide and shallow, such as balanced trees, and has many steps; bounded by the longest way down it comes
//! early, and what the precondition does not look at is never enumerated (Lazy SmallCheck counts in this way).
//!
//! It takes turns with the search by depth, of as many runs as each of its rounds. What it runs says nothing about the depth
//! completed.

use super::{ItemSearch, StrategyChoice};
use crate::engine::instance::{InstanceEnd, InstanceSearch, Measure, State};
use crate::engine::learning::LearnedValues;
use crate::engine::rounds::Rounds;
use crate::executor::UnitResult;
use plans::{Bound, Grammar, Learning, Round, Start, Tallies, UnitStop};

/// Runs by depth before the first run by height.
const RUNS_BEFORE: u64 = 1_000;

/// The search by height of the first instance without placeholder types; it is not begun.
pub(super) fn search_of(grammar: &Grammar, instances: &[harness_gen::Instance]) -> Option<InstanceSearch> {
    let of = instances
        .iter()
        .position(|instance| !instance.has_type_placeholder)?;
    let least = grammar.root_steps(instances[of].op).map(|_| 1);
    let rounds = Rounds::new(StrategyChoice::Deepening, None, least);
    Some(InstanceSearch::new(
        grammar,
        &instances[of],
        Measure::Height { of },
        rounds,
    ))
}

impl ItemSearch {
    /// A round of this instance by depth, of so many runs, is over: it is the turn of the search by height for as many, if it
    /// is one of the same instance. Begins and ends that search where it is due.
    pub(super) fn begin_turn_by_height(&mut self, finished: usize, runs: u64) {
        let Some((index, of)) = self.by_height() else {
            return;
        };
        if of != finished {
            return;
        }
        let base = &self.instances[of];
        let is_over = matches!(base.state, State::Ended(_));
        let Tallies {
            executions,
            rejected,
            discarded,
            ..
        } = base.tallies;
        let is_due = executions >= RUNS_BEFORE && rejected + discarded > executions / 2;
        let has_died = self.timeouts + self.memory_deaths + self.other_deaths > 0;
        match self.instances[index].state {
            State::Gated if is_due && !has_died && !is_over => self.instances[index].begin(),
            State::Active { .. } if is_over => self.end_by_height(InstanceEnd::Exhausted),
            _ => {}
        }
        self.runs_by_height = runs;
    }

    /// The search by height, if it is its turn.
    pub(super) fn turn_by_height(&self) -> Option<usize> {
        let (index, _) = self.by_height().filter(|_| self.runs_by_height > 0)?;
        matches!(self.instances[index].state, State::Active { .. }).then_some(index)
    }

    /// Turns end after so many runs, wherever the search stands.
    pub(super) fn within_turn_by_height(&self, instance: usize, budget: u64) -> u64 {
        match self.instances[instance].measure {
            Measure::Depth => budget,
            Measure::Height { .. } => budget.min(self.runs_by_height),
        }
    }

    /// Takes in the result of a unit of the search by height. Its runs are in no round by depth, so what they came to is not
    /// counted; their faults are findings like any other.
    pub(super) fn absorb_by_height(&mut self, index: usize, result: &UnitResult) {
        let unit = &result.report.tallies;
        self.runs_by_height = self.runs_by_height.saturating_sub(unit.executions.max(1));
        let instance = &mut self.instances[index];
        instance.take_in_by_height(result);
        if result.death.is_some() {
            // The rounds by depth will come to it, and go on behind it.
            self.end_by_height(InstanceEnd::Deaths);
            return;
        }
        match &result.report.stop {
            UnitStop::Exhausted { .. } => instance.finish_round(),
            UnitStop::Budget { next } => {
                if let State::Active { start, .. } = &mut instance.state {
                    *start = Start::At(next.clone());
                }
            }
        }
    }

    fn end_by_height(&mut self, end: InstanceEnd) {
        if let Some((index, _)) = self.by_height() {
            self.instances[index].state = State::Ended(end);
        }
    }

    /// What bounds a round of an instance, and from which depth on plans are new.
    pub(super) fn limits(&self, instance: &InstanceSearch, round: &Round) -> (Bound, u32) {
        match instance.measure {
            Measure::Depth => (Bound::Depth(round.bound), round.counted_from),
            Measure::Height { .. } => (Bound::Height(round.bound), 0),
        }
    }

    /// What a search may use: the one by height has learned what that by depth has, and learns nothing itself.
    pub(super) fn learning(&self, instance: &InstanceSearch) -> Learning {
        match instance.measure {
            Measure::Depth => instance.learning(),
            Measure::Height { .. } => Learning {
                known_edges: instance.kept.known().clone(),
                ..Learning::all_known(self.learned_of(instance).known().to_vec())
            },
        }
    }

    pub(super) fn learned_of<'a>(&'a self, instance: &'a InstanceSearch) -> &'a LearnedValues {
        match instance.measure {
            Measure::Depth => &instance.learned,
            Measure::Height { of } => &self.instances[of].learned,
        }
    }

    fn by_height(&self) -> Option<(usize, usize)> {
        let last = self.instances.len().checked_sub(1)?;
        match self.instances[last].measure {
            Measure::Height { of } => Some((last, of)),
            Measure::Depth => None,
        }
    }
}
