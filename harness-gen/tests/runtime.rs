//! The runtime files that are written into every harness, compiled into this test and driven by hand: who drops what
//! and when, layouts, panics. Their behaviour in a contained process is tested with the executor.
#![expect(
    unreachable_pub,
    reason = "the runtime files are modules of a harness, not of a library"
)]

#[path = "../runtime/abi.rs"]
#[expect(dead_code, reason = "the executor uses the rest")]
mod abi;
#[path = "../runtime/alloc.rs"]
mod alloc;
#[path = "../runtime/answers.rs"]
mod answers;
#[path = "../runtime/arena.rs"]
mod arena;
#[path = "../runtime/compares.rs"]
mod compares;
#[path = "../runtime/demand.rs"]
mod demand;
#[path = "../runtime/driver.rs"]
mod driver;
#[path = "../runtime/dropping.rs"]
mod dropping;
#[path = "../runtime/edges.rs"]
mod edges;
#[path = "../runtime/fingerprint.rs"]
mod fingerprint;
#[path = "../runtime/flat.rs"]
mod flat;
#[path = "../runtime/in_place.rs"]
mod in_place;
#[path = "../runtime/lazy.rs"]
mod lazy;
#[path = "../runtime/leaks.rs"]
mod leaks;
#[path = "../runtime/panics.rs"]
mod panics;
#[path = "../runtime/registry.rs"]
#[expect(dead_code, reason = "hostile values are in another file")]
mod registry;
#[path = "../runtime/series.rs"]
mod series;
#[cfg(target_arch = "x86_64")]
#[path = "../runtime/system_calls.rs"]
mod system_calls;
#[path = "../runtime/threads.rs"]
mod threads;
#[path = "../runtime/waiters.rs"]
mod waiters;
#[cfg(target_arch = "x86_64")]
#[path = "../runtime/waiting.rs"]
mod waiting;

use abi::*;
use answers::Answers;
use driver::{put, rd, type_entry};
use in_place::vec_buffer;
use lazy::LazyInt;
use std::cell::RefCell;
use std::ffi::c_void;
use std::hint::black_box;
use std::mem::offset_of;
use std::ptr::null_mut;
use std::sync::mpsc::{Sender, channel};
use std::sync::{Mutex, MutexGuard, OnceLock};

thread_local! {
    /// Names of what was dropped, in order.
    static DROPPED: RefCell<Vec<&'static str>> = const { RefCell::new(Vec::new()) };
}

struct Named(&'static str);

impl Drop for Named {
    fn drop(&mut self) {
        DROPPED.with_borrow_mut(|dropped| dropped.push(self.0));
    }
}

#[repr(align(512))]
struct Aligned(u8);

struct Nothing;

const NAMED: u32 = 0;
const NAMED_REF: u32 = 1;
const PAIR: u32 = 2;
const NAMED_BOX: u32 = 3;
const ALIGNED: u32 = 4;
const NOTHING: u32 = 5;
const NOTHING_BOX: u32 = 6;
const BOOL: u32 = 7;
const NUMBER: u32 = 8;
const TEXT: u32 = 9;
const BYTES: u32 = 10;
const INTEGER: u32 = 11;
const LAZY: u32 = 12;
const COUPLE: u32 = 13;
const BYTE: u32 = 14;
const COUPLES: u32 = 15;
const COUPLES_REF: u32 = 16;
const COUPLES_BOX: u32 = 17;

/// An element whose parts may be placeholders.
struct Couple {
    name: Named,
    number: u8,
}

/// What a method with two borrows returns: it has drop glue and borrows from both.
struct Pair<'a>(&'a Named, &'a Named);

impl Drop for Pair<'_> {
    fn drop(&mut self) {
        // The owners must still be alive.
        assert_eq!((self.0.0, self.1.0), ("first", "second"));
        DROPPED.with_borrow_mut(|dropped| dropped.push("pair"));
    }
}

/// The learned values of this program.
struct LearnedSlots([LearnedSlot; 3]);

// SAFETY: the values are static and nobody writes to them.
unsafe impl Sync for LearnedSlots {}

static LEARNED: LearnedSlots = {
    const fn slot(bytes: &'static [u8]) -> LearnedSlot {
        LearnedSlot {
            data: bytes.as_ptr(),
            len: bytes.len(),
        }
    }
    LearnedSlots([
        slot(&0xdead_beef_u32.to_le_bytes()),
        slot("tenletters".as_bytes()),
        slot(b"\xff"),
    ])
};

static TYPES: [TypeEntry; 18] = [
    type_entry::<Named>(),
    type_entry::<&Named>(),
    type_entry::<Pair<'static>>(),
    type_entry::<Box<Named>>(),
    type_entry::<Aligned>(),
    type_entry::<Nothing>(),
    type_entry::<Box<Nothing>>(),
    type_entry::<bool>(),
    type_entry::<u32>(),
    type_entry::<&str>(),
    type_entry::<&[u8]>(),
    type_entry::<i32>(),
    type_entry::<LazyInt>(),
    type_entry::<Couple>(),
    type_entry::<u8>(),
    type_entry::<Vec<Couple>>(),
    type_entry::<&Vec<Couple>>(),
    type_entry::<Box<Vec<Couple>>>(),
];

macro_rules! call {
    ($result:expr, $arity:expr, |$args:ident, $out:ident| $body:expr) => {
        OpEntry {
            kind: KIND_CALL,
            result: $result,
            arity: $arity,
            inner: 0,
            arm: Some({
                unsafe extern "C-unwind" fn arm($args: *const *mut u8, $out: *mut u8) -> i32 {
                    let _ = ($args, $out);
                    // SAFETY: the tests below run well-typed programs.
                    unsafe { $body }
                }
                arm
            }),
            parts: None,
            buffer: None,
        }
    };
}

const fn pointer(kind: u32, result: u32, inner: u32) -> OpEntry {
    OpEntry {
        kind,
        result,
        arity: 1,
        inner,
        arm: None,
        parts: None,
        buffer: None,
    }
}

