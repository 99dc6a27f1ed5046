//! The register of hostile values: each has a number, and what is dropped twice, or used when it is not there, ends the run.
//! It also says whether the run has misbehaved, which excuses the panics that follow. It keeps the last [`KEPT`] values, without
//! allocating: older ones are believed.

use crate::abi::*;
use crate::alloc;
use crate::driver;
use crate::panics;
use crate::threads;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU8, AtomicUsize, Ordering::Relaxed};

/// The payload of a panic that a hostile value or function raised, and whether on a thread that explored code has started.
pub struct HostilePanic {
    pub by_thread: bool,
}

/// Values of which it is known whether they were dropped.
const KEPT: usize = 1 << 16;
const LIVE: u8 = 0;
const DROPPED: u8 = 1;

/// By number, modulo their count. Numbers go on from run to run, because values may outlive a run.
static STATES: [AtomicU8; KEPT] = [const { AtomicU8::new(LIVE) }; KEPT];
static NEXT: AtomicUsize = AtomicUsize::new(0);
/// Lies of this run.
static TURN: AtomicUsize = AtomicUsize::new(0);

static MISUSED: OnceLock<unsafe extern "C" fn(what: u32) -> !> = OnceLock::new();

/// Says where to go with what is misused.
pub fn configure(misused: unsafe extern "C" fn(what: u32) -> !) {
    let _ = MISUSED.set(misused);
}

/// A run begins.
pub fn begin_run() {
    let control = driver::control();
    if !control.is_null() {
        // SAFETY: `start` stored the address of the shared block, which outlives the process.
        unsafe { (&raw mut (*control).misbehaved).write_volatile(0) }
    }
    TURN.store(0, Relaxed);
}

/// A value is made. Returns its number.
pub fn made() -> usize {
    let id = NEXT.fetch_add(1, Relaxed);
    alloc::spoil();
    STATES[id % KEPT].store(LIVE, Relaxed);
    id
}

/// A method of the value with this number and mark was called.
pub fn used(id: usize, mark: usize) {
    if !is_value(id, mark) || is_known(id) && STATES[id % KEPT].load(Relaxed) == DROPPED {
        misused(MISUSE_USED);
    }
}

/// The value with this number and mark is dropped.
pub fn dropped(id: usize, mark: usize) {
    if !is_value(id, mark) {
        misused(MISUSE_USED);
    } else if is_known(id) && STATES[id % KEPT].swap(DROPPED, Relaxed) == DROPPED {
        misused(MISUSE_DROPPED);
    }
}

/// Memory that nobody has written, or written with something else, has no such mark.
fn is_value(id: usize, mark: usize) -> bool {
    mark == !id && id < NEXT.load(Relaxed)
}

fn is_known(id: usize) -> bool {
    NEXT.load(Relaxed) - id <= KEPT
}

/// The next lie: so many were told before in this run.
pub fn turn() -> usize {
    note(MISBEHAVED_LIED);
    TURN.fetch_add(1, Relaxed)
}

/// Unwinds as hostile code does. Does not call the panic hook.
pub fn panic() -> ! {
    let by_thread = threads::unwinds(driver::control());
    note(MISBEHAVED_PANICKED);
    std::panic::resume_unwind(Box::new(HostilePanic { by_thread }))
}

fn note(how: u32) {
    let control = driver::control();
    if !control.is_null() {
        // SAFETY: `start` stored the address of the shared block, which outlives the process.
        unsafe {
            let misbehaved = &raw mut (*control).misbehaved;
            misbehaved.write_volatile(misbehaved.read_volatile() | how);
        }
    }
}

/// Nothing that a run does after a demand is believed, and nothing is told of it.
#[cold]
fn misused(what: u32) {
    let control = driver::control();
    if let Some(misused) = MISUSED.get().filter(|_| !control.is_null()) {
        // SAFETY: `start` stored the address of the shared block; the service ends the process.
        unsafe {
            if (&raw const (*control).type_demands).read_volatile() == 0 {
                panics::note_backtrace(control);
                misused(what)
            }
        }
    }
}
