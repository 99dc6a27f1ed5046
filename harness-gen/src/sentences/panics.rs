//! What a sentence with the word "panic" in it says of the function that it describes: that it panics, that it never does, or
//! neither, because it speaks of another function or under a condition.

use super::kind::DocKind;
use super::named::names_functions;

/// What a sentence with the word tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Told {
    /// This.
    Kind(DocKind),
    /// That it does not panic under some condition, or that another function does not.
    Denial,
    /// Nothing of this function, like another's panic.
    Nothing,
}

/// What a sentence with the word says: what it denies under a condition, or says of another's panic, is neither.
pub(super) fn panic_told(lower: &str) -> Told {
    const OF_SAFETY: [&str; 5] = ["-free", "-safe", " safe", " handler", " hook"];
    let mut told = Told::Nothing;
    if is_of_example(lower) {
        return told;
    }
    let mut from = 0;
    while let Some(found) = lower[from..].find("panic") {
        let at = from + found;
        from = at + "panic".len();
        let clause = clause_at_end(&lower[..at]);
        let before: Vec<&str> = clause.split_whitespace().rev().take(4).collect();
        let after = &lower[from..];
        let rest = after.split([',', ';', ')']).next().unwrap_or_default();
        // Who has panicked, or would have, is somebody else.
        if after.starts_with("ked") || OF_SAFETY.iter().any(|end| after.starts_with(end)) {
            continue;
        }
        // What is neither an object nor null may well make it panic.
        let is_among_denials = matches!(before.first(), Some(&("neither" | "nor" | "none" | "nothing")));
        let denied = is_among_denials || before.iter().take(3).any(|word| denies(word));
        if denied || lower[..at].ends_with("non-") {
            let is_promise = !begins_with_condition(lower)
                && !is_conditional(clause)
                && !is_conditional(rest)
                && !sends_elsewhere(lower)
                && !advises(lower)
                && !lower.contains("non-panic")
                && !before.iter().any(|word| ["than", "instead"].contains(word));
            // Who does not panic if something holds does if it does not, or the other way round.
            let excepts = ["unless", "as long as", "provided", " if ", " when "];
            let excepts = lower.starts_with("if ") || excepts.iter().any(|word| lower.contains(word));
            told = match told {
                Told::Nothing if is_promise => Told::Kind(DocKind::NeverPanics),
                Told::Nothing if !excepts => Told::Denial,
                told => told,
            };
        } else if !is_of_another(clause, after) && !is_of_another_version(lower, at) {
            return Told::Kind(DocKind::Panics);
        }
    }
    told
}

fn denies(word: &str) -> bool {
    const DENIALS: [&str; 12] = [
        "never", "not", "cannot", "without", "no", "non", "instead", "than", "avoid", "avoids", "unlike",
        "prevent",
    ];
    DENIALS.contains(&word)
        || word.ends_with("n't")
        || word.ends_with("n\u{2019}t")
        || word.starts_with("non-")
}

/// "This example demonstrates error handling, and will panic": what an example does says nothing of each call.
fn is_of_example(lower: &str) -> bool {
    const WHICH: [&str; 6] = ["this", "these", "following", "above", "next", "below"];
    const WHAT: [&str; 4] = ["example", "examples", "code", "snippet"];
    let words = lower.split(|c: char| !c.is_alphanumeric());
    let first: Vec<&str> = words.filter(|word| !word.is_empty()).take(6).collect();
    first.windows(3).any(|words| match *words {
        // A path through the code is the function's own.
        [which, what, next] if WHICH.contains(&which) => WHAT.contains(&what) && next != "path",
        ["the", what, which] => WHAT.contains(&what) && ["above", "below"].contains(&which),
        _ => false,
    })
}

/// "If any of the threads that it joins panics", "if the closure panics": what stands behind the condition fails, unless it is the function
/// itself.
fn is_of_another(clause: &str, after: &str) -> bool {
    const NEAR: [&str; 6] = ["if", "when", "should", "whether", "unless", "after"];
    const FAR: [&str; 5] = ["if", "when", "whenever", "whether", "unless"];
    const OWN: [&str; 15] = [
        "this",
        "it",
        "function",
        "method",
        "call",
        "operation",
        "macro",
        "constructor",
        "will",
        "may",
        "then",
        "always",
        "cause",
        "causes",
        "and",
    ];
    let words: Vec<&str> = clause.split_whitespace().collect();
    if words.iter().rev().take(4).any(|word| NEAR.contains(word)) {
        return true;
    }
    // Who is told to panic is somebody; a panic that occurs may be anyone's.
    let is_verb = ["s", "king"].iter().any(|end| after.starts_with(end));
    let has_own_condition = [" if ", " when ", " unless "]
        .iter()
        .any(|word| after.contains(word));
    let begins = words.first().is_some_and(|word| *word == "should").then_some(0);
    let condition = words.iter().rposition(|word| FAR.contains(word)).or(begins);
    is_verb
        && !has_own_condition
        && condition.is_some_and(|at| !words[at..].iter().any(|word| OWN.contains(word)))
}

