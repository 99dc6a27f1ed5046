//! Dependencies that packages have in common are compiled for one of them and copied for the others: cargo takes what lies where it
//! would have put it, with the times that it had. Only packages of registries and of git are copied, which are the same wherever they
//! are built; the explored package never is, for it is compiled in manners of its own. Packages that are built at the same moment may
//! still compile the same.

use super::lock_file::LockFile;
use super::manifest::{HARNESS, RUNTIME};
use super::workbench::Workbench;
use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File, FileTimes};
use std::io;
use std::path::{Path, PathBuf};

/// The directory below a work directory, and the file that whoever reads or writes it locks.
const DIRECTORY: &str = "compiled-dependencies";
const LOCK: &str = "lock";
/// Where cargo keeps what it knows of its units, what rustc made of them, and what their build scripts did.
const FINGERPRINTS: &str = ".fingerprint";
const ARTIFACTS: &str = "deps";
const BUILD_SCRIPTS: &str = "build";
/// A unit's hash, at the end of its name.
const HASH_LENGTH: usize = 16;
/// What is on its way to its name.
const UNFINISHED: &str = "unfinished";

/// Compiled dependencies that lie below a work directory.
#[derive(Debug)]
pub struct BuiltDependencies {
    directory: PathBuf,
}

impl BuiltDependencies {
    /// From now on whatever is built below the work directory takes what it needs from there, and adds what it had to compile. What
    /// is there already is forgotten if it takes more than `most` bytes: versions and toolchains of the past are not told apart.
    pub fn keep(work_dir: &Path, most: u64) -> io::Result<()> {
        let directory = work_dir.join(DIRECTORY);
        fs::create_dir_all(&directory)?;
        let kept = BuiltDependencies { directory };
        let lock = kept.lock_file()?;
        lock.lock()?;
        if size(&kept.directory)? > most {
            for entry in fs::read_dir(&kept.directory)? {
                let entry = entry?;
                if entry.file_type()?.is_dir() {
                    fs::remove_dir_all(entry.path())?;
                }
            }
        }
        Ok(())
    }

    /// What is kept below a work directory, if it is to be.
    fn below(work_dir: &Path) -> Option<BuiltDependencies> {
        let directory = work_dir.join(DIRECTORY);
        directory.is_dir().then_some(BuiltDependencies { directory })
    }

    fn lock_file(&self) -> io::Result<File> {
        File::create(self.directory.join(LOCK))
    }
}

impl Workbench {
    /// Before something is compiled: takes what others have compiled, and the workbench needs and has not. What cannot be taken is
    /// compiled. Returns the number of units.
    pub(crate) fn take_dependencies(&self) -> io::Result<usize> {
        let Some(kept) = BuiltDependencies::below(&self.request.work_dir) else {
            return Ok(0);
        };
        let lock = kept.lock_file()?;
        lock.lock_shared()?;
        copy_units(&kept.directory, &self.target_dir(), &self.copied_packages())
    }

    /// After something was compiled: hands on what others may need. Returns the number of units.
    pub(crate) fn hand_on_dependencies(&self) -> io::Result<usize> {
        let Some(kept) = BuiltDependencies::below(&self.request.work_dir) else {
            return Ok(0);
        };
        let lock = kept.lock_file()?;
        lock.lock()?;
        copy_units(&self.target_dir(), &kept.directory, &self.copied_packages())
    }

    /// True if the explored package has dependencies.
    pub(super) fn has_dependencies(&self) -> bool {
        let locked = self.locked().package;
        let is_known = |name: &str| [&*self.request.name, HARNESS, RUNTIME].contains(&name);
        locked.iter().any(|package| !is_known(&package.name))
    }

    /// What the harness is built with, as it was resolved.
    fn locked(&self) -> LockFile {
        let text = fs::read_to_string(self.harness().join("Cargo.lock")).unwrap_or_default();
        toml::from_str(&text).unwrap_or_default()
    }

