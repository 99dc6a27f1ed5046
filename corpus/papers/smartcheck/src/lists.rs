//! Five lists of 16-bit integers: if the sum of each is less than 256, then the sum of all is less than five times as
//! much. Sums wrap around.
//!
//! To be found: lists whose sums are so far below 0 that together they come out above. The smallest have one element
//! each, in two of the lists. The correct version adds in wider integers.

/// The lists.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lists(
    pub Vec<i16>,
    pub Vec<i16>,
    pub Vec<i16>,
    pub Vec<i16>,
    pub Vec<i16>,
);

fn sum<const FAULTY: bool>(numbers: impl Iterator<Item = i16>) -> i64 {
    if FAULTY {
        i64::from(numbers.fold(0, i16::wrapping_add))
    } else {
        numbers.map(i64::from).sum()
    }
}

fn holds<const FAULTY: bool>(lists: &Lists) -> Option<bool> {
    let all = [&lists.0, &lists.1, &lists.2, &lists.3, &lists.4];
    if all.iter().any(|list| sum::<FAULTY>(list.iter().copied()) >= 256) {
        return None;
    }
    Some(sum::<FAULTY>(all.into_iter().flatten().copied()) < 5 * 256)
}

crate::versions! {
    /// Adds in 16 bits.
    faulty;
    /// Adds in 64 bits.
    correct;
    /// Small lists have a small sum.
    prop_small_sums(lists: &Lists) -> Option<bool> = holds;
}
