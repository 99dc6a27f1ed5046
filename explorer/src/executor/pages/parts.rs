//! Watched pages, part by part where they have parts. A page stays closed while a part of it was not looked at; what bytes
//! an instruction touches says which parts it looks at, and it is carried out on the other mapping of the page
//! ([`super::redirect`]), else alone with the page open.
//!
//! On x86-64 only: elsewhere the first touch of such a page counts for all of its parts.

use super::mapping::PAGE;
#[cfg(target_arch = "x86_64")]
use super::redirect;
use super::{mapping, seen};
use crate::executor::shared::abi::WatchedPart;
use crate::executor::shared::record::PAGES;
use std::cell::Cell;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicU16, AtomicU32, AtomicUsize};

/// Touches of one page in one run after which all of its parts count as looked at: each costs as much as thousands of
/// instructions.
const MOST_TOUCHES: u32 = 256;
/// The same of touches one after another that look at nothing new, as those of a long copy do.
const MOST_IDLE: u32 = 32;
/// Touches after which a page that has nothing left to look at is opened: that takes longer than a touch, and so does
/// closing it.
const FEW_TOUCHES: u32 = 4;
/// Pages that one instruction can touch.
const MOST_OPEN: usize = 8;
/// Of [`AtomicU16`] that name a placeholder: none.
const NONE: u16 = 0;

/// By page: one more than the placeholder that is its first part.
static FIRST: [AtomicU16; PAGES] = [const { AtomicU16::new(NONE) }; PAGES];
/// By placeholder: one more than the next one of its page.
static NEXT: [AtomicU16; PAGES] = [const { AtomicU16::new(NONE) }; PAGES];
/// By placeholder: first byte in its page, and one past the last.
static FROM: [AtomicU16; PAGES] = [const { AtomicU16::new(0) }; PAGES];
static TO: [AtomicU16; PAGES] = [const { AtomicU16::new(0) }; PAGES];
/// By page: touches in this run.
static TOUCHES: [AtomicU32; PAGES] = [const { AtomicU32::new(0) }; PAGES];
/// Touches of all pages in this run.
static ALL_TOUCHES: AtomicU32 = AtomicU32::new(0);
/// By page: touches since one that looked at something new.
static IDLE: [AtomicU32; PAGES] = [const { AtomicU32::new(0) }; PAGES];
/// Whether this run has pages with parts.
static ARE_USED: AtomicBool = AtomicBool::new(false);
/// Whether this run has started threads: a page that is open for an instruction of one would be open for all.
static HAS_THREADS: AtomicBool = AtomicBool::new(false);
/// Pages that are open for one instruction, and how many of them.
static STEPPED: [AtomicUsize; MOST_OPEN] = [const { AtomicUsize::new(0) }; MOST_OPEN];
static STEPPED_COUNT: AtomicUsize = AtomicUsize::new(0);

thread_local! {
    /// True on the thread that runs plans.
    static RUNS_PLANS: Cell<bool> = const { Cell::new(false) };
}

/// Called by the thread that is going to run plans.
pub(crate) fn begin_thread() {
    RUNS_PLANS.set(true);
}

/// The code that runs is about to start a thread. Called by the harness, on any thread.
pub(crate) unsafe extern "C" fn thread_begins() {
    HAS_THREADS.store(true, Relaxed);
}

/// Tells which parts of pages are placeholders. Called by the harness, before the pages are used.
pub(crate) unsafe extern "C" fn watch_parts(parts: *const WatchedPart, count: usize) {
    ARE_USED.store(true, Relaxed);
    // SAFETY: the harness tells so many.
    for part in unsafe { std::slice::from_raw_parts(parts, count) } {
        let (page, placeholder) = (part.page as usize, part.placeholder as usize);
        if page >= PAGES || placeholder >= PAGES {
            continue;
        }
        FROM[placeholder].store(part.from as u16, Relaxed);
        TO[placeholder].store(part.to as u16, Relaxed);
        let first = FIRST[page].load(Relaxed);
        NEXT[placeholder].store(first, Relaxed);
        FIRST[page].store(placeholder as u16 + 1, Relaxed);
    }
}

/// How often watched pages were touched since this was asked last.
pub(crate) fn take_touches() -> u32 {
    ALL_TOUCHES.swap(0, Relaxed)
}

/// A run is over: there are no parts any more.
pub(crate) fn forget(pages: usize) {
    if HAS_THREADS.load(Relaxed) {
        HAS_THREADS.store(false, Relaxed);
    }
    if ARE_USED.swap(false, Relaxed) {
        for page in 0..pages {
            FIRST[page].store(NONE, Relaxed);
            TOUCHES[page].store(0, Relaxed);
            IDLE[page].store(0, Relaxed);
        }
        STEPPED_COUNT.store(0, Relaxed);
    }
}

