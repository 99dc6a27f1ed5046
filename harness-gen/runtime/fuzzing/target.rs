//! Runs the plans that a fuzzer's bytes say. What is a fault of the explored crate ends the process, which fuzzers take for a
//! crash; memory, time and everything that only a sanitizer sees is theirs.

use crate::abi::*;
use crate::bytes::{Choices, Literal, decode};
use crate::driver;
use std::alloc::Layout;
use std::collections::VecDeque;
use std::io::Write;
use std::ptr::{null, null_mut};

/// How the values of one type are chosen.
pub struct TypeChoices {
    /// The ops that build it, literals that are told left out.
    pub alternatives: &'static [u32],
    /// Those literals' ops.
    pub places: &'static [u32],
    /// What they are.
    pub literal: Literal,
}

/// Everything that a target runs.
pub struct Targets {
    /// The harness's tables.
    pub types: &'static [TypeEntry],
    /// Likewise.
    pub ops: &'static [OpEntry],
    /// By type.
    pub choices: &'static [TypeChoices],
    /// Types of arguments, by op.
    pub arguments: &'static [&'static [u32]],
    /// Ops whose panics are no faults of the crate.
    pub excused: &'static [u32],
    /// Panics that are known: file, line and column.
    pub known: &'static [(&'static str, u32, u32)],
}

impl Choices for Targets {
    fn alternatives(&self, ty: u32) -> &[u32] {
        self.choices[ty as usize].alternatives
    }

    fn places(&self, ty: u32) -> &[u32] {
        self.choices[ty as usize].places
    }

    fn literal(&self, ty: u32) -> Literal {
        self.choices[ty as usize].literal
    }

    fn arguments(&self, op: u32) -> &[u32] {
        self.arguments[op as usize]
    }
}

/// Bytes of literals that are kept: a crate may keep what it was given for good, and would be blamed for its end.
const KEPT: usize = 64 << 20;

/// What outlives a run.
struct State {
    control: *mut Control,
    learned: *mut LearnedSlot,
    literals: VecDeque<Box<[u8]>>,
    kept: usize,
}

static mut STATE: Option<State> = None;

/// Runs one input of a target.
pub fn run(targets: &'static Targets, roots: &[u32], data: &[u8]) {
    let steps = decode(targets, roots, data);
    // SAFETY: fuzzers call from one thread.
    let state = unsafe { (*(&raw mut STATE)).get_or_insert_with(|| begin(targets)) };
    let mut program = Vec::with_capacity(steps.len());
    for step in steps {
        program.push(Instr { op: step.op, watch: 0 });
        let Some((_, value)) = step.literal else { continue };
        let value = value.into_boxed_slice();
        let slot = LearnedSlot {
            data: value.as_ptr(),
            len: value.len(),
        };
        // SAFETY: there is a slot for every op that stands for a literal.
        unsafe { *state.learned.add(targets.ops[step.op as usize].inner as usize) = slot };
        state.kept += value.len();
        state.literals.push_back(value);
    }
    while state.kept > KEPT {
        state.kept -= state.literals.pop_front().map_or(state.kept, |oldest| oldest.len());
    }
    if program.is_empty() {
        return;
    }
    // SAFETY: the program fits the tables, because the choices do; one thread runs it, behind the start.
    unsafe {
        match driver::run_program(&program, 0) {
            STATUS_PANIC => judge_panic(targets, &program, &*state.control),
            STATUS_PROPERTY_FAILED => end("a property failed"),
            _ => {}
        }
    }
}

/// Ends the process if a panic is a fault of the crate that is not known.
fn judge_panic(targets: &Targets, program: &[Instr], control: &Control) {
    let in_flight = program.get(control.instr as usize).map(|instr| instr.op);
    if in_flight.is_some_and(|op| targets.excused.contains(&op)) {
        return;
    }
    let text = |bytes: &[u8], len: u32| String::from_utf8_lossy(&bytes[..len as usize]).into_owned();
    let (file, message) = (
        text(&control.file, control.file_len),
        text(&control.message, control.message_len),
    );
    let is_at = |&(known, line, column): &(&str, u32, u32)| {
        line == control.line && column == control.column && ends_with_path(&file, known)
    };
    if !targets.known.iter().any(is_at) {
        end(&format!(
            "panicked at {file}:{}:{}:\n{message}",
            control.line, control.column
        ));
    }
}

/// Whether a path is another one, or lies somewhere below a directory where the other one begins.
fn ends_with_path(path: &str, end: &str) -> bool {
    path.strip_suffix(end)
        .is_some_and(|before| before.is_empty() || before.ends_with('/'))
}

fn end(why: &str) -> ! {
    let text = format!("{why}\n\n`cargo explore import` says which call this is, and makes it small.\n");
    // Whoever cannot hear it gets the crash all the same.
    let _ = std::io::stderr().write_all(text.as_bytes());
    std::process::abort()
}

/// Gets the harness ready, without anything that only exploring needs.
fn begin(targets: &'static Targets) -> State {
    let is_literal = |op: &&OpEntry| (KIND_LEARNED..=KIND_LEARNED_BYTES).contains(&op.kind);
    let places = targets.ops.iter().filter(is_literal).count();
    let slot = LearnedSlot { data: null(), len: 0 };
    let learned = Box::leak(vec![slot; places].into_boxed_slice()).as_mut_ptr();
    // SAFETY: zeros are a valid block, which has a size.
    let control = unsafe { std::alloc::alloc_zeroed(Layout::new::<Control>()) }.cast::<Control>();
    if control.is_null() {
        std::alloc::handle_alloc_error(Layout::new::<Control>());
    }
    // SAFETY: it was just made.
    unsafe {
        (*control).memory_limit = i64::MAX as u64;
        (*control).edge_limit = i64::MAX as u64;
    }
    let services = Box::leak(Box::new(Services {
        watch_write: null_mut(),
        watch_alias: null_mut(),
        watch_page: 4096,
        watch_count: 0,
        control,
        open_watched: nothing,
        memory_exceeded: impossible,
        edges_exceeded: impossible,
        misused,
        compares: null_mut(),
        learned,
        demanded: ignore_number,
        watch_parts: ignore_parts,
        looked_at: ignore_bytes,
        thread_begins: nothing,
        edges: null_mut(),
        known_edges: null_mut(),
        left: ignore_left,
    }));
    let harness = driver::harness(targets.types, targets.ops);
    // SAFETY: the tables and services live for good, and nothing was run before.
    unsafe { ((*harness).start)(services) };
    State {
        control,
        learned,
        literals: VecDeque::new(),
        kept: 0,
    }
}

unsafe extern "C" fn nothing() {}

unsafe extern "C" fn ignore_number(_: u32) {}

unsafe extern "C" fn ignore_parts(_: *const WatchedPart, _: usize) {}

unsafe extern "C" fn ignore_left(_: *const LeftBlock, _: usize) {}

unsafe extern "C" fn ignore_bytes(_: *const u8, _: usize) {}

unsafe extern "C" fn impossible() -> ! {
    end("a limit was exceeded that there is not")
}

unsafe extern "C" fn misused(what: u32) -> ! {
    end(match what {
        MISUSE_DROPPED => "a value was dropped twice",
        _ => "a value was used that was dropped, or never made",
    })
}
