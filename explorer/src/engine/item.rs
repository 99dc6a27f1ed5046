//! How one item is explored: its instances, their rounds, what happens after deaths, and when it is over. A state
//! machine without clock or threads: the same unit results in the same order always lead to the same state.

mod ahead;
mod by_height;
mod samples;

use super::instance::{InstanceEnd, InstanceSearch, Measure, State};
use super::rounds::{Rounds, StrategyChoice};
use super::turns::{self, Turns};
use crate::executor::{KeptRun, UnitResult};
use crate::outcome::FaultKind;
use crate::run_report::Watching;
use ahead::Ahead;
use plans::{
    Draw, Grammar, LaneKind, LearnedValue, PartPool, RoundWork, Start, Tallies, UnitName, UnitRequest,
    UnitStop, Watch, Work,
};
use samples::MOST_SAMPLE_UNITS;

/// Timeouts after which an item is explored no further: each costs a whole case timeout.
pub const TIMEOUTS_PER_ITEM: u32 = 2;
/// Deaths by memory after which an item is explored no further.
pub const MEMORY_DEATHS_PER_ITEM: u32 = 2;
/// Deaths of other kinds after which an item is explored no further.
pub const OTHER_DEATHS_PER_ITEM: u32 = 64;

/// How deep an item was explored completely.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ItemDepth {
    /// Nothing can be run at all.
    Unfeedable,
    /// Every plan there is; the bound of the last round.
    Everything(u32),
    /// Every plan up to this depth.
    UpTo(u32),
}

/// One item on its way.
#[derive(Debug)]
pub struct ItemSearch {
    item: usize,
    depth_limit: Option<u32>,
    /// Runs that return or fail after which an instance is over.
    wanted_valid: u64,
    instances: Vec<InstanceSearch>,
    timeouts: u32,
    memory_deaths: u32,
    other_deaths: u32,
    /// Slices taken since the current round began; decides priority, never results.
    slices: u32,
    started: bool,
    /// Units of random plans, and those that ended with a death.
    sample_units: u32,
    sample_deaths: u32,
    /// Random plans of the current unit that were run: the executor may stop within a unit.
    samples_run: u64,
    /// The last unit was of random plans.
    has_just_sampled: bool,
    ahead: Ahead,
    /// With the strategy `novelty`.
    turns: Option<Turns>,
    /// Arguments that are known to be redundant are left out.
    economizes: bool,
    watching: Watching,
    /// Runs that are left of the turn of the search by height.
    runs_by_height: u64,
}

impl ItemSearch {
    /// Prepares the search of the item with this index.
    pub fn new(
        grammar: &Grammar,
        item: usize,
        instances: &[harness_gen::Instance],
        strategy: StrategyChoice,
        depth_limit: Option<u32>,
    ) -> ItemSearch {
        let mut searches: Vec<InstanceSearch> = instances
            .iter()
            .map(|instance| {
                let rounds = Rounds::new(strategy, depth_limit, grammar.root_steps(instance.op));
                InstanceSearch::new(grammar, instance, Measure::Depth, rounds)
            })
            .collect();
        if strategy == StrategyChoice::Deepening && depth_limit.is_none() {
            searches.extend(by_height::search_of(grammar, instances));
        }
        let mut search = ItemSearch {
            item,
            depth_limit,
            wanted_valid: u64::MAX,
            instances: searches,
            timeouts: 0,
            memory_deaths: 0,
            other_deaths: 0,
            slices: 0,
            started: false,
            sample_units: 0,
            sample_deaths: 0,
            samples_run: 0,
            has_just_sampled: false,
            ahead: Ahead::default(),
            turns: strategy.has_turns().then(Turns::new),
            economizes: false,
            watching: Watching::default(),
            runs_by_height: 0,
        };
        for index in 0..search.instances.len() {
            if search.instances[index].has_type_placeholder {
                search.instances[index].begin();
            }
        }
        search.open_gate_if_due();
        search
    }

