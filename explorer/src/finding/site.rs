//! What the source text says of the place of a panic: which of several like places of one function it is, the first `unwrap` of it
//! or the third, and whether it is where the fault is, or in a macro or a function that only says what is wrong. Edits elsewhere in
//! the file change nothing. A text scan: strings that contain marks count, too.

use super::classify::words;
use crate::outcome::{Frame, Location};
use std::path::Path;

/// How many like marks stand before the place in the function around it. 0 where the source cannot be read.
pub fn ordinal(crate_root: &Path, at: &Location, function: Option<&str>, message: &str) -> u32 {
    match std::fs::read_to_string(crate_root.join(&at.file)) {
        Ok(text) => ordinal_in(&text, at, function, message),
        Err(_) => 0,
    }
}

/// True if a macro is called at the place, none of std's: what was raised there is in code that the macro wrote.
pub fn is_in_macro_call(crate_root: &Path, at: &Location) -> bool {
    let text = std::fs::read_to_string(crate_root.join(&at.file)).unwrap_or_default();
    offset(&text, at).is_some_and(|place| calls_macro(&text[place..]))
}

/// True if the function around the place only says what is wrong, so that what is at fault are its callers: it never returns, and
/// does nothing before it panics there or calls what does, it panics there with words that it was given, or it is private and
/// nothing but an index by what it was given.
pub fn speaks_for_its_caller(crate_root: &Path, at: &Location) -> bool {
    let text = std::fs::read_to_string(crate_root.join(&at.file)).unwrap_or_default();
    offset(&text, at).is_some_and(|place| speaks_for_caller(&text[..place], &text[place..]))
}

/// The frames from the innermost function on that does not leave it to its caller, by its place; all of them where there is none.
pub fn frames_at_fault(frames: &[Frame], speaks_for_its_caller: impl Fn(&Location) -> bool) -> &[Frame] {
    let speaks_only = |frame: &&Frame| frame.location.as_ref().is_some_and(&speaks_for_its_caller);
    let speaking = frames.iter().take_while(speaks_only).count();
    match &frames[speaking..] {
        [] => frames,
        at_fault => at_fault,
    }
}

fn speaks_for_caller(before: &str, from: &str) -> bool {
    let before = code(before);
    let (around, function) = before.split_at(definition(&before, None));
    let Some((signature, body)) = function.split_once('{') else {
        return false;
    };
    // A function within another one may have ended before.
    if body.matches('}').count() > body.matches('{').count() {
        return false;
    }
    let returned = signature.rsplit_once("->").map_or("", |(_, returned)| returned);
    let is_never = returned.split_whitespace().next() == Some("!") && !signature.contains("where ");
    (is_never && says_at_once(body, from))
        || given_words(from).is_some_and(|words| is_text(signature, words))
        || (looks_up(signature, body, from) && !is_public(around))
}

/// `self.text.as_bytes()[at as usize]` and nothing else, of a parameter as it is: whatever panics there is this index.
fn looks_up(signature: &str, body: &str, from: &str) -> bool {
    let in_front = body.trim().trim_start_matches('&').trim_start();
    let expression = from.split('}').next().unwrap_or_default().trim_end();
    let Some((list, rest)) = expression.split_once('[') else {
        return false;
    };
    let Some((index, "")) = rest.split_once(']') else {
        return false;
    };
    const FAILS: [&str; 2] = ["unwrap", "expect"];
    let is_path = list
        .replace("()", "")
        .chars()
        .all(|c| c.is_alphanumeric() || "_.".contains(c));
    let is_plain = is_path && !words(list).any(|word| FAILS.contains(&word));
    let given = index.strip_suffix(" as usize").unwrap_or(index);
    let given = given.strip_suffix(".index()").unwrap_or(given);
    is_plain && matches!(in_front, "" | "mut") && given != "self" && is_parameter(signature, given)
}

