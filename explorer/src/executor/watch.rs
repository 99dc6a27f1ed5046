//! The watched pages: one piece of memory mapped twice, writable under one address and inaccessible under the other
//! until it is touched. Process-wide state, because the signal handler has no other; used by one run at a time.

use super::abi::{Control, PHASE_EVAL};
use super::record::Record;
use super::watch_parts::{self, Touch};
use anyhow::{Context, bail};
use std::ptr::null_mut;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicPtr, AtomicU32, AtomicU64, AtomicUsize};

/// Bytes of a page.
pub(super) const PAGE: usize = 4096;
/// Number of pages: one for each placeholder a program may have. Only those that are used cost memory.
pub(super) const PAGES: usize = (plans::MAX_WATCHED as usize).next_multiple_of(64);
const BYTES: usize = PAGE * PAGES;

static ALIAS: AtomicUsize = AtomicUsize::new(0);
/// From there to the writable mapping.
static OTHER: AtomicUsize = AtomicUsize::new(0);
/// Pages the current program uses, from the first.
static IN_USE: AtomicUsize = AtomicUsize::new(0);
/// Lowest open page and one past the highest; nothing is open if the first is not lower.
static OPEN_FROM: AtomicU32 = AtomicU32::new(u32::MAX);
static OPEN_TO: AtomicU32 = AtomicU32::new(0);
/// One bit per placeholder that was looked at.
static SEEN: [AtomicU64; PAGES / 64] = [const { AtomicU64::new(0) }; PAGES / 64];
/// Whether any of these bits is set.
static ANY_SEEN: AtomicBool = AtomicBool::new(false);
static CONTROL: AtomicPtr<Control> = AtomicPtr::new(null_mut());
static RECORD: AtomicPtr<Record> = AtomicPtr::new(null_mut());

/// Addresses of the two mappings.
pub(super) struct Mappings {
    pub(super) write: *mut u8,
    pub(super) alias: *mut u8,
}

/// Maps the pages. Once per process, before it forks.
pub(super) fn map() -> anyhow::Result<Mappings> {
    // SAFETY: plain system calls; the descriptor is not needed once both mappings exist.
    unsafe {
        if libc::sysconf(libc::_SC_PAGESIZE) != PAGE as i64 {
            bail!("watched pages need a page size of {PAGE} bytes");
        }
        let fd = libc::memfd_create(c"watched".as_ptr(), libc::MFD_CLOEXEC);
        if fd < 0 || libc::ftruncate(fd, BYTES as i64) != 0 {
            return Err(std::io::Error::last_os_error()).context("cannot make the watched pages");
        }
        let map = |protection| libc::mmap(std::ptr::null_mut(), BYTES, protection, libc::MAP_SHARED, fd, 0);
        let (write, alias) = (map(libc::PROT_READ | libc::PROT_WRITE), map(libc::PROT_NONE));
        libc::close(fd);
        if write == libc::MAP_FAILED || alias == libc::MAP_FAILED {
            return Err(std::io::Error::last_os_error()).context("cannot map the watched pages");
        }
        ALIAS.store(alias as usize, Relaxed);
        #[cfg(target_arch = "x86_64")]
        super::redirect::prepare();
        OTHER.store((write as usize).wrapping_sub(alias as usize), Relaxed);
        Ok(Mappings {
            write: write.cast(),
            alias: alias.cast(),
        })
    }
}

/// The program about to run uses the first `pages` pages.
pub(super) fn prepare(pages: usize) {
    IN_USE.store(pages.min(PAGES), Relaxed);
}

pub(super) fn protect(from: usize, to: usize, protection: i32) {
    // SAFETY: the range lies within our own mapping.
    unsafe {
        let address = (ALIAS.load(Relaxed) + from * PAGE) as *mut libc::c_void;
        libc::mprotect(address, (to - from) * PAGE, protection);
    }
}

fn note_open(from: usize, to: usize) {
    OPEN_FROM.fetch_min(from as u32, Relaxed);
    OPEN_TO.fetch_max(to as u32, Relaxed);
}

