//! The history as one JSON document, schema 1. `explorer/schema/history-1.json` describes it.

use super::{Told, first_seen, fixed, last_seen};
use crate::history::{Commit, FindingHistory, Moment, PackageHistory, RunSummary, StateAt};
use crate::report::json::{SCHEMA, TOOL, Tool};
use crate::report::text::plain_json;
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::Path;

/// The JSON Schema of the document, for `--schema`.
pub const SCHEMA_TEXT: &str = include_str!("../../../schema/history-1.json");

#[derive(Serialize)]
struct Document<'a> {
    schema: u32,
    tool: Tool,
    directory: &'a Path,
    packages: Vec<PackageEntry<'a>>,
}

#[derive(Serialize)]
struct PackageEntry<'a> {
    name: &'a str,
    runs: Vec<RunEntry<'a>>,
    findings: Vec<FindingEntry<'a>>,
}

/// Which run.
#[derive(Serialize)]
struct MomentEntry<'a> {
    run: &'a str,
    time: &'a str,
    version: &'a str,
    commit: Option<CommitEntry<'a>>,
}

#[derive(Serialize)]
struct CommitEntry<'a> {
    id: &'a str,
    dirty: bool,
}

#[derive(Serialize)]
struct RunEntry<'a> {
    #[serde(flatten)]
    moment: MomentEntry<'a>,
    tool_version: &'a str,
    source: &'a str,
    stop: &'a str,
    depth_completed: u32,
    completed: u32,
    eligible: u32,
    expressions: u64,
    lines: Option<Lines>,
    time_limit_ms: u64,
    causes: BTreeMap<&'static str, u32>,
}

#[derive(Serialize)]
struct Lines {
    covered: u64,
    total: u64,
}

#[derive(Serialize)]
struct FindingEntry<'a> {
    id: &'a str,
    #[serde(flatten)]
    what: WhatEntry<'a>,
    condition: &'static str,
    first_seen: Option<MomentEntry<'a>>,
    last_seen: Option<MomentEntry<'a>>,
    fixed: Option<MomentEntry<'a>>,
    states: Vec<StateEntry<'a>>,
}

/// As it was seen last.
#[derive(Serialize)]
struct WhatEntry<'a> {
    class: &'static str,
    kind: &'a str,
    item: &'a str,
    message: &'a str,
    place: Option<&'a str>,
    confirmed: bool,
    known: Option<&'a str>,
}

#[derive(Serialize)]
struct StateEntry<'a> {
    #[serde(flatten)]
    moment: MomentEntry<'a>,
    state: &'static str,
    why: Option<&'static str>,
}

/// The document as one line, newline included.
pub fn render(told: &Told<'_>) -> anyhow::Result<String> {
    let document = Document {
        schema: SCHEMA,
        tool: TOOL,
        directory: told.directory,
        packages: told.packages.iter().map(PackageEntry::of).collect(),
    };
    let mut text = plain_json(&serde_json::to_string(&document)?);
    text.push('\n');
    Ok(text)
}

impl<'a> PackageEntry<'a> {
    fn of(package: &'a PackageHistory) -> Self {
        let finding = |finding: &'a FindingHistory| FindingEntry::of(finding, &package.runs);
        Self {
            name: &package.name,
            runs: package.runs.iter().map(RunEntry::of).collect(),
            findings: package.findings.iter().map(finding).collect(),
        }
    }
}

impl<'a> MomentEntry<'a> {
    fn of(moment: &'a Moment) -> Self {
        let commit = |commit: &'a Commit| CommitEntry {
            id: &commit.id,
            dirty: commit.is_dirty,
        };
        Self {
            run: &moment.name,
            time: &moment.time,
            version: &moment.version,
            commit: moment.commit.as_ref().map(commit),
        }
    }
}

impl<'a> RunEntry<'a> {
    fn of(run: &'a RunSummary) -> Self {
        let (completed, eligible) = run.items;
        Self {
            moment: MomentEntry::of(&run.moment),
            tool_version: &run.tool,
            source: &run.source,
            stop: &run.stop,
            depth_completed: run.depth,
            completed,
            eligible,
            expressions: run.expressions,
            lines: run.lines.map(|(covered, total)| Lines { covered, total }),
            time_limit_ms: run.time_limit_ms,
            causes: (run.causes.iter())
                .map(|(class, count)| (class.word(), *count))
                .collect(),
        }
    }
}

impl<'a> FindingEntry<'a> {
    fn of(finding: &'a FindingHistory, runs: &'a [RunSummary]) -> Self {
        let at = |run: usize| MomentEntry::of(&runs[run].moment);
        let state = |of_run: &StateAt| StateEntry {
            moment: at(of_run.run),
            state: of_run.state.word(),
            why: of_run.state.why_word(),
        };
        Self {
            id: &finding.id,
            what: WhatEntry {
                class: finding.class.word(),
                kind: &finding.kind,
                item: &finding.item,
                message: &finding.message,
                place: finding.place.as_deref(),
                confirmed: finding.is_confirmed,
                known: finding.known.as_deref(),
            },
            condition: finding.condition.word(),
            first_seen: first_seen(finding).map(at),
            last_seen: last_seen(finding).map(at),
            fixed: fixed(finding).map(at),
            states: finding.states.iter().map(state).collect(),
        }
    }
}
