//! Runs the plans of stored findings against the code of today, and says of each whether it fails as it did. All plans are run
//! in the harness that was built once, each in a fresh process, as many at once as there are jobs.

use super::at_once::at_once;
use super::run::{EngineSettings, crate_scope, executor_options, plan_keys, searched_grammar};
use super::runner::{Asked, Replayer, ReplaysPlans};
use crate::event::{Event, Listener, Stage};
use crate::executor::Executor;
use crate::finding::frames::without_type_arguments;
use crate::growth::still_grows;
use crate::message::normalise_message;
use crate::outcome::{Fault, FaultKind, Location};
use crate::tuning::RUNS_OF_A_SEQUENCE;
use harness_gen::{Item, ItemUse, Prepared};
use plans::{OpId, Outcome, Plan, PlanTextError};
use std::sync::atomic::Ordering;
use std::time::Instant;

/// What a stored finding says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Claim {
    /// Its smallest plan, one line of text.
    pub plan: Option<String>,
    /// What has to be called before it in the same process, and how often.
    pub history: Vec<(Option<String>, u32)>,
    /// The word of its kind.
    pub kind: String,
    /// Its message.
    pub message: String,
    /// The item that it is a finding of.
    pub item: String,
}

/// What became of a stored finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It fails as it did, here.
    StillFailing(Option<Location>),
    /// It fails in another way.
    FailingOtherwise(Failure),
    /// It returns.
    Fixed,
    /// What its plan calls is gone, or takes something else: which, in a sentence.
    NoLongerReachable(String),
    /// Why, in a sentence.
    CannotTell(String),
}

impl Verdict {
    /// What it is called.
    pub fn word(&self) -> &'static str {
        match self {
            Self::StillFailing(_) => "still failing",
            Self::FailingOtherwise(_) => "failing otherwise",
            Self::Fixed => "fixed",
            Self::NoLongerReachable(_) => "no longer reachable",
            Self::CannotTell(_) => "cannot tell",
        }
    }

    /// True if there is something left to mend.
    pub fn fails(&self) -> bool {
        matches!(self, Self::StillFailing(_) | Self::FailingOtherwise(_))
    }
}

/// How something fails.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// Kind.
    pub kind: FaultKind,
    /// Message.
    pub message: String,
    /// Where, relative to the crate's root.
    pub location: Option<Location>,
}

/// One claim on its way to a verdict.
struct Case<'a> {
    claim: &'a Claim,
    /// What has to be called in one process, its plan last; never empty.
    plans: Result<Vec<Plan>, Verdict>,
}

/// What became of each claim, in order: a stage of its own.
pub fn verify(
    prepared: &Prepared,
    settings: &EngineSettings,
    claims: &[Claim],
    listener: &mut dyn Listener,
) -> anyhow::Result<Vec<Verdict>> {
    let began = Instant::now();
    listener.on(Event::StageStarted(Stage::Replay, settings.crate_name.clone()));
    let mut done = |done| listener.on(Event::Confirmed(done, claims.len()));
    let verdicts = judge_all(prepared, settings, claims, &mut done)?;
    listener.on(Event::StageFinished(Stage::Replay, began.elapsed()));
    Ok(verdicts)
}

