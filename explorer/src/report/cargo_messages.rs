//! cargo's JSON messages, one per line, as editors read them from `cargo check --message-format json`: a diagnostic of rustc's
//! form at the place of each finding, and an end. Where a source line cannot be read, offsets in bytes are 0.

use super::excerpt::source_line;
use super::found::{self, Found};
use super::human::headline;
use super::text::{harmless, plain_json};
use crate::outcome::Location;
use crate::run_report::{Class, Finding, RunReport};
use serde_json::{Value, json};
use std::path::Path;

/// The messages of one crate; those of several follow each other.
pub fn render(report: &RunReport) -> anyhow::Result<String> {
    let mut out = String::new();
    for found in found::in_order(report) {
        message(&mut out, &compiler_message(report, &found))?;
    }
    Ok(out)
}

/// The last message of a run.
pub fn end() -> anyhow::Result<String> {
    let mut out = String::new();
    message(&mut out, &json!({"reason": "build-finished", "success": true}))?;
    Ok(out)
}

fn message(out: &mut String, value: &Value) -> anyhow::Result<()> {
    out.push_str(&plain_json(&serde_json::to_string(value)?));
    out.push('\n');
    Ok(())
}

fn compiler_message(report: &RunReport, found: &Found<'_>) -> Value {
    let subject = &report.subject;
    let root = &subject.crate_root;
    let target = json!({
        "kind": ["lib"],
        "crate_types": ["lib"],
        "name": subject.crate_name.replace('-', "_"),
        "src_path": root.join("src/lib.rs"),
        "edition": "2024",
        "doc": true,
        "doctest": true,
        "test": true,
    });
    json!({
        "reason": "compiler-message",
        "package_id": format!("path+file://{}#{}@{}", root.display(), subject.crate_name, subject.crate_version),
        "manifest_path": root.join("Cargo.toml"),
        "target": target,
        "message": diagnostic(root, found),
    })
}

fn diagnostic(root: &Path, found: &Found<'_>) -> Value {
    let finding = found.finding;
    let level = match found.class() {
        Class::Bug => "error",
        Class::Precondition => "warning",
        _ => "note",
    };
    let said = match finding.message.is_empty() {
        true => headline(finding),
        false => format!("{}: {}", headline(finding), harmless(&finding.message, false)),
    };
    let fault = found::place(finding);
    let mut spans: Vec<Value> = fault
        .map(|at| span(root, at, true, "fails here"))
        .into_iter()
        .collect();
    for (function, at) in found::way(finding).into_iter().rev() {
        if Some(at) != fault {
            spans.push(span(
                root,
                at,
                false,
                &format!("in `{}`", harmless(function, false)),
            ));
        }
    }
    let rendered = format!("{level}: {said}\n{}\n", notes(finding, found).join("\n"));
    let children: Vec<Value> = notes(finding, found)
        .into_iter()
        .map(|note| json!({"message": note, "code": null, "level": "note", "spans": [], "children": [], "rendered": null}))
        .collect();
    json!({
        "$message_type": "diagnostic",
        "message": said,
        "code": {"code": format!("{}/{}", finding.kind.word(), found.class().word()), "explanation": null},
        "level": level,
        "spans": spans,
        "children": children,
        "rendered": rendered,
    })
}

/// What is told below the message.
fn notes(finding: &Finding, found: &Found<'_>) -> Vec<String> {
    let mut notes = vec![format!("fails: {}", finding.examples.expression)];
    notes.extend(finding.when());
    notes.extend((finding.examples.neighbours.passing.as_ref()).map(|passing| format!("returns: {passing}")));
    let why = match &finding.proof.unconfirmed_reason {
        Some(reason) => format!("not confirmed: {reason}"),
        None => format!("{}: {}", found.class().word(), found.why()),
    };
    notes.push(format!("{why} (finding {})", finding.id));
    notes.iter().map(|note| harmless(note, false)).collect()
}

fn span(root: &Path, at: &Location, is_primary: bool, label: &str) -> Value {
    let line = source_line(root, at);
    let characters = line.as_ref().map_or(0, |(text, _)| text.chars().count());
    let start = at.column.max(1) as usize;
    let end = (characters + 1).max(start + 1);
    let (from, text) = match &line {
        Some((text, byte)) => {
            let before: usize = text.chars().take(start - 1).map(char::len_utf8).sum();
            (
                byte + before,
                json!([{"text": text, "highlight_start": start, "highlight_end": end}]),
            )
        }
        None => (0, json!([])),
    };
    let to = line
        .as_ref()
        .map_or(0, |(text, byte)| byte + text.len())
        .max(from);
    json!({
        "file_name": found::absolute(root, &at.file),
        "byte_start": from,
        "byte_end": to,
        "line_start": at.line.max(1),
        "line_end": at.line.max(1),
        "column_start": start,
        "column_end": end,
        "is_primary": is_primary,
        "text": text,
        "label": label,
        "suggested_replacement": null,
        "suggestion_applicability": null,
        "expansion": null,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::json::tests::sample;
    use cargo_metadata::Message;
    use cargo_metadata::diagnostic::DiagnosticLevel;

    #[test]
    fn editors_read_findings_as_diagnostics_of_rustc() {
        let mut report = sample();
        report.subject.crate_root = env!("CARGO_MANIFEST_DIR").into();
        report.findings[0].location = Some(Location {
            file: "src/main.rs".into(),
            line: 5,
            column: 4,
        });
        let text = render(&report).unwrap() + &end().unwrap();
        let messages: Vec<Message> = Message::parse_stream(text.as_bytes())
            .map(Result::unwrap)
            .collect();
        let [
            Message::CompilerMessage(bug),
            Message::CompilerMessage(unreliable),
            Message::BuildFinished(_),
        ] = &messages[..]
        else {
            panic!("{messages:?}");
        };
        assert_eq!(bug.target.name, "int_tree");
        let diagnostic = &bug.message;
        assert_eq!(diagnostic.level, DiagnosticLevel::Error);
        assert_eq!(diagnostic.message, "int_tree::insert panics: duplicate value 0");
        let [span] = &diagnostic.spans[..] else {
            panic!("{:?}", diagnostic.spans);
        };
        let source = std::fs::read(&span.file_name).expect("the file is named in full");
        let [from, to] = [span.byte_start, span.byte_end].map(|byte| byte as usize);
        let marked = std::str::from_utf8(&source[from..to]).unwrap();
        assert!(marked.starts_with("main() -> ExitCode {"), "{marked}");
        assert_eq!(
            (span.line_start, span.column_start, span.is_primary),
            (5, 4, true)
        );
        assert_eq!(span.column_end - span.column_start, marked.chars().count());
        assert_eq!(unreliable.message.level, DiagnosticLevel::Note);
        assert!(unreliable.message.spans.is_empty());
    }
}
