//! The profile of everything counted so far, as the template has left it in the shared memory, and the counters themselves: plain
//! bytes.

use crate::executor::shared::memory::{PAGE, PROFILE_ROOM, profile_room_from};
use anyhow::bail;
use std::fs::File;
use std::os::unix::fs::FileExt;

/// The profile that was written last, as the supervisor finds it.
pub(crate) fn read_profile(memory: &File) -> anyhow::Result<Vec<u8>> {
    let from = profile_room_from() as u64;
    let mut len = [0; 8];
    memory.read_exact_at(&mut len, from)?;
    let len = usize::try_from(u64::from_le_bytes(len))?;
    if len == 0 || len > PROFILE_ROOM {
        bail!("the harness wrote no profile");
    }
    let mut profile = vec![0; len];
    memory.read_exact_at(&mut profile, from + PAGE as u64)?;
    Ok(profile)
}

/// What all counters stand at, whose number was written with the profile.
pub(crate) fn read_counters(memory: &File) -> anyhow::Result<Vec<u64>> {
    let from = profile_room_from();
    let mut lens = [0; 16];
    memory.read_exact_at(&mut lens, from as u64)?;
    let (profile, counters) = lens.split_at(8);
    let len =
        |bytes: &[u8]| usize::try_from(u64::from_le_bytes(bytes.try_into()?)).map_err(anyhow::Error::from);
    let (profile, len) = (len(profile)?, len(counters)?);
    // Whatever stands there was in reach of the crate's code.
    if profile == 0 || profile > PROFILE_ROOM || len > PROFILE_ROOM {
        bail!("the harness wrote no profile");
    }
    let at = PAGE + profile.next_multiple_of(PAGE);
    if at + len > PROFILE_ROOM {
        bail!("the harness wrote no profile");
    }
    let mut bytes = vec![0; len];
    memory.read_exact_at(&mut bytes, (from + at) as u64)?;
    let numbers = bytes.chunks_exact(8);
    Ok(numbers
        .map(|number| u64::from_le_bytes(number.try_into().unwrap_or_default()))
        .collect())
}
