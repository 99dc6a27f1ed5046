//! What the page says of the run as a whole: each item with its status and what stood in its way, and the facts.

use super::map;
use crate::report::human::{coverage_text, times_text};
use crate::report::json::kind_word;
use crate::report::since;
use crate::report::text::{grouped, harmless, seconds};
use crate::run_report::{ItemResult, ItemStatus, RunReport};
use maud::{Markup, html};

/// Each item with its status.
pub(super) fn api(report: &RunReport, number: usize) -> Markup {
    html! {
        h2 id={ "api-" (number) } { "API" }
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
                tbody { @for (index, item) in report.items.iter().enumerate() { (row(item, &map::id(number, index))) } }
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
