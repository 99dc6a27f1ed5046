//! `--notify COMMAND`: tells somebody what no sweep before had found. Whom, and how, is up to the command.

use super::kept::read_run;
use crate::report::sweep::{NewFinding, news};
use crate::run_report::{Class, RunReport};
use crate::sweep::{Journal, PackageEnd, tell};
use std::collections::BTreeSet;

/// Runs the command, if there is anything to tell. What it comes to is no failure of the sweep.
pub(super) fn notify(command: &str, journal: &Journal, ends: &[PackageEnd]) -> anyhow::Result<()> {
    let mut found = Vec::new();
    for end in ends {
        let before: BTreeSet<String> = match journal.last_run_before(&end.name) {
            Some(run) => report(journal, run).map_or_else(BTreeSet::new, |report| ids(&report)),
            None => BTreeSet::new(),
        };
        let now = end.run.as_deref().and_then(|run| report(journal, run));
        for finding in now.iter().flat_map(|report| &report.findings) {
            let is_told = finding.proof.confirmed && finding.class == Class::Bug;
            if is_told && !before.contains(&finding.id) {
                found.push(NewFinding::of(end, finding));
            }
        }
    }
    if found.is_empty() {
        return Ok(());
    }
    let status = tell(command, &news(&found)?)?;
    anyhow::ensure!(status.success(), "`{command}` ended with {status}");
    Ok(())
}

fn report(journal: &Journal, run: &str) -> Option<RunReport> {
    read_run(&journal.run_path(run))?.report
}

fn ids(report: &RunReport) -> BTreeSet<String> {
    report.findings.iter().map(|finding| finding.id.clone()).collect()
}
