//! The child's signal handlers: they turn deadly signals into noted outcomes and count CPU time. A crate that installs
//! handlers of its own takes these away until the process is recycled.

use super::stack::{Stack, open_tripwire};
use crate::executor::pages::{parts, watch};
use crate::executor::shared::abi::{Control, DEEP_ASKED, MISUSE_DROPPED, PHASE_IDLE};
use crate::executor::shared::memory::{PAGE, has_come_to_backtrace};
use crate::executor::shared::protocol::{BACKTRACE_CPU, NEXT_EDGE_CPU};
use crate::executor::shared::record::{End, Record};
use std::mem::zeroed;
use std::ops::Range;
use std::ptr::null_mut;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicPtr, AtomicU64, AtomicUsize};
use std::time::Duration;

/// CPU time between looks at the clock.
const TICK_US: i64 = 5_000;
/// Exit status after a noted end. Nobody decides by it.
const NOTED: i32 = 70;
/// Bytes of the alternative stack.
const ALTERNATIVE_STACK: usize = 64 << 10;

static CONTROL: AtomicPtr<Control> = AtomicPtr::new(null_mut());
static RECORD: AtomicPtr<Record> = AtomicPtr::new(null_mut());
static GATE: AtomicPtr<u64> = AtomicPtr::new(null_mut());
static EDGES_LEFT: AtomicPtr<i64> = AtomicPtr::new(null_mut());
static INNER_FROM: AtomicUsize = AtomicUsize::new(0);
static INNER_TO: AtomicUsize = AtomicUsize::new(0);
static GUARD_FROM: AtomicUsize = AtomicUsize::new(0);
static GUARD_TO: AtomicUsize = AtomicUsize::new(0);
/// The page whose first use says that a run is deep in its stack; 0 if there is none.
static TRIPWIRE: AtomicUsize = AtomicUsize::new(0);
static SHARED_FROM: AtomicUsize = AtomicUsize::new(0);
static SHARED_TO: AtomicUsize = AtomicUsize::new(0);
/// Number of the thread that runs plans.
static RUN_THREAD: AtomicUsize = AtomicUsize::new(0);
static LIMIT_NS: AtomicU64 = AtomicU64::new(u64::MAX);
/// A run is over its limit of CPU time, and asked for a backtrace at its next edge.
static IS_ASKED: AtomicBool = AtomicBool::new(false);
/// The run that was in flight at the last tick, and the CPU time then first seen for it.
static TICKED_RUN: AtomicU64 = AtomicU64::new(0);
static TICKED_SINCE: AtomicU64 = AtomicU64::new(0);

/// What the handlers need to know.
pub(crate) struct Watchpost<'a> {
    pub(crate) control: *mut Control,
    pub(crate) record: &'a Record,
    /// Where the record and all else lies that is shared.
    pub(crate) shared: Range<usize>,
    /// Addresses below the stack that a stack overflow hits.
    pub(crate) guard: Range<usize>,
    /// CPU time of one run.
    pub(crate) limit: Duration,
    /// 0 while edges are not counted.
    pub(crate) gate: *mut u64,
    /// What the harness counts down.
    pub(crate) edges_left: *mut i64,
}

fn record() -> &'static Record {
    // SAFETY: stored before the handlers were installed; the memory stays mapped as long as the process lives.
    unsafe { &*RECORD.load(Relaxed) }
}

fn end(end: End) -> ! {
    // What all threads have used up together no single one has come to.
    let is_of_one = !matches!(end, End::Timeout | End::Slow | End::Edges | End::Memory);
    record().end_with(end, is_of_one && this_thread() == RUN_THREAD.load(Relaxed));
    leave()
}

/// A number that no other thread has meanwhile. Async-signal-safe.
fn this_thread() -> usize {
    // SAFETY: no arguments; it reads a register.
    unsafe { libc::pthread_self() as usize }
}

/// Ends the process without a word. No destructor of the foreign code runs.
pub(crate) fn leave() -> ! {
    // SAFETY: async-signal-safe.
    unsafe { libc::_exit(NOTED) }
}

/// Ends the process when there is no record any more to note it in: by a signal that nothing else here stands for.
fn end_unrecorded() -> ! {
    // SAFETY: async-signal-safe.
    unsafe {
        libc::signal(libc::SIGBUS, libc::SIG_DFL);
        libc::raise(libc::SIGBUS);
    }
    leave()
}

/// Ends the process because a run holds too much memory. Called by the harness's allocator.
pub(crate) unsafe extern "C" fn memory_exceeded() -> ! {
    end(End::Memory)
}

/// Ends the process because a run executed too many edges. Called by instrumented code.
pub(crate) unsafe extern "C" fn edges_exceeded() -> ! {
    end(match IS_ASKED.load(Relaxed) {
        true => End::Timeout,
        false => End::Edges,
    })
}

