//! Tells values apart by their memory: two values whose bytes and blocks are the same, but for where the blocks lie,
//! behave the same. No trait is needed and none is called. A value gets no fingerprint if anything about it is doubtful: a
//! pointer to where other values of the run lie, or a block of the run that is not found from it (a tagged pointer, or one
//! that a static holds).
//!
//! Each plan runs twice, with all memory that it gets filled with another byte each time, but for blocks that are larger than a
//! value may be. What then differs in just this way was never written (padding, room to spare) and is left out; a value that
//! differs in another way has no fingerprint.
//!
//! Not seen is what a value stands for outside of its memory: a place in a table that a static holds, a file.

use std::alloc::{GlobalAlloc, Layout, System};
use std::mem::MaybeUninit;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Most blocks a value may consist of.
const BLOCKS: usize = 512;
/// Most bytes.
const BYTES: usize = 1 << 13;
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
/// What memory is filled with in the first and the second run.
const FILLINGS: [u8; 2] = [0xa5, 0x5a];
static FILLING: AtomicU8 = AtomicU8::new(FILLINGS[0]);
/// Addresses of code and data of the running system begin here; no block or image is below.
const ADDRESSES: std::ops::Range<usize> = 1 << 46..1 << 47;
/// Bytes of the stack that a run finds filled.
const STACK: usize = 8 << 10;

/// What the first run of a plan built.
static FIRST: Mutex<Picture> = Mutex::new(Picture::new());
static SECOND: Mutex<Picture> = Mutex::new(Picture::new());

/// A value without the places at which it lies.
struct Picture {
    len: usize,
    /// Kind of each word, and the word.
    words: [(u8, usize); BYTES / WORD + WORD],
}

const RAW: u8 = 1;
const BYTE: u8 = 2;
const BLOCK: u8 = 3;
const IMAGE: u8 = 4;

impl Picture {
    const fn new() -> Picture {
        Picture {
            len: 0,
            words: [(0, 0); BYTES / WORD + WORD],
        }
    }

    fn push(&mut self, kind: u8, word: usize) -> Option<()> {
        *self.words.get_mut(self.len)? = (kind, word);
        self.len += 1;
        Some(())
    }
}

fn blocks() -> MutexGuard<'static, Blocks> {
    // Nothing in here panics while it is held.
    BLOCKS_OF_RUN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// From here on blocks are noted, in run 1 or 2 of a plan.
