//! What instrumented code compares: integers by LLVM's callbacks, memory by standing in for `memcmp` in the dylib. Only
//! while the executor asks for it, and only on the thread that runs the program; else a callback is a test and a return.
//! Also the learned literals, whose values come from what was compared before. LLVM tells neither comparisons of floats
//! nor of 128-bit integers; on processors other than x86-64 nothing is told at all.

use crate::abi::*;
use std::sync::atomic::{AtomicPtr, AtomicU8, AtomicU32, AtomicUsize, Ordering::Relaxed};

/// Comparisons of a run that are looked at: nothing is learned from the millionth, and to look at it is a third of what a run takes that
/// does not end.
const MOST_LOOKS: u32 = 1 << 20;

/// 1 while a run is watched.
static IS_WATCHING: AtomicU8 = AtomicU8::new(0);
/// 1 while a watched run is within a call of the explored crate: what builds its arguments has comparisons of its own.
static RECORDING: AtomicU8 = AtomicU8::new(0);
static LOG: AtomicPtr<CompareLog> = AtomicPtr::new(std::ptr::null_mut());
/// The system's `memcmp`: one of our own until it is known.
static SYSTEM: AtomicUsize = AtomicUsize::new(0);

/// How many more are looked at.
static LOOKS: AtomicU32 = AtomicU32::new(0);
/// The thread that runs the program: what others compare depends on when they get to run.
static WATCHED: AtomicUsize = AtomicUsize::new(0);

type Compares = unsafe extern "C" fn(*const u8, *const u8, usize) -> i32;

unsafe extern "C" {
    fn dlsym(handle: *mut u8, name: *const std::ffi::c_char) -> *mut u8;
}

/// Tells where comparisons are written to.
pub fn configure(log: *mut CompareLog) {
    LOG.store(log, Relaxed);
    // SAFETY: the default scope (null) is searched for a name; ours is hidden, so it is the system's that is found.
    let found = unsafe { dlsym(std::ptr::null_mut(), c"memcmp".as_ptr()) };
    SYSTEM.store(found as usize, Relaxed);
}

/// Comparisons of this thread are told from now on, or no more.
pub unsafe extern "C" fn watch(on: u32) {
    let log = LOG.load(Relaxed);
    if on == 0 || log.is_null() {
        stop();
        return;
    }
    // SAFETY: `configure` was given a log that outlives the process; only the watched thread, this one, writes to it.
    unsafe {
        (*log).len = 0;
        (*log).memory_len = 0;
        (*log).seen = [0; COMPARES_SEEN];
    }
    WATCHED.store(this_thread(), Relaxed);
    LOOKS.store(MOST_LOOKS, Relaxed);
    IS_WATCHING.store(1, Relaxed);
}

/// Whether a comparison is looked at that this thread makes. Behind the last one none is.
#[inline(always)]
fn looks() -> bool {
    if WATCHED.load(Relaxed) != this_thread() {
        return false;
    }
    let looks = LOOKS.load(Relaxed);
    LOOKS.store(looks.saturating_sub(1), Relaxed);
    if looks == 0 {
        stop();
    }
    looks > 0
}

/// Nothing more is told of the run, and what was told stays.
fn stop() {
    IS_WATCHING.store(0, Relaxed);
    RECORDING.store(0, Relaxed);
}

/// A call begins; whether it is one of the explored crate.
#[inline(always)]
pub fn begin_call(is_of_crate: bool) {
    if IS_WATCHING.load(Relaxed) != 0 {
        RECORDING.store(u8::from(is_of_crate), Relaxed);
    }
}

/// The log, if this is the thread whose comparisons it is for.
fn log() -> Option<*mut CompareLog> {
    let log = LOG.load(Relaxed);
    (WATCHED.load(Relaxed) == this_thread() && !log.is_null()).then_some(log)
}

/// The address of the block that a thread has as long as it lives. A thread-local would have to be looked up for every comparison.
#[cfg(target_arch = "x86_64")]
fn this_thread() -> usize {
    let block: usize;
    // SAFETY: the ABI has the block begin with its own address, where `fs` points to.
    unsafe {
        std::arch::asm!("mov {}, fs:[0]", out(reg) block, options(nostack, preserves_flags, pure, readonly));
    }
    block
}

/// Nothing is told here.
#[cfg(not(target_arch = "x86_64"))]
fn this_thread() -> usize {
    0
}

/// Whether a number may be of an argument.
fn is_wanted(number: u64) -> bool {
    let log = LOG.load(Relaxed);
    // SAFETY: the log outlives the process, and the executor does not write to it while anything runs.
    !log.is_null() && unsafe { (*log).lowest[(number >> 6 & 3) as usize] >> (number & 63) & 1 == 1 }
}

