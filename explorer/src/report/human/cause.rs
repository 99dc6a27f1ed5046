//! One cause as people read it: what happens and why that is a bug, the simplest call, where it comes from, where else it
//! shows itself, and a test.

use super::shape;
use crate::judged::Judged;
use crate::outcome::FaultKind;
use crate::report::excerpt::{FramePlace, excerpt, source_line};
use crate::report::style::{self, styled};
use crate::report::suspects;
use crate::report::text::{LONGEST_MESSAGE, WIDTH, harmless, indented, line, shortened, wrapped};
use crate::run_report::{Cause, Class, Finding};
use harness_gen::support_file::{SupportOrigin, split_support};
use std::collections::BTreeMap;
use std::path::Path;

/// Further expressions shown per cause.
const SHOWN_EXPRESSIONS: usize = 3;
/// How much longer than the call that fails one may be that returns: what differs in more says little.
const LONGER_NEIGHBOUR: usize = 30;
/// Lines of the longest test that is shown as a whole.
const LONGEST_TEST: usize = 60;
/// Lines of a longer one that are shown at its beginning, and at its end.
const FIRST_OF_TEST: usize = 4;
/// See [`FIRST_OF_TEST`].
const LAST_OF_TEST: usize = 12;
/// Other items named per cause; the JSON report has all.
const SHOWN_ITEMS: usize = 6;

/// What has to be at hand to show causes.
pub(in crate::report) struct CauseFacts<'a> {
    /// What causes have positions in.
    pub(in crate::report) findings: &'a [Finding],
    /// Where excerpts are read.
    pub(in crate::report) crate_root: &'a Path,
    /// Rulings, by id.
    pub(in crate::report) judged: &'a BTreeMap<String, Judged>,
}

/// One cause without its reproduction.
pub(in crate::report) fn render(
    out: &mut String,
    facts: &CauseFacts<'_>,
    cause: &Cause,
    (number, of): (usize, usize),
) {
    let finding = &facts.findings[cause.findings[0]];
    let style = match cause.class {
        Class::Bug => style::BUG,
        _ => style::NOTE,
    };
    let title = styled(style, &format!("{} {number}/{of}", cause.class.word()));
    line(
        out,
        &format!("{title}  {}", styled(style::HEADING, &headline(finding))),
    );
    if !finding.message.is_empty() {
        out.push_str(&wrapped(&shortened(&finding.message, LONGEST_MESSAGE), 4));
    }
    let frames: Vec<FramePlace<'_>> = (finding.frames.iter())
        .map(|frame| (frame.function.as_str(), frame.location.as_ref()))
        .collect();
    out.push_str(&excerpt(
        facts.crate_root,
        finding.location.as_ref(),
        &finding.item,
        &frames,
    ));
    if let Some(unchecked) = unchecked(finding, facts.crate_root) {
        out.push_str(&wrapped(unchecked, 2));
    }
    expressions(out, finding, facts.crate_root);
    if !cause.why.is_empty() {
        let why = format!("{}: {}", cause.class.word(), cause.why);
        out.push_str(&wrapped(&why, 2));
    }
    rulings(out, facts, cause);
    others(out, facts, cause);
}

/// The test that shows a cause, and an empty line.
pub(in crate::report) fn reproduction(out: &mut String, facts: &CauseFacts<'_>, cause: &Cause) {
    let finding = &facts.findings[cause.findings[0]];
    if !finding.proof.reproduction.is_empty() {
        let id = harmless(&finding.id, false);
        let only_where = match finding.kind {
            FaultKind::Memory => "; it fails where memory is limited",
            _ => "",
        };
        line(out, &format!("  Reproduce with:  (finding {id}{only_where})"));
        // Whoever reads this has the file at hand, or the documentation.
        match split_support(&finding.proof.reproduction) {
            Some((test, origin, _)) => {
                let what = match origin {
                    SupportOrigin::Given => "the file of --support",
                    SupportOrigin::Examples => "types of the documentation's examples",
                };
                out.push_str(&indented(&shown_test(test), 4));
                line(
                    out,
                    &format!("    // And {what} as `mod explore_support`; --emit-tests writes all of it."),
                );
            }
            None => out.push_str(&indented(&shown_test(&finding.proof.reproduction), 4)),
        }
    }
    out.push('\n');
}

