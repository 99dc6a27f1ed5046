//! Shares the executors among the items: waves of batches, in an order that neither the number of executors nor their
//! speed decides, until every item is over or somebody says stop. While one wave is taken in, the next one runs.

use super::pool::{Crew, DoneBatch, Pool, WaveId};
use super::runner::RunsUnits;
use super::searches::ItemSearch;
use super::streams::{Reached, Streams};
use crate::executor::{Moment, UnitResult};
use crate::finding::collect::{Before, Collector};
use crate::tuning::{
    BATCH_WEIGHT, BATCHES, CONTINUED_WEIGHT, FIRST_SLICE_RUNS, PART_RUNS, RUNS_OF_A_WEIGHT, UNIT_BATCH_UNITS,
    UNITS_AHEAD_PER_EXECUTOR, UNITS_PER_EXECUTOR, WAVE_WEIGHT, WAVES_AT_ONCE,
};
use plans::tuning::SLICE_RUNS;
use plans::{EdgeSet, Grammar, LaneKind, Sharing, UnitName, UnitRequest};
use std::collections::{BTreeSet, VecDeque};
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
    /// Runs of all items.
    pub runs: u64,
    /// Items that go on.
    pub items_left: usize,
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

/// Units that are run at once, most urgent first.
struct Wave {
    planned: Vec<Planned>,
    /// The units of these, cut into batches of equal size.
    batches: Vec<Vec<UnitRequest>>,
}

/// A wave that was submitted.
struct UnderWay {
    id: WaveId,
    planned: Vec<Planned>,
    batch_size: usize,
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
    let stop = || halt().is_some();
    pool.at_work(&stop, |crew| {
        let exploration = Exploration {
            searches,
            gathered: Gathered {
                collector,
                edges: EdgeSet::default(),
            },
            crew,
            under_way: VecDeque::new(),
            expressions: 0,
            runs: 0,
            watcher,
        };
        exploration.run(streams, sharing, halt)
    })
}

/// Exploring as it goes on.
///
/// What a wave has depends on the waves that were taken in before it was planned and on which items were under way then: on
/// counts, the number of executors, and units that the clock has cut.
struct Exploration<'e, 'c> {
    searches: &'e mut [ItemSearch],
    gathered: Gathered<'e>,
    crew: &'e mut Crew<'c>,
    under_way: VecDeque<UnderWay>,
    expressions: u64,
    runs: u64,
    watcher: &'e mut dyn WatchesExploration,
}

impl Exploration<'_, '_> {
    fn run(
        mut self,
        streams: &mut Streams,
        sharing: &mut Sharing<'_>,
        halt: &dyn Fn() -> Option<Halt>,
    ) -> anyhow::Result<Option<Halt>> {
        loop {
            let next = match self.under_way.len() < WAVES_AT_ONCE {
                true => self.next_wave(sharing),
                false => None,
            };
            let is_idle = self.under_way.is_empty();
            if next.is_none() && is_idle && !sharing.begin_turns(self.searches) {
                return Ok(None);
            }
            if self.watcher.is_enough(self.gathered.collector.distinct()) {
                return Ok(Some(Halt::Faults));
            }
            if next.is_none() && !is_idle {
                self.take_first_in()?;
                continue;
            }
            if let Some(reason) = halt() {
                self.take_all_in()?;
                return Ok(Some(reason));
            }
            if let Some(wave) = next {
                self.submit(wave, streams)?;
            }
        }
    }

    /// Units of items that are not under way, if there are any.
    fn next_wave(&mut self, sharing: &mut Sharing<'_>) -> Option<Wave> {
        let busy = self.under_way.iter().flat_map(|wave| &wave.planned);
        let busy = busy.map(|unit| unit.search).collect();
        let wave = next_wave(self.searches, &busy, sharing, self.crew.size());
        (!wave.batches.is_empty()).then_some(wave)
    }

    /// Has a wave run when it is known which of its arguments are redundant.
    fn submit(&mut self, mut wave: Wave, streams: &mut Streams) -> anyhow::Result<()> {
        let units = wave.batches.iter().flatten();
        let stage = units
            .filter_map(|request| request.round()?.without_redundant)
            .max();
        if let Some(stage) = stage {
            let tallies = self.searches.iter().map(ItemSearch::tallies);
            let runs = tallies
                .map(|tallies| tallies.executions + tallies.surcharge)
                .sum();
            if streams.are_wanted(stage, runs) {
                // What becomes known must not do so while units run.
                self.take_all_in()?;
            }
            match streams.reach(stage, runs, self.crew)? {
                Reached::Stage => {}
                Reached::TooDear => {
                    let units = wave.batches.iter_mut().flatten();
                    units.for_each(|unit| streams.leave_out_of(unit));
                }
                Reached::Halt => return Ok(()),
            }
        }
        self.under_way.push_back(UnderWay {
            batch_size: wave.batches.iter().map(Vec::len).max().unwrap_or(1),
            id: self.crew.submit(wave.batches),
            planned: wave.planned,
        });
        Ok(())
    }

