//! The boundary between the executor and a harness dylib. This file is compiled into both sides, verbatim.
//!
//! Both sides compare [`ABI_VERSION`] before anything else crosses. Everything is `repr(C)`; the harness has its
//! own copy of std, so no Rust-ABI value and no panic may cross.

/// The version of everything in this file. Raise it with every change.
pub const ABI_VERSION: u32 = 23;

/// The exported symbol: a function of type [`EntryFn`].
pub const ENTRY_SYMBOL: &str = "cargo_explore_harness_6d0f9b3c52e8";

/// Exported beside [`ENTRY_SYMBOL`] by harnesses that measure coverage: a function of type [`CountersFn`].
pub const COUNTERS_SYMBOL: &str = "cargo_explore_counters_6d0f9b3c52e8";

/// Type of the symbol: says where the counters are. Never unwinds.
pub type CountersFn = unsafe extern "C" fn(counters: *mut Counters);

/// The counters of LLVM's source coverage in a harness, and the profiler's own functions.
#[repr(C)]
pub struct Counters {
    /// First byte.
    pub begin: *mut u8,
    /// Number of bytes.
    pub len: usize,
    /// What instrumented code adds to the address of a counter; read whenever a function is entered.
    pub bias: *mut i64,
    /// Bytes that a profile takes.
    pub profile_size: unsafe extern "C" fn() -> u64,
    /// Writes a profile of the counters between `begin` and its end. 0 if that worked.
    pub write_profile: unsafe extern "C" fn(buffer: *mut u8) -> i32,
}

/// Type of the exported symbol: hands out the tables. Never unwinds.
pub type EntryFn = unsafe extern "C" fn() -> *const Harness;

/// What a harness offers.
#[repr(C)]
pub struct Harness {
    /// Must equal [`ABI_VERSION`].
    pub abi_version: u32,
    /// Length of `types`.
    pub type_count: u32,
    /// Length of `ops`.
    pub op_count: u32,
    /// One entry per grammar type, in order.
    pub types: *const TypeEntry,
    /// One entry per grammar op, in order.
    pub ops: *const OpEntry,
    /// Called once in every process that is going to run plans, before the first [`Harness::run`].
    pub start: unsafe extern "C" fn(services: *const Services),
    /// Evaluates one program (post-order) and drops what it made. Returns one of the `STATUS_` values.
    /// Catches every panic; details are in [`Control`]. The first `same` steps are those of the program run before.
    pub run: unsafe extern "C" fn(program: *const Instr, len: usize, same: usize) -> u32,
    /// Evaluates a series of programs as [`Harness::run`] does, each as a run of its own, up to the first that does not
    /// come to [`STATUS_OK`] and the last. Returns what the last one that was run came to.
    pub run_series: unsafe extern "C" fn(series: *mut Series) -> u32,
    /// Not 0: instrumented code counts its edges. To be written between runs only.
    pub gate: *mut u64,
    /// Edges left until [`Services::edges_exceeded`] is called. A signal handler may write 0, so that the next edge is the last.
    pub edges_left: *mut i64,
    /// Number of edges of the instrumented code; 0 if it is not instrumented.
    pub edge_count: u32,
    /// With 1, edges that this thread executes while the gate is open and that are not in [`Services::known_edges`] go there and to
    /// [`Services::edges`], from the beginning of the log, until it is called with 0.
    pub watch_edges: unsafe extern "C" fn(on: u32),
    /// With 1, what calls of the explored crate on this thread compare goes to [`Services::compares`], from the beginning of the log, until it is
    /// called with 0.
    pub watch_compares: unsafe extern "C" fn(on: u32),
    /// What a literal op without arguments stands for, where `kind` is that of the learned ops of its type; nothing (of no
    /// bytes) if it cannot be told. Numbers and characters are written to `scratch`, 16 bytes of the strictest alignment.
    pub read_literal: unsafe extern "C" fn(op: u32, kind: u32, scratch: *mut u8) -> LearnedSlot,
    /// Reads the debug info that backtraces are made with, once for all processes that are forked afterwards.
    pub read_debug_info: unsafe extern "C" fn(),
}

// SAFETY: the tables are immutable statics.
unsafe impl Sync for Harness {}

/// Layout and drop glue of one type. A type whose arm did not compile has size `usize::MAX`.
#[repr(C)]
pub struct TypeEntry {
    /// Bytes.
    pub size: usize,
    /// Bytes, a power of two.
    pub align: usize,
    /// Drop glue, none if the type needs none.
    pub drop: Option<unsafe extern "C-unwind" fn(value: *mut u8)>,
}

