//! The findings that somebody judges: those of a JSON report, given as a file or taken from the newest stored run. Reads only
//! what judging needs, and leaves alone what a newer program may have added.

use super::entry::{Entry, Subject};
use crate::judged::Ruling;
use crate::outcome::{FaultKind, Frame, Location};
use crate::run_report::{
    Cause, Class, Examples, Finding, FirstSeen, Neighbours, Proof, Score, Shape, Trigger,
};
use anyhow::Context;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

/// The findings of one crate.
#[derive(Clone, Debug)]
pub struct Reported {
    /// Package name.
    pub package: String,
    /// Package version.
    pub version: String,
    /// The file that the run read its rulings from, whether it was there or not.
    pub known_file: Option<PathBuf>,
    /// Findings.
    pub findings: Vec<Finding>,
    /// Causes, most telling first.
    pub causes: Vec<Cause>,
    /// Hashes of what rulings are about, by id.
    pub hashes: BTreeMap<String, String>,
    /// Docs of the called functions that have some, by id of the finding.
    pub docs: BTreeMap<String, String>,
}

/// The crates of a report, which has one document per line; `name` is what people call it.
pub fn read(report: &str, name: &str) -> anyhow::Result<Vec<Reported>> {
    let documents = report.lines().filter(|line| !line.trim().is_empty());
    let read: Result<Vec<Reported>, serde_json::Error> = documents
        .map(|line| serde_json::from_str(line).map(Document::into_reported))
        .collect();
    read.with_context(|| {
        format!("{name} is no report of `cargo explore --format json`, which has one document per line")
    })
}

impl Reported {
    /// The causes whose simplest finding, or the finding, has this position: all their findings.
    pub fn with_its_cause(&self, finding: usize) -> Vec<usize> {
        let is_shown_as = |cause: &&Cause| cause.findings.first() == Some(&finding);
        match self.causes.iter().find(is_shown_as) {
            Some(cause) => cause.findings.clone(),
            None => vec![finding],
        }
    }

    /// The entry that a ruling on a finding makes.
    pub fn entry(&self, finding: &Finding, ruling: Ruling) -> Entry {
        let place = |at: &Location| format!("{}:{}", at.file, at.line);
        Entry {
            id: finding.id.clone(),
            ruling,
            subject: Subject {
                package: self.package.clone(),
                item: finding.item.clone(),
                place: finding.location.as_ref().map(place).unwrap_or_default(),
                message: finding.message.clone(),
                expression: finding.examples.expression.clone(),
                depth: Some(finding.examples.depth),
                hash: self.hashes.get(&finding.id).cloned().unwrap_or_default(),
            },
        }
    }
}

#[derive(Deserialize)]
struct Document {
    #[serde(rename = "crate")]
    krate: Crate,
    findings: Vec<FindingRow>,
    causes: Vec<CauseRow>,
    known: Option<KnownRow>,
}

#[derive(Deserialize)]
struct Crate {
    name: String,
    version: String,
}

#[derive(Deserialize)]
struct KnownRow {
    file: Option<PathBuf>,
}

#[derive(Deserialize)]
struct CauseRow {
    id: String,
    class: String,
    why: String,
    findings: Vec<String>,
}

#[derive(Deserialize)]
struct FindingRow {
    id: String,
    kind: String,
    class: String,
    #[serde(default)]
    why: String,
    message: String,
    location: Option<PlaceRow>,
    item: String,
    #[serde(flatten)]
    examples: ExampleRow,
    plans: u64,
    frames: Vec<String>,
    hash: Option<String>,
    #[serde(default)]
    docs: Option<String>,
}

#[derive(Deserialize)]
struct ExampleRow {
    expression: String,
    depth: u32,
    #[serde(default)]
    smallest: Vec<String>,
    generalised: String,
    trigger: Option<TriggerRow>,
    passing: Option<String>,
    reproduction: String,
    confirmed: bool,
}

#[derive(Deserialize)]
struct TriggerRow {
    condition: String,
    otherwise: String,
    fails: u32,
    passes: u32,
    fails_otherwise: u32,
    bisected: bool,
}

