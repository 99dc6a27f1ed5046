//! Random plans: the rounds of the random strategy, and the samples of an item of which no call has returned yet. Samples only
//! show whether it can be called.

use super::instance::Instance;
use super::news::{DeathKind, UnitNews};
use super::rounds::Draws;
use crate::learned::Learning;
use crate::policy::Policy;
use crate::request::{UnitRequest, Work};
use crate::tuning::{
    MARGIN_OF_DRAWN, MOST_SAMPLE_UNITS, RUNS_BEFORE_SAMPLES, SAMPLE_DEATHS, SAMPLE_TIMEOUT_WEIGHT, SAMPLES,
};
use crate::unit::Tallies;

/// What a unit of a drawn round runs after so many of its plans, and how many are left.
pub(super) fn drawn_round(bound: u32, draws: Draws, done: u64) -> (Work, u64) {
    let work = Work::Drawn {
        bound,
        seed: draws.seed,
        skip: done,
        until_returned: false,
    };
    (work, draws.plans.saturating_sub(done))
}

/// The samples of one item.
#[derive(Debug, Default)]
pub(super) struct Samples {
    pub(super) units: u32,
    /// Those that ended with a death, slow ones counted as several.
    deaths: u32,
    /// Plans of the current unit that were run: the executor may stop within a unit.
    runs: u64,
    /// The last unit of the item was of samples.
    pub(super) has_just_run: bool,
}

impl Samples {
    /// A unit came to no further plan: the next one is another unit's.
    pub(super) fn give_up(&mut self) {
        self.units += 1;
        self.runs = 0;
        self.has_just_run = true;
    }

    /// Whether the next unit is of samples, if no call of the item has returned in so many runs.
    pub(super) fn are_due(&self, runs: u64) -> bool {
        !self.has_just_run && runs >= RUNS_BEFORE_SAMPLES
    }

    /// Whether more of them may be drawn.
    pub(super) fn are_left(&self) -> bool {
        self.units < MOST_SAMPLE_UNITS && self.deaths < SAMPLE_DEATHS
    }

    /// Instances of which samples are drawn in turn: placeholder types only if there is nothing else.
    pub(super) fn instances(policy: &Policy, instances: &[Instance]) -> Vec<usize> {
        let fed = |with_placeholder: bool| -> Vec<usize> {
            (0..instances.len())
                .filter(|index| {
                    let instance = &instances[*index];
                    // No plan is deeper than was asked for, random or not.
                    let fits = |steps: u32| policy.depth.is_none_or(|limit| steps <= limit);
                    instance.rooted.has_type_placeholder == with_placeholder
                        && instance.course.rounds.root_steps().is_some_and(fits)
                })
                .collect()
        };
        let concrete = fed(false);
        if concrete.is_empty() { fed(true) } else { concrete }
    }

    /// The next unit, and the index of its instance.
    pub(super) fn next(&self, policy: &Policy, instances: &[Instance]) -> Option<(usize, UnitRequest)> {
        let turns = Samples::instances(policy, instances);
        let units = self.units as usize;
        let index = *turns.get(units % turns.len().max(1))?;
        let instance = &instances[index];
        let turn = u32::try_from(units / turns.len()).unwrap_or(u32::MAX);
        let steps = instance.course.rounds.root_steps()?;
        let bound = steps.saturating_add(MARGIN_OF_DRAWN << (turn % 4));
        let work = Work::Drawn {
            bound: policy.depth.map_or(bound, |limit| bound.min(limit)),
            seed: u64::from(self.units),
            skip: self.runs,
            until_returned: true,
        };
        let request = UnitRequest {
            budget: SAMPLES - self.runs,
            known_fatal: instance.fatals.clone(),
            learning: Learning {
                known_edges: instance.kept.known().clone(),
                ..Learning::default()
            },
            ..UnitRequest::of(instance.rooted.root, work)
        };
        Some((index, request))
    }

    /// Takes in a unit of samples of this instance.
    pub(super) fn absorb(&mut self, instance: &mut Instance, news: &UnitNews<'_>) {
        let tallies = &news.report.tallies;
        let shown = u64::from(tallies.returned > 0);
        // Only that a call can return is taken over: whether types matter, and what fails, is for the rounds to show.
        instance.tallies.absorb(&Tallies {
            executions: tallies.executions,
            returned: shown,
            reached_root: shown,
            surcharge: tallies.surcharge,
            cost: tallies.cost,
            ..Tallies::default()
        });
        instance.kept.take_in(news);
        self.runs += tallies.executions;
        if news.death.is_none() && shown == 0 && (1..SAMPLES).contains(&self.runs) {
            return;
        }
        self.runs = 0;
        self.units += 1;
        self.deaths += match news.death.map(|death| death.kind) {
            None => 0,
            Some(DeathKind::Timeout) => SAMPLE_TIMEOUT_WEIGHT,
            Some(_) => 1,
        };
        self.has_just_run = true;
    }
}
