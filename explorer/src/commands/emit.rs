//! `--emit-tests`: writes files of tests. A file that somebody else wrote, or made their own, is never replaced.

use super::stored_findings::with_ids;
use super::stored_runs::Mistake;
use crate::known;
use crate::report::emitted::{Choice, MARK, file_name, render};
use crate::run_report::RunReport;
use crate::store::StoredRun;
use anyhow::Context;
use std::fs;
use std::io::{BufRead, BufReader, ErrorKind};
use std::path::{Path, PathBuf};

/// Where the tests of a package go, if they may.
pub(super) fn target(directory: &Path, package: &str) -> anyhow::Result<PathBuf> {
    let path = directory.join(file_name(package));
    let cannot_read = || format!("cannot read `{}`", path.display());
    let mut first = Vec::new();
    match fs::File::open(&path) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(path),
        Err(error) => return Err(error).with_context(cannot_read),
        Ok(file) => BufReader::new(file)
            .read_until(b'\n', &mut first)
            .with_context(cannot_read)?,
    };
    anyhow::ensure!(
        first.starts_with(MARK.as_bytes()),
        "`{}` is there, and is not this program's to replace: its first line does not say so\nhelp: move it, or give --emit-tests \
         another directory",
        path.display()
    );
    Ok(path)
}

/// Writes the tests of a package. Returns where, and how many; nothing if there is no finding to be tested.
pub(super) fn write(
    path: &Path,
    report: &RunReport,
    choice: &Choice,
) -> anyhow::Result<Option<(String, usize)>> {
    let Some(file) = render(report, choice) else {
        return Ok(None);
    };
    let cannot_write = || format!("cannot write `{}`", path.display());
    if let Some(directory) = path.parent() {
        fs::create_dir_all(directory).with_context(cannot_write)?;
    }
    fs::write(path, &file.text).with_context(cannot_write)?;
    Ok(Some((path.display().to_string(), file.tests)))
}

/// Writes the tests of stored runs: of those findings that ids name, if there are any.
pub(super) fn of_runs(
    directory: &Path,
    runs: Vec<StoredRun>,
    ids: &[String],
    usual: &Choice,
) -> anyhow::Result<Result<Vec<(String, usize)>, Mistake>> {
    let chosen: Vec<(StoredRun, Choice)> = match ids {
        [] => runs.into_iter().map(|run| (run, usual.clone())).collect(),
        ids => match with_ids(runs.into_iter(), &ids.iter().collect::<Vec<_>>())? {
            Err(mistake) => return Ok(Err(mistake)),
            Ok(found) => {
                let named = found.into_iter().map(|(run, findings)| {
                    (
                        run,
                        Choice::Ids(findings.into_iter().map(|finding| finding.id).collect()),
                    )
                });
                named.collect()
            }
        },
    };
    let mut written: Vec<(String, usize)> = Vec::new();
    for (run, choice) in chosen {
        let path = target(directory, &run.facts.package)?;
        anyhow::ensure!(
            written.iter().all(|(other, _)| Path::new(other) != path),
            "there are several runs of `{}`, whose tests would go to one file\nhelp: name one run",
            run.facts.package
        );
        // Rulings are made after the run, and tests follow them.
        let mut report = run.whole()?.clone();
        known::reassess(&mut report, &known::today())?;
        written.extend(write(&path, &report, &choice)?);
    }
    Ok(Ok(written))
}