/// A test, or the beginning and the end of a long one: between them is what hostile values do, which is the same in each.
fn shown_test(test: &str) -> String {
    let lines: Vec<&str> = test.lines().collect();
    let left_out = lines.len().saturating_sub(FIRST_OF_TEST + LAST_OF_TEST);
    if lines.len() <= LONGEST_TEST {
        return test.to_owned();
    }
    format!(
        "{}\n    // … {left_out} more lines; `cargo explore report --emit-tests DIRECTORY` writes them out\n{}\n",
        lines[..FIRST_OF_TEST].join("\n"),
        lines[lines.len() - LAST_OF_TEST..].join("\n")
    )
}

/// What has been judged of a cause: of all its findings, or of some.
fn rulings(out: &mut String, facts: &CauseFacts<'_>, cause: &Cause) {
    let of = |&index: &usize| facts.judged.get(&facts.findings[index].id);
    let judged: Vec<&Judged> = cause.findings.iter().filter_map(of).collect();
    let Some(first) = judged.first() else { return };
    let text = match judged.len() == cause.findings.len() {
        true => first.ruling.sentence(),
        false => format!(
            "{} of its {} findings are judged",
            judged.len(),
            cause.findings.len()
        ),
    };
    out.push_str(&wrapped(&text, 2));
    if let Some(stale) = judged.iter().find_map(|judged| judged.stale.as_ref()) {
        out.push_str(&wrapped(&format!("but since then {stale}"), 2));
    }
}

/// What builds do that leave the check out which failed. What comes of that nobody has seen.
fn unchecked(finding: &Finding, crate_root: &Path) -> Option<&'static str> {
    let is_debug_assertion = || {
        let (line, _) = source_line(crate_root, finding.location.as_ref()?)?;
        let called = line.trim_start().split_once('!')?.0;
        let name = called.rsplit("::").next()?;
        Some(matches!(
            name,
            "debug_assert" | "debug_assert_eq" | "debug_assert_ne"
        ))
    };
    if is_of_overflow_checks(finding) {
        return Some(
            "Builds without overflow checks (release, by default) go on with the number that wraps; what comes of it was not tried.",
        );
    }
    (finding.kind == FaultKind::Panic && is_debug_assertion() == Some(true)).then_some(
        "Builds without debug assertions (release, by default) do not check this; what comes of it was not tried.",
    )
}

/// rustc's own check of arithmetic that wraps where it is not checked. A division that overflows always panics.
fn is_of_overflow_checks(finding: &Finding) -> bool {
    const WRAPPING: [&str; 6] = [
        "add",
        "subtract",
        "multiply",
        "negate",
        "shift left",
        "shift right",
    ];
    let what = finding.message.strip_prefix("attempt to ");
    let what = what.and_then(|what| what.strip_suffix(" with overflow"));
    finding.kind == FaultKind::Panic && what.is_some_and(|what| WRAPPING.contains(&what))
}

/// What an item does, without styles.
pub(in crate::report) fn headline(finding: &Finding) -> String {
    format!("{} {}", harmless(&finding.item, false), fault_words(finding.kind))
}

/// What a call does instead of returning.
pub(in crate::report) fn fault_words(kind: FaultKind) -> String {
    match kind {
        FaultKind::Panic => "panics".to_owned(),
        FaultKind::Timeout => "does not return".to_owned(),
        FaultKind::Memory => "uses too much memory".to_owned(),
        FaultKind::StackOverflow => "overflows the stack".to_owned(),
        FaultKind::Abort => "aborts the process".to_owned(),
        FaultKind::Signal(number) => format!("is killed by signal {number}"),
        FaultKind::Exit(code) => format!("ends the process with exit code {code}"),
        FaultKind::Property => "does not hold".to_owned(),
        FaultKind::DoubleDrop => "drops a value twice".to_owned(),
        FaultKind::InvalidUse => "uses a value that is not there".to_owned(),
        FaultKind::Leak => "leaks memory".to_owned(),
        FaultKind::Slow => "takes time out of proportion".to_owned(),
    }
}

