//! Points in time that supervisor and child read off the same clock, and the time that a process has used.

use std::mem::zeroed;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

/// Nanoseconds in which this process was stopped, as far as it knows.
static STOPPED: AtomicU64 = AtomicU64::new(0);

/// When something happened: on a clock that stands still while the supervisor is stopped, as by Ctrl-Z.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Moment(u64);

impl Moment {
    /// This very moment.
    pub fn now() -> Moment {
        // SAFETY: an out-pointer to a local.
        let now = unsafe {
            let mut now: libc::timespec = zeroed();
            libc::clock_gettime(libc::CLOCK_MONOTONIC, &raw mut now);
            now
        };
        Moment::from_bits(now.tv_sec.cast_unsigned() * 1_000_000_000 + now.tv_nsec.cast_unsigned())
    }

    /// The time since this moment was none: the supervisor was stopped.
    pub fn forget_time_since(self) {
        STOPPED.fetch_add(Moment::now().since(self).as_nanos() as u64, Relaxed);
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
        self.0.saturating_add(STOPPED.load(Relaxed))
    }

    pub(crate) fn from_bits(bits: u64) -> Moment {
        Moment(bits.saturating_sub(STOPPED.load(Relaxed)))
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
}
