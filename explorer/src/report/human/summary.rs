//! The end of the report: how many causes of which class, times, figures, items that were not completed, containment.

use crate::containment::{OPEN, PARTLY_CONTAINED};
use crate::coverage::{CoverageOutcome, Covered};
use crate::report::shares::{Excluded, percent};
use crate::report::since::text as since_text;
use crate::report::style::{self, styled};
use crate::report::text::{LONGEST_MESSAGE, counted, grouped, harmless, line, paragraph, seconds, shortened};
use crate::run_report::{Cause, Class, Ending, Finding, ItemStatus, RunReport, Stop, Subject, Times};
use plans::Strategy;
use std::fmt::Write;

/// Eligible items shown that were not completed; the JSON report has all.
const SHOWN_OPEN_ITEMS: usize = 6;

/// The crate, and how many causes of which class.
fn verdict(report: &RunReport) -> String {
    let Subject {
        crate_name: name,
        crate_version: version,
        ..
    } = &report.subject;
    let name = format!("{} {}", harmless(name, false), harmless(version, false));
    let is_judged = |finding: &&Finding| report.known.judged.contains_key(&finding.id);
    let (settled, open): (Vec<&Cause>, Vec<&Cause>) =
        report.causes.iter().partition(|cause| report.is_settled(cause));
    let count = |class: Class| open.iter().filter(|cause| cause.class == class).count();
    let bugs = count(Class::Bug);
    let style = if bugs > 0 { style::BUG } else { style::GOOD };
    let found = if bugs > 0 { "" } else { " found" };
    let new = match settled.iter().any(|cause| cause.class == Class::Bug) {
        true => "new bug",
        false => "bug",
    };
    let mut verdict = vec![styled(style, &format!("{}{found}", counted(bugs, new)))];
    let unreliable = (report.findings.iter())
        .filter(|finding| !finding.proof.confirmed)
        .filter(|finding| !is_judged(finding));
    let others = [
        (count(Class::Precondition), "precondition"),
        (unreliable.count(), "unreliable finding"),
    ];
    for (number, word) in others {
        if number > 0 {
            verdict.push(counted(number, word));
        }
    }
    format!("{}: {}", styled(style::HEADING, &name), verdict.join(", "))
}

/// How long all of it took, and the stages.
pub(in crate::report) fn times_text(times: &Times) -> String {
    format!(
        "{} (rustdoc {}, build {}, exploring {}, confirming {}, coverage {})",
        seconds(times.total),
        seconds(times.rustdoc),
        seconds(times.build),
        seconds(times.explore),
        seconds(times.confirm),
        seconds(times.coverage)
    )
}

pub(super) fn render_summary(out: &mut String, report: &RunReport) {
    line(out, &verdict(report));
    field(out, "time", &times_text(&report.times));
    if report.stop != Stop::Given {
        render_search(out, report);
    }
    field(out, "sandbox", &sandbox_text(report));
}

/// What was searched, and how far.
fn render_search(out: &mut String, report: &RunReport) {
    // Random plans may repeat themselves, so they are no distinct expressions.
    let ran = match report.settings.strategy {
        Strategy::Random { .. } => format!("{} random plans run", grouped(report.counts.executions)),
        _ => grouped(report.counts.expressions),
    };
    field(out, "expressions", &ran);
    field(
        out,
        "depth",
        &format!(
            "{} completed; {}",
            report.counts.depth_completed,
            stop_text(report)
        ),
    );
    if let Some(since) = &report.since {
        field(out, "since", &since_text(since));
    }
    field(out, "items", &items_text(report));
    let stalled = report.counts.stalled;
    if stalled > 0 {
        let text = format!(
            "{} given up: their process came to no further plan",
            counted(stalled as usize, "unit")
        );
        field(out, "stalled", &text);
    }
    if let Some(properties) = properties_text(report) {
        field(out, "properties", &properties);
    }
    let open = open_items(report);
    if !open.is_empty() {
        field(out, "incomplete", &open.join("\n"));
    }
    field(out, "coverage", &coverage_text(&report.coverage));
}

fn sandbox_text(report: &RunReport) -> String {
    let mut sandbox = report.sandbox.level.to_owned();
    if !report.sandbox.layers.is_empty() {
        let _ = write!(sandbox, " ({})", report.sandbox.layers.join(", "));
    }
    match (report.sandbox.build, report.subject.source) {
        (OPEN, "registry") => sandbox.push_str("; its build ran as the user"),
        (PARTLY_CONTAINED, _) => sandbox.push_str("; its build had fewer layers"),
        _ => {}
    }
    sandbox
}

