//! Gathers the faults of all units into groups, one per distinct fault, independently of the order in which units
//! come back: everything is keyed and ranked by item, instance and place in the search.

use super::frames::CrateScope;
use crate::executor::{Death, Moment, SeenFault};
use crate::message::normalise_message;
use crate::outcome::{Fault, FaultKind, Location};
pub use crate::run_report::FirstSeen;
use harness_gen::oddity::{Oddities, Oddity};
use harness_gen::support_file::SUPPORT_SOURCE;
use plans::{OpId, Plan, Sample, UnitName};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::time::Duration;

/// Plans kept for each group and instance: the first in search order.
pub const SAMPLES_KEPT: usize = 8;
/// Plans of each item and instance that are looked at besides the smallest ones of a group whose place may be that of many faults,
/// and of all of them.
const BESIDE_OF_INSTANCE: usize = 2;
const MOST_BESIDE: usize = 24;

/// Place of a plan among all plans: the smallest rank is the plan shown to people.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Rank {
    /// The fault was raised while an argument was being built: a plan that fails in the call itself says more.
    pub indirect: bool,
    /// The docs of the item say that it panics: what fails in one that says nothing is more likely a bug, wherever both fail at one
    /// place.
    pub is_announced: bool,
    /// A value in it does what few do: what fails with any other one says more.
    pub is_rare: bool,
    /// Depth of the plan before its run looked at anything.
    pub base_steps: u32,
    /// Index of the explored item.
    pub item: usize,
    /// How odd the plan is among those of the item that are as deep.
    pub oddity: Oddity,
    /// Index of its instance.
    pub instance: usize,
    /// Position among the kept plans of this group and instance, in search order.
    pub order: usize,
}

/// One plan that showed a fault.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlacedSample {
    /// Where it stands among the others.
    pub rank: Rank,
    /// The plan, with holes where its run did not look.
    pub plan: Plan,
    /// The fault as the executor saw it (a property's panic is still a panic here); until a replay shows this very
    /// plan's, that of the first plan of its group and instance.
    pub observed: Fault,
}

/// What faults have in common that are counted as one until a backtrace is known.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct GroupId {
    /// Kind as reported.
    pub kind: FaultKind,
    /// Where it was raised, if known.
    pub location: Option<Location>,
    message: String,
    item: Option<usize>,
}

impl GroupId {
    /// One line for people who watch.
    pub fn line(&self) -> String {
        let message = self.message.lines().next().unwrap_or_default();
        match &self.location {
            Some(at) => format!("{} at {}:{}: {message}", self.kind.word(), at.file, at.line),
            None => format!("{} {message}", self.kind.word()).trim_end().to_owned(),
        }
    }
}

/// Different messages of one place up to which each is a fault of its own.
const MOST_MESSAGES: usize = 4;

/// One distinct fault with the plans that show it.
#[derive(Clone, Debug)]
pub struct FaultGroup {
    /// Kind as reported.
    pub kind: FaultKind,
    /// Distinct plans that showed it.
    pub plans: u64,
    /// When it was first seen.
    pub first_seen: FirstSeen,
    samples: BTreeMap<(usize, usize), Vec<PlacedSample>>,
}

impl FaultGroup {
    /// Several groups as one, which keeps the smallest samples of each instance.
    fn merged(groups: &[&FaultGroup]) -> FaultGroup {
        let mut all = FaultGroup {
            kind: groups[0].kind,
            plans: 0,
            first_seen: groups[0].first_seen,
            samples: BTreeMap::new(),
        };
        for group in groups {
            all.plans += group.plans;
            all.first_seen = all.first_seen.min(group.first_seen);
            for (instance, samples) in &group.samples {
                let kept: &mut Vec<PlacedSample> = all.samples.entry(*instance).or_default();
                kept.extend(samples.iter().cloned());
                kept.sort_by_key(|sample| sample.rank);
                kept.truncate(SAMPLES_KEPT);
            }
        }
        all
    }

