//! Every number of this crate that somebody has chosen, with what it was chosen by.

/// Runs of a unit in which nothing is watched after which it ends with its round if there is something to learn. Before, the
/// next round costs less than asking.
pub(crate) const LEARNED_AFTER: u64 = 32;
