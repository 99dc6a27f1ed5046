//! What cargo and all that it starts may do besides what explored code may: they are programs, which start others and wait for them.
//! Sessions and groups of processes are not among it, so that whatever was started is found by its group when cargo has ended.

use super::allowed::{Group, MEMORY_FILES, OF_FORKS, OF_THREADS, Refused, bounded, free};
use super::program::Test;

/// `ioctl` that copies a file by reference, as `cp` asks for first.
const COPY_BY_REFERENCE: u32 = 0x4004_9409;
/// A pipe with a name, by which `make` shares its jobs.
const PIPE: u32 = libc::S_IFIFO;
const RIGHTS: u32 = 0o7777;
/// The call returns as if it had done what it was asked for.
const NO_ERROR: i32 = 0;

/// What every build has.
pub(super) const BUILDING: &[Group] = &[
    MEMORY_FILES,
    free(
        "starts programs; Landlock decides which",
        &[
            libc::SYS_execve,
            #[cfg(target_arch = "x86_64")]
            libc::SYS_fork,
            #[cfg(target_arch = "x86_64")]
            libc::SYS_vfork,
        ],
    ),
    bounded(
        "processes and threads, in no namespaces of their own",
        &[Test::Within(
            0,
            OF_THREADS | OF_FORKS | libc::CLONE_VFORK.cast_unsigned(),
            0,
        )],
        &[libc::SYS_clone],
    ),
    free(
        "signals; Landlock, or a namespace, decides to whom",
        &[
            libc::SYS_kill,
            libc::SYS_tgkill,
            libc::SYS_rt_sigqueueinfo,
            libc::SYS_rt_tgsigqueueinfo,
        ],
    ),
    bounded(
        "limits of the caller only, which has no number that is known before",
        &[Test::OneOf(0, &[0])],
        &[libc::SYS_prlimit64, libc::SYS_sched_setaffinity],
    ),
    free(
        "who the caller is already; there are no capabilities to become anybody else, and `make` asks for itself",
        &[libc::SYS_setresuid, libc::SYS_setresgid],
    ),
    free("rights of what is open, as copies have them", &[libc::SYS_fchmod]),
    bounded(
        "a pipe with a name",
        &[Test::Within(2, PIPE | RIGHTS, PIPE)],
        &[libc::SYS_mknodat],
    ),
    #[cfg(target_arch = "x86_64")]
    bounded(
        "a pipe with a name",
        &[Test::Within(1, PIPE | RIGHTS, PIPE)],
        &[libc::SYS_mknod],
    ),
    bounded(
        "asks what a descriptor is, changes how it blocks and is handed on, and copies",
        &[Test::OneOf(
            1,
            &[
                libc::TCGETS as u32,
                libc::TIOCGWINSZ as u32,
                libc::FIONREAD as u32,
                libc::FIONBIO as u32,
                libc::FIOCLEX as u32,
                libc::FIONCLEX as u32,
                COPY_BY_REFERENCE,
            ],
        )],
        &[libc::SYS_ioctl],
    ),
];

/// What a build has besides where everything but its own places is mounted to be read: Landlock does not see these calls.
pub(super) const CHANGING_RIGHTS: &[Group] = &[free(
    "rights, owners and times of files; the mount decides of which",
    &[
        libc::SYS_fchmodat,
        452,
        libc::SYS_fchown,
        libc::SYS_fchownat,
        libc::SYS_utimensat,
        #[cfg(target_arch = "x86_64")]
        libc::SYS_chmod,
        #[cfg(target_arch = "x86_64")]
        libc::SYS_chown,
        #[cfg(target_arch = "x86_64")]
        libc::SYS_lchown,
        #[cfg(target_arch = "x86_64")]
        libc::SYS_utime,
        #[cfg(target_arch = "x86_64")]
        libc::SYS_utimes,
        #[cfg(target_arch = "x86_64")]
        libc::SYS_futimesat,
    ],
)];

/// What a build is answered without anything being done, so that `cp -p` and `tar` go on.
pub(super) const REFUSED_TO_BUILDS: &[Refused] = &[
    Refused {
        reason: "times and owners of files, which Landlock does not see; nobody minds that they stay",
        errno: NO_ERROR,
        calls: &[
            libc::SYS_fchown,
            libc::SYS_fchownat,
            libc::SYS_utimensat,
            #[cfg(target_arch = "x86_64")]
            libc::SYS_chown,
            #[cfg(target_arch = "x86_64")]
            libc::SYS_lchown,
            #[cfg(target_arch = "x86_64")]
            libc::SYS_utime,
            #[cfg(target_arch = "x86_64")]
            libc::SYS_utimes,
            #[cfg(target_arch = "x86_64")]
            libc::SYS_futimesat,
        ],
    },
    Refused {
        reason: "attributes of files, which Landlock does not see; some file systems have none",
        errno: libc::EOPNOTSUPP,
        calls: &[
            libc::SYS_setxattr,
            libc::SYS_lsetxattr,
            libc::SYS_fsetxattr,
            libc::SYS_getxattr,
            libc::SYS_lgetxattr,
            libc::SYS_fgetxattr,
            libc::SYS_listxattr,
            libc::SYS_llistxattr,
            libc::SYS_flistxattr,
            libc::SYS_removexattr,
            libc::SYS_lremovexattr,
            libc::SYS_fremovexattr,
        ],
    },
];

/// Calls of the probes that a build may make, on what is there.
pub(super) const OF_BUILDS: &[i64] = &[
    libc::SYS_clone,
    libc::SYS_execve,
    libc::SYS_fchmod,
    libc::SYS_fchmodat,
    452,
    libc::SYS_fchownat,
    libc::SYS_utimensat,
    libc::SYS_setresuid,
    // Refused with another number.
    libc::SYS_setxattr,
];
