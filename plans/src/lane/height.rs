//! Another search of an item most of whose inputs come to nothing: by height instead of depth. What a precondition lets
//! through is often wide and shallow, such as balanced trees, and has many steps; bounded by the longest way down it comes
//! early, and what the precondition does not look at is never enumerated (Lazy SmallCheck counts in this way).
//!
//! It takes turns with the search by depth, of as many runs as each of its rounds. What it runs says nothing about the depth
//! completed.

use super::course::{Course, InstanceEnd, Rounds, State};
use super::instance::Instance;
use super::kept::KeptRuns;
use super::news::UnitNews;
use crate::grammar::Grammar;
use crate::learned::Learning;
use crate::policy::{Policy, Strategy};
use crate::request::{Bound, RoundWork, Start, UnitRequest, Watch, Work};
use crate::tuning::RUNS_BEFORE_HEIGHT;
use crate::unit::{Tallies, UnitStop};

/// The search by height of one instance of an item.
#[derive(Debug)]
pub(super) struct Height {
    /// Index of the instance.
    pub(super) of: usize,
    pub(super) course: Course,
    pub(super) executions: u64,
    pub(super) kept: KeptRuns,
    /// Runs that are left of its turn.
    runs: u64,
    /// Units that came to no further plan.
    pub(super) stalled: u64,
}

impl Height {
    /// The search of the first instance without placeholder types; it is not begun.
    pub(super) fn of(grammar: &Grammar, instances: &[Instance]) -> Option<Height> {
        let of = instances
            .iter()
            .position(|instance| !instance.rooted.has_type_placeholder)?;
        let least = grammar.root_steps(instances[of].rooted.root).map(|_| 1);
        Some(Height {
            of,
            course: Course::new(Rounds::new(Strategy::Deepening, None, least)),
            executions: 0,
            kept: KeptRuns::default(),
            runs: 0,
            stalled: 0,
        })
    }

    /// Whether it is its turn.
    pub(super) fn has_turn(&self) -> bool {
        self.runs > 0 && self.course.is_active()
    }

    /// A round of its instance by depth, of so many runs, is over: it is its turn for as many. Begins and ends the search
    /// where that is due.
    pub(super) fn begin_turn(&mut self, base: &Instance, has_died: bool, runs: u64) {
        let is_over = matches!(base.course.state, State::Ended(_));
        let Tallies {
            executions,
            rejected,
            discarded,
            ..
        } = base.tallies;
        let is_due = executions >= RUNS_BEFORE_HEIGHT && rejected + discarded > executions / 2;
        match self.course.state {
            State::Gated if is_due && !has_died && !is_over => self.course.begin(),
            State::Active { .. } if is_over => self.course.end(InstanceEnd::Exhausted),
            _ => {}
        }
        self.runs = runs;
    }

    /// Its next unit. It may use what the search by depth has learned, and learns nothing itself.
    pub(super) fn next(&self, policy: &Policy, base: &Instance, budget: u64) -> Option<UnitRequest> {
        let work = Work::Round(RoundWork {
            bound: Bound::Height(self.course.bound()?),
            counted_from: 0,
            deepens_to: 0,
            watch: match policy.watches_parts {
                true => Watch::Parts,
                false => Watch::Whole,
            },
            without_redundant: None,
            start: self.course.start()?.clone(),
            end: None,
        });
        Some(UnitRequest {
            budget: budget.min(self.runs),
            valid_budget: policy.wanted_valid,
            learning: Learning {
                known_edges: self.kept.known().clone(),
                ..Learning::all_known(base.learned.known().to_vec())
            },
            ..UnitRequest::of(base.rooted.root, work)
        })
    }

    /// A unit came to no further plan.
    pub(super) fn give_up(&mut self, news: &UnitNews<'_>) {
        self.executions += news.report.tallies.executions;
        self.stalled += 1;
        self.course.end(InstanceEnd::Deaths);
    }

    /// Takes in one of its units. Its runs are in no round by depth, so what they came to is not counted; their faults are
    /// findings like any other.
    pub(super) fn absorb(&mut self, news: &UnitNews<'_>) {
        let unit = &news.report.tallies;
        self.runs = self.runs.saturating_sub(unit.executions.max(1));
        self.executions += unit.executions;
        self.course.round_runs += unit.executions;
        self.kept.take_in(news);
        self.course.note_cut(unit.min_cut);
        if news.death.is_some() {
            // The rounds by depth will come to it, and go on behind it.
            self.course.end(InstanceEnd::Deaths);
            return;
        }
        match &news.report.stop {
            UnitStop::Exhausted { .. } => {
                if let Some((_, next)) = self.course.complete_round() {
                    self.course.enter(next);
                }
            }
            UnitStop::Budget { next, .. } => self.course.go_on(Start::At(next.clone())),
        }
    }
}
