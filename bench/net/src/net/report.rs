//! What a report claims: findings by function and message, and expressions with placeholders.

use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// Where an expression stands in a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Form {
    /// In the list of the smallest ones.
    Expression,
    /// As a stand-alone test in which placeholders are replaced.
    Reproduction,
    /// As a stand-alone test as it was reported.
    Test,
}

/// An expression that is to fail whatever stands in the place of its placeholders.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Claim {
    pub(crate) form: Form,
    /// As it was reported.
    pub(crate) text: String,
    /// The function of the finding.
    pub(crate) function: String,
    /// The first line of the message, without numbers.
    pub(crate) shape: String,
    /// As statements, with `any(1)` for `?1`.
    pub(crate) statements: String,
    pub(crate) holes: usize,
}

/// What an exploration told.
#[derive(Clone, Debug)]
pub(crate) struct Told {
    pub(crate) is_exhausted: bool,
    pub(crate) stop: String,
    pub(crate) expressions: u64,
    pub(crate) explore_ms: u64,
    pub(crate) findings: usize,
    /// Function and message of every confirmed finding.
    pub(crate) sites: BTreeSet<(String, String)>,
    /// Depth completed of each function.
    pub(crate) depths: BTreeMap<String, u64>,
    pub(crate) claims: BTreeSet<Claim>,
    /// Findings that were not confirmed.
    pub(crate) unconfirmed: Vec<String>,
}

/// As `plain.rs` has it.
fn shape(message: &str) -> String {
    let mut shape = String::new();
    for letter in message.lines().next().unwrap_or_default().chars() {
        match letter {
            '0'..='9' if shape.ends_with('#') => {}
            '0'..='9' => shape.push('#'),
            letter => shape.push(letter),
        }
    }
    shape
}

fn text<'a>(value: &'a Value, name: &str) -> &'a str {
    value[name].as_str().unwrap_or_default()
}

impl Told {
    pub(crate) fn read(report: &Value) -> Told {
        let mut told = Told {
            is_exhausted: report["stop"] == "exhausted",
            stop: text(report, "stop").to_owned(),
            expressions: report["expressions"].as_u64().unwrap_or_default(),
            explore_ms: report["time_ms"]["explore"].as_u64().unwrap_or_default(),
            findings: 0,
            sites: BTreeSet::new(),
            depths: BTreeMap::new(),
            claims: BTreeSet::new(),
            unconfirmed: Vec::new(),
        };
        for item in report["api"]["items"].as_array().into_iter().flatten() {
            let depth = item["depth"].as_u64().unwrap_or_default();
            told.depths.insert(last_segment(text(item, "path")), depth);
        }
        for finding in report["findings"].as_array().into_iter().flatten() {
            told.add(finding);
        }
        told
    }

    fn add(&mut self, finding: &Value) {
        let function = last_segment(text(finding, "item"));
        let shape = shape(text(finding, "message"));
        self.findings += 1;
        if finding["confirmed"] != true {
            self.unconfirmed
                .push(format!("{function}: {shape}: {}", text(finding, "expression")));
            return;
        }
        self.sites.insert((function.clone(), shape.clone()));
        let mut claim = |form, text: &str, statements: String| {
            let (statements, holes) = if form == Form::Test {
                (statements, 0)
            } else {
                replaced(&statements)
            };
            self.claims.insert(Claim {
                form,
                text: text.to_owned(),
                function: function.clone(),
                shape: shape.clone(),
                statements,
                holes,
            });
        };
        let smallest = finding["smallest"].as_array().into_iter().flatten();
        for expression in smallest
            .filter_map(Value::as_str)
            .chain([text(finding, "expression")])
        {
            claim(Form::Expression, expression, format!("    let _ = {expression};"));
        }
        let test = text(finding, "reproduction");
        if let Some(statements) = body(test) {
            claim(Form::Test, test, statements.to_owned());
            claim(Form::Reproduction, test, numbered(statements));
        }
    }
}

fn last_segment(path: &str) -> String {
    path.rsplit("::").next().unwrap_or_default().to_owned()
}

/// The statements of a test.
fn body(test: &str) -> Option<&str> {
    let (_, rest) = test.split_once("{\n")?;
    rest.trim_end().strip_suffix('}')
}

