//! Shares the executors among the items: waves of batches, in an order that neither the number of executors nor their
//! speed decides, until every item is over or somebody says stop.

use super::pool::{DoneBatch, Pool};
use super::runner::RunsUnits;
use super::searches::ItemSearch;
use super::streams::{Reached, Streams};
use crate::executor::{Moment, UnitResult};
use crate::finding::collect::{Before, Collector};
use crate::tuning::{
    BATCHES_PER_WAVE, CONTINUED_WEIGHT, FIRST_SLICE_RUNS, PART_RUNS, UNIT_BATCH_UNITS,
    UNITS_AHEAD_PER_EXECUTOR, UNITS_PER_EXECUTOR, WAVE_WEIGHT,
};
use plans::tuning::SLICE_RUNS;
use plans::{EdgeSet, Grammar, Sharing, UnitName, UnitRequest};
use std::time::Duration;

/// Why exploration stops early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Halt {
    /// The time limit.
    Time,
    /// The user.
    Interrupt,
    /// As many faults as were asked for.
    Faults,
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
    /// True once so many distinct faults are enough.
    fn is_enough(&self, faults: usize) -> bool;
    /// Called after every wave with all faults so far.
    fn found(&mut self, collector: &Collector);
    /// Time since exploration began.
    fn elapsed(&self) -> Duration;
    /// Called for every new distinct fault; those of one item come in the order of its plans.
    fn new_fault(&mut self, line: String);
}

/// One unit of a wave and the search it belongs to.
struct Planned {
    search: usize,
    name: UnitName,
}

/// Explores all items until none is left or `halt` says stop; then says why.
pub fn explore_items<R: RunsUnits + Send>(
    searches: &mut [ItemSearch],
    streams: &mut Streams,
    pool: &mut Pool<'_, R>,
    collector: &mut Collector,
    sharing: &mut Sharing<'_>,
    halt: &(dyn Fn() -> Option<Halt> + Sync),
    watcher: &mut dyn WatchesExploration,
) -> anyhow::Result<Option<Halt>> {
    let mut expressions = 0;
    let mut gathered = Gathered {
        collector,
        edges: EdgeSet::default(),
    };
    loop {
        let (planned, mut batches) = next_wave(searches, sharing, pool.size());
        let is_over = batches.is_empty() && !sharing.begin_turns(searches);
        if is_over {
            return Ok(None);
        }
        if let Some(reason) = halt() {
            return Ok(Some(reason));
        }
        if watcher.is_enough(gathered.collector.distinct()) {
            return Ok(Some(Halt::Faults));
        }
        if batches.is_empty() {
            continue;
        }
        let depth = searches
            .iter()
            .filter_map(|search| search.bound())
            .min()
            .unwrap_or(0);
        let faults = gathered.collector.len();
        let stop = || halt().is_some();
        let stage = (batches.iter().flatten())
            .filter_map(|request| request.round()?.without_redundant)
            .max();
        if let Some(stage) = stage {
            let runs = searches.iter().map(|search| search.tallies().executions).sum();
            match streams.reach(stage, runs, pool, &stop)? {
                Reached::Stage => {}
                Reached::TooDear => {
                    (batches.iter_mut().flatten()).for_each(|unit| streams.leave_out_of(unit))
                }
                Reached::Halt => continue,
            }
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
        merge(searches, &mut gathered, &planned, size, done, watcher);
        watcher.found(gathered.collector);
    }
}

/// Takes in results in the order in which the units were planned, and what was run ahead when it is due.
fn merge(
    searches: &mut [ItemSearch],
    gathered: &mut Gathered<'_>,
    planned: &[Planned],
    batch_size: usize,
    done: Vec<DoneBatch>,
    watcher: &mut dyn WatchesExploration,
) {
    let mut own = Vec::new();
    for batch in done {
        let units = planned.iter().skip(batch.batch * batch_size);
        for (unit, result) in units.zip(batch.results) {
            match unit.name.ahead() {
                Some(_) => searches[unit.search].absorb_ahead(unit.name, result),
                None => own.push((unit, result)),
            }
        }
    }
    for (unit, result) in own {
        let search = &mut searches[unit.search];
        gathered.take_in(unit.name, search, &result, watcher);
        search.absorb(unit.name, &result);
        while let Some((name, result)) = search.due() {
            gathered.take_in(name, search, &result, watcher);
            search.absorb(name, &result);
        }
    }
}

/// What the units of all items have shown.
struct Gathered<'a> {
    collector: &'a mut Collector,
    edges: EdgeSet,
}

