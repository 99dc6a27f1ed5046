//! Puts what the holes of a finding's plans claim to the test: other values there must fail in the same way. A claim that is
//! refuted is taken back, and the hole decided; the finding stays.

use crate::engine::runner::{Asked, ReplaysPlans};
use crate::executor::PlanRun;
use crate::finding::collect::PlacedSample;
use crate::message::normalise_message;
use crate::outcome::{Fault, FaultKind};
use crate::tuning::{SLOW_CHALLENGES, SLOW_REFUTATIONS};
use plans::{Challenge, Grammar, OtherLiterals, Outcome, Plan, Term, challenges};
use std::collections::BTreeSet;

/// What a hole of a plan stood up to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HoleChallenges {
    /// The hole; none: all holes of the plan at once.
    pub hole: Option<u32>,
    /// What stood there instead, each in a run of its own that failed in the same way.
    pub values: Vec<Vec<Term>>,
}

/// What became of a plan and its holes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Challenged {
    /// The plan with the holes that stood up to all challenges; none if the plan itself failed otherwise.
    pub plan: Option<Plan>,
    /// What they stood up to.
    pub holes: Vec<HoleChallenges>,
    /// How many runs it took.
    pub runs: u64,
}

/// Runs a plan and all challenges of its holes, until no claim of it is refuted.
pub fn challenge(
    sample: &PlacedSample,
    grammar: &Grammar,
    literals: &OtherLiterals,
    replays: &mut dyn ReplaysPlans,
) -> anyhow::Result<Challenged> {
    let is_slow = matches!(sample.observed.kind, FaultKind::Timeout | FaultKind::Memory);
    let mut is_alone = is_slow;
    let mut plan = sample.plan.clone().renumbered();
    let (mut runs, mut refutations) = (0, 0);
    loop {
        let mut tried = challenges(grammar, literals, &plan);
        if is_slow {
            let together = tried.iter().any(|challenge| challenge.hole.is_none());
            tried.retain(|challenge| challenge.hole.is_none() || !together);
            tried.truncate(SLOW_CHALLENGES);
        }
        // The plan itself goes first: what it does now is what its challenges are held to. What takes long was replayed.
        let mut plans: Vec<Plan> = tried.iter().map(|challenge| challenge.plan.clone()).collect();
        if !is_slow {
            plans.insert(0, plan.clone());
        }
        runs += plans.len() as u64;
        let mut results = match is_alone {
            true => run_alone(&plans, replays)?,
            false => replays.run_plans(&plans)?,
        }
        .into_iter();
        if !is_slow {
            let own = results.next().flatten();
            let Some(own) = own.filter(|run| fails_alike(&sample.observed, run)) else {
                return Ok(Challenged {
                    plan: None,
                    holes: Vec::new(),
                    runs,
                });
            };
            if plan.holes_looked_at(&own.seen) > 0 {
                // Its own run looks at more than was claimed.
                plan = own.seen.renumbered();
                continue;
            }
        }
        let verdicts: Vec<Verdict> = (tried.iter().zip(results))
            .map(|(challenge, run)| verdict(&sample.observed, grammar, challenge, run.as_ref()))
            .collect();
        if !is_alone && fails_alone(&sample.observed, grammar, (&tried, &verdicts), &mut runs, replays)? {
            is_alone = true;
            continue;
        }
        let refuted = refuted_holes(&plan, &tried, &verdicts);
        if refuted.is_empty() {
            return Ok(Challenged {
                plan: Some(plan),
                holes: stood_up(&tried, &verdicts),
                runs,
            });
        }
        refutations += 1;
        let gives_up = is_slow && refutations == SLOW_REFUTATIONS;
        plan = plan
            .with_holes(|hole| !gives_up && !refuted.contains(&hole))
            .renumbered();
    }
}

