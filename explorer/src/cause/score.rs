//! How much a maintainer would care about a cause, as named parts that add up. A part is about a promise that is broken,
//! about who can bring the fault about, or about how easy it is to believe.

use crate::finding::frames::last_segment;
use crate::outcome::FaultKind;
use crate::run_report::{Finding, Score};
use harness_gen::{Item, Signature};

/// Points of each part. Kinds of fault that take a process down come first, then promises, then strangers' input.
const DEADLY: u32 = 40;
const ENDLESS: u32 = 35;
const PROMISE: u32 = 30;
const UNTRUSTED: u32 = 25;
const INTERNAL: u32 = 20;
/// For the smallest of all inputs; larger ones get less.
const SMALL: u32 = 20;
const ORDINARY: u32 = 15;
/// For each function between the called one and the fault, up to three.
const DEEP: u32 = 4;

/// The parts of a finding's score, those that say nothing left out.
pub(super) fn score(finding: &Finding, item: Option<&Item>) -> Score {
    let promises = item.is_some_and(|item| promises_no_failure(&item.path, &item.signature));
    let untrusted = item.is_some_and(|item| takes_untrusted_input(&item.path, &item.signature));
    let expression = &finding.examples.expression;
    let deep = finding.frames.len().saturating_sub(1).min(3) as u32;
    let parts = [
        ("kind of fault", of_kind(finding.kind)),
        ("promises no failure", if promises { PROMISE } else { 0 }),
        ("untrusted input", if untrusted { UNTRUSTED } else { 0 }),
        (
            "says that it is a bug",
            if speaks_of_a_bug(&finding.message) {
                INTERNAL
            } else {
                0
            },
        ),
        (
            "small input",
            SMALL.saturating_sub(finding.examples.depth.saturating_sub(1) * 2),
        ),
        (
            "ordinary input",
            if is_unusual(expression) { 0 } else { ORDINARY },
        ),
        ("deep in private code", deep * DEEP),
    ];
    Score {
        parts: parts.into_iter().filter(|(_, points)| *points > 0).collect(),
    }
}

fn of_kind(kind: FaultKind) -> u32 {
    match kind {
        FaultKind::Signal(_)
        | FaultKind::StackOverflow
        | FaultKind::Abort
        | FaultKind::Exit(_)
        | FaultKind::DoubleDrop
        | FaultKind::InvalidUse => DEADLY,
        FaultKind::Timeout | FaultKind::Memory => ENDLESS,
        FaultKind::Property => PROMISE,
        FaultKind::Panic | FaultKind::Leak | FaultKind::Slow => 0,
    }
}

/// Names whose callers expect another answer than a panic.
const CAREFUL: [&str; 6] = [
    "checked_",
    "try_",
    "saturating_",
    "wrapping_",
    "overflowing_",
    "is_",
];
const READERS: [&str; 8] = ["fmt", "drop", "clone", "hash", "eq", "cmp", "default", "len"];

fn promises_no_failure(path: &str, signature: &Signature) -> bool {
    let name = last_segment(path);
    let output = signature.output.as_str();
    let has_place =
        ["Result<", "Option<"].iter().any(|word| output.contains(word)) || output.ends_with("Result");
    has_place || CAREFUL.iter().any(|prefix| name.starts_with(prefix)) || READERS.contains(&name)
}

fn takes_untrusted_input(path: &str, signature: &Signature) -> bool {
    let is_text = |ty: &String| {
        matches!(
            ty.trim_start_matches('&'),
            "str" | "[u8]" | "String" | "std::string::String"
        )
    };
    let reads = |bound: &String| {
        ["Read", "BufRead", "AsRef<str>", "AsRef<[u8]>"]
            .iter()
            .any(|word| bound.ends_with(word))
    };
    let converts = ["FromStr>::", "TryFrom<"].iter().any(|word| path.contains(word));
    converts || signature.inputs.iter().any(is_text) || signature.bounds.iter().any(reads)
}

fn speaks_of_a_bug(message: &str) -> bool {
    let message = message.to_lowercase();
    [
        "internal error",
        "unreachable",
        "this is a bug",
        "should never",
        "invariant",
    ]
    .iter()
    .any(|words| message.contains(words))
}

/// The input has a number that nobody types: the greatest, the least, or one of many digits.
pub(super) fn is_unusual(expression: &str) -> bool {
    let extremes = ["::MAX", "::MIN", "INFINITY", "NAN", "EPSILON"];
    let mut digits = 0;
    let has_long_number = expression.chars().any(|c| {
        digits = if c.is_ascii_digit() { digits + 1 } else { 0 };
        digits > 4
    });
    has_long_number || extremes.iter().any(|word| expression.contains(word))
}