/// `100 % (22/22 regions), 95.0 % (38/40 lines)`, or why not.
pub(in crate::report) fn coverage_text(outcome: &CoverageOutcome) -> String {
    let share = |part: Covered, what: &str| {
        let Covered { covered, total } = part;
        let percent = match covered == total {
            true => "100 %".to_owned(),
            false => percent(covered as usize, total as usize),
        };
        format!("{percent} ({covered}/{total} {what})")
    };
    match outcome {
        CoverageOutcome::Measured(coverage) => format!(
            "{}, {}",
            share(coverage.regions, "regions"),
            share(coverage.lines, "lines")
        ),
        CoverageOutcome::Missing(reason) => {
            format!(
                "not measured: {}",
                harmless(&shortened(reason, LONGEST_MESSAGE), false)
            )
        }
    }
}

fn stop_text(report: &RunReport) -> String {
    match report.stop {
        Stop::Exhausted => "no plan is left at any depth".into(),
        Stop::Depth => "every plan up to --depth was run".into(),
        Stop::Valid => "every item was left after the runs that --valid asked for".into(),
        Stop::Findings => "stopped by --max-findings".into(),
        Stop::Quiet => format!(
            "nothing new in the last {} of {} runs",
            grouped(report.counts.in_vain),
            grouped(report.counts.executions)
        ),
        Stop::Time => format!(
            "stopped by {} {}",
            match report.settings.ending {
                Ending::Quiet => "--time-limit",
                Ending::Time => "--until",
            },
            harmless(&humantime_text(report.settings.time_limit), false)
        ),
        Stop::Given => "nothing was searched".into(),
        Stop::Untested => "no stand-alone test can be built here, so nothing is confirmed".into(),
        Stop::Interrupted => "interrupted".into(),
    }
}

fn humantime_text(duration: std::time::Duration) -> String {
    humantime::format_duration(duration).to_string()
}

/// How many inputs the properties were tested with; none if no property was explored.
fn properties_text(report: &RunReport) -> Option<String> {
    let explored = (report.items.iter())
        .filter(|item| !matches!(item.status, ItemStatus::Excluded { .. }))
        .filter_map(|item| Some((item.calls, item.discarded?)));
    let (number, calls, discarded) = explored
        .fold((0, 0, 0), |(number, calls, discarded), (more, without)| {
            (number + 1, calls + more, discarded + without)
        });
    let number = match number {
        0 => return None,
        1 => "1 property".to_owned(),
        more => format!("{more} properties"),
    };
    let tested = grouped(calls.saturating_sub(discarded));
    Some(format!(
        "{number} tested on {tested} inputs; {} more inputs discarded",
        grouped(discarded)
    ))
}

/// `66 of 66 eligible items completed (100.0 %)`, what became of the others, and the codes.
fn items_text(report: &RunReport) -> String {
    let excluded = Excluded::of(report.items.iter().filter_map(|item| match item.status {
        ItemStatus::Excluded { code, .. } => Some(code),
        _ => None,
    }));
    let count = |wanted: ItemStatus| report.items.iter().filter(|item| item.status == wanted).count();
    let eligible = report.items.len() - excluded.ineligible();
    let completed = count(ItemStatus::Completed);
    let mut text = format!(
        "{completed} of {} completed ({})",
        counted(eligible, "eligible item"),
        percent(completed, eligible)
    );
    for (number, words) in [
        (count(ItemStatus::Called), "called, but never returned"),
        (count(ItemStatus::Unreached), "unreached"),
    ] {
        if number > 0 {
            let _ = write!(text, "; {number} {words}");
        }
    }
    for codes in [excluded.eligible_text(), excluded.ineligible_text()]
        .into_iter()
        .flatten()
    {
        let _ = write!(text, "; {codes}");
    }
    text
}

/// The first of the eligible items that were not completed, each with what stood in the way. Those that were called
/// come first: what is wrong with them is nearest.
fn open_items(report: &RunReport) -> Vec<String> {
    let mut open: Vec<(u8, &str, &str)> = Vec::new();
    for item in &report.items {
        match &item.status {
            ItemStatus::Completed => {}
            ItemStatus::Called => open.push((0, &item.path, "called, but never returned")),
            ItemStatus::Unreached => open.push((1, &item.path, "unreached")),
            ItemStatus::Excluded { code, .. } if code.is_ineligible() => {}
            ItemStatus::Excluded { code, .. } => open.push((2, &item.path, code.as_str())),
        }
    }
    // The sort is stable: items of a kind keep their order.
    open.sort_by_key(|(rank, ..)| *rank);
    let mut lines: Vec<String> = open
        .iter()
        .take(SHOWN_OPEN_ITEMS)
        .map(|(_, path, obstacle)| format!("{}: {obstacle}", harmless(path, false)))
        .collect();
    if open.len() > lines.len() {
        lines.push(format!(
            "… and {} more (`--format json` has all)",
            open.len() - lines.len()
        ));
    }
    lines
}

fn field(out: &mut String, name: &str, value: &str) {
    let body = paragraph(value, 14);
    // The first line's indent makes room for the name.
    let _ = write!(out, "  {name:<12}{}", body.get(14..).unwrap_or_default());
}
