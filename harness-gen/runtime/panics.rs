//! Panics of a run: what the hook notes of them, and what a caught payload means. A crate that installs its own panic
//! hook hides messages from us until the process is recycled.

use crate::abi::*;
use crate::alloc;
use crate::demand::TypeDemand;
use crate::driver;
use crate::registry::{self, HostilePanic};
use crate::threads;
use std::any::Any;
use std::cell::Cell;
use std::panic::PanicHookInfo;

/// What a caught payload means. What hostile code raised is no panic of the crate, nor is what the crate does about hostile
/// code. A payload of a foreign type is leaked: dropping it would run foreign code unguarded.
pub unsafe fn caught(payload: Box<dyn Any + Send>, control: *mut Control) -> u32 {
    // SAFETY: `control` is the shared block.
    unsafe {
        if let Some(TypeDemand { of, by_thread }) = payload.downcast_ref() {
            (*control).type_hole = *of;
            if *by_thread {
                threads::came_back(control);
            }
            return STATUS_TYPE_DEMAND;
        }
        if let Some(HostilePanic { by_thread }) = payload.downcast_ref() {
            if *by_thread {
                threads::came_back(control);
            }
            return STATUS_DISCARDED;
        }
        let text = payload_text(payload.as_ref());
        if (*control).panics == 0 || !is_noted(control, text) {
            // `resume_unwind` by the crate itself, or a hook of its own: ours was not called. It is there again for the runs
            // that follow, and no foreign code runs for that. What was noted is of a panic that the crate has caught, and
            // what it looked at since then may have led to this one.
            if (*control).panics > 0 {
                ((*control).line, (*control).column, (*control).file_len) = (0, 0, 0);
                (*control).backtrace_len = 0;
                (*control).panics = (*control).panics.max(2);
            }
            write_message(control, text);
            threads::tell_place(control);
            std::mem::forget(std::panic::take_hook());
            std::panic::set_hook(Box::new(on_panic));
        }
        leave(payload);
        if (*control).misbehaved != 0 {
            return STATUS_DISCARDED;
        }
        STATUS_PANIC
    }
}

thread_local! {
    /// An answer is being made on this thread: what panics is nobody's fault.
    static ANSWERING: Cell<bool> = const { Cell::new(false) };
}

/// What a closure answers. Should making it fail, nothing that follows is a fault of whom it is given to.
pub fn answer<T>(make: impl FnOnce() -> T) -> T {
    let before = ANSWERING.replace(true);
    let made = std::panic::catch_unwind(std::panic::AssertUnwindSafe(make));
    ANSWERING.set(before);
    match made {
        Ok(answer) => answer,
        Err(payload) => {
            leave(payload);
            registry::panic()
        }
    }
}

/// Drops a payload of std's own types; to drop another would run foreign code unguarded.
fn leave(payload: Box<dyn Any + Send>) {
    if !payload.is::<String>() && !payload.is::<&'static str>() {
        std::mem::forget(payload);
    }
}

pub fn payload_text(payload: &(dyn Any + Send)) -> &str {
    if let Some(text) = payload.downcast_ref::<&'static str>() {
        text
    } else if let Some(text) = payload.downcast_ref::<String>() {
        text
    } else {
        "Box<dyn Any>"
    }
}

/// Copies as much of `text` as fits, cut at a character boundary. Returns the number of bytes.
pub fn copy_text(text: &str, buffer: &mut [u8]) -> u32 {
    let kept = &text.as_bytes()[..text.floor_char_boundary(buffer.len())];
    buffer[..kept.len()].copy_from_slice(kept);
    kept.len() as u32
}

unsafe fn write_message(control: *mut Control, text: &str) {
    // SAFETY: `control` is the shared block, written by this thread only.
    unsafe {
        let buffer = &mut (*control).message;
        (*control).message_len = copy_text(text, buffer);
    }
}

/// Whether this message is the one that the hook has noted last, as far as there was room for it.
unsafe fn is_noted(control: *mut Control, text: &str) -> bool {
    // SAFETY: `control` is the shared block, written by this thread only.
    let (message, len) = unsafe { (&(*control).message, (*control).message_len as usize) };
    let kept = &text.as_bytes()[..text.floor_char_boundary(MESSAGE_MAX)];
    message.get(..len) == Some(kept)
}

