//! Purpose: everything that is declared with another keyword than `fn`. What needs unsafe code is excluded, the rest is
//! completed, and nothing here can fail.

/// Adds up what it is given.
///
/// ```
/// assert_eq!(declarations::total!(1, 2), 3);
/// ```
#[macro_export]
macro_rules! total {
    ($($value:expr),*) => { 0 $(+ $value)* };
}

/// Takes no expression that is known: no example, no guess will do.
#[macro_export]
macro_rules! peculiar {
    (only this => $name:ident as $type:ty) => {
        let $name: $type = Default::default();
    };
}

/// A constant.
pub const LIMIT: u8 = 7;

/// A static.
pub static NAME: &str = "declarations";

/// A static with room inside.
pub static COUNT: std::sync::atomic::AtomicUsize = std::sync::atomic::AtomicUsize::new(0);

/// A static that only unsafe code may look at.
pub static mut SCRATCH: u8 = 0;

/// Has constants of its own.
#[derive(Debug, PartialEq)]
pub struct Level(u8);

impl Level {
    /// The least.
    pub const LEAST: Level = Level(0);

    /// Needs a level, and only constants are levels.
    pub const fn above(&self) -> Option<Level> {
        match self.0.checked_add(1) {
            Some(more) => Some(Level(more)),
            None => None,
        }
    }
}

/// Has a constant for each implementor.
pub trait Bounded {
    /// The greatest.
    const GREATEST: u8;
}

impl Bounded for Level {
    const GREATEST: u8 = 9;
}

/// The constant of a parameter.
pub fn greatest<T: Bounded>(_of: &T) -> u8 {
    T::GREATEST
}

/// A constant of a generic type.
pub struct Empty<T>(pub Vec<T>);

impl<T> Empty<T> {
    /// Nothing.
    pub const NEW: Empty<T> = Empty(Vec::new());
}

/// Another name.
pub type Alias = Level;

/// Takes it by the other name.
pub fn level(alias: &Alias) -> u8 {
    alias.0
}

/// One of several.
#[derive(Clone, Copy)]
#[repr(u8)]
pub enum Choice {
    /// Nothing in it.
    Unit = 1,
    /// A tuple.
    Tuple(u8, bool) = 3,
    /// Named fields.
    Named {
        /// The only one.
        field: char,
    } = 5,
}

/// More may follow: outside, it can be neither written nor matched to the end.
#[non_exhaustive]
pub struct Open {
    /// A field.
    pub field: u8,
}

impl Open {
    /// The way to make one.
    pub fn new(field: u8) -> Self {
        Self { field }
    }
}

/// Takes both.
pub fn both(choice: Choice, open: &Open) -> bool {
    matches!(choice, Choice::Tuple(value, true) if value == open.field)
}

/// Either, but nobody knows which.
#[derive(Clone, Copy)]
pub union Bits {
    /// A number.
    pub number: u32,
    /// Its bytes.
    pub bytes: [u8; 4],
}

/// Makes a union.
pub fn bits(number: u32) -> Bits {
    Bits { number }
}

/// Takes a union.
pub fn number(bits: Bits) -> u32 {
    // SAFETY: every bit pattern is a number.
    unsafe { bits.number }
}

// SAFETY: the C library has these functions, and `ffs` accepts every number.
unsafe extern "C" {
    /// Declared here, defined elsewhere, and safe.
    pub safe fn ffs(value: i32) -> i32;
    /// Unsafe as well.
    pub fn strlen(text: *const std::ffi::c_char) -> usize;
}

/// Has the other calling convention.
pub extern "C" fn halved(number: u32) -> u32 {
    number / 2
}

/// Unsafe to call.
///
/// # Safety
///
/// `at` must be smaller than the length.
pub unsafe fn unchecked(bytes: &[u8], at: usize) -> u8 {
    // SAFETY: the caller promised it.
    unsafe { *bytes.get_unchecked(at) }
}

/// The safe way.
pub fn checked(bytes: &[u8], at: usize) -> Option<u8> {
    // SAFETY: the length was just looked at.
    (at < bytes.len()).then(|| unsafe { unchecked(bytes, at) })
}
