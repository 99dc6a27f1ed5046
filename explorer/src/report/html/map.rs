//! A map of what was reached: a square for each item, module by module, that leads to its row of the API.

use super::page::Page;
use crate::report::text::{counted, grouped, harmless};
use crate::run_report::{ItemResult, ItemStatus};
use maud::{Markup, html};
use std::collections::BTreeSet;

/// The id of the row of an item.
pub(super) fn id(crate_number: usize, index: usize) -> String {
    format!("i-{crate_number}-{index}")
}

/// All items of a crate.
pub(super) fn reached(page: &Page<'_>) -> Markup {
    let report = page.report;
    let failing: BTreeSet<&str> = (report.findings.iter())
        .filter(|finding| finding.proof.confirmed)
        .map(|finding| finding.item.as_str())
        .collect();
    let mut modules: Vec<(&str, Vec<(usize, &ItemResult)>)> = Vec::new();
    for (index, item) in report.items.iter().enumerate() {
        let module = module_of(&item.path);
        match modules.iter_mut().find(|(known, _)| *known == module) {
            Some((_, items)) => items.push((index, item)),
            None => modules.push((module, vec![(index, item)])),
        }
    }
    let count = |word: &str| {
        report
            .items
            .iter()
            .filter(|item| item.status.word() == word)
            .count()
    };
    let fails = report
        .items
        .iter()
        .filter(|item| failing.contains(item.path.as_str()))
        .count();
    html! {
        h2 id={ "map-" (page.number) } { "What was reached" }
        ul class="counts" {
            @for word in ["completed", "called", "unreached", "excluded"] {
                li { span class={ "square " (word) } {} " " (count(word)) " " (word) }
            }
            li { span class="square completed fails" {} " " (fails) " with findings" }
        }
        div class="map" {
            @for (module, items) in &modules {
                div {
                    p class="label" { @if module.is_empty() { "Types of others" } @else { code { (harmless(module, false)) } } " " (summary(items)) }
                    p class="squares" {
                        @for (index, item) in items {
                            @let fails = failing.contains(item.path.as_str());
                            a href={ "#" (id(page.number, *index)) } class={ "square " (item.status.word()) @if fails { " fails" } }
                                tabindex="-1" title=(title(item, fails)) {}
                        }
                    }
                }
            }
        }
    }
}

fn summary(items: &[(usize, &ItemResult)]) -> String {
    let completed = items
        .iter()
        .filter(|(_, item)| item.status == ItemStatus::Completed);
    format!(
        "{} of {} completed",
        completed.count(),
        counted(items.len(), "item")
    )
}

fn title(item: &ItemResult, fails: bool) -> String {
    let status = match &item.status {
        ItemStatus::Excluded { code, .. } => format!("excluded, {}", code.as_str()),
        status => format!("{}, {} calls", status.word(), grouped(item.calls)),
    };
    let fails = if fails { ", with findings" } else { "" };
    harmless(&format!("{}: {status}{fails}", item.path), false)
}

/// The module that an item is in, or the type that it belongs to: `a::b` of `a::b::T::f` and of `<a::b::T as c::Trait>::f`.
fn module_of(path: &str) -> &str {
    let path = path.trim_start_matches(['<', '&', '[']);
    let end = path
        .match_indices("::")
        .map(|(at, _)| at)
        .take_while(|at| {
            let segment = path[..*at].rsplit("::").next().unwrap_or_default();
            segment.chars().all(|c| c.is_alphanumeric() || c == '_')
                && !segment.starts_with(char::is_uppercase)
        })
        .last();
    end.map_or("", |end| &path[..end])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_are_in_the_module_of_their_type() {
        for (path, module) in [
            ("own::f", "own"),
            ("own::a::b::f", "own::a::b"),
            ("own::a::Tree::insert", "own::a"),
            ("<own::a::Tree as std::ops::Add>::add", "own::a"),
            ("<own::a::Tree<u8> as own::Trait>::add", "own::a"),
            ("f", ""),
        ] {
            assert_eq!(module_of(path), module, "{path}");
        }
    }
}
