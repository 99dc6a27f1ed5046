//! The turns of `--strategy novelty`: so many runs of each item's round, then so many plans made from what it has kept.
//! Nobody begins a turn before all have ended theirs, and what is kept is shared in between only, so that neither clock nor
//! jobs decide what is made.

use super::instance::{InstanceSearch, State};
use super::item::ItemSearch;
use crate::executor::UnitResult;
use crate::outcome::FaultKind;
use plans::{Grammar, Material, Mutants, Parent, PartPool, Plan, UnitRequest, UnitStop, Work};
use std::collections::BTreeSet;

/// Deaths among the plans made for an item after which no more are made.
const MOST_DEATHS: u32 = 20;
/// How many deaths one by timeout or memory counts for.
const SLOW_DEATH: u32 = 7;

#[derive(Debug, PartialEq, Eq)]
enum Phase {
    /// Runs of the round are left.
    Runs(u64),
    /// These plans are left, from this one on; none if they were not made yet.
    Mutants(Option<Vec<Plan>>, usize),
    /// The item waits for the others.
    Ended,
}

/// Where one item is in its turns.
#[derive(Debug)]
pub(super) struct Turns {
    turn: u32,
    /// How many turns before this one showed nothing new.
    idle: u32,
    phase: Phase,
    /// Instance whose plans are changed in this turn.
    instance: usize,
    deaths: u32,
}

/// The kept plans of one instance, as material.
#[derive(Debug, Default)]
pub(super) struct Breed {
    parents: Vec<Parent>,
    made: BTreeSet<u64>,
}

impl Turns {
    pub(super) fn new() -> Turns {
        Turns {
            turn: 0,
            idle: 0,
            phase: Phase::Ended,
            instance: 0,
            deaths: 0,
        }
    }

    /// Number of the turn, from 1.
    pub(super) fn number(&self) -> u32 {
        self.turn
    }

    /// True if the item waits for the others.
    pub(super) fn has_ended(&self) -> bool {
        self.phase == Phase::Ended
    }

    /// The instance whose made plans are run now, and whether they are to be.
    pub(super) fn mutated(&self) -> Option<usize> {
        matches!(self.phase, Phase::Mutants(..)).then_some(self.instance)
    }

    /// Most runs of the next unit of the round.
    pub(super) fn runs_left(&self) -> u64 {
        match self.phase {
            Phase::Runs(left) => left,
            Phase::Mutants(..) | Phase::Ended => 0,
        }
    }

    /// The round had so many runs more.
    pub(super) fn ran(&mut self, runs: u64) {
        if let Phase::Runs(left) = &mut self.phase {
            *left = left.saturating_sub(runs.max(1));
            if *left == 0 {
                self.phase = Phase::Mutants(None, 0);
            }
        }
    }

    /// The plans that are left of this turn.
    fn left(&self) -> &[Plan] {
        match &self.phase {
            Phase::Mutants(Some(plans), done) => plans.get(*done..).unwrap_or_default(),
            _ => &[],
        }
    }

    /// Takes in what became of a unit of made plans.
    pub(super) fn ran_mutants(&mut self, result: &UnitResult) {
        let runs = result.report.tallies.executions;
        let Phase::Mutants(Some(plans), done) = &mut self.phase else {
            return;
        };
        *done += usize::try_from(runs).unwrap_or(usize::MAX);
        let is_over = *done >= plans.len() || runs == 0;
        let is_cut = matches!(result.report.stop, UnitStop::Budget { .. }) || result.death.is_some();
        if let Some(death) = &result.death {
            self.deaths += match death.fault.kind {
                FaultKind::Timeout | FaultKind::Memory => SLOW_DEATH,
                _ => 1,
            };
        }
        if is_over || !is_cut || self.deaths >= MOST_DEATHS {
            self.phase = Phase::Ended;
        }
    }
}

/// What all items share.
#[derive(Debug)]
pub struct Sharing<'g> {
    grammar: &'g Grammar,
    parts: PartPool,
    /// Turns since anybody kept anything.
    idle: u32,
}

