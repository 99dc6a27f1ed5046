//! Looks into the explored crate's source for two facts about a panic: whether an assertion macro raised it, and
//! whether the called function promises a `Result` or `Option`. A text scan, not a parser: what it cannot read counts
//! as "no".

use crate::outcome::Location;
use std::path::Path;

/// A signature longer than this is cut.
const SIGNATURE_LINES: usize = 40;

/// True if the place lies on an `assert!`-like macro call (`assert_eq!`, `debug_assert!`, …).
pub fn is_assertion(crate_root: &Path, at: &Location) -> bool {
    let Ok(text) = std::fs::read_to_string(crate_root.join(&at.file)) else {
        return false;
    };
    assertion_in(&text, at)
}

/// The line of source that a place is in, without space around it.
pub fn line(crate_root: &Path, at: &Location) -> Option<String> {
    let text = std::fs::read_to_string(crate_root.join(&at.file)).ok()?;
    let line = text.lines().nth(at.line.checked_sub(1)? as usize)?;
    Some(line.trim().to_owned())
}

/// True if the function whose definition starts at this line returns a `Result` or an `Option`.
pub fn promises_failure(crate_root: &Path, file: &str, line: u32) -> bool {
    let Ok(text) = std::fs::read_to_string(crate_root.join(file)) else {
        return false;
    };
    promise_in(&text, line)
}

fn assertion_in(text: &str, at: &Location) -> bool {
    let Some(line) = text.lines().nth(at.line.saturating_sub(1) as usize) else {
        return false;
    };
    let code = line.split("//").next().unwrap_or_default();
    let from = (at.column.max(1) - 1) as usize;
    let called = code.get(from..).unwrap_or(code).trim_start();
    called.starts_with("assert")
        || called.starts_with("debug_assert")
        || called.starts_with("::core::assert")
        || called.starts_with("std::assert")
        || called.starts_with("core::assert")
}

fn promise_in(text: &str, line: u32) -> bool {
    let mut signature = String::new();
    for part in text
        .lines()
        .skip(line.saturating_sub(1) as usize)
        .take(SIGNATURE_LINES)
    {
        let code = part.split("//").next().unwrap_or_default();
        match code.find(['{', ';']) {
            Some(end) => {
                signature.push_str(&code[..end]);
                break;
            }
            None => signature.push_str(code),
        }
        signature.push(' ');
    }
    let Some(start) = signature.find("fn ") else {
        return false;
    };
    let signature = signature[start..].split(" where ").next().unwrap_or_default();
    // The return arrow is the first one outside the parentheses: a parameter may be a closure with its own arrow.
    let mut depth = 0i32;
    let mut returns = "";
    for (at, c) in signature.char_indices() {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            '>' if depth == 0 && signature[..at].ends_with('-') && signature[..at].contains('(') => {
                returns = &signature[at + 1..];
                break;
            }
            _ => {}
        }
    }
    returns
        .split(|c: char| !c.is_alphanumeric() && c != '_')
        .any(|word| word == "Result" || word == "Option")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(line: u32, column: u32) -> Location {
        Location {
            file: "src/lib.rs".to_owned(),
            line,
            column,
        }
    }

    #[test]
    fn assertion_macros_are_told_from_panics() {
        let text = "fn f(n: u8) {\n    assert!(n > 0);\n    panic!(\"assert\");\n    if n == 1 { debug_assert_eq!(n, 2); }\n}\n";
        assert!(assertion_in(text, &at(2, 5)));
        assert!(!assertion_in(text, &at(3, 5)));
        assert!(assertion_in(text, &at(4, 17)));
        assert!(!assertion_in(text, &at(99, 1)));
    }

    #[test]
    fn promises_are_read_from_the_return_type_only() {
        assert!(promise_in("pub fn f(n: u8) -> Result<u8, E> {", 1));
        assert!(promise_in(
            "pub fn f<'a>(\n    n: &'a str,\n) -> std::io::Result<()>\nwhere T: X {",
            1
        ));
        assert!(!promise_in("pub fn f(n: Option<u8>) -> u8 {", 1));
        assert!(!promise_in("pub fn f(n: impl Fn(u8) -> Option<u8>) {", 1));
        assert!(!promise_in("pub fn f<F>(f: F) where F: Fn() -> Option<u8> {", 1));
        assert!(promise_in("x\n#[inline]\npub fn f() -> Option<u8> { None }", 2));
    }
}
