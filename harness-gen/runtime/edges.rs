//! Counts the edges that instrumented code executes while the gate is open, ends a run that executes too many, and, in runs that are watched
//! for that, tells which edges are new. Only the explored crate and the arms of the harness are instrumented, so a loop inside a dependency or the standard library is left to the CPU limit.
//! Threads share one counter and may lose a few counts to each other; new edges are those of the thread that runs the program.

use crate::abi::{EdgeLog, NEW_EDGES_MAX};
use crate::panics;
use std::cell::Cell;
use std::ptr::null_mut;
use std::sync::atomic::{AtomicI64, AtomicPtr, AtomicU8, AtomicU64, AtomicUsize, Ordering::Relaxed};

/// Edges left until the run ends; `i64::MAX` between runs and where nothing counts.
static LEFT: AtomicI64 = AtomicI64::new(i64::MAX);
/// What `LEFT` was when the run began.
static ALLOWED: AtomicI64 = AtomicI64::new(i64::MAX);
static EXCEEDED: AtomicUsize = AtomicUsize::new(0);
/// 1 while a run is watched for new edges.
static WATCHING: AtomicU8 = AtomicU8::new(0);
/// What the processor knows the watched thread by: others change nothing about watching.
static WATCHED: AtomicUsize = AtomicUsize::new(0);
/// The guards, one `u32` per edge: an edge's number is the place of its guard.
static GUARDS: AtomicUsize = AtomicUsize::new(0);
static GUARDS_END: AtomicUsize = AtomicUsize::new(0);
/// Where the stack of the watched thread stood when watching began, and how far below an edge was executed.
static TOP: AtomicUsize = AtomicUsize::new(0);
static DEEPEST: AtomicUsize = AtomicUsize::new(0);
static LOG: AtomicPtr<EdgeLog> = AtomicPtr::new(null_mut());
static KNOWN: AtomicPtr<AtomicU64> = AtomicPtr::new(null_mut());

thread_local! {
    /// This thread runs the program: when others get to run differs from time to time.
    static IS_WATCHED: Cell<bool> = const { Cell::new(false) };
}

unsafe extern "C" {
    /// LLVM's name for the gate; every instrumented object brings it along, and so does this file.
    static mut __sancov_should_track: u64;
}

/// The gate: edges are counted while it is not 0. A function reads it when it is entered.
pub fn gate() -> *mut u64 {
    &raw mut __sancov_should_track
}

/// Edges left until the run ends.
pub fn left() -> *mut i64 {
    LEFT.as_ptr()
}

/// Tells what to call when a run executes too many edges, where new edges are written to, and which are not new.
pub fn configure(exceeded: unsafe extern "C" fn() -> !, log: *mut EdgeLog, known: *mut u64) {
    EXCEEDED.store(exceeded as *const () as usize, Relaxed);
    LOG.store(log, Relaxed);
    KNOWN.store(known.cast(), Relaxed);
}

/// Number of edges. Known as soon as the dylib is loaded.
pub fn count() -> u32 {
    let bytes = GUARDS_END.load(Relaxed).saturating_sub(GUARDS.load(Relaxed));
    u32::try_from(bytes / size_of::<u32>()).unwrap_or(0)
}

/// New edges of this thread are told from now on, or no more.
pub unsafe extern "C" fn watch(on: u32) {
    let (log, known) = (LOG.load(Relaxed), KNOWN.load(Relaxed));
    if on == 0 || log.is_null() || known.is_null() {
        WATCHING.store(0, Relaxed);
        if !log.is_null() {
            // SAFETY: as below.
            unsafe { (&raw mut (*log).stack).write_volatile(DEEPEST.load(Relaxed) as u64) };
        }
        return;
    }
    TOP.store(here(), Relaxed);
    DEEPEST.store(0, Relaxed);
    // SAFETY: `configure` was given a log that outlives the process; only the watched thread, this one, writes to it.
    unsafe { (&raw mut (*log).len).write_volatile(0) };
    IS_WATCHED.set(true);
    WATCHED.store(this_thread(), Relaxed);
    WATCHING.store(1, Relaxed);
}