/// What the docs of an item could say that refuses arguments.
pub(super) fn missing_sentence(finding: &Finding) -> String {
    // What fails in another way beside it would not be said.
    let whole = finding
        .examples
        .trigger
        .as_ref()
        .filter(|trigger| trigger.fails_otherwise == 0);
    if let Some(trigger) = whole {
        return format!("Panics if `{}`.", trigger.condition);
    }
    let message = finding.message.lines().next().unwrap_or_default();
    match message.strip_prefix("assertion failed: ") {
        Some(condition) => format!("Panics unless `{}`.", shortened(condition, WIDTH - 20)),
        None => {
            let message = shortened(&finding.message, WIDTH - 20);
            format!(
                "Panics with \"{message}\" for {}",
                shortened(&finding.examples.expression, WIDTH)
            )
        }
    }
}

/// The simplest call, further ones, and what they have in common.
fn expressions(out: &mut String, finding: &Finding, crate_root: &Path) {
    let written_out = |text: &str| styled(style::CODE, wrapped(text, 4).trim_end_matches('\n'));
    line(out, "  Fails:");
    line(out, &written_out(&finding.examples.expression));
    // Of a line that is cut one does not see what is different in it.
    let fits = |expression: &String| expression.chars().count() <= WIDTH - 4;
    let others =
        (finding.examples.smallest.iter()).filter(|expression| **expression != finding.examples.expression);
    let shown = others.map(|expression| harmless(expression, false)).filter(fits);
    let shown: Vec<String> = shown.take(SHOWN_EXPRESSIONS - 1).collect();
    for expression in &shown {
        let expression = styled(style::CODE, expression);
        line(out, &format!("    {expression}"));
    }
    if let Some(when) = finding.when() {
        out.push_str(&wrapped(&when, 2));
    } else if finding.plans > 1 && says_something(finding) {
        line(out, "  Their pattern:");
        line(out, &written_out(&finding.examples.generalised));
    }
    shape::render(out, finding);
    let is_near = |passing: &&String| {
        passing.chars().count() <= finding.examples.expression.chars().count() + LONGER_NEIGHBOUR
    };
    if let Some(passing) = finding.examples.neighbours.passing.as_ref().filter(is_near) {
        line(out, "  Returns:");
        line(out, &written_out(passing));
    }
    if !finding.examples.neighbours.suspects.is_empty() {
        line(out, &format!("  {}:", suspects::TITLE));
        for suspect in suspects::lines(crate_root, &finding.examples.neighbours.suspects) {
            out.push_str(&wrapped(&suspect, 4));
        }
    }
}

/// A pattern in which every letter stands for several equal parts says what they have in common; a letter that stands alone
/// would say that its value does not matter, and nobody has tried that.
fn says_something(finding: &Finding) -> bool {
    let pattern = &finding.examples.generalised;
    if pattern.is_empty() || *pattern == finding.examples.expression {
        return false;
    }
    let words = pattern.split(|c: char| !c.is_alphanumeric() && c != '_' && c != '?');
    let mut letters: BTreeMap<&str, usize> = BTreeMap::new();
    for word in words.filter(|word| word.len() == 1 && word.starts_with(|c: char| c.is_ascii_lowercase())) {
        *letters.entry(word).or_default() += 1;
    }
    !letters.is_empty() && letters.values().all(|times| *times > 1)
}

/// Items in which the cause shows itself, too.
fn others(out: &mut String, facts: &CauseFacts<'_>, cause: &Cause) {
    let shown = facts.findings[cause.findings[0]].item.as_str();
    let mut items: Vec<&str> = Vec::new();
    let findings = cause.findings.iter().map(|&index| &facts.findings[index]);
    let also = findings.flat_map(|finding| {
        let also_in = finding.examples.also_in.iter().map(String::as_str);
        std::iter::once(finding.item.as_str()).chain(also_in)
    });
    for item in also {
        if item != shown && !items.contains(&item) {
            items.push(item);
        }
    }
    same_in(out, &items);
}

/// Items in which the same shows itself, the first of them by name.
pub(super) fn same_in(out: &mut String, items: &[&str]) {
    let words = match items.len() {
        0 => return,
        1 => "  The same in 1 other item:".to_owned(),
        more => format!("  The same in {more} other items:"),
    };
    line(out, &words);
    for item in items.iter().take(SHOWN_ITEMS) {
        out.push_str(&wrapped(item, 4));
    }
    if items.len() > SHOWN_ITEMS {
        line(out, &format!("    … and {} more", items.len() - SHOWN_ITEMS));
    }
}
