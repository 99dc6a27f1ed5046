//! What the threads of a child or a process are doing, as `/proc` tells it. Where it does not tell, nothing is said.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Has their numbers as `/proc` has them, which are others than they have here where it is not that of the own namespace.
pub(crate) const OWN_CHILDREN: &str = "/proc/thread-self/children";

/// Directories of all threads of our children.
fn threads(pid: libc::pid_t) -> impl Iterator<Item = PathBuf> {
    let children = fs::read_to_string(OWN_CHILDREN).unwrap_or_else(|_| pid.to_string());
    let tasks: Vec<_> = (children.split_whitespace())
        .filter_map(|child| fs::read_dir(format!("/proc/{child}/task")).ok())
        .collect();
    tasks.into_iter().flatten().flatten().map(|task| task.path())
}

/// Of a thread that could run now.
pub(crate) const RUNNABLE: char = 'R';
/// Of a thread that waits for a disk, as for memory that was put there, or for a process that it has started.
pub(crate) const WAITS_FOR_DISK: char = 'D';

/// Whether any thread is in this state now. `pid` is our only child where the kernel names none.
pub(crate) fn any_is_in(state: char, pid: libc::pid_t) -> bool {
    threads(pid).any(|thread| is_in_state(&thread, state))
}

fn is_in_state(thread: &Path, state: char) -> bool {
    let stat = fs::read_to_string(thread.join("stat")).unwrap_or_default();
    // The state follows the name, which ends with the last parenthesis.
    stat.rsplit_once(") ")
        .is_some_and(|(_, rest)| rest.starts_with(state))
}

/// Whether all threads wait for each other, and for no time: nobody is left to wake one. True of what was seen one thread after
/// another, so only if none of them has run meanwhile.
pub(crate) fn all_wait_for_ever(pid: libc::pid_t) -> bool {
    let mut threads = threads(pid).peekable();
    threads.peek().is_some()
        && threads.all(|thread| {
            let call = fs::read_to_string(thread.join("syscall")).unwrap_or_default();
            waits_for_ever(&call)
        })
}

/// A process and whatever came of it, and since when none of their threads has run.
pub(crate) struct Stillness {
    pid: u32,
    /// For each thread how often and how long it has run.
    seen: Vec<(PathBuf, String)>,
    since: Instant,
}

impl Stillness {
    pub(crate) fn of(pid: u32) -> Stillness {
        Stillness {
            pid,
            seen: Vec::new(),
            since: Instant::now(),
        }
    }

    /// Looks again, and says for how long all threads have slept: none ran, waited for a processor or for a disk.
    pub(crate) fn look(&mut self) -> Duration {
        let mut seen = Vec::new();
        let are_asleep = sleepers_below(self.pid, &mut seen);
        if !are_asleep || seen.is_empty() || seen != self.seen {
            (self.seen, self.since) = (seen, Instant::now());
        }
        self.since.elapsed()
    }
}

/// All threads of a process and of its children, with what they have run. False: one does not sleep, or nobody tells.
fn sleepers_below(pid: u32, seen: &mut Vec<(PathBuf, String)>) -> bool {
    let Ok(tasks) = fs::read_dir(format!("/proc/{pid}/task")) else {
        return false;
    };
    tasks.flatten().all(|task| {
        let thread = task.path();
        let of = |file: &str| fs::read_to_string(thread.join(file)).unwrap_or_default();
        let (run, children) = (of("schedstat"), of("children"));
        let is_asleep = is_in_state(&thread, 'S');
        let is_told = !run.is_empty();
        seen.push((thread, run));
        let mut children = children.split_whitespace().filter_map(|child| child.parse().ok());
        is_asleep && is_told && children.all(|child| sleepers_below(child, seen))
    })
}

/// Of the number of a system call and its arguments: a futex without a time, or `pause`, which the first thread of a child is in.
#[cfg(target_arch = "x86_64")]
fn waits_for_ever(call: &str) -> bool {
    let mut words = call.split_whitespace();
    let Some(number) = words.next().and_then(|word| word.parse::<i64>().ok()) else {
        return false;
    };
    let arguments: Vec<u64> = words
        .map_while(|word| u64::from_str_radix(word.strip_prefix("0x")?, 16).ok())
        .collect();
    let &[_, operation, _, until, ..] = arguments.as_slice() else {
        return false;
    };
    let command = operation as i32 & !(libc::FUTEX_PRIVATE_FLAG | libc::FUTEX_CLOCK_REALTIME);
    let waits = [libc::FUTEX_WAIT, libc::FUTEX_WAIT_BITSET, libc::FUTEX_LOCK_PI].contains(&command);
    number == libc::SYS_pause || (number == libc::SYS_futex && waits && until == 0)
}

/// The numbers are those of x86-64.
#[cfg(not(target_arch = "x86_64"))]
fn waits_for_ever(_call: &str) -> bool {
    false
}

#[cfg(all(test, target_arch = "x86_64"))]
mod tests {
    use super::*;

    #[test]
    fn only_a_futex_without_a_time_and_pause_wait_for_ever() {
        for (call, expected) in [
            ("202 0x7f00 0x80 0x2 0x0 0x0 0xffffffff 0x7fff 0x7f01", true),
            ("202 0x7f00 0x189 0x2 0x0 0x0 0xffffffff 0x7fff 0x7f01", true),
            ("202 0x7f00 0x189 0x2 0x7f55 0x0 0xffffffff 0x7fff 0x7f01", false),
            ("202 0x7f00 0x81 0x1 0x0 0x0 0x0 0x7fff 0x7f01", false),
            ("34 0x0 0x0 0x0 0x0 0x0 0x0 0x7fff 0x7f01", true),
            ("230 0x1 0x0 0x7f 0x0 0x0 0x0 0x7fff 0x7f01", false),
            ("running", false),
            ("-1 0x7fff 0x7f01", false),
            ("", false),
        ] {
            assert_eq!(waits_for_ever(call), expected, "{call}");
        }
    }

    #[test]
    fn who_sleeps_is_still_and_who_works_is_not() {
        use std::process::{Command, Stdio};
        let mut sleeps = Command::new("sleep").arg("600").spawn().expect("starts");
        let mut works = Command::new("yes").stdout(Stdio::null()).spawn().expect("starts");
        let mut still = [Stillness::of(sleeps.id()), Stillness::of(works.id())];
        let mut most = [Duration::ZERO; 2];
        while most[0] < Duration::from_millis(300) {
            most = [0, 1].map(|of: usize| most[of].max(still[of].look()));
        }
        for process in [&mut sleeps, &mut works] {
            process.kill().expect("is there");
            process.wait().expect("is ours");
        }
        assert!(most[1] < most[0], "{most:?}");
    }

    #[test]
    fn who_has_no_children_waits_for_none() {
        let own = std::process::id() as libc::pid_t;
        // Nobody is a child of this thread.
        assert!(!all_wait_for_ever(own));
    }
}
