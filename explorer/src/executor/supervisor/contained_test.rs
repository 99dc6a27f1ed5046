//! Runs one test of a compiled test binary under the containment plans run in: the independent half of a
//! confirmation.

use crate::containment::SandboxMode;
use crate::executor::shared::litter;
use crate::executor::shared::random::random;
use crate::executor::shared::sandbox::Territory;
use crate::executor::shared::setup::{CONTAINED_ARGUMENT, THIS_PROGRAM};
use crate::executor::shared::threads::Stillness;
use anyhow::{Context, bail};
use std::collections::VecDeque;
use std::io::{PipeReader, Read, Write, pipe};
use std::net::Shutdown;
use std::os::fd::{AsRawFd, OwnedFd, RawFd};
use std::os::unix::net::UnixStream;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::Path;
use std::process::{Child, Command};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Bytes of output kept of its beginning, and of its end.
const OUTPUT_MAX: usize = 64 << 10;
/// Bytes of the word that a test tells its end by.
const WORD_BYTES: usize = 16;
/// Least wall time a test gets.
const PATIENCE_AT_LEAST: Duration = Duration::from_secs(5);
/// A test none of whose threads has run for so long has blocked: whatever ends by itself has done so when its plan was run again.
const STILL_AT_MOST: Duration = Duration::from_secs(2);
/// Time between looks at its threads.
const LOOK_EVERY: Duration = Duration::from_millis(100);

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
    /// Standard output and error, the first and the last 64 KiB.
    pub output: String,
    /// What became of the test itself; none if its process ended before, or does not tell.
    pub told: Option<TestEnd>,
}

/// How a test that came to its end did so.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TestEnd {
    /// It returned.
    Passed,
    /// It panicked with this message, as far as a message is text.
    Panicked(String),
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
    let (channel, channel_theirs) = UnixStream::pair().context("no channel")?;
    let word = random::<WORD_BYTES>().context("no random numbers")?;
    (&channel).write_all(&word)?;
    channel.shutdown(Shutdown::Write)?;
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
        // What is there for it to read ends with the word.
        .stdin(OwnedFd::from(channel_theirs))
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
    let outcome = watch(&mut process, output, limits.cpu, &territory.work(), interrupt)?;
    let told = || told_after(&word, &channel);
    Ok(outcome.map(|outcome| TestOutcome {
        told: told(),
        ..outcome
    }))
}

/// What an ended process has written there behind the word; what is written without it is not from the test's own `main`.
fn told_after(word: &[u8], channel: &UnixStream) -> Option<TestEnd> {
    let mut said = [0; OUTPUT_MAX];
    channel.set_nonblocking(true).ok()?;
    let len = (&mut &*channel).read(&mut said).ok()?;
    match said[..len].strip_prefix(word)?.split_first()? {
        (b'P', _) => Some(TestEnd::Passed),
        (b'F', message) => Some(TestEnd::Panicked(String::from_utf8_lossy(message).into_owned())),
        _ => None,
    }
}

/// The beginning and the end of what is written.
#[derive(Default)]
struct Kept {
    beginning: Vec<u8>,
    end: VecDeque<u8>,
    left_out: usize,
}

impl Kept {
    fn add(&mut self, bytes: &[u8]) {
        let (first, rest) = bytes.split_at(bytes.len().min(OUTPUT_MAX - self.beginning.len()));
        self.beginning.extend(first);
        self.end.extend(rest);
        let too_many = self.end.len().saturating_sub(OUTPUT_MAX);
        self.left_out += too_many;
        self.end.drain(..too_many);
    }

    fn text(&self) -> String {
        let mut text = String::from_utf8_lossy(&self.beginning).into_owned();
        if self.left_out > 0 {
            text.push_str(&format!("\n[{} bytes left out]\n", self.left_out));
        }
        let end: Vec<u8> = self.end.iter().copied().collect();
        text.push_str(&String::from_utf8_lossy(&end));
        text
    }
}

/// Collects output until the process ends, or kills it when it has blocked for too long, left too much in the directory
/// `work` (nothing, if it has room of its own), or nobody waits any more.
fn watch(
    process: &mut Child,
    mut output: PipeReader,
    cpu: Duration,
    work: &Path,
    interrupt: &AtomicBool,
) -> anyhow::Result<Option<TestOutcome>> {
    let patience = cpu * 2 + PATIENCE_AT_LEAST;
    let started = Instant::now();
    let mut kept = Kept::default();
    let mut buffer = vec![0; OUTPUT_MAX];
    let mut threads = Stillness::of(process.id());
    let mut looked = started;
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
            let len = output.read(&mut buffer)?;
            open = len > 0;
            kept.add(&buffer[..len]);
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
        let is_still = looked.elapsed() >= LOOK_EVERY && {
            looked = Instant::now();
            threads.look() >= STILL_AT_MOST
        };
        if !blocked && (is_still || started.elapsed() >= patience || litter::is_too_much(work)) {
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
        output: kept.text(),
        told: None,
    }))
}
