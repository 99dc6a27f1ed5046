//! What a directory of sweeps remembers: a file of lines that only grows, and the runs that its lines name. A line that was not
//! written to its end is passed over; everything before it counts.

use super::package::{End, PackageEnd, Target};
use super::shard::Shard;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

/// The version of the form that this program writes.
const FORMAT: u32 = 1;
/// The file of lines.
const FILE: &str = "journal.jsonl";
/// The directory of runs.
const RUNS: &str = "runs";
/// States of a package whose newest runs are kept, at most.
const MOST_STATES: usize = 4;

/// What two parts of one sweep have in common, whoever runs them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Identity {
    /// The version of this program.
    pub tool: String,
    /// Options of exploring, as given.
    pub options: Vec<String>,
    /// Name, version and fingerprint of all packages, those of other parts, too.
    pub packages: Vec<String>,
}

/// A sweep begins.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Begun {
    /// Its name: when it began.
    pub name: String,
    /// The command line.
    pub arguments: Vec<String>,
    /// Where that was typed.
    pub directory: PathBuf,
    /// What it is a sweep of.
    pub identity: Identity,
    /// Which part of it.
    pub shard: Option<Shard>,
    /// The packages of this part.
    pub targets: Vec<Target>,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Line {
    Form(u32),
    Begun(Box<Begun>),
    Package(Box<PackageEnd>),
    /// All packages of the sweep have an end.
    Ended,
}

/// A sweep as it is in a journal.
#[derive(Clone, Debug)]
pub struct Sweep {
    /// How it began.
    pub begun: Begun,
    /// What came to an end since, oldest first.
    pub ends: Vec<PackageEnd>,
    /// Nothing is left of it to do.
    pub is_ended: bool,
}

impl Sweep {
    fn new(begun: Begun) -> Sweep {
        Sweep {
            begun,
            ends: Vec::new(),
            is_ended: false,
        }
    }

    /// Whether a go at the package is over.
    pub fn has_end(&self, target: &Target) -> bool {
        self.ends.iter().any(|end| end.is_of(target))
    }
}

/// The sweeps of one directory.
#[derive(Debug)]
pub struct Journal {
    directory: PathBuf,
    file: File,
    /// Oldest first.
    pub sweeps: Vec<Sweep>,
    /// What reading came to, for people.
    pub warnings: Vec<String>,
    /// Lines that could not be written yet.
    unwritten: String,
}

