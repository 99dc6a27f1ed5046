//! How one item is explored: which of its lanes goes next, what happens after deaths, and when it is over. A state machine
//! without clock or threads: the same unit results in the same order always lead to the same state.

mod told;

use super::course::InstanceEnd;
use super::dear::{Dear, DearPlan};
use super::deaths::Deaths;
use super::depth::{Depth, Step, open_gate_if_due};
use super::drawn::Samples;
use super::height::Height;
use super::instance::{Instance, Rooted};
use super::mutants::Turns;
use super::name::{Draw, LaneKind, UnitName};
use super::news::{DeathKind, Tells, UnitNews};
use super::quiet::Quiet;
use super::texts::Texts;
use crate::cursor::Cursor;
use crate::grammar::Grammar;
use crate::mutate::PartPool;
use crate::policy::Policy;
use crate::request::{Start, UnitRequest};
use crate::text::Vocabulary;
use crate::tuning::{RUNS_BEFORE_DEAR, RUNS_OF_A_CALL, RUNS_OF_A_TEXT, UNITS_OF_A_SLICE};
use crate::unit::Tallies;
use std::sync::Arc;

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

/// One item on its way. `R` is a result as whoever runs units has it.
#[derive(Debug)]
pub struct ItemSearch<R> {
    item: usize,
    policy: Policy,
    instances: Vec<Instance>,
    depth: Depth<R>,
    height: Option<Height>,
    samples: Samples,
    turns: Option<Turns>,
    texts: Option<Texts>,
    dear: Dear,
    deaths: Deaths,
    quiet: Quiet,
}

/// The lane that goes next, with the index of the instance if it is of one.
enum Next {
    Mutants(usize),
    Samples,
    Height,
    Texts,
    Dear,
    Depth(usize),
}

impl<R: Tells> ItemSearch<R> {
    /// Prepares the search of the item with this index.
    pub fn new(
        grammar: &Grammar,
        item: usize,
        rooted: impl IntoIterator<Item = Rooted>,
        policy: Policy,
    ) -> Self {
        let mut instances: Vec<Instance> = rooted
            .into_iter()
            .map(|rooted| Instance::new(grammar, rooted, &policy))
            .collect();
        let height = match policy.has_height {
            true => Height::of(grammar, &instances),
            false => None,
        };
        for instance in &mut instances {
            if instance.rooted.has_type_placeholder || instance.rooted.stands_alone {
                instance.course.begin();
            }
        }
        open_gate_if_due(&mut instances);
        ItemSearch {
            item,
            policy,
            instances,
            depth: Depth::new(),
            height,
            samples: Samples::default(),
            turns: policy.has_mutants.then(Turns::new),
            texts: None,
            dear: Dear::default(),
            deaths: Deaths::default(),
            quiet: Quiet::default(),
        }
    }

    /// Texts take turns with the rounds, if the strategy has them.
    pub fn with_texts(mut self, vocabulary: &Arc<Vocabulary>) -> Self {
        let has_texts = self.policy.has_texts && vocabulary.has_any();
        self.texts = has_texts.then(|| Texts::new(vocabulary.clone(), &self.instances));
        self
    }

    /// Of these plans its own are run as they are, once its rounds have begun.
    pub fn with_dear(mut self, plans: &[DearPlan]) -> Self {
        self.dear = Dear::of(plans, &self.instances);
        self
    }

    /// Index of the item in the list of items.
    pub fn item(&self) -> usize {
        self.item
    }

    /// True once it has had a turn: a unit of a round has run something, or would not have ended.
    pub fn has_run(&self) -> bool {
        self.depth.has_run
    }

    /// True if the next unit begins a round: most such units are small.
    pub fn begins_round(&self) -> bool {
        self.depth.slices == 0 && !self.has_text_turn() && !self.has_dear_turn()
    }

