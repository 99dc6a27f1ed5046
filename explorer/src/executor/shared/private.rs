//! Private directories of contained processes, made by the supervisor and gone with it. What a supervisor that was killed has left
//! is removed by the next one.

use anyhow::Context;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::Once;
use std::time::Duration;
use tempfile::TempDir;

const PREFIX: &str = "cargo-explore-";
/// Bait for the probes, too: the supervisor can read it and the contained process must not. Whoever uses the directory has it locked.
const SECRET: &str = "secret";
/// Younger ones may not be locked yet.
const LEAST_AGE: Duration = Duration::from_secs(60);

/// A private directory. It is gone when this is dropped.
pub(crate) struct PrivateDirectory {
    directory: TempDir,
    /// Locked until the directory is gone.
    _held: File,
}

impl PrivateDirectory {
    /// Makes one where the system keeps temporary files. The first one of a process removes what others have left there.
    pub(crate) fn make() -> anyhow::Result<PrivateDirectory> {
        static SWEPT: Once = Once::new();
        SWEPT.call_once(|| remove_left(&std::env::temp_dir(), LEAST_AGE));
        let directory = tempfile::Builder::new()
            .prefix(PREFIX)
            .tempdir()
            .context("no temporary directory")?;
        let held = hold(directory.path()).context("cannot write to the private directory of the executor")?;
        Ok(PrivateDirectory {
            directory,
            _held: held,
        })
    }

    /// Where it is, without links.
    pub(crate) fn path(&self) -> anyhow::Result<PathBuf> {
        Ok(self.directory.path().canonicalize()?)
    }
}

/// The only directory that the contained process may write.
pub(crate) fn work(private: &Path) -> PathBuf {
    private.join("work")
}

/// The file that the contained process must not read.
pub(crate) fn secret(private: &Path) -> PathBuf {
    private.join(SECRET)
}

fn hold(directory: &Path) -> anyhow::Result<File> {
    let path = secret(directory);
    fs::write(&path, "bait")?;
    let file = File::open(&path)?;
    file.lock()?;
    Ok(file)
}

/// Removes the private directories below `temporary` that nobody uses. Whatever cannot be removed is somebody else's.
fn remove_left(temporary: &Path, least_age: Duration) {
    for entry in fs::read_dir(temporary).into_iter().flatten().flatten() {
        let is_one = entry
            .file_name()
            .to_str()
            .is_some_and(|name| name.starts_with(PREFIX))
            && entry.file_type().is_ok_and(|kind| kind.is_dir());
        let modified = entry.metadata().and_then(|metadata| metadata.modified());
        let is_old = modified.is_ok_and(|modified| modified.elapsed().is_ok_and(|age| age >= least_age));
        if !is_one || !is_old {
            continue;
        }
        let Ok(file) = File::open(secret(&entry.path())) else {
            // Whoever was killed before it wrote anything has left nothing in it.
            let _ = fs::remove_dir(entry.path());
            continue;
        };
        if file.try_lock().is_ok() {
            // What could not be removed may be the next time.
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_nobody_uses_is_removed_and_nothing_else() {
        let temporary = tempfile::tempdir().unwrap();
        let directory = |name: &str| {
            let path = temporary.path().join(name);
            fs::create_dir_all(path.join("work/deep")).unwrap();
            path
        };
        let left = directory("cargo-explore-left");
        drop(hold(&left).unwrap());
        let used = directory("cargo-explore-used");
        let _held = hold(&used).unwrap();
        let other = directory("cargo-explore-other");
        let empty = temporary.path().join("cargo-explore-empty");
        fs::create_dir(&empty).unwrap();
        let foreign = directory("foreign");
        drop(hold(&foreign).unwrap());
        remove_left(temporary.path(), LEAST_AGE);
        assert!(left.exists(), "it may be in the making");
        remove_left(temporary.path(), Duration::ZERO);
        assert!(!left.exists() && !empty.exists());
        assert!(used.exists() && other.exists() && foreign.exists());
    }
}
