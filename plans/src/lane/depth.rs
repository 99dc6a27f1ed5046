//! The rounds of an item's instances: by depth, or of drawn plans where the strategy draws them.

use super::ahead::Ahead;
use super::course::{InstanceEnd, State};
use super::drawn::drawn_round;
use super::instance::Instance;
use super::name::{Draw, LaneKind, UnitName};
use super::news::{DeathKind, UnitNews};
use crate::cursor::Cursor;
use crate::policy::Policy;
use crate::request::{Bound, RoundWork, Start, UnitRequest, Watch, Work};
use crate::tuning::MOST_EMPTY_ROUNDS;
use crate::unit::UnitStop;

/// The rounds of one item.
#[derive(Debug)]
pub(super) struct Depth<R> {
    /// Units taken in since the current round began; decides priority, never results.
    pub(super) slices: u32,
    /// It has had a turn: a unit has run something, or would not have ended.
    pub(super) has_run: bool,
    /// Rounds of the item that had no plan.
    empty_rounds: u32,
    /// A unit that watched nothing has died, and its plans have not been run again: nothing is known of what they came to.
    pub(super) is_owed: bool,
    pub(super) ahead: Ahead<R>,
}

/// What a unit of a round leads to.
pub(super) enum Step {
    /// Its item goes on with the next unit.
    GoesOn,
    /// The item may have died too often.
    Died(DeathKind),
    /// All plans of the round were run, of which there were so many.
    Completed(u64),
}

impl<R> Depth<R> {
    pub(super) fn new() -> Depth<R> {
        Depth {
            slices: 0,
            has_run: false,
            empty_rounds: 0,
            is_owed: false,
            ahead: Ahead::default(),
        }
    }

    /// The instance to go on with: one that has not had its first runs, then the active one of which the fewest plans were
    /// run in rounds before, so that one of which there are many plans of a depth does not use up the time of another; among
    /// equals the one whose round goes least beyond its own cheapest plan. It stays the same until its round ends.
    pub(super) fn current(instances: &[Instance]) -> Option<usize> {
        let rank = |(index, instance): (usize, &Instance)| {
            let is_known = instance.has_begun() && !instance.is_bare();
            Some((is_known, instance.runs_before, instance.margin()?, index))
        };
        let active = instances.iter().enumerate();
        active.filter_map(rank).min().map(|(.., index)| index)
    }

    /// The next unit of an instance's round.
    pub(super) fn next(
        &self,
        policy: &Policy,
        instance: &Instance,
        budget: u64,
    ) -> Option<(LaneKind, UnitRequest)> {
        let round = instance.course.round()?;
        let request = |work, budget| UnitRequest {
            budget,
            valid_budget: policy.wanted_valid.saturating_sub(instance.tallies.valid()),
            known_fatal: instance.fatals.clone(),
            learning: instance.learning(),
            ..UnitRequest::of(instance.rooted.root, work)
        };
        if let Some(draws) = round.draws {
            let (work, left) = drawn_round(round.bound, draws, instance.course.round_runs);
            return Some((LaneKind::Drawn(Draw::Round), request(work, budget.min(left))));
        }
        let is_bare = instance.is_bare();
        let work = Work::Round(RoundWork {
            bound: Bound::Depth(round.bound),
            counted_from: round.counted_from,
            deepens_to: match is_bare {
                true => policy.depth.unwrap_or(u32::MAX).min(instance.deepest_bare()),
                false => 0,
            },
            watch: match (is_bare, instance.watches_parts) {
                (true, _) => Watch::Nothing,
                (false, true) => Watch::Parts,
                (false, false) => Watch::Whole,
            },
            without_redundant: instance.stage().filter(|_| policy.has_values && !is_bare),
            start: instance.course.start()?.clone(),
            end: self.ahead.end_of_own_unit(),
        });
        let budget = match is_bare {
            true => budget.min(instance.bare.runs),
            false => budget,
        };
        let lane = LaneKind::Depth { is_bare, ahead: None };
        Some((lane, request(work, budget)))
    }

    /// Takes in a unit of a round.
    pub(super) fn absorb(
        &mut self,
        policy: &Policy,
        instances: &mut [Instance],
        name: UnitName,
        news: &UnitNews<'_>,
    ) -> Step {
        // A round may have no plan: it is still the item's first turn, unless there are many of them.
        let is_empty = news.report.tallies.executions == 0 && news.death.is_none();
        self.empty_rounds += u32::from(is_empty);
        let has_ended = matches!(news.report.stop, UnitStop::Exhausted { .. });
        self.has_run |= !is_empty || !has_ended || self.empty_rounds > MOST_EMPTY_ROUNDS;
        self.slices += 1;
        let instance = &mut instances[name.instance];
        self.is_owed = name.is_in_vain(news.death.is_some());
        if self.is_owed {
            instance.end_bare_in_vain(news);
            return Step::GoesOn;
        }
        let was_bare = matches!(name.lane, LaneKind::Depth { is_bare: true, .. });
        if let Some(kind) = instance.take_in(was_bare, news) {
            return Step::Died(kind);
        }
        let runs = instance.course.round_runs;
        let mut step = Step::GoesOn;
        match &news.report.stop {
            _ if instance.tallies.valid() >= policy.wanted_valid => instance.course.end(InstanceEnd::Valid),
            // Random plans never come to an end of their own.
            UnitStop::Budget { .. } if instance.has_drawn_its_round(news.report.tallies.executions) => {
                instance.finish_round();
            }
            UnitStop::Budget { next, .. } => {
                instance.course.go_on(Start::At(next.clone()));
                if !was_bare {
                    return step;
                }
                instance.end_bare_unit();
            }
            UnitStop::Exhausted { .. } => {
                instance.finish_round();
                if was_bare {
                    instance.end_bare_unit();
                }
                step = Step::Completed(runs);
            }
        }
        self.slices = 0;
        open_gate_if_due(instances);
        self.has_run |= !instances.iter().any(|instance| instance.course.is_active());
        step
    }

    /// Where the round of an instance stands.
    pub(super) fn place(index: usize, instance: &Instance) -> Option<(usize, Option<Cursor>)> {
        instance.course.round()?;
        Some((index, instance.course.place().cloned()))
    }
}

/// Lets the concrete instances in once a placeholder instance had its type looked at, or can show nothing. Decided
/// only between rounds, so that it does not depend on how rounds are sliced.
pub(super) fn open_gate_if_due(instances: &mut [Instance]) {
    let placeholders = || {
        instances
            .iter()
            .filter(|instance| instance.rooted.has_type_placeholder)
    };
    let is_due = placeholders().next().is_none()
        || placeholders().any(Instance::type_matters)
        || placeholders().all(Instance::shows_nothing);
    if is_due {
        for instance in instances {
            if matches!(instance.course.state, State::Gated) {
                instance.course.begin();
            }
        }
    }
}
