//! Reversing an appended list: a property in the style of section 5.1 of the paper, where functions called `prop_*` are
//! taken for properties.
//!
//! To be found: two lists that show that the order of the halves matters.

fn reversed(list: &[i64]) -> Vec<i64> {
    list.iter().rev().copied().collect()
}

fn prop_reverse(first: &[i64], second: &[i64], expected: [&[i64]; 2]) -> bool {
    let halves = expected.map(reversed).concat();
    reversed(&[first, second].concat()) == halves
}

/// Forgets that the halves change places.
pub mod faulty {
    /// The reverse of the whole is that of the first, then that of the second.
    pub fn prop_reverse(first: &[i64], second: &[i64]) -> bool {
        super::prop_reverse(first, second, [first, second])
    }
}

/// As it is.
pub mod correct {
    /// The reverse of the whole is that of the second, then that of the first.
    pub fn prop_reverse(first: &[i64], second: &[i64]) -> bool {
        super::prop_reverse(first, second, [second, first])
    }
}
