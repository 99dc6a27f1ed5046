//! The stack that plans run on: of known size, with a guard below it, mapped once by the template.

use std::ops::Range;

/// The stack plans run on.
pub(crate) struct Stack {
    pub(crate) guard: Range<usize>,
    pub(crate) usable: Range<usize>,
}

impl Stack {
    /// Far larger than the stack of a test's thread: what overflows here recurses without end, and a large array that
    /// is passed by value does not count as a fault.
    const USABLE: usize = 64 << 20;
    /// Large enough that no probed or ordinary frame jumps over it.
    const GUARD: usize = 1 << 20;

    /// Maps a stack; the template never touches it, so every child gets it fresh.
    pub(crate) fn map() -> anyhow::Result<Self> {
        let len = Self::GUARD + Self::USABLE;
        let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE;
        // SAFETY: a fresh mapping of our own.
        unsafe {
            let base = libc::mmap(std::ptr::null_mut(), len, libc::PROT_NONE, flags, -1, 0);
            if base == libc::MAP_FAILED {
                return Err(std::io::Error::last_os_error().into());
            }
            let usable = base.byte_add(Self::GUARD);
            if libc::mprotect(usable, Self::USABLE, libc::PROT_READ | libc::PROT_WRITE) != 0 {
                return Err(std::io::Error::last_os_error().into());
            }
            let (guard, usable) = (base as usize, usable as usize);
            Ok(Self {
                guard: guard..usable,
                usable: usable..usable + Self::USABLE,
            })
        }
    }
}
