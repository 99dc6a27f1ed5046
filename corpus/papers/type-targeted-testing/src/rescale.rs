//! Rescaling a number from one range to another, the paper's first example: from `0..first` to `0..second`.
//!
//! To be found: (1, 0, 0), for which the result is not in the empty range. The correct version asks for a second range
//! that is not empty.

fn rescale(first: i64, second: i64, number: i64) -> i64 {
    number * (second / first)
}

fn stays_in_range<const FAULTY: bool>(first: &i64, second: &i64, number: &i64) -> Option<bool> {
    let applies = *first >= 0 && *second >= i64::from(!FAULTY) && (0..*first).contains(number);
    applies.then(|| (0..*second).contains(&rescale(*first, *second, *number)))
}

crate::versions! {
    /// Says that the ranges are of any size.
    faulty;
    /// Says that the second is not empty.
    correct;
    /// What was in the first range is in the second.
    prop_rescale(first: &i64, second: &i64, number: &i64) -> Option<bool> = stays_in_range;
}
