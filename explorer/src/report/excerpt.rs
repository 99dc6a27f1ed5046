//! The source of a fault as rustc shows it: the line with a caret, and how the called item comes there. Reads files of the
//! explored crate only; what cannot be read is left out, and whatever is shown is harmless in a terminal.

use super::text::{WIDTH, harmless};
use crate::finding::frames::last_segment;
use crate::outcome::Location;
use std::path::{Component, Path};

/// Lines of a chain: where it is longer, its middle is left out.
const LONGEST_CHAIN: usize = 5;
/// Calls that repeat together are told once, up to so many.
const LONGEST_CYCLE: usize = 4;
/// Columns of a tab.
const TAB: &str = "    ";

/// A function of the crate on the stack, and where in it.
pub(super) type FramePlace<'a> = (&'a str, Option<&'a Location>);

/// The place with its source line, and, where the fault lies deeper than in `item` itself, the calls from there to it. `at`
/// and the places of `frames` (innermost first) are relative to the crate's root. Lines end in line feeds; empty where there
/// is nothing to show.
pub(super) fn excerpt(
    crate_root: &Path,
    at: Option<&Location>,
    item: &str,
    frames: &[FramePlace<'_>],
) -> String {
    let at = at.or_else(|| frames.first().and_then(|(_, place)| *place));
    let line = at.and_then(|at| source_line(crate_root, at));
    let mut out = String::new();
    let digits = at.map_or(1, |at| at.line.to_string().len());
    let gutter = " ".repeat(digits + 1);
    if let Some(at) = at {
        out.push_str(&format!("{}--> {}\n", " ".repeat(digits), place(at)));
        if let Some((line, _)) = line {
            let room = WIDTH.saturating_sub(digits + 3);
            let (text, caret) = shown(&line, at.column, room);
            out.push_str(&format!("{gutter}|\n{} | {text}\n", at.line));
            out.push_str(&format!("{gutter}| {}^\n", " ".repeat(caret)));
        }
    }
    for step in chain(item, frames) {
        out.push_str(&format!("{gutter}= {step}\n"));
    }
    out
}

fn place(at: &Location) -> String {
    format!("{}:{}:{}", harmless(&at.file, false), at.line, at.column)
}

/// The line of a file that lies in the crate, and at which byte of the file it begins.
pub(super) fn source_line(crate_root: &Path, at: &Location) -> Option<(String, usize)> {
    let text = source(crate_root, at)?;
    let number = (at.line as usize).checked_sub(1)?;
    let mut lines = text.split(|byte| *byte == b'\n');
    let before: usize = lines.by_ref().take(number).map(|line| line.len() + 1).sum();
    let line = String::from_utf8_lossy(lines.next()?);
    let line = line.trim_end();
    (!line.is_empty()).then(|| (line.to_owned(), before))
}

/// The lines around a place in a file of the crate, harmless, each with its number; none where they cannot be read.
pub(super) fn source_around(crate_root: &Path, at: &Location, around: u32) -> Vec<(u32, String)> {
    let Some(text) = source(crate_root, at) else {
        return Vec::new();
    };
    let from = at.line.saturating_sub(around).max(1);
    let lines = text.split(|byte| *byte == b'\n').zip(1_u32..);
    let wanted = lines
        .skip(from as usize - 1)
        .take_while(|(_, number)| *number <= at.line.saturating_add(around));
    let shown = |line: &[u8]| {
        harmless(
            &String::from_utf8_lossy(line).trim_end().replace('\t', TAB),
            false,
        )
    };
    wanted.map(|(line, number)| (number, shown(line))).collect()
}

/// A file that lies in the crate.
fn source(crate_root: &Path, at: &Location) -> Option<Vec<u8>> {
    let file = Path::new(&at.file);
    let is_inside = file
        .components()
        .all(|part| matches!(part, Component::Normal(_) | Component::CurDir));
    let path = crate_root.join(file);
    if !is_inside || !path.is_file() {
        return None;
    }
    std::fs::read(path).ok()
}

/// What fits of a line, and the column of the caret in it: the part around the column where the line is longer.
fn shown(line: &str, column: u32, room: usize) -> (String, usize) {
    let plain = |part: &str| harmless(&part.replace('\t', TAB), false);
    let before: String = line.chars().take((column as usize).saturating_sub(1)).collect();
    let caret = plain(&before).chars().count();
    let text: Vec<char> = plain(line).chars().collect();
    if text.len() <= room {
        return (text.into_iter().collect(), caret);
    }
    let from = (caret + room / 3).saturating_sub(room).min(text.len() - room);
    let mut part: Vec<char> = text[from..from + room].to_vec();
    if from > 0 {
        part[0] = '…';
    }
    if from + room < text.len() {
        part[room - 1] = '…';
    }
    (part.into_iter().collect(), caret.saturating_sub(from).min(room))
}

/// One call, or a cycle of them.
#[derive(Clone, PartialEq, Eq)]
struct Step {
    name: String,
    place: Option<String>,
    times: usize,
}

/// The calls from the item to the fault, outermost first; none if the fault lies in the item itself.
fn chain(item: &str, frames: &[FramePlace<'_>]) -> Vec<String> {
    let mut steps: Vec<Step> = Vec::new();
    for (function, at) in frames.iter().rev() {
        let step = Step {
            name: without_closure(function).to_owned(),
            place: at.map(place),
            times: 1,
        };
        // A closure runs in the function that it is written in, whoever calls it.
        match steps.last_mut() {
            Some(last) if last.name == step.name && *function != step.name => last.place = step.place,
            _ => steps.push(step),
        }
    }
    let is_item = |step: &Step| last_segment(&step.name) == last_segment(item);
    if steps.iter().all(is_item) && steps.len() <= 1 {
        return Vec::new();
    }
    if !steps.first().is_some_and(is_item) {
        steps.insert(
            0,
            Step {
                name: item.to_owned(),
                place: None,
                times: 1,
            },
        );
    }
    let steps = folded(steps);
    let texts = steps.iter().enumerate().map(|(position, step)| {
        let times = match step.times {
            1 => String::new(),
            times => format!(" ({times} times)"),
        };
        let at = step
            .place
            .as_ref()
            .map_or_else(String::new, |at| format!(" at {at}"));
        let arrow = if position == 0 { "" } else { "-> " };
        format!(
            "{arrow}{}{times}{at}",
            harmless(&without_modules(&step.name), false)
        )
    });
    let mut texts: Vec<String> = texts.collect();
    if texts.len() > LONGEST_CHAIN {
        let hidden = texts.len() + 1 - LONGEST_CHAIN;
        let from = LONGEST_CHAIN / 2;
        texts.splice(from..from + hidden, [format!("-> … {hidden} more calls")]);
    }
    texts
}

/// `<T as Trait>::f` of `<a::b::T as c::Trait>::f`: the place says where that is.
fn without_modules(name: &str) -> String {
    let mut short = String::new();
    let mut parts = name.split_inclusive("::").peekable();
    while let Some(part) = parts.next() {
        let at = part.rfind(|c: char| !c.is_alphanumeric() && !matches!(c, '_' | ':'));
        let (before, segment) = part.split_at(at.map_or(0, |at| at + 1));
        short.push_str(before);
        let holds_closure = parts.peek().is_some_and(|next| next.starts_with('{'));
        let is_module =
            part.ends_with("::") && segment.starts_with(|c: char| c.is_lowercase()) && !holds_closure;
        if !is_module {
            short.push_str(segment);
        }
    }
    short
}

/// Calls that repeat, alone or several together, told once, with the places of the last time.
fn folded(steps: Vec<Step>) -> Vec<Step> {
    let mut kept: Vec<Step> = Vec::new();
    for step in steps {
        kept.push(step);
        for length in 1..=LONGEST_CYCLE.min(kept.len() / 2) {
            let (before, last) = kept[kept.len() - 2 * length..].split_at(length);
            if before.iter().zip(last).all(|(one, other)| one.name == other.name) {
                let times: Vec<usize> = before.iter().zip(last).map(|(a, b)| a.times + b.times).collect();
                let from = kept.len() - 2 * length;
                kept.drain(from..from + length);
                for (step, times) in kept[from..].iter_mut().zip(times) {
                    step.times = times;
                }
                break;
            }
        }
    }
    kept
}

fn without_closure(function: &str) -> &str {
    let mut name = function;
    while let Some(outer) = name.strip_suffix("::{closure}") {
        name = outer;
    }
    name
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(file: &str, line: u32, column: u32) -> Location {
        Location {
            file: file.to_owned(),
            line,
            column,
        }
    }

    fn root() -> &'static Path {
        Path::new(env!("CARGO_MANIFEST_DIR"))
    }

    #[test]
    fn a_fault_in_the_item_itself_is_its_line_with_a_caret() {
        let place = at("src/main.rs", 5, 4);
        let (line, byte) = source_line(root(), &place).expect("this crate has that line");
        let whole = std::fs::read_to_string(root().join("src/main.rs")).unwrap();
        assert!(whole[byte..].starts_with(&line) && whole[..byte].ends_with('\n'));
        let text = excerpt(
            root(),
            Some(&place),
            "cargo_explore::main",
            &[("main", Some(&place))],
        );
        assert_eq!(text, format!(" --> src/main.rs:5:4\n  |\n5 | {line}\n  |    ^\n"));
    }

    #[test]
    fn only_files_of_the_crate_are_read() {
        for file in ["../README.md", "/etc/passwd", "src/none.rs", "src"] {
            let place = at(file, 1, 1);
            assert_eq!(source_line(root(), &place), None, "{file}");
            assert_eq!(
                excerpt(root(), Some(&place), "f", &[]),
                format!(" --> {file}:1:1\n")
            );
        }
        assert_eq!(excerpt(root(), None, "f", &[]), "");
        assert_eq!(source_line(root(), &at("src/main.rs", 0, 1)), None);
        assert_eq!(source_line(root(), &at("src/main.rs", 9999, 1)), None);
    }

    #[test]
    fn lines_around_a_place_end_with_the_file() {
        let numbers = |line| -> Vec<u32> {
            let lines = source_around(root(), &at("src/main.rs", line, 1), 2);
            lines.into_iter().map(|(number, _)| number).collect()
        };
        assert_eq!(numbers(1), [1, 2, 3]);
        assert_eq!(numbers(5), [3, 4, 5, 6, 7]);
        assert_eq!(numbers(999), [0; 0]);
        assert!(source_around(root(), &at("../README.md", 1, 1), 2).is_empty());
    }

    #[test]
    fn carets_stand_below_what_they_mean() {
        assert_eq!(shown("\tx.y()", 4, 60), ("    x.y()".to_owned(), 6));
        assert_eq!(shown("é\u{1b}[2J.f()", 7, 60), ("é\\u{1b}[2J.f()".to_owned(), 11));
        let long = format!("{}!{}", "a".repeat(100), "b".repeat(100));
        let (text, caret) = shown(&long, 101, 40);
        assert_eq!((text.chars().count(), text.chars().nth(caret)), (40, Some('!')));
        assert!(text.starts_with('…') && text.ends_with('…'), "{text}");
        let (text, caret) = shown(&long, 3, 40);
        assert!(text.starts_with("aaa") && caret == 2, "{text}");
        assert_eq!(shown("short", 99, 40).1, 5);
    }

    #[test]
    fn calls_from_the_item_to_the_fault_are_told_in_order() {
        let (inner, outer) = (at("src/a.rs", 7, 3), at("src/lib.rs", 2, 5));
        let frames = [
            ("k::a::inner::{closure}", Some(&inner)),
            ("k::outer", Some(&outer)),
        ];
        assert_eq!(
            chain("k::outer", &frames),
            ["outer at src/lib.rs:2:5", "-> inner at src/a.rs:7:3"]
        );
        assert_eq!(chain("k::other", &frames[..1])[0], "other");
        assert!(chain("k::outer", &frames[1..]).is_empty());
        assert!(chain("k::outer", &[]).is_empty());
        let closure = [("k::outer::{closure}", Some(&inner)), ("k::outer", Some(&outer))];
        assert!(
            chain("k::outer", &closure).is_empty(),
            "it is written in the item"
        );
    }

    #[test]
    fn names_are_shown_without_their_modules() {
        for (name, expected) in [
            ("a::b::f", "f"),
            ("a::b::T::f", "T::f"),
            ("<a::b::T as c::d::Trait>::f", "<T as Trait>::f"),
            (
                "<i8 as a::Integer>::gcd::{closure}",
                "<i8 as Integer>::gcd::{closure}",
            ),
        ] {
            assert_eq!(without_modules(name), expected);
        }
    }

    #[test]
    fn recursion_and_long_ways_are_folded() {
        let frames: Vec<FramePlace<'_>> = ["k::b", "k::a", "k::b", "k::a", "k::b", "k::a", "k::f"]
            .map(|name| (name, None))
            .to_vec();
        assert_eq!(chain("k::f", &frames), ["f", "-> a (3 times)", "-> b (3 times)"]);
        let names: Vec<String> = (0..9).map(|number| format!("k::f{number}")).collect();
        let frames: Vec<FramePlace<'_>> = names.iter().rev().map(|name| (name.as_str(), None)).collect();
        assert_eq!(
            chain("k::f0", &frames),
            ["f0", "-> f1", "-> … 5 more calls", "-> f7", "-> f8"]
        );
    }
}
