//! The file that runs are kept and carried away in: a zip archive with a directory for each run, whose entries have
//! checksums. The program's own form of a report is one entry among others, and the only one that may not be readable by
//! another version.

use super::facts::{Facts, HumanTexts, StoredRun};
use crate::tuning::MOST_BYTES_OF_AN_ENTRY;
use anyhow::Context;
use std::fmt;
use std::fs::File;
use std::io::{self, Cursor, Read, Seek, Write};
use std::path::Path;
use zip::result::ZipError;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipArchive, ZipWriter};

/// Facts, as JSON.
const FACTS: &str = "run.json";
/// The JSON report.
const DOCUMENT: &str = "report.json";
/// The report as this program has it.
const REPORT: &str = "program.json";
/// The reports for people.
const HUMAN: &str = "human.txt";
const HUMAN_ALL: &str = "human-all.txt";

/// Why a file of runs cannot be read.
#[derive(Debug)]
pub enum Unreadable {
    /// It is none, or not as it was written.
    Damaged(String),
    /// A later version of this program wrote it, in this form.
    Newer(u32),
    /// The system does not give it.
    Io(io::Error),
}

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Damaged(why) => write!(f, "it is damaged: {why}"),
            Self::Newer(format) => write!(
                f,
                "a newer cargo-explore wrote it, in form {format}, and this one reads up to {}; \
                 help: use that version",
                Facts::FORMAT
            ),
            Self::Io(error) => write!(f, "{error}"),
        }
    }
}

impl std::error::Error for Unreadable {}

impl From<ZipError> for Unreadable {
    fn from(error: ZipError) -> Self {
        match error {
            // What ends too early is not as it was written; everything else that the system says is no fault of the file.
            ZipError::Io(error) => error.into(),
            other => Self::Damaged(other.to_string()),
        }
    }
}

impl From<io::Error> for Unreadable {
    fn from(error: io::Error) -> Self {
        let is_of_content = matches!(
            error.kind(),
            io::ErrorKind::UnexpectedEof
                | io::ErrorKind::InvalidData
                | io::ErrorKind::InvalidInput
                | io::ErrorKind::Other
        );
        match is_of_content {
            true => Self::Damaged(error.to_string()),
            false => Self::Io(error),
        }
    }
}

/// The bytes of a file with these runs.
pub(super) fn write(runs: &[StoredRun]) -> anyhow::Result<Vec<u8>> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default().compression_method(CompressionMethod::Deflated);
    for run in runs {
        let facts = serde_json::to_string(&run.facts)?;
        let report = match &run.report {
            Some(report) => serde_json::to_string(report).context("the report cannot be written down")?,
            None => String::new(),
        };
        let parts = [
            (FACTS, &facts),
            (DOCUMENT, &run.document),
            (HUMAN, &run.human.short),
            (HUMAN_ALL, &run.human.all),
            (REPORT, &report),
        ];
        for (name, text) in parts {
            zip.start_file(format!("{}/{name}", run.facts.name), options)?;
            zip.write_all(text.as_bytes())?;
        }
    }
    Ok(zip.finish()?.into_inner())
}

/// The runs in a file, in the order in which they were put there.
pub fn read_archive(path: &Path) -> Result<Vec<StoredRun>, Unreadable> {
    read(File::open(path)?)
}

pub(super) fn read(file: impl Read + Seek) -> Result<Vec<StoredRun>, Unreadable> {
    let mut zip = ZipArchive::new(file)?;
    let directories: Vec<String> = (zip.file_names())
        .filter_map(|name| name.strip_suffix(FACTS)?.strip_suffix('/').map(str::to_owned))
        .collect();
    let mut runs = Vec::new();
    for directory in directories {
        runs.push(read_run(&mut zip, &directory)?);
    }
    Ok(runs)
}

fn read_run(zip: &mut ZipArchive<impl Read + Seek>, directory: &str) -> Result<StoredRun, Unreadable> {
    let mut part = |name: &str| -> Result<String, Unreadable> {
        let entry = zip.by_name(&format!("{directory}/{name}"))?;
        let mut text = String::new();
        // The checksum is compared where the entry ends.
        let mut entry = entry.take(MOST_BYTES_OF_AN_ENTRY + 1);
        entry.read_to_string(&mut text)?;
        if text.len() as u64 > MOST_BYTES_OF_AN_ENTRY {
            return Err(Unreadable::Damaged(format!(
                "`{name}` has more than {MOST_BYTES_OF_AN_ENTRY} bytes"
            )));
        }
        Ok(text)
    };
    let damaged = |error: serde_json::Error| Unreadable::Damaged(format!("`{FACTS}`: {error}"));
    let facts: serde_json::Value = serde_json::from_str(&part(FACTS)?).map_err(damaged)?;
    // Before anything else is expected of it.
    if let Some(format) = facts["format"]
        .as_u64()
        .filter(|format| *format > Facts::FORMAT.into())
    {
        return Err(Unreadable::Newer(u32::try_from(format).unwrap_or(u32::MAX)));
    }
    Ok(StoredRun {
        facts: serde_json::from_value(facts).map_err(damaged)?,
        document: part(DOCUMENT)?,
        human: HumanTexts {
            short: part(HUMAN)?,
            all: part(HUMAN_ALL)?,
        },
        report: serde_json::from_str(&part(REPORT)?).ok(),
    })
}