const fn learned(kind: u32, result: u32, inner: u32) -> OpEntry {
    OpEntry {
        arity: 0,
        ..pointer(kind, result, inner)
    }
}

/// A call that counts as one of the explored crate.
const fn of_crate(op: OpEntry) -> OpEntry {
    OpEntry { inner: 1, ..op }
}

static OPS: [OpEntry; 46] = [
    call!(NAMED, 0, |args, out| {
        put(out, Named("first"));
        ARM_OK
    }),
    call!(NAMED, 0, |args, out| {
        put(out, Named("second"));
        ARM_OK
    }),
    pointer(KIND_BORROW, NAMED_REF, NAMED),
    pointer(KIND_BOX, NAMED_BOX, NAMED),
    call!(PAIR, 2, |args, out| {
        put(out, Pair(rd(args, 0), rd(args, 1)));
        ARM_OK
    }),
    /* 5: takes a box and panics */
    call!(BOOL, 2, |args, out| {
        let _boxed = rd::<Box<Named>>(args, 1);
        panic!("{}", "ä".repeat(MESSAGE_MAX))
    }),
    call!(ALIGNED, 0, |args, out| {
        assert_eq!(out as usize % 512, 0);
        put(out, Aligned(3));
        ARM_OK
    }),
    call!(NOTHING, 0, |args, out| {
        put(out, Nothing);
        ARM_OK
    }),
    pointer(KIND_BOX, NOTHING_BOX, NOTHING),
    call!(BOOL, 1, |args, out| {
        drop(rd::<Box<Nothing>>(args, 0));
        put(out, true);
        ARM_OK
    }),
    call!(BOOL, 1, |args, out| {
        put(out, rd::<Aligned>(args, 0).0 == 3);
        ARM_OK
    }),
    /* 11 */ call!(BOOL, 1, |args, out| {
        drop(rd::<Named>(args, 0));
        ARM_REJECT
    }),
    /* 12 */
    call!(BOOL, 1, |args, out| {
        drop(rd::<Named>(args, 0));
        demand::demand(9)
    }),
    /* 13 */ call!(BOOL, 2, |args, out| {
        put(out, true);
        ARM_PROPERTY_FAILED
    }),
    /* 14 */ learned(KIND_LEARNED, NUMBER, 0),
    /* 15 */ learned(KIND_LEARNED_STR, TEXT, 1),
    /* 16 */ learned(KIND_LEARNED_BYTES, BYTES, 2),
    /* 17: are the learned values what they should be? */
    call!(BOOL, 3, |args, out| {
        let right = (rd::<u32>(args, 0), rd::<&str>(args, 1), rd::<&[u8]>(args, 2))
            == (0xdead_beef, "tenletters", &[0xff]);
        put(out, right);
        if right { ARM_OK } else { ARM_REJECT }
    }),
    /* 18: compares, as instrumented code does */
    of_crate(call!(BOOL, 0, |args, out| {
        compare_something();
        put(out, true);
        ARM_OK
    })),
    /* 19: the same, but nothing of the crate */
    call!(TEXT, 0, |args, out| {
        compare_something();
        put(out, "literal");
        ARM_OK
    }),
    /* 20: asks once where there are two answers */
    call!(BOOL, 0, |args, out| {
        let rest = Answers::Then(Named("unasked"), Box::new(Answers::End));
        let list = Answers::Then(Named("asked"), Box::new(rest));
        assert_eq!(answers::keep(Box::new(list)), Some(0));
        assert_eq!(answers::next::<Named>(0).0, "asked");
        put(out, true);
        ARM_OK
    }),
    /* 21: asks where a list of something else is, and where none is */
    call!(BOOL, 0, |args, out| {
        assert_eq!(
            answers::keep(Box::new(Answers::Then(7_u8, Box::new(Answers::End)))),
            Some(0)
        );
        for place in [0, 1] {
            let asked = std::panic::catch_unwind(|| answers::next::<Named>(place).0);
            assert!(asked.is_err());
        }
        put(out, true);
        ARM_OK
    }),
    /* 22: asks after the last answer */
    call!(BOOL, 0, |args, out| {
        let list = Answers::Then(7_u8, Box::new(Answers::End));
        assert_eq!(answers::keep(Box::new(list)), Some(0));
        put(out, answers::next::<u8>(0) == answers::next(0));
        ARM_OK
    }),
    /* 23 */
    OpEntry {
        kind: KIND_CONSTANT,
        ..call!(INTEGER, 0, |args, out| {
            put(out, 7i32);
            ARM_OK
        })
    },
    /* 24 */ pointer(KIND_LAZY, LAZY, INTEGER),
    /* 25: moves one, copies the other, compares both if the first is 7 */
    call!(BOOL, 2, |args, out| {
        let moved = vec![rd::<LazyInt>(args, 0)];
        let (copied, mut moved) = (rd::<LazyInt>(args, 1), moved.into_iter());
        assert!(
            LOOKED_AT.lock().is_ok_and(|seen| seen.is_empty()),
            "moving is no look"
        );
        let is_less = copied < LazyInt::of(9) && moved.all(|value| value == copied);
        assert_eq!(
            format!("{copied} {copied:?} {}", copied + LazyInt::of(1)),
            "7 7 8"
        );
        put(out, is_less);
        ARM_OK
    }),
    /* 26 */
    call!(BYTE, 0, |args, out| {
        put(out, 5_u8);
        ARM_OK
    }),
    /* 27 */
    OpEntry {
        parts: Some(parts_of_couple),
        ..call!(COUPLE, 2, |args, out| {
            put(
                out,
                Couple {
                    name: rd(args, 0),
                    number: rd(args, 1),
                },
            );
            ARM_OK
        })
    },
    /* 28 */
    call!(COUPLES, 0, |args, out| {
        put(out, Vec::<Couple>::new());
        ARM_OK
    }),
    /* 29 */
    OpEntry {
        buffer: Some(vec_buffer::<Couple>),
        ..call!(COUPLES, 2, |args, out| {
            let mut couples = rd::<Vec<Couple>>(args, 0);
            couples.push(rd(args, 1));
            put(out, couples);
            ARM_OK
        })
    },
    /* 30 */ pointer(KIND_BORROW, COUPLES_REF, COUPLES),
    /* 31 */ pointer(KIND_BOX, COUPLES_BOX, COUPLES),
    /* 32 */
    call!(BOOL, 1, |args, out| {
        note_place(rd::<&Vec<Couple>>(args, 0));
        put(out, true);
        ARM_OK
    }),
    /* 33: grows the vector, too */
    call!(BOOL, 1, |args, out| {
        let mut couples = rd::<Box<Vec<Couple>>>(args, 0);
        note_place(&couples);
        couples.reserve(couples.capacity() + 1);
        note_place(&couples);
        put(out, true);
        ARM_OK
    }),
    /* 34: takes a box and panics as hostile code does */
    call!(BOOL, 2, |args, out| {
        let _boxed = rd::<Box<Named>>(args, 1);
        registry::panic()
    }),
    /* 35: is lied to, and panics about it */
    call!(BOOL, 1, |args, out| {
        let _ = rd::<&Named>(args, 0);
        assert_eq!((registry::turn(), registry::turn()), (0, 1));
        panic!("that is no order")
    }),
    /* 36: the list ends with a panic */
    call!(BOOL, 1, |args, out| {
        let list = Answers::Then(7_u8, Box::new(Answers::Panic));
        assert_eq!(answers::keep(Box::new(list)), Some(0));
        put(out, answers::next::<u8>(0) == answers::next::<u8>(0));
        ARM_OK
    }),
    /* 37: keeps one block of three, which has grown */
    call!(BOOL, 0, |args, out| {
        let mut kept: Vec<u64> = Vec::with_capacity(3);
        let freed = black_box(Box::new(1_u16));
        kept.reserve_exact(1007);
        black_box(kept).leak();
        put(out, *freed == 1);
        ARM_OK
    }),
    /* 38: keeps a block, and panics */
    call!(BOOL, 0, |args, out| {
        put(out, Box::leak(black_box(Box::new([0_u8; 1009])))[7] == 0);
        panic!("it is kept")
    }),
    /* 39: is answered by what panics */
    call!(BOOL, 1, |args, out| {
        let _ = rd::<&Named>(args, 0);
        put(out, panics::answer(|| -> bool { panic!("no answer") }));
        ARM_OK
    }),
    /* 40: resumes what it has caught */
    call!(BOOL, 0, |args, out| {
        put(out, true);
        let caught = std::panic::catch_unwind(|| panic!("caught, {}", "ä".repeat(MESSAGE_MAX)));
        std::panic::resume_unwind(caught.expect_err("it panics"))
    }),
    /* 41: raises something else behind what it has caught */
    call!(BOOL, 0, |args, out| {
        put(out, true);
        let _ = std::panic::catch_unwind(|| panic!("caught"));
        std::panic::resume_unwind(Box::new("something else"))
    }),
    /* 42 */
    OpEntry {
        kind: KIND_CONSTANT,
        ..call!(INTEGER, 0, |args, out| {
            put(out, 8i32);
            ARM_OK
        })
    },
    /* 43: is lied to with 7, and panics with 8 */
    call!(BOOL, 1, |args, out| {
        put(out, true);
        match rd::<i32>(args, 0) {
            7 => assert_eq!(registry::turn(), 0),
            _ => panic!("nobody has lied"),
        }
        ARM_OK
    }),
    /* 44 */
    call!(BOOL, 1, |args, out| {
        std::thread::sleep(std::time::Duration::from_millis(1));
        put(out, rd::<i32>(args, 0) > 0);
        ARM_OK
    }),
    /* 45: leaves a thread, or has the one that was left panic before one of its own does */
    call!(BOOL, 0, |args, out| {
        panic_on_threads();
        put(out, true);
        ARM_OK
    }),
];

