//! The stack that plans run on: of known size, with a guard below it, mapped once by the template.

use crate::executor::shared::abi::STACK_OF_A_TEST;
use crate::executor::shared::memory::PAGE;
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
    /// A run that comes as deep is in a recursion, most likely. Less than a test has.
    const DEEP: usize = 1 << 20;

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

    /// From here on runs have as much of it as a test has, or all. No run is in flight. Returns what is guarded besides.
    pub(crate) fn limit(&self, is_of_a_test: bool) -> Range<usize> {
        let end = self.usable.end - STACK_OF_A_TEST;
        let guard = end - Self::GUARD..end;
        let protection = match is_of_a_test {
            true => libc::PROT_NONE,
            false => libc::PROT_READ | libc::PROT_WRITE,
        };
        // SAFETY: a part of our own mapping, which the frames of the caller do not reach down to.
        let done = unsafe { libc::mprotect(guard.start as *mut libc::c_void, Self::GUARD, protection) };
        match is_of_a_test && done == 0 {
            true => guard,
            false => 0..0,
        }
    }

    /// From here on the first use of what is [`Self::DEEP`] is a fault, until it is opened. One page: every frame that begins beyond
    /// it has used it, so no call of the kernel is the first. No run is in flight. Returns its address, 0 if it cannot be.
    pub(crate) fn close_tripwire(&self) -> usize {
        let page = self.usable.end - Self::DEEP;
        // SAFETY: as above.
        let done = unsafe { libc::mprotect(page as *mut libc::c_void, PAGE, libc::PROT_NONE) };
        if done == 0 { page } else { 0 }
    }
}

/// Opens what [`Stack::close_tripwire`] has closed. Async-signal-safe.
pub(crate) fn open_tripwire(page: usize) -> bool {
    // SAFETY: a page of the stack that runs have, which was closed.
    unsafe {
        libc::mprotect(
            page as *mut libc::c_void,
            PAGE,
            libc::PROT_READ | libc::PROT_WRITE,
        ) == 0
    }
}
