//! Whether a sentence of documentation covers a call that panicked: a condition that can be evaluated is evaluated, and
//! std's own messages need a sentence that could be about such a thing.

use super::evidence::{Arguments, names};
use super::message::{Says, is_left_out, says};
use super::ranges;
use harness_gen::sentences::{DocKind, DocSentence, EXAMPLE};
use std::collections::BTreeSet;

/// True if a sentence can be about this panic of this call.
pub(super) fn covers(said: &DocSentence, arguments: &Arguments<'_>, message: &str) -> bool {
    let lower = said.text.to_lowercase();
    let harmless = harmless(said, &lower);
    let holds = conditions(&lower, arguments);
    if said.text.starts_with(EXAMPLE) {
        // What example it is nobody says: std's arithmetic is rarely it.
        return matches!(says(message), Says::Own | Says::Bounds | Says::Unwrap);
    }
    let is_denied = harmless.is_some() && holds == [harmless];
    !is_denied && (fits(&lower, message) || is_meant(&lower, message, arguments))
}

/// True if a sentence can be about this panic of this call, and one of the conditions that it names can be evaluated and is so.
pub(super) fn holds_for_sure(said: &DocSentence, arguments: &Arguments<'_>, message: &str) -> bool {
    let parts = conditions(&said.text.to_lowercase(), arguments);
    covers(said, arguments, message) && parts.contains(&Some(true))
}

/// What the author has left out is no surprise where the docs speak of panics without a condition, nor is an assertion about an
/// argument one of what is inside, whatever the function is called that looks at it.
fn is_meant(lower: &str, message: &str, arguments: &Arguments<'_>) -> bool {
    let asserted = message.strip_prefix("assertion failed: ");
    let is_about_argument =
        asserted.is_some_and(|text| names(arguments.params).any(|name| words(text).any(|word| word == name)));
    let is_general = !lower.contains(" if ") && !lower.contains('`');
    says(message) == Says::Internal && (is_about_argument || is_left_out(message) && is_general)
}

/// True if a sentence requires something of arguments that can be evaluated, and is not so.
pub fn is_broken(said: &DocSentence, arguments: &Arguments<'_>) -> bool {
    said.kind == DocKind::Requires && conditions(&said.text.to_lowercase(), arguments) == [Some(false)]
}

/// Whether what a sentence says of arguments is so that it excuses a panic, where all of it can be evaluated.
pub fn excuses(said: &DocSentence, arguments: &Arguments<'_>) -> Option<bool> {
    let lower = said.text.to_lowercase();
    let harmless = harmless(said, &lower).filter(|_| may_excuse(said))?;
    match conditions(&lower, arguments)[..] {
        [Some(holds)] => Some(holds != harmless),
        _ => None,
    }
}

/// True if a sentence says when something fails, or what has to be so.
pub fn may_excuse(said: &DocSentence) -> bool {
    matches!(
        said.kind,
        DocKind::Panics | DocKind::PanicsAnywhere | DocKind::Fails | DocKind::Requires
    )
}

/// What becomes of a sentence's condition where it excuses nothing: what has to be so is the opposite of what it panics for. None:
/// it may say either.
fn harmless(said: &DocSentence, lower: &str) -> Option<bool> {
    let orders = ["must", "require", "otherwise", "unless", "should", "needs to"];
    match said.kind {
        DocKind::Requires => Some(true),
        _ if orders.iter().any(|word| lower.contains(word)) => None,
        _ => Some(false),
    }
}

/// "Must be the same as what was given to `X::new`": nobody can report what only the caller knows.
pub(super) fn ties_to_another_call(text: &str) -> bool {
    const GIVEN: [&str; 6] = [
        "given to",
        "provided to",
        "passed to",
        "used to",
        "used with",
        "used for",
    ];
    let lower = text.to_lowercase();
    let same = lower.split_once("the same ").map(|(_, rest)| rest);
    !reports(text)
        && same.is_some_and(|rest| GIVEN.iter().any(|words| rest.contains(words)) && rest.contains('`'))
}

/// True if a sentence says what is reported.
pub(super) fn reports(text: &str) -> bool {
    let lower = text.to_lowercase();
    let words = ["return", "otherwise", "err", "none", "fail"];
    words.iter().any(|word| lower.contains(word))
}

/// What becomes of the parts of a sentence that are evaluated on their own; equal ones that follow each other once.
fn conditions(lower: &str, arguments: &Arguments<'_>) -> Vec<Option<bool>> {
    let parts = lower.split(" or ").flat_map(|part| part.split("; "));
    let mut subject = Vec::new();
    let mut holds: Vec<Option<bool>> = parts
        .map(|part| evaluate(part, arguments, &mut subject))
        .collect();
    holds.dedup();
    holds
}