    /// Smaller comes first: items that never ran, then shallow rounds before deep ones; each slice of a round counts as
    /// much as one more step of depth, so that an explosive round holds nobody up. An item of which no call has returned
    /// counts only the depth beyond its own cheapest plan, or deep items would never get their turn; nor would
    /// texts and what is dear there. None: the item is over.
    pub fn priority(&self) -> Option<(bool, u32, usize)> {
        if self.is_quiet() {
            return None;
        }
        let texts = self.texts.as_ref();
        let text_slices = texts.map_or(0, Texts::slices);
        let (has_run, slices) = (self.depth.has_run, self.depth.slices.saturating_add(text_slices));
        if let Some(turns) = &self.turns {
            let is_due = self.has_units() && !turns.has_ended();
            return is_due.then_some((has_run, turns.number(), self.item));
        }
        let Some(bound) = self.bound() else {
            // Its rounds are over, by deaths that may be its arguments' and not its own.
            let turn = self.samples.units.saturating_add(slices);
            let texts = texts.map_or(0, Texts::units) / UNITS_OF_A_SLICE;
            let is_left = self.is_sampling() || self.has_text_turn() || self.has_dear_turn();
            return is_left.then_some((has_run, turn.saturating_add(texts), self.item));
        };
        let depth = if let Some(turn) = self.drawn_rounds() {
            turn
        } else if self.has_returned() && !self.has_dear_turn() && !self.texts_go_early() {
            bound
        } else {
            self.instances.iter().filter_map(Instance::margin).min()?
        };
        Some((has_run, depth.saturating_add(slices), self.item))
    }

    /// How many rounds of random plans there were, if that is the strategy: their bounds say nothing about whose turn it is.
    fn drawn_rounds(&self) -> Option<u32> {
        let current = Depth::<R>::current(&self.instances)?;
        let draws = self.instances[current].course.round()?.draws?;
        Some(draws.turn)
    }

    fn has_units(&self) -> bool {
        Depth::<R>::current(&self.instances).is_some() || self.is_sampling()
    }

    fn has_returned(&self) -> bool {
        self.instances
            .iter()
            .any(|instance| instance.counts().returned > 0)
    }

    /// Bound of the round by depth that is being worked on; none if the item is over.
    pub fn bound(&self) -> Option<u32> {
        let bounds = self
            .instances
            .iter()
            .filter_map(|instance| instance.course.bound());
        bounds.min()
    }

    /// The lane that goes next.
    fn next_lane(&self) -> Option<Next> {
        if let Some(turns) = &self.turns {
            if let Some(instance) = turns.mutated() {
                return Some(Next::Mutants(instance));
            }
            if turns.has_ended() {
                return None;
            }
        }
        if self.is_sampling() {
            return Some(Next::Samples);
        }
        // What has ended a process may be a fault, and is not told before it is run again.
        if self.depth.is_owed
            && let Some(instance) = Depth::<R>::current(&self.instances)
        {
            return Some(Next::Depth(instance));
        }
        if self.has_dear_turn() {
            return Some(Next::Dear);
        }
        if self.height.as_ref().is_some_and(Height::has_turn) {
            return Some(Next::Height);
        }
        if self.has_text_turn() {
            return Some(Next::Texts);
        }
        Depth::<R>::current(&self.instances).map(Next::Depth)
    }

    /// Whether it is the turn of what is dear, unless samples go first.
    fn has_dear_turn(&self) -> bool {
        // Most items have nothing dear, and all are asked in every wave.
        let is_left = self.dear.is_left() && self.depth.has_run && !self.deaths.are_too_many();
        is_left && (self.bound().is_none() || self.tallies().executions >= RUNS_BEFORE_DEAR)
    }

    /// Whether it is the turn of texts, unless another lane than rounds goes first. All instances have their first runs before:
    /// where texts show much, their turn is long.
    fn has_text_turn(&self) -> bool {
        self.text_lane()
            .is_some_and(|(texts, has_rounds)| texts.has_turn(has_rounds))
    }

    fn texts_go_early(&self) -> bool {
        self.text_lane()
            .is_some_and(|(texts, has_rounds)| texts.goes_early(has_rounds))
    }

    /// Texts, where they may go now, and whether rounds are left.
    fn text_lane(&self) -> Option<(&Texts, bool)> {
        let current = Depth::<R>::current(&self.instances);
        let is_new = current.is_some_and(|index| !self.instances[index].has_begun());
        let texts = self.texts.as_ref().filter(|_| !is_new)?;
        Some((texts, current.is_some()))
    }

