//! Purpose: calls that never end, in code that executes no edges, and take away the signals and timers by which that is seen
//! from inside. Each is a confirmed timeout.

use std::arch::asm;

const SIGPROF: i32 = 27;
const ITIMER_PROF: i32 = 2;
const SIG_IGN: usize = 1;
const SIG_BLOCK: i32 = 0;

unsafe extern "C" {
    fn signal(signal: i32, handler: usize) -> usize;
    fn setitimer(which: i32, new: *const [i64; 4], old: *mut [i64; 4]) -> i32;
    fn pthread_sigmask(how: i32, set: *const [u64; 16], old: *mut [u64; 16]) -> i32;
}

/// No edge is executed here.
fn turn() -> ! {
    // SAFETY: it touches nothing.
    unsafe { asm!("2: pause", "jmp 2b", options(noreturn, nomem, nostack)) }
}

fn block_all() {
    // SAFETY: a local set.
    unsafe { pthread_sigmask(SIG_BLOCK, &[u64::MAX; 16], std::ptr::null_mut()) };
}

/// Nothing is taken away.
pub fn turns() {
    turn()
}

/// Ticks are ignored.
pub fn ignores_ticks() {
    // SAFETY: a plain call.
    unsafe { signal(SIGPROF, SIG_IGN) };
    turn()
}

/// Every signal is blocked.
pub fn blocks_signals() {
    block_all();
    turn()
}

/// There are no ticks.
pub fn stops_the_timer() {
    // SAFETY: locals.
    unsafe { setitimer(ITIMER_PROF, &[0; 4], std::ptr::null_mut()) };
    turn()
}

/// All handlers are the crate's.
pub fn handles_signals() {
    extern "C" fn swallow(_signal: i32) {}
    for number in 1..32 {
        // SAFETY: a plain call.
        unsafe { signal(number, swallow as *const () as usize) };
    }
    turn()
}

/// All threads wait, where no signal comes.
pub fn waits() {
    block_all();
    let threads: Vec<_> = (0..3).map(|_| std::thread::spawn(std::thread::park)).collect();
    for thread in threads {
        let _ = thread.join();
    }
}

/// Fails for one number.
pub fn innocent(number: u32) -> u32 {
    match number {
        77 => panic!("seventy-seven"),
        number => number,
    }
}