/// "See `x` for a version that panics", "unlike `x`, which panics": who sends its reader to another function, or sets itself apart
/// from one, speaks of that; "the panicking version of `try_x`" is this one.
fn is_of_another_version(lower: &str, at: usize) -> bool {
    const VERSIONS: [&str; 5] = ["version", "variant", "counterpart", "alternative", "equivalent"];
    const OWN: [&str; 6] = ["this ", "it ", "panicking ", "a panicking ", "like ", "same as "];
    let (before, after) = (lower[..at].trim_end(), &lower[at..]);
    let relative = ["that", "which"]
        .iter()
        .find_map(|word| before.strip_suffix(word));
    if relative.is_some() && lower.starts_with("unlike ") {
        return true;
    }
    let noun_before = relative.is_some_and(|lead| {
        let lead = lead.trim_end();
        VERSIONS.iter().any(|noun| lead.ends_with(noun))
    });
    let behind = after.strip_prefix("panicking ");
    let behind = behind.and_then(|rest| VERSIONS.iter().find_map(|noun| rest.strip_prefix(noun)));
    if behind.is_some_and(|rest| rest.starts_with(" of this")) {
        return true;
    }
    let is_of_named = [" of ", " to ", " for "]
        .iter()
        .any(|of| behind.is_some_and(|rest| rest.starts_with(of)));
    let is_version = noun_before || (behind.is_some() && !is_of_named);
    is_version
        && !OWN.iter().any(|own| lower.starts_with(own))
        && (sends_elsewhere(lower) || names_functions(lower))
}

/// From the last comma, colon or open parenthesis on; what stands in closed ones belongs to it.
pub(super) fn clause_at_end(text: &str) -> &str {
    let mut closed = 0_usize;
    let start = text.char_indices().rev().find(|(_, c)| match c {
        ')' => {
            closed += 1;
            false
        }
        '(' if closed > 0 => {
            closed -= 1;
            false
        }
        ',' | ';' | ':' => closed == 0,
        '(' => true,
        _ => false,
    });
    start.map_or(text, |(at, _)| &text[at + 1..])
}

/// "To add without panics, use `checked_add`": of another function.
fn sends_elsewhere(lower: &str) -> bool {
    let mut words = lower.split(|c: char| !c.is_alphanumeric());
    words.any(|word| ["use", "see", "consider", "prefer", "try", "call", "instead"].contains(&word))
}

/// What is suggested to those who implement a trait is no promise of any of them.
fn advises(lower: &str) -> bool {
    const ADVICE: [&str; 5] = [
        "suggest",
        "recommend",
        "encourage",
        "implementations should",
        "implementors should",
    ];
    ADVICE.iter().any(|words| lower.contains(words))
}

/// "If `n > 0`, this never panics": of other calls that promises nothing.
fn begins_with_condition(lower: &str) -> bool {
    let mut words = lower.split_whitespace();
    match words.next() {
        Some("if" | "when" | "whenever" | "unless" | "provided" | "assuming" | "presuming") => true,
        Some("for") => !matches!(words.next(), Some("all" | "any" | "every" | "each")),
        Some("as") => words.next() == Some("long"),
        _ => false,
    }
}

pub(super) fn is_conditional(text: &str) -> bool {
    const CONDITIONS: [&str; 13] = [
        "if",
        "unless",
        "when",
        "whenever",
        "long",
        "provided",
        "for",
        "while",
        "on",
        "with",
        "where",
        "presuming",
        "assuming",
    ];
    const COMPARISONS: [&str; 6] = ["==", "!=", "<=", ">=", " < ", " > "];
    let mut words = text.split(|c: char| !c.is_alphabetic());
    words.any(|word| CONDITIONS.contains(&word)) || COMPARISONS.iter().any(|sign| text.contains(sign))
}
