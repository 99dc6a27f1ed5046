//! Whose fault is it? The question of JCrasher ("JCrasher: an automatic robustness tester for Java", Csallner,
//! Smaragdakis, 2004): an argument check in the called function says that the caller is wrong, the same check further
//! down that the called function is.
//!
//! To be found: the same argument for both, of class `precondition` for `checked_here` and `bug` for `checked_below`.

/// Checks its argument itself.
pub fn checked_here(percent: u8) -> u32 {
    assert!(percent <= 100, "not a percentage: {percent}");
    share(percent)
}

/// Leaves the check to another function.
pub fn checked_below(percent: u8) -> u32 {
    share(percent)
}

fn share(percent: u8) -> u32 {
    assert!(percent <= 100, "more than there is: {percent}");
    1000 * u32::from(percent) / 100
}
