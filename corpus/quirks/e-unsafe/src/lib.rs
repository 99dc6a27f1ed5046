//! Purpose: unsafe functions are not called, nor what only some processors have; the safe wrapper is.

/// The byte behind a reference, by way of a pointer.
///
/// # Safety
///
/// `pointer` must be valid for reads.
pub unsafe fn read_raw(pointer: &u8) -> u8 {
    *pointer
}

/// The safe wrapper.
pub fn read(value: &u8) -> u8 {
    // SAFETY: a reference is valid for reads.
    unsafe { read_raw(value) }
}

/// Safe only for callers that know the processor.
#[target_feature(enable = "avx2")]
pub fn wide(value: u8) -> u8 {
    value
}