/// Whether a function can be called by others than the crate, by what stands before `fn`: a method of a trait or of its impl can.
fn is_public(around: &str) -> bool {
    let line = around.rsplit('\n').next().unwrap_or_default();
    let is_header = |line: &&str| {
        let mut first = words(line);
        let is_it = |word: &str| matches!(word, "impl" | "trait");
        first.next().is_some_and(is_it) || first.next().is_some_and(is_it)
    };
    let header = around.lines().rev().find(is_header).unwrap_or_default();
    let is_of_trait = words(header).any(|word| word == "for" || word == "trait");
    (words(line).any(|word| word == "pub") && !line.contains("pub(")) || is_of_trait
}

fn is_parameter(signature: &str, name: &str) -> bool {
    let mut before_types = signature.split(':').map(str::trim_end);
    before_types.any(|before| before.ends_with(name) && words(before).last() == Some(name))
}

/// It panics, or calls a function, and decides nothing before.
fn says_at_once(before: &str, from: &str) -> bool {
    const DECIDES: [&str; 5] = ["if", "match", "loop", "while", "for"];
    let (name, rest) = path_in_front(from);
    let is_method = before.trim_end().ends_with('.');
    let calls = !name.is_empty() && !is_method && (rest.starts_with('(') || rest.starts_with("!("));
    calls && !words(before).any(|word| DECIDES.contains(&word))
}

/// A path that a text begins with, maybe an empty one, and what comes behind it.
fn path_in_front(text: &str) -> (&str, &str) {
    let end = text.find(|c: char| !c.is_alphanumeric() && c != '_' && c != ':');
    text.split_at(end.unwrap_or(text.len()))
}

/// `msg` of `panic!("{}", msg)` and `panic!("{msg}")`.
fn given_words(from: &str) -> Option<&str> {
    let inside = from.strip_prefix("panic!(")?.split_once(')')?.0.trim();
    let words = match inside.strip_prefix("\"{}\",") {
        Some(behind) => behind.trim().trim_end_matches(',').trim_end(),
        None => inside.strip_prefix("\"{")?.strip_suffix("}\"")?,
    };
    let is_name = !words.is_empty() && words.chars().all(|c| c.is_alphanumeric() || c == '_');
    is_name.then_some(words)
}

/// A parameter of this name is a text.
fn is_text(signature: &str, name: &str) -> bool {
    const TEXTS: [&str; 4] = ["str", "String", "Arguments", "Display"];
    signature.split(['(', ',']).any(|param| {
        let (before, ty) = param.split_once(':').unwrap_or((param, ""));
        let mut words = ty.split(|c: char| !c.is_alphanumeric());
        before.split_whitespace().last() == Some(name) && words.any(|word| TEXTS.contains(&word))
    })
}

fn calls_macro(from: &str) -> bool {
    const OF_STD: [&str; 4] = ["assert", "debug_assert", "panic", "unreachable"];
    const ALSO: [&str; 4] = ["todo", "unimplemented", "vec", "format"];
    let (path, rest) = path_in_front(from);
    let name = path.rsplit("::").next().unwrap_or_default();
    let is_of_std = OF_STD.iter().any(|of_std| name.starts_with(of_std)) || ALSO.contains(&name);
    !name.is_empty() && rest.starts_with('!') && !rest.starts_with("!=") && !is_of_std
}

fn ordinal_in(text: &str, at: &Location, function: Option<&str>, message: &str) -> u32 {
    let Some(place) = offset(text, at) else { return 0 };
    let before = &text[..place];
    let mark = mark(&text[place..], message);
    let body = code(&before[definition(before, function)..]);
    u32::try_from(body.matches(mark).count()).unwrap_or(u32::MAX)
}

/// Byte offset of a place.
fn offset(text: &str, at: &Location) -> Option<usize> {
    let (line, column) = (at.line.checked_sub(1)?, at.column.saturating_sub(1));
    let start: usize = (text.split_inclusive('\n').take(line as usize))
        .map(str::len)
        .sum();
    let inside = text.get(start..)?;
    Some(start + inside.char_indices().nth(column as usize)?.0)
}

