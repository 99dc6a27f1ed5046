//! The memory of the watched pages, mapped twice: writable under one address, and under the other inaccessible until it is
//! touched. Process-wide state, because the signal handler has no other.

use crate::executor::shared::memory_file::memory_file;
use crate::executor::shared::record::PAGES;
use anyhow::{Context, bail};
use std::os::fd::AsRawFd;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::Relaxed;

/// Bytes of a page.
pub(crate) const PAGE: usize = 4096;
pub(super) const BYTES: usize = PAGE * PAGES;

static ALIAS: AtomicUsize = AtomicUsize::new(0);
/// From there to the writable mapping.
static OTHER: AtomicUsize = AtomicUsize::new(0);

/// Addresses of the two mappings.
pub(crate) struct Mappings {
    pub(crate) write: *mut u8,
    pub(crate) alias: *mut u8,
}

/// Maps the pages. Once per process, before it forks.
pub(crate) fn map() -> anyhow::Result<Mappings> {
    // SAFETY: plain system calls; the descriptor is not needed once both mappings exist.
    unsafe {
        if libc::sysconf(libc::_SC_PAGESIZE) != PAGE as i64 {
            bail!("watched pages need a page size of {PAGE} bytes");
        }
        let file = memory_file(c"watched", BYTES).context("cannot make the watched pages")?;
        let fd = file.as_raw_fd();
        let map = |protection| libc::mmap(std::ptr::null_mut(), BYTES, protection, libc::MAP_SHARED, fd, 0);
        let (write, alias) = (map(libc::PROT_READ | libc::PROT_WRITE), map(libc::PROT_NONE));
        if write == libc::MAP_FAILED || alias == libc::MAP_FAILED {
            return Err(std::io::Error::last_os_error()).context("cannot map the watched pages");
        }
        ALIAS.store(alias as usize, Relaxed);
        OTHER.store((write as usize).wrapping_sub(alias as usize), Relaxed);
        Ok(Mappings {
            write: write.cast(),
            alias: alias.cast(),
        })
    }
}

/// Lets the pages `from..to` be touched, or not, where they are watched.
pub(super) fn protect(from: usize, to: usize, protection: i32) {
    // SAFETY: the range lies within our own mapping.
    unsafe {
        let address = (ALIAS.load(Relaxed) + from * PAGE) as *mut libc::c_void;
        libc::mprotect(address, (to - from) * PAGE, protection);
    }
}

/// Where a byte lies in the watched pages, if it does.
pub(super) fn offset(address: usize) -> Option<usize> {
    let offset = address.checked_sub(ALIAS.load(Relaxed));
    offset.filter(|&offset| offset < BYTES)
}

/// What has to be added to an address of a watched page to come to the writable mapping.
#[cfg(target_arch = "x86_64")]
pub(super) fn to_the_other_mapping() -> i64 {
    OTHER.load(Relaxed) as i64
}
