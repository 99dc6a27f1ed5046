//! Source on the page: the lines around a fault, and each file of the crate with what was run, what never was and what fails.
//! Lines that are alike are one element.

use super::page::{Extent, Page, id, place_text};
use crate::outcome::Location;
use crate::report::excerpt::source_around;
use crate::report::found::{self, Found};
use crate::report::human::headline;
use crate::report::source::{LineStatus, MeasuredFile, SourceLine};
use crate::report::text::{counted, harmless};
use crate::run_report::Finding;
use maud::{Markup, html};
use std::collections::{BTreeMap, BTreeSet};

/// Lines of source above and below that of the fault.
const AROUND: u32 = 4;
/// A crate with more lines than this is shown where something was never run or fails, with some lines around.
const WHOLE_LINES: usize = 20_000;
const NEAR: usize = 3;
/// Findings named at one line.
const SHOWN_FINDINGS: usize = 3;

/// The findings at each line of a file.
type Faults<'a> = BTreeMap<usize, Vec<&'a Finding>>;

/// The lines around the place of the fault, which is marked.
pub(super) fn excerpt(page: &Page<'_>, finding: &Finding) -> Markup {
    let Some(at) = found::place(finding) else {
        return html! {};
    };
    let mut files = page.files.iter().enumerate();
    let known = files.find(|(_, known)| known.file.file == at.file && !known.file.text.is_empty());
    let place = place_text(at);
    html! {
        p class="label" {
            "At "
            code { @match known.filter(|_| page.extent == Extent::Whole) { Some((file, _)) => a href={ "#" (line_id(page.number, file, at.line as usize)) } { (place) }, None => (place) } }
            @if known.is_some() { " (with the runs of each line)" }
        }
        @match known {
            Some((_, file)) => (measured_excerpt(file, at)),
            None => (plain_excerpt(page, at)),
        }
    }
}

fn measured_excerpt(file: &MeasuredFile<'_>, at: &Location) -> Markup {
    let (line, around) = (at.line as usize, AROUND as usize);
    let lines: Vec<SourceLine<'_>> = file
        .lines(line.saturating_sub(around).max(1)..=line + around)
        .collect();
    let digits = lines.last().map_or(1, |line| line.number.to_string().len());
    html! {
        @if !lines.is_empty() {
            pre class="source" {
                @for run in runs(&lines, &|number| number == line, &|_| true) {
                    @if run[0].number == line { mark class=[class_of(&run[0])] { (texts(run, digits)) } }
                    @else { (alike(run, digits)) }
                }
            }
        }
    }
}

fn plain_excerpt(page: &Page<'_>, at: &Location) -> Markup {
    let lines = source_around(&page.report.subject.crate_root, at, AROUND);
    let digits = lines.last().map_or(1, |(number, _)| number.to_string().len());
    html! {
        @if !lines.is_empty() {
            pre {
                @for (number, text) in &lines {
                    @let line = format!("{number:>digits$}  {text}\n");
                    @if *number == at.line { mark { (line.trim_end_matches('\n')) } "\n" } @else { (line) }
                }
            }
        }
    }
}

/// Each file that was measured.
pub(super) fn files(page: &Page<'_>, found: &[Found<'_>]) -> Markup {
    let mut faults: BTreeMap<&str, Faults<'_>> = BTreeMap::new();
    for found in found {
        if let Some(at) = found::place(found.finding) {
            let lines = faults.entry(&at.file).or_default();
            lines.entry(at.line as usize).or_default().push(found.finding);
        }
    }
    let all: usize = page.files.iter().map(|file| file.file.text.lines().count()).sum();
    let none = Faults::new();
    html! {
        @if !page.files.is_empty() {
            h2 id={ "source-" (page.number) } { "Source" }
            p class="soft" {
                "The number beside a line says how often it was run; "
                span class="never" { "lines" } " that never were have 0, " span class="partly" { "lines" } " of which a part never was have a "
                code { "!" } "."
            }
            @for (number, file) in page.files.iter().enumerate() {
                (whole_file(page.number, number, file, faults.get(file.file.file.as_str()).unwrap_or(&none), all > WHOLE_LINES))
            }
        }
    }
}

