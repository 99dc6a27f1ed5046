//! A work unit: the narrowing loop over one root op as a step machine, driven by whoever runs programs.
//!
//! The unit never runs anything itself. Its driver calls [`UnitLoop::next`], runs the program, and tells
//! [`UnitLoop::observe`] what happened. A unit can be cut anywhere and resumed: the plans come in the same order.

mod rounds;
mod sampling;
mod series;
mod watching;
mod worth;

pub use rounds::RoundReached;
pub use worth::Worth;

use std::collections::BTreeMap;

use crate::edges::WATCHED_FROM_FIRST;
use crate::sample::Sampler;
use crate::search::Manner;
use crate::{Economy, Grammar, Instr, LearnedValue, Learning, OpId, RedundantPlans, Search, Step, Term};
use sampling::{Plans, Sampling, are_told};

/// What one unit is to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnitRequest {
    /// The op to explore.
    pub root: OpId,
    /// Deepest plans to run.
    pub bound: u32,
    /// Plans below this depth were counted in an earlier round.
    pub counted_from: u32,
    /// Where to begin.
    pub start: Start,
    /// Most runs.
    pub budget: u64,
    /// Most new plans that return or fail, for a property those that meet its precondition.
    pub valid_budget: u64,
    /// Plans that are known to end the process: they are not run, their demands are applied.
    pub known_fatal: Vec<Fatal>,
    /// The learned ops it may use. Random plans use none.
    pub learning: Learning,
    /// How it saves runs.
    pub economy: Economy,
    /// When no plan is left it goes on with the next round, and so on, up to this bound.
    pub deepens_to: u32,
}

impl UnitRequest {
    /// Runs one plan, as it is, with the values of its learned ops.
    pub fn one_plan(root: OpId, vector: Vec<Step>, learned: Vec<LearnedValue>) -> UnitRequest {
        UnitRequest {
            root,
            bound: u32::MAX,
            counted_from: 0,
            start: Start::At(vector),
            budget: 1,
            valid_budget: u64::MAX,
            known_fatal: Vec::new(),
            learning: Learning::all_known(learned),
            economy: Economy::default(),
            deepens_to: 0,
        }
    }
}

/// Where a unit begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Start {
    /// At the first plan.
    Fresh,
    /// At this plan, which is run next.
    At(Vec<Step>),
    /// After this plan, which ended the process: its demands are applied, and it is not run again.
    After(Fatal),
    /// Anywhere: random plans instead of all plans in order. They are in no round, so they count as executions and by
    /// what they came to, but not as expressions.
    Sample {
        /// Where the random numbers begin.
        seed: u64,
        /// How many plans of this sequence were run before.
        skip: u64,
        /// The unit also ends with the first run that returns.
        until_returned: bool,
    },
    /// At another place, up to the first plan that begins with these decisions or comes after all that do: a part of a
    /// round. It is left to be resumed there.
    Part {
        /// Where it begins: no sample and no part.
        from: Box<Start>,
        /// Where it ends.
        end: Vec<Step>,
    },
    /// At the first of these plans, which are run as they are, in order: what their runs look at is not enumerated. They
    /// count as random plans do.
    Listed(Vec<Vec<Step>>),
}

/// A plan whose run ended the process, and what it had looked at by then.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Fatal {
    /// The decisions of the plan before the run.
    pub vector: Vec<Step>,
    /// Its demand log.
    pub demands: Vec<u32>,
}

/// What one run came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Everything returned.
    Ok,
    /// A destructor met another variant: the plan builds nothing.
    Reject,
    /// A property's precondition was not met.
    Discarded,
    /// A placeholder type was looked at.
    TypeDemand,
    /// A panic, hang, crash or failed property.
    Fault,
}

/// What the driver saw of one run.
#[derive(Clone, Copy, Debug)]
pub struct Observation<'a> {
    /// What it came to.
    pub outcome: Outcome,
    /// Placeholders looked at, by their number in the program from 0, in order.
    pub demands: &'a [u32],
    /// Whether the root op itself was called.
    pub reached_root: bool,
    /// The instruction of the program at which the run ended, counted from 0, if it did not come to the last one and
    /// would end there whatever came after it.
    pub ended_at: Option<u32>,
}

