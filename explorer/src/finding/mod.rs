//! Findings: which faults are one and the same, where they come from, and how serious they are. Knows plans and
//! faults; runs nothing.

pub mod chain;
pub mod classify;
pub mod collect;
pub mod frames;
pub mod identity;
pub mod loops;
pub mod site;
pub mod source;
pub mod trials;

pub use crate::message::normalise_message;
pub use classify::{Evidence, Judgement, classify};
pub use collect::{Collector, FaultGroup, GroupId, PlacedSample, item_of};
pub use frames::CrateScope;
pub use identity::{Identity, Site};
