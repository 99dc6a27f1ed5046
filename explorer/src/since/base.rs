//! The code of a package as it was at a commit: a copy of the repository's files beside our builds. The repository itself is
//! only read. What has not changed from one commit to the next is not written again, so that builds of it stay what they are.

use super::manifests::is_workspace;
use crate::fnv::short_hash;
use crate::git;
use anyhow::{Context, bail};
use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Below the directory of builds.
const DIRECTORY: &str = "since";

/// The code at a commit.
#[derive(Debug)]
pub struct Base {
    /// As typed.
    pub rev: String,
    /// All digits.
    pub commit: String,
    /// The root of the repository.
    pub(super) repository: PathBuf,
    /// The root of the copy.
    pub(super) copy: PathBuf,
    /// Held as long as the copy is to stay what it is.
    _lock: fs::File,
}

impl Base {
    /// Copies the repository that `directory` is in, as it was at `rev`. An error says what is wrong with what was asked for.
    pub fn at(rev: &str, directory: &Path, work_dir: &Path) -> anyhow::Result<Base> {
        let asked = |arguments: &[&str]| text(directory, arguments);
        let repository = asked(&["rev-parse", "--show-toplevel"])?.with_context(|| {
            let directory = directory.display();
            format!("`{directory}` is in no git repository, and --since compares it with a commit of one")
        })?;
        let repository = PathBuf::from(repository).canonicalize()?;
        let object = format!("{rev}^{{commit}}");
        let commit = asked(&["rev-parse", "--verify", "--quiet", "--end-of-options", &object])?;
        let commit = commit.with_context(|| {
            format!(
                "`{rev}` names no commit of the repository in `{}`\n\
                 help: name a branch, a tag or a commit that is there; where only the newest commit was fetched, fetch more \
                 (`git fetch --unshallow`, or `fetch-depth: 0` for GitHub's checkout)",
                repository.display()
            )
        })?;
        let place = work_dir
            .join(DIRECTORY)
            .join(short_hash(&repository.display().to_string()));
        fs::create_dir_all(&place).with_context(|| format!("cannot create `{}`", place.display()))?;
        let lock = fs::File::create(place.join("lock"))?;
        lock.lock()?;
        let base = Base {
            rev: rev.to_owned(),
            commit,
            repository,
            copy: place.join("code"),
            _lock: lock,
        };
        base.write(&place)
            .with_context(|| format!("the code of `{rev}` cannot be written to `{}`", place.display()))?;
        Ok(base)
    }

    /// Where the copy has what is at this place now. None: it is not in the repository.
    pub fn place_of(&self, path: &Path) -> Option<PathBuf> {
        let path = path.canonicalize().unwrap_or_else(|_| path.to_owned());
        let within = path.strip_prefix(&self.repository).ok()?;
        Some(self.copy.join(within))
    }

    /// The directory of a package in the copy, in which it can be built: none if there was no package. What git does not have is
    /// taken from today: a lock file that nobody committed.
    pub fn package(&self, directory: &Path, workspace: Option<&Path>) -> anyhow::Result<Option<PathBuf>> {
        let Some(old) = self.place_of(directory) else {
            return Ok(None);
        };
        let manifest = old.join("Cargo.toml");
        if !manifest.is_file() {
            return Ok(None);
        }
        let has_workspace = (old.ancestors().take_while(|path| path.starts_with(&self.copy)))
            .filter_map(|above| fs::read_to_string(above.join("Cargo.toml")).ok())
            .any(|text| is_workspace(&text));
        if !has_workspace {
            // Else cargo looks for one around the copy, and finds today's.
            let text = fs::read_to_string(&manifest)?;
            fs::write(&manifest, format!("{text}\n[workspace]\n"))?;
        }
        let root = workspace.unwrap_or(directory);
        if let Some(old) = self.place_of(root)
            && old.join("Cargo.toml").is_file()
            && !old.join("Cargo.lock").exists()
            && root.join("Cargo.lock").is_file()
        {
            fs::copy(root.join("Cargo.lock"), old.join("Cargo.lock"))?;
        }
        Ok(Some(old))
    }

    fn write(&self, place: &Path) -> anyhow::Result<()> {
        let mark = place.join("commit");
        if fs::read_to_string(&mark).is_ok_and(|known| known == self.commit) {
            return Ok(());
        }
        // Whatever ends this, the next one begins anew.
        let _ = fs::remove_file(&mark);
        let new = tempfile::Builder::new().prefix("new").tempdir_in(place)?;
        let index = new.path().join("index");
        let code = new.path().join("code");
        fs::create_dir(&code)?;
        // Links stay what they are, and `/` ends the name of a directory.
        let prefix = format!("--prefix={}/", code.to_str().context("the path is not Unicode")?);
        for arguments in [
            &["read-tree", &self.commit][..],
            &["checkout-index", "--all", "--quiet", &prefix],
        ] {
            if let Err(error) = git::ask_with_index(&self.repository, arguments, &index)? {
                bail!("git {}: {error}", arguments[0]);
            }
        }
        fs::create_dir_all(&self.copy)?;
        renew(&self.copy, &code)?;
        fs::write(&mark, &self.commit)?;
        Ok(())
    }
}

/// What git answers in a line; none if it says that there is no such thing.
fn text(directory: &Path, arguments: &[&str]) -> anyhow::Result<Option<String>> {
    let answer = git::ask(directory, arguments).context("git cannot be run")?;
    Ok(answer
        .ok()
        .map(|text| String::from_utf8_lossy(&text).trim_end().to_owned()))
}

/// Makes `old` what `new` is. Files that are the same are not touched.
fn renew(old: &Path, new: &Path) -> io::Result<()> {
    let names = |directory: &Path| -> io::Result<BTreeSet<std::ffi::OsString>> {
        fs::read_dir(directory)?
            .map(|entry| entry.map(|entry| entry.file_name()))
            .collect()
    };
    let wanted = names(new)?;
    for gone in names(old)?.difference(&wanted) {
        remove(&old.join(gone))?;
    }
    for name in wanted {
        let (from, to) = (new.join(&name), old.join(&name));
        let kind = fs::symlink_metadata(&from)?.file_type();
        let is_directory = fs::symlink_metadata(&to).is_ok_and(|known| known.is_dir());
        if kind.is_dir() && is_directory {
            renew(&to, &from)?;
        } else if !is_same_file(&from, &to) {
            remove(&to)?;
            fs::rename(&from, &to)?;
        }
    }
    Ok(())
}

/// True for two files with the same content, neither a link.
fn is_same_file(one: &Path, other: &Path) -> bool {
    let is_file = |path: &Path| fs::symlink_metadata(path).is_ok_and(|known| known.is_file());
    let mode = |path: &Path| fs::metadata(path).map(|known| known.permissions()).ok();
    is_file(one)
        && is_file(other)
        && mode(one) == mode(other)
        && matches!((fs::read(one), fs::read(other)), (Ok(one), Ok(other)) if one == other)
}

fn remove(path: &Path) -> io::Result<()> {
    match fs::symlink_metadata(path) {
        Ok(known) if known.is_dir() => fs::remove_dir_all(path),
        Ok(_) => fs::remove_file(path),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(error),
    }
}