/// Messages of panics that follow from an earlier one and end in an abort.
const GIVING_UP: [&str; 2] = [
    "panic in a destructor during cleanup",
    "panic in a function that cannot unwind",
];

/// Edges until the next stack is noted: loops within loops go round in steps of different lengths.
const STACKS_AFTER: [i64; STACKS_MAX as usize] = [0, 997, 10_007, 100_003];

/// Notes where a run is that executes too many edges or holds too much memory, if a backtrace is wanted. Returns the edges until
/// it is asked again; none if that was enough.
#[cold]
pub fn note_stack() -> Option<i64> {
    let control = driver::control();
    if control.is_null() {
        return None;
    }
    // SAFETY: `start` stored the address of the shared block, which outlives the process. Volatile, because a signal handler
    // reads it.
    unsafe {
        let stacks = (&raw const (*control).stacks).read_volatile();
        if (*control).want_backtrace != 1 || (*control).panics > 0 || stacks >= STACKS_MAX {
            return None;
        }
        (&raw mut (*control).stacks).write_volatile(stacks + 1);
        if stacks == 0 {
            (*control).backtrace_len = 0;
        }
        let text = alloc::unlimited(|| format!("\n{}", std::backtrace::Backtrace::force_capture()));
        let used = (*control).backtrace_len as usize;
        let buffer = &mut (&mut (*control).backtrace)[used..];
        let room = buffer.len() / (STACKS_MAX - stacks) as usize;
        (*control).backtrace_len += copy_text(&text, &mut buffer[..room]);
        STACKS_AFTER.get(stacks as usize + 1).copied()
    }
}

/// Notes where a run is that has come deep into its stack, if it was asked to: should the stack overflow further down, nothing can be
/// noted there. Returns the edges that are left to it.
#[cold]
pub fn note_deep() -> Option<i64> {
    let control = driver::control();
    if control.is_null() {
        return None;
    }
    // SAFETY: as above.
    unsafe {
        if (&raw const (*control).deep).read_volatile() != DEEP_ASKED {
            return None;
        }
        (&raw mut (*control).deep).write_volatile(DEEP_NOTED);
        note_backtrace(control);
        Some((*control).edges_left_deep)
    }
}

/// Has std read the debug info of whatever is loaded, which it keeps.
pub unsafe extern "C" fn read_debug_info() {
    // A panic must not cross; without debug info the first backtrace is as slow as any.
    let made = || std::backtrace::Backtrace::force_capture().to_string();
    let _ = std::panic::catch_unwind(|| alloc::uncounted(made));
}

/// The panic hook: notes the last panic of the run. Prints nothing.
pub fn on_panic(info: &PanicHookInfo<'_>) {
    if ANSWERING.get() || threads::on_panic(info) {
        return;
    }
    let control = driver::control();
    driver::stop_recording();
    // SAFETY: `start` stored the address of the shared block before it installed this hook.
    unsafe {
        (*control).panics += 1;
        // A crate may catch its own panics: the last one is the one that counts, but for those by which std says that
        // it gives up because of the one before.
        if (*control).panics > 1 && GIVING_UP.contains(&payload_text(info.payload())) {
            return;
        }
        write_message(control, payload_text(info.payload()));
        if let Some(location) = info.location() {
            (*control).line = location.line();
            (*control).column = location.column();
            let buffer = &mut (*control).file;
            (*control).file_len = copy_text(location.file(), buffer);
        }
        note_backtrace(control);
    }
}

/// Notes where the run is, if that is wanted.
///
/// # Safety
/// `control` is the shared block.
pub unsafe fn note_backtrace(control: *mut Control) {
    // SAFETY: promised by the caller.
    unsafe {
        if (*control).want_backtrace == 1 {
            let text = alloc::unlimited(|| std::backtrace::Backtrace::force_capture().to_string());
            let buffer = &mut (*control).backtrace;
            (*control).backtrace_len = copy_text(&text, buffer);
        }
    }
}
