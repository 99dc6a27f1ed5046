//! Findings as a file of tests that a maintainer would keep: `use` lines, functions named after what fails, one comment line
//! with the id of each. What is meant to panic must; what would end the test process is there, and ignored. Pure: the tests
//! of a stored run in, one Rust file out.

mod names;

use super::human::{Shown, fault_words};
use super::text::{LONGEST_MESSAGE, counted, harmless, shortened};
use crate::judged::{Judged, Verdict};
use crate::outcome::FaultKind;
use crate::run_report::{Class, Finding, RunReport};
use harness_gen::support_file::{SupportOrigin, merged_support, split_support};
use names::{mentions, test_names};
use std::collections::{BTreeMap, BTreeSet};

/// How the first line of our files begins. Whoever takes it away keeps the file.
pub const MARK: &str = "// Written by `cargo explore --emit-tests`";
/// Letters that a part of a message has at least, to say which panic it is.
const FEWEST_LETTERS: usize = 4;
/// Columns of a line of imports.
const WIDTH: usize = 100;

/// Which findings become tests.
#[derive(Clone, Debug)]
pub enum Choice {
    /// What the report shows, and what is judged expected.
    Shown,
    /// All that are confirmed.
    Confirmed,
    /// These, by id.
    Ids(BTreeSet<String>),
}

impl Choice {
    /// What goes with a report for people.
    pub fn of(shown: Shown) -> Choice {
        match shown {
            Shown::Bugs => Choice::Shown,
            Shown::All => Choice::Confirmed,
        }
    }
}

/// A file of tests.
#[derive(Debug)]
pub struct TestFile {
    /// Of the file, without its directory.
    pub name: String,
    /// All of it.
    pub text: String,
    /// How many tests are in it.
    pub tests: usize,
}

/// The name of the file with the tests of a package.
pub fn file_name(package: &str) -> String {
    format!("explore_{}.rs", package.replace('-', "_"))
}

/// The tests of one package; none if there is no finding to be tested.
pub fn render(report: &RunReport, choice: &Choice) -> Option<TestFile> {
    let findings = chosen(report, choice);
    let tests: Vec<Test<'_>> = findings.iter().map(|finding| Test::read(finding)).collect();
    if tests.is_empty() {
        return None;
    }
    let subject = &report.subject;
    let title = harmless(
        &format!("{} {}", subject.crate_name, subject.crate_version),
        false,
    );
    let mut text = format!("{MARK}, which replaces it; take this line away to keep your changes.\n");
    text.push_str(&format!(
        "//! What calls of {title} fail. Those that are meant to fail say so by `should_panic`.\n\n"
    ));
    let needs: BTreeSet<&str> = tests.iter().flat_map(|test| test.needs.iter().copied()).collect();
    for need in &needs {
        text.push_str(&format!("// To be added to [dev-dependencies]: {need}\n"));
    }
    let shared = shared_imports(&tests, &traits_of(report));
    text.push_str(&use_lines(&shared, ""));
    let taken = tests
        .iter()
        .flat_map(|test| test.imports.keys().copied())
        .collect();
    for (test, name) in tests.iter().zip(test_names(&findings, &taken)) {
        let judged = report.known.judged.get(&test.finding.id);
        if !text.ends_with("\n\n") {
            text.push('\n');
        }
        test.write(&mut text, &name, judged, &shared);
    }
    let behind: Vec<(SupportOrigin, &str)> = tests.iter().filter_map(|test| test.support).collect();
    if let Some((origin, _)) = behind.first() {
        let modules: Vec<&str> = behind.iter().map(|(_, module)| *module).collect();
        text.push_str(origin.mark());
        text.push_str(&merged_support(*origin, &modules));
    }
    Some(TestFile {
        name: file_name(&subject.crate_name),
        text,
        tests: tests.len(),
    })
}

/// In the order of the report: causes, then findings without one.
fn chosen<'a>(report: &'a RunReport, choice: &Choice) -> Vec<&'a Finding> {
    let judged = |finding: &Finding| report.known.judged.get(&finding.id);
    let is_shown = |finding: &Finding| {
        report.causes.iter().any(|cause| {
            cause.class == Class::Bug
                && !report.is_settled(cause)
                && report.findings[cause.findings[0]].id == finding.id
        })
    };
    let is_wanted = |finding: &&Finding| match choice {
        Choice::Shown => finding.proof.confirmed && (is_shown(finding) || is_expected(judged(finding))),
        Choice::Confirmed => finding.proof.confirmed,
        Choice::Ids(ids) => ids.contains(&finding.id),
    };
    let found = super::found::in_order(report).into_iter();
    // A test of a leak has an allocator of its own, and so a process.
    let has_test = |finding: &&Finding| {
        finding.kind != FaultKind::Leak && finding.proof.reproduction.contains("#[test]\n")
    };
    found
        .map(|found| found.finding)
        .filter(is_wanted)
        .filter(has_test)
        .collect()
}