    /// Where the smallest plan is of an item that may panic, what calls of items show by themselves that promise not to is a group of
    /// its own: what is expected of the one hides what nobody expects of the others, though it is one place. Its plans are those that
    /// were kept.
    pub fn parted(mut self, promises: &dyn Fn(usize) -> bool) -> Vec<FaultGroup> {
        let is_apart = |rank: &Rank| !rank.indirect && promises(rank.item);
        let is_whole =
            self.first_rank().as_ref().is_none_or(is_apart) || !self.items().into_iter().any(promises);
        if self.kind != FaultKind::Panic || is_whole {
            return vec![self];
        }
        let mut apart = FaultGroup {
            kind: self.kind,
            plans: 0,
            first_seen: self.first_seen,
            samples: BTreeMap::new(),
        };
        for (instance, samples) in std::mem::take(&mut self.samples) {
            let (promising, others): (Vec<_>, Vec<_>) =
                samples.into_iter().partition(|sample| is_apart(&sample.rank));
            for (group, samples) in [(&mut apart, promising), (&mut self, others)] {
                if !samples.is_empty() {
                    group.samples.insert(instance, samples);
                }
            }
        }
        apart.plans = apart.samples.values().map(|samples| samples.len() as u64).sum();
        self.plans = self.plans.saturating_sub(apart.plans).max(1);
        vec![self, apart]
    }

    fn first_rank(&self) -> Option<Rank> {
        self.samples.values().flatten().map(|sample| sample.rank).min()
    }

    /// The items whose own calls have shown it.
    pub fn items(&self) -> BTreeSet<usize> {
        direct_items(self.samples.values().flatten())
    }

    /// The smallest plans, smallest first.
    pub fn smallest(&self) -> Vec<&PlacedSample> {
        let mut all: Vec<&PlacedSample> = self.samples.values().flatten().collect();
        all.sort_by_key(|sample| sample.rank);
        all.truncate(SAMPLES_KEPT);
        all
    }

    /// Some plans that are not among the smallest, those of as many items as can be, smallest first.
    pub fn beside_smallest(&self) -> Vec<PlacedSample> {
        let smallest: BTreeSet<Rank> = self.smallest().iter().map(|sample| sample.rank).collect();
        let mut of_items: BTreeMap<usize, Vec<&PlacedSample>> = BTreeMap::new();
        for ((item, _), samples) in &self.samples {
            let mut fresh: Vec<&PlacedSample> = samples.iter().collect();
            fresh.retain(|sample| !smallest.contains(&sample.rank));
            fresh.sort_by_key(|sample| sample.rank);
            fresh.truncate(BESIDE_OF_INSTANCE);
            of_items.entry(*item).or_default().extend(fresh);
        }
        let mut in_turns: Vec<(usize, &PlacedSample)> = Vec::new();
        for mut of_item in of_items.into_values() {
            of_item.sort_by_key(|sample| sample.rank);
            in_turns.extend(of_item.into_iter().enumerate());
        }
        in_turns.sort_by_key(|(nth, sample)| (*nth, sample.rank));
        in_turns.truncate(MOST_BESIDE);
        let mut beside: Vec<PlacedSample> = in_turns.into_iter().map(|(_, sample)| sample.clone()).collect();
        beside.sort_by_key(|sample| sample.rank);
        beside
    }
}

/// The items whose own calls fail in these plans.
pub fn direct_items<'s>(samples: impl IntoIterator<Item = &'s PlacedSample>) -> BTreeSet<usize> {
    let direct = samples.into_iter().filter(|sample| !sample.rank.indirect);
    direct.map(|sample| sample.rank.item).collect()
}

/// How far exploration was before a unit, and how late it is now.
#[derive(Clone, Copy, Debug, Default)]
pub struct Before {
    /// Distinct plans of its item.
    pub expressions: u64,
    /// Now.
    pub now: Moment,
    /// Time since exploration began.
    pub after: Duration,
}

impl Before {
    /// Time from the beginning of exploration to a moment that is past.
    fn until(&self, at: Moment) -> Duration {
        self.after.saturating_sub(self.now.since(at))
    }
}

