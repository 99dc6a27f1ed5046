//! Whether a sentence warns: of cost, overflow, leaks, of blocking, and of ends of processes. What it says does not happen, or is
//! kept from happening, it does not warn of.

use super::panics::clause_at_end;

/// What warns, wherever it stands in a sentence that does not deny it.
const WARNINGS: [&str; 13] = [
    "quadratic",
    "cubic",
    "exponential time",
    "o(n^",
    "o(n²",
    "forever",
    "infinite",
    "endless",
    "never terminate",
    "abort",
    "deadlock",
    "stack overflow",
    "suspend execution",
];

/// Verbs of what the function does: only the word before them denies them.
const DEEDS: [&str; 12] = [
    "blocks until",
    "block until",
    "blocks the",
    "block the",
    "will block",
    "may block",
    "exits the p",
    "exits with",
    "will exit",
    "exiting on ",
    "terminates the p",
    "suspends execution",
];

/// Words before a warning that may deny it.
const NEAR: usize = 4;

/// True if a sentence in small letters warns.
pub(super) fn warns(lower: &str) -> bool {
    // Whom not to trust is often said with a "not".
    lower.contains("untrusted")
        || never_returns(lower)
        || costs_memory(lower)
        || overflows(lower)
        || leaks(lower)
        || blocks(lower)
        || WARNINGS.iter().any(|words| is_said(lower, words, NEAR))
        || DEEDS.iter().any(|words| is_said(lower, words, 1))
}

fn is_said(lower: &str, words: &str, near: usize) -> bool {
    lower.match_indices(words).any(|(at, _)| {
        let is_deed = lower[at + words.len()..].starts_with('s');
        !is_denied(lower, at, if is_deed { 1 } else { near })
    })
}

/// "Without deadlocking", "to prevent going into an infinite loop", but not "do not use it on infinite iterators".
fn is_denied(lower: &str, at: usize, near: usize) -> bool {
    let words: Vec<&str> = clause_at_end(&lower[..at]).split_whitespace().collect();
    let mut nearest = words.len().saturating_sub(near)..words.len();
    nearest.any(|index| {
        let before = index.checked_sub(1).map(|before| words[before]);
        let is_last = index + 1 == words.len();
        match words[index] {
            "without" | "cannot" | "neither" | "nor" | "instead" => true,
            "no" => is_last || ["risk", "danger", "chance"].contains(&words[index + 1]),
            "never" => index > 0 || index + 2 >= words.len(),
            "not" => match before {
                Some("should" | "must" | "shall") => false,
                Some("do") => index > 1 && !["you", "please"].contains(&words[index - 2]),
                _ => true,
            },
            "avoid" | "avoids" | "avoiding" | "prevent" | "prevents" | "preventing" => {
                !asks_the_caller(lower)
            }
            word => index > 0 && (word.ends_with("n't") || word.ends_with("n\u{2019}t")),
        }
    })
}

/// Who tells its caller how to keep something from happening says that it happens.
fn asks_the_caller(lower: &str) -> bool {
    const ORDERS: [&str; 10] = [
        "do not",
        "don't",
        "must",
        "should",
        "make sure",
        "ensure",
        "care",
        "recommend",
        "caller",
        "need",
    ];
    ORDERS.iter().any(|words| lower.contains(words))
}

/// "It never returns", but not "it never returns an error".
fn never_returns(lower: &str) -> bool {
    const BEHIND: [&str; 16] = [
        " if ",
        " once ",
        " after ",
        " since ",
        " for ",
        " in ",
        " on ",
        " as ",
        " when ",
        " unless ",
        " until ",
        " while ",
        " because ",
        " and ",
        " or ",
        " to the caller",
    ];
    lower.match_indices("never return").any(|(at, words)| {
        let rest = &lower[at + words.len()..];
        let rest = rest.strip_prefix('s').unwrap_or(rest);
        let is_end = rest.is_empty() || rest.starts_with(['.', ',', ';', ':', ')', '!']);
        is_end || BEHIND.iter().any(|words| rest.starts_with(words))
    })
}

fn costs_memory(lower: &str) -> bool {
    ["proportional", "o("].iter().any(|word| lower.contains(word))
        && ["space", "memory", "alloc", "storage"]
            .iter()
            .any(|word| lower.contains(word))
}

/// True if a sentence says that memory grows faster than in proportion: "the graph uses `O(|V^2|)` space".
pub(crate) fn costs_much_memory(text: &str) -> bool {
    const FASTER: [&str; 5] = ["^2", "^3", "\u{b2}", "quadratic", "exponential"];
    let lower = text.to_lowercase();
    costs_memory(&lower) && FASTER.iter().any(|growth| lower.contains(growth))
}

/// What is returned or reported when something overflows is no warning that it panics.
fn overflows(lower: &str) -> bool {
    const REPORTED: [&str; 15] = [
        "without",
        "no overflow",
        "avoid",
        "wrap",
        "saturat",
        "checked",
        "not overflow",
        "n't overflow",
        "on overflow",
        "return",
        "`none`",
        "error",
        "checking for",
        "checks for",
        "prevent",
    ];
    // That of the stack is another.
    let of_numbers = lower.replace("stack overflow", "");
    of_numbers.contains("overflow") && !REPORTED.iter().any(|word| lower.contains(word))
}

fn leaks(lower: &str) -> bool {
    const DENIED: [&str; 5] = ["without leak", "not leak", "no leak", "never leak", "n't leak"];
    lower.contains("leak") && !DENIED.iter().any(|denied| lower.contains(denied))
}

fn blocks(lower: &str) -> bool {
    const BLOCKS: [&str; 3] = ["blocking", "blocks waiting", "block waiting"];
    const DENIED: [&str; 7] = [
        "blocking flow",
        "non-block",
        "nonblock",
        "without block",
        "never block",
        "not block",
        "n't block",
    ];
    BLOCKS.iter().any(|words| is_said(lower, words, NEAR))
        && !DENIED.iter().any(|denied| lower.contains(denied))
}
