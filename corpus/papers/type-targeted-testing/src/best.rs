//! The best `k` of a list of scores.
//!
//! To be found: a list of fewer than `k` scores, for which there are not `k` best. The correct version says that there
//! are enough.

fn best(number: usize, scores: &[i64]) -> Vec<i64> {
    let mut sorted = scores.to_vec();
    sorted.sort_unstable();
    sorted.into_iter().rev().take(number).collect()
}

fn are_so_many<const FAULTY: bool>(number: &usize, scores: &[i64]) -> Option<bool> {
    if !FAULTY && scores.len() < *number || !scores.iter().all(crate::is_score) {
        return None;
    }
    let best = best(*number, scores);
    Some(best.len() == *number && best.is_sorted_by(|left, right| left >= right))
}

crate::versions! {
    /// Says nothing of the length.
    faulty;
    /// Says that there are enough.
    correct;
    /// There are as many best ones as were asked for, and the best comes first.
    prop_best(number: &usize, scores: &[i64]) -> Option<bool> = are_so_many;
}
