//! Purpose: types and traits of a dependency in signatures: built by the dependency's own functions, named by its
//! public paths, and never blamed on this crate when they fail.

pub use parts::Code;

/// A type whose definition is in a private module.
pub fn level(gauge: parts::Gauge) -> u8 {
    gauge.level()
}

/// Behind a reference, and in a tuple.
pub fn levels(gauges: (&parts::Gauge, Option<parts::Gauge>)) -> u8 {
    gauges.0.level().max(gauges.1.map_or(0, parts::Gauge::level))
}

/// An enum of the dependency with types of its own.
pub fn either(value: parts::Either<u8, bool>) -> bool {
    matches!(value, parts::Either::Right(true))
}

/// A trait whose only implementor is in the dependency.
pub fn visit<V: parts::Visitor>(visitor: V) -> V::Value {
    visitor.visit(3)
}

/// A type that this crate re-exports and its dependency builds.
pub fn size(code: &Code) -> usize {
    code.size()
}

/// A parameter is left to its default.
pub fn count(list: &parts::List<u8>) -> usize {
    list.count()
}

/// An alias of the dependency for a type of its own dependency.
pub fn turns(bolt: &parts::Bolt) -> u8 {
    bolt.turns()
}

/// Implements a trait of the dependency.
#[derive(Debug)]
pub struct Sum {
    /// So far.
    pub total: u64,
}

impl parts::Visitor for Sum {
    type Value = u64;

    fn visit(self, number: u8) -> u64 {
        self.total.wrapping_add(u64::from(number))
    }
}
