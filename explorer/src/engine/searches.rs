//! The searches of a run's items, and what its settings ask of them.

use crate::executor::UnitResult;
use crate::run_report::{Ending, Experiments, RunSettings, ValueChoice, Watching};
use harness_gen::{Instance, Item, ItemUse};
use plans::{DearPlan, Grammar, OpId, Policy, Rooted, Terms, Vocabulary};
use std::sync::Arc;

/// The search of one item, with results as executors give them.
pub type ItemSearch = plans::ItemSearch<UnitResult>;

/// What all searches of a run go by.
pub(super) fn policy(settings: &RunSettings, items: &[Item]) -> Policy {
    let experiments = &settings.experiments;
    let terms = Terms {
        depth: settings.depth,
        valid: experiments.valid,
        watches_parts: experiments.watching == Watching::Parts,
        // A limit of nesting may leave out the very plan that stands for others.
        leaves_out_redundant: experiments.nesting.is_none() && experiments.values == ValueChoice::Distinct,
        is_usual: *experiments == Experiments::default(),
        // Whoever asks for so many findings waits for them.
        ends_when_quiet: settings.ending == Ending::Quiet && settings.max_findings.is_none(),
    };
    Policy::new(settings.strategy, terms, roots(items).count() as u64)
}

/// The searches of all items that are explored, in order. Those of `dear` plans are run early.
pub(super) fn searches(
    items: &[Item],
    grammar: &Grammar,
    policy: Policy,
    vocabulary: &Arc<Vocabulary>,
    dear: &[DearPlan],
) -> Vec<ItemSearch> {
    let explored = items.iter().enumerate().filter_map(|(index, item)| {
        let ItemUse::Explore(instances) = &item.use_ else {
            return None;
        };
        Some((index, instances))
    });
    explored
        .map(|(index, instances)| {
            ItemSearch::new(grammar, index, instances.iter().map(rooted), policy)
                .with_texts(vocabulary)
                .with_dear(dear)
        })
        .collect()
}

fn rooted(instance: &Instance) -> Rooted {
    Rooted {
        root: instance.op,
        has_type_placeholder: instance.has_type_placeholder,
        stands_alone: instance.stands_alone,
    }
}

/// The ops that are explored as items.
pub(super) fn roots(items: &[Item]) -> impl Iterator<Item = OpId> {
    items.iter().flat_map(instances).map(|instance| instance.op)
}

/// The instances of an item that is explored.
pub(super) fn instances(item: &Item) -> &[Instance] {
    match &item.use_ {
        ItemUse::Explore(instances) => instances,
        ItemUse::Excluded { .. } => &[],
    }
}
