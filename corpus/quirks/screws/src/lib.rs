//! Purpose: what an alias of a dependency stands for, where that is a type of the dependency's own dependency.

/// Has a thread.
#[derive(Clone, Copy)]
pub struct Screw<T> {
    turns: T,
}

impl<T: Copy> Screw<T> {
    /// Turned that far.
    pub fn new(turns: T) -> Screw<T> {
        Screw { turns }
    }

    /// How far.
    pub fn turns(&self) -> T {
        self.turns
    }
}
