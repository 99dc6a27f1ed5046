//! Shapes of the parts of a program, as far as they are known.

/// What is known of the program, from its first instruction up to a point: kept from plan to plan.
#[derive(Default)]
pub(super) struct Shapes {
    /// By position in the program.
    pub(super) shapes: Vec<u64>,
    /// Instructions of the part that ends at a position.
    pub(super) lengths: Vec<u32>,
    /// Positions from here on have changed.
    pub(super) same: usize,
}
