//! Which threads wait in calls that are seen here, for what and until when: whether all of them do, and who wakes first.

use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU64, AtomicUsize};

/// Until when a thread waits that waits for no time.
pub const NO_TIME: i64 = i64::MAX;

/// More threads than this are not known of: then not all of them are seen to wait.
const MOST: usize = 64;

struct Place {
    is_taken: AtomicBool,
    /// The word that it waits at; 0 if none.
    word: AtomicUsize,
    /// By the clock that goes ahead.
    until: AtomicI64,
    /// Somebody has woken those that wait there, and this one may not have had its turn yet.
    is_woken: AtomicBool,
}

impl Place {
    fn waits(&self) -> bool {
        self.is_taken.load(Acquire) && !self.is_woken.load(Acquire)
    }
}

static PLACES: [Place; MOST] = [const {
    Place {
        is_taken: AtomicBool::new(false),
        word: AtomicUsize::new(0),
        until: AtomicI64::new(NO_TIME),
        is_woken: AtomicBool::new(true),
    }
}; MOST];

/// Threads that were started here and have not ended.
static STARTED: AtomicUsize = AtomicUsize::new(0);

/// The run in which time was skipped last.
static SKIPPED_IN: AtomicU64 = AtomicU64::new(0);

/// Time is skipped in this run. True if that is the first time.
pub fn skips(run: u64) -> bool {
    SKIPPED_IN.swap(run, Relaxed) != run
}

/// Time was skipped in this run, and in none since.
#[inline]
pub fn has_skipped(run: u64) -> bool {
    SKIPPED_IN.load(Relaxed) == run
}

/// A thread is about to begin.
pub fn begins() {
    STARTED.fetch_add(1, Relaxed);
}

/// It has ended, or did not begin.
pub fn ends() {
    STARTED.fetch_sub(1, Relaxed);
}

/// True if threads other than the one that runs programs are there.
pub fn are_others() -> bool {
    STARTED.load(Relaxed) > 0
}

/// This thread, while it waits.
pub struct Waiter(Option<&'static Place>);

impl Waiter {
    /// It waits at this word, until then.
    pub fn at(word: usize, until: i64) -> Waiter {
        let free = PLACES.iter().find(|place| {
            let taken = place.is_taken.compare_exchange(false, true, Acquire, Relaxed);
            taken.is_ok()
        });
        if let Some(place) = free {
            place.word.store(word, Relaxed);
            place.until.store(until, Relaxed);
            place.is_woken.store(false, Release);
        }
        Waiter(free)
    }

    /// Nobody else is at work, and nobody wakes before this one.
    pub fn is_next(&self) -> bool {
        let all = PLACES.iter().filter(|place| place.waits()).count();
        all > STARTED.load(Relaxed) && self.is_first()
    }

    /// Nobody that is known of wakes before this one.
    pub fn is_first(&self) -> bool {
        let Some(own) = self.0 else { return false };
        let until = own.until.load(Relaxed);
        PLACES
            .iter()
            .filter(|place| place.waits())
            .all(|place| place.until.load(Relaxed) >= until)
    }
}

impl Drop for Waiter {
    fn drop(&mut self) {
        if let Some(place) = self.0 {
            place.is_woken.store(true, Relaxed);
            place.is_taken.store(false, Release);
        }
    }
}

/// Those that wait at this word are woken.
pub fn wake(word: usize) {
    for place in &PLACES {
        if place.is_taken.load(Acquire) && place.word.load(Relaxed) == word {
            place.is_woken.store(true, Release);
        }
    }
}
