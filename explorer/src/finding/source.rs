//! Looks into source for what the text at a place says: how a panic was raised there, which arguments a call hands on, and
//! the docs of the function around it. A text scan, not a parser, so that it also reads what macros hold; what it cannot
//! read it does not claim.

use super::classify::{Raise, words};
use std::path::Path;

/// A signature or statement longer than this is cut.
const MOST_LINES: usize = 40;
/// Longest text of a place, in characters.
const SHOWN_CHARS: usize = 80;

/// A function as its source has it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FunctionText {
    /// Its doc comment.
    pub docs: String,
    /// From its name to its body.
    pub signature: String,
    /// Whether anybody may call it, as far as `pub` says.
    pub is_public: bool,
    /// What it calls elements of its arguments, down to the line that was asked for.
    pub elements: Vec<String>,
}

impl FunctionText {
    /// Names of its arguments.
    pub fn params(&self) -> Vec<&str> {
        params_of(&self.signature)
            .into_iter()
            .map(|(name, _)| name)
            .collect()
    }

    /// Names of its arguments and of elements of them.
    pub fn params_and_elements(&self) -> Vec<&str> {
        let elements = self.elements.iter().map(String::as_str);
        self.params().into_iter().chain(elements).collect()
    }
}

/// Names and types of a function's arguments.
fn params_of(signature: &str) -> Vec<(&str, &str)> {
    let inside = parenthesised(signature).unwrap_or_default();
    let parts = top_level_parts(inside).into_iter();
    parts
        .filter_map(|part| {
            let (name, ty) = part.split_once(':').unwrap_or((part, ""));
            let name = name.split_whitespace().last()?;
            Some((name.trim_start_matches('&'), ty))
        })
        .collect()
}

/// What a body calls elements of what a function is given: in `for at in places`, and in `places.into_iter().for_each(|at| …)`. Who
/// reads a text or bytes gives nobody what is in them.
fn elements(signature: &str, body: &str) -> Vec<String> {
    let is_of_values = |ty: &str| !words(ty).any(|word| matches!(word, "str" | "String" | "u8" | "char"));
    let given: Vec<&str> = (params_of(signature).into_iter())
        .filter(|(name, ty)| *name != "self" && is_of_values(ty))
        .map(|(name, _)| name)
        .collect();
    let mut found = Vec::new();
    for statement in body.split(['{', '}', ';']) {
        let statement = statement.trim();
        let looped = statement
            .strip_prefix("for ")
            .and_then(|rest| rest.split_once(" in "));
        let closure = || {
            let (before, rest) = statement.split_once('|')?;
            Some((rest.split_once('|')?.0, before))
        };
        let Some((pattern, of)) = looped.or_else(closure) else {
            continue;
        };
        if given.contains(&first_name(of)) {
            found.extend(words(pattern).filter(|word| *word != "mut").map(str::to_owned));
        }
    }
    found
}

/// The function called `name` whose text holds this line.
pub fn function_around(file: &Path, line: u32, name: &str) -> Option<FunctionText> {
    function_in(&std::fs::read_to_string(file).ok()?, line, name)
}

/// True if the last function that begins above this line, or in it, has this name.
pub fn is_in_function(file: &Path, line: u32, name: &str) -> bool {
    let Ok(text) = std::fs::read_to_string(file) else {
        return false;
    };
    let above: Vec<&str> = text.lines().take(line as usize).collect();
    let last = above.iter().rev().find_map(|line| begun_in(line));
    last == Some(name)
}

/// The name of the function that begins in a line.
fn begun_in(line: &str) -> Option<&str> {
    let code = line.split("//").next().unwrap_or_default();
    let (before, after) = code.split_once("fn ")?;
    let end = after.find(|c: char| !c.is_alphanumeric() && c != '_');
    let name = &after[..end.unwrap_or(after.len())];
    let is_keyword = !before.ends_with(|c: char| c.is_alphanumeric() || c == '_');
    (is_keyword && !name.is_empty()).then_some(name)
}

/// The line of source that a place is in, without space around it.
pub fn line(file: &Path, line: u32) -> Option<String> {
    let text = std::fs::read_to_string(file).ok()?;
    let line = text.lines().nth(line.checked_sub(1)? as usize)?;
    Some(line.trim().to_owned())
}

/// The statement that begins at a place, on one line.
pub fn code_at(file: &Path, line: u32, column: u32) -> Option<String> {
    code_in(&std::fs::read_to_string(file).ok()?, line, column)
}

/// How a statement raises its panic.
pub fn raise_of(code: &str) -> Raise {
    let code = ["::core::", "core::", "::std::", "std::", "."]
        .iter()
        .find_map(|path| code.strip_prefix(path))
        .unwrap_or(code);
    match () {
        () if code.starts_with("assert") || code.starts_with("debug_assert") => Raise::Assertion,
        () if code.starts_with("panic!") => Raise::Panic,
        () if code.starts_with("expect(") => Raise::Expect,
        () if code.starts_with("[]") || code.starts_with("[\"") => Raise::LiteralList,
        () => Raise::Other,
    }
}

