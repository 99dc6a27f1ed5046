//! When two faults are the same finding: kind, panicking function, normalised message and normalised in-crate frames.
//! Line numbers take no part, so an edit elsewhere in the file keeps the identity.

use crate::outcome::FaultKind;
use std::collections::BTreeSet;

/// Longest normalised message, in characters: the rest is data more often than not.
const MESSAGE_CHARS: usize = 200;

/// What makes two faults one finding.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Identity {
    kind: FaultKind,
    function: String,
    message: String,
    frames: Vec<String>,
}

impl Identity {
    /// The identity of a fault. `frames` are in-crate function names, innermost first; without any (a death leaves no
    /// backtrace) the called item stands for the function. It also does where debug info has only the bare name of an
    /// inlined function: there may be many a `new`.
    pub fn new(kind: FaultKind, item: &str, message: &str, frames: &[String]) -> Identity {
        let function = match frames.first() {
            Some(frame) if frame.contains("::") => frame.clone(),
            Some(frame) => format!("{item} {frame}"),
            None => item.to_owned(),
        };
        let message = match kind {
            // Our own description names the limit; there is one such finding per item, whatever the limit.
            FaultKind::Timeout | FaultKind::Memory => String::new(),
            _ => normalise_message(message),
        };
        Identity {
            kind,
            function,
            message,
            frames: without_repeats(frames),
        }
    }

    /// Twelve hex digits, the same on every machine and in every run.
    pub fn id(&self) -> String {
        let mut hash = Fnv::new();
        hash.field(self.kind.word());
        if let FaultKind::Signal(number) | FaultKind::Exit(number) = self.kind {
            hash.field(&number.to_string());
        }
        hash.field(&self.function);
        hash.field(&self.message);
        for frame in &self.frames {
            hash.field(frame);
        }
        format!("{:012x}", hash.0 >> 16)
    }
}

/// Recursion shows the same function as often as the input is deep; its depth says nothing about the fault.
fn without_repeats(frames: &[String]) -> Vec<String> {
    let mut seen = BTreeSet::new();
    frames
        .iter()
        .filter(|frame| seen.insert(frame.as_str()))
        .cloned()
        .collect()
}

/// The message without what depends on the very input: numbers, quoted parts, and the values that assertions and
/// `unwrap` append.
pub fn normalise_message(message: &str) -> String {
    let mut normal = String::new();
    for line in message.lines() {
        let (kept, cut) = without_appended_value(line);
        if !normal.is_empty() {
            normal.push('\n');
        }
        replace_data(kept, &mut normal);
        if cut {
            normal.push('_');
        }
    }
    match normal.char_indices().nth(MESSAGE_CHARS) {
        Some((end, _)) => normal[..end].to_owned(),
        None => normal,
    }
}

/// Splits off the `Debug` text at the end of a line of std's own messages.
fn without_appended_value(line: &str) -> (&str, bool) {
    let trimmed = line.trim_start();
    let indent = line.len() - trimmed.len();
    for label in ["left: ", "right: "] {
        if trimmed.starts_with(label) {
            return (&line[..indent + label.len()], true);
        }
    }
    for label in ["` value: ", "Err` value: "] {
        if let Some(at) = line.find(label) {
            return (&line[..at + label.len()], true);
        }
    }
    (line, false)
}

/// Where the bracket or brace that opens at `at` is closed; none if nothing opens there or it stays open.
fn closing(chars: &[char], at: usize) -> Option<usize> {
    let close = match chars[at] {
        '[' => ']',
        '{' => '}',
        // `SystemTimeError(1ns)`, but not `(os error 14)`.
        '(' if at > 0 && chars[at - 1].is_alphanumeric() => ')',
        _ => return None,
    };
    let mut depth = 0usize;
    for (position, c) in chars.iter().enumerate().skip(at) {
        if *c == chars[at] {
            depth += 1;
        } else if *c == close {
            depth -= 1;
            if depth == 0 {
                return Some(position);
            }
        }
    }
    None
}

fn replace_data(line: &str, out: &mut String) {
    let chars: Vec<char> = line.chars().collect();
    let mut at = 0;
    while at < chars.len() {
        let c = chars[at];
        // The parts of a printed collection are data, however many there are.
        if let Some(end) = closing(&chars, at) {
            out.push(c);
            out.push('_');
            out.push(chars[end]);
            at = end + 1;
            continue;
        }
        let after_word = at > 0 && chars[at - 1].is_alphanumeric();
        if c.is_ascii_digit()
            || (c == '-' && !after_word && chars.get(at + 1).is_some_and(char::is_ascii_digit))
        {
            at += 1;
            while chars.get(at).is_some_and(char::is_ascii_digit) {
                at += 1;
            }
            out.push('#');
        } else if let Some(end) = quoted_end(&chars, at, after_word) {
            out.extend([c, '_', c]);
            at = end + 1;
        } else {
            out.push(c);
            at += 1;
        }
    }
}

