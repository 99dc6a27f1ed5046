//! The system call filters. They deny with an error number instead of killing, so that a crate sees an ordinary
//! failure. Only the native system call table is filtered; seccompiler kills on any other.

use anyhow::Context;
use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter, SeccompRule,
};
use std::collections::BTreeMap;

type Rules = BTreeMap<i64, Vec<SeccompRule>>;

/// System calls that reach beyond the process or change things that Landlock does not cover.
const FORBIDDEN: &[i64] = &[
    libc::SYS_io_uring_setup,
    libc::SYS_ptrace,
    libc::SYS_process_vm_readv,
    libc::SYS_process_vm_writev,
    libc::SYS_pidfd_getfd,
    libc::SYS_bpf,
    libc::SYS_perf_event_open,
    libc::SYS_mount,
    libc::SYS_umount2,
    libc::SYS_pivot_root,
    libc::SYS_chroot,
    libc::SYS_unshare,
    libc::SYS_setns,
    libc::SYS_open_by_handle_at,
    libc::SYS_reboot,
    libc::SYS_swapon,
    libc::SYS_swapoff,
    libc::SYS_init_module,
    libc::SYS_finit_module,
    libc::SYS_delete_module,
    libc::SYS_kexec_load,
    libc::SYS_sethostname,
    libc::SYS_setdomainname,
    libc::SYS_settimeofday,
    libc::SYS_clock_settime,
    libc::SYS_adjtimex,
    libc::SYS_keyctl,
    libc::SYS_add_key,
    libc::SYS_request_key,
    libc::SYS_acct,
    libc::SYS_quotactl,
    libc::SYS_userfaultfd,
    libc::SYS_fchmod,
    libc::SYS_fchmodat,
    libc::SYS_fchown,
    libc::SYS_fchownat,
    libc::SYS_setxattr,
    libc::SYS_lsetxattr,
    libc::SYS_fsetxattr,
    libc::SYS_removexattr,
    libc::SYS_lremovexattr,
    libc::SYS_fremovexattr,
    libc::SYS_utimensat,
    libc::SYS_shmget,
    libc::SYS_msgget,
    libc::SYS_semget,
    libc::SYS_mq_open,
];

/// The older names that only some architectures have.
#[cfg(target_arch = "x86_64")]
const FORBIDDEN_LEGACY: &[i64] = &[
    libc::SYS_chmod,
    libc::SYS_chown,
    libc::SYS_lchown,
    libc::SYS_utime,
    libc::SYS_utimes,
    libc::SYS_futimesat,
    libc::SYS_iopl,
    libc::SYS_ioperm,
    libc::SYS_modify_ldt,
];
#[cfg(not(target_arch = "x86_64"))]
const FORBIDDEN_LEGACY: &[i64] = &[];

/// Ways to start another process image or another process.
#[cfg(target_arch = "x86_64")]
const SPAWNING_LEGACY: &[i64] = &[libc::SYS_fork, libc::SYS_vfork];
#[cfg(not(target_arch = "x86_64"))]
const SPAWNING_LEGACY: &[i64] = &[];

fn compile(rules: Rules, errno: i32) -> anyhow::Result<BpfProgram> {
    let arch = std::env::consts::ARCH
        .try_into()
        .context("no system call filter for this architecture")?;
    let filter = SeccompFilter::new(
        rules,
        SeccompAction::Allow,
        SeccompAction::Errno(errno.cast_unsigned()),
        arch,
    )?;
    Ok(filter.try_into()?)
}

fn always(calls: &[i64]) -> Rules {
    calls.iter().map(|&call| (call, Vec::new())).collect()
}

fn when(index: u8, op: SeccompCmpOp, value: u64) -> anyhow::Result<Vec<SeccompRule>> {
    let len = match op {
        SeccompCmpOp::Ne => SeccompCmpArgLen::Dword,
        _ => SeccompCmpArgLen::Qword,
    };
    Ok(vec![SeccompRule::new(vec![SeccompCondition::new(
        index, len, op, value,
    )?])?])
}

