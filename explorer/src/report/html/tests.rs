//! The page over reports made by hand: what it holds, and what it must not.

use super::*;
use crate::coverage::{Coverage, CoverageOutcome, FileCoverage, Region};
use crate::outcome::Location;
use crate::report::json::tests::sample;
use crate::run_report::{ItemResult, ItemStatus, Trigger};
use crate::shape::{AnyValue, Spot};
use base64::Engine;
use harness_gen::render::{ValuePart, ValueRow};
use sha2::{Digest, Sha256};
use std::collections::{BTreeMap, BTreeSet};

fn hash(text: &str) -> String {
    base64::engine::general_purpose::STANDARD.encode(Sha256::digest(text))
}

#[test]
fn the_policy_allows_the_style_and_the_script_by_their_hashes_and_nothing_else() {
    let expected = format!(
        "default-src 'none'; style-src 'sha256-{}'; script-src 'sha256-{}'; base-uri 'none'; form-action 'none'",
        hash(STYLE),
        hash(SCRIPT)
    );
    assert_eq!(POLICY, expected);
    let page = render(&[sample()], &[]);
    assert!(
        page.contains(&format!("<style>{STYLE}</style>"))
            && page.contains(&format!("<script>{SCRIPT}</script>"))
    );
    assert_eq!(
        [page.matches("<style").count(), page.matches("<script").count()],
        [1, 1]
    );
}

#[test]
fn nothing_is_asked_for_from_anywhere() {
    let page = render(&[sample()], &[]);
    for mark in [
        "http://",
        "https://",
        "src=",
        "url(",
        "@import",
        "style=",
        " onclick",
        "javascript:",
    ] {
        assert!(!page.contains(mark), "{mark}");
    }
    let links = page.split("href=\"").skip(1);
    assert!(links.into_iter().all(|link| link.starts_with('#')));
}

#[test]
fn a_cause_is_told_with_call_message_place_source_condition_and_test() {
    let mut report = sample();
    report.subject.crate_root = env!("CARGO_MANIFEST_DIR").into();
    report.findings[0].location = Some(Location {
        file: "src/main.rs".into(),
        line: 5,
        column: 1,
    });
    report.findings[0].examples.neighbours.passing = Some("insert(0, Leaf)".into());
    let page = render(&[report], &[]);
    for part in [
        "<li class=\"bad\">1 bug</li>",
        "data-class=\"bug\" data-kind=\"panic\"",
        "<h3>int_tree::insert panics</h3>",
        "<span class=\"said\">duplicate value 0</span>",
        "<p class=\"label\">Fails</p><pre class=\"wrap\">insert(0, Branch(?1, 0, ?2))</pre>",
        "<p class=\"label\">Returns</p><pre class=\"wrap\">insert(0, Leaf)</pre>",
        "<mark>5  fn main() -&gt; ExitCode {</mark>",
        "<p>bug: nothing forbids 0</p>",
        "?1: any value (2 of 2 tried fail), all at once (1 of 1)",
        "fn insert_panics() {\n    f();\n}",
        "<h2>Further findings</h2>",
        "Not confirmed: the test passed",
        "<td><code>int_tree::raw</code></td>",
        "E-UNSAFE: it is unsafe",
        "strict (landlock, seccomp)",
    ] {
        assert!(page.contains(part), "{part} is not in\n{page}");
    }
}

#[test]
fn hostile_text_is_text() {
    let mut report = sample();
    let hostile = "</script><script>alert(1)</script>\" onload='x' &lt;\u{0}\u{1b}[2J\u{202e}";
    let finding = &mut report.findings[0];
    finding.message = hostile.into();
    finding.item = hostile.into();
    finding.id = hostile.into();
    finding.examples.expression = hostile.into();
    finding.proof.reproduction = hostile.into();
    report.causes[0].why = hostile.into();
    report.items[0].path = hostile.into();
    report.subject.crate_name = hostile.into();
    let page = render(&[report], &[]);
    assert_eq!(page.matches("<script>").count(), 1);
    assert_eq!(page.matches("</script>").count(), 1);
    assert!(
        page.matches(
            "&lt;script&gt;alert(1)&lt;/script&gt;&quot; onload='x' &amp;lt;\\u{0}\\u{1b}[2J\\u{202e}"
        )
        .count()
            >= 7
    );
    assert!(!page.contains(['\u{0}', '\u{1b}', '\u{202e}']));
}

