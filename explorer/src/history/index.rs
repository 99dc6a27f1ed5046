//! The records and what they mean, in a form that answers are read from: SQLite. Made anew from the journal whenever it is not
//! there, is of another version, or is not, byte for byte, what was made of the journal as it is now; a seal beside it says so.
//! It is never the only place of anything, and where it cannot be written it stays in memory.

use super::commit::Commit;
use super::journal::{Journal, Records};
use super::record::{Record, Sighting};
use super::states::{Condition, Life, Run, State, Unexplored, Unreachable, lives};
use crate::fnv::Fnv;
use crate::run_report::Class;
use anyhow::Context;
use rusqlite::{Connection, OpenFlags, Row, Transaction, params};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Raised when tables change, or what is put into them.
const VERSION: u32 = 2;

const TABLES: &str = "
CREATE TABLE runs (package TEXT, position INTEGER, time TEXT, name TEXT, tool TEXT, version TEXT, source TEXT, commit_id TEXT,
    is_dirty INTEGER, stop TEXT, depth INTEGER, completed INTEGER, eligible INTEGER, expressions INTEGER, lines INTEGER,
    of_lines INTEGER, time_limit_ms INTEGER, bug INTEGER, precondition INTEGER, documented INTEGER, convention INTEGER,
    PRIMARY KEY (package, position));
CREATE TABLE findings (package TEXT, id TEXT, place_in_order INTEGER, class TEXT, kind TEXT, item TEXT, message TEXT, place TEXT,
    is_confirmed INTEGER, known TEXT, condition TEXT, PRIMARY KEY (package, id));
CREATE TABLE states (package TEXT, id TEXT, position INTEGER, state TEXT, why TEXT, PRIMARY KEY (package, id, position));
";

/// The answers.
#[derive(Debug)]
pub struct Index {
    connection: Connection,
}

/// A package over time.
#[derive(Clone, Debug, PartialEq)]
pub struct PackageHistory {
    /// Its name.
    pub name: String,
    /// Its runs, oldest first.
    pub runs: Vec<RunSummary>,
    /// Its findings, in the order in which they were first seen.
    pub findings: Vec<FindingHistory>,
}

/// When a run was, and of which code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moment {
    /// Its time in UTC, to the millisecond.
    pub time: String,
    /// Its name in the store of runs.
    pub name: String,
    /// The version of the package.
    pub version: String,
    /// The commit of its code, and whether files differed from it.
    pub commit: Option<Commit>,
}

/// One run in numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunSummary {
    /// When, and of which code.
    pub moment: Moment,
    /// Version of this program.
    pub tool: String,
    /// `path`, `workspace` or `registry`.
    pub source: String,
    /// Why exploring ended.
    pub stop: String,
    /// Depth completed.
    pub depth: u32,
    /// Items that returned, and eligible ones.
    pub items: (u32, u32),
    /// Plans run.
    pub expressions: u64,
    /// Lines reached, and lines with code.
    pub lines: Option<(u64, u64)>,
    /// `--time-limit` in milliseconds.
    pub time_limit_ms: u64,
    /// Causes by class, those that are confirmed.
    pub causes: Vec<(Class, u32)>,
}

impl RunSummary {
    /// Causes of one class.
    pub fn causes_of(&self, class: Class) -> u32 {
        let of_class = self.causes.iter().find(|(of, _)| *of == class);
        of_class.map_or(0, |(_, count)| *count)
    }
}

/// A finding over time, as it was seen last.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FindingHistory {
    /// Its id.
    pub id: String,
    /// The word of its class.
    pub class: Class,
    /// The word of its kind.
    pub kind: String,
    /// The item that was called.
    pub item: String,
    /// The first line of its message.
    pub message: String,
    /// File and line.
    pub place: Option<String>,
    /// It was shown again by itself.
    pub is_confirmed: bool,
    /// The word of the verdict on it.
    pub known: Option<String>,
    /// What is known of it now.
    pub condition: Condition,
    /// What each run said of it, from the first that has it on.
    pub states: Vec<StateAt>,
}

