//! `accept`, `reject`, `reopen`: what people judge of findings, without a terminal. They find the findings in a report, and
//! write the file of the workspace that the report is about.

use super::stored_runs;
use crate::cli::{AcceptArgs, AcceptedAs, FromArgs, RejectArgs, ReopenArgs};
use crate::exit_code::ExitCode;
use crate::judged::{Ruling, Verdict};
use crate::known::{self, Entry, FILE, KnownFile, Reported};
use crate::report::{Console, known as words};
use crate::spec;
use crate::store::EXTENSION;
use anyhow::{Context, anyhow};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// A finding of one of the crates of a report.
type Found = (usize, usize);

/// `accept`.
pub(super) fn accept(arguments: &AcceptArgs, console: Console) -> anyhow::Result<ExitCode> {
    let reported = reported(&arguments.from, console)?;
    if let Some(old) = &arguments.same_as {
        return take_over(&reported, arguments, old, console);
    }
    let ruling = match accepted(&reported, arguments) {
        Ok(ruling) => ruling,
        Err(mistake) => return Ok(usage(console, &mistake)),
    };
    rule(
        &reported,
        (&arguments.ids, arguments.only),
        &ruling,
        &arguments.from,
        console,
    )
}

/// `reject`.
pub(super) fn reject(arguments: &RejectArgs, console: Console) -> anyhow::Result<ExitCode> {
    let reported = reported(&arguments.from, console)?;
    let reason = arguments.reason.as_deref().unwrap_or_default();
    let ruling = checked_day(arguments.expires.as_deref()).map(|expires| Ruling {
        expires,
        ..ruling(Verdict::Bug, reason, &arguments.from)
    });
    match ruling {
        Ok(ruling) => rule(
            &reported,
            (&arguments.ids, arguments.only),
            &ruling,
            &arguments.from,
            console,
        ),
        Err(mistake) => Ok(usage(console, &mistake)),
    }
}

/// `reopen`. Needs no report: what can be reopened is in the file.
pub(super) fn reopen(arguments: &ReopenArgs, console: Console) -> anyhow::Result<ExitCode> {
    let from = &arguments.from;
    let reports = match &from.report {
        Some(_) => reported(from, console)?,
        None => reported(from, console).unwrap_or_default(),
    };
    let mut paths: BTreeSet<PathBuf> = BTreeSet::new();
    for reported in &reports {
        paths.insert(known_path(Some(reported), from)?);
    }
    if paths.is_empty() {
        paths.insert(known_path(None, from)?);
    }
    let mut files = Vec::new();
    for path in &paths {
        files.push(load(path, console)?);
    }
    let entries = || files.iter().flat_map(KnownFile::entries);
    let mut chosen: Vec<Entry> = Vec::new();
    for id in &arguments.ids {
        match known::named(id, entries().map(|entry| entry.id.as_str())) {
            Ok(at) => chosen.extend(entries().nth(at).cloned()),
            Err(unknown) => return Ok(usage(console, &anyhow!(words::unknown(&unknown, FILE)))),
        }
    }
    for file in &mut files {
        let taken = chosen
            .iter()
            .filter_map(|entry| file.remove(&entry.subject.package, &entry.id));
        let taken: Vec<(String, String)> = taken.map(|entry| (entry.id, entry.subject.item)).collect();
        if !taken.is_empty() {
            file.save()?;
            console.answer(&words::written(file.path(), "reopened", &taken))?;
        }
    }
    Ok(ExitCode::Clean)
}

