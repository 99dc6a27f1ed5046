//! Placeholder types: stand for a type parameter about which nothing has been decided. They implement the common
//! traits; every method is a demand (a private unwind that the driver catches), so a run without a demand proves
//! that the parameter was not looked at.

use crate::demand::demand;
use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};

/// Placeholder type number `N` of an instance. It has the size of an ordinary value, so that code that only asks for
/// the size of its parameter does what it does for most types.
pub struct Hole<const N: usize>(u64);

/// The only way to make one.
pub fn hole<const N: usize>() -> Hole<N> {
    Hole(0)
}

impl<const N: usize> Copy for Hole<N> {}

impl<const N: usize> Clone for Hole<N> {
    fn clone(&self) -> Self {
        demand(N as u32)
    }
}

macro_rules! formats {
    ($($name:ident)*) => {
        $(impl<const N: usize> fmt::$name for Hole<N> {
            fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
                demand(N as u32)
            }
        })*
    };
}

formats!(Debug Display);

impl<const N: usize> PartialEq for Hole<N> {
    fn eq(&self, _: &Self) -> bool {
        demand(N as u32)
    }
}

impl<const N: usize> Eq for Hole<N> {}

impl<const N: usize> PartialOrd for Hole<N> {
    fn partial_cmp(&self, _: &Self) -> Option<Ordering> {
        demand(N as u32)
    }
}

impl<const N: usize> Ord for Hole<N> {
    fn cmp(&self, _: &Self) -> Ordering {
        demand(N as u32)
    }
}

impl<const N: usize> Hash for Hole<N> {
    fn hash<H: Hasher>(&self, _: &mut H) {
        demand(N as u32)
    }
}

impl<const N: usize> Default for Hole<N> {
    fn default() -> Self {
        demand(N as u32)
    }
}

impl<const N: usize> Iterator for Hole<N> {
    type Item = i32;

    fn next(&mut self) -> Option<i32> {
        demand(N as u32)
    }
}

macro_rules! references {
    ($($target:ty)*) => {
        $(impl<const N: usize> AsRef<$target> for Hole<N> {
            fn as_ref(&self) -> &$target {
                demand(N as u32)
            }
        })*
    };
}

references!(str [u8] std::path::Path std::ffi::OsStr);

macro_rules! conversions {
    ($($target:ty)*) => {
        $(impl<const N: usize> From<Hole<N>> for $target {
            fn from(_: Hole<N>) -> $target {
                demand(N as u32)
            }
        })*
    };
}

conversions!(String Vec<u8> bool char i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize f32 f64);
conversions!(std::path::PathBuf std::ffi::OsString);

impl<const N: usize> std::error::Error for Hole<N> {}