/// A thread that panics once it is told to.
struct Panicking {
    tell: Sender<()>,
    thread: std::thread::JoinHandle<()>,
}

impl Panicking {
    fn with(message: &'static str) -> Panicking {
        let (tell, told) = channel();
        let thread = std::thread::spawn(move || {
            told.recv().expect("it is told");
            panic!("{message}")
        });
        Panicking { tell, thread }
    }

    fn panic(self) {
        self.tell.send(()).expect("it waits");
        while !self.thread.is_finished() {
            std::thread::yield_now();
        }
    }
}

fn panic_on_threads() {
    static OLDER: Mutex<Option<Panicking>> = Mutex::new(None);
    let mut kept = OLDER.lock().expect("nobody panics with it");
    match kept.take() {
        None => *kept = Some(Panicking::with("older")),
        Some(older) => {
            let own = Panicking::with("own");
            older.panic();
            own.panic();
        }
    }
}

unsafe extern "C" fn parts_of_couple(value: *mut u8, parts: *mut usize) {
    let value = value.cast::<Couple>();
    // SAFETY: the driver passes a live value, and room for both addresses.
    unsafe {
        *parts = (&raw const (*value).name) as usize;
        *parts.add(1) = (&raw const (*value).number) as usize;
    }
}

/// Addresses of a vector and its elements, as often as one was met.
static PLACES: Mutex<Vec<(usize, usize)>> = Mutex::new(Vec::new());

fn note_place(couples: &Vec<Couple>) {
    assert!(couples.iter().all(|couple| couple.number == 5));
    assert_eq!(couples.first().map(|couple| couple.name.0), Some("first"));
    if let Ok(mut places) = PLACES.lock() {
        places.push((std::ptr::from_ref(couples).addr(), couples.as_ptr().addr()));
    }
}

static CASES: [u64; 4] = [2, 16, 7, 300];