    /// Ends each instance after this many new plans that returned or failed, and draws no random plans.
    pub fn until_valid(mut self, wanted: u64) -> ItemSearch {
        self.wanted_valid = wanted;
        self.sample_units = MOST_SAMPLE_UNITS;
        self.turns = None;
        self
    }

    /// Leaves out arguments that streams of values have found redundant.
    pub fn without_redundant_arguments(mut self) -> ItemSearch {
        self.economizes = true;
        self
    }

    /// Watches nothing in the first runs of each instance, of which there are so many in all.
    pub fn beginning_bare(mut self, instances: u64) -> ItemSearch {
        let by_depth = self
            .instances
            .iter_mut()
            .filter(|instance| instance.is_by_depth());
        by_depth.for_each(|instance| instance.begin_bare(instances));
        self
    }

    /// How finely values behind pointers are watched.
    pub fn watching(mut self, watching: Watching) -> ItemSearch {
        self.watching = watching;
        self
    }

    /// Index of the item in the list of items.
    pub fn item(&self) -> usize {
        self.item
    }

    /// True once a unit of the item came back.
    pub fn has_run(&self) -> bool {
        self.started
    }

    /// Smaller comes first: items that never ran, then shallow rounds before deep ones; each slice of a round counts as
    /// much as one more step of depth, so that an explosive round holds nobody up. An item of which no call has returned
    /// counts only the depth beyond its own cheapest plan, or deep items would never get their turn. None: the item is
    /// over.
    pub fn priority(&self) -> Option<(bool, u32, usize)> {
        if let Some(turns) = &self.turns {
            let is_due = self.has_units() && !turns.has_ended();
            return is_due.then_some((self.started, turns.number(), self.item));
        }
        let Some(bound) = self.bound() else {
            // Its rounds are over, by deaths that may be its arguments' and not its own.
            let turn = self.sample_units.saturating_add(self.slices);
            return self.is_sampling().then_some((self.started, turn, self.item));
        };
        let depth = if let Some(turn) = self.turn() {
            turn
        } else if self.has_returned() {
            bound
        } else {
            let by_depth = self.instances.iter().filter(|instance| instance.is_by_depth());
            by_depth.filter_map(InstanceSearch::margin).min()?
        };
        Some((self.started, depth.saturating_add(self.slices), self.item))
    }

    fn has_units(&self) -> bool {
        self.current().is_some() || self.is_sampling()
    }

    /// True if it has ended its turn, and is not over.
    pub(super) fn awaits_turn(&self) -> bool {
        self.turns.as_ref().is_some_and(Turns::has_ended) && self.has_units()
    }

    /// Gives what it kept to all. False if that is nothing new.
    pub(super) fn share(&mut self, grammar: &Grammar, parts: &mut PartPool) -> bool {
        let turn = self.turns.as_ref().map_or(0, Turns::number);
        let mut has_new = false;
        for instance in &mut self.instances {
            has_new |= instance.share(grammar, turn, parts);
        }
        has_new
    }

    /// Begins its next turn.
    pub(super) fn begin_turn(&mut self, idle: u32) {
        let lead = self.current();
        if let Some(turns) = &mut self.turns {
            turns.begin(&self.instances, lead, idle);
        }
    }

    /// Makes plans from kept ones if its next unit is of such.
    pub(super) fn make_mutants(&mut self, grammar: &Grammar, parts: &PartPool) {
        if let Some(turns) = &mut self.turns {
            turns.make(&mut self.instances, self.depth_limit, grammar, parts);
        }
    }

    /// The instance of which made plans are run now.
    fn mutated(&self) -> Option<(usize, &Turns)> {
        let turns = self.turns.as_ref()?;
        Some((turns.mutated()?, turns))
    }

    /// How many rounds of random plans there were, if that is the strategy: their bounds say nothing about whose turn it is.
    fn turn(&self) -> Option<u32> {
        match &self.instances[self.current()?].state {
            State::Active { round, .. } => round.draws.map(|draws| draws.turn),
            State::Gated | State::Ended(_) => None,
        }
    }

