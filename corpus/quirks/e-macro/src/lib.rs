//! Purpose: macros have no signature to call; the function behind one does.

/// Adds up.
#[macro_export]
macro_rules! sum {
    ($($value:expr),*) => { $crate::sum_of(&[$($value),*]) };
}

/// The function behind `sum!`.
pub fn sum_of(values: &[u8]) -> u64 {
    values.iter().map(|value| u64::from(*value)).sum()
}
