//! One instance of an item on its way through its rounds.

use super::kept::KeptRuns;
use super::learning::LearnedValues;
use super::rounds::Rounds;
use super::turns::Breed;
use crate::executor::UnitResult;
use plans::{FatalPlan, Grammar, Learning, OpId, Round, RoundEnd, Start, Tallies, UnitReport, Worth};

/// Runs of a round up to which it is repeated with what it learned; after a longer one, the next round makes up for it.
const RUNS_REPEATED: u64 = 20_000;

/// Runs of a round that tell what watching parts is worth.
const RUNS_TO_JUDGE: u64 = 500;

/// First runs of an instance, in which nothing is watched: as long as there are few plans, running them all takes less time
/// than finding out which need not be run.
const BARE_RUNS: u64 = 200;
/// Such runs of all instances together: items of a large crate wait for each other.
const BARE_RUNS_OF_ALL: u64 = 50_000;

/// Runs of the rounds before from which on redundant arguments are left out where what comes first matters: finding them
/// takes runs, too.
const RUNS_TO_ECONOMIZE: u64 = 500;

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

#[derive(Debug)]
pub(super) enum State {
    /// Not before a placeholder instance shows that type arguments matter.
    Gated,
    /// In this round, from here; the smallest depth beyond the bound that its units have met.
    Active {
        round: Round,
        start: Start,
        min_cut: Option<u32>,
    },
    Ended(InstanceEnd),
}

/// What the rounds of an instance are bounded by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Measure {
    /// All steps of a plan.
    Depth,
    /// The steps on the longest way down in an argument: another search of the instance with this index.
    Height { of: usize },
}

/// One instance on its way through its rounds.
#[derive(Debug)]
pub(super) struct InstanceSearch {
    pub(super) root: OpId,
    pub(super) measure: Measure,
    pub(super) label: String,
    pub(super) has_type_placeholder: bool,
    pub(super) rounds: Rounds,
    pub(super) state: State,
    pub(super) completed: Option<u32>,
    pub(super) tallies: Tallies,
    pub(super) fatals: Vec<FatalPlan>,
    pub(super) learned: LearnedValues,
    pub(super) kept: KeptRuns,
    pub(super) breed: Breed,
    /// Runs of the current round.
    pub(super) round_runs: u64,
    /// Runs of all rounds before.
    pub(super) runs_before: u64,
    /// Parts of values are watched by themselves.
    pub(super) watches_parts: bool,
    /// What that was worth in the current round.
    pub(super) worth: Worth,
    /// So many runs are left in which nothing is watched.
    pub(super) bare_runs: u64,
    /// Units that came to no further plan.
    pub(super) stalled: u64,
    /// Counts of these.
    bare_tallies: Tallies,
    /// Runs of the rounds before from which on redundant arguments are left out.
    economizes_from: u64,
}

impl InstanceSearch {
    /// Before its first round.
    pub(super) fn new(
        grammar: &Grammar,
        instance: &harness_gen::Instance,
        measure: Measure,
        rounds: Rounds,
    ) -> InstanceSearch {
        InstanceSearch {
            root: instance.op,
            measure,
            label: instance.label.clone(),
            has_type_placeholder: instance.has_type_placeholder,
            rounds,
            state: State::Gated,
            completed: None,
            tallies: Tallies::default(),
            fatals: Vec::new(),
            learned: LearnedValues::new(grammar),
            kept: KeptRuns::default(),
            breed: Breed::default(),
            round_runs: 0,
            runs_before: 0,
            watches_parts: true,
            worth: Worth::default(),
            bare_runs: 0,
            stalled: 0,
            bare_tallies: Tallies::default(),
            economizes_from: 0,
        }
    }

    /// Watches nothing in its first runs, and leaves out no redundant arguments in its first rounds.
    /// There are so many instances in all.
    pub(super) fn begin_bare(&mut self, instances: u64) {
        self.bare_runs = BARE_RUNS.min(BARE_RUNS_OF_ALL / instances.max(1));
        self.economizes_from = RUNS_TO_ECONOMIZE;
    }

