//! Which blocks a run has left: each that it allocates is noted until it is freed, if that is wanted of the run. Addresses are
//! noted with their bits inverted, and nothing else of ours holds them, so that a pointer to a block is one of the crate's.

use crate::abi::{LeftBlock, Services};
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::collections::BTreeMap;
use std::mem::MaybeUninit;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

static IS_ON: AtomicBool = AtomicBool::new(false);
/// Bytes of blocks by their inverted address.
static LEFT: Mutex<BTreeMap<usize, usize>> = Mutex::new(BTreeMap::new());

/// What callers and arguments still hold at the end of the run: plain values, which nobody drops. Their pointers are given away.
static GIVEN: Mutex<Vec<MaybeUninit<u8>>> = Mutex::new(Vec::new());

/// Bytes that no pointer to a block points to, at its end: the system's allocator has pointers of its own to the head of what is
/// behind a block, which begins within the last bytes of that.
const BEHIND: usize = 16;

thread_local! {
    /// This thread is at the table, whose own blocks are not noted.
    static IS_NOTING: Cell<bool> = const { Cell::new(false) };
}

/// Whether blocks are noted.
#[inline]
pub fn is_on() -> bool {
    IS_ON.load(Relaxed)
}

/// A run begins whose blocks are noted.
pub fn begin_run() {
    *GIVEN.lock().unwrap_or_else(PoisonError::into_inner) = Vec::new();
    IS_ON.store(true, Relaxed);
}

fn note(work: impl FnOnce(&mut BTreeMap<usize, usize>)) {
    IS_NOTING.with(|is_noting| {
        if !is_noting.replace(true) {
            work(&mut LEFT.lock().unwrap_or_else(PoisonError::into_inner));
            is_noting.set(false);
        }
    });
}

/// A block of the system's, noted.
///
/// # Safety
/// As [`GlobalAlloc::alloc`].
pub unsafe fn alloc(layout: Layout, zeroed: bool) -> *mut u8 {
    let size = layout.size().saturating_add(BEHIND);
    let Ok(larger) = Layout::from_size_align(size, layout.align()) else {
        return std::ptr::null_mut();
    };
    // SAFETY: the layout is not empty. Where there are harnesses the system frees blocks by their address, whatever their size.
    let block = unsafe {
        match zeroed {
            true => System.alloc_zeroed(larger),
            false => System.alloc(larger),
        }
    };
    if !block.is_null() {
        note(|left| {
            left.insert(!(block as usize), layout.size());
        });
    }
    block
}

/// A block is freed.
pub fn forget(block: *mut u8) {
    note(|left| {
        left.remove(&!(block as usize));
    });
}

/// A value of the run that has no drop glue, and was not taken by a call.
///
/// # Safety
/// `value` points to so many bytes.
pub unsafe fn give(value: *const u8, size: usize) {
    // Its own block is not noted.
    note(|_| {
        let mut given = GIVEN.lock().unwrap_or_else(PoisonError::into_inner);
        let at = given.len();
        // Words stay words.
        let end = (at + size).next_multiple_of(size_of::<usize>());
        given.resize(end, MaybeUninit::new(0));
        // SAFETY: promised by the caller; there is room.
        unsafe { std::ptr::copy_nonoverlapping(value.cast(), given.as_mut_ptr().add(at), size) }
    });
}

/// The run is over. If it `returned`, what it has left is handed over.
pub fn end_run(returned: bool, services: &Services) {
    IS_ON.store(false, Relaxed);
    let left = std::mem::take(&mut *LEFT.lock().unwrap_or_else(PoisonError::into_inner));
    let blocks: Vec<LeftBlock> = (left.into_iter())
        .map(|(hidden, len)| LeftBlock { hidden, len })
        .collect();
    if returned && !blocks.is_empty() {
        // SAFETY: the executor's own function, and the blocks live until it returns.
        unsafe { (services.left)(blocks.as_ptr(), blocks.len()) }
    }
}
