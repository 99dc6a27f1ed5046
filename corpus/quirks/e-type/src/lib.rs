//! Purpose: a raw pointer as argument is not built.

/// Looks at the pointer, not behind it.
pub fn is_null(pointer: *const u8) -> bool {
    pointer.is_null()
}

/// Takes a reference instead.
pub fn is_zero(reference: &u8) -> bool {
    *reference == 0
}
