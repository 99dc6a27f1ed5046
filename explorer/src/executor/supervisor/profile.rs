//! The profile of everything counted so far, as the template has left it in the shared memory: plain bytes.

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
