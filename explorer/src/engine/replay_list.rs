//! Which plans are run again to measure coverage. This is the one place that decides it: everything behind it takes a
//! list of [`Replay`]s. They are the kept plans, those of findings among them, and the first plans of every instance's
//! rounds, shallow ones first: what optimised code decides without a branch is a region of its own in the source and no
//! edge, and not every run is watched for new edges.

use super::kept::KeptPlan;
use super::searches::ItemSearch;
use crate::confirm::Candidate;
use crate::outcome::FaultKind;
use crate::tuning::{ALL_RUNS, FEWEST_RUNS, HANGS_COVERED, MORE_ROUNDS, MOST_RUNS};
use plans::{Bound, Grammar, Instance, OpId, Plan, RoundWork, TypeId, UnitRequest, Work};
use std::collections::BTreeSet;

/// Units to run one after the other until so many runs are used up.
#[derive(Clone, Debug)]
pub(super) struct Replay {
    /// Whose plans.
    pub(super) item: usize,
    /// At least one.
    pub(super) units: Vec<UnitRequest>,
    /// Runs.
    pub(super) budget: u64,
    /// It is run whatever other plans of the item have done.
    pub(super) is_finding: bool,
}

/// The plans to run again, findings first.
pub(super) fn replays(
    grammar: &Grammar,
    kept: &[KeptPlan],
    candidates: &[Candidate],
    searches: &[ItemSearch],
) -> Vec<Replay> {
    let hangs = candidates
        .iter()
        .filter(|candidate| candidate.kind == FaultKind::Timeout);
    let left_out: Vec<&Plan> = (hangs.skip(HANGS_COVERED))
        .filter_map(|candidate| Some(&candidate.samples.first()?.plan))
        .collect();
    let is_finding = |kept: &KeptPlan| {
        let mut samples = candidates.iter().flat_map(|candidate| candidate.samples.first());
        samples.any(|sample| sample.plan == kept.plan)
    };
    let of_plan = |kept: &KeptPlan| {
        Some(Replay {
            item: kept.item,
            units: vec![UnitRequest::listed(grammar, vec![kept.plan.clone()])?],
            budget: 1,
            is_finding: is_finding(kept),
        })
    };
    // Of plans that end the process, those of findings say enough: one that hangs takes as long as thousands of others.
    let is_fatal = |kept: &KeptPlan| {
        let search = ItemSearch::of(searches, kept.item);
        let instance = search.and_then(|search| search.instances().get(kept.instance));
        instance.is_some_and(|instance| instance.is_fatal(&kept.plan))
    };
    let mut all: Vec<Replay> = kept
        .iter()
        .filter(|kept| !left_out.contains(&&kept.plan))
        .filter_map(|kept| Some((kept, of_plan(kept)?)))
        .filter(|(kept, replay)| replay.is_finding || !is_fatal(kept))
        .map(|(_, replay)| replay)
        .collect();
    all.sort_by_key(|replay| !replay.is_finding);
    let instances: Vec<(usize, &Instance)> = searches
        .iter()
        .flat_map(|search| {
            search
                .instances()
                .iter()
                .map(|instance| (search.item(), instance))
        })
        .filter(|(_, instance)| instance.counts().executions > 0)
        .collect();
    let budget = (ALL_RUNS / instances.len().max(1) as u64).clamp(FEWEST_RUNS, MOST_RUNS);
    let of_rounds = instances.iter().map(|(item, instance)| Replay {
        item: *item,
        units: instance.first_rounds(grammar, MORE_ROUNDS, budget),
        budget,
        is_finding: false,
    });
    all.extend(of_rounds.filter(|replay| !replay.units.is_empty()));
    all
}

/// The ops that the plans of a replay may have.
pub(super) fn ops_of(grammar: &Grammar, replay: &Replay, ops: &mut BTreeSet<OpId>) {
    for unit in &replay.units {
        ops.extend(unit.learning.known.iter().map(|value| value.op));
        match &unit.work {
            Work::Listed(plans) => ops.extend(plans.iter().flat_map(Plan::ops)),
            Work::Texts(texts) => ops.extend(texts.plan.ops()),
            Work::Round(RoundWork {
                bound: Bound::Depth(bound),
                ..
            })
            | Work::Drawn { bound, .. } => reachable(grammar, unit.root, *bound, ops),
            Work::Round(_) => reachable(grammar, unit.root, u32::MAX, ops),
        }
    }
}

/// The ops of all plans of `root` up to a depth: each costs at least what its own cheapest plan does.
fn reachable(grammar: &Grammar, root: OpId, bound: u32, ops: &mut BTreeSet<OpId>) {
    let mut types: BTreeSet<TypeId> = BTreeSet::new();
    let mut open = vec![root];
    while let Some(op) = open.pop() {
        ops.insert(op);
        let Some(spec) = grammar.op(op) else { continue };
        for ty in &spec.args {
            if types.insert(*ty) {
                let fits = |op: &&OpId| grammar.root_steps(**op).is_some_and(|steps| steps <= bound);
                open.extend(grammar.alternatives(*ty).iter().filter(fits));
            }
        }
    }
}
