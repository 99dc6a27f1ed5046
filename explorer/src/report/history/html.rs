//! The history as one page that opens from disk and asks nobody for anything, in the style of reports: charts, runs and
//! findings of each package. maud escapes what is foreign, control characters are told as escapes.

use super::{
    Told, View, charts, code, condition_words, first_seen, fixed, gone, human, last_seen, minute, shown,
    state_words,
};
use crate::history::{Condition, FindingHistory, PackageHistory, RunSummary, State};
use crate::report::html::head;
use crate::report::text::{counted, harmless};
use crate::run_report::Class;
use maud::{DOCTYPE, Markup, html};

/// The page.
pub fn render(told: &Told<'_>) -> String {
    let names: Vec<String> = (told.packages.iter())
        .map(|package| harmless(&package.name, false))
        .collect();
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            (head(&format!("cargo explore, history: {}", names.join(", "))))
            body { @for package in told.packages { (of_package(package, told)) } }
        }
    };
    let mut text = page.into_string();
    text.push('\n');
    text
}

fn of_package(package: &PackageHistory, told: &Told<'_>) -> Markup {
    let findings = shown(package, told);
    let failing = findings
        .iter()
        .filter(|finding| finding.condition == Condition::Failing);
    let failing = failing.count();
    let others = package.findings.len() - findings.len();
    html! {
        main {
            h1 { (harmless(&package.name, false)) }
            ul class="counts" {
                li class=(if failing == 0 { "good" } else { "bad" }) { (counted(failing, "failing finding")) }
                li { (counted(package.runs.len(), "run")) }
            }
            (charts::of(&package.runs))
            h2 { "Findings" }
            @if findings.is_empty() { p { "None that anybody has to look at." } }
            @for finding in &findings { (card(package, finding, told.view == View::Finding)) }
            @if others > 0 { p class="soft" { "Not shown: " (counted(others, "finding")) " documented, expected or unreliable." } }
            h2 { "Runs" }
            (runs(package))
        }
    }
}

fn card(package: &PackageHistory, finding: &FindingHistory, is_open: bool) -> Markup {
    let class = match finding.condition {
        Condition::Failing => finding.class.word(),
        _ => "",
    };
    html! {
        details class={ "card " (class) } open[is_open] {
            summary {
                span class="tag" { (condition_words(finding.condition)) }
                h3 { (harmless(&finding.item, false)) }
                span class="said" { (harmless(&finding.message, false)) }
            }
            div {
                p class="soft" {
                    code { (harmless(&finding.id, false)) } " " (finding.class.word())
                    @if let Some(place) = &finding.place { ", " (harmless(place, false)) }
                    @if let Some(known) = &finding.known { ", judged " (harmless(known, false)) }
                }
                dl {
                    @for (word, run) in [
                        ("First seen", first_seen(finding)),
                        ("Last seen", last_seen(finding)),
                        ("Fixed", fixed(finding)),
                        ("No longer reachable", gone(finding)),
                    ] { @if let Some(run) = run { dt { (word) } dd { (when(&package.runs[run])) } } }
                }
                p class="label" { "Run by run" }
                div class="table" {
                    table { tbody { @for at in &finding.states {
                        tr { td { (when(&package.runs[at.run])) } td class=(colour(at.state)) { (state_words(at.state)) } }
                    } } }
                }
            }
        }
    }
}

fn colour(state: State) -> &'static str {
    match state {
        State::FirstSeen | State::StillFailing | State::Reopened => "bad",
        State::Fixed | State::Passes => "good",
        State::NotExplored(_) | State::NoLongerReachable(_) => "soft",
    }
}

fn when(run: &RunSummary) -> Markup {
    html! { (harmless(&minute(&run.moment), false)) " at " code { (harmless(&code(&run.moment), false)) } }
}

/// All runs, newest first.
fn runs(package: &PackageHistory) -> Markup {
    html! {
        div class="table" {
            table {
                thead { tr {
                    th { "Run" }
                    th { "Version" }
                    th class="number" { "Bugs" }
                    th class="number" { "Items" }
                    th class="number" { "Depth" }
                    th class="number" { "Lines" }
                    th { "Ended by" }
                } }
                tbody { @for run in package.runs.iter().rev() {
                    @let (completed, eligible) = run.items;
                    tr {
                        td { (when(run)) }
                        td { (harmless(&run.moment.version, false)) }
                        td class="number" { (run.causes_of(Class::Bug)) }
                        td class="number" { (completed) " of " (eligible) }
                        td class="number" { (run.depth) }
                        td class="number" { @if let Some(share) = human::lines(run) { (share) } }
                        td { (run.stop) }
                    }
                } }
            }
        }
    }
}
