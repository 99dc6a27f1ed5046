//! Purpose: a library that cannot be loaded as it is: a dependency leaves a function to whoever builds a program, and has a feature that
//! brings it. It cannot fail.

/// Whether a clock has ticked at least so often.
pub fn has_ticked(times: u64) -> bool {
    bare::ticks() >= times
}