/// `done` is told the number of claims that are settled.
fn judge_all(
    prepared: &Prepared,
    settings: &EngineSettings,
    claims: &[Claim],
    done: &mut dyn FnMut(usize),
) -> anyhow::Result<Vec<Verdict>> {
    let Some(dylib) = prepared.dylib.as_deref().filter(|_| !claims.is_empty()) else {
        let gone = || Verdict::NoLongerReachable("nothing of the crate can be called".to_owned());
        return Ok(claims.iter().map(|_| gone()).collect());
    };
    let grammar = searched_grammar(prepared, settings.run.experiments);
    let keys = plan_keys(prepared);
    let mut cases: Vec<Case<'_>> = (claims.iter())
        .map(|claim| Case {
            claim,
            plans: plans_of(claim, &mut |text| {
                keys.read(&grammar, text)
                    .map_err(|error| not_read(prepared, &error))
            }),
        })
        .collect();
    let open = cases.iter().filter(|case| case.plans.is_ok()).count();
    let options = executor_options(&grammar, dylib, settings)?;
    let mut executors = Vec::new();
    for _ in 0..settings.run.jobs.min(open).max(1) {
        executors.push(Executor::start(&options)?);
    }
    let scope = crate_scope(prepared, settings, dylib);
    let item_of = |op: OpId| {
        let item = *prepared.op_items.all.get(op.0 as usize)?;
        Some(prepared.items.get(item?)?.path.as_str())
    };
    let judge = Judge {
        item_of: &item_of,
        localise: &|at| scope.localise(at).unwrap_or_else(|| at.clone()),
    };
    let work = |case: &mut Case<'_>, replays: &mut Replayer<'_>| {
        if settings.interrupt.load(Ordering::Relaxed) {
            return Ok(cannot_tell("interrupted before it was run"));
        }
        match &case.plans {
            Err(verdict) => Ok(verdict.clone()),
            Ok(plans) => judge.verdict(case.claim, plans, replays),
        }
    };
    let mut replayers: Vec<&mut Replayer<'_>> = (executors.iter_mut())
        .map(|executor| executor as &mut Replayer<'_>)
        .collect();
    let mut settled = 0;
    at_once(&mut cases, &mut replayers, &work, &mut |_| {
        settled += 1;
        done(settled);
    })
}

/// What has to be called, as `read` reads each text.
fn plans_of(
    claim: &Claim,
    read: &mut dyn FnMut(&str) -> Result<Plan, Verdict>,
) -> Result<Vec<Plan>, Verdict> {
    let mut plans = Vec::new();
    let own = (&claim.plan, 1);
    let earlier = claim.history.iter().map(|(plan, times)| (plan, *times));
    for (text, times) in earlier.chain([own]) {
        let Some(text) = text else {
            return Err(cannot_tell("its plan was not written down"));
        };
        let plan = read(text)?;
        plans.extend((0..times.min(RUNS_OF_A_SEQUENCE as u32)).map(|_| plan.clone()));
    }
    Ok(plans)
}

fn why_nothing(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Reject => "an argument could not be built: what is taken apart is another variant now",
        Outcome::Discarded => "the property discards these arguments now",
        Outcome::TypeDemand => "it looks at a value of a type that the plan leaves open",
        Outcome::Ok | Outcome::Fault => "the run said nothing of its end",
    }
}

fn cannot_tell(why: &str) -> Verdict {
    Verdict::CannotTell(why.to_owned())
}

fn not_read(prepared: &Prepared, error: &PlanTextError) -> Verdict {
    match error {
        PlanTextError::Gone(key) => not_there(&prepared.items, key),
        PlanTextError::Changed(key) => {
            Verdict::NoLongerReachable(format!("`{key}` takes or builds something else now"))
        }
        PlanTextError::Version | PlanTextError::Syntax(_) => Verdict::CannotTell(error.to_string()),
    }
}

/// The name of an op begins with the path of what it calls, with type arguments in it, and goes on with its types. Of generic
/// items, and of functions of std, a harness has some instances: another one has others, and nothing need be gone.
fn not_there(items: &[Item], key: &str) -> Verdict {
    let name = without_type_arguments(key);
    let is_called = |item: &&Item| {
        let rest = name.strip_prefix(&without_type_arguments(&item.path));
        rest.is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric() || "_:".contains(c)))
    };
    let is_of = |path: &str| {
        let rest = key.strip_prefix(path);
        rest.is_some_and(|rest| !rest.starts_with("::<"))
    };
    let of_std = ["std::", "core::", "alloc::", "format!", "drop("];
    match items.iter().find(is_called) {
        Some(Item {
            path,
            use_: ItemUse::Excluded { code, .. },
            ..
        }) => Verdict::NoLongerReachable(format!("`{path}` cannot be called any more: {}", code.as_str())),
        Some(Item { path, .. }) if is_of(path) => Verdict::NoLongerReachable(format!(
            "`{path}` takes or builds something else now: there is no `{key}`"
        )),
        Some(Item { path, .. }) => Verdict::CannotTell(format!(
            "`{path}` is there, but is called with other types now: there is no `{key}`"
        )),
        None if of_std.iter().any(|of_std| key.starts_with(of_std)) => {
            Verdict::CannotTell(format!("this code is not called with these types now: `{key}`"))
        }
        None => Verdict::NoLongerReachable(format!("there is no `{key}`")),
    }
}

