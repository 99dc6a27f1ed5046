//! What nests deep overflows the stack of a test. Corpus crates explored by the real binary until as much is found as is planted.

mod cli_support;

use cli_support::{corpus, documents, expect};
use std::collections::BTreeSet;

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
}
