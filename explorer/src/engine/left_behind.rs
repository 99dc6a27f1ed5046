//! Calls that may leave something behind in their process, in statics, thread locals, the environment: a few of each item. They are
//! run one after another in one process, in orders that hang on nothing but the items, because which calls met in one process
//! while exploring went on is left to chance. What fails only there is added to what was found.

use super::at_once::at_once;
use super::run::Run;
use super::search_stage::Searched;
use super::searches::{ItemSearch, instances};
use crate::executor::{Executor, Moment, SeenFault};
use crate::finding::classify::blames_the_sandbox;
use crate::outcome::{Fault, FaultKind};
use crate::run_report::Stop;
use crate::tuning::{
    ALL_CALLS, CALLS_AGAIN, CALLS_OF_AN_ITEM, DEATHS_OF_A_SEQUENCE, EDGES_OF_A_CALL, MORE_ROUNDS,
    OTHERS_OF_A_CALL, RUNS_OF_A_SEQUENCE, TIME_OF_CALLS, UNIT_BATCH_UNITS,
};
use plans::{LaneKind, OpId, Outcome, Plan, Sample, UnitName, UnitRequest, challenges};
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

/// A call of an item.
struct Call {
    name: UnitName,
    /// Without holes.
    plan: Plan,
    base_steps: u32,
}

/// Runs calls behind others, `after` exploring, and adds what fails there alone. Returns the calls that end no process, item by
/// item, and the number of runs.
pub(super) fn look_behind_calls(
    run: &Run<'_>,
    searched: &mut Searched,
    executors: &mut [Executor],
    after: Duration,
) -> anyhow::Result<(Vec<Vec<Plan>>, u64)> {
    let end = Moment::now().after(TIME_OF_CALLS);
    executors
        .iter_mut()
        .for_each(|executor| executor.until(Some(end)));
    let (calls, mut runs) = calls(run, searched, executors)?;
    let mut sequences = sequences(&calls);
    let work = |sequence: &mut Vec<&Call>, executor: &mut Executor| match run.is_interrupted() {
        true => Ok(Vec::new()),
        false => faults_in(sequence, executor),
    };
    let mut runners: Vec<&mut Executor> = executors.iter_mut().collect();
    let faults = at_once(&mut sequences, &mut runners, &work, &mut |_| ())?;
    runs += sequences.iter().map(Vec::len).sum::<usize>() as u64;
    let mut fatal: BTreeSet<Plan> = BTreeSet::new();
    for (calls, faults) in sequences.iter().zip(faults) {
        for (at, fault, ends_process) in faults {
            fatal.extend(ends_process.then(|| calls[at].plan.clone()));
            add(calls[at], fault, searched, after);
        }
    }
    executors.iter_mut().for_each(|executor| executor.until(None));
    let lasting = |calls: Vec<Call>| {
        let plans = calls.into_iter().map(|call| call.plan);
        plans.filter(|plan| !fatal.contains(plan)).collect()
    };
    Ok((calls.into_iter().map(lasting).collect(), runs))
}