    /// Runs have shown nothing new for so long that more would very likely show nothing either, and that is asked for.
    pub fn is_quiet(&self) -> bool {
        self.runs_to_quiet() == 0
    }

    /// Runs after which it is quiet if none of them shows anything new.
    fn runs_to_quiet(&self) -> u64 {
        match self.policy.ends_when_quiet {
            true => self.quiet.runs_left(),
            false => u64::MAX,
        }
    }

    /// Its runs, as far as they tell of the item: few do where a call is hardly ever reached.
    fn trials(&self) -> u64 {
        let calls = |tallies: &Tallies| tallies.reached_root.min(tallies.executions);
        let parts = |tallies: &Tallies| calls(tallies) * (RUNS_OF_A_CALL - 1) + tallies.executions;
        let light = self.texts.as_ref().map_or(0, |texts| parts(texts.light()));
        // Divided once: what is left over must not depend on how runs come together.
        let others = parts(&self.tallies()).saturating_sub(light);
        (others * RUNS_OF_A_TEXT + light) / (RUNS_OF_A_CALL * RUNS_OF_A_TEXT)
    }

    /// The same, with what is dear as several.
    fn weighed_trials(&self) -> u64 {
        self.trials() + self.tallies().surcharge + self.deaths.runs()
    }

    /// Runs since the last that showed anything new; of those that did not come to the call, a part.
    pub fn runs_in_vain(&self) -> u64 {
        self.quiet.runs()
    }

    /// Whether samples go before the rounds: the rounds find the smallest plans, once they come to a call.
    fn is_sampling(&self) -> bool {
        if self.turns.as_ref().is_some_and(|turns| turns.mutated().is_some()) {
            return false;
        }
        let has_height = self.height.as_ref().is_some_and(Height::has_turn);
        let is_over = !has_height && self.bound().is_none();
        let is_due = match is_over {
            true => {
                self.instances.iter().any(|instance| instance.course.has_died())
                    || self
                        .height
                        .as_ref()
                        .is_some_and(|height| height.course.has_died())
            }
            false => self.samples.are_due(self.tallies().executions),
        };
        is_due
            && self.policy.has_samples
            && self.samples.are_left()
            && !self.has_returned()
            && !Samples::instances(&self.policy, &self.instances).is_empty()
    }

    /// The unit to run next, with its name; none if the item is over. Deaths count per item, so its instances take
    /// turns in an order that no clock decides.
    pub fn next_unit(&self, budget: u64) -> Option<(UnitName, UnitRequest)> {
        let runs_left = self.turns.as_ref().map_or(u64::MAX, Turns::runs_left);
        let budget = budget.min(runs_left).min(self.runs_to_quiet());
        let (instance, lane, mut request) = match self.next_lane()? {
            Next::Mutants(index) => {
                let request = self.turns.as_ref()?.next(&self.instances[index])?;
                (index, LaneKind::Mutants, request)
            }
            Next::Samples => {
                let (index, request) = self.samples.next(&self.policy, &self.instances)?;
                (index, LaneKind::Drawn(Draw::Sample), request)
            }
            Next::Height => {
                let height = self.height.as_ref()?;
                let request = height.next(&self.policy, &self.instances[height.of], budget)?;
                // It comes behind all instances, as another one.
                (self.instances.len(), LaneKind::Height, request)
            }
            Next::Texts => {
                let (index, request) = self.texts.as_ref()?.next(&self.instances, budget)?;
                (index, LaneKind::Texts, request)
            }
            Next::Dear => {
                let (index, request) = self.dear.next(&self.instances)?;
                (index, LaneKind::Dear, request)
            }
            Next::Depth(index) => {
                let (lane, request) = self.depth.next(&self.policy, &self.instances[index], budget)?;
                (index, lane, request)
            }
        };
        request.patience = self.deaths.patience();
        // Nearly a whole run may have been spent already that the count of whole ones leaves out.
        let whole = self.runs_to_quiet().saturating_sub(1);
        request.weighed_budget = whole.saturating_mul(RUNS_OF_A_TEXT).max(1);
        let name = UnitName {
            item: self.item,
            instance,
            root: request.root,
            lane,
        };
        Some((name, request))
    }

