//! Starting an executor, in two steps: a template needs some milliseconds for its harness, and in the meantime it can be
//! sent what it is to run first.

use super::TEMPLATE_ARGUMENT;
use super::client::{Executor, ExecutorOptions};
use super::protocol::{self, Batch, Handshake};
use super::record::SharedMemory;
use super::sandbox::{self, SandboxMode, Territory};
use super::template::{CaseLimits, HarnessFiles, Setup};
use crate::run_report::SandboxReport;
use anyhow::Context;
use plans::UnitRequest;
use std::fs::File;
use std::os::fd::{AsRawFd, RawFd};
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;
use tempfile::TempDir;

/// A running template process.
pub(super) struct Template {
    process: Child,
    pub(super) socket: UnixStream,
    pub(super) memory: SharedMemory,
    /// The same memory, to read what lies behind it.
    pub(super) memory_file: File,
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

fn start_template(
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
    fn answer(&self) -> anyhow::Result<Handshake> {
        self.socket.set_read_timeout(Some(START_PATIENCE))?;
        let answer = protocol::receive(&self.socket).context("the executor did not start")?;
        self.socket.set_read_timeout(None)?;
        protocol::decode_handshake(&answer).context("the executor cannot start")
    }
}

pub(super) fn sandbox_report(handshake: &Handshake) -> SandboxReport {
    SandboxReport {
        level: sandbox::level(&handshake.level),
        layers: handshake.layers.clone(),
    }
}

/// What the sandbox enforces when asked for `mode`, found out by a process that tries. `program` is this program.
pub(super) fn try_sandbox(program: &Path, mode: SandboxMode) -> anyhow::Result<SandboxReport> {
    let limits = CaseLimits {
        cpu: Duration::from_secs(1),
        edges: 0,
        memory: 0,
    };
    let template = start_template(program, mode, limits, None)?;
    Ok(sandbox_report(&template.answer()?))
}

/// An executor that is being started.
pub struct Starting {
    template: Template,
    limits: CaseLimits,
    primed: Option<Vec<Vec<u8>>>,
}

impl Starting {
    pub(super) fn begin(
        program: &Path,
        options: &ExecutorOptions,
        case_edges: u64,
    ) -> anyhow::Result<Starting> {
        let absolute = |path: &Path| {
            path.canonicalize()
                .with_context(|| format!("cannot find {}", path.display()))
        };
        let files = HarnessFiles {
            dylib: absolute(&options.dylib)?,
            grammar: absolute(&options.grammar_file)?,
        };
        let limits = CaseLimits {
            cpu: options.case_timeout,
            edges: case_edges,
            memory: options.case_memory,
        };
        Ok(Starting {
            template: start_template(program, options.sandbox, limits, Some(files))?,
            limits,
            primed: None,
        })
    }

    /// Sends it what it is expected to run first. If something else is asked for then, this was in vain.
    pub fn prime(&mut self, units: &[UnitRequest]) -> anyhow::Result<()> {
        let units: Vec<Vec<u8>> = units.iter().map(plans::encode_unit_request).collect();
        if units.is_empty() || self.primed.is_some() {
            return Ok(());
        }
        let batch = Batch {
            may_stay: true,
            ..Batch::of(units.clone())
        };
        protocol::send(&self.template.socket, &batch.encode()).context("the executor did not start")?;
        self.primed = Some(units);
        Ok(())
    }

    /// Waits until it is ready.
    pub fn finish(self) -> anyhow::Result<Executor> {
        let handshake = self.template.answer()?;
        Ok(Executor::of(self.template, self.limits, &handshake, self.primed))
    }
}
