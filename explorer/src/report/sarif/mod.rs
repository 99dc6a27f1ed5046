//! SARIF 2.1.0: a run for each crate, a rule for each kind and class, a result for each finding with its place and the way
//! there. Every result has a place, since code scanning refuses those without: where a fault has none, it is the manifest.
//! Foreign text can neither link nor take the place of a placeholder.

use super::found::{self, Found};
use super::human::headline;
use super::text::{harmless, plain_json};
use crate::outcome::Location;
use crate::run_report::{Class, Finding, RunReport};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::Path;

/// Stands for the crate's root in uris.
const ROOT: &str = "CRATEROOT";
/// Under which a finding's id is its fingerprint; the number rises if ids come to be made otherwise.
const FINGERPRINT: &str = "exploreFindingId/v1";

/// One document of all crates.
pub fn render(reports: &[RunReport]) -> anyhow::Result<String> {
    let runs: Vec<Value> = reports.iter().map(run).collect();
    let document = json!({
        "$schema": "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
        "version": "2.1.0",
        "runs": runs,
    });
    let mut text = plain_json(&serde_json::to_string_pretty(&document)?);
    text.push('\n');
    Ok(text)
}

fn run(report: &RunReport) -> Value {
    let found = found::in_order(report);
    let mut rules: BTreeMap<String, Value> = BTreeMap::new();
    for found in &found {
        rules.entry(rule_id(found)).or_insert_with(|| rule(found));
    }
    let index: BTreeMap<&str, usize> = rules.keys().map(String::as_str).zip(0..).collect();
    let results: Vec<Value> = (found.iter())
        .map(|found| result(found, index[rule_id(found).as_str()]))
        .collect();
    let subject = &report.subject;
    let name = format!("{}/", subject.crate_name);
    json!({
        "tool": {"driver": {
            "name": env!("CARGO_PKG_NAME"),
            "version": env!("CARGO_PKG_VERSION"),
            "semanticVersion": env!("CARGO_PKG_VERSION"),
            "rules": rules.values().collect::<Vec<_>>(),
        }},
        // Code scanning keeps apart what has other ids: one for each crate.
        "automationDetails": {"id": format!("{}/{name}", env!("CARGO_PKG_NAME"))},
        "originalUriBaseIds": {ROOT: {"uri": format!("file://{}/", uri(&subject.crate_root.to_string_lossy()))}},
        "columnKind": "unicodeCodePoints",
        "invocations": [{
            "executionSuccessful": true,
            "properties": {
                "stop": report.stop.word(),
                "expressions": report.counts.expressions,
                "depthCompleted": report.counts.depth_completed,
                "sandbox": report.sandbox.level,
            },
        }],
        "properties": {"crate": subject.crate_name, "version": subject.crate_version},
        "results": results,
    })
}

fn rule_id(found: &Found<'_>) -> String {
    format!("{}/{}", found.finding.kind.word(), found.class().word())
}

fn level(class: Class) -> &'static str {
    match class {
        Class::Bug => "error",
        Class::Precondition => "warning",
        Class::Documented | Class::Convention | Class::Unreliable => "note",
    }
}

fn rule(found: &Found<'_>) -> Value {
    let (kind, class) = (found.finding.kind, found.class());
    let does = super::human::fault_words(kind);
    let (judged, help) = class_words(class);
    let id = rule_id(found);
    json!({
        "id": id,
        "name": id.replace('/', "-"),
        "shortDescription": {"text": format!("A call {does}: {judged}.")},
        "fullDescription": {"text": format!("A call of the crate's public API with small arguments {does}. It is of class {}: {judged}.", class.word())},
        "help": {
            "text": format!("{help} Each result has a test that shows the fault; it was compiled and run before it was reported."),
            "markdown": format!("{help}\n\nEach result has a test that shows the fault; it was compiled and run before it was reported."),
        },
        "defaultConfiguration": {"level": level(class)},
        "properties": {"tags": ["api", kind.word(), class.word()]},
    })
}

