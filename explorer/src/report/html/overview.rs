//! The table that a page of several packages begins with: what was found in each, and how far it was explored.

use super::page::{Extent, name};
use crate::coverage::CoverageOutcome;
use crate::report::shares::percent;
use crate::report::text::{counted, grouped, harmless};
use crate::report::unexplored::Unexplored;
use crate::run_report::{Class, ItemStatus, RunReport};
use maud::{Markup, html};

/// All packages, a row for each; those without a report are last.
pub(super) fn packages(reports: &[RunReport], unexplored: &[Unexplored], extent: Extent) -> Markup {
    let all = reports.len() + unexplored.len();
    let bugs: usize = reports
        .iter()
        .map(|report| report.causes_of(Class::Bug).count())
        .sum();
    let with_bugs = reports
        .iter()
        .filter(|report| report.causes_of(Class::Bug).count() > 0)
        .count();
    html! {
        h1 { (counted(all, "package")) }
        ul class="counts" {
            li class=(if bugs == 0 { "good" } else { "bad" }) { (counted(bugs, "bug")) " in " (counted(with_bugs, "package")) }
            @if !unexplored.is_empty() { li { (unexplored.len()) " without a report" } }
        }
        @if extent == Extent::Faults {
            p class="soft" {
                "Here is what fails. The source with its runs and all items of a package are on its own page, which "
                code { "cargo explore report --package NAME --format html" } " makes."
            }
        }
        div class="table" {
            table {
                thead {
                    tr {
                        th { "Package" }
                        @for column in ["Bugs", "Other causes", "Unconfirmed"] { th class="number" { (column) } }
                        @for column in ["Items completed", "Regions covered"] { th class="number wide" { (column) } }
                        th class="wide" { "Ended by" }
                    }
                }
                tbody {
                    @for (number, report) in reports.iter().enumerate() { (row(report, number)) }
                    @for other in unexplored { (row_without_report(other)) }
                }
            }
        }
    }
}

fn row(report: &RunReport, number: usize) -> Markup {
    let bugs = report.causes_of(Class::Bug).count();
    let unconfirmed = report
        .findings
        .iter()
        .filter(|finding| !finding.proof.confirmed)
        .count();
    let eligible = report.items.iter().filter(|item| item.status.is_eligible());
    let completed = report
        .items
        .iter()
        .filter(|item| item.status == ItemStatus::Completed);
    let regions = match &report.coverage {
        CoverageOutcome::Measured(coverage) if coverage.regions.total > 0 => {
            let regions = coverage.regions;
            percent(regions.covered as usize, regions.total as usize)
        }
        _ => "–".to_owned(),
    };
    html! {
        tr {
            td { a href={ "#p-" (number) } { (name(report)) } }
            td class="number" { @if bugs > 0 { span class="bad" { (bugs) } } @else { "0" } }
            td class="number" { (report.causes.len() - bugs) }
            td class="number" { (unconfirmed) }
            td class="number wide" { (grouped(completed.count() as u64)) " of " (grouped(eligible.count() as u64)) }
            td class="number wide" { (regions) }
            td class="wide" { (report.stop.word()) }
        }
    }
}

fn row_without_report(other: &Unexplored) -> Markup {
    let why = harmless(other.why.lines().next().unwrap_or_default(), false);
    html! {
        tr {
            td { (harmless(&other.package, false)) }
            td colspan="6" { span class=[other.has_failed.then_some("bad")] { @if other.has_failed { "failed: " } (why) } }
        }
    }
}