unsafe extern "C" {
    fn __sanitizer_cov_trace_cmp8(left: u64, right: u64);
    fn __sanitizer_cov_trace_const_cmp4(left: u32, right: u32);
    fn __sanitizer_cov_trace_switch(value: u64, cases: *const u64);
    fn memcmp(left: *const u8, right: *const u8, len: usize) -> i32;
}

fn compare_something() {
    // A length that is known would make it no call.
    let (left, right, len) = (black_box(*b"open"), black_box(*b"shut"), black_box(4));
    // SAFETY: the callbacks only take notes; both sides have four bytes.
    unsafe {
        for _ in 0..black_box(3) {
            __sanitizer_cov_trace_const_cmp4(0xdead_beef, 5);
        }
        __sanitizer_cov_trace_cmp8(1, u64::MAX);
        __sanitizer_cov_trace_cmp8(4, 4);
        __sanitizer_cov_trace_switch(9, CASES.as_ptr());
        assert!(memcmp(left.as_ptr(), right.as_ptr(), len) < 0);
        assert_eq!(memcmp(left.as_ptr(), left.as_ptr(), len), 0);
    }
}

struct Bench {
    harness: &'static Harness,
    services: &'static Services,
}

// SAFETY: used by one test at a time, through the mutex below.
unsafe impl Send for Bench {}

unsafe extern "C" fn open_watched() {}

/// Placeholders without a page that were looked at, in order.
static LOOKED_AT: Mutex<Vec<u32>> = Mutex::new(Vec::new());

unsafe extern "C" fn demanded(placeholder: u32) {
    if let Ok(mut looked_at) = LOOKED_AT.lock() {
        looked_at.push(placeholder);
    }
}

/// The parts of pages that were told, in order.
static WATCHED_PARTS: Mutex<Vec<WatchedPart>> = Mutex::new(Vec::new());

unsafe extern "C" fn watch_parts(parts: *const WatchedPart, count: usize) {
    // SAFETY: the harness tells so many.
    let parts = unsafe { std::slice::from_raw_parts(parts, count) };
    if let Ok(mut all) = WATCHED_PARTS.lock() {
        all.extend(parts);
    }
}

unsafe extern "C" fn looked_at(_: *const u8, _: usize) {}

unsafe extern "C" fn thread_begins() {}

/// What runs have left: addresses and sizes.
static LEFT: Mutex<Vec<(usize, usize)>> = Mutex::new(Vec::new());

unsafe extern "C" fn left(blocks: *const LeftBlock, count: usize) {
    // SAFETY: the harness tells so many.
    let blocks = unsafe { std::slice::from_raw_parts(blocks, count) };
    if let Ok(mut left) = LEFT.lock() {
        left.extend(blocks.iter().map(|block| (!block.hidden, block.len)));
    }
}

unsafe extern "C" fn memory_exceeded() -> ! {
    std::process::abort()
}

unsafe extern "C" fn misused(_: u32) -> ! {
    std::process::abort()
}

const PAGE: usize = 4096;

/// The one driver of this process. Watched pages are plain memory under a single address.
fn bench() -> MutexGuard<'static, Bench> {
    threads::run_programs_here();
    static BENCH: OnceLock<Mutex<Bench>> = OnceLock::new();
    let made = BENCH.get_or_init(|| {
        let pages = Box::leak(vec![0u64; 4 * PAGE / 8].into_boxed_slice())
            .as_mut_ptr()
            .cast::<u8>();
        // SAFETY: all fields of the block are integers.
        let control: &'static mut Control = Box::leak(Box::new(unsafe { std::mem::zeroed() }));
        control.memory_limit = 1 << 30;
        control.edge_limit = 1 << 30;
        let services = Box::leak(Box::new(Services {
            watch_write: pages,
            watch_alias: pages,
            watch_page: PAGE,
            watch_count: 4,
            control,
            open_watched,
            memory_exceeded,
            edges_exceeded: memory_exceeded,
            misused,
            // SAFETY: all fields of the log are numbers.
            compares: Box::leak(Box::new(unsafe { std::mem::zeroed::<CompareLog>() })),
            learned: LEARNED.0.as_ptr(),
            demanded,
            watch_parts,
            looked_at,
            thread_begins,
            // SAFETY: as above.
            edges: Box::leak(Box::new(unsafe { std::mem::zeroed::<EdgeLog>() })),
            known_edges: Box::leak(vec![0; 1].into_boxed_slice()).as_mut_ptr(),
            left,
        }));
        // SAFETY: the tables are static, the services live for ever, and this is the first call.
        let harness = unsafe { &*driver::harness(&TYPES, &OPS) };
        // SAFETY: as above.
        unsafe { (harness.start)(services) };
        Mutex::new(Bench { harness, services })
    });
    made.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}

impl Bench {
    /// Runs a program of `(op, watch)`. Returns its status and what was dropped.
    fn run(&self, program: &[(u32, u32)]) -> (u32, Vec<&'static str>) {
        let program: Vec<Instr> = program.iter().map(|&(op, watch)| Instr { op, watch }).collect();
        DROPPED.take();
        // SAFETY: the programs below fit the tables.
        let status = unsafe { (self.harness.run)(program.as_ptr(), program.len(), 0) };
        (status, DROPPED.take())
    }

    /// Runs this op with the constants 7 and 8 in one series, which the second time begins with what was left of it. Returns what
    /// either came to, and how many runs passed before.
    fn run_series(&self, op: u32) -> [(u32, u64); 2] {
        let change = Change {
            decision: 0,
            alternative: 0,
            instruction: 0,
            op: 42,
            base_steps: 0,
            flags: CHANGE_COMPLETES,
        };
        [(23, 1), (42, 0)].map(|(constant, change_count)| {
            let mut program = [constant, op].map(|op| Instr { op, watch: 0 });
            let mut runs = 1;
            let mut series = Series {
                program: program.as_mut_ptr(),
                len: program.len(),
                same: 0,
                changes: &raw const change,
                change_count,
                runs: &raw mut runs,
                live_limit: u64::MAX,
                passed: 0,
            };
            // SAFETY: the program and its change fit the tables, and live as long as the call.
            let status = unsafe { (self.harness.run_series)(&raw mut series) };
            (status, series.passed)
        })
    }

