//! Plans as stand-alone tests: `use` lines, and one `#[test]` function of a few statements.

use super::statements::{Style, Writer};
use super::{Bindings, ReproductionKind, Shape};
use crate::harness_types::{HOLE_DECLARATION, HOLE_IN_TESTS};
use crate::support_file::SUPPORT_CRATE;
use crate::write::{fill, imports};
use plans::Term;

/// How a test is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TestStyle {
    /// As people write it. rustc may refuse it, or take another function than the plan's where two have one name.
    #[default]
    Readable,
    /// With whole paths and one `let` per call: what says exactly what the plan says.
    Explicit,
    /// The same, built as the harness is: what broken memory leads to depends on where values lie.
    Optimised,
    /// The same, and a panic of another thread is one of the test.
    Threads,
    /// As explicit ones, with whatever is lent kept for good: an argument may have to last for ever, which rustc knows and a harness does
    /// not. What fails when it is dropped does not fail there.
    ForGood,
}

/// What a test of a leak declares, each line as deep as the lines of the test.
pub(crate) fn counting() -> &'static str {
    let text = include_str!("../../runtime/counting.rs").split_once('\n');
    text.map_or("", |(_, text)| text)
}

/// What a test says that is to be built like that.
const OPTIMISED: &str = "// It fails with CARGO_PROFILE_TEST_OPT_LEVEL=1 cargo test";

/// The beginning of a closure whose panics are caught.
const CAUGHT: &str = "let _ = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {";

/// How a test hears of panics that nobody else is told of.
const HEARING: [&str; 7] = [
    "// Another thread panics, which only the panic hook is told.",
    "let (own, (heard, panics)) = (std::thread::current().id(), std::sync::mpsc::channel());",
    "std::panic::set_hook(Box::new(move |panic| {",
    "    if std::thread::current().id() != own {",
    "        let _ = heard.send(panic.to_string());",
    "    }",
    "}));",
];
/// What it does about them. A second is more than a thread needs that is not to be waited for.
const HEARD: [&str; 3] = [
    "if let Ok(panic) = panics.recv_timeout(std::time::Duration::from_secs(1)) {",
    "    panic!(\"{panic}\");",
    "}",
];

/// Calls that are made before another one.
#[derive(Clone, Debug)]
pub struct EarlierTerm {
    /// What is called.
    pub term: Term,
    /// How often, one after another.
    pub times: u32,
    /// It panics.
    pub fails: bool,
}

impl Bindings {
    /// A stand-alone `#[test]` that uses the explored crate's public API only. Placeholders get the value they had, with a
    /// comment.
    pub fn reproduction(
        &self,
        term: &Term,
        test_name: &str,
        kind: ReproductionKind,
        style: TestStyle,
    ) -> String {
        self.reproduction_behind(&[], term, test_name, kind, style)
    }

    /// The same of a call that shows its fault only behind others.
    pub fn reproduction_behind(
        &self,
        earlier: &[EarlierTerm],
        term: &Term,
        test_name: &str,
        kind: ReproductionKind,
        style: TestStyle,
    ) -> String {
        let assertion = match (kind, term) {
            (ReproductionKind::Property, Term::Apply { op, .. }) => self.ops[op.index()].assertion,
            _ => None,
        };
        let mut lines = Vec::new();
        lines.extend((style == TestStyle::Optimised).then(|| OPTIMISED.to_owned()));
        let hears = style == TestStyle::Threads;
        lines.extend(HEARING.iter().filter(|_| hears).map(|line| (*line).to_owned()));
        if !earlier.is_empty() {
            lines.push("// Fails only after these calls in the same process:".to_owned());
            lines.extend(
                earlier
                    .iter()
                    .flat_map(|earlier| self.earlier_lines(earlier, style)),
            );
            lines.push("// This is the one that fails.".to_owned());
        }
        lines.extend(self.lines_of_test(term, assertion, style));
        lines.extend(HEARD.iter().filter(|_| hears).map(|line| (*line).to_owned()));
        let mut declared = Vec::new();
        for term in earlier.iter().map(|earlier| &earlier.term).chain([term]) {
            self.declarations(term, &mut declared);
        }
        let body = match kind {
            ReproductionKind::Death if self.has_hostile(term) => without_panics(&lines),
            ReproductionKind::Leak => again_and_again(&lines),
            _ => indented(&lines, 1),
        };
        // Where nothing is asked of a placeholder type but what can be derived, the usual type does as well.
        let (uses, body) = imports::imported(
            &body,
            declared.iter().any(|(_, is_of_placeholder)| *is_of_placeholder),
        );
        let names_placeholder = body.contains(HOLE_IN_TESTS);
        let declarations: String = names_placeholder
            .then_some(HOLE_DECLARATION)
            .into_iter()
            .chain(
                (declared.iter())
                    .filter(|(_, is_of_placeholder)| names_placeholder || !is_of_placeholder)
                    .map(|(line, _)| line.as_str()),
            )
            .map(|line| format!("    {line}\n"))
            .collect();
        let counting = if kind == ReproductionKind::Leak {
            counting()
        } else {
            ""
        };
        let space = if uses.is_empty() { "" } else { "\n" };
        let mut test =
            format!("{uses}{space}#[test]\nfn {test_name}() {{\n{counting}{declarations}{body}}}\n");
        if let Some(file) = &self.around_tests.support
            && names_crate(&test, SUPPORT_CRATE)
        {
            let module = file.module(&test);
            test.push_str(&module);
        }
        self.needs(&test) + &test
    }

