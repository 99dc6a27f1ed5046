//! The harness's global allocator: the system's, with a count of live bytes and a limit per run. Memory that a crate
//! gets past Rust's allocator (C code, `mmap`) is not counted.

use crate::{fingerprint, leaks};
use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU64, AtomicUsize, Ordering::Relaxed};

struct Counting;

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Bytes allocated and not freed, over the life of the process. Signed: a crate may free what was allocated before
/// counting began.
static LIVE: AtomicI64 = AtomicI64::new(0);
/// Value of `LIVE` when the run began, and its highest since then.
static BEGAN: AtomicI64 = AtomicI64::new(0);
static PEAK: AtomicI64 = AtomicI64::new(0);
/// Bytes that the run has asked for, with what asking costs as bytes.
static ASKED: AtomicU64 = AtomicU64::new(0);
/// Value of `LIVE` that ends the run; `i64::MAX` between runs.
static CEILING: AtomicI64 = AtomicI64::new(i64::MAX);
/// Bytes of a watched page.
static PAGE: AtomicUsize = AtomicUsize::new(0);
static EXCEEDED: AtomicUsize = AtomicUsize::new(0);
/// What is done before that is called: an `fn()`.
static BEFORE_END: AtomicUsize = AtomicUsize::new(0);
/// Address range of the watched mapping: freeing there does nothing.
static WATCHED_FROM: AtomicUsize = AtomicUsize::new(0);
static WATCHED_TO: AtomicUsize = AtomicUsize::new(0);
/// Watched blocks freed since the run began.
static WATCHED_FREED: AtomicUsize = AtomicUsize::new(0);
/// True while the harness itself works (backtraces): the limit is for the code under test.
static PAUSED: AtomicBool = AtomicBool::new(false);
/// Memory that holds no value is overwritten.
static SPOILS: AtomicBool = AtomicBool::new(false);

/// What fresh and freed memory is full of, so that what is read there does not depend on what ran before.
const SPOILED: u8 = 0xa5;
/// Bytes that take as long to use as it takes to get and give back a block.
const BYTES_OF_A_BLOCK: u64 = 1 << 10;

/// Bytes of one block that are overwritten, the first ones: large blocks would cost more than they show.
const MOST_SPOILED: usize = 64 << 10;

/// Memory that holds no value is overwritten from now on: whoever takes it for one is seen.
pub fn spoil() {
    if !SPOILS.load(Relaxed) {
        SPOILS.store(true, Relaxed);
    }
}

/// Overwrites the bytes of a block from `from` up to its size.
///
/// # Safety
/// The block is as large, or null, and these bytes hold nothing.
#[inline]
unsafe fn spoil_block(block: *mut u8, from: usize, size: usize) {
    let to = size.min(MOST_SPOILED);
    if SPOILS.load(Relaxed) && from < to && !block.is_null() {
        // SAFETY: promised by the caller.
        unsafe { block.add(from).write_bytes(SPOILED, to - from) }
    }
}

/// Tells the allocator about the watched mapping and what to call when a run holds too much.
pub fn configure(watched: std::ops::Range<usize>, page: usize, exceeded: unsafe extern "C" fn() -> !) {
    WATCHED_FROM.store(watched.start, Relaxed);
    WATCHED_TO.store(watched.end, Relaxed);
    PAGE.store(page, Relaxed);
    EXCEEDED.store(exceeded as *const () as usize, Relaxed);
}

/// Tells what to do before a run is ended that holds too much. The limit holds for it, too, unless it says otherwise.
pub fn before_end(note: fn()) {
    BEFORE_END.store(note as *const () as usize, Relaxed);
}

/// A run begins that may hold `limit` bytes more than now.
#[inline]
pub fn begin_run(limit: u64) {
    let live = LIVE.load(Relaxed);
    WATCHED_FREED.store(0, Relaxed);
    BEGAN.store(live, Relaxed);
    PEAK.store(live, Relaxed);
    ASKED.store(0, Relaxed);
    CEILING.store(
        live.saturating_add(i64::try_from(limit).unwrap_or(i64::MAX)),
        Relaxed,
    );
}

/// The run is over. Returns the live bytes since the process started, the most that the run held at once besides what was held when it
/// began, and the bytes that it has asked for in all, each block as [`BYTES_OF_A_BLOCK`] more.
#[inline]
pub fn end_run() -> (u64, u64, u64) {
    CEILING.store(i64::MAX, Relaxed);
    let held = PEAK.load(Relaxed).saturating_sub(BEGAN.load(Relaxed));
    (live(), held.max(0) as u64, ASKED.load(Relaxed))
}

/// Bytes allocated and not freed.
#[inline]
pub fn live() -> u64 {
    LIVE.load(Relaxed).max(0) as u64
}

/// Watched blocks the run has given back so far.
#[inline]
pub fn watched_freed() -> usize {
    WATCHED_FREED.load(Relaxed)
}

/// Runs `work` without the limit.
pub fn unlimited<R>(work: impl FnOnce() -> R) -> R {
    PAUSED.store(true, Relaxed);
    let result = work();
    PAUSED.store(false, Relaxed);
    result
}

