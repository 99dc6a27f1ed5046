//! Shares the executors among the items: waves of batches, in an order that neither the number of executors nor their
//! speed decides, until every item is over or somebody says stop.

use super::item::ItemSearch;
use super::pool::{DoneBatch, Pool};
use super::runner::RunsUnits;
use super::streams::ValueStreams;
use crate::finding::collect::{Collector, Origin};
use plans::UnitRequest;

/// Runs in one slice of a round.
const SLICE_RUNS: u64 = 100_000;
/// Runs of the very first unit of an item: all items of a large crate get a turn before any gets a long one.
const FIRST_SLICE_RUNS: u64 = 200;
/// Most units in one batch.
const BATCH_UNITS: usize = 64;
/// A wave has at least this many batches if it has as many units, so that several executors have work.
const BATCHES_PER_WAVE: usize = 8;
/// Weight at which a wave is full. The clock is looked at between batches only, so this also bounds how far the time
/// limit is passed: sixteen small units or two full slices in a batch.
const WAVE_WEIGHT: usize = 128;
/// The first unit of a round is usually over after a few runs; one that goes on is usually a full slice.
const CONTINUED_WEIGHT: usize = 8;

/// Why exploration stops early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Halt {
    /// The time limit.
    Time,
    /// The user.
    Interrupt,
}

/// How far exploration is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Distinct plans run.
    pub expressions: u64,
    /// Bound of the least advanced item that is not over.
    pub depth: u32,
    /// Distinct faults.
    pub faults: usize,
}

/// Watches an exploration.
pub trait WatchesExploration {
    /// Called after every batch.
    fn progress(&mut self, progress: Progress);
    /// Called for every new distinct fault, in an order that does not depend on the number of executors.
    fn new_fault(&mut self, line: String);
}

/// One unit of a wave and the search it belongs to.
struct Planned {
    search: usize,
    origin: Origin,
    is_sample: bool,
}

/// Explores all items until none is left or `halt` says stop; then says why.
pub fn explore_items<R: RunsUnits + Send>(
    searches: &mut [ItemSearch],
    streams: &mut ValueStreams,
    pool: &mut Pool<'_, R>,
    collector: &mut Collector,
    halt: &(dyn Fn() -> Option<Halt> + Sync),
    watcher: &mut dyn WatchesExploration,
) -> anyhow::Result<Option<Halt>> {
    let mut expressions = 0;
    loop {
        let (planned, batches) = next_wave(searches);
        if batches.is_empty() {
            return Ok(None);
        }
        if let Some(reason) = halt() {
            return Ok(Some(reason));
        }
        let depth = searches.iter().filter_map(ItemSearch::bound).min().unwrap_or(0);
        let faults = collector.len();
        let stop = || halt().is_some();
        let stage = (batches.iter().flatten())
            .filter_map(|request| request.economy.redundant_up_to)
            .max();
        if let Some(stage) = stage
            && !streams.reach(stage, pool, &stop)?
        {
            continue;
        }
        let done = pool.run_wave(&batches, &stop, &mut |batch| {
            expressions += batch
                .results
                .iter()
                .map(|result| result.report.tallies.expressions)
                .sum::<u64>();
            watcher.progress(Progress {
                expressions,
                depth,
                faults,
            });
        })?;
        let size = batches.iter().map(Vec::len).max().unwrap_or(1);
        merge(searches, collector, &planned, size, &done, watcher);
    }
}

/// Takes in results in the order in which the units were planned.
fn merge(
    searches: &mut [ItemSearch],
    collector: &mut Collector,
    planned: &[Planned],
    batch_size: usize,
    done: &[DoneBatch],
    watcher: &mut dyn WatchesExploration,
) {
    for batch in done {
        for (unit, result) in planned.iter().skip(batch.batch * batch_size).zip(&batch.results) {
            if !unit.is_sample {
                let mut new = collector.add_seen(unit.origin, &result.faults);
                new.extend(
                    result
                        .death
                        .as_ref()
                        .and_then(|death| collector.add_death(unit.origin, death)),
                );
                for id in new {
                    watcher.new_fault(id.line());
                }
            }
            searches[unit.search].absorb(result);
        }
    }
}

/// The next units, most urgent first, cut into batches of equal size.
fn next_wave(searches: &[ItemSearch]) -> (Vec<Planned>, Vec<Vec<UnitRequest>>) {
    let mut order: Vec<_> = searches
        .iter()
        .enumerate()
        .filter_map(|(index, search)| Some((search.priority()?, index)))
        .collect();
    order.sort_unstable();
    let mut planned = Vec::new();
    let mut units = Vec::new();
    let mut weight = 0;
    for (_, search) in order {
        if weight >= WAVE_WEIGHT {
            break;
        }
        let budget = if searches[search].has_run() {
            SLICE_RUNS
        } else {
            FIRST_SLICE_RUNS
        };
        let Some((origin, request)) = searches[search].next_unit(budget) else {
            continue;
        };
        weight += if searches[search].begins_round() {
            1
        } else {
            CONTINUED_WEIGHT
        };
        planned.push(Planned {
            search,
            origin,
            is_sample: searches[search].is_sampling(),
        });
        units.push(request);
    }
    let size = units.len().div_ceil(BATCHES_PER_WAVE).clamp(1, BATCH_UNITS);
    let batches = units.chunks(size).map(<[UnitRequest]>::to_vec).collect();
    (planned, batches)
}
