//! Threads that explored code starts: which run has started them, and panics of theirs that nobody is told of. What such a thread
//! catches itself is no such panic, and what it does after its run is over counts for no other.

use crate::abi::*;
use crate::{alloc, panics, waiters};
use std::cell::Cell;
use std::ffi::c_void;
use std::panic::PanicHookInfo;
use std::sync::atomic::Ordering::{AcqRel, Acquire, Relaxed, Release};
use std::sync::atomic::{AtomicI64, AtomicIsize, AtomicU32, AtomicU64, AtomicUsize};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// The thread that runs programs, as the C library has it; 0 before there is one.
static RUNS_ON: AtomicUsize = AtomicUsize::new(0);
/// The run in flight, counted from 1.
static RUN: AtomicU64 = AtomicU64::new(0);
/// Threads that it has started.
static STARTED: AtomicU32 = AtomicU32::new(0);
/// Those of them that have not ended.
static ALIVE: AtomicIsize = AtomicIsize::new(0);
/// How often other threads had blocked before it started the first.
static BLOCKED: AtomicI64 = AtomicI64::new(0);
/// The last run that has started a thread, and what is known of panics of its threads: one of the states below. A thread of an
/// earlier run that says so later says it in vain.
static STATE: AtomicU64 = AtomicU64::new(NONE);
/// Threads of all runs that are there, also those of which only destructors are left to run.
static THERE: AtomicUsize = AtomicUsize::new(0);
/// Runs of this process whose threads were waited for in vain.
static IN_VAIN: AtomicU32 = AtomicU32::new(0);

const NONE: u64 = 0;
const BEING_NOTED: u64 = 1;
const NOTED: u64 = 2;
const STATES: u64 = 4;

/// How often a run's threads are waited for, a millisecond each, not counted while they have work that no core is free for.
const WAITS: u32 = 10;
/// The same where it matters most: a run that is done again to see where it fails.
const PATIENT_WAITS: u32 = 100;
/// The same at most, whatever is counted.
const MOST_WAITS: u32 = 2_000;
/// Processor time, in microseconds, after which a thread that is still at work is not waited for any more.
const MOST_WORK: i64 = 50_000;
/// Runs in vain after which threads of a process are not waited for any more: pools keep theirs.
const MOST_IN_VAIN: u32 = 16;

/// What the C library tells of a process or a thread: times of user and system as seconds and microseconds, then counts, of
/// which the 13th is how often it has blocked.
type Usage = [i64; 18];
const OF_PROCESS: i32 = 0;
const OF_THREAD: i32 = 1;

unsafe extern "C" {
    fn getrusage(of: i32, usage: *mut Usage) -> i32;
    fn pthread_self() -> usize;
}

/// What the threads of a process but the one that asks have used.
#[derive(Clone, Copy)]
struct Work {
    microseconds: i64,
    blocked: i64,
}

impl Work {
    fn of_others() -> Work {
        let (mut process, mut own): (Usage, Usage) = ([0; 18], [0; 18]);
        // SAFETY: both are as large as the C library's.
        unsafe {
            getrusage(OF_THREAD, &raw mut own);
            getrusage(OF_PROCESS, &raw mut process);
        }
        let used = |usage: &Usage| (usage[0] + usage[2]) * 1_000_000 + usage[1] + usage[3];
        Work {
            microseconds: used(&process) - used(&own),
            blocked: process[16] - own[16],
        }
    }
}

thread_local! {
    /// The run that has started this thread; 0 for the thread that runs programs.
    static STARTED_BY: Cell<u64> = const { Cell::new(0) };
    /// Used first by whoever has one, so it goes last: what the explored code has for its threads is gone by then.
    static PRESENCE: Presence = const { Presence };
}

/// Of a thread that explored code has started: it is there.
struct Presence;

impl Drop for Presence {
    fn drop(&mut self) {
        THERE.fetch_sub(1, Relaxed);
    }
}

/// What is known of the first panic of a run's threads.
struct Note {
    message: [u8; MESSAGE_MAX],
    message_len: u32,
    file: [u8; FILE_MAX],
    file_len: u32,
    line: u32,
    column: u32,
    backtrace: [u8; BACKTRACE_MAX],
    backtrace_len: u32,
    /// Places of panics that their threads have caught.
    caught: [(usize, u32, u32); 8],
    caught_len: usize,
}

static NOTE: Mutex<Note> = Mutex::new(Note {
    message: [0; MESSAGE_MAX],
    message_len: 0,
    file: [0; FILE_MAX],
    file_len: 0,
    line: 0,
    column: 0,
    backtrace: [0; BACKTRACE_MAX],
    backtrace_len: 0,
    caught: [(0, 0, 0); 8],
    caught_len: 0,
});

fn noted() -> MutexGuard<'static, Note> {
    NOTE.lock().unwrap_or_else(PoisonError::into_inner)
}

