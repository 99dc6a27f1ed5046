//! Purpose: one public function per outcome. Every function succeeds for some small argument and fails for another.
//!
//! Expected (kind and the argument that fails):
//!
//! | item | kind | fails for |
//! |---|---|---|
//! | `explicit_panic` | panic | `true` |
//! | `arithmetic_overflow` | panic | `u8::MAX` |
//! | `index_out_of_bounds` | panic | 3 and more |
//! | `slice_char_boundary` | panic | a text whose second byte is inside a character |
//! | `unwrap_none` | panic | `None` |
//! | `refcell_double_borrow` | panic | `true` |
//! | `reach_unreachable` | panic | `true` |
//! | `division_by_zero` | panic | 0 |
//! | `endless_loop` | timeout | `true` |
//! | `unbounded_allocation` | memory | `true` |
//! | `stack_overflow` | stack_overflow | `true` |
//! | `abort` | abort | `true` |
//! | `exit_zero` | exit | `true` |
//! | `null_write` | signal | `true` |
//! | `double_panic` | abort | `true` |
//! | `first_call` | panic | anything, in the first call of a process |
//! | `PanicsInDrop` | panic, while dropped | `panics_in_drop(true)` |
//! | `PanicsInDisplay` | panic | `panics_in_display(true)`, shown |

use std::cell::RefCell;
use std::fmt;
use std::hint::black_box;
use std::sync::atomic::{AtomicBool, Ordering};

/// An explicit panic.
pub fn explicit_panic(trigger: bool) -> u8 {
    if trigger {
        panic!("the trigger was pulled");
    }
    1
}

/// Adds one without looking.
pub fn arithmetic_overflow(value: u8) -> u8 {
    value + 1
}

/// Looks up one of three weights.
pub fn index_out_of_bounds(index: usize) -> u16 {
    let weights = black_box([10_u16, 20, 30]);
    weights[index]
}

/// Cuts off the first byte.
pub fn slice_char_boundary(text: &str) -> usize {
    if text.is_empty() {
        return 0;
    }
    text[1..].len()
}

/// Doubles what must be there.
pub fn unwrap_none(value: Option<u8>) -> u16 {
    u16::from(value.unwrap()) * 2
}

/// Borrows a cell a second time while it is borrowed mutably.
pub fn refcell_double_borrow(trigger: bool) -> u8 {
    let cell = black_box(RefCell::new(1_u8));
    let mut first = cell.borrow_mut();
    *first += 1;
    if trigger {
        return *cell.borrow();
    }
    *first
}

/// Reaches what its author held to be unreachable.
pub fn reach_unreachable(trigger: bool) -> u8 {
    match black_box(trigger) {
        false => 0,
        true => unreachable!("nobody says true"),
    }
}

/// Divides a hundred.
pub fn division_by_zero(divisor: i32) -> i32 {
    black_box(100) / divisor
}

/// Never returns once triggered.
pub fn endless_loop(trigger: bool) -> u64 {
    let mut turns = 0_u64;
    while black_box(trigger) {
        turns = black_box(turns.wrapping_add(1));
    }
    turns
}

/// Allocates and keeps until somebody stops it.
pub fn unbounded_allocation(trigger: bool) -> usize {
    let mut kept: Vec<Vec<u8>> = Vec::new();
    while black_box(trigger) {
        kept.push(black_box(vec![7_u8; 1 << 20]));
    }
    kept.len()
}

/// Recurses until the stack ends.
pub fn stack_overflow(trigger: bool) -> u64 {
    fn descend(level: u64) -> u64 {
        let frame = black_box([level; 64]);
        if black_box(level) == u64::MAX {
            return 0;
        }
        descend(level + 1).wrapping_add(black_box(frame)[7])
    }
    if trigger {
        descend(0)
    } else {
        0
    }
}

/// Aborts the process.
pub fn abort(trigger: bool) -> u8 {
    if trigger {
        std::process::abort();
    }
    1
}

/// Ends the process as if all were well.
pub fn exit_zero(trigger: bool) -> u8 {
    if trigger {
        std::process::exit(0);
    }
    1
}

/// Writes through a null pointer inside a safe function: unsound on purpose.
pub fn null_write(trigger: bool) -> u8 {
    let mut valid = 0_u8;
    let target: *mut u8 = if black_box(trigger) {
        black_box(std::ptr::null_mut())
    } else {
        &mut valid
    };
    // Neither `*target = 3` nor `write_volatile`: both check for null where debug assertions are on, which would be
    // an abort and not a signal. An atomic store does not, and is not optimised away.
    unsafe {
        std::sync::atomic::AtomicU8::from_ptr(target).store(3, std::sync::atomic::Ordering::SeqCst);
    }
    black_box(valid)
}

struct PanicsWhileUnwinding;

impl Drop for PanicsWhileUnwinding {
    fn drop(&mut self) {
        if std::thread::panicking() {
            panic!("second panic");
        }
    }
}

/// Panics while a panic unwinds.
pub fn double_panic(trigger: bool) -> u8 {
    let guard = PanicsWhileUnwinding;
    if trigger {
        panic!("first panic");
    }
    drop(black_box(guard));
    1
}

/// Fails once in a process, and looks at nothing.
pub fn first_call(_: &u8) -> u8 {
    static WAS_CALLED: AtomicBool = AtomicBool::new(false);
    if !WAS_CALLED.swap(true, Ordering::Relaxed) {
        panic!("nothing was prepared");
    }
    1
}

/// A value whose drop may panic.
pub struct PanicsInDrop {
    armed: bool,
}

/// Makes a [`PanicsInDrop`]; an armed one panics when it is dropped.
pub fn panics_in_drop(armed: bool) -> PanicsInDrop {
    PanicsInDrop { armed }
}

impl Drop for PanicsInDrop {
    fn drop(&mut self) {
        if black_box(self.armed) {
            panic!("dropped while armed");
        }
    }
}

/// A value that cannot always be shown.
pub struct PanicsInDisplay {
    armed: bool,
}

/// Makes a [`PanicsInDisplay`]; an armed one panics when it is shown.
pub fn panics_in_display(armed: bool) -> PanicsInDisplay {
    PanicsInDisplay { armed }
}

impl fmt::Display for PanicsInDisplay {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if black_box(self.armed) {
            panic!("shown while armed");
        }
        formatter.write_str("calm")
    }
}
