//! Purpose: functions whose faults depend on single fields and elements of what they borrow, in every way code can look at
//! them, to compare watching in parts with watching whole values and with watching nothing.
//!
//! Expected: with `--ints 0,1,2` each function fails, in the same way whatever is watched; those whose names begin with `never_` do
//! not. Messages are unique within the crate.

pub mod changes;
pub mod elements;
pub mod fields;
pub mod layouts;
pub mod moves;
pub mod outside;
