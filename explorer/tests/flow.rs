//! Sequences of calls on one value with an argument that they share, what comes of calling what a call lends, what a value gave and
//! gets back, what is given as it is, many elements, and iterators and ranges that are legal and odd.

mod cli_support;

use cli_support::{corpus, documents, expect};
use std::collections::BTreeSet;

#[test]
fn faults_behind_flow_of_data_and_odd_iterators_and_ranges_are_found_and_proven() {
    let crate_ = corpus("flow");
    let ran = expect(
        100,
        &[
            &crate_,
            "--max-findings",
            "14",
            "--no-coverage",
            "--format",
            "json",
        ],
    );
    let report = documents(&ran.stdout).remove(0);
    let findings = report["findings"].as_array().expect("a list");
    let items: BTreeSet<&str> = findings.iter().filter_map(|f| f["item"].as_str()).collect();
    let planted = [
        "<flow::Joined<A, B> as std::iter::Iterator>::size_hint",
        "flow::Blocks::height",
        "flow::Handle::taken",
        "flow::Kept::read",
        "flow::Queue::pop",
        "flow::Row<T>::count_in",
        "flow::Shelf::after",
        "flow::Shelf::put",
        "flow::Sheet::shown",
        "flow::Sheet::width",
        "flow::Taken::take",
        "flow::Tally::remove",
        "flow::repeated",
        "flow::smallest",
    ];
    assert_eq!(items, BTreeSet::from(planted));
    for finding in findings {
        assert_eq!(
            (&finding["confirmed"], &finding["class"]),
            (&true.into(), &"bug".into())
        );
    }
}

#[test]
fn what_makes_one_item_fail_is_given_to_others() {
    let crate_ = corpus("seals");
    let ran = expect(
        100,
        &[&crate_, "--depth", "5", "--no-coverage", "--format", "json"],
    );
    let report = documents(&ran.stdout).remove(0);
    let findings = report["findings"].as_array().expect("a list");
    // Each calls what says so: three places, three faults.
    let items: BTreeSet<&str> = findings.iter().filter_map(|one| one["item"].as_str()).collect();
    assert_eq!(
        items,
        BTreeSet::from(["seals::Seal::open", "seals::Seal::weigh", "seals::break_open"]),
        "{findings:#?}"
    );
    assert!(
        findings.iter().all(|one| one["confirmed"] == true),
        "{findings:#?}"
    );
}
