//! Purpose: code that catches panics and calls functions on other threads, so that what a run looked at is hidden.
//!
//! Expected: `first` (two faults, "one" and "zero"), `look_not`, `late`, `elsewhere` and what drops a `Fuse` fail, each with the
//! arguments written out: no placeholder in their expressions. `guard` and `parallel` do not fail: what a run does after a placeholder function
//! was called is not believed.

use std::panic::catch_unwind;

/// Looks at `number` only after a panic of `function` was caught.
pub fn guard(function: fn() -> u32, number: &u32) -> u32 {
    match catch_unwind(function) {
        Ok(value) => value,
        Err(_) if *number == 0 => panic!("the number is zero"),
        Err(_) => *number,
    }
}

/// Calls `function` on a thread of its own.
pub fn parallel(function: fn() -> u32) -> u32 {
    std::thread::spawn(function).join().unwrap()
}

/// Panics harmlessly before it may panic in earnest.
pub fn first(number: u8) -> u8 {
    let _ = catch_unwind(|| panic!("harmless"));
    match number {
        0 => panic!("earnest zero"),
        1 => panic!("earnest one"),
        _ => number,
    }
}

/// Its drop looks at it.
pub struct Bomb(pub u8);

impl Drop for Bomb {
    fn drop(&mut self) {
        assert!(self.0 != 0, "the bomb went off");
    }
}

/// Does not look at its argument; dropping it does.
pub fn look_not(_bomb: &Bomb) {}

/// Looks at `value` only after it caught a panic of its own.
pub fn late<T: Copy + Default + PartialEq>(value: T) {
    let _ = catch_unwind(|| panic!("harmless"));
    assert!(value != T::default(), "nothing special");
}

/// Looks at `value` on another thread.
pub fn elsewhere<T: Copy + Default + PartialEq + Send + 'static>(value: T) {
    let is_default = std::thread::spawn(move || value == T::default()).join();
    assert!(!is_default.unwrap(), "nothing special there");
}

/// Its drop compares what is in it.
pub struct Fuse<T: Copy + Default + PartialEq>(pub T);

impl<T: Copy + Default + PartialEq> Drop for Fuse<T> {
    fn drop(&mut self) {
        assert!(self.0 != T::default(), "the fuse is short");
    }
}
