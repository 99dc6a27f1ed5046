//! Pieces of work that have nothing to do with each other, done by several runners at once. Which runner does which piece is
//! left to chance; what comes of a piece hangs on the piece alone, so chance shows nowhere.

use std::sync::mpsc;
use std::sync::{Mutex, PoisonError};

/// Has every piece worked on by whichever runner is free, and returns what came of each, in their order. `done` is told what came
/// of each as it is over. After an error no further piece is begun.
pub(crate) fn at_once<T: Send, R: Send + ?Sized, O: Send>(
    pieces: &mut [T],
    runners: &mut [&mut R],
    work: &(dyn Fn(&mut T, &mut R) -> anyhow::Result<O> + Sync),
    done: &mut dyn FnMut(&O),
) -> anyhow::Result<Vec<O>> {
    if let ([runner], _) | ([runner, ..], [_]) = (&mut *runners, &*pieces) {
        let all = pieces.iter_mut().map(|piece| {
            let result = work(piece, runner)?;
            done(&result);
            Ok(result)
        });
        return all.collect();
    }
    let open = Mutex::new(pieces.iter_mut().enumerate());
    let next = || open.lock().unwrap_or_else(PoisonError::into_inner).next();
    let (sender, receiver) = mpsc::channel();
    let mut results = std::thread::scope(|scope| {
        for runner in runners.iter_mut() {
            let (sender, next) = (sender.clone(), &next);
            scope.spawn(move || {
                while let Some((at, piece)) = next() {
                    let result = work(piece, runner);
                    let is_error = result.is_err();
                    if sender.send((at, result)).is_err() || is_error {
                        // The others come to their ends, too: nothing is left for them.
                        while next().is_some() {}
                    }
                }
            });
        }
        drop(sender);
        let mut results = Vec::new();
        for (at, result) in receiver {
            if let Ok(result) = &result {
                done(result);
            }
            results.push((at, result));
        }
        results
    });
    results.sort_by_key(|(at, _)| *at);
    results.into_iter().map(|(_, result)| result).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What two or one runners make of numbers of which some cannot be worked on.
    fn doubled(runners: usize, refused: &[u32]) -> (Vec<u32>, Result<Vec<u32>, String>, usize) {
        let mut pieces: Vec<u32> = (0..20).collect();
        let mut counts = vec![0u32; runners];
        let mut runners: Vec<&mut u32> = counts.iter_mut().collect();
        let mut told = 0;
        let result = at_once(
            &mut pieces,
            &mut runners,
            &|piece, count| {
                *count += 1;
                anyhow::ensure!(!refused.contains(piece), "{piece}");
                *piece *= 2;
                Ok(*piece + 1)
            },
            &mut |_| told += 1,
        );
        (pieces, result.map_err(|error| error.to_string()), told)
    }

    #[test]
    fn results_are_in_the_order_of_pieces_for_any_number_of_runners() {
        for runners in 1..4 {
            let (pieces, results, told) = doubled(runners, &[]);
            assert_eq!(pieces, (0..20).map(|n| 2 * n).collect::<Vec<u32>>());
            assert_eq!(results, Ok((0..20).map(|n| 2 * n + 1).collect()));
            assert_eq!(told, 20);
        }
    }

    #[test]
    fn an_error_is_handed_on() {
        for runners in 1..4 {
            assert_eq!(doubled(runners, &[7]).1, Err("7".to_owned()));
        }
    }
}
