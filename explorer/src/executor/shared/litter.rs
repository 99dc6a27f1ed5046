//! What foreign code leaves in the private directory. The next child finds nothing of it; where the directory has no room
//! of its own, too much of it goes while the child still runs, or its test ends.

use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::Path;

/// Bytes that a running child may have there.
const MOST_BYTES: u64 = 256 << 20;
/// Names that are looked at.
const MOST_NAMES: usize = 20_000;

/// Removes everything. For processes that may write nowhere else: what runs meanwhile can put links in the way. Files give back
/// their room even where somebody has them open.
pub(crate) fn clear(directory: &Path) {
    for entry in fs::read_dir(directory).into_iter().flatten().flatten() {
        let path = entry.path();
        if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            clear(&path);
            let _ = fs::remove_dir(&path);
        } else {
            if entry.file_type().is_ok_and(|kind| kind.is_file()) {
                let _ = fs::OpenOptions::new().write(true).truncate(true).open(&path);
            }
            let _ = fs::remove_file(&path);
        }
    }
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
}
