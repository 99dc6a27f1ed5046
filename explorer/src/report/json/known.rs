//! What people have judged, in the JSON report: `findings[].judged`, `findings[].hash` and `known`.

use crate::judged::{Absence, Absent, Judged};
use crate::report::known::{hidden, known_bugs};
use crate::run_report::{Known, RunReport};
use serde::Serialize;
use std::path::Path;

/// A finding, and what is known of it.
#[derive(Serialize)]
pub(super) struct KnownFinding<'a, F> {
    #[serde(flatten)]
    finding: F,
    /// Of the code and docs that a ruling would be about.
    hash: Option<&'a str>,
    /// Of the called function.
    docs: Option<&'a str>,
    judged: Option<JudgedEntry<'a>>,
}

#[derive(Serialize)]
struct JudgedEntry<'a> {
    verdict: &'static str,
    of: Option<&'a str>,
    reason: &'a str,
    who: Option<&'a str>,
    date: Option<&'a str>,
    expires: Option<&'a str>,
    expired: bool,
    /// What has changed since; null if nothing has.
    stale: Option<&'a str>,
}

/// Counts of findings, but for `absent`.
#[derive(Serialize)]
pub(super) struct KnownEntries<'a> {
    file: Option<&'a Path>,
    judged: usize,
    not_shown: usize,
    bugs: usize,
    stale: usize,
    expired: usize,
    absent: Vec<AbsentEntry<'a>>,
}

#[derive(Serialize)]
struct AbsentEntry<'a> {
    id: &'a str,
    item: &'a str,
    verdict: &'static str,
    reason: &'a str,
    absence: &'static str,
    same: Option<&'a str>,
}

impl<'a, F> KnownFinding<'a, F> {
    pub(super) fn new(finding: F, known: &'a Known, id: &str) -> Self {
        Self {
            finding,
            hash: known.hashes.get(id).map(String::as_str),
            docs: known.docs.get(id).map(String::as_str),
            judged: known.judged.get(id).map(JudgedEntry::from_judged),
        }
    }
}

impl<'a> JudgedEntry<'a> {
    fn from_judged(judged: &'a Judged) -> Self {
        let ruling = &judged.ruling;
        Self {
            verdict: ruling.verdict.word(),
            of: ruling.of.as_deref(),
            reason: &ruling.reason,
            who: ruling.who.as_deref(),
            date: ruling.date.as_deref(),
            expires: ruling.expires.as_deref(),
            expired: judged.is_expired,
            stale: judged.stale.as_deref(),
        }
    }
}

impl<'a> KnownEntries<'a> {
    pub(super) fn of(report: &'a RunReport) -> Self {
        let known = &report.known;
        let count = |is: fn(&&Judged) -> bool| known.judged.values().filter(is).count();
        Self {
            file: known.file.as_deref(),
            judged: known.judged.len(),
            not_shown: hidden(report),
            bugs: known_bugs(known),
            stale: count(|judged| judged.stale.is_some()),
            expired: count(|judged| judged.is_expired),
            absent: known.absent.iter().map(AbsentEntry::from_absent).collect(),
        }
    }
}

impl<'a> AbsentEntry<'a> {
    fn from_absent(absent: &'a Absent) -> Self {
        Self {
            id: &absent.id,
            item: &absent.item,
            verdict: absent.ruling.verdict.word(),
            reason: &absent.ruling.reason,
            absence: match absent.absence {
                Absence::Passing => "passing",
                Absence::Gone => "gone",
                Absence::Renamed(_) => "renamed",
            },
            same: match &absent.absence {
                Absence::Renamed(same) => Some(same),
                _ => None,
            },
        }
    }
}