/// Counts of a unit. All but `executions` and `min_cut` count only plans that are new in this round; random plans are in
/// no round, and all of them count as new, but not as expressions.
///
/// `executions` and `expressions` count a plan when [`UnitLoop::next`] hands it out, so that a run that ends the
/// process is in the counts that were saved before it; its fault is for the driver to add.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tallies {
    /// Runs.
    pub executions: u64,
    /// Distinct plans run.
    pub expressions: u64,
    /// Runs where everything returned.
    pub returned: u64,
    /// Runs where a destructor did not match.
    pub rejected: u64,
    /// Runs where a property's precondition was not met.
    pub discarded: u64,
    /// Runs that looked at a placeholder type.
    pub type_demands: u64,
    /// Runs with a fault.
    pub faults: u64,
    /// Runs that called the root op itself.
    pub reached_root: u64,
    /// Smallest depth of a plan left out because of the bound, seen so far. It is kept here so that it survives the
    /// splitting of a round: the cut of a round is the least of its units' cuts.
    pub min_cut: Option<u32>,
    /// Of the runs in which parts were watched.
    pub worth: Worth,
}

impl Tallies {
    /// Adds the counts of a later unit of the same round.
    pub fn absorb(&mut self, other: &Tallies) {
        self.executions += other.executions;
        self.expressions += other.expressions;
        self.returned += other.returned;
        self.rejected += other.rejected;
        self.discarded += other.discarded;
        self.type_demands += other.type_demands;
        self.faults += other.faults;
        self.reached_root += other.reached_root;
        self.min_cut = self.min_cut.into_iter().chain(other.min_cut).min();
        self.worth.absorb(&other.worth);
    }

    /// Runs that say something about the root op: they returned, or failed.
    pub fn valid(&self) -> u64 {
        self.returned + self.faults
    }

    #[inline]
    fn count(&mut self, observation: &Observation<'_>) {
        *match observation.outcome {
            Outcome::Ok => &mut self.returned,
            Outcome::Reject => &mut self.rejected,
            Outcome::Discarded => &mut self.discarded,
            Outcome::TypeDemand => &mut self.type_demands,
            Outcome::Fault => &mut self.faults,
        } += 1;
        self.reached_root += u64::from(observation.reached_root);
    }
}

/// Why a unit stopped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UnitStop {
    /// No plan is left within the bound.
    Exhausted {
        /// Smallest depth beyond the bound seen by *this unit* (see [`Tallies::min_cut`] for the whole round).
        min_cut: Option<u32>,
    },
    /// Stopped early: this plan is to be run next.
    Budget {
        /// For [`Start::At`].
        next: Vec<Step>,
    },
}

/// What a unit came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnitReport {
    /// Counts.
    pub tallies: Tallies,
    /// Why it stopped.
    pub stop: UnitStop,
    /// The round that it stands in; none if a run ended the process.
    pub round: Option<RoundReached>,
}

/// The state of a unit. Between [`UnitLoop::next`] and [`UnitLoop::observe`] the current plan is the one being run;
/// afterwards it is the one to be run next.
pub struct UnitLoop<'g> {
    search: Search<'g>,
    counted_from: u32,
    deepens_to: u32,
    /// Runs of the rounds before this one.
    runs_before: u64,
    /// By op, if there are any: plans with one of these are new.
    fresh: Vec<bool>,
    /// The current plan has one.
    uses_fresh: bool,
    watched_plans: u64,
    plans_before: u64,
    budget: u64,
    valid_budget: u64,
    known_fatal: BTreeMap<Vec<Step>, Vec<u32>>,
    tallies: Tallies,
    sampling: Option<Sampling<'g>>,
    /// Its plans are those of a round by depth, in order.
    is_in_a_round: bool,
    /// Where it ends, if it is a part.
    end: Vec<Step>,
    has_reached_end: bool,
    /// What is known to be redundant, and at which stage.
    redundant: Option<(&'g RedundantPlans, u32)>,
    tells_values: bool,
    /// So many plans were left out one after another that the unit is to be resumed, for its driver looks at the clock
    /// after runs only.
    has_paused: bool,
}

/// Plans left out one after another before a unit stops to be resumed.
const PAUSE_AFTER: u32 = 1 << 15;