    fn control(&self) -> &Control {
        // SAFETY: nothing runs now.
        unsafe { &*self.services.control }
    }
}

#[test]
fn result_is_dropped_first_and_then_the_owner_of_the_first_argument() {
    let program = [(0, 0), (2, 0), (1, 0), (2, 0), (4, 0)];
    assert_eq!(
        bench().run(&program),
        (STATUS_OK, vec!["pair", "first", "second"])
    );
}

#[test]
fn arguments_belong_to_the_arm_even_if_it_panics() {
    let bench = bench();
    // The owner of the borrow is leaked; the box was the arm's to drop.
    let (status, dropped) = bench.run(&[(0, 0), (2, 0), (1, 0), (3, 0), (5, 0)]);
    assert_eq!((status, dropped), (STATUS_PANIC, vec!["second"]));
    let control = bench.control();
    assert_eq!(
        (control.panics, control.instr, control.phase, control.recording),
        (1, 4, PHASE_EVAL, 0)
    );
    let message = std::str::from_utf8(&control.message[..control.message_len as usize]);
    assert_eq!(
        message.map(|text| text.chars().all(|c| c == 'ä')),
        Ok(true),
        "cut between characters"
    );
    let file = std::str::from_utf8(&control.file[..control.file_len as usize]);
    assert!(file.is_ok_and(|file| file.ends_with("tests/runtime.rs")));
}

#[test]
fn what_is_raised_behind_a_caught_panic_has_not_its_message_and_place() {
    let bench = bench();
    for (op, panics, message) in [(40, 1, "caught, ä"), (41, 2, "something else")] {
        assert_eq!(bench.run(&[(op, 0)]).0, STATUS_PANIC);
        let control = bench.control();
        let said = std::str::from_utf8(&control.message[..control.message_len as usize]);
        assert!(said.is_ok_and(|said| said.starts_with(message)), "{said:?}");
        let has_place = control.line > 0 && control.file_len > 0;
        assert_eq!((control.panics, has_place), (panics, panics == 1), "{message}");
    }
    // The hook is there.
    assert_eq!(
        bench.run(&[(0, 0), (2, 0), (1, 0), (3, 0), (5, 0)]).0,
        STATUS_PANIC
    );
    assert_eq!(bench.control().panics, 1);
}

#[test]
fn answers_that_nobody_asked_for_are_dropped_with_the_run() {
    let bench = bench();
    for _ in 0..2 {
        assert_eq!(bench.run(&[(20, 0)]), (STATUS_OK, vec!["asked", "unasked"]));
    }
}

#[test]
fn panics_that_hostile_code_leads_to_are_the_end_of_a_run_and_no_faults() {
    let bench = bench();
    let lent = [(0, 0), (2, 0)];
    for (op, boxed, misbehaved) in [
        (34, true, MISBEHAVED_PANICKED),
        (35, false, MISBEHAVED_LIED),
        (36, false, MISBEHAVED_PANICKED),
        (39, false, MISBEHAVED_PANICKED),
    ] {
        let mut program = lent.to_vec();
        program.extend([(1, 0), (3, 0)].into_iter().filter(|_| boxed));
        program.push((op, 0));
        let (status, dropped) = bench.run(&program);
        // The owner is dropped as well, because whatever is left has to be sound.
        let expected = match boxed {
            true => vec!["second", "first"],
            false => vec!["first"],
        };
        assert_eq!((status, dropped), (STATUS_DISCARDED, expected), "op {op}");
        assert_eq!(bench.control().misbehaved, misbehaved, "op {op}");
    }
    let (status, _) = bench.run(&[(0, 0), (2, 0), (1, 0), (3, 0), (5, 0)]);
    assert_eq!(
        (status, bench.control().misbehaved),
        (STATUS_PANIC, 0),
        "what a run before did is over"
    );
}

#[test]
fn what_one_run_of_a_series_has_done_is_over_in_the_next() {
    let bench = bench();
    // Constants are made once; then the calls are flat.
    bench.run_series(43);
    for _ in 0..2 {
        let expected = [(STATUS_OK, 0), (STATUS_PANIC, 0)];
        assert_eq!(bench.run_series(43), expected, "a lie ends the series");
    }
    #[cfg(target_arch = "x86_64")]
    for _ in 0..2 {
        let expected = [(STATUS_OK, 0), (STATUS_OK, 0)];
        assert_eq!(bench.run_series(44), expected, "no run waits for weeks");
    }
}

#[test]
#[cfg(target_arch = "x86_64")]
fn a_thread_of_an_earlier_run_that_panics_hides_no_panic_of_this_one_s() {
    let bench = bench();
    assert_eq!(bench.run(&[(45, 0)]).0, STATUS_OK);
    assert_eq!(bench.run(&[(45, 0)]).0, STATUS_PANIC);
    let control = bench.control();
    assert_eq!(&control.message[..control.message_len as usize], b"own");
}