/// A file of this many lines: of each five the first has no code, the last two never ran, but for a part of the last.
fn measured(name: &str, lines: usize) -> FileCoverage {
    let mut regions = BTreeMap::new();
    for line in (1..=lines).step_by(5) {
        regions.insert(Region::new((line + 1, 1), (line + 2, 30)), 7);
        regions.insert(Region::new((line + 3, 1), (line + 3, 30)), 0);
        regions.insert(Region::new((line + 4, 1), (line + 4, 9)), 7);
        regions.insert(Region::new((line + 4, 9), (line + 4, 30)), 0);
    }
    FileCoverage {
        file: name.into(),
        text: "    let <value> = of(several, arguments);\n".repeat(lines),
        regions,
    }
}

fn with_source(files: Vec<FileCoverage>) -> RunReport {
    let mut report = sample();
    report.coverage = CoverageOutcome::Measured(Coverage::new(files));
    report
}

#[test]
fn source_has_the_runs_of_each_line_and_leads_from_faults_to_findings_and_back() {
    let page = render(
        &[with_source(vec![
            measured("src/lib.rs", 30),
            measured("src/other.rs", 5),
        ])],
        &[],
    );
    let code = "let &lt;value&gt; = of(several, arguments);\n";
    for part in [
        "<a href=\"#l-0-0-26\">src/lib.rs:26:17</a>".to_owned(),
        format!("<mark> 26             {code}</mark>"),
        format!("<span class=\"run\"> 22      7      {code} 23      7      {code}</span>"),
        format!("<span class=\"never\"> 24      0      {code}</span>"),
        format!("<span class=\"partly\"> 25      7!     {code}</span>"),
        "<code>src/lib.rs</code><span class=\"soft\"> 18 of 24 lines, 12 of 24 regions</span><span class=\"bad\"> 1 finding</span>".to_owned(),
        format!(
            "<mark id=\"l-0-0-26\"> 26             {}  <a href=\"#f-0123456789ab\">◀ int_tree::insert panics</a>\n</mark>",
            code.trim_end()
        ),
        "<code>src/other.rs</code>".to_owned(),
    ] {
        assert!(page.contains(&part), "{part} is not in\n{page}");
    }
    assert!(!render(&[sample()], &[]).contains("<h2 id=\"source-0\">"));
}

#[test]
fn values_are_a_tree_in_which_what_decides_is_marked() {
    let mut report = sample();
    let page = render(&[report.clone()], &[]);
    for part in [
        "<ul><li><code>insert(…, …)</code><ul><li><span class=\"soft\">value: </span><mark title=\"It decides.\"><code>0</code></mark></li>",
        "<span class=\"soft\">tree: </span><code>Branch(…, …, …)</code><ul><li><code class=\"any\" title=\"Nothing looks at it: any value fails alike.\">?1</code><span class=\"soft\"> any value</span></li><li><mark",
    ] {
        assert!(page.contains(part), "{part} is not in\n{page}");
    }
    let examples = &mut report.findings[0].examples;
    examples.trigger = Some(Trigger {
        condition: "tree.depth() > 0".into(),
        otherwise: "tree.depth() == 0".into(),
        fails: 9,
        passes: 9,
        fails_otherwise: 0,
        is_bisected: false,
        attacked: None,
    });
    examples.values[4].letter = Some("x".into());
    examples.shape.values = vec![AnyValue {
        letter: "x".into(),
        at: Spot {
            text: "0".into(),
            which: None,
            ty: "i32".into(),
        },
        way: vec![1, 1],
        tried: 12,
        discarded: 0,
    }];
    let page = render(&[report.clone()], &[]);
    for part in [
        "<span class=\"soft\">value: </span><code>0</code></li>",
        "<code class=\"any\" title=\"Every other value that was tried here fails alike (12 of 12).\">0</code><span class=\"soft\"> any x</span>",
    ] {
        assert!(page.contains(part), "{part} is not in\n{page}");
    }
    // However deep values lie within each other.
    let rows = &mut report.findings[0].examples.values;
    rows.clear();
    rows.extend((0..3000).map(|depth| ValueRow {
        depth,
        name: None,
        text: "f(…)".into(),
        part: ValuePart::Call,
        letter: None,
    }));
    let page = render(&[report], &[]);
    assert_eq!(page.matches("<code>f(…)</code>").count(), 3000);
}

