//! Reversing a list.
//!
//! To be found: a list that is not its own reverse, of two different elements. The correct version reverses twice.

fn holds<const FAULTY: bool>(list: &[i64]) -> bool {
    let mut reversed = list.to_vec();
    reversed.reverse();
    if !FAULTY {
        reversed.reverse();
    }
    reversed == list
}

crate::versions! {
    /// Reverses once.
    faulty;
    /// Reverses twice.
    correct;
    /// Reversing changes nothing.
    prop_reverse(list: &[i64]) -> bool = holds;
}
