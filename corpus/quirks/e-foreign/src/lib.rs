//! Purpose: unions and items of extern blocks need unsafe code; a safe wrapper does not.

/// Bits of a number.
pub union Bits {
    /// As an integer.
    pub int: u32,
    /// As a floating-point number.
    pub float: f32,
}

unsafe extern "C" {
    /// The C library's absolute value.
    pub fn abs(value: i32) -> i32;
}

/// The bits of a number.
pub fn bits_of(float: f32) -> u32 {
    float.to_bits()
}