pub fn begin(run: u32) {
    FILLING.store(FILLINGS[usize::from(run == 2)], Relaxed);
    fill_stack();
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

/// Fills memory that is about to be handed out.
///
/// # Safety
/// So many bytes may be written there.
#[cold]
pub unsafe fn fill(address: *mut u8, size: usize) {
    // SAFETY: promised by the caller.
    unsafe { address.write_bytes(FILLING.load(Relaxed), size) }
}

/// What was on the stack before is no part of a value either.
#[inline(never)]
fn fill_stack() {
    let mut below = [const { MaybeUninit::<u8>::uninit() }; STACK];
    // SAFETY: a local array.
    unsafe { fill(below.as_mut_ptr().cast(), STACK) };
    std::hint::black_box(&mut below);
}

/// Allocates a block and notes it.
///
/// # Safety
/// As for [`GlobalAlloc::alloc`].
#[cold]
pub unsafe fn alloc(layout: Layout, zeroed: bool) -> *mut u8 {
    // SAFETY: the caller's promises are System's.
    let address = unsafe { System.alloc_zeroed(layout) };
    if !address.is_null() {
        // To fill what is larger may take a thousand times as long as the run does.
        if !zeroed && layout.size() <= BYTES {
            // SAFETY: the block was just allocated.
            unsafe { fill(address, layout.size()) };
        }
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

/// The fingerprint of the value of `size` bytes at `value`; 0 if it has none, and after the first of two runs. `is_elsewhere`
/// tells addresses at which other values of the run lie.
///
/// # Safety
/// The value is live and aligned to its type.
pub unsafe fn of(run: u32, value: *const u8, size: usize, is_elsewhere: &dyn Fn(usize) -> bool) -> u64 {
    let picture = if run == 2 { &SECOND } else { &FIRST };
    let mut picture = picture.lock().unwrap_or_else(PoisonError::into_inner);
    picture.len = 0;
    // SAFETY: promised by the caller.
    let taken = unsafe { take(&mut picture, value as usize, size, is_elsewhere) };
    if taken.is_none() {
        picture.len = 0;
    }
    if run != 2 {
        return 0;
    }
    let first = FIRST.lock().unwrap_or_else(PoisonError::into_inner);
    compare(&first.words[..first.len], &picture.words[..picture.len]).unwrap_or(0)
}

/// Breadth first: the value, then the blocks in the order in which they were found. None: something is doubtful.
///
/// # Safety
/// As for [`of`].
unsafe fn take(
    picture: &mut Picture,
    value: usize,
    size: usize,
    is_elsewhere: &dyn Fn(usize) -> bool,
) -> Option<()> {
    let mut blocks = blocks();
    if blocks.overflowed {
        return None;
    }
    let len = blocks.len;
    let blocks = &mut blocks.blocks[..len];
    for block in &mut *blocks {
        block.found = 0;
    }
    let image = image();
    let mut found = 0;
    let (mut from, mut size) = (value, size);
    picture.push(RAW, size)?;
    for turn in 1.. {
        if size > BYTES {
            return None;
        }
        let mut at = from;
        while at < from + size {
            if at % WORD != 0 || at + WORD > from + size {
                // SAFETY: within the value or a live block, of at most `BYTES`, all bytes of which were filled before they were handed out.
                let byte = unsafe { (at as *const u8).read_volatile() };
                picture.push(BYTE, usize::from(byte))?;
                at += 1;
                continue;
            }
            // SAFETY: as above, and aligned.
            let word = unsafe { (at as *const usize).read_volatile() };
            at += WORD;
            let holds = |block: &Block| word >= block.from && word < block.from + block.size;
            let ends_at = |block: &Block| word == block.from + block.size;
            let position = (blocks.iter().position(holds)).or_else(|| blocks.iter().position(ends_at));
            if let Some(block) = position.map(|position| &mut blocks[position]) {
                if block.found == 0 {
                    found += 1;
                    block.found = found;
                    picture.push(BLOCK, block.size)?;
                    picture.push(BLOCK, block.align)?;
                }
                picture.push(BLOCK, block.found)?;
                picture.push(BLOCK, word - block.from)?;
            } else if image.contains(&word) {
                picture.push(IMAGE, word - image.start)?;
            } else if is_elsewhere(word) || ADDRESSES.contains(&word) {
                return None;
            } else {
                picture.push(RAW, word)?;
            }
        }
        let Some(next) = blocks.iter().find(|block| block.found == turn) else {
            break;
        };
        (from, size) = (next.from, next.size);
    }
    (found == len).then_some(())
}

/// Of what both runs wrote alike.
fn compare(first: &[(u8, usize)], second: &[(u8, usize)]) -> Option<u64> {
    if first.is_empty() || first.len() != second.len() {
        return None;
    }
    let mut hash = first.len() as u64;
    for (&(kind, one), &(other_kind, other)) in first.iter().zip(second) {
        if kind != other_kind {
            return None;
        }
        let mut written = usize::MAX;
        if one != other {
            let bytes = one.to_le_bytes().into_iter().zip(other.to_le_bytes());
            let bytes = bytes.take(if kind == BYTE { 1 } else { WORD });
            for (place, (one, other)) in bytes.enumerate() {
                if [one, other] == FILLINGS {
                    written &= !(0xff << (8 * place));
                } else if one != other {
                    return None;
                }
            }
            if kind != RAW && kind != BYTE {
                return None;
            }
        }
        hash = mixed(mixed(hash, u64::from(kind)), (one & written) as u64);
        hash = mixed(hash, written as u64);
    }
    Some(hash.max(1))
}

/// Where this library lies: pointers into it are the same in all processes but for its beginning.
fn image() -> std::ops::Range<usize> {
    unsafe extern "C" {
        /// The linker's name for the first byte of the library.
        #[link_name = "__ehdr_start"]
        static HEADER: [u8; 64];
    }
    // SAFETY: the library begins with its ELF header, which says where the table of segments is; both are loaded.
    unsafe {
        let base = &raw const HEADER as usize;
        let table = base + ((base + 32) as *const u64).read() as usize;
        let entry = usize::from(((base + 54) as *const u16).read());
        let count = usize::from(((base + 56) as *const u16).read());
        let end = (0..count).map(|number| {
            let segment = table + number * entry;
            let is_loaded = (segment as *const u32).read() == 1;
            let end = ((segment + 16) as *const u64).read() + ((segment + 40) as *const u64).read();
            if is_loaded { end as usize } else { 0 }
        });
        base..base + end.max().unwrap_or(0)
    }
}

fn mixed(hash: u64, part: u64) -> u64 {
    let number = (hash.rotate_left(23) ^ part).wrapping_mul(0xd6e8_feb8_6659_fd93);
    (number ^ (number >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93)
}
