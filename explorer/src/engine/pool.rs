//! Runs the batches of one wave on several executors at once. Which executor runs which batch is left to chance; the
//! results come back by batch number, so chance shows nowhere.

use super::runner::RunsUnits;
use crate::executor::UnitResult;
use plans::UnitRequest;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;

/// A batch that came back.
#[derive(Debug)]
pub struct DoneBatch {
    /// Its number in the wave.
    pub batch: usize,
    /// One result per unit.
    pub results: Vec<UnitResult>,
}

/// Executors and the way to make another one when one breaks.
pub struct Pool<'a, R> {
    runners: Vec<R>,
    start: &'a (dyn Fn() -> anyhow::Result<R> + Sync),
}

impl<'a, R: RunsUnits + Send> Pool<'a, R> {
    /// A pool of these executors; `start` replaces a broken one.
    pub fn new(runners: Vec<R>, start: &'a (dyn Fn() -> anyhow::Result<R> + Sync)) -> Self {
        Pool { runners, start }
    }

    /// How many batches can run at once.
    pub fn size(&self) -> usize {
        self.runners.len()
    }

    /// Runs the batches that are begun before `stop` says so, each on the next free executor. `done` sees each as it
    /// comes back, in any order. The returned list is in order of batches; those not begun are missing.
    pub fn run_wave(
        &mut self,
        batches: &[Vec<UnitRequest>],
        stop: &(dyn Fn() -> bool + Sync),
        done: &mut dyn FnMut(&DoneBatch),
    ) -> anyhow::Result<Vec<DoneBatch>> {
        let next = AtomicUsize::new(0);
        let failure = Mutex::new(None);
        let (sender, receiver) = mpsc::channel();
        let start = self.start;
        let mut finished = std::thread::scope(|scope| {
            for runner in &mut self.runners {
                let (sender, next, failure) = (sender.clone(), &next, &failure);
                scope.spawn(move || {
                    while !stop() {
                        let batch = next.fetch_add(1, Ordering::Relaxed);
                        let Some(units) = batches.get(batch) else { break };
                        match run_with_second_try(runner, units, start) {
                            Ok(results) => {
                                if sender.send(DoneBatch { batch, results }).is_err() {
                                    break;
                                }
                            }
                            Err(error) => {
                                next.store(batches.len(), Ordering::Relaxed);
                                if let Ok(mut slot) = failure.lock() {
                                    slot.get_or_insert(error);
                                }
                                break;
                            }
                        }
                    }
                });
            }
            drop(sender);
            let mut finished = Vec::with_capacity(batches.len());
            for batch in receiver {
                done(&batch);
                finished.push(batch);
            }
            finished
        });
        match failure.into_inner() {
            Ok(Some(error)) => return Err(error),
            Ok(None) => {}
            Err(_) => anyhow::bail!("an executor thread panicked"),
        }
        finished.sort_by_key(|batch| batch.batch);
        Ok(finished)
    }

    /// Gives up the executors.
    pub fn into_runners(self) -> Vec<R> {
        self.runners
    }
}

/// A template process may be lost to the machine's memory manager; units can be run again from the start.
fn run_with_second_try<R: RunsUnits>(
    runner: &mut R,
    units: &[UnitRequest],
    start: &(dyn Fn() -> anyhow::Result<R> + Sync),
) -> anyhow::Result<Vec<UnitResult>> {
    let results = match runner.run_batch(units) {
        Ok(results) => results,
        Err(first) => {
            *runner = start().map_err(|again| first.context(format!("and no new executor: {again:#}")))?;
            runner.run_batch(units)?
        }
    };
    anyhow::ensure!(
        results.len() == units.len(),
        "an executor answered {} of {} units",
        results.len(),
        units.len()
    );
    Ok(results)
}
