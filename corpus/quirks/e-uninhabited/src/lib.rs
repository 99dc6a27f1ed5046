//! Purpose: nobody can call what asks for a value of a type without values; `maybe` and `mark` ask for none.

use std::convert::Infallible;
use std::marker::PhantomData;

/// A mark at the type level: an enum without variants.
#[derive(Debug)]
pub enum Up {}

/// Takes one by reference.
pub fn climb(way: &Up) -> u8 {
    match *way {}
}

/// Takes one that is in something else.
pub fn unpack(boxed: Box<(u8, Infallible)>) -> u8 {
    boxed.0
}

/// Can be called without a value of the type.
pub fn maybe(way: Option<Up>) -> bool {
    way.is_some()
}

/// Something that goes one way.
pub struct Road<W>(PhantomData<W>);

impl Road<Up> {
    /// Uses the type only as a mark.
    pub fn mark() -> Self {
        Road(PhantomData)
    }
}
