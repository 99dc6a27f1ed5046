//! Purpose: unions and what an extern block declares need unsafe code, unless it is declared safe; `bits_of` is ordinary.

/// Bits of a number.
pub union Bits {
    /// As an integer.
    pub int: u32,
    /// As a floating-point number.
    pub float: f32,
}

// SAFETY: the C library has these functions, and `ffs` accepts every number.
unsafe extern "C" {
    /// The length of a text that ends with a zero byte.
    pub fn strlen(text: *const std::ffi::c_char) -> usize;
    /// The position of the first bit that is set.
    pub safe fn ffs(value: i32) -> i32;
}

/// The bits of a number.
pub fn bits_of(float: f32) -> u32 {
    float.to_bits()
}