/// What a run said of a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StateAt {
    /// The position of the run.
    pub run: usize,
    /// What it said.
    pub state: State,
}

/// Classes with a column each.
const CLASSES: [Class; 4] = [
    Class::Bug,
    Class::Precondition,
    Class::Documented,
    Class::Convention,
];

impl Index {
    /// The index of a state directory and its journal, made anew if it has to be.
    pub fn open(state_dir: &Path, warnings: &mut Vec<String>) -> anyhow::Result<Index> {
        let journal = Journal::below(state_dir);
        let files = Files::below(state_dir);
        if let Some(index) = files.open(&journal) {
            return Ok(index);
        }
        let records = journal.read(warnings)?;
        let connection = build(&records).context("the index cannot be made")?;
        // The next one to ask makes it again.
        let _ = files.save(&connection, &records.sources);
        Ok(Index { connection })
    }

    /// Names of all packages.
    pub fn packages(&self) -> anyhow::Result<Vec<String>> {
        let sql = "SELECT DISTINCT package FROM runs ORDER BY package";
        Ok(self.rows(sql, &[], |row| row.get(0))?)
    }

    /// Ids of all findings.
    pub fn ids(&self) -> anyhow::Result<Vec<String>> {
        let sql = "SELECT DISTINCT id FROM findings ORDER BY id";
        Ok(self.rows(sql, &[], |row| row.get(0))?)
    }

    /// Packages that have a finding.
    pub fn packages_with(&self, id: &str) -> anyhow::Result<Vec<String>> {
        let sql = "SELECT package FROM findings WHERE id = ?1 ORDER BY package";
        Ok(self.rows(sql, &[id], |row| row.get(0))?)
    }

    /// The history of a package, of one finding only if that is named.
    pub fn package(&self, name: &str, id: Option<&str>) -> anyhow::Result<PackageHistory> {
        let runs = self.rows(
            "SELECT * FROM runs WHERE package = ?1 ORDER BY position",
            &[name],
            run_of,
        )?;
        let mut findings = self.rows(
            "SELECT * FROM findings WHERE package = ?1 ORDER BY place_in_order",
            &[name],
            finding_of,
        )?;
        findings.retain(|finding| id.is_none_or(|id| finding.id == id));
        for finding in &mut findings {
            finding.states = self.rows(
                "SELECT * FROM states WHERE package = ?1 AND id = ?2 ORDER BY position",
                &[name, &finding.id],
                state_of,
            )?;
        }
        Ok(PackageHistory {
            name: name.to_owned(),
            runs,
            findings,
        })
    }

    fn rows<T>(
        &self,
        sql: &str,
        parameters: &[&str],
        read: impl FnMut(&Row<'_>) -> rusqlite::Result<T>,
    ) -> rusqlite::Result<Vec<T>> {
        let mut statement = self.connection.prepare(sql)?;
        let parameters = rusqlite::params_from_iter(parameters);
        statement.query_map(parameters, read)?.collect()
    }
}

/// Where the index is kept.
struct Files {
    directory: PathBuf,
    index: PathBuf,
    seal: PathBuf,
}

impl Files {
    fn below(state_dir: &Path) -> Files {
        Files {
            directory: state_dir.to_owned(),
            index: state_dir.join("index.sqlite"),
            seal: state_dir.join("index.seal"),
        }
    }

    /// The index, if it is what it should be.
    fn open(&self, journal: &Journal) -> Option<Index> {
        let expected = seal(&journal.sources().ok()?, &fs::read(&self.index).ok()?);
        if fs::read_to_string(&self.seal).ok()? != expected {
            return None;
        }
        let connection = Connection::open_with_flags(&self.index, OpenFlags::SQLITE_OPEN_READ_ONLY).ok()?;
        Some(Index { connection })
    }

