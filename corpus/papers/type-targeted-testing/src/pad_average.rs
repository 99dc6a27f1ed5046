//! A function that gets a function: scores are padded to a multiple of five, and then averaged by whatever is given. The
//! contract of an argument that is a function is looked at when it is called: it is to be given at least one score, and
//! nothing but scores, and it is to answer with a score; a function that does not is not one the property speaks of.
//!
//! To be found: no scores, which are padded to none. The correct version pads to at least five.

use std::cell::Cell;

fn pad_average<const FAULTY: bool>(pad: i64, scores: &[i64], average: impl Fn(&[i64]) -> i64) -> i64 {
    let length = if FAULTY { scores.len() } else { scores.len().max(1) };
    let mut padded = scores.to_vec();
    padded.resize(length.next_multiple_of(5), pad);
    average(&padded)
}

fn keeps_contracts<const FAULTY: bool>(
    pad: &i64,
    scores: &[i64],
    average: &dyn Fn(&[i64]) -> i64,
) -> Option<bool> {
    if !crate::is_score(pad) || !scores.iter().all(crate::is_score) {
        return None;
    }
    let (is_called_well, answers_well) = (Cell::new(true), Cell::new(true));
    let result = pad_average::<FAULTY>(*pad, scores, |given| {
        if given.is_empty() || !given.iter().all(crate::is_score) {
            is_called_well.set(false);
            return 0;
        }
        let answer = average(given);
        answers_well.set(crate::is_score(&answer));
        answer
    });
    answers_well
        .get()
        .then(|| is_called_well.get() && crate::is_score(&result))
}

crate::versions! {
    /// Pads nothing to nothing.
    faulty;
    /// Pads nothing to five.
    correct;
    /// The function is given what it is to be given, and the result is a score.
    prop_pad_average(pad: &i64, scores: &[i64], average: &dyn Fn(&[i64]) -> i64) -> Option<bool> = keeps_contracts;
}
