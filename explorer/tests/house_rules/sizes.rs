//! How long files and functions are, how wide structs, and how much product code there is.

use crate::offenders::{Offenders, check};
use crate::tree::{is_test, product_lines, product_sources, sources};
use std::path::Path;
use syn::{Fields, Item};

/// Most lines of a source file that is not a test.
const MOST_LINES: usize = 600;

/// Most lines of a function, its signature included.
const MOST_FUNCTION_LINES: usize = 80;

/// Most fields of a struct.
const MOST_FIELDS: usize = 12;

/// Most lines of product code, without tests. Plans as values, challenges and lanes have brought it up from 46,500, reports of causes
/// and stored runs from about 50,000, texts, examples and hostile values from about 70,000, containment, sweeps, histories and fuzz
/// packages from about 80,000, what has changed since a commit from about 90,000. Up to 99,100 tests at the ends of files were counted,
/// too: without them that was 91,900. Leaks, calls behind others, namespaces of processes and full disks have brought it up from
/// there to 93,700, and which names modules lend to each other and a clock that stands still have by 220 more, which functions
/// recur until a stack overflows by 180, and what becomes of sizes, long lists and what is unreliable by 100, and who waits for ever by 70.
/// Clocks that go by where nothing happens have brought it up by 800, first items that are explored while others are built by 510, repeated
/// runs that are remembered by 30, descriptions that are remembered and ranges that are refused by 240, lists of runs that
/// grow and coverage that is compiled while exploring goes on by 130, dependencies that
/// packages share by 320, what is wrong with one argument by 90, what receivers say of
/// themselves by 200, assertions that compare places by 50,
/// what traits hide and wrappers call by 100, plans that are drawn from kept ones by 300, loops of callers by 20, and
/// own types given as they are, what is lent by reference, long vectors, names in texts and tests of what lasts for ever by 350, and
/// what other items fail with, pages of many packages, and comparisons and edges that are left out at once by 450, and what threads
/// unwind for their callers, answers that fail, and what docs say of other places and types by 400, and what seven reviews of all of it
/// found: runs and deaths held against a process of their own, what sweeps remember, what cargo is told, what is solved and said by
/// 3,060, and conditions held against runs far away, functions that only say what is wrong, and docs of makers by 530, and docs of
/// what fits its maker alone and of functions below, panics without a line of their own, and UTF-16 by 294, and several waves that are
/// under way at once by 263, and dev-dependencies, numbers that are types, and what own traits ask of a placeholder type by 660,
/// and types of examples by 1,120, and runs that count as what they take by 233, and what comes out of containers alone, what docs say
/// elsewhere or beside the point, and items of which other things are expected by 480, and hangs where one was shown by 120, and
/// what the search has built, hidden items, docs in reviews by 470, and bits as places and what a reader of ten reports found by 420,
/// and dear units by 200, and short texts, long ones left out and texts written as one by 200, and makers, traits with parameters, and
/// what is left to whoever builds a program by 1,000, and what is given back by 1,000.
const MOST_PRODUCT_LINES: usize = 109_500;

/// The lazy tree of plans holds what all ways to walk it share.
const TREE: [&str; 2] = ["plans/src/search.rs", "plans/src/search"];

/// Names of functions with their lines. Sources are formatted, so a function ends at the first `}` below it that is
/// indented as it is.
fn functions(text: &str) -> Vec<(String, usize)> {
    let lines: Vec<&str> = product_lines(text).map(|(_, line)| line).collect();
    let mut found = Vec::new();
    for (start, line) in lines.iter().enumerate() {
        let Some(name) = function_name(line) else {
            continue;
        };
        let indent = &line[..line.len() - line.trim_start().len()];
        let ends = |line: &str| line.strip_prefix(indent) == Some("}");
        let is_one_line = line.ends_with(['}', ';']);
        let length = match lines[start..].iter().position(|line| ends(line)) {
            Some(end) if !is_one_line => end + 1,
            _ => 1,
        };
        found.push((name.to_owned(), length));
    }
    found
}

