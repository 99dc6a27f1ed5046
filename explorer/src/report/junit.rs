//! JUnit's XML: a suite for each crate, a case for each item. A case fails for a cause of class `bug`; what else was found is
//! in its output. An item that was not called is skipped, and says why. Control characters are told as escapes.

use super::found::{self, Found};
use super::human::headline;
use super::text::harmless;
use super::unexplored::Unexplored;
use crate::run_report::{Class, ItemResult, ItemStatus, RunReport};
use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};

/// One document of all crates, those without a report included.
pub fn render(reports: &[RunReport], unexplored: &[Unexplored]) -> anyhow::Result<String> {
    let mut document = Report::new(env!("CARGO_PKG_NAME"));
    document.set_time(reports.iter().map(|report| report.times.total).sum());
    document.add_test_suites(reports.iter().map(suite));
    document.add_test_suites(unexplored.iter().map(suite_without_report));
    let mut text = as_servers_take_it(&document.to_string()?);
    if !text.ends_with('\n') {
        text.push('\n');
    }
    Ok(text)
}

/// Without the number of skipped cases of all suites together: the schema that servers hold such files against has it in suites alone.
fn as_servers_take_it(text: &str) -> String {
    // In texts and attributes there is no such sign.
    let Some((before, rest)) = text.split_once("<testsuites ") else {
        return text.to_owned();
    };
    let (root, rest) = rest.split_once('>').unwrap_or((rest, ""));
    let attributes = root
        .split("\" ")
        .filter(|attribute| !attribute.starts_with("skipped="));
    let attributes: Vec<&str> = attributes.collect();
    format!("{before}<testsuites {}>{rest}", attributes.join("\" "))
}

fn suite(report: &RunReport) -> TestSuite {
    let subject = &report.subject;
    let mut suite = TestSuite::new(harmless(&subject.crate_name, false));
    suite.set_time(report.times.total);
    suite.add_property(("version", harmless(&subject.crate_version, false).as_str()));
    suite.add_property(("stop", report.stop.word()));
    suite.add_property(("sandbox", report.sandbox.level));
    let found = found::in_order(report);
    for item in &report.items {
        let of_item: Vec<&Found<'_>> = found
            .iter()
            .filter(|found| found.finding.item == item.path)
            .collect();
        suite.add_test_case(case(&item.path, status(item), &of_item));
    }
    // What is not told of an item is told nevertheless.
    for found in &found {
        let path = &found.finding.item;
        if !report.items.iter().any(|item| item.path == *path) {
            suite.add_test_case(case(path, TestCaseStatus::success(), &[found]));
        }
    }
    suite
}

/// A suite of one case, which is the whole package.
fn suite_without_report(unexplored: &Unexplored) -> TestSuite {
    let package = harmless(&unexplored.package, false);
    let mut status = match unexplored.has_failed {
        true => TestCaseStatus::non_success(NonSuccessKind::Error),
        false => TestCaseStatus::skipped(),
    };
    let why = harmless(&unexplored.why, true);
    status.set_message(why.lines().next().unwrap_or_default());
    if unexplored.has_failed {
        status.set_description(why.as_str());
    }
    let mut suite = TestSuite::new(package.as_str());
    suite.add_test_case(TestCase::new("explore", status));
    suite
}

/// The status of an item without bugs.
fn status(item: &ItemResult) -> TestCaseStatus {
    let skipped = |kind: &str, message: &str| {
        let mut status = TestCaseStatus::skipped();
        status.set_type(kind).set_message(harmless(message, false));
        status
    };
    match &item.status {
        ItemStatus::Completed | ItemStatus::Called => TestCaseStatus::success(),
        ItemStatus::Unreached => skipped("unreached", "no run got as far as the call"),
        ItemStatus::Excluded { code, reason } => {
            skipped(code.as_str(), &format!("{}: {reason}", code.as_str()))
        }
    }
}