    /// The result that is taken in next shows so many edges and faults that no item has shown before.
    pub fn expect_news(&mut self, new: usize) {
        self.quiet.expect(new);
    }

    /// Takes in the result of the unit of this name.
    pub fn absorb(&mut self, name: UnitName, result: &R) {
        let patience = self.deaths.patience();
        let death = result.news().death;
        death.iter().for_each(|death| self.deaths.charge(death.kind));
        self.absorb_unit(name, result);
        if self.deaths.patience() != patience {
            // What is run ahead has more of it.
            self.depth.ahead.clear();
        }
        let (runs, weighed) = (self.trials(), self.weighed_trials());
        (self.quiet).note(runs, weighed, self.has_returned(), self.ran().count());
        if matches!(name.lane, LaneKind::Depth { .. } | LaneKind::Height) {
            let report = result.news().report;
            (self.quiet).follow(name.instance, report.tallies.executions, report.is_paused());
        }
    }

    fn absorb_unit(&mut self, name: UnitName, result: &R) {
        let news = &result.news();
        let runs = news.report.tallies.executions;
        if name.lane != LaneKind::Mutants
            && let Some(turns) = &mut self.turns
        {
            turns.ran(runs);
        }
        if matches!(
            name.lane,
            LaneKind::Mutants
                | LaneKind::Texts
                | LaneKind::Dear
                | LaneKind::Height
                | LaneKind::Drawn(Draw::Sample)
        ) {
            news.death
                .iter()
                .for_each(|death| self.deaths.count_elsewhere(death.kind));
        }
        let before = self.place();
        match name.lane {
            LaneKind::Height | LaneKind::Depth { .. } | LaneKind::Drawn(_) if news.stalled => {
                self.give_up(name, news);
                self.depth.ahead.clear();
                return;
            }
            LaneKind::Mutants => {
                self.instances[name.instance].take_in_mutants(news);
                if let Some(turns) = &mut self.turns {
                    turns.absorb(news);
                }
                return;
            }
            LaneKind::Dear => {
                self.instances[name.instance].take_in_mutants(news);
                self.dear.absorb(&news.report.tallies);
                return;
            }
            LaneKind::Texts => {
                let instance = &mut self.instances[name.instance];
                let kept = instance.kept.runs().len();
                instance.take_in_mutants(news);
                if let Some(texts) = &mut self.texts {
                    texts.absorb(&self.instances[name.instance], kept, news, self.quiet.has_news());
                }
                return;
            }
            LaneKind::Drawn(Draw::Sample) => self.samples.absorb(&mut self.instances[name.instance], news),
            LaneKind::Height => {
                if let Some(height) = &mut self.height {
                    height.absorb(news);
                }
            }
            LaneKind::Depth { .. } | LaneKind::Drawn(Draw::Round) => self.absorb_round(name, news),
        }
        self.follow(before, runs);
        if let Some(texts) = &mut self.texts {
            texts.grant(&self.instances, runs);
        }
    }

    /// The search cannot say where it would go on, and would stall there again.
    fn give_up(&mut self, name: UnitName, news: &UnitNews<'_>) {
        match (&mut self.height, name.lane) {
            (Some(height), LaneKind::Height) => height.give_up(news),
            (_, LaneKind::Drawn(Draw::Sample)) => self.samples.give_up(),
            _ => {
                self.depth.has_run = true;
                self.instances[name.instance].give_up(news);
            }
        }
        open_gate_if_due(&mut self.instances);
    }

    fn absorb_round(&mut self, name: UnitName, news: &UnitNews<'_>) {
        self.samples.has_just_run = false;
        match self.depth.absorb(&self.policy, &mut self.instances, name, news) {
            Step::GoesOn => {}
            Step::Died(kind) => self.count_death(kind),
            Step::Completed(runs) => {
                let has_died = self.deaths.are_some();
                if let Some(height) = self.height.as_mut().filter(|height| height.of == name.instance) {
                    height.begin_turn(&self.instances[name.instance], has_died, runs);
                }
            }
        }
    }

