//! Which placeholders the run in flight has looked at. Process-wide state, because the signal handler has no other; used by
//! one run at a time.

use crate::executor::shared::abi::{Control, PHASE_EVAL};
use crate::executor::shared::record::{PAGES, Record};
use std::ptr::null_mut;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicPtr, AtomicU64};

/// One bit per placeholder that was looked at.
static SEEN: [AtomicU64; PAGES / 64] = [const { AtomicU64::new(0) }; PAGES / 64];
/// Whether any of these bits is set.
static ANY_SEEN: AtomicBool = AtomicBool::new(false);
static CONTROL: AtomicPtr<Control> = AtomicPtr::new(null_mut());
static RECORD: AtomicPtr<Record> = AtomicPtr::new(null_mut());

/// Where looks at placeholders are noted from here on. Both live as long as the process.
pub(crate) fn note_in(control: *mut Control, record: &'static Record) {
    CONTROL.store(control, Relaxed);
    RECORD.store(std::ptr::from_ref(record).cast_mut(), Relaxed);
}

/// Notes a look at a placeholder. Called by the harness, on any thread, and where a page is touched.
pub(crate) unsafe extern "C" fn demanded(placeholder: u32) {
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

/// Whether a placeholder was looked at.
pub(super) fn is_seen(placeholder: usize) -> bool {
    SEEN[placeholder / 64].load(Relaxed) & (1 << (placeholder % 64)) != 0
}

/// A run is over: nothing was looked at.
pub(super) fn forget() {
    if ANY_SEEN.swap(false, Relaxed) {
        for bits in &SEEN {
            bits.store(0, Relaxed);
        }
    }
}
