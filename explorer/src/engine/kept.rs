//! Kept plans of a run: what each instance has kept, merged in order of depth and item.

use super::searches::ItemSearch;
use crate::finding::collect::PlacedSample;
use crate::tuning::MOST_PLANS;
use plans::{EdgeSet, Plan};

/// A plan that showed something new, with all that is needed to run it again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptPlan {
    /// Index of the explored item.
    pub item: usize,
    /// Index of its instance.
    pub instance: usize,
    /// The plan, with holes where its run did not look.
    pub plan: Plan,
    /// Depth of the plan before its run looked at anything.
    pub base_steps: u32,
    /// Edges that no plan before it executed; none for a finding's plan whose edges were not told or are not new.
    pub edges: Vec<u32>,
}

/// The kept plans of all items, smallest first, and the edges that were executed; then the plans of faults that are not
/// among them.
pub(super) fn kept_plans<'a, 's>(
    searches: &'s [ItemSearch],
    faults: impl Iterator<Item = &'a PlacedSample>,
) -> (Vec<KeptPlan>, EdgeSet) {
    let of_item = |search: &'s ItemSearch| {
        search
            .kept()
            .map(|(instance, run)| (search.item(), instance, run))
    };
    let mut all: Vec<_> = searches.iter().flat_map(of_item).collect();
    // Stable: plans of one instance and depth stay in search order.
    all.sort_by_key(|(item, instance, run)| (run.sample.base_steps, *item, *instance));
    let mut seen = EdgeSet::default();
    let mut plans: Vec<KeptPlan> = Vec::new();
    for (item, instance, run) in all {
        let edges: Vec<u32> = (run.edges.iter().copied())
            .filter(|&edge| seen.insert(edge))
            .collect();
        if edges.is_empty() || plans.len() >= MOST_PLANS {
            continue;
        }
        plans.push(KeptPlan {
            item,
            instance,
            plan: run.sample.plan.clone(),
            base_steps: run.sample.base_steps,
            edges,
        });
    }
    for sample in faults {
        if !plans.iter().any(|kept| kept.plan == sample.plan) {
            plans.push(KeptPlan {
                item: sample.rank.item,
                instance: sample.rank.instance,
                plan: sample.plan.clone(),
                base_steps: sample.rank.base_steps,
                edges: Vec::new(),
            });
        }
    }
    (plans, seen)
}