/// Whether what refutes a claim behind other runs fails in a process of its own: what was run before it has left something behind,
/// and refutes nothing.
fn fails_alone(
    seen: &Fault,
    grammar: &Grammar,
    (tried, verdicts): (&[Challenge], &[Verdict]),
    runs: &mut u64,
    replays: &mut dyn ReplaysPlans,
) -> anyhow::Result<bool> {
    let Some(at) = verdicts.iter().position(|verdict| *verdict == Verdict::Refuted) else {
        return Ok(false);
    };
    *runs += 1;
    let again = run_alone(std::slice::from_ref(&tried[at].plan), replays)?;
    let again = again.into_iter().next().flatten();
    Ok(verdict(seen, grammar, &tried[at], again.as_ref()) == Verdict::Holds)
}

/// Runs plans each in a process of its own, with no more time than the one had when its fault was seen first.
fn run_alone(plans: &[Plan], replays: &mut dyn ReplaysPlans) -> anyhow::Result<Vec<Option<PlanRun>>> {
    let run = |plan: &Plan| {
        let replay = replays.replay(plan, Asked::OUTCOME)?;
        Ok(Some(PlanRun {
            seen: replay.seen.unwrap_or_else(|| plan.clone()),
            outcome: match replay.fault {
                Some(_) => Outcome::Fault,
                None => Outcome::Ok,
            },
            fault: replay.fault,
            result: Vec::new(),
            edges: None,
        }))
    };
    plans.iter().map(run).collect()
}

/// What a run with another value says of the claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// It failed in the same way.
    Holds,
    /// It did not.
    Refuted,
    /// The value could not be built.
    Void,
}

/// What this run of a challenge says.
pub(crate) fn verdict(
    seen: &Fault,
    grammar: &Grammar,
    challenge: &Challenge,
    run: Option<&PlanRun>,
) -> Verdict {
    let Some(run) = run else { return Verdict::Void };
    if fails_alike(seen, run) {
        return Verdict::Holds;
    }
    let failed_in = run.fault.as_ref().and_then(|fault| fault.op);
    let in_value = failed_in.is_some_and(|op| Some(op) != seen.op && challenge.builds_with(op));
    let came_to_nothing = run.outcome == Outcome::Reject && challenge.may_build_nothing(grammar);
    match in_value || came_to_nothing {
        true => Verdict::Void,
        false => Verdict::Refuted,
    }
}

/// The holes whose claims do not hold: those refuted by themselves, else the last one of those refuted together.
fn refuted_holes(plan: &Plan, tried: &[Challenge], verdicts: &[Verdict]) -> BTreeSet<u32> {
    let refuted = || {
        let refuted = tried.iter().zip(verdicts);
        refuted.filter(|(_, verdict)| **verdict == Verdict::Refuted)
    };
    let alone: BTreeSet<u32> = refuted().filter_map(|(challenge, _)| challenge.hole).collect();
    if alone.is_empty() && refuted().next().is_some() {
        return BTreeSet::from([plan.holes()]);
    }
    alone
}

fn stood_up(tried: &[Challenge], verdicts: &[Verdict]) -> Vec<HoleChallenges> {
    let mut holes: Vec<HoleChallenges> = Vec::new();
    for (challenge, _) in (tried.iter().zip(verdicts)).filter(|(_, verdict)| **verdict == Verdict::Holds) {
        if holes.last().is_none_or(|last| last.hole != challenge.hole) {
            holes.push(HoleChallenges {
                hole: challenge.hole,
                values: Vec::new(),
            });
        }
        if let Some(last) = holes.last_mut() {
            last.values.push(challenge.values.clone());
        }
    }
    holes
}

/// Whether a run shows the same fault.
pub(crate) fn fails_alike(seen: &Fault, run: &PlanRun) -> bool {
    run.fault.as_ref().is_some_and(|fault| is_same_fault(seen, fault))
}

/// Whether two runs of one search show the same fault.
pub(crate) fn is_same_fault(seen: &Fault, now: &Fault) -> bool {
    let message = |fault: &Fault| normalise_message(&fault.message);
    let is_about_one = seen.op == now.op && seen.kind == now.kind && seen.location == now.location;
    // What is said of a hang depends on how it was noticed.
    is_about_one && (seen.kind == FaultKind::Timeout || message(seen) == message(now))
}
