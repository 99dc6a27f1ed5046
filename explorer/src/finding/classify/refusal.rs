//! Whether a panic is the author's refusal of what the called function was given, and whether the docs take for granted what it
//! refuses.

use super::convention::{Reports, promise};
use super::documented::speaks_of;
use super::evidence::{Evidence, Raise, names_an_argument};
use super::judgement::{Judgement, judged, quoted};
use super::message::{CLAIMED, FAILED, Says, says};
use crate::run_report::Class;
use harness_gen::Gives;
use harness_gen::sentences::{DocKind, DocSentence};

/// The author refuses what the docs of the type take for granted, in a function that has a place for failure in its signature and
/// promises nothing else.
pub(super) fn assumed_beside_failure(evidence: &Evidence<'_>) -> Option<Judgement> {
    let is_beside = evidence.item.reports_failure && promise(&evidence.item.path, Reports::Nothing).is_none();
    assumed(evidence).filter(|_| is_beside && is_refusal(evidence))
}

/// What the docs of the type take for granted, in the words of the refusal.
fn assumed(evidence: &Evidence<'_>) -> Option<Judgement> {
    let refusal = [evidence.raised.text.as_str(), evidence.message];
    let mut docs = evidence.item.docs.iter();
    let is_it = |said: &&DocSentence| {
        let text = &said.text;
        speaks_of(text, refusal, &evidence.item.path) || forbids_the_same(text, evidence.message)
    };
    docs.find(|said| said.kind == DocKind::Assumes && is_it(said))
        .map(|said| judged(Class::Documented, quoted(said)))
}

/// "Once the stream has ended, it must not be used any more", and "must not use what has finished".
fn forbids_the_same(sentence: &str, message: &str) -> bool {
    let (sentence, message) = (sentence.to_lowercase(), message.to_lowercase());
    ["use", "call", "poll", "modif", "read", "writ"]
        .iter()
        .any(|verb| {
            let passive = format!("must not be {verb}");
            let active = format!("must not {verb}");
            sentence.contains(&passive) && (message.contains(&passive) || message.contains(&active))
        })
}

/// The called function fails on purpose, and a sentence about its type has a word of what it says.
pub(super) fn is_explained(evidence: &Evidence<'_>, said: &DocSentence) -> bool {
    let raised = &evidence.raised;
    // What is expected of a `Result` says which error it has instead.
    let is_expected = raised.how == Raise::Expect && evidence.message.contains(": ");
    (is_expected || matches!(raised.how, Raise::Assertion | Raise::Panic))
        && raised.in_public
        && !raised.text.starts_with("debug_")
        && !evidence.item.reports_failure
        && promise(&evidence.item.path, Reports::Nothing).is_none()
        && speaks_of(&said.text, [&raised.text, evidence.message], &evidence.item.path)
}

/// The author refuses what was given, and the docs take that for granted or do not say so.
pub(super) fn refused(evidence: &Evidence<'_>) -> Option<Judgement> {
    if !is_refusal(evidence) {
        return None;
    }
    let raised = &evidence.raised;
    let why = || {
        format!(
            "`{}` at {}, and the docs do not say so",
            raised.text, raised.place
        )
    };
    assumed(evidence).or_else(|| Some(judged(Class::Precondition, why())))
}

/// The author looks at the arguments and refuses in words.
fn is_refusal(evidence: &Evidence<'_>) -> bool {
    let raised = &evidence.raised;
    let gives_text = evidence
        .item
        .params
        .iter()
        .any(|param| param.gives == Gives::Text);
    let is_explicit = match raised.how {
        // What is only checked while debugging is about arguments if it names one.
        Raise::Assertion => {
            let names_what_was_made = evidence.receiver_is_made && raised.text.contains("self");
            let names_given = names_what_was_made || names_an_argument(evidence.item, &raised.text);
            !raised.text.starts_with("debug_") || names_given || is_worded_as_refusal(evidence)
        }
        Raise::Panic => blames_arguments(evidence, &[FAILED, CLAIMED].concat()),
        // Mostly it says what the author took for granted, and in the middle of reading text always.
        Raise::Expect => !gives_text && blames_arguments(evidence, FAILED),
        Raise::LiteralList | Raise::Other => false,
    };
    let is_meant = !matches!(
        says(evidence.message),
        Says::Internal | Says::Overflow | Says::Unwrap
    );
    is_explicit && is_meant && raised.in_public
}

/// An assertion with words of its own, which are those of a refusal.
fn is_worded_as_refusal(evidence: &Evidence<'_>) -> bool {
    !evidence.message.starts_with("assertion ") && blames_arguments(evidence, &[FAILED, CLAIMED].concat())
}

/// True if a message names an argument, or is worded like a refusal, in the name of an error, too. What is expected of something else
/// than the caller gave has another reason to fail.
fn blames_arguments(evidence: &Evidence<'_>, refusals: &[&str]) -> bool {
    let lower = evidence.message.to_lowercase();
    let in_words = in_words(evidence.message).to_lowercase();
    let may_be_of_error = evidence.raised.how != Raise::Expect || evidence.raised.names_argument;
    let is_said = |words: &&str| lower.contains(words) || may_be_of_error && in_words.contains(words);
    refusals.iter().any(is_said) || names_an_argument(evidence.item, evidence.message)
}

/// `Out Of Bounds` for `OutOfBounds`.
fn in_words(text: &str) -> String {
    let mut apart = String::new();
    for c in text.chars() {
        if c.is_uppercase() && apart.ends_with(char::is_lowercase) {
            apart.push(' ');
        }
        apart.push(c);
    }
    apart
}
