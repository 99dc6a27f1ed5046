//! Short hashes of what a ruling is about: the code and docs of the called function, and the code of the function in which
//! the fault is raised. A text scan, not a parser. Names of the functions themselves, line numbers, comments and layout
//! take no part, so edits elsewhere in the file, `cargo fmt` and a new name change nothing. Docs of traits, types and
//! modules are not looked at, nor is what a macro writes.

use crate::finding::frames::last_segment;
use crate::fnv::short_hash;
use crate::outcome::Location;
use std::path::{Component, Path};

/// Lines between where rustdoc says that a function begins and its name.
const MOST_LINES_BEFORE_NAME: usize = 8;
/// A function longer than this has no hash.
const MOST_LINES: usize = 4000;
/// Functions of one name above a line of which one may hold it.
const MOST_NAMESAKES: usize = 4;

/// Which functions a ruling on a finding is about.
#[derive(Clone, Debug)]
pub(super) struct About<'a> {
    /// Path of the called item.
    pub(super) item: &'a str,
    /// Where it is defined: file relative to the crate's root, and line.
    pub(super) span: Option<&'a (String, u32)>,
    /// Where the fault is raised.
    pub(super) location: Option<&'a Location>,
    /// The innermost function of the crate on the stack.
    pub(super) frame: Option<&'a str>,
}

/// What a ruling on a finding is about, as its source has it.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Texts {
    /// `code:1a2b3c4d docs:5e6f7a8b at:99aabbcc`; what cannot be found is left out, so it may be empty. `at` is there if the fault is
    /// raised in another function than the called one.
    pub(super) hash: String,
    /// Docs of the called function as they are written, line by line; empty if there are none.
    pub(super) docs: String,
}

/// Reads them.
pub(super) fn texts(crate_root: &Path, about: &About<'_>) -> Texts {
    let mut parts = Vec::new();
    let name = name_of(about.item);
    let text = about
        .span
        .and_then(|(file, line)| Some((source(crate_root, file)?, *line)));
    let called = (text.as_ref()).and_then(|(text, line)| definition_below(text, *line, name));
    if let Some(called) = &called {
        parts.push(format!("code:{}", short_hash(&called.code)));
        parts.push(format!("docs:{}", short_hash(&called.docs)));
    }
    let raising = about.location.zip(about.frame).and_then(|(at, frame)| {
        let text = source(crate_root, &at.file)?;
        definition_around(&text, at.line, name_of(frame))
    });
    if let Some(raising) = raising.filter(|raising| called.as_ref() != Some(raising)) {
        parts.push(format!("at:{}", short_hash(&raising.code)));
    }
    Texts {
        hash: parts.join(" "),
        docs: text.map_or(String::new(), |(text, line)| docs_below(&text, line, name)),
    }
}

/// What has changed between two hashes; none if nothing has, or nothing can be said.
pub(super) fn change(before: &str, now: &str) -> Option<String> {
    let words = [
        ("code", "its code has changed"),
        ("docs", "its docs have changed"),
        ("at", "the function that fails in it has changed"),
    ];
    let changed = words.iter().filter(|(name, _)| {
        let [before, now] = [before, now].map(|hash| part(hash, name));
        before.is_some() && now.is_some() && before != now
    });
    let changed: Vec<&str> = changed.map(|(_, words)| *words).collect();
    (!changed.is_empty()).then(|| changed.join(", "))
}

/// Of the function in which the fault is raised.
pub(super) fn raising(hash: &str) -> Option<&str> {
    part(hash, "at").or_else(|| part(hash, "code"))
}

fn part<'a>(hash: &'a str, name: &str) -> Option<&'a str> {
    let mut parts = hash.split_whitespace().filter_map(|part| part.split_once(':'));
    parts.find(|(known, _)| *known == name).map(|(_, value)| value)
}

