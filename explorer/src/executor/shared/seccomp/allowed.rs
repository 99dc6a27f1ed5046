//! Which system calls explored code has, and why: what is not here is refused. One table with a reason for each group;
//! `docs/decisions/2026-11-23-system-calls.md` has the verdict on every call by number, and a test compares.

use super::program::Test;

/// Calls with the same reason and the same bounds.
pub(super) struct Group {
    #[cfg_attr(
        not(test),
        expect(dead_code, reason = "for people, and for the listing that a test compares")
    )]
    pub(super) reason: &'static str,
    /// What has to hold of the arguments, all of it.
    pub(super) tests: &'static [Test],
    pub(super) calls: &'static [i64],
}

/// Calls that are refused otherwise than with `EPERM`.
pub(super) struct Refused {
    #[cfg_attr(not(test), expect(dead_code, reason = "as above"))]
    pub(super) reason: &'static str,
    pub(super) errno: i32,
    pub(super) calls: &'static [i64],
}

pub(super) const fn free(reason: &'static str, calls: &'static [i64]) -> Group {
    Group {
        reason,
        tests: &[],
        calls,
    }
}

pub(super) const fn bounded(reason: &'static str, tests: &'static [Test], calls: &'static [i64]) -> Group {
    Group { reason, tests, calls }
}

/// A process that is not the caller's has no number here: neither another one, nor a group, nor all.
const OWN_PROCESS: &[Test] = &[Test::OwnProcess(0)];
/// Bits of `clone` that a thread of this process has, and those that only a thread has.
const THREAD: u32 = (libc::CLONE_VM | libc::CLONE_SIGHAND | libc::CLONE_THREAD).cast_unsigned();
pub(super) const OF_THREADS: u32 = THREAD
    | (libc::CLONE_FS
        | libc::CLONE_FILES
        | libc::CLONE_SYSVSEM
        | libc::CLONE_SETTLS
        | libc::CLONE_PARENT_SETTID
        | libc::CLONE_CHILD_SETTID
        | libc::CLONE_CHILD_CLEARTID
        | libc::CLONE_DETACHED)
        .cast_unsigned();
/// What `fork` of libc asks for.
pub(super) const OF_FORKS: u32 =
    (libc::CLONE_CHILD_SETTID | libc::CLONE_CHILD_CLEARTID | libc::SIGCHLD).cast_unsigned();