/// The one thing that all sentences about panics excuse, if it is a place that is not within bounds: one of them.
pub fn of_bounds_alone(docs: &[DocSentence]) -> Option<&DocSentence> {
    const LENGTHS: [&str; 2] = ["len", "length"];
    const COMPARED: [&str; 6] = [">", "<", "greater", "larger", "less", "exceed"];
    let is_of_bounds = |said: &DocSentence| {
        let lower = said.text.to_lowercase();
        let has = |known: &[&str]| known.iter().any(|known| lower.contains(known));
        let is_compared = has(&COMPARED) && words(&lower).any(|word| LENGTHS.contains(&word));
        let speaks = is_compared || has(&["bounds", "out of range", "past the end", "beyond the end"]);
        speaks && !lower.replace("than or equal", "").contains(" or ")
    };
    let excuses = |said: &&DocSentence| matches!(said.kind, DocKind::Panics | DocKind::Requires);
    let mut excuses = docs.iter().filter(excuses);
    let first = excuses.next()?;
    (is_of_bounds(first) && excuses.all(is_of_bounds)).then_some(first)
}

/// True if all that is said of the arguments, and can be evaluated, is so. `subject`: the arguments that the parts before it name,
/// which it is about if it names none.
fn evaluate(part: &str, arguments: &Arguments<'_>, subject: &mut Vec<usize>) -> Option<bool> {
    let condition = ["if ", "when ", "i.e. "]
        .iter()
        .find_map(|word| Some(part.split_once(word)?.1));
    let condition = condition.unwrap_or(part);
    if let Some(holds) = compared(condition, arguments) {
        return Some(holds);
    }
    let mut named: Vec<usize> = words(condition)
        .filter_map(|word| arguments.meant(word))
        .collect();
    named.dedup();
    match named.is_empty() {
        true => named.clone_from(subject),
        false => subject.clone_from(&named),
    }
    let has = |known: &[&str]| known.iter().any(|known| condition.contains(known));
    let differs = has(&[
        "not equal",
        "n't equal",
        "than or equal",
        "not the same",
        "n't the same",
        "unequal",
    ]);
    if has(&["equal", "the same", "identical"]) && !differs {
        // With what another call was given no argument of this one is compared.
        if named.len() < 2 && ties_to_another_call(condition) {
            return None;
        }
        return are_equal(&named, arguments);
    }
    let [only] = named.as_slice() else { return None };
    let number = (*arguments.numbers.get(*only)?)?;
    if has(&[
        "non-zero",
        "nonzero",
        "not be zero",
        "not be 0",
        "not be `0`",
        "not zero",
    ]) {
        return Some(number != 0);
    }
    if has(&["is zero", "is 0", "is `0`", "being zero"]) {
        return Some(number == 0);
    }
    if has(&["be positive"]) {
        return Some(number > 0);
    }
    if has(&["power of two", "power of 2"]) {
        let is_denied = has(&["not a power", "n't a power", "not be a power"]);
        return Some((number > 0 && number & (number - 1) == 0) != is_denied);
    }
    if let Some(holds) = ranges::in_range(condition, number) {
        return Some(holds);
    }
    let bound = |comparisons: &[&str], holds: fn(&i128, &i128) -> bool| {
        comparisons.iter().find_map(|words| {
            let (before, rest) = condition.split_once(words)?;
            let bound = ranges::number_at(rest)?;
            Some(holds(&number, &bound) != ranges::is_denied(before))
        })
    };
    let more = bound(
        &["greater than ", "larger than ", "more than ", "exceeds "],
        i128::gt,
    );
    let less = bound(&["less than ", "smaller than ", "below "], i128::lt);
    let most = bound(&["at most "], i128::le);
    let least = bound(&["at least "], i128::ge);
    more.or(less).or(most).or(least)
}

/// `a > b` between backticks, both sides numbers or arguments.
fn compared(condition: &str, arguments: &Arguments<'_>) -> Option<bool> {
    let code = condition.split('`').nth(1)?;
    let operator = ["<=", ">=", "==", "!=", "<", ">"]
        .into_iter()
        .find(|operator| code.contains(operator))?;
    let (left, right) = code.split_once(operator)?;
    let (left, right) = (arguments.number(left.trim())?, arguments.number(right.trim())?);
    Some(match operator {
        "<=" => left <= right,
        ">=" => left >= right,
        "==" => left == right,
        "!=" => left != right,
        "<" => left < right,
        _ => left > right,
    })
}

