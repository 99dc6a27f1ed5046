//! Purpose: only rustc decides whether a type may be sent to another thread, and the one type that `check` could take
//! may not. Every instance is refused by rustc.

use std::rc::Rc;

mod sealed {
    pub trait Sealed {}
}

/// Implemented for [`Local`] only.
pub trait Allowed: sealed::Sealed {}

/// Must stay in its thread.
pub struct Local(pub Rc<u8>);

impl sealed::Sealed for Local {}
impl Allowed for Local {}

/// Takes what is allowed and may be sent: there is no such type.
pub fn check<T: Allowed + Send>(value: T) -> T {
    value
}

/// Takes anything that can be copied.
pub fn copy<T: Copy>(value: T) -> (T, T) {
    (value, value)
}
