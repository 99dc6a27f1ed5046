//! A binary logarithm by halving: the paper's example of a base case that is missing. Halving rounds down, so that -1
//! stays -1, and 0 stays 0.
//!
//! To be found: a number below 1, for which the faulty version never ends; the list of halves grows without end, too.

fn halves<const FAULTY: bool>(mut number: i64) -> impl Iterator<Item = i64> {
    std::iter::from_fn(move || {
        let is_last = if FAULTY { number == 1 } else { number <= 1 };
        (!is_last).then(|| {
            number = number.div_euclid(2);
            number
        })
    })
}

fn log2<const FAULTY: bool>(number: i64) -> u64 {
    halves::<FAULTY>(number).fold(0, |log, _| log + 1)
}

/// Ends at 1 alone.
pub mod faulty {
    /// How often the number can be halved before it is 1. Runs until it is stopped.
    pub fn log2(number: i64) -> u64 {
        super::log2::<true>(number)
    }

    /// What it is on the way to 1. Runs until no memory is left.
    pub fn halves(number: i64) -> Vec<i64> {
        super::halves::<true>(number).collect()
    }
}

/// Ends at 1, and below.
pub mod correct {
    /// How often the number can be halved before it is 1 or less.
    pub fn log2(number: i64) -> u64 {
        super::log2::<false>(number)
    }

    /// What it is on the way to 1 or less.
    pub fn halves(number: i64) -> Vec<i64> {
        super::halves::<false>(number).collect()
    }
}