/// How an op is carried out: one of the `KIND_` values.
#[repr(C)]
pub struct OpEntry {
    /// One of the `KIND_` values.
    pub kind: u32,
    /// Type of the result.
    pub result: u32,
    /// Number of arguments.
    pub arity: u32,
    /// Type of the argument of a borrow or box op, position in [`Services::learned`] of a learned op, 1 for
    /// a call of the explored crate, else 0.
    pub inner: u32,
    /// The arm of a call op. None: the arm was pruned and the op must not be used.
    pub arm: Option<Arm>,
    /// For ops that only put their arguments together: where they lie in the result.
    pub parts: Option<PartsFn>,
    /// For ops that add their last argument to a vector, which is the first: the vector's elements.
    pub buffer: Option<BufferFn>,
}

/// Writes the addresses of the arguments within a value that an op has just built to `parts`, in order.
pub type PartsFn = unsafe extern "C" fn(value: *mut u8, parts: *mut usize);

/// Says where the elements of the vector at `vector` are. Not null: they are at `moved_to` from now on.
pub type BufferFn = unsafe extern "C" fn(vector: *mut u8, moved_to: *mut u8) -> Buffer;

/// The elements of a vector.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Buffer {
    /// The first one.
    pub address: *mut u8,
    /// Bytes from one to the next.
    pub stride: usize,
    /// Their number.
    pub len: usize,
    /// For how many there is room.
    pub capacity: usize,
    /// Bytes.
    pub align: usize,
}

/// A placeholder that is part of a watched page.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WatchedPart {
    /// The page.
    pub page: u32,
    /// Number of the placeholder in the program, from 0.
    pub placeholder: u32,
    /// First byte in the page.
    pub from: u32,
    /// One past the last.
    pub to: u32,
    /// 1: it is what the page is about, and other placeholders may be parts of it.
    pub is_whole: u32,
}

/// Reads its arguments by value from the slots, writes the result to `out`. Returns one of the `ARM_` values; `out` is
/// written exactly if that is not [`ARM_REJECT`].
pub type Arm = unsafe extern "C-unwind" fn(args: *const *mut u8, out: *mut u8) -> i32;

/// Calls the arm.
pub const KIND_CALL: u32 = 0;
/// `&x` or `&mut x`: the argument's slot stays where it is until the run ends, the result is its address.
pub const KIND_BORROW: u32 = 1;
/// `Box::new(x)`: the argument moves behind a pointer.
pub const KIND_BOX: u32 = 2;
/// As [`KIND_BORROW`], for a value that cannot hold a borrow: it is dropped after all that may.
pub const KIND_BORROW_LASTING: u32 = 3;
/// As [`KIND_BORROW`], for a `&mut` of a value that may come to hold other borrows: its owners are dropped before those of the
/// other arguments.
pub const KIND_BORROW_KEEPING: u32 = 4;
/// Calls the arm, which takes no arguments, runs no foreign code and makes the same value every time: without drop glue the
/// value is made once and copied.
pub const KIND_CONSTANT: u32 = 5;

/// A learned number: the bytes in its slot.
pub const KIND_LEARNED: u32 = 6;
/// A learned `char`: as [`KIND_LEARNED`], and the bytes are one.
pub const KIND_LEARNED_CHAR: u32 = 7;
/// A learned `&'static str`: the bytes in its slot are UTF-8.
pub const KIND_LEARNED_STR: u32 = 8;
/// A learned `&'static [u8]`.
pub const KIND_LEARNED_BYTES: u32 = 9;
/// An integer of the harness's own around the `i32` that is its argument: a placeholder if the argument is one.
pub const KIND_LAZY: u32 = 10;

/// The value of a learned op; the bytes are never freed.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct LearnedSlot {
    /// First byte.
    pub data: *const u8,
    /// Number of bytes.
    pub len: usize,
}

/// Most comparisons of numbers kept per run.
pub const COMPARES_MAX: usize = 1024;
/// Places of the table of what was told lately.
pub const COMPARES_SEEN: usize = 512;
/// Most comparisons of memory kept per run.
pub const MEMORY_COMPARES_MAX: usize = 64;
/// Longest memory kept.
pub const COMPARED_BYTES_MAX: usize = 128;

