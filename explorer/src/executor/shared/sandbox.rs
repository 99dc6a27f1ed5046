//! Containment of a process that runs foreign code: Landlock, seccomp, resource limits and no capabilities, and the probes
//! that show by denied acts which of them hold. Namespaces where the system has them: everything else holds without, but
//! other processes are visible then, and the private directory is bounded by its watcher.

use super::lesser;
use super::namespaces;
use super::private::{self, PrivateDirectory};
use super::privileges;
use super::seccomp::{self, Stage};
use crate::containment::{OPEN, SandboxMode, SandboxReport};
use anyhow::{Context, bail};
use landlock::{
    ABI, Access, AccessFs, AccessNet, Ruleset, RulesetAttr, RulesetCreatedAttr, Scope, path_beneath_rules,
};
use std::fs;
use std::io::ErrorKind;
use std::os::fd::{AsRawFd, BorrowedFd, OwnedFd};
use std::path::{Path, PathBuf};

/// Writes only below the private directory, reads only of the system and of what is run, no TCP, no signals out.
pub(crate) const LANDLOCK: &str = "landlock";
/// Only system calls that are on a list.
pub(crate) const SECCOMP: &str = "seccomp";
/// No core dumps, bounded files, descriptors and CPU time.
pub(crate) const RLIMITS: &str = "rlimits";
/// Not a single one, as root neither.
pub(crate) const CAPABILITIES: &str = "capabilities";
/// No network, no other processes, a bounded private directory. Said if all of it holds; strict is strict without.
pub(crate) const NAMESPACES: &str = "namespaces";

/// Where a contained process may work, and what it may read besides the system's own files.
pub(crate) struct Territory {
    /// Made by the supervisor, writable by it; the contained process may write below `work()` only.
    pub(crate) private: PathBuf,
    /// Files and directories it may read and map.
    pub(crate) readable: Vec<PathBuf>,
    /// The one file it may execute, besides the system's.
    pub(crate) program: Option<PathBuf>,
}

impl Territory {
    /// The only directory that may be written.
    pub(crate) fn work(&self) -> PathBuf {
        private::work(&self.private)
    }

    /// Makes a private directory, gone when the first value is dropped, and the territory in it. Called by the
    /// supervisor.
    pub(crate) fn make() -> anyhow::Result<(PrivateDirectory, Territory)> {
        let private = PrivateDirectory::make()?;
        let territory = Territory {
            private: private.path()?,
            readable: Vec::new(),
            program: None,
        };
        fs::create_dir(territory.work()).context("cannot create the private directory of the executor")?;
        Ok((private, territory))
    }
}

/// Directories and files of the system that ordinary programs read. Nothing of any user.
pub(crate) const SYSTEM: [&str; 16] = [
    "/usr",
    "/lib",
    "/lib32",
    "/lib64",
    "/bin",
    "/nix/store",
    "/gnu/store",
    "/etc/ld.so.cache",
    "/etc/localtime",
    "/proc",
    "/sys/devices/system/cpu",
    "/sys/fs/cgroup",
    "/dev/null",
    "/dev/zero",
    "/dev/urandom",
    "/dev/random",
];

/// What the process is going to do, which decides the limits that fit.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Role {
    /// Forks children and runs plans in them; the children enter [`Stage::Exploring`] on top.
    Template,
    /// Becomes a test binary; CPU time in whole seconds, address space in bytes, and where the path of the binary is.
    Test {
        cpu_seconds: u64,
        address_space: Option<u64>,
        image: u64,
    },
}

/// Contains the calling process for good, then probes; it may have stepped into a namespace of processes before. An error says
/// which layer is missing.
pub(crate) fn enter(
    mode: SandboxMode,
    territory: &Territory,
    has_own_processes: bool,
    role: Role,
) -> anyhow::Result<SandboxReport> {
    detach();
    let limited = limit_resources(role);
    if mode != SandboxMode::Off {
        namespaces::enter(&territory.work(), has_own_processes);
        let landlocked = landlock(territory);
        privileges::give_up();
        let filtered = seccomp::enter_stage(match role {
            Role::Template => Stage::Serving,
            Role::Test { image, .. } => Stage::Test { image },
        });
        if mode == SandboxMode::Strict {
            landlocked.context(
                "the `landlock` layer cannot be set up; use `--sandbox degraded` to go on without",
            )?;
            filtered
                .context("the `seccomp` layer cannot be set up; use `--sandbox degraded` to go on without")?;
        }
    }
    let mut layers = Vec::new();
    if mode != SandboxMode::Off {
        let probed = [
            (LANDLOCK, probe_files(territory)),
            (SECCOMP, probe_calls(role)),
            (CAPABILITIES, privileges::are_gone()),
        ];
        for (layer, holds) in probed {
            if holds {
                layers.push(layer.to_owned());
            } else if mode == SandboxMode::Strict {
                bail!(
                    "the `{layer}` layer of the sandbox does not hold on this system: an act it must deny succeeded; \
                     use `--sandbox degraded` to go on without it"
                );
            }
        }
    }
    let contained = layers.len() == 3;
    if limited {
        layers.push(RLIMITS.to_owned());
    } else if mode == SandboxMode::Strict {
        bail!(
            "the `rlimits` layer of the sandbox cannot be set up; use `--sandbox degraded` to go on without it"
        );
    }
    if has_own_processes && namespaces::hold(&territory.work()) {
        layers.push(NAMESPACES.to_owned());
    }
    let level = match (mode, contained && limited) {
        (SandboxMode::Off, _) => SandboxMode::Off,
        (_, true) => SandboxMode::Strict,
        (_, false) => SandboxMode::Degraded,
    };
    Ok(SandboxReport {
        level: level.word(),
        layers,
        // Whoever has built it knows.
        build: OPEN,
    })
}