    /// Writes both files beside their places and renames them. Between the two, and if two do so at once, the seal does not fit.
    fn save(&self, connection: &Connection, sources: &[String]) -> anyhow::Result<()> {
        let fresh = self.fresh()?.into_temp_path();
        let place = fresh.to_str().context("its name is not Unicode")?;
        connection.execute("VACUUM INTO ?1", [place])?;
        let text = seal(sources, &fs::read(&fresh)?);
        fresh.persist(&self.index)?;
        let mut file = self.fresh()?;
        file.write_all(text.as_bytes())?;
        file.persist(&self.seal)?;
        Ok(())
    }
}

impl Files {
    /// An ordinary file without a name that anybody looks for.
    fn fresh(&self) -> std::io::Result<tempfile::NamedTempFile> {
        let mut builder = tempfile::Builder::new();
        (builder.prefix(".unfinished-"))
            .permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666))
            .tempfile_in(&self.directory)
    }
}

/// What the seal of an index says: what it was made by, of what, and which bytes it has.
fn seal(sources: &[String], bytes: &[u8]) -> String {
    let mut hash = Fnv::new();
    hash.bytes(bytes);
    let head = format!("{} {VERSION} {:016x}\n", env!("CARGO_PKG_VERSION"), hash.value());
    sources
        .iter()
        .fold(head, |text, source| format!("{text}{source}\n"))
}

fn build(records: &Records) -> rusqlite::Result<Connection> {
    let mut connection = Connection::open_in_memory()?;
    connection.execute_batch(TABLES)?;
    let transaction = connection.transaction()?;
    for (package, runs) in &records.by_package {
        for (position, record) in runs.iter().enumerate() {
            put_run(&transaction, package, position, record)?;
        }
        let with_paths = |record| Run {
            record,
            paths: records.paths_of(record),
        };
        let with_paths: Vec<Run<'_>> = runs.iter().map(with_paths).collect();
        for (place, life) in lives(&with_paths).iter().enumerate() {
            put_finding(&transaction, (package, place), life, runs)?;
        }
    }
    transaction.commit()?;
    Ok(connection)
}

impl Records {
    fn paths_of(&self, record: &Record) -> Option<&[String]> {
        self.paths.get(&record.items.hash).map(Vec::as_slice)
    }
}

fn put_run(to: &Transaction<'_>, package: &str, position: usize, record: &Record) -> rusqlite::Result<()> {
    let (outcome, commit) = (&record.outcome, record.commit.as_ref());
    let [bug, precondition, documented, convention] =
        CLASSES.map(|class| record.causes.get(&class).copied().unwrap_or(0));
    let sql = "INSERT INTO runs VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, \
               ?19, ?20, ?21)";
    to.prepare(sql)?.execute(params![
        package,
        number(position),
        record.run.time,
        record.run.name,
        record.tool,
        record.package.version,
        record.package.source,
        commit.map(|commit| &commit.id),
        commit.map(|commit| commit.is_dirty),
        outcome.stop.word(),
        outcome.depth,
        outcome.completed,
        outcome.eligible,
        signed(outcome.expressions),
        outcome.lines.map(|(covered, _)| signed(covered)),
        outcome.lines.map(|(_, all)| signed(all)),
        signed(record.options.time_limit_ms),
        bug,
        precondition,
        documented,
        convention,
    ])?;
    Ok(())
}

fn put_finding(
    to: &Transaction<'_>,
    (package, place): (&str, usize),
    life: &Life,
    runs: &[Record],
) -> rusqlite::Result<()> {
    let seen = |record: &'_ Record| record.findings.iter().position(|finding| finding.id == life.id);
    let mut newest_first = runs.iter().rev();
    let latest: Option<&Sighting> =
        newest_first.find_map(|record| seen(record).map(|at| &record.findings[at]));
    let Some(latest) = latest else { return Ok(()) };
    let sql = "INSERT INTO findings VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)";
    to.prepare(sql)?.execute(params![
        package,
        life.id,
        number(place),
        latest.class.word(),
        latest.kind,
        latest.item,
        latest.message,
        latest.place,
        latest.is_confirmed,
        latest.known.map(|verdict| verdict.word()),
        life.condition.word(),
    ])?;
    for (position, state) in &life.states {
        let sql = "INSERT INTO states VALUES (?1, ?2, ?3, ?4, ?5)";
        to.prepare(sql)?.execute(params![
            package,
            life.id,
            number(*position),
            state.word(),
            state.why_word()
        ])?;
    }
    Ok(())
}

