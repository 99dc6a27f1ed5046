//! Asks of the kept plans of each item whether they leak, behind exploring and only if it is asked for. An item whose name says that it
//! gives memory away is not asked: whoever calls it has to free that.

use super::at_once::at_once;
use super::confirming::{Confirming, replayers};
use super::growing::candidate;
use super::run::Run;
use super::runner::Replayer;
use super::searches::ItemSearch;
use crate::confirm::Candidate;
use crate::executor::{Executor, PlanRun};
use crate::finding::collect::FirstSeen;
use crate::outcome::FaultKind;
use crate::tuning::MOST_ASKED_FOR_LEAKS;
use harness_gen::Item;
use plans::Plan;
use std::time::Duration;

/// What names say of memory that is given away.
const GIVES_AWAY: [&str; 3] = ["leak", "into_raw", "forget"];

/// The kept plans of one item.
pub(super) struct OfItem {
    item: usize,
    expressions: u64,
    /// With instance and depth, the smallest first.
    plans: Vec<(usize, u32, Plan)>,
}

/// The items that may leak, if that is asked for.
pub(super) fn items_that_may_leak(run: &Run<'_>, searches: &[ItemSearch]) -> Vec<OfItem> {
    let asked = searches
        .iter()
        .filter(|search| run.settings.run.further.leaks && !gives_away(&run.prepared.items[search.item()]));
    let of_item = |search: &ItemSearch| {
        let is_fatal = |instance: usize, plan: &Plan| {
            let instance = search.instances().get(instance);
            instance.is_some_and(|instance| instance.is_fatal(plan))
        };
        let kept = search.kept().map(|(instance, kept)| (instance, &kept.sample));
        let mut plans: Vec<(usize, u32, Plan)> = kept
            .filter(|(instance, sample)| !is_fatal(*instance, &sample.plan))
            .map(|(instance, sample)| (instance, sample.base_steps, sample.plan.clone()))
            .collect();
        plans.sort_by_key(|(_, base_steps, _)| *base_steps);
        plans.truncate(MOST_ASKED_FOR_LEAKS);
        OfItem {
            item: search.item(),
            expressions: search.tallies().expressions,
            plans,
        }
    };
    asked
        .map(of_item)
        .filter(|of_item| !of_item.plans.is_empty())
        .collect()
}

/// Whether its name says that what it allocates is freed by others, if at all.
fn gives_away(item: &Item) -> bool {
    let name = item.path.rsplit("::").next().unwrap_or_default();
    GIVES_AWAY.iter().any(|word| name.contains(word))
}

/// Adds one candidate for each of these items that leaks. Returns the number of runs.
pub(super) fn find_leaks(
    confirming: &Confirming<'_>,
    candidates: &mut Vec<Candidate>,
    mut of_items: Vec<OfItem>,
    executors: &mut [Executor],
    explored: Duration,
) -> anyhow::Result<u64> {
    let work = |of_item: &mut OfItem, replays: &mut Replayer<'_>| {
        if (confirming.interrupted)() {
            return Ok((None, 0));
        }
        let plans: Vec<Plan> = of_item.plans.iter().map(|(_, _, plan)| plan.clone()).collect();
        let runs = replays.run_plans(&plans)?;
        let leaks = |run: &PlanRun| {
            let fault = run.fault.as_ref();
            fault.is_some_and(|fault| fault.kind == FaultKind::Leak)
        };
        let mut told = runs.into_iter().enumerate();
        let leak = told.find_map(|(at, run)| Some((at, run.filter(leaks)?)));
        let candidate = leak.and_then(|(at, run)| {
            let (instance, base_steps, _) = of_item.plans[at];
            let first_seen = FirstSeen {
                expressions: of_item.expressions,
                after: explored,
            };
            let place = (of_item.item, instance, base_steps);
            Some(candidate(place, run.seen, run.fault?, first_seen))
        });
        Ok((candidate, plans.len() as u64))
    };
    let mut remembering = confirming.remembering(executors);
    let asked = at_once(
        &mut of_items,
        &mut replayers(&mut remembering),
        &work,
        &mut |_| (),
    )?;
    let runs = asked.iter().map(|(_, runs)| runs).sum();
    candidates.extend(asked.into_iter().filter_map(|(leak, _)| leak));
    Ok(runs)
}