fn is_expected(judged: Option<&Judged>) -> bool {
    judged.is_some_and(|judged| judged.ruling.verdict == Verdict::Expected)
}

/// A reproduction taken apart.
struct Test<'a> {
    finding: &'a Finding,
    /// Lines of a manifest.
    needs: Vec<&'a str>,
    /// Names with the modules that they come from.
    imports: BTreeMap<&'a str, &'a str>,
    /// The lines between the braces, as they are.
    body: &'a str,
    /// The support file, where it is needed.
    support: Option<(SupportOrigin, &'a str)>,
}

impl<'a> Test<'a> {
    fn read(finding: &'a Finding) -> Test<'a> {
        let (head, rest) = (finding.proof.reproduction.split_once("#[test]\n")).unwrap_or_default();
        let body = rest.split_once("{\n").map_or("", |(_, body)| body);
        let (body, support) = match split_support(body) {
            Some((body, origin, support)) => (body, Some((origin, support))),
            None => (body, None),
        };
        let mut test = Test {
            finding,
            needs: Vec::new(),
            imports: BTreeMap::new(),
            body: body.trim_end().strip_suffix('}').unwrap_or(body),
            support,
        };
        for line in head.lines() {
            let path = line.strip_prefix("use ").and_then(|line| line.strip_suffix(';'));
            if let Some((module, names)) = path.and_then(|path| path.rsplit_once("::")) {
                match path.and_then(|path| path.strip_suffix('}')?.split_once("::{")) {
                    Some((module, names)) => {
                        test.imports.extend(names.split(", ").map(|name| (name, module)));
                    }
                    None => drop(test.imports.insert(names, module)),
                }
            } else if let Some(need) = line.strip_prefix("// needs: ") {
                test.needs.push(need);
            }
        }
        test
    }

    fn write(&self, text: &mut String, name: &str, judged: Option<&Judged>, shared: &BTreeMap<&str, &str>) {
        text.push_str(&format!("// {}\n#[test]\n", self.comment(judged)));
        if let Some(reason) = self.obstacle() {
            text.push_str(&format!("#[ignore = {reason:?}]\n"));
        } else if is_expected(judged) {
            match stable_part(self.finding) {
                Some(part) => text.push_str(&format!("#[should_panic(expected = {part:?})]\n")),
                None => text.push_str("#[should_panic]\n"),
            }
        }
        text.push_str(&format!("fn {name}() {{\n"));
        let own = self
            .imports
            .iter()
            .filter(|(name, _)| !shared.contains_key(*name));
        let own = use_lines(&own.map(|(name, module)| (*name, *module)).collect(), "    ");
        if !own.is_empty() {
            text.push_str(&format!("{own}\n"));
        }
        text.push_str(&format!("{}}}\n", self.body));
    }

    /// The id, what fails, where, and what has been judged of it.
    fn comment(&self, judged: Option<&Judged>) -> String {
        let finding = self.finding;
        let mut comment = format!("{}: {}", harmless(&finding.id, false), fault_words(finding.kind));
        if matches!(finding.kind, FaultKind::Panic) && !finding.message.is_empty() {
            comment.push_str(&format!(
                " with {:?}",
                shortened(&finding.message, LONGEST_MESSAGE)
            ));
        }
        if let Some(at) = &finding.location {
            comment.push_str(&format!(" at {}:{}", harmless(&at.file, false), at.line));
        }
        if let Some(judged) = judged {
            comment.push_str(&format!("; {}", harmless(&judged.ruling.sentence(), false)));
        }
        comment
    }

    /// Why it is not run with the other tests.
    fn obstacle(&self) -> Option<String> {
        if !self.finding.proof.confirmed {
            let reason = self.finding.proof.unconfirmed_reason.as_deref();
            return Some(match reason {
                Some(reason) => format!("not confirmed: {}", shortened(reason, LONGEST_MESSAGE)),
                None => "not confirmed".to_owned(),
            });
        }
        match self.finding.kind {
            FaultKind::Panic | FaultKind::Property => None,
            FaultKind::Timeout => Some("it does not return".to_owned()),
            FaultKind::Memory => Some("it takes all memory that there is".to_owned()),
            FaultKind::Slow => Some(format!("it returns; {}", self.finding.message)),
            kind => Some(format!("it {}, and all other tests with it", fault_words(kind))),
        }
    }
}

/// The longest part of a message without what varies: numbers, addresses, lines.
fn stable_part(finding: &Finding) -> Option<String> {
    if finding.kind != FaultKind::Panic || finding.message == "Box<dyn Any>" {
        return None;
    }
    let mut parts = vec![String::new()];
    for word in finding
        .message
        .split_inclusive(|c: char| !c.is_alphanumeric() && c != '_')
    {
        let (name, end) = match word.chars().next_back() {
            Some(end) if !end.is_alphanumeric() && end != '_' => {
                (&word[..word.len() - end.len_utf8()], Some(end))
            }
            _ => (word, None),
        };
        if name.contains(|c: char| c.is_ascii_digit()) {
            parts.push(String::new());
        } else if let Some(part) = parts.last_mut() {
            part.push_str(name);
        }
        match (end, parts.last_mut()) {
            (Some(end), Some(part)) if !end.is_control() && end != '…' => part.push(end),
            (Some(_), _) => parts.push(String::new()),
            _ => {}
        }
    }
    let letters = |part: &&str| part.chars().filter(|c| c.is_alphabetic()).count();
    // Of several that are as long the first.
    let longest = parts.iter().rev().map(|part| part.trim()).max_by_key(letters)?;
    (letters(&longest) >= FEWEST_LETTERS).then(|| longest.to_owned())
}

/// Names of the traits that the crate's items are methods of: in scope, one could make a method of another test ambiguous.
fn traits_of<'a>(report: &'a RunReport) -> BTreeSet<&'a str> {
    let methods = (report.items.iter()).filter(|item| item.kind == harness_gen::ItemKind::TraitMethod);
    let name = |path: &'a str| {
        let (before, _) = path.rsplit_once("::")?;
        // Of `<T as Trait<U>>::f` and of `own::Trait::f`.
        let path = before.split_once(" as ").map_or(before, |(_, path)| path);
        path.split(['<', '>']).next()?.rsplit("::").next()
    };
    methods.filter_map(|item| name(&item.path)).collect()
}

