//! What trials of confirmed plans with other arguments work with.

use crate::engine::runner::ReplaysPlans;
use harness_gen::int_twins::IntTwins;
use harness_gen::render::Bindings;
use harness_gen::{Item, OpItems};
use plans::{Grammar, OtherLiterals};

/// What trials work with.
pub struct Laboratory<'a> {
    /// The table that plans belong to.
    pub grammar: &'a Grammar,
    /// Literals besides those of the grammar.
    pub literals: &'a OtherLiterals,
    /// What ops are in Rust.
    pub bindings: &'a Bindings,
    /// Plans with integers of another width.
    pub twins: &'a IntTwins<'a>,
    /// The item that each op calls.
    pub op_items: &'a OpItems,
    /// All items.
    pub items: &'a [Item],
    /// Runs plans.
    pub replays: &'a mut dyn ReplaysPlans,
}