struct Judge<'a> {
    /// The path of the item that an op calls.
    item_of: &'a (dyn Fn(OpId) -> Option<&'a str> + Sync),
    /// A place relative to the crate's root, if it lies in the crate.
    localise: &'a (dyn Fn(&Location) -> Location + Sync),
}

impl Judge<'_> {
    /// One run is enough if it fails as it did. Whatever else it comes to has to come twice.
    fn verdict(
        &self,
        claim: &Claim,
        plans: &[Plan],
        replays: &mut (impl ReplaysPlans + ?Sized),
    ) -> anyhow::Result<Verdict> {
        let first = self.once(claim, plans, replays)?;
        if matches!(first, Verdict::StillFailing(_)) {
            return Ok(first);
        }
        let second = self.once(claim, plans, replays)?;
        Ok(match first == second {
            true => first,
            false => Verdict::CannotTell(format!(
                "two runs came to different ends: first {}, then {}",
                first.word(),
                second.word()
            )),
        })
    }

    fn once(
        &self,
        claim: &Claim,
        plans: &[Plan],
        replays: &mut (impl ReplaysPlans + ?Sized),
    ) -> anyhow::Result<Verdict> {
        let [plan] = plans else {
            let ran = replays.replay_in_order(plans, Asked::OUTCOME)?;
            return Ok(match ran.last().filter(|_| ran.len() == plans.len()) {
                Some(last) => {
                    (last.fault.as_ref()).map_or(Verdict::Fixed, |fault| self.of_fault(claim, fault))
                }
                None => cannot_tell("a call before it ends the process, or all take too long"),
            });
        };
        if claim.kind == FaultKind::Slow.word() {
            match still_grows(plan, &mut 0, replays)? {
                Some(true) => return Ok(Verdict::StillFailing(None)),
                Some(false) => return Ok(Verdict::Fixed),
                // It fails, or its edges are not counted: what it comes to says which.
                None => {}
            }
        }
        let run = replays.run_plans(std::slice::from_ref(plan))?.into_iter().next();
        let Some(Some(run)) = run else {
            return Ok(cannot_tell("the harness could not run it"));
        };
        Ok(match (&run.fault, run.outcome) {
            (Some(fault), _) => self.of_fault(claim, fault),
            (None, Outcome::Ok) if claim.kind == FaultKind::Slow.word() => {
                cannot_tell("how much it executes was not counted")
            }
            (None, Outcome::Ok) => Verdict::Fixed,
            (None, outcome) => cannot_tell(why_nothing(outcome)),
        })
    }

    fn of_fault(&self, claim: &Claim, fault: &Fault) -> Verdict {
        let location = fault.location.as_ref().map(self.localise);
        let is_limit = matches!(fault.kind, FaultKind::Timeout | FaultKind::Memory);
        let same_message = normalise_message(&fault.message) == normalise_message(&claim.message);
        if fault.kind.word() == claim.kind && (is_limit || same_message) {
            return Verdict::StillFailing(location);
        }
        let item = fault.op.and_then(self.item_of);
        match item.filter(|item| *item != claim.item) {
            // Then nobody knows what the call itself would do.
            Some(item) => Verdict::CannotTell(format!(
                "an argument could not be built: {item} fails with {}: {}",
                fault.kind.word(),
                fault.message
            )),
            None => Verdict::FailingOtherwise(Failure {
                kind: fault.kind,
                message: fault.message.clone(),
                location,
            }),
        }
    }
}

#[cfg(test)]
mod tests;
