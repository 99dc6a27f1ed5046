//! `replay [ID…|FILE]`: runs the plans of stored findings against the code of today, with one build for each package.

use super::explore::{interrupt_flag, tell_newest};
use super::prepare::{make_ready, sandbox_mode, source_word};
use super::stored_findings::{Found, StoredFinding, findings_of, with_ids};
use super::stored_runs::{Mistake, chosen, current_store, in_file, is_file};
use crate::cli::Format;
use crate::engine::EngineSettings;
use crate::engine::verify::{Claim, verify};
use crate::event::{Event, Listener};
use crate::exit_code::ExitCode;
use crate::report::progress::{Loudness, Progress};
use crate::report::replayed::{self, Replayed, ReplayedFinding};
use crate::report::{Console, Sink};
use crate::run_report::{Ending, Experiments, Further, RunSettings};
use crate::settings::ReplaySettings;
use crate::spec;
use crate::store::{StoredRun, Warnings};
use anyhow::Context;
use harness_gen::Request;
use plans::Strategy;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Replays what was asked for. Exit code 100 if any of it still fails.
pub(super) fn run(settings: &ReplaySettings, console: Console) -> anyhow::Result<ExitCode> {
    let found = match choose(settings, console)? {
        Ok(found) => found,
        Err(mistake) => {
            console.error(&mistake);
            return Ok(ExitCode::Usage);
        }
    };
    let mut sink = Sink::open(settings.output.as_deref(), console)?;
    let interrupt = interrupt_flag()?;
    let mut codes = Vec::new();
    for (run, findings) in found {
        let title = run.facts.title();
        let replaying = Replaying {
            settings,
            console,
            interrupt: &interrupt,
        };
        let code = match replaying.run(&run, findings, &mut sink) {
            Ok(code) => code,
            Err(_) if interrupt.load(Ordering::Relaxed) => ExitCode::Interrupted,
            Err(error) => {
                console.error(&error.context(format!("the findings of {title} could not be replayed")));
                ExitCode::Failure
            }
        };
        codes.push(code);
    }
    Ok(ExitCode::combine(codes))
}

/// The findings that are meant, with their runs.
fn choose(settings: &ReplaySettings, console: Console) -> anyhow::Result<Result<Vec<Found>, Mistake>> {
    let (files, ids): (Vec<&String>, Vec<&String>) = settings.findings.iter().partition(|text| is_file(text));
    let package = settings.package.as_deref();
    let mut runs: Vec<StoredRun> = Vec::new();
    for file in &files {
        runs.extend(in_file(file)?);
    }
    runs.retain(|run| package.is_none_or(|package| run.facts.package == package));
    if files.is_empty() {
        let (target_dir, manifest_path) = settings.place();
        let store = current_store(target_dir, manifest_path)?;
        if settings.run.is_none() && !ids.is_empty() {
            let mut warnings = Warnings::new();
            let all = store
                .newest_first(&mut warnings)?
                .filter(|run| package.is_none_or(|package| run.facts.package == package));
            let found = with_ids(all, &ids)?;
            warnings.iter().for_each(|text| console.warning(text));
            return Ok(found);
        }
        runs = match chosen(&store, settings.run.as_deref(), package, console)? {
            Ok(runs) => runs,
            Err(mistake) => return Ok(Err(mistake)),
        };
    }
    if !ids.is_empty() {
        return with_ids(runs.into_iter(), &ids);
    }
    let all = |run: StoredRun| {
        let findings = findings_of(&run)?;
        let is_meant = |finding: &StoredFinding| settings.all || !run.facts.is_complete || finding.is_shown();
        let findings = findings.into_iter().filter(is_meant).collect();
        Ok((run, findings))
    };
    let found: anyhow::Result<Vec<Found>> = runs.into_iter().map(all).collect();
    found.map(Ok)
}

struct Replaying<'a> {
    settings: &'a ReplaySettings,
    console: Console,
    interrupt: &'a Arc<AtomicBool>,
}

impl Replaying<'_> {
    fn run(
        &self,
        run: &StoredRun,
        findings: Vec<StoredFinding>,
        sink: &mut Sink,
    ) -> anyhow::Result<ExitCode> {
        let current_dir = std::env::current_dir().context("cannot find the current directory")?;
        let selection = self.settings.selection(run)?;
        let resolved = spec::resolve(&selection, &current_dir, self.interrupt);
        if !self.settings.quiet {
            tell_newest(&resolved.newest, self.console);
        }
        let request = resolved.requests.into_iter().next();
        let mut request = request.context("no package was found")??;
        let mut progress = Progress::new(
            self.console,
            Loudness::of(self.settings.quiet, self.settings.verbose),
        );
        if !findings.is_empty() && request.name != run.facts.package {
            progress.on(Event::Warning(format!(
                "the findings are of {}, and the code is of {} {}",
                run.facts.title(),
                request.name,
                request.version
            )));
        }
        let verdicts = match findings.is_empty() {
            true => Vec::new(),
            false => {
                let claims: Vec<Claim> = findings.iter().map(|finding| finding.claim.clone()).collect();
                let ready = make_ready(
                    &mut request,
                    self.settings.builds,
                    self.interrupt,
                    &mut progress,
                    None,
                )?;
                let engine = self.engine_settings(run, &request)?;
                verify(&ready.prepared, &engine, &claims, &mut progress)?
            }
        };
        drop(progress);
        let fails = verdicts.iter().any(|verdict| verdict.fails());
        let replayed = Replayed {
            run: run.facts.name.clone(),
            package: (
                request.name.clone(),
                request.version.clone(),
                source_word(&request.source),
            ),
            findings: (findings.into_iter().zip(verdicts))
                .map(|(finding, verdict)| ReplayedFinding {
                    id: finding.id,
                    item: finding.claim.item,
                    kind: finding.claim.kind,
                    message: finding.claim.message,
                    expression: finding.expression,
                    verdict,
                })
                .collect(),
        };
        match self.settings.format {
            Format::Json => sink.machine(&replayed::json(&replayed)?)?,
            _ => sink.human(&replayed::human(&replayed))?,
        }
        Ok(match fails {
            _ if self.interrupt.load(Ordering::Relaxed) => ExitCode::Interrupted,
            true => ExitCode::Bugs,
            false => ExitCode::Clean,
        })
    }

    /// As the run was made, as far as it matters for single plans.
    fn engine_settings(&self, run: &StoredRun, request: &Request) -> anyhow::Result<EngineSettings> {
        let document: serde_json::Value = serde_json::from_str(&run.document)?;
        let limit = |name: &str| {
            let limit = document["settings"][name].as_u64();
            limit.with_context(|| format!("the stored run does not say `{name}`"))
        };
        Ok(EngineSettings {
            run: RunSettings {
                depth: None,
                max_findings: None,
                strategy: Strategy::default(),
                experiments: Experiments::default(),
                further: Further {
                    stand_ins: request.feeding.stand_ins,
                    hidden_items: request.feeding.hidden_items,
                    leaks: document["settings"]["leaks"] == true,
                },
                seed: 0,
                time_limit: Duration::ZERO,
                ending: Ending::default(),
                case_timeout: Duration::from_millis(limit("case_timeout_ms")?),
                case_memory: limit("case_memory_bytes")?,
                jobs: self.settings.jobs,
                support: (request.given_support()).map(|file| file.path().display().to_string()),
            },
            sandbox: sandbox_mode(self.settings.sandbox),
            coverage: false,
            interrupt: Arc::clone(self.interrupt),
            source: source_word(&request.source),
            crate_name: request.name.clone(),
            crate_version: request.version.clone(),
        })
    }
}
