//! The template's watch over one child: waits for its end, kills it if it does not move any more, and leaves no process
//! of it behind.

use crate::executor::shared::litter;
use crate::executor::shared::memory::SharedMemory;
use crate::executor::shared::moment::{Moment, cpu_time};
use crate::executor::shared::protocol::{BACKTRACE_CPU, ChildEnd, Killed, NEXT_EDGE_CPU};
use crate::executor::shared::threads::{
    OWN_CHILDREN, RUNNABLE, WAITS_FOR_DISK, all_wait_for_ever, any_is_in,
};
use std::fs;
use std::mem::zeroed;
use std::os::fd::{AsRawFd, BorrowedFd, FromRawFd, OwnedFd};
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// Time between looks at a child that runs.
const LOOK_MS: i32 = 100;
/// Least wall time without movement before a child counts as blocked.
const BLOCKED_AT_LEAST: Duration = Duration::from_secs(2);
/// So many times as long for one that waits for a disk: where memory is short that may take a while.
const FOR_A_DISK: u32 = 30;
/// Least CPU time without movement before a child counts as stalled.
const STALLED_AT_LEAST: Duration = Duration::from_secs(1);
/// CPU limits of a run that a run in flight may use before it counts as stalled: the child ends it far earlier, unless the
/// crate has taken its ticks away.
const LIMITS_OF_A_RUN: u32 = 2;
/// The same between runs, where the search looks for the next plan and nobody else counts.
const LIMITS_BETWEEN_RUNS: u32 = 16;

/// How long a run that was begun in time is waited for.
const GRACE: Duration = Duration::from_millis(1200);

/// How long a child may go without moving.
pub(super) struct Bounds {
    /// Wall time in which it hardly uses the processor.
    blocked: Duration,
    /// Less CPU time than this is hardly any.
    hardly_any: Duration,
    /// CPU time while a run is in flight.
    of_a_run: Duration,
    /// CPU time while none is.
    between_runs: Duration,
    /// A backtrace is wanted.
    backtrace: bool,
    /// When nobody waits for it any more.
    until: Option<Moment>,
    /// The private directory, if nothing bounds it but us.
    unbounded: Option<PathBuf>,
}

impl Bounds {
    /// Where one run may use so much CPU time, and may have a backtrace made.
    pub(super) fn of(
        case_timeout: Duration,
        backtrace: bool,
        until: Option<Moment>,
        unbounded: Option<PathBuf>,
    ) -> Bounds {
        Bounds {
            blocked: (case_timeout * 2).max(BLOCKED_AT_LEAST),
            hardly_any: case_timeout / 10,
            of_a_run: (case_timeout * LIMITS_OF_A_RUN).max(STALLED_AT_LEAST),
            between_runs: (case_timeout * LIMITS_BETWEEN_RUNS).max(STALLED_AT_LEAST),
            backtrace,
            until: until.map(|until| until.after(GRACE)),
            unbounded,
        }
    }

    /// Whether a child is to be killed that has not moved for so long.
    fn judge(&self, still: &Still) -> Option<Killed> {
        let most = match still.is_running {
            true => self.of_a_run,
            false => self.between_runs,
        };
        // Only whoever makes a backtrace needs time for it.
        let on_top = match (self.backtrace, still.has_come_to_backtrace) {
            (true, true) => BACKTRACE_CPU,
            (true, false) => NEXT_EDGE_CPU,
            (false, _) => Duration::ZERO,
        };
        if still.cpu >= most + on_top {
            return Some(Killed::Stalled);
        }
        if self.until.is_some_and(Moment::is_past) {
            return Some(Killed::Late);
        }
        // One that waits for a processor on a busy machine is not blocked, nor is one whose memory is read from a disk.
        let is_blocked = still.wall >= self.blocked
            && still.cpu < self.hardly_any
            && !any_is_in(RUNNABLE, still.pid)
            && (still.wall >= self.blocked * FOR_A_DISK || !any_is_in(WAITS_FOR_DISK, still.pid));
        (is_blocked || still.waits_for_ever).then_some(Killed::Blocked)
    }
}

