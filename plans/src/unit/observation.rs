//! What a driver tells of one run.

/// What one run came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Everything returned.
    Ok,
    /// A destructor met another variant: the plan builds nothing.
    Reject,
    /// A property's precondition was not met.
    Discarded,
    /// A placeholder type was looked at.
    TypeDemand,
    /// A panic, hang, crash or failed property.
    Fault,
}

/// What the driver saw of one run.
#[derive(Clone, Copy, Debug)]
pub struct Observation<'a> {
    /// What it came to.
    pub outcome: Outcome,
    /// Placeholders looked at, by their number in the program from 0, in order.
    pub demands: &'a [u32],
    /// Whether the root op itself was called.
    pub reached_root: bool,
    /// The instruction of the program at which the run ended, counted from 0, if it did not come to the last one and
    /// would end there whatever came after it.
    pub ended_at: Option<u32>,
}
