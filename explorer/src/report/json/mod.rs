//! The JSON report, schema 1: mirror types of [`RunReport`] with exactly the contract's names and order. Additions: `edges`, `sandbox.build`, `settings.eager`, `settings.nesting`, `settings.valid`, `settings.keep_results_whole`, `settings.hostile`, `settings.hidden`, `settings.leaks`, `settings.max_findings`, `settings.support`, `causes`, `findings[].why`,
//! `returned`, `stalled`, `in_vain`, `settings.ends_when_quiet`, `api.items[].discarded`, `findings[].smallest`, `findings[].smallest_plans`, `findings[].also_in`, `findings[].history`, `findings[].plan`, `findings[].holes`, `findings[].trigger`, `findings[].passing`, `findings[].suspects`, `findings[].shape`, `findings[].values`, `findings[].values_together`, `findings[].constructors`, `findings[].tree`, `findings[].depth`, `findings[].first_seen`,
//! `findings[].unconfirmed_reason`, `findings[].judged`, `findings[].hash`, `findings[].docs`, `known`, `since`, `discarded`, `prune_rounds`, `coverage.reason`, `time_ms.coverage`, `time_ms.challenge`, `time_ms.widen`, `start_us` (of exploring, until the first executor was ready), and of `stop` the words `findings`, `valid` and `untested`. Where `coverage.reason` says why coverage was not measured, its counts are null.

mod examples;
mod known;
mod shape;

use super::text::plain_json;
use crate::coverage::{self, CoverageOutcome};
use crate::outcome::Location;
use crate::run_report::{
    Cause, Counts, EarlierCall, Ending, Finding, ItemResult, ItemStatus, RunReport, SinceReport, Times,
};
use examples::ExampleEntries;
use harness_gen::{HiddenItems, ItemKind, StandIns};
use known::{KnownEntries, KnownFinding};
use serde::Serialize;
use std::collections::BTreeMap;
use std::time::Duration;

/// Raised when what stands in the contract changes; additions do not count.
pub const SCHEMA: u32 = 1;

/// The JSON Schema of a document, for `--schema`.
pub const SCHEMA_TEXT: &str = include_str!("../../../schema/report-1.json");

/// The report as one line of JSON, newline included.
pub fn render(report: &RunReport) -> anyhow::Result<String> {
    let mut text = plain_json(&serde_json::to_string(&Document::from_report(report))?);
    text.push('\n');
    Ok(text)
}

/// The word of the contract for a kind of item.
pub(super) fn kind_word(kind: ItemKind) -> &'static str {
    match kind {
        ItemKind::Function => "function",
        ItemKind::Method => "method",
        ItemKind::TraitMethod => "trait_method",
        ItemKind::Constructor => "constructor",
        ItemKind::Const => "const",
    }
}

#[derive(Serialize)]
struct Document<'a> {
    schema: u32,
    tool: Tool,
    #[serde(rename = "crate")]
    krate: Crate<'a>,
    toolchain: Toolchain<'a>,
    settings: Settings<'a>,
    sandbox: Sandbox<'a>,
    api: Api<'a>,
    coverage: Coverage<'a>,
    #[serde(flatten)]
    counts: CountEntries,
    #[serde(flatten)]
    times: TimeEntries,
    stop: &'static str,
    #[serde(flatten)]
    found: FoundEntries<'a>,
}

#[derive(Serialize)]
struct FoundEntries<'a> {
    findings: Vec<KnownFinding<'a, FindingEntry<'a>>>,
    causes: Vec<CauseEntry<'a>>,
    known: KnownEntries<'a>,
    since: Option<&'a SinceReport>,
}

#[derive(Serialize)]
pub(super) struct Tool {
    name: &'static str,
    version: &'static str,
}

/// This program, as every document names it.
pub(super) const TOOL: Tool = Tool {
    name: env!("CARGO_PKG_NAME"),
    version: env!("CARGO_PKG_VERSION"),
};

