//! Runs that are kept: one file for each crate and run, in one directory. A file is written whole beside its place and then
//! renamed, so that nobody ever sees half of one; only the run that a file is of replaces it, by a fuller one. What cannot be
//! read is set aside and stays. Nothing here prints, and nothing here fails a run: callers warn.

mod archive;
mod facts;
mod names;
mod record;
#[cfg(test)]
mod tests;

pub use archive::{Unreadable, read_archive};
pub use facts::{Facts, FeatureChoice, FedWith, HumanTexts, Origin, StoredRun};
pub use names::{Stamp, command_name, plain};
pub use record::Record;

use crate::tuning::{DAYS_OF_RUNS, HOURS_OF_UNFINISHED_FILES, RUNS_KEPT};
use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

/// How names of stored runs end, and of runs that are carried away.
pub const EXTENSION: &str = "zip";
/// What is put behind the name of a file that cannot be read.
const SET_ASIDE: &str = "set-aside";
/// How the name of a file begins that is being written.
const UNFINISHED: &str = ".unfinished-";

/// The runs in one directory, which need not be there yet.
#[derive(Clone, Debug)]
pub struct Store {
    directory: PathBuf,
}

/// What reading a store came to besides the runs: sentences for people.
pub type Warnings = Vec<String>;

impl Store {
    /// The store below `<target directory>/explore`.
    pub fn below(work_dir: &Path) -> Store {
        Store {
            directory: work_dir.join("runs"),
        }
    }

    /// Where it is.
    pub fn directory(&self) -> &Path {
        &self.directory
    }

    /// Adds a run that is not stored yet and names it. Whoever adds one at the same time gets another name.
    pub fn add(&self, run: &mut StoredRun, mut now: Stamp) -> anyhow::Result<()> {
        fs::create_dir_all(&self.directory)?;
        loop {
            run.facts.name = now.name(&run.facts.package);
            let file = self.unfinished(&archive::write(std::slice::from_ref(run))?)?;
            match file.persist_noclobber(self.path_of(&run.facts.name)) {
                Ok(_) => return Ok(()),
                Err(taken) if taken.error.kind() == io::ErrorKind::AlreadyExists => now = now.next(),
                Err(failed) => return Err(failed.error.into()),
            }
        }
    }

    /// Replaces what is stored of a run that was added before.
    pub fn replace(&self, run: &StoredRun) -> anyhow::Result<()> {
        let file = self.unfinished(&archive::write(std::slice::from_ref(run))?)?;
        file.persist(self.path_of(&run.facts.name))?;
        Ok(())
    }