/// True if a refusal has a word in common with a sentence that says what is taken for granted, and not one that all have, nor one
/// of the path of the item, which names what both are about.
pub(super) fn speaks_of(sentence: &str, refusal: [&str; 2], item_path: &str) -> bool {
    const COMMON: [&str; 12] = [
        "assert",
        "assertion",
        "failed",
        "matches",
        "expect",
        "expected",
        "should",
        "always",
        "values",
        "method",
        "methods",
        "invalid",
    ];
    let known = |text: &str| -> BTreeSet<String> {
        let words = text.split(|c: char| !c.is_alphanumeric());
        // `NaN` and the like tell more than their length does.
        let is_name =
            |word: &str| word.chars().skip(1).any(char::is_uppercase) && word.chars().any(char::is_lowercase);
        let words = words.filter(|word| word.chars().count() >= WORD_THAT_TELLS || is_name(word));
        let words = words.map(str::to_lowercase);
        words.filter(|word| !COMMON.contains(&word.as_str())).collect()
    };
    let own = known(item_path);
    let said = &known(sentence) - &own;
    refusal.into_iter().any(|text| !known(text).is_disjoint(&said))
}

/// Words that are shorter than this are in too many sentences.
const WORD_THAT_TELLS: usize = 6;

/// Two arguments that are named, or the only two that name places.
fn are_equal(named: &[usize], arguments: &Arguments<'_>) -> Option<bool> {
    let places: Vec<usize> = (0..arguments.params.len())
        .filter(|&index| arguments.params[index].gives.is_place())
        .collect();
    let [a, b] = *(if named.len() == 2 { named } else { &places }) else {
        return None;
    };
    let (a, b) = (
        arguments.values.get(a)?.as_ref()?,
        arguments.values.get(b)?.as_ref()?,
    );
    Some(a == b)
}

/// Words and names, as far as letters, digits and `_` go.
pub fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '_')
        .filter(|word| !word.is_empty())
}

/// Words of sentences about places.
const PLACES: [&str; 40] = [
    "bound",
    "index",
    "indic",
    "range",
    "len",
    "position",
    "exist",
    "found",
    "valid",
    "greater",
    "less",
    "exceed",
    "past",
    "end",
    "short",
    "small",
    "fit",
    "hold",
    "capacity",
    "missing",
    "contain",
    "empty",
    "enough",
    "large",
    "many",
    "associated",
    "present",
    "size",
    "<",
    ">",
    "boundary",
    "remain",
    "fewer",
    "outside",
    "beyond",
    "start",
    "offset",
    "least",
    "most",
    "more",
];
/// About sizes.
const SIZES: [&str; 9] = [
    "capacity", "overflow", "memory", "alloc", "large", "exceed", "size", "space", "max",
];
/// About what numbers can be.
const NUMBERS: [&str; 11] = [
    "overflow",
    "product",
    "arithmetic",
    "small",
    "represent",
    "fit",
    "limit",
    "max",
    "minimum",
    "too",
    "underflow",
];
/// About whatever does not belong together, of whatever kind the panic is.
const UNFIT: [&str; 6] = [
    "incompatible",
    "inconsistent",
    "mismatch",
    "malformed",
    "corrupt",
    "wrong",
];
/// About zero.
const ZERO: [&str; 6] = ["zero", "0", "divi", "empty", "modul", "non"];

/// True unless the panic is of a kind that the sentence has no word for.
fn fits(lower: &str, message: &str) -> bool {
    // Words by their beginnings, signs wherever they stand.
    let has = |known: &[&str]| {
        known
            .iter()
            .any(|known| match known.starts_with(char::is_alphanumeric) {
                true => words(lower).any(|word| word.starts_with(known)),
                false => lower.contains(known),
            })
    };
    // A section may hold nothing but the word, or say that things do not belong together.
    let is_bare = words(lower).count() <= 3 || has(&UNFIT);
    // A place inside a character is within bounds.
    if message.contains("char boundary") && !has(&["boundar", "char", "utf", "inside"]) {
        return is_bare;
    }
    match says(message) {
        Says::Internal => false,
        Says::Overflow => is_bare || has(&NUMBERS) || has(&SIZES) || has(&PLACES),
        Says::ZeroDivision => is_bare || has(&ZERO),
        // Where there are none of something, nothing is at its first place.
        Says::Bounds => is_bare || has(&PLACES) || has(&["zero"]),
        Says::Capacity => is_bare || has(&SIZES) || has(&NUMBERS),
        Says::Unwrap | Says::Borrowed | Says::Polled | Says::Order | Says::Own => true,
    }
}

#[cfg(test)]
mod tests;