fn case(path: &str, otherwise: TestCaseStatus, found: &[&Found<'_>]) -> TestCase {
    let (bugs, others): (Vec<&Found<'_>>, Vec<&Found<'_>>) =
        found.iter().partition(|found| found.class() == Class::Bug);
    let status = match bugs.first() {
        None => otherwise,
        Some(first) => {
            let finding = first.finding;
            let said = match finding.message.is_empty() {
                true => headline(finding),
                false => harmless(&finding.message, false),
            };
            let mut status = TestCaseStatus::non_success(NonSuccessKind::Failure);
            status.set_type(finding.kind.word()).set_message(said);
            status.set_description(texts(&bugs));
            status
        }
    };
    let (module, name) = path.rsplit_once("::").unwrap_or(("", path));
    let mut case = TestCase::new(harmless(name, false), status);
    case.set_classname(harmless(module, false));
    if !others.is_empty() {
        case.set_system_out(texts(&others));
    }
    case
}

fn texts(found: &[&Found<'_>]) -> String {
    let texts: Vec<String> = found.iter().map(|found| text(found)).collect();
    texts.join("\n")
}

/// One finding as lines.
fn text(found: &Found<'_>) -> String {
    let finding = found.finding;
    let mut text = format!("{}: {}", found.class().word(), headline(finding));
    let mut line = |words: String| {
        text.push('\n');
        text.push_str(&words);
    };
    if !finding.message.is_empty() {
        line(finding.message.clone());
    }
    if let Some(at) = found::place(finding) {
        line(format!("--> {}:{}:{}", at.file, at.line, at.column));
    }
    line(format!("Fails: {}", finding.examples.expression));
    if let Some(when) = finding.when() {
        line(when);
    }
    if let Some(passing) = &finding.examples.neighbours.passing {
        line(format!("Returns: {passing}"));
    }
    match &finding.proof.unconfirmed_reason {
        Some(reason) => line(format!("not confirmed: {reason}")),
        None => line(format!("{}: {}", found.class().word(), found.why())),
    }
    if found.class() != Class::Unreliable {
        line(format!(
            "Reproduce with:  (finding {})\n{}",
            finding.id, finding.proof.reproduction
        ));
    }
    text.push('\n');
    harmless(&text, true)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::json::tests::sample;

    /// Attributes of the first element with this name.
    fn attributes(document: &roxmltree::Document<'_>, element: &str) -> Vec<(String, String)> {
        let found = document.descendants().find(|node| node.has_tag_name(element));
        let found = found.unwrap_or_else(|| panic!("no {element}"));
        let all = found.attributes();
        all.map(|one| (one.name().to_owned(), one.value().to_owned()))
            .collect()
    }

    #[track_caller]
    fn has(attributes: &[(String, String)], name: &str, value: &str) {
        let expected = (name.to_owned(), value.to_owned());
        assert!(
            attributes.contains(&expected),
            "{expected:?} is not in {attributes:?}"
        );
    }

    #[test]
    fn items_are_cases_that_fail_for_bugs_and_are_skipped_if_excluded() {
        let text = render(&[sample(), sample()], &[]).unwrap();
        let document = roxmltree::Document::parse(&text).expect("it is XML");
        let suite = attributes(&document, "testsuite");
        has(&suite, "name", "int-tree");
        has(&suite, "tests", "2");
        has(&suite, "failures", "1");
        has(&suite, "skipped", "1");
        has(&suite, "errors", "0");
        let all = attributes(&document, "testsuites");
        has(&all, "tests", "4");
        has(&all, "failures", "2");
        let case = attributes(&document, "testcase");
        has(&case, "classname", "int_tree");
        has(&case, "name", "insert");
        let failure = attributes(&document, "failure");
        has(&failure, "message", "duplicate value 0");
        has(&failure, "type", "panic");
        let skipped = attributes(&document, "skipped");
        has(&skipped, "type", "E-UNSAFE");
        has(&skipped, "message", "E-UNSAFE: it is unsafe");
        let inner = |name: &str| {
            let node = document.descendants().find(|node| node.has_tag_name(name));
            node.and_then(|node| node.text()).unwrap_or_default().to_owned()
        };
        assert!(inner("failure").contains("fn insert_panics()"), "{text}");
        assert!(
            inner("system-out").contains("not confirmed: the test passed"),
            "{text}"
        );
    }

    #[test]
    fn only_bugs_are_failures() {
        for class in [Class::Precondition, Class::Documented, Class::Convention] {
            let mut report = sample();
            report.causes[0].class = class;
            let text = render(&[report], &[]).unwrap();
            assert!(!text.contains("<failure"), "{text}");
            assert!(
                text.contains(&format!("{}: int_tree::insert panics", class.word())),
                "{text}"
            );
        }
    }

    #[test]
    fn hostile_text_is_text() {
        let mut report = sample();
        let hostile = "]]></failure>--><script>\u{0}\u{1b}[2J\u{202e}\"'&amp;";
        report.findings[0].message = hostile.into();
        report.findings[0].item = "gone::item".into();
        let text = render(&[report], &[]).unwrap();
        let document = roxmltree::Document::parse(&text).expect("it is XML");
        let expected = "]]></failure>--><script>\\u{0}\\u{1b}[2J\\u{202e}\"'&amp;";
        has(&attributes(&document, "failure"), "message", expected);
        assert!(!document.descendants().any(|node| node.has_tag_name("script")));
        let names: Vec<_> = document
            .descendants()
            .filter_map(|node| node.attribute("classname"))
            .collect();
        assert_eq!(names, ["int_tree", "int_tree", "gone"]);
    }

    #[test]
    fn packages_without_a_report_are_errors_or_skipped() {
        let unexplored = |package: &str, has_failed| Unexplored {
            package: package.to_owned(),
            why: "it does not compile: <T>\nmore".to_owned(),
            has_failed,
        };
        let text = render(
            &[],
            &[unexplored("bad 0.1.0", true), unexplored("late 0.2.0", false)],
        )
        .unwrap();
        let document = roxmltree::Document::parse(&text).unwrap();
        has(&attributes(&document, "testsuites"), "errors", "1");
        has(&attributes(&document, "testsuite"), "name", "bad 0.1.0");
        has(
            &attributes(&document, "error"),
            "message",
            "it does not compile: <T>",
        );
        has(
            &attributes(&document, "skipped"),
            "message",
            "it does not compile: <T>",
        );
    }
}