/// Two operands, neither of them a constant.
pub const COMPARE_VALUES: u32 = 0;
/// The left operand is a constant.
pub const COMPARE_CONSTANT: u32 = 1;
/// A `switch` over the left operand; the right one is the address of a table: number of cases, bits, cases.
pub const COMPARE_SWITCH: u32 = 2;

/// One comparison of numbers.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Compare {
    /// One of the `COMPARE_` values.
    pub shape: u32,
    /// Width of the operands.
    pub bytes: u32,
    /// Zero-extended.
    pub left: u64,
    /// Zero-extended.
    pub right: u64,
}

/// One comparison of memory that differed.
#[repr(C)]
pub struct MemoryCompare {
    /// Bytes used of both sides.
    pub len: u32,
    /// One side.
    pub left: [u8; COMPARED_BYTES_MAX],
    /// The other.
    pub right: [u8; COMPARED_BYTES_MAX],
}

/// What one run compared. Memory of the process that runs plans.
#[repr(C)]
pub struct CompareLog {
    /// Entries used of `compares`.
    pub len: u32,
    /// Entries used of `memory`.
    pub memory_len: u32,
    /// Numbers, in order.
    pub compares: [Compare; COMPARES_MAX],
    /// Memory, in order.
    pub memory: [MemoryCompare; MEMORY_COMPARES_MAX],
    /// For the harness: what was told lately.
    pub seen: [u64; COMPARES_SEEN],
    /// From the executor: a bit for each lowest byte of a number that one side of a comparison must have to be told.
    pub lowest: [u64; 4],
}

/// Most new edges kept per run; later ones stay unknown.
pub const NEW_EDGES_MAX: usize = 4096;

/// The edges that one run was the first to execute. In shared memory.
#[repr(C)]
pub struct EdgeLog {
    /// Entries used.
    pub len: u32,
    /// Numbers of edges, in the order in which they were executed.
    pub edges: [u32; NEW_EDGES_MAX],
    /// Bytes of stack that the run had come to where an edge was executed, as seen when watching ended.
    pub stack: u64,
}

/// The call returned.
pub const ARM_OK: i32 = 0;
/// A destructor met another variant (an `Err`, a `None`, an empty vector): the plan builds nothing. No result.
pub const ARM_REJECT: i32 = 1;
/// A property returned `false` or `Err`.
pub const ARM_PROPERTY_FAILED: i32 = 2;
/// A property returned `None`: its precondition was not met.
pub const ARM_DISCARDED: i32 = 3;

/// Everything returned and was dropped.
pub const STATUS_OK: u32 = 0;
/// A destructor did not match.
pub const STATUS_REJECT: u32 = 1;
/// A property failed.
pub const STATUS_PROPERTY_FAILED: u32 = 2;
/// A property's precondition was not met.
pub const STATUS_DISCARDED: u32 = 3;
/// A panic was caught: see `message`, `file`, `line`, `column`, `instr`, `phase` of [`Control`].
pub const STATUS_PANIC: u32 = 4;
/// A placeholder *type* was looked at (its methods panic with a private payload): see `type_hole`.
pub const STATUS_TYPE_DEMAND: u32 = 5;

/// One step of a program in post-order: apply `op` to the topmost values of the stack.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Instr {
    /// Index into the op table.
    pub op: u32,
    /// 0, or `k + 1`: the result goes to watched page `k`, and the borrow or box that takes it hands out the
    /// watched address. For the argument of [`KIND_LAZY`]: it is placeholder `k`, without a page. With [`IN_PLACE`]: it is
    /// placeholder `k`, a part of the value that takes it.
    pub watch: u32,
}

/// See [`Instr::watch`].
pub const IN_PLACE: u32 = 1 << 31;

/// A program and the literals that change from one run to the next.
#[repr(C)]
pub struct Series {
    /// The first program; the harness changes it in place.
    pub program: *mut Instr,
    /// Its length.
    pub len: usize,
    /// Steps at the front that are those of the program run before.
    pub same: usize,
    /// All changes, in order.
    pub changes: *const Change,
    /// Number of changes.
    pub change_count: usize,
    /// Counted up before every run but the first: at a death it says which one was in flight.
    pub runs: *mut u64,
    /// A run that leaves more live bytes is the last one.
    pub live_limit: u64,
    /// Answer: programs that were run before the last one.
    pub passed: u64,
}

/// One literal in place of another.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change {
    /// For the executor.
    pub decision: u32,
    /// For the executor.
    pub alternative: u32,
    /// Position in the program.
    pub instruction: u32,
    /// The op there from now on.
    pub op: u32,
    /// For the executor.
    pub base_steps: u32,
    /// With [`CHANGE_COMPLETES`]: the next program is there.
    pub flags: u32,
}