/// Denies sockets and everything in the lists above, in this process and all that come of it.
pub(crate) fn enter() -> anyhow::Result<()> {
    seccompiler::apply_filter(&compile(always(&[libc::SYS_socket]), libc::EACCES)?)?;
    let mut rules = always(FORBIDDEN);
    rules.extend(always(FORBIDDEN_LEGACY));
    seccompiler::apply_filter(&compile(rules, libc::EPERM)?)?;
    Ok(())
}

/// True if sockets and forbidden calls are denied.
pub(crate) fn probe() -> bool {
    // SAFETY: plain system calls; the descriptor, if one comes back against expectation, is closed.
    unsafe {
        let socket = libc::socket(libc::AF_INET, libc::SOCK_STREAM, 0);
        let socket_denied = socket == -1 && *libc::__errno_location() == libc::EACCES;
        if socket != -1 {
            libc::close(socket);
        }
        let traced = libc::ptrace(libc::PTRACE_PEEKUSER, 0, 0, 0);
        socket_denied && traced == -1 && *libc::__errno_location() == libc::EPERM
    }
}

/// Rules against new processes; threads are allowed. `execve` only with its path at `image`, if given: the one call
/// that turns a contained process into its test.
fn spawning(image: Option<u64>) -> anyhow::Result<Rules> {
    let mut rules = always(SPAWNING_LEGACY);
    rules.insert(libc::SYS_execveat, Vec::new());
    rules.insert(
        libc::SYS_execve,
        match image {
            None => Vec::new(),
            // Both halves of the address must differ from it nowhere for the call to pass.
            Some(address) => vec![SeccompRule::new(vec![SeccompCondition::new(
                0,
                SeccompCmpArgLen::Qword,
                SeccompCmpOp::Ne,
                address,
            )?])?],
        },
    );
    rules.insert(
        libc::SYS_clone,
        when(0, SeccompCmpOp::MaskedEq(libc::CLONE_THREAD as u64), 0)?,
    );
    Ok(rules)
}

/// The filters of a child, compiled before the fork except for the part that names the child.
pub(crate) struct ChildFilters {
    spawning: BpfProgram,
    threads: BpfProgram,
}

impl ChildFilters {
    /// Compiles them.
    pub(crate) fn new() -> anyhow::Result<Self> {
        Ok(Self {
            spawning: compile(spawning(None)?, libc::EPERM)?,
            threads: threads()?,
        })
    }

    /// Denies new processes and signals to others, in the calling process.
    pub(crate) fn enter(&self) -> anyhow::Result<()> {
        let own = u64::from(std::process::id());
        let mut signals = always(&[libc::SYS_tkill, libc::SYS_pidfd_send_signal]);
        for call in [
            libc::SYS_kill,
            libc::SYS_tgkill,
            libc::SYS_rt_sigqueueinfo,
            libc::SYS_rt_tgsigqueueinfo,
        ] {
            signals.insert(call, when(0, SeccompCmpOp::Ne, own)?);
        }
        seccompiler::apply_filter(&compile(signals, libc::EPERM)?)?;
        seccompiler::apply_filter(&self.threads)?;
        seccompiler::apply_filter(&self.spawning)?;
        Ok(())
    }
}

/// `clone3` hides its flags in memory; without it libc falls back to `clone`.
fn threads() -> anyhow::Result<BpfProgram> {
    compile(always(&[libc::SYS_clone3]), libc::ENOSYS)
}

/// For a process about to become a test: no new processes, one `execve` with its path at `image`.
pub(crate) fn enter_test(image: u64) -> anyhow::Result<()> {
    seccompiler::apply_filter(&threads()?)?;
    seccompiler::apply_filter(&compile(spawning(Some(image))?, libc::EPERM)?)?;
    Ok(())
}
