//! Runs one test of a compiled test binary under the containment plans run in: the independent half of a
//! confirmation.

use super::CONTAINED_ARGUMENT;
use super::sandbox::{self, Role, SandboxMode, Territory};
use super::seccomp;
use anyhow::{Context, bail};
use std::ffi::{CString, OsString};
use std::io::{PipeReader, Read, Write, pipe};
use std::os::fd::{AsRawFd, FromRawFd, RawFd};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
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

/// Runs the test `test_name` of the libtest binary `exe`.
pub fn run_contained_test(
    exe: &Path,
    test_name: &str,
    limits: &TestLimits,
    sandbox: SandboxMode,
) -> anyhow::Result<TestOutcome> {
    let program = Path::new(super::THIS_PROGRAM);
    run_contained_test_with(program, exe, test_name, limits, sandbox)
}

/// As [`run_contained_test`], with `program` serving the hidden subcommand.
pub fn run_contained_test_with(
    program: &Path,
    exe: &Path,
    test_name: &str,
    limits: &TestLimits,
    sandbox: SandboxMode,
) -> anyhow::Result<TestOutcome> {
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
    watch(&mut process, output, limits.cpu)
}

/// Collects output until the process ends, or kills it when it has blocked for too long.
fn watch(process: &mut Child, mut output: PipeReader, cpu: Duration) -> anyhow::Result<TestOutcome> {
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
            if open && started.elapsed() < patience {
                continue;
            }
        }
        if let Some(status) = process.try_wait()? {
            break status;
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
    Ok(TestOutcome {
        exit_code: status.code(),
        signal,
        timed_out: blocked || signal == Some(libc::SIGXCPU),
        output: String::from_utf8_lossy(&kept).into_owned(),
    })
}

/// Entry point of the hidden subcommand `__contained`, with the arguments after it. Not for people.
pub fn contained_main(arguments: &[OsString]) -> ! {
    let mut arguments = arguments.iter().cloned();
    let troubles = arguments.next().and_then(|fd| fd.to_str()?.parse::<RawFd>().ok());
    let Some(fd) = troubles else { std::process::exit(2) };
    // SAFETY: the supervisor left this descriptor open for us; it closes when the test takes over.
    let mut troubles = unsafe {
        if libc::fcntl(fd, libc::F_SETFD, libc::FD_CLOEXEC) != 0 {
            std::process::exit(2);
        }
        std::fs::File::from_raw_fd(fd)
    };
    let Err(error) = become_test(arguments);
    let _ = write!(troubles, "{error:#}");
    std::process::exit(2)
}

fn become_test(mut arguments: impl Iterator<Item = OsString>) -> anyhow::Result<std::convert::Infallible> {
    let mut word = || {
        arguments
            .next()
            .and_then(|word| word.into_string().ok())
            .context("an argument is missing")
    };
    let mode = SandboxMode::from_word(&word()?).context("unknown sandbox mode")?;
    let cpu_seconds = word()?.parse()?;
    let address_space = Some(word()?.parse()?).filter(|&bytes| bytes > 0);
    let private = PathBuf::from(arguments.next().context("an argument is missing")?);
    let image: Vec<CString> = arguments
        .map(|argument| CString::new(argument.as_bytes()))
        .collect::<Result<_, _>>()?;
    let path = image.first().context("an argument is missing")?.clone();
    let program = PathBuf::from(std::ffi::OsStr::from_bytes(path.as_bytes()));
    let work = private.join("work");
    let territory = Territory {
        private,
        readable: Vec::new(),
        program: Some(program),
    };
    let report = sandbox::enter(
        mode,
        &territory,
        Role::Test {
            cpu_seconds,
            address_space,
        },
    )?;
    let environment = CString::new([b"TMPDIR=", work.as_os_str().as_bytes()].concat())?;
    let pointers = |strings: &[CString]| -> Vec<*const libc::c_char> {
        strings
            .iter()
            .map(|string| string.as_ptr())
            .chain([std::ptr::null()])
            .collect()
    };
    let (arguments, environment_list) = (pointers(&image), pointers(std::slice::from_ref(&environment)));
    if report.layers.iter().any(|layer| layer == sandbox::SECCOMP) {
        seccomp::enter_test(path.as_ptr() as u64)?;
    }
    // SAFETY: null-terminated lists of null-terminated strings that outlive the call.
    unsafe { libc::execve(path.as_ptr(), arguments.as_ptr(), environment_list.as_ptr()) };
    Err(std::io::Error::last_os_error()).context("cannot run the test")
}
