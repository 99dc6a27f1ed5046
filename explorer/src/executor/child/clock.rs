//! How long a unit goes on, by wall time that is looked at now and then.

use std::time::{Duration, Instant};

/// Wall time of one unit before it is left to be resumed.
const UNIT_SLICE: Duration = Duration::from_millis(250);
/// Fewest and most runs between looks at the clock. Their number doubles as long as they take less than `CLOCK_PAUSE`.
const CLOCK_EVERY: (u64, u64) = (1, 256);
/// A look at the clock costs as much as a short run.
const CLOCK_PAUSE: Duration = Duration::from_micros(200);

/// When a unit has to make way for the next one.
pub(crate) struct Clock {
    deadline: Instant,
    looked: Instant,
    /// Runs from one look to the next.
    every: u64,
    /// Runs until the next look.
    pub(crate) left: u64,
}

impl Clock {
    /// A unit begins, in a batch with this deadline.
    pub(crate) fn start(batch: Instant) -> Self {
        let now = Instant::now();
        Self {
            deadline: batch.min(now + UNIT_SLICE),
            looked: now,
            every: CLOCK_EVERY.0,
            left: CLOCK_EVERY.0,
        }
    }

    /// Called after so many runs.
    pub(crate) fn is_over(&mut self, runs: u64) -> bool {
        self.left = self.left.saturating_sub(runs);
        if self.left > 0 {
            return false;
        }
        let now = Instant::now();
        let (fewest, most) = CLOCK_EVERY;
        self.every = if now - self.looked < CLOCK_PAUSE {
            most.min(self.every * 2)
        } else {
            fewest
        };
        self.looked = now;
        self.left = self.every;
        now >= self.deadline
    }
}