/// Which crate a document is about.
#[derive(Serialize)]
pub(super) struct Crate<'a> {
    pub(super) name: &'a str,
    pub(super) version: &'a str,
    pub(super) source: &'a str,
}

#[derive(Serialize)]
struct Toolchain<'a> {
    rustc: &'a str,
    rustdoc_format: u32,
}

/// With null for every count where nothing was measured.
#[derive(Serialize)]
struct Coverage<'a> {
    regions: Covered,
    lines: Covered,
    reason: Option<&'a str>,
}

/// How much was run.
#[derive(Serialize)]
struct CountEntries {
    edges: Edges,
    expressions: u64,
    executions: u64,
    returned: u64,
    discarded: u64,
    stalled: u64,
    in_vain: u64,
    depth_completed: u32,
    prune_rounds: u32,
}

/// Edges of the instrumented crate and of the harness's arms: those that watched runs executed, and all.
#[derive(Serialize)]
struct Edges {
    executed: u64,
    total: u64,
}

#[derive(Serialize)]
struct Covered {
    covered: Option<u64>,
    total: Option<u64>,
}

#[derive(Serialize)]
struct Settings<'a> {
    depth: Option<u32>,
    max_findings: Option<usize>,
    strategy: &'static str,
    eager: bool,
    nesting: Option<u32>,
    valid: Option<u64>,
    keep_results_whole: bool,
    #[serde(flatten)]
    further: Further,
    seed: u64,
    #[serde(flatten)]
    limits: Limits,
    jobs: usize,
    support: Option<&'a str>,
}

#[derive(Serialize)]
struct Further {
    hostile: bool,
    hidden: bool,
    leaks: bool,
}

#[derive(Serialize)]
struct Limits {
    time_limit_ms: u64,
    ends_when_quiet: bool,
    case_timeout_ms: u64,
    case_memory_bytes: u64,
}

#[derive(Serialize)]
struct Sandbox<'a> {
    level: &'a str,
    layers: &'a [String],
    build: &'a str,
}

#[derive(Serialize)]
struct Api<'a> {
    totals: Totals,
    items: Vec<ItemEntry<'a>>,
}

#[derive(Debug, Default, PartialEq, Eq, Serialize)]
struct Totals {
    items: usize,
    eligible: usize,
    completed: usize,
    called: usize,
    unreached: usize,
    excluded: usize,
}

#[derive(Serialize)]
struct ItemEntry<'a> {
    path: &'a str,
    kind: &'static str,
    status: &'static str,
    code: Option<&'static str>,
    reason: Option<&'a str>,
    instances: &'a [String],
    calls: u64,
    discarded: Option<u64>,
    depth: u32,
}

#[derive(Serialize)]
struct TimeEntries {
    time_ms: TimeMs,
    start_us: u64,
}

#[derive(Serialize)]
struct TimeMs {
    rustdoc: u64,
    build: u64,
    explore: u64,
    confirm: u64,
    challenge: u64,
    widen: u64,
    coverage: u64,
    total: u64,
}

#[derive(Serialize)]
struct FindingEntry<'a> {
    id: &'a str,
    kind: &'static str,
    #[serde(flatten)]
    judgement: JudgementEntry<'a>,
    message: &'a str,
    location: Option<Place<'a>>,
    item: &'a str,
    #[serde(flatten)]
    examples: ExampleEntries<'a>,
    plans: u64,
    depth: u32,
    first_seen: SeenEntry,
    frames: Vec<&'a str>,
    #[serde(flatten)]
    proof: ProofEntries<'a>,
}

/// A class and what decided it.
#[derive(Serialize)]
struct JudgementEntry<'a> {
    class: &'static str,
    why: &'a str,
}

/// Findings with one remedy, simplest first; `score` is the sum of its parts.
#[derive(Serialize)]
struct CauseEntry<'a> {
    id: &'a str,
    #[serde(flatten)]
    judgement: JudgementEntry<'a>,
    score: u32,
    score_parts: BTreeMap<&'static str, u32>,
    findings: Vec<&'a str>,
}

