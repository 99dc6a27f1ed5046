//! The turns of `--strategy novelty`: so many runs of each item's round, then so many plans made from what it has kept.
//! Nobody begins a turn before all have ended theirs, and what is kept is shared in between only, so that neither clock nor
//! jobs decide what is made.

use super::instance::Instance;
use super::news::UnitNews;
use super::rounds::Mutants;
use crate::grammar::Grammar;
use crate::mutate::{Material, Parent, PartPool};
use crate::plan::Plan;
use crate::request::{UnitRequest, Work};
use crate::tuning::MOST_DEATHS_OF_MUTANTS;
use crate::unit::UnitStop;
use std::sync::Arc;

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

    /// The instance whose mutants run now; none outside that phase.
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

    /// The unit of the plans that are left.
    pub(super) fn next(&self, instance: &Instance) -> Option<UnitRequest> {
        let plans = self.left();
        (!plans.is_empty()).then(|| UnitRequest {
            budget: plans.len() as u64,
            learning: instance.learning_of_mutants(),
            ..UnitRequest::of(instance.rooted.root, Work::Listed(Arc::new(plans.to_vec())))
        })
    }

    /// Takes in what became of a unit of made plans.
    pub(super) fn absorb(&mut self, news: &UnitNews<'_>) {
        let runs = news.report.tallies.executions;
        let Phase::Mutants(Some(plans), done) = &mut self.phase else {
            return;
        };
        *done += usize::try_from(runs).unwrap_or(usize::MAX);
        let is_over = *done >= plans.len() || runs == 0;
        let is_cut = matches!(news.report.stop, UnitStop::Budget { .. }) || news.death.is_some();
        if let Some(death) = news.death {
            self.deaths += death.kind.weight();
        }
        if is_over || !is_cut || self.deaths >= MOST_DEATHS_OF_MUTANTS {
            self.phase = Phase::Ended;
        }
    }
}

impl Instance {
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
        self.course.is_active() && !self.breed.parents.is_empty()
    }

    fn mutants(&self) -> Option<Mutants> {
        self.course.round()?.mutants
    }
}

impl Turns {
    /// Begins the next turn, with the round of `lead`.
    pub(super) fn begin(&mut self, instances: &[Instance], lead: Option<usize>, idle: u32) {
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
        instances: &mut [Instance],
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
                root: instance.rooted.root,
                bound: depth_limit.unwrap_or(u32::MAX),
                parents: &instance.breed.parents,
                pool: parts,
                learned: instance.learned.known(),
            };
            let seed = mutants.seed.wrapping_add(u64::from(turn) << 16);
            Some(material.mutants(seed, mutants.plans(self.idle), &mut instance.breed.made))
        });
        let plans = made.unwrap_or_default();
        self.phase = match plans.is_empty() || self.deaths >= MOST_DEATHS_OF_MUTANTS {
            true => Phase::Ended,
            false => Phase::Mutants(Some(plans), 0),
        };
    }
}
