//! A summary in GitHub's Markdown, for a step of a workflow: what was found in one table, causes of class `bug` one by one,
//! the others one line each. Foreign text is written in character references or in fences that it cannot close.

use super::found;
use super::human::headline;
use super::suspects;
use super::text::{counted, grouped, harmless, seconds};
use crate::outcome::Location;
use crate::run_report::{Cause, Class, Finding, ItemStatus, RunReport};
use std::fmt::Write;
use std::path::Path;

/// Causes shown one by one for each crate: GitHub refuses summaries of more than a mebibyte.
const SHOWN_BUGS: usize = 50;
/// Lines for causes that are no bugs, for each crate.
const SHOWN_OTHERS: usize = 100;

/// One document of all crates.
pub fn render(reports: &[RunReport]) -> String {
    let mut out = String::from("## cargo explore\n\n");
    totals(&mut out, reports);
    for report in reports {
        bugs(&mut out, report);
        others(&mut out, report);
    }
    out
}

/// A row for each crate.
fn totals(out: &mut String, reports: &[RunReport]) {
    out.push_str(
        "| crate | bugs | preconditions | documented | expected | not confirmed | items completed | expressions | time |\n\
         |---|--:|--:|--:|--:|--:|--:|--:|--:|\n",
    );
    for report in reports {
        let classes = [
            Class::Bug,
            Class::Precondition,
            Class::Documented,
            Class::Convention,
        ];
        let [bugs, preconditions, documented, expected] =
            classes.map(|class| report.causes_of(class).count());
        let unconfirmed = report.findings.iter().filter(|finding| !finding.proof.confirmed);
        let eligible = report.items.iter().filter(|item| item.status.is_eligible());
        let completed = report
            .items
            .iter()
            .filter(|item| item.status == ItemStatus::Completed);
        let _ = writeln!(
            out,
            "| {} {} | {bugs} | {preconditions} | {documented} | {expected} | {} | {} of {} | {} | {} |",
            plain(&report.subject.crate_name),
            plain(&report.subject.crate_version),
            unconfirmed.count(),
            completed.count(),
            eligible.count(),
            grouped(report.counts.expressions),
            seconds(report.times.total),
        );
    }
    out.push('\n');
}

/// Each cause of class `bug`: what fails, where, which call, and how to see it again.
fn bugs(out: &mut String, report: &RunReport) {
    let all: Vec<&Cause> = report.causes_of(Class::Bug).collect();
    if all.is_empty() {
        return;
    }
    let _ = writeln!(
        out,
        "### {}: {}\n",
        plain(&report.subject.crate_name),
        counted(all.len(), "bug")
    );
    for cause in all.iter().take(SHOWN_BUGS) {
        let finding = &report.findings[cause.findings[0]];
        bug(out, cause, finding, &report.subject.crate_root);
    }
    if all.len() > SHOWN_BUGS {
        let _ = writeln!(out, "… and {} more.\n", all.len() - SHOWN_BUGS);
    }
}

fn bug(out: &mut String, cause: &Cause, finding: &Finding, crate_root: &Path) {
    let _ = writeln!(out, "#### {}\n", plain(&headline(finding)));
    if !finding.message.is_empty() {
        let _ = writeln!(out, "> {}\n", code(&finding.message));
    }
    let _ = writeln!(out, "- Fails: {}", code(&finding.examples.expression));
    if let Some(when) = finding.when() {
        let _ = writeln!(out, "- It {}", plain(&when));
    }
    if let Some(passing) = &finding.examples.neighbours.passing {
        let _ = writeln!(out, "- Returns: {}", code(passing));
    }
    if let Some(at) = found::place(finding) {
        let _ = writeln!(out, "- Place: {}", code(&at_text(at)));
    }
    for suspect in suspects::lines(crate_root, &finding.examples.neighbours.suspects) {
        let _ = writeln!(out, "- {}: {}", suspects::TITLE, code(&suspect));
    }
    let _ = writeln!(out, "- Why it is a bug: {}\n", plain(&cause.why));
    if !finding.proof.reproduction.is_empty() {
        let _ = writeln!(
            out,
            "<details><summary>Reproduce with (finding {})</summary>\n\n{}\n</details>\n",
            plain(&finding.id),
            fenced(&finding.proof.reproduction)
        );
    }
}

fn at_text(at: &Location) -> String {
    format!("{}:{}:{}", at.file, at.line, at.column)
}