/// What the callback compares with: the beginning of what the thread has for itself.
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
fn this_thread() -> usize {
    let thread: usize;
    // SAFETY: on this system the first word there is its own address.
    unsafe {
        std::arch::asm!("movq %fs:0, {}", out(reg) thread, options(att_syntax, nostack, readonly, preserves_flags))
    };
    thread
}

/// The callback does not ask.
#[cfg(not(all(target_os = "linux", target_arch = "x86_64")))]
fn this_thread() -> usize {
    0
}

/// Reached by a jump from the callback while a run is watched, on the thread that is watched, which it is not until the end of this
/// function: it may be instrumented itself. It also counts.
extern "C" fn executed(guard: usize) {
    note_and_count(guard);
    WATCHING.store(1, Relaxed);
}

/// About where the stack of this thread stands.
#[inline(always)]
fn here() -> usize {
    let local = 0_u8;
    (&raw const local).addr()
}

/// Stacks of other threads lie further away than the largest of ours.
const LARGEST_STACK: usize = 64 << 20;

#[inline(always)]
fn note_stack() {
    let depth = TOP.load(Relaxed).wrapping_sub(here());
    if depth > DEEPEST.load(Relaxed)
        && depth < LARGEST_STACK
        && IS_WATCHED.try_with(Cell::get).unwrap_or(false)
    {
        DEEPEST.store(depth, Relaxed);
    }
}

#[inline(never)]
fn note_and_count(guard: usize) {
    note_stack();
    note(guard);
    // Without a branch, where another edge would be counted in between.
    let left = LEFT.load(Relaxed).wrapping_sub(1);
    LEFT.store(left, Relaxed);
    if left < 0 {
        LEFT.store(i64::MAX, Relaxed);
        exceeded();
    }
}

