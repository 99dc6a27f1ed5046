//! The greatest element of a list: the paper's example of a function that is not meant for the empty list.
//!
//! To be found: the empty list. The correct version has no answer for it.

fn max_list(list: &[i64]) -> Option<i64> {
    list.iter().copied().reduce(i64::max)
}

/// Takes the first element without looking whether there is one.
pub mod faulty {
    /// The greatest element.
    pub fn max_list(list: &[i64]) -> i64 {
        super::max_list(list).expect("the greatest element of no elements")
    }
}

/// Says that there is none.
pub mod correct {
    /// The greatest element.
    pub fn max_list(list: &[i64]) -> Option<i64> {
        super::max_list(list)
    }
}
