//! Runs the streams of values that rounds ask for: see [`plans::ValueStreams`].

use super::pool::Crew;
use crate::executor::Known;
use crate::tuning::{
    FREE_STREAM_RUNS, SMALL_STAGE, SMALL_STAGE_UNITS, STREAM_BATCH_UNITS, STREAM_RUNS_OF_A_PAUSE,
};
use plans::{Grammar, OpId, Policy, Tells, UnitRequest, ValueStreams};

/// The streams of a run, and all who know what they found.
#[derive(Debug, Default)]
pub struct Streams {
    /// What was found.
    pub values: ValueStreams,
    known: Known,
    is_in_proportion: bool,
}

/// What came of finding out about a stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reached {
    /// All is known.
    Stage,
    /// It would take too many runs for now: rounds go on with redundant arguments.
    TooDear,
    /// Somebody said stop.
    Halt,
}

impl Streams {
    /// Streams for the types of this grammar that are built on the way to `roots`, the ops that are explored as items.
    pub fn new(grammar: &Grammar, roots: impl Iterator<Item = OpId>, known: Known) -> Streams {
        Streams {
            values: ValueStreams::new(grammar, roots),
            known,
            is_in_proportion: false,
        }
    }

    /// The streams that searches of this policy ask for. Where exploring ends once nothing new is shown they take no more runs than
    /// items have had, and some: their runs are none that show anything.
    pub fn for_policy(
        policy: Policy,
        grammar: &Grammar,
        roots: impl Iterator<Item = OpId>,
        known: Known,
    ) -> Streams {
        match policy.has_values {
            true => Streams {
                is_in_proportion: policy.ends_when_quiet,
                ..Streams::new(grammar, roots, known)
            },
            false => Streams::default(),
        }
    }

    /// Has a unit run redundant arguments, too, if its stage is not over.
    pub fn leave_out_of(&self, unit: &mut UnitRequest) {
        if let Some(round) = unit.round_mut()
            && round
                .without_redundant
                .is_some_and(|stage| !self.values.are_over(stage))
        {
            round.without_redundant = None;
        }
    }

    /// Whether to find out more about this stage, after so many runs of items.
    fn pays(&self, stage: u32, item_runs: u64) -> bool {
        let pauses = self.values.pauses() * STREAM_RUNS_OF_A_PAUSE;
        let runs = self.values.plans() + self.values.surcharge() + self.values.last_stage_runs() + pauses;
        !self.is_in_proportion || self.values.are_over(stage) || runs <= item_runs + FREE_STREAM_RUNS
    }

    /// True if [`Streams::reach`] would have something run.
    pub fn are_wanted(&self, stage: u32, item_runs: u64) -> bool {
        !self.values.are_over(stage) && self.pays(stage, item_runs)
    }

    /// Finds out about all stages up to this one, after so many runs of items; nothing else is under way.
    pub fn reach(&mut self, stage: u32, item_runs: u64, crew: &mut Crew<'_>) -> anyhow::Result<Reached> {
        loop {
            if !self.pays(stage, item_runs) {
                return Ok(Reached::TooDear);
            }
            let (names, requests): (Vec<_>, Vec<UnitRequest>) = self.values.next(stage).into_iter().unzip();
            self.known.extend(self.values.take_found());
            if requests.is_empty() {
                return Ok(Reached::Stage);
            }
            let is_small =
                self.values.last_stage_runs() <= SMALL_STAGE && requests.len() <= SMALL_STAGE_UNITS;
            let size = match is_small {
                true => requests.len(),
                false => requests.len().div_ceil(4).clamp(1, STREAM_BATCH_UNITS),
            };
            let batches: Vec<Vec<UnitRequest>> = requests.chunks(size).map(<[_]>::to_vec).collect();
            let count = batches.len();
            let wave = crew.submit(batches);
            let done = crew.wait(wave, &mut |_| ())?;
            if done.len() < count {
                return Ok(Reached::Halt);
            }
            let results = done.iter().flat_map(|batch| &batch.results);
            for (name, result) in names.into_iter().zip(results) {
                self.values.absorb(name, &result.news());
            }
        }
    }
}