    fn has_returned(&self) -> bool {
        self.instances
            .iter()
            .any(|instance| instance.counts().returned > 0)
    }

    /// Bound of the round by depth that is being worked on; none if the item is over.
    pub fn bound(&self) -> Option<u32> {
        let by_depth = self.instances.iter().filter(|instance| instance.is_by_depth());
        by_depth.filter_map(InstanceSearch::bound).min()
    }

    /// True if the next unit begins a round: most such units are small.
    pub fn begins_round(&self) -> bool {
        self.slices == 0
    }

    /// The unit to run next, with its name; none if the item is over. Deaths count per item, so its instances take
    /// turns in an order that no clock decides.
    pub fn next_unit(&self, budget: u64) -> Option<(UnitName, UnitRequest)> {
        if let Some((instance, turns)) = self.mutated() {
            let request = turns::request(turns, &self.instances[instance])?;
            return Some((self.name(instance, LaneKind::Mutants), request));
        }
        if self.turns.as_ref().is_some_and(Turns::has_ended) {
            return None;
        }
        let budget = self
            .turns
            .as_ref()
            .map_or(budget, |turns| budget.min(turns.runs_left()));
        if self.is_sampling() {
            return self.sample();
        }
        let current = self.current()?;
        let instance = &self.instances[current];
        let State::Active { round, start, .. } = &instance.state else {
            return None;
        };
        let (drawn, budget) = match round.draws {
            None => (None, budget),
            Some(draws) => {
                let drawn = Work::Drawn {
                    bound: round.bound,
                    seed: draws.seed,
                    skip: instance.round_runs,
                    until_returned: false,
                };
                let left = draws.plans.saturating_sub(instance.round_runs);
                (Some(drawn), budget.min(left))
            }
        };
        let budget = self.within_turn_by_height(current, budget);
        let is_bare = instance.is_bare();
        let (budget, deepens_to) = match is_bare {
            true => (
                budget.min(instance.bare_runs),
                self.depth_limit.unwrap_or(u32::MAX),
            ),
            false => (budget, 0),
        };
        let (bound, counted_from) = self.limits(instance, round);
        let is_by_depth = instance.is_by_depth();
        let lane = match (&drawn, is_by_depth) {
            (Some(_), _) => LaneKind::Drawn(Draw::Round),
            (None, true) => LaneKind::Depth { is_bare, ahead: None },
            (None, false) => LaneKind::Height,
        };
        let round = || {
            Work::Round(RoundWork {
                bound,
                counted_from,
                deepens_to,
                watch: match (
                    is_bare,
                    self.watching == Watching::Parts && instance.watches_parts,
                ) {
                    (true, _) => Watch::Nothing,
                    (false, true) => Watch::Parts,
                    (false, false) => Watch::Whole,
                },
                without_redundant: instance
                    .stage()
                    .filter(|_| self.economizes && is_by_depth && !is_bare),
                start: start.clone(),
                end: self.end_before_ahead(),
            })
        };
        let request = UnitRequest {
            root: instance.root,
            work: drawn.unwrap_or_else(round),
            budget,
            valid_budget: self.wanted_valid.saturating_sub(instance.tallies.valid()),
            known_fatal: instance.fatals.clone(),
            learning: self.learning(instance),
        };
        Some((self.name(current, lane), request))
    }

    fn name(&self, instance: usize, lane: LaneKind) -> UnitName {
        UnitName {
            item: self.item,
            instance,
            root: self.instances[instance].root,
            lane,
        }
    }

