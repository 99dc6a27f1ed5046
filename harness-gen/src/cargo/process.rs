//! Runs cargo as a child process: which environment it sees, how its output is read, that it ends when we are asked to.
//! cargo has a process group of its own: a signal to us alone ends it and its rustc processes, as Ctrl-C in a terminal does.

use super::contained::Containment;
use super::environment::{is_credential, is_removed};
use super::said::{Line, MOST_WAITING, forward_messages, forward_words, text_of};
use crate::error::Error;
use crate::request::CargoAccess;
use crate::tuning::{MOST_BUILDING, MOST_SILENCE};
use std::ffi::OsString;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::time::{Duration, Instant};

/// How often it is looked at whether to go on.
const LOOK: Duration = Duration::from_millis(50);
/// For so long a launcher may end what it has started.
const FAREWELL: Duration = Duration::from_millis(800);

/// Whether cargo may fetch; after the first resolution nothing has to be fetched any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Network {
    /// Resolving: downloads are possible and registry credentials stay readable.
    Allowed,
    /// Building foreign code, or the user asked for `--offline`.
    Denied,
}

impl Network {
    /// What is asked for: `--offline` denies it.
    pub(super) fn of(access: &CargoAccess) -> Network {
        match access.offline {
            true => Network::Denied,
            false => Network::Allowed,
        }
    }
}

/// One invocation of cargo, being put together.
pub(super) struct CargoCall {
    command: Command,
    program: PathBuf,
    interrupt: Arc<AtomicBool>,
    patience: Option<Patience>,
    /// But for a step that has a patience of its own.
    bounds: Option<Bounds>,
    /// A launcher is started, which ends with its standard input.
    is_launched: bool,
}

/// How long a call may take as a whole.
#[derive(Clone, Copy)]
struct Bounds {
    /// Without a word of progress.
    silence: Duration,
    all: Duration,
}

/// Of a contained build. The user's own may take what it takes, and is ended by the user.
const OF_BUILDS: Bounds = Bounds {
    silence: MOST_SILENCE,
    all: MOST_BUILDING,
};

/// How long one step may take, whatever was done before it.
pub(super) struct Patience {
    /// What the line of progress begins with that tells of the step.
    pub(super) begins: String,
    pub(super) time: Duration,
}

/// What cargo says without the network where another cargo is writing a file of the registry's index at that moment.
const INDEX_IS_BEING_WRITTEN: &str = "config.json not found in registry";
/// How often it is tried then, and how long it takes to write a line: both are ample.
const MOST_TRIES: u32 = 5;
const UNTIL_IT_IS_WRITTEN: Duration = Duration::from_millis(300);

/// How cargo ended.
pub(super) struct CargoEnd {
    pub(super) success: bool,
    /// It was ended because a step took longer than there was patience.
    pub(super) is_overdue: bool,
    /// What the standard error stream said, progress lines left out.
    pub(super) stderr: String,
}

impl CargoCall {
    /// `cargo <subcommand>`, run in `directory` so that the configuration and the toolchain chosen there apply. It is ended
    /// once `interrupt` is set.
    pub(super) fn new(
        subcommand: &str,
        directory: &Path,
        network: Network,
        interrupt: &Arc<AtomicBool>,
    ) -> CargoCall {
        let program = cargo_program();
        let mut command = Command::new(&program);
        for (name, _) in std::env::vars_os() {
            let Some(text) = name.to_str() else { continue };
            if is_removed(text) || (network == Network::Denied && is_credential(text)) {
                command.env_remove(&name);
            }
        }
        let call = CargoCall::of(command, program, subcommand, directory, interrupt);
        match network {
            Network::Allowed => call,
            Network::Denied => call.offline(),
        }
    }

    /// As [`CargoCall::new`], without the network, and contained with all that it starts.
    pub(super) fn contained(
        subcommand: &str,
        directory: &Path,
        containment: &Containment,
        interrupt: &Arc<AtomicBool>,
    ) -> CargoCall {
        let program = cargo_program();
        let command = containment.command(&program);
        let mut call = CargoCall::of(command, program, subcommand, directory, interrupt);
        call.is_launched = true;
        call.bounds = Some(OF_BUILDS);
        call.offline()
    }

