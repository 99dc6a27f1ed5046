//! What `review` shows, and how it hears the person at the terminal: one key at a time, or one line.

use super::console::Console;
use super::human::{CauseFacts, render_cause, reproduction};
use super::style::{self, styled};
use super::text::{counted, harmless, line, wrapped};
use crate::judged::Judged;
use crate::run_report::{Cause, Finding};
use console::{Key, Term};
use std::collections::BTreeMap;
use std::io::{self, IsTerminal};
use std::path::Path;

/// A person who looks and answers.
pub trait Reviewer {
    /// Shows styled text.
    fn show(&mut self, text: &str);
    /// Waits for a key; none if there will be no more.
    fn key(&mut self) -> Option<char>;
    /// Asks for one line; none if there will be no more.
    fn line(&mut self, question: &str) -> Option<String>;
}

/// The person at the terminal.
#[derive(Debug)]
pub struct Screen {
    console: Console,
    term: Term,
}

impl Screen {
    /// The terminal; none if this program is not run in one.
    pub fn open(console: Console) -> Option<Self> {
        let is_terminal = io::stdin().is_terminal() && Console::is_terminal();
        is_terminal.then(|| Self {
            console,
            term: Term::stderr(),
        })
    }
}

impl Reviewer for Screen {
    fn show(&mut self, text: &str) {
        self.console.say(text);
    }

    fn key(&mut self) -> Option<char> {
        loop {
            match self.term.read_key() {
                Ok(Key::Char(key)) => return Some(key),
                Ok(Key::Escape) => return Some('q'),
                Ok(_) => {}
                Err(_) => return None,
            }
        }
    }

    fn line(&mut self, question: &str) -> Option<String> {
        self.console.say(&styled(style::HEADING, question));
        self.term.read_line().ok()
    }
}

/// One cause, and where in the review it is.
pub fn cause(
    findings: &[Finding],
    crate_root: &Path,
    judged: &BTreeMap<String, Judged>,
    cause: &Cause,
    place: (usize, usize),
    docs: Option<&str>,
) -> String {
    let mut out = String::from("\n");
    let facts = CauseFacts {
        findings,
        crate_root,
        judged,
    };
    render_cause(&mut out, &facts, cause, place);
    if let Some(docs) = docs.map(told).filter(|docs| !docs.is_empty()) {
        line(&mut out, &styled(style::HEADING, "  Its docs:"));
        docs.iter()
            .for_each(|text| out.push_str(&wrapped(&harmless(text, false), 4)));
    }
    out
}

/// Of docs what decides whether a fault is one: how they begin, and what they say of failing, without examples.
fn told(docs: &str) -> Vec<&str> {
    const MOST_LINES: usize = 12;
    let (mut is_example, mut is_wanted) = (false, true);
    let mut lines = Vec::new();
    for text in docs.lines() {
        let text = text.trim();
        let is_fence = text.starts_with("```") || text.starts_with("~~~");
        is_example ^= is_fence;
        if is_example || is_fence {
            continue;
        }
        if let Some(title) = text.strip_prefix('#') {
            let title = title.trim_start_matches('#').trim().to_ascii_lowercase();
            is_wanted = ["panic", "error", "safety"]
                .iter()
                .any(|word| title.contains(word));
        }
        if is_wanted && !text.is_empty() {
            lines.push(text);
        }
    }
    lines.truncate(MOST_LINES);
    lines
}

/// The test that shows a cause.
pub fn test(findings: &[Finding], cause: &Cause) -> String {
    let mut out = String::new();
    let facts = CauseFacts {
        findings,
        crate_root: Path::new(""),
        judged: &BTreeMap::new(),
    };
    reproduction(&mut out, &facts, cause);
    out
}

/// What the keys are, in one line.
pub fn keys() -> String {
    let keys = "a expected, b bug, d duplicate, n not ours, l later, t test, u undo, q, ? > ";
    styled(style::HEADING, keys)
}

/// What the keys mean.
pub fn help() -> String {
    [
        "  a  expected: it fails, and it should\n",
        "  b  bug: it should not, and that is known from now on\n",
        "  d  duplicate: it is another finding once more\n",
        "  n  not ours: it fails because of code that is not ours\n",
        "  l  later: seen, and put off\n",
        "  t  show the test that reproduces it\n",
        "  u  undo what was judged last\n",
        "  q  quit; what was judged is written already\n",
        "  Without a terminal: cargo explore accept, reject and reopen.\n",
    ]
    .concat()
}

/// One line between causes.
pub fn note(text: &str) -> String {
    wrapped(text, 2)
}

/// How much was done.
pub fn ending(judged: usize, left: usize) -> String {
    let mut out = String::from("\n");
    let left = counted(left, "cause");
    line(
        &mut out,
        &format!("{} judged, {left} left", counted(judged, "cause")),
    );
    out
}

/// What was typed, as it is shown.
pub fn echo(key: char) -> String {
    format!("{}\n", harmless(&key.to_string(), false))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_docs_what_they_say_of_failing_is_told_and_no_examples() {
        let docs = "Puts it there.\n\n```\nput(1);\n# hidden\n```\n# Panics\n\nIf it is full.\n\n# Examples\nLook:\n# Errors\nNone.";
        assert_eq!(
            told(docs),
            [
                "Puts it there.",
                "# Panics",
                "If it is full.",
                "# Errors",
                "None."
            ]
        );
        assert!(told("").is_empty());
        assert_eq!(told(&"long\n".repeat(40)).len(), 12);
    }
}
