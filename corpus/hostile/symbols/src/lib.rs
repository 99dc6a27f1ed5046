//! Purpose: symbols that others have, too: the C library's, those that LLVM's coverage calls, and what a harness may be named.
//! Two bugs, as if there were no symbols.

use core::ptr::read_volatile;

/// The C library's.
///
/// # Safety
/// So many bytes can be read at both places.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn memcmp(left: *const u8, right: *const u8, len: usize) -> i32 {
    for at in 0..len {
        // SAFETY: promised by the caller. Volatile, so that this is not made a call of itself.
        let (left, right) = unsafe { (read_volatile(left.add(at)), read_volatile(right.add(at))) };
        if left != right {
            return i32::from(left) - i32::from(right);
        }
    }
    0
}

/// The C library's; there is never anything to be read.
///
/// # Safety
/// None.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn read(_descriptor: i32, _buffer: *mut u8, _len: usize) -> isize {
    0
}

/// What instrumented code calls on every edge.
#[unsafe(no_mangle)]
pub extern "C" fn __sanitizer_cov_trace_pc_guard(_guard: *mut u32) {}

/// What an arm may be named.
#[unsafe(no_mangle)]
pub extern "C" fn a0() -> u32 {
    0
}

/// What a harness may be named.
#[unsafe(no_mangle)]
pub extern "C" fn cargo_explore_harness() -> u32 {
    0
}

/// Fails for one number.
pub fn number(number: u32) -> u32 {
    match number {
        77 => panic!("seventy-seven"),
        number => number,
    }
}

/// Fails for one word.
pub fn word(word: &str) -> usize {
    match word {
        "seventy" => panic!("a word"),
        word => word.len(),
    }
}
