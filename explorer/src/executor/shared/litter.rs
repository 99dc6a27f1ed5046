//! What foreign code leaves in the private directory. The next child finds nothing of it; where the directory has no room
//! of its own, too much of it goes while the child still runs, or its test ends.

use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

/// Bytes that a running child may have there.
const MOST_BYTES: u64 = 256 << 20;
/// Names that are looked at.
const MOST_NAMES: usize = 20_000;

/// Names that are tried for a directory that is to be moved.
const MOST_TRIED: usize = 100;

/// Removes everything. For processes that may write nowhere else: what runs meanwhile can put links in the way. Files give back
/// their room even where somebody has them open. What lies deeper than a path can say is moved up before it is looked into.
pub(crate) fn clear(directory: &Path) {
    let (mut open, mut seen, mut moved) = (vec![directory.to_owned()], Vec::new(), 0);
    while let Some(next) = open.pop() {
        for entry in fs::read_dir(&next).into_iter().flatten().flatten() {
            let path = entry.path();
            if !entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                remove(&entry);
            } else if next == directory {
                open.push(path);
            } else {
                open.push(moved_up(&path, directory, &mut moved).unwrap_or(path));
            }
        }
        if next != directory && fs::remove_dir(&next).is_err() {
            // What it has could not be moved.
            seen.push(next);
        }
    }
    for left in seen.iter().rev() {
        let _ = fs::remove_dir(left);
    }
}

/// Removes what is no directory.
fn remove(entry: &fs::DirEntry) {
    let path = entry.path();
    if entry.file_type().is_ok_and(|kind| kind.is_file()) {
        let _ = fs::OpenOptions::new().write(true).truncate(true).open(&path);
    }
    let _ = fs::remove_file(&path);
}

/// Moves a directory into another one, under a name that nothing else has there. Returns where it is now.
fn moved_up(path: &Path, to: &Path, moved: &mut usize) -> Option<PathBuf> {
    (0..MOST_TRIED).find_map(|_| {
        *moved += 1;
        let up = to.join(format!("moved-{moved}"));
        fs::rename(path, &up).is_ok().then_some(up)
    })
}

/// Whether there is more than one run may leave. Only looks.
pub(crate) fn is_too_much(directory: &Path) -> bool {
    let (mut bytes, mut names) = (0, 0);
    measure(directory, &mut bytes, &mut names);
    bytes > MOST_BYTES || names > MOST_NAMES
}

fn measure(directory: &Path, bytes: &mut u64, names: &mut usize) {
    for entry in fs::read_dir(directory).into_iter().flatten().flatten() {
        *names += 1;
        if *names > MOST_NAMES {
            return;
        }
        let Ok(metadata) = entry.metadata() else { continue };
        *bytes += metadata.blocks() * 512;
        if metadata.is_dir() {
            measure(&entry.path(), bytes, names);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_goes_and_links_are_not_followed() {
        let directory = tempfile::tempdir().unwrap();
        let inner = directory.path().join("a/b");
        fs::create_dir_all(&inner).unwrap();
        fs::write(inner.join("c"), "c").unwrap();
        std::os::unix::fs::symlink("/", inner.join("root")).unwrap();
        assert!(!is_too_much(directory.path()));
        clear(directory.path());
        assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 0);
    }

    #[test]
    fn no_depth_and_no_name_keeps_a_directory() {
        let directory = tempfile::tempdir().unwrap();
        let at = |name: &str| directory.path().join(name);
        let long = "x".repeat(200);
        fs::create_dir(at("inner")).unwrap();
        fs::write(at("inner/file"), "x").unwrap();
        // No path is as long as all of these together.
        for _ in 0..100 {
            fs::create_dir(at("outer")).unwrap();
            fs::create_dir(at("outer/beside")).unwrap();
            fs::rename(at("inner"), at("outer").join(&long)).unwrap();
            fs::rename(at("outer"), at("inner")).unwrap();
        }
        for taken in ["moved-1", "moved-3"] {
            fs::create_dir_all(at(taken).join("more")).unwrap();
        }
        fs::write(at("moved-2"), "x").unwrap();
        clear(directory.path());
        assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 0);
    }
}
