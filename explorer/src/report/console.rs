//! Where text goes: the two standard streams and the report file. Write errors on standard error are ignored (there is
//! nowhere left to say so); those on reports are errors.

use super::style::{self, styled};
use super::text::harmless;
use crate::cli::Color;
use anstream::{AutoStream, ColorChoice};
use anyhow::Context;
use std::fs;
use std::io::{self, ErrorKind, IsTerminal, Write};
use std::path::{Path, PathBuf};

/// Speaks to the person at the terminal.
#[derive(Clone, Copy, Debug)]
pub struct Console {
    color: ColorChoice,
}

impl Console {
    /// A console that uses colors as asked; `auto` also follows the `NO_COLOR` convention.
    pub fn new(color: Color) -> Self {
        Self {
            color: match color {
                Color::Auto => ColorChoice::Auto,
                Color::Always => ColorChoice::Always,
                Color::Never => ColorChoice::Never,
            },
        }
    }

    /// Says what failed, with all causes.
    pub fn error(self, error: &anyhow::Error) {
        let mut causes = error.chain().map(|cause| harmless(&cause.to_string(), true));
        let first = causes.next().unwrap_or_default();
        let mut text = format!("{}: {first}\n", styled(style::BUG, "error"));
        for cause in causes {
            text.push_str(&format!("  because: {}\n", cause.replace('\n', "\n  ")));
        }
        self.say(&text);
    }

    /// Says something a person should know that is not an error.
    pub fn warning(self, text: &str) {
        self.say(&format!(
            "{}: {}\n",
            styled(style::NOTE, "warning"),
            harmless(text, true)
        ));
    }

    /// Says what was done besides, in lines.
    pub fn note(self, text: &str) {
        self.say(text);
    }

    /// Writes styled text to standard error.
    pub(super) fn say(self, text: &str) {
        let mut stream = AutoStream::new(io::stderr().lock(), self.color);
        // Standard error is gone: nobody is left to be told.
        let _ = stream.write_all(text.as_bytes()).and_then(|()| stream.flush());
    }

    /// Writes the answer of a command to standard output. That nobody reads on (`| head`) is no error.
    pub fn answer(self, text: &str) -> anyhow::Result<()> {
        let mut stream = AutoStream::new(io::stdout().lock(), self.color);
        match stream.write_all(text.as_bytes()).and_then(|()| stream.flush()) {
            Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
            other => other.context("cannot write to standard output"),
        }
    }

    /// Writes what clap has to say, to the stream it chooses.
    pub fn usage(self, error: &clap::Error) {
        // As above: if the stream is gone there is nobody left to be told.
        let _ = error.print();
    }

    /// True if a person is watching.
    pub fn is_terminal() -> bool {
        io::stderr().is_terminal()
    }
}

/// Where the reports of a run go, one after the other: a file made anew, or a standard stream.
#[derive(Debug)]
pub struct Sink {
    console: Console,
    file: Option<ReportFile>,
}

/// A report on its way into a file. A regular file is replaced as a whole by each write, so that an earlier report
/// stays what it was until there is a new one.
#[derive(Debug)]
enum ReportFile {
    /// Everything written so far, for a regular file.
    Replaced(PathBuf, String),
    /// A pipe or device, written to directly.
    Direct(PathBuf, fs::File),
}

impl Sink {
    /// Tries the report file out, if there is one, making its directory. Done before exploring: a report that cannot
    /// be written should not cost an exploration.
    pub fn open(output: Option<&Path>, console: Console) -> anyhow::Result<Self> {
        let file = output.map(ReportFile::open).transpose()?;
        Ok(Self { console, file })
    }

    /// Writes a machine report.
    pub fn machine(&mut self, text: &str) -> anyhow::Result<()> {
        match &mut self.file {
            Some(file) => file.write(text),
            None => self.console.answer(text),
        }
    }

    /// Writes a document of all crates so far, where a later one can take its place.
    pub(super) fn draft(&mut self, text: &str) -> anyhow::Result<()> {
        match &mut self.file {
            Some(file @ ReportFile::Replaced(..)) => file.write_anew(text),
            _ => Ok(()),
        }
    }

    /// Writes a document of all crates.
    pub(super) fn document(&mut self, text: &str) -> anyhow::Result<()> {
        match &mut self.file {
            Some(file) => file.write_anew(text),
            None => self.console.answer(text),
        }
    }

    /// True if there is a report file.
    pub(super) fn is_file(&self) -> bool {
        self.file.is_some()
    }

    /// Writes to standard error, whether there is a file or not.
    pub(super) fn say(&self, text: &str) {
        self.console.say(text);
    }

    /// Writes a report for people: with styles to standard error, without to a file.
    pub fn human(&mut self, text: &str) -> anyhow::Result<()> {
        match &mut self.file {
            Some(file) => file.write(&anstream::adapter::strip_str(text).to_string()),
            None => {
                self.console.say(text);
                Ok(())
            }
        }
    }

    /// Writes a table for people: as the answer of a command to standard output, or without styles to a file.
    pub fn table(&mut self, text: &str) -> anyhow::Result<()> {
        match &mut self.file {
            Some(file) => file.write(&anstream::adapter::strip_str(text).to_string()),
            None => self.console.answer(text),
        }
    }
}

impl ReportFile {
    fn open(path: &Path) -> anyhow::Result<ReportFile> {
        let named = || format!("cannot write the report to `{}`", path.display());
        let directory = directory_of(path);
        fs::create_dir_all(&directory).with_context(named)?;
        match fs::metadata(path) {
            Ok(known) if known.is_dir() => anyhow::bail!("{}: it is a directory", named()),
            Ok(known) if !known.is_file() => {
                let file = fs::OpenOptions::new()
                    .write(true)
                    .open(path)
                    .with_context(named)?;
                Ok(ReportFile::Direct(path.to_owned(), file))
            }
            Ok(_) => {
                fs::OpenOptions::new()
                    .append(true)
                    .open(path)
                    .with_context(named)?;
                Ok(ReportFile::Replaced(path.to_owned(), String::new()))
            }
            Err(_) => {
                tempfile::NamedTempFile::new_in(&directory).with_context(named)?;
                Ok(ReportFile::Replaced(path.to_owned(), String::new()))
            }
        }
    }

    /// What was written before is gone, if it can be taken back.
    fn write_anew(&mut self, text: &str) -> anyhow::Result<()> {
        if let ReportFile::Replaced(_, written) = self {
            written.clear();
        }
        self.write(text)
    }

    fn write(&mut self, text: &str) -> anyhow::Result<()> {
        let (path, result) = match self {
            ReportFile::Direct(path, file) => (path, file.write_all(text.as_bytes())),
            ReportFile::Replaced(path, written) => {
                written.push_str(text);
                let result = replace(path, written);
                (path, result)
            }
        };
        result.with_context(|| format!("cannot write the report to `{}`", path.display()))
    }
}

fn replace(path: &Path, text: &str) -> std::io::Result<()> {
    let mut builder = tempfile::Builder::new();
    // What the umask leaves of the usual mode: the report is an ordinary file, not a secret.
    let mut fresh = builder
        .permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666))
        .tempfile_in(directory_of(path))?;
    fresh.write_all(text.as_bytes())?;
    fresh.persist(path)?;
    Ok(())
}

fn directory_of(path: &Path) -> PathBuf {
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent.to_owned(),
        _ => PathBuf::from("."),
    }
}
