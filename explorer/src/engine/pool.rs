//! The executors of a run at work: batches of several waves wait in one queue, and each executor takes the next one when it
//! is free. Which executor runs which batch is left to chance; results come back by wave and batch, so chance shows nowhere.

use super::runner::RunsUnits;
use crate::executor::UnitResult;
use anyhow::anyhow;
use plans::UnitRequest;
use std::collections::{BTreeMap, VecDeque};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::ScopedJoinHandle;

/// A batch that came back.
#[derive(Debug)]
pub struct DoneBatch {
    /// Its number in the wave.
    pub batch: usize,
    /// One result per unit.
    pub results: Vec<UnitResult>,
}

/// Executors and the way to make another one, when one breaks or when there is work for more.
pub struct Pool<'a, R> {
    runners: Vec<R>,
    /// So many more are started when there is work for them.
    late: usize,
    start: &'a (dyn Fn() -> anyhow::Result<R> + Sync),
}

impl<'a, R: RunsUnits + Send> Pool<'a, R> {
    /// A pool of these executors; `start` replaces a broken one.
    pub fn new(runners: Vec<R>, start: &'a (dyn Fn() -> anyhow::Result<R> + Sync)) -> Self {
        Pool {
            runners,
            late: 0,
            start,
        }
    }

    /// So many more belong to it, each of them once there is work for it.
    pub fn with_late(mut self, count: usize) -> Self {
        self.late = count;
        self
    }

    /// How many batches can run at once.
    fn size(&self) -> usize {
        self.runners.len() + self.late
    }

    /// Has the executors run what `work` submits. A batch that is not begun when `stop` says so is not run.
    pub fn at_work<T>(
        &mut self,
        stop: &(dyn Fn() -> bool + Sync),
        work: impl FnOnce(&mut Crew<'_>) -> anyhow::Result<T>,
    ) -> anyhow::Result<T> {
        let (size, start) = (self.size(), self.start);
        let queue = &Queue::default();
        let (sender, receiver) = mpsc::channel();
        let runners = self.runners.drain(..).map(Some);
        let runners: Vec<_> = runners.chain((0..self.late).map(|_| None)).collect();
        let (outcome, back) = std::thread::scope(|scope| {
            let closing = Closes(queue);
            let workers: Vec<_> = runners
                .into_iter()
                .enumerate()
                .map(|(number, runner)| {
                    let worker = Worker {
                        number,
                        runner,
                        start,
                        stop,
                        queue,
                        sender: sender.clone(),
                    };
                    scope.spawn(move || worker.serve())
                })
                .collect();
            drop(sender);
            let outcome = work(&mut Crew {
                size,
                queue,
                receiver,
                submitted: 0,
                under_way: BTreeMap::new(),
                was_alone: false,
            });
            drop(closing);
            let back: Vec<R> = workers.into_iter().filter_map(left).collect();
            (outcome, back)
        });
        self.late = size.saturating_sub(back.len());
        self.runners = back;
        outcome
    }

    /// Gives up the executors.
    pub fn into_runners(self) -> Vec<R> {
        self.runners
    }
}

/// The executor of a thread that is over, if it was started.
fn left<R>(worker: ScopedJoinHandle<'_, Option<R>>) -> Option<R> {
    worker.join().ok().flatten()
}

/// What somebody who has work sees of the executors.
#[derive(Debug)]
pub struct Crew<'s> {
    size: usize,
    queue: &'s Queue,
    receiver: Receiver<Answer>,
    /// Waves so far.
    submitted: usize,
    under_way: BTreeMap<usize, Pending>,
    /// The last wave had one batch, and none beside it when it was submitted.
    was_alone: bool,
}

/// What is known of a wave that is not over.
#[derive(Debug)]
struct Pending {
    missing: usize,
    done: Vec<DoneBatch>,
}

/// A wave that was submitted.
#[derive(Debug)]
pub struct WaveId(usize);

impl Crew<'_> {
    /// How many batches can run at once.
    pub fn size(&self) -> usize {
        self.size
    }

    /// Queues batches behind those of other waves.
    ///
    /// A single batch beside which nothing is under way goes to the first executor, so that which one it is and what it ran
    /// before is no matter of chance.
    pub fn submit(&mut self, batches: Vec<Vec<UnitRequest>>) -> WaveId {
        let is_alone = batches.len() == 1 && self.under_way.is_empty();
        let goes_on = std::mem::replace(&mut self.was_alone, is_alone);
        let wave = self.submitted;
        self.submitted += 1;
        let missing = batches.len();
        let jobs = batches.into_iter().enumerate().map(|(batch, units)| Job {
            place: BatchPlace { wave, batch },
            units,
            alone: is_alone.then_some(Alone { goes_on }),
        });
        self.queue.add(jobs);
        let done = Vec::with_capacity(missing);
        self.under_way.insert(wave, Pending { missing, done });
        WaveId(wave)
    }

    /// Waits until a wave is over. `done` sees each batch that came back since somebody waited last, of whatever wave and in any
    /// order. The returned list is in order of batches; those not begun are missing.
    pub fn wait(
        &mut self,
        WaveId(wave): WaveId,
        done: &mut dyn FnMut(&DoneBatch),
    ) -> anyhow::Result<Vec<DoneBatch>> {
        while self
            .under_way
            .get(&wave)
            .is_some_and(|pending| pending.missing > 0)
        {
            let answer = self.receiver.recv();
            let answer = answer.map_err(|_| anyhow!("all threads of executors are gone"))?;
            let results = answer.results?;
            let Some(pending) = self.under_way.get_mut(&answer.to.wave) else {
                continue;
            };
            pending.missing -= 1;
            if let Some(results) = results {
                let batch = DoneBatch {
                    batch: answer.to.batch,
                    results,
                };
                done(&batch);
                pending.done.push(batch);
            }
        }
        let pending = self.under_way.remove(&wave);
        let mut finished = pending.map_or(Vec::new(), |pending| pending.done);
        finished.sort_by_key(|batch| batch.batch);
        Ok(finished)
    }
}

