//! The history over answers made by hand.

use super::*;
use crate::history::{Commit, RunSummary};
use crate::report::html::{POLICY, STYLE};
use crate::run_report::Class;
use serde_json::Value;

fn run(number: u32, bugs: u32) -> RunSummary {
    RunSummary {
        moment: Moment {
            time: format!("2026-11-{number:02}T17:42:06.123Z"),
            name: format!("202611{number:02}-174206-123-own"),
            version: "0.1.0".into(),
            commit: Some(Commit {
                id: format!("{number:02}").repeat(20),
                is_dirty: number == 2,
            }),
        },
        tool: "0.1.0".into(),
        source: "workspace".into(),
        stop: "time".into(),
        depth: number,
        items: (3, 4),
        expressions: 1000,
        lines: Some((9, 12)),
        time_limit_ms: 60_000,
        causes: vec![
            (Class::Bug, bugs),
            (Class::Precondition, 0),
            (Class::Documented, 1),
            (Class::Convention, 0),
        ],
    }
}

fn finding(id: &str, class: Class, condition: Condition, states: &[State]) -> FindingHistory {
    FindingHistory {
        id: id.into(),
        class,
        kind: "panic".into(),
        item: "own::f".into(),
        message: "too few <b>\u{1b}[31m".into(),
        place: Some("src/lib.rs:3".into()),
        is_confirmed: true,
        known: None,
        condition,
        states: (states.iter().enumerate())
            .map(|(run, state)| StateAt { run, state: *state })
            .collect(),
    }
}

fn package() -> PackageHistory {
    let left_out = State::NotExplored(Unexplored::LeftOut);
    let gone = State::NoLongerReachable(Unreachable::Gone);
    PackageHistory {
        name: "own".into(),
        runs: vec![run(1, 2), run(2, 2), run(3, 1)],
        findings: vec![
            finding(
                "f1",
                Class::Bug,
                Condition::Fixed,
                &[State::FirstSeen, State::Fixed, State::Passes],
            ),
            finding(
                "a2",
                Class::Bug,
                Condition::Failing,
                &[State::FirstSeen, State::StillFailing, left_out],
            ),
            finding(
                "c3",
                Class::Precondition,
                Condition::Unreachable,
                &[State::FirstSeen, gone, left_out],
            ),
            finding("d4", Class::Documented, Condition::Failing, &[State::FirstSeen]),
        ],
    }
}

fn told(packages: &[PackageHistory], view: View) -> Told<'_> {
    Told {
        directory: Path::new("/state"),
        packages,
        view,
        is_all: false,
    }
}

fn plain(told: &Told<'_>) -> String {
    anstream::adapter::strip_str(&human(told)).to_string()
}

#[test]
fn a_package_is_one_line_with_what_has_changed() {
    assert_eq!(
        plain(&told(&[package()], View::All)),
        "own  3 runs, the last 2026-11-03 17:42 of 030303030  bugs 1 (-1)  items 3/4  depth 3 (+1)  lines 75.0 %\n"
    );
}

#[test]
fn findings_are_told_with_the_runs_that_matter_and_what_fails_first() {
    let text = plain(&told(&[package()], View::Package));
    let expected = "\
failing              a2  own::f
    panic: too few <b>\\u{1b}[31m at src/lib.rs:3 (bug)
    first seen 2026-11-01 17:42 at 010101010 (0.1.0)
    not explored this time: its item was left out by --item or --skip-item

no longer reachable  c3  own::f
    panic: too few <b>\\u{1b}[31m at src/lib.rs:3 (precondition)
    first seen 2026-11-01 17:42 at 010101010 (0.1.0)
    last seen 2026-11-01 17:42 at 010101010 (0.1.0)
    no longer reachable 2026-11-02 17:42 at 020202020+ (0.1.0)
    not explored this time: its item was left out by --item or --skip-item

fixed                f1  own::f
    panic: too few <b>\\u{1b}[31m at src/lib.rs:3 (bug)
    first seen 2026-11-01 17:42 at 010101010 (0.1.0)
    last seen 2026-11-01 17:42 at 010101010 (0.1.0)
    fixed 2026-11-02 17:42 at 020202020+ (0.1.0)

Not shown: 1 finding documented, expected or unreliable; --all shows them.
";
    assert!(text.ends_with(expected), "{text}");
    assert!(
        text.starts_with("own: 3 runs\n  2026-11-01 17:42  010101010 "),
        "{text}"
    );
}

#[test]
fn one_finding_is_told_run_by_run() {
    let mut one = package();
    one.findings.truncate(1);
    let text = plain(&told(&[one], View::Finding));
    assert!(
        text.ends_with(
            "    2026-11-01 17:42  010101010       first seen\n\
             \x20   2026-11-02 17:42  020202020+      fixed\n\
             \x20   2026-11-03 17:42  030303030       passes\n"
        ),
        "{text}"
    );
}

#[test]
fn the_document_fits_its_schema() {
    let packages = [package()];
    let document: Value = serde_json::from_str(&json(&told(&packages, View::All)).unwrap()).unwrap();
    let schema = serde_json::from_str(SCHEMA_TEXT).unwrap();
    let validator = jsonschema::draft202012::new(&schema).expect("it is a schema");
    let errors: Vec<String> = (validator.iter_errors(&document))
        .map(|error| error.to_string())
        .collect();
    assert_eq!(errors, [""; 0]);
    let findings = document["packages"][0]["findings"].as_array().unwrap();
    assert_eq!(findings.len(), 4);
    assert_eq!(findings[0]["fixed"]["commit"]["dirty"], true);
    assert_eq!(findings[1]["fixed"], Value::Null);
    assert_eq!(findings[1]["states"][2]["why"], "left_out");
    for broken in [
        "{\"schema\":1}",
        "{\"schema\":2,\"tool\":{\"name\":\"cargo-explore\",\"version\":\"\"},\"directory\":\"\",\"packages\":[]}",
    ] {
        assert!(
            !validator.is_valid(&serde_json::from_str(broken).unwrap()),
            "{broken}"
        );
    }
}

#[test]
fn the_page_has_charts_and_asks_for_nothing() {
    let page = html(&told(&[package()], View::All));
    assert!(page.contains(&format!("<style>{STYLE}</style>")));
    assert!(page.contains(&harmless_policy()));
    for part in [
        "<polyline points=\"8.0,8.0 140.0,8.0 272.0,45.0\"",
        "<title>1 on 2026-11-03 17:42 at 030303030</title>",
        "aria-label=\"Completed items: 75.0 % in the newest run\"",
        "<li class=\"bad\">1 failing finding</li>",
        "too few &lt;b&gt;\\u{1b}[31m",
    ] {
        assert!(page.contains(part), "{part} is not in the page");
    }
    assert_eq!(page.matches("<svg").count(), 4);
    for mark in ["http://", "https://", "src=", "url(", "style=", "<script"] {
        assert!(!page.contains(mark), "{mark}");
    }
}

/// As it stands in an attribute.
fn harmless_policy() -> String {
    format!("content=\"{POLICY}\"")
}
