//! Whether the thread that runs plans is the only one that explored code may be on.

use std::os::unix::fs::MetadataExt;

/// Entries of a process's list of threads where it has the two that a child has.
const ENTRIES_OF_TWO_THREADS: u64 = 2 + 2;

/// No thread is there that the crate has started.
pub(super) fn is_alone() -> bool {
    std::fs::metadata("/proc/self/task").is_ok_and(|list| list.nlink() == ENTRIES_OF_TWO_THREADS)
}
