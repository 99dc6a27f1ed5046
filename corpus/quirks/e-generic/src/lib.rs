//! Purpose: `Visitor<u8>` is sealed and has no implementor, so `drive` has no instance.

mod sealed {
    pub trait Sealed {}
}

/// A sealed trait that nothing implements.
pub trait Visitor<Input>: sealed::Sealed {
    /// Visits an input.
    fn visit(&mut self, input: Input) -> bool;
}

/// Drives a visitor.
pub fn drive<V: Visitor<u8>>(mut visitor: V) -> bool {
    visitor.visit(0)
}

/// Generic as well, but every type will do.
pub fn same<T>(value: T) -> T {
    value
}
