//! Runs cargo as a child process: which environment it sees, how its output is read, that it ends when we are asked to.
//! cargo has a process group of its own: a signal to us alone ends it and its rustc processes, as Ctrl-C in a terminal does.

use crate::error::Error;
use std::ffi::OsString;
use std::io::{BufRead, BufReader, Read};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

/// How often it is looked at whether to go on.
const LOOK: Duration = Duration::from_millis(50);

/// Variables that an outer `cargo run` or the user's shell may have set and that would change what we build: the
/// place of the results, the profile, the identity of the package, the look of the output, who may use unstable
/// features.
const REMOVED: [&str; 14] = [
    "CARGO_BIN_NAME",
    "CARGO_BUILD_BUILD_DIR",
    "CARGO_BUILD_TARGET",
    "CARGO_BUILD_TARGET_DIR",
    "CARGO_CRATE_NAME",
    "CARGO_INCREMENTAL",
    "CARGO_MAKEFLAGS",
    "CARGO_PRIMARY_PACKAGE",
    "CARGO_TARGET_DIR",
    "CARGO_TARGET_TMPDIR",
    "OUT_DIR",
    "RUSTC_BOOTSTRAP",
    "RUSTC_WORKSPACE_WRAPPER",
    "RUSTDOC",
];

/// As [`REMOVED`], by the start of the name.
const REMOVED_PREFIXES: [&str; 6] = [
    "CARGO_BIN_EXE_",
    "CARGO_CFG_",
    "CARGO_MANIFEST_",
    "CARGO_PKG_",
    "CARGO_PROFILE_",
    "CARGO_TERM_",
];

fn is_removed(name: &str) -> bool {
    REMOVED.contains(&name) || REMOVED_PREFIXES.iter().any(|prefix| name.starts_with(prefix))
}

/// Credentials are needed to resolve and download, and must not reach the build scripts of foreign crates.
fn is_credential(name: &str) -> bool {
    name.starts_with("CARGO_REGISTR") && (name.ends_with("_TOKEN") || name.ends_with("_SECRET_KEY"))
}

/// Whether cargo may fetch; after the first resolution nothing has to be fetched any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Network {
    /// Resolving: downloads are possible and registry credentials stay readable.
    Allowed,
    /// Building foreign code, or the user asked for `--offline`.
    Denied,
}

/// One invocation of cargo, being put together.
pub(super) struct CargoCall {
    command: Command,
    program: PathBuf,
    interrupt: Arc<AtomicBool>,
    patience: Option<Patience>,
}

/// How long one step may take, whatever was done before it.
pub(super) struct Patience {
    /// What the line of progress begins with that tells of the step.
    pub(super) begins: String,
    pub(super) time: Duration,
}

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
        command.arg(subcommand).current_dir(directory);
        for (name, _) in std::env::vars_os() {
            let Some(text) = name.to_str() else { continue };
            if is_removed(text) || (network == Network::Denied && is_credential(text)) {
                command.env_remove(&name);
            }
        }
        command
            .env("CARGO_TERM_COLOR", "never")
            .env("CARGO_TERM_PROGRESS_WHEN", "never");
        // A compiler crash would leave its report in rustc's current directory, which is the user's package.
        command.env("RUSTC_ICE", "0");
        if network == Network::Denied {
            command.arg("--offline");
        }
        CargoCall {
            command,
            program,
            interrupt: Arc::clone(interrupt),
            patience: None,
        }
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
        self.command
            .process_group(0)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let missing = |source| Error::ToolMissing {
            program: self.program.display().to_string(),
            source,
        };
        let mut child = EndsWithUs(self.command.spawn().map_err(missing)?);
        let (sender, lines) = channel();
        if let Some(stdout) = child.0.stdout.take() {
            forward(stdout, Line::Out, sender.clone());
        }
        if let Some(stderr) = child.0.stderr.take() {
            forward(stderr, Line::Err, sender);
        }
        let mut stderr = String::new();
        let mut until: Option<Instant> = None;
        loop {
            if until.is_some_and(|until| Instant::now() >= until) {
                drop(child);
                return Ok(CargoEnd {
                    success: false,
                    is_overdue: true,
                    stderr,
                });
            }
            if self.interrupt.load(Ordering::Relaxed) {
                return Err(Error::Interrupted);
            }
            match lines.recv_timeout(LOOK) {
                Ok(Line::Out(line)) => on_line(&line),
                Ok(Line::Err(line)) => match progress(&line) {
                    Some(progress) => {
                        let begins = |patience: &&Patience| progress.starts_with(&patience.begins);
                        let patience = self.patience.as_ref().filter(begins);
                        until = patience.map(|patience| Instant::now() + patience.time).or(until);
                        notify(&progress);
                    }
                    None => {
                        stderr.push_str(&line);
                        stderr.push('\n');
                    }
                },
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
        let status = child.0.wait().map_err(missing)?;
        ended(status, stderr)
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

struct EndsWithUs(Child);

impl Drop for EndsWithUs {
    fn drop(&mut self) {
        if let Ok(None) = self.0.try_wait()
            && let Some(group) = rustix::process::Pid::from_raw(self.0.id().cast_signed())
        {
            // With all compilers and build scripts that it started. It fails only if they are gone already.
            let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
        }
        let _ = self.0.wait();
    }
}

enum Line {
    Out(String),
    Err(String),
}

/// Sends the lines of one pipe. Two pipes need two readers, or a full one would block cargo for ever.
fn forward(pipe: impl Read + Send + 'static, wrap: fn(String) -> Line, lines: Sender<Line>) {
    std::thread::spawn(move || {
        let mut pipe = BufReader::new(pipe);
        let mut bytes = Vec::new();
        while pipe.read_until(b'\n', &mut bytes).is_ok_and(|count| count > 0) {
            let line = String::from_utf8_lossy(&bytes)
                .trim_end_matches(['\n', '\r'])
                .to_owned();
            if lines.send(wrap(line)).is_err() {
                return;
            }
            bytes.clear();
        }
    });
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
    fn variables_of_an_outer_cargo_are_removed_and_those_of_the_user_stay() {
        for name in [
            "CARGO_PKG_NAME",
            "CARGO_TARGET_DIR",
            "CARGO_PROFILE_DEV_LTO",
            "RUSTC_BOOTSTRAP",
        ] {
            assert!(is_removed(name), "{name}");
        }
        for name in [
            "CARGO_HOME",
            "RUSTUP_TOOLCHAIN",
            "PATH",
            "HOME",
            "RUSTFLAGS",
            "RUSTC_WRAPPER",
        ] {
            assert!(!is_removed(name), "{name}");
        }
        assert!(is_credential("CARGO_REGISTRY_TOKEN"));
        assert!(is_credential("CARGO_REGISTRIES_MINE_TOKEN"));
        assert!(!is_credential("CARGO_REGISTRIES_MINE_INDEX"));
    }

    #[test]
    fn shell_quoting_keeps_spaces_dollars_and_quotes() {
        assert_eq!(shell_quoted("/a b/$HOME/it's"), r"'/a b/$HOME/it'\''s'");
    }
}
