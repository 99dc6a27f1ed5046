//! Tree containers for any ordered values that can be copied: a value is decided by itself, where it is compared. Nothing
//! that owns memory can be copied, so an explorer tries little beside integers.

pub mod avl;
pub mod red_black;
pub mod size_balanced;
