//! The page over reports made by hand: what it holds, and what it must not.

use super::*;
use crate::outcome::Location;
use crate::report::json::tests::sample;
use base64::Engine;
use sha2::{Digest, Sha256};

fn hash(text: &str) -> String {
    base64::engine::general_purpose::STANDARD.encode(Sha256::digest(text))
}

#[test]
fn the_policy_allows_the_style_and_the_script_by_their_hashes_and_nothing_else() {
    let expected = format!(
        "default-src 'none'; style-src 'sha256-{}'; script-src 'sha256-{}'; base-uri 'none'; form-action 'none'",
        hash(STYLE),
        hash(SCRIPT)
    );
    assert_eq!(POLICY, expected);
    let page = render(&[sample()]);
    assert!(
        page.contains(&format!("<style>{STYLE}</style>"))
            && page.contains(&format!("<script>{SCRIPT}</script>"))
    );
    assert_eq!(
        [page.matches("<style").count(), page.matches("<script").count()],
        [1, 1]
    );
}

#[test]
fn nothing_is_asked_for_from_anywhere() {
    let page = render(&[sample()]);
    for mark in [
        "http://",
        "https://",
        "src=",
        "url(",
        "@import",
        "style=",
        " onclick",
        "javascript:",
    ] {
        assert!(!page.contains(mark), "{mark}");
    }
    let links = page.split("href=\"").skip(1);
    assert!(links.into_iter().all(|link| link.starts_with('#')));
}

#[test]
fn a_cause_is_told_with_call_message_place_source_condition_and_test() {
    let mut report = sample();
    report.subject.crate_root = env!("CARGO_MANIFEST_DIR").into();
    report.findings[0].location = Some(Location {
        file: "src/main.rs".into(),
        line: 5,
        column: 1,
    });
    report.findings[0].examples.passing = Some("insert(0, Leaf)".into());
    let page = render(&[report]);
    for part in [
        "<li class=\"bad\">1 bug</li>",
        "data-class=\"bug\" data-kind=\"panic\"",
        "<h3>int_tree::insert panics</h3>",
        "<span class=\"said\">duplicate value 0</span>",
        "<p class=\"label\">Fails</p><pre class=\"wrap\">insert(0, Branch(?1, 0, ?2))</pre>",
        "<p class=\"label\">Returns</p><pre class=\"wrap\">insert(0, Leaf)</pre>",
        "<mark>5  fn main() -&gt; ExitCode {</mark>",
        "<p>bug: nothing forbids 0</p>",
        "?1: any value (2 of 2 tried fail), all at once (1 of 1)",
        "fn insert_panics() {\n    f();\n}",
        "<h2>Further findings</h2>",
        "Not confirmed: the test passed",
        "<td><code>int_tree::raw</code></td>",
        "E-UNSAFE: it is unsafe",
        "strict (landlock, seccomp)",
    ] {
        assert!(page.contains(part), "{part} is not in\n{page}");
    }
}

#[test]
fn hostile_text_is_text() {
    let mut report = sample();
    let hostile = "</script><script>alert(1)</script>\" onload='x' &lt;\u{0}\u{1b}[2J\u{202e}";
    let finding = &mut report.findings[0];
    finding.message = hostile.into();
    finding.item = hostile.into();
    finding.id = hostile.into();
    finding.examples.expression = hostile.into();
    finding.proof.reproduction = hostile.into();
    report.causes[0].why = hostile.into();
    report.items[0].path = hostile.into();
    report.subject.crate_name = hostile.into();
    let page = render(&[report]);
    assert_eq!(page.matches("<script>").count(), 1);
    assert_eq!(page.matches("</script>").count(), 1);
    assert!(
        page.matches(
            "&lt;script&gt;alert(1)&lt;/script&gt;&quot; onload='x' &amp;lt;\\u{0}\\u{1b}[2J\\u{202e}"
        )
        .count()
            >= 7
    );
    assert!(!page.contains(['\u{0}', '\u{1b}', '\u{202e}']));
}

#[test]
fn many_findings_stay_light() {
    let mut report = sample();
    for number in 0..500 {
        let mut finding = report.findings[0].clone();
        finding.id = format!("{number:012x}");
        report.findings.push(finding);
        let mut cause = report.causes[0].clone();
        cause.findings = vec![report.findings.len() - 1];
        report.causes.push(cause);
    }
    let page = render(&[report]);
    let elements = page.matches("</").count();
    assert!(elements < 500 * 25, "{elements} elements");
    assert!(page.len() < 500 * 4096, "{} bytes", page.len());
}