impl<'g> UnitLoop<'g> {
    /// None if the root op cannot be fed or the start does not fit the grammar.
    pub fn new(grammar: &'g Grammar, request: UnitRequest) -> Option<UnitLoop<'g>> {
        static NONE: RedundantPlans = RedundantPlans::none();
        Self::without(grammar, &NONE, request)
    }

    /// As [`UnitLoop::new`], where the redundant plans that [`Economy::redundant_up_to`] speaks of are these.
    pub fn without(
        grammar: &'g Grammar,
        redundant: &'g RedundantPlans,
        request: UnitRequest,
    ) -> Option<UnitLoop<'g>> {
        let UnitRequest {
            root,
            bound,
            counted_from,
            start,
            budget,
            valid_budget,
            known_fatal,
            learning,
            economy,
            deepens_to,
        } = request;
        let known_fatal: BTreeMap<Vec<Step>, Vec<u32>> = known_fatal
            .into_iter()
            .map(|fatal| (fatal.vector, fatal.demands))
            .collect();
        let known = learning.ops();
        let mut sampling = None;
        let (start, end) = match start {
            Start::Part { from, end } => (*from, end),
            whole => (whole, Vec::new()),
        };
        let manner = Manner::from(&economy);
        let resume = |vector: &[Step]| {
            Search::resumed(grammar, root, bound, vector, manner)
                .or_else(|| Search::resume(grammar, root, bound, vector))
        };
        let mut search = match start {
            Start::Sample {
                seed,
                skip,
                until_returned,
            } => {
                let mut sampler = Sampler::new(root, bound, seed);
                let is_fatal = |vector: &[Step]| known_fatal.contains_key(vector);
                for _ in 0..skip {
                    sampler.draw(grammar, &is_fatal)?;
                }
                let first = sampler.draw(grammar, &is_fatal)?;
                sampling = Some(Sampling {
                    grammar,
                    plans: Plans::Drawn(sampler),
                    until_returned,
                    is_over: false,
                });
                first
            }
            Start::Part { .. } => return None,
            Start::Listed(plans) => {
                let plans = plans.into_iter();
                let listed = sampling.insert(Sampling {
                    grammar,
                    plans: Plans::Listed {
                        root,
                        plans,
                        known: known.clone(),
                    },
                    until_returned: false,
                    is_over: false,
                });
                listed.next(&known_fatal)?
            }
            Start::Fresh => Search::begun(grammar, root, bound, known.clone(), manner)?,
            Start::At(vector) => {
                let mut search = resume(&vector)?;
                search.allow_learned(known.clone());
                search.enter_bound();
                search
            }
            Start::After(fatal) => {
                let mut search = resume(&fatal.vector)?;
                search.allow_learned(known.clone());
                search.observe(&fatal.demands);
                search.advance();
                search
            }
        };
        if economy.is_bare {
            search.leave_unwatched();
        }
        if !are_told(grammar, &known, search.program()) {
            return None;
        }
        let mut unit = UnitLoop {
            search,
            counted_from,
            deepens_to,
            runs_before: 0,
            fresh: learning.fresh(grammar),
            uses_fresh: false,
            watched_plans: learning.watched_plans,
            plans_before: learning.plans_before,
            budget,
            valid_budget,
            known_fatal,
            tallies: Tallies::default(),
            is_in_a_round: sampling.is_none() && economy.height.is_none(),
            sampling,
            end,
            has_reached_end: false,
            redundant: (economy.redundant_up_to)
                .filter(|_| !redundant.is_empty())
                .map(|stage| (redundant, stage)),
            tells_values: economy.tells_values,
            has_paused: false,
        };
        unit.skip_known_fatal();
        unit.begin_next_round();
        unit.look_for_fresh();
        Some(unit)
    }

