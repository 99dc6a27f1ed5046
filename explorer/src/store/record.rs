//! `--record FILE`: the runs of one command in one file, to be carried away.

use super::archive;
use super::facts::StoredRun;
use anyhow::Context;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

/// A file that runs are added to. It is replaced as a whole by each.
#[derive(Debug)]
pub struct Record {
    path: PathBuf,
    runs: Vec<StoredRun>,
}

impl Record {
    /// Tries out whether the file can be written, and makes its directory. An earlier file stays until there is a run.
    pub fn open(path: &Path) -> anyhow::Result<Record> {
        let named = || format!("cannot record the run in `{}`", path.display());
        anyhow::ensure!(!path.is_dir(), "{}: it is a directory", named());
        let directory = directory_of(path);
        fs::create_dir_all(directory).with_context(named)?;
        tempfile::NamedTempFile::new_in(directory).with_context(named)?;
        Ok(Record {
            path: path.to_owned(),
            runs: Vec::new(),
        })
    }

    /// Adds a run and writes the file.
    pub fn add(&mut self, run: StoredRun) -> anyhow::Result<()> {
        self.runs.push(run);
        self.write()
            .with_context(|| format!("cannot record the run in `{}`", self.path.display()))
    }

    fn write(&self) -> anyhow::Result<()> {
        let mut builder = tempfile::Builder::new();
        let mut file = builder
            .permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666))
            .tempfile_in(directory_of(&self.path))?;
        file.write_all(&archive::write(&self.runs)?)?;
        // The name of a file may be on the disk before what is in it is.
        file.as_file().sync_all()?;
        file.persist(&self.path)?;
        Ok(())
    }
}

fn directory_of(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    }
}
