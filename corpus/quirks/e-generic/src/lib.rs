//! Purpose: `Visitor` is sealed and has no implementor, so `drive` has no instance. A placeholder type cannot
//! implement it either.

mod sealed {
    pub trait Sealed {}
}

/// A sealed trait that nothing implements.
pub trait Visitor: sealed::Sealed {
    /// Visits a number.
    fn visit(&mut self, number: u8) -> bool;
}

/// Drives a visitor.
pub fn drive<V: Visitor>(mut visitor: V) -> bool {
    visitor.visit(0)
}

/// Generic as well, but every type will do.
pub fn same<T>(value: T) -> T {
    value
}
