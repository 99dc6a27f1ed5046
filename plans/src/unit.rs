//! A work unit: the narrowing loop over one root op as a step machine, driven by whoever runs programs.
//!
//! The unit never runs anything itself. Its driver calls [`UnitLoop::next`], runs the program, and tells
//! [`UnitLoop::observe`] what happened. A unit can be cut anywhere and resumed: the plans come in the same order.

mod fatal;
mod novelty;
mod observation;
mod round;
mod series;
mod spending;
mod tallies;
mod watching;
mod worth;

pub use observation::{Observation, Outcome};
pub use round::RoundReached;
pub use tallies::Tallies;
pub use worth::Worth;

use crate::learned::is_number;
use crate::sample::Sampler;
use crate::tuning::{MOST_SAVED, PAUSE_AFTER};
use crate::{
    Bound, Cursor, Grammar, Instr, LearnedValue, OpId, Plan, RedundantPlans, Search, Start, Step,
    UnitRequest, Watch, Work,
};
use fatal::KnownFatal;
use novelty::Novelties;
use round::Round;
pub use spending::RunCost;
use spending::Spending;
use std::sync::Arc;

/// Why a unit stopped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UnitStop {
    /// No plan is left within the bound.
    Exhausted {
        /// Smallest depth beyond the bound seen by *this unit* (see [`Tallies::min_cut`] for the whole round).
        min_cut: Option<u32>,
    },
    /// Stopped early: the plan there is to be run next.
    Budget {
        /// For [`Start::At`].
        next: Cursor,
        /// The unit was on its way from one plan to the next there, and had passed by as many alternatives as a search does in one
        /// go. Nothing else that stops a unit says so, whatever time it took.
        paused: bool,
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

impl UnitReport {
    /// Whether it was paused on its way from one plan to the next.
    pub fn is_paused(&self) -> bool {
        matches!(self.stop, UnitStop::Budget { paused: true, .. })
    }
}

/// Where a unit's plans come from.
enum Source {
    Round(Round),
    Drawn {
        sampler: Sampler,
        until_returned: bool,
    },
    Listed(std::vec::IntoIter<Plan>),
    /// The texts behind the current one.
    Texts(OpId, std::vec::IntoIter<Vec<u8>>),
}

/// The state of a unit. Between [`UnitLoop::next`] and [`UnitLoop::observe`] the current plan is the one being run;
/// afterwards it is the one to be run next.
pub struct UnitLoop<'g> {
    grammar: &'g Grammar,
    search: Search<'g>,
    source: Source,
    novelties: Novelties,
    spending: Spending,
    known_fatal: KnownFatal,
    tallies: Tallies,
    /// The values of learned ops, that of a unit's text last.
    literals: Vec<LearnedValue>,
    /// What is known to be redundant, and at which stage.
    redundant: Option<(&'g RedundantPlans, u32)>,
    /// No plan is left of those that are drawn or listed, or so many were left out one after another that the unit is to be
    /// resumed, for its driver looks at the clock after runs only.
    is_over: bool,
    /// The current plan has failed and is to be run once more, whatever is spent: see [`UnitLoop::watch_all`].
    is_again: bool,
}

impl<'g> UnitLoop<'g> {
    /// None if the root op cannot be fed or the start does not fit the grammar.
    pub fn new(grammar: &'g Grammar, request: UnitRequest) -> Option<UnitLoop<'g>> {
        static NONE: RedundantPlans = RedundantPlans::none();
        Self::without(grammar, &NONE, request)
    }

    /// As [`UnitLoop::new`], where the redundant plans that [`crate::RoundWork::without_redundant`] speaks of are these.
    pub fn without(
        grammar: &'g Grammar,
        redundant: &'g RedundantPlans,
        request: UnitRequest,
    ) -> Option<UnitLoop<'g>> {
        let counted_from = request.round().map(|round| round.counted_from);
        let stage = request.round().and_then(|round| round.without_redundant);
        let is_by_depth = (request.round()).is_some_and(|round| matches!(round.bound, Bound::Depth(_)));
        let spending = Spending::of(&request);
        let UnitRequest {
            root,
            work,
            known_fatal,
            learning,
            ..
        } = request;
        let known_fatal = KnownFatal::new(grammar, &learning.known, &known_fatal);
        let novelties = Novelties::new(grammar, &learning, counted_from, is_by_depth);
        let mut known = learning.ops();
        let mut literals = learning.known;
        let (search, source) = match work {
            Work::Round(work) => {
                let search = begin_round(grammar, root, &work, &known)?;
                (search, Source::Round(Round::new(work)))
            }
            Work::Drawn {
                bound,
                seed,
                skip,
                until_returned,
            } => {
                let mut sampler = Sampler::new(root, bound, seed);
                for _ in 0..skip {
                    known_fatal.draw(grammar, &mut sampler)?;
                }
                let first = known_fatal.draw(grammar, &mut sampler)?;
                let source = Source::Drawn {
                    sampler,
                    until_returned,
                };
                (first, source)
            }
            Work::Listed(plans) => {
                let mut plans = Arc::unwrap_or_clone(plans).into_iter();
                let first = Search::of_plan(grammar, &plans.next()?, &literals)?;
                (first, Source::Listed(plans))
            }
            Work::Texts(work) => {
                let (op, mut texts) = (work.place, Arc::unwrap_or_clone(work.texts).into_iter());
                let value = texts.next()?;
                literals.push(LearnedValue { op, value });
                known.insert(known.binary_search(&op).err()?, op);
                let search = Search::of_plan(grammar, &work.plan, &literals)?;
                (search, Source::Texts(op, texts))
            }
        };
        if !are_told(grammar, &known, search.program()) {
            return None;
        }
        let mut unit = UnitLoop {
            grammar,
            search,
            source,
            novelties,
            spending,
            known_fatal,
            tallies: Tallies::default(),
            literals,
            redundant: stage
                .filter(|_| !redundant.is_empty())
                .map(|stage| (redundant, stage)),
            is_over: false,
            is_again: false,
        };
        unit.leave_out();
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
        let has_spent = !self.is_again && self.spending.is_over(&self.tallies);
        if !self.search.is_live() || has_spent || self.is_over || self.has_ended_early() {
            return None;
        }
        self.tallies.executions += 1;
        self.tallies.expressions += u64::from(self.novelties.counts(&self.search));
        Some(self.search.program())
    }

    /// The current plan's run cost so much: edges, and what it held of memory and stack in
    /// [`BYTES_OF_AN_EDGE`](crate::tuning::BYTES_OF_AN_EDGE). What costs as much as several ordinary runs counts as so many. The first run of a
    /// unit counts as no more than the second: it may have made what the crate makes once in a process. Rounds come to what is dear late
    /// and run most plans in series, of which only the last is known, unless what becomes of each is told.
    #[inline]
    pub fn charge(&mut self, cost: RunCost) {
        if matches!(self.source, Source::Round(_)) && !self.tells_values() {
            return;
        }
        self.spending.charge(cost, &mut self.tallies);
    }

    #[inline]
    fn has_ended_early(&self) -> bool {
        match &self.source {
            Source::Round(round) => round.has_reached_end(),
            Source::Drawn { until_returned, .. } => *until_returned && self.tallies.returned > 0,
            Source::Listed(_) | Source::Texts(..) => false,
        }
    }

    /// Takes in what the run of the current plan came to, and goes on to the next one.
    #[inline]
    pub fn observe(&mut self, observation: &Observation<'_>) {
        self.is_again = false;
        if self.is_new() {
            self.tallies.count(observation);
        }
        if !matches!(self.source, Source::Round(_)) {
            self.go_on_elsewhere();
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
        self.leave_out();
        self.begin_next_round();
        self.look_for_fresh();
    }

    /// Goes on to the next plan that is drawn or listed.
    fn go_on_elsewhere(&mut self) {
        let next = match &mut self.source {
            Source::Round(_) => return,
            Source::Texts(place, texts) => {
                let current = self.literals.iter_mut().find(|literal| literal.op == *place);
                match current.zip(texts.next()) {
                    Some((current, text)) => current.value = text,
                    None => self.is_over = true,
                }
                return;
            }
            Source::Drawn { sampler, .. } => self.known_fatal.draw(self.grammar, sampler),
            Source::Listed(plans) => plans
                .next()
                .and_then(|plan| Search::of_plan(self.grammar, &plan, &self.literals)),
        };
        match next {
            Some(next) => self.search = next,
            // Only repetitions of fatal plans are drawn; the unit may be tried again.
            None => self.is_over = matches!(self.source, Source::Listed(_)),
        }
    }

    /// The text that the current plan is to be run with, and the op that stands for it, in a unit of [`Work::Texts`].
    #[inline]
    pub fn text(&self) -> Option<&LearnedValue> {
        match self.source {
            Source::Texts(place, _) => self.literals.iter().rfind(|literal| literal.op == place),
            Source::Round(_) | Source::Drawn { .. } | Source::Listed(_) => None,
        }
    }

    /// Whether a literal that is told has so many bytes: only texts do.
    #[inline]
    pub fn has_text_of(&self, length: usize) -> bool {
        self.literals.iter().any(|literal| literal.value.len() >= length)
    }

    /// Whether a literal that is told is this number, of two bytes or more.
    #[inline]
    pub fn has_number(&self, number: u128) -> bool {
        self.literals
            .iter()
            .any(|literal| is_number(&literal.value, number))
    }

    /// How many decisions and how many instructions at the front are the same as when this was called last: see
    /// [`Search::take_same`].
    #[inline]
    pub fn take_same(&mut self) -> (usize, usize) {
        match self.source {
            // Its decisions are the same, and their values are not.
            Source::Texts(..) => (0, 0),
            _ => self.search.take_same(),
        }
    }

    /// Program of the current plan.
    #[inline]
    pub fn program(&self) -> &[Instr] {
        self.search.program()
    }

    /// Decisions of the current plan, for [`UnitRequest::cursor`].
    #[inline]
    pub fn vector(&self) -> &[Step] {
        self.search.vector()
    }

    /// Depth of the current plan before its run reveals anything.
    #[inline]
    pub fn base_steps(&self) -> u32 {
        self.search.base_steps()
    }

    /// The current plan, for a run with these demands.
    pub fn plan(&self, demands: &[u32]) -> Plan {
        self.search.plan(demands, &self.literals)
    }

    /// Whether the current plan was not counted in an earlier round, or earlier in this one.
    #[inline]
    pub fn is_new(&self) -> bool {
        self.novelties.is_new(&self.search)
    }

    #[inline]
    fn look_for_fresh(&mut self) {
        self.novelties.look_at(&self.search);
    }

    /// Counts so far.
    #[inline]
    pub fn tallies(&self) -> &Tallies {
        &self.tallies
    }

    /// What the unit came to, if it stops here. A plan that was handed out and not observed is to be run again.
    pub fn report(&self) -> UnitReport {
        let is_listed_out = self.is_over && matches!(self.source, Source::Listed(_) | Source::Texts(..));
        let stop = if self.search.is_live() && !is_listed_out {
            UnitStop::Budget {
                next: self.search.cursor(),
                // A round is over for no other reason while it has plans.
                paused: self.is_over && matches!(self.source, Source::Round(_)),
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

    /// Goes past all plans that are not to be run, from the current one on.
    #[inline]
    fn leave_out(&mut self) {
        let mut left_out = 0;
        while self.search.is_live() {
            self.is_over = self.search.is_paused() || left_out == PAUSE_AFTER;
            let Source::Round(round) = &mut self.source else {
                return;
            };
            round.look_for_end(&self.search);
            if self.is_over || round.has_reached_end() || !self.leave_out_current() {
                break;
            }
            left_out += 1;
        }
        self.tallies.min_cut = self.search.min_cut();
    }

    /// Goes past the current plan if it is not to be run. False if it is.
    #[inline]
    fn leave_out_current(&mut self) -> bool {
        if self.known_fatal.decide(&mut self.search) {
            self.search.advance();
            return true;
        }
        if let Some((known, stage)) = self.redundant
            && self.search.leave_redundant(known, stage)
        {
            return true;
        }
        // Every part is decided, looked at or not, so plans that were run before have nothing to say.
        let is_told = self.tells_values() || self.search.is_bare();
        if is_told && self.novelties.is_too_shallow(&self.search) {
            self.look_for_fresh();
            if !self.is_new() {
                self.search.observe(&[]);
                self.search.advance();
                return true;
            }
        }
        false
    }

    /// Whether what becomes of each plan is told.
    #[inline]
    pub fn tells_values(&self) -> bool {
        matches!(&self.source, Source::Round(round) if round.tells_values())
    }

    /// The shape of the current plan if the unit is to tell what becomes of it.
    pub fn told_shape(&mut self) -> Option<u64> {
        match self.tells_values() {
            true => self.search.shape(),
            false => None,
        }
    }

    /// From here on the unit is over when no plan of the current round is left.
    pub fn end_with_round(&mut self) {
        if let Source::Round(round) = &mut self.source {
            round.deepens_to = 0;
        }
    }

    pub(super) fn round_reached(&self) -> RoundReached {
        let before = match &self.source {
            Source::Round(round) => round.runs_before,
            Source::Drawn { .. } | Source::Listed(_) | Source::Texts(..) => 0,
        };
        RoundReached {
            bound: self.search.bound(),
            counted_from: self.novelties.counted_from(),
            runs: self.tallies.executions - before,
        }
    }

    #[inline]
    pub(super) fn begin_next_round(&mut self) {
        while !self.search.is_live()
            && let Source::Round(round) = &mut self.source
            && let Some(bound) = self.search.min_cut()
            && bound <= round.deepens_to
            && let Some(next) = self.search.within(bound)
        {
            self.novelties.begin_round(self.search.bound().saturating_add(1));
            round.runs_before = self.tallies.executions;
            self.search = next;
            self.leave_out();
        }
    }

    /// The run that is about to be observed touched watched memory so often.
    pub fn note_touches(&mut self, touches: u32) {
        if self.search.watches_in_place() {
            self.tallies.worth.touches += u64::from(touches);
        }
    }

    /// Takes down what was saved by the run that has just been observed, before the search goes on.
    pub(super) fn note_worth(&mut self, pages: u64) {
        let worth = &mut self.tallies.worth;
        worth.runs += 1;
        worth.pages += pages;
        worth.plans += self.search.plans_apart(MOST_SAVED);
    }
}

/// The search of a round, at the place where it begins.
fn begin_round<'g>(
    grammar: &'g Grammar,
    root: OpId,
    work: &crate::RoundWork,
    known: &[OpId],
) -> Option<Search<'g>> {
    let (bound, height) = match work.bound {
        Bound::Depth(bound) => (bound, None),
        Bound::Height(height) => (u32::MAX, Some(height)),
    };
    let resume = |cursor: &Cursor| {
        let mut search = Search::resumed(grammar, root, bound, height, cursor)?;
        search.allow_learned(known.to_vec());
        Some(search)
    };
    let mut search = match &work.start {
        Start::Fresh => Search::begun(
            grammar,
            root,
            bound,
            known.to_vec(),
            work.watch.has_parts(),
            height,
        )?,
        Start::At(cursor) => {
            let mut search = resume(cursor)?;
            search.enter_bound();
            search
        }
        Start::After(fatal) => {
            let mut search = resume(&fatal.at)?;
            search.observe(&fatal.demands);
            search.advance();
            search
        }
    };
    if work.watch == Watch::Nothing {
        search.leave_unwatched();
    }
    Some(search)
}

/// Whether a request tells the values of all learned ops of a program.
fn are_told(grammar: &Grammar, known: &[OpId], program: &[Instr]) -> bool {
    let is_told =
        |instr: &Instr| !grammar.is_learned(OpId(instr.op)) || known.binary_search(&OpId(instr.op)).is_ok();
    program.iter().all(is_told)
}
