//! What people have judged of findings, and what that means for one run, as plain data. Where it is kept, and how it is
//! held against a run, is in `known`.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::PathBuf;

/// What somebody holds a finding to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Verdict {
    /// It fails, and it should.
    Expected,
    /// It fails, it should not, and that is known.
    Bug,
    /// It is another finding once more.
    Duplicate,
    /// It fails because of code that is not ours.
    NotOurs,
    /// Seen, and put off.
    Later,
}

impl Verdict {
    /// All of them.
    pub const ALL: [Self; 5] = [
        Self::Expected,
        Self::Bug,
        Self::Duplicate,
        Self::NotOurs,
        Self::Later,
    ];

    /// As files and options have it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Expected => "expected",
            Self::Bug => "bug",
            Self::Duplicate => "duplicate",
            Self::NotOurs => "not-ours",
            Self::Later => "later",
        }
    }

    /// Of its word.
    pub fn of_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|verdict| verdict.word() == word)
    }
}

/// One verdict with who, when and why.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ruling {
    /// What it is held to be.
    pub verdict: Verdict,
    /// Id of the finding that a duplicate is one of.
    pub of: Option<String>,
    /// Why; may be empty.
    pub reason: String,
    /// Who said so.
    pub who: Option<String>,
    /// When, `2026-11-22`.
    pub date: Option<String>,
    /// Until when it holds, that day included.
    pub expires: Option<String>,
}

impl Ruling {
    /// `judged expected: the docs say so`.
    pub fn sentence(&self) -> String {
        let of = self.of.as_ref().map_or(String::new(), |of| format!(" of {of}"));
        let reason = match self.reason.is_empty() {
            true => String::new(),
            false => format!(": {}", self.reason),
        };
        format!("judged {}{of}{reason}", self.verdict.word())
    }
}

/// A ruling on a finding of this run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Judged {
    /// The ruling.
    pub ruling: Ruling,
    /// What has changed since a finding was judged expected.
    pub stale: Option<String>,
    /// The day until which it holds is over.
    pub is_expired: bool,
}

/// A ruling on a finding that this run does not have, though it would have come upon it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Absent {
    /// Id.
    pub id: String,
    /// The item that failed.
    pub item: String,
    /// The ruling.
    pub ruling: Ruling,
    /// Why it may be absent.
    pub absence: Absence,
}

/// Why a finding is absent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Absence {
    /// The item was explored as deep as it takes, and does not fail in this way.
    Passing,
    /// There is no such item.
    Gone,
    /// There is a finding like it whose function has another name: its id.
    Renamed(String),
}

/// What is known of the findings of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Known {
    /// The file that was looked for, whether it is there or not; none if there is no place for one.
    pub file: Option<PathBuf>,
    /// Rulings on findings of this run, by id.
    pub judged: BTreeMap<String, Judged>,
    /// Hashes of what a ruling on each finding would be about, by id.
    pub hashes: BTreeMap<String, String>,
    /// Docs of the called functions that have some, by id of the finding.
    #[serde(default)]
    pub docs: BTreeMap<String, String>,
    /// Rulings on findings that this run would have come upon, and has not.
    pub absent: Vec<Absent>,
}

impl Known {
    /// True if somebody has to look at a ruling again.
    pub fn has_open_questions(&self) -> bool {
        let is_open = |judged: &Judged| judged.is_expired || judged.stale.is_some();
        !self.absent.is_empty() || self.judged.values().any(is_open)
    }
}