/// Ends the process because a hostile value was dropped twice, or used when it is not there. Called by the harness's register.
pub(crate) unsafe extern "C" fn misused(what: u32) -> ! {
    end(match what {
        MISUSE_DROPPED => End::DoubleDrop,
        _ => End::InvalidUse,
    })
}

/// Installs the handlers and the CPU timer for this process, and the alternative stack for this thread, which runs plans.
pub(crate) fn install(post: &Watchpost<'_>) {
    CONTROL.store(post.control, Relaxed);
    RECORD.store(std::ptr::from_ref(post.record).cast_mut(), Relaxed);
    GATE.store(post.gate, Relaxed);
    EDGES_LEFT.store(post.edges_left, Relaxed);
    IS_ASKED.store(false, Relaxed);
    RUN_THREAD.store(this_thread(), Relaxed);
    SHARED_FROM.store(post.shared.start, Relaxed);
    SHARED_TO.store(post.shared.end, Relaxed);
    GUARD_FROM.store(post.guard.start, Relaxed);
    GUARD_TO.store(post.guard.end, Relaxed);
    LIMIT_NS.store(u64::try_from(post.limit.as_nanos()).unwrap_or(u64::MAX), Relaxed);
    // SAFETY: the handlers are async-signal-safe, and everything they read was stored above.
    unsafe {
        let stack = libc::mmap(
            null_mut(),
            ALTERNATIVE_STACK,
            libc::PROT_READ | libc::PROT_WRITE,
            libc::MAP_PRIVATE | libc::MAP_ANONYMOUS,
            -1,
            0,
        );
        let stack = libc::stack_t {
            ss_sp: stack,
            ss_flags: 0,
            ss_size: ALTERNATIVE_STACK,
        };
        libc::sigaltstack(&raw const stack, null_mut());
        for signal in [libc::SIGSEGV, libc::SIGBUS] {
            handle(signal, on_fault as *const () as usize, 0);
        }
        for signal in [libc::SIGABRT, libc::SIGILL, libc::SIGFPE, libc::SIGSYS] {
            handle(signal, on_deadly as *const () as usize, 0);
        }
        handle(libc::SIGTRAP, on_trap as *const () as usize, 0);
        handle(libc::SIGPROF, on_tick as *const () as usize, libc::SA_RESTART);
        let mut ticks: libc::sigset_t = zeroed();
        libc::sigaddset(&raw mut ticks, libc::SIGPROF);
        libc::pthread_sigmask(libc::SIG_UNBLOCK, &raw const ticks, null_mut());
        let every = libc::timeval {
            tv_sec: 0,
            tv_usec: TICK_US,
        };
        let timer = libc::itimerval {
            it_interval: every,
            it_value: every,
        };
        libc::setitimer(libc::ITIMER_PROF, &raw const timer, null_mut());
    }
}

/// A stack overflow hits these addresses, too. No run is in flight.
pub(crate) fn guard_also(inner: &Range<usize>) {
    INNER_FROM.store(inner.start, Relaxed);
    INNER_TO.store(inner.end, Relaxed);
}

/// Where the next run is when it comes deep into its stack is noted, or not. No run is in flight.
pub(crate) fn note_deep(is_wanted: bool, stack: &Stack) {
    match (is_wanted, TRIPWIRE.load(Relaxed)) {
        (true, 0) => TRIPWIRE.store(stack.close_tripwire(), Relaxed),
        (false, page) if page != 0 && open_tripwire(page) => TRIPWIRE.store(0, Relaxed),
        _ => {}
    }
}

/// Asks for a backtrace at the next edge, of a run that has come deep into its stack, and lets it go on.
fn is_deep(address: usize) -> bool {
    let tripwire = TRIPWIRE.load(Relaxed);
    if tripwire == 0 || !(tripwire..tripwire + PAGE).contains(&address) || !open_tripwire(tripwire) {
        return false;
    }
    TRIPWIRE.store(0, Relaxed);
    // SAFETY: the harness's own counter, and the shared block; who reads them runs when this has returned.
    unsafe {
        let (control, left) = (CONTROL.load(Relaxed), EDGES_LEFT.load(Relaxed));
        (&raw mut (*control).edges_left_deep).write_volatile(left.read_volatile());
        (&raw mut (*control).deep).write_volatile(DEEP_ASKED);
        left.write_volatile(0);
    }
    true
}

/// From here on the run in flight has the CPU time of a run once more.
pub(crate) fn begin_again() {
    TICKED_RUN.store(u64::MAX, Relaxed);
}

/// Keeps ticks away from the calling thread and, until they ask for them, from threads it starts.
pub(crate) fn block_ticks() {
    // SAFETY: plain calls on locals.
    unsafe {
        let mut ticks: libc::sigset_t = zeroed();
        libc::sigaddset(&raw mut ticks, libc::SIGPROF);
        libc::pthread_sigmask(libc::SIG_BLOCK, &raw const ticks, null_mut());
    }
}

