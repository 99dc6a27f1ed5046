//! Purpose: recursion that ten thousand levels overflow a stack of two megabytes with, and a thousand hardly do.
//!
//! Each module has functions that fail so, and sound twins of them with a limit or without recursion.
//! Expected: one stack overflow of each function and impl of a module `faulty`, and nothing else.

pub mod chains;
pub mod readers;
pub mod trees;

use std::hint::black_box;

/// What a level takes of the stack besides, so that neither rustc nor its version decides what overflows.
type Frame = [u8; 256];

fn frame() -> Frame {
    black_box([0; 256])
}
