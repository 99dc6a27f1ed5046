//! The weighted average of scores, whose specification the paper gets right in rounds, one counterexample after the other:
//! there is no more to say about weights, about weights that are not negative, about weights above 0.
//!
//! To be found: weights whose sum is 0 (first and second round), and weights so large that the sum overflows (third). The
//! correct version adds in wider integers.

/// What the rounds differ in.
trait Round {
    /// The least weight.
    const LEAST: i64;
    /// Whether sums are of any size.
    const IS_WIDE: bool;
}

fn average<R: Round>(scores: &[(i64, i64)]) -> i64 {
    if scores.is_empty() {
        return 0;
    }
    if R::IS_WIDE {
        let weighted = scores
            .iter()
            .map(|(weight, score)| i128::from(*weight) * i128::from(*score));
        let total: i128 = weighted.sum();
        let weights: i128 = scores.iter().map(|(weight, _)| i128::from(*weight)).sum();
        (total / weights) as i64
    } else {
        let total: i64 = scores.iter().map(|(weight, score)| weight * score).sum();
        let weights: i64 = scores.iter().map(|(weight, _)| weight).sum();
        total / weights
    }
}

fn is_a_score<R: Round>(scores: &[(i64, i64)]) -> Option<bool> {
    let applies = scores
        .iter()
        .all(|(weight, score)| *weight >= R::LEAST && crate::is_score(score));
    applies.then(|| crate::is_score(&average::<R>(scores)))
}

macro_rules! round {
    ($(#[$doc:meta])* $name:ident, $least:expr, $is_wide:literal) => {
        $(#[$doc])*
        pub mod $name {
            struct This;

            impl super::Round for This {
                const LEAST: i64 = $least;
                const IS_WIDE: bool = $is_wide;
            }

            /// The average of scores, each with its weight in front, is a score.
            pub fn prop_average(scores: &[(i64, i64)]) -> Option<bool> {
                super::is_a_score::<This>(scores)
            }
        }
    };
}

round! {
    /// Any weights.
    first, i64::MIN, false
}
round! {
    /// No negative weights.
    second, 0, false
}
round! {
    /// No weight is 0.
    third, 1, false
}
round! {
    /// No weight is 0, and the sums may be large.
    correct, 1, true
}
