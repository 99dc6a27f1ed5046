//! Runs one test of a compiled test binary under the containment plans run in: the independent half of a
//! confirmation.

use crate::containment::SandboxMode;
use crate::executor::shared::sandbox::Territory;
use crate::executor::shared::setup::{CONTAINED_ARGUMENT, THIS_PROGRAM};
use anyhow::{Context, bail};
use std::io::{PipeReader, Read, pipe};
use std::os::fd::{AsRawFd, RawFd};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Most output kept, in bytes.
const OUTPUT_MAX: usize = 64 << 10;
/// Least wall time a test gets.
const PATIENCE_AT_LEAST: Duration = Duration::from_secs(5);

/// Limits of one test.
#[derive(Clone, Copy, Debug)]
pub struct TestLimits {
    /// CPU time, rounded up to whole seconds.
    pub cpu: Duration,
    /// Bytes of address space.
    pub address_space: Option<u64>,
}

/// How a test ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TestOutcome {
    /// If it exited.
    pub exit_code: Option<i32>,
    /// If a signal ended it.
    pub signal: Option<i32>,
    /// It used up its CPU time, or blocked.
    pub timed_out: bool,
    /// Standard output and error, the first 64 KiB.
    pub output: String,
}

/// Runs the test `test_name` of the libtest binary `exe`. None if it was ended because `interrupt` is set.
pub fn run_contained_test(
    exe: &Path,
    test_name: &str,
    limits: &TestLimits,
    sandbox: SandboxMode,
    interrupt: &AtomicBool,
) -> anyhow::Result<Option<TestOutcome>> {
    let program = Path::new(THIS_PROGRAM);
    run_contained_test_with(program, exe, test_name, limits, sandbox, interrupt)
}

/// As [`run_contained_test`], with `program` serving the hidden subcommand.
pub fn run_contained_test_with(
    program: &Path,
    exe: &Path,
    test_name: &str,
    limits: &TestLimits,
    sandbox: SandboxMode,
    interrupt: &AtomicBool,
) -> anyhow::Result<Option<TestOutcome>> {
    let (_private, territory) = Territory::make()?;
    let exe = exe
        .canonicalize()
        .with_context(|| format!("cannot find {}", exe.display()))?;
    let (mut troubles, troubles_theirs) = pipe().context("no pipe")?;
    let (output, output_theirs) = pipe().context("no pipe")?;
    let cpu_seconds = limits.cpu.as_secs() + u64::from(limits.cpu.subsec_nanos() > 0);
    let mut command = Command::new(program);
    command
        .arg(CONTAINED_ARGUMENT)
        .arg(troubles_theirs.as_raw_fd().to_string())
        .arg(sandbox.word())
        .arg(cpu_seconds.to_string())
        .arg(limits.address_space.unwrap_or(0).to_string())
        .arg(&territory.private)
        .arg(exe)
        .args(["--exact", test_name, "--nocapture", "--test-threads=1"])
        .env_clear()
        .env("TMPDIR", territory.work())
        .current_dir(territory.work())
        .stdin(Stdio::null())
        .stdout(output_theirs.try_clone()?)
        .stderr(output_theirs);
    let inherited: RawFd = troubles_theirs.as_raw_fd();
    // SAFETY: only async-signal-safe calls between fork and exec.
    unsafe {
        command.pre_exec(move || {
            libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL);
            match libc::fcntl(inherited, libc::F_SETFD, 0) {
                0 => Ok(()),
                _ => Err(std::io::Error::last_os_error()),
            }
        });
    }
    let mut process = command.spawn().context("cannot start the contained test")?;
    // The command holds our copies of the write ends.
    drop((command, troubles_theirs));
    let mut trouble = String::new();
    troubles.read_to_string(&mut trouble)?;
    if !trouble.is_empty() {
        process.wait()?;
        bail!("the contained test did not start: {trouble}");
    }
    watch(&mut process, output, limits.cpu, interrupt)
}

/// Collects output until the process ends, or kills it when it has blocked for too long or nobody waits any more.
fn watch(
    process: &mut Child,
    mut output: PipeReader,
    cpu: Duration,
    interrupt: &AtomicBool,
) -> anyhow::Result<Option<TestOutcome>> {
    let patience = cpu * 2 + PATIENCE_AT_LEAST;
    let started = Instant::now();
    let mut kept = Vec::new();
    let mut blocked = false;
    let mut open = true;
    let status = loop {
        let mut ready = libc::pollfd {
            fd: output.as_raw_fd(),
            events: libc::POLLIN,
            revents: 0,
        };
        if open {
            // SAFETY: a local.
            unsafe { libc::poll(&raw mut ready, 1, 20) };
        }
        if ready.revents != 0 {
            let mut buffer = [0; 8192];
            let len = output.read(&mut buffer)?;
            open = len > 0;
            kept.extend(&buffer[..len.min(OUTPUT_MAX - kept.len())]);
            if open && started.elapsed() < patience && !interrupt.load(Ordering::Relaxed) {
                continue;
            }
        }
        if let Some(status) = process.try_wait()? {
            break status;
        }
        if interrupt.load(Ordering::Relaxed) {
            process.kill()?;
            process.wait()?;
            return Ok(None);
        }
        if !blocked && started.elapsed() >= patience {
            blocked = true;
            process.kill()?;
        }
        if !open {
            std::thread::sleep(Duration::from_millis(5));
        }
    };
    let signal = status.signal();
    Ok(Some(TestOutcome {
        exit_code: status.code(),
        signal,
        timed_out: blocked || signal == Some(libc::SIGXCPU),
        output: String::from_utf8_lossy(&kept).into_owned(),
    }))
}