impl<'a> CauseEntry<'a> {
    fn from_cause(cause: &'a Cause, findings: &'a [Finding]) -> Self {
        Self {
            id: &cause.id,
            judgement: JudgementEntry {
                class: cause.class.word(),
                why: &cause.why,
            },
            score: cause.score.total(),
            score_parts: cause.score.parts.iter().copied().collect(),
            findings: cause
                .findings
                .iter()
                .map(|&index| findings[index].id.as_str())
                .collect(),
        }
    }
}

/// Equal calls one after another.
#[derive(Serialize)]
struct CallEntry<'a> {
    expression: &'a str,
    plan: Option<&'a str>,
    times: u32,
}

impl<'a> CallEntry<'a> {
    fn from_call(call: &'a EarlierCall) -> Self {
        Self {
            expression: &call.expression,
            plan: call.plan.as_deref(),
            times: call.times,
        }
    }
}

#[derive(Serialize)]
struct ProofEntries<'a> {
    reproduction: &'a str,
    confirmed: bool,
    unconfirmed_reason: Option<&'a str>,
    history: Vec<CallEntry<'a>>,
}

#[derive(Serialize)]
struct SeenEntry {
    expressions: u64,
    time_ms: u64,
    time_us: u64,
}

#[derive(Serialize)]
struct Place<'a> {
    file: &'a str,
    line: u32,
    column: u32,
}

impl<'a> Document<'a> {
    fn from_report(report: &'a RunReport) -> Self {
        let settings = &report.settings;
        Self {
            schema: SCHEMA,
            tool: TOOL,
            krate: Crate {
                name: &report.subject.crate_name,
                version: &report.subject.crate_version,
                source: report.subject.source,
            },
            toolchain: Toolchain {
                rustc: &report.subject.rustc,
                rustdoc_format: report.subject.rustdoc_format,
            },
            settings: Settings {
                depth: settings.depth,
                max_findings: settings.max_findings,
                strategy: settings.strategy.name(),
                eager: settings.experiments.eager,
                nesting: settings.experiments.nesting,
                valid: settings.experiments.valid,
                keep_results_whole: settings.experiments.keep_results_whole,
                further: Further {
                    hostile: settings.further.stand_ins == StandIns::Hostile,
                    hidden: settings.further.hidden_items == HiddenItems::Explored,
                    leaks: settings.further.leaks,
                },
                seed: settings.seed,
                limits: Limits {
                    time_limit_ms: milliseconds(settings.time_limit),
                    ends_when_quiet: settings.ending == Ending::Quiet,
                    case_timeout_ms: milliseconds(settings.case_timeout),
                    case_memory_bytes: settings.case_memory,
                },
                jobs: settings.jobs,
                support: settings.support.as_deref(),
            },
            sandbox: Sandbox {
                level: report.sandbox.level,
                layers: &report.sandbox.layers,
                build: report.sandbox.build,
            },
            api: Api {
                totals: Totals::of(&report.items),
                items: report.items.iter().map(ItemEntry::from_result).collect(),
            },
            coverage: Coverage::of(&report.coverage),
            counts: CountEntries::of(&report.counts),
            times: TimeEntries::of(&report.times),
            stop: report.stop.word(),
            found: FoundEntries {
                findings: (report.findings.iter())
                    .map(|row| KnownFinding::new(FindingEntry::from_finding(row), &report.known, &row.id))
                    .collect(),
                causes: (report.causes.iter())
                    .map(|cause| CauseEntry::from_cause(cause, &report.findings))
                    .collect(),
                known: KnownEntries::of(report),
                since: report.since.as_ref(),
            },
        }
    }
}

impl TimeEntries {
    fn of(times: &Times) -> Self {
        Self {
            time_ms: TimeMs {
                rustdoc: milliseconds(times.rustdoc),
                build: milliseconds(times.build),
                explore: milliseconds(times.explore),
                confirm: milliseconds(times.confirm),
                challenge: milliseconds(times.challenge),
                widen: milliseconds(times.widen),
                coverage: milliseconds(times.coverage),
                total: milliseconds(times.total),
            },
            start_us: microseconds(times.start),
        }
    }
}

