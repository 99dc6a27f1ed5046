//! Conditions of findings are those that a maintainer would name, and where there is none to name, nothing is said.

mod cli_support;

use cli_support::{corpus, expect};
use serde_json::Value;
use std::collections::BTreeMap;

/// Causes that may go without a condition.
const MOST_UNSAID: usize = 2;

/// By item: for each cause the texts that say when it fails; none if nobody can.
fn planted() -> BTreeMap<String, Vec<Vec<String>>> {
    let file = std::fs::read_to_string(format!("{}/expected.txt", corpus("triggers"))).expect("it is there");
    let mut planted: BTreeMap<String, Vec<Vec<String>>> = BTreeMap::new();
    for line in file.lines().filter(|line| !line.starts_with('#')) {
        let (item, conditions) = line.split_once(": ").expect("an item and conditions");
        let conditions = conditions.split("; ").filter(|text| *text != "-");
        let causes = planted.entry(format!("triggers::{item}")).or_default();
        causes.push(conditions.map(str::to_owned).collect());
    }
    planted
}

#[test]
fn conditions_are_the_planted_ones_or_not_said() {
    let corpus = corpus("triggers");
    let ran = expect(
        100,
        &[
            &corpus,
            "--depth",
            "6",
            "--no-coverage",
            "--format",
            "json",
            "--attack-conditions",
            "200",
        ],
    );
    let report: Value = cli_support::from_json(&ran.stdout);
    let findings = report["findings"].as_array().expect("a list");
    let planted = planted();
    let mut said: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for finding in findings {
        let item = finding["item"].as_str().expect("a path");
        let causes = planted
            .get(item)
            .unwrap_or_else(|| panic!("not planted: {finding:#}"));
        let Some(condition) = finding["trigger"]["condition"].as_str() else {
            continue;
        };
        let is_it = |texts: &Vec<String>| texts.iter().any(|text| text == condition);
        assert!(
            causes.iter().any(is_it),
            "{item} fails for {causes:?}: {finding:#}"
        );
        assert!(finding["passing"].is_string(), "{finding:#}");
        let attacked = &finding["trigger"]["attacked"];
        assert_eq!(attacked[1], 0, "a run contradicts it: {finding:#}");
        said.entry(item).or_default().push(condition);
    }
    let is_said = |item: &str, texts: &Vec<String>| {
        let said = said.get(item).into_iter().flatten();
        texts.is_empty() || said.into_iter().any(|said| texts.iter().any(|text| text == said))
    };
    let unsaid: Vec<String> = (planted.iter())
        .flat_map(|(item, causes)| causes.iter().map(move |texts| (item, texts)))
        .filter(|(item, texts)| !is_said(item, texts))
        .map(|(item, texts)| format!("{item}: {texts:?}"))
        .collect();
    assert!(unsaid.len() <= MOST_UNSAID, "{unsaid:#?}");
}

#[test]
fn a_passing_neighbour_differs_in_one_argument() {
    let corpus = corpus("triggers");
    let item = "triggers::numbers::days_of_month";
    let ran = expect(
        0,
        &[
            &corpus,
            "--item",
            item,
            "--depth",
            "6",
            "--no-coverage",
            "--format",
            "json",
        ],
    );
    let report: Value = cli_support::from_json(&ran.stdout);
    let finding = &report["findings"][0];
    assert_eq!(finding["expression"], "days_of_month(0)");
    assert_eq!(finding["passing"], "days_of_month(1)");
    let sentence = finding["trigger"]["sentence"].as_str().expect("it is said");
    assert!(
        sentence.starts_with("fails for `month == 0 || month >= 13` ("),
        "{sentence}"
    );
    assert!(
        sentence.contains("), not for `month >= 1 && month <= 12` ("),
        "{sentence}"
    );
}
