//! Descriptors that whoever started this program left open: foreign code shall not find them.

use std::os::fd::RawFd;

/// Closes everything but the standard streams and these.
pub(crate) fn close_all_but(kept: &[RawFd]) {
    let mut kept: Vec<u32> = kept.iter().filter_map(|&fd| fd.try_into().ok()).collect();
    kept.sort_unstable();
    let mut from = 3;
    for fd in kept {
        if fd > from {
            close(from, fd - 1);
        }
        from = from.max(fd + 1);
    }
    close(from, u32::MAX);
}

/// Both ends included.
fn close(from: u32, to: u32) {
    // SAFETY: called before this process opens anything that it keeps but what `close_all_but` is told.
    if unsafe { libc::syscall(libc::SYS_close_range, from, to, 0) } == 0 {
        return;
    }
    // Older systems have to be told each.
    let listed = std::fs::read_dir("/proc/self/fd").into_iter().flatten().flatten();
    let open: Vec<u32> = listed
        .filter_map(|entry| entry.file_name().to_str()?.parse().ok())
        .collect();
    for fd in open {
        if (from..=to).contains(&fd) {
            // SAFETY: as above; what the list itself was read by is closed already.
            unsafe { libc::close(fd.cast_signed()) };
        }
    }
}
