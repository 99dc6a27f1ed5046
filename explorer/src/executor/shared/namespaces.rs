//! A view of the system of its own: no network, no names that processes share, a private directory that is bounded, and a
//! list of processes without those outside. Where the system does not let us, everything else holds without it.

use std::ffi::{CStr, CString};
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::ptr;

/// Bytes and names that the private directory has room for.
const ROOM: &CStr = c"size=64m,nr_inodes=16k,mode=700";
/// Numbers of processes and threads from which those in a namespace have theirs; the first 300 are given away once only.
const NUMBERS: &str = "1400";
/// The first kernel in which each namespace has a most of its own. In older ones writing there would change the whole system.
const BOUNDED_SINCE: (u32, u32) = (6, 14);
/// Who may not look into a process does not see it.
const OWN_PROCESSES: &CStr = c"hidepid=ptraceable";

/// Puts the calling process, which has one thread, into namespaces, with nothing in the directory `work`. False: it is in
/// none, or not in all.
pub(crate) fn enter(work: &Path, has_own_processes: bool) -> bool {
    let Ok(directory) = CString::new(work.as_os_str().as_bytes()) else {
        return false;
    };
    let flags = libc::MS_NOSUID | libc::MS_NODEV | libc::MS_NOEXEC;
    let apart = libc::CLONE_NEWNS | libc::CLONE_NEWIPC | libc::CLONE_NEWNET | libc::CLONE_NEWUTS;
    if !leave(apart) || !own_mounts() {
        return false;
    }
    // Only root may if its processes are not its own, and does without otherwise.
    mount(c"proc", c"/proc", c"proc", flags, OWN_PROCESSES);
    if has_own_processes && is_since(BOUNDED_SINCE) {
        let _ = fs::write("/proc/sys/kernel/pid_max", NUMBERS);
    }
    // SAFETY: a text that ends with a zero; this process was started in the directory that is hidden now.
    mount(c"tmpfs", &directory, c"tmpfs", flags, ROOM) && unsafe { libc::chdir(directory.as_ptr()) } == 0
}

/// Whether the kernel is this one or a later one.
fn is_since(version: (u32, u32)) -> bool {
    let release = fs::read_to_string("/proc/sys/kernel/osrelease").unwrap_or_default();
    let mut numbers = release.split(['.', '-']).map_while(|number| number.parse().ok());
    (numbers.next(), numbers.next()) >= (Some(version.0), Some(version.1))
}

/// What is mounted from here on is seen by the calling process only, which has its own namespace of mounts.
pub(crate) fn own_mounts() -> bool {
    mount(c"none", c"/", c"", libc::MS_REC | libc::MS_PRIVATE, c"")
}

/// Leaves the namespaces `apart`, with the rights that it has, or as whoever it is in a namespace of users, where everybody has them.
pub(crate) fn leave(apart: libc::c_int) -> bool {
    // SAFETY: plain system calls on the own process.
    let (user, group, left) = unsafe { (libc::geteuid(), libc::getegid(), libc::unshare(apart) == 0) };
    if left {
        return true;
    }
    // Root without its rights may not be anybody in such a namespace.
    // SAFETY: as above.
    if user == 0 || unsafe { libc::unshare(apart | libc::CLONE_NEWUSER) } != 0 {
        return false;
    }
    let maps = [
        ("setgroups", "deny".to_owned()),
        ("uid_map", format!("{user} {user} 1")),
        ("gid_map", format!("{group} {group} 1")),
    ];
    (maps.iter()).all(|(file, text)| fs::write(Path::new("/proc/self").join(file), text).is_ok())
}

fn mount(what: &CStr, place: &CStr, kind: &CStr, flags: libc::c_ulong, options: &CStr) -> bool {
    let (data, kind) = (options.as_ptr().cast(), kind.as_ptr());
    // SAFETY: texts that end with a zero and live through the call.
    unsafe { libc::mount(what.as_ptr(), place.as_ptr(), kind, flags, data) == 0 }
}

/// True if there is no network but one that is down, and the list of processes has the number that this one has to itself.
pub(crate) fn hold(work: &Path) -> bool {
    let interfaces = fs::read_to_string("/proc/self/net/dev").unwrap_or_default();
    let names = interfaces.lines().filter_map(|line| line.split_once(':'));
    let is_alone = names.map(|(name, _)| name.trim()).eq(["lo"]);
    let listed = fs::read_link("/proc/self").unwrap_or_default();
    is_alone && is_bounded(work) && listed == Path::new(&std::process::id().to_string())
}

/// True if the directory has its own, small room.
fn is_bounded(work: &Path) -> bool {
    /// More than [`ROOM`].
    const MOST: u64 = 128 << 20;
    let Ok(path) = CString::new(work.as_os_str().as_bytes()) else {
        return false;
    };
    // SAFETY: an out-pointer to a local for which all zeros are a value, and a text that ends with a zero.
    unsafe {
        let mut room: libc::statfs = std::mem::zeroed();
        libc::statfs(path.as_ptr(), ptr::from_mut(&mut room)) == 0
            && room.f_blocks.saturating_mul(room.f_bsize.cast_unsigned()) < MOST
    }
}
