//! Purpose: a macro has no signature to call, and this one has no example and takes nothing that could be guessed; one
//! that takes expressions is called, and so is the function behind it.

/// Adds up.
#[macro_export]
macro_rules! sum {
    ($($value:expr),*) => { $crate::sum_of(&[$($value),*]) };
}

/// Adds to a variable of the caller's.
#[macro_export]
macro_rules! add_to {
    ($total:ident += $value:expr) => {
        $total += $crate::sum_of(&[$value])
    };
}

/// The function behind `sum!`.
pub fn sum_of(values: &[u8]) -> u64 {
    values.iter().map(|value| u64::from(*value)).sum()
}
