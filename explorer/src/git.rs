//! git, which is asked what no file says: which commit code is of, which files belong to it, what they were. It is told to start
//! nothing that a repository names, and to write nothing but what it is asked for.

use std::ffi::OsStr;
use std::io;
use std::path::Path;
use std::process::{Command, Stdio};

/// Digits of a commit that people are shown.
const SHORT: usize = 9;

/// The first digits of a commit, as people are shown it.
pub(crate) fn short(commit: &str) -> &str {
    commit.get(..SHORT).unwrap_or(commit)
}

/// What git says in a directory: its output, or what is wrong.
pub(crate) fn ask(directory: &Path, arguments: &[&str]) -> io::Result<Result<Vec<u8>, String>> {
    run(directory, arguments, None)
}

/// The same with a file for the index, which is not the repository's then.
pub(crate) fn ask_with_index(
    directory: &Path,
    arguments: &[&str],
    index: &Path,
) -> io::Result<Result<Vec<u8>, String>> {
    run(directory, arguments, Some(index))
}

fn run(directory: &Path, arguments: &[&str], index: Option<&Path>) -> io::Result<Result<Vec<u8>, String>> {
    let mut command = Command::new("git");
    // A monitor of files is a program of the repository's choice, and so are hooks.
    command
        .args(["--no-optional-locks", "-c", "core.fsmonitor=false"])
        .args(["-c", "core.hooksPath=/dev/null"])
        .args(arguments)
        .current_dir(directory)
        .env_remove(OsStr::new("GIT_DIR"))
        .env_remove(OsStr::new("GIT_WORK_TREE"))
        .env_remove(OsStr::new("GIT_INDEX_FILE"))
        .stdin(Stdio::null());
    if let Some(index) = index {
        command.env("GIT_INDEX_FILE", index);
    }
    let output = command.output()?;
    Ok(match output.status.success() {
        true => Ok(output.stdout),
        false => Err(String::from_utf8_lossy(&output.stderr).trim().to_owned()),
    })
}
