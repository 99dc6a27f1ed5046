//! What runs of single plans and stand-alone tests came to, kept for whoever asks for the same again: findings are looked at while
//! exploring goes on, and once more when all is known. Nothing is decided here, so what is remembered shows nowhere but in the
//! time that it saves; only whether tests can be built at all is told, to who asks at the end.

use super::runner::{Asked, ReplaysPlans};
use crate::executor::{PlanRun, Replay, TestOutcome};
use crate::trigger::Descriptions;
use anyhow::ensure;
use plans::Plan;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Outcomes by what was asked.
type Outcomes<K, V> = Mutex<BTreeMap<K, V>>;

/// All that is remembered of one exploration.
#[derive(Debug, Default)]
pub(super) struct Remembered {
    replays: Outcomes<(Plan, Asked), Replay>,
    repeated: Outcomes<(Plan, u32), Vec<Replay>>,
    lists: Outcomes<Vec<Plan>, Vec<Option<PlanRun>>>,
    until_death: Outcomes<Vec<Plan>, Vec<Option<PlanRun>>>,
    /// By the text of the test, without its name.
    tests: Mutex<BTreeMap<String, TestMemory>>,
    pub(super) descriptions: Descriptions,
    /// Whether tests could not be built, whatever was in them.
    cannot_build: AtomicBool,
}

/// What is known of a test.
#[derive(Clone, Debug)]
pub(super) enum TestMemory {
    /// It does not compile, and why.
    Refused(String),
    /// What it came to.
    Ran(TestOutcome),
}

impl Remembered {
    /// What is known of the test of this text.
    pub(super) fn test(&self, text: &str) -> Option<TestMemory> {
        locked(&self.tests).get(text).cloned()
    }

    /// Notes whether what was to be built last could not be built, whatever was in it.
    pub(super) fn note_build(&self, is_refused: bool) {
        self.cannot_build.store(is_refused, Relaxed);
    }

    /// Whether the tests that were asked for last could not be built.
    pub(super) fn cannot_build(&self) -> bool {
        self.cannot_build.load(Relaxed)
    }

    /// Keeps what a test came to.
    pub(super) fn keep_test(&self, text: String, known: TestMemory) {
        locked(&self.tests).insert(text, known);
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Runs plans, but for those whose runs are remembered.
pub(super) struct Remembering<'a, R: ?Sized> {
    pub(super) memory: &'a Remembered,
    pub(super) runner: &'a mut R,
    /// Once it is true, an error comes instead of a run.
    pub(super) is_given_up: &'a (dyn Fn() -> bool + Sync),
}

impl<R: ReplaysPlans + ?Sized> Remembering<'_, R> {
    fn go_on(&self) -> anyhow::Result<()> {
        ensure!(!(self.is_given_up)(), "given up");
        Ok(())
    }

    /// What is remembered of this, or what running it comes to.
    fn once<K: Ord, V: Clone>(
        &mut self,
        outcomes: impl Fn(&Remembered) -> &Outcomes<K, V>,
        key: K,
        run: impl FnOnce(&mut R) -> anyhow::Result<V>,
    ) -> anyhow::Result<V> {
        if let Some(known) = locked(outcomes(self.memory)).get(&key) {
            return Ok(known.clone());
        }
        self.go_on()?;
        let outcome = run(self.runner)?;
        locked(outcomes(self.memory)).insert(key, outcome.clone());
        Ok(outcome)
    }
}

impl<R: ReplaysPlans + ?Sized> ReplaysPlans for Remembering<'_, R> {
    fn replay(&mut self, plan: &Plan, asked: Asked) -> anyhow::Result<Replay> {
        let key = (plan.clone(), asked);
        self.once(|memory| &memory.replays, key, |runner| runner.replay(plan, asked))
    }

    /// Sequences are long, and nobody asks for one while exploring goes on.
    fn replay_in_order(&mut self, plans: &[Plan], asked: Asked) -> anyhow::Result<Vec<Replay>> {
        self.go_on()?;
        self.runner.replay_in_order(plans, asked)
    }

    /// As often as it is asked for, though not again each time it is.
    fn repeat(&mut self, plan: &Plan, times: u32) -> anyhow::Result<Vec<Replay>> {
        let key = (plan.clone(), times);
        self.once(
            |memory| &memory.repeated,
            key,
            |runner| runner.repeat(plan, times),
        )
    }

    fn run_plans(&mut self, plans: &[Plan]) -> anyhow::Result<Vec<Option<PlanRun>>> {
        let key = plans.to_vec();
        self.once(|memory| &memory.lists, key, |runner| runner.run_plans(plans))
    }

    fn run_until_death(&mut self, plans: &[Plan]) -> anyhow::Result<Vec<Option<PlanRun>>> {
        let key = plans.to_vec();
        let run = |runner: &mut R| runner.run_until_death(plans);
        self.once(|memory| &memory.until_death, key, run)
    }
}