/// The findings that are judged: those of the report that was given, else of the newest stored run.
pub(super) fn reported(from: &FromArgs, console: Console) -> anyhow::Result<Vec<Reported>> {
    let runs = match &from.report {
        Some(file) if file.extension().is_some_and(|extension| extension == EXTENSION) => {
            stored_runs::in_file(&file.to_string_lossy())?
        }
        Some(file) => {
            let name = format!("`{}`", file.display());
            let text =
                std::fs::read_to_string(file).with_context(|| format!("cannot read the report {name}"))?;
            return known::read(&text, &name);
        }
        None => {
            let store =
                stored_runs::current_store(from.target_dir.as_deref(), from.manifest_path.as_deref())?;
            stored_runs::chosen(&store, None, None, console)??
        }
    };
    let documents: Vec<&str> = runs.iter().map(|run| run.document.trim_end()).collect();
    known::read(&documents.join("\n"), "the stored run")
}

/// A ruling of today.
pub(super) fn ruling(verdict: Verdict, reason: &str, from: &FromArgs) -> Ruling {
    Ruling {
        verdict,
        of: None,
        reason: reason.trim().to_owned(),
        who: from.who.clone().or_else(known::who),
        date: Some(known::today()),
        expires: None,
    }
}

/// The file of the workspace that a report is about: the one that its run has read if that workspace is on this machine,
/// else the current one.
pub(super) fn known_path(reported: Option<&Reported>, from: &FromArgs) -> anyhow::Result<PathBuf> {
    let current_dir = std::env::current_dir().context("cannot find the current directory")?;
    let is_here = |file: &&PathBuf| {
        let root = file.ancestors().nth(Path::new(FILE).components().count());
        file.ends_with(FILE) && root.is_some_and(Path::is_dir)
    };
    let of_run = reported
        .and_then(|reported| reported.known_file.as_ref())
        .filter(is_here);
    if let (None, Some(file)) = (&from.manifest_path, of_run) {
        return Ok(file.clone());
    }
    let root = spec::workspace_root(from.manifest_path.as_deref(), &current_dir)
        .with_context(|| format!("there is no workspace for {FILE}\nhelp: give `--manifest-path`"))?;
    Ok(KnownFile::path_in(&root))
}

fn usage(console: Console, mistake: &anyhow::Error) -> ExitCode {
    console.error(mistake);
    ExitCode::Usage
}

/// The ruling that the options of `accept` make.
fn accepted(reported: &[Reported], arguments: &AcceptArgs) -> anyhow::Result<Ruling> {
    let verdict = match arguments.verdict {
        AcceptedAs::Expected => Verdict::Expected,
        AcceptedAs::Duplicate => Verdict::Duplicate,
        AcceptedAs::NotOurs => Verdict::NotOurs,
        AcceptedAs::Later => Verdict::Later,
    };
    let reason = arguments.reason.as_deref().unwrap_or_default();
    let needs_reason = matches!(verdict, Verdict::Expected | Verdict::NotOurs);
    anyhow::ensure!(
        !needs_reason || !reason.trim().is_empty(),
        "whoever reads this later wants to know why\nhelp: give `--reason TEXT`"
    );
    anyhow::ensure!(
        (verdict == Verdict::Duplicate) == arguments.of.is_some(),
        "`--verdict duplicate` and `--of ID` go together\nhelp: give both or none"
    );
    let of = match &arguments.of {
        Some(typed) => Some(id_of(reported, find(reported, typed)?).to_owned()),
        None => None,
    };
    Ok(Ruling {
        of,
        expires: checked_day(arguments.expires.as_deref())?,
        ..ruling(verdict, reason, &arguments.from)
    })
}

fn checked_day(day: Option<&str>) -> anyhow::Result<Option<String>> {
    if let Some(day) = day {
        anyhow::ensure!(
            known::is_date(day),
            "`{day}` is no day\nhelp: write for instance `--expires 2027-06-30`"
        );
    }
    Ok(day.map(str::to_owned))
}

fn id_of(reported: &[Reported], (krate, finding): Found) -> &str {
    &reported[krate].findings[finding].id
}