impl CountEntries {
    fn of(counts: &Counts) -> Self {
        Self {
            edges: Edges {
                executed: counts.edges.executed,
                total: counts.edges.total,
            },
            expressions: counts.expressions,
            executions: counts.executions,
            returned: counts.returned,
            discarded: counts.discarded,
            stalled: counts.stalled,
            in_vain: counts.in_vain,
            depth_completed: counts.depth_completed,
            prune_rounds: counts.prune_rounds,
        }
    }
}

impl<'a> Coverage<'a> {
    fn of(outcome: &'a CoverageOutcome) -> Self {
        let counts = |part: fn(&coverage::Coverage) -> coverage::Covered| {
            let part = outcome.measured().map(part);
            Covered {
                covered: part.map(|part| part.covered),
                total: part.map(|part| part.total),
            }
        };
        Self {
            regions: counts(|coverage| coverage.regions),
            lines: counts(|coverage| coverage.lines),
            reason: match outcome {
                CoverageOutcome::Measured(_) => None,
                CoverageOutcome::Missing(reason) => Some(reason),
            },
        }
    }
}

impl Totals {
    fn of(items: &[ItemResult]) -> Self {
        let mut totals = Self {
            items: items.len(),
            ..Self::default()
        };
        for item in items {
            let (count, eligible) = match &item.status {
                ItemStatus::Completed => (&mut totals.completed, true),
                ItemStatus::Called => (&mut totals.called, true),
                ItemStatus::Unreached => (&mut totals.unreached, true),
                ItemStatus::Excluded { code, .. } => (&mut totals.excluded, !code.is_ineligible()),
            };
            *count += 1;
            totals.eligible += usize::from(eligible);
        }
        totals
    }
}

impl<'a> ItemEntry<'a> {
    fn from_result(item: &'a ItemResult) -> Self {
        let (code, reason) = match &item.status {
            ItemStatus::Excluded { code, reason } => (Some(code.as_str()), Some(reason.as_str())),
            _ => (None, None),
        };
        Self {
            path: &item.path,
            kind: kind_word(item.kind),
            status: item.status.word(),
            code,
            reason,
            instances: &item.instances,
            calls: item.calls,
            discarded: item.discarded,
            depth: item.depth,
        }
    }
}

impl<'a> FindingEntry<'a> {
    fn from_finding(finding: &'a Finding) -> Self {
        let place = |location: &'a Location| Place {
            file: &location.file,
            line: location.line,
            column: location.column,
        };
        let (examples, proof) = (&finding.examples, &finding.proof);
        Self {
            id: &finding.id,
            kind: finding.kind.word(),
            judgement: JudgementEntry {
                class: finding.class.word(),
                why: &finding.why,
            },
            message: &finding.message,
            location: finding.location.as_ref().map(place),
            item: &finding.item,
            examples: ExampleEntries::from_examples(examples),
            plans: finding.plans,
            depth: examples.depth,
            first_seen: SeenEntry {
                expressions: finding.first_seen.expressions,
                time_ms: milliseconds(finding.first_seen.after),
                time_us: microseconds(finding.first_seen.after),
            },
            frames: finding
                .frames
                .iter()
                .map(|frame| frame.function.as_str())
                .collect(),
            proof: ProofEntries {
                reproduction: &proof.reproduction,
                confirmed: proof.confirmed,
                unconfirmed_reason: proof.unconfirmed_reason.as_deref(),
                history: proof.history.iter().map(CallEntry::from_call).collect(),
            },
        }
    }
}

fn milliseconds(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}

fn microseconds(duration: Duration) -> u64 {
    u64::try_from(duration.as_micros()).unwrap_or(u64::MAX)
}

#[cfg(test)]
pub(super) mod tests;