impl Journal {
    /// Opens the journal of a directory, which is made if it is not there. Errors: it cannot be written; another sweep has it; a newer
    /// program wrote it.
    pub fn open(directory: &Path) -> anyhow::Result<Journal> {
        let named = |error: io::Error| {
            anyhow::anyhow!(
                "cannot keep the sweep in `{}`: {error}\nhelp: name another directory with --sweep-dir",
                directory.display()
            )
        };
        fs::create_dir_all(directory.join(RUNS)).map_err(named)?;
        let path = directory.join(FILE);
        let mut options = OpenOptions::new();
        let file = options.create(true).append(true).open(&path).map_err(named)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(fs::TryLockError::WouldBlock) => anyhow::bail!(
                "another sweep is using `{}`\nhelp: wait for it, or name another directory with --sweep-dir",
                directory.display()
            ),
            Err(fs::TryLockError::Error(error)) => return Err(named(error)),
        }
        let text = fs::read(&path).map_err(named)?;
        let (sweeps, warnings) = read(&path, &String::from_utf8_lossy(&text))?;
        let mut journal = Journal {
            directory: directory.to_owned(),
            file,
            sweeps,
            warnings,
            unwritten: String::new(),
        };
        match text.is_empty() {
            true => journal.append(&Line::Form(FORMAT)).map_err(named)?,
            // What was not written to its end must not become the beginning of another line.
            false if !text.ends_with(b"\n") => journal.file.write_all(b"\n").map_err(named)?,
            false => {}
        }
        Ok(journal)
    }

    /// Reads the journal of a directory that is only looked at.
    pub fn look(directory: &Path) -> anyhow::Result<Vec<Sweep>> {
        let path = directory.join(FILE);
        let text = fs::read(&path).map_err(|error| match error.kind() {
            ErrorKind::NotFound => {
                anyhow::anyhow!("`{}` holds no sweep: it has no `{FILE}`", directory.display())
            }
            _ => anyhow::anyhow!("cannot read `{}`: {error}", path.display()),
        })?;
        let (sweeps, _) = read(&path, &String::from_utf8_lossy(&text))?;
        Ok(sweeps)
    }

    /// A sweep begins, which all that follows belongs to, even if it cannot be written down.
    pub fn begin(&mut self, begun: Begun) -> io::Result<()> {
        self.sweeps.push(Sweep::new(begun.clone()));
        self.append(&Line::Begun(Box::new(begun)))
    }

    /// A go at a package is over. It counts even if it cannot be written down.
    pub fn add(&mut self, end: PackageEnd) -> io::Result<()> {
        let written = self.append(&Line::Package(Box::new(end.clone())));
        if let Some(sweep) = self.sweeps.last_mut() {
            sweep.ends.push(end);
        }
        written
    }

    /// The sweep is over.
    pub fn end(&mut self) -> io::Result<()> {
        self.append(&Line::Ended)?;
        if let Some(sweep) = self.sweeps.last_mut() {
            sweep.is_ended = true;
        }
        Ok(())
    }

    /// The newest sweep.
    pub fn newest(&self) -> Option<&Sweep> {
        self.sweeps.last()
    }

    /// The newest go at a package that something is known of and that is as it was.
    pub fn known<'a>(&'a self, target: &'a Target) -> Option<&'a PackageEnd> {
        self.known_in(&self.sweeps, target)
    }

    /// The same before the newest sweep began; of what nothing is known, how it was tried to no end.
    pub fn known_before<'a>(&'a self, target: &'a Target) -> Option<&'a PackageEnd> {
        let (_, before) = self.sweeps.split_last()?;
        self.known_in(before, target).or_else(|| tried(before, target))
    }

    /// What is known is a run that is there: removed ones, and what a machine that went down left empty, are not.
    fn known_in<'a>(&'a self, sweeps: &'a [Sweep], target: &'a Target) -> Option<&'a PackageEnd> {
        let is_there = |run: &str| fs::metadata(self.run_path(run)).is_ok_and(|file| file.len() > 0);
        of_target(sweeps, target).find(|end| end.run.as_deref().is_some_and(is_there))
    }

    /// The number of the next go of a sweep: greater than those of all goes whose files are there, whether or not they came to an end.
    pub fn next_serial(&self, sweep: &str) -> io::Result<usize> {
        let mut next = 0;
        for entry in fs::read_dir(self.directory.join(RUNS))? {
            let name = entry?.file_name();
            let serial = name.to_str().and_then(|name| {
                let rest = name.strip_prefix(sweep)?.strip_prefix('-')?;
                rest.split('-').next()?.parse::<usize>().ok()
            });
            next = next.max(serial.map_or(0, |serial| serial + 1));
        }
        Ok(next)
    }

    /// The newest run of a package before the newest sweep began, whatever the package was then.
    pub fn last_run_before(&self, name: &str) -> Option<&str> {
        let (_, before) = self.sweeps.split_last()?;
        let mut ends = before.iter().rev().flat_map(|sweep| sweep.ends.iter().rev());
        ends.find_map(|end| end.run.as_deref().filter(|_| end.name == name))
    }

    /// Where a run is kept.
    pub fn run_path(&self, run: &str) -> PathBuf {
        run_path(&self.directory, run)
    }

    /// Each line is on the disk before the next thing is done. What cannot be written is written with the next line: the file never
    /// has half a line, nor a go without its sweep.
    fn append(&mut self, line: &Line) -> io::Result<()> {
        self.unwritten.push_str(&serde_json::to_string(line)?);
        self.unwritten.push('\n');
        let length = self.file.metadata()?.len();
        let written = self.file.write_all(self.unwritten.as_bytes());
        if let Err(error) = written.and_then(|()| self.file.sync_data()) {
            self.file.set_len(length)?;
            return Err(error);
        }
        self.unwritten.clear();
        Ok(())
    }

    /// Removes runs that newer ones of their packages have taken the place of. What a package was some changes ago, or with other
    /// options, it may be again.
    pub fn prune(&self) -> io::Result<()> {
        let newest = self.sweeps.last().into_iter().flat_map(|sweep| &sweep.ends);
        let mut used: BTreeSet<&str> = newest.filter_map(|end| end.run.as_deref()).collect();
        let mut seen: BTreeMap<(&str, &str), BTreeSet<Option<&str>>> = BTreeMap::new();
        for end in self.sweeps.iter().rev().flat_map(|sweep| sweep.ends.iter().rev()) {
            let Some(run) = &end.run else { continue };
            let states = seen.entry((&end.name, &end.version)).or_default();
            if states.len() < MOST_STATES && states.insert(end.fingerprint.as_deref()) {
                used.insert(run);
            }
        }
        for entry in fs::read_dir(self.directory.join(RUNS))? {
            let entry = entry?;
            let name = entry.file_name();
            let is_of_a_sweep = |name: &str| name.ends_with(".zip") || name.ends_with(".log");
            let name = name.to_str().unwrap_or_default();
            if is_of_a_sweep(name) && !used.contains(name) {
                // What cannot be removed takes some room.
                let _ = fs::remove_file(entry.path());
            }
        }
        Ok(())
    }
}