    /// Takes in the result of the unit of this name.
    pub fn absorb(&mut self, name: UnitName, result: &UnitResult) {
        let UnitName { instance, lane, .. } = name;
        if lane == LaneKind::Mutants {
            self.instances[instance].take_in_mutants(result);
            if let Some(turns) = &mut self.turns {
                turns.ran_mutants(result);
            }
            return;
        }
        if let Some(turns) = &mut self.turns {
            turns.ran(result.report.tallies.executions);
        }
        let before = self.place();
        if result.stalled {
            // The search cannot say where it would go on, and would stall there again.
            self.instances[instance].give_up(result);
            self.open_gate_if_due();
            return;
        }
        match lane {
            LaneKind::Drawn(Draw::Sample) => self.absorb_sample(instance, result),
            LaneKind::Height => self.absorb_by_height(instance, result),
            _ => self.absorb_round(name, result),
        }
        self.follow(before, result.report.tallies.executions);
    }

    /// Takes in the result of a unit of a round by depth, or of a drawn one.
    fn absorb_round(&mut self, name: UnitName, result: &UnitResult) {
        self.has_just_sampled = false;
        self.started = true;
        self.slices += 1;
        let current = name.instance;
        let instance = &mut self.instances[current];
        if name.is_in_vain(result.death.is_some()) {
            instance.end_bare_in_vain(result);
            return;
        }
        let was_bare = matches!(name.lane, LaneKind::Depth { is_bare: true, .. });
        instance.take_in(was_bare, result);
        if let Some(death) = &result.death {
            instance.fatals.extend(death.plan.clone());
            if let State::Active { start, .. } = &mut instance.state {
                *start = Start::After(death.fatal.clone());
            }
            self.count_death(death.fault.kind);
            return;
        }
        if instance.tallies.valid() >= self.wanted_valid {
            instance.state = State::Ended(InstanceEnd::Valid);
            self.slices = 0;
            self.open_gate_if_due();
            return;
        }
        match &result.report.stop {
            // Random plans never come to an end of their own.
            UnitStop::Budget { .. } if instance.has_drawn_its_round(result) => {
                self.slices = 0;
                instance.finish_round();
                self.open_gate_if_due();
            }
            UnitStop::Budget { next } => {
                if let State::Active { start, .. } = &mut instance.state {
                    *start = Start::At(next.clone());
                }
                if was_bare {
                    self.slices = 0;
                    instance.end_bare_unit();
                    self.open_gate_if_due();
                }
            }
            UnitStop::Exhausted { .. } => {
                self.slices = 0;
                let runs = instance.round_runs;
                instance.finish_round();
                if was_bare {
                    instance.end_bare_unit();
                }
                self.open_gate_if_due();
                self.begin_turn_by_height(current, runs);
            }
        }
    }

    /// How an instance is told from others.
    pub fn label(&self, instance: usize) -> &str {
        self.instances
            .get(instance)
            .map_or("", |instance| instance.label.as_str())
    }

    /// The values that an instance has learned.
    pub fn learned(&self, instance: usize) -> &[LearnedValue] {
        let instance = self.instances.get(instance);
        instance.map_or(&[], |instance| self.learned_of(instance).known())
    }

    /// The search of an item; searches are in order of items.
    pub(super) fn of(searches: &[ItemSearch], item: usize) -> Option<&ItemSearch> {
        let index = searches.binary_search_by_key(&item, ItemSearch::item).ok()?;
        searches.get(index)
    }

    /// The instances, in the item's order.
    pub(super) fn instances(&self) -> &[InstanceSearch] {
        &self.instances
    }