/// The item a fault belongs to, where `owners` gives for each op the item it calls: the one whose op was being carried out,
/// else the root's.
pub fn item_of(owners: &[Option<usize>], fault: &Fault, root_item: usize) -> usize {
    let op = fault.op.and_then(|op| owners.get(op.index()).copied().flatten());
    op.unwrap_or(root_item)
}

/// All distinct faults so far.
#[derive(Debug)]
pub struct Collector {
    scope: CrateScope,
    owners: Vec<Option<usize>>,
    dependency_ops: BTreeSet<usize>,
    /// Ops that make two calls, with the item of the first one.
    first_calls: BTreeMap<OpId, usize>,
    properties: BTreeSet<usize>,
    announced: BTreeSet<usize>,
    oddities: Oddities,
    groups: BTreeMap<GroupId, FaultGroup>,
}

impl Collector {
    /// `owners` gives for each op the item it calls, `properties` the items that are properties.
    pub fn new(scope: CrateScope, owners: Vec<Option<usize>>, properties: BTreeSet<usize>) -> Collector {
        Collector {
            scope,
            owners,
            dependency_ops: BTreeSet::new(),
            first_calls: BTreeMap::new(),
            properties,
            announced: BTreeSet::new(),
            oddities: Oddities::default(),
            groups: BTreeMap::new(),
        }
    }

    /// `ops` run functions of dependencies: what fails in them is no finding.
    pub fn without_faults_of(mut self, ops: impl IntoIterator<Item = usize>) -> Collector {
        self.dependency_ops.extend(ops);
        self
    }

    /// These ops make two calls, and the first one is of another item: what fails may be either.
    pub fn with_first_calls(mut self, ops: impl IntoIterator<Item = (OpId, usize)>) -> Collector {
        self.first_calls.extend(ops);
        self
    }

    /// Plans of other items than these, whose docs say that they panic, come first.
    pub fn with_announced(mut self, items: impl IntoIterator<Item = usize>) -> Collector {
        self.announced.extend(items);
        self
    }

    /// Of equally deep plans of an item the plainer ones come first.
    pub fn with_oddities(mut self, oddities: Oddities) -> Collector {
        self.oddities = oddities;
        self
    }

    /// Adds the faults that a unit survived. Returns the ids of groups that are new.
    pub fn add_seen(&mut self, unit: UnitName, before: Before, faults: &[SeenFault]) -> Vec<GroupId> {
        faults
            .iter()
            .filter_map(|seen| {
                let after = before.until(seen.at);
                let before = Before { after, ..before };
                self.add(unit, before, &seen.fault, seen.plans, &seen.samples)
            })
            .collect()
    }

    /// Adds the fault a unit died of, unless an earlier round has counted this plan already, or it was given up.
    pub fn add_death(&mut self, unit: UnitName, before: Before, death: &Death) -> Option<GroupId> {
        if !death.is_to_be_told() {
            return None;
        }
        let sample = Sample {
            plan: death.plan.as_ref()?.plan.clone(),
            base_steps: death.base_steps,
            nth: death.nth,
        };
        self.add(unit, before, &death.fault, 1, std::slice::from_ref(&sample))
    }

    /// What belongs to the crate.
    pub fn scope(&self) -> &CrateScope {
        &self.scope
    }

    /// Number of distinct faults so far, and of messages of one place as long as nobody knows that they repeat the caller.
    pub fn len(&self) -> usize {
        self.groups.len()
    }

    /// How many of [`Collector::groups`] there are.
    pub fn distinct(&self) -> usize {
        let mut voices: BTreeMap<_, usize> = BTreeMap::new();
        for id in self.groups.keys() {
            let message = is_of_rust(&id.message).then_some(&id.message);
            *voices
                .entry((id.kind, &id.location, id.item, message))
                .or_default() += 1;
        }
        let of_place = voices.values().map(|count| match *count > MOST_MESSAGES {
            true => 1,
            false => *count,
        });
        of_place.sum()
    }

    /// True if no fault was seen.
    pub fn is_empty(&self) -> bool {
        self.groups.is_empty()
    }

    /// True if something has shown this fault.
    pub fn knows(&self, unit: UnitName, fault: &Fault) -> bool {
        self.groups.contains_key(&self.filed_under(unit, fault))
    }