/// Where the definition around the end of the text begins: of the function with this name, else of any.
fn definition(before: &str, function: Option<&str>) -> usize {
    let function = function.map(|path| path.trim_end_matches("::{closure}"));
    let name = function.and_then(|path| path.rsplit("::").next());
    let named = name.and_then(|name| {
        let mut found = before.rmatch_indices(name);
        found.find(|(at, _)| {
            let (left, right) = (&before[..*at], &before[at + name.len()..]);
            left.ends_with("fn ") && !right.starts_with(|c: char| c.is_alphanumeric() || c == '_')
        })
    });
    let any = || before.rmatch_indices("fn ").next();
    named.or_else(any).map_or(0, |(at, _)| at)
}

/// What like places have in common: what is called there, else the operator that the message names.
fn mark<'a>(from: &'a str, message: &str) -> &'a str {
    let name_end = from
        .find(|c: char| !c.is_alphanumeric() && c != '_')
        .unwrap_or(from.len());
    let (name, after) = from.split_at(name_end);
    let is_called = !name.is_empty() && after.starts_with(['(', '!']) || after.starts_with("::<");
    let operator = [
        ("attempt to add", "+"),
        ("attempt to subtract", "-"),
        ("attempt to multiply", "*"),
        ("attempt to divide", "/"),
        ("attempt to calculate the remainder", "%"),
        ("attempt to negate", "-"),
        ("attempt to shift left", "<<"),
        ("attempt to shift right", ">>"),
    ];
    match operator.iter().find(|(words, _)| message.starts_with(words)) {
        Some((_, operator)) => operator,
        None if is_called => name,
        None => "[",
    }
}

