//! What all lanes of one instance share: what was learned, what is known to be fatal, what was kept, and its rounds.

use super::course::{Course, InstanceEnd, Rounds, State};
use super::kept::{Breed, KeptRuns};
use super::learning::LearnedValues;
use super::news::{DeathKind, UnitNews};
use super::rounds::{Round, RoundEnd};
use crate::cursor::FatalPlan;
use crate::grammar::Grammar;
use crate::ids::OpId;
use crate::learned::Learning;
use crate::policy::Policy;
use crate::request::Start;
use crate::tuning::{BARE_MARGIN, RUNS_REPEATED, RUNS_TO_ECONOMIZE, RUNS_TO_JUDGE, WALK_OF_A_RUN};
use crate::unit::{Tallies, UnitReport, Worth};

/// One way to call an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rooted {
    /// The op that calls it.
    pub root: OpId,
    /// A type argument of it is a placeholder.
    pub has_type_placeholder: bool,
    /// It says what the instances with placeholders leave unsaid (a length, say), and does not wait for them.
    pub stands_alone: bool,
}

/// One instance on its way through its rounds.
#[derive(Debug)]
pub struct Instance {
    pub(super) rooted: Rooted,
    pub(super) course: Course,
    pub(super) tallies: Tallies,
    pub(super) fatals: Vec<FatalPlan>,
    pub(super) learned: LearnedValues,
    pub(super) kept: KeptRuns,
    pub(super) breed: Breed,
    /// Runs of all rounds before the current one.
    pub(super) runs_before: u64,
    pub(super) bare: Bare,
    /// Parts of values are watched by themselves.
    pub(super) watches_parts: bool,
    /// What that was worth in the current round.
    worth: Worth,
    /// Units that came to no further plan.
    pub(super) stalled: u64,
}

/// The first runs of an instance, in which nothing is watched: as long as there are few plans, running them all takes less
/// time than finding out which need not be run.
#[derive(Debug, Default)]
pub(super) struct Bare {
    /// So many are left.
    pub(super) runs: u64,
    tallies: Tallies,
    /// Runs of the rounds before from which on redundant arguments are left out: finding them takes runs, too, and where an
    /// instance begins bare it matters what comes first.
    economizes_from: u64,
}

impl Instance {
    /// Before its first round.
    pub(super) fn new(grammar: &Grammar, rooted: Rooted, policy: &Policy) -> Instance {
        let steps = grammar.root_steps(rooted.root);
        // Of what takes nothing there is nothing to watch, and one that blocks need not do so twice.
        let takes_nothing = (grammar.op(rooted.root)).is_some_and(|spec| spec.args.is_empty());
        let bare_runs = if takes_nothing { 0 } else { policy.bare_runs };
        Instance {
            rooted,
            course: Course::new(Rounds::new(policy.strategy, policy.depth, steps)),
            tallies: Tallies::default(),
            fatals: Vec::new(),
            learned: LearnedValues::new(grammar),
            kept: KeptRuns::default(),
            breed: Breed::default(),
            runs_before: 0,
            bare: Bare {
                runs: bare_runs,
                tallies: Tallies::default(),
                economizes_from: match policy.bare_runs {
                    0 => 0,
                    _ => RUNS_TO_ECONOMIZE,
                },
            },
            watches_parts: policy.watches_parts,
            worth: Worth::default(),
            stalled: 0,
        }
    }

    /// How far the current round goes beyond the cheapest plan; none if there is no current round.
    pub(super) fn margin(&self) -> Option<u32> {
        let least = self.course.rounds.root_steps().unwrap_or_default();
        Some(self.course.bound()?.saturating_sub(least))
    }

    /// Up to which stage redundant arguments are left out of the current round; none if that is not worth finding them.
    pub(super) fn stage(&self) -> Option<u32> {
        self.margin()
            .filter(|_| self.runs_before >= self.bare.economizes_from)
    }

    pub(super) fn type_matters(&self) -> bool {
        self.counts().type_demands > 0
    }

    /// Cannot be fed, or no run of a whole round returned.
    pub(super) fn shows_nothing(&self) -> bool {
        match self.course.state {
            State::Ended(InstanceEnd::Unfeedable) => true,
            State::Ended(_) => self.counts().returned == 0,
            State::Active { .. } | State::Gated => {
                self.course.completed.is_some() && self.counts().returned == 0
            }
        }
    }

    /// Takes in a unit of one of its rounds. Returns the kind of a death.
    pub(super) fn take_in(&mut self, was_bare: bool, news: &UnitNews<'_>) -> Option<DeathKind> {
        let unit = &news.report.tallies;
        match was_bare {
            true => self.bare.tallies.absorb(unit),
            false => self.tallies.absorb(unit),
        }
        self.bare.runs = self.bare.runs.saturating_sub(unit.executions);
        self.course.round_runs += self.follow_rounds(news.report);
        self.worth.absorb(&unit.worth);
        self.learned.take_in(unit.expressions, news.candidates);
        self.kept.take_in(news);
        self.course.note_cut(unit.min_cut);
        let death = news.death?;
        // Nobody could read a request that has any other.
        let fatal = death.plan.filter(|fatal| fatal.plan.can_be_sent());
        self.fatals.extend(fatal.cloned());
        self.course.go_on(Start::After(death.fatal.clone()));
        Some(death.kind)
    }