/// The sweeps in the text of a journal, and what has to be said of lines that cannot be read.
fn read(path: &Path, text: &str) -> anyhow::Result<(Vec<Sweep>, Vec<String>)> {
    let (mut sweeps, mut warnings) = (Vec::<Sweep>::new(), Vec::new());
    for (number, line) in text.lines().enumerate() {
        match (serde_json::from_str(line), sweeps.last_mut()) {
            (Ok(Line::Form(form)), _) => anyhow::ensure!(
                form <= FORMAT,
                "a newer cargo-explore has written the sweeps in `{}`, in form {form}\nhelp: use that version, or name \
                 another directory with --sweep-dir",
                path.parent().unwrap_or(path).display()
            ),
            (Ok(Line::Begun(begun)), _) => sweeps.push(Sweep::new(*begun)),
            (Ok(Line::Package(end)), Some(sweep)) => sweep.ends.push(*end),
            (Ok(Line::Ended), Some(sweep)) => sweep.is_ended = true,
            (Ok(Line::Package(_) | Line::Ended), None) => {}
            (Err(_), _) if line.trim().is_empty() => {}
            (Err(error), _) => warnings.push(format!(
                "line {} of `{}` cannot be read and is passed over: {error}",
                number + 1,
                path.display()
            )),
        }
    }
    Ok((sweeps, warnings))
}

/// Goes at a package as it is, the newest first.
fn of_target<'a>(sweeps: &'a [Sweep], target: &'a Target) -> impl Iterator<Item = &'a PackageEnd> {
    let ends = sweeps.iter().rev().flat_map(|sweep| sweep.ends.iter().rev());
    ends.filter(|end| end.fingerprint.is_some() && end.is_of(target))
}

fn tried<'a>(sweeps: &'a [Sweep], target: &'a Target) -> Option<&'a PackageEnd> {
    of_target(sweeps, target).find(|end| matches!(end.end, End::Failed | End::Overdue))
}

/// Where a run of a directory of sweeps is kept.
pub fn run_path(directory: &Path, run: &str) -> PathBuf {
    directory.join(RUNS).join(run)
}

#[cfg(test)]
mod tests {
    use super::super::package::PackageTime;
    use super::*;

    fn begun(name: &str) -> Begun {
        Begun {
            name: name.to_owned(),
            arguments: Vec::new(),
            directory: PathBuf::from("/"),
            identity: Identity {
                tool: "0".to_owned(),
                options: Vec::new(),
                packages: Vec::new(),
            },
            shard: None,
            targets: Vec::new(),
        }
    }

    fn end(name: &str, run: &str) -> PackageEnd {
        PackageEnd {
            name: name.to_owned(),
            version: "1.0.0".to_owned(),
            fingerprint: Some("f".to_owned()),
            end: End::Explored,
            run: Some(run.to_owned()),
            time: PackageTime::default(),
            stop: None,
            gain: 0,
            findings: 0,
            unconfirmed: 0,
            exit_code: Some(0),
            words: String::new(),
        }
    }

    fn target(fingerprint: &str) -> Target {
        Target {
            name: "a".to_owned(),
            version: "1.0.0".to_owned(),
            call: Vec::new(),
            fingerprint: Ok(fingerprint.to_owned()),
        }
    }

    fn run(end: Option<&PackageEnd>) -> Option<String> {
        end.and_then(|end| end.run.clone())
    }

    #[test]
    fn what_was_written_is_read_again_and_a_torn_line_costs_itself() {
        let directory = tempfile::tempdir().unwrap();
        let mut journal = Journal::open(directory.path()).unwrap();
        assert!(
            Journal::open(directory.path()).is_err(),
            "two sweeps at once would mix their lines"
        );
        journal.begin(begun("first")).unwrap();
        journal.add(end("a", "a-1.zip")).unwrap();
        drop(journal);
        let path = directory.path().join(FILE);
        let mut text = fs::read_to_string(&path).unwrap();
        text.push_str("{\"package\":{\"na");
        fs::write(&path, text).unwrap();
        let mut journal = Journal::open(directory.path()).unwrap();
        assert_eq!(journal.warnings.len(), 1, "{:?}", journal.warnings);
        journal.add(end("b", "b-1.zip")).unwrap();
        let sweeps = Journal::look(directory.path()).unwrap();
        let names: Vec<&str> = sweeps[0].ends.iter().map(|end| end.name.as_str()).collect();
        assert_eq!(names, ["a", "b"]);
        assert!(!sweeps[0].is_ended);
    }

