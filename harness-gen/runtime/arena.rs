//! Memory for the values of a run, and how arms take values from it. It is not counted as the crate's.

use crate::abi::TypeEntry;
use std::alloc::Layout;

/// The table entry of `T`.
pub const fn type_entry<T>() -> TypeEntry {
    /// Drop glue of `T` behind an erased pointer.
    unsafe extern "C-unwind" fn glue<T>(value: *mut u8) {
        // SAFETY: the driver calls this once, with the address of a live `T`.
        unsafe { value.cast::<T>().drop_in_place() }
    }
    TypeEntry {
        size: size_of::<T>(),
        align: align_of::<T>(),
        drop: if std::mem::needs_drop::<T>() {
            Some(glue::<T>)
        } else {
            None
        },
    }
}

/// Moves argument `i` out of its slot. For arms.
///
/// # Safety
/// `args` has more than `i` entries, the `i`th points to a live `T`, and it is read once.
#[inline(always)]
pub unsafe fn rd<T>(args: *const *mut u8, i: usize) -> T {
    // SAFETY: promised by the caller.
    unsafe { (*args.add(i)).cast::<T>().read() }
}

/// Writes an arm's result.
///
/// # Safety
/// `out` is aligned and large enough for a `T`.
#[inline(always)]
pub unsafe fn put<T>(out: *mut u8, value: T) {
    // SAFETY: promised by the caller.
    unsafe { out.cast::<T>().write(value) }
}

/// Bump memory for slots: freed as a whole, kept from run to run.
pub struct Arena {
    chunks: Vec<(*mut u8, usize)>,
    /// Index of the chunk in use and bytes used of it.
    chunk: usize,
    used: usize,
}

/// Bytes of the first chunk: enough for ordinary programs, so that a run allocates nothing.
const CHUNK: usize = 256 * 1024;
/// Alignment of chunks; stricter types waste up to their alignment.
const CHUNK_ALIGN: usize = 64;

impl Arena {
    /// Without memory; the first value makes it get some.
    pub const fn new() -> Arena {
        Arena {
            chunks: Vec::new(),
            chunk: 0,
            used: 0,
        }
    }

    /// Forgets all values, and keeps the memory.
    pub fn reset(&mut self) {
        self.chunk = 0;
        self.used = 0;
    }

    /// Overwrites what is left of values, all of which are dropped.
    pub fn wipe(&mut self) {
        for &(base, capacity) in &self.chunks[..self.chunks.len().min(self.chunk + 1)] {
            // SAFETY: a chunk of ours, of so many bytes.
            unsafe { base.write_bytes(0, capacity) }
        }
    }

    /// Whether values may lie at this address.
    pub fn holds(&self, address: usize) -> bool {
        let within = |&(base, capacity): &(*mut u8, usize)| address.wrapping_sub(base as usize) <= capacity;
        self.chunks.iter().any(within)
    }

    /// Room for a value.
    #[inline]
    pub fn take(&mut self, size: usize, align: usize) -> *mut u8 {
        loop {
            if let Some(&(base, capacity)) = self.chunks.get(self.chunk) {
                // Alignments are powers of two; a division would cost as much as all the rest.
                let start = ((base as usize + self.used + align - 1) & !(align - 1)) - base as usize;
                if start.checked_add(size).is_some_and(|end| end <= capacity) {
                    self.used = start + size;
                    // SAFETY: `start + size` lies within the chunk.
                    return unsafe { base.add(start) };
                }
                self.chunk += 1;
                self.used = 0;
            } else {
                let capacity = CHUNK.max(size.saturating_add(align));
                let Ok(layout) = Layout::from_size_align(capacity, CHUNK_ALIGN) else {
                    std::process::abort()
                };
                // Not through the counting allocator: slots are ours, not the crate's.
                // SAFETY: the layout is not empty.
                let base = unsafe { std::alloc::GlobalAlloc::alloc(&std::alloc::System, layout) };
                if base.is_null() {
                    std::alloc::handle_alloc_error(layout);
                }
                self.chunks.push((base, capacity));
            }
        }
    }
}