/// What explored code may do.
pub(super) const ALLOWED: &[Group] = &[
    free(
        "reads, writes and waits for what is open",
        &[
            libc::SYS_read,
            libc::SYS_write,
            libc::SYS_close,
            libc::SYS_close_range,
            libc::SYS_lseek,
            libc::SYS_pread64,
            libc::SYS_pwrite64,
            libc::SYS_readv,
            libc::SYS_writev,
            libc::SYS_preadv,
            libc::SYS_pwritev,
            libc::SYS_preadv2,
            libc::SYS_pwritev2,
            libc::SYS_sendfile,
            libc::SYS_copy_file_range,
            libc::SYS_splice,
            libc::SYS_tee,
            libc::SYS_vmsplice,
            libc::SYS_dup,
            libc::SYS_dup3,
            libc::SYS_flock,
            libc::SYS_fsync,
            libc::SYS_fdatasync,
            libc::SYS_sync_file_range,
            libc::SYS_ftruncate,
            libc::SYS_fallocate,
            libc::SYS_fadvise64,
            libc::SYS_readahead,
            libc::SYS_pselect6,
            libc::SYS_ppoll,
            libc::SYS_epoll_ctl,
            libc::SYS_epoll_pwait,
            libc::SYS_epoll_pwait2,
            #[cfg(target_arch = "x86_64")]
            libc::SYS_dup2,
            #[cfg(target_arch = "x86_64")]
            libc::SYS_poll,
            #[cfg(target_arch = "x86_64")]
            libc::SYS_select,
            #[cfg(target_arch = "x86_64")]
            libc::SYS_epoll_wait,
        ],
    ),
    free(
        "makes descriptors that reach nobody else",
        &[
            libc::SYS_pipe2,
            libc::SYS_eventfd2,
            libc::SYS_epoll_create1,
            libc::SYS_signalfd4,
            libc::SYS_timerfd_create,
            libc::SYS_timerfd_settime,
            libc::SYS_timerfd_gettime,
            #[cfg(target_arch = "x86_64")]
            libc::SYS_pipe,
            #[cfg(target_arch = "x86_64")]
            libc::SYS_eventfd,
            #[cfg(target_arch = "x86_64")]
            libc::SYS_epoll_create,
            #[cfg(target_arch = "x86_64")]
            libc::SYS_signalfd,
        ],
    ),
    free(
        "names files; Landlock decides which",
        &[
            libc::SYS_openat,
            libc::SYS_openat2,
            libc::SYS_truncate,
            libc::SYS_newfstatat,
            libc::SYS_fstat,
            libc::SYS_statx,
            libc::SYS_statfs,
            libc::SYS_fstatfs,
            libc::SYS_faccessat,
            libc::SYS_faccessat2,
            libc::SYS_getdents64,
            libc::SYS_getcwd,
            libc::SYS_chdir,
            libc::SYS_fchdir,
            libc::SYS_mkdirat,
            libc::SYS_unlinkat,
            libc::SYS_renameat2,
            libc::SYS_linkat,
            libc::SYS_symlinkat,
            libc::SYS_readlinkat,
            libc::SYS_umask,
            #[cfg(target_arch = "x86_64")]
            libc::SYS_open,
            #[cfg(target_arch = "x86_64")]
            libc::SYS_creat,
            #[cfg(target_arch = "x86_64")]
            libc::SYS_stat,
            #[cfg(target_arch = "x86_64")]
            libc::SYS_lstat,
            #[cfg(target_arch = "x86_64")]
            libc::SYS_access,
            #[cfg(target_arch = "x86_64")]
            libc::SYS_getdents,
            #[cfg(target_arch = "x86_64")]
            libc::SYS_rename,
            #[cfg(target_arch = "x86_64")]
            libc::SYS_renameat,
            #[cfg(target_arch = "x86_64")]
            libc::SYS_mkdir,
            #[cfg(target_arch = "x86_64")]
            libc::SYS_rmdir,
            #[cfg(target_arch = "x86_64")]
            libc::SYS_link,
            #[cfg(target_arch = "x86_64")]
            libc::SYS_unlink,
            #[cfg(target_arch = "x86_64")]
            libc::SYS_symlink,
            #[cfg(target_arch = "x86_64")]
            libc::SYS_readlink,
        ],
    ),
    free(
        "is memory of this process",
        &[
            libc::SYS_mmap,
            libc::SYS_mprotect,
            libc::SYS_munmap,
            libc::SYS_mremap,
            libc::SYS_brk,
            libc::SYS_msync,
            libc::SYS_mincore,
            libc::SYS_madvise,
            libc::SYS_mlock,
            libc::SYS_mlock2,
            libc::SYS_munlock,
            libc::SYS_membarrier,
            libc::SYS_pkey_mprotect,
            libc::SYS_pkey_alloc,
            libc::SYS_pkey_free,
            libc::SYS_mseal,
        ],
    ),
    free(
        "is a signal, timer, thread or end of this process",
        &[
            libc::SYS_rt_sigaction,
            libc::SYS_rt_sigprocmask,
            libc::SYS_rt_sigreturn,
            libc::SYS_rt_sigpending,
            libc::SYS_rt_sigtimedwait,
            libc::SYS_rt_sigsuspend,
            libc::SYS_sigaltstack,
            libc::SYS_restart_syscall,
            libc::SYS_getitimer,
            libc::SYS_setitimer,
            // The kernel takes no thread of another process to tell.
            libc::SYS_timer_create,
            libc::SYS_timer_settime,
            libc::SYS_timer_gettime,
            libc::SYS_timer_getoverrun,
            libc::SYS_timer_delete,
            libc::SYS_futex,
            libc::SYS_futex_waitv,
            libc::SYS_set_robust_list,
            libc::SYS_set_tid_address,
            libc::SYS_rseq,
            libc::SYS_sched_yield,
            libc::SYS_nanosleep,
            libc::SYS_clock_nanosleep,
            libc::SYS_exit,
            libc::SYS_exit_group,
            // It has no children.
            libc::SYS_wait4,
            libc::SYS_waitid,
            #[cfg(target_arch = "x86_64")]
            libc::SYS_pause,
            #[cfg(target_arch = "x86_64")]
            libc::SYS_alarm,
            #[cfg(target_arch = "x86_64")]
            libc::SYS_arch_prctl,
        ],
    ),
    free(
        "tells the time, chance, the system or this process",
        &[
            libc::SYS_clock_gettime,
            libc::SYS_clock_getres,
            libc::SYS_gettimeofday,
            libc::SYS_times,
            libc::SYS_getrandom,
            libc::SYS_uname,
            libc::SYS_sysinfo,
            libc::SYS_getcpu,
            libc::SYS_getrlimit,
            libc::SYS_getrusage,
            libc::SYS_getpid,
            libc::SYS_gettid,
            libc::SYS_getppid,
            libc::SYS_getpgid,
            libc::SYS_getsid,
            libc::SYS_getuid,
            libc::SYS_getgid,
            libc::SYS_geteuid,
            libc::SYS_getegid,
            libc::SYS_getresuid,
            libc::SYS_getresgid,
            libc::SYS_getgroups,
            libc::SYS_capget,
            libc::SYS_getpriority,
            libc::SYS_ioprio_get,
            libc::SYS_sched_getaffinity,
            libc::SYS_sched_getparam,
            libc::SYS_sched_getscheduler,
            libc::SYS_sched_getattr,
            libc::SYS_sched_get_priority_max,
            libc::SYS_sched_get_priority_min,
            libc::SYS_sched_rr_get_interval,
            #[cfg(target_arch = "x86_64")]
            libc::SYS_time,
            #[cfg(target_arch = "x86_64")]
            libc::SYS_getpgrp,
        ],
    ),
    free(
        "limits this process; what is denied for good stays so",
        &[libc::SYS_setrlimit],
    ),
    bounded(
        "limits of this process only",
        &[Test::OwnOrNone(0)],
        &[libc::SYS_prlimit64, libc::SYS_sched_setaffinity],
    ),
    bounded(
        "signals to this process only",
        OWN_PROCESS,
        &[
            libc::SYS_kill,
            libc::SYS_tgkill,
            libc::SYS_rt_sigqueueinfo,
            libc::SYS_rt_tgsigqueueinfo,
        ],
    ),
    bounded(
        "no owner, signal, notice or lease",
        &[Test::OneOf(
            1,
            &[
                libc::F_DUPFD.cast_unsigned(),
                libc::F_DUPFD_CLOEXEC.cast_unsigned(),
                libc::F_GETFD.cast_unsigned(),
                libc::F_SETFD.cast_unsigned(),
                libc::F_GETFL.cast_unsigned(),
                libc::F_SETFL.cast_unsigned(),
                libc::F_GETLK.cast_unsigned(),
                libc::F_SETLK.cast_unsigned(),
                libc::F_SETLKW.cast_unsigned(),
                libc::F_OFD_GETLK.cast_unsigned(),
                libc::F_OFD_SETLK.cast_unsigned(),
                libc::F_OFD_SETLKW.cast_unsigned(),
                libc::F_GETPIPE_SZ.cast_unsigned(),
                libc::F_SETPIPE_SZ.cast_unsigned(),
                libc::F_ADD_SEALS.cast_unsigned(),
                libc::F_GET_SEALS.cast_unsigned(),
            ],
        )],
        &[libc::SYS_fcntl],
    ),
    bounded(
        "asks what a descriptor is, or changes how it blocks and is handed on",
        &[Test::OneOf(
            1,
            &[
                libc::TCGETS as u32,
                libc::TIOCGWINSZ as u32,
                libc::FIONREAD as u32,
                libc::FIONBIO as u32,
                libc::FIOCLEX as u32,
                libc::FIONCLEX as u32,
            ],
        )],
        &[libc::SYS_ioctl],
    ),
    bounded(
        "names, questions, and what only takes away from this process",
        &[Test::OneOf(
            0,
            &[
                libc::PR_SET_NAME.cast_unsigned(),
                libc::PR_GET_NAME.cast_unsigned(),
                libc::PR_GET_PDEATHSIG.cast_unsigned(),
                libc::PR_GET_DUMPABLE.cast_unsigned(),
                libc::PR_GET_KEEPCAPS.cast_unsigned(),
                libc::PR_GET_SECCOMP.cast_unsigned(),
                libc::PR_GET_SECUREBITS.cast_unsigned(),
                libc::PR_CAPBSET_READ.cast_unsigned(),
                libc::PR_GET_TIMERSLACK.cast_unsigned(),
                libc::PR_SET_TIMERSLACK.cast_unsigned(),
                libc::PR_GET_NO_NEW_PRIVS.cast_unsigned(),
                libc::PR_SET_NO_NEW_PRIVS.cast_unsigned(),
                libc::PR_SET_VMA.cast_unsigned(),
            ],
        )],
        &[libc::SYS_prctl],
    ),
    bounded(
        "asks for the habits of this process only",
        &[Test::OneOf(0, &[u32::MAX])],
        &[libc::SYS_personality],
    ),
    bounded(
        "a thread of this process",
        &[Test::Within(0, OF_THREADS, THREAD)],
        &[libc::SYS_clone],
    ),
    bounded(
        "two ends that are connected with each other for good",
        &[
            Test::OneOf(0, &[libc::AF_UNIX.cast_unsigned()]),
            Test::Within(
                1,
                // A stream is 1 and packets in sequence are 5; datagrams, which could be sent anywhere, are 2.
                (libc::SOCK_SEQPACKET | libc::SOCK_CLOEXEC | libc::SOCK_NONBLOCK).cast_unsigned(),
                libc::SOCK_STREAM.cast_unsigned(),
            ),
        ],
        &[libc::SYS_socketpair],
    ),
    free(
        "what such ends have, without an address",
        &[libc::SYS_shutdown, libc::SYS_getsockname, libc::SYS_getpeername],
    ),
    bounded(
        "what such ends have, without an address",
        &[Test::Null(4)],
        &[libc::SYS_sendto, libc::SYS_recvfrom],
    ),
    bounded(
        "waiting and room of such ends",
        &[
            Test::OneOf(1, &[libc::SOL_SOCKET.cast_unsigned()]),
            Test::OneOf(
                2,
                &[
                    libc::SO_TYPE.cast_unsigned(),
                    libc::SO_ERROR.cast_unsigned(),
                    libc::SO_DOMAIN.cast_unsigned(),
                    libc::SO_RCVTIMEO.cast_unsigned(),
                    libc::SO_SNDTIMEO.cast_unsigned(),
                    libc::SO_RCVBUF.cast_unsigned(),
                    libc::SO_SNDBUF.cast_unsigned(),
                ],
            ),
        ],
        &[libc::SYS_getsockopt, libc::SYS_setsockopt],
    ),
];

