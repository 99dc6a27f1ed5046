//! What is dear counts as several steps, so rounds come to it late. Here it stands once in each place of the cheapest plan of
//! an item, when its rounds have had their first turns.

use super::instance::Instance;
use crate::learned::Learning;
use crate::plan::Plan;
use crate::request::{UnitRequest, Work};
use crate::unit::Tallies;
use std::sync::Arc;

/// A plan with something dear in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DearPlan {
    /// With the cheapest arguments besides.
    pub plan: Plan,
    /// With other ones: those may be placeholders that do not answer.
    pub otherwise: Option<Plan>,
}

/// The dear plans of one item that are left.
#[derive(Debug, Default)]
pub(super) struct Dear {
    /// With their instances, the next last.
    waiting: Vec<(usize, DearPlan)>,
}

impl Dear {
    /// Of these plans those of the item's instances.
    pub(super) fn of(plans: &[DearPlan], instances: &[Instance]) -> Dear {
        let of_instance = |(index, instance): (usize, &Instance)| {
            let root = instance.rooted.root;
            let own = plans.iter().rev().filter(move |dear| dear.plan.root() == root);
            own.map(move |dear| (index, dear.clone()))
        };
        let all = instances.iter().enumerate().rev();
        Dear {
            waiting: all.flat_map(of_instance).collect(),
        }
    }

    /// Whether any is left.
    pub(super) fn is_left(&self) -> bool {
        !self.waiting.is_empty()
    }

    /// The unit to run next, with the index of its instance.
    pub(super) fn next(&self, instances: &[Instance]) -> Option<(usize, UnitRequest)> {
        let (index, dear) = self.waiting.last()?;
        let instance = &instances[*index];
        let request = UnitRequest {
            budget: 1,
            learning: Learning {
                known_edges: instance.kept.known().clone(),
                ..Learning::default()
            },
            ..UnitRequest::of(
                instance.rooted.root,
                Work::Listed(Arc::new(vec![dear.plan.clone()])),
            )
        };
        Some((*index, request))
    }

    /// What came of its unit. Where that was that a placeholder type was looked at, the plan with other arguments is next.
    pub(super) fn absorb(&mut self, tallies: &Tallies) {
        let Some((index, dear)) = self.waiting.pop() else {
            return;
        };
        if let Some(plan) = dear.otherwise.filter(|_| tallies.type_demands > 0) {
            let otherwise = None;
            self.waiting.push((index, DearPlan { plan, otherwise }));
        }
    }
}