/// Position of the closing quote if a quotation opens at `at`. An apostrophe inside a word opens none.
fn quoted_end(chars: &[char], at: usize, after_word: bool) -> Option<usize> {
    let quote = chars[at];
    if !matches!(quote, '"' | '`' | '\'') || (quote == '\'' && after_word) {
        return None;
    }
    let mut end = at + 1;
    while end < chars.len() {
        if chars[end] == '\\' {
            end += 2;
            continue;
        }
        let closes_word = quote != '\'' || !chars.get(end + 1).is_some_and(|c| c.is_alphanumeric());
        if chars[end] == quote && closes_word {
            return Some(end);
        }
        end += 1;
    }
    None
}

/// FNV-1a, 64 bits: std's hasher promises no stable result.
struct Fnv(u64);

impl Fnv {
    fn new() -> Fnv {
        Fnv(0xcbf2_9ce4_8422_2325)
    }

    /// Adds one field and an end mark, so that `ab` + `c` differs from `a` + `bc`.
    fn field(&mut self, text: &str) {
        for byte in text.bytes().chain([0xff]) {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(message: &str, expected: &str) {
        assert_eq!(normalise_message(message), expected);
    }

    #[test]
    fn normalised_messages_hold_no_data() {
        check(
            "index out of bounds: the len is 3 but the index is 17",
            "index out of bounds: the len is # but the index is #",
        );
        check("duplicate -5", "duplicate #");
        check("no `key` in \"map\" at 'x'", "no `_` in \"_\" at '_'");
        check("can't parse what isn't there", "can't parse what isn't there");
        check("inside 'é' (bytes 0..2) of `é`", "inside '_' (bytes #..#) of `_`");
        check(
            "assertion `left == right` failed: sizes\n  left: [1]\n right: Foo",
            "assertion `_` failed: sizes\n  left: _\n right: _",
        );
        check(
            "called `Result::unwrap()` on an `Err` value: Bad { at: 3 }",
            "called `_` on an `_` value: _",
        );
        check("unterminated ` quote and \\", "unterminated ` quote and \\");
        check("", "");
    }

    #[test]
    fn normalising_twice_changes_nothing() {
        for message in [
            "a 1 `b` \"c\"",
            "x: -12..-3",
            "left: 5",
            "called `Result::unwrap()` on an `Err` value: 3",
        ] {
            let once = normalise_message(message);
            assert_eq!(normalise_message(&once), once);
        }
    }

    fn identity(message: &str, frames: &[&str]) -> Identity {
        let frames: Vec<String> = frames.iter().map(|&f| f.to_owned()).collect();
        Identity::new(FaultKind::Panic, "tree::insert", message, &frames)
    }

    #[test]
    fn depth_of_recursion_and_input_do_not_change_the_identity() {
        let shallow = identity("duplicate 1", &["tree::insert"]);
        let deep = identity("duplicate 20", &["tree::insert", "tree::insert", "tree::insert"]);
        assert_eq!(shallow, deep);
        assert_eq!(shallow.id(), deep.id());
    }

    #[test]
    fn identity_tells_kind_message_and_frames_apart() {
        let base = identity("duplicate", &["tree::insert"]);
        assert_ne!(base.id(), identity("missing", &["tree::insert"]).id());
        assert_ne!(base.id(), identity("duplicate", &["tree::merge"]).id());
        assert_ne!(
            base.id(),
            identity("duplicate", &["tree::insert", "tree::merge"]).id()
        );
        let signal = |n| Identity::new(FaultKind::Signal(n), "tree::insert", "", &[]).id();
        assert_ne!(signal(11), signal(7));
    }

    #[test]
    fn bare_names_of_inlined_functions_are_told_apart_by_item() {
        let of = |item| Identity::new(FaultKind::Panic, item, "empty", &["new".to_owned()]);
        assert_ne!(of("tree::A::new"), of("tree::B::new"));
    }

    #[test]
    fn limits_are_no_part_of_the_identity() {
        let of = |kind, message| Identity::new(kind, "tree::A::new", message, &[]);
        assert_eq!(
            of(FaultKind::Timeout, "more than 1s"),
            of(FaultKind::Timeout, "blocked")
        );
        assert_ne!(
            of(FaultKind::Timeout, "more than 1s"),
            of(FaultKind::Memory, "more than 1s")
        );
        assert_ne!(of(FaultKind::Abort, "one"), of(FaultKind::Abort, "other"));
    }

    #[test]
    fn id_is_twelve_hex_digits_and_never_changes() {
        let id = identity("duplicate 1", &["tree::insert"]).id();
        assert_eq!(id.len(), 12);
        assert_eq!(id, "3dd623933271");
    }
}
