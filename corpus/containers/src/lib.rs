//! Purpose: containers written as plain enums with public constructors, for measurements of needed narrowing: their
//! operations look at a small part of their arguments.
//!
//! Expected: nothing fails. Every operation is total, on ill-formed values too, and keeps what the container promises if
//! its argument kept it; the `prop_*` functions say so. They discard ill-formed values, and each `prop_*_at_depth_N` all
//! values but some of depth exactly `N`: the longest chain of constructors with fields within each other. Properties
//! borrow their arguments: one that owned them would drop what it discards, and dropping looks at everything. That
//! also makes the value to be inserted the last thing that is looked at.

pub mod avl;
pub mod generic;
pub mod heap;
pub mod red_black;
pub mod size_balanced;
pub mod sorted_list;
pub mod window_set;

/// One property per depth.
macro_rules! at_depths {
    ($($(#[$doc:meta])* $name:ident = $depth:literal),+ $(,)? => |$first:ident: $first_ty:ty, $second:ident: $second_ty:ty| $body:path) => {
        $(
            $(#[$doc])*
            pub fn $name($first: $first_ty, $second: $second_ty) -> Option<bool> {
                $body($depth, $first, $second)
            }
        )+
    };
}
pub(crate) use at_depths;
