//! What is dear counts as several steps, so rounds come to it late. Here it stands once in each place of the cheapest plan of
//! an item, when its rounds have had their first turns.

use super::instance::Instance;
use crate::OpId;
use crate::learned::Learning;
use crate::plan::Plan;
use crate::request::{UnitRequest, Work};

/// The dear plans of one item that are left.
#[derive(Debug, Default)]
pub(super) struct Dear {
    /// By instance, the next last, of each the next plan first.
    waiting: Vec<(usize, Vec<Plan>)>,
}

impl Dear {
    /// Of these plans those of the item's instances.
    pub(super) fn of(plans: &[Plan], instances: &[Instance]) -> Dear {
        let of =
            |root: OpId| -> Vec<Plan> { plans.iter().filter(|plan| plan.root() == root).cloned().collect() };
        let all = instances.iter().enumerate().rev();
        let waiting = all.map(|(index, instance)| (index, of(instance.rooted.root)));
        Dear {
            waiting: waiting.filter(|(_, plans)| !plans.is_empty()).collect(),
        }
    }

    /// Whether any is left.
    pub(super) fn is_left(&self) -> bool {
        !self.waiting.is_empty()
    }

    /// The unit to run next, with the index of its instance.
    pub(super) fn next(&self, instances: &[Instance]) -> Option<(usize, UnitRequest)> {
        let (index, plans) = self.waiting.last()?;
        let instance = &instances[*index];
        let request = UnitRequest {
            budget: plans.len() as u64,
            learning: Learning {
                known_edges: instance.kept.known().clone(),
                ..Learning::default()
            },
            ..UnitRequest::of(instance.rooted.root, Work::Listed(plans.clone()))
        };
        Some((*index, request))
    }

    /// So many of them were run.
    pub(super) fn pass(&mut self, runs: u64) {
        if let Some((_, plans)) = self.waiting.last_mut() {
            // A unit that ran nothing would run nothing again.
            let passed = usize::try_from(runs.max(1)).unwrap_or(usize::MAX);
            plans.drain(..passed.min(plans.len()));
        }
        self.waiting.retain(|(_, plans)| !plans.is_empty());
    }
}