    fn of(
        mut command: Command,
        program: PathBuf,
        subcommand: &str,
        directory: &Path,
        interrupt: &Arc<AtomicBool>,
    ) -> CargoCall {
        command.arg(subcommand).current_dir(directory);
        command
            .env("CARGO_TERM_COLOR", "never")
            .env("CARGO_TERM_PROGRESS_WHEN", "never");
        // A compiler crash would leave its report in rustc's current directory, which is the user's package.
        command.env("RUSTC_ICE", "0");
        CargoCall {
            command,
            program,
            interrupt: Arc::clone(interrupt),
            patience: None,
            bounds: None,
            is_launched: false,
        }
    }

    fn offline(mut self) -> CargoCall {
        self.command.arg("--offline");
        self
    }

    /// Ends cargo if a step takes longer.
    pub(super) fn with_patience(&mut self, patience: Patience) -> &mut CargoCall {
        self.patience = Some(patience);
        self
    }

    /// Adds one argument.
    pub(super) fn arg(&mut self, argument: impl AsRef<std::ffi::OsStr>) -> &mut CargoCall {
        self.command.arg(argument);
        self
    }

    /// Adds arguments.
    pub(super) fn args<'a>(&mut self, arguments: impl IntoIterator<Item = &'a str>) -> &mut CargoCall {
        self.command.args(arguments);
        self
    }

    /// Sets a variable for cargo and everything it starts.
    pub(super) fn env(&mut self, name: &str, value: impl AsRef<std::ffi::OsStr>) -> &mut CargoCall {
        self.command.env(name, value);
        self
    }

    /// Runs cargo to its end. Lines of standard output go to `on_line`, progress to `notify`.
    pub(super) fn run(
        mut self,
        on_line: &mut dyn FnMut(&str),
        notify: &mut dyn FnMut(&str),
    ) -> Result<CargoEnd, Error> {
        for _ in 1..MOST_TRIES {
            let end = self.run_once(on_line, notify)?;
            // It comes before anything is compiled.
            if end.success || !end.stderr.contains(INDEX_IS_BEING_WRITTEN) {
                return Ok(end);
            }
            std::thread::sleep(UNTIL_IT_IS_WRITTEN);
        }
        self.run_once(on_line, notify)
    }

    fn run_once(
        &mut self,
        on_line: &mut dyn FnMut(&str),
        notify: &mut dyn FnMut(&str),
    ) -> Result<CargoEnd, Error> {
        self.command
            .process_group(0)
            .stdin(match self.is_launched {
                true => Stdio::piped(),
                false => Stdio::null(),
            })
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let missing = |source| Error::ToolMissing {
            program: self.program.display().to_string(),
            source,
        };
        let mut child = EndsWithUs::new(self.command.spawn().map_err(missing)?);
        let (sender, lines) = sync_channel(MOST_WAITING);
        if let Some(stdout) = child.process.stdout.take() {
            forward_messages(stdout, sender.clone());
        }
        let stderr = child.process.stderr.take();
        let words = stderr.map(|stderr| forward_words(stderr, progress, sender));
        let words = || words.as_deref().map(text_of).unwrap_or_default();
        let mut clock = Clock::start(self.bounds);
        loop {
            if clock.is_step_over() {
                drop(child);
                return Ok(CargoEnd {
                    success: false,
                    is_overdue: true,
                    stderr: words(),
                });
            }
            if let Some(time) = clock.overrun() {
                return Err(Error::BuildStalls {
                    step: clock.step,
                    time,
                });
            }
            if self.interrupt.load(Ordering::Relaxed) {
                return Err(Error::Interrupted);
            }
            match lines.recv_timeout(LOOK) {
                Ok(Line::Out(line)) => {
                    clock.heard = Instant::now();
                    on_line(&line);
                }
                Ok(Line::Progress(progress)) => {
                    clock.begin_step(&progress, self.patience.as_ref());
                    notify(&progress);
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
        let status = child.process.wait().map_err(missing)?;
        ended(status, words())
    }
}

/// What a call has taken so far.
struct Clock {
    bounds: Option<Bounds>,
    began: Instant,
    /// When something was heard of it.
    heard: Instant,
    /// What it was about to do.
    step: String,
    /// When a step that has its own time has to be over.
    until: Option<Instant>,
}

impl Clock {
    fn start(bounds: Option<Bounds>) -> Clock {
        Clock {
            bounds,
            began: Instant::now(),
            heard: Instant::now(),
            step: "starting".to_owned(),
            until: None,
        }
    }

    fn begin_step(&mut self, progress: &str, patience: Option<&Patience>) {
        let now = Instant::now();
        let patience = patience.filter(|patience| progress.starts_with(&patience.begins));
        self.until = patience.map(|patience| now + patience.time).or(self.until);
        self.heard = now;
        progress.clone_into(&mut self.step);
    }

    fn is_step_over(&self) -> bool {
        self.until.is_some_and(|until| Instant::now() >= until)
    }

    /// The time that the whole has exceeded.
    fn overrun(&self) -> Option<Duration> {
        let bounds = self.bounds.filter(|_| self.until.is_none())?;
        if self.heard.elapsed() >= bounds.silence {
            return Some(bounds.silence);
        }
        (self.began.elapsed() >= bounds.all).then_some(bounds.all)
    }
}

/// cargo tells its subcommands where it is itself; outside of cargo the one on PATH is meant.
pub(super) fn cargo_program() -> PathBuf {
    PathBuf::from(std::env::var_os("CARGO").unwrap_or_else(|| OsString::from("cargo")))
}

fn ended(status: ExitStatus, stderr: String) -> Result<CargoEnd, Error> {
    match status.signal() {
        Some(signal) => Err(Error::Stopped { signal }),
        None => Ok(CargoEnd {
            success: status.success(),
            is_overdue: false,
            stderr,
        }),
    }
}

/// Output of a short-lived tool such as `rustc -vV`.
pub(super) fn tool_output(
    program: &Path,
    arguments: &[&str],
    directory: Option<&Path>,
) -> Result<String, Error> {
    let name = || program.display().to_string();
    let mut command = Command::new(program);
    command
        .args(arguments)
        .stdin(Stdio::null())
        .env_remove("RUSTC_BOOTSTRAP");
    if let Some(directory) = directory {
        command.current_dir(directory);
    }
    let output = command.output().map_err(|source| Error::ToolMissing {
        program: name(),
        source,
    })?;
    if !output.status.success() {
        let output = String::from_utf8_lossy(&output.stderr).into_owned();
        return Err(Error::Toolchain {
            program: name(),
            output,
        });
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// A process that is over when this is dropped, with all that it has started.
struct EndsWithUs {
    process: Child,
    /// Of a launcher; closed also where this program is killed.
    stdin: Option<ChildStdin>,
}

impl EndsWithUs {
    fn new(mut process: Child) -> EndsWithUs {
        EndsWithUs {
            stdin: process.stdin.take(),
            process,
        }
    }

    /// True if it ends by itself.
    fn ends_when_told(&mut self) -> bool {
        let Some(stdin) = self.stdin.take() else {
            return false;
        };
        drop(stdin);
        let began = Instant::now();
        while began.elapsed() < FAREWELL {
            if !matches!(self.process.try_wait(), Ok(None)) {
                return true;
            }
            std::thread::sleep(Duration::from_millis(2));
        }
        false
    }
}

impl Drop for EndsWithUs {
    fn drop(&mut self) {
        if let Ok(None) = self.process.try_wait()
            && !self.ends_when_told()
            && let Some(group) = rustix::process::Pid::from_raw(self.process.id().cast_signed())
        {
            // With all compilers and build scripts that it started. It fails only if they are gone already.
            let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
        }
        let _ = self.process.wait();
    }
}

/// The short progress line for one line of cargo's status output: `   Compiling serde v1.0.229` → `compiling serde
/// 1.0.229`.
fn progress(line: &str) -> Option<String> {
    const STATUS_WORDS: [&str; 8] = [
        "Blocking",
        "Checking",
        "Compiling",
        "Documenting",
        "Downloaded",
        "Downloading",
        "Locking",
        "Updating",
    ];
    let mut words = line.split_whitespace();
    let status = words
        .next()
        .filter(|word| line.starts_with(' ') && STATUS_WORDS.contains(word))?;
    // The path in parentheses says nothing that the name does not.
    let mut text = status.to_lowercase();
    for word in words.take_while(|word| !word.starts_with('(')) {
        let version = word
            .strip_prefix('v')
            .filter(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
        text.push(' ');
        text.push_str(version.unwrap_or(word));
    }
    Some(text)
}

/// One word for a POSIX shell, whatever it contains.
pub(super) fn shell_quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn status_lines_become_progress_and_other_lines_do_not() {
        let check =
            |line: &str, expected: Option<&str>| assert_eq!(progress(line).as_deref(), expected, "{line}");
        check("   Compiling serde v1.0.229", Some("compiling serde 1.0.229"));
        check(
            "    Checking vast v0.1.0 (/home/me/my crate)",
            Some("checking vast 0.1.0"),
        );
        check("    Blocking waiting for file lock on build directory", {
            Some("blocking waiting for file lock on build directory")
        });
        check("    Finished `dev` profile [optimized] target(s) in 0.05s", None);
        check("error: Compiling is hard", None);
        check("Compiling a sentence", None);
    }

    #[test]
    fn shell_quoting_keeps_spaces_dollars_and_quotes() {
        assert_eq!(shell_quoted("/a b/$HOME/it's"), r"'/a b/$HOME/it'\''s'");
    }

    fn waiting(script: &str, bounds: Bounds) -> Result<CargoEnd, Error> {
        let mut command = Command::new("/bin/sh");
        command.arg("-c");
        let interrupt = Arc::default();
        let mut call = CargoCall::of(command, "/bin/sh".into(), script, Path::new("/"), &interrupt);
        call.bounds = Some(bounds);
        call.run(&mut |_| (), &mut |_| ())
    }

    #[test]
    fn an_index_that_another_cargo_is_writing_is_read_again() {
        let directory = tempfile::tempdir().unwrap();
        let ample = Bounds {
            silence: Duration::from_secs(3600),
            all: Duration::from_secs(3600),
        };
        let mark = directory.path().join("tried").display().to_string();
        let says =
            |text: &str| format!("test -f {mark} && exit 0; touch {mark}; echo '{text}' >&2; exit 101");
        let end = waiting(&says("error: config.json not found in registry"), ample);
        assert!(end.is_ok_and(|end| end.success));
        std::fs::remove_file(&mark).unwrap();
        let end = waiting(&says("error: no such package"), ample);
        assert!(end.is_ok_and(|end| !end.success));
    }

    #[test]
    fn what_says_nothing_for_too_long_is_ended_with_the_name_of_its_step() {
        let (long, short) = (Duration::from_secs(3600), Duration::from_millis(100));
        let silent = Bounds {
            silence: short,
            all: long,
        };
        let said = waiting("echo '   Compiling a v1.0.0' >&2; sleep 3600", silent);
        assert!(
            matches!(said, Err(Error::BuildStalls { step, time }) if step == "compiling a 1.0.0" && time == short)
        );
        let busy = Bounds {
            silence: long,
            all: short,
        };
        let said = waiting(
            "while echo '   Compiling b v1.0.0' >&2; do sleep 0.01; done",
            busy,
        );
        assert!(matches!(said, Err(Error::BuildStalls { time, .. }) if time == short));
        let patient = Bounds {
            silence: long,
            all: long,
        };
        assert!(waiting("echo flood >&2", patient).unwrap().stderr == "flood\n");
    }
}
