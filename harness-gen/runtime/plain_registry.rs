//! The register of hostile values as stand-alone tests declare it, and as rustdoc reads it: what is misused ends the process.
//! In a harness the runtime's own register is in its place.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

static DROPPED: Mutex<Vec<bool>> = Mutex::new(Vec::new());
static TURN: AtomicUsize = AtomicUsize::new(0);

pub fn made() -> usize {
    let mut all = DROPPED.lock().unwrap();
    all.push(false);
    all.len() - 1
}

pub fn used(id: usize, mark: usize) {
    match DROPPED.lock().unwrap().get(id) {
        Some(false) if mark == !id => {}
        _ => misused("a value was used that was dropped, or never made"),
    }
}

pub fn dropped(id: usize, mark: usize) {
    match DROPPED.lock().unwrap().get_mut(id) {
        Some(is_dropped) if mark == !id && !*is_dropped => *is_dropped = true,
        Some(_) if mark == !id => misused("a value was dropped twice"),
        _ => misused("a value was used that was dropped, or never made"),
    }
}

pub fn turn() -> usize {
    TURN.fetch_add(1, Relaxed)
}

pub fn panic() -> ! {
    std::panic::resume_unwind(Box::new("hostile"))
}

fn misused(how: &str) -> ! {
    let _ = std::io::Write::write_all(&mut std::io::stderr(), how.as_bytes());
    std::process::abort()
}