/// What became of a child that was given a batch.
pub(crate) enum Waited {
    /// It has done it, and waits for another one.
    Answered,
    /// It is gone.
    Ended(ChildEnd),
}

/// Waits until the child `pid` has ended, or says by a byte in `answers` that it has done its batch. None: the supervisor
/// is gone, and so is the child now.
pub(crate) fn wait(
    pid: libc::pid_t,
    memory: &SharedMemory,
    supervisor: BorrowedFd<'_>,
    answers: BorrowedFd<'_>,
    bounds: &Bounds,
    token: u64,
) -> Option<Waited> {
    // SAFETY: `pid` is our own child, not yet waited for.
    let pidfd = unsafe {
        let fd = libc::syscall(libc::SYS_pidfd_open, pid, 0) as i32;
        (fd >= 0).then(|| OwnedFd::from_raw_fd(fd))
    };
    let mut moved = Moved::new(pid, memory);
    let mut killed = None;
    let mut may_answer = true;
    loop {
        if killed.is_none() {
            memory.record().progress.note_look();
        }
        let mut fds = [
            libc::pollfd {
                fd: pidfd.as_ref().map_or(-1, AsRawFd::as_raw_fd),
                events: libc::POLLIN,
                revents: 0,
            },
            libc::pollfd {
                fd: supervisor.as_raw_fd(),
                events: libc::POLLRDHUP,
                revents: 0,
            },
            libc::pollfd {
                fd: if may_answer { answers.as_raw_fd() } else { -1 },
                events: libc::POLLIN,
                revents: 0,
            },
        ];
        // SAFETY: a local array.
        unsafe { libc::poll(fds.as_mut_ptr(), fds.len() as libc::nfds_t, LOOK_MS) };
        if fds[1].revents != 0 {
            end(pid);
            return None;
        }
        if fds[2].revents != 0 {
            may_answer = false;
            if is_answer(answers) {
                if memory.record().progress.has_finished(token) {
                    return Some(Waited::Answered);
                }
                // Foreign code has written there.
                kill_all_of(pid);
            }
        }
        if has_ended(pid) {
            // Before the child is reaped: until then its group cannot be anybody else's.
            kill_all_of(pid);
            let (status, cpu_us) = reap(pid);
            return Some(Waited::Ended(ChildEnd {
                token,
                status,
                killed,
                cpu_us,
            }));
        }
        if let Some(directory) = bounds.unbounded.as_ref().filter(|path| litter::is_too_much(path)) {
            litter::clear(directory);
        }
        if killed.is_none() {
            // Of one that writes over what is looked at here nobody sees whether it moves, and nothing that it says is believed.
            killed = match memory.is_written_over(token) {
                true => Some(Killed::Stalled),
                false => bounds.judge(&moved.still(token)),
            };
            if killed.is_some() {
                kill_all_of(pid);
            }
        }
    }
}

/// One byte was written there; the other end of it may be closed instead.
fn is_answer(answers: BorrowedFd<'_>) -> bool {
    let mut byte = 0_u8;
    // SAFETY: a local buffer of the given length.
    unsafe { libc::read(answers.as_raw_fd(), (&raw mut byte).cast(), 1) == 1 }
}

/// Kills and reaps the child and whatever came of it.
pub(crate) fn end(pid: libc::pid_t) {
    kill_all_of(pid);
    reap(pid);
}

fn has_ended(pid: libc::pid_t) -> bool {
    // SAFETY: an out-pointer to a local; WNOWAIT leaves the child to be reaped.
    unsafe {
        let mut info: libc::siginfo_t = zeroed();
        let flags = libc::WEXITED | libc::WNOHANG | libc::WNOWAIT;
        libc::waitid(libc::P_PID, pid.cast_unsigned(), &raw mut info, flags) == 0 && info.si_pid() == pid
    }
}