    fn lines_of_test(&self, term: &Term, assertion: Option<&str>, style: TestStyle) -> Vec<String> {
        let mut writer = Writer::new(
            self,
            match style {
                TestStyle::Readable => Style::Readable,
                TestStyle::Explicit | TestStyle::Optimised | TestStyle::Threads => {
                    Style::Explicit { for_good: false }
                }
                TestStyle::ForGood => Style::Explicit { for_good: true },
            },
            term,
        );
        let call = writer.call(term);
        let mut lines = writer.lines();
        lines.extend(call.map(|call| match (assertion, style) {
            (Some(assertion), _) => format!("{};", fill(assertion, &[call])),
            // A statement that begins like a block is one.
            (None, TestStyle::Readable) if !call.starts_with('{') && !call.starts_with("match ") => {
                format!("{call};")
            }
            (None, _) => format!("let _result = {call};"),
        }));
        lines
    }

    /// Calls before the one that fails, in a block if there is more to them than a call.
    fn earlier_lines(&self, earlier: &EarlierTerm, style: TestStyle) -> Vec<String> {
        let mut lines = self.lines_of_test(&earlier.term, None, style);
        let in_block = |first: String, lines: Vec<String>, last: &str| {
            let inner = lines.into_iter().map(|line| format!("    {line}"));
            [first]
                .into_iter()
                .chain(inner)
                .chain([last.to_owned()])
                .collect()
        };
        if earlier.fails {
            lines = in_block(CAUGHT.to_owned(), lines, "}));");
        }
        match lines.len() {
            _ if earlier.times > 1 => in_block(format!("for _ in 0..{} {{", earlier.times), lines, "}"),
            1 => lines,
            _ if earlier.fails => lines,
            _ => in_block("{".to_owned(), lines, "}"),
        }
    }

    /// A comment line for each dependency that the text names: the test compiles where these are at hand.
    fn needs(&self, body: &str) -> String {
        let package = |line: &str| line.split(' ').next().map(str::to_owned);
        let is_linked =
            |line: &String| (self.around_tests.to_link.iter()).any(|other| package(other) == package(line));
        let named = (self.around_tests.dependencies.iter())
            .filter(|(name, requirement)| names_crate(body, name) && !is_linked(requirement))
            .map(|(_, requirement)| requirement);
        (named.chain(&self.around_tests.to_link))
            .map(|requirement| format!("// needs: {requirement}\n"))
            .collect()
    }

    /// Whether something in it may misbehave.
    fn has_hostile(&self, term: &Term) -> bool {
        match term {
            Term::Hole { default, .. } => self.has_hostile(default),
            Term::Literal { .. } => false,
            Term::Apply { op, args } => {
                self.shape(*op) == Shape::Hostile || args.iter().any(|arg| self.has_hostile(arg))
            }
        }
    }

    fn declarations<'a>(&'a self, term: &Term, declared: &mut Vec<&'a (String, bool)>) {
        match term {
            Term::Hole { default, .. } => self.declarations(default, declared),
            Term::Literal { .. } => {}
            Term::Apply { op, args } => {
                for declaration in &self.ops[op.index()].declarations {
                    if !declared.contains(&declaration) {
                        declared.push(declaration);
                    }
                }
                args.iter().for_each(|arg| self.declarations(arg, declared));
            }
        }
    }
}

/// Lines that are so many blocks deep.
fn indented(lines: &[String], depth: usize) -> String {
    let indentation = "    ".repeat(depth);
    lines
        .iter()
        .map(|line| format!("{indentation}{line}\n"))
        .collect()
}

/// The lines in a closure whose panics are caught: a hostile value raised them.
fn without_panics(lines: &[String]) -> String {
    format!("    {CAUGHT}\n{}    }}));\n", indented(lines, 2))
}

/// The lines in a closure whose calls, but for the first, are to leave nothing.
fn again_and_again(lines: &[String]) -> String {
    let live = "LIVE.load(std::sync::atomic::Ordering::Relaxed)";
    format!(
        "    let call = || {{\n{}    }};\n    // What is kept for good is there after the first ones.\n    (0..4).for_each(|_| call());\n    \
         let before = {live};\n    (0..4).for_each(|_| call());\n    let left = {live} - before;\n    \
         assert!(left <= 0, \"{{left}} bytes of 4 calls are never freed\");\n",
        indented(lines, 2)
    )
}

/// True if a path in the text begins with the crate's name.
fn names_crate(text: &str, name: &str) -> bool {
    text.match_indices(&format!("{name}::")).any(|(position, _)| {
        let before = &text[..position];
        let before = before.strip_suffix("::").unwrap_or(before);
        !before.ends_with(|c: char| c.is_alphanumeric() || c == '_' || c == ':')
    })
}

#[cfg(test)]
mod tests;
