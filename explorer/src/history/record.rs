//! What is kept of one run for good: far less than the report, and enough to judge later what became of its findings. One line
//! of JSON. Whoever changes what stands here raises the format's number; what is added gets a default.

use super::commit::Commit;
use crate::fnv::Fnv;
use crate::judged::Verdict;
use crate::run_report::{Class, Finding, ItemResult, ItemStatus, RunReport, Stop};
use crate::store::FeatureChoice;
use crate::words::StrategyWords;
use harness_gen::{Code, StandIns};
use plans::Strategy;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Characters of a message that are kept.
const LONGEST_MESSAGE: usize = 200;

/// One run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// The version of this form.
    pub format: u32,
    /// When, and under which name it is stored.
    pub run: RunName,
    /// Version of this program.
    pub tool: String,
    /// What was explored.
    pub package: Package,
    /// The state of its repository; none if there is none, or git does not say.
    pub commit: Option<Commit>,
    /// What it was asked for.
    pub options: Options,
    /// What calls were fed with.
    pub circumstances: Circumstances,
    /// How it ended, in numbers.
    pub outcome: Outcome,
    /// Causes by class.
    pub causes: BTreeMap<Class, u32>,
    /// All findings, unconfirmed ones, too.
    pub findings: Vec<Sighting>,
    /// The API, and how far each item of it came.
    pub items: Items,
}

/// A run's name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunName {
    /// When it began, in UTC, to the millisecond: `2026-11-23T17:42:06.123Z`.
    pub time: String,
    /// Its name in the store of runs, which may have lost it.
    pub name: String,
    /// The name of the command that it was part of.
    pub command: String,
}

/// A package.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Package {
    /// Its name.
    pub name: String,
    /// Its version.
    pub version: String,
    /// `path`, `workspace` or `registry`.
    pub source: String,
}

/// Options that decide how far a run comes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Options {
    /// `--depth`.
    pub depth: Option<u32>,
    /// `--max-findings`.
    pub max_findings: Option<usize>,
    /// `--time-limit` or `--until`, in milliseconds.
    pub time_limit_ms: u64,
    /// `--strategy`.
    #[serde(with = "StrategyWords")]
    pub strategy: Strategy,
    /// `--seed`.
    pub seed: u64,
    /// `--item` and `--skip-item`.
    pub filter: Filter,
}

/// Which items the user asked for.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Filter {
    /// `--item`.
    pub wanted: Vec<String>,
    /// `--skip-item`.
    pub skipped: Vec<String>,
}

/// What calls are fed with: a finding may need it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Circumstances {
    /// Features.
    pub features: FeatureChoice,
    /// `--property`.
    pub properties: Vec<String>,
    /// A hash of constants and dictionaries that were given.
    pub constants: Option<String>,
    /// A hash of the file of `--support`.
    pub support: Option<String>,
    /// `--hostile`.
    pub is_hostile: bool,
    /// `--hidden`.
    #[serde(default)]
    pub has_hidden: bool,
    /// `--leaks`.
    #[serde(default)]
    pub has_leaks: bool,
}

/// How a run ended, in numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outcome {
    /// Why exploring ended.
    pub stop: Stop,
    /// The depth to which every item was explored.
    pub depth: u32,
    /// Items that returned.
    pub completed: u32,
    /// Items that could be explored, or are not because of limits of this program.
    pub eligible: u32,
    /// Plans run.
    pub expressions: u64,
    /// Lines reached and lines with code; none if that was not measured.
    pub lines: Option<(u64, u64)>,
    /// Exploration time in milliseconds.
    pub explored_ms: u64,
}

/// One finding of one run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sighting {
    /// Its id.
    pub id: String,
    /// Its class.
    pub class: Class,
    /// The word of its kind.
    pub kind: String,
    /// The item that was called.
    pub item: String,
    /// The first line of its message.
    pub message: String,
    /// File and line, if it has a place.
    pub place: Option<String>,
    /// It was shown again by itself.
    pub is_confirmed: bool,
    /// What people hold it to be.
    pub known: Option<Verdict>,
    /// Depth of its smallest plan.
    pub depth: u32,
    /// Plans of the item until it was first seen.
    pub after: u64,
}

/// Items of a run, in the order of the API.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Items {
    /// Of their paths.
    pub hash: String,
    /// Their paths; none if an earlier record of the file has those of this hash.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub paths: Option<Vec<String>>,
    /// A letter for each: [`Standing::letter`].
    pub standings: String,
    /// Depth completed of each.
    pub depths: Vec<u32>,
    /// Calls of each.
    pub calls: Vec<u64>,
}

/// How far an item came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// It returned.
    Completed,
    /// It was called and never returned.
    Called,
    /// It was not called.
    Unreached,
    /// It cannot be explored.
    Excluded,
    /// The user left it out.
    LeftOut,
}

impl Standing {
    const ALL: [Self; 5] = [
        Self::Completed,
        Self::Called,
        Self::Unreached,
        Self::Excluded,
        Self::LeftOut,
    ];

    /// As records have it.
    pub fn letter(self) -> char {
        match self {
            Self::Completed => 'c',
            Self::Called => 'n',
            Self::Unreached => 'u',
            Self::Excluded => 'x',
            Self::LeftOut => 'o',
        }
    }