    /// How far the current round goes beyond the cheapest plan; none if there is no current round.
    pub(super) fn margin(&self) -> Option<u32> {
        let least = self.rounds.root_steps().unwrap_or_default();
        Some(self.bound()?.saturating_sub(least))
    }

    /// Up to which stage redundant arguments are left out of the current round; none if that is not worth finding them.
    pub(super) fn stage(&self) -> Option<u32> {
        self.margin().filter(|_| self.runs_before >= self.economizes_from)
    }

    /// Whether its rounds are by depth: only these say how deep the item was explored.
    pub(super) fn is_by_depth(&self) -> bool {
        self.measure == Measure::Depth
    }

    /// Bound of the current round; none if there is none.
    pub(super) fn bound(&self) -> Option<u32> {
        match &self.state {
            State::Active { round, .. } => Some(round.bound),
            State::Gated | State::Ended(_) => None,
        }
    }

    pub(super) fn type_matters(&self) -> bool {
        self.counts().type_demands > 0
    }

    /// Cannot be fed, or no run of a whole round returned.
    pub(super) fn shows_nothing(&self) -> bool {
        match self.state {
            State::Ended(InstanceEnd::Unfeedable) => true,
            State::Ended(_) => self.counts().returned == 0,
            State::Active { .. } | State::Gated => self.completed.is_some() && self.counts().returned == 0,
        }
    }

    pub(super) fn take_in(&mut self, was_bare: bool, result: &UnitResult) {
        let unit = &result.report.tallies;
        match was_bare {
            true => self.bare_tallies.absorb(unit),
            false => self.tallies.absorb(unit),
        }
        self.bare_runs = self.bare_runs.saturating_sub(unit.executions);
        self.round_runs += self.follow_rounds(&result.report);
        self.worth.absorb(&unit.worth);
        self.learned.take_in(unit.expressions, &result.candidates);
        self.kept.take_in(result);
        self.note_cut(unit.min_cut);
    }

    /// Goes on to the round that a unit stands in. Returns how many of its runs are of that round.
    fn follow_rounds(&mut self, report: &UnitReport) -> u64 {
        let runs = report.tallies.executions;
        let bound = self.bound();
        let Some(reached) = report.round.filter(|reached| Some(reached.bound) != bound) else {
            return runs;
        };
        let before = reached.counted_from.saturating_sub(1);
        self.completed = Some(before);
        self.runs_before += self.round_runs + runs.saturating_sub(reached.runs);
        let next = self.rounds.after(RoundEnd {
            bound: before,
            min_cut: Some(reached.bound),
        });
        self.enter(next);
        reached.runs
    }

    /// A run that nobody watched ended the process: the plans of the unit are run again, and watched.
    pub(super) fn end_bare_in_vain(&mut self, result: &UnitResult) {
        self.bare_tallies.executions += result.report.tallies.executions;
        self.begin_to_watch();
    }

    /// After a unit in which nothing was watched. Unless there is no other plan at any depth, what it ran is run again, with
    /// what it learned: a plan of which not all was looked at stands for deeper ones.
    pub(super) fn end_bare_unit(&mut self) {
        match self.state {
            State::Active { .. } if self.bare_runs > 0 => {}
            State::Ended(InstanceEnd::Exhausted) => {}
            _ => self.begin_to_watch(),
        }
    }

    /// A unit came to no further plan: the instance is left where it stands.
    pub(super) fn give_up(&mut self, result: &UnitResult) {
        self.tallies.absorb(&result.report.tallies);
        self.bare_runs = 0;
        self.stalled += 1;
        self.state = State::Ended(InstanceEnd::Deaths);
    }

    fn begin_to_watch(&mut self) {
        self.bare_runs = 0;
        self.learned.end_round();
        let Some(bound) = self.bound().or(self.completed) else {
            return;
        };
        self.enter(Ok(Round {
            bound,
            counted_from: 0,
            draws: None,
            mutants: None,
        }));
    }

    /// Nothing is watched now.
    pub(super) fn is_bare(&self) -> bool {
        self.bare_runs > 0
    }