/// The bare name of a function: `f` of `<a::T as b::U>::f::{closure}`.
fn name_of(path: &str) -> &str {
    let mut path = path;
    while let Some(outer) = path.strip_suffix("::{closure}") {
        path = outer;
    }
    last_segment(path)
}

/// A file that lies in the crate.
fn source(crate_root: &Path, file: &str) -> Option<String> {
    let is_inside = Path::new(file)
        .components()
        .all(|part| matches!(part, Component::Normal(_) | Component::CurDir));
    is_inside
        .then(|| std::fs::read_to_string(crate_root.join(file)).ok())
        .flatten()
}

/// Code without its own name, comments and layout, and docs.
#[derive(Debug, PartialEq, Eq)]
struct Definition {
    code: String,
    docs: String,
}

/// The function whose text begins at this line.
fn definition_below(text: &str, line: u32, name: &str) -> Option<Definition> {
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let start = start_below(&lines, line, name)?;
    definition(&lines, start, name).map(|(found, _)| found)
}

/// Where the name of the function stands whose text begins at this line.
fn start_below(lines: &[&str], line: u32, name: &str) -> Option<usize> {
    let from = (line as usize).checked_sub(1)?;
    let to = (from + MOST_LINES_BEFORE_NAME).min(lines.len());
    (from..to).find(|&index| defines(lines[index], name))
}

/// The function with this name whose text holds the line.
fn definition_around(text: &str, line: u32, name: &str) -> Option<Definition> {
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let last = (line as usize).min(lines.len());
    let starts = (0..last).rev().filter(|&index| defines(lines[index], name));
    starts.take(MOST_NAMESAKES).find_map(|start| {
        let (found, length) = definition(&lines, start, name)?;
        (start + length >= last).then_some(found)
    })
}

fn defines(line: &str, name: &str) -> bool {
    let Some((before, after)) = line.split_once("fn ") else {
        return false;
    };
    !before.contains("//")
        && after
            .strip_prefix(name)
            .is_some_and(|rest| rest.starts_with(['(', '<']))
}

/// The function that is named in this line, and the number of its lines.
fn definition(lines: &[&str], start: usize, name: &str) -> Option<(Definition, usize)> {
    let text: String = lines[start..lines.len().min(start + MOST_LINES)].concat();
    let before = text.find("fn ").map_or("", |at| &text[..at]);
    let from = before.rfind(['{', '}', ';']).map_or(0, |at| at + 1);
    let (body, length) = function_code(&text[from..])?;
    let above = above(lines, start);
    let is_doc = |line: &&&str| line.starts_with("///") || line.starts_with("#[doc");
    let docs: Vec<&str> = above.iter().filter(is_doc).copied().collect();
    let mut attributes: Vec<&str> = above
        .iter()
        .filter(|line| line.starts_with("#["))
        .copied()
        .collect();
    attributes.retain(|line| !line.starts_with("#[doc"));
    let code = format!("{}{}", attributes.concat(), without_layout(&body));
    let found = Definition {
        code: without_name(&code, name),
        docs: without_name(&docs.join(" "), name),
    };
    Some((found, length))
}

/// Comments and attributes directly above a line.
fn above<'t>(lines: &[&'t str], start: usize) -> Vec<&'t str> {
    let above = lines[..start].iter().rev().map(|line| line.trim());
    let mut above: Vec<&str> = above
        .take_while(|line| line.starts_with("//") || line.starts_with("#["))
        .collect();
    above.reverse();
    above
}

/// The docs of the function whose text begins at this line, without what makes comments of them.
fn docs_below(text: &str, line: u32, name: &str) -> String {
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let Some(start) = start_below(&lines, line, name) else {
        return String::new();
    };
    let docs = above(&lines, start).into_iter();
    let docs = docs.filter_map(|line| line.strip_prefix("///"));
    let docs = docs.map(|line| line.strip_prefix(' ').unwrap_or(line));
    docs.collect::<Vec<&str>>().join("\n")
}

