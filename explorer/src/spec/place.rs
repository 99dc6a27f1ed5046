//! Where things are made and kept: in the workspace that a package is explored from, or, where there is none, in the user's cache
//! directory, which is used as a target directory then. A target directory that is given or configured comes before both. What
//! outlives build products is in the user's state directory. Creates nothing.

use super::error::SpecError;
use super::workspace::Workspace;
use crate::fnv::short_hash;
use harness_gen::cargo::{configured_target_dir, without_dots};
use std::env;
use std::path::{Path, PathBuf};

/// Ours below a target directory, which belongs to cargo.
const IN_TARGET_DIR: &str = "explore";
/// Ours below the user's cache directory and state directory, where each program has one.
const IN_CACHE: &str = "cargo-explore";
/// In place of a workspace below the state directory, for what was explored where none is.
const WITHOUT_WORKSPACE: &str = "registry";

/// The directory for what is made of packages explored from a workspace.
pub(super) fn in_workspace(target_dir: Option<&Path>, workspace: &Workspace, current_dir: &Path) -> PathBuf {
    match target_dir {
        Some(given) => below_given(given, current_dir),
        None => below(&workspace.target_dir),
    }
}

/// The directory for what is made where there is no workspace. Not below `current_dir`: whoever tries a crate of the registry may
/// stand anywhere.
pub(super) fn outside(target_dir: Option<&Path>, current_dir: &Path) -> Result<PathBuf, SpecError> {
    if let Some(given) = target_dir {
        return Ok(below_given(given, current_dir));
    }
    let configured = configured_target_dir(current_dir).map_err(|error| SpecError::Configuration {
        message: error.to_string(),
    })?;
    let target_dir = match configured {
        Some(configured) => configured,
        None => {
            let given = env::var_os("XDG_CACHE_HOME").map(PathBuf::from);
            let cache = user_dir(given, env::home_dir(), ".cache").ok_or(SpecError::NoCache)?;
            cache.join(IN_CACHE)
        }
    };
    Ok(below(&target_dir))
}

/// One of the user's directories by the XDG Base Directory Specification, which has a relative path ignored.
fn user_dir(given: Option<PathBuf>, home: Option<PathBuf>, in_home: &str) -> Option<PathBuf> {
    let given = given.filter(|path| path.is_absolute());
    given.or_else(|| Some(home.filter(|path| path.is_absolute())?.join(in_home)))
}

/// The directory for what outlives the target directory of a workspace; of no workspace, for what was explored outside of any.
/// None: there is neither a directory that was given nor a home.
pub fn state_dir(given: Option<&Path>, workspace_root: Option<&Path>, current_dir: &Path) -> Option<PathBuf> {
    if let Some(given) = given {
        return Some(current_dir.join(given));
    }
    let state_home = env::var_os("XDG_STATE_HOME").map(PathBuf::from);
    let state_home = user_dir(state_home, env::home_dir(), ".local/state")?;
    let name = match workspace_root {
        Some(root) => {
            let name = root.file_name().unwrap_or_default().to_string_lossy();
            format!("{name}-{}", short_hash(&root.to_string_lossy()))
        }
        None => WITHOUT_WORKSPACE.to_owned(),
    };
    Some(state_home.join(IN_CACHE).join(name))
}

fn below_given(target_dir: &Path, current_dir: &Path) -> PathBuf {
    below(&current_dir.join(target_dir))
}

/// Ours below a target directory. cargo leaves the `..` of whoever named it, and no file is told by two names.
fn below(target_dir: &Path) -> PathBuf {
    without_dots(target_dir).join(IN_TARGET_DIR)
}

/// The directory for what we make in the workspace of this manifest or around `current_dir`. None: there is neither a workspace
/// nor a target directory that was given.
pub fn current_work_dir(
    target_dir: Option<&Path>,
    manifest_path: Option<&Path>,
    current_dir: &Path,
) -> Option<PathBuf> {
    match target_dir {
        Some(given) => Some(below_given(given, current_dir)),
        None => {
            let manifest = manifest_path.map(|path| current_dir.join(path));
            let workspace = Workspace::read(manifest.as_deref(), current_dir).ok()?;
            Some(in_workspace(None, &workspace, current_dir))
        }
    }
}

/// The directory for what we make when no package is in question: where exploring a crate of the registry from `current_dir`
/// makes it.
pub fn work_dir_at(
    target_dir: Option<&Path>,
    manifest_path: Option<&Path>,
    current_dir: &Path,
) -> Result<PathBuf, SpecError> {
    match current_work_dir(target_dir, manifest_path, current_dir) {
        Some(work_dir) => Ok(work_dir),
        None => outside(None, current_dir),
    }
}

/// True if a manifest is meant, or lies in the directory or above it, whether cargo can read it or not.
pub(super) fn has_manifest(manifest_path: Option<&Path>, current_dir: &Path) -> bool {
    let mut around = current_dir.ancestors();
    manifest_path.is_some() || around.any(|directory| directory.join("Cargo.toml").is_file())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_target_directory_beside_the_current_one_has_no_dots() {
        let work_dir = current_work_dir(Some(Path::new("../shared")), None, Path::new("/a/b"));
        assert_eq!(work_dir, Some(PathBuf::from("/a/shared/explore")));
    }

    #[test]
    fn the_cache_is_where_the_xdg_specification_has_it() {
        let of = |given: Option<&str>, home: Option<&str>| {
            let found = user_dir(given.map(PathBuf::from), home.map(PathBuf::from), ".cache");
            found.map(|path| path.display().to_string())
        };
        assert_eq!(of(Some("/c"), Some("/h")).as_deref(), Some("/c"));
        for ignored in [None, Some(""), Some("relative")] {
            assert_eq!(of(ignored, Some("/h")).as_deref(), Some("/h/.cache"));
            for no_home in [None, Some(""), Some("relative")] {
                assert_eq!(of(ignored, no_home), None);
            }
        }
    }
}
