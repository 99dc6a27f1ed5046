//! Runs the plans of stored findings against the code of today, and says of each whether it fails as it did. All plans are run
//! in the harness that was built once, each in a fresh process, as many at once as there are jobs.

use super::at_once::at_once;
use super::run::{EngineSettings, crate_scope, executor_options, plan_keys, searched_grammar};
use super::runner::{Replayer, ReplaysPlans};
use crate::executor::Executor;
use crate::message::normalise_message;
use crate::outcome::{Fault, FaultKind, Location};
use harness_gen::Prepared;
use plans::{Outcome, Plan, PlanTextError};
use std::sync::atomic::Ordering;

/// What a stored finding says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Claim {
    /// Its smallest plan, one line of text.
    pub plan: Option<String>,
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
    plan: Result<Plan, Verdict>,
}

/// What became of each claim, in order. `done` is told the number of those that are settled.
pub fn verify(
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
            plan: match &claim.plan {
                None => Err(cannot_tell("its plan was not written down")),
                Some(text) => keys.read(&grammar, text).map_err(|error| not_read(&error)),
            },
        })
        .collect();
    let open = cases.iter().filter(|case| case.plan.is_ok()).count();
    let options = executor_options(&grammar, dylib, settings)?;
    let mut executors = Vec::new();
    for _ in 0..settings.run.jobs.min(open).max(1) {
        executors.push(Executor::start(&options)?);
    }
    let scope = crate_scope(prepared, settings, dylib);
    let judge = Judge {
        prepared,
        localise: &|at| scope.localise(at).unwrap_or_else(|| at.clone()),
    };
    let work = |case: &mut Case<'_>, replays: &mut Replayer<'_>| {
        if settings.interrupt.load(Ordering::Relaxed) {
            return Ok(cannot_tell("interrupted before it was run"));
        }
        match &case.plan {
            Err(verdict) => Ok(verdict.clone()),
            Ok(plan) => judge.verdict(case.claim, plan, replays),
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

fn not_read(error: &PlanTextError) -> Verdict {
    match error {
        PlanTextError::Gone(key) => Verdict::NoLongerReachable(format!("there is no `{key}`")),
        PlanTextError::Changed(key) => {
            Verdict::NoLongerReachable(format!("`{key}` takes or builds something else"))
        }
        PlanTextError::Version | PlanTextError::Syntax(_) => Verdict::CannotTell(error.to_string()),
    }
}

struct Judge<'a> {
    prepared: &'a Prepared,
    localise: &'a (dyn Fn(&Location) -> Location + Sync),
}

impl Judge<'_> {
    /// One run is enough if it fails as it did. Whatever else it comes to has to come twice.
    fn verdict(
        &self,
        claim: &Claim,
        plan: &Plan,
        replays: &mut (impl ReplaysPlans + ?Sized),
    ) -> anyhow::Result<Verdict> {
        let first = self.once(claim, plan, replays)?;
        if matches!(first, Verdict::StillFailing(_)) {
            return Ok(first);
        }
        let second = self.once(claim, plan, replays)?;
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
        plan: &Plan,
        replays: &mut (impl ReplaysPlans + ?Sized),
    ) -> anyhow::Result<Verdict> {
        let run = replays.run_plans(std::slice::from_ref(plan))?.into_iter().next();
        let Some(Some(run)) = run else {
            return Ok(cannot_tell("the harness could not run it"));
        };
        Ok(match (&run.fault, run.outcome) {
            (Some(fault), _) => self.of_fault(claim, fault),
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
        let item = fault.op.and_then(|op| self.prepared.op_items.get(op.0 as usize));
        let item = item.and_then(|index| self.prepared.items.get((*index)?));
        match item.filter(|item| item.path != claim.item) {
            // Then nobody knows what the call itself would do.
            Some(item) => Verdict::CannotTell(format!(
                "an argument could not be built: {} fails with {}: {}",
                item.path,
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