/// The text of a function from its first line on, without comments, and how many lines it has.
fn function_code(text: &str) -> Option<(String, usize)> {
    let chars: Vec<char> = text.chars().collect();
    let (mut at, mut braces, mut brackets) = (0, 0usize, 0usize);
    let mut code = String::new();
    while at < chars.len() {
        let (end, is_comment) = piece(&chars, at);
        if !is_comment {
            code.extend(&chars[at..end]);
        }
        if end == at + 1 {
            match chars[at] {
                '(' | '[' => brackets += 1,
                ')' | ']' => brackets = brackets.saturating_sub(1),
                '{' => braces += 1,
                '}' => braces = braces.saturating_sub(1),
                _ => {}
            }
            let is_over = match chars[at] {
                '}' => braces == 0 && brackets == 0,
                ';' => braces == 0 && brackets == 0,
                _ => false,
            };
            if is_over {
                let lines = chars[..at].iter().filter(|c| **c == '\n').count() + 1;
                return Some((code, lines));
            }
        }
        at = end;
    }
    None
}

/// Where the comment, literal or character that begins here ends, and whether it is a comment.
fn piece(chars: &[char], at: usize) -> (usize, bool) {
    let next = chars.get(at + 1);
    match chars[at] {
        '/' if next == Some(&'/') => {
            let length = chars[at..].iter().take_while(|c| **c != '\n').count();
            (at + length, true)
        }
        '/' if next == Some(&'*') => (comment_end(chars, at), true),
        '"' => (quoted_end(chars, at), false),
        'r' if is_raw(chars, at) => (raw_end(chars, at), false),
        '\'' if next == Some(&'\\') => (quoted_end(chars, at), false),
        '\'' if chars.get(at + 2) == Some(&'\'') => (at + 3, false),
        _ => (at + 1, false),
    }
}

fn comment_end(chars: &[char], from: usize) -> usize {
    let (mut at, mut depth) = (from, 0);
    while at + 1 < chars.len() {
        match (chars[at], chars[at + 1]) {
            ('/', '*') => (at, depth) = (at + 2, depth + 1),
            ('*', '/') => (at, depth) = (at + 2, depth - 1),
            _ => at += 1,
        }
        if depth == 0 {
            return at;
        }
    }
    chars.len()
}

fn quoted_end(chars: &[char], from: usize) -> usize {
    let mut at = from + 1;
    while at < chars.len() {
        match chars[at] {
            '\\' => at += 2,
            c if c == chars[from] => return at + 1,
            _ => at += 1,
        }
    }
    chars.len()
}

fn is_raw(chars: &[char], at: usize) -> bool {
    let in_word = at > 0 && (chars[at - 1].is_alphanumeric() && chars[at - 1] != 'b' || chars[at - 1] == '_');
    let hashes = chars[at + 1..].iter().take_while(|c| **c == '#').count();
    !in_word && chars.get(at + 1 + hashes) == Some(&'"')
}

fn raw_end(chars: &[char], from: usize) -> usize {
    let hashes = chars[from + 1..].iter().take_while(|c| **c == '#').count();
    let closes = |at: &usize| {
        chars[*at] == '"' && chars[at + 1..].iter().take(hashes).filter(|c| **c == '#').count() == hashes
    };
    (from + hashes + 2..chars.len())
        .find(closes)
        .map_or(chars.len(), |at| at + 1 + hashes)
}

/// Without space that means nothing, and without the comma before a closing bracket.
fn without_layout(code: &str) -> String {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let mut out = String::new();
    let mut had_space = false;
    for c in code.chars() {
        if c.is_whitespace() {
            had_space = true;
            continue;
        }
        if had_space && is_word(c) && out.ends_with(is_word) {
            out.push(' ');
        }
        if matches!(c, ')' | ']' | '}') && out.ends_with(',') {
            out.pop();
        }
        out.push(c);
        had_space = false;
    }
    out
}