/// What a class means, and what can be done about a result of it.
fn class_words(class: Class) -> (&'static str, &'static str) {
    match class {
        Class::Bug => (
            "no text and no convention lets a caller expect it",
            "Make the call return for these arguments, or say in the docs of the item when it fails.",
        ),
        Class::Precondition => (
            "the arguments are refused in words, but no text says so",
            "Say in the docs of the item when it fails, for instance in a section `# Panics`.",
        ),
        Class::Documented => (
            "a text that a user of the item would look at says so",
            "Nothing has to be done: the docs say so.",
        ),
        Class::Convention => (
            "every Rust programmer expects it of such an item",
            "Nothing has to be done: it is what such items do.",
        ),
        Class::Unreliable => (
            "it was seen, but did not show itself again",
            "Run again with more time; what depends on earlier calls, addresses or the clock may not show itself twice. It has no test that was seen to fail.",
        ),
    }
}

fn result(found: &Found<'_>, rule: usize) -> Value {
    let finding = found.finding;
    let examples = &finding.examples;
    let mut result = json!({
        "ruleId": rule_id(found),
        "ruleIndex": rule,
        "level": level(found.class()),
        "message": {"text": message(found)},
        "locations": [location(finding, found::place(finding))],
        "partialFingerprints": {FINGERPRINT: finding.id},
        "properties": {
            "id": finding.id,
            "cause": found.cause.map(|cause| &cause.id),
            "kind": finding.kind.word(),
            "class": found.class().word(),
            "why": found.why(),
            "item": finding.item,
            "expression": examples.expression,
            "passing": examples.neighbours.passing,
            "condition": finding.when(),
            "reproduction": finding.proof.reproduction,
            "confirmed": finding.proof.confirmed,
        },
    });
    let way = found::way(finding);
    if way.len() > 1 {
        let locations: Vec<Value> = (way.iter().enumerate())
            .map(|(depth, (function, at))| {
                json!({
                    "location": {
                        "physicalLocation": physical(at),
                        "message": {"text": literal(function)},
                    },
                    "nestingLevel": depth,
                    "importance": if depth + 1 == way.len() { "essential" } else { "important" },
                })
            })
            .collect();
        result["codeFlows"] = json!([{"threadFlows": [{"locations": locations}]}]);
    }
    result
}

/// What fails and how, which call shows it, and what decided the class: the first sentence by itself tells most.
fn message(found: &Found<'_>) -> String {
    let finding = found.finding;
    let said = finding.message.trim_end_matches('.');
    let said = if said.is_empty() {
        String::new()
    } else {
        format!(": {said}")
    };
    let mut text = format!(
        "{}{said}.\nFails: {}",
        headline(finding),
        finding.examples.expression
    );
    if let Some(when) = finding.when() {
        text.push_str(&format!("\nIt {when}."));
    }
    if let Some(passing) = &finding.examples.neighbours.passing {
        text.push_str(&format!("\nReturns: {passing}"));
    }
    let why = match &finding.proof.unconfirmed_reason {
        Some(reason) => format!("not confirmed, {reason}"),
        None => found.why().to_owned(),
    };
    text.push_str(&format!("\n{}: {why}", found.class().word()));
    literal(&text)
}

/// Text that means itself in a message: no placeholder, no link, nothing that a terminal obeys.
fn literal(text: &str) -> String {
    let text = harmless(text, true);
    text.replace('{', "{{").replace('}', "}}").replace("](", "] (")
}

fn location(finding: &Finding, at: Option<&Location>) -> Value {
    let physical = match at {
        Some(at) => physical(at),
        None => json!({
            "artifactLocation": {"uri": "Cargo.toml", "uriBaseId": ROOT},
            "region": {"startLine": 1},
        }),
    };
    json!({
        "physicalLocation": physical,
        "logicalLocations": [{"fullyQualifiedName": finding.item, "kind": "function"}],
    })
}

fn physical(at: &Location) -> Value {
    let file = match Path::new(&at.file).is_absolute() {
        true => json!({"uri": format!("file://{}", uri(&at.file))}),
        false => json!({"uri": uri(&at.file), "uriBaseId": ROOT}),
    };
    json!({
        "artifactLocation": file,
        "region": {"startLine": at.line.max(1), "startColumn": at.column.max(1)},
    })
}

/// A path as part of a uri.
fn uri(path: &str) -> String {
    let mut out = String::with_capacity(path.len());
    for byte in path.trim_end_matches('/').bytes() {
        match byte {
            b'/' | b'-' | b'.' | b'_' | b'~' => out.push(char::from(byte)),
            byte if byte.is_ascii_alphanumeric() => out.push(char::from(byte)),
            byte => out.push_str(&format!("%{byte:02X}")),
        }
    }
    out
}

#[cfg(test)]
mod tests;
