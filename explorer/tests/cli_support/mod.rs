//! Runs the real binary on corpus crates. Everything it makes lies in cargo's directory for test products.

#![allow(dead_code, reason = "each test file uses a part")]

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

/// Where corpus crates are.
pub(crate) fn corpus(name: &str) -> String {
    let corpus = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("../corpus")
        .canonicalize()
        .expect("corpus exists");
    corpus
        .join(name)
        .to_str()
        .expect("the path is Unicode")
        .to_owned()
}

/// A directory for test products, away from any package.
pub(crate) fn products() -> PathBuf {
    let directory = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("cli");
    std::fs::create_dir_all(&directory).expect("the directory for test products is writable");
    directory
}

/// The binary, not told about the terminal, target directory or history of whoever runs the tests.
pub(crate) fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cargo-explore"));
    command
        .args(arguments)
        .current_dir(products())
        .env("CARGO_TARGET_DIR", products().join("target"))
        .env("CARGO_EXPLORE_STATE_DIR", products().join("state"))
        .env_remove("CARGO_TERM_COLOR")
        .env_remove("GITHUB_ACTIONS")
        .stdin(Stdio::null());
    command
}

/// A command as the end of these words.
pub(crate) fn behind(words: &[&str], program: &Command) -> Command {
    let mut wrapped = Command::new(words[0]);
    wrapped
        .args(&words[1..])
        .arg(program.get_program())
        .args(program.get_args())
        .current_dir(program.get_current_dir().expect("it has one"));
    for (name, value) in program.get_envs() {
        match value {
            Some(value) => wrapped.env(name, value),
            None => wrapped.env_remove(name),
        };
    }
    wrapped
}

/// Words behind which no namespace can be made, but for so many of users, and root has its rights in one such.
pub(crate) fn denied<'a>(of_users: &'a str, then: &[&'a str]) -> Vec<&'a str> {
    const DENIED: &str = "for kind in mnt net pid ipc uts cgroup time; do echo 0 > /proc/sys/user/max_${kind}_namespaces; done; \
                          echo $0 > /proc/sys/user/max_user_namespaces; exec \"$@\"";
    let denied = [
        "unshare",
        "--user",
        "--map-root-user",
        "sh",
        "-c",
        DENIED,
        of_users,
    ];
    [&denied, then].concat()
}

/// What a call came to.
pub(crate) struct Ran {
    /// Exit code.
    pub(crate) code: i32,
    /// Standard output.
    pub(crate) stdout: String,
    /// Standard error.
    pub(crate) stderr: String,
}

impl From<Output> for Ran {
    fn from(output: Output) -> Self {
        Self {
            code: output.status.code().expect("the program ends by itself"),
            stdout: String::from_utf8(output.stdout).expect("output is Unicode"),
            stderr: String::from_utf8(output.stderr).expect("messages are Unicode"),
        }
    }
}

impl Ran {
    /// Runs a command and expects an exit code.
    #[track_caller]
    pub(crate) fn expect(command: &mut Command, code: i32) -> Ran {
        let ran: Ran = command.output().expect("the binary starts").into();
        assert_eq!(
            ran.code, code,
            "{command:?}\nstdout: {}\nstderr: {}",
            ran.stdout, ran.stderr
        );
        ran
    }
}

/// What git answers in a directory, as a person without any configuration.
#[track_caller]
pub(crate) fn git(directory: &Path, arguments: &[&str]) -> String {
    let output = Command::new("git")
        .args(["-c", "user.name=Ada", "-c", "user.email=ada@example.org"])
        .args(arguments)
        .current_dir(directory)
        .env("GIT_CONFIG_GLOBAL", "/dev/null")
        .env("GIT_CONFIG_SYSTEM", "/dev/null")
        .output()
        .expect("git starts");
    assert!(output.status.success(), "git {arguments:?}");
    String::from_utf8(output.stdout).unwrap().trim().to_owned()
}

/// Runs the binary.
pub(crate) fn run(arguments: &[&str]) -> Ran {
    command(arguments).output().expect("the binary starts").into()
}

/// Runs the binary and expects an exit code.
#[track_caller]
pub(crate) fn expect(code: i32, arguments: &[&str]) -> Ran {
    Ran::expect(&mut command(arguments), code)
}

/// A line of the shell, with the program where cargo looks for its subcommands.
pub(crate) fn shell(line: &str, directory: &Path) -> Command {
    let program = Path::new(env!("CARGO_BIN_EXE_cargo-explore"));
    let places = [program.parent().expect("it is in a directory").to_owned()];
    let path = std::env::var_os("PATH").unwrap_or_default();
    let path = std::env::join_paths(places.into_iter().chain(std::env::split_paths(&path))).expect("paths");
    let mut command = Command::new("sh");
    command
        .args(["-c", line])
        .current_dir(directory)
        .env("PATH", path)
        .env_remove("CARGO_TARGET_DIR")
        .env("CARGO_EXPLORE_STATE_DIR", directory.join("state"));
    command
}

/// What is written as one JSON document.
#[track_caller]
pub(crate) fn from_json(text: &str) -> Value {
    serde_json::from_str(text).expect("it is one document")
}

/// What is written as one JSON document a line.
#[track_caller]
pub(crate) fn documents(text: &str) -> Vec<Value> {
    text.lines().map(from_json).collect()
}

/// What Ctrl-C does, but to the program alone: what it has started does not hear it.
#[track_caller]
pub(crate) fn interrupt(child: &Child) {
    signal(child, "-INT");
}

/// Sends a signal to the program alone.
#[track_caller]
pub(crate) fn signal(child: &Child, signal: &str) {
    let sent = Command::new("kill")
        .args([signal, &child.id().to_string()])
        .status()
        .expect("kill starts");
    assert!(sent.success());
}

/// A copy of a corpus crate with a target directory of its own.
pub(crate) struct Copy {
    directory: tempfile::TempDir,
}

impl Copy {
    pub(crate) fn of(name: &str) -> Copy {
        let directory = tempfile::tempdir_in(products()).expect("it is writable");
        let original = PathBuf::from(corpus(name));
        std::fs::create_dir(directory.path().join("src")).unwrap();
        for file in ["Cargo.toml", "src/lib.rs"] {
            std::fs::copy(original.join(file), directory.path().join(file)).unwrap();
        }
        Copy { directory }
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.directory.path().join(name)
    }

    pub(crate) fn runs(&self) -> PathBuf {
        self.path("target/explore/runs")
    }

    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = command(arguments);
        command
            .current_dir(self.directory.path())
            .env("CARGO_TARGET_DIR", self.path("target"))
            .env("CARGO_EXPLORE_STATE_DIR", self.path("target/state"));
        command
    }

    #[track_caller]
    pub(crate) fn expect(&self, code: i32, arguments: &[&str]) -> Ran {
        Ran::expect(&mut self.command(arguments), code)
    }

    /// Replaces a part of the source that is there once.
    #[track_caller]
    pub(crate) fn change(&self, from: &str, to: &str) {
        let path = self.path("src/lib.rs");
        let text = std::fs::read_to_string(&path).unwrap();
        assert_eq!(text.matches(from).count(), 1, "{from}");
        std::fs::write(path, text.replace(from, to)).unwrap();
    }
}