    fn count_death(&mut self, kind: DeathKind) {
        self.deaths.count(kind);
        if self.deaths.are_too_many() {
            let by_height = self.height.iter_mut().map(|height| &mut height.course);
            let by_depth = self.instances.iter_mut().map(|instance| &mut instance.course);
            by_depth
                .chain(by_height)
                .filter(|course| course.is_active())
                .for_each(|course| course.end(InstanceEnd::Deaths));
        }
    }

    /// Where the round by depth stands that goes on next.
    fn place(&self) -> Option<(usize, Option<Cursor>)> {
        if self.height.as_ref().is_some_and(Height::has_turn) {
            return None;
        }
        let current = Depth::<R>::current(&self.instances)?;
        Depth::<R>::place(current, &self.instances[current])
    }

    /// Keeps up what is run ahead with where the round stands after a result was taken in.
    fn follow(&mut self, before: Option<(usize, Option<Cursor>)>, runs: u64) {
        let is_same_round = self.depth.slices > 0 && !self.is_sampling();
        match (before, self.place()) {
            (Some((before, from)), Some((now, to))) if is_same_round && before == now => {
                self.depth.ahead.follow(from, to, runs);
            }
            _ => self.depth.ahead.clear(),
        }
    }

    /// At most `most` units of at most `budget` runs that go on ahead of the item's own one. To be asked for before
    /// [`ItemSearch::next_unit`].
    pub fn units_ahead(
        &mut self,
        grammar: &Grammar,
        most: usize,
        budget: u64,
    ) -> Vec<(UnitName, UnitRequest)> {
        let Some(own) = self.splittable(budget) else {
            return Vec::new();
        };
        let instance = &self.instances[own.0.instance];
        self.depth.ahead.units(grammar, instance, &own, most)
    }

    /// The unit that is to be run next, if all that a later unit of the round is told is known now.
    fn splittable(&self, budget: u64) -> Option<(UnitName, UnitRequest)> {
        // Turns end after so many runs, wherever the search stands, and so does an item that is quiet.
        let goes_on = self.turns.is_none()
            && !self.policy.ends_when_quiet
            && self.has_returned()
            && self.policy.wanted_valid == u64::MAX;
        let (name, request) = self.next_unit(budget).filter(|_| goes_on)?;
        let is_in_order =
            matches!(name.lane, LaneKind::Depth { .. }) && !matches!(request.round()?.start, Start::Fresh);
        (is_in_order && request.learning.watched_plans == 0).then_some((name, request))
    }

    /// Keeps the result of a unit of [`ItemSearch::units_ahead`] until it is due.
    pub fn absorb_ahead(&mut self, name: UnitName, result: R) {
        self.depth.ahead.absorb(name, result);
    }

    /// A result that was run ahead and is due: to be absorbed next, before anything else is asked for.
    pub fn due(&mut self) -> Option<(UnitName, R)> {
        let by_height = self.height.as_ref().is_some_and(Height::has_turn);
        if by_height || self.has_text_turn() || self.has_dear_turn() {
            return None;
        }
        let current = Depth::<R>::current(&self.instances)?;
        self.depth.ahead.due(self.instances[current].course.start())
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
        let lead = Depth::<R>::current(&self.instances);
        if let Some(turns) = &mut self.turns {
            turns.begin(&self.instances, lead, idle);
        }
    }

    /// Makes plans from kept ones if its next unit is of such.
    pub(super) fn make_mutants(&mut self, grammar: &Grammar, parts: &PartPool) {
        if let Some(turns) = &mut self.turns {
            turns.make(&mut self.instances, self.policy.depth, grammar, parts);
        }
    }

    /// Makes texts if its next unit is of such; `all` are those that items show each other.
    pub(super) fn make_texts(&mut self, grammar: &Grammar, all: &mut Vec<Vec<u8>>) {
        if self.has_text_turn()
            && let Some(texts) = &mut self.texts
        {
            texts.share(all);
            texts.make(grammar, Depth::<R>::current(&self.instances).is_some());
        }
    }
}
