//! One page that opens from disk: causes, the findings behind them, what was reached, the source, the API and the facts of the run. It asks nobody for
//! anything: style and script are in it, and its content security policy allows these two by their hashes and nothing else.
//! Of many crates it has what fails, and leaves source and API to the page of each. Reading needs no script, which only filters and moves. maud escapes what is foreign, control characters are told as escapes.

mod finding;
mod map;
mod overview;
mod page;
mod run;
mod source;
mod values;

use super::found::{self, Found};
use super::source::measured;
use super::text::{counted, harmless};
use super::unexplored::Unexplored;
use crate::run_report::{Class, RunReport};
use maud::{DOCTYPE, Markup, PreEscaped, html};
use page::{Extent, Page, name};

/// Of every page.
pub(super) const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");
/// Allows the style and the script by their hashes; a test says what these have to be.
pub(super) const POLICY: &str = "default-src 'none'; style-src 'sha256-kOF8+F9T2FqXehW46PSaTyOCA8XIADHQwKQlh+aPm+Y='; script-src 'sha256-SNeYNDnpwl7Fky5YNJPIBFmEXlAdfJRZF/aA7yopjCc='; base-uri 'none'; form-action 'none'";

/// The head of every page.
pub(super) fn head(title: &str) -> Markup {
    html! {
        head {
            meta charset="utf-8";
            meta http-equiv="Content-Security-Policy" content=(POLICY);
            meta name="viewport" content="width=device-width, initial-scale=1";
            meta name="referrer" content="no-referrer";
            title { (title) }
            style { (PreEscaped(STYLE)) }
        }
    }
}

/// Of more crates than this the page has what fails: it has to open in a browser.
const WHOLE_CRATES: usize = 16;
/// Crates that are named in the title.
const NAMED_CRATES: usize = 3;

/// One page of all crates, those without a report included.
pub fn render(reports: &[RunReport], unexplored: &[Unexplored]) -> String {
    let extent = match reports.len() > WHOLE_CRATES {
        true => Extent::Faults,
        false => Extent::Whole,
    };
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            (head(&title(reports, unexplored)))
            body {
                (filters(reports))
                main {
                    @if reports.len() > 1 || !unexplored.is_empty() { (overview::packages(reports, unexplored, extent)) }
                    @for (number, report) in reports.iter().enumerate() {
                        section id={ "p-" (number) } { (of_crate(report, number, extent)) }
                    }
                }
                script { (PreEscaped(SCRIPT)) }
            }
        }
    };
    let mut text = page.into_string();
    text.push('\n');
    text
}

fn title(reports: &[RunReport], unexplored: &[Unexplored]) -> String {
    let all = reports.len() + unexplored.len();
    if all > NAMED_CRATES {
        return format!("cargo explore: {all} packages");
    }
    let without_report = unexplored.iter().map(|other| harmless(&other.package, false));
    let names: Vec<String> = reports.iter().map(name).chain(without_report).collect();
    format!("cargo explore: {}", names.join(", "))
}

/// Shown by the script, which it is of use to.
fn filters(reports: &[RunReport]) -> Markup {
    let mut classes: Vec<&str> = Vec::new();
    let mut kinds: Vec<&str> = Vec::new();
    for report in reports {
        for found in found::in_order(report) {
            for (words, word) in [
                (&mut classes, found.class().word()),
                (&mut kinds, found.finding.kind.word()),
            ] {
                if !words.contains(&word) {
                    words.push(word);
                }
            }
        }
    }
    html! {
        form hidden {
            input name="text" type="search" placeholder="Filter ( / ), move with j and k" aria-label="Filter by text";
            @for (name, label, words) in [("class", "Any class", classes), ("kind", "Any kind", kinds)] {
                select name=(name) aria-label=(label) {
                    option value="" { (label) }
                    @for word in words { option value=(word) { (word.replace('_', " ")) } }
                }
            }
            output id="count" class="soft" {}
        }
    }
}

fn of_crate(report: &RunReport, number: usize, extent: Extent) -> Markup {
    let page = Page {
        report,
        number,
        files: measured(report),
        extent,
    };
    let found = found::in_order(report);
    let count = |class: Class| report.causes_of(class).count();
    let unconfirmed = found.iter().filter(|found| found.cause.is_none()).count();
    let bugs = count(Class::Bug);
    let others = [
        (count(Class::Precondition), "precondition"),
        (count(Class::Documented), "documented cause"),
        (count(Class::Convention), "expected cause"),
        (unconfirmed, "unreliable finding"),
    ];
    let is_whole = extent == Extent::Whole;
    html! {
        h1 { (name(report)) }
        ul class="counts" {
            li class=(if bugs == 0 { "good" } else { "bad" }) { (counted(bugs, "bug")) }
            @for (count, words) in others { @if count > 0 { li { (counted(count, words)) } } }
            li { a href={ "#api-" (number) } { (counted(report.items.len(), "item")) } }
            @if is_whole {
                li { a href={ "#map-" (number) } { "What was reached" } }
                @if !page.files.is_empty() { li { a href={ "#source-" (number) } { "Source" } } }
            }
            li { a href={ "#run-" (number) } { "The run" } }
        }
        (causes(&page))
        (further(&page, &found))
        @if is_whole {
            (map::reached(&page))
            (source::files(&page, &found))
        }
        (run::api(&page))
        (run::facts(report, number))
    }
}

/// Each cause with the simplest finding of it.
fn causes(page: &Page<'_>) -> Markup {
    let report = page.report;
    html! {
        h2 { "Causes" }
        @if report.causes.is_empty() { p { "Nothing was found that could be confirmed." } }
        @for (number, cause) in report.causes.iter().enumerate() {
            @let found = Found { finding: &report.findings[cause.findings[0]], cause: Some(cause) };
            (finding::card(page, &found, &finding::others(report, cause), number == 0))
        }
    }
}

/// What is not shown with a cause: its further findings, and those without one.
fn further(page: &Page<'_>, found: &[Found<'_>]) -> Markup {
    let report = page.report;
    let is_shown = |found: &&Found<'_>| {
        (found.cause).is_some_and(|cause| report.findings[cause.findings[0]].id == found.finding.id)
    };
    let further: Vec<&Found<'_>> = found.iter().filter(|found| !is_shown(found)).collect();
    html! {
        @if !further.is_empty() {
            h2 { "Further findings" }
            p class="soft" { "Of causes above, or seen once and not again." }
            @for found in further { (finding::card(page, found, &[], false)) }
        }
    }
}

#[cfg(test)]
mod tests;
