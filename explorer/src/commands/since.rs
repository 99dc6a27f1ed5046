//! `--since REV` within exploring: items that nothing has changed for are left out, and so are findings that the commit's code
//! has, too. What cannot be compared is explored and told.

use super::prepare::{exclude, make_ready, source_word};
use crate::engine::EngineSettings;
use crate::engine::verify::{Claim, Verdict, verify};
use crate::event::{Event, Listener};
use crate::run_report::{Finding, RunReport, SinceReport};
use crate::settings::Settings;
use crate::since::{Since, leave_out};
use crate::spec::{self, Selection};
use anyhow::{Context, bail};
use harness_gen::{Prepared, Request};
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Marks items that can come to run nothing of what has changed; says how many.
pub(super) fn leave_out_items(since: &Since, prepared: &mut Prepared) -> usize {
    let affected = since.changes.affected(prepared);
    let why = format!(
        "nothing that it can come to run has changed since {}",
        since.base.rev
    );
    exclude(prepared, &why, |index, _| !affected[index])
}

/// How findings are compared with the code of a commit.
pub(super) struct Comparing<'a> {
    pub(super) settings: &'a Settings,
    pub(super) interrupt: &'a Arc<AtomicBool>,
    /// How today's code was explored.
    pub(super) engine: &'a EngineSettings,
}

impl Comparing<'_> {
    /// Takes out of a report what fails in the same way at the commit, and puts in what is told of that.
    pub(super) fn run(
        &self,
        (since, mut told): (&Since, SinceReport),
        report: &mut RunReport,
        request: &Request,
        listener: &mut dyn Listener,
    ) {
        let there = match &since.directory {
            _ if report.findings.is_empty() => Ok(BTreeSet::new()),
            None => Ok(BTreeSet::new()),
            Some(_) if self.interrupt.load(Ordering::Relaxed) => {
                Err(anyhow::anyhow!("interrupted before it was tried"))
            }
            Some(directory) => self.there(&report.findings, directory, request, listener),
        };
        match there {
            Ok(there) => told.there = leave_out(report, &there),
            Err(error) => {
                let why = format!("{error:#}");
                listener.on(Event::Warning(format!(
                    "what the code at {} has, too, is not left out: {why}",
                    since.base.rev
                )));
                told.not_compared = Some(why);
            }
        }
        report.since = Some(told);
    }

    /// Positions of the findings that the commit's code has, too.
    fn there(
        &self,
        findings: &[Finding],
        directory: &Path,
        request: &Request,
        listener: &mut dyn Listener,
    ) -> anyhow::Result<BTreeSet<usize>> {
        let current_dir = std::env::current_dir().context("cannot find the current directory")?;
        let resolved = spec::resolve(&self.selection(directory, request)?, &current_dir, self.interrupt);
        let old = resolved.requests.into_iter().next();
        let mut old = old.context("no package was found")??;
        let ready = make_ready(&mut old, self.settings.builds, self.interrupt, listener, None)?;
        let engine = EngineSettings {
            source: source_word(&old.source),
            crate_name: old.name.clone(),
            crate_version: old.version.clone(),
            ..self.engine.clone()
        };
        let (positions, claims): (Vec<usize>, Vec<Claim>) = (findings.iter().enumerate())
            .flat_map(|(position, finding)| claims(finding).map(move |claim| (position, claim)))
            .unzip();
        let verdicts = verify(&ready.prepared, &engine, &claims, listener)?;
        if self.interrupt.load(Ordering::Relaxed) {
            bail!("interrupted");
        }
        // What fails there with some arguments and here with more is not what it was.
        let is_new = |(_, verdict): &(usize, &Verdict)| !matches!(verdict, Verdict::StillFailing(_));
        let new: BTreeSet<usize> = (positions.into_iter().zip(&verdicts))
            .filter(is_new)
            .map(|(position, _)| position)
            .collect();
        Ok((0..findings.len())
            .filter(|position| !new.contains(position))
            .collect())
    }

    /// The package in the copy, built as today's is.
    fn selection(&self, directory: &Path, request: &Request) -> anyhow::Result<Selection> {
        let manifest = directory.join("Cargo.toml");
        let manifest = manifest.to_str().context("the path of the copy is not Unicode")?;
        Ok(Selection {
            specs: vec![manifest.to_owned()],
            packages: Vec::new(),
            workspace: false,
            exclude: Vec::new(),
            manifest_path: None,
            // Both have one directory for builds.
            target_dir: request.work_dir.parent().map(Path::to_owned),
            ..self.settings.selection.clone()
        })
    }
}

/// That each of its smallest plans fails as it does.
fn claims(finding: &Finding) -> impl Iterator<Item = Claim> {
    let examples = &finding.examples;
    let plans: Vec<Option<String>> = match examples.smallest_plans.is_empty() {
        true => vec![examples.plan.clone()],
        false => examples.smallest_plans.iter().cloned().map(Some).collect(),
    };
    let history: Vec<_> = (finding.proof.history.iter())
        .map(|call| (call.plan.clone(), call.times))
        .collect();
    plans.into_iter().map(move |plan| Claim {
        plan,
        history: history.clone(),
        kind: finding.kind.word().to_owned(),
        message: finding.message.clone(),
        item: finding.item.clone(),
    })
}