/// See [`Change::flags`].
pub const CHANGE_COMPLETES: u32 = 1;

/// What the executor offers to the harness.
#[repr(C)]
pub struct Services {
    /// First byte of the writable mapping of the watched pages.
    pub watch_write: *mut u8,
    /// First byte of the watched mapping: the same memory, inaccessible until touched.
    pub watch_alias: *mut u8,
    /// Bytes of one page; page `k` starts at `k * watch_page`.
    pub watch_page: usize,
    /// Number of pages.
    pub watch_count: usize,
    /// Shared with the supervisor; survives the death of the child.
    pub control: *mut Control,
    /// Makes all watched pages accessible (before values are dropped).
    pub open_watched: unsafe extern "C" fn(),
    /// The live bytes of this run passed `control.memory_limit`. Records the outcome and ends the process.
    pub memory_exceeded: unsafe extern "C" fn() -> !,
    /// This run executed more than `control.edge_limit` edges. Records the outcome and ends the process.
    pub edges_exceeded: unsafe extern "C" fn() -> !,
    /// A hostile value was dropped twice, or used when it is not there: `what` is one of the `MISUSE_` values. Records the outcome
    /// and ends the process.
    pub misused: unsafe extern "C" fn(what: u32) -> !,
    /// Where comparisons are written to; null: nowhere.
    pub compares: *mut CompareLog,
    /// The values of the learned ops, by their position; those that a program uses are filled.
    pub learned: *const LearnedSlot,
    /// Placeholder `k` of the program, an integer without a page, was looked at.
    pub demanded: unsafe extern "C" fn(k: u32),
    /// A watched page is watched part by part in this run: these are the parts of pages that are about to be used.
    pub watch_parts: unsafe extern "C" fn(parts: *const WatchedPart, count: usize),
    /// Whoever reads these bytes of watched memory next is not the explored code as such: they count as looked at.
    pub looked_at: unsafe extern "C" fn(address: *const u8, len: usize),
    /// The explored code starts a thread: from here on others may look at watched memory at the same time.
    pub thread_begins: unsafe extern "C" fn(),
    /// Where new edges are written to; null: nowhere.
    pub edges: *mut EdgeLog,
    /// One bit per edge: those that are not new.
    pub known_edges: *mut u64,
    /// A run has returned and all of its values are dropped: these blocks it has left, the highest address first.
    pub left: unsafe extern "C" fn(blocks: *const LeftBlock, count: usize),
}

/// A block of memory that a run has allocated and not freed.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct LeftBlock {
    /// Its address with all bits inverted: whoever looks for pointers to it shall not find this one.
    pub hidden: usize,
    /// Bytes, not 0.
    pub len: usize,
}

/// Longest message kept, in bytes.
pub const MESSAGE_MAX: usize = 2048;
/// Bytes kept of what a run built: the largest integers.
pub const RESULT_MAX: usize = 64;
/// Longest path of a source file kept, in bytes.
pub const FILE_MAX: usize = 512;
/// Longest backtrace kept, in bytes.
pub const BACKTRACE_MAX: usize = 131_072;
/// Backtraces taken of a run that executes too many edges, where one is wanted: what they share is where it stays.
pub const STACKS_MAX: u32 = 4;

/// Bytes of stack that the thread of a test has: what a run is told it has, and all that it has if its text may be nested deep.
pub const STACK_OF_A_TEST: usize = 2 << 20;

/// A value was dropped that had been dropped before.
pub const MISUSE_DROPPED: u32 = 0;
/// A value was used that had been dropped, or that nobody had made.
pub const MISUSE_USED: u32 = 1;

/// See [`Control::misbehaved`]: a hostile value lied, about its order or hash, about how many it gives, and the like.
pub const MISBEHAVED_LIED: u32 = 1;
/// See [`Control::misbehaved`]: a hostile value or function panicked.
pub const MISBEHAVED_PANICKED: u32 = 2;

/// Evaluating the program.
pub const PHASE_EVAL: u32 = 0;
/// Dropping the result and the values that were only borrowed.
pub const PHASE_DROP: u32 = 1;
/// Between runs.
pub const PHASE_IDLE: u32 = 2;