/// A file of memory, which is never executable: not for explored code.
pub(super) const MEMORY_FILES: Group = bounded(
    "a file of memory, which is never executable",
    &[Test::Within(
        1,
        libc::MFD_CLOEXEC | libc::MFD_ALLOW_SEALING | libc::MFD_NOEXEC_SEAL,
        0,
    )],
    &[libc::SYS_memfd_create],
);

/// What the template does beside while it serves: its main thread runs no code of the crate.
pub(super) const SERVING: &[Group] = &[
    MEMORY_FILES,
    free(
        "ends its children, and watches over them",
        &[libc::SYS_kill, libc::SYS_pidfd_open],
    ),
    free(
        "is about the own process in a child, which has another number",
        &[
            libc::SYS_tgkill,
            libc::SYS_rt_sigqueueinfo,
            libc::SYS_rt_tgsigqueueinfo,
            libc::SYS_prlimit64,
            libc::SYS_sched_setaffinity,
        ],
    ),
    free(
        "a child prepares itself",
        &[
            libc::SYS_setpgid,
            libc::SYS_prctl,
            libc::SYS_seccomp,
            libc::SYS_landlock_create_ruleset,
            libc::SYS_landlock_add_rule,
            libc::SYS_landlock_restrict_self,
        ],
    ),
    bounded(
        "forks children, which start threads, and runs what may do less on a thread that it waits for",
        &[Test::Within(
            0,
            OF_THREADS | OF_FORKS | libc::CLONE_VFORK.cast_unsigned(),
            0,
        )],
        &[libc::SYS_clone],
    ),
];

