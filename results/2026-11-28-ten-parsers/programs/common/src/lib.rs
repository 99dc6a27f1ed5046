//! What a target of libFuzzer and a proptest share: which failure counts, and that others are noted and passed over.

use std::alloc::{GlobalAlloc, Layout, System};
use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, OnceLock};
use std::time::{Duration, Instant};

static BEGIN: OnceLock<Instant> = OnceLock::new();
static FOUND: AtomicBool = AtomicBool::new(false);
static IS_FUZZER: AtomicBool = AtomicBool::new(cfg!(fuzzing));
static OTHERS: Mutex<BTreeSet<(String, u32)>> = Mutex::new(BTreeSet::new());

/// Only a panic at this place counts, or one of this file with this message where there is one. Under libFuzzer it ends the process then and there, so that its input is written.
pub fn init(file: &'static str, line: u32, message: &'static str) {
    let begin = *BEGIN.get_or_init(Instant::now);
    std::panic::set_hook(Box::new(move |info| {
        let Some(at) = info.location() else { return };
        let is_it = || match message.is_empty() {
            true => at.line() == line,
            false => info.payload_as_str().is_some_and(|said| said.starts_with(message)),
        };
        if at.file().ends_with(file) && is_it() {
            if !FOUND.swap(true, Ordering::Relaxed) {
                let message = info.payload_as_str().unwrap_or_default();
                eprintln!("FZ-FOUND {:.6} {}:{} {message:?}", begin.elapsed().as_secs_f64(), at.file(), at.line());
            }
            if IS_FUZZER.load(Ordering::Relaxed) {
                std::process::abort();
            }
            return;
        }
        let mut others = OTHERS.lock().unwrap_or_else(|poison| poison.into_inner());
        if others.insert((at.file().to_owned(), at.line())) {
            let message = info.payload_as_str().unwrap_or_default();
            eprintln!("FZ-OTHER {}:{} {message:?}", at.file(), at.line());
        }
    }));
}

/// Whether the failure that counts was met.
pub fn run(call: impl FnOnce()) -> bool {
    let _ = catch_unwind(AssertUnwindSafe(call));
    FOUND.load(Ordering::Relaxed)
}

/// Ends a search that has taken as long as it may.
pub fn limit() {
    let limit: u64 = std::env::var("FZ_SECONDS").map_or(60, |seconds| seconds.parse().unwrap());
    if BEGIN.get_or_init(Instant::now).elapsed() > Duration::from_secs(limit) {
        eprintln!("FZ-TIME");
        std::process::exit(0);
    }
}

/// Of a header's count of load commands, 312 bytes each, all of it at once; more than 2 GiB fail, as with `-rss_limit_mb=2048` under cargo-fuzz.
pub struct Limited;

const COMMAND: usize = 312;

impl Limited {
    #[cold]
    fn fails(size: usize) {
        let word = if size.is_multiple_of(COMMAND) { "FZ-FOUND" } else { "FZ-OTHER" };
        let seconds = BEGIN.get().map_or(0.0, |begin| begin.elapsed().as_secs_f64());
        eprintln!("{word} {seconds:.6} memory allocation of {size} bytes");
        if std::env::var_os("FZ_BACKTRACE").is_some() {
            eprintln!("{}", std::backtrace::Backtrace::force_capture());
        }
    }
}

unsafe impl GlobalAlloc for Limited {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        if layout.size() > 2 << 30 {
            Self::fails(layout.size());
            return std::ptr::null_mut();
        }
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, data: *mut u8, layout: Layout) {
        unsafe { System.dealloc(data, layout) }
    }

    unsafe fn realloc(&self, data: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        if size > 2 << 30 {
            Self::fails(size);
            return std::ptr::null_mut();
        }
        unsafe { System.realloc(data, layout, size) }
    }
}