#[test]
fn the_map_has_a_square_for_each_item_that_leads_to_its_row() {
    let mut report = sample();
    report.items[0].status = ItemStatus::Called;
    let page = render(&[report], &[]);
    for part in [
        "<code>int_tree</code> 0 of 2 items completed",
        "<a href=\"#i-0-0\" class=\"square called fails\" tabindex=\"-1\" title=\"int_tree::insert: called, 4,321 calls, with findings\"></a>",
        "<a href=\"#i-0-1\" class=\"square excluded\" tabindex=\"-1\" title=\"int_tree::raw: excluded, E-UNSAFE\"></a>",
        "<tr id=\"i-0-1\">",
    ] {
        assert!(page.contains(part), "{part} is not in\n{page}");
    }
}

#[test]
fn many_findings_stay_light() {
    let mut report = with_source(vec![measured("src/lib.rs", 10_000)]);
    let source = render(&[report.clone()], &[]);
    for number in 0..500 {
        let mut finding = report.findings[0].clone();
        finding.id = format!("{number:012x}");
        report.findings.push(finding);
        let mut cause = report.causes[0].clone();
        cause.findings = vec![report.findings.len() - 1];
        report.causes.push(cause);
    }
    let page = render(&[report], &[]);
    let elements = page.matches("</").count() - source.matches("</").count();
    assert!(elements < 500 * 50, "{elements} elements");
    let bytes = page.len() - source.len();
    assert!(bytes < 500 * 6144, "{bytes} bytes");
}

#[test]
fn large_crates_are_shown_where_there_is_something_to_see() {
    let mut covered = measured("src/all.rs", 40_000);
    covered.regions.values_mut().for_each(|runs| *runs = 7);
    let page = render(
        &[with_source(vec![covered, measured("src/some.rs", 10_000)])],
        &[],
    );
    assert!(page.contains("<span class=\"soft\">⋯ 40000 lines\n</span>"));
    let elements = page.matches("</").count();
    assert!(elements < 9_000, "{elements} elements");
    assert!(page.len() < 1_000_000, "{} bytes", page.len());
}

#[test]
fn a_page_of_several_begins_with_a_row_for_each_package() {
    let other = |package: &str, why: &str, has_failed| Unexplored {
        package: package.into(),
        why: why.into(),
        has_failed,
    };
    let others = [
        other("broken 1.0.0", "it does not <build>\nsecond line", true),
        other("late 2.0.0", "nobody came to it", false),
    ];
    let page = render(&[sample(), sample()], &others);
    for part in [
        "<h1>4 packages</h1><ul class=\"counts\"><li class=\"bad\">2 bugs in 2 packages</li><li>2 without a report</li></ul>",
        "<a href=\"#p-1\">",
        "<td class=\"number wide\">1 of 1</td>",
        "<section id=\"p-1\">",
        "<td>broken 1.0.0</td><td colspan=\"6\"><span class=\"bad\">failed: it does not &lt;build&gt;</span></td>",
        "<td>late 2.0.0</td><td colspan=\"6\"><span>nobody came to it</span></td>",
        "<title>cargo explore: 4 packages</title>",
    ] {
        assert!(page.contains(part), "{part} is not in\n{page}");
    }
    assert_eq!(page.matches("<main>").count(), 1);
    assert!(!render(&[sample()], &[]).contains("1 package<"));
    assert!(render(&[], &others[..1]).contains("failed: it does not"));
}

#[test]
fn of_many_packages_the_page_has_what_fails_and_no_link_that_leads_nowhere() {
    let mut report = with_source(vec![measured("src/lib.rs", 1_000)]);
    report.items[0].status = ItemStatus::Completed;
    let one = report.items[1].clone();
    report.items.extend((0..500).map(|number| ItemResult {
        path: format!("own::f{number}"),
        ..one.clone()
    }));
    let few = render(&vec![report.clone(); 2], &[]);
    let many = render(&vec![report.clone(); 40], &[]);
    for part in [
        "<h2 id=\"source-0\">",
        "class=\"square",
        "own::f499</code>",
        "<a href=\"#l-0-0-26\">",
    ] {
        assert!(few.contains(part), "{part}");
        assert!(!many.contains(part), "{part}");
    }
    assert!(
        many.contains("1 of 502 items completed; of the others these are 60."),
        "{many}"
    );
    assert!(many.contains("<mark> 26  "), "the lines around a fault are there");
    assert!(many.contains("--package NAME --format html"));
    for page in [few, many] {
        let ids: BTreeSet<&str> = page
            .split(" id=\"")
            .skip(1)
            .filter_map(|rest| rest.split('"').next())
            .collect();
        let mut links = page
            .split("href=\"#")
            .skip(1)
            .filter_map(|rest| rest.split('"').next());
        assert_eq!(links.find(|link| !ids.contains(link)), None);
    }
}
