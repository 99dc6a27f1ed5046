//! Forbidden acts, one of each family, tried under the filter that explored code has. Each does nothing if it is not
//! refused: what it is about is missing.

use super::building::OF_BUILDS;

/// One that is not refused is seen by its error: `EFAULT`, `EINVAL`, `EBADF`, or none.
struct Act {
    call: i64,
    arguments: [i64; 4],
}

const fn act(call: i64, arguments: [i64; 4]) -> Act {
    Act { call, arguments }
}

const NOWHERE: i64 = libc::AT_FDCWD as i64;
const NO_FILE: i64 = -1;

const ACTS: &[Act] = &[
    // The network, and others by it.
    act(
        libc::SYS_socket,
        [libc::AF_INET as i64, libc::SOCK_STREAM as i64, 0, 0],
    ),
    act(
        libc::SYS_socketpair,
        [libc::AF_UNIX as i64, libc::SOCK_DGRAM as i64, 0, 0],
    ),
    act(libc::SYS_connect, [NO_FILE, 0, 0, 0]),
    act(libc::SYS_sendmsg, [NO_FILE, 0, 0, 0]),
    // Other processes.
    act(libc::SYS_ptrace, [libc::PTRACE_PEEKUSER as i64, 0, 0, 0]),
    act(libc::SYS_process_vm_writev, [0, 0, 0, 0]),
    act(libc::SYS_pidfd_open, [0, 0, 0, 0]),
    act(libc::SYS_process_madvise, [NO_FILE, 0, 0, 0]),
    act(libc::SYS_perf_event_open, [0, 0, 0, 0]),
    act(libc::SYS_setpriority, [libc::PRIO_USER as i64 + 1, 0, 0, 0]),
    act(libc::SYS_fcntl, [NO_FILE, libc::F_SETOWN as i64, 0, 0]),
    act(libc::SYS_ioctl, [NO_FILE, libc::TIOCSTI as i64, 0, 0]),
    act(libc::SYS_shmget, [libc::IPC_PRIVATE as i64, 0, 0, 0]),
    // New processes and programs.
    act(libc::SYS_clone, [libc::CLONE_SIGHAND as i64, 0, 0, 0]),
    act(libc::SYS_execve, [0, 0, 0, 0]),
    act(libc::SYS_execveat, [NO_FILE, 0, 0, 0]),
    // What Landlock does not see of files.
    act(libc::SYS_fchmod, [NO_FILE, 0, 0, 0]),
    act(libc::SYS_fchmodat, [NOWHERE, 0, 0, 0]),
    act(452, [NOWHERE, 0, 0, 0]),
    act(libc::SYS_fchownat, [NOWHERE, 0, 0, 0]),
    act(libc::SYS_setxattr, [0, 0, 0, 0]),
    act(libc::SYS_utimensat, [NO_FILE, 0, 0, 0]),
    act(libc::SYS_mknodat, [NOWHERE, 0, 0, 0]),
    act(libc::SYS_open_by_handle_at, [NO_FILE, 0, 0, 0]),
    act(libc::SYS_inotify_add_watch, [NO_FILE, 0, 0, 0]),
    // The system.
    act(libc::SYS_mount, [0, 0, 0, 0]),
    act(libc::SYS_open_tree, [NO_FILE, 0, 0, 0]),
    act(libc::SYS_fsopen, [0, 0, 0, 0]),
    act(libc::SYS_unshare, [0, 0, 0, 0]),
    act(libc::SYS_setns, [NO_FILE, 0, 0, 0]),
    act(libc::SYS_bpf, [-1, 0, 0, 0]),
    act(libc::SYS_io_uring_setup, [0, 0, 0, 0]),
    act(libc::SYS_userfaultfd, [-1, 0, 0, 0]),
    act(libc::SYS_keyctl, [-1, 0, 0, 0]),
    act(libc::SYS_syslog, [-1, 0, 0, 0]),
    act(libc::SYS_clock_settime, [-1, 0, 0, 0]),
    // More rights.
    act(libc::SYS_setresuid, [-1, -1, -1, 0]),
    act(libc::SYS_capset, [0, 0, 0, 0]),
    act(libc::SYS_prctl, [libc::PR_SET_DUMPABLE as i64, -1, 0, 0]),
];

fn is_refused(call: i64, arguments: [i64; 4]) -> bool {
    let [a, b, c, d] = arguments;
    // SAFETY: the acts have no address, no descriptor or no number that means anything.
    let (returned, error) = unsafe {
        let returned = libc::syscall(call, a, b, c, d, 0, 0);
        (returned, *libc::__errno_location())
    };
    returned == -1 && matches!(error, libc::EPERM | libc::EACCES)
}

/// True if every act is refused that builds may not do either; that signals reach nobody else is not the filter's doing.
pub(super) fn hold_for_builds() -> bool {
    let parent = parent();
    let more = [
        act(libc::SYS_setsid, [0, 0, 0, 0]),
        act(libc::SYS_setpgid, [0, -1, 0, 0]),
        act(
            libc::SYS_socket,
            [libc::AF_UNIX as i64, libc::SOCK_DGRAM as i64, 0, 0],
        ),
        act(libc::SYS_pidfd_getfd, [NO_FILE, 0, 0, 0]),
        act(libc::SYS_prlimit64, [parent, libc::RLIMIT_NOFILE as i64, 0, 0]),
    ];
    let forbidden = ACTS.iter().filter(|act| !OF_BUILDS.contains(&act.call));
    forbidden
        .chain(&more)
        .all(|act| is_refused(act.call, act.arguments))
}

/// The parent, or the first process where that is out of sight.
fn parent() -> i64 {
    i64::from(std::os::unix::process::parent_id()).max(1)
}

/// True if every act is refused, and what reaches for the parent, by its number, too.
pub(super) fn hold() -> bool {
    let parent = parent();
    let at_parent = [
        act(libc::SYS_kill, [parent, 0, 0, 0]),
        act(libc::SYS_tgkill, [parent, parent, 0, 0]),
        act(libc::SYS_prlimit64, [parent, libc::RLIMIT_NOFILE as i64, 0, 0]),
        act(libc::SYS_sched_setaffinity, [parent, 0, 0, 0]),
    ];
    (ACTS.iter().chain(&at_parent)).all(|act| is_refused(act.call, act.arguments))
}
