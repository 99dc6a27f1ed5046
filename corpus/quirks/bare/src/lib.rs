//! Purpose: a function that is declared here and left to whoever builds a program, unless the feature `std` brings it. It cannot fail.

unsafe extern "Rust" {
    fn _bare_ticks() -> u64;
}

#[cfg(feature = "std")]
mod with_a_clock {
    #[unsafe(no_mangle)]
    fn _bare_ticks() -> u64 {
        7
    }
}

/// How often a clock has ticked.
pub fn ticks() -> u64 {
    // SAFETY: whoever defines it keeps its signature.
    unsafe { _bare_ticks() }
}

/// Ticks and some more.
pub fn ticks_and(more: u8) -> u64 {
    ticks().saturating_add(u64::from(more))
}
