//! What happens during a run, as it happens. The engine emits events whoever is listening; only `report` prints.

use crate::run_report::{Finding, RunReport};
use std::time::Duration;

/// The stages a person waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// rustdoc JSON.
    Rustdoc,
    /// Generation, check rounds, harness build.
    Build,
    /// Running plans.
    Explore,
    /// Confirming findings.
    Confirm,
    /// Measuring coverage.
    Coverage,
    /// Running the plans of stored findings.
    Replay,
}

/// One event.
#[derive(Clone, Debug)]
pub enum Event {
    /// A stage begins, about this crate.
    StageStarted(Stage, String),
    /// A line about what the stage is doing now (the crate being compiled, the round of pruning…).
    StageDetail(Stage, String),
    /// A stage ended.
    StageFinished(Stage, Duration),
    /// Exploration progress.
    Progress {
        /// Distinct plans so far.
        expressions: u64,
        /// Depth being worked on by the least advanced item.
        depth: u32,
        /// Distinct faults so far.
        faults: usize,
        /// Runs so far, most of which are no plan of their own.
        runs: u64,
        /// Items that go on.
        items_left: usize,
        /// Time that exploring has taken.
        elapsed: Duration,
        /// The same over the time limit, 0 to 1.
        fraction: f64,
    },
    /// A new distinct fault: its one-line description.
    FaultSeen(String),
    /// A finding that a fresh process has shown again while exploring goes on, and that seems to be a bug: the first of its cause.
    Found(Box<Finding>),
    /// All that is known by now, as a report that the run may not live to write. What is not confirmed yet says so.
    SoFar(Box<RunReport>),
    /// One finding confirmed (or not): number done, number in all.
    Confirmed(usize, usize),
    /// Something a person should know that is not an error.
    Warning(String),
}

/// Receives events.
pub trait Listener: Send {
    /// Called for every event, in order.
    fn on(&mut self, event: Event);
}