/// The finding that somebody means.
fn find(reported: &[Reported], typed: &str) -> anyhow::Result<Found> {
    let all: Vec<Found> = (reported.iter().enumerate())
        .flat_map(|(krate, reported)| (0..reported.findings.len()).map(move |finding| (krate, finding)))
        .collect();
    let ids = all.iter().map(|&found| id_of(reported, found));
    match known::named(typed, ids) {
        Ok(at) => Ok(all[at]),
        Err(unknown) => Err(anyhow!(words::unknown(&unknown, "the report"))),
    }
}

/// Writes one ruling on findings, or on all findings of their causes.
fn rule(
    reported: &[Reported],
    (ids, is_only): (&[String], bool),
    ruling: &Ruling,
    from: &FromArgs,
    console: Console,
) -> anyhow::Result<ExitCode> {
    let mut chosen: BTreeSet<Found> = BTreeSet::new();
    for id in ids {
        match find(reported, id) {
            Ok(found) if is_only => {
                chosen.insert(found);
            }
            Ok((krate, finding)) => {
                let all = reported[krate].with_its_cause(finding);
                chosen.extend(all.into_iter().map(|finding| (krate, finding)));
            }
            Err(mistake) => return Ok(usage(console, &mistake)),
        }
    }
    if let Some(itself) = chosen
        .iter()
        .find(|found| ruling.of.as_deref() == Some(id_of(reported, **found)))
    {
        let id = id_of(reported, *itself);
        return Ok(usage(
            console,
            &anyhow!(
                "{id} cannot be a duplicate of itself or of its cause\nhelp: give another finding with `--of`"
            ),
        ));
    }
    for (krate, reported) in reported.iter().enumerate() {
        let findings = chosen
            .range((krate, 0)..(krate + 1, 0))
            .map(|(_, finding)| &reported.findings[*finding]);
        let entries: Vec<Entry> = findings
            .map(|finding| reported.entry(finding, ruling.clone()))
            .collect();
        if entries.is_empty() {
            continue;
        }
        let mut file = load(&known_path(Some(reported), from)?, console)?;
        let told = entries
            .iter()
            .map(|entry| (entry.id.clone(), entry.subject.item.clone()))
            .collect::<Vec<_>>();
        entries.into_iter().for_each(|entry| file.put(entry));
        file.save()?;
        console.answer(&words::written(file.path(), &ruling_words(ruling), &told))?;
    }
    Ok(ExitCode::Clean)
}

fn ruling_words(ruling: &Ruling) -> String {
    let plain = Ruling {
        reason: String::new(),
        ..ruling.clone()
    };
    plain.sentence()
}

/// `--same-as`: the entry of a finding whose function had another name becomes that of the finding.
fn take_over(
    reported: &[Reported],
    arguments: &AcceptArgs,
    old: &str,
    console: Console,
) -> anyhow::Result<ExitCode> {
    let [id] = &arguments.ids[..] else {
        return Ok(usage(
            console,
            &anyhow!("`--same-as` is for one finding\nhelp: give one ID"),
        ));
    };
    let (krate, finding) = match find(reported, id) {
        Ok(found) => found,
        Err(mistake) => return Ok(usage(console, &mistake)),
    };
    let (reported, finding) = (&reported[krate], &reported[krate].findings[finding]);
    let mut file = load(&known_path(Some(reported), &arguments.from)?, console)?;
    let at = match known::named(old, file.entries().iter().map(|entry| entry.id.as_str())) {
        Ok(at) => at,
        Err(unknown) => return Ok(usage(console, &anyhow!(words::unknown(&unknown, FILE)))),
    };
    let ruling = file.entries()[at].ruling.clone();
    let verb = ruling_words(&ruling);
    file.replace(at, reported.entry(finding, ruling));
    file.save()?;
    let told = [(finding.id.clone(), finding.item.clone())];
    console.answer(&words::written(file.path(), &verb, &told))?;
    Ok(ExitCode::Clean)
}

fn load(path: &Path, console: Console) -> anyhow::Result<KnownFile> {
    let file = KnownFile::load(path)?;
    for warning in file.warnings() {
        console.warning(warning);
    }
    Ok(file)
}
