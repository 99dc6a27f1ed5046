//! Source coverage: the counters of an instrumented harness are moved into the memory that supervisor, template and
//! children share, so that whatever a child counted is there however it ended, and at the end the template has the
//! profiler turn them into a profile.

use crate::executor::shared::abi::{COUNTERS_SYMBOL, Counters, CountersFn};
use crate::executor::shared::memory::{PAGE, PROFILE_ROOM, profile_room_from};
use anyhow::{Context, bail};
use std::mem::MaybeUninit;
use std::os::fd::{AsRawFd, BorrowedFd};

/// The counters of a loaded harness, shared with everybody.
pub(crate) struct SharedCounters {
    counters: Counters,
    room: *mut u8,
    shared: *const u8,
    profile_len: usize,
}

impl SharedCounters {
    /// Moves the counters of `library` into the shared memory; none if it does not measure coverage.
    pub(crate) fn share(
        library: &libloading::Library,
        memory: BorrowedFd<'_>,
    ) -> anyhow::Result<Option<SharedCounters>> {
        // SAFETY: a symbol of this name has this type in every version; it fills what it is given.
        let counters = unsafe {
            let Ok(ask) = library.get::<CountersFn>(COUNTERS_SYMBOL.as_bytes()) else {
                return Ok(None);
            };
            let mut counters = MaybeUninit::<Counters>::uninit();
            ask(counters.as_mut_ptr());
            counters.assume_init()
        };
        // SAFETY: the harness's own function, without preconditions.
        let profile_len = usize::try_from(unsafe { (counters.profile_size)() })?;
        let shared_from = PAGE + profile_len.next_multiple_of(PAGE);
        if shared_from + counters.len > PROFILE_ROOM {
            bail!(
                "{} bytes of counters are more than there is room for",
                counters.len
            );
        }
        // SAFETY: a fresh mapping of a file that is as long; the counters are plain numbers, and nothing counts now.
        unsafe {
            let room = libc::mmap(
                std::ptr::null_mut(),
                PROFILE_ROOM,
                libc::PROT_READ | libc::PROT_WRITE,
                libc::MAP_SHARED,
                memory.as_raw_fd(),
                i64::try_from(profile_room_from())?,
            );
            if room == libc::MAP_FAILED {
                return Err(std::io::Error::last_os_error()).context("cannot share the counters");
            }
            let room = room.cast::<u8>();
            let shared = room.add(shared_from);
            shared.copy_from_nonoverlapping(counters.begin, counters.len);
            counters
                .bias
                .write_volatile(shared as i64 - counters.begin as i64);
            Ok(Some(SharedCounters {
                counters,
                room,
                shared,
                profile_len,
            }))
        }
    }

    /// Writes a profile of everything counted so far into the shared memory, and how many bytes of counters there are. No child runs
    /// now.
    pub(crate) fn write_profile(&self) {
        // SAFETY: the sizes were checked when the memory was mapped, and it stays mapped. The profiler reads the counters
        // where they were before they were moved.
        unsafe {
            let counters = &self.counters;
            counters.begin.copy_from_nonoverlapping(self.shared, counters.len);
            let written = (counters.write_profile)(self.room.add(PAGE)) == 0;
            let len = if written { self.profile_len as u64 } else { 0 };
            let room = self.room.cast::<u64>();
            room.write_volatile(len);
            room.add(1).write_volatile(counters.len as u64);
        }
    }
}