/// Which batch of which wave.
#[derive(Clone, Copy, Debug)]
struct BatchPlace {
    wave: usize,
    batch: usize,
}

/// A batch to be run.
#[derive(Debug)]
struct Job {
    place: BatchPlace,
    units: Vec<UnitRequest>,
    alone: Option<Alone>,
}

/// No other batch was under way when this one was submitted.
#[derive(Clone, Copy, Debug)]
struct Alone {
    /// The one before it was such a batch, too.
    goes_on: bool,
}

/// What came of a batch.
#[derive(Debug)]
struct Answer {
    to: BatchPlace,
    /// None if it was not begun.
    results: anyhow::Result<Option<Vec<UnitResult>>>,
}

/// The batches that no executor has taken yet.
#[derive(Debug, Default)]
struct Queue {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct State {
    jobs: VecDeque<Job>,
    is_closed: bool,
}

impl Queue {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn add(&self, jobs: impl Iterator<Item = Job>) {
        self.lock().jobs.extend(jobs);
        self.changed.notify_all();
    }

    /// Nobody wants what is left.
    fn close(&self) {
        let mut state = self.lock();
        state.jobs.clear();
        state.is_closed = true;
        drop(state);
        self.changed.notify_all();
    }

    /// Waits until there is something to do for this executor. False if there never will be.
    fn has_work_for(&self, worker: usize) -> bool {
        let waits = |state: &mut State| !state.is_closed && !state.jobs.iter().any(|job| is_for(job, worker));
        let state = self.changed.wait_while(self.lock(), waits);
        !state.unwrap_or_else(PoisonError::into_inner).is_closed
    }

    /// The next batch of this executor, if it is still there.
    fn take(&self, worker: usize) -> Option<Job> {
        let mut state = self.lock();
        let position = state.jobs.iter().position(|job| is_for(job, worker))?;
        state.jobs.remove(position)
    }
}

fn is_for(job: &Job, worker: usize) -> bool {
    job.alone.is_none() || worker == 0
}

/// Lets the workers go even if whoever had work for them panics.
struct Closes<'q>(&'q Queue);

impl Drop for Closes<'_> {
    fn drop(&mut self) {
        self.0.close();
    }
}

/// The thread of one executor.
struct Worker<'s, R> {
    number: usize,
    /// None before there was work for it.
    runner: Option<R>,
    start: &'s (dyn Fn() -> anyhow::Result<R> + Sync),
    stop: &'s (dyn Fn() -> bool + Sync),
    queue: &'s Queue,
    sender: Sender<Answer>,
}

impl<R: RunsUnits> Worker<'_, R> {
    fn serve(mut self) -> Option<R> {
        while self.queue.has_work_for(self.number) {
            let started = match self.runner {
                None if !(self.stop)() => (self.start)().map(|runner| self.runner = Some(runner)),
                _ => Ok(()),
            };
            // Others do what one does that cannot be started, but for what is the first one's alone.
            if started.is_err() && self.number > 0 {
                break;
            }
            // Others may have taken all there was meanwhile.
            let Some(job) = self.queue.take(self.number) else {
                continue;
            };
            let mut answer = Answers {
                sender: &self.sender,
                to: job.place,
                results: Err(anyhow!("an executor thread panicked")),
            };
            answer.results = started.and_then(|()| match &mut self.runner {
                Some(runner) if !(self.stop)() => run(runner, self.start, self.stop, &job),
                _ => Ok(None),
            });
        }
        self.runner
    }
}

/// Answers for a batch when it is given up, come what may.
struct Answers<'s> {
    sender: &'s Sender<Answer>,
    to: BatchPlace,
    results: anyhow::Result<Option<Vec<UnitResult>>>,
}

impl Drop for Answers<'_> {
    fn drop(&mut self) {
        let results = std::mem::replace(&mut self.results, Ok(None));
        // Nobody listens any more where nobody wants to know.
        let _ = self.sender.send(Answer { to: self.to, results });
    }
}

/// A template process may be lost to the machine's memory manager; units can be run again from the start. None if nobody wants
/// that any more.
fn run<R: RunsUnits>(
    runner: &mut R,
    start: &(dyn Fn() -> anyhow::Result<R> + Sync),
    stop: &(dyn Fn() -> bool + Sync),
    job: &Job,
) -> anyhow::Result<Option<Vec<UnitResult>>> {
    let attempt = |runner: &mut R| match job.alone {
        Some(Alone { goes_on }) => runner.run_next(&job.units, goes_on),
        None => runner.run_batch(&job.units),
    };
    let results = match attempt(runner) {
        Ok(results) => results,
        Err(_) if stop() => return Ok(None),
        Err(first) => {
            *runner = start().map_err(|again| first.context(format!("and no new executor: {again:#}")))?;
            attempt(runner)?
        }
    };
    let units = job.units.len();
    anyhow::ensure!(
        results.len() <= units,
        "an executor answered {} of {units} units",
        results.len(),
    );
    Ok(Some(results))
}