    /// Names of those among the dependencies that are the same wherever they are built. A name that a package given by path has, too, is
    /// none of them.
    fn copied_packages(&self) -> BTreeSet<String> {
        let locked = self.locked();
        let (fetched, local): (Vec<_>, Vec<_>) = (locked.package.into_iter())
            .partition(|package| package.source.is_some() && package.name != self.request.name);
        let mut names: BTreeSet<String> = fetched.into_iter().map(|package| package.name).collect();
        local.iter().for_each(|package| {
            names.remove(&package.name);
        });
        names
    }
}

/// Copies the units of these packages that one target directory has and the other lacks. Links that a build has made are not followed:
/// units with any are left out. Nobody builds in either meanwhile.
fn copy_units(from: &Path, target: &Path, packages: &BTreeSet<String>) -> io::Result<usize> {
    let mut copied = 0;
    for profile in profile_directories(from)? {
        let (from, to) = (from.join(&profile), target.join(&profile));
        let finished = units(&from.join(FINGERPRINTS), packages)?;
        let missing: Vec<&str> = (finished.iter().map(String::as_str))
            .filter(|unit| !to.join(FINGERPRINTS).join(unit).exists())
            .collect();
        if missing.is_empty() {
            continue;
        }
        let artifacts = artifacts_by_hash(&from.join(ARTIFACTS))?;
        let parts = [FINGERPRINTS, ARTIFACTS, BUILD_SCRIPTS].map(|part| profile.join(part));
        for part in parts {
            make_directory(target, &part)?;
        }
        for unit in missing {
            copied += usize::from(copy_unit(&from, &to, unit, &artifacts)?);
        }
    }
    Ok(copied)
}

/// False: it is left out.
fn copy_unit(
    from: &Path,
    to: &Path,
    unit: &str,
    artifacts: &BTreeMap<String, Vec<String>>,
) -> io::Result<bool> {
    let directories = [FINGERPRINTS, BUILD_SCRIPTS].map(|part| from.join(part).join(unit));
    if !directories.iter().all(|directory| has_only_files(directory)) {
        return Ok(false);
    }
    let made = hash(unit).and_then(|hash| artifacts.get(hash));
    for name in made.into_iter().flatten() {
        copy_file(&from.join(ARTIFACTS).join(name), &to.join(ARTIFACTS).join(name))?;
    }
    if directories[1].is_dir() {
        copy_directory(&directories[1], &to.join(BUILD_SCRIPTS).join(unit))?;
    }
    // At last, and at once: with it cargo takes the unit for compiled.
    let fingerprints = to.join(FINGERPRINTS);
    let unfinished = fingerprints.join(UNFINISHED);
    copy_directory(&directories[0], &unfinished)?;
    fs::rename(unfinished, fingerprints.join(unit))?;
    Ok(true)
}

/// Those with units, relative to a target directory: of the host's profile and of each target's.
fn profile_directories(target_dir: &Path) -> io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    let has_units = |directory: &Path| {
        is_directory(directory)
            && [FINGERPRINTS, ARTIFACTS]
                .iter()
                .all(|part| is_directory(&directory.join(part)))
    };
    for name in names_in(target_dir)? {
        let outer = target_dir.join(&name);
        if has_units(&outer) {
            found.push(PathBuf::from(&name));
        } else if is_directory(&outer) {
            let inner = names_in(&outer)?
                .into_iter()
                .filter(|inner| has_units(&outer.join(inner)));
            found.extend(inner.map(|inner| Path::new(&name).join(inner)));
        }
    }
    Ok(found)
}

/// Units of these packages that were compiled to their end.
fn units(fingerprints: &Path, packages: &BTreeSet<String>) -> io::Result<Vec<String>> {
    let is_finished = |unit: &str| {
        let files = names_in(&fingerprints.join(unit)).unwrap_or_default();
        // cargo writes it when a unit is done.
        files.iter().any(|file| file.ends_with(".json"))
    };
    let of_packages = |unit: &str| {
        let name = hash(unit).and_then(|hash| unit.strip_suffix(hash)?.strip_suffix('-'));
        name.is_some_and(|name| packages.contains(name))
    };
    let mut units = names_in(fingerprints)?;
    units.retain(|unit| of_packages(unit) && is_finished(unit));
    Ok(units)
}