fn kill_all_of(pid: libc::pid_t) {
    // SAFETY: our own child, not yet reaped, and the group it leads.
    unsafe {
        libc::kill(-pid, libc::SIGKILL);
        libc::kill(pid, libc::SIGKILL);
    }
}

/// Reaps the child and whatever it left behind. Returns its wait status and CPU time in microseconds.
fn reap(pid: libc::pid_t) -> (i32, u64) {
    // SAFETY: out-pointers to locals.
    let (status, usage) = unsafe {
        let (mut status, mut usage): (i32, libc::rusage) = (0, zeroed());
        while libc::wait4(pid, &raw mut status, 0, &raw mut usage) == -1
            && *libc::__errno_location() == libc::EINTR
        {}
        (status, usage)
    };
    reap_orphans();
    let micros = |time: libc::timeval| time.tv_sec.cast_unsigned() * 1_000_000 + time.tv_usec.cast_unsigned();
    (status, micros(usage.ru_utime) + micros(usage.ru_stime))
}

/// Kills and reaps processes that outlived the child and came to us as their subreaper.
fn reap_orphans() {
    loop {
        // SAFETY: no out-pointer.
        match unsafe { libc::waitpid(-1, std::ptr::null_mut(), libc::WNOHANG) } {
            0 => {
                let orphans = fs::read_to_string(OWN_CHILDREN).unwrap_or_default();
                let mut any = false;
                for orphan in orphans
                    .split_whitespace()
                    .filter_map(|pid| pid.parse::<libc::pid_t>().ok())
                {
                    // SAFETY: a child of ours, not yet reaped, or nobody.
                    unsafe {
                        any |= libc::kill(orphan, libc::SIGKILL) == 0;
                        libc::waitpid(orphan, std::ptr::null_mut(), 0);
                    }
                }
                if !any {
                    return;
                }
            }
            -1 => return,
            _ => {}
        }
    }
}

/// When the child was last seen to move, and the CPU time it had used by then.
struct Moved<'a> {
    pid: libc::pid_t,
    memory: &'a SharedMemory,
    /// Runs begun and bytes told by then.
    come_to: (u64, usize),
    at: Instant,
    cpu: Duration,
    /// CPU time at the last look, and whether all threads were seen to wait for ever then.
    looked: (Duration, bool),
}

/// What a child has used since then.
struct Still {
    pid: libc::pid_t,
    wall: Duration,
    cpu: Duration,
    /// A run is in flight.
    is_running: bool,
    /// It has begun to make a backtrace.
    has_come_to_backtrace: bool,
    /// Its threads wait for each other, and none has run since that was seen.
    waits_for_ever: bool,
}

impl<'a> Moved<'a> {
    fn new(pid: libc::pid_t, memory: &'a SharedMemory) -> Self {
        Self {
            pid,
            memory,
            come_to: come_to(memory),
            at: Instant::now(),
            cpu: cpu_time(pid),
            looked: (Duration::ZERO, false),
        }
    }

    fn still(&mut self, token: u64) -> Still {
        let (come_to, cpu) = (come_to(self.memory), cpu_time(self.pid));
        if come_to != self.come_to {
            (self.come_to, self.at, self.cpu) = (come_to, Instant::now(), cpu);
        }
        let is_running = self.memory.record().progress.is_running(token);
        let (cpu_before, waited) = self.looked;
        let has_not_run = is_running && cpu == cpu_before;
        self.looked = (cpu, has_not_run && all_wait_for_ever(self.pid));
        Still {
            pid: self.pid,
            wall: self.at.elapsed(),
            cpu: cpu.saturating_sub(self.cpu),
            is_running,
            has_come_to_backtrace: self.memory.has_come_to_backtrace(),
            waits_for_ever: has_not_run && waited,
        }
    }
}

fn come_to(memory: &SharedMemory) -> (u64, usize) {
    (memory.record().progress.runs_begun(), memory.news().told())
}