    /// A file with this content that has no name in the store yet. All of it is on the disk: a full one fails here.
    fn unfinished(&self, content: &[u8]) -> io::Result<tempfile::NamedTempFile> {
        let mut builder = tempfile::Builder::new();
        let mut file = (builder.prefix(UNFINISHED))
            .permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666))
            .tempfile_in(&self.directory)?;
        io::Write::write_all(&mut file, content)?;
        file.as_file().sync_all()?;
        Ok(file)
    }

    fn path_of(&self, name: &str) -> PathBuf {
        self.directory.join(format!("{name}.{EXTENSION}"))
    }

    /// Names of all runs, oldest first. A directory that is not there has none.
    pub fn names(&self) -> io::Result<Vec<String>> {
        let entries = match fs::read_dir(&self.directory) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            other => other?,
        };
        let mut found = BTreeSet::new();
        for entry in entries {
            let name = entry?.file_name();
            let stem = name
                .to_str()
                .and_then(|name| name.strip_suffix(&format!(".{EXTENSION}")));
            // What has another name is nobody's run, and is left alone.
            let is_run = |stem: &&str| names::package_of(stem).is_some();
            found.extend(stem.filter(is_run).map(str::to_owned));
        }
        Ok(found.into_iter().collect())
    }

    /// Reads a run. What is damaged is set aside; what cannot be read for another reason stays where it is.
    pub fn read(&self, name: &str, warnings: &mut Warnings) -> Option<StoredRun> {
        let path = self.path_of(name);
        let why = match read_archive(&path) {
            Ok(runs) => match runs.into_iter().next() {
                Some(run) => return Some(run),
                None => Unreadable::Damaged("it holds no run".to_owned()),
            },
            // Somebody else has removed it just now: it was too old.
            Err(Unreadable::Io(error)) if error.kind() == io::ErrorKind::NotFound => return None,
            Err(why) => why,
        };
        let stays = matches!(why, Unreadable::Newer(_) | Unreadable::Io(_));
        let place = if stays { None } else { self.set_aside(&path) };
        warnings.push(match place {
            Some(place) => format!(
                "the stored run `{}` cannot be read ({why}); it was set aside as `{}`",
                path.display(),
                place.display()
            ),
            None => format!(
                "the stored run `{}` cannot be read ({why}) and is passed over",
                path.display()
            ),
        });
        None
    }

    /// Gives a file a name under which it is nobody's run. None: that did not work either.
    fn set_aside(&self, path: &Path) -> Option<PathBuf> {
        let free = |number: u32| {
            let mut name = path.as_os_str().to_owned();
            name.push(match number {
                0 => format!(".{SET_ASIDE}"),
                more => format!(".{SET_ASIDE}-{more}"),
            });
            PathBuf::from(name)
        };
        let place = (0..).map(free).find(|place| !place.exists())?;
        fs::rename(path, &place).is_ok().then_some(place)
    }

    /// All runs that can be read, newest first, each read as it is asked for.
    pub fn newest_first<'a>(
        &'a self,
        warnings: &'a mut Warnings,
    ) -> io::Result<impl Iterator<Item = StoredRun> + 'a> {
        let names = self.names()?;
        Ok(names
            .into_iter()
            .rev()
            .filter_map(|name| self.read(&name, warnings)))
    }

    /// The runs of the newest command, oldest first: one for each package that it explored.
    pub fn newest_command(&self, warnings: &mut Warnings) -> io::Result<Vec<StoredRun>> {
        let mut runs: Vec<StoredRun> = Vec::new();
        for run in self.newest_first(warnings)? {
            match runs.first() {
                // Another command may have run at the same time: only what is older than the command itself ends it.
                Some(first) if run.facts.name < first.facts.command => break,
                Some(first) if run.facts.command != first.facts.command => {}
                _ => runs.push(run),
            }
        }
        runs.reverse();
        Ok(runs)
    }

    /// Removes what is too old or too much; the newest run of a package stays, however old. What cannot be removed is left.
    pub fn prune(&self, now: SystemTime) -> io::Result<()> {
        let oldest = Stamp::of(now - Duration::from_secs(DAYS_OF_RUNS * 24 * 3600));
        let mut packages = BTreeSet::new();
        for (newer, name) in self.names()?.into_iter().rev().enumerate() {
            let Some(package) = names::package_of(&name) else {
                continue;
            };
            let is_newest = packages.insert(package.to_owned());
            if !is_newest && (newer >= RUNS_KEPT || oldest.is_after(&name)) {
                // Somebody else may have been faster.
                let _ = fs::remove_file(self.path_of(&name));
            }
        }
        self.remove_unfinished(now)
    }

    /// Removes what writers have left that were killed.
    fn remove_unfinished(&self, now: SystemTime) -> io::Result<()> {
        for entry in fs::read_dir(&self.directory)? {
            let entry = entry?;
            let is_unfinished = entry
                .file_name()
                .as_encoded_bytes()
                .starts_with(UNFINISHED.as_bytes());
            let age = || now.duration_since(entry.metadata().ok()?.modified().ok()?).ok();
            if is_unfinished && age().is_some_and(|age| age.as_secs() > HOURS_OF_UNFINISHED_FILES * 3600) {
                // Somebody else may have been faster.
                let _ = fs::remove_file(entry.path());
            }
        }
        Ok(())
    }
}
