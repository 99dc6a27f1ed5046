//! What a report says of an item: how far it was explored, by how many runs, and why it is over. Changes nothing.

use super::{ItemDepth, ItemSearch};
use crate::lane::course::{InstanceEnd, State};
use crate::lane::instance::Instance;
use crate::lane::name::{LaneKind, UnitName};
use crate::lane::news::KeptRun;
use crate::learned::LearnedValue;
use crate::unit::Tallies;

impl<R> ItemSearch<R> {
    /// The search of an item; searches are in order of items.
    pub fn of(searches: &[ItemSearch<R>], item: usize) -> Option<&ItemSearch<R>> {
        let index = searches.binary_search_by_key(&item, |search| search.item).ok()?;
        searches.get(index)
    }

    /// The instances, in the item's order.
    pub fn instances(&self) -> &[Instance] {
        &self.instances
    }

    /// Units whose process came to no further plan.
    pub fn stalled(&self) -> u64 {
        let by_height = self.height.as_ref().map_or(0, |height| height.stalled);
        by_height
            + self
                .instances
                .iter()
                .map(|instance| instance.stalled)
                .sum::<u64>()
    }

    /// Indices of the instances that ran.
    pub fn ran(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.instances.len()).filter(|&index| self.instances[index].counts().executions > 0)
    }

    /// Index of the instance whose plans a unit runs.
    pub fn instance_of(&self, name: &UnitName) -> usize {
        match (&self.height, name.lane) {
            (Some(height), LaneKind::Height) => height.of,
            _ => name.instance,
        }
    }

    /// The values that an instance has learned.
    pub fn learned(&self, instance: usize) -> &[LearnedValue] {
        let instance = self.instances.get(instance);
        instance.map_or(&[], |instance| instance.learned.known())
    }

    /// Plans that showed edges new to their instance, each with its index, in search order. Those of rounds by height come
    /// last, as of one instance more.
    pub fn kept(&self) -> impl Iterator<Item = (usize, &KeptRun)> + '_ {
        let by_depth = self.instances.iter().map(|instance| &instance.kept);
        let by_height = self.height.iter().map(|height| &height.kept);
        let all = by_depth.chain(by_height).enumerate();
        all.flat_map(|(index, kept)| kept.runs().iter().map(move |run| (index, run)))
    }

    /// Counters of all instances.
    pub fn tallies(&self) -> Tallies {
        let mut sum = Tallies::default();
        for instance in &self.instances {
            sum.absorb(&instance.counts());
        }
        sum.executions += self.height.as_ref().map_or(0, |height| height.executions);
        sum
    }

    /// Why each instance that was due is over; none for those still active.
    pub fn ends(&self) -> impl Iterator<Item = Option<InstanceEnd>> + '_ {
        self.instances
            .iter()
            .filter_map(|instance| match instance.course.state {
                State::Gated => None,
                State::Active { .. } => Some(None),
                State::Ended(end) => Some(Some(end)),
            })
    }

    /// How deep the item was explored completely.
    pub fn depth(&self) -> ItemDepth {
        let mut up_to: Option<u32> = None;
        let mut reached: Option<u32> = None;
        for instance in &self.instances {
            let completed = instance.course.completed;
            let complete = match instance.course.state {
                State::Gated | State::Ended(InstanceEnd::Unfeedable) => continue,
                State::Ended(InstanceEnd::Exhausted) => {
                    reached = reached.max(completed);
                    continue;
                }
                State::Ended(InstanceEnd::Depth) => self.policy.depth.or(completed),
                State::Ended(InstanceEnd::Deaths | InstanceEnd::Valid) | State::Active { .. } => {
                    instance.complete_below()
                }
            };
            let complete = complete.unwrap_or(0);
            up_to = Some(up_to.map_or(complete, |least| least.min(complete)));
        }
        match (up_to, reached) {
            (Some(depth), _) => ItemDepth::UpTo(depth),
            (None, Some(depth)) => ItemDepth::Everything(depth),
            (None, None) => ItemDepth::Unfeedable,
        }
    }
}
