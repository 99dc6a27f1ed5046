//! What lies in our directories may be garbage: cut off by a full disk, written over, or of a newer toolchain. Whatever an error
//! names is moved out of the way, once, and all of it is made anew. What was not there before this run is not looked at: making it
//! again would come to the same.

use super::paths::absolute;
use super::scratch::{DirectoryLock, LOCK, io_error};
use crate::error::Error;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The directories below a work directory that hold what earlier runs have made.
#[derive(Debug)]
pub(crate) struct Earlier {
    directories: Vec<PathBuf>,
}

impl Earlier {
    /// Those that are there now. Whatever cannot be read holds nothing that could be set aside.
    pub(crate) fn below(work_dir: &Path) -> Earlier {
        let entries = absolute(work_dir)
            .ok()
            .and_then(|work_dir| fs::read_dir(work_dir).ok());
        let paths = entries.into_iter().flatten().flatten().map(|entry| entry.path());
        // Others have no lock: they hold what people want to keep.
        let mut directories: Vec<PathBuf> = paths
            .filter(|path| path.join(LOCK).is_file() && path.join("target").is_dir())
            .collect();
        directories.sort();
        Earlier { directories }
    }

    /// Moves what is in the directories that this error names into `set-aside` beside it, where only the last such content stays.
    /// Returns these directories.
    pub(crate) fn set_aside(&self, error: &Error) -> Result<Vec<PathBuf>, Error> {
        if matches!(error, Error::Interrupted | Error::Stopped { .. }) {
            return Ok(Vec::new());
        }
        let said = error.to_string();
        let is_named = |directory: &&PathBuf| {
            let inside = format!("{}/", directory.display());
            said.contains(&inside)
        };
        let named: Vec<PathBuf> = self.directories.iter().filter(is_named).cloned().collect();
        for directory in &named {
            // Whoever waits for the directory finds an empty one.
            let _lock = DirectoryLock::take(directory, &mut |_| ())?;
            move_out(directory).map_err(io_error(directory))?;
        }
        Ok(named)
    }
}

fn move_out(directory: &Path) -> io::Result<()> {
    let aside = directory.join("set-aside");
    match fs::remove_dir_all(&aside) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    let content: Vec<PathBuf> = fs::read_dir(directory)?
        .map(|entry| Ok(entry?.path()))
        .collect::<io::Result<_>>()?;
    fs::create_dir(&aside)?;
    for path in content {
        match path.file_name() {
            Some(name) if name != LOCK => fs::rename(&path, aside.join(name))?,
            _ => {}
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A work directory with what an earlier run has made of a package, and a store.
    fn used() -> tempfile::TempDir {
        let work_dir = tempfile::tempdir().unwrap();
        for directory in [
            "p-1.0.0/target",
            "p-1.0.0/set-aside/old",
            "other/target",
            "runs/target",
        ] {
            fs::create_dir_all(work_dir.path().join(directory)).unwrap();
        }
        for file in ["p-1.0.0/lock", "p-1.0.0/verdicts.json", "other/lock"] {
            fs::write(work_dir.path().join(file), "").unwrap();
        }
        work_dir
    }

    fn says(text: &Path) -> Error {
        Error::HarnessBroken {
            rendered: format!("failed to read file: {}", text.display()),
            diagnostics: Vec::new(),
        }
    }

    #[test]
    fn what_an_error_names_is_moved_out_of_the_way() {
        let work_dir = used();
        let earlier = Earlier::below(work_dir.path());
        let package = work_dir.path().join("p-1.0.0");
        let aside = earlier
            .set_aside(&says(&package.join("harness/Cargo.lock")))
            .unwrap();
        assert_eq!(aside, std::slice::from_ref(&package));
        assert!(package.join("lock").is_file());
        assert!(!package.join("target").exists());
        assert!(package.join("set-aside/target").is_dir());
        assert!(!package.join("set-aside/old").exists());
        assert!(work_dir.path().join("other/target").is_dir());
    }

    #[test]
    fn what_is_not_ours_or_not_from_earlier_stays() {
        let work_dir = used();
        let earlier = Earlier::below(work_dir.path());
        let fresh = work_dir.path().join("q-1.0.0");
        fs::create_dir_all(fresh.join("target")).unwrap();
        fs::write(fresh.join("lock"), "").unwrap();
        for named in [
            fresh.join("x"),
            work_dir.path().join("runs/x"),
            PathBuf::from("/p-1.0.0/x"),
        ] {
            assert_eq!(earlier.set_aside(&says(&named)).unwrap(), Vec::<PathBuf>::new());
        }
        assert_eq!(
            earlier.set_aside(&Error::Interrupted).unwrap(),
            Vec::<PathBuf>::new()
        );
    }
}