#[test]
#[cfg(target_arch = "x86_64")]
fn who_asks_for_the_stack_of_runs_is_told_of_as_much_as_tests_have() {
    unsafe extern "C" {
        fn pthread_self() -> usize;
        fn pthread_getattr_np(thread: usize, attributes: *mut c_void) -> i32;
        fn pthread_attr_getstack(attributes: *const c_void, lowest: *mut *mut c_void, len: *mut usize)
        -> i32;
        fn pthread_attr_destroy(attributes: *mut c_void) -> i32;
    }
    fn own_stack() -> std::ops::Range<usize> {
        let (mut attributes, mut lowest, mut len) = ([0_u64; 8], null_mut(), 0);
        let attributes = (&raw mut attributes).cast();
        // SAFETY: pointers to locals, of which the first is as large as the C library's.
        unsafe {
            assert_eq!(pthread_getattr_np(pthread_self(), attributes), 0);
            pthread_attr_getstack(attributes, &raw mut lowest, &raw mut len);
            pthread_attr_destroy(attributes);
        }
        lowest.addr()..lowest.addr() + len
    }
    let _bench = bench();
    let thread = std::thread::Builder::new().stack_size(4 * STACK_OF_A_TEST);
    let asked = thread.spawn(|| {
        let before = own_stack();
        threads::run_programs_here();
        let here = 0_u8;
        assert!(own_stack().contains(&(&raw const here).addr()));
        (before, own_stack())
    });
    let (before, after) = asked.expect("it starts").join().expect("it returns");
    assert!(before.len() >= 4 * STACK_OF_A_TEST);
    assert_eq!(after, before.end - STACK_OF_A_TEST..before.end);
}

/// Has a thread of the run in flight unwind for its caller, after `between`.
fn unwind_on_a_thread(between: impl FnOnce()) {
    extern "C" fn unwinds(_: *mut c_void) -> *mut c_void {
        assert!(threads::unwinds(driver::control()));
        null_mut()
    }
    struct Start((threads::Body, *mut c_void));
    // SAFETY: made for one thread, whichever it is.
    unsafe impl Send for Start {}
    let start = Start(threads::begin(unwinds, null_mut()));
    between();
    let thread = std::thread::spawn(move || {
        let Start((body, argument)) = { start };
        body(argument);
    });
    thread.join().expect("it does not panic");
}

#[test]
fn what_unwinds_on_a_thread_is_noted_until_it_is_back() {
    let bench = bench();
    let which = || bench.control().thread_unwound;
    // The first run of a process says which thread that is.
    assert_eq!(bench.run(&[(20, 0)]).0, STATUS_OK);
    assert!(!threads::unwinds(driver::control()), "this is the thread of runs");
    unwind_on_a_thread(|| ());
    assert_eq!(which(), THREAD_OF_RUN);
    threads::came_back(driver::control());
    assert_eq!(which(), THREAD_NONE);
    unwind_on_a_thread(|| assert_eq!(bench.run(&[(20, 0)]).0, STATUS_OK));
    unwind_on_a_thread(|| ());
    assert_eq!(which(), THREAD_OLDER);
    threads::came_back(driver::control());
    assert_eq!(which(), THREAD_NONE);
}

#[test]
fn asking_for_more_than_there_is_is_a_demand() {
    let bench = bench();
    for op in [21, 22] {
        assert_eq!(bench.run(&[(op, 0)]).0, STATUS_TYPE_DEMAND);
        // Nothing of that run is left for the next one.
        assert_eq!(bench.run(&[(20, 0)]).0, STATUS_OK);
    }
}

#[test]
fn layouts_are_respected() {
    assert_eq!(bench().run(&[(7, 0), (8, 0), (9, 0)]).0, STATUS_OK);
    assert_eq!(bench().run(&[(6, 0), (10, 0)]).0, STATUS_OK);
}

#[test]
fn rejected_plan_drops_what_is_left() {
    // The second value is the rejecting destructor's; the borrow's owner is ours.
    let (status, dropped) = bench().run(&[(0, 0), (2, 0), (1, 0), (11, 0)]);
    assert_eq!((status, dropped), (STATUS_REJECT, vec!["second", "first"]));
}

#[test]
fn type_demand_is_no_panic() {
    let bench = bench();
    assert_eq!(bench.run(&[(0, 0), (12, 0)]).0, STATUS_TYPE_DEMAND);
    assert_eq!((bench.control().type_hole, bench.control().panics), (9, 0));
}

#[test]
fn failed_property_is_told_after_everything_was_dropped() {
    let (status, dropped) = bench().run(&[(0, 0), (2, 0), (1, 0), (2, 0), (13, 0)]);
    assert_eq!(
        (status, dropped),
        (STATUS_PROPERTY_FAILED, vec!["first", "second"])
    );
}

#[test]
fn watched_memory_is_never_freed() {
    // Dropping the box drops its content and leaves the page alone: freeing it would end the test.
    assert_eq!(bench().run(&[(0, 1), (3, 0)]), (STATUS_OK, vec!["first"]));
    assert_eq!(
        bench().run(&[(0, 1), (2, 0), (1, 2), (2, 0), (4, 0)]).1,
        ["pair", "first", "second"]
    );
}

#[test]
fn live_bytes_come_back() {
    let bench = bench();
    bench.run(&[(0, 0), (3, 0)]);
    let before = bench.control().live_bytes;
    for _ in 0..100 {
        bench.run(&[(0, 0), (3, 0)]);
    }
    // Other tests' threads allocate too, so this is a bound and not an equation.
    assert!(bench.control().live_bytes < before + (1 << 20));
}

#[test]
fn what_a_run_leaves_is_handed_over_if_it_is_wanted_and_the_run_returns() {
    let bench = bench();
    let told_of = |op: u32, want_left: u32| {
        let control = bench.services.control;
        // SAFETY: nothing runs now.
        unsafe { (*control).want_left = want_left };
        LEFT.lock().unwrap().clear();
        bench.run(&[(op, 0)]);
        // SAFETY: as above.
        unsafe { (*control).want_left = 0 };
        // Threads of other tests leave something, too.
        let left = LEFT.lock().unwrap().clone();
        left.into_iter()
            .filter(|(_, len)| [1009, 1007 * 8].contains(len))
            .count()
    };
    assert_eq!([told_of(37, 0), told_of(37, 1), told_of(37, 2)], [0, 0, 1]);
    assert_eq!(told_of(38, 2), 0);
}

