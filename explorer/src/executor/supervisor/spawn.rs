//! The process of a template, as the supervisor starts and ends it.

use super::ends::signal_text;
use crate::containment::{OPEN, SandboxMode, SandboxReport};
use crate::executor::shared::memory::SharedMemory;
use crate::executor::shared::memory_file::memory_file;
use crate::executor::shared::moment::cpu_time;
use crate::executor::shared::private::PrivateDirectory;
use crate::executor::shared::protocol::{self, ChildEnd, Handshake};
use crate::executor::shared::sandbox::Territory;
use crate::executor::shared::setup::{CaseLimits, HarnessFiles, Setup, TEMPLATE_ARGUMENT, THIS_PROGRAM};
use anyhow::{Context, bail};
use std::fs::File;
use std::os::fd::{AsRawFd, RawFd};
use std::os::unix::fs::FileExt;
use std::os::unix::net::UnixStream;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// What a template is started with.
#[derive(Clone, Debug)]
pub(super) struct Recipe {
    /// This program.
    pub(super) program: PathBuf,
    pub(super) mode: SandboxMode,
    pub(super) limits: CaseLimits,
    /// What is leaked by plans that are run again is a fault.
    pub(super) leaks: bool,
    /// None: only the sandbox is tried.
    pub(super) harness: Option<HarnessFiles>,
    /// Set once nothing is to be waited for any more.
    pub(super) interrupt: Arc<AtomicBool>,
}

/// A running template process.
pub(crate) struct Template {
    process: Child,
    pub(crate) socket: UnixStream,
    pub(crate) memory: SharedMemory,
    /// The same memory, to read what lies behind it.
    pub(crate) memory_file: File,
    /// What was written to its standard error while it loaded the harness.
    words: File,
    /// Removed last.
    _private: PrivateDirectory,
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
        self.kill();
    }
}

/// What becomes of a template without the supervisor's doing.
pub(super) const LOST: &str = "the executor was lost";
/// Longest wait for a template to load its harness, and for a sign that it is alive.
pub(super) const PATIENCE: Duration = Duration::from_secs(60);
/// CPU time that a template may use until it has loaded its harness.
const LOADING_CPU: Duration = Duration::from_secs(10);
/// Wall time in which it uses none until then.
const LOADING_IDLE: Duration = Duration::from_secs(10);
/// Bytes told of what was written meanwhile.
const MOST_WORDS: usize = 4 << 10;
/// How long what is running may go on once somebody wants to stop.
const PATIENCE_AT_INTERRUPT: Duration = Duration::from_millis(600);

pub(super) fn start_template(recipe: &Recipe) -> anyhow::Result<Template> {
    let (private, territory) = Territory::make()?;
    let (memory, memory_fd) = SharedMemory::create()?;
    let (socket, theirs) = UnixStream::pair().context("no socket pair")?;
    let setup = Setup {
        socket: theirs.as_raw_fd(),
        memory: memory_fd.as_raw_fd(),
        mode: recipe.mode,
        limits: recipe.limits,
        private: territory.private.clone(),
        harness: recipe.harness.clone(),
    };
    let words = memory_file(c"words", 0).context("no file in memory")?;
    let mut command = Command::new(&recipe.program);
    command
        .arg(TEMPLATE_ARGUMENT)
        .args(setup.to_arguments())
        .env_clear()
        .env("TMPDIR", territory.work())
        .current_dir(territory.work())
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        // Until the harness is loaded; see `Template::answer`.
        .stderr(words.try_clone()?);
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
    // Whoever waits for an answer of unknown length waits for its beginning first.
    socket.set_read_timeout(Some(PATIENCE))?;
    socket.set_write_timeout(Some(PATIENCE))?;
    let process = command.spawn().context("cannot start the executor")?;
    drop(theirs);
    Ok(Template {
        process,
        socket,
        memory,
        memory_file: File::from(memory_fd),
        words,
        _private: private,
    })
}

impl Template {
    /// Waits until it answers a batch. None: for so long there was no sign that it is alive; it is gone now.
    /// An error once somebody has wanted to stop for [`PATIENCE_AT_INTERRUPT`]; it is gone then, too.
    pub(super) fn receive(
        &mut self,
        patience: Duration,
        interrupt: &AtomicBool,
    ) -> anyhow::Result<Option<ChildEnd>> {
        let mut signs = self.signs();
        let mut since = Instant::now();
        let mut interrupted: Option<Instant> = None;
        while !self.has_answered() {
            if interrupt.load(Ordering::Relaxed)
                && interrupted.get_or_insert_with(Instant::now).elapsed() >= PATIENCE_AT_INTERRUPT
            {
                self.kill();
                bail!("interrupted");
            }
            let now = self.signs();
            if now != signs {
                (signs, since) = (now, Instant::now());
            } else if since.elapsed() >= patience {
                self.kill();
                return Ok(None);
            }
        }
        ChildEnd::decode(&protocol::receive(&self.socket).context(LOST)?).map(Some)
    }

