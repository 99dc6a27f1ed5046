//! Files and directories of our own: written only when their content changes, so that cargo rebuilds nothing in vain.

use super::lock_file::DEFAULT_REGISTRY;
use crate::error::Error;
use std::fs::{File, TryLockError};
use std::io::ErrorKind;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

pub(super) fn io_error(path: &Path) -> impl FnOnce(std::io::Error) -> Error + use<> {
    let path = path.to_owned();
    move |source| Error::WorkDir { path, source }
}

pub(super) fn create_dir(path: &Path) -> Result<(), Error> {
    std::fs::create_dir_all(path).map_err(io_error(path))
}

/// Writes a file unless it has this content already; its modification time then stays as it was.
pub(super) fn write_if_changed(path: &Path, content: &str) -> Result<(), Error> {
    if std::fs::read(path).is_ok_and(|present| present == content.as_bytes()) {
        return Ok(());
    }
    if let Some(parent) = path.parent() {
        create_dir(parent)?;
    }
    std::fs::write(path, content).map_err(io_error(path))
}

/// Writes a program that anyone may run.
pub(super) fn write_executable(path: &Path, content: &str) -> Result<(), Error> {
    write_if_changed(path, content)?;
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o755)).map_err(io_error(path))
}

/// Creates an empty file unless there is one.
pub(super) fn ensure_file(path: &Path) -> Result<(), Error> {
    if path.exists() {
        Ok(())
    } else {
        write_if_changed(path, "")
    }
}

/// Removes a file or says nothing if there is none.
pub(super) fn remove_file(path: &Path) -> Result<(), Error> {
    match std::fs::remove_file(path) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(io_error(path)(error)),
        _ => Ok(()),
    }
}

/// The file that is locked by whoever works in a directory.
pub(super) const LOCK: &str = "lock";

/// The exclusive right to a directory, held until dropped (or until the process ends, however it ends).
#[derive(Debug)]
pub(super) struct DirectoryLock {
    _file: File,
}

impl DirectoryLock {
    /// Takes the lock, waiting for another run that has it.
    pub(super) fn take(directory: &Path, notify: &mut dyn FnMut(&str)) -> Result<DirectoryLock, Error> {
        create_dir(directory)?;
        let path = directory.join(LOCK);
        let file = File::create(&path).map_err(io_error(&path))?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                notify(&format!(
                    "waiting for another run that uses {}",
                    directory.display()
                ));
                file.lock().map_err(io_error(&path))?;
            }
            Err(TryLockError::Error(source)) => return Err(io_error(&path)(source)),
        }
        Ok(DirectoryLock { _file: file })
    }
}

/// Copies the user's lock file next to a scratch manifest, so that the versions the user builds with are kept. A copy
/// of the original tells later whether the user's file has changed; cargo completes the one beside the manifest. True: it has not.
pub(super) fn import_lock_file(lock_file: &Path, package: &Path) -> Result<bool, Error> {
    let content = std::fs::read_to_string(lock_file).map_err(|error| Error::UnreadableManifest {
        path: lock_file.to_owned(),
        reason: error.to_string(),
    })?;
    let original = package.join("Cargo.lock.original");
    if std::fs::read_to_string(&original).is_ok_and(|seen| seen == content)
        && package.join("Cargo.lock").exists()
    {
        return Ok(true);
    }
    write_if_changed(&package.join("Cargo.lock"), &content)?;
    write_if_changed(&original, &content)?;
    Ok(false)
}

/// Locks a version of a package of the default registry beside a scratch manifest, so that cargo takes it though it is yanked;
/// cargo completes the entry. False: it is locked already.
pub(super) fn lock_version(package: &Path, name: &str, version: &str) -> Result<bool, Error> {
    let path = package.join("Cargo.lock");
    let mut text = match std::fs::read_to_string(&path) {
        Ok(text) => text,
        Err(error) if error.kind() == ErrorKind::NotFound => "version = 4\n".to_owned(),
        Err(error) => return Err(io_error(&path)(error)),
    };
    // As cargo writes it, which is how it is found again.
    let entry =
        format!("[[package]]\nname = \"{name}\"\nversion = \"{version}\"\nsource = \"{DEFAULT_REGISTRY}\"\n");
    if text.contains(&entry) {
        return Ok(false);
    }
    text.push('\n');
    text.push_str(&entry);
    write_if_changed(&path, &text)?;
    Ok(true)
}

/// A short stable name for some text, to tell directories apart (FNV-1a).
pub(crate) fn short_hash(text: &str) -> String {
    let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    format!("{hash:016x}")
}
