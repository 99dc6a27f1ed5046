//! `--since REV`: which items can come to run what has changed since a commit, and which findings its code has, too.

mod base;
mod manifests;
mod outside;
mod told;
mod versions;

pub use base::Base;
pub use told::SinceReport;

use crate::run_report::RunReport;
use crate::spec;
use anyhow::bail;
use harness_gen::changes::Changes;
use harness_gen::{Request, Source};
use std::collections::BTreeSet;
use std::path::PathBuf;

/// A package compared with what it was.
#[derive(Debug)]
pub struct Since {
    /// What it was.
    pub base: Base,
    /// What differs.
    pub changes: Changes,
    /// Where the package was; none if there was none.
    pub directory: Option<PathBuf>,
}

impl Since {
    /// Compares a package with the commit that `rev` names. An error is a mistake of whoever asked for it.
    pub fn compare(rev: &str, request: &Request) -> anyhow::Result<Since> {
        let (Source::Path(directory) | Source::Workspace(directory)) = &request.source else {
            bail!(
                "{} {} comes from the registry, and --since compares what is in a git repository with a commit of it",
                request.name,
                request.version
            );
        };
        let base = Base::at(rev, directory, &request.work_dir)?;
        let root = spec::workspace_root(None, directory).ok();
        let old = base.package(directory, root.as_deref())?;
        let versions = versions::read(&base, (directory, root.as_deref()), request)?;
        Ok(Since {
            changes: Changes::between(&versions),
            directory: old,
            base,
        })
    }

    /// What a report says of it before anything is found.
    pub fn told(&self, left_out: usize) -> SinceReport {
        SinceReport {
            rev: self.base.rev.clone(),
            commit: self.base.commit.clone(),
            changed: self.changes.titles().map(str::to_owned).collect(),
            everything: self.changes.everything().map(str::to_owned),
            left_out,
            there: Vec::new(),
            not_compared: None,
        }
    }
}

/// Takes findings out of a report, by position, and causes that have no others. Returns their ids.
pub fn leave_out(report: &mut RunReport, positions: &BTreeSet<usize>) -> Vec<String> {
    let mut ids = Vec::new();
    let mut places = Vec::new();
    let mut kept = Vec::new();
    for (position, finding) in std::mem::take(&mut report.findings).into_iter().enumerate() {
        if positions.contains(&position) {
            places.push(None);
            report.known.judged.remove(&finding.id);
            report.known.hashes.remove(&finding.id);
            ids.push(finding.id);
        } else {
            places.push(Some(kept.len()));
            kept.push(finding);
        }
    }
    report.findings = kept;
    for cause in &mut report.causes {
        cause.findings = cause
            .findings
            .iter()
            .filter_map(|&position| places[position])
            .collect();
        if let Some(&first) = cause.findings.first() {
            cause.id.clone_from(&report.findings[first].id);
        }
    }
    report.causes.retain(|cause| !cause.findings.is_empty());
    ids
}
