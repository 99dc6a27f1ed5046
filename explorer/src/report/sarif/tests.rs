//! SARIF over reports made by hand, held to the schema of OASIS.

use super::*;
use crate::outcome::Frame;
use crate::report::json::tests::sample;
use crate::run_report::Trigger;

const SCHEMA: &str = include_str!("../../../tests/schemas/sarif-schema-2.1.0.json");

/// The document, which keeps to the schema.
#[track_caller]
fn valid(reports: &[RunReport]) -> Value {
    let schema: Value = serde_json::from_str(SCHEMA).unwrap();
    let validator = jsonschema::validator_for(&schema).expect("the schema is one");
    let document: Value = serde_json::from_str(&render(reports).unwrap()).unwrap();
    let errors: Vec<String> = (validator.iter_errors(&document))
        .map(|error| format!("{}: {error}", error.instance_path()))
        .collect();
    assert!(errors.is_empty(), "{errors:#?}");
    document
}

#[test]
fn the_schema_refuses_what_is_wrong() {
    let schema: Value = serde_json::from_str(SCHEMA).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    let mut document = valid(&[sample()]);
    document["runs"][0]["results"][0]["level"] = json!("dreadful");
    assert!(!validator.is_valid(&document));
}

#[test]
fn each_finding_is_a_result_with_its_rule_place_and_fingerprint() {
    let document = valid(&[sample(), sample()]);
    assert_eq!(document["runs"].as_array().unwrap().len(), 2);
    let run = &document["runs"][0];
    let rules: Vec<&str> = (run["tool"]["driver"]["rules"].as_array().unwrap().iter())
        .map(|rule| rule["id"].as_str().unwrap())
        .collect();
    assert_eq!(rules, ["panic/bug", "timeout/unreliable"]);
    let [bug, unreliable] = [0, 1].map(|index| &run["results"][index]);
    assert_eq!(
        [&bug["ruleIndex"], &unreliable["ruleIndex"]],
        [&json!(0), &json!(1)]
    );
    assert_eq!(
        [&bug["level"], &unreliable["level"]],
        [&json!("error"), &json!("note")]
    );
    assert_eq!(
        bug["locations"][0]["physicalLocation"],
        json!({"artifactLocation": {"uri": "src/lib.rs", "uriBaseId": "CRATEROOT"}, "region": {"startLine": 26, "startColumn": 17}})
    );
    assert_eq!(
        unreliable["locations"][0]["physicalLocation"]["artifactLocation"]["uri"],
        "Cargo.toml"
    );
    assert_eq!(bug["partialFingerprints"], json!({FINGERPRINT: "0123456789ab"}));
    assert_eq!(
        bug["message"]["text"],
        "int_tree::insert panics: duplicate value 0.\nFails: insert(0, Branch(?1, 0, ?2))\nbug: nothing forbids 0"
    );
    assert_eq!(bug.get("codeFlows"), None);
}

#[test]
fn levels_follow_from_classes() {
    let classes = [
        Class::Bug,
        Class::Precondition,
        Class::Documented,
        Class::Convention,
    ];
    for (class, expected) in classes.into_iter().zip(["error", "warning", "note", "note"]) {
        let mut report = sample();
        report.causes[0].class = class;
        assert_eq!(valid(&[report])["runs"][0]["results"][0]["level"], expected);
    }
}

#[test]
fn the_way_from_the_call_to_the_fault_is_a_code_flow() {
    let mut report = sample();
    let place = |file: &str, line| Location {
        file: file.into(),
        line,
        column: 5,
    };
    report.findings[0].frames = [
        ("k::inner", place("src/a b.rs", 7)),
        ("k::outer", place("/els/where.rs", 3)),
    ]
    .map(|(function, at)| Frame {
        function: function.into(),
        location: Some(at),
    })
    .to_vec();
    let document = valid(&[report]);
    let flow = &document["runs"][0]["results"][0]["codeFlows"][0]["threadFlows"][0]["locations"];
    let told: Vec<(&str, &str, u64)> = (flow.as_array().unwrap().iter())
        .map(|step| {
            let physical = &step["location"]["physicalLocation"];
            (
                step["location"]["message"]["text"].as_str().unwrap(),
                physical["artifactLocation"]["uri"].as_str().unwrap(),
                physical["region"]["startLine"].as_u64().unwrap(),
            )
        })
        .collect();
    let expected = [
        ("k::outer", "file:///els/where.rs", 3),
        ("k::inner", "src/a%20b.rs", 7),
        ("k::inner", "src/lib.rs", 26),
    ];
    assert_eq!(told, expected);
}

#[test]
fn foreign_text_neither_links_nor_is_a_placeholder() {
    let mut report = sample();
    report.findings[0].message = "[here](https://example.org) {0}\u{1b}[2J".into();
    report.findings[0].examples.trigger = Some(Trigger {
        condition: "n >= 2".into(),
        otherwise: "n <= 1".into(),
        fails: 3,
        passes: 4,
        fails_otherwise: 0,
        is_bisected: false,
        attacked: None,
    });
    let document = valid(&[report]);
    let text = document["runs"][0]["results"][0]["message"]["text"]
        .as_str()
        .unwrap();
    assert!(
        text.contains("panics: [here] (https://example.org) {{0}}\\u{{1b}}[2J.\n"),
        "{text}"
    );
    assert!(
        text.contains("\nIt fails for `n >= 2` (3 of 3), not for `n <= 1` (4 of 4).\n"),
        "{text}"
    );
}

#[test]
fn a_run_without_findings_is_a_document_too() {
    let mut report = sample();
    report.findings.clear();
    report.causes.clear();
    let document = valid(&[report]);
    assert_eq!(document["runs"][0]["results"], json!([]));
}
