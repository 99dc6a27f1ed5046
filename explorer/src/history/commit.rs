//! Which commit of its repository a package's code is. git itself is asked, since only it knows whether files differ from what
//! is committed. No git, no repository and a package that git does not have are no commit.

use crate::git;
use serde::{Deserialize, Serialize};
use std::path::Path;

/// A commit, and whether the code is what it says. Files that git does not have do not count: build products may be among them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Commit {
    /// All digits.
    pub id: String,
    /// The code differs from it.
    pub is_dirty: bool,
}

impl Commit {
    /// The commit of the code in a workspace, which is asked about as a whole.
    pub fn of(workspace: &Path) -> Option<Commit> {
        let manifest = ["ls-files", "--error-unmatch", "--", "Cargo.toml"];
        // A copy that lies in somebody's repository by chance is of no commit of it.
        git(workspace, &manifest)?;
        let status = git(
            workspace,
            &[
                "status",
                "--porcelain=v2",
                "--branch",
                "--untracked-files=no",
                "--ignore-submodules=all",
                "--",
                ".",
            ],
        )?;
        read(&status)
    }

    /// As people are shown it: the first digits, and `+` if the code differs.
    pub fn short(&self) -> String {
        let mark = if self.is_dirty { "+" } else { "" };
        format!("{}{mark}", git::short(&self.id))
    }
}

/// What git says; none if it says that something is wrong.
fn git(directory: &Path, arguments: &[&str]) -> Option<String> {
    let answer = git::ask(directory, arguments).ok()?.ok()?;
    Some(String::from_utf8_lossy(&answer).into_owned())
}

/// The answer of `git status`.
fn read(status: &str) -> Option<Commit> {
    let id = status
        .lines()
        .find_map(|line| line.strip_prefix("# branch.oid "))?;
    // A repository without any commit says `(initial)`.
    id.bytes().all(|byte| byte.is_ascii_hexdigit()).then(|| Commit {
        id: id.to_owned(),
        is_dirty: status.lines().any(|line| !line.starts_with('#')),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn git_s_answer_is_a_commit_and_whether_files_differ() {
        let head = "# branch.oid 1234567890abcdef1234567890abcdef12345678\n# branch.head main\n";
        let clean = read(head).unwrap();
        assert_eq!((clean.short().as_str(), clean.is_dirty), ("123456789", false));
        let change = "1 .M N... 100644 100644 100644 a b src/lib.rs\n";
        let dirty = read(&format!("{head}{change}")).unwrap();
        assert_eq!((dirty.short().as_str(), dirty.is_dirty), ("123456789+", true));
        assert_eq!(read("# branch.oid (initial)\n"), None);
        assert_eq!(read(""), None);
    }
}
