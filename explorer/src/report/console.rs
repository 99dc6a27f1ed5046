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
    file: Option<(PathBuf, fs::File)>,
}

impl Sink {
    /// Opens the report file, if there is one, making its directory. Done before exploring: a report that cannot be
    /// written should not cost an exploration.
    pub fn open(output: Option<&Path>, console: Console) -> anyhow::Result<Self> {
        let Some(path) = output else {
            return Ok(Self { console, file: None });
        };
        let named = || format!("cannot write the report to `{}`", path.display());
        if let Some(parent) = path.parent().filter(|parent| !parent.as_os_str().is_empty()) {
            fs::create_dir_all(parent).with_context(named)?;
        }
        let file = fs::File::create(path).with_context(named)?;
        Ok(Self {
            console,
            file: Some((path.to_owned(), file)),
        })
    }

    /// Writes a machine report.
    pub fn machine(&mut self, text: &str) -> anyhow::Result<()> {
        match &mut self.file {
            Some(file) => write_to(file, text),
            None => self.console.answer(text),
        }
    }

    /// Writes a report for people: with styles to standard error, without to a file.
    pub fn human(&mut self, text: &str) -> anyhow::Result<()> {
        match &mut self.file {
            Some(file) => write_to(file, &anstream::adapter::strip_str(text).to_string()),
            None => {
                self.console.say(text);
                Ok(())
            }
        }
    }

    /// Writes a table for people: as the answer of a command to standard output, or without styles to a file.
    pub fn table(&mut self, text: &str) -> anyhow::Result<()> {
        match &mut self.file {
            Some(file) => write_to(file, &anstream::adapter::strip_str(text).to_string()),
            None => self.console.answer(text),
        }
    }
}

fn write_to((path, file): &mut (PathBuf, fs::File), text: &str) -> anyhow::Result<()> {
    file.write_all(text.as_bytes())
        .with_context(|| format!("cannot write the report to `{}`", path.display()))
}