fn state_of(run: u64, state: u64) -> u64 {
    run * STATES + state
}

/// What is known of panics of the run in flight.
fn state() -> u64 {
    let state = STATE.load(Acquire);
    match state / STATES == RUN.load(Acquire) {
        true => state % STATES,
        false => NONE,
    }
}

/// What the C library starts a thread with.
pub type Body = extern "C" fn(*mut c_void) -> *mut c_void;

/// A thread to be.
struct Start {
    run: u64,
    body: Body,
    argument: *mut c_void,
}

/// This thread runs programs, whoever has started it.
pub fn run_programs_here() {
    STARTED_BY.set(0);
    // SAFETY: no arguments.
    RUNS_ON.store(unsafe { pthread_self() }, Relaxed);
}

/// Whether programs are run on this thread, as the C library has it.
pub fn runs_on(thread: usize) -> bool {
    RUNS_ON.load(Relaxed) == thread
}

/// This thread is about to unwind for what is its caller's. True if explored code has started it: then that is noted.
pub fn unwinds(control: *mut Control) -> bool {
    let which = match STARTED_BY.get() {
        0 => return false,
        by if by == RUN.load(Acquire) => THREAD_OF_RUN,
        _ => THREAD_OLDER,
    };
    if !control.is_null() {
        // SAFETY: the shared block outlives the process, and this word of it is written atomically alone.
        let word = unsafe { AtomicU32::from_ptr(&raw mut (*control).thread_unwound) };
        word.fetch_max(which, AcqRel);
    }
    true
}

/// What a thread of the run has begun to unwind has come to where it was waited for, and others with it.
pub fn came_back(control: *mut Control) {
    // SAFETY: as above.
    let word = unsafe { AtomicU32::from_ptr(&raw mut (*control).thread_unwound) };
    word.store(THREAD_NONE, Release);
}

/// A run begins.
#[inline]
pub fn begin_run() {
    RUN.store(RUN.load(Relaxed) + 1, Release);
    STARTED.store(0, Relaxed);
}

/// The run in flight.
pub fn run() -> u64 {
    RUN.load(Relaxed)
}

/// Microseconds of processor time that all threads but this one have used.
pub fn work_of_others() -> i64 {
    Work::of_others().microseconds
}

/// The run in flight has started a thread.
#[inline]
pub fn any() -> bool {
    STARTED.load(Relaxed) != 0
}

/// Threads that explored code has started are there.
#[inline]
pub fn are_there() -> bool {
    THERE.load(Relaxed) != 0
}

/// What to start a thread with in place of its body. A thread that a run's thread starts is of the same run.
pub fn begin(body: Body, argument: *mut c_void) -> (Body, *mut c_void) {
    let run = match STARTED_BY.get() {
        0 => RUN.load(Acquire),
        by => by,
    };
    if run == RUN.load(Acquire) {
        if STARTED.fetch_add(1, AcqRel) == 0 {
            ALIVE.store(0, Relaxed);
            BLOCKED.store(Work::of_others().blocked, Relaxed);
            STATE.store(state_of(run, NONE), Release);
        }
        ALIVE.fetch_add(1, AcqRel);
    }
    THERE.fetch_add(1, Relaxed);
    waiters::begins();
    let start = Box::new(Start { run, body, argument });
    (of_run, Box::into_raw(start).cast())
}

/// A thread for which [`begin`] was called is not there.
pub fn give_up(argument: *mut c_void) {
    // SAFETY: nobody else was given what `begin` made.
    let start = unsafe { Box::from_raw(argument.cast::<Start>()) };
    THERE.fetch_sub(1, Relaxed);
    end(start.run);
}

extern "C" fn of_run(start: *mut c_void) -> *mut c_void {
    // SAFETY: `begin` made it, for this thread.
    let start = unsafe { Box::from_raw(start.cast::<Start>()) };
    let Start { run, body, argument } = *start;
    PRESENCE.with(|_| ());
    STARTED_BY.set(run);
    let result = body(argument);
    end(run);
    // Whoever joins it waits at it.
    // SAFETY: no arguments.
    waiters::wake(unsafe { pthread_self() });
    result
}

fn end(run: u64) {
    waiters::ends();
    if run == RUN.load(Acquire) {
        ALIVE.fetch_sub(1, AcqRel);
    }
}

/// A panic begins. True if it is one of a thread that explored code has started.
pub fn on_panic(info: &PanicHookInfo<'_>) -> bool {
    let run = STARTED_BY.get();
    if run == 0 {
        return false;
    }
    let [none, own, noted] = [NONE, BEING_NOTED, NOTED].map(|state| state_of(run, state));
    // Who is of an earlier run leaves the state to the threads of this one.
    if run == RUN.load(Acquire) && STATE.compare_exchange(none, own, AcqRel, Acquire).is_ok() {
        let is_noted = note(info, own);
        let next = if is_noted { noted } else { none };
        let _ = STATE.compare_exchange(own, next, AcqRel, Acquire);
    }
    true
}

