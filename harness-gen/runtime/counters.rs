//! Where the counters of source coverage lie, in a harness that is built to measure it. Without `-Cinstrument-coverage` and
//! `-runtime-counter-relocation` the names below do not exist and the harness cannot be linked.

use explore_runtime_6d0f9b3c52e8::abi::Counters;

unsafe extern "C" {
    /// In every instrumented object: what is added to the address of a counter before it is counted.
    static mut __llvm_profile_counter_bias: i64;
    // Of the profiler that rustc links with instrumented code.
    fn __llvm_profile_begin_counters() -> *mut u8;
    fn __llvm_profile_end_counters() -> *mut u8;
    fn __llvm_profile_get_size_for_buffer() -> u64;
    fn __llvm_profile_write_buffer(buffer: *mut u8) -> i32;
}

/// Says where the counters are.
///
/// # Safety
/// `counters` can be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cargo_explore_counters_6d0f9b3c52e8(counters: *mut Counters) {
    // SAFETY: the two functions return the bounds of a section of this library; the caller promises the rest.
    unsafe {
        let begin = __llvm_profile_begin_counters();
        counters.write(Counters {
            begin,
            len: __llvm_profile_end_counters() as usize - begin as usize,
            bias: &raw mut __llvm_profile_counter_bias,
            profile_size: __llvm_profile_get_size_for_buffer,
            write_profile: __llvm_profile_write_buffer,
        });
    }
}
