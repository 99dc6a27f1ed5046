//! The process of a template, as the supervisor starts and ends it.

use crate::executor::shared::memory::SharedMemory;
use crate::executor::shared::protocol::{self, Handshake};
use crate::executor::shared::sandbox::{self, SandboxMode, Territory};
use crate::executor::shared::setup::{CaseLimits, HarnessFiles, Setup};
use crate::executor::{TEMPLATE_ARGUMENT, THIS_PROGRAM};
use crate::run_report::SandboxReport;
use anyhow::Context;
use std::fs::File;
use std::os::fd::{AsRawFd, RawFd};
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;
use tempfile::TempDir;

/// A running template process.
pub(crate) struct Template {
    process: Child,
    pub(crate) socket: UnixStream,
    pub(crate) memory: SharedMemory,
    /// The same memory, to read what lies behind it.
    pub(crate) memory_file: File,
    /// Removed last.
    _private: TempDir,
}

impl Drop for Template {
    fn drop(&mut self) {
        let _ = self.socket.shutdown(std::net::Shutdown::Both);
        // The template kills its child when the socket closes; only a template that hangs is killed.
        for _ in 0..200 {
            if !matches!(self.process.try_wait(), Ok(None)) {
                return;
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Longest wait for a template to load its harness.
const START_PATIENCE: Duration = Duration::from_secs(60);

pub(crate) fn start_template(
    program: &Path,
    mode: SandboxMode,
    limits: CaseLimits,
    harness: Option<HarnessFiles>,
) -> anyhow::Result<Template> {
    let (private, territory) = Territory::make()?;
    let (memory, memory_fd) = SharedMemory::create()?;
    let (socket, theirs) = UnixStream::pair().context("no socket pair")?;
    let setup = Setup {
        socket: theirs.as_raw_fd(),
        memory: memory_fd.as_raw_fd(),
        mode,
        limits,
        private: territory.private.clone(),
        harness,
    };
    let mut command = Command::new(program);
    command
        .arg(TEMPLATE_ARGUMENT)
        .args(setup.to_arguments())
        .env_clear()
        .env("TMPDIR", territory.work())
        .current_dir(territory.work())
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    let inherited: [RawFd; 2] = [setup.socket, setup.memory];
    // SAFETY: only async-signal-safe calls between fork and exec.
    unsafe {
        command.pre_exec(move || {
            libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL);
            for fd in inherited {
                if libc::fcntl(fd, libc::F_SETFD, 0) != 0 {
                    return Err(std::io::Error::last_os_error());
                }
            }
            Ok(())
        });
    }
    let process = command.spawn().context("cannot start the executor")?;
    drop(theirs);
    Ok(Template {
        process,
        socket,
        memory,
        memory_file: File::from(memory_fd),
        _private: private,
    })
}

impl Template {
    /// Waits until it is ready, or says why it cannot be.
    pub(crate) fn answer(&self) -> anyhow::Result<Handshake> {
        self.socket.set_read_timeout(Some(START_PATIENCE))?;
        let answer = protocol::receive(&self.socket).context("the executor did not start")?;
        self.socket.set_read_timeout(None)?;
        protocol::decode_handshake(&answer).context("the executor cannot start")
    }
}

pub(crate) fn sandbox_report(handshake: &Handshake) -> SandboxReport {
    SandboxReport {
        level: sandbox::level(&handshake.level),
        layers: handshake.layers.clone(),
    }
}

/// What this system enforces when asked for `mode`, found out by a process that tries.
pub fn probe_sandbox(mode: SandboxMode) -> anyhow::Result<SandboxReport> {
    let limits = CaseLimits {
        cpu: Duration::from_secs(1),
        edges: 0,
        memory: 0,
    };
    let template = start_template(Path::new(THIS_PROGRAM), mode, limits, None)?;
    Ok(sandbox_report(&template.answer()?))
}