/// The name of the function whose first line this is.
fn function_name(line: &str) -> Option<&str> {
    let (before, after) = line.split_once("fn ")?;
    let is_qualifier = |word: &str| {
        ["pub", "const", "async", "unsafe", "extern"].contains(&word)
            || word.starts_with("pub(")
            || word == "super)"
            || word.len() > 1 && word.starts_with('"') && word.ends_with('"')
    };
    let name = after.split(['(', '<']).next()?;
    (before.split_whitespace().all(is_qualifier) && !name.is_empty()).then_some(name)
}

/// Names of structs with the number of their fields.
fn structs(items: Vec<Item>) -> Vec<(String, usize)> {
    items
        .into_iter()
        .flat_map(|item| match item {
            Item::Struct(item) => {
                let fields = match &item.fields {
                    Fields::Unit => 0,
                    fields => fields.len(),
                };
                vec![(item.ident.to_string(), fields)]
            }
            Item::Mod(item) if item.ident != "tests" => {
                structs(item.content.map(|(_, items)| items).unwrap_or_default())
            }
            _ => Vec::new(),
        })
        .collect()
}

#[test]
fn no_source_file_outgrows_its_readers() {
    let long: Vec<_> = product_sources()
        .map(|(path, text)| (path, text.lines().count()))
        .filter(|(_, lines)| *lines > MOST_LINES)
        .collect();
    assert!(long.is_empty(), "more than {MOST_LINES} lines: {long:?}");
}

#[test]
fn functions_can_be_seen_whole() {
    let mut seen = 0;
    let mut long = Offenders::new();
    for (path, text) in product_sources() {
        for (name, lines) in functions(&text) {
            seen += 1;
            if lines > MOST_FUNCTION_LINES {
                long.insert(format!("{} {name}", path.display()), format!("{lines} lines"));
            }
        }
    }
    assert!(seen > 1500, "the scan saw only {seen} functions");
    check("long_functions", "functions have at most 80 lines", &long);
}

#[test]
fn structs_hold_what_belongs_together() {
    let mut seen = 0;
    let mut wide = Offenders::new();
    let is_tree = |path: &Path| TREE.iter().any(|tree| path.starts_with(tree));
    for (path, text) in product_sources().filter(|(path, _)| !is_tree(path)) {
        let file = syn::parse_file(&text).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        for (name, fields) in structs(file.items) {
            seen += 1;
            if fields > MOST_FIELDS {
                wide.insert(format!("{} {name}", path.display()), format!("{fields} fields"));
            }
        }
    }
    assert!(seen > 200, "the search saw only {seen} structs");
    check("wide_structs", "structs have at most 12 fields", &wide);
}

/// `cargo test -p cargo-explore --test house_rules product_code -- --nocapture` shows the lines of each part.
#[test]
#[expect(
    clippy::print_stdout,
    reason = "the count is wanted even where it is not too high"
)]
fn product_code_does_not_grow() {
    let lines = |part: &str| -> usize {
        sources()
            .into_iter()
            .filter(|(path, _)| path.starts_with(part) && !is_test(path))
            .map(|(_, text)| product_lines(&text).count())
            .sum()
    };
    let parts = [
        "plans/src",
        "harness-gen/src",
        "harness-gen/runtime",
        "explorer/src",
    ];
    let by_part = parts.map(|part| (part, lines(part)));
    let all: usize = by_part.iter().map(|(_, lines)| lines).sum();
    let told = format!("{all} lines of product code, {MOST_PRODUCT_LINES} at most: {by_part:?}");
    println!("{told}");
    assert!(by_part.iter().all(|(_, lines)| *lines > 1000), "{told}");
    assert!(all <= MOST_PRODUCT_LINES, "{told}");
}

#[test]
fn functions_are_measured_with_their_signatures() {
    let text = "pub(super) const fn one() {}\n\nimpl Some {\n    fn two<T>(\n        a: T,\n    ) -> u8\n    where\n        \
                T: Copy,\n    {\n        match a {\n        }\n    }\n\n    fn declared();\n}\n\n/// fn in a text\n\
                unsafe extern \"C\" fn three() {\n    run(\n        \"fn text()\",\n    );\n}\n\n#[cfg(test)]\nmod tests {\n    fn four() {}\n}\n";
    let expected = [("one", 1), ("two", 9), ("declared", 1), ("three", 5)];
    assert_eq!(
        functions(text),
        expected.map(|(name, lines)| (name.to_owned(), lines))
    );
}
