//! What becomes of the watched pages in the course of a run: a page that is touched is noted and opened, part by part where
//! it has parts, and after the run everything is closed again. Used by one run at a time.

use super::mapping::{self, BYTES, PAGE, protect};
use super::parts::{self, Touch};
use super::seen;
use crate::executor::shared::abi::{Control, PHASE_EVAL};
use crate::executor::shared::record::PAGES;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicU32, AtomicUsize};

/// Pages the current program uses, from the first.
static IN_USE: AtomicUsize = AtomicUsize::new(0);
/// Lowest open page and one past the highest; nothing is open if the first is not lower.
static OPEN_FROM: AtomicU32 = AtomicU32::new(u32::MAX);
static OPEN_TO: AtomicU32 = AtomicU32::new(0);
/// The program about to run uses the first `pages` pages.
pub(crate) fn prepare(pages: usize) {
    IN_USE.store(pages.min(PAGES), Relaxed);
}

fn note_open(from: usize, to: usize) {
    OPEN_FROM.fetch_min(from as u32, Relaxed);
    OPEN_TO.fetch_max(to as u32, Relaxed);
}

/// Makes the current program's pages accessible: touches from here on are no demands. Called by the harness.
pub(crate) unsafe extern "C" fn open_all() {
    let pages = IN_USE.load(Relaxed);
    if pages > 0 {
        protect(0, pages, libc::PROT_READ | libc::PROT_WRITE);
        note_open(0, pages);
    }
}

/// Makes everything inaccessible again, after a run. No system call if nothing was opened.
pub(crate) fn close_all() {
    parts::forget(IN_USE.load(Relaxed));
    seen::forget();
    let (from, to) = (OPEN_FROM.load(Relaxed), OPEN_TO.load(Relaxed));
    if from < to {
        protect(from as usize, to as usize, libc::PROT_NONE);
        OPEN_FROM.store(u32::MAX, Relaxed);
        OPEN_TO.store(0, Relaxed);
    }
}

/// These bytes are about to be looked at by whoever does not fault. Called by the harness, on any thread.
pub(crate) unsafe extern "C" fn looked_at(address: *const u8, len: usize) {
    if len == 0 {
        return;
    }
    let Some(from) = mapping::offset(address as usize) else {
        return;
    };
    for page in from / PAGE..=(from + len - 1).min(BYTES - 1) / PAGE {
        parts::look(page, 0, PAGE);
        open(page);
    }
}

/// Handles a fault at `address` if it lies in a watched page: notes the touch and opens the page. Called from the
/// signal handler: nothing here allocates or locks.
pub(crate) fn touched(address: usize, control: *const Control, context: *mut libc::c_void) -> bool {
    let Some(offset) = mapping::offset(address) else {
        return false;
    };
    let page = offset / PAGE;
    if is_evaluating(control) {
        match parts::touch(page, offset % PAGE, context) {
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
