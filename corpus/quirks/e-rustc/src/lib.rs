//! Purpose: the `where` clause of `check` speaks of an array of the parameter, not of the parameter itself, and holds
//! for no type that can be had. Every instance is refused by rustc.

/// Implemented for arrays of [`Key`] only.
pub trait Allowed {}

/// A type without values.
pub enum Key {}

impl Allowed for [Key; 3] {}

/// Takes what arrays of are allowed.
pub fn check<T: Copy>(value: T) -> T
where
    [T; 3]: Allowed,
{
    value
}

/// Takes anything that can be copied.
pub fn copy<T: Copy>(value: T) -> (T, T) {
    (value, value)
}
