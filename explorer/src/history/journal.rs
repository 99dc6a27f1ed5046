//! The records themselves: a file of lines for each package, to which whoever has made a run appends one. Writers and readers
//! lock the file, so a line without an end is of a writer that died: it is set aside, and nothing else is lost. No line is ever
//! changed.

use super::record::Record;
use crate::store::plain;
use anyhow::Context;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

/// How names of files with records end.
const EXTENSION: &str = "jsonl";
/// What is put behind such a name for what is set aside.
const SET_ASIDE: &str = "set-aside";

/// The records in one state directory, which need not be there yet.
#[derive(Clone, Debug)]
pub struct Journal {
    directory: PathBuf,
}

/// Everything that was read.
#[derive(Debug, Default)]
pub(super) struct Records {
    /// Of each package oldest first.
    pub(super) by_package: BTreeMap<String, Vec<Record>>,
    /// Paths of items by their hash.
    pub(super) paths: BTreeMap<String, Vec<String>>,
    /// What it was read of.
    pub(super) sources: Vec<String>,
}

impl Journal {
    /// The journal of a state directory.
    pub fn below(state_dir: &Path) -> Journal {
        Journal {
            directory: state_dir.join("records"),
        }
    }

    /// Appends the record of a run. Returns what has to be said besides.
    pub fn append(&self, mut record: Record) -> anyhow::Result<Option<String>> {
        let path = self.path_of(&record.package.name);
        fs::create_dir_all(&self.directory)?;
        let mut file = OpenOptions::new()
            .read(true)
            .append(true)
            .create(true)
            .open(&path)?;
        let is_locked = file.lock().is_ok();
        let mut known = Vec::new();
        file.read_to_end(&mut known)?;
        let warning = mend(&path, &file, &mut known, is_locked)?;
        let paths = format!("\"hash\":\"{}\",\"paths\":[", record.items.hash);
        if String::from_utf8_lossy(&known).contains(&paths) {
            record.items.paths = None;
        }
        let mut line = serde_json::to_string(&record).context("the record cannot be written down")?;
        line.push('\n');
        file.write_all(line.as_bytes())?;
        file.sync_data()?;
        Ok(warning)
    }

    fn path_of(&self, package: &str) -> PathBuf {
        self.directory.join(format!("{}.{EXTENSION}", plain(package)))
    }

    /// The files there are, sorted.
    fn files(&self) -> io::Result<Vec<PathBuf>> {
        let entries = match fs::read_dir(&self.directory) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
            other => other?,
        };
        let mut files = Vec::new();
        for entry in entries {
            let path = entry?.path();
            if path.extension().is_some_and(|extension| extension == EXTENSION) {
                files.push(path);
            }
        }
        files.sort();
        Ok(files)
    }

    /// What all files are like: as long as this is the same, so are the records.
    pub(super) fn sources(&self) -> io::Result<Vec<String>> {
        let files = self.files()?;
        files
            .iter()
            .map(|path| source(path, &fs::metadata(path)?))
            .collect()
    }

    /// Reads all records. What cannot be read is told and stays.
    pub(super) fn read(&self, warnings: &mut Vec<String>) -> anyhow::Result<Records> {
        let mut records = Records::default();
        for path in self.files()? {
            let named = || format!("cannot read `{}`", path.display());
            let bytes = read_file(&path, &mut records.sources, warnings).with_context(named)?;
            let mut bad = Vec::new();
            for (number, line) in String::from_utf8_lossy(&bytes).lines().enumerate() {
                match parse(line) {
                    Ok(record) => records.add(record),
                    Err(why) => bad.push((number + 1, why)),
                }
            }
            if let Some((number, why)) = bad.first() {
                warnings.push(format!(
                    "{} of `{}` cannot be read and {} passed over; line {number}: {why}",
                    match bad.len() {
                        1 => "1 line".to_owned(),
                        more => format!("{more} lines"),
                    },
                    path.display(),
                    if bad.len() == 1 { "is" } else { "are" }
                ));
            }
        }
        records.tell_apart();
        for runs in records.by_package.values_mut() {
            runs.sort_by(|a, b| (&a.run.time, &a.run.name).cmp(&(&b.run.time, &b.run.name)));
        }
        Ok(records)
    }
}