    /// Counts of its plans. Those that were run without being watched are run again, so they do not add up.
    pub(super) fn counts(&self) -> Tallies {
        let (bare, watched) = (&self.bare_tallies, &self.tallies);
        Tallies {
            executions: bare.executions + watched.executions,
            expressions: bare.expressions.max(watched.expressions),
            returned: bare.returned.max(watched.returned),
            rejected: bare.rejected.max(watched.rejected),
            discarded: bare.discarded.max(watched.discarded),
            type_demands: bare.type_demands.max(watched.type_demands),
            faults: bare.faults.max(watched.faults),
            reached_root: bare.reached_root.max(watched.reached_root),
            ..self.tallies
        }
    }

    /// Takes in a unit of a search by height: its runs are in no round by depth, so what they came to is not counted.
    pub(super) fn take_in_by_height(&mut self, result: &UnitResult) {
        let unit = &result.report.tallies;
        self.tallies.executions += unit.executions;
        self.round_runs += unit.executions;
        self.kept.take_in(result);
        self.note_cut(unit.min_cut);
    }

    fn note_cut(&mut self, cut: Option<u32>) {
        if let State::Active { min_cut, .. } = &mut self.state {
            *min_cut = min_cut.iter().copied().chain(cut).min();
        }
    }

    /// Takes in what became of plans made from kept ones: they are in no round.
    pub(super) fn take_in_mutants(&mut self, result: &UnitResult) {
        self.tallies.absorb(&result.report.tallies);
        self.learned.take_in(0, &result.candidates);
        self.kept.take_in(result);
    }

    /// What plans made from kept ones may use: all that is known. They are all watched.
    pub(super) fn learning_of_mutants(&self) -> Learning {
        Learning {
            watched_plans: u64::MAX,
            known_edges: self.kept.known().clone(),
            ..Learning::all_known(self.learned.known().to_vec())
        }
    }

    /// What its next unit may use, and what it is to find out.
    pub(super) fn learning(&self) -> Learning {
        Learning {
            known_edges: self.kept.known().clone(),
            ..self.learned.request()
        }
    }

    /// Depth up to which nothing is left to run. In its first round an instance is complete below its cheapest plan.
    pub(super) fn complete_below(&self) -> Option<u32> {
        let begun = self.counts().executions > 0;
        let below_cheapest = self
            .rounds
            .root_steps()
            .filter(|_| begun)
            .map(|steps| steps.saturating_sub(1));
        self.completed.or(below_cheapest)
    }

    pub(super) fn begin(&mut self) {
        let next = self.rounds.first();
        self.enter(next);
    }

    /// The current round is one of random plans, and enough of them were run, or none can be drawn.
    pub(super) fn has_drawn_its_round(&self, result: &UnitResult) -> bool {
        let State::Active { round, .. } = self.state else {
            return false;
        };
        let has_run = result.report.tallies.executions > 0;
        round
            .draws
            .is_some_and(|draws| !has_run || self.round_runs >= draws.plans)
    }

    pub(super) fn finish_round(&mut self) {
        let State::Active { round, min_cut, .. } = self.state else {
            return;
        };
        self.runs_before = self.runs_before.saturating_add(self.round_runs);
        let worth = std::mem::take(&mut self.worth);
        if worth.runs >= RUNS_TO_JUDGE && self.is_by_depth() {
            self.watches_parts &= worth.is_given();
        }
        if round.draws.is_none() {
            self.completed = Some(round.bound);
        }
        let next = self.rounds.after(RoundEnd {
            bound: round.bound,
            min_cut,
        });
        let is_small = self.round_runs <= RUNS_REPEATED;
        // What is fresh stays so for a whole round: either this one once more, which then shows what deeper plans are
        // worth learning from, or the next one.
        if self.learned.end_round() && (is_small || next.is_err()) {
            self.enter(Ok(Round {
                bound: round.bound,
                counted_from: round.bound.saturating_add(1),
                draws: None,
                mutants: round.mutants,
            }));
        } else {
            self.enter(next);
        }
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
}
