//! The JSON report over a report made by hand, which other reports' tests use, too.

use super::*;
use crate::coverage::CoverageOutcome;
use crate::outcome::{FaultKind, Frame};
use crate::run_report::{
    Cause, Class, Ending, Examples, Experiments, FirstSeen, HoleRow, Known, Neighbours, Proof, RunSettings,
    SandboxReport, Score, Shape, Stop, Subject, Times,
};
use crate::shape::{AnyValue, Choice, Others, Spot, TriedVariant};
use harness_gen::Code;
use harness_gen::render::{ValuePart, ValueRow};
use plans::Strategy;
use serde_json::{Value, json};

/// The values of `insert(0, Branch(?1, 0, ?2))`.
fn values() -> Vec<ValueRow> {
    let rows = [
        (0, None, "insert(…, …)", ValuePart::Call),
        (1, Some("value"), "0", ValuePart::Literal),
        (1, Some("tree"), "Branch(…, …, …)", ValuePart::Constructor),
        (2, None, "?1", ValuePart::Unread),
        (2, None, "0", ValuePart::Literal),
        (2, None, "?2", ValuePart::Unread),
    ];
    let row = |(depth, name, text, part): (u32, Option<&str>, &str, ValuePart)| ValueRow {
        depth,
        name: name.map(Into::into),
        text: text.into(),
        part,
        letter: None,
    };
    rows.map(row).to_vec()
}

/// A report with an item of two statuses, a bug and an unreliable finding.
pub(in crate::report) fn sample() -> RunReport {
    let bug = Finding {
        id: "0123456789ab".into(),
        kind: FaultKind::Panic,
        class: Class::Bug,
        why: "nothing forbids 0".into(),
        message: "duplicate value 0".into(),
        location: Some(Location {
            file: "src/lib.rs".into(),
            line: 26,
            column: 17,
        }),
        item: "int_tree::insert".into(),
        examples: Examples {
            expression: "insert(0, Branch(?1, 0, ?2))".into(),
            plan: Some("plan/1 \"insert\"".into()),
            depth: 5,
            holes: vec![
                HoleRow {
                    hole: Some(1),
                    challenged_with: vec!["Leaf".into(), "Branch(Leaf, 0, Leaf)".into()],
                },
                HoleRow {
                    hole: None,
                    challenged_with: vec!["Leaf, Leaf".into()],
                },
            ],
            smallest_plans: vec!["plan/1 \"insert\"".into()],
            also_in: vec!["tree::grow".into()],
            smallest: vec![
                "insert(0, Branch(?1, 0, ?2))".into(),
                "insert(1, Branch(?1, 1, ?2))".into(),
            ],
            generalised: "insert(a, Branch(?1, a, ?2))".into(),
            trigger: None,
            neighbours: Neighbours::default(),
            shape: Shape::default(),
            values: values(),
        },
        plans: 1234,
        first_seen: FirstSeen {
            expressions: 25,
            after: Duration::from_millis(3),
        },
        frames: vec![Frame {
            function: "int_tree::insert".into(),
            location: None,
        }],
        proof: Proof {
            reproduction: "#[test]\nfn insert_panics() {\n    f();\n}\n".into(),
            confirmed: true,
            unconfirmed_reason: None,
            history: Vec::new(),
        },
    };
    let unreliable = Finding {
        id: "ba9876543210".into(),
        kind: FaultKind::Timeout,
        class: Class::Unreliable,
        why: "not seen again".to_owned(),
        message: String::new(),
        location: None,
        plans: 1,
        proof: Proof {
            confirmed: false,
            unconfirmed_reason: Some("the test passed".into()),
            ..bug.proof.clone()
        },
        ..bug.clone()
    };
    let insert = ItemResult {
        path: "int_tree::insert".into(),
        kind: ItemKind::Function,
        status: ItemStatus::Completed,
        instances: vec![String::new()],
        calls: 4321,
        discarded: None,
        depth: 13,
    };
    let raw = ItemResult {
        path: "int_tree::raw".into(),
        status: ItemStatus::Excluded {
            code: Code::Unsafe,
            reason: "it is unsafe".into(),
        },
        calls: 0,
        depth: 0,
        ..insert.clone()
    };
    RunReport {
        known: Known::default(),
        since: None,
        subject: Subject {
            crate_name: "int-tree".into(),
            crate_version: "0.1.0".into(),
            crate_root: "/nowhere".into(),
            source: "path",
            rustc: "rustc 1.95.0".into(),
            rustdoc_format: 57,
        },
        settings: RunSettings {
            depth: None,
            max_findings: None,
            strategy: Strategy::Deepening,
            experiments: Experiments::default(),
            further: crate::run_report::Further::default(),
            seed: 0,
            time_limit: Duration::from_secs(60),
            ending: Ending::Quiet,
            case_timeout: Duration::from_secs(1),
            case_memory: 128 << 20,
            support: None,
            jobs: 2,
        },
        sandbox: SandboxReport {
            level: "strict",
            layers: vec!["landlock".into(), "seccomp".into()],
            build: "contained",
        },
        items: vec![insert, raw],
        counts: Counts {
            expressions: 5000,
            executions: 5010,
            returned: 4990,
            depth_completed: 13,
            prune_rounds: 1,
            ..Counts::default()
        },
        times: Times {
            rustdoc: Duration::from_millis(800),
            ..Times::default()
        },
        coverage: CoverageOutcome::Missing("not asked for".into()),
        stop: Stop::Time,
        findings: vec![bug, unreliable],
        causes: vec![Cause {
            id: "0123456789ab".into(),
            class: Class::Bug,
            why: "nothing forbids 0".into(),
            score: Score {
                parts: vec![("small input", 12), ("ordinary input", 15)],
            },
            findings: vec![0],
        }],
    }
}