/// Bytes `from..to` of the page were looked at. True if some part of it was not looked at yet.
pub(crate) fn look(page: usize, from: usize, to: usize) -> bool {
    if FIRST[page].load(Relaxed) == NONE {
        // SAFETY: any number may be told.
        unsafe { seen::demanded(page as u32) };
        return false;
    }
    // What a page is about was looked at before its parts were.
    for is_whole in [true, false] {
        for placeholder in parts(page) {
            let range = (FROM[placeholder].load(Relaxed) as usize)..(TO[placeholder].load(Relaxed) as usize);
            let is_touched = range.start < to && from < range.end;
            if is_touched && is_whole == (range.len() == PAGE) && !seen::is_seen(placeholder) {
                IDLE[page].store(0, Relaxed);
                // SAFETY: any number may be told.
                unsafe { seen::demanded(placeholder as u32) };
            }
        }
    }
    parts(page).any(|placeholder| !seen::is_seen(placeholder))
}

fn parts(page: usize) -> impl Iterator<Item = usize> {
    let named = |cell: &AtomicU16| cell.load(Relaxed).checked_sub(1).map(usize::from);
    std::iter::successors(named(&FIRST[page]), move |&placeholder| named(&NEXT[placeholder]))
}

/// How a touch of a page with parts is carried out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Touch {
    /// With the page open from now on.
    Opens,
    /// With the page open for this instruction.
    #[cfg(target_arch = "x86_64")]
    Stepped,
    /// Elsewhere; the page stays closed.
    #[cfg(target_arch = "x86_64")]
    Redirected,
}

/// Notes what the touch at this byte of a page looks at.
#[cfg(target_arch = "x86_64")]
pub(crate) fn touch(page: usize, byte: usize, context: *mut libc::c_void) -> Touch {
    ARE_USED.store(true, Relaxed);
    ALL_TOUCHES.fetch_add(1, Relaxed);
    let count = STEPPED_COUNT.load(Relaxed);
    let touches = TOUCHES[page].fetch_add(1, Relaxed);
    let idle = IDLE[page].fetch_add(1, Relaxed);
    if touches >= MOST_TOUCHES || idle >= MOST_IDLE || count >= MOST_OPEN || !RUNS_PLANS.get() {
        look(page, 0, PAGE);
        return Touch::Opens;
    }
    let context = context.cast::<libc::ucontext_t>();
    // SAFETY: the kernel passes the context of the interrupted thread, which was about to carry out this instruction.
    let (at, flags) = unsafe {
        let registers = &raw mut (*context).uc_mcontext.gregs;
        (
            (*registers)[libc::REG_RIP as usize] as usize,
            &raw mut (*registers)[libc::REG_EFL as usize],
        )
    };
    let place = redirect::place(at);
    let size = place.size.unwrap_or(PAGE);
    let has_more = look(page, byte, (byte + size).min(PAGE));
    // In the middle of an instruction that is carried out alone another page may be touched, and one that goes on in the
    // next page has to be seen there.
    let may_redirect = count == 0 && byte + size <= PAGE && (has_more || touches < FEW_TOUCHES);
    if may_redirect && place.redirect(context.cast()) {
        return Touch::Redirected;
    }
    if !has_more {
        return Touch::Opens;
    }
    if HAS_THREADS.load(Relaxed) {
        look(page, 0, PAGE);
        return Touch::Opens;
    }
    STEPPED[count].store(page, Relaxed);
    STEPPED_COUNT.store(count + 1, Relaxed);
    // SAFETY: as above.
    unsafe { *flags |= TRAP_FLAG };
    Touch::Stepped
}

#[cfg(not(target_arch = "x86_64"))]
pub(crate) fn touch(page: usize, _byte: usize, _context: *mut libc::c_void) -> Touch {
    ARE_USED.store(true, Relaxed);
    look(page, 0, PAGE);
    Touch::Opens
}

/// The flag that makes the processor stop after one instruction.
#[cfg(target_arch = "x86_64")]
const TRAP_FLAG: i64 = 1 << 8;

/// The instruction was carried out. False if none was.
#[cfg(target_arch = "x86_64")]
pub(crate) fn has_stepped(context: *mut libc::c_void) -> bool {
    let count = STEPPED_COUNT.swap(0, Relaxed);
    if count == 0 {
        return false;
    }
    for page in &STEPPED[..count] {
        let page = page.load(Relaxed);
        mapping::protect(page, page + 1, libc::PROT_NONE);
    }
    let context = context.cast::<libc::ucontext_t>();
    // SAFETY: the kernel passes the context of the interrupted thread.
    unsafe { (*context).uc_mcontext.gregs[libc::REG_EFL as usize] &= !TRAP_FLAG };
    true
}

#[cfg(not(target_arch = "x86_64"))]
pub(crate) fn has_stepped(_context: *mut libc::c_void) -> bool {
    false
}