/// Away from the terminal and from inherited habits.
fn detach() {
    // SAFETY: plain system calls on the own process.
    unsafe {
        libc::setsid();
        libc::umask(0o077);
        libc::prctl(libc::PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
        // A file that grows too large is an error for who writes it, as a full disk is, and not a crash.
        libc::signal(libc::SIGXFSZ, libc::SIG_IGN);
    }
    // If memory runs out, the kernel shall take this process and not the user's.
    let _ = fs::write("/proc/self/oom_score_adj", "1000");
}

fn limit_resources(role: Role) -> bool {
    /// Bytes of the largest file.
    const FILE_SIZE: u64 = 16 << 20;
    const DESCRIPTORS: u64 = 256;
    let mut limits = vec![
        (libc::RLIMIT_CORE, 0),
        (libc::RLIMIT_FSIZE, FILE_SIZE),
        (libc::RLIMIT_NOFILE, DESCRIPTORS),
    ];
    match role {
        Role::Template => limits.push((libc::RLIMIT_CPU, 24 * 3600)),
        Role::Test {
            cpu_seconds,
            address_space,
            ..
        } => {
            limits.push((libc::RLIMIT_CPU, cpu_seconds));
            limits.extend(address_space.map(|bytes| (libc::RLIMIT_AS, bytes)));
        }
    }
    limits
        .into_iter()
        .fold(true, |all, (resource, value)| all & limit(resource, value))
}

/// Limits what the calling process may use of a resource, for good: to so much, or to what it may use anyhow if that is less.
pub(crate) fn limit(resource: libc::__rlimit_resource_t, value: u64) -> bool {
    let mut current = libc::rlimit {
        rlim_cur: 0,
        rlim_max: 0,
    };
    // SAFETY: an out-pointer to a local.
    unsafe { libc::getrlimit(resource, &raw mut current) };
    let value = value.min(current.rlim_max);
    // The hard limit of CPU time lies higher, so that SIGXCPU comes before SIGKILL.
    let hard = if resource == libc::RLIMIT_CPU {
        value.saturating_add(1)
    } else {
        value
    };
    let limit = libc::rlimit {
        rlim_cur: value,
        rlim_max: hard.min(current.rlim_max),
    };
    // SAFETY: a pointer to a local.
    unsafe { libc::setrlimit(resource, &raw const limit) == 0 }
}

fn landlock(territory: &Territory) -> anyhow::Result<()> {
    // Newer kernels add rights; the crate leaves out what this kernel does not know, and the probes judge the result.
    let abi = ABI::V7;
    let read = AccessFs::ReadFile | AccessFs::ReadDir;
    let device = [Path::new("/dev/null")];
    Ruleset::default()
        .handle_access(AccessFs::from_all(abi))?
        .handle_access(AccessNet::from_all(abi))?
        .scope(Scope::from_all(abi))?
        .create()?
        .add_rules(path_beneath_rules(SYSTEM, read | AccessFs::Execute))?
        .add_rules(path_beneath_rules(&territory.readable, read))?
        .add_rules(path_beneath_rules(&territory.program, read | AccessFs::Execute))?
        .add_rules(path_beneath_rules(
            device,
            AccessFs::WriteFile | AccessFs::ReadFile,
        ))?
        .add_rules(path_beneath_rules(
            [territory.work()],
            AccessFs::from_all(abi) & !AccessFs::Execute,
        ))?
        .restrict_self()?;
    Ok(())
}

/// A domain within the one that the calling process is in, for each of its children: they reach neither it nor each other.
/// None: the system does not have such.
pub(crate) fn inner_domain() -> Option<OwnedFd> {
    // Every domain refuses to move files from one directory to another unless it is told otherwise.
    let ruleset = Ruleset::default()
        .handle_access(AccessFs::Refer)
        .and_then(|ruleset| ruleset.scope(Scope::from_all(ABI::V7)))
        .and_then(|ruleset| ruleset.create())
        .and_then(|ruleset| ruleset.add_rules(path_beneath_rules(["/"], AccessFs::Refer)));
    ruleset.ok()?.into()
}

/// Puts the calling thread into such a domain.
pub(crate) fn enter_inner(domain: BorrowedFd<'_>) -> bool {
    // SAFETY: a plain system call.
    unsafe { libc::syscall(libc::SYS_landlock_restrict_self, domain.as_raw_fd(), 0) == 0 }
}

/// True if forbidden system calls are refused to foreign code.
fn probe_calls(role: Role) -> bool {
    match role {
        Role::Test { .. } => seccomp::holds(),
        // The process itself may do more than what it loads.
        Role::Template => lesser::run(Some(Stage::Loading), || Ok(seccomp::holds())).unwrap_or(false),
    }
}

/// True if writing beside the work directory and reading the bait are denied, and work itself is allowed.
pub(crate) fn probe_files(territory: &Territory) -> bool {
    let outside = territory.private.join("probe");
    let denied = |result: std::io::Result<()>| {
        // Where the mount is read-only, Landlock is not asked any more.
        let kinds = [ErrorKind::PermissionDenied, ErrorKind::ReadOnlyFilesystem];
        result.is_err_and(|error| kinds.contains(&error.kind()))
    };
    let allowed = territory.work().join("probe");
    let works = fs::write(&allowed, "")
        .and_then(|()| fs::remove_file(&allowed))
        .is_ok();
    let write_denied = denied(fs::write(&outside, ""));
    let _ = fs::remove_file(&outside);
    works && write_denied && denied(fs::read(private::secret(&territory.private)).map(drop))
}
