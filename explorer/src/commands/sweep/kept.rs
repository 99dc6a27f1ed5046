//! The files of one go at a package: the run, what its process said, and what became of findings that were tried again.

use crate::commands::recording::fill;
use crate::run_report::RunReport;
use crate::store::{Record, StoredRun, plain, read_archive};
use crate::sweep::{Journal, Target};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Where the files of one go are.
#[derive(Debug)]
pub(super) struct Kept {
    /// Of the run, in the directory of runs.
    pub(super) name: String,
    pub(super) path: PathBuf,
    pub(super) log: PathBuf,
    answer: PathBuf,
}

impl Kept {
    /// The files of the go with this number.
    pub(super) fn new(journal: &Journal, sweep: &str, serial: usize, target: &Target) -> Kept {
        let stem = format!("{sweep}-{serial:04}-{}", plain(&target.name));
        let name = format!("{stem}.zip");
        let path = journal.run_path(&name);
        // A go that was killed has left what is not of this one.
        let _ = fs::remove_file(&path);
        Kept {
            log: path.with_extension("log"),
            answer: path.with_extension("json"),
            name,
            path,
        }
    }

    /// Arguments of a process that tries the findings of a run again.
    pub(super) fn replaying(&self, run: &Path, jobs: usize, options: &[String]) -> Vec<String> {
        let takes = [
            "--sandbox-build",
            "--target-dir",
            "--sandbox",
            "--offline",
            "--locked",
            "--frozen",
        ];
        let is_taken = |option: &&String| takes.contains(&option.split('=').next().unwrap_or_default());
        let mut arguments = vec!["replay".to_owned(), run.display().to_string()];
        arguments.extend(options.iter().filter(is_taken).cloned());
        arguments.push(format!("--jobs={jobs}"));
        arguments.push(format!("--output={}", self.answer.display()));
        arguments.extend(["--quiet", "--color=never", "--format=json"].map(str::to_owned));
        arguments
    }

    /// The findings that are known to fail otherwise than they did, or not at all. None: nothing was said.
    pub(super) fn not_as_they_were(&self) -> Option<BTreeSet<String>> {
        let text = fs::read_to_string(&self.answer).unwrap_or_default();
        let _ = fs::remove_file(&self.answer);
        let document: serde_json::Value = serde_json::from_str(&text).ok()?;
        let findings = document["findings"].as_array()?;
        let is_other = |finding: &&serde_json::Value| {
            let others = ["failing_otherwise", "no_longer_reachable", "fixed"];
            others.iter().any(|verdict| finding["verdict"] == **verdict)
        };
        let ids = findings.iter().filter(is_other);
        Some(
            ids.filter_map(|finding| finding["id"].as_str().map(str::to_owned))
                .collect(),
        )
    }
}

/// The run in a file. None: there is none, or it did not come to its end.
pub(super) fn read_run(path: &Path) -> Option<StoredRun> {
    let runs = read_archive(path).ok()?;
    runs.into_iter().next().filter(|run| run.facts.is_complete)
}

/// Replaces what a run found by more.
pub(super) fn write_run(path: &Path, run: &mut StoredRun, report: &RunReport) -> anyhow::Result<()> {
    fill(run, report)?;
    Record::open(path)?.add(run.clone())
}
