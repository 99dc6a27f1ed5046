//! Whether a sentence requires something of what a function is given.

use super::panics::clause_at_end;

/// True if a sentence in small letters says what has to be so.
pub(super) fn requires(lower: &str) -> bool {
    const ORDERS: [&str; 21] = [
        "must be ",
        "must not ",
        "must have ",
        "must lie ",
        "must contain ",
        "must fit ",
        "must point ",
        "must exist",
        "must match ",
        "requires that",
        "has to be ",
        "have to be ",
        "needs to be ",
        "should be a valid",
        "should be less",
        "should be within",
        "should not be ",
        "it is assumed",
        "assumes that",
        "is required to be ",
        "are required to be ",
    ];
    // Of what is made with it, of those who implement a trait, and of what it copes with.
    const OF_OTHERS: [&str; 6] = [
        "must be used",
        "implementation must",
        "implementations must",
        "implementors must",
        "for all possible",
        "for every possible",
    ];
    let expects = ["expects ", "expect the ", "expect a ", "expect an "]
        .iter()
        .any(|words| lower.contains(words))
        && lower.contains(" to be ");
    let is_said = ORDERS.iter().any(|words| lower.contains(words)) || expects || claims(lower);
    is_said && !OF_OTHERS.iter().any(|words| lower.contains(words))
}

/// "`n` cannot be zero", "`list` is non-empty", "a (non-empty) list": not what comes of something, and not which of several things
/// it is about.
fn claims(lower: &str) -> bool {
    const DENIED: [&str; 3] = ["cannot be ", "can't be ", "may not be "];
    const ADJECTIVES: [&str; 5] = ["non-empty", "non empty", "nonempty", "non-zero", "nonzero"];
    let found = |known: &'static str| {
        lower
            .match_indices(known)
            .map(|(at, known)| (at, at + known.len()))
    };
    let mut denied = DENIED.into_iter().flat_map(found);
    let mut adjectives = ADJECTIVES.into_iter().flat_map(found);
    !lower.contains("return")
        && (denied.any(|(at, _)| !is_under_condition(&words_before(lower, at)))
            || adjectives.any(|(at, end)| is_required(lower, at, end)))
}

/// An adjective of what is given, by the words before it.
fn is_required(lower: &str, at: usize, end: usize) -> bool {
    const VERBS: [&str; 13] = [
        "must", "should", "shall", "be", "need", "needs", "require", "requires", "required", "expect",
        "expects", "assume", "assumes",
    ];
    // What stands in parentheses of its own is said on purpose.
    if lower[..at].ends_with('(') && lower[end..].starts_with(')') {
        return true;
    }
    let words = words_before(lower, at);
    let is_said_of_code = match *words.as_slice() {
        [.., subject, "is" | "are"] => subject.ends_with('`'),
        _ => false,
    };
    let is_word = !lower[end..].starts_with(char::is_alphanumeric);
    let leads = ["if ", "when ", "unless ", "where "];
    let is_said = is_said_of_code || words.iter().rev().take(4).any(|word| VERBS.contains(word));
    is_word && is_said && !leads.iter().any(|lead| lower.starts_with(lead)) && !is_under_condition(&words)
}

fn words_before(lower: &str, at: usize) -> Vec<&str> {
    clause_at_end(&lower[..at]).split_whitespace().collect()
}

/// "If `rect` is nonempty", "a text that cannot be read", "may or may not be", but not "note that `n` cannot be zero".
fn is_under_condition(words: &[&str]) -> bool {
    const CONDITIONS: [&str; 16] = [
        "if",
        "when",
        "whenever",
        "whether",
        "which",
        "whose",
        "where",
        "unless",
        "while",
        "until",
        "there",
        "since",
        "because",
        "so",
        "therefore",
        "guaranteed",
    ];
    const LEADS: [&str; 8] = [
        "note", "noted", "ensure", "sure", "requires", "required", "assumes", "assumed",
    ];
    let is_condition = |(index, word): (usize, &&str)| {
        let before = index.checked_sub(1).map(|before| words[before]);
        let is_lead = before.is_some_and(|before| LEADS.contains(&before));
        CONDITIONS.contains(word) || (*word == "that" && !is_lead)
    };
    words.ends_with(&["may", "or"]) || words.iter().enumerate().any(is_condition)
}