fn note(guard: usize) {
    let edge = guard.wrapping_sub(GUARDS.load(Relaxed)) / size_of::<u32>();
    if edge >= count() as usize {
        return;
    }
    // SAFETY: there is a bit for every edge, in memory that outlives the process.
    let known = unsafe { &*KNOWN.load(Relaxed).add(edge / 64) };
    let bit = 1 << (edge % 64);
    if known.load(Relaxed) & bit != 0 || !IS_WATCHED.try_with(Cell::get).unwrap_or(false) {
        return;
    }
    let log = LOG.load(Relaxed);
    // SAFETY: only the watched thread gets here, and the index is checked. Volatile, because the process may die of what
    // follows, and the log is read then.
    unsafe {
        let len = (&raw const (*log).len).read_volatile() as usize;
        if len < NEW_EDGES_MAX {
            known.store(known.load(Relaxed) | bit, Relaxed);
            (&raw mut (*log).edges[len]).write_volatile(edge as u32);
            (&raw mut (*log).len).write_volatile(len as u32 + 1);
        }
    }
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

/// Ends the process, once it is known where the run stays. Reached by a jump from the callback, which has set the counter back before: this function may be
/// instrumented itself.
#[cold]
extern "C" fn exceeded() {
    if let Some(more) = panics::note_deep().or_else(panics::note_stack) {
        LEFT.store(more, Relaxed);
        return;
    }
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
// that a call does not preserve. Fuzzers have callbacks of their own.
#[cfg(all(target_os = "linux", target_arch = "x86_64", not(feature = "fuzzing")))]
std::arch::global_asm!(
    ".pushsection .text.cargo_explore_edges,\"ax\",@progbits",
    ".weak __sanitizer_cov_trace_pc_guard",
    ".hidden __sanitizer_cov_trace_pc_guard",
    ".type __sanitizer_cov_trace_pc_guard,@function",
    ".p2align 4",
    "__sanitizer_cov_trace_pc_guard:",
    ".cfi_startproc",
    "cmpb $0, {watching}(%rip)",
    "jne 3f",
    "5:",
    "subq $1, {left}(%rip)",
    "js 2f",
    "ret",
    // An edge that is known, no deeper in the stack than one before, and within the limit is counted and nothing else: most are.
    "3:",
    "movq %rdi, %rcx",
    "subq {guards}(%rip), %rcx",
    "jb 4f",
    "cmpq {guards_end}(%rip), %rdi",
    "jae 4f",
    "movq {top}(%rip), %rdx",
    "subq %rsp, %rdx",
    "cmpq {deepest}(%rip), %rdx",
    "ja 4f",
    "shrq $2, %rcx",
    "movq %rcx, %rdx",
    "shrq $6, %rdx",
    "movq {known}(%rip), %rax",
    "movq (%rax,%rdx,8), %rax",
    "btq %rcx, %rax",
    "jnc 4f",
    "cmpq $1, {left}(%rip)",
    "jl 4f",
    "subq $1, {left}(%rip)",
    "ret",
    // What else another thread executes is counted.
    "4:",
    "movq %fs:0, %rax",
    "cmpq %rax, {watched}(%rip)",
    "jne 5b",
    "movb $0, {watching}(%rip)",
    "jmp {executed}",
    "2:",
    "movabsq $0x7fffffffffffffff, %rax",
    "movq %rax, {left}(%rip)",
    "jmp {exceeded}",
    ".cfi_endproc",
    ".size __sanitizer_cov_trace_pc_guard, .-__sanitizer_cov_trace_pc_guard",
    ".weak __sanitizer_cov_trace_pc_guard_init",
    ".hidden __sanitizer_cov_trace_pc_guard_init",
    ".type __sanitizer_cov_trace_pc_guard_init,@function",
    "__sanitizer_cov_trace_pc_guard_init:",
    "movq %rdi, {guards}(%rip)",
    "movq %rsi, {guards_end}(%rip)",
    "ret",
    ".size __sanitizer_cov_trace_pc_guard_init, .-__sanitizer_cov_trace_pc_guard_init",
    ".popsection",
    left = sym LEFT,
    watching = sym WATCHING,
    watched = sym WATCHED,
    guards = sym GUARDS,
    guards_end = sym GUARDS_END,
    top = sym TOP,
    deepest = sym DEEPEST,
    known = sym KNOWN,
    executed = sym executed,
    exceeded = sym exceeded,
    options(att_syntax),
);

#[cfg(all(target_os = "linux", target_arch = "aarch64", not(feature = "fuzzing")))]
std::arch::global_asm!(
    ".pushsection .text.cargo_explore_edges,\"ax\",@progbits",
    ".weak __sanitizer_cov_trace_pc_guard",
    ".hidden __sanitizer_cov_trace_pc_guard",
    ".type __sanitizer_cov_trace_pc_guard,@function",
    ".p2align 4",
    "__sanitizer_cov_trace_pc_guard:",
    ".cfi_startproc",
    "adrp x16, {watching}",
    "ldrb w17, [x16, :lo12:{watching}]",
    "cbnz w17, 3f",
    "adrp x16, {left}",
    "add x16, x16, :lo12:{left}",
    "ldr x17, [x16]",
    "subs x17, x17, #1",
    "str x17, [x16]",
    "b.mi 2f",
    "ret",
    "3:",
    "strb wzr, [x16, :lo12:{watching}]",
    "b {executed}",
    "2:",
    "mov x17, #0x7fffffffffffffff",
    "str x17, [x16]",
    "b {exceeded}",
    ".cfi_endproc",
    ".size __sanitizer_cov_trace_pc_guard, .-__sanitizer_cov_trace_pc_guard",
    ".weak __sanitizer_cov_trace_pc_guard_init",
    ".hidden __sanitizer_cov_trace_pc_guard_init",
    ".type __sanitizer_cov_trace_pc_guard_init,@function",
    "__sanitizer_cov_trace_pc_guard_init:",
    "adrp x16, {guards}",
    "add x16, x16, :lo12:{guards}",
    "str x0, [x16]",
    "adrp x16, {guards_end}",
    "add x16, x16, :lo12:{guards_end}",
    "str x1, [x16]",
    "ret",
    ".size __sanitizer_cov_trace_pc_guard_init, .-__sanitizer_cov_trace_pc_guard_init",
    ".popsection",
    left = sym LEFT,
    watching = sym WATCHING,
    guards = sym GUARDS,
    guards_end = sym GUARDS_END,
    executed = sym executed,
    exceeded = sym exceeded,
);