/// What rustc has made, by the hash in its name: `libsyn-0123456789abcdef.rlib`.
fn artifacts_by_hash(artifacts: &Path) -> io::Result<BTreeMap<String, Vec<String>>> {
    let mut by_hash: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for name in names_in(artifacts)? {
        let is_file = fs::symlink_metadata(artifacts.join(&name)).is_ok_and(|found| found.is_file());
        let stem = name.split_once('.').map_or(&*name, |(stem, _)| stem);
        if let Some(hash) = hash(stem).filter(|_| is_file) {
            by_hash.entry(hash.to_owned()).or_default().push(name);
        }
    }
    Ok(by_hash)
}

fn hash(name: &str) -> Option<&str> {
    let (_, hash) = name.rsplit_once('-')?;
    (hash.len() == HASH_LENGTH && hash.bytes().all(|byte| byte.is_ascii_hexdigit())).then_some(hash)
}

/// Sorted; those that are no text are no names of cargo's.
fn names_in(directory: &Path) -> io::Result<Vec<String>> {
    let entries = match fs::read_dir(directory) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries?,
    };
    let mut names = Vec::new();
    for entry in entries {
        names.extend(entry?.file_name().into_string().ok());
    }
    names.sort_unstable();
    Ok(names)
}

/// With those above it, up to the root. An error if one of them is something else, such as a link that leads out of it.
fn make_directory(root: &Path, inside: &Path) -> io::Result<()> {
    let mut place = root.to_owned();
    for part in inside {
        place.push(part);
        match fs::create_dir(&place) {
            Err(_) if is_directory(&place) => {}
            made => made?,
        }
    }
    Ok(())
}

/// And no link to one.
fn is_directory(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok_and(|found| found.is_dir())
}

/// True of what is not there, too.
fn has_only_files(directory: &Path) -> bool {
    let Ok(entries) = fs::read_dir(directory) else {
        return !fs::symlink_metadata(directory).is_ok_and(|found| found.is_symlink());
    };
    entries.into_iter().all(|entry| {
        entry.is_ok_and(|entry| match entry.file_type() {
            Ok(kind) if kind.is_dir() => has_only_files(&entry.path()),
            Ok(kind) => kind.is_file(),
            Err(_) => false,
        })
    })
}

fn copy_directory(from: &Path, to: &Path) -> io::Result<()> {
    if fs::symlink_metadata(to).is_ok_and(|found| !found.is_dir()) {
        fs::remove_file(to)?;
    }
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let to = to.join(entry.file_name());
        match entry.file_type()?.is_dir() {
            true => copy_directory(&entry.path(), &to)?,
            false => copy_file(&entry.path(), &to)?,
        }
    }
    Ok(())
}

/// With the time and the rights that it has. What is there is replaced, not written to: it may be a link.
fn copy_file(from: &Path, to: &Path) -> io::Result<()> {
    if fs::symlink_metadata(to).is_ok_and(|found| !found.is_dir()) {
        fs::remove_file(to)?;
    }
    fs::copy(from, to)?;
    let modified = fs::symlink_metadata(from)?.modified()?;
    let copy = File::open(to)?;
    copy.set_times(FileTimes::new().set_modified(modified))
}

