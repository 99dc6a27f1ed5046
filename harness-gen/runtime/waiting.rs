//! Time in which nothing happens goes by at once: a thread that sleeps, or waits for a time, goes on as if that time were over when
//! no other one is at work or wakes before it, and the clocks say so from then on. The functions of the C library by which Rust
//! sleeps, waits and reads clocks are defined here, for this dylib alone, as in `system_calls`. Whoever waits for weeks waits for
//! ever, which is seen from outside. Waits by another way (C code that is linked in, `asm!`) take their time.

use crate::system_calls::of_the_c_library;
use crate::threads;
use crate::waiters::{self, NO_TIME, Waiter};
use std::ffi::{CStr, c_int, c_long, c_ulong, c_void};
use std::ptr::null_mut;
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicPtr, Ordering::Relaxed};

/// Nanoseconds by which the clocks of this process are ahead.
static AHEAD: AtomicI64 = AtomicI64::new(0);
/// Those of them that one run has skipped.
static WAITED: AtomicI64 = AtomicI64::new(0);
static HAS_BEGUN: AtomicBool = AtomicBool::new(false);
static REAL_CLOCK: AtomicPtr<u8> = AtomicPtr::new(null_mut());
static REAL_CALL: AtomicPtr<u8> = AtomicPtr::new(null_mut());

const SECOND: i64 = 1_000_000_000;
const DAY: i64 = 24 * 3600 * SECOND;
/// How far ahead they may come, ten years: what computes with times is to overflow no sooner than elsewhere.
const MOST_AHEAD: i64 = 3650 * DAY;
/// What one run may wait for.
const MOST_OF_A_RUN: i64 = 30 * DAY;
/// Threads of which it is not known what they do are let run for so long, and for as long again while they are at work.
const TURN: i64 = 10_000_000;
/// Turns without work after which they wait for something, too.
const IDLE_TURNS: u32 = 5;
/// A thread that has been woken has its turn within this.
const MOMENT: i64 = 50_000;
/// Processor time of other threads within a turn from which on they are at work, in microseconds.
const AT_WORK: i64 = 500;

const SYS_POLL: c_long = 7;
const SYS_NANOSLEEP: c_long = 35;
const SYS_FUTEX: c_long = 202;
const SYS_CLOCK_GETTIME: c_long = 228;
const SYS_CLOCK_NANOSLEEP: c_long = 230;
const SYS_EPOLL_WAIT: c_long = 232;
const CLOCK_REALTIME: c_int = 0;
const CLOCK_MONOTONIC: c_int = 1;
const CLOCK_BOOTTIME: c_int = 7;
const TIMER_ABSTIME: c_int = 1;
const FUTEX_WAIT: c_int = 0;
const FUTEX_WAIT_BITSET: c_int = 9;
const FUTEX_PRIVATE: c_int = 128;
const FUTEX_CLOCK_REALTIME: c_int = 256;
const EINTR: c_int = 4;
const ETIMEDOUT: c_int = 110;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct Time {
    seconds: i64,
    nanoseconds: i64,
}

impl Time {
    fn of(nanoseconds: i64) -> Time {
        Time {
            seconds: nanoseconds.div_euclid(SECOND),
            nanoseconds: nanoseconds.rem_euclid(SECOND),
        }
    }

    /// What is longer than anybody counts is the longest; none if it is no time at all.
    fn total(self) -> Option<i64> {
        let is_time = self.seconds >= 0 && (0..SECOND).contains(&self.nanoseconds);
        let seconds = self.seconds.saturating_mul(SECOND);
        is_time.then(|| seconds.saturating_add(self.nanoseconds))
    }
}

unsafe extern "C" {
    fn __errno_location() -> *mut c_int;
}

type Clock = unsafe extern "C" fn(c_int, *mut Time) -> c_int;
type Call = unsafe extern "C" fn(c_long, usize, usize, usize, usize, usize, usize) -> c_long;

/// Runs begin in this process.
pub fn begin() {
    HAS_BEGUN.store(true, Relaxed);
}

