//! Requests that tests begin with, and places in searches made of decisions.

use plans::{Cursor, OpId, RoundWork, Step, UnitRequest, Watch, Work};

/// A whole round by depth that leaves nothing out.
pub(crate) fn depth(bound: u32, watch: Watch) -> RoundWork {
    let Work::Round(work) = Work::round(bound) else {
        unreachable!("it is one")
    };
    RoundWork { watch, ..work }
}

/// A round of a root, without limits.
pub(crate) fn round(root: OpId, work: RoundWork) -> UnitRequest {
    UnitRequest::of(root, Work::Round(work))
}

/// The request with its round changed.
pub(crate) fn with_round(mut request: UnitRequest, change: impl FnOnce(&mut RoundWork)) -> UnitRequest {
    change(request.round_mut().expect("a round"));
    request
}

/// The place in a search with these decisions, whoever made them.
pub(crate) fn cursor(vector: &[Step], watch: Watch) -> Cursor {
    round(OpId(0), depth(0, watch)).cursor(vector.to_vec())
}
