//! A view of the system in which everything is read-only but a few places: Landlock does not see who changes the rights, owners and
//! times of files.

use super::namespaces;
use std::ffi::CString;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::ptr;

/// As `mount_setattr` takes it.
#[repr(C)]
struct Attributes {
    set: u64,
    clear: u64,
    propagation: u64,
    namespace: u64,
}

const READ_ONLY: u64 = 1;

/// Puts the calling process, which has one thread, into namespaces where these places, which are there, can be written and nothing
/// else. Its current directory is seen as before. False: the system does not let us.
pub(crate) fn enter(writable: &[PathBuf]) -> bool {
    let apart = libc::CLONE_NEWNS | libc::CLONE_NEWIPC | libc::CLONE_NEWNET | libc::CLONE_NEWUTS;
    let ours = || writable.iter().map(PathBuf::as_path);
    namespaces::leave(apart)
        && namespaces::own_mounts()
        && ours().all(bind)
        && set(Path::new("/"), READ_ONLY, 0)
        && ours().all(|place| set(place, 0, READ_ONLY))
}

/// A mount of its own for a place.
fn bind(place: &Path) -> bool {
    let Ok(path) = CString::new(place.as_os_str().as_bytes()) else {
        return false;
    };
    let flags = libc::MS_BIND | libc::MS_REC;
    // SAFETY: a text that ends with a zero and lives through the call, which takes null for the rest.
    unsafe { libc::mount(path.as_ptr(), path.as_ptr(), ptr::null(), flags, ptr::null()) == 0 }
}

fn set(place: &Path, set: u64, clear: u64) -> bool {
    let Ok(path) = CString::new(place.as_os_str().as_bytes()) else {
        return false;
    };
    let attributes = Attributes {
        set,
        clear,
        propagation: 0,
        namespace: 0,
    };
    // SAFETY: a text that ends with a zero, and attributes with their size; both live through the call.
    unsafe {
        libc::syscall(
            libc::SYS_mount_setattr,
            libc::AT_FDCWD,
            path.as_ptr(),
            libc::AT_RECURSIVE,
            ptr::from_ref(&attributes),
            size_of::<Attributes>(),
        ) == 0
    }
}
