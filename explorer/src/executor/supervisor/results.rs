//! What executors say of units and replays.

use crate::executor::shared::moment::Moment;
use crate::outcome::{Fault, FaultKind};
use plans::{
    DeathKind, DeathNews, Fatal, FatalPlan, KeptRun, LearnCandidate, Outcome, Plan, Sample, SeenValue, Tells,
    UnitNews, UnitReport,
};

/// What became of one unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnitResult {
    /// Counts up to the end or the death; the plan that died is among the executions, and among the faults if it is
    /// new. After a death it stops at the plan that died.
    pub report: UnitReport,
    /// Faults the process survived.
    pub faults: Vec<SeenFault>,
    /// The plan that ended the process, if one did.
    pub death: Option<Death>,
    /// The process was ended because it came to no further plan: the search goes on behind none that it could name. The
    /// report then stops at the plan that was run last, which is counted but for what it came to; at the beginning if none
    /// was run.
    pub stalled: bool,
    /// Values worth learning, each once, in the order in which its runs compared with them.
    pub candidates: Vec<LearnCandidate>,
    /// Plans that executed edges new in this unit, in order; the plan that ended the process is the last one.
    pub kept: Vec<KeptRun>,
    /// What its new plans built, in order, if it was to tell.
    pub values: Vec<SeenValue>,
}

impl Tells for UnitResult {
    fn news(&self) -> UnitNews<'_> {
        UnitNews {
            report: &self.report,
            death: self.death.as_ref().map(|death| DeathNews {
                kind: match death.fault.kind {
                    _ if death.is_given_up => DeathKind::GivenUp,
                    FaultKind::Timeout => DeathKind::Timeout,
                    FaultKind::Memory => DeathKind::Memory,
                    _ => DeathKind::Other,
                },
                op: death.fault.op,
                plan: death.plan.as_ref(),
                fatal: &death.fatal,
            }),
            stalled: self.stalled,
            candidates: &self.candidates,
            kept: &self.kept,
            values: &self.values,
        }
    }
}

/// A distinct fault of one unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeenFault {
    /// As first seen.
    pub fault: Fault,
    /// New plans that showed it.
    pub plans: u64,
    /// The first of them, at most 8.
    pub samples: Vec<Sample>,
    /// When the first of them was over.
    pub at: Moment,
}

/// A plan that ended its process.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Death {
    /// How.
    pub fault: Fault,
    /// The plan as its run saw it; none if it has more decisions than are noted.
    pub plan: Option<FatalPlan>,
    /// Where it stands in its search; `Start::After` goes on behind it.
    pub fatal: Fatal,
    /// Depth of the plan before its run.
    pub base_steps: u32,
    /// Whether it was new in its round.
    pub is_new: bool,
    /// It had a part of a case's edges only, and executed more: whether it would have ended is not known.
    pub is_given_up: bool,
    /// False: what ended the process was its caller's doing, and is no fault of the crate.
    pub is_believed: bool,
    /// Its number among the plans that its unit counted, from 1.
    pub nth: u64,
}

impl Death {
    /// Whether anything may be said of it: it was not counted in an earlier round, and not given up.
    pub(crate) fn is_to_be_told(&self) -> bool {
        self.is_new && !self.is_given_up
    }
}

/// What one plan did in a fresh child.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Replay {
    /// None: it returned (or built nothing).
    pub fault: Option<Fault>,
    /// As std prints it; empty if none was asked for or there was no panic.
    pub backtrace: String,
    /// The plan as its run saw it, if it failed.
    pub seen: Option<Plan>,
    /// CPU time of the child, its start included.
    pub cpu_time_ms: u64,
    /// Edges of instrumented code the plan executed. None: it did not come to its end, or the harness is not
    /// instrumented.
    pub edges: Option<u64>,
}

/// What one of several plans did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlanRun {
    /// The plan as its run saw it: holes are what it did not look at.
    pub seen: Plan,
    /// What it came to.
    pub outcome: Outcome,
    /// How, if it was a fault.
    pub fault: Option<Fault>,
    /// The first bytes of what the call returned, if it did.
    pub result: Vec<u8>,
    /// Edges of instrumented code it executed. None: it did not come to its end, or they were not counted.
    pub edges: Option<u64>,
}
