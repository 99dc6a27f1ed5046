//! Random plans between the rounds of an item of which no call has returned yet: they only show whether it can be called.

use super::{ItemSearch, State};
use crate::engine::instance::InstanceEnd;
use crate::executor::UnitResult;
use crate::outcome::FaultKind;
use plans::{Draw, LaneKind, Learning, Tallies, UnitName, UnitRequest, Work};

/// Runs of an item after which, if no call has returned, random plans are tried between its rounds.
const RUNS_BEFORE_SAMPLES: u64 = 150;
/// Random plans in one unit.
const SAMPLES: u64 = 2_000;
/// Most units of random plans of an item.
pub(super) const MOST_SAMPLE_UNITS: u32 = 40;
/// How far beyond the cheapest plan random plans go at least, in steps; it doubles three times and begins anew.
const SAMPLE_MARGIN: u32 = 4;
/// Deaths among random plans after which no more are drawn.
const SAMPLE_DEATHS: u32 = 20;
/// How many deaths one by timeout counts for: it takes as much longer.
const SAMPLE_TIMEOUT_WEIGHT: u32 = 7;

impl ItemSearch {
    /// True if the next unit is of random plans.
    pub(super) fn is_sampling(&self) -> bool {
        if self.mutated().is_some() {
            return false;
        }
        let is_over = self.current().is_none();
        let died = self
            .instances
            .iter()
            .any(|i| matches!(i.state, State::Ended(InstanceEnd::Deaths)));
        let is_due = match is_over {
            true => died,
            false => !self.has_just_sampled && self.tallies().executions >= RUNS_BEFORE_SAMPLES,
        };
        is_due
            && self.sample_units < MOST_SAMPLE_UNITS
            && self.sample_deaths < SAMPLE_DEATHS
            && !self.has_returned()
            && !self.sampled_instances().is_empty()
    }

    /// Instances of which random plans are drawn in turn: placeholder types only if there is nothing else.
    fn sampled_instances(&self) -> Vec<usize> {
        let fed = |with_placeholder: bool| -> Vec<usize> {
            (0..self.instances.len())
                .filter(|index| {
                    let instance = &self.instances[*index];
                    // No plan is deeper than was asked for, random or not.
                    let fits = |steps: u32| self.depth_limit.is_none_or(|limit| steps <= limit);
                    instance.is_by_depth()
                        && instance.has_type_placeholder == with_placeholder
                        && instance.rounds.root_steps().is_some_and(fits)
                })
                .collect()
        };
        let concrete = fed(false);
        if concrete.is_empty() { fed(true) } else { concrete }
    }

    pub(super) fn sample(&self) -> Option<(UnitName, UnitRequest)> {
        let turns = self.sampled_instances();
        let units = self.sample_units as usize;
        let index = *turns.get(units % turns.len().max(1))?;
        let instance = &self.instances[index];
        let turn = u32::try_from(units / turns.len()).unwrap_or(u32::MAX);
        let bound = instance
            .rounds
            .root_steps()?
            .saturating_add(SAMPLE_MARGIN << (turn % 4));
        let request = UnitRequest {
            root: instance.root,
            work: Work::Drawn {
                bound: self.depth_limit.map_or(bound, |limit| bound.min(limit)),
                seed: u64::from(self.sample_units),
                skip: self.samples_run,
                until_returned: true,
            },
            budget: SAMPLES - self.samples_run,
            valid_budget: u64::MAX,
            known_fatal: instance.fatals.clone(),
            learning: Learning {
                known_edges: instance.kept.known().clone(),
                ..Learning::default()
            },
        };
        Some((self.name(index, LaneKind::Drawn(Draw::Sample)), request))
    }

    pub(super) fn absorb_sample(&mut self, index: usize, result: &UnitResult) {
        let tallies = &result.report.tallies;
        let shown = u64::from(tallies.returned > 0);
        // Only that a call can return is taken over: whether types matter, and what fails, is for the rounds to show.
        self.instances[index].tallies.absorb(&Tallies {
            executions: tallies.executions,
            returned: shown,
            reached_root: shown,
            ..Tallies::default()
        });
        self.instances[index].kept.take_in(result);
        self.samples_run += tallies.executions;
        if result.death.is_none() && shown == 0 && (1..SAMPLES).contains(&self.samples_run) {
            return;
        }
        self.samples_run = 0;
        self.sample_units += 1;
        self.sample_deaths += match &result.death {
            None => 0,
            Some(death) if death.fault.kind == FaultKind::Timeout => SAMPLE_TIMEOUT_WEIGHT,
            Some(_) => 1,
        };
        self.has_just_sampled = true;
    }
}
