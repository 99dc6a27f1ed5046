//! The checks themselves can fail: a sound document passes, and each of many changes to it is noticed. Needs no
//! network.

use crate::{sense, shape};
use serde_json::{Value, json};

fn document() -> Value {
    let item = |path: &str, status: &str, calls: u64| {
        json!({"path": path, "kind": "function", "status": status, "code": null, "reason": null,
               "instances": ["T = i32"], "calls": calls, "depth": 3})
    };
    let mut left_out = item("a::left_out", "excluded", 0);
    left_out["code"] = json!("E-UNSAFE");
    left_out["reason"] = json!("the function is unsafe");
    json!({
        "schema": 1,
        "tool": {"name": "cargo-explore", "version": "0.1.0"},
        "crate": {"name": "a", "version": "1.0.0", "source": "registry"},
        "toolchain": {"rustc": "rustc 1.95.0", "rustdoc_format": 57},
        "settings": {"depth": null, "strategy": "deepening", "seed": 0, "time_limit_ms": 10000,
                     "case_timeout_ms": 1000, "case_memory_bytes": 134_217_728, "jobs": 2},
        "sandbox": {"level": "strict", "layers": ["landlock"]},
        "api": {
            "totals": {"items": 3, "eligible": 2, "completed": 1, "called": 1, "unreached": 0, "excluded": 1},
            "items": [item("a::completes", "completed", 4), item("a::fails", "called", 2), left_out],
        },
        "coverage": {"regions": {"covered": null, "total": null}, "lines": {"covered": null, "total": null}},
        "expressions": 6, "executions": 9, "depth_completed": 3,
        "time_ms": {"rustdoc": 1, "build": 2, "explore": 3, "confirm": 4, "total": 11},
        "stop": "time",
        "findings": [{
            "id": "00ff", "kind": "panic", "class": "bug", "message": "no",
            "location": {"file": "src/lib.rs", "line": 1, "column": 1},
            "item": "a::fails", "expression": "fails(?1, \"?\")", "generalised": "fails(x, y)", "plans": 2,
            "frames": ["a::fails"],
            "reproduction": "#[test]\nfn finding_00ff() { a::fails() }", "confirmed": true,
        }],
        "causes": [{
            "id": "00ff", "class": "bug", "why": "", "score": 3, "score_parts": {"small input": 3},
            "findings": ["00ff"],
        }],
    })
}

fn troubles(document: &Value) -> String {
    let mut troubles = Vec::new();
    shape::DOCUMENT.compare(document, "report", &mut troubles);
    if troubles.is_empty() {
        troubles = sense::troubles(document, 100);
    }
    troubles.join("\n")
}

#[test]
fn a_sound_document_gives_no_trouble() {
    assert_eq!(troubles(&document()), "");
}

#[test]
fn every_change_for_the_worse_is_noticed() {
    let changes = [
        ("/schema", json!(2), "schema"),
        ("/tool/name", json!(""), "tool.name"),
        ("/crate/source", json!("git"), "source"),
        ("/settings/depth", json!("3"), "depth"),
        ("/settings/jobs", json!(-1), "jobs"),
        ("/sandbox/layers", json!("landlock"), "layers"),
        ("/coverage", json!({"regions": {}}), "covered is missing"),
        ("/api/items/0/kind", json!("macro"), "kind"),
        ("/api/items/0/calls", json!(0), "after 0 calls"),
        ("/api/items/0/code", json!("E-TYPE"), "not excluded"),
        ("/api/items/1/status", json!("completed"), "are completed"),
        ("/api/items/2/code", json!("E-OTHER"), "unknown code"),
        ("/api/items/2/code", json!("E-GENERIC"), "are eligible"),
        ("/api/items/2/reason", json!(null), "no reason"),
        ("/api/totals/items", json!(4), "totals of 3 items"),
        ("/expressions", json!(10), "10 expressions in 9"),
        ("/time_ms/total", json!(9), "longer"),
        ("/time_ms/build", json!(0.5), "whole number"),
        ("/stop", json!("depth"), "a depth nobody gave"),
        ("/findings/0/id", json!("z"), "hex digits"),
        ("/findings/0/class", json!("precondition"), "the exit code"),
        ("/findings/0/class", json!("unreliable"), "confirmed: true"),
        ("/findings/0/location", json!(null), "without location"),
        ("/findings/0/item", json!("a::left_out"), "no called item"),
        ("/findings/0/expression", json!("fails(?)"), "without number"),
        ("/findings/0/plans", json!(0), "no plans"),
        ("/findings/0/frames", json!([1]), "frames"),
        ("/findings/0/reproduction", json!("fails()"), "not one #[test]"),
        ("/findings/0/confirmed", json!("yes"), "confirmed"),
        ("/causes/0/class", json!("precondition"), "causes have"),
        ("/causes/0/findings", json!([]), "not its first finding"),
        ("/causes/0/score_parts", json!({"small": "3"}), "whole numbers"),
    ];
    for (place, value, expected) in changes {
        let mut changed = document();
        *changed.pointer_mut(place).expect("the place exists") = value.clone();
        let found = troubles(&changed);
        assert!(found.contains(expected), "{place} = {value}: {found:?}");
    }
}

#[test]
fn missing_and_unknown_keys_are_noticed() {
    let mut changed = document();
    changed.as_object_mut().expect("it is one").remove("stop");
    changed["findings"][0]["colour"] = json!("red");
    let found = troubles(&changed);
    assert!(found.contains("report.stop is missing"), "{found}");
    assert!(found.contains("findings[0].colour is unknown"), "{found}");
}
