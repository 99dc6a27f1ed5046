//! What a sentence with the word "panic" in it says of the function that it describes: that it panics, that it never does, or
//! neither, because it speaks of another function or under a condition.

use super::kind::DocKind;

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
    let mut told = Told::Nothing;
    let mut from = 0;
    while let Some(found) = lower[from..].find("panic") {
        let at = from + found;
        from = at + "panic".len();
        let clause = clause_at_end(&lower[..at]);
        let before: Vec<&str> = clause.split_whitespace().rev().take(4).collect();
        let after = &lower[from..];
        let rest = after.split([',', ';', ')']).next().unwrap_or_default();
        if after.starts_with("-free")
            || after.starts_with("-safe")
            || after.starts_with(" safe")
            || after.starts_with(" handler")
            || after.starts_with(" hook")
        {
            continue;
        }
        let is = |word: &&str, list: &[&str]| list.contains(word);
        let denies = |word: &&str| {
            is(
                word,
                &[
                    "never", "not", "cannot", "without", "no", "non", "instead", "than", "avoid", "avoids",
                    "unlike", "prevent",
                ],
            ) || word.ends_with("n't")
                || word.ends_with("n\u{2019}t")
                || word.starts_with("non-")
        };
        let of_another = |word: &&str| is(word, &["if", "when", "should", "whether", "unless", "after"]);
        if before.iter().take(3).any(denies) || lower[..at].ends_with("non-") {
            let is_promise = !is_conditional(clause)
                && !is_conditional(rest)
                && !sends_elsewhere(lower)
                && !advises(lower)
                && !lower.contains("non-panic")
                && !before.iter().any(|word| is(word, &["than", "instead"]));
            // Who does not panic if something holds does if it does not, or the other way round.
            let excepts = ["unless", "as long as", "provided", " if ", " when "];
            let excepts = excepts.iter().any(|word| lower.contains(word));
            told = match told {
                Told::Nothing if is_promise => Told::Kind(DocKind::NeverPanics),
                Told::Nothing if !excepts => Told::Denial,
                told => told,
            };
        } else if !before.iter().any(of_another) {
            return Told::Kind(DocKind::Panics);
        }
    }
    told
}

/// From the last comma, colon or open parenthesis on; what stands in closed ones belongs to it.
fn clause_at_end(text: &str) -> &str {
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