impl<'g> Sharing<'g> {
    /// Nothing is kept yet.
    pub fn new(grammar: &'g Grammar) -> Sharing<'g> {
        Sharing {
            grammar,
            parts: PartPool::default(),
            idle: 0,
        }
    }

    /// Of all items.
    pub(super) fn grammar(&self) -> &'g Grammar {
        self.grammar
    }

    /// Begins the next turn of all items that wait for it. False if none does.
    pub(super) fn begin_turns(&mut self, searches: &mut [ItemSearch]) -> bool {
        let mut waiting: Vec<&mut ItemSearch> = searches
            .iter_mut()
            .filter(|search| search.awaits_turn())
            .collect();
        self.idle += 1;
        for search in &mut waiting {
            if search.share(self.grammar, &mut self.parts) {
                self.idle = 0;
            }
        }
        for search in &mut waiting {
            search.begin_turn(self.idle);
        }
        !waiting.is_empty()
    }

    /// Makes the plans of an item whose next unit runs some. False if there are none.
    pub(super) fn prepare(&self, search: &mut ItemSearch) {
        search.make_mutants(self.grammar, &self.parts);
    }
}

/// The request for the plans that are left.
pub(super) fn request(turns: &Turns, instance: &InstanceSearch) -> Option<UnitRequest> {
    let plans = turns.left();
    (!plans.is_empty()).then(|| UnitRequest {
        root: instance.root,
        work: Work::Listed(plans.to_vec()),
        budget: plans.len() as u64,
        valid_budget: u64::MAX,
        known_fatal: Vec::new(),
        learning: instance.learning_of_mutants(),
    })
}

impl InstanceSearch {
    /// Turns what was kept since the last time into material. False if that is nothing.
    pub(super) fn share(&mut self, grammar: &Grammar, turn: u32, parts: &mut PartPool) -> bool {
        let before = self.breed.parents.len();
        self.learned.adopt_exact();
        for run in &self.kept.runs()[self.breed.parents.len()..] {
            let plan = run.sample.plan.clone();
            parts.add(grammar, plan.term());
            self.breed.parents.push(Parent { plan, turn });
        }
        self.breed.parents.len() > before
    }

    fn has_material(&self) -> bool {
        matches!(self.state, State::Active { .. }) && !self.breed.parents.is_empty()
    }

    fn mutants(&self) -> Option<Mutants> {
        match &self.state {
            State::Active { round, .. } => round.mutants,
            State::Gated | State::Ended(_) => None,
        }
    }
}

impl Turns {
    /// Begins the next turn, with the round of `lead`.
    pub(super) fn begin(&mut self, instances: &[InstanceSearch], lead: Option<usize>, idle: u32) {
        self.idle = idle;
        let runs = lead.and_then(|lead| instances[lead].mutants());
        // An item whose rounds are over has random plans left at most.
        self.phase = Phase::Runs(runs.map_or(1, |mutants| mutants.runs(idle)));
        let fed: Vec<usize> = (0..instances.len())
            .filter(|&index| instances[index].has_material())
            .collect();
        self.instance = fed
            .get(self.turn as usize % fed.len().max(1))
            .copied()
            .unwrap_or(0);
        self.turn += 1;
    }

    /// Makes the plans of this turn if that is due and was not done.
    pub(super) fn make(
        &mut self,
        instances: &mut [InstanceSearch],
        depth_limit: Option<u32>,
        grammar: &Grammar,
        parts: &PartPool,
    ) {
        if self.phase != Phase::Mutants(None, 0) {
            return;
        }
        let turn = self.turn - 1;
        let made = instances.get_mut(self.instance).and_then(|instance| {
            let mutants = instance.mutants()?;
            let material = Material {
                grammar,
                root: instance.root,
                bound: depth_limit.unwrap_or(u32::MAX),
                parents: &instance.breed.parents,
                pool: parts,
                learned: instance.learned.known(),
            };
            let seed = mutants.seed.wrapping_add(u64::from(turn) << 16);
            Some(material.mutants(seed, mutants.plans(self.idle), &mut instance.breed.made))
        });
        let plans = made.unwrap_or_default();
        self.phase = match plans.is_empty() || self.deaths >= MOST_DEATHS {
            true => Phase::Ended,
            false => Phase::Mutants(Some(plans), 0),
        };
    }
}