/// Shortened to what fits on a line.
pub fn shown(code: &str) -> String {
    let end = closed_at(code).unwrap_or(code.len());
    let code = &code[..end];
    match code.char_indices().nth(SHOWN_CHARS) {
        Some((end, _)) => format!("{}…", &code[..end]),
        None => code.to_owned(),
    }
}

/// True if a statement calls `callee` with one of these names as an argument or as what an argument is asked for.
pub fn hands_on(code: &str, callee: &str, names: &[&str]) -> bool {
    let mut given = arguments(code, callee).into_iter().flatten().map(first_name);
    given.any(|name| name != "self" && names.contains(&name))
}

/// True if a statement calls `callee` with nothing but these names.
pub fn hands_whole(code: &str, callee: &str, names: &[&str]) -> bool {
    arguments(code, callee).is_some_and(|given| given.iter().all(|argument| names.contains(argument)))
}

/// What the first call of `callee` gets.
fn arguments<'c>(code: &'c str, callee: &str) -> Option<Vec<&'c str>> {
    code.match_indices(callee).find_map(|(at, _)| {
        let rest = &code[at + callee.len()..];
        let is_whole = !code[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_');
        let is_call = rest.starts_with('(') || rest.starts_with("::<") && rest.contains(">(");
        let list = (is_whole && is_call).then(|| rest.find('(').map(|open| &rest[open..]));
        list.flatten().and_then(parenthesised).map(top_level_parts)
    })
}

/// True if a statement begins with an element of something, and it is one of these names that says which.
pub fn asks_by(code: &str, names: &[&str]) -> bool {
    let is_path = |c: char| c.is_alphanumeric() || c == '_' || c == '.';
    let inside = code.trim_start_matches(['&', '*']).trim_start_matches(is_path);
    let index = inside.strip_prefix('[').and_then(|rest| rest.split_once(']'));
    index.is_some_and(|(index, _)| names.contains(&index.trim()))
}

/// The method that a statement begins with a call of: `split_at_mut` of `split_at_mut(key)`.
pub fn called(code: &str) -> &str {
    let code = code.trim_start_matches('.');
    let path = code.split('(').next().unwrap_or_default();
    path.split("::<").next().unwrap_or_default()
}

fn first_name(argument: &str) -> &str {
    let argument = argument
        .trim()
        .trim_start_matches(['&', '*'])
        .trim_start_matches("mut ");
    argument
        .split(|c: char| !c.is_alphanumeric() && c != '_')
        .next()
        .unwrap_or_default()
}

fn function_in(text: &str, line: u32, name: &str) -> Option<FunctionText> {
    let lines: Vec<&str> = text.lines().collect();
    let last = (line as usize).min(lines.len());
    let start = (0..last)
        .rev()
        .find(|&index| begun_in(lines[index]) == Some(name))?;
    let (before, after) = lines[start].split_once("fn ")?;
    let mut signature = String::new();
    let body = lines[start + 1..last.max(start + 1)].iter();
    let body: Vec<&str> = body.filter_map(|line| line.split("//").next()).collect();
    for part in std::iter::once(after)
        .chain(lines[start + 1..].iter().copied())
        .take(MOST_LINES)
    {
        let code = part.split("//").next().unwrap_or_default();
        match code.find(['{', ';']) {
            Some(end) => {
                signature.push_str(&code[..end]);
                break;
            }
            None => signature.push_str(code.trim()),
        }
        signature.push(' ');
    }
    let above = lines[..start].iter().rev().map(|line| line.trim());
    let mut docs: Vec<&str> = above
        .take_while(|line| line.starts_with("///") || line.starts_with("#[") || line.starts_with("//"))
        .filter_map(|line| line.strip_prefix("///"))
        .collect();
    docs.reverse();
    Some(FunctionText {
        docs: docs.join("\n"),
        elements: elements(&signature, &body.join("\n")),
        signature,
        is_public: before.split_whitespace().any(|word| word == "pub"),
    })
}

fn code_in(text: &str, line: u32, column: u32) -> Option<String> {
    let mut lines = text.lines().skip(line.checked_sub(1)? as usize);
    let first = lines.next()?;
    let from = first
        .char_indices()
        .nth(column.max(1) as usize - 1)
        .map_or(first.len(), |(at, _)| at);
    let mut code = first[from..]
        .split(" //")
        .next()
        .unwrap_or_default()
        .trim()
        .to_owned();
    for line in lines.take(MOST_LINES) {
        if code.ends_with([';', '}']) || (closed_at(&code).is_some() && !code.ends_with(['{', ','])) {
            break;
        }
        let line = line.trim();
        if !line.starts_with("//") {
            if !code.ends_with(['(', '[']) && !line.starts_with(['.', ')']) {
                code.push(' ');
            }
            code.push_str(line);
        }
    }
    Some(code)
}

