//! What units tell of the plans that they ran: all that a search takes in, whoever ran them.

use crate::cursor::{Fatal, FatalPlan};
use crate::ids::{OpId, TypeId};
use crate::plan::Plan;
use crate::tuning::{RUNS_OF_A_PART, RUNS_OF_A_PROCESS, RUNS_OF_A_TIMEOUT, SLOW_DEATH};
use crate::unit::UnitReport;

/// A plan of which a unit tells something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sample {
    /// The plan, with holes where its run did not look.
    pub plan: Plan,
    /// Depth of the plan before its run.
    pub base_steps: u32,
    /// Its number among the plans that its unit counted, from 1.
    pub nth: u64,
}

/// A plan whose run executed edges that were new, or died.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptRun {
    /// The plan, and what its run looked at.
    pub sample: Sample,
    /// The new edges, in the order in which they were executed.
    pub edges: Vec<u32>,
}

/// The other side of a comparison itself.
pub const EXACT: u32 = 0;

/// A value that may be worth learning.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct LearnCandidate {
    /// The type of the literal.
    pub ty: TypeId,
    /// How far it is from what was compared: [`EXACT`] (0), next to it (1), guessed (2), or a letter of it (3).
    pub distance: u32,
    /// Its bytes.
    pub value: Vec<u8>,
    /// What it was compared with: 0 if that can hardly be a coincidence, else a number for the literal. Small numbers turn
    /// up everywhere, so such a candidate counts once two literals were compared with it.
    pub witness: u32,
}

/// What one plan came to as an argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeenValue {
    /// Of the plan.
    pub shape: u64,
    /// Values with the same number behave the same; 0 if nothing is known.
    pub value: u64,
    /// How it ended.
    pub end: ValueEnd,
    /// What its run cost: the edges that it executed, as far as they were counted, and what it held of memory in
    /// [`BYTES_OF_AN_EDGE`](crate::tuning::BYTES_OF_AN_EDGE).
    pub cost: u64,
}

/// How the evaluation of an argument ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueEnd {
    /// There is a value.
    Built,
    /// A destructor did not match.
    Rejected,
    /// This op failed.
    Failed(OpId),
    /// Nothing follows from it.
    Unclear,
}

/// The result of one unit, as a search sees it.
#[derive(Clone, Copy, Debug)]
pub struct UnitNews<'a> {
    /// Counts up to the end or the death, and where the unit stopped.
    pub report: &'a UnitReport,
    /// The plan that ended the process, if one did.
    pub death: Option<DeathNews<'a>>,
    /// The process was ended because it came to no further plan: there is no place from where to go on.
    pub stalled: bool,
    /// Values worth learning, each once, in the order in which its runs compared with them.
    pub candidates: &'a [LearnCandidate],
    /// Plans that executed edges new in the unit, in order.
    pub kept: &'a [KeptRun],
    /// What its new plans built, in order, if it was to tell.
    pub values: &'a [SeenValue],
}

/// A plan that ended its process.
#[derive(Clone, Copy, Debug)]
pub struct DeathNews<'a> {
    /// What it costs.
    pub kind: DeathKind,
    /// The op that was being carried out, if that is known.
    pub op: Option<OpId>,
    /// The plan as its run saw it; none if it has more decisions than are noted.
    pub plan: Option<&'a FatalPlan>,
    /// Where it stands in its search.
    pub fatal: &'a Fatal,
}

/// What a death costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeathKind {
    /// A whole case timeout.
    Timeout,
    /// The memory of a case was not enough: about as long, if it was filled first.
    Memory,
    /// A part of that ([`Patience::Part`](crate::Patience::Part)), after which nothing is said of it.
    GivenUp,
    /// A new process.
    Other,
}

impl DeathKind {
    /// Whether it takes as long as many runs.
    pub(crate) fn is_slow(self) -> bool {
        matches!(self, DeathKind::Timeout | DeathKind::Memory)
    }

    /// How many runs it counts as where these are counted by what they take.
    pub(crate) fn runs(self) -> u64 {
        match self {
            DeathKind::Timeout => RUNS_OF_A_TIMEOUT,
            DeathKind::GivenUp => RUNS_OF_A_PART,
            // Most of those that die of memory ask for too much at once, and have filled none.
            DeathKind::Memory | DeathKind::Other => RUNS_OF_A_PROCESS,
        }
    }

    /// How many deaths it counts for where they are counted by what they cost.
    pub(crate) fn weight(self) -> u32 {
        match self.is_slow() {
            true => SLOW_DEATH,
            false => 1,
        }
    }
}

/// Whatever brings the news of a unit.
pub trait Tells {
    /// The news.
    fn news(&self) -> UnitNews<'_>;
}