    /// True if a call of the unit's item itself has shown this fault.
    pub fn knows_of_item(&self, unit: UnitName, fault: &Fault) -> bool {
        let group = self.groups.get(&self.filed_under(unit, fault));
        group.is_some_and(|group| group.items().contains(&unit.item))
    }

    /// The item a fault belongs to: the one whose op was being carried out, else the root's.
    pub fn item_of(&self, fault: &Fault, root_item: usize) -> usize {
        item_of(&self.owners, fault, root_item)
    }

    /// All groups, the one with the smallest plan first. Where one place speaks with many voices, the messages repeat
    /// what the caller said (`expect(message)`): then they are one group. What rustc and std say themselves repeats nobody:
    /// code that a macro wrote has one place for many faults.
    pub fn groups(&self) -> Vec<FaultGroup> {
        let mut by_place: BTreeMap<_, Vec<&FaultGroup>> = BTreeMap::new();
        let mut groups: Vec<FaultGroup> = Vec::new();
        for (id, group) in &self.groups {
            if is_of_rust(&id.message) {
                groups.push(group.clone());
                continue;
            }
            by_place
                .entry((id.kind, &id.location, id.item))
                .or_default()
                .push(group);
        }
        for voices in by_place.into_values() {
            if voices.len() > MOST_MESSAGES {
                groups.push(FaultGroup::merged(&voices));
            } else {
                groups.extend(voices.into_iter().cloned());
            }
        }
        groups.sort_by_key(FaultGroup::first_rank);
        groups
    }

    fn add(
        &mut self,
        unit: UnitName,
        before: Before,
        fault: &Fault,
        plans: u64,
        samples: &[Sample],
    ) -> Option<GroupId> {
        if is_fault_of_support(fault) || self.is_fault_of_a_dependency(fault) {
            return None;
        }
        let id = self.filed_under(unit, fault);
        let first_seen = FirstSeen {
            expressions: before.expressions + samples.first().map_or(0, |sample| sample.nth),
            after: before.after,
        };
        // Those of other messages are no plans of this one, and there are enough.
        let has_other = id.message.is_empty() && !fault.message.is_empty() && self.has_samples(&id, unit);
        let samples: &[Sample] = if has_other { &[] } else { samples };
        let is_new = !self.groups.contains_key(&id);
        let group = self.groups.entry(id.clone()).or_insert_with(|| FaultGroup {
            kind: id.kind,
            plans: 0,
            first_seen,
            samples: BTreeMap::new(),
        });
        group.plans += plans;
        group.first_seen = group.first_seen.min(first_seen);
        let kept = group.samples.entry((unit.item, unit.instance)).or_default();
        // Units of one instance are merged in search order, so the first few are the same however it was sliced.
        // The executor describes only the first fault of each unit, so the very first one speaks for all of its op.
        let described = (kept.iter().find(|sample| sample.observed.op == fault.op))
            .map_or_else(|| fault.clone(), |first| first.observed.clone());
        // Of two calls it may be the first one's.
        let indirect = (fault.op).is_some_and(|op| op != unit.root || self.first_calls.contains_key(&op));
        for sample in samples {
            if kept.len() == SAMPLES_KEPT {
                // What fails in the call itself takes the place of what does not come to it.
                match kept.iter().rposition(|sample| sample.rank.indirect && !indirect) {
                    Some(last) => drop(kept.remove(last)),
                    None => break,
                }
            }
            let oddity = self.oddities.of(sample.plan.term());
            kept.push(PlacedSample {
                rank: Rank {
                    indirect,
                    is_announced: self.announced.contains(&unit.item),
                    is_rare: oddity.is_rare(),
                    base_steps: sample.base_steps,
                    item: unit.item,
                    oddity,
                    instance: unit.instance,
                    order: kept.last().map_or(0, |last| last.rank.order + 1),
                },
                plan: sample.plan.clone(),
                observed: described.clone(),
            });
        }
        // A message that repeats what the caller said is another one for each text.
        let is_news = is_new && self.voices_at(&id, |_| true) <= MOST_MESSAGES;
        is_news.then_some(id)
    }

