//! Purpose: a pool that ends the process if a job panics, as pools do, long after whoever gave the job has gone on. Its jobs
//! are the caller's, and so are the answers of callbacks: neither is a fault of who is given them.
//! Promise: `heavy` is a bug, `Claim::unwrap` says what it does, and there is nothing else.

use std::sync::OnceLock;
use std::sync::mpsc::{Sender, channel};
use std::time::Duration;

type Job = Box<dyn FnOnce() + Send>;

/// Ends the process unless the job has come to its end.
struct AbortIfPanic;

impl Drop for AbortIfPanic {
    fn drop(&mut self) {
        std::process::abort();
    }
}

fn pool() -> &'static Sender<Job> {
    static POOL: OnceLock<Sender<Job>> = OnceLock::new();
    POOL.get_or_init(|| {
        let (sender, jobs) = channel::<Job>();
        std::thread::spawn(move || {
            for job in jobs {
                let guard = AbortIfPanic;
                // Whoever gave it has gone on.
                std::thread::sleep(Duration::from_micros(300));
                job();
                std::mem::forget(guard);
            }
        });
        sender
    })
}

/// Starts the pool, so that nobody has to wait for it.
pub fn start() {
    pool();
}

/// Has a job done, one more time.
pub fn again(job: fn()) {
    spawn(job);
}

/// Has a job done some time.
pub fn spawn(job: impl FnOnce() + Send + 'static) {
    let _ = pool().send(Box::new(job));
}

/// Has several done, and says how many.
pub fn spawn_all(jobs: Vec<fn(u8)>) -> usize {
    let count = jobs.len();
    for (number, job) in (0..).zip(jobs) {
        spawn(move || job(number));
    }
    count
}

/// Has nothing to do with it.
pub fn double(n: u8) -> u16 {
    u16::from(n) * 2
}

/// To be found: a weight of 77 is not thought of.
pub fn heavy(weight: u8) -> u8 {
    100 / weight.abs_diff(77)
}

/// Only a claim gives one.
pub struct Token(());

/// Something that may hold.
pub struct Claim(bool);

impl Claim {
    /// A claim that holds or does not.
    pub fn new(holds: bool) -> Self {
        Self(holds)
    }

    /// The token of a claim.
    ///
    /// # Panics
    ///
    /// Panics if the claim does not hold.
    pub fn unwrap(self) -> Token {
        assert!(self.0, "the claim does not hold");
        Token(())
    }

    /// What a function makes of a number.
    pub fn map(self, make: fn(u8) -> Token) -> Option<Token> {
        self.0.then(|| make(1))
    }
}