/// Makes the current program's pages accessible: touches from here on are no demands. Called by the harness.
pub(super) unsafe extern "C" fn open_all() {
    let pages = IN_USE.load(Relaxed);
    if pages > 0 {
        protect(0, pages, libc::PROT_READ | libc::PROT_WRITE);
        note_open(0, pages);
    }
}

/// Makes everything inaccessible again, after a run. No system call if nothing was opened.
pub(super) fn close_all() {
    watch_parts::forget(IN_USE.load(Relaxed));
    if ANY_SEEN.swap(false, Relaxed) {
        for bits in &SEEN {
            bits.store(0, Relaxed);
        }
    }
    let (from, to) = (OPEN_FROM.load(Relaxed), OPEN_TO.load(Relaxed));
    if from < to {
        protect(from as usize, to as usize, libc::PROT_NONE);
        OPEN_FROM.store(u32::MAX, Relaxed);
        OPEN_TO.store(0, Relaxed);
    }
}

/// Where looks at placeholders are noted from here on. Both live as long as the process.
pub(super) fn note_in(control: *mut Control, record: &'static Record) {
    CONTROL.store(control, Relaxed);
    RECORD.store(std::ptr::from_ref(record).cast_mut(), Relaxed);
}

/// Notes a look at a placeholder. Called by the harness, on any thread, and where a page is touched.
pub(super) unsafe extern "C" fn demanded(placeholder: u32) {
    let Some(bits) = SEEN.get(placeholder as usize / 64) else {
        return;
    };
    let bit = 1 << (placeholder % 64);
    let (control, record) = (CONTROL.load(Relaxed), RECORD.load(Relaxed));
    if bits.fetch_or(bit, Relaxed) & bit != 0 || record.is_null() {
        return;
    }
    ANY_SEEN.store(true, Relaxed);
    // SAFETY: `note_in` stored both; they live as long as the process.
    unsafe {
        if (&raw const (*control).phase).read_volatile() == PHASE_EVAL {
            let is_demand = (&raw const (*control).recording).read_volatile() == 1;
            (*record).log_touch(placeholder, is_demand);
        }
    }
}

/// What has to be added to an address of a watched page to come to the writable mapping.
#[cfg(target_arch = "x86_64")]
pub(super) fn to_the_other_mapping() -> i64 {
    OTHER.load(Relaxed) as i64
}

/// Whether a placeholder was looked at.
pub(super) fn is_seen(placeholder: usize) -> bool {
    SEEN[placeholder / 64].load(Relaxed) & (1 << (placeholder % 64)) != 0
}

/// These bytes are about to be looked at by whoever does not fault. Called by the harness, on any thread.
pub(super) unsafe extern "C" fn looked_at(address: *const u8, len: usize) {
    let from = (address as usize).saturating_sub(ALIAS.load(Relaxed));
    if len == 0 {
        return;
    }
    for page in from / PAGE..=(from + len - 1).min(BYTES - 1) / PAGE {
        watch_parts::look(page, 0, PAGE);
        open(page);
    }
}

/// Handles a fault at `address` if it lies in a watched page: notes the touch and opens the page. Called from the
/// signal handler: nothing here allocates or locks.
pub(super) fn touched(address: usize, control: *const Control, context: *mut libc::c_void) -> bool {
    let Some(offset) = address
        .checked_sub(ALIAS.load(Relaxed))
        .filter(|&offset| offset < BYTES)
    else {
        return false;
    };
    let page = offset / PAGE;
    if is_evaluating(control) {
        match watch_parts::touch(page, offset % PAGE, context) {
            #[cfg(target_arch = "x86_64")]
            Touch::Redirected => {}
            #[cfg(target_arch = "x86_64")]
            Touch::Stepped => protect(page, page + 1, libc::PROT_READ | libc::PROT_WRITE),
            Touch::Opens => open(page),
        }
        return true;
    }
    open(page);
    true
}

fn is_evaluating(control: *const Control) -> bool {
    // SAFETY: `control` is the shared block, which lives as long as the process.
    unsafe { (&raw const (*control).phase).read_volatile() == PHASE_EVAL }
}

fn open(page: usize) {
    protect(page, page + 1, libc::PROT_READ | libc::PROT_WRITE);
    note_open(page, page + 1);
}