    #[test]
    fn runs_go_that_a_newer_one_has_replaced() {
        let directory = tempfile::tempdir().unwrap();
        let mut journal = Journal::open(directory.path()).unwrap();
        for (name, ends) in [
            ("first", vec![("a", "a-1.zip"), ("b", "b-1.zip")]),
            ("second", vec![("a", "a-2.zip")]),
            ("third", vec![("a", "a-3.zip")]),
        ] {
            journal.begin(begun(name)).unwrap();
            for (package, run) in ends {
                fs::write(journal.run_path(run), "run").unwrap();
                journal.add(end(package, run)).unwrap();
            }
            journal.end().unwrap();
            journal.prune().unwrap();
        }
        let left = ["a-1.zip", "a-2.zip", "a-3.zip", "b-1.zip"].map(|run| journal.run_path(run).exists());
        assert_eq!(left, [false, false, true, true]);
        assert_eq!(run(journal.known(&target("f"))).as_deref(), Some("a-3.zip"));
        assert_eq!(
            run(journal.known_before(&target("f"))),
            None,
            "a run that was removed is not known"
        );
        assert_eq!(run(journal.known(&target("changed"))), None);
    }

    #[test]
    fn what_a_package_was_is_known_when_it_is_so_again() {
        let directory = tempfile::tempdir().unwrap();
        let mut journal = Journal::open(directory.path()).unwrap();
        for state in 0..=MOST_STATES {
            journal.begin(begun("sweep")).unwrap();
            let name = format!("a-{state}.zip");
            fs::write(journal.run_path(&name), "run").unwrap();
            let end = PackageEnd {
                fingerprint: Some(state.to_string()),
                ..end("a", &name)
            };
            journal.add(end).unwrap();
            journal.end().unwrap();
            journal.prune().unwrap();
        }
        let known = |state: usize| run(journal.known(&target(&state.to_string())));
        assert_eq!(known(0), None, "there are {MOST_STATES} newer ones");
        for state in 1..=MOST_STATES {
            assert_eq!(known(state), Some(format!("a-{state}.zip")));
        }
        // What a machine that went down left of a file is no run.
        fs::write(journal.run_path("a-1.zip"), "").unwrap();
        assert_eq!(run(journal.known(&target("1"))), None);
    }

    #[test]
    fn what_could_not_be_written_is_written_with_the_next_line() {
        let directory = tempfile::tempdir().unwrap();
        let mut journal = Journal::open(directory.path()).unwrap();
        journal.begin(begun("yesterday's")).unwrap();
        journal.add(end("a", "a-1.zip")).unwrap();
        journal.end().unwrap();
        let path = directory.path().join(FILE);
        // A file that cannot be written to stands for a disk that is full.
        let writable = std::mem::replace(&mut journal.file, File::open(&path).unwrap());
        assert!(journal.begin(begun("today's")).is_err());
        assert!(journal.add(end("a", "a-2.zip")).is_err());
        assert_eq!(journal.newest().unwrap().begun.name, "today's");
        assert_eq!(journal.newest().unwrap().ends.len(), 1);
        journal.file = writable;
        journal.end().unwrap();
        let sweeps = Journal::look(directory.path()).unwrap();
        let told: Vec<(&str, usize, bool)> = sweeps
            .iter()
            .map(|sweep| (sweep.begun.name.as_str(), sweep.ends.len(), sweep.is_ended))
            .collect();
        assert_eq!(told, [("yesterday's", 1, true), ("today's", 1, true)]);
    }

    #[test]
    fn numbers_of_goes_are_never_given_twice() {
        let directory = tempfile::tempdir().unwrap();
        let journal = Journal::open(directory.path()).unwrap();
        assert_eq!(journal.next_serial("20261128-1").unwrap(), 0);
        for name in [
            "20261128-1-0000-a.zip",
            "20261128-1-0007-b.log",
            "20261128-2-0009-a.zip",
        ] {
            fs::write(journal.run_path(name), "").unwrap();
        }
        assert_eq!(journal.next_serial("20261128-1").unwrap(), 8);
    }

    #[test]
    fn what_a_newer_program_wrote_is_left_alone() {
        let directory = tempfile::tempdir().unwrap();
        fs::write(directory.path().join(FILE), "{\"form\":2}\n").unwrap();
        let error = Journal::open(directory.path()).unwrap_err().to_string();
        assert!(error.contains("newer"), "{error}");
    }
}