    /// Plans that showed edges new to their instance, each with its index, in search order.
    pub(super) fn kept(&self) -> impl Iterator<Item = (usize, &KeptRun)> + '_ {
        let instances = self.instances.iter().enumerate();
        instances.flat_map(|(index, instance)| instance.kept.runs().iter().map(move |run| (index, run)))
    }

    /// Counters of all instances.
    pub fn tallies(&self) -> Tallies {
        let mut sum = Tallies::default();
        for instance in &self.instances {
            sum.absorb(&instance.counts());
        }
        sum
    }

    /// Units whose process came to no further plan.
    pub fn stalled(&self) -> u64 {
        self.instances.iter().map(|instance| instance.stalled).sum()
    }

    /// Labels of the instances that ran.
    pub fn labels(&self) -> Vec<String> {
        let ran = self
            .instances
            .iter()
            .filter(|instance| instance.counts().executions > 0 && instance.is_by_depth());
        ran.map(|instance| instance.label.clone())
            .filter(|label| !label.is_empty())
            .collect()
    }

    /// Why each instance that was due is over; none for those still active.
    pub fn ends(&self) -> impl Iterator<Item = Option<InstanceEnd>> + '_ {
        let by_depth = self.instances.iter().filter(|instance| instance.is_by_depth());
        by_depth.filter_map(|instance| match instance.state {
            State::Gated => None,
            State::Active { .. } => Some(None),
            State::Ended(end) => Some(Some(end)),
        })
    }

    /// How deep the item was explored completely.
    pub fn depth(&self) -> ItemDepth {
        let mut up_to: Option<u32> = None;
        let mut reached: Option<u32> = None;
        for instance in self.instances.iter().filter(|instance| instance.is_by_depth()) {
            let complete = match instance.state {
                State::Gated | State::Ended(InstanceEnd::Unfeedable) => continue,
                State::Ended(InstanceEnd::Exhausted) => {
                    reached = reached.max(instance.completed);
                    continue;
                }
                State::Ended(InstanceEnd::Depth) => self.depth_limit.or(instance.completed),
                State::Ended(InstanceEnd::Deaths | InstanceEnd::Valid) | State::Active { .. } => {
                    instance.complete_below()
                }
            };
            let complete = complete.unwrap_or(0);
            up_to = Some(up_to.map_or(complete, |least| least.min(complete)));
        }
        match (up_to, reached) {
            (Some(depth), _) => ItemDepth::UpTo(depth),
            (None, Some(depth)) => ItemDepth::Everything(depth),
            (None, None) => ItemDepth::Unfeedable,
        }
    }

    /// The active instance of which the fewest plans were run in rounds before, so that one of which there are many plans of
    /// a depth does not use up the time of another; among equals the one whose round goes least beyond its own cheapest
    /// plan. It stays the same until its round ends.
    fn current(&self) -> Option<usize> {
        if let Some(by_height) = self.turn_by_height() {
            return Some(by_height);
        }
        (0..self.instances.len())
            .filter(|&index| self.instances[index].is_by_depth())
            .filter_map(|index| {
                let instance = &self.instances[index];
                Some((instance.runs_before, instance.margin()?, index))
            })
            .min()
            .map(|(.., index)| index)
    }

    fn count_death(&mut self, kind: FaultKind) {
        match kind {
            FaultKind::Timeout => self.timeouts += 1,
            FaultKind::Memory => self.memory_deaths += 1,
            _ => self.other_deaths += 1,
        }
        let too_many = self.timeouts >= TIMEOUTS_PER_ITEM
            || self.memory_deaths >= MEMORY_DEATHS_PER_ITEM
            || self.other_deaths >= OTHER_DEATHS_PER_ITEM;
        if too_many {
            for instance in &mut self.instances {
                if matches!(instance.state, State::Active { .. }) {
                    instance.state = State::Ended(InstanceEnd::Deaths);
                }
            }
        }
    }

    /// Lets the concrete instances in once a placeholder instance had its type looked at, or can show nothing. Decided
    /// only between rounds, so that it does not depend on how rounds are sliced.
    fn open_gate_if_due(&mut self) {
        let placeholders = || {
            self.instances
                .iter()
                .filter(|instance| instance.has_type_placeholder)
        };
        let due = placeholders().next().is_none()
            || placeholders().any(InstanceSearch::type_matters)
            || placeholders().all(InstanceSearch::shows_nothing);
        if due {
            for instance in self
                .instances
                .iter_mut()
                .filter(|instance| instance.is_by_depth())
            {
                if matches!(instance.state, State::Gated) {
                    instance.begin();
                }
            }
        }
    }
}