    /// The program to run now. None when the unit is over.
    #[expect(
        clippy::should_implement_trait,
        reason = "the program is borrowed from the unit"
    )]
    #[inline]
    pub fn next(&mut self) -> Option<&[Instr]> {
        let has_returned = self.tallies.returned > 0;
        let has_sampled = (self.sampling.as_ref())
            .is_some_and(|sampling| sampling.is_over || (sampling.until_returned && has_returned));
        let has_spent = self.tallies.executions >= self.budget || self.tallies.valid() >= self.valid_budget;
        let is_over = has_spent || has_sampled || self.has_reached_end || self.has_paused;
        if !self.search.is_live() || is_over {
            return None;
        }
        self.tallies.executions += 1;
        self.tallies.expressions += u64::from(self.is_new() && self.is_in_a_round);
        Some(self.search.program())
    }

    /// Takes in what the run of the current plan came to, and goes on to the next one.
    #[inline]
    pub fn observe(&mut self, observation: &Observation<'_>) {
        if self.is_new() {
            self.tallies.count(observation);
        }
        if let Some(sampling) = &mut self.sampling {
            match sampling.next(&self.known_fatal) {
                Some(next) => self.search = next,
                None => sampling.is_over = sampling.is_listed(),
            }
            return;
        }
        let is_watched = self.search.watches_in_place() && self.search.watched_placeholders() > 0;
        let pages = is_watched.then(|| self.search.pages_among(observation.demands));
        self.search.observe(observation.demands);
        if let Some(pages) = pages {
            self.note_worth(pages);
        }
        if let Some(instruction) = observation.ended_at {
            self.search.forget_after(instruction);
        }
        self.search.advance();
        self.skip_known_fatal();
        self.begin_next_round();
        self.look_for_fresh();
    }

    #[inline]
    fn look_for_end(&mut self) {
        // What was not touched since the plan that was handed out last is not there yet.
        if self.search.same_decisions() < self.end.len() && self.search.is_live() {
            self.has_reached_end = self.search.has_reached(&self.end);
        }
    }

    /// How many decisions and how many instructions at the front are the same as when this was called last: see
    /// [`Search::take_same`].
    #[inline]
    pub fn take_same(&mut self) -> (usize, usize) {
        self.search.take_same()
    }

    /// Program of the current plan.
    #[inline]
    pub fn program(&self) -> &[Instr] {
        self.search.program()
    }

    /// Decisions of the current plan.
    #[inline]
    pub fn vector(&self) -> &[Step] {
        self.search.vector()
    }

    /// Depth of the current plan before its run reveals anything.
    #[inline]
    pub fn base_steps(&self) -> u32 {
        self.search.base_steps()
    }

    /// Whether the current plan was not counted in an earlier round, or earlier in this one.
    #[inline]
    pub fn is_new(&self) -> bool {
        self.sampling.is_some() || self.search.base_steps() >= self.counted_from || self.uses_fresh
    }

    #[inline]
    fn look_for_fresh(&mut self) {
        if !self.fresh.is_empty() {
            let is_fresh = |instr: &Instr| self.fresh[instr.op as usize];
            self.uses_fresh = self.search.program().iter().any(is_fresh);
        }
    }

    /// Whether the run of the current plan, which was handed out, is to be watched for values worth learning.
    #[inline]
    pub fn is_watched_for_values(&self) -> bool {
        let learns = (self.sampling.as_ref()).map_or(self.is_in_a_round, Sampling::is_listed);
        self.tallies.expressions <= self.watched_plans && self.is_new() && learns
    }

    /// Whether the run of the current plan, which was handed out, is to be watched for new edges: all random plans are, for
    /// drawing them takes longer anyway.
    #[inline]
    pub fn is_watched_for_edges(&self) -> bool {
        let is_early =
            || self.is_in_a_round && self.plans_before + self.tallies.expressions <= WATCHED_FROM_FIRST;
        self.is_new() && (self.sampling.is_some() || is_early() || self.search.begins_series())
    }

    /// The current plan as an expression, for a run with these demands.
    pub fn term(&self, demands: &[u32]) -> Term {
        self.search.term(demands)
    }

    /// Counts so far.
    #[inline]
    pub fn tallies(&self) -> &Tallies {
        &self.tallies
    }

    /// What the unit came to, if it stops here. A plan that was handed out and not observed is to be run again.
    pub fn report(&self) -> UnitReport {
        let is_over = (self.sampling.as_ref()).is_some_and(|sampling| sampling.is_over);
        let stop = if self.search.is_live() && !is_over {
            UnitStop::Budget {
                next: self.search.vector().to_vec(),
            }
        } else {
            UnitStop::Exhausted {
                min_cut: self.search.min_cut(),
            }
        };
        UnitReport {
            tallies: self.tallies,
            stop,
            round: Some(self.round_reached()),
        }
    }

    #[inline]
    fn skip_known_fatal(&mut self) {
        if self.sampling.is_some() {
            return;
        }
        let mut left_out = 0;
        while self.search.is_live() {
            self.has_paused |= self.search.is_paused();
            if self.has_paused {
                break;
            }
            self.look_for_end();
            if self.has_reached_end || !self.leave_out_current() {
                break;
            }
            left_out += 1;
            self.has_paused = left_out == PAUSE_AFTER;
        }
        self.tallies.min_cut = self.search.min_cut();
    }

    /// Goes past the current plan if it is not to be run. False if it is.
    #[inline]
    fn leave_out_current(&mut self) -> bool {
        if !self.known_fatal.is_empty()
            && let Some(demands) = self.known_fatal.get(self.search.vector())
        {
            self.search.observe(demands);
            self.search.advance();
            return true;
        }
        if let Some((known, stage)) = self.redundant
            && self.search.leave_redundant(known, stage)
        {
            return true;
        }
        // Every part is decided, looked at or not, so plans that were run before have nothing to say.
        let is_told = self.tells_values || self.search.is_bare();
        if is_told && self.search.base_steps() < self.counted_from {
            self.look_for_fresh();
            if !self.uses_fresh {
                self.search.observe(&[]);
                self.search.advance();
                return true;
            }
        }
        false
    }

    /// Whether what becomes of each plan is told.
    pub fn tells_values(&self) -> bool {
        self.tells_values
    }

    /// The shape of the current plan if the unit is to tell what becomes of it.
    pub fn told_shape(&mut self) -> Option<u64> {
        self.tells_values.then(|| self.search.shape())?
    }
}