    /// Goes on to the round that a unit stands in. Returns how many of its runs are of that round.
    fn follow_rounds(&mut self, report: &UnitReport) -> u64 {
        let runs = report.tallies.executions;
        let bound = self.course.bound();
        let Some(reached) = report.round.filter(|reached| Some(reached.bound) != bound) else {
            return runs;
        };
        let before = reached.counted_from.saturating_sub(1);
        self.course.completed = Some(before);
        self.runs_before += self.course.round_runs + runs.saturating_sub(reached.runs);
        let next = self.course.rounds.after(RoundEnd {
            bound: before,
            min_cut: Some(reached.bound),
        });
        self.course.enter(next);
        reached.runs
    }

    /// A run that nobody watched ended the process: the plans of the unit are run again, and watched.
    pub(super) fn end_bare_in_vain(&mut self, news: &UnitNews<'_>) {
        self.bare.tallies.executions += news.report.tallies.executions;
        self.begin_to_watch();
    }

    /// After a unit in which nothing was watched. Unless there is no other plan at any depth, what it ran is run again, with
    /// what it learned: a plan of which not all was looked at stands for deeper ones.
    pub(super) fn end_bare_unit(&mut self) {
        match self.course.state {
            State::Active { .. }
                if self.bare.runs > 0 && self.course.bound() <= Some(self.deepest_bare()) => {}
            State::Ended(InstanceEnd::Exhausted) => {}
            _ => self.begin_to_watch(),
        }
    }

    /// Bound of the last round in which nothing is watched: where few plans have a depth, each of them is longer.
    pub(super) fn deepest_bare(&self) -> u32 {
        let least = self.course.rounds.root_steps().unwrap_or_default();
        least.saturating_add(BARE_MARGIN)
    }

    /// A unit came to no further plan: the instance is left where it stands.
    pub(super) fn give_up(&mut self, news: &UnitNews<'_>) {
        self.tallies.absorb(&news.report.tallies);
        self.bare.runs = 0;
        self.stalled += 1;
        self.course.end(InstanceEnd::Deaths);
    }

    fn begin_to_watch(&mut self) {
        self.bare.runs = 0;
        self.learned.end_round();
        let Some(bound) = self.course.bound().or(self.course.completed) else {
            return;
        };
        self.course.enter(Ok(Round {
            bound,
            counted_from: 0,
            draws: None,
            mutants: None,
        }));
    }

    /// A unit of its rounds came back.
    pub(super) fn has_begun(&self) -> bool {
        let is_fresh = matches!(self.course.start(), None | Some(Start::Fresh));
        !is_fresh || self.course.completed.is_some() || self.bare.tallies.executions > 0
    }

    /// Nothing is watched now.
    pub(super) fn is_bare(&self) -> bool {
        self.bare.runs > 0
    }

    /// Counts of its plans. Those that were run without being watched are run again, so they do not add up.
    pub fn counts(&self) -> Tallies {
        let (bare, watched) = (&self.bare.tallies, &self.tallies);
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

    /// Takes in what became of plans made from kept ones: they are in no round.
    pub(super) fn take_in_mutants(&mut self, news: &UnitNews<'_>) {
        self.tallies.absorb(&news.report.tallies);
        self.learned.take_in(0, news.candidates);
        self.kept.take_in(news);
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
            .course
            .rounds
            .root_steps()
            .filter(|_| begun)
            .map(|steps| steps.saturating_sub(1));
        self.course.completed.or(below_cheapest)
    }

    /// The current round is one of random plans, and enough of them were run, or none can be drawn.
    pub(super) fn has_drawn_its_round(&self, runs: u64) -> bool {
        let draws = self.course.round().and_then(|round| round.draws);
        draws.is_some_and(|draws| runs == 0 || self.course.round_runs >= draws.plans)
    }

    pub(super) fn finish_round(&mut self) {
        let runs = self.course.round_runs;
        let Some((round, next)) = self.course.complete_round() else {
            return;
        };
        // Plans are walked to the deeper they are the longer, even if they are few.
        let walked = u64::from(round.bound).pow(2) / WALK_OF_A_RUN;
        self.runs_before = self.runs_before.saturating_add(runs.max(walked));
        let worth = std::mem::take(&mut self.worth);
        if worth.runs >= RUNS_TO_JUDGE {
            self.watches_parts &= worth.is_given();
        }
        // What is fresh stays so for a whole round: either this one once more, which then shows what deeper plans are
        // worth learning from, or the next one.
        let is_repeated = self.learned.end_round() && (runs <= RUNS_REPEATED || next.is_err());
        self.course.enter(match is_repeated {
            true => Ok(Round {
                counted_from: round.bound.saturating_add(1),
                draws: None,
                ..round
            }),
            false => next,
        });
    }
}
