//! What nests deep overflows the stack of a test, and what grows faster than its text is slow. Corpus crates explored by the real
//! binary until as much is found as is planted, or nothing more is.

mod cli_support;

use cli_support::{Copy, corpus, documents, expect, run};
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::Path;

#[test]
fn recursion_overflows_the_stack_of_a_test_and_its_sound_twins_do_not() {
    let planted = [
        "<deep::chains::faulty::OfCount as std::ops::Drop>::drop",
        "<deep::chains::faulty::OfText as std::ops::Drop>::drop",
        "<deep::trees::faulty::Tree as std::clone::Clone>::clone",
        "<deep::trees::faulty::Tree as std::cmp::PartialEq>::eq",
        "<deep::trees::faulty::Tree as std::fmt::Debug>::fmt",
        "<deep::trees::faulty::Tree as std::fmt::Display>::fmt",
        "deep::chains::faulty::of_count",
        "deep::chains::faulty::of_text",
        "deep::readers::faulty::groups",
        "deep::readers::faulty::lists",
    ];
    let all = planted.len().to_string();
    let ran = expect(
        100,
        &[
            &corpus("deep"),
            "--max-findings",
            &all,
            "--time-limit",
            "10m",
            "--no-coverage",
            "--format",
            "json",
        ],
    );
    let report = documents(&ran.stdout).remove(0);
    let findings = report["findings"].as_array().unwrap();
    for finding in findings {
        assert_eq!(
            (&finding["kind"], &finding["confirmed"]),
            (&"stack_overflow".into(), &true.into()),
            "{finding:#}"
        );
    }
    let items: BTreeSet<&str> = findings
        .iter()
        .map(|finding| finding["item"].as_str().unwrap())
        .collect();
    assert_eq!(items, BTreeSet::from(planted));
    for finding in findings {
        let (why, frames) = (finding["why"].as_str().unwrap(), &finding["frames"]);
        assert!(
            why.contains("call itself") || why.contains("calls itself"),
            "{finding:#}"
        );
        assert_ne!(frames.as_array().unwrap().len(), 0, "{finding:#}");
    }
    // Whoever makes a chain drops it, too, and the trees have an impl each.
    let causes = report["causes"].as_array().unwrap();
    let joined = causes.iter().filter_map(|cause| {
        let of = cause["findings"].as_array().unwrap().iter();
        let item =
            |id: &Value| findings.iter().find(|finding| finding["id"] == *id).unwrap()["item"].as_str();
        (of.len() > 1).then(|| of.filter_map(item).collect())
    });
    assert_eq!(
        joined.collect::<BTreeSet<BTreeSet<&str>>>(),
        BTreeSet::from([
            BTreeSet::from([planted[0], planted[6]]),
            BTreeSet::from([planted[1], planted[7]])
        ])
    );
}

#[test]
fn what_is_dear_keeps_nothing_from_being_found_and_its_own_faults_are() {
    let planted = [
        "dear::Blocks::and",
        "dear::Blocks::count",
        "dear::Shelf::full",
        "dear::Shelf::longest",
    ];
    let arguments = ["--max-findings", "4", "--time-limit", "10m", "--no-coverage"];
    let path = corpus("dear");
    let ran = expect(
        100,
        &[&[path.as_str(), "--format", "json"], &arguments[..]].concat(),
    );
    let report = documents(&ran.stdout).remove(0);
    let findings = report["findings"].as_array().unwrap().iter();
    let items: BTreeSet<&str> = findings
        .map(|finding| {
            assert_eq!(finding["confirmed"], true, "{finding:#}");
            finding["item"].as_str().unwrap()
        })
        .collect();
    assert_eq!(items, BTreeSet::from(planted));
}

/// What is found in these items of `corpus/slow`, as item, kind and class; all of it is confirmed.
fn found_in_slow(more: &[&str]) -> BTreeSet<(String, String, String)> {
    let path = corpus("slow");
    let arguments = [&path, "--no-coverage", "--format", "json", "--time-limit", "10m"];
    let ran = run(&[&arguments[..], more].concat());
    let report = documents(&ran.stdout).remove(0);
    let text = |finding: &Value, key: &str| finding[key].as_str().unwrap().to_owned();
    let findings = report["findings"].as_array().unwrap().iter();
    findings
        .map(|finding| {
            assert_eq!(finding["confirmed"], true, "{finding:#}");
            (
                text(finding, "item"),
                text(finding, "kind"),
                text(finding, "class"),
            )
        })
        .collect()
}

#[test]
fn what_grows_faster_than_its_text_is_slow_and_what_only_looks_like_it_is_not() {
    let found = found_in_slow(&["--skip-item", "slow::faulty::backtracking"]);
    let expected = [
        ("is_closed", "documented"),
        ("joined", "convention"),
        ("pairs", "convention"),
        ("take_from_front", "convention"),
        ("triples", "convention"),
    ];
    let of_item = |(item, class): (&str, &str)| {
        (
            format!("slow::faulty::{item}"),
            "slow".to_owned(),
            class.to_owned(),
        )
    };
    assert_eq!(found, expected.map(of_item).into());
}

#[test]
fn what_is_exponential_does_not_return() {
    let found = found_in_slow(&["--item", "slow::faulty::backtracking", "--max-findings", "1"]);
    let hang = ["slow::faulty::backtracking", "timeout", "bug"].map(str::to_owned);
    assert_eq!(found, BTreeSet::from([hang.into()]));
}

#[test]
fn a_slow_finding_says_how_it_grows_and_is_replayed_by_counts() {
    let copy = Copy::of("slow");
    for file in ["src/faulty.rs", "src/sound.rs"] {
        std::fs::copy(Path::new(&corpus("slow")).join(file), copy.path(file)).unwrap();
    }
    let explore = [
        "explore",
        "--item",
        "slow::faulty::pairs",
        "--format",
        "json",
        "--no-coverage",
    ];
    let ran = copy.expect(0, &explore);
    let report = documents(&ran.stdout).remove(0);
    let finding = &report["findings"][0];
    assert_eq!(
        finding["message"],
        "time grows with the square of a length: 128 bytes execute 15 times as many edges as 32"
    );
    let test = finding["reproduction"].as_str().unwrap();
    assert!(
        test.starts_with("// It passes. time grows with the square"),
        "{test}"
    );
    let id = finding["id"].as_str().unwrap();
    let verdict = |code: i32| {
        let ran = copy.expect(code, &["replay", id, "--format", "json"]);
        documents(&ran.stdout).remove(0)["findings"][0]["verdict"].clone()
    };
    assert_eq!(verdict(100), "still_failing");
    let source = std::fs::read_to_string(copy.path("src/faulty.rs")).unwrap();
    let bounded = source.replacen("&bytes[at + 1..]", "bytes[at + 1..].iter().take(3)", 1);
    assert_ne!(source, bounded);
    std::fs::write(copy.path("src/faulty.rs"), bounded).unwrap();
    assert_eq!(verdict(0), "fixed");
}