/// What stands at the top of the file: what is one thing wherever its name is written, and no trait that is only in scope.
fn shared_imports<'a>(tests: &[Test<'a>], traits: &BTreeSet<&str>) -> BTreeMap<&'a str, &'a str> {
    let mut shared = BTreeMap::new();
    for test in tests {
        for (name, module) in &test.imports {
            let is_same = |other: &Test<'_>| match other.imports.get(name) {
                Some(theirs) => theirs == module && mentions(other.body, name),
                None => !mentions(other.body, name),
            };
            if !traits.contains(name) && tests.iter().all(is_same) {
                shared.insert(*name, *module);
            }
        }
    }
    shared
}

fn use_lines(imports: &BTreeMap<&str, &str>, indent: &str) -> String {
    let mut by_module: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for (name, module) in imports {
        by_module.entry(module).or_default().push(name);
    }
    let line = |(module, names): (&str, Vec<&str>)| match names[..] {
        [name] => format!("{indent}use {module}::{name};\n"),
        _ => {
            let line = format!("{indent}use {module}::{{{}}};\n", names.join(", "));
            match line.len() <= WIDTH {
                true => line,
                false => list(module, &names, indent),
            }
        }
    };
    by_module.into_iter().map(line).collect()
}

/// A `use` of more names than a line holds, as rustfmt breaks it.
fn list(module: &str, names: &[&str], indent: &str) -> String {
    let mut lines = vec![format!("{indent}    ")];
    for name in names {
        let room = WIDTH - lines.last().map_or(0, |line| line.trim_end().len());
        if room < name.len() + 3 {
            lines.push(format!("{indent}    "));
        }
        if let Some(line) = lines.last_mut() {
            line.push_str(&format!("{name}, "));
        }
    }
    let lines: String = lines
        .iter()
        .map(|line| format!("{}\n", line.trim_end()))
        .collect();
    format!("{indent}use {module}::{{\n{lines}{indent}}};\n")
}

/// What is said of files that were written.
pub fn told(files: &[(String, usize)]) -> String {
    let lines = (files.iter())
        .map(|(path, tests)| format!("{}: {}\n", harmless(path, false), counted(*tests, "test")));
    match files {
        [] => "No finding to write a test of.\n".to_owned(),
        _ => lines.collect(),
    }
}

#[cfg(test)]
mod tests;
