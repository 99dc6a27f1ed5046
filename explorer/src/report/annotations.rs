//! Workflow commands of GitHub: an annotation at the place of each cause that somebody should look at, and a guard around
//! text for people, since the runner obeys commands wherever they stand in the output of a step. The forms are those of
//! GitHub's documentation, "Workflow commands for GitHub Actions".

use super::found;
use super::human::headline;
use super::text::{harmless, shortened};
use crate::run_report::{Class, Finding, RunReport};
use std::hash::{BuildHasher, RandomState};
use std::path::Path;

/// Characters of a message in an annotation.
const LONGEST_MESSAGE: usize = 1000;

/// One line for each cause of class `bug` or `precondition`. Paths are relative to `root`, the directory of the checkout.
pub fn render(report: &RunReport, root: &Path) -> String {
    let mut out = String::new();
    for cause in &report.causes {
        let command = match cause.class {
            Class::Bug => "error",
            Class::Precondition => "warning",
            _ => continue,
        };
        let finding = &report.findings[cause.findings[0]];
        out.push_str(&annotation(command, report, finding, root));
    }
    out
}

fn annotation(command: &str, report: &RunReport, finding: &Finding, root: &Path) -> String {
    let mut properties = String::new();
    if let Some(at) = found::place(finding) {
        let path = found::absolute(&report.subject.crate_root, &at.file);
        let path = path.strip_prefix(root).unwrap_or(&path).to_string_lossy();
        let path = escaped_property(&path);
        properties.push_str(&format!("file={path},line={},col={},", at.line, at.column));
    }
    properties.push_str(&format!("title={}", escaped_property(&headline(finding))));
    let said = match finding.message.is_empty() {
        true => headline(finding),
        false => shortened(&finding.message, LONGEST_MESSAGE),
    };
    let mut message = format!("{said}\nFails: {}", harmless(&finding.examples.expression, false));
    if let Some(when) = finding.when() {
        message.push_str(&format!("\n{}", harmless(&when, false)));
    }
    format!("::{command} {properties}::{}\n", escaped_data(&message))
}

/// Text that the runner does not search for commands: it stands between two commands that name a word which nobody knew
/// when the text was made.
pub(super) fn guarded(text: &str) -> String {
    let word = format!("{:016x}", RandomState::new().hash_one(text));
    let line = if text.ends_with('\n') { "" } else { "\n" };
    format!("::stop-commands::{word}\n{text}{line}::{word}::\n")
}

fn escaped_data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

fn escaped_property(text: &str) -> String {
    escaped_data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::json::tests::sample;

    /// `::error file={name},line={line},endLine={endLine},title={title}::{message}` in the documentation, with the example
    /// `::error file=app.js,line=1,col=5,endColumn=7,title=YOUR-TITLE::Missing semicolon`.
    #[test]
    fn annotations_have_the_form_of_the_documentation() {
        let mut report = sample();
        report.subject.crate_root = "/work/crates/int-tree".into();
        let expected = "::error file=crates/int-tree/src/lib.rs,line=26,col=17,title=int_tree%3A%3Ainsert panics::\
                        duplicate value 0%0AFails: insert(0, Branch(?1, 0, ?2))\n";
        assert_eq!(render(&report, Path::new("/work")), expected);
        report.causes[0].class = Class::Precondition;
        report.findings[0].location = None;
        let expected = "::warning title=int_tree%3A%3Ainsert panics::\
                        duplicate value 0%0AFails: insert(0, Branch(?1, 0, ?2))\n";
        assert_eq!(render(&report, Path::new("/work")), expected);
        report.causes[0].class = Class::Documented;
        assert_eq!(render(&report, Path::new("/work")), "");
    }

    #[test]
    fn properties_and_messages_are_escaped() {
        assert_eq!(escaped_data("a%b\r\nc:d,e"), "a%25b%0D%0Ac:d,e");
        assert_eq!(escaped_property("a%b\r\nc:d,e"), "a%25b%0D%0Ac%3Ad%2Ce");
        let mut report = sample();
        report.findings[0].message = "x\n::error::y%0A\u{1b}".into();
        report.findings[0].item = "a,b::c".into();
        let text = render(&report, Path::new("/"));
        assert_eq!(text.matches('\n').count(), 1, "{text}");
        assert!(
            text.contains("title=a%2Cb%3A%3Ac panics::x\\n::error::y%250A\\u{1b}%0AFails"),
            "{text}"
        );
    }

    #[test]
    fn text_for_people_is_not_searched_for_commands() {
        let text = guarded("::error::x");
        let lines: Vec<&str> = text.lines().collect();
        let word = lines[0]
            .strip_prefix("::stop-commands::")
            .expect("it stops commands");
        assert_eq!(lines[1..], ["::error::x", &format!("::{word}::")]);
        assert_ne!(guarded("::error::x"), text, "the word can be guessed");
    }
}