unsafe fn handle(signal: i32, handler: usize, flags: i32) {
    // SAFETY: `handler` is a function of the three-argument form.
    unsafe {
        let mut action: libc::sigaction = zeroed();
        action.sa_sigaction = handler;
        action.sa_flags = flags | libc::SA_SIGINFO | libc::SA_ONSTACK;
        // A tick must not interrupt the opening of a page half-way.
        libc::sigaddset(&raw mut action.sa_mask, libc::SIGPROF);
        libc::sigaction(signal, &raw const action, null_mut());
    }
}

fn is_in(from: &AtomicUsize, to: &AtomicUsize, address: usize) -> bool {
    (from.load(Relaxed)..to.load(Relaxed)).contains(&address)
}

extern "C" fn on_fault(signal: i32, info: *const libc::siginfo_t, context: *mut libc::c_void) {
    // SAFETY: the kernel passes a valid block.
    let address = unsafe { (*info).si_addr() } as usize;
    if is_in(&SHARED_FROM, &SHARED_TO, address) {
        end_unrecorded();
    }
    if watch::touched(address, CONTROL.load(Relaxed), context) || is_deep(address) {
        return;
    }
    if is_in(&GUARD_FROM, &GUARD_TO, address) || is_in(&INNER_FROM, &INNER_TO, address) {
        end(End::StackOverflow);
    }
    end(End::Signal(signal))
}

extern "C" fn on_trap(signal: i32, info: *const libc::siginfo_t, context: *mut libc::c_void) {
    if !parts::has_stepped(context) {
        on_deadly(signal, info, context);
    }
}

extern "C" fn on_deadly(signal: i32, _info: *const libc::siginfo_t, _context: *const libc::c_void) {
    match signal {
        // SIGILL is how the compiler's own abort ends a process.
        libc::SIGABRT | libc::SIGILL => end(End::Abort),
        other => end(End::Signal(other)),
    }
}

extern "C" fn on_tick(_signal: i32, _info: *const libc::siginfo_t, _context: *const libc::c_void) {
    // SAFETY: reading the clock into a local is async-signal-safe; `CONTROL` was stored before the timer started.
    let (now, phase, is_wanted, is_made) = unsafe {
        let mut now: libc::timespec = zeroed();
        libc::clock_gettime(libc::CLOCK_PROCESS_CPUTIME_ID, &raw mut now);
        let control: *const Control = CONTROL.load(Relaxed);
        let is_wanted = (&raw const (*control).want_backtrace).read_volatile() == 1;
        let is_made = has_come_to_backtrace(control);
        let now = now.tv_sec.cast_unsigned() * 1_000_000_000 + now.tv_nsec.cast_unsigned();
        let phase = (&raw const (*control).phase).read_volatile();
        (now, phase, is_wanted, is_wanted && is_made)
    };
    let run = record().progress.runs.load(Relaxed);
    if phase == PHASE_IDLE || TICKED_RUN.swap(run, Relaxed) != run {
        TICKED_SINCE.store(now, Relaxed);
        return;
    }
    // SAFETY: stored before the timer started; it lives as long as the harness.
    if unsafe { GATE.load(Relaxed).read_volatile() } == 0 {
        end(End::Slow);
    }
    let on_top = match (is_made, IS_ASKED.load(Relaxed)) {
        (true, _) => BACKTRACE_CPU,
        (false, true) => NEXT_EDGE_CPU,
        (false, false) => Duration::ZERO,
    };
    let limit = LIMIT_NS.load(Relaxed).saturating_add(on_top.as_nanos() as u64);
    if now.saturating_sub(TICKED_SINCE.load(Relaxed)) < limit {
        return;
    }
    if is_wanted && !is_made && !IS_ASKED.swap(true, Relaxed) {
        // SAFETY: the harness's own counter; the thread that counts it down may miss this, and has another chance.
        unsafe { EDGES_LEFT.load(Relaxed).write_volatile(0) };
        return;
    }
    end(End::Timeout);
}

/// Runs `body` on a new thread with the given stack, and never returns.
pub(crate) fn run_on_stack(
    stack: Range<usize>,
    body: extern "C" fn(*mut libc::c_void) -> *mut libc::c_void,
    argument: *mut libc::c_void,
) -> ! {
    // SAFETY: the stack is our own mapping, used by one thread; `argument` is what `body` expects.
    unsafe {
        let mut attributes: libc::pthread_attr_t = zeroed();
        libc::pthread_attr_init(&raw mut attributes);
        libc::pthread_attr_setstack(
            &raw mut attributes,
            stack.start as *mut libc::c_void,
            stack.end - stack.start,
        );
        let mut thread: libc::pthread_t = zeroed();
        if libc::pthread_create(&raw mut thread, &raw const attributes, body, argument) != 0 {
            libc::_exit(NOTED);
        }
        loop {
            libc::pause();
        }
    }
}