fn size(directory: &Path) -> io::Result<u64> {
    let mut bytes = 0;
    for entry in fs::read_dir(directory)? {
        let entry = entry?;
        bytes += match entry.file_type()?.is_dir() {
            true => size(&entry.path())?,
            false => entry.metadata()?.len(),
        };
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::symlink;

    const UNIT: &str = "syn-0123456789abcdef";

    fn write(path: &Path) {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, "x").unwrap();
    }

    /// A target directory with one compiled unit.
    fn compiled(unit: &str) -> tempfile::TempDir {
        let directory = tempfile::tempdir().unwrap();
        let profile = directory.path().join("x86_64-unknown-linux-gnu/debug");
        let hash = hash(unit).unwrap();
        write(&profile.join(FINGERPRINTS).join(unit).join("lib-syn.json"));
        write(&profile.join(ARTIFACTS).join(format!("libsyn-{hash}.rlib")));
        write(&profile.join(BUILD_SCRIPTS).join(unit).join("out/table.rs"));
        directory
    }

    fn of(names: &[&str]) -> BTreeSet<String> {
        names.iter().map(|&name| name.to_owned()).collect()
    }

    #[test]
    fn units_of_the_packages_are_copied_once_with_their_times() {
        let (from, to) = (compiled(UNIT), tempfile::tempdir().unwrap());
        let copy = |packages: &[&str]| copy_units(from.path(), to.path(), &of(packages)).unwrap();
        assert_eq!(copy(&["serde"]), 0);
        assert_eq!(copy(&["syn"]), 1);
        assert_eq!(copy(&["syn"]), 0);
        let profile = Path::new("x86_64-unknown-linux-gnu/debug");
        for file in [
            format!("{FINGERPRINTS}/{UNIT}/lib-syn.json"),
            format!("{ARTIFACTS}/libsyn-0123456789abcdef.rlib"),
            format!("{BUILD_SCRIPTS}/{UNIT}/out/table.rs"),
        ] {
            let [one, other] = [&from, &to].map(|directory| {
                let found = fs::metadata(directory.path().join(profile).join(&file));
                found.expect("it is there").modified().unwrap()
            });
            assert_eq!(one, other, "{file}");
        }
    }

    #[test]
    fn what_was_not_finished_is_left_out() {
        let (from, to) = (compiled(UNIT), tempfile::tempdir().unwrap());
        let fingerprint = from
            .path()
            .join("x86_64-unknown-linux-gnu/debug")
            .join(FINGERPRINTS)
            .join(UNIT);
        fs::rename(
            fingerprint.join("lib-syn.json"),
            fingerprint.join("invoked.timestamp"),
        )
        .unwrap();
        assert_eq!(copy_units(from.path(), to.path(), &of(&["syn"])).unwrap(), 0);
    }

    #[test]
    fn links_lead_nowhere() {
        let outside = tempfile::tempdir().unwrap();
        fs::write(outside.path().join("secret"), "secret").unwrap();
        // Into what is copied.
        let (from, to) = (compiled(UNIT), tempfile::tempdir().unwrap());
        let profile = Path::new("x86_64-unknown-linux-gnu/debug");
        let out = from
            .path()
            .join(profile)
            .join(BUILD_SCRIPTS)
            .join(UNIT)
            .join("out");
        symlink(outside.path().join("secret"), out.join("link")).unwrap();
        assert_eq!(copy_units(from.path(), to.path(), &of(&["syn"])).unwrap(), 0);
        // Out of where it is copied to.
        let from = compiled(UNIT);
        for link in [
            "x86_64-unknown-linux-gnu",
            "x86_64-unknown-linux-gnu/debug",
            "x86_64-unknown-linux-gnu/debug/deps",
        ] {
            let (to, link) = (tempfile::tempdir().unwrap(), Path::new(link));
            fs::create_dir_all(to.path().join(link.parent().unwrap())).unwrap();
            symlink(outside.path(), to.path().join(link)).unwrap();
            assert!(
                copy_units(from.path(), to.path(), &of(&["syn"])).is_err(),
                "{link:?}"
            );
            assert_eq!(names_in(outside.path()).unwrap(), ["secret"]);
        }
        let to = tempfile::tempdir().unwrap();
        let artifacts = to.path().join(profile).join(ARTIFACTS);
        fs::create_dir_all(&artifacts).unwrap();
        symlink(
            outside.path().join("secret"),
            artifacts.join("libsyn-0123456789abcdef.rlib"),
        )
        .unwrap();
        assert_eq!(copy_units(from.path(), to.path(), &of(&["syn"])).unwrap(), 1);
        assert_eq!(
            fs::read_to_string(outside.path().join("secret")).unwrap(),
            "secret"
        );
    }

    #[test]
    fn too_much_is_forgotten() {
        let directory = tempfile::tempdir().unwrap();
        let kept = directory.path().join(DIRECTORY).join("debug");
        BuiltDependencies::keep(directory.path(), 0).unwrap();
        write(&kept.join("one"));
        BuiltDependencies::keep(directory.path(), 1).unwrap();
        assert!(kept.exists());
        BuiltDependencies::keep(directory.path(), 0).unwrap();
        assert!(!kept.exists());
    }
}