/// A line for each cause of another class, and for what is not confirmed.
fn others(out: &mut String, report: &RunReport) {
    let found = found::in_order(report);
    let mut shown: Vec<String> = Vec::new();
    for found in found.iter().filter(|found| found.class() != Class::Bug) {
        let is_simplest = found
            .cause
            .is_none_or(|cause| report.findings[cause.findings[0]].id == found.finding.id);
        if is_simplest {
            let (class, finding) = (found.class().word(), found.finding);
            shown.push(format!(
                "| {class} | {} | {} | {} |\n",
                plain(&headline(finding)),
                code(&finding.examples.expression),
                code(&finding.message)
            ));
        }
    }
    if shown.is_empty() {
        return;
    }
    let _ = writeln!(
        out,
        "<details><summary>{}: {} of other classes</summary>\n\n| class | what | call | message |\n|---|---|---|---|",
        plain(&report.subject.crate_name),
        counted(shown.len(), "cause")
    );
    shown.iter().take(SHOWN_OTHERS).for_each(|row| out.push_str(row));
    if shown.len() > SHOWN_OTHERS {
        let _ = writeln!(out, "\n… and {} more.", shown.len() - SHOWN_OTHERS);
    }
    out.push_str("\n</details>\n\n");
}

/// Text in one line that means itself: a character reference is never part of Markdown's structure, nor of HTML's.
fn plain(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in harmless(text, false).chars() {
        match character {
            ' ' | '.' | ',' | '(' | ')' | '?' | '/' | ';' | '-' | '=' | '\'' => out.push(character),
            mark if mark.is_ascii_punctuation() => {
                let _ = write!(out, "&#{};", u32::from(mark));
            }
            plain => out.push(plain),
        }
    }
    // A line of its own could begin with these, and `://` and `www.` become links.
    out.replace("/", "&#47;").replace("www.", "www&#46;")
}

/// The same as code; mentions and links are not looked for in there.
fn code(text: &str) -> String {
    match text.is_empty() {
        true => String::new(),
        false => format!("<code>{}</code>", plain(text)),
    }
}

/// Rust between fences that are longer than any in it.
fn fenced(text: &str) -> String {
    let text = harmless(text, true);
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or_default();
    let fence = "`".repeat(longest.max(2) + 1);
    format!("{fence}rust\n{}\n{fence}\n", text.trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::json::tests::sample;

    #[test]
    fn a_summary_has_one_table_and_each_bug_with_call_message_place_and_test() {
        let text = render(&[sample(), sample()]);
        let row = "| int&#45;tree 0.1.0 | 1 | 0 | 0 | 0 | 1 | 1 of 1 | 5,000 | 0.00 s |\n";
        assert_eq!(text.matches(&row.replace("&#45;", "-")).count(), 2, "{text}");
        let expected = "\
### int-tree: 1 bug

#### int&#95;tree&#58;&#58;insert panics

> <code>duplicate value 0</code>

- Fails: <code>insert(0, Branch(?1, 0, ?2))</code>
- Place: <code>src&#47;lib.rs&#58;26&#58;17</code>
- Why it is a bug: nothing forbids 0

<details><summary>Reproduce with (finding 0123456789ab)</summary>

```rust
#[test]
fn insert_panics() {
    f();
}
```

</details>
";
        assert!(text.contains(expected), "{text}");
        assert!(text.contains("<details><summary>int-tree: 1 cause of other classes</summary>\n\n|"));
        assert!(
            text.contains("| unreliable | int&#95;tree&#58;&#58;insert does not return |"),
            "{text}"
        );
    }

    #[test]
    fn foreign_text_is_never_structure() {
        let hostile =
            "a|b `c` <script> [l](m) **n** _o_ #1 @p\n\n# q $x$ &amp; ~~s~~ https://t www.u ![v](w) \\";
        let text = plain(hostile);
        for mark in [
            '|', '`', '<', '>', '[', ']', '*', '_', '@', '\n', '$', '~', '!', '\\', '/', ':',
        ] {
            assert!(!text.contains(mark), "{mark:?} in {text}");
        }
        assert!(text.contains("&#38;amp;"), "{text}");
        assert_eq!(fenced("````\nfn f() {}\n"), "`````rust\n````\nfn f() {}\n`````\n");
    }

    #[test]
    fn only_tags_of_ours_are_in_the_document() {
        let mut report = sample();
        let hostile = "</details><script>|\n\n- x\n```\n<!--";
        let finding = &mut report.findings[0];
        finding.message = hostile.into();
        finding.item = hostile.into();
        finding.examples.expression = hostile.into();
        finding.proof.reproduction = hostile.into();
        report.causes[0].why = hostile.into();
        let text = render(&[report]);
        let events = pulldown_cmark::Parser::new_ext(&text, pulldown_cmark::Options::ENABLE_TABLES);
        let mut code = String::new();
        for event in events {
            match event {
                pulldown_cmark::Event::Html(html) | pulldown_cmark::Event::InlineHtml(html) => {
                    let is_ours = |tag: &str| {
                        ["details", "/details", "summary", "/summary", "code", "/code"].contains(&tag)
                    };
                    let tags = html.split('<').skip(1).filter_map(|rest| rest.split('>').next());
                    assert!(tags.into_iter().all(is_ours), "{html}");
                }
                pulldown_cmark::Event::Text(text) => code.push_str(&text),
                _ => {}
            }
        }
        assert!(
            code.contains("</details><script>|\\n\\n- x\\n```\\n<!--"),
            "{code}"
        );
        assert!(code.contains("</details><script>|\n\n- x\n```\n<!--"), "{code}");
    }
}
