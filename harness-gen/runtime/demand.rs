//! Demands of placeholder *types*: a method of such a type ends the run by unwinding with a private payload. The run is
//! over then, so one run shows at most one demand of this kind.

use crate::driver;

/// The payload: which placeholder type was looked at.
pub struct TypeDemand(pub u32);

/// Ends the run because placeholder type `k` was looked at. Does not call the panic hook.
pub fn demand(k: u32) -> ! {
    driver::note_type_demand(k);
    std::panic::resume_unwind(Box::new(TypeDemand(k)))
}
