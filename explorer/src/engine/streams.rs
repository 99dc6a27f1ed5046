//! Runs the streams of values that rounds ask for: see [`plans::ValueStreams`].

use super::pool::Pool;
use super::runner::RunsUnits;
use crate::executor::Known;
use crate::tuning::{SMALL_STAGE, SMALL_STAGE_UNITS, STREAM_BATCH_UNITS};
use plans::{Grammar, OpId, Tells, UnitRequest, ValueStreams};

/// The streams of a run, and all who know what they found.
#[derive(Debug, Default)]
pub struct Streams {
    /// What was found.
    pub values: ValueStreams,
    known: Known,
}

impl Streams {
    /// Streams for the types of this grammar that are built on the way to `roots`, the ops that are explored as items.
    pub fn new(grammar: &Grammar, roots: impl Iterator<Item = OpId>, known: Known) -> Streams {
        Streams {
            values: ValueStreams::new(grammar, roots),
            known,
        }
    }

    /// Finds out about all stages up to this one. False if `halt` said stop.
    pub fn reach<R: RunsUnits + Send>(
        &mut self,
        stage: u32,
        pool: &mut Pool<'_, R>,
        halt: &(dyn Fn() -> bool + Sync),
    ) -> anyhow::Result<bool> {
        loop {
            let (names, requests): (Vec<_>, Vec<UnitRequest>) = self.values.next(stage).into_iter().unzip();
            self.known.extend(self.values.take_found());
            if requests.is_empty() {
                return Ok(true);
            }
            let is_small =
                self.values.last_stage_runs() <= SMALL_STAGE && requests.len() <= SMALL_STAGE_UNITS;
            let size = match is_small {
                true => requests.len(),
                false => requests.len().div_ceil(4).clamp(1, STREAM_BATCH_UNITS),
            };
            let batches: Vec<Vec<UnitRequest>> = requests.chunks(size).map(<[_]>::to_vec).collect();
            let done = pool.run_wave(&batches, halt, &mut |_| ())?;
            if done.len() < batches.len() {
                return Ok(false);
            }
            let results = done.iter().flat_map(|batch| &batch.results);
            for (name, result) in names.into_iter().zip(results) {
                self.values.absorb(name, &result.news());
            }
        }
    }
}
