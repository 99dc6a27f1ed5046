//! Purpose: values that only the kernel looks at, because they are given to a system call, and errors of such calls that
//! are swallowed.
//!
//! Expected: `through_a_pipe` fails for `Block([1, 0])` and no other of its arguments, and says so without a placeholder.
//! `is_written` and `fill` do not fail: a system call that is given a watched buffer succeeds.

use std::io::{Read, Write, pipe};

/// Two bytes behind a pointer.
pub struct Block(pub [u8; 2]);

/// The content is seen by nobody but the kernel before it comes back.
pub fn through_a_pipe(block: &Block) {
    let Ok((mut reader, mut writer)) = pipe() else { return };
    if writer.write_all(&block.0).is_err() {
        return;
    }
    let mut back = [0, 0];
    if reader.read_exact(&mut back).is_err() {
        return;
    }
    assert!(back != [1, 0], "the block came back");
}

/// Says that it could not write instead of failing.
pub fn is_written(block: &Block) {
    let Ok((_reader, mut writer)) = pipe() else { return };
    let written = writer.write(&block.0).unwrap_or(0);
    assert!(written == 2, "nothing was written");
}

/// The kernel writes into the argument.
pub fn fill(block: &mut Block) -> u8 {
    let Ok((mut reader, mut writer)) = pipe() else { return 0 };
    let sent = writer.write(&[7, 7]).is_ok();
    let received = reader.read(&mut block.0).unwrap_or(0);
    assert!(!sent || received == 2, "nothing was received");
    block.0[0]
}