#[test]
fn edges_of_one_run_are_counted_and_those_between_runs_are_not() {
    unsafe extern "C" {
        fn __sanitizer_cov_trace_pc_guard(guard: *const u32);
        fn __sanitizer_cov_trace_pc_guard_init(first: *const u32, end: *const u32);
    }
    static GUARDS: [u32; 8] = [0; 8];
    let execute = |edges: &[usize]| {
        for &edge in edges {
            // SAFETY: the callback changes nothing but its counter, the log and the known edges.
            unsafe { __sanitizer_cov_trace_pc_guard(&GUARDS[edge]) }
        }
    };
    // Nobody else may begin a run meanwhile.
    let bench = bench();
    // SAFETY: the guards are static.
    unsafe { __sanitizer_cov_trace_pc_guard_init(GUARDS.as_ptr(), GUARDS.as_ptr().add(8)) }
    assert_eq!(edges::count(), 8);
    edges::begin_run(10);
    execute(&[0; 10]);
    assert_eq!(edges::end_run(), 10, "the limit itself is allowed");
    execute(&[0; 20]);
    edges::begin_run(u64::MAX);
    execute(&[0; 3]);
    assert_eq!(edges::end_run(), 3);
    let watched = |edges: &[usize]| {
        // SAFETY: nothing else runs; the log is read between runs.
        unsafe {
            (bench.harness.watch_edges)(1);
            edges::begin_run(u64::MAX);
            execute(edges);
            (bench.harness.watch_edges)(0);
            assert_eq!(edges::end_run(), edges.len() as u64);
            let log = &*bench.services.edges;
            log.edges[..log.len as usize].to_vec()
        }
    };
    assert_eq!(watched(&[5, 2, 5, 2]), [5, 2], "each once, in order");
    execute(&[6]);
    assert_eq!(watched(&[2, 6, 7]), [6, 7], "what nobody watched stays new");
    assert_eq!(watched(&[2, 6, 7]), []);
    if cfg!(target_arch = "x86_64") {
        let is_over = std::sync::atomic::AtomicBool::new(false);
        std::thread::scope(|scope| {
            scope.spawn(|| {
                while !is_over.load(std::sync::atomic::Ordering::Relaxed) {
                    execute(&[1, 3, 4]);
                }
            });
            let is_told = (0..100_000).all(|_| {
                // SAFETY: as above; the other thread only reads what is known.
                let told = unsafe {
                    bench.services.known_edges.write_volatile(0);
                    (bench.harness.watch_edges)(1);
                    execute(&[5, 2, 7]);
                    (bench.harness.watch_edges)(0);
                    let log = &*bench.services.edges;
                    log.edges[..log.len as usize].to_vec()
                };
                told == [5, 2, 7]
            });
            is_over.store(true, std::sync::atomic::Ordering::Relaxed);
            assert!(is_told, "whatever other threads do");
        });
    }
    // This program is not instrumented.
    bench.run(&[(7, 0), (8, 0), (9, 0)]);
    assert_eq!(bench.control().edges, 0);
}

#[test]
fn learned_values_are_ordinary_values() {
    assert_eq!(bench().run(&[(14, 0), (15, 0), (16, 0), (17, 0)]).0, STATUS_OK);
}

#[test]
fn literals_can_be_read() {
    let bench = bench();
    let mut scratch = [0u128];
    // SAFETY: the op has no arguments, and its result is a text.
    let slot = unsafe { (bench.harness.read_literal)(19, KIND_LEARNED_STR, scratch.as_mut_ptr().cast()) };
    // SAFETY: the text is a static one.
    let text = unsafe { std::slice::from_raw_parts(slot.data, slot.len) };
    assert_eq!(text, b"literal");
}

#[test]
#[cfg(target_arch = "x86_64")]
fn comparisons_are_told_while_they_are_watched_and_only_those_of_the_crate() {
    let bench = bench();
    let compares = bench.services.compares;
    let watched = |op: u32, lowest: [u64; 4]| {
        // SAFETY: this is the thread that runs the program.
        unsafe {
            (*compares).lowest = lowest;
            (bench.harness.watch_compares)(1);
        }
        bench.run(&[(op, 0)]);
        // SAFETY: as above.
        unsafe { (bench.harness.watch_compares)(0) };
        compare_something();
        // SAFETY: nothing runs now.
        unsafe { &*compares }
    };
    let all = [u64::MAX; 4];
    let log = watched(18, all);
    let told: Vec<(u32, u32, u64, u64)> = log.compares[..log.len as usize]
        .iter()
        .map(|compare| (compare.shape, compare.bytes, compare.left, compare.right))
        .collect();
    assert_eq!(
        told,
        [
            (COMPARE_CONSTANT, 4, 0xdead_beef, 5),
            (COMPARE_VALUES, 8, 1, u64::MAX),
            (COMPARE_SWITCH, 2, 9, CASES.as_ptr() as u64),
        ]
    );
    assert_eq!(log.memory_len, 1, "equal memory tells nothing");
    let memory = &log.memory[0];
    assert_eq!(
        (memory.len, &memory.left[..4], &memory.right[..4]),
        (4, &b"open"[..], &b"shut"[..])
    );
    let log = watched(19, all);
    assert_eq!((log.len, log.memory_len), (0, 0));
    // Of a constant it is the other side that may be an argument.
    let told = |byte: u8| {
        let mut lowest = [0; 4];
        lowest[usize::from(byte / 64)] = 1 << (byte % 64);
        let log = watched(18, lowest);
        log.compares[..log.len as usize]
            .iter()
            .map(|compare| compare.shape)
            .collect::<Vec<_>>()
    };
    assert_eq!(told(5), [COMPARE_CONSTANT]);
    assert_eq!(told(0xef), []);
    assert_eq!(
        (told(1), told(0xff)),
        (vec![COMPARE_VALUES], vec![COMPARE_VALUES])
    );
    assert_eq!(told(9), [COMPARE_SWITCH]);
}