#[test]
fn the_document_is_one_line_with_the_contract_s_fields() {
    let text = render(&sample()).unwrap();
    assert_eq!(text.matches('\n').count(), 1);
    let value: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(value["schema"], json!(1));
    assert_eq!(value["tool"]["name"], json!("cargo-explore"));
    assert_eq!(
        value["crate"],
        json!({"name": "int-tree", "version": "0.1.0", "source": "path"})
    );
    assert_eq!(
        value["toolchain"],
        json!({"rustc": "rustc 1.95.0", "rustdoc_format": 57})
    );
    assert_eq!(
        value["settings"],
        json!({"depth": null, "max_findings": null, "strategy": "deepening", "eager": false, "nesting": null, "valid": null, "keep_results_whole": false, "hostile": false, "hidden": false, "leaks": false, "seed": 0, "support": null, "time_limit_ms": 60000, "ends_when_quiet": true, "case_timeout_ms": 1000,
               "case_memory_bytes": 134217728, "jobs": 2})
    );
    assert_eq!(
        value["sandbox"],
        json!({"level": "strict", "layers": ["landlock", "seccomp"], "build": "contained"})
    );
    assert_eq!(
        value["api"]["totals"],
        json!({"items": 2, "eligible": 1, "completed": 1, "called": 0, "unreached": 0, "excluded": 1})
    );
    assert_eq!(
        value["api"]["items"][1],
        json!({"path": "int_tree::raw", "kind": "function", "status": "excluded", "code": "E-UNSAFE",
               "reason": "it is unsafe", "instances": [""], "calls": 0, "discarded": null, "depth": 0})
    );
    assert_eq!(
        value["coverage"],
        json!({"regions": {"covered": null, "total": null}, "lines": {"covered": null, "total": null},
               "reason": "not asked for"})
    );
    assert_eq!(
        (&value["expressions"], &value["executions"]),
        (&json!(5000), &json!(5010))
    );
    assert_eq!(
        value["time_ms"],
        json!({"rustdoc": 800, "build": 0, "explore": 0, "confirm": 0, "challenge": 0, "widen": 0, "coverage": 0, "total": 0})
    );
    assert_eq!(value["start_us"], json!(0));
    assert_eq!(
        (&value["stop"], &value["depth_completed"]),
        (&json!("time"), &json!(13))
    );
}