impl Gathered<'_> {
    /// Takes in what the item of a search will take in next, and lets it know how much of that is new to all.
    fn take_in(
        &mut self,
        name: UnitName,
        search: &mut ItemSearch,
        result: &UnitResult,
        watcher: &mut dyn WatchesExploration,
    ) {
        let executed = result.kept.iter().flat_map(|run| &run.edges);
        let edges = executed.filter(|&&edge| self.edges.insert(edge)).count();
        let faults = match name.tells_faults(result.death.is_some()) {
            true => self.collect(name, search, result, watcher),
            false => 0,
        };
        search.expect_news(edges + faults);
    }

    /// Returns the number of faults that were not known.
    fn collect(
        &mut self,
        name: UnitName,
        search: &ItemSearch,
        result: &UnitResult,
        watcher: &mut dyn WatchesExploration,
    ) -> usize {
        // Of the item alone: which items were merged before it is up to the number of executors.
        let before = Before {
            expressions: search.tallies().expressions,
            now: Moment::now(),
            after: watcher.elapsed(),
        };
        let mut new = self.collector.add_seen(name, before, &result.faults);
        let death = result.death.as_ref();
        new.extend(death.and_then(|death| self.collector.add_death(name, before, death)));
        let count = new.len();
        for id in new {
            watcher.new_fault(id.line());
        }
        count
    }
}

/// What the first executor will be asked for first.
pub fn first_batch(
    searches: &mut [ItemSearch],
    sharing: &mut Sharing<'_>,
    executors: usize,
) -> Option<Vec<UnitRequest>> {
    let (_, batches) = next_wave(searches, sharing, executors);
    batches.into_iter().next()
}

/// The next units, most urgent first, cut into batches of equal size.
fn next_wave(
    searches: &mut [ItemSearch],
    sharing: &mut Sharing<'_>,
    executors: usize,
) -> (Vec<Planned>, Vec<Vec<UnitRequest>>) {
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
        sharing.prepare(&mut searches[search]);
        let budget = if searches[search].has_run() {
            SLICE_RUNS
        } else {
            FIRST_SLICE_RUNS
        };
        let Some((name, request)) = searches[search].next_unit(budget) else {
            continue;
        };
        weight += if searches[search].begins_round() {
            1
        } else {
            CONTINUED_WEIGHT
        };
        planned.push(Planned { search, name });
        units.push(request);
    }
    let most_batches = BATCHES_PER_WAVE.max(executors * UNITS_PER_EXECUTOR);
    let size = units.len().div_ceil(most_batches).clamp(1, UNIT_BATCH_UNITS);
    if executors > 1 && units.len() < executors * UNITS_PER_EXECUTOR {
        fill_up(
            searches,
            sharing.grammar(),
            executors * UNITS_AHEAD_PER_EXECUTOR,
            &mut planned,
            &mut units,
        );
    }
    let batches = units.chunks(size).map(<[UnitRequest]>::to_vec).collect();
    (planned, batches)
}

/// Adds units that are run ahead of these, where there are fewer than `wanted`.
fn fill_up(
    searches: &mut [ItemSearch],
    grammar: &Grammar,
    wanted: usize,
    planned: &mut Vec<Planned>,
    units: &mut Vec<UnitRequest>,
) {
    let own = planned.len();
    for position in 0..own {
        let missing = wanted.saturating_sub(planned.len());
        // Each of the items that are left has its share.
        let share = missing.div_ceil(own - position);
        let search = planned[position].search;
        if share == 0 || !searches[search].has_run() {
            continue;
        }
        let ahead = searches[search].units_ahead(grammar, share, PART_RUNS);
        if ahead.is_empty() {
            continue;
        }
        if let Some((_, request)) = searches[search].next_unit(PART_RUNS) {
            units[position] = request;
        }
        for (name, request) in ahead {
            planned.push(Planned { search, name });
            units.push(request);
        }
    }
}
