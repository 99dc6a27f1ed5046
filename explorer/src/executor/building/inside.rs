//! The process that becomes cargo: contains itself first. Everything that cargo starts is contained with it.

use super::order::Order;
use crate::containment::SandboxMode;
use crate::executor::shared::private;
use crate::executor::shared::privileges;
use crate::executor::shared::read_only;
use crate::executor::shared::sandbox::{
    self, CAPABILITIES, LANDLOCK, NAMESPACES, RLIMITS, SECCOMP, SYSTEM, Territory,
};
use crate::executor::shared::seccomp::{self, Stage};
use anyhow::{Context, bail};
use landlock::{
    ABI, Access, AccessFs, AccessNet, Ruleset, RulesetAttr, RulesetCreatedAttr, Scope, path_beneath_rules,
};
use std::convert::Infallible;
use std::fs::{self, File};
use std::io::Write;
use std::os::fd::AsRawFd;
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::Command;

/// What compilers, linkers and build scripts read of the system besides what every program does. Neither keys nor passwords.
const SYSTEM_OF_BUILDS: [&str; 18] = [
    "/etc/alternatives",
    "/etc/debian_version",
    "/etc/group",
    "/etc/hosts",
    "/etc/ld.so.conf",
    "/etc/ld.so.conf.d",
    "/etc/lsb-release",
    "/etc/nsswitch.conf",
    "/etc/os-release",
    "/etc/passwd",
    "/etc/redhat-release",
    "/etc/ssl/certs",
    "/etc/ssl/openssl.cnf",
    "/opt",
    "/run/current-system",
    "/sbin",
    "/dev/full",
    "/dev/fd",
];
/// Devices that builds write to.
const SINKS: [&str; 3] = ["/dev/null", "/dev/zero", "/dev/full"];

/// The empty directory that it has for a home.
pub(super) fn home(territory: &Territory) -> PathBuf {
    territory.work().join("home")
}

/// Contains the calling process for good and executes the program; without one it says on standard output, a line each, which layers
/// hold, and ends.
pub(super) fn become_cargo(
    order: &Order,
    territory: &Territory,
    has_own_processes: bool,
) -> anyhow::Result<Infallible> {
    let here = std::env::current_dir().context("no current directory")?;
    detach().context("no session of its own")?;
    let writable = [order.writable.clone(), vec![territory.work()]].concat();
    let limited = limit();
    let is_read_only = read_only::enter(&writable);
    let landlocked = landlock(&order.readable, &writable);
    privileges::give_up();
    // SAFETY: a plain system call on the own process. Behind the others: new rights would undo it.
    unsafe { libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL) };
    let filtered = seccomp::enter_stage(Stage::Building {
        changes_rights: is_read_only,
    });
    if order.mode == SandboxMode::Strict {
        landlocked.context("the `landlock` layer cannot be set up")?;
        filtered.context("the `seccomp` layer cannot be set up")?;
    }
    let Some((program, arguments)) = order.command.split_first() else {
        let namespaces = is_read_only && has_own_processes;
        tell(&probed(
            order.mode,
            territory,
            has_own_processes,
            limited,
            namespaces,
        )?)
    };
    let error = Command::new(program)
        .args(arguments)
        // As it is seen from now on.
        .current_dir(here)
        .env("HOME", home(territory))
        .env("TMPDIR", territory.work())
        .exec();
    Err(error).with_context(|| format!("cannot run `{}`", program.display()))
}

