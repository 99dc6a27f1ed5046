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
    driver::note_type_demand(k);
    std::panic::resume_unwind(Box::new(TypeDemand { of: k, by_thread }))
}