    /// What changes while it watches over a child, and while that child runs plans.
    fn signs(&self) -> (u64, u64, usize) {
        let record = self.memory.record();
        (
            record.progress.looks(),
            record.progress.runs_begun(),
            self.memory.news().told(),
        )
    }

    /// Waits for an answer for a while, or for the end of it.
    fn has_answered(&self) -> bool {
        const WHILE_MS: i32 = 100;
        let mut socket = libc::pollfd {
            fd: self.socket.as_raw_fd(),
            events: libc::POLLIN,
            revents: 0,
        };
        // SAFETY: one descriptor, a local.
        unsafe { libc::poll(&raw mut socket, 1, WHILE_MS) > 0 }
    }

    /// Ends it. Its child ends with it.
    fn kill(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }

    /// Waits until it is ready, or says why it cannot be. Loading a harness runs the initialisers of the crate and of its
    /// dependencies, which may do what they like but take as long as they like.
    pub(crate) fn answer(&mut self) -> anyhow::Result<Handshake> {
        if let Some(why) = self.overdue()? {
            self.kill();
            bail!(self.not_loaded(&why));
        }
        match protocol::receive(&self.socket) {
            Ok(answer) => protocol::decode_handshake(&answer).context("the executor cannot start"),
            Err(_) => {
                // It has closed the socket, so it is gone or about to be.
                self.kill();
                let end = match self.process.wait()? {
                    status if status.signal() == Some(libc::SIGKILL) => "did not start".to_owned(),
                    status => match (status.code(), status.signal()) {
                        (Some(code), _) => format!("ended the process with code {code}"),
                        (_, signal) => format!("ended the process by {}", signal_text(signal.unwrap_or(0))),
                    },
                };
                bail!(self.not_loaded(&end))
            }
        }
    }

    /// Waits for the first word of it. Some if none came though it had its time.
    fn overdue(&self) -> anyhow::Result<Option<String>> {
        // Its first word is who it is, which need not be the process that was started.
        let Ok(word) = protocol::receive(&self.socket) else {
            return Ok(None);
        };
        let pid = std::str::from_utf8(&word)?.parse()?;
        let (mut used, mut since) = (cpu_time(pid), Instant::now());
        while !self.has_answered() {
            let now = cpu_time(pid);
            if now != used {
                (used, since) = (now, Instant::now());
            }
            if used >= LOADING_CPU {
                return Ok(Some(format!("used more than {LOADING_CPU:?} of CPU time")));
            }
            if since.elapsed() >= LOADING_IDLE {
                return Ok(Some(format!(
                    "waited for {LOADING_IDLE:?}, and for nothing that came"
                )));
            }
        }
        Ok(None)
    }

    fn not_loaded(&self, how: &str) -> String {
        let mut words = vec![0; MOST_WORDS];
        let len = self.words.read_at(&mut words, 0).unwrap_or(0);
        let words = String::from_utf8_lossy(&words[..len]);
        let said = match words.trim_end() {
            "" => String::new(),
            words => format!("; it said:\n{words}"),
        };
        format!("what the crate or a dependency runs when it is loaded, before any call, {how}{said}")
    }
}

pub(crate) fn sandbox_report(handshake: &Handshake) -> SandboxReport {
    let level = SandboxMode::from_word(&handshake.level).unwrap_or(SandboxMode::Off);
    SandboxReport {
        level: level.word(),
        layers: handshake.layers.clone(),
        build: OPEN,
    }
}

/// What this system enforces when asked for `mode`, found out by a process that tries.
pub fn probe_sandbox(mode: SandboxMode) -> anyhow::Result<SandboxReport> {
    let limits = CaseLimits {
        cpu: Duration::from_secs(1),
        edges: 0,
        memory: 0,
    };
    let mut template = start_template(&Recipe {
        program: THIS_PROGRAM.into(),
        mode,
        limits,
        leaks: false,
        harness: None,
        interrupt: Arc::default(),
    })?;
    Ok(sandbox_report(&template.answer()?))
}