#[derive(Deserialize)]
struct PlaceRow {
    file: String,
    line: u32,
    column: u32,
}

impl Document {
    fn into_reported(self) -> Reported {
        let hash = |row: &FindingRow| Some((row.id.clone(), row.hash.clone()?));
        let hashes = self.findings.iter().filter_map(hash).collect();
        let docs = |row: &FindingRow| Some((row.id.clone(), row.docs.clone()?));
        let docs = self.findings.iter().filter_map(docs).collect();
        let findings: Vec<Finding> = self.findings.into_iter().map(FindingRow::into_finding).collect();
        let causes = self
            .causes
            .into_iter()
            .map(|row| row.into_cause(&findings))
            .collect();
        Reported {
            package: self.krate.name,
            version: self.krate.version,
            known_file: self.known.and_then(|known| known.file),
            findings,
            causes,
            hashes,
            docs,
        }
    }
}

impl CauseRow {
    fn into_cause(self, findings: &[Finding]) -> Cause {
        let position = |id: &String| findings.iter().position(|finding| finding.id == *id);
        Cause {
            class: class_of(&self.class),
            why: self.why,
            score: Score::default(),
            findings: self.findings.iter().filter_map(position).collect(),
            id: self.id,
        }
    }
}

impl FindingRow {
    fn into_finding(self) -> Finding {
        let examples = self.examples;
        Finding {
            kind: kind_of(&self.kind, &self.message),
            class: class_of(&self.class),
            id: self.id,
            why: self.why,
            message: self.message,
            location: self.location.map(|at| Location {
                file: at.file,
                line: at.line,
                column: at.column,
            }),
            item: self.item,
            examples: Examples {
                expression: examples.expression,
                plan: None,
                depth: examples.depth,
                holes: Vec::new(),
                smallest: examples.smallest,
                smallest_plans: Vec::new(),
                also_in: Vec::new(),
                generalised: examples.generalised,
                trigger: examples.trigger.map(TriggerRow::into_trigger),
                neighbours: Neighbours {
                    passing: examples.passing,
                    suspects: Vec::new(),
                },
                shape: Shape::default(),
                values: Vec::new(),
            },
            plans: self.plans,
            first_seen: FirstSeen {
                expressions: 0,
                after: Duration::ZERO,
            },
            frames: self.frames.into_iter().map(frame).collect(),
            proof: Proof {
                reproduction: examples.reproduction,
                confirmed: examples.confirmed,
                unconfirmed_reason: None,
                history: Vec::new(),
            },
        }
    }
}

impl TriggerRow {
    fn into_trigger(self) -> Trigger {
        Trigger {
            condition: self.condition,
            otherwise: self.otherwise,
            fails: self.fails,
            passes: self.passes,
            fails_otherwise: self.fails_otherwise,
            is_bisected: self.bisected,
            attacked: None,
        }
    }
}

fn frame(function: String) -> Frame {
    Frame {
        function,
        location: None,
    }
}

fn class_of(word: &str) -> Class {
    let classes = [
        Class::Bug,
        Class::Precondition,
        Class::Documented,
        Class::Convention,
    ];
    let known = classes.into_iter().find(|class| class.word() == word);
    known.unwrap_or(Class::Unreliable)
}

/// Messages of processes that end name the number.
fn kind_of(word: &str, message: &str) -> FaultKind {
    let words = message.split(|c: char| !c.is_ascii_digit());
    let number = words.filter_map(|word| word.parse().ok()).next().unwrap_or(0);
    let kinds = [
        FaultKind::Panic,
        FaultKind::Timeout,
        FaultKind::Memory,
        FaultKind::StackOverflow,
        FaultKind::Abort,
        FaultKind::Signal(number),
        FaultKind::Exit(number),
        FaultKind::Property,
        FaultKind::DoubleDrop,
        FaultKind::InvalidUse,
        FaultKind::Leak,
        FaultKind::Slow,
    ];
    let known = kinds.into_iter().find(|kind| kind.word() == word);
    known.unwrap_or(FaultKind::Panic)
}
