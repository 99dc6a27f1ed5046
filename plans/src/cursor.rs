//! Where a search stands, and where one ended its process.

use crate::plan::Plan;

/// One decision: which alternative of its type a node takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Step {
    /// The node, numbered in order of creation.
    pub node: u32,
    /// Index into [`Grammar::alternatives`](crate::Grammar::alternatives) of the node's type.
    pub alternative: u32,
}

/// Where a search stands: its decisions. Only a search of the same root, in the same manner, can go on from there; whatever
/// else wants to know a plan is told a [`Plan`].
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Cursor {
    pub(crate) vector: Vec<Step>,
    pub(crate) watches_parts: bool,
}

/// A plan whose run ended the process, as the search that made it knows it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Fatal {
    /// The decisions of the plan before the run.
    pub at: Cursor,
    /// Which placeholders it had looked at, in order.
    pub demands: Vec<u32>,
}

/// A plan whose run ended the process, as everybody knows it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct FatalPlan {
    /// With all decided that its run looked at.
    pub plan: Plan,
    /// The instructions of its program whose values its run looked at, in order: what is looked at later is left open where
    /// another value stands before it.
    pub looked_at: Vec<u32>,
}