/// SQLite's numbers have a sign.
fn signed(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

fn number(position: usize) -> i64 {
    i64::try_from(position).unwrap_or(i64::MAX)
}

fn unsigned(row: &Row<'_>, column: &str) -> rusqlite::Result<u64> {
    let number: i64 = row.get(column)?;
    Ok(u64::try_from(number).unwrap_or(0))
}

fn run_of(row: &Row<'_>) -> rusqlite::Result<RunSummary> {
    let id: Option<String> = row.get("commit_id")?;
    let is_dirty: Option<bool> = row.get("is_dirty")?;
    let has_lines: Option<i64> = row.get("of_lines")?;
    let mut causes = Vec::new();
    for class in CLASSES {
        causes.push((class, row.get(class.word())?));
    }
    Ok(RunSummary {
        moment: Moment {
            time: row.get("time")?,
            name: row.get("name")?,
            version: row.get("version")?,
            commit: id.map(|id| Commit {
                id,
                is_dirty: is_dirty.unwrap_or(false),
            }),
        },
        tool: row.get("tool")?,
        source: row.get("source")?,
        stop: row.get("stop")?,
        depth: row.get("depth")?,
        items: (row.get("completed")?, row.get("eligible")?),
        expressions: unsigned(row, "expressions")?,
        lines: match has_lines {
            Some(_) => Some((unsigned(row, "lines")?, unsigned(row, "of_lines")?)),
            None => None,
        },
        time_limit_ms: unsigned(row, "time_limit_ms")?,
        causes,
    })
}

fn finding_of(row: &Row<'_>) -> rusqlite::Result<FindingHistory> {
    let (class, condition): (String, String) = (row.get("class")?, row.get("condition")?);
    let classes = [&CLASSES[..], &[Class::Unreliable]].concat();
    Ok(FindingHistory {
        id: row.get("id")?,
        class: word_of(classes, Class::word, &class)?,
        kind: row.get("kind")?,
        item: row.get("item")?,
        message: row.get("message")?,
        place: row.get("place")?,
        is_confirmed: row.get("is_confirmed")?,
        known: row.get("known")?,
        condition: word_of(Condition::ALL, Condition::word, &condition)?,
        states: Vec::new(),
    })
}

fn state_of(row: &Row<'_>) -> rusqlite::Result<StateAt> {
    let (word, why): (String, Option<String>) = (row.get("state")?, row.get("why")?);
    let with_why = Unexplored::ALL.map(State::NotExplored).into_iter();
    let all = State::PLAIN
        .into_iter()
        .chain(with_why)
        .chain(Unreachable::ALL.map(State::NoLongerReachable));
    let mut found = all.filter(|state| state.word() == word && state.why_word() == why.as_deref());
    Ok(StateAt {
        run: usize::try_from(unsigned(row, "position")?).unwrap_or(0),
        state: found.next().ok_or_else(|| unknown(&word))?,
    })
}

fn word_of<T: Copy>(
    all: impl IntoIterator<Item = T>,
    word: fn(T) -> &'static str,
    wanted: &str,
) -> rusqlite::Result<T> {
    let found = all.into_iter().find(|one| word(*one) == wanted);
    found.ok_or_else(|| unknown(wanted))
}

/// What no index of this version has.
fn unknown(word: &str) -> rusqlite::Error {
    rusqlite::Error::InvalidColumnName(word.to_owned())
}

#[cfg(test)]
mod tests;