/// The run has not come deep into its stack.
pub const DEEP_NOT: u32 = 0;
/// It has, and its backtrace is noted at the next edge.
pub const DEEP_ASKED: u32 = 1;
/// Its backtrace is noted.
pub const DEEP_NOTED: u32 = 2;

/// No thread of the crate unwinds for what is its caller's: it has looked at a placeholder type, or a function given to it panics.
pub const THREAD_NONE: u32 = 0;
/// One does that the run then in flight had started.
pub const THREAD_OF_RUN: u32 = 1;
/// One does that an earlier run had started: whether it works for that one or for the one in flight nobody knows.
pub const THREAD_OLDER: u32 = 2;

/// State of the run in flight, in shared memory. Written by the harness and by the executor's signal handlers, read
/// by the supervisor after a death. Plain fields: there is one writer, and the reader waits for it to end.
#[repr(C)]
pub struct Control {
    /// One of the `PHASE_` values.
    pub phase: u32,
    /// Position in the program of the op that is being carried out.
    pub instr: u32,
    /// 1 while a touch of a watched page is a demand; 0 during unwinding, dropping and between runs.
    pub recording: u32,
    /// Panics seen in this run (a second one while unwinding means abort).
    pub panics: u32,
    /// 1: the panic hook also records a backtrace, and so does a run that executes too many edges (slow: for confirmation
    /// only).
    pub want_backtrace: u32,
    /// Backtraces that were taken of a run that executes too many edges, that in hand included.
    pub stacks: u32,
    /// Whether this run has come deep into its stack: one of the `DEEP_` values.
    pub deep: u32,
    /// Which type placeholder was looked at, with [`STATUS_TYPE_DEMAND`].
    pub type_hole: u32,
    /// How often placeholder types were looked at in this run. Nothing that a run does after the first time is
    /// believed, even if the crate catches the unwinding.
    pub type_demands: u32,
    /// What hostile values and functions have done in this run: `MISBEHAVED_` values added up. What safe code does about that, it
    /// may do; only memory errors are faults then.
    pub misbehaved: u32,
    /// Not 0: `value` is wanted of the next runs, which are the first (1) or second (2) of two of the same plan.
    pub want_value: u32,
    /// Not 0: `result` is wanted of the next runs.
    pub want_result: u32,
    /// Not 0: memory that holds no value is overwritten; 2: what the next run leaves is handed to [`Services::left`].
    pub want_left: u32,
    /// Bytes used in `result`.
    pub result_len: u32,
    /// Bytes a single run may allocate and hold.
    pub memory_limit: u64,
    /// Edges of instrumented code a single run may execute.
    pub edge_limit: u64,
    /// Edges that were left to the run when it came deep into its stack.
    pub edges_left_deep: i64,
    /// Edges the last run that came to its end executed; 0 if the harness is not instrumented or the gate was closed.
    pub edges: u64,
    /// Live bytes at the end of the last run (leaks add up; the executor recycles the process).
    pub live_bytes: u64,
    /// Fingerprint of what the last run built, if it was the second of two of which it was wanted; 0 if it has none.
    pub value: u64,
    /// The most that the last run held of memory at once, in bytes, besides what was held when it began.
    pub held_bytes: u64,
    /// Bytes that the last run has asked for in all, each block as some more.
    pub asked_bytes: u64,
    /// 1-based source line of the last panic, 0 if there was none.
    pub line: u32,
    /// 1-based column.
    pub column: u32,
    /// Bytes used in `file`.
    pub file_len: u32,
    /// Bytes used in `message`.
    pub message_len: u32,
    /// Bytes used in `backtrace`.
    pub backtrace_len: u32,
    /// 1: a watched box outlived its run (leaked, or put into a static), so its page must not be used again and the
    /// process has to be replaced.
    pub watched_kept: u32,
    /// Whether a thread of the crate unwinds for what is its caller's, in whichever run: one of the `THREAD_` values. What it unwinds
    /// into may end the process in a later run, so the process has to be replaced. Written by any thread, atomically.
    pub thread_unwound: u32,
    /// 1: threads that earlier runs have started were there when this run began, and may be what has ended the process.
    pub has_others: u32,
    /// The first bytes of what the last run built, if it was wanted and the run built something.
    pub result: [u8; RESULT_MAX],
    /// Source file of the last panic.
    pub file: [u8; FILE_MAX],
    /// Message of the last panic, UTF-8, cut at a character boundary.
    pub message: [u8; MESSAGE_MAX],
    /// Backtrace of the last panic, if wanted.
    pub backtrace: [u8; BACKTRACE_MAX],
}