/// Away from the terminal, and from the supervisor's standard input.
fn detach() -> std::io::Result<()> {
    let nothing = File::open("/dev/null")?;
    // SAFETY: plain system calls on the own process and an open descriptor.
    unsafe {
        libc::setsid();
        libc::prctl(libc::PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
        if libc::dup2(nothing.as_raw_fd(), libc::STDIN_FILENO) < 0 {
            return Err(std::io::Error::last_os_error());
        }
    }
    // If memory runs out, the kernel shall take a build and not the user's processes.
    let _ = fs::write("/proc/self/oom_score_adj", "1000");
    Ok(())
}

/// No core dumps, files that a disk has room for, and for each process three quarters of the memory that there is: cargo keeps what a
/// build script prints.
fn limit() -> bool {
    const FILE_SIZE: u64 = 16 << 30;
    let limits = [
        (libc::RLIMIT_CORE, 0),
        (libc::RLIMIT_FSIZE, FILE_SIZE),
        (libc::RLIMIT_DATA, memory() / 4 * 3),
    ];
    limits.into_iter().fold(true, |all, (resource, value)| {
        all & sandbox::limit(resource, value)
    })
}

/// Bytes of memory of the machine.
fn memory() -> u64 {
    // SAFETY: plain questions.
    let (pages, size) = unsafe {
        (
            libc::sysconf(libc::_SC_PHYS_PAGES),
            libc::sysconf(libc::_SC_PAGESIZE),
        )
    };
    match (u64::try_from(pages), u64::try_from(size)) {
        (Ok(pages), Ok(size)) => pages.saturating_mul(size),
        _ => u64::MAX,
    }
}

fn landlock(readable: &[PathBuf], writable: &[PathBuf]) -> anyhow::Result<()> {
    // Newer kernels add rights; the crate leaves out what this kernel does not know, and the probes judge the result.
    let abi = ABI::V7;
    let use_ = AccessFs::ReadFile | AccessFs::ReadDir | AccessFs::Execute;
    Ruleset::default()
        .handle_access(AccessFs::from_all(abi))?
        .handle_access(AccessNet::from_all(abi))?
        .scope(Scope::from_all(abi))?
        .create()?
        .add_rules(path_beneath_rules(SYSTEM, use_))?
        .add_rules(path_beneath_rules(SYSTEM_OF_BUILDS, use_))?
        .add_rules(path_beneath_rules(readable, use_))?
        .add_rules(path_beneath_rules(
            SINKS,
            AccessFs::ReadFile | AccessFs::WriteFile,
        ))?
        .add_rules(path_beneath_rules(writable, AccessFs::from_all(abi)))?
        .restrict_self()?;
    Ok(())
}

/// The layers that hold; an error if strict needs another one.
fn probed(
    mode: SandboxMode,
    territory: &Territory,
    has_own_processes: bool,
    limited: bool,
    namespaces: bool,
) -> anyhow::Result<Vec<&'static str>> {
    let probed = [
        (
            LANDLOCK,
            sandbox::probe_files(territory) && (has_own_processes || signals_stay()),
        ),
        (SECCOMP, seccomp::holds_for_builds() && !changes_rights(territory)),
        (CAPABILITIES, privileges::are_gone()),
        (RLIMITS, limited),
    ];
    let mut layers = Vec::new();
    for (layer, holds) in probed {
        if holds {
            layers.push(layer);
        } else if mode == SandboxMode::Strict {
            bail!(
                "the `{layer}` layer does not hold for builds on this system: an act it must deny succeeded"
            );
        }
    }
    if namespaces {
        layers.push(NAMESPACES);
    }
    Ok(layers)
}

/// True if the parent cannot be reached.
fn signals_stay() -> bool {
    let parent = std::os::unix::process::parent_id().cast_signed();
    // SAFETY: asks only whether a signal could be sent.
    unsafe { libc::kill(parent, 0) != 0 }
}

/// True if the rights of a file outside can be changed.
fn changes_rights(territory: &Territory) -> bool {
    let outside = private::secret(&territory.private);
    fs::metadata(&outside).is_ok_and(|found| fs::set_permissions(&outside, found.permissions()).is_ok())
}

fn tell(layers: &[&str]) -> ! {
    let mut out = std::io::stdout();
    // Whoever does not read it learns of no layer.
    let _ = writeln!(out, "{}", layers.join("\n"));
    std::process::exit(0)
}