/// The C library's function of this name, which the ones here do not hide from it.
fn real(kept: &AtomicPtr<u8>, name: &CStr) -> *mut u8 {
    let known = kept.load(Relaxed);
    if !known.is_null() {
        return known;
    }
    let found = of_the_c_library(name);
    assert!(!found.is_null(), "a C library without {name:?}");
    kept.store(found, Relaxed);
    found
}

/// # Safety
/// That of the system call. On this processor all its arguments are passed alike, and those it does not have are not looked at.
unsafe fn call(number: c_long, arguments: [usize; 6]) -> c_long {
    let [a, b, c, d, e, f] = arguments;
    // SAFETY: the C library's `syscall`, and what the caller promises.
    unsafe {
        let function = std::mem::transmute::<*mut u8, Call>(real(&REAL_CALL, c"syscall"));
        function(number, a, b, c, d, e, f)
    }
}

fn is_ahead(clock: c_int) -> bool {
    matches!(clock, CLOCK_REALTIME..=CLOCK_MONOTONIC | 4..=CLOCK_BOOTTIME)
}

fn now(clock: c_int) -> Option<i64> {
    told_by(clock_gettime_seen, clock)
}

fn really_now(clock: c_int) -> i64 {
    told_by(real_clock, clock).unwrap_or(0)
}

fn told_by(read: Clock, clock: c_int) -> Option<i64> {
    let mut time = Time::of(0);
    // SAFETY: an out-pointer to a local.
    let result = unsafe { read(clock, &raw mut time) };
    time.total().filter(|_| result == 0)
}

/// How a wait ended.
enum Waited {
    /// As it would after its time.
    InVain,
    /// In another way.
    Otherwise,
    /// Not: there is no end to it.
    ForEver,
}

/// The clocks go on by so much.
fn skip(nanoseconds: i64) -> Waited {
    if waiters::skips(threads::run()) {
        WAITED.store(0, Relaxed);
    }
    if WAITED.fetch_add(nanoseconds, Relaxed) > MOST_OF_A_RUN - nanoseconds {
        return Waited::ForEver;
    }
    AHEAD.fetch_add(nanoseconds, Relaxed);
    Waited::InVain
}

fn really(nanoseconds: i64, wait: &mut impl FnMut(i64) -> bool) -> Waited {
    match wait(nanoseconds) {
        true => Waited::InVain,
        false => Waited::Otherwise,
    }
}

/// So much time goes by at this word. `wait` waits really, for so long at most, and says whether it was in vain.
fn let_pass(nanoseconds: i64, word: usize, wait: &mut impl FnMut(i64) -> bool) -> Waited {
    let nanoseconds = nanoseconds.max(0);
    if !HAS_BEGUN.load(Relaxed) {
        return really(nanoseconds, wait);
    }
    if nanoseconds > MOST_OF_A_RUN {
        return Waited::ForEver;
    }
    let until = now(CLOCK_MONOTONIC).unwrap_or(0).saturating_add(nanoseconds);
    let waiter = Waiter::at(word, until);
    let mut idle_turns = 0;
    loop {
        let moment = if waiters::are_others() { MOMENT } else { 0 };
        let left = until.saturating_sub(now(CLOCK_MONOTONIC).unwrap_or(until)).max(0);
        if left <= moment || waiter.is_next() {
            if !wait(left.min(moment)) {
                return Waited::Otherwise;
            }
            if left <= moment || waiter.is_next() {
                return skip(left - left.min(moment));
            }
        }
        let (turn, before) = (left.min(TURN), threads::work_of_others());
        if !wait(turn) {
            return Waited::Otherwise;
        }
        let is_idle = threads::work_of_others() - before < AT_WORK;
        idle_turns = if is_idle { idle_turns + 1 } else { 0 };
        if idle_turns >= IDLE_TURNS && left > turn && waiter.is_first() {
            return skip(left - turn);
        }
    }
}

/// What the clock says elsewhere.
///
/// # Safety
/// There is room for a time.
unsafe extern "C" fn real_clock(clock: c_int, time: *mut Time) -> c_int {
    // SAFETY: the C library's function has this type, and the caller promises the rest.
    unsafe {
        let function = std::mem::transmute::<*mut u8, Clock>(real(&REAL_CLOCK, c"clock_gettime"));
        function(clock, time)
    }
}