/// With `_` in place of each word that is the name.
pub(super) fn without_name(text: &str, name: &str) -> String {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(name).filter(|_| !name.is_empty()) {
        let (before, after) = (&rest[..at], &rest[at + name.len()..]);
        let is_inside = before.ends_with(is_word) || after.starts_with(is_word);
        out.push_str(before);
        out.push_str(if is_inside { name } else { "_" });
        rest = after;
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "use a::b;\n\n/// Puts.\n/// Panics if full.\n#[inline]\npub fn put<T>(\n    at: usize, // here }\n) -> bool {\n    let x = '{'; let s = \"}\"; let r = r#\"}\"}\"#;\n    /* } */ put(x)\n}\n\nfn other<'a>(x: &'a str) {\n    panic!()\n}\n";

    fn below(text: &str) -> Definition {
        let line = text.lines().position(|line| line.starts_with("pub fn")).unwrap();
        let name = text
            .split("pub fn ")
            .nth(1)
            .unwrap()
            .split(['<', '('])
            .next()
            .unwrap();
        definition_below(text, line as u32 + 1, name).expect("it is there")
    }

    #[test]
    fn lines_elsewhere_layout_comments_and_the_name_change_nothing() {
        let known = below(TEXT);
        assert!(known.code.ends_with("_(x)}"), "{}", known.code);
        for (from, to) in [
            ("use a::b;\n", "use a::b;\nuse c::d;\n\nfn first() {}\n"),
            ("panic!()", "panic!(\"otherwise\")"),
            ("(\n    at: usize, // here }\n) ->", "(at: usize) ->"),
            ("put", "insert"),
            ("/* } */ ", "\n    "),
        ] {
            let changed = TEXT.replace(from, to);
            assert_ne!(changed, TEXT, "{from}");
            assert_eq!(below(&changed), known, "{from}");
        }
    }

    #[test]
    fn code_and_docs_change_by_themselves() {
        let known = below(TEXT);
        let code = below(&TEXT.replace("at: usize", "at: u8"));
        assert!(code.code != known.code && code.docs == known.docs);
        let docs = below(&TEXT.replace("if full", "never"));
        assert!(docs.code == known.code && docs.docs != known.docs);
        let attribute = below(&TEXT.replace("#[inline]", "#[inline(never)]"));
        assert_ne!(attribute.code, known.code);
    }

    #[test]
    fn docs_are_kept_as_they_are_written() {
        let text = "/// Puts `at`.\n///\n///   Indented.\n#[inline]\n// No doc.\nfn put(at: usize) {}\n";
        assert_eq!(docs_below(text, 6, "put"), "Puts `at`.\n\n  Indented.");
        assert_eq!(docs_below(text, 6, "get"), "");
    }

    #[test]
    fn the_function_around_a_line_is_found_by_name() {
        let found = definition_around(TEXT, 14, "other").expect("it is there");
        assert_eq!(found.code, "fn _<'a>(x:&'a str){panic!()}");
        assert_eq!(definition_around(TEXT, 14, "put"), None, "it ends before");
        assert_eq!(definition_around(TEXT, 99, "none"), None);
        assert_eq!(
            definition_below("trait T { fn f(x: [u8; 3]); fn g() {} }", 1, "f")
                .unwrap()
                .code,
            "fn _(x:[u8;3]);"
        );
    }

    #[test]
    fn changes_are_told_of_what_both_hashes_have() {
        assert_eq!(change("code:1 docs:2", "code:1 docs:2"), None);
        assert_eq!(
            change("code:1 docs:2", "code:3 docs:2").as_deref(),
            Some("its code has changed")
        );
        assert_eq!(
            change("code:1 docs:2 at:3", "code:1 docs:4 at:5").as_deref(),
            Some("its docs have changed, the function that fails in it has changed")
        );
        assert_eq!(change("", "code:1"), None);
        assert_eq!(
            (raising("code:1 docs:2"), raising("code:1 at:3"), raising("")),
            (Some("1"), Some("3"), None)
        );
    }
}
