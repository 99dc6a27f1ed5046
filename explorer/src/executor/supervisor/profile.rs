//! The profile of everything counted so far, as the template has left it in the shared memory, and the counters themselves: plain
//! bytes.

use crate::executor::shared::memory::{PAGE, PROFILE_ROOM, profile_room_from};
use anyhow::bail;
use std::fs::File;
use std::os::unix::fs::FileExt;

/// Bytes of the profile that was written last, and of the counters. Whatever stands there was in reach of the crate's code.
fn lens(memory: &File) -> anyhow::Result<(usize, usize)> {
    let len = |at: usize| -> anyhow::Result<usize> {
        let mut len = [0; 8];
        memory.read_exact_at(&mut len, (profile_room_from() + at) as u64)?;
        Ok(usize::try_from(u64::from_le_bytes(len))?)
    };
    let (profile, counters) = (len(0)?, len(8)?);
    if profile == 0 || profile > PROFILE_ROOM || counters > PROFILE_ROOM {
        bail!("the harness wrote no profile");
    }
    Ok((profile, counters))
}

fn bytes(memory: &File, at: usize, len: usize) -> anyhow::Result<Vec<u8>> {
    let mut bytes = vec![0; len];
    memory.read_exact_at(&mut bytes, (profile_room_from() + at) as u64)?;
    Ok(bytes)
}

/// The profile that was written last, as the supervisor finds it.
pub(crate) fn read_profile(memory: &File) -> anyhow::Result<Vec<u8>> {
    bytes(memory, PAGE, lens(memory)?.0)
}

/// What all counters stand at, whose number was written with the profile.
pub(crate) fn read_counters(memory: &File) -> anyhow::Result<Vec<u64>> {
    let (profile, len) = lens(memory)?;
    let at = PAGE + profile.next_multiple_of(PAGE);
    if at + len > PROFILE_ROOM {
        bail!("the harness wrote no profile");
    }
    let bytes = bytes(memory, at, len)?;
    let numbers = bytes.chunks_exact(8);
    Ok(numbers
        .map(|number| u64::from_le_bytes(number.try_into().unwrap_or_default()))
        .collect())
}