/// The text without its line comments.
fn code(text: &str) -> String {
    let lines = text
        .split('\n')
        .map(|line| line.split("//").next().unwrap_or_default());
    lines.collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, (line, column): (u32, u32), message: &str, expected: u32) {
        let at = Location {
            file: String::new(),
            line,
            column,
        };
        assert_eq!(
            ordinal_in(text, &at, Some("a::two::{closure}"), message),
            expected
        );
    }

    #[test]
    fn like_places_of_a_function_are_counted() {
        let text = "fn one() { x.unwrap(); }\nfn two() {\n    // unwrap\n    a.unwrap() ^ b.unwrap()\n}\n";
        let none = "called `Option::unwrap()` on a `None` value";
        check(text, (4, 7), none, 0);
        check(text, (4, 20), none, 1);
        check(text, (99, 1), none, 0);
        let text = "fn two() { a[i] + b[j] - c }";
        check(text, (1, 12), "index out of bounds: the len is 0", 0);
        check(text, (1, 19), "index out of bounds: the len is 0", 1);
        check(text, (1, 12), "attempt to subtract with overflow", 0);
    }

    #[test]
    fn macro_calls_are_told_from_panics() {
        for (text, expected) in [
            ("impl_integer!(i8, \"\")", true),
            ("crate::ops! { a }", true),
            ("assert!(a)", false),
            ("std::panic!()", false),
            ("a != b", false),
            ("a!=b", false),
            ("unwrap()", false),
        ] {
            assert_eq!(calls_macro(text), expected, "{text}");
        }
    }

    #[test]
    fn functions_that_never_return_speak_for_their_callers() {
        for (text, expected) in [
            ("fn f() -> ! {\n    ", true),
            (
                "fn f<T>(t: T) -> !\nwhere\n    T: Debug,\n{\n    let x = format!(\"{t:?}\"); ",
                true,
            ),
            ("fn f(t: u8) -> !\r\n{\r\n    ", true),
            ("fn f() -> ! { loop { if a { ", false),
            ("fn f<F>(f: F) where F: Fn() -> ! { ", false),
            ("fn f() -> u8 { ", false),
            ("fn f() -> u8 { fn g() -> ! { loop {} } ", false),
            ("fn f(g: fn() -> !) { ", false),
            ("fn f() -> ! {} // fn g() {\nfn h() { ", false),
            ("fn f() -> ! ", false),
            ("static A: u8 = ", false),
        ] {
            assert_eq!(speaks_for_caller(text, "panic!(\"no\")"), expected, "{text}");
        }
    }

    #[test]
    fn what_works_and_never_returns_is_at_fault_itself() {
        let before = "fn run(x: usize) -> ! {\n    ";
        for (from, expected) in [
            ("panic!(\"no {x}\")", true),
            ("core::panicking::panic_fmt(x)", true),
            ("fail(x)", true),
            ("LIST[x]; }", false),
            ("x + 1; }", false),
        ] {
            assert_eq!(speaks_for_caller(before, from), expected, "{from}");
        }
        assert!(!speaks_for_caller("fn run(x: A) -> ! { x.", "unwrap()"));
    }

    #[test]
    fn what_looks_up_what_it_is_given_is_told_from_what_decides_where_to_look() {
        let signature = "fn byte_at(&self, i: u32) -> u8 {\n    ";
        for (before, from, expected) in [
            ("", "self.text.as_bytes()[i as usize]\n}\nfn other() {}", true),
            ("", "self.text.as_bytes()[self.end as usize]\n}", false),
            (
                "let i = i + 1;\n    ",
                "self.text.as_bytes()[i as usize]\n}",
                false,
            ),
            (
                "if i > 0 { 0 } else ",
                "self.text.as_bytes()[i as usize]\n}",
                false,
            ),
            ("", "self.text.as_bytes().get(i as usize).unwrap()\n}", false),
            ("", "self.text.as_bytes()[i as usize + 1]\n}", false),
            ("", "self.bytes[self.start] + self.bytes[i as usize]\n}", false),
            ("", "self.text.clone().unwrap().as_bytes()[i as usize]\n}", false),
            ("", "self.base - self.bytes[i as usize]\n}", false),
            ("i < self.len && ", "self.bytes[i as usize]\n}", false),
            ("&", "self.bytes[i as usize]\n}", true),
        ] {
            let found = speaks_for_caller(&format!("fn a() {{}}\n{signature}{before}"), from);
            assert_eq!(found, expected, "{before}{from}");
        }
        let index = "self.words[i as usize]\n    }\n}";
        for (around, expected) in [
            ("\nimpl Words {\n    pub(crate) ", true),
            ("\nimpl Words {\n    pub ", false),
            ("\nimpl Words {\n    #[inline] pub ", false),
            ("\nimpl Index<u32> for Words {\n    ", false),
            (
                "\nimpl Words {}\nmod a {\n    unsafe impl Get for Words {\n        ",
                false,
            ),
            ("\npub trait Get {\n    ", false),
        ] {
            let found = speaks_for_caller(&format!("{around}{signature}"), index);
            assert_eq!(found, expected, "{around}");
        }
    }

    #[test]
    fn so_do_those_that_panic_with_words_that_they_were_given() {
        let before = "const fn expect<T: Copy>(opt: Option<T>, msg: &str) -> T { match opt { None => ";
        for (from, expected) in [
            ("panic!(\"{}\", msg), }", true),
            ("panic!(\"{msg}\"), }", true),
            ("panic!(\"{}\", opt.len()), }", false),
            ("panic!(\"no {msg}\"), }", false),
            ("panic!(\"{}\", other), }", false),
            ("panic!(\"msg\"), }", false),
            ("unwrap(), }", false),
        ] {
            assert_eq!(speaks_for_caller(before, from), expected, "{from}");
        }
        assert!(!speaks_for_caller("fn at(i: usize) -> u8 { ", "panic!(\"{i}\")"));
    }

    #[test]
    fn the_function_of_the_frame_is_where_counting_begins() {
        let text = "fn two() { a.unwrap(); fn inner() {} b.unwrap() }";
        check(text, (1, 40), "", 1);
        check("é.unwrap(); fn x() { b.unwrap() }", (1, 24), "", 0);
    }
}