/// What initialisers of a harness may not do while it is loaded: whatever they started would stay in the template.
pub(super) const NOT_WHILE_LOADING: &[i64] = &[libc::SYS_clone];

/// What a process may do once before it is its test.
pub(super) const BECOMING_A_TEST: &[Group] = &[bounded(
    "becomes the test",
    &[Test::Image(0)],
    &[libc::SYS_execve],
)];

/// What is refused as a system refuses it that does not have the call, so that libc and crates do without.
pub(super) const REFUSED: &[Refused] = &[
    Refused {
        reason: "hides its flags in memory; libc goes on with `clone`",
        errno: libc::ENOSYS,
        calls: &[libc::SYS_clone3],
    },
    Refused {
        reason: "restricts more than this program expects",
        errno: libc::ENOSYS,
        calls: &[
            libc::SYS_landlock_create_ruleset,
            libc::SYS_landlock_add_rule,
            libc::SYS_landlock_restrict_self,
        ],
    },
    Refused {
        reason: "memory that no limit counts until it is mapped",
        errno: libc::ENOSYS,
        calls: &[libc::SYS_memfd_create],
    },
    Refused {
        reason: "young; whoever calls it can do without",
        errno: libc::ENOSYS,
        // `memfd_secret`, `cachestat`, `map_shadow_stack`, `futex_wake`, `futex_wait`, `futex_requeue`.
        calls: &[libc::SYS_memfd_secret, 451, 453, 454, 455, 456],
    },
    Refused {
        reason: "reaches the network, or other processes by it",
        errno: libc::EACCES,
        calls: &[libc::SYS_socket],
    },
];

/// The first number that nobody has judged: from here on a system does not have the call.
pub(super) const FIRST_UNKNOWN: u32 = 471;