/// Notes a comparison, unless the same place has told the same lately.
fn note(compare: Compare, place: usize) {
    let Some(log) = log() else { return };
    // Relative to this file's code: the loader chooses another address in every process, and what is noted must not
    // depend on it.
    let here = watch as *const () as usize as u64;
    let right = match compare.shape {
        COMPARE_SWITCH => compare.right.wrapping_sub(here),
        _ => compare.right,
    };
    let mut hash = (place as u64)
        .wrapping_sub(here)
        .wrapping_mul(0x9e37_79b9_7f4a_7c15)
        ^ compare.left;
    hash = hash.wrapping_mul(0xbf58_476d_1ce4_e5b9) ^ right;
    hash = (hash ^ (hash >> 29)).wrapping_mul(0x94d0_49bb_1331_11eb) | 1;
    // SAFETY: only the watched thread gets here, and the indices are checked.
    unsafe {
        let seen = &raw mut (*log).seen[(hash >> 40) as usize % COMPARES_SEEN];
        let position = (*log).len as usize;
        if *seen != hash && position < COMPARES_MAX {
            *seen = hash;
            (*log).compares[position] = compare;
            (*log).len = position as u32 + 1;
        }
    }
}

/// Reached by a jump from the callbacks of comparisons. With `shape` 1 the first operand is a constant.
extern "C" fn compared(left: u64, right: u64, place: usize, bytes: u32, shape: u32) {
    let mask = u64::MAX >> (64 - 8 * bytes.clamp(1, 8));
    let (left, right) = (left & mask, right & mask);
    if looks() && left != right && (is_wanted(right) || shape == COMPARE_VALUES && is_wanted(left)) {
        note(
            Compare {
                shape,
                bytes,
                left,
                right,
            },
            place,
        );
    }
}

/// Reached by a jump from the callback of `switch`. `cases` are their number, the bits of the value, and the cases.
unsafe extern "C" fn switched(value: u64, cases: *const u64, place: usize) {
    // SAFETY: LLVM passes a static table that begins like this.
    let bits = unsafe { *cases.add(1) };
    let compare = Compare {
        shape: COMPARE_SWITCH,
        bytes: (bits as u32).div_ceil(8).next_power_of_two().min(8),
        left: value,
        right: cases as u64,
    };
    if looks() && is_wanted(value) {
        note(compare, place);
    }
}

/// Reached by a jump from `memcmp` and `bcmp` while a run is watched.
unsafe extern "C" fn compared_memory(left: *const u8, right: *const u8, len: usize) -> i32 {
    // SAFETY: the caller's promises are those of `memcmp`.
    let order = unsafe { system_compare(left, right, len) };
    if order == 0 || len > COMPARED_BYTES_MAX {
        return order;
    }
    if let Some(log) = log() {
        // SAFETY: both sides are `len` readable bytes, which fit; only the watched thread gets here.
        unsafe {
            let position = (*log).memory_len as usize;
            if position < MEMORY_COMPARES_MAX {
                let entry = &raw mut (*log).memory[position];
                (*entry).len = len as u32;
                std::ptr::copy_nonoverlapping(left, (&raw mut (*entry).left).cast(), len);
                std::ptr::copy_nonoverlapping(right, (&raw mut (*entry).right).cast(), len);
                (*log).memory_len = position as u32 + 1;
            }
        }
    }
    order
}

unsafe fn system_compare(left: *const u8, right: *const u8, len: usize) -> i32 {
    match SYSTEM.load(Relaxed) {
        // SAFETY: as promised by the caller.
        0 => unsafe { plain_compare(left, right, len) },
        address => {
            // SAFETY: it is the address of `memcmp`.
            let compare: Compares = unsafe { std::mem::transmute(address) };
            // SAFETY: as promised by the caller.
            unsafe { compare(left, right, len) }
        }
    }
}

/// For what is compared before the system's function is known. Volatile, or the loop might be compiled to a `memcmp`.
unsafe extern "C" fn plain_compare(left: *const u8, right: *const u8, len: usize) -> i32 {
    for position in 0..len {
        // SAFETY: both sides are `len` readable bytes.
        let (a, b) = unsafe {
            (
                left.add(position).read_volatile(),
                right.add(position).read_volatile(),
            )
        };
        if a != b {
            return i32::from(a) - i32::from(b);
        }
    }
    0
}

/// Writes the value of a learned op.
///
/// # Safety
/// `out` is aligned and large enough for the op's type, and `learned` holds a value of that type at the op's place.
pub unsafe fn write_learned(op: &OpEntry, learned: *const LearnedSlot, out: *mut u8) {
    // SAFETY: promised by the caller; the executor keeps the bytes for as long as the process lives.
    unsafe {
        let LearnedSlot { data, len } = *learned.add(op.inner as usize);
        match op.kind {
            KIND_LEARNED_STR => {
                let bytes: &'static [u8] = std::slice::from_raw_parts(data, len);
                out.cast::<&'static str>()
                    .write(std::str::from_utf8_unchecked(bytes));
            }
            KIND_LEARNED_BYTES => out
                .cast::<&'static [u8]>()
                .write(std::slice::from_raw_parts(data, len)),
            _ => std::ptr::copy_nonoverlapping(data, out, len),
        }
    }
}

