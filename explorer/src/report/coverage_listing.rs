//! The explored crate's source, each line with how often it was run, regions that never were marked below their line. Pure:
//! report in, text out.

use super::human::coverage_text;
use super::source::{MeasuredFile, measured};
use super::style::{self, styled};
use super::text::harmless;
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
    for file in measured(report) {
        render_file(&mut out, &file);
    }
    out
}

fn render_file(out: &mut String, measured: &MeasuredFile<'_>) {
    let file = measured.file;
    let (regions, covered) = (file.covered_regions(), file.covered_lines());
    let _ = writeln!(
        out,
        "\n{}: {}/{} regions, {}/{} lines",
        styled(style::HEADING, &harmless(&file.file, false)),
        regions.covered,
        regions.total,
        covered.covered,
        covered.total
    );
    for line in measured.lines(1..=usize::MAX) {
        let (number, count) = (line.number, line.count());
        let _ = writeln!(out, "{number:>6}|{count:>8}|{}", harmless(line.text, true));
        if !line.never.is_empty() {
            let _ = writeln!(out, "{:>6}|{:>8}|{}", "", "", styled(style::BUG, &line.never));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coverage::{Coverage, CoverageOutcome, FileCoverage, Region};
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
