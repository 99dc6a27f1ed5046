//! Counts the edges that instrumented code executes while the gate is open, and ends a run that executes too many. Only the explored crate and
//! the arms of the harness are instrumented, so a loop inside a dependency or the standard library is left to the CPU limit.
//! Threads share one counter and may lose a few counts to each other.

use std::sync::atomic::{AtomicI64, AtomicUsize, Ordering::Relaxed};

/// Edges left until the run ends; `i64::MAX` between runs and where nothing counts.
static LEFT: AtomicI64 = AtomicI64::new(i64::MAX);
/// What `LEFT` was when the run began.
static ALLOWED: AtomicI64 = AtomicI64::new(i64::MAX);
static EXCEEDED: AtomicUsize = AtomicUsize::new(0);

unsafe extern "C" {
    /// LLVM's name for the gate; every instrumented object brings it along, and so does this file.
    static mut __sancov_should_track: u64;
}

/// The gate: edges are counted while it is not 0. A function reads it when it is entered.
pub fn gate() -> *mut u64 {
    &raw mut __sancov_should_track
}

/// Tells what to call when a run executes too many edges.
pub fn configure(exceeded: unsafe extern "C" fn() -> !) {
    EXCEEDED.store(exceeded as *const () as usize, Relaxed);
}

/// A run begins that may execute `limit` edges.
#[inline]
pub fn begin_run(limit: u64) {
    let allowed = i64::try_from(limit).unwrap_or(i64::MAX);
    ALLOWED.store(allowed, Relaxed);
    LEFT.store(allowed, Relaxed);
}

/// The run is over. Returns the edges it executed: 0 if the code is not instrumented.
#[inline]
pub fn end_run() -> u64 {
    // Not exchanged in one go, which would lock the bus: a count that another thread makes in between may be lost.
    let left = LEFT.load(Relaxed);
    LEFT.store(i64::MAX, Relaxed);
    u64::try_from(ALLOWED.load(Relaxed).saturating_sub(left)).unwrap_or(0)
}

/// Ends the process. Reached by a jump from the callback, which has set the counter back before: this function may be
/// instrumented itself.
#[cold]
extern "C" fn exceeded() {
    let address = EXCEEDED.load(Relaxed);
    if address != 0 {
        // SAFETY: `configure` stored a function of this type.
        let end: unsafe extern "C" fn() -> ! = unsafe { std::mem::transmute(address) };
        // SAFETY: it has no preconditions; it ends the process.
        unsafe { end() }
    }
}

// For harnesses that are not instrumented.
std::arch::global_asm!(
    ".pushsection .data.cargo_explore_gate,\"aw\",@progbits",
    ".weak __sancov_should_track",
    ".hidden __sancov_should_track",
    ".type __sancov_should_track,@object",
    ".size __sancov_should_track, 8",
    ".p2align 3",
    "__sancov_should_track:",
    ".quad 0",
    ".popsection",
);

// The callbacks of LLVM's coverage pass, called on every edge and once at load. In assembly so that they cannot be
// instrumented (they would call themselves), and hidden so that the dylib calls them directly. They may use any register
// that a call does not preserve.
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
std::arch::global_asm!(
    ".pushsection .text.cargo_explore_edges,\"ax\",@progbits",
    ".globl __sanitizer_cov_trace_pc_guard",
    ".hidden __sanitizer_cov_trace_pc_guard",
    ".type __sanitizer_cov_trace_pc_guard,@function",
    ".p2align 4",
    "__sanitizer_cov_trace_pc_guard:",
    ".cfi_startproc",
    "subq $1, {left}(%rip)",
    "js 2f",
    "ret",
    "2:",
    "movabsq $0x7fffffffffffffff, %rax",
    "movq %rax, {left}(%rip)",
    "jmp {exceeded}",
    ".cfi_endproc",
    ".size __sanitizer_cov_trace_pc_guard, .-__sanitizer_cov_trace_pc_guard",
    ".globl __sanitizer_cov_trace_pc_guard_init",
    ".hidden __sanitizer_cov_trace_pc_guard_init",
    ".type __sanitizer_cov_trace_pc_guard_init,@function",
    "__sanitizer_cov_trace_pc_guard_init:",
    "ret",
    ".size __sanitizer_cov_trace_pc_guard_init, .-__sanitizer_cov_trace_pc_guard_init",
    ".popsection",
    left = sym LEFT,
    exceeded = sym exceeded,
    options(att_syntax),
);

#[cfg(all(target_os = "linux", target_arch = "aarch64"))]
std::arch::global_asm!(
    ".pushsection .text.cargo_explore_edges,\"ax\",@progbits",
    ".globl __sanitizer_cov_trace_pc_guard",
    ".hidden __sanitizer_cov_trace_pc_guard",
    ".type __sanitizer_cov_trace_pc_guard,@function",
    ".p2align 4",
    "__sanitizer_cov_trace_pc_guard:",
    ".cfi_startproc",
    "adrp x16, {left}",
    "add x16, x16, :lo12:{left}",
    "ldr x17, [x16]",
    "subs x17, x17, #1",
    "str x17, [x16]",
    "b.mi 2f",
    "ret",
    "2:",
    "mov x17, #0x7fffffffffffffff",
    "str x17, [x16]",
    "b {exceeded}",
    ".cfi_endproc",
    ".size __sanitizer_cov_trace_pc_guard, .-__sanitizer_cov_trace_pc_guard",
    ".globl __sanitizer_cov_trace_pc_guard_init",
    ".hidden __sanitizer_cov_trace_pc_guard_init",
    ".type __sanitizer_cov_trace_pc_guard_init,@function",
    "__sanitizer_cov_trace_pc_guard_init:",
    "ret",
    ".size __sanitizer_cov_trace_pc_guard_init, .-__sanitizer_cov_trace_pc_guard_init",
    ".popsection",
    left = sym LEFT,
    exceeded = sym exceeded,
);
