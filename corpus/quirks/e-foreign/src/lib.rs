//! Purpose: unions need unsafe code, and what an extern block declares has no body here; `bits_of` is ordinary.

/// Bits of a number.
pub union Bits {
    /// As an integer.
    pub int: u32,
    /// As a floating-point number.
    pub float: f32,
}

// SAFETY: the C library has this function, and it accepts every number but the smallest.
unsafe extern "C" {
    /// The C library's absolute value.
    pub safe fn abs(value: i32) -> i32;
}

/// The bits of a number.
pub fn bits_of(float: f32) -> u32 {
    float.to_bits()
}
