//! Purpose: async functions are not called; a blocking function beside one is.

/// Doubles later.
pub async fn double_later(value: u8) -> u8 {
    double(value)
}

/// Doubles now.
pub fn double(value: u8) -> u8 {
    value.wrapping_mul(2)
}