/// What a literal op stands for: for numbers and characters the bytes of the value, which are written to `scratch`.
///
/// # Safety
/// `op` has an arm without arguments that runs no foreign code, `size` is that of its result, whose kind of learned op is
/// `kind`, and `scratch` has room for 16 bytes, aligned for any of them.
pub unsafe fn read_literal(op: &OpEntry, kind: u32, size: usize, scratch: *mut u8) -> LearnedSlot {
    let nothing = LearnedSlot {
        data: scratch,
        len: 0,
    };
    let (Some(arm), true) = (op.arm, size <= 16) else {
        return nothing;
    };
    // SAFETY: promised by the caller.
    unsafe {
        if arm(std::ptr::null(), scratch) != ARM_OK {
            return nothing;
        }
        match kind {
            KIND_LEARNED_STR | KIND_LEARNED_BYTES => {
                let bytes = match kind {
                    KIND_LEARNED_STR => scratch.cast::<&'static str>().read().as_bytes(),
                    _ => scratch.cast::<&'static [u8]>().read(),
                };
                LearnedSlot {
                    data: bytes.as_ptr(),
                    len: bytes.len(),
                }
            }
            _ => LearnedSlot {
                data: scratch,
                len: size,
            },
        }
    }
}

/// One callback: a test, and a jump to `$to` with the address of its caller and two more words, if it is on.
#[cfg(all(target_os = "linux", target_arch = "x86_64", not(feature = "fuzzing")))]
macro_rules! callback {
    ($name:literal, $bytes:literal, $shape:literal, $to:path) => {
        std::arch::global_asm!(
            ".pushsection .text.cargo_explore_compares,\"ax\",@progbits",
            concat!(".weak ", $name),
            concat!(".hidden ", $name),
            concat!(".type ", $name, ",@function"),
            ".p2align 4",
            concat!($name, ":"),
            ".cfi_startproc",
            "cmpb $0, {recording}(%rip)",
            "jne 2f",
            "ret",
            "2:",
            "movq (%rsp), %rdx",
            concat!("movl $", $bytes, ", %ecx"),
            concat!("movl $", $shape, ", %r8d"),
            "jmp {to}",
            ".cfi_endproc",
            concat!(".size ", $name, ", .-", $name),
            ".popsection",
            recording = sym RECORDING,
            to = sym $to,
            options(att_syntax),
        );
    };
}

#[cfg(all(target_os = "linux", target_arch = "x86_64", not(feature = "fuzzing")))]
mod callbacks {
    use super::{RECORDING, SYSTEM, compared, compared_memory, plain_compare, switched};

    callback!("__sanitizer_cov_trace_cmp1", "1", "0", compared);
    callback!("__sanitizer_cov_trace_cmp2", "2", "0", compared);
    callback!("__sanitizer_cov_trace_cmp4", "4", "0", compared);
    callback!("__sanitizer_cov_trace_cmp8", "8", "0", compared);
    callback!("__sanitizer_cov_trace_const_cmp1", "1", "1", compared);
    callback!("__sanitizer_cov_trace_const_cmp2", "2", "1", compared);
    callback!("__sanitizer_cov_trace_const_cmp4", "4", "1", compared);
    callback!("__sanitizer_cov_trace_const_cmp8", "8", "1", compared);
    callback!("__sanitizer_cov_trace_switch", "0", "2", switched);

    // Hidden, so that everything in the dylib calls these, and nothing outside it does.
    std::arch::global_asm!(
        ".pushsection .text.cargo_explore_compares,\"ax\",@progbits",
        ".weak memcmp",
        ".hidden memcmp",
        ".type memcmp,@function",
        ".weak bcmp",
        ".hidden bcmp",
        ".type bcmp,@function",
        ".p2align 4",
        "memcmp:",
        "bcmp:",
        ".cfi_startproc",
        "cmpb $0, {recording}(%rip)",
        "jne 2f",
        "movq {system}(%rip), %rax",
        "testq %rax, %rax",
        "je 3f",
        "jmp *%rax",
        "2:",
        "jmp {watched}",
        "3:",
        "jmp {plain}",
        ".cfi_endproc",
        ".size memcmp, .-memcmp",
        ".size bcmp, .-bcmp",
        ".popsection",
        recording = sym RECORDING,
        system = sym SYSTEM,
        watched = sym compared_memory,
        plain = sym plain_compare,
        options(att_syntax),
    );
}

#[cfg(all(target_os = "linux", target_arch = "aarch64", not(feature = "fuzzing")))]
macro_rules! silent {
    ($($name:literal)*) => { $(
        std::arch::global_asm!(
            concat!(".weak ", $name),
            concat!(".hidden ", $name),
            concat!(".type ", $name, ",@function"),
            concat!($name, ":"),
            "ret",
        );
    )* };
}

#[cfg(all(target_os = "linux", target_arch = "aarch64", not(feature = "fuzzing")))]
silent! {
    "__sanitizer_cov_trace_cmp1" "__sanitizer_cov_trace_cmp2" "__sanitizer_cov_trace_cmp4" "__sanitizer_cov_trace_cmp8"
    "__sanitizer_cov_trace_const_cmp1" "__sanitizer_cov_trace_const_cmp2" "__sanitizer_cov_trace_const_cmp4"
    "__sanitizer_cov_trace_const_cmp8" "__sanitizer_cov_trace_switch"
}