/// Notes a panic unless its thread catches it, as long as this is the state.
fn note(info: &PanicHookInfo<'_>, own: u64) -> bool {
    let place = info
        .location()
        .map(|at| (at.file().as_ptr() as usize, at.line(), at.column()));
    let place = place.unwrap_or_default();
    let is_known = {
        let note = noted();
        note.caught[..note.caught_len].contains(&place)
    };
    if is_known {
        return false;
    }
    let trace = alloc::unlimited(|| std::backtrace::Backtrace::force_capture().to_string());
    let note = &mut *noted();
    if is_caught(&trace) {
        if let Some(slot) = note.caught.get_mut(note.caught_len) {
            *slot = place;
            note.caught_len += 1;
        }
        return false;
    }
    if STATE.load(Acquire) != own {
        // Another run has begun, and what is noted is of its threads.
        return false;
    }
    note.message_len = panics::copy_text(panics::payload_text(info.payload()), &mut note.message);
    note.backtrace_len = panics::copy_text(&trace, &mut note.backtrace);
    (note.line, note.column, note.file_len) = (0, 0, 0);
    if let Some(location) = info.location() {
        (note.line, note.column) = (location.line(), location.column());
        note.file_len = panics::copy_text(location.file(), &mut note.file);
    }
    true
}

/// Whether there is something that catches between a panic and the beginning of its thread.
fn is_caught(trace: &str) -> bool {
    let Some(beginning) = trace.find("__rust_begin_short_backtrace") else {
        return false;
    };
    ["catch_unwind", "__rust_try", "panicking::try"]
        .iter()
        .any(|name| trace[..beginning].contains(name))
}

/// Waits until the threads of the run have ended or one has panicked. A panic that is being noted is always waited for, and
/// so is a thread that has not blocked: where the machine is busy it may not have had its turn.
fn is_over_within(waits: u32) -> bool {
    let is_over = || state() == NOTED || ALIVE.load(Acquire) <= 0 && state() == NONE;
    let is_over_at_once = (0..50).any(|_| {
        std::thread::yield_now();
        is_over()
    });
    if is_over_at_once || waits == 0 {
        return is_over_at_once;
    }
    let mut before = Work::of_others();
    let (begun, mut counted) = (before.microseconds, 0);
    for _ in 0..MOST_WAITS {
        std::thread::sleep(Duration::from_millis(1));
        if is_over() {
            return true;
        }
        let now = Work::of_others();
        // Who has blocked may be waiting for something that never comes, unless it goes on.
        let has_work = now.blocked == BLOCKED.load(Relaxed) || now.microseconds > before.microseconds;
        let is_at_work = has_work && now.microseconds - begun < MOST_WORK;
        let is_noted_soon = state() == BEING_NOTED;
        before = now;
        counted += u32::from(!is_at_work && !is_noted_soon);
        if counted >= waits {
            break;
        }
    }
    false
}

/// Waits a little for threads of a run that is over. True if one has panicked, which `control` then says.
///
/// # Safety
/// The run is over, `control` is the shared block, and this is the thread that runs programs.
pub unsafe fn settle(control: *mut Control) -> bool {
    // SAFETY: promised by the caller.
    let control = unsafe { &mut *control };
    if !any() || control.misbehaved != 0 {
        return false;
    }
    let waits = match (control.want_backtrace, IN_VAIN.load(Relaxed)) {
        (1, _) => PATIENT_WAITS,
        (_, in_vain) if in_vain >= MOST_IN_VAIN => 0,
        _ => WAITS,
    };
    if !is_over_within(waits) {
        IN_VAIN.fetch_add(1, Relaxed);
    }
    if state() != NOTED {
        return false;
    }
    tell(&noted(), control);
    // Who has looked at what is not told apart.
    control.panics = control.panics.max(2);
    true
}

/// What was resumed may be what a thread has panicked with: then that is its place.
///
/// # Safety
/// As [`settle`], and `control` has the message.
pub unsafe fn tell_place(control: *mut Control) {
    // SAFETY: promised by the caller.
    let control = unsafe { &mut *control };
    if !any() || state() != NOTED {
        return;
    }
    let note = noted();
    let message = &note.message[..note.message_len as usize];
    if message == &control.message[..control.message_len as usize] {
        tell(&note, control);
    }
}

/// Copies what is noted.
fn tell(note: &Note, control: &mut Control) {
    control.message = note.message;
    control.message_len = note.message_len;
    control.file = note.file;
    control.file_len = note.file_len;
    (control.line, control.column) = (note.line, note.column);
    if control.want_backtrace == 1 {
        control.backtrace = note.backtrace;
        control.backtrace_len = note.backtrace_len;
    }
}
