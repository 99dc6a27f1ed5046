//! The explored crate's source, each line with how often it was run, regions that never were marked below their line. Pure:
//! report in, text out.

use super::human::coverage_text;
use super::style::{self, styled};
use super::text::harmless;
use crate::coverage::{CoverageOutcome, FileCoverage};
use crate::run_report::RunReport;
use std::fmt::Write;

/// All source files of one crate.
pub fn render(report: &RunReport) -> String {
    let name = format!("{} {}", report.subject.crate_name, report.subject.crate_version);
    let mut out = format!(
        "{}: {}\n",
        harmless(&name, false),
        coverage_text(&report.coverage)
    );
    if let CoverageOutcome::Measured(coverage) = &report.coverage {
        for file in &coverage.files {
            render_file(&mut out, file);
        }
    }
    out
}

fn render_file(out: &mut String, file: &FileCoverage) {
    let (regions, lines) = (file.covered_regions(), file.covered_lines());
    let _ = writeln!(
        out,
        "\n{}: {}/{} regions, {}/{} lines",
        styled(style::HEADING, &harmless(&file.file, false)),
        regions.covered,
        regions.total,
        lines.covered,
        lines.total
    );
    let counts = file.lines();
    for (index, text) in file.text.lines().enumerate() {
        let line = index + 1;
        let count = counts.get(&line).map(|count| short(*count)).unwrap_or_default();
        let _ = writeln!(out, "{line:>6}|{count:>8}|{}", harmless(text, true));
        let marks = marks(file, line, text);
        if !marks.is_empty() {
            let _ = writeln!(out, "{:>6}|{:>8}|{}", "", "", styled(style::BUG, &marks));
        }
    }
}

/// Carets below what begins on this line and was never run.
fn marks(file: &FileCoverage, line: usize, text: &str) -> String {
    let mut marks = String::new();
    let mut byte = 0;
    let never = |at: (usize, usize)| {
        let mut regions = file.regions.iter();
        regions.any(|(region, count)| {
            *count == 0 && region.from.0 == line && region.from <= at && at < region.to()
        })
    };
    for c in text.chars() {
        byte += 1;
        let mark = match c {
            _ if never((line, byte)) => '^',
            '\t' => '\t',
            _ => ' ',
        };
        marks.push(mark);
        byte += c.len_utf8() - 1;
    }
    marks.trim_end().to_owned()
}

/// At most six characters: `999999`, `12.3M`.
fn short(count: u64) -> String {
    let units = [
        (1_000_000_000_000_u64, 'T'),
        (1_000_000_000, 'G'),
        (1_000_000, 'M'),
    ];
    match units.into_iter().find(|(unit, _)| count >= *unit) {
        Some((unit, letter)) => format!("{}.{}{letter}", count / unit, count % unit * 10 / unit),
        None => count.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coverage::{Coverage, Region};
    use crate::report::json;
    use std::collections::BTreeMap;

    #[test]
    fn each_line_has_its_count_and_what_never_ran_is_marked() {
        let file = FileCoverage {
            file: "src/lib.rs".to_owned(),
            text: "//! é\npub fn f(x: u8) {\n    if é(x) { g() } else {\n\th()\n    }\n}\n".to_owned(),
            regions: BTreeMap::from([
                (Region::new((2, 1), (3, 13)), 1_234_567),
                (Region::new((3, 14), (3, 21)), 0),
                (Region::new((3, 27), (5, 6)), 0),
                (Region::new((6, 1), (6, 2)), 12),
            ]),
        };
        let mut report = json::tests::sample();
        report.coverage = CoverageOutcome::Measured(Coverage::new(vec![file]));
        let text = anstream::adapter::strip_str(&render(&report)).to_string();
        let expected = "\
int-tree 0.1.0: 50.0 % (2/4 regions), 60.0 % (3/5 lines)

src/lib.rs: 2/4 regions, 3/5 lines
     1|        |//! é
     2|    1.2M|pub fn f(x: u8) {
     3|    1.2M|    if é(x) { g() } else {
      |        |            ^^^^^^^      ^
     4|       0|\th()
     5|       0|    }
     6|      12|}
";
        assert_eq!(text, expected);
    }

    #[test]
    fn a_listing_without_numbers_says_why() {
        let text = render(&json::tests::sample());
        assert_eq!(text, "int-tree 0.1.0: not measured: not asked for\n");
    }
}
