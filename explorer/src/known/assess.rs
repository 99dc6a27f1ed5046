//! What the entries of the file mean for one run: which findings are judged, which rulings are out of date, and which are on
//! findings that are not there any more. An absence is told only where the run would have come upon the finding: the item was
//! completed, as deep as the finding lay, and nothing had stopped the run before.

use super::entry::{Entry, Subject};
use super::file::{KnownFile, is_of};
use super::text::{self, About};
use crate::finding::frames::last_segment;
use crate::judged::{Absence, Absent, Judged, Known, Verdict};
use crate::message::normalise_message;
use crate::run_report::{Finding, ItemStatus, RunReport, Stop};
use std::collections::BTreeMap;

/// What is known of the findings of a run. `spans` says where items are defined; `today` decides what has expired.
pub fn assess(
    report: &RunReport,
    spans: &BTreeMap<&str, &(String, u32)>,
    file: Option<&KnownFile>,
    today: &str,
) -> Known {
    let root = &report.subject.crate_root;
    let (mut hashes, mut docs) = (BTreeMap::new(), BTreeMap::new());
    for finding in &report.findings {
        let about = about(finding, spans.get(finding.item.as_str()).copied());
        let texts = text::texts(root, &about);
        hashes.insert(finding.id.clone(), texts.hash);
        docs.extend((!texts.docs.is_empty()).then(|| (finding.id.clone(), texts.docs)));
    }
    let package = &report.subject.crate_name;
    let mut judged = BTreeMap::new();
    let mut missing: Vec<&Entry> = Vec::new();
    for entry in file.map_or(&[][..], KnownFile::entries) {
        match hashes.get(&entry.id).filter(|_| is_of(entry, package)) {
            Some(hash) => {
                judged.insert(entry.id.clone(), judge(entry, hash, today));
            }
            None if entry.subject.package == *package => missing.push(entry),
            None => {}
        }
    }
    let mut known = Known {
        file: file.map(|file| file.path().to_owned()),
        judged,
        hashes,
        docs,
        absent: Vec::new(),
    };
    let absent = missing.into_iter().filter_map(|entry| {
        Some(Absent {
            id: entry.id.clone(),
            item: entry.subject.item.clone(),
            ruling: entry.ruling.clone(),
            absence: absence(report, &known, &entry.subject)?,
        })
    });
    known.absent = absent.collect();
    known
}

/// What a ruling on a finding would be about.
fn about<'a>(finding: &'a Finding, span: Option<&'a (String, u32)>) -> About<'a> {
    About {
        item: &finding.item,
        span,
        location: finding.location.as_ref(),
        frame: finding.frames.first().map(|frame| frame.function.as_str()),
    }
}

/// A ruling as of today, on a finding whose code and docs have this hash now.
fn judge(entry: &Entry, hash: &str, today: &str) -> Judged {
    let is_about_text = entry.ruling.verdict == Verdict::Expected;
    Judged {
        ruling: entry.ruling.clone(),
        stale: text::change(&entry.subject.hash, hash).filter(|_| is_about_text),
        is_expired: (entry.ruling.expires.as_deref()).is_some_and(|expires| expires < today),
    }
}

/// What a file says today of the findings of a package with these ids, by id. `hashes`: those of code and docs as they are.
pub fn rulings<'i>(
    file: &KnownFile,
    package: &str,
    ids: impl Iterator<Item = &'i str>,
    hashes: &BTreeMap<String, String>,
    today: &str,
) -> BTreeMap<String, Judged> {
    let ruled = ids.filter_map(|id| {
        let hash = hashes.get(id).map_or("", String::as_str);
        Some((id.to_owned(), judge(file.entry(package, id)?, hash, today)))
    });
    ruled.collect()
}

/// The rulings of today in a report that was made before. Where the file is not, as on another machine, those of then stay.
pub fn reassess(report: &mut RunReport, today: &str) -> anyhow::Result<()> {
    let Some(path) = report.known.file.as_ref().filter(|path| path.is_file()) else {
        return Ok(());
    };
    let file = KnownFile::load(path)?;
    let package = &report.subject.crate_name;
    let ids = report.findings.iter().map(|finding| finding.id.as_str());
    report.known.judged = rulings(&file, package, ids, &report.known.hashes, today);
    let is_there = |absent: &Absent| file.entry(package, &absent.id).is_some();
    report.known.absent.retain(is_there);
    Ok(())
}

/// Why the run has no such finding; none if that says nothing.
fn absence(report: &RunReport, known: &Known, subject: &Subject) -> Option<Absence> {
    let is_same = |finding: &&Finding| {
        let hash = known.hashes.get(&finding.id).map_or("", String::as_str);
        !known.judged.contains_key(&finding.id) && is_renamed(subject, finding, hash)
    };
    if let Some(same) = report.findings.iter().find(is_same) {
        return Some(Absence::Renamed(same.id.clone()));
    }
    if matches!(
        report.stop,
        Stop::Interrupted | Stop::Untested | Stop::Findings | Stop::Given
    ) {
        return None;
    }
    let Some(item) = report.items.iter().find(|item| item.path == subject.item) else {
        return Some(Absence::Gone);
    };
    // Also where nothing is left to run: an item that has died too often was left where it stood.
    let is_deep_enough = subject.depth.is_none_or(|depth| item.depth >= depth);
    (item.status == ItemStatus::Completed && is_deep_enough).then_some(Absence::Passing)
}

/// True if a finding is what was judged, in a function of another name.
fn is_renamed(subject: &Subject, finding: &Finding, hash: &str) -> bool {
    let [was, is] = [subject.hash.as_str(), hash].map(text::raising);
    let call = |expression: &str, item: &str| text::without_name(expression, last_segment(item));
    was.is_some()
        && was == is
        && normalise_message(&subject.message) == normalise_message(&finding.message)
        && call(&subject.expression, &subject.item) == call(&finding.examples.expression, &finding.item)
}