#[test]
fn an_integer_without_a_page_says_when_it_is_looked_at() {
    let bench = bench();
    let looked_at = |program: &[(u32, u32)]| {
        if let Ok(mut seen) = LOOKED_AT.lock() {
            seen.clear();
        }
        assert_eq!(bench.run(program), (STATUS_OK, vec![]));
        let mut seen = LOOKED_AT.lock().map(|seen| seen.clone()).unwrap_or_default();
        seen.dedup();
        seen
    };
    // The second is compared first; decided ones are of no interest.
    assert_eq!(
        looked_at(&[(23, 1), (24, 0), (23, 2), (24, 0), (25, 0)]),
        [1, 0, 1]
    );
    assert_eq!(looked_at(&[(23, 0), (24, 0), (23, 1), (24, 0), (25, 0)]), [0]);
    assert!(looked_at(&[(23, 0), (24, 0), (23, 0), (24, 0), (25, 0)]).is_empty());
}

/// Two couples in a vector: the number of the first is placeholder 0, the second itself placeholder 2 and its number
/// placeholder 1.
const TWO_COUPLES: [(u32, u32); 8] = [
    (28, 0),
    (0, 0),
    (26, IN_PLACE | 1),
    (27, 0),
    (29, 0),
    (1, 0),
    (26, IN_PLACE | 2),
    (27, IN_PLACE | 3),
];

/// Runs these steps behind [`TWO_COUPLES`]. Returns what was told of parts, as placeholder and bytes, and where the
/// vector and its elements were.
fn placed(bench: &Bench, steps: &[(u32, u32)]) -> (Vec<WatchedPart>, Vec<(usize, usize)>) {
    fn taken<T>(all: &Mutex<Vec<T>>) -> Vec<T> {
        all.lock()
            .map(|mut all| std::mem::take(&mut *all))
            .unwrap_or_default()
    }
    taken(&WATCHED_PARTS);
    let program = [&TWO_COUPLES, steps].concat();
    assert_eq!(bench.run(&program), (STATUS_OK, vec!["first", "second"]));
    assert_eq!(bench.control().watched_kept, 0, "all blocks were given back");
    (taken(&WATCHED_PARTS), taken(&PLACES))
}

/// What is told of the elements of [`TWO_COUPLES`].
fn parts_of_elements() -> Vec<WatchedPart> {
    let part = |placeholder, from: usize, len: usize| WatchedPart {
        page: 0,
        placeholder,
        from: from as u32,
        to: (from + len) as u32,
        is_whole: 0,
    };
    let (size, number) = (size_of::<Couple>(), offset_of!(Couple, number));
    vec![part(0, number, 1), part(1, size + number, 1), part(2, size, size)]
}

#[test]
fn elements_of_a_borrowed_vector_are_on_the_page_of_the_first_placeholder_among_them() {
    let bench = bench();
    let (told, places) = placed(&bench, &[(29, 0), (30, 0), (32, 0)]);
    assert_eq!(told, parts_of_elements());
    let pages = bench.services.watch_alias.addr();
    assert_eq!(places.len(), 1);
    assert_eq!(places[0].1, pages, "the elements");
    assert!(
        !(pages..pages + 4 * PAGE).contains(&places[0].0),
        "nothing in the vector itself is a placeholder"
    );
}

#[test]
fn a_boxed_vector_that_is_a_placeholder_has_a_page_and_its_elements_another() {
    let bench = bench();
    let (told, places) = placed(&bench, &[(29, 4), (31, 0), (33, 0)]);
    assert_eq!(told, parts_of_elements());
    let pages = bench.services.watch_alias.addr();
    assert_eq!(
        places,
        [(pages + 3 * PAGE, pages); 2],
        "before and after it grows"
    );
}

#[test]
fn a_placeholder_in_place_that_code_takes_counts_as_looked_at() {
    let bench = bench();
    if let Ok(mut seen) = LOOKED_AT.lock() {
        seen.clear();
    }
    assert_eq!(bench.run(&[(6, IN_PLACE | 2), (10, 0)]).0, STATUS_OK);
    assert_eq!(LOOKED_AT.lock().map(|seen| seen.clone()).unwrap_or_default(), [1]);
}

#[test]
fn what_is_too_large_for_a_fingerprint_has_none_and_hides_none() {
    let _bench = bench();
    let of = |make: &dyn Fn() -> Vec<u8>| {
        let mut told = 0;
        for run in 1..=2 {
            fingerprint::begin(run);
            let value = make();
            fingerprint::end();
            let at = (&raw const value).cast();
            // SAFETY: the value is live.
            told = unsafe { fingerprint::of(run, at, size_of::<Vec<u8>>(), &|_| false) };
        }
        told
    };
    // What other threads of this process allocate meanwhile counts for the value's.
    let some = |make: &dyn Fn() -> Vec<u8>| (0..1_000).map(|_| of(make)).find(|told| *told != 0);
    let small = some(&|| vec![7; 10]);
    assert!(small.is_some() && some(&|| vec![7; 8_000]).is_some());
    let behind_a_large_one = || {
        std::hint::black_box(vec![7; 1 << 20]);
        vec![7; 10]
    };
    assert_eq!(some(&behind_a_large_one), small);
    assert_eq!(some(&|| vec![7; 8_200]), None);
}

#[test]
fn a_run_holds_what_it_allocates_and_not_what_there_was_before() {
    let _bench = bench();
    let before = std::hint::black_box(vec![1_u8; 1 << 20]);
    alloc::begin_run(u64::MAX);
    drop(std::hint::black_box(vec![1_u8; 1 << 22]));
    drop(std::hint::black_box(vec![1_u8; 1 << 21]));
    let (live, held, asked) = alloc::end_run();
    // What was given back was asked for all the same; others may ask for some meanwhile.
    assert!((6 << 20..1 << 23).contains(&asked), "{asked}");
    assert!(live >= before.len() as u64);
    // Other threads of this process may free some meanwhile.
    assert!(((1 << 22) - (1 << 16)..1 << 23).contains(&held), "{held}");
}