/// The plans that the search of each item began with, and those that it has kept: at most so many of either. All are run once more,
/// and such that end their process or take long are left out.
fn calls(
    run: &Run<'_>,
    searched: &Searched,
    executors: &mut [Executor],
) -> anyhow::Result<(Vec<Vec<Call>>, u64)> {
    let ran = (searched.searches.iter()).filter(|search| search.ran().next().is_some());
    let ran: Vec<&ItemSearch> = ran.collect();
    let most = (ALL_CALLS / 2 / ran.len().max(1)).clamp(1, CALLS_OF_AN_ITEM);
    let (grammar, literals) = (&searched.grammar, run.prepared.bindings.other_literals());
    let units_of = |search: &&ItemSearch| {
        let first_rounds = |at: usize| search.instances()[at].first_rounds(grammar, MORE_ROUNDS, most as u64);
        let mut units: Vec<UnitRequest> = search.ran().take(1).flat_map(first_rounds).collect();
        let is_fatal = |plan: &Plan| search.instances().iter().any(|instance| instance.is_fatal(plan));
        let kept = search.kept().map(|(_, run)| &run.sample.plan);
        let kept = kept.filter(|plan| !is_fatal(plan)).take(most);
        units.extend(kept.filter_map(|plan| UnitRequest::listed(grammar, vec![plan.clone()])));
        units
    };
    let units: Vec<UnitRequest> = ran.iter().flat_map(units_of).collect();
    let work = |units: &mut &[UnitRequest], executor: &mut Executor| match run.is_interrupted() {
        true => Ok((Vec::new(), Vec::new())),
        false => executor.run_all_traced(units),
    };
    let mut runners: Vec<&mut Executor> = executors.iter_mut().collect();
    let mut batches: Vec<&[UnitRequest]> = units.chunks(UNIT_BATCH_UNITS).collect();
    let told = at_once(&mut batches, &mut runners, &work, &mut |_| ())?;
    let results = told.iter().flat_map(|(results, _)| results);
    let runs = results.map(|result| result.report.tallies.executions).sum();
    let mut of_roots: BTreeMap<OpId, Vec<Plan>> = BTreeMap::new();
    for run in told.into_iter().flat_map(|(_, told)| told) {
        let has_ended = matches!(run.outcome, Outcome::Ok | Outcome::Fault) && run.edges <= EDGES_OF_A_CALL;
        if let Some(plan) = run.steps.last().filter(|_| has_ended) {
            let plans = of_roots.entry(plan.root()).or_default();
            // What it did not look at may matter behind other calls.
            let others = challenges(grammar, &literals, plan)
                .into_iter()
                .map(|other| other.plan);
            for plan in [plan.clone()].into_iter().chain(others.take(OTHERS_OF_A_CALL)) {
                let plan = plan.with_holes(|_| false);
                let fits = || UnitRequest::listed(grammar, vec![plan.clone()]).is_some();
                if plans.len() < 2 * most && !plans.contains(&plan) && fits() {
                    plans.push(plan);
                }
            }
        }
    }
    let calls_of = |search: &&ItemSearch| {
        let instances = instances(&run.prepared.items[search.item()]).iter().enumerate();
        let calls = instances.flat_map(|(at, instance)| {
            let plans = of_roots.remove(&instance.op).unwrap_or_default();
            plans.into_iter().map(move |plan| (at, plan))
        });
        let call = |(instance, plan): (usize, Plan)| Call {
            name: UnitName {
                item: search.item(),
                instance,
                root: plan.root(),
                lane: LaneKind::Mutants,
            },
            base_steps: grammar.root_steps(plan.root()).unwrap_or_default(),
            plan,
        };
        calls.take(2 * most).map(call).collect()
    };
    Ok((ran.iter().map(calls_of).collect(), runs))
}

/// Adds a fault that nothing has shown before.
fn add(call: &Call, fault: Fault, searched: &mut Searched, after: Duration) {
    let is_limit = matches!(fault.kind, FaultKind::Timeout | FaultKind::Memory);
    // Threads and descriptors that calls leave open add up to what the sandbox has of them.
    if is_limit || blames_the_sandbox(&fault.message).is_some() || searched.collector.knows(call.name, &fault)
    {
        return;
    }
    let before = searched.before(call.name.item, after);
    let seen = SeenFault {
        fault,
        plans: 1,
        samples: vec![Sample {
            plan: call.plan.clone(),
            base_steps: call.base_steps,
            nth: 0,
        }],
        at: Moment::default(),
    };
    searched.collector.add_seen(call.name, before, &[seen]);
}

/// Who gave up early wants no more.
pub(super) fn is_worth_it(stop: Stop) -> bool {
    matches!(stop, Stop::Quiet | Stop::Exhausted | Stop::Time | Stop::Depth)
}

/// Every call behind every other one and behind itself, and the first calls of items behind many of themselves.
fn sequences(calls: &[Vec<Call>]) -> Vec<Vec<&Call>> {
    let all: Vec<&Call> = calls.iter().flatten().collect();
    let firsts: Vec<&Call> = calls.iter().filter_map(|calls| calls.first()).collect();
    let times = (RUNS_OF_A_SEQUENCE / firsts.len().max(1)).min(CALLS_AGAIN);
    vec![
        [&all[..], &all[..]].concat(),
        all.into_iter().rev().collect(),
        vec![&firsts[..]; times].concat(),
    ]
}

/// What fails in a sequence, by position, and whether it is what the process ended with. Then another one begins without that.
fn faults_in(sequence: &[&Call], executor: &mut Executor) -> anyhow::Result<Vec<(usize, Fault, bool)>> {
    let (mut faults, mut left): (_, Vec<usize>) = (Vec::new(), (0..sequence.len()).collect());
    for _ in 0..DEATHS_OF_A_SEQUENCE {
        let plans: Vec<Plan> = left.iter().map(|at| sequence[*at].plan.clone()).collect();
        let replays = executor.replay_in_order(&plans, false)?;
        let last = left.get(replays.len()).and(replays.len().checked_sub(1));
        for (at, replay) in replays.into_iter().enumerate() {
            faults.extend((replay.fault).map(|fault| (left[at], fault, last == Some(at))));
        }
        let Some(last) = last.filter(|last| faults.last().is_some_and(|(at, ..)| *at == left[*last])) else {
            // All were run, or there is no more time.
            break;
        };
        left.retain(|at| sequence[*at].plan != plans[last]);
    }
    Ok(faults)
}
