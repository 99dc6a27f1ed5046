//! Tells values apart by their memory: two values whose bytes and blocks are the same, but for where the blocks lie,
//! behave the same. No trait is needed and none is called. A value gets no fingerprint if anything about it is doubtful: a
//! pointer to where other values of the run lie, or a block of the run that is not found from it (a tagged pointer, or one
//! that a static holds).
//!
//! Not seen is what a value stands for outside of its memory: a place in a table that a static holds, a file.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Most blocks a value may consist of.
const BLOCKS: usize = 512;
/// Most bytes.
const BYTES: usize = 1 << 16;
const WORD: usize = size_of::<usize>();

#[derive(Clone, Copy)]
struct Block {
    from: usize,
    size: usize,
    align: usize,
    /// Position in the order in which they were found, from 1; 0: not found.
    found: usize,
}

/// The blocks that this run allocated and did not free.
struct Blocks {
    len: usize,
    /// There were more than there is room for.
    overflowed: bool,
    blocks: [Block; BLOCKS],
}

static BLOCKS_OF_RUN: Mutex<Blocks> = Mutex::new(Blocks {
    len: 0,
    overflowed: false,
    blocks: [Block {
        from: 0,
        size: 0,
        align: 0,
        found: 0,
    }; BLOCKS],
});
static IS_ON: AtomicBool = AtomicBool::new(false);

fn blocks() -> MutexGuard<'static, Blocks> {
    // Nothing in here panics while it is held.
    BLOCKS_OF_RUN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// From here on blocks are noted.
pub fn begin() {
    let mut blocks = blocks();
    blocks.len = 0;
    blocks.overflowed = false;
    IS_ON.store(true, Relaxed);
}

/// Blocks are not noted any more.
pub fn end() {
    IS_ON.store(false, Relaxed);
}

/// Whether blocks are noted.
#[inline]
pub fn is_on() -> bool {
    IS_ON.load(Relaxed)
}

/// Allocates a block and notes it. What nobody writes to is zero, so that it is the same every time.
///
/// # Safety
/// As for [`GlobalAlloc::alloc`].
#[cold]
pub unsafe fn alloc(layout: Layout) -> *mut u8 {
    // SAFETY: the caller's promises are System's.
    let address = unsafe { System.alloc_zeroed(layout) };
    if !address.is_null() {
        let mut blocks = blocks();
        let len = blocks.len;
        match blocks.blocks.get_mut(len) {
            Some(block) => {
                *block = Block {
                    from: address as usize,
                    size: layout.size(),
                    align: layout.align(),
                    found: 0,
                };
                blocks.len += 1;
            }
            None => blocks.overflowed = true,
        }
    }
    address
}

/// The block at this address is about to be freed.
#[cold]
pub fn forget(address: *mut u8) {
    let mut blocks = blocks();
    let len = blocks.len;
    let found = blocks.blocks[..len]
        .iter()
        .rposition(|block| block.from == address as usize);
    if let Some(position) = found {
        blocks.blocks.copy_within(position + 1..len, position);
        blocks.len -= 1;
    }
}

/// The fingerprint of the value of `size` bytes at `value`; 0 if it has none. `is_elsewhere` tells addresses at which other
/// values of the run lie.
///
/// # Safety
/// The value is live and aligned to its type.
pub unsafe fn of(value: *const u8, size: usize, is_elsewhere: &dyn Fn(usize) -> bool) -> u64 {
    let mut blocks = blocks();
    if blocks.overflowed {
        return 0;
    }
    let len = blocks.len;
    let blocks = &mut blocks.blocks[..len];
    for block in &mut *blocks {
        block.found = 0;
    }
    let mut hash = mixed(0x51, size as u64);
    let mut found = 0;
    let mut bytes = 0;
    let (mut from, mut size) = (value as usize, size);
    // Breadth first: the value, then the blocks in the order in which they were found.
    for turn in 1.. {
        bytes += size;
        if bytes > BYTES {
            return 0;
        }
        let mut at = from;
        while at < from + size {
            if at % WORD != 0 || at + WORD > from + size {
                // SAFETY: within the value or a live block. Bytes that were never written are whatever they are.
                let byte = unsafe { (at as *const u8).read_volatile() };
                hash = mixed(hash, u64::from(byte));
                at += 1;
                continue;
            }
            // SAFETY: as above, and aligned.
            let word = unsafe { (at as *const usize).read_volatile() };
            at += WORD;
            let holds = |block: &Block| word >= block.from && word < block.from + block.size;
            let ends_at = |block: &Block| word == block.from + block.size;
            let position = (blocks.iter().position(holds)).or_else(|| blocks.iter().position(ends_at));
            let Some(block) = position.map(|position| &mut blocks[position]) else {
                if is_elsewhere(word) {
                    return 0;
                }
                hash = mixed(hash, word as u64);
                continue;
            };
            if block.found == 0 {
                found += 1;
                block.found = found;
                hash = mixed(mixed(hash, block.size as u64), block.align as u64);
            }
            // An odd constant: a number that happens to be the same is another value.
            hash = mixed(hash ^ 0x9e37_79b9_7f4a_7c15, block.found as u64);
            hash = mixed(hash, (word - block.from) as u64);
        }
        let Some(next) = blocks.iter().find(|block| block.found == turn) else {
            break;
        };
        (from, size) = (next.from, next.size);
    }
    if found < len { 0 } else { hash.max(1) }
}

fn mixed(hash: u64, part: u64) -> u64 {
    let number = (hash.rotate_left(23) ^ part).wrapping_mul(0xd6e8_feb8_6659_fd93);
    (number ^ (number >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93)
}
