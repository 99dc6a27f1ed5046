//! The arguments that make one item fail, given to other items that take the same: which of them fail there, too, and which in a way of
//! their own. A search comes to such arguments for one item long before it does for all.

use super::at_once::at_once;
use super::run::Run;
use super::search_stage::Searched;
use super::searches::instances;
use crate::executor::{Executor, Moment};
use crate::finding::Collector;
use crate::finding::classify::blames_the_sandbox;
use crate::finding::collect::FaultGroup;
use crate::outcome::{Fault, FaultKind};
use crate::tuning::{CALLS_OF_OTHER_ITEMS, OTHER_ITEMS_OF_A_FAULT, TIME_OF_CALLS, UNIT_BATCH_UNITS};
use plans::{LaneKind, OpId, Plan, UnitName, UnitRequest, given_elsewhere};
use std::collections::BTreeSet;
use std::time::Duration;

/// An item that may take what another one fails with.
struct Taker {
    name: UnitName,
    /// How many arguments it takes.
    arity: usize,
}

/// Gives the arguments of each fault's smallest plan to other items, `after` exploring, and adds what fails. Returns the number of runs.
pub(super) fn give_to_other_items(
    run: &Run<'_>,
    searched: &mut Searched,
    executors: &mut [Executor],
    after: Duration,
) -> anyhow::Result<u64> {
    let end = Moment::now().after(TIME_OF_CALLS);
    executors
        .iter_mut()
        .for_each(|executor| executor.until(Some(end)));
    let (names, units): (Vec<UnitName>, Vec<UnitRequest>) = calls(run, searched).into_iter().unzip();
    let work = |units: &mut &[UnitRequest], executor: &mut Executor| match run.is_interrupted() {
        true => Ok(Vec::new()),
        false => executor.run_batch(units),
    };
    let mut runners: Vec<&mut Executor> = executors.iter_mut().collect();
    let mut batches: Vec<&[UnitRequest]> = units.chunks(UNIT_BATCH_UNITS).collect();
    let results = at_once(&mut batches, &mut runners, &work, &mut |_| ());
    executors.iter_mut().for_each(|executor| executor.until(None));
    let mut runs = 0;
    // Batches that nobody came to have no results, and all others have one for each unit.
    let of_units = results?.into_iter().zip(names.chunks(UNIT_BATCH_UNITS));
    for (result, name) in of_units.flat_map(|(results, names)| results.into_iter().zip(names)) {
        runs += result.report.tallies.executions;
        let before = searched.before(name.item, after);
        let is_meant = |fault: &Fault| {
            let is_limit = matches!(fault.kind, FaultKind::Timeout | FaultKind::Memory);
            // What fails while an argument is built is known from there.
            let is_own = fault.op.is_none_or(|op| op == name.root);
            !is_limit && is_own && blames_the_sandbox(&fault.message).is_none()
        };
        let collector = &mut searched.collector;
        // What the item's own search has shown, it has shown with less.
        let is_new =
            |collector: &Collector, fault: &Fault| is_meant(fault) && !collector.knows_of_item(*name, fault);
        for seen in result.faults {
            if is_new(collector, &seen.fault) {
                collector.add_seen(*name, before, &[seen]);
            }
        }
        if let Some(death) = result.death
            && is_new(collector, &death.fault)
        {
            collector.add_death(*name, before, &death);
        }
    }
    Ok(runs)
}

/// The calls of other items, those of the smallest plans first.
fn calls(run: &Run<'_>, searched: &Searched) -> Vec<(UnitName, UnitRequest)> {
    let takers = takers(run, searched);
    let mut seen: BTreeSet<Plan> = BTreeSet::new();
    let mut calls = Vec::new();
    for group in searched.collector.groups() {
        for (name, plan) in of_fault(searched, &takers, &group) {
            if calls.len() == CALLS_OF_OTHER_ITEMS {
                return calls;
            }
            let unit = UnitRequest::listed(&searched.grammar, vec![plan.clone()]);
            if let Some(unit) = unit.filter(|_| seen.insert(plan)) {
                calls.push((name, unit));
            }
        }
    }
    calls
}

/// Items that were explored, by instance.
fn takers(run: &Run<'_>, searched: &Searched) -> Vec<Taker> {
    let ran = (searched.searches.iter()).filter(|search| search.ran().next().is_some());
    let all = ran.flat_map(|search| {
        let item = search.item();
        let instances = instances(&run.prepared.items[item]).iter().enumerate();
        instances.map(move |(instance, found)| UnitName {
            item,
            instance,
            root: found.op,
            lane: LaneKind::Mutants,
        })
    });
    let taker = |name: UnitName| {
        let arity = searched.grammar.op(name.root)?.args.len();
        Some(Taker { name, arity })
    };
    all.filter_map(taker).collect()
}

/// The calls with the arguments of a fault's smallest plan: of items that take as many first.
fn of_fault(searched: &Searched, takers: &[Taker], group: &FaultGroup) -> Vec<(UnitName, Plan)> {
    let smallest = group.smallest();
    let Some(sample) = smallest.first().filter(|sample| !sample.rank.indirect) else {
        return Vec::new();
    };
    let most = match group.kind {
        FaultKind::Panic => OTHER_ITEMS_OF_A_FAULT,
        // Each takes as long as its limit.
        FaultKind::Timeout | FaultKind::Memory => return Vec::new(),
        // Each takes a process.
        _ => OTHER_ITEMS_OF_A_FAULT / 4,
    };
    let known = group.items();
    let root: OpId = sample.plan.root();
    let count = searched.grammar.op(root).map_or(0, |spec| spec.args.len());
    let others = takers.iter().filter(|taker| !known.contains(&taker.name.item));
    let call = |taker: &Taker| {
        let plan = given_elsewhere(&searched.grammar, &sample.plan, taker.name.root)?;
        Some((taker.arity.abs_diff(count), taker.name, plan))
    };
    let mut calls: Vec<(usize, UnitName, Plan)> = others.filter_map(call).collect();
    calls.sort_by_key(|(difference, name, _)| (*difference, name.item, name.instance));
    calls.truncate(most);
    calls.into_iter().map(|(_, name, plan)| (name, plan)).collect()
}
