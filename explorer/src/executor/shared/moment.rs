//! Points in time that supervisor and child read off the same clock, and the time that a process has used.

use std::mem::zeroed;
use std::sync::atomic::{AtomicU64, Ordering::SeqCst};
use std::time::Duration;

/// Nanoseconds in which this process was stopped.
static STOPPED: AtomicU64 = AtomicU64::new(0);
/// The moment at which it was stopped last.
static STOPPED_AT: AtomicU64 = AtomicU64::new(0);
/// In its place while it is being read off: whoever has seen a later one before it stopped would see it go back.
const BEING_TOLD: u64 = 0;
/// How often it was stopped or went on: odd while it is stopped.
static STOPS: AtomicU64 = AtomicU64::new(0);

/// When something happened: on a clock that stands still while the supervisor is stopped, as by Ctrl-Z.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Moment(u64);

impl Moment {
    /// This very moment. Never earlier than another one before, whatever thread asked for that.
    pub fn now() -> Moment {
        loop {
            let stops = STOPS.load(SeqCst);
            let now = match stops % 2 {
                0 => Moment::by_the_clock(),
                _ => Moment(STOPPED_AT.load(SeqCst)),
            };
            if now.0 == BEING_TOLD {
                std::thread::yield_now();
            } else if STOPS.load(SeqCst) == stops {
                return now;
            }
        }
    }

    fn by_the_clock() -> Moment {
        // SAFETY: an out-pointer to a local.
        let now = unsafe {
            let mut now: libc::timespec = zeroed();
            libc::clock_gettime(libc::CLOCK_MONOTONIC, &raw mut now);
            now
        };
        Moment::from_bits(now.tv_sec.cast_unsigned() * 1_000_000_000 + now.tv_nsec.cast_unsigned())
    }

    /// No time goes by while this process stops. One thread may do so.
    pub fn stand_still(stop: impl FnOnce()) {
        STOPPED_AT.store(BEING_TOLD, SeqCst);
        STOPS.fetch_add(1, SeqCst);
        let at = Moment::by_the_clock();
        STOPPED_AT.store(at.0, SeqCst);
        stop();
        STOPPED.fetch_add(Moment::by_the_clock().since(at).as_nanos() as u64, SeqCst);
        STOPS.fetch_add(1, SeqCst);
    }

    /// So much later.
    pub fn after(self, time: Duration) -> Moment {
        let nanos = u64::try_from(time.as_nanos()).unwrap_or(u64::MAX);
        Moment(self.0.saturating_add(nanos))
    }

    /// Whether it is now or was before.
    pub fn is_past(self) -> bool {
        Moment::now() >= self
    }

    /// Time from an earlier moment to this one; nothing if it is not earlier.
    pub fn since(self, earlier: Moment) -> Duration {
        Duration::from_nanos(self.0.saturating_sub(earlier.0))
    }

    /// As the processes tell each other: on a clock that never stands still.
    pub(crate) fn to_bits(self) -> u64 {
        self.0.saturating_add(STOPPED.load(SeqCst))
    }

    pub(crate) fn from_bits(bits: u64) -> Moment {
        Moment(bits.saturating_sub(STOPPED.load(SeqCst)))
    }
}

/// CPU time that a process of ours has used; nothing if it is gone.
pub(crate) fn cpu_time(pid: libc::pid_t) -> Duration {
    // SAFETY: out-pointers to locals.
    unsafe {
        let (mut clock, mut time): (libc::clockid_t, libc::timespec) = (0, zeroed());
        if libc::clock_getcpuclockid(pid, &raw mut clock) != 0
            || libc::clock_gettime(clock, &raw mut time) != 0
        {
            return Duration::ZERO;
        }
        Duration::new(time.tv_sec.cast_unsigned(), time.tv_nsec as u32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_are_in_order() {
        let first = Moment::now();
        let then = Moment::from_bits(first.to_bits() + 5_000);
        assert_eq!(then.since(first), Duration::from_micros(5));
        assert_eq!(first.since(then), Duration::ZERO);
    }

    #[test]
    fn no_time_goes_by_while_it_stands_still() {
        let (real, began) = (std::time::Instant::now(), Moment::now());
        let mut last = began;
        let asking = std::thread::spawn(move || {
            for _ in 0..200_000 {
                let now = Moment::now();
                assert!(now >= last, "it went back");
                last = now;
            }
        });
        let mut stopped = Duration::ZERO;
        for _ in 0..200 {
            Moment::stand_still(|| {
                let before = std::time::Instant::now();
                while before.elapsed() < Duration::from_micros(50) {
                    assert_eq!(Moment::now(), Moment::now());
                }
                stopped += before.elapsed();
            });
        }
        asking.join().expect("it never went back");
        let seen = Moment::now().since(began);
        assert!(seen + stopped <= real.elapsed(), "{seen:?} and {stopped:?}");
    }
}