    /// Waits for all waves that are under way.
    fn take_all_in(&mut self) -> anyhow::Result<()> {
        while !self.under_way.is_empty() {
            self.take_first_in()?;
        }
        Ok(())
    }

    /// Waits for the wave that was submitted first.
    fn take_first_in(&mut self) -> anyhow::Result<()> {
        let Some(wave) = self.under_way.pop_front() else {
            return Ok(());
        };
        let depths: Vec<u32> = (self.searches.iter())
            .filter_map(|search| search.bound())
            .collect();
        let depth = depths.iter().copied().min().unwrap_or(0);
        let faults = self.gathered.collector.len();
        let (expressions, runs, watcher) = (&mut self.expressions, &mut self.runs, &mut *self.watcher);
        let done = self.crew.wait(wave.id, &mut |batch| {
            for result in &batch.results {
                *expressions += result.report.tallies.expressions;
                *runs += result.report.tallies.executions;
            }
            watcher.progress(Progress {
                expressions: *expressions,
                depth,
                faults,
                runs: *runs,
                items_left: depths.len(),
            });
        })?;
        merge(
            self.searches,
            &mut self.gathered,
            &wave.planned,
            wave.batch_size,
            done,
            self.watcher,
        );
        self.watcher.found(self.gathered.collector);
        Ok(())
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
    let wave = next_wave(searches, &BTreeSet::new(), sharing, executors);
    wave.batches.into_iter().next()
}

/// The next units of items that are not busy; each wave that may be under way has its share of the items.
fn next_wave(
    searches: &mut [ItemSearch],
    busy: &BTreeSet<usize>,
    sharing: &mut Sharing<'_>,
    executors: usize,
) -> Wave {
    let mut order: Vec<_> = searches
        .iter()
        .enumerate()
        .filter(|(index, _)| !busy.contains(index))
        .filter_map(|(index, search)| Some((search.priority()?, index)))
        .collect();
    order.sort_unstable();
    let going_on = order.len() + busy.len();
    let most = going_on.div_ceil(WAVES_AT_ONCE);
    let mut planned = Vec::new();
    let mut units = Vec::new();
    let mut weight = 0;
    for (_, search) in order {
        if weight >= WAVE_WEIGHT || units.len() >= most {
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
        weight += match (searches[search].begins_round(), name.lane) {
            (true, _) => 1,
            // One run, and a long one.
            (false, LaneKind::Dear) => CONTINUED_WEIGHT,
            (false, _) => continued_weight(&request),
        };
        planned.push(Planned { search, name });
        units.push(request);
    }
    let size = batch_size(units.len(), weight, executors);
    // Items for which there is no room in all waves together wait.
    let going_on = going_on.min(WAVES_AT_ONCE * units.len());
    if executors > 1 && going_on < executors * UNITS_PER_EXECUTOR {
        // Each wave has its share.
        let wanted = (executors * UNITS_AHEAD_PER_EXECUTOR * units.len()).div_ceil(going_on.max(1));
        fill_up(searches, sharing.grammar(), wanted, &mut planned, &mut units);
    }
    Wave {
        planned,
        batches: cut(units, size),
    }
}

/// These in parts of so many.
fn cut(units: Vec<UnitRequest>, size: usize) -> Vec<Vec<UnitRequest>> {
    let mut units = units.into_iter();
    let part = || Some(units.by_ref().take(size).collect()).filter(|part: &Vec<_>| !part.is_empty());
    std::iter::from_fn(part).collect()
}

/// Weight of a unit that does not begin a round: a list has an end that is near.
fn continued_weight(request: &UnitRequest) -> usize {
    let runs = usize::try_from(request.budget).unwrap_or(usize::MAX);
    runs.div_ceil(RUNS_OF_A_WEIGHT).clamp(1, CONTINUED_WEIGHT)
}

/// How many of so many units of a wave are in a batch.
fn batch_size(units: usize, weight: usize, executors: usize) -> usize {
    let of_all_waves = BATCHES.max(executors * UNITS_PER_EXECUTOR);
    let by_count = units.div_ceil(of_all_waves.div_ceil(WAVES_AT_ONCE));
    let by_weight = BATCH_WEIGHT * units / weight.max(1);
    by_count.min(by_weight).clamp(1, UNIT_BATCH_UNITS)
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

#[cfg(test)]
mod tests {
    use super::*;
    use plans::{OpId, Work};

    #[test]
    fn a_unit_that_goes_on_weighs_what_it_may_run() {
        let weight = |budget| {
            continued_weight(&UnitRequest {
                budget,
                ..UnitRequest::of(OpId(0), Work::round(1))
            })
        };
        let most = CONTINUED_WEIGHT;
        assert_eq!(
            [0, 1, 512, 513, 4_096, u64::MAX].map(weight),
            [1, 1, 1, 2, most, most]
        );
    }
}