/// How far ahead the clocks are. Times of earlier runs mean nothing to one that has skipped none yet.
fn ahead() -> i64 {
    let ahead = AHEAD.load(Relaxed);
    if ahead > MOST_AHEAD && !waiters::has_skipped(threads::run()) {
        AHEAD.store(0, Relaxed);
        return 0;
    }
    ahead
}

unsafe extern "C" fn clock_gettime_seen(clock: c_int, time: *mut Time) -> c_int {
    // SAFETY: what the caller passes to the C library's function, and gets from it.
    unsafe {
        let result = real_clock(clock, time);
        let ahead = ahead();
        if result == 0
            && ahead != 0
            && is_ahead(clock)
            && let Some(total) = (*time).total()
        {
            time.write(Time::of(total.saturating_add(ahead)));
        }
        result
    }
}

/// Sleeps really.
fn sleep(nanoseconds: i64) -> bool {
    let then = Time::of(really_now(CLOCK_MONOTONIC).saturating_add(nanoseconds));
    let arguments = [
        CLOCK_MONOTONIC as usize,
        TIMER_ABSTIME as usize,
        (&raw const then) as usize,
        0,
        0,
        0,
    ];
    if nanoseconds == 0 {
        return true;
    }
    // Signals end it before its time.
    loop {
        // SAFETY: a pointer to a local, and a number of this thread's.
        let is_over = unsafe { call(SYS_CLOCK_NANOSLEEP, arguments) == 0 || *__errno_location() != EINTR };
        if is_over {
            break;
        }
    }
    true
}

/// Sleeps as everybody does who is never woken.
fn sleep_for_ever() -> ! {
    let word = 0_u32;
    let _waiter = Waiter::at(0, NO_TIME);
    loop {
        // SAFETY: a pointer to a local, which keeps its value.
        unsafe {
            call(
                SYS_FUTEX,
                [(&raw const word) as usize, FUTEX_PRIVATE as usize, 0, 0, 0, 0],
            )
        };
    }
}

/// Sleeps for so long. False: it is for the kernel to say what of that is wrong.
fn let_sleep(nanoseconds: Option<i64>) -> bool {
    let waited = nanoseconds.map(|nanoseconds| let_pass(nanoseconds, 0, &mut sleep));
    if let Some(Waited::ForEver) = waited {
        sleep_for_ever();
    }
    waited.is_some()
}

/// Gives the number of the error, as the C library's does.
unsafe extern "C" fn clock_nanosleep_seen(
    clock: c_int,
    flags: c_int,
    time: *const Time,
    left: *mut Time,
) -> c_int {
    // SAFETY: the caller passes a time.
    let asked = unsafe { (*time).total() };
    let until_then = match flags & TIMER_ABSTIME {
        0 => asked,
        _ => asked.and_then(|then| Some(then.saturating_sub(now(clock)?))),
    };
    if let_sleep(until_then.filter(|_| is_ahead(clock))) {
        return 0;
    }
    let arguments = [clock as usize, flags as usize, time as usize, left as usize, 0, 0];
    // SAFETY: the arguments of the C function are those of the system call.
    unsafe {
        match call(SYS_CLOCK_NANOSLEEP, arguments) {
            0 => 0,
            _ => *__errno_location(),
        }
    }
}

unsafe extern "C" fn nanosleep_seen(time: *const Time, left: *mut Time) -> c_int {
    // SAFETY: the caller passes a time.
    if let_sleep(unsafe { (*time).total() }) {
        return 0;
    }
    // SAFETY: the arguments of the C function are those of the system call.
    unsafe { call(SYS_NANOSLEEP, [time as usize, left as usize, 0, 0, 0, 0]) as c_int }
}