#[test]
fn findings_have_the_contract_s_fields_and_the_documented_additions() {
    let mut report = sample();
    report.findings[0].proof.history = vec![EarlierCall {
        expression: "grow()".into(),
        plan: None,
        times: 2,
    }];
    let value: Value = serde_json::from_str(&render(&report).unwrap()).unwrap();
    let finding = &value["findings"][0];
    let names: Vec<&str> = finding.as_object().unwrap().keys().map(String::as_str).collect();
    for name in [
        "id",
        "kind",
        "class",
        "message",
        "location",
        "item",
        "expression",
        "generalised",
        "plans",
        "frames",
        "reproduction",
        "confirmed",
        "smallest",
        "unconfirmed_reason",
        "depth",
        "first_seen",
        "holes",
        "plan",
        "why",
        "smallest_plans",
        "trigger",
        "passing",
        "suspects",
        "shape",
        "values",
        "values_together",
        "constructors",
        "tree",
        "judged",
        "hash",
        "docs",
        "also_in",
        "history",
    ] {
        assert!(names.contains(&name), "{name} is missing");
    }
    assert_eq!(names.len(), 33);
    assert_eq!(
        finding["history"],
        json!([{"expression": "grow()", "plan": null, "times": 2}])
    );
    assert_eq!(finding["judged"], Value::Null);
    assert_eq!(
        finding["location"],
        json!({"file": "src/lib.rs", "line": 26, "column": 17})
    );
    assert_eq!(
        (&finding["kind"], &finding["class"]),
        (&json!("panic"), &json!("bug"))
    );
    assert_eq!(
        finding["holes"],
        json!([{"number": 1, "challenged_with": ["Leaf", "Branch(Leaf, 0, Leaf)"]},
               {"number": null, "challenged_with": ["Leaf, Leaf"]}])
    );
    assert_eq!(
        [&finding["shape"], &finding["values"], &finding["constructors"]],
        [&Value::Null, &json!([]), &json!([])]
    );
    assert_eq!(
        finding["tree"][1],
        json!({"depth": 1, "name": "value", "text": "0", "part": "literal", "letter": null})
    );
    assert_eq!(value["findings"][1]["location"], Value::Null);
    assert_eq!(
        value["findings"][1]["unconfirmed_reason"],
        json!("the test passed")
    );
}

#[test]
fn eligible_counts_excluded_items_that_are_our_own_limits() {
    let mut report = sample();
    report.items[1].status = ItemStatus::Excluded {
        code: Code::NoValue,
        reason: String::new(),
    };
    assert_eq!(Totals::of(&report.items).eligible, 2);
}

#[test]
fn what_was_tried_in_the_places_of_an_expression_is_told_with_its_counts() {
    let mut report = sample();
    let at = |text: &str, which: Option<&str>| Spot {
        text: text.into(),
        which: which.map(str::to_owned),
        ty: "int_tree::Tree".into(),
    };
    report.findings[0].examples.shape = Shape {
        text: Some("insert(x, Branch(?1, x, ?2))".into()),
        values: vec![AnyValue {
            letter: "x".into(),
            at: at("0", Some("both")),
            way: vec![0],
            tried: 12,
            discarded: 1,
        }],
        together: 24,
        constructors: vec![Choice {
            at: at("Leaf", None),
            own: "Tree::Leaf".into(),
            tried: vec![TriedVariant {
                variant: "Tree::Branch".into(),
                runs: 5,
                failing: 3,
                example: Some("Branch(Leaf, 0, Leaf)".into()),
            }],
            others: Others::EachFails,
        }],
    };
    let value: Value = serde_json::from_str(&render(&report).unwrap()).unwrap();
    let finding = &value["findings"][0];
    assert_eq!(finding["shape"], json!("insert(x, Branch(?1, x, ?2))"));
    assert_eq!(
        finding["values"],
        json!([{"letter": "x", "at": "0 (both)", "type": "int_tree::Tree", "runs": 12, "failing": 12, "discarded": 1}])
    );
    assert_eq!(finding["values_together"], json!(24));
    assert_eq!(
        finding["constructors"],
        json!([{"at": "Leaf", "type": "int_tree::Tree", "every": true, "only": false,
                "tried": [{"constructor": "Tree::Branch", "runs": 5, "failing": 3, "example": "Branch(Leaf, 0, Leaf)"}]}])
    );
}
