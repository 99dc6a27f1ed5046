//! Purpose: generic code that rustc refuses only when it is generated, and mostly names no call for: functions whose instances
//! have no end, and constants that are evaluated in an instance, of a type or of a method. What fails is lost, and nothing beside it.

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

/// Reads bits.
pub trait Bits {
    /// The next one.
    fn bit(&mut self) -> bool;

    /// How many bits come before one that is `STOP`.
    fn unary<const STOP: u8>(&mut self) -> u32 {
        const { assert!(STOP < 2) };
        (0..8).take_while(|_| u8::from(self.bit()) != STOP).count() as u32
    }

    /// So many bits.
    fn some<const COUNT: u32>(&mut self) -> u32 {
        (0..COUNT).fold(0, |bits, _| bits << 1 | u32::from(self.bit()))
    }
}

impl<R: Bits + ?Sized> Bits for &mut R {
    fn bit(&mut self) -> bool {
        (**self).bit()
    }

    fn unary<const STOP: u8>(&mut self) -> u32 {
        (**self).unary::<STOP>()
    }

    fn some<const COUNT: u32>(&mut self) -> u32 {
        (**self).some::<COUNT>()
    }
}

/// Bits of a byte. What reads no constant of it is not refused for one.
pub struct Byte(u8);

impl Byte {
    /// Of this one.
    pub fn new(byte: u8) -> Byte {
        Byte(byte)
    }

    /// What is left.
    pub fn rest(&self) -> u8 {
        self.0
    }
}

impl Bits for Byte {
    fn bit(&mut self) -> bool {
        let bit = self.0 & 1 == 1;
        self.0 >>= 1;
        bit
    }
}

/// At most so many.
pub struct Count<const MOST: u32>(u32);

impl Count<{ u32::MAX }> {
    /// Whatever there is.
    pub fn unbounded(count: u32) -> Self {
        Count(count)
    }

    /// As a number.
    pub fn get(&self) -> u32 {
        self.0
    }
}