fn whole_file(
    crate_number: usize,
    number: usize,
    file: &MeasuredFile<'_>,
    faults: &Faults<'_>,
    is_short: bool,
) -> Markup {
    let (regions, covered) = (file.file.covered_regions(), file.file.covered_lines());
    let lines: Vec<SourceLine<'_>> = file.lines(1..=usize::MAX).collect();
    let digits = lines.len().to_string().len();
    let findings: usize = faults.values().map(Vec::len).sum();
    let shown = is_short.then(|| near(&lines, faults));
    let is_shown = |number: usize| shown.as_ref().is_none_or(|shown| shown.contains(&number));
    html! {
        details class="file" {
            summary {
                code { (harmless(&file.file.file, false)) }
                span class="soft" {
                    " " (covered.covered) " of " (covered.total) " lines, " (regions.covered) " of " (regions.total) " regions"
                }
                @if findings > 0 { span class="bad" { " " (counted(findings, "finding")) } }
            }
            pre class="source" {
                @for run in runs(&lines, &|number| faults.contains_key(&number), &is_shown) {
                    @match faults.get(&run[0].number) {
                        Some(findings) => (fault_line(&line_id(crate_number, number, run[0].number), run, findings, digits)),
                        None if is_shown(run[0].number) => (alike(run, digits)),
                        None => span class="soft" { "⋯ " (counted(run.len(), "line")) "\n" },
                    }
                }
            }
        }
    }
}

/// The line of a fault with what fails there.
fn fault_line(anchor: &str, run: &[SourceLine<'_>], findings: &[&Finding], digits: usize) -> Markup {
    html! {
        mark id=(anchor) class=[class_of(&run[0])] {
            (texts(run, digits).trim_end_matches('\n'))
            @for finding in findings.iter().take(SHOWN_FINDINGS) {
                "  "
                a href={ "#f-" (id(finding)) } { "◀ " (headline(finding)) }
            }
            @if findings.len() > SHOWN_FINDINGS { "  and " (findings.len() - SHOWN_FINDINGS) " more" }
            "\n"
        }
    }
}

/// Numbers of lines near one that was never run as a whole, or that fails.
fn near(lines: &[SourceLine<'_>], faults: &Faults<'_>) -> BTreeSet<usize> {
    let is_of_interest = |line: &&SourceLine<'_>| {
        matches!(line.status(), LineStatus::Never | LineStatus::Partly) || faults.contains_key(&line.number)
    };
    let wanted = lines.iter().filter(is_of_interest);
    wanted
        .flat_map(|line| line.number.saturating_sub(NEAR)..=line.number + NEAR)
        .collect()
}

/// Lines one after the other that look alike; those that fail stand alone, and those that are not shown together.
fn runs<'l, 'a>(
    lines: &'l [SourceLine<'a>],
    fails: &dyn Fn(usize) -> bool,
    is_shown: &dyn Fn(usize) -> bool,
) -> impl Iterator<Item = &'l [SourceLine<'a>]> {
    let look = |line: &SourceLine<'_>| is_shown(line.number).then(|| line.status());
    lines.chunk_by(move |one, other| look(one) == look(other) && !fails(one.number) && !fails(other.number))
}

fn class_of(line: &SourceLine<'_>) -> Option<&'static str> {
    match line.status() {
        LineStatus::Plain => None,
        LineStatus::Run => Some("run"),
        LineStatus::Partly => Some("partly"),
        LineStatus::Never => Some("never"),
    }
}

fn alike(run: &[SourceLine<'_>], digits: usize) -> Markup {
    let text = texts(run, digits);
    html! {
        @match class_of(&run[0]) {
            None => (text),
            Some(class) => span class=(class) { (text) },
        }
    }
}

fn texts(run: &[SourceLine<'_>], digits: usize) -> String {
    let text = |line: &SourceLine<'_>| {
        let mark = if line.status() == LineStatus::Partly {
            '!'
        } else {
            ' '
        };
        let text = harmless(&line.text.replace('\t', "    "), false);
        format!(" {:>digits$} {:>6}{mark} {text}\n", line.number, line.count())
    };
    run.iter().map(text).collect()
}

fn line_id(crate_number: usize, file: usize, line: usize) -> String {
    format!("l-{crate_number}-{file}-{line}")
}
