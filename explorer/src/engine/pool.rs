//! Runs the batches of one wave on several executors at once. Which executor runs which batch is left to chance; the
//! results come back by batch number, so chance shows nowhere.

use super::runner::RunsUnits;
use crate::executor::UnitResult;
use plans::UnitRequest;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread::JoinHandle;

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
    /// The last wave had one batch: the first runner's.
    was_alone: bool,
    /// The others, as long as they are not ready.
    late: Option<Late<R>>,
}

/// Executors that are started when there is work for them, by a thread of their own.
pub struct Late<R> {
    count: usize,
    begin: Option<Box<dyn FnOnce() -> Starting<R>>>,
    starting: Option<Starting<R>>,
}

type Starting<R> = JoinHandle<anyhow::Result<Vec<R>>>;

impl<R: Send + 'static> Late<R> {
    /// So many, to be started one after another.
    pub fn new(count: usize, start: impl Fn() -> anyhow::Result<R> + Send + 'static) -> Late<R> {
        let all = move || (0..count).map(|_| start()).collect();
        Late {
            count,
            begin: Some(Box::new(|| std::thread::spawn(all))),
            starting: None,
        }
    }
}

impl<R> Late<R> {
    /// Begins to start them, if that was not done.
    fn begin(&mut self) {
        if let Some(begin) = self.begin.take() {
            self.starting = Some(begin());
        }
    }

    /// Waits for those that are being started.
    fn join(self) -> anyhow::Result<Vec<R>> {
        match self.starting.map_or(Ok(Ok(Vec::new())), JoinHandle::join) {
            Ok(runners) => runners,
            Err(_) => anyhow::bail!("a thread that starts executors panicked"),
        }
    }

    fn are_ready(&self) -> bool {
        self.starting.as_ref().is_some_and(JoinHandle::is_finished)
    }
}

impl<'a, R: RunsUnits + Send> Pool<'a, R> {
    /// A pool of these executors; `start` replaces a broken one.
    pub fn new(runners: Vec<R>, start: &'a (dyn Fn() -> anyhow::Result<R> + Sync)) -> Self {
        Pool {
            runners,
            start,
            was_alone: false,
            late: None,
        }
    }

    /// These are started as soon as there is work for more than one, and belong to it as soon as they are ready.
    pub fn with_late(mut self, late: Late<R>) -> Self {
        self.late = Some(late);
        self
    }

    /// How many batches can run at once.
    pub fn size(&self) -> usize {
        self.runners.len() + self.late.as_ref().map_or(0, |late| late.count)
    }

    /// Runs the batches that are begun before `stop` says so, each on the next free executor. `done` sees each as it
    /// comes back, in any order. The returned list is in order of batches; those not begun are missing.
    pub fn run_wave(
        &mut self,
        batches: &[Vec<UnitRequest>],
        stop: &(dyn Fn() -> bool + Sync),
        done: &mut dyn FnMut(&DoneBatch),
    ) -> anyhow::Result<Vec<DoneBatch>> {
        let goes_on = std::mem::replace(&mut self.was_alone, batches.len() == 1);
        if let ([units], [runner, ..]) = (batches, &mut self.runners[..]) {
            return run_alone(units, goes_on, runner, self.start, stop, done);
        }
        if let Some(late) = &mut self.late {
            late.begin();
        }
        if let Some(late) = self.late.take_if(|late| late.are_ready()) {
            self.runners.extend(late.join()?);
        }
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
                        match run_with_second_try(runner, units.len(), start, |runner| {
                            runner.run_batch(units)
                        }) {
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
    pub fn into_runners(mut self) -> Vec<R> {
        std::mem::take(&mut self.runners)
    }
}

impl<R> Drop for Pool<'_, R> {
    fn drop(&mut self) {
        // Executors clean up after themselves, if they are let.
        if let Some(late) = self.late.take() {
            let _ = late.join();
        }
    }
}

/// A wave of one batch: no thread is needed, and which runner it is and what it ran before is no matter of chance.
fn run_alone<R: RunsUnits>(
    units: &[UnitRequest],
    goes_on: bool,
    runner: &mut R,
    start: &(dyn Fn() -> anyhow::Result<R> + Sync),
    stop: &(dyn Fn() -> bool + Sync),
    done: &mut dyn FnMut(&DoneBatch),
) -> anyhow::Result<Vec<DoneBatch>> {
    if stop() {
        return Ok(Vec::new());
    }
    let results = run_with_second_try(runner, units.len(), start, |runner| {
        runner.run_next(units, goes_on)
    })?;
    let batch = DoneBatch { batch: 0, results };
    done(&batch);
    Ok(vec![batch])
}

/// A template process may be lost to the machine's memory manager; units can be run again from the start.
fn run_with_second_try<R: RunsUnits>(
    runner: &mut R,
    units: usize,
    start: &(dyn Fn() -> anyhow::Result<R> + Sync),
    run: impl Fn(&mut R) -> anyhow::Result<Vec<UnitResult>>,
) -> anyhow::Result<Vec<UnitResult>> {
    let results = match run(runner) {
        Ok(results) => results,
        Err(first) => {
            *runner = start().map_err(|again| first.context(format!("and no new executor: {again:#}")))?;
            run(runner)?
        }
    };
    anyhow::ensure!(
        results.len() <= units,
        "an executor answered {} of {units} units",
        results.len(),
    );
    Ok(results)
}