/// The end of the first group of brackets.
fn closed_at(code: &str) -> Option<usize> {
    let mut depth = 0u32;
    for (at, c) in code.char_indices() {
        match c {
            '(' | '[' => depth += 1,
            ')' | ']' if depth == 1 => return Some(at + 1),
            ')' | ']' => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    None
}

/// What is in the first parentheses.
fn parenthesised(code: &str) -> Option<&str> {
    let start = code.find('(')?;
    let end = closed_at(&code[start..]).map_or(code.len(), |end| start + end - 1);
    Some(&code[start + 1..end])
}

/// Parts between commas that are in no brackets.
fn top_level_parts(code: &str) -> Vec<&str> {
    let (mut parts, mut depth, mut start) = (Vec::new(), 0i32, 0);
    let mut before = ' ';
    for (at, c) in code.char_indices() {
        match c {
            '(' | '[' | '{' | '<' => depth += 1,
            '>' if before == '-' || before == '=' => {}
            ')' | ']' | '}' | '>' => depth -= 1,
            ',' if depth <= 0 => {
                parts.push(code[start..at].trim());
                start = at + 1;
            }
            _ => {}
        }
        before = c;
    }
    parts.push(code[start..].trim());
    parts.retain(|part| !part.is_empty());
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statements_tell_how_they_raise() {
        let text = "fn f(n: u8) {\n    assert!(\n        n > 0\n    );\n    x.get(n).expect(\"there\").y();\n    panic!(\"no {}\", n)\n}\n";
        let of = |line, column| code_in(text, line, column).expect("a line");
        assert_eq!(raise_of(&of(2, 5)), Raise::Assertion);
        assert_eq!(shown(&of(2, 5)), "assert!(n > 0)");
        assert_eq!(raise_of(&of(5, 14)), Raise::Expect);
        assert_eq!(shown(&of(5, 14)), "expect(\"there\")");
        assert_eq!(raise_of(&of(6, 5)), Raise::Panic);
        assert_eq!(
            raise_of("[][match result { Ok(it) => return it }]"),
            Raise::LiteralList
        );
        assert_eq!(raise_of("[\"too long for a constant\"][42];"), Raise::LiteralList);
        assert_eq!(raise_of("[0; 3][at]"), Raise::Other);
        assert_eq!(code_in(text, 99, 1), None);
        assert_eq!(called("split_at_mut(key);"), "split_at_mut");
    }

    #[test]
    fn functions_are_read_with_docs_and_arguments() {
        let text = "/// Puts.\n///\n/// Panics if full.\n#[inline]\npub fn put<T: A<B, C>>(\n    &mut self,\n    mut at: usize, // here\n    f: impl Fn(u8, u8) -> u8,\n) -> bool {\n    let x = put(1);\n    panic!()\n}\n";
        let found = function_in(text, 11, "put").expect("found");
        assert_eq!(found.docs, " Puts.\n\n Panics if full.");
        assert!(found.is_public);
        assert_eq!(found.params(), ["self", "at", "f"]);
        assert_eq!(function_in(text, 11, "pu"), None);
    }

    #[test]
    fn elements_of_arguments_have_names() {
        let text = "fn extend<I: IntoIterator<Item = R>>(&mut self, iter: I, text: &str) {\n    for mut at in iter {\n        self.put(at);\n    }\n    iter.each(move |(a, b)| self.put(b));\n    for c in text.chars() { self.put(c) }\n    for d in self.all() {\n        self.put(d)\n    }\n}\n";
        let at = |line| function_in(text, line, "extend").expect("found").elements;
        assert_eq!(at(1), Vec::<String>::new());
        assert_eq!(at(3), ["at"]);
        assert_eq!(at(9), ["at", "a", "b"]);
        let found = function_in(text, 3, "extend").expect("found");
        assert!(hands_on("self.put(at)", "put", &found.params_and_elements()));
    }

    #[test]
    fn arguments_that_are_handed_on_are_seen() {
        assert!(hands_on("self.inner.put(a.index(), &x)", "put", &["self", "a"]));
        assert!(hands_on("Self::put::<T>(*a)", "put", &["a"]));
        assert!(!hands_on("self.put(b)", "put", &["self", "a"]));
        assert!(!hands_on("self.output(a)", "put", &["a"]));
        assert!(!hands_on("put(self.a)", "put", &["self"]));
        assert!(hands_whole("Rows::new(arena, self)", "new", &["self", "arena"]));
        assert!(!hands_whole(
            "Rows::new(arena, self.next)",
            "new",
            &["self", "arena"]
        ));
    }

    #[test]
    fn what_an_element_is_asked_for_by_is_seen() {
        assert!(asks_by("arena[self].parent", &["self", "arena"]));
        assert!(asks_by("self.arena[ id ] = node;", &["self", "id"]));
        assert!(!asks_by("arena[self.next].parent", &["self", "arena"]));
        assert!(!asks_by("arena[arena[self].next]", &["self", "arena"]));
        assert!(!asks_by("arena.get(self)", &["self", "arena"]));
    }
}