    /// The group that a fault belongs to. A place of many voices would have another one for each text that it repeats: all later
    /// ones are in one.
    fn filed_under(&self, unit: UnitName, fault: &Fault) -> GroupId {
        let id = self.group_id(unit, fault);
        // What the first of two calls is known to show by itself is its own.
        let first = fault.op.and_then(|op| self.first_calls.get(&op));
        let of_first = first.filter(|_| id.item.is_some()).map(|item| GroupId {
            item: Some(*item),
            ..id.clone()
        });
        if let Some(of_first) = of_first.filter(|id| self.groups.contains_key(id)) {
            return of_first;
        }
        if self.groups.contains_key(&id)
            || is_of_rust(&id.message)
            || self.voices_at(&id, |other| !is_of_rust(&other.message)) <= MOST_MESSAGES
        {
            return id;
        }
        GroupId {
            message: String::new(),
            ..id
        }
    }

    fn has_samples(&self, id: &GroupId, unit: UnitName) -> bool {
        let group = self.groups.get(id);
        let kept = group.and_then(|group| group.samples.get(&(unit.item, unit.instance)));
        kept.is_some_and(|kept| !kept.is_empty())
    }

    /// How many messages there are of its kind and place.
    fn voices_at(&self, id: &GroupId, is_voice: impl Fn(&GroupId) -> bool) -> usize {
        let first = GroupId {
            message: String::new(),
            item: None,
            ..id.clone()
        };
        let of_place = |other: &&GroupId| other.kind == id.kind && other.location == id.location;
        let same_item = |other: &&GroupId| other.item == id.item;
        let groups = self.groups.range(first..).map(|(other, _)| other);
        groups
            .take_while(of_place)
            .filter(same_item)
            .filter(|other| is_voice(other))
            .take(MOST_MESSAGES + 1)
            .count()
    }

    /// It was raised while a dependency built an argument, and not by code of the explored crate that was called back.
    fn is_fault_of_a_dependency(&self, fault: &Fault) -> bool {
        let at = fault.location.as_ref();
        fault
            .op
            .is_some_and(|op| self.dependency_ops.contains(&op.index()))
            && at.and_then(|at| self.scope.localise(at)).is_none()
    }

    fn group_id(&self, unit: UnitName, fault: &Fault) -> GroupId {
        let kind = self.reported_kind(unit, fault);
        let item = self.item_of(fault, unit.item);
        match kind {
            // One of each per item, whatever the description says.
            FaultKind::Timeout | FaultKind::Memory => GroupId {
                kind,
                location: None,
                message: String::new(),
                item: Some(item),
            },
            _ => {
                let message = normalise_message(&fault.message);
                // A place in std or a dependency is shared by unrelated callers; a place in the crate is not.
                let own = fault.location.as_ref().and_then(|at| self.scope.localise(at));
                let item = own.is_none().then_some(item);
                GroupId {
                    kind,
                    location: own.or_else(|| fault.location.clone()),
                    message,
                    item,
                }
            }
        }
    }

    /// Whatever goes wrong once a property was called is a failure of the property.
    fn reported_kind(&self, unit: UnitName, fault: &Fault) -> FaultKind {
        let reached_root = fault.op.is_none_or(|op| op == unit.root);
        if self.properties.contains(&unit.item) && reached_root {
            FaultKind::Property
        } else {
            fault.kind
        }
    }
}

/// It was raised by the support file, called from a plan or called back by the explored crate.
fn is_fault_of_support(fault: &Fault) -> bool {
    let at = fault.location.as_ref();
    at.is_some_and(|at| Path::new(&at.file).ends_with(SUPPORT_SOURCE))
}

/// A message that rustc or std wrote, and no author of a crate.
fn is_of_rust(message: &str) -> bool {
    const BEGINNINGS: [&str; 7] = [
        "attempt to ",
        "index out of bounds: ",
        "range ",
        "slice index ",
        "called `_` on ",
        "capacity overflow",
        "internal error: entered unreachable code",
    ];
    BEGINNINGS.iter().any(|beginning| message.starts_with(beginning))
}

#[cfg(test)]
mod tests;