/// Runs `work`, which keeps what it allocates for good, before there are runs: they are not charged with it.
pub fn uncounted<R>(work: impl FnOnce() -> R) -> R {
    let live = LIVE.load(Relaxed);
    let result = work();
    LIVE.store(live, Relaxed);
    result
}

/// Counts `bytes` more, before they are asked of the system, so that a request too large to be met is a fault of
/// kind memory and not an abort.
fn grow(bytes: usize) {
    let live = LIVE.fetch_add(bytes as i64, Relaxed).saturating_add(bytes as i64);
    // Not in one go, which would lock the bus: what another thread asks for in between may be lost.
    let asked = ASKED.load(Relaxed).saturating_add(bytes as u64);
    ASKED.store(asked.saturating_add(BYTES_OF_A_BLOCK), Relaxed);
    if live > PEAK.load(Relaxed) {
        PEAK.store(live, Relaxed);
        if live > CEILING.load(Relaxed) && !PAUSED.load(Relaxed) {
            exceeded();
        }
    }
}

#[cold]
fn exceeded() {
    let note = BEFORE_END.load(Relaxed);
    if note != 0 {
        // SAFETY: `before_end` stored a function of this type.
        let note: fn() = unsafe { std::mem::transmute(note) };
        note();
    }
    let address = EXCEEDED.load(Relaxed);
    if address != 0 {
        // SAFETY: `configure` stored a function of this type.
        let end: unsafe extern "C" fn() -> ! = unsafe { std::mem::transmute(address) };
        // SAFETY: it has no preconditions; it ends the process.
        unsafe { end() }
    }
}

/// A block, if the system had one: it has none for a run that holds too much in other ways, as mapped memory.
fn met(block: *mut u8) -> *mut u8 {
    if block.is_null() && CEILING.load(Relaxed) != i64::MAX && !PAUSED.load(Relaxed) {
        exceeded();
    }
    block
}

fn shrink(bytes: usize) {
    LIVE.fetch_sub(bytes as i64, Relaxed);
}

fn is_watched(address: *mut u8) -> bool {
    let address = address as usize;
    address >= WATCHED_FROM.load(Relaxed) && address < WATCHED_TO.load(Relaxed)
}

// SAFETY: every request goes to `System` unchanged, except that watched memory is never handed to it: it is never
// freed, and growing it copies it.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        grow(layout.size());
        if fingerprint::is_on() {
            // SAFETY: the caller's promises are the same.
            return unsafe { fingerprint::alloc(layout, false) };
        }
        if leaks::is_on() {
            // SAFETY: the caller's promises are the same.
            return met(unsafe { leaks::alloc(layout, false) });
        }
        // SAFETY: the caller's promises are System's, and nobody has the block yet.
        unsafe {
            let block = met(System.alloc(layout));
            spoil_block(block, 0, layout.size());
            block
        }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        grow(layout.size());
        if fingerprint::is_on() {
            // SAFETY: the caller's promises are the same.
            return unsafe { fingerprint::alloc(layout, true) };
        }
        if leaks::is_on() {
            // SAFETY: the caller's promises are the same.
            return met(unsafe { leaks::alloc(layout, true) });
        }
        // SAFETY: the caller's promises are System's.
        met(unsafe { System.alloc_zeroed(layout) })
    }

    unsafe fn dealloc(&self, address: *mut u8, layout: Layout) {
        if is_watched(address) {
            WATCHED_FREED.fetch_add(1, Relaxed);
            return;
        }
        shrink(layout.size());
        if fingerprint::is_on() {
            fingerprint::forget(address);
        }
        if leaks::is_on() {
            leaks::forget(address);
        }
        // SAFETY: not watched, so it came from `alloc` above; nobody uses it any more.
        unsafe {
            spoil_block(address, 0, layout.size());
            System.dealloc(address, layout);
        }
    }

    unsafe fn realloc(&self, address: *mut u8, layout: Layout, new_size: usize) -> *mut u8 {
        if is_watched(address) {
            // A block begins where its page does, and nothing else is there: what was not looked at stays so.
            if new_size <= PAGE.load(Relaxed) {
                return address;
            }
            WATCHED_FREED.fetch_add(1, Relaxed);
            // SAFETY: the caller promises a valid new size; both blocks hold the bytes copied.
            unsafe {
                let new = self.alloc(Layout::from_size_align_unchecked(new_size, layout.align()));
                if !new.is_null() {
                    std::ptr::copy_nonoverlapping(address, new, layout.size().min(new_size));
                }
                return new;
            }
        }
        if fingerprint::is_on() || leaks::is_on() {
            // SAFETY: the caller promises a valid new size; both blocks hold the bytes copied; the old one is given back
            // once.
            unsafe {
                let new = self.alloc(Layout::from_size_align_unchecked(new_size, layout.align()));
                if !new.is_null() {
                    std::ptr::copy_nonoverlapping(address, new, layout.size().min(new_size));
                    self.dealloc(address, layout);
                }
                return new;
            }
        }
        if new_size > layout.size() {
            grow(new_size - layout.size());
        } else {
            shrink(layout.size() - new_size);
        }
        // SAFETY: not watched, so it came from `alloc` above; the rest is the caller's promise. Nobody has written what is new.
        unsafe {
            let block = met(System.realloc(address, layout, new_size));
            spoil_block(block, layout.size(), new_size);
            block
        }
    }
}