/// Statements with `any(1)` for `?1`, and the greatest number.
fn replaced(statements: &str) -> (String, usize) {
    let mut text = String::new();
    let mut rest = statements;
    let mut most = 0;
    while let Some((before, after)) = rest.split_once('?') {
        let digits = after.len() - after.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let number: usize = after[..digits].parse().unwrap_or_default();
        most = most.max(number);
        text += &format!("{before}any({number})");
        rest = &after[digits..];
    }
    text += rest;
    // Nothing would say what it is a method of; a slice is what the function wants.
    for number in 1..=most {
        for method in ["as_slice()", "as_mut_slice()"] {
            for of in [format!("(any({number}))"), format!("any({number})")] {
                text = text.replace(&format!("{of}.{method}"), &format!("any({number})"));
            }
        }
    }
    (text, most)
}

/// A test's statements with `?1` for `/* ?1, any value */ value`.
fn numbered(statements: &str) -> String {
    const OPEN: &str = "/* ?";
    const CLOSE: &str = ", any value */ ";
    let mut text = String::new();
    let mut rest = statements;
    while let Some((before, after)) = rest.split_once(OPEN) {
        let Some((number, value)) = after.split_once(CLOSE) else {
            break;
        };
        text += &format!("{before}?{number}");
        rest = &value[end_of_value(value)..];
    }
    without_unused(&(text + rest))
}

/// Without the variables whose only use was replaced: nothing would say of what type they are.
fn without_unused(statements: &str) -> String {
    let mut lines: Vec<&str> = statements.lines().collect();
    let is_unused = |lines: &[&str], at: usize| {
        let declared = lines[at].trim_start().strip_prefix("let ");
        let name = declared.map(|rest| {
            rest.trim_start_matches("mut ")
                .split([':', ' '])
                .next()
                .unwrap_or_default()
        });
        name.is_some_and(|name| name != "_result" && !lines[at + 1..].iter().any(|line| mentions(line, name)))
    };
    while let Some(at) = (0..lines.len()).find(|at| is_unused(&lines, *at)) {
        lines.remove(at);
    }
    lines.join("\n") + "\n"
}

fn mentions(line: &str, name: &str) -> bool {
    line.split(|c: char| !c.is_alphanumeric() && c != '_')
        .any(|word| word == name)
}

/// How a call goes on that lends one owner to two parameters.
const LENT_TWICE: &str = " { both => ";

/// Where the expression ends that a text begins with.
fn end_of_value(text: &str) -> usize {
    let mut depth = 0usize;
    for (at, letter) in text.char_indices() {
        match letter {
            ' ' if depth == 0 && text[at..].starts_with(LENT_TWICE) => return at,
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' if depth == 0 => return text[..at].trim_end().len(),
            ')' | ']' | '}' => depth -= 1,
            ',' | ';' if depth == 0 => return at,
            _ => {}
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn placeholders_of_expressions_and_tests_become_calls() {
        assert_eq!(
            replaced("f(&Rect { w: ?1, h: ?12 })"),
            ("f(&Rect { w: any(1), h: any(12) })".to_owned(), 12)
        );
        for slice in ["f((?1).as_mut_slice())", "f(?1.as_mut_slice())"] {
            assert_eq!(replaced(slice), ("f(any(1))".to_owned(), 1));
        }
        let test = "    let _result = match /* ?1, any value */ &v1 { both => f(both, both) };\n";
        assert_eq!(
            numbered(test),
            "    let _result = match ?1 { both => f(both, both) };\n"
        );
        let test = "#[test]\nfn finding() {\n    let v1 = S { a: /* ?1, any value */ 0, b: (1, /* ?2, any value */ Box::new(S::new(0, 1))) };\n    let _result = f(v1, /* ?3, any value */ Vec::new());\n}\n";
        assert_eq!(
            numbered(body(test).unwrap()),
            "    let v1 = S { a: ?1, b: (1, ?2) };\n    let _result = f(v1, ?3);\n"
        );
        let test = "    let v1 = None;\n    let v2 = S(&v1);\n    let v12 = 0;\n    let _result = f(/* ?1, any value */ &v2, v12);\n";
        assert_eq!(
            numbered(test),
            "    let v12 = 0;\n    let _result = f(?1, v12);\n"
        );
    }
}
