//! What a call leaves behind in its process: a call that fails only after others is one finding, which names them.

mod cli_support;

use cli_support::{Copy, from_json};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// What has to be called before each call that fails.
fn expected() -> BTreeMap<String, Value> {
    let once = |name: &str| json!([[name, 1]]);
    let expected = [
        ("by_itself", json!([])),
        ("fails_at_the_second_call", once("fails_at_the_second_call()")),
        ("fails_elsewhere", once("move_away()")),
        ("fails_in_mode", once("set_mode(2)")),
        ("fails_in_place", once("enter_place()")),
        ("fails_once_started", once("start(0)")),
        ("fails_when_deep", once("deepen(0)")),
        ("fails_when_full", json!([["fails_when_full(0)", 37]])),
        ("fails_when_loaded", json!([["open()", 1], ["load()", 1]])),
        ("fails_when_opened", once("open()")),
        ("fails_when_poisoned", once("by_itself(2)")),
    ];
    let of_crate = |(name, calls): (&str, Value)| (format!("state::left::{name}"), calls);
    expected.into_iter().map(of_crate).collect()
}

fn findings(document: &Value) -> &[Value] {
    document["findings"].as_array().expect("a list")
}

/// Confirmed findings with the calls before each. All others are of what chance does.
#[track_caller]
fn confirmed(document: &Value) -> BTreeMap<String, Value> {
    let mut confirmed = BTreeMap::new();
    for finding in findings(document) {
        let item = finding["item"].as_str().expect("a path").to_owned();
        if finding["confirmed"] == false {
            assert!(item.starts_with("state::chance::"), "{finding}");
            assert_eq!(
                (&finding["class"], &finding["history"]),
                (&json!("unreliable"), &json!([]))
            );
            continue;
        }
        let calls = finding["history"].as_array().expect("a list").iter();
        let calls: Vec<Value> = calls
            .map(|call| json!([call["expression"], call["times"]]))
            .collect();
        let before = confirmed.insert(item, json!(calls));
        assert_eq!(before, None, "one finding for each: {finding}");
    }
    confirmed
}

#[test]
fn what_fails_only_after_other_calls_is_confirmed_with_the_fewest_of_them() {
    let copy = Copy::of("hostile/state");
    let explore = ["explore", "--no-coverage", "--all", "--jobs"];
    let ran = copy.expect(100, &[&explore[..], &["1"]].concat());
    let report = copy.expect(100, &["report", "--format", "json"]);
    let document = from_json(&report.stdout);
    assert_eq!(confirmed(&document), expected());
    for line in [
        "  fails only at call 38 of it in a process",
        "  fails only after, in the same process: `open()`, `load()`",
        "        // Fails only after these calls in the same process:\n        for _ in 0..37 {\n            fails_when_full(0);\n        }\n",
        "catch_unwind(std::panic::AssertUnwindSafe(|| {\n            by_itself(2);\n        }));\n",
    ] {
        assert!(ran.stderr.contains(line), "{line} is missing in {}", ran.stderr);
    }
    for finding in findings(&document)
        .iter()
        .filter(|finding| finding["history"] != json!([]))
    {
        for silent in ["trigger", "passing", "shape"] {
            assert_eq!(finding[silent], Value::Null, "{finding}");
        }
        assert_eq!(finding["smallest"], json!([finding["expression"]]));
    }

    let two = copy.expect(100, &[&explore[..], &["2", "--format", "json"]].concat());
    assert_eq!(confirmed(&from_json(&two.stdout)), expected());

    they_are_replayed_behind_these_calls(&copy);
}

fn they_are_replayed_behind_these_calls(copy: &Copy) {
    let verdicts = |copy: &Copy| -> BTreeMap<String, String> {
        let ran = copy.expect(100, &["replay", "-q", "--format", "json", "--all"]);
        let replayed = from_json(&ran.stdout);
        let word = |finding: &Value, name: &str| finding[name].as_str().expect("a text").to_owned();
        (findings(&replayed).iter())
            .map(|finding| (word(finding, "item"), word(finding, "verdict")))
            .filter(|(item, _)| item.starts_with("state::left::"))
            .collect()
    };
    let all = |verdict: &str| {
        expected()
            .into_keys()
            .map(|item| (item, verdict.to_owned()))
            .collect()
    };
    let mut expected: BTreeMap<String, String> = all("still_failing");
    assert_eq!(verdicts(copy), expected);

    copy.change("names.len() == 37", "names.len() == 38");
    copy.change("        MODE.set(mode);\n", "        MODE.set(mode.min(1));\n");
    for mended in ["fails_when_full", "fails_in_mode"] {
        expected.insert(format!("state::left::{mended}"), "fixed".to_owned());
    }
    assert_eq!(verdicts(copy), expected);
}
