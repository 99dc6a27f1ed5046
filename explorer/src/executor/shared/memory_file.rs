//! Files that lie in memory and have no name: what processes share, and what is in nobody's directory.

use std::ffi::CStr;
use std::fs::File;
use std::io;
use std::os::fd::FromRawFd;

/// A file of so many bytes, all of them zero. `name` is for people who look into `/proc`.
pub(crate) fn memory_file(name: &CStr, bytes: usize) -> io::Result<File> {
    // SAFETY: a plain system call; the descriptor is owned from here on.
    let file = unsafe {
        match libc::memfd_create(name.as_ptr(), libc::MFD_CLOEXEC) {
            -1 => return Err(io::Error::last_os_error()),
            fd => File::from_raw_fd(fd),
        }
    };
    file.set_len(bytes as u64)?;
    Ok(file)
}