/// A call of the kernel by its number: those by which std waits for a time are seen.
unsafe extern "C" fn syscall_seen(
    number: c_long,
    a: usize,
    b: usize,
    c: usize,
    d: usize,
    e: usize,
    f: usize,
) -> c_long {
    let as_asked = [a, b, c, d, e, f];
    let operation = b as c_int;
    let command = operation & !(FUTEX_PRIVATE | FUTEX_CLOCK_REALTIME);
    let time = d as *const Time;
    let waits = number == SYS_FUTEX && matches!(command, FUTEX_WAIT | FUTEX_WAIT_BITSET);
    if number == SYS_CLOCK_GETTIME {
        // SAFETY: the arguments are those of the C function.
        return unsafe { c_long::from(clock_gettime_seen(a as c_int, b as *mut Time)) };
    }
    if number == SYS_FUTEX && !waits {
        waiters::wake(a);
    }
    if !waits || time.is_null() {
        let _waiter = waits.then(|| Waiter::at(a, NO_TIME));
        // SAFETY: what the caller asks for.
        return unsafe { call(number, as_asked) };
    }
    // SAFETY: the caller passes a time.
    let asked = unsafe { (*time).total() };
    let clock = match operation & FUTEX_CLOCK_REALTIME {
        0 => CLOCK_MONOTONIC,
        _ => CLOCK_REALTIME,
    };
    let until_then = match command {
        FUTEX_WAIT => asked,
        _ => asked.and_then(|then| Some(then.saturating_sub(now(clock)?))),
    };
    let mut result = -1;
    let mut wait = |nanoseconds: i64| {
        let time = Time::of(nanoseconds);
        // How long, not until when; and for any waker of the same bits as before, which `FUTEX_WAIT` cannot say.
        let until = match command {
            FUTEX_WAIT => time,
            _ => Time::of(nanoseconds.saturating_add(really_now(clock))),
        };
        // SAFETY: what the caller asks for, and a pointer to a local.
        unsafe {
            result = call(number, [a, b, c, (&raw const until) as usize, e, f]);
            result == -1 && *__errno_location() == ETIMEDOUT
        }
    };
    let waited = until_then.map(|nanoseconds| let_pass(nanoseconds, a, &mut wait));
    // SAFETY: a number of this thread's, and what the caller asks for, with and without its time.
    unsafe {
        match waited {
            Some(Waited::InVain) => {
                *__errno_location() = ETIMEDOUT;
                -1
            }
            Some(Waited::Otherwise) => result,
            Some(Waited::ForEver) => {
                let _waiter = Waiter::at(a, NO_TIME);
                call(number, [a, b, c, 0, e, f])
            }
            None => call(number, as_asked),
        }
    }
}

/// Waits for events for so many milliseconds, or for ever. `call` asks for them within as many.
fn wait_for_events(milliseconds: c_int, mut call: impl FnMut(c_int) -> c_int) -> c_int {
    let mut result = 0;
    let mut wait = |nanoseconds: i64| {
        let milliseconds = (nanoseconds as u64).div_ceil(1_000_000).min(c_int::MAX as u64);
        result = call(milliseconds as c_int);
        result == 0
    };
    let is_for_ever = milliseconds < 0
        || matches!(
            let_pass(i64::from(milliseconds) * 1_000_000, 0, &mut wait),
            Waited::ForEver
        );
    if is_for_ever {
        let _waiter = Waiter::at(0, NO_TIME);
        return call(-1);
    }
    result
}

unsafe extern "C" fn poll_seen(events: *mut c_void, count: c_ulong, milliseconds: c_int) -> c_int {
    wait_for_events(milliseconds, |within| {
        // SAFETY: the arguments of the C function are those of the system call.
        let result = unsafe {
            call(
                SYS_POLL,
                [events as usize, count as usize, within as usize, 0, 0, 0],
            )
        };
        result as c_int
    })
}

unsafe extern "C" fn epoll_wait_seen(
    epoll: c_int,
    events: *mut c_void,
    most: c_int,
    milliseconds: c_int,
) -> c_int {
    wait_for_events(milliseconds, |within| {
        let arguments = [
            epoll as usize,
            events as usize,
            most as usize,
            within as usize,
            0,
            0,
        ];
        // SAFETY: as above.
        unsafe { call(SYS_EPOLL_WAIT, arguments) as c_int }
    })
}

crate::system_calls::instead_of! {
    "poll" => poll_seen,
    "epoll_wait" => epoll_wait_seen,
    "clock_gettime" => clock_gettime_seen,
    "clock_nanosleep" => clock_nanosleep_seen,
    "nanosleep" => nanosleep_seen,
    "syscall" => syscall_seen,
}
