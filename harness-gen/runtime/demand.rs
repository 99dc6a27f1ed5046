//! Demands of placeholder *types*: a method of such a type ends the run by unwinding with a private payload. The run is
//! over then, so one run shows at most one demand of this kind.

use crate::{driver, threads};

/// The payload: which placeholder type was looked at, and whether on a thread that explored code has started.
pub struct TypeDemand {
    pub of: u32,
    pub by_thread: bool,
}

/// Ends the run because placeholder type `k` was looked at. Does not call the panic hook.
pub fn demand(k: u32) -> ! {
    // First: whoever sees the demand sees that it is one of a thread.
    let by_thread = threads::unwinds(driver::control());
    note(k);
    std::panic::resume_unwind(Box::new(TypeDemand { of: k, by_thread }))
}

/// Placeholder type `k` was looked at: whatever the run does from now on proves nothing.
fn note(k: u32) {
    driver::stop_recording();
    let control = driver::control();
    if !control.is_null() {
        // SAFETY: `start` stored the address of the shared block, which outlives the process. Another thread of the
        // crate may be here too; then either of two true numbers stays.
        unsafe {
            (*control).type_hole = k;
            let demands = &raw mut (*control).type_demands;
            demands.write_volatile(demands.read_volatile() + 1);
        }
    }
}
