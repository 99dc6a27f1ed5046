//! One case under one of the other tools, in a process of its own: a hang, an abort or a stack overflow ends only it.
//! Says on standard output what it came to, as one line of JSON; on standard error, as another, at once what failed first,
//! in case that making it smaller takes the process with it.

use crate::generate::{DEPTH, Generate};
use proptest::test_runner::{Config, RngSeed, TestCaseError, TestError, TestRunner};
use quickcheck::{Gen, QuickCheck, TestResult};
use serde::{Deserialize, Serialize};
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, OnceLock};
use std::time::{Duration, Instant};

/// The tools that are compared with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Tool {
    /// proptest.
    Proptest,
    /// quickcheck.
    Quickcheck,
}

/// What is looked for, with what.
#[derive(Clone, Debug)]
pub struct Goal {
    /// With this tool.
    pub tool: Tool,
    /// For so long at most.
    pub limit: Duration,
    /// A panic whose message contains this; any failure, if it is empty. Other failures do not end the search: that of
    /// cargo-explore does not end there, either.
    pub message: String,
}

/// A run that takes longer hangs, as in cargo-explore.
const CASE_TIMEOUT: Duration = Duration::from_secs(1);
/// The same inputs every time.
const SEED: u64 = 0;

/// What a test says about one input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It holds.
    Holds,
    /// It does not.
    Fails,
    /// The input is none.
    Discards,
}

impl From<()> for Verdict {
    fn from((): ()) -> Verdict {
        Verdict::Holds
    }
}

impl From<bool> for Verdict {
    fn from(holds: bool) -> Verdict {
        if holds { Verdict::Holds } else { Verdict::Fails }
    }
}

impl From<Option<bool>> for Verdict {
    fn from(answer: Option<bool>) -> Verdict {
        answer.map_or(Verdict::Discards, Verdict::from)
    }
}

impl<E> From<Result<(), E>> for Verdict {
    fn from(answer: Result<(), E>) -> Verdict {
        Verdict::from(answer.is_ok())
    }
}

/// What a trial came to.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Trial {
    /// `panic`, `property`, `timeout`, or `died`; none if nothing was found.
    pub found: Option<String>,
    /// Inputs tried until then, or in all.
    pub executions: Option<u64>,
    /// Milliseconds until then, or in all.
    pub time_ms: f64,
    /// The input, shrunk as the tool shrinks it; none for a hang.
    pub counterexample: Option<String>,
    /// Calls by which the test makes the arguments of the function under test out of that input.
    #[serde(default)]
    pub calls: usize,
}

/// Of the run in flight, and of the last one that failed.
static CALLS: AtomicUsize = AtomicUsize::new(0);
static CALLS_OF_SMALLEST: AtomicUsize = AtomicUsize::new(0);

/// The test calls a function to make an argument out of its input: in a counterexample of cargo-explore it would be a name.
pub fn note_call() {
    CALLS.fetch_add(1, Relaxed);
}

static EXECUTIONS: AtomicU64 = AtomicU64::new(0);
/// Nanoseconds from the start at which the current run began; 0 between runs.
static RUN_BEGAN: AtomicU64 = AtomicU64::new(0);
static BEGAN: OnceLock<Instant> = OnceLock::new();
static FIRST: Mutex<Option<Trial>> = Mutex::new(None);
/// Part of the message of the panic that is looked for.
static WANTED: OnceLock<String> = OnceLock::new();
/// The message of the last panic.
static MESSAGE: Mutex<String> = Mutex::new(String::new());
static BODY: OnceLock<Box<dyn Any + Send + Sync>> = OnceLock::new();

/// A test of inputs of type `T`.
pub type Body<T> = fn(T) -> Verdict;

/// Runs the test under the tool until it fails as is wanted or the time is up; never returns.
pub fn run<T: Generate + Send>(body: Body<T>, goal: &Goal) -> ! {
    let &Goal { tool, limit, .. } = goal;
    WANTED.get_or_init(|| goal.message.clone());
    std::panic::set_hook(Box::new(|panic| {
        *MESSAGE.lock().expect("nobody panics with it") =
            panic.payload_as_str().unwrap_or_default().to_owned();
    }));
    BEGAN.get_or_init(Instant::now);
    std::thread::spawn(move || watch(limit));
    let _ = BODY.set(Box::new(body));
    let smallest = match tool {
        Tool::Proptest => with_proptest(body),
        Tool::Quickcheck => with_quickcheck::<T>(),
    };
    let mut trial = FIRST
        .lock()
        .expect("nobody panics with it")
        .clone()
        .unwrap_or(Trial {
            executions: Some(EXECUTIONS.load(Relaxed)),
            time_ms: milliseconds(),
            ..Trial::default()
        });
    trial.counterexample = smallest.or_else(last_failure);
    end(&trial)
}

