//! One finding on the page: a line that says what fails, and behind it the call, the source, the way there, what was tried
//! besides, and a test. Few elements each, since there may be hundreds.

use super::page::{Page, id, place_text};
use super::{source, values};
use crate::report::found::{self, Found};
use crate::report::human::{headline, hole_counts, shape_lines};
use crate::report::suspects;
use crate::report::text::{LONGEST_MESSAGE, harmless, shortened};
use crate::run_report::{Cause, Finding, RunReport};
use maud::{Markup, html};

/// Further expressions of a finding.
const SHOWN_EXPRESSIONS: usize = 4;
/// Values of a placeholder.
const SHOWN_VALUES: usize = 8;
/// Steps of the way to a fault: where it is longer, its middle is left out.
const LONGEST_WAY: usize = 12;

/// The finding, which can be read at once if it `is_open`; `others` are further ones of its cause.
pub(super) fn card(page: &Page<'_>, found: &Found<'_>, others: &[&Finding], is_open: bool) -> Markup {
    let finding = found.finding;
    let class = found.class().word();
    html! {
        details id={ "f-" (id(finding)) } class={ "card " (class) } data-class=(class) data-kind=(finding.kind.word()) open[is_open] {
            summary {
                span class="tag" { (class) }
                " "
                h3 { (headline(finding)) }
                @if !finding.message.is_empty() {
                    span class="said" { (shortened(&finding.message, LONGEST_MESSAGE)) }
                }
            }
            div { (body(page, found, others)) }
        }
    }
}

fn body(page: &Page<'_>, found: &Found<'_>, others: &[&Finding]) -> Markup {
    let finding = found.finding;
    let examples = &finding.examples;
    let is_cut = finding.message.chars().count() > LONGEST_MESSAGE;
    let further = (examples.smallest.iter()).filter(|expression| **expression != examples.expression);
    html! {
        @if is_cut { (labelled("Message", &finding.message)) }
        (labelled("Fails", &examples.expression))
        @if let Some(when) = finding.when() { p { (harmless(&when, false)) } }
        @if let Some(passing) = &examples.neighbours.passing { (labelled("Returns", passing)) }
        (values::tree(finding))
        (source::excerpt(page, finding))
        (way(finding))
        @let suspects = suspects::lines(&page.report.subject.crate_root, &examples.neighbours.suspects);
        @if !suspects.is_empty() { (labelled(suspects::TITLE, &suspects.join("\n"))) }
        p {
            @match &finding.proof.unconfirmed_reason {
                Some(reason) => { "Not confirmed: " (harmless(reason, false)) }
                None => { (found.class().word()) ": " (harmless(found.why(), false)) }
            }
        }
        @if let Some(counts) = hole_counts(finding) {
            p class="label" { (harmless(&counts, false)) }
            pre class="wrap" { (harmless(&holes(finding), true)) }
        }
        @for line in shape_lines(finding) { p { (harmless(&line, false)) } }
        @let further: Vec<&str> = further.map(String::as_str).take(SHOWN_EXPRESSIONS).collect();
        @if !further.is_empty() { (labelled("Fails as well", &further.join("\n"))) }
        @if !finding.proof.reproduction.is_empty() {
            p class="label" { "Reproduce with (finding " (id(finding)) ")" }
            pre { (harmless(&finding.proof.reproduction, true)) }
        }
        @if !others.is_empty() {
            p class="label" { "Further findings of this cause" }
            ul {
                @for other in others { li { a href={ "#f-" (id(other)) } { (headline(other)) } } }
            }
        }
    }
}

/// Findings of a cause but the first.
pub(super) fn others<'a>(report: &'a RunReport, cause: &Cause) -> Vec<&'a Finding> {
    cause.findings[1..]
        .iter()
        .map(|&index| &report.findings[index])
        .collect()
}

fn labelled(label: &str, code: &str) -> Markup {
    html! {
        p class="label" { (label) }
        pre class="wrap" { (harmless(code, true)) }
    }
}

/// Values that placeholders were challenged with, a line for each placeholder.
fn holes(finding: &Finding) -> String {
    let rows = finding
        .examples
        .holes
        .iter()
        .filter(|row| !row.challenged_with.is_empty());
    let lines = rows.map(|row| {
        let name = row
            .hole
            .map_or_else(|| "all".to_owned(), |number| format!("?{number}"));
        let shown: Vec<&str> = row
            .challenged_with
            .iter()
            .map(String::as_str)
            .take(SHOWN_VALUES)
            .collect();
        let more = if row.challenged_with.len() > shown.len() {
            ", …"
        } else {
            ""
        };
        shortened(&format!("{name}: {}{more}", shown.join(", ")), LONGEST_MESSAGE)
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// The calls from the item to the fault, if there is more than one place.
fn way(finding: &Finding) -> Markup {
    let mut steps: Vec<String> = (found::way(finding).into_iter())
        .map(|(function, at)| format!("{} at {}", harmless(function, false), place_text(at)))
        .collect();
    if steps.len() > LONGEST_WAY {
        let hidden = steps.len() + 1 - LONGEST_WAY;
        steps.splice(
            LONGEST_WAY / 2..LONGEST_WAY / 2 + hidden,
            [format!("… {hidden} more calls")],
        );
    }
    html! {
        @if steps.len() > 1 {
            p class="label" { "The way there" }
            ol class="way" { @for step in steps { li { code { (step) } } } }
        }
    }
}