impl Records {
    fn add(&mut self, mut record: Record) {
        if let Some(paths) = record.items.paths.take() {
            self.paths.insert(record.items.hash.clone(), paths);
        }
        let package = record.package.name.clone();
        self.by_package.entry(package).or_default().push(record);
    }

    /// A crate of the registry and a checkout with its name are two packages.
    fn tell_apart(&mut self) {
        let is_published = |record: &Record| record.package.source == "registry";
        let mut published = Vec::new();
        for (name, runs) in &mut self.by_package {
            if runs.iter().any(is_published) && !runs.iter().all(is_published) {
                let apart = runs.extract_if(.., |record| is_published(record)).collect();
                published.push((format!("{name}@registry"), apart));
            }
        }
        self.by_package.extend(published);
    }
}

fn parse(line: &str) -> Result<Record, String> {
    let value: Value = serde_json::from_str(line).map_err(|error| error.to_string())?;
    // Before anything else is expected of it.
    match value["format"].as_u64() {
        Some(format) if format > Record::FORMAT.into() => Err(format!(
            "a newer cargo-explore wrote it, in form {format}, and this one reads up to {}",
            Record::FORMAT
        )),
        _ => serde_json::from_value(value).map_err(|error| error.to_string()),
    }
}

fn source(path: &Path, metadata: &fs::Metadata) -> io::Result<String> {
    let changed = metadata
        .modified()?
        .duration_since(UNIX_EPOCH)
        .unwrap_or_default();
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    Ok(format!("{name} {} {}", metadata.len(), changed.as_nanos()))
}

/// The whole lines of a file. What is torn is set aside where that can be done, and else passed over.
fn read_file(path: &Path, sources: &mut Vec<String>, warnings: &mut Vec<String>) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let is_whole = |bytes: &[u8]| bytes.last().is_none_or(|last| *last == b'\n');
    {
        let mut file = File::open(path)?;
        // Where files cannot be locked, a line that is being written counts as torn.
        let _ = file.lock_shared();
        file.read_to_end(&mut bytes)?;
        if is_whole(&bytes) {
            sources.push(source(path, &file.metadata()?)?);
            return Ok(bytes);
        }
    }
    let mended = (OpenOptions::new().read(true).append(true).open(path)).and_then(|mut file| {
        let is_locked = file.lock().is_ok();
        bytes.clear();
        file.seek(SeekFrom::Start(0))?;
        file.read_to_end(&mut bytes)?;
        let warning = mend(path, &file, &mut bytes, is_locked)?;
        Ok((warning, source(path, &file.metadata()?)?))
    });
    match mended {
        Ok((warning, source)) => {
            warnings.extend(warning);
            sources.push(source);
        }
        Err(error) => {
            warnings.push(format!(
                "the last line of `{}` is torn and is passed over: it cannot be set aside ({error})",
                path.display()
            ));
            sources.push(source(path, &fs::metadata(path)?)?);
        }
    }
    bytes.truncate(end_of_lines(&bytes));
    Ok(bytes)
}

fn end_of_lines(bytes: &[u8]) -> usize {
    bytes
        .iter()
        .rposition(|byte| *byte == b'\n')
        .map_or(0, |at| at + 1)
}

/// Takes a torn last line out of a file that is locked, and keeps it beside the file. Returns what has to be said.
fn mend(path: &Path, file: &File, bytes: &mut Vec<u8>, is_locked: bool) -> io::Result<Option<String>> {
    let end = end_of_lines(bytes);
    if end == bytes.len() {
        return Ok(None);
    }
    if !is_locked {
        return Err(io::Error::other("it cannot be locked"));
    }
    let mut place = path.as_os_str().to_owned();
    place.push(format!(".{SET_ASIDE}"));
    let place = PathBuf::from(place);
    let mut aside = OpenOptions::new().append(true).create(true).open(&place)?;
    aside.write_all(&bytes[end..])?;
    aside.write_all(b"\n")?;
    aside.sync_data()?;
    file.set_len(u64::try_from(end).unwrap_or(u64::MAX))?;
    bytes.truncate(end);
    Ok(Some(format!(
        "the last line of `{}` was torn, since its writer was ended; it was set aside in `{}`",
        path.display(),
        place.display()
    )))
}

#[cfg(test)]
mod tests;