fn with_proptest<T: Generate + Send>(body: Body<T>) -> Option<String> {
    let mut runner = TestRunner::new(Config {
        cases: u32::MAX,
        max_global_rejects: u32::MAX,
        max_local_rejects: u32::MAX,
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(SEED),
        ..Config::default()
    });
    let ran = runner.run(&T::strategy(DEPTH), |input| match once(body, input) {
        Verdict::Holds => Ok(()),
        Verdict::Fails => Err(TestCaseError::fail("it failed")),
        Verdict::Discards => Err(TestCaseError::reject("no input")),
    });
    match ran {
        Err(TestError::Fail(_, input)) => Some(format!("{input:?}")),
        _ => None,
    }
}

#[derive(Clone, Debug)]
struct Input<T>(T);

impl<T: Generate> quickcheck::Arbitrary for Input<T> {
    fn arbitrary(source: &mut Gen) -> Self {
        Input(T::generate(source, DEPTH))
    }
    fn shrink(&self) -> Box<dyn Iterator<Item = Self>> {
        Box::new(self.0.shrink().map(Input))
    }
}

/// The last input that failed: while tools shrink, it is the smallest.
static SMALLEST: Mutex<Option<String>> = Mutex::new(None);

fn last_failure() -> Option<String> {
    SMALLEST.lock().expect("nobody panics with it").clone()
}

fn with_quickcheck<T: Generate + Send>() -> Option<String> {
    fn test<T: Generate + Send>(input: Input<T>) -> TestResult {
        let body = BODY
            .get()
            .and_then(|body| body.downcast_ref::<Body<T>>())
            .expect("it was set to this");
        match once(*body, input.0) {
            Verdict::Holds => TestResult::passed(),
            Verdict::Discards => TestResult::discard(),
            Verdict::Fails => TestResult::failed(),
        }
    }
    let ran = QuickCheck::new()
        .rng(Gen::from_size_and_seed(100, SEED))
        .tests(u64::MAX)
        .max_tests(u64::MAX)
        .quicktest(test::<T> as fn(Input<T>) -> TestResult);
    ran.err().and_then(|_| last_failure())
}

/// One run. Notes the first failure.
fn once<T: Generate + Send>(body: Body<T>, input: T) -> Verdict {
    EXECUTIONS.fetch_add(1, Relaxed);
    let now = BEGAN.get().map_or(0, |began| began.elapsed().as_nanos() as u64);
    RUN_BEGAN.store(now.max(1), Relaxed);
    let copy = input.clone();
    CALLS.store(0, Relaxed);
    let ran = catch_unwind(AssertUnwindSafe(|| body(copy)));
    RUN_BEGAN.store(0, Relaxed);
    let wanted = WANTED.get().map_or("", String::as_str);
    let (verdict, kind) = match ran {
        Ok(Verdict::Fails) if !wanted.is_empty() => (Verdict::Holds, "property"),
        Ok(verdict) => (verdict, "property"),
        Err(_) if MESSAGE.lock().expect("nobody panics with it").contains(wanted) => {
            (Verdict::Fails, "panic")
        }
        Err(_) => (Verdict::Holds, "panic"),
    };
    if verdict == Verdict::Fails {
        let shown = format!("{input:?}");
        CALLS_OF_SMALLEST.store(CALLS.load(Relaxed), Relaxed);
        let mut first = FIRST.lock().expect("nobody panics with it");
        if first.is_none() {
            let trial = Trial {
                found: Some(kind.to_owned()),
                executions: Some(EXECUTIONS.load(Relaxed)),
                time_ms: milliseconds(),
                counterexample: Some(shown.clone()),
                calls: CALLS.load(Relaxed),
            };
            eprintln!("{}", line(&trial));
            *first = Some(trial);
        }
        *SMALLEST.lock().expect("nobody panics with it") = Some(shown);
    }
    verdict
}

/// Ends the process when a run hangs or the time is up.
fn watch(limit: Duration) {
    loop {
        std::thread::sleep(Duration::from_millis(5));
        let elapsed = BEGAN.get().map_or(Duration::ZERO, Instant::elapsed);
        let began = Duration::from_nanos(RUN_BEGAN.load(Relaxed));
        let first = || FIRST.lock().expect("nobody panics with it").clone();
        let counts = Trial {
            executions: Some(EXECUTIONS.load(Relaxed)),
            time_ms: milliseconds(),
            ..Trial::default()
        };
        if !began.is_zero() && elapsed.saturating_sub(began) > CASE_TIMEOUT {
            let hang = Trial {
                found: Some("timeout".to_owned()),
                ..counts
            };
            let mut trial = first().unwrap_or(hang);
            trial.counterexample = last_failure();
            end(&trial);
        }
        if elapsed > limit {
            let mut trial = first().unwrap_or(counts);
            trial.counterexample = last_failure();
            end(&trial);
        }
    }
}

fn milliseconds() -> f64 {
    BEGAN
        .get()
        .map_or(0.0, |began| began.elapsed().as_secs_f64() * 1e3)
}

fn line(trial: &Trial) -> String {
    serde_json::to_string(trial).expect("it is plain data")
}

fn end(trial: &Trial) -> ! {
    let trial = Trial {
        calls: CALLS_OF_SMALLEST.load(Relaxed),
        ..trial.clone()
    };
    println!("{}", line(&trial));
    std::process::exit(0)
}