    fn of_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|standing| standing.letter() == letter)
    }

    fn of_status(status: &ItemStatus) -> Self {
        match status {
            ItemStatus::Completed => Self::Completed,
            ItemStatus::Called => Self::Called,
            ItemStatus::Unreached => Self::Unreached,
            ItemStatus::Excluded { code: Code::User, .. } => Self::LeftOut,
            ItemStatus::Excluded { .. } => Self::Excluded,
        }
    }
}

/// What a run made of one item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reached {
    /// How far it came.
    pub standing: Standing,
    /// Depth completed.
    pub depth: u32,
    /// Calls.
    pub calls: u64,
}

/// What a report does not say of its run.
#[derive(Clone, Debug)]
pub struct Occasion {
    /// When, and under which name.
    pub run: RunName,
    /// Of which commit.
    pub commit: Option<Commit>,
    /// Which items were asked for.
    pub filter: Filter,
    /// What calls were fed with.
    pub circumstances: Circumstances,
}

impl Record {
    /// The version of the form that this program writes.
    pub const FORMAT: u32 = 1;

    /// What is kept of a run.
    pub fn of(report: &RunReport, occasion: Occasion) -> Record {
        let (subject, settings) = (&report.subject, &report.settings);
        let mut causes = BTreeMap::new();
        for cause in &report.causes {
            *causes.entry(cause.class).or_default() += 1;
        }
        Record {
            format: Self::FORMAT,
            run: occasion.run,
            tool: env!("CARGO_PKG_VERSION").to_owned(),
            package: Package {
                name: subject.crate_name.clone(),
                version: subject.crate_version.clone(),
                source: subject.source.to_owned(),
            },
            commit: occasion.commit,
            options: Options {
                depth: settings.depth,
                max_findings: settings.max_findings,
                time_limit_ms: whole_ms(settings.time_limit),
                strategy: settings.strategy,
                seed: settings.seed,
                filter: occasion.filter,
            },
            circumstances: Circumstances {
                is_hostile: settings.further.stand_ins == StandIns::Hostile,
                has_leaks: settings.further.leaks,
                ..occasion.circumstances
            },
            outcome: Outcome::of(report),
            causes,
            findings: (report.findings.iter())
                .map(|finding| Sighting::of(finding, report))
                .collect(),
            items: Items::of(&report.items),
        }
    }
}

fn whole_ms(duration: std::time::Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}

impl Outcome {
    fn of(report: &RunReport) -> Outcome {
        let count = |is: fn(&ItemStatus) -> bool| {
            let items = report.items.iter().filter(|item| is(&item.status));
            u32::try_from(items.count()).unwrap_or(u32::MAX)
        };
        let lines = report.coverage.measured().map(|coverage| coverage.lines);
        Outcome {
            stop: report.stop,
            depth: report.counts.depth_completed,
            completed: count(|status| *status == ItemStatus::Completed),
            eligible: count(ItemStatus::is_eligible),
            expressions: report.counts.expressions,
            lines: lines.map(|lines| (lines.covered, lines.total)),
            explored_ms: whole_ms(report.times.explore),
        }
    }
}

impl Sighting {
    fn of(finding: &Finding, report: &RunReport) -> Sighting {
        let line = finding.message.lines().next().unwrap_or_default();
        let judged = report.known.judged.get(&finding.id);
        Sighting {
            id: finding.id.clone(),
            class: finding.class,
            kind: finding.kind.word().to_owned(),
            item: finding.item.clone(),
            message: line.chars().take(LONGEST_MESSAGE).collect(),
            place: (finding.location.as_ref()).map(|at| format!("{}:{}", at.file, at.line)),
            is_confirmed: finding.proof.confirmed,
            known: judged.map(|judged| judged.ruling.verdict),
            depth: finding.examples.depth,
            after: finding.first_seen.expressions,
        }
    }
}

impl Items {
    fn of(items: &[ItemResult]) -> Items {
        let mut hash = Fnv::new();
        items.iter().for_each(|item| hash.field(&item.path));
        let standing = |item: &ItemResult| Standing::of_status(&item.status).letter();
        Items {
            hash: format!("{:016x}", hash.value()),
            paths: Some(items.iter().map(|item| item.path.clone()).collect()),
            standings: items.iter().map(standing).collect(),
            depths: items.iter().map(|item| item.depth).collect(),
            calls: items.iter().map(|item| item.calls).collect(),
        }
    }

    /// What became of the item at a position of the list of paths.
    pub fn at(&self, position: usize) -> Option<Reached> {
        Some(Reached {
            standing: Standing::of_letter(self.standings.chars().nth(position)?)?,
            depth: *self.depths.get(position)?,
            calls: *self.calls.get(position)?,
        })
    }
}

impl Circumstances {
    /// True if a run under these comes upon what needs `others`, too.
    pub fn cover(&self, others: &Circumstances) -> bool {
        let as_these = Circumstances {
            is_hostile: self.is_hostile,
            has_hidden: self.has_hidden,
            // Only findings that are leaks need it.
            has_leaks: self.has_leaks,
            ..others.clone()
        };
        let has_all = (self.is_hostile || !others.is_hostile) && (self.has_hidden || !others.has_hidden);
        *self == as_these && has_all
    }
}
