//! What the page says of the run as a whole: each item with its status and what stood in its way, and the facts.

use super::map;
use super::page::{Extent, Page};
use crate::report::human::{coverage_text, times_text};
use crate::report::json::kind_word;
use crate::report::since;
use crate::report::text::{counted, grouped, harmless, seconds};
use crate::run_report::{ItemResult, ItemStatus, RunReport};
use maud::{Markup, html};

/// Items of a crate that are shown where only those are that were not completed.
const MOST_UNCOMPLETED: usize = 60;

/// Each item with its status, or each that was not completed.
pub(super) fn api(page: &Page<'_>) -> Markup {
    let report = page.report;
    let is_shown = |item: &ItemResult| page.extent == Extent::Whole || item.status != ItemStatus::Completed;
    let most = match page.extent {
        Extent::Whole => usize::MAX,
        Extent::Faults => MOST_UNCOMPLETED,
    };
    let all = report.items.iter().enumerate();
    let shown: Vec<(usize, &ItemResult)> = all.filter(|(_, item)| is_shown(item)).collect();
    html! {
        h2 id={ "api-" (page.number) } { "API" }
        @if page.extent == Extent::Faults {
            p class="soft" {
                (report.items.len() - shown.len()) " of " (counted(report.items.len(), "item")) " completed"
                @if shown.len() > most { "; of the others these are " (most) } "."
            }
        }
        @if !shown.is_empty() {
            div class="table" {
                table {
                    thead {
                        tr {
                            th { "Item" }
                            th class="wide" { "Kind" }
                            th { "Status" }
                            th class="number" { "Calls" }
                            th class="number wide" { "Depth" }
                        }
                    }
                    tbody { @for (index, item) in shown.into_iter().take(most) { (row(item, &map::id(page.number, index))) } }
                }
            }
        }
    }
}

fn row(item: &ItemResult, id: &str) -> Markup {
    html! {
        tr id=(id) {
            td { code { (harmless(&item.path, false)) } }
            td class="wide" { (kind_word(item.kind).replace('_', " ")) }
            td { @match &item.status {
                ItemStatus::Completed => { span class="good" { "completed" } }
                ItemStatus::Called => { "called, but never returned" }
                ItemStatus::Unreached => { "unreached" }
                ItemStatus::Excluded { code, reason } => { (code.as_str()) ": " (harmless(reason, false)) }
            } }
            td class="number" { (grouped(item.calls)) }
            td class="number wide" { (item.depth) }
        }
    }
}

/// The facts of the run.
pub(super) fn facts(report: &RunReport, number: usize) -> Markup {
    let (times, settings, counts) = (&report.times, &report.settings, &report.counts);
    let time = times_text(times);
    let depth = format!(
        "{} completed; ended by: {}",
        counts.depth_completed,
        report.stop.word()
    );
    let sandbox = format!("{} ({})", report.sandbox.level, report.sandbox.layers.join(", "));
    let asked = format!(
        "{}, seed {}, time limit {}, {} at most for each expression, with {} MiB; {} at once",
        settings.strategy.name(),
        settings.seed,
        seconds(settings.time_limit),
        seconds(settings.case_timeout),
        settings.case_memory >> 20,
        settings.jobs
    );
    let tools = format!(
        "cargo-explore {}, {}",
        env!("CARGO_PKG_VERSION"),
        report.subject.rustc
    );
    let facts = [
        ("Time", time),
        ("Expressions", grouped(counts.expressions)),
        ("Runs", grouped(counts.executions)),
        ("Depth", depth),
        ("Coverage", coverage_text(&report.coverage)),
        ("Strategy", asked),
        ("Sandbox", sandbox),
        ("Tools", tools),
    ];
    let since = report.since.as_ref().map(|since| ("Since", since::text(since)));
    let facts = facts.into_iter().chain(since);
    html! {
        h2 id={ "run-" (number) } { "The run" }
        dl { @for (name, fact) in facts { dt { (name) } dd { (harmless(&fact, false)) } } }
    }
}
