//! Purpose: generic code that rustc refuses only when it is generated, and mostly names no call for: functions whose instances
//! have no end, and constants that are evaluated in an instance. What fails is lost, and nothing beside it.

/// Calls itself with a reference to what it was given: its instances have no end.
pub fn nest<T: Clone>(levels: u32, value: T) -> u32 {
    if levels == 0 { 0 } else { nest(levels - 1, &value) }
}

/// The same, by a closure.
pub fn close<F: Fn(u32) -> u32>(levels: u32, function: F) -> u32 {
    if levels == 0 {
        function(0)
    } else {
        close(levels - 1, |number| function(number).wrapping_add(1))
    }
}

/// Fails far from where it is called.
pub fn behind_nest<T: Clone>(value: T) -> u32 {
    private::through(Some(value))
}

mod private {
    pub fn through<T: Clone>(value: T) -> u32 {
        super::nest(2, value)
    }

    pub fn exactly<T>() -> usize {
        const { assert!(size_of::<T>() == 12_345) };
        size_of::<T>()
    }

    use std::mem::size_of;
}

/// Holds a value.
pub struct Wrap<T>(pub T);

impl<T> Wrap<T> {
    /// Wraps itself without end.
    pub fn grow(self, levels: u32) -> u32 {
        if levels == 0 { 0 } else { Wrap((self, 1_u8)).grow(levels - 1) }
    }

    /// What it holds.
    pub fn into_inner(self) -> T {
        self.0
    }
}

/// No type of ours is as large.
pub fn exact<T: Copy>(value: T) -> usize {
    let _ = value;
    private::exactly::<T>()
}

/// The same, and another function in between.
pub fn exact_pair<T: Copy>(value: T) -> usize {
    exact((value, value))
}

/// Takes arrays of more elements than are tried.
pub fn first_of_many<const N: usize>(bytes: [u8; N]) -> u8 {
    const { assert!(N > 1_000) };
    bytes[0]
}

/// Has nothing to do with all this.
pub fn first<T>(first: T, _second: T) -> T {
    first
}
