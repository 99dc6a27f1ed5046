//! What the docs of the functions say that a call got its arguments from: of what they were given, of what comes later of what they
//! give, and that it has no end.

use super::evidence::{Evidence, is_panic};
use super::judgement::{Judgement, judged, quoted};
use crate::finding::frames::last_segment;
use crate::outcome::FaultKind;
use crate::run_report::Class;
use harness_gen::Item;
use harness_gen::sentences::{DocKind, DocSentence};

/// Whoever makes a value against what the docs of its maker say of its arguments has been told: nothing of it need work.
pub(super) fn made_against_terms(evidence: &Evidence<'_>) -> Option<Judgement> {
    let said = evidence
        .arguments
        .broken_terms
        .as_ref()
        .filter(|_| is_panic(evidence))?;
    Some(judged(
        Class::Documented,
        format!("{}, which an argument was made with", quoted(said)),
    ))
}

/// What is not checked where a value is made may panic wherever it is used.
pub(super) fn made_unchecked(evidence: &Evidence<'_>) -> Option<Judgement> {
    let mut makers = (evidence.arguments.always_made_by()).filter(|_| is_panic(evidence));
    let maker = makers.find(|maker| {
        last_segment(&maker.path)
            .split('_')
            .any(|word| word == "unchecked")
    })?;
    Some(judged(
        Class::Documented,
        format!(
            "an argument comes from `{}`, which does not check what it is given",
            maker.path
        ),
    ))
}

/// What only fits what it was made of was given to something else of that type.
pub(super) fn made_for_another(evidence: &Evidence<'_>) -> Option<Judgement> {
    let bound = evidence.trials.bound_elsewhere.as_ref();
    let said = bound.filter(|_| is_panic(evidence))?;
    Some(judged(
        Class::Documented,
        format!("{}, and it is used with another one", quoted(said)),
    ))
}

/// "May panic after this function is called", "formatting the returned `DelayedFormat` panics".
pub(super) fn announced_by_maker<'e>(evidence: &Evidence<'e>) -> Option<Judgement> {
    const AFTER: [&str; 2] = ["after this function", "after this method"];
    let of_returned = |lower: &str| {
        let named = lower.split_once("the returned `").map(|(_, rest)| rest);
        let named = named.and_then(|rest| rest.split_once('`'));
        named.is_some_and(|(name, rest)| {
            rest.contains("panic") && evidence.item.path.to_lowercase().contains(name)
        })
    };
    let announces = |said: &&DocSentence| {
        let lower = said.text.to_lowercase();
        let says = |known: &[&str]| known.iter().any(|words| lower.contains(words));
        said.kind == DocKind::Panics && (says(&AFTER) || of_returned(&lower))
    };
    let announced = |makers: &Vec<&'e Item>| {
        let mut docs = makers.iter().flat_map(|maker| &maker.docs);
        docs.find(announces)
    };
    let plans = evidence.arguments.made_by.iter().filter(|_| is_panic(evidence));
    // One plan that nobody has announced is enough for a bug.
    let announced: Option<Vec<&DocSentence>> = plans.map(announced).collect();
    let said = announced?.into_iter().next()?;
    Some(judged(
        Class::Documented,
        format!("{}, which was called before", quoted(said)),
    ))
}

/// Nobody comes to the end of what has none.
pub(super) fn source_without_end(evidence: &Evidence<'_>) -> Option<Judgement> {
    const ENDLESS: [&str; 4] = ["infinite", "endless", "forever", "never terminate"];
    const SOURCES: [&str; 6] = ["iterator", "stream", "repeat", "sequence", "generator", "reader"];
    let goes_on = matches!(evidence.kind, FaultKind::Timeout | FaultKind::Memory);
    let makers = (evidence.arguments.always_made_by()).filter(|_| goes_on);
    let mut docs = makers.flat_map(|maker| &maker.docs);
    let said = docs.find(|said| {
        let lower = said.text.to_lowercase();
        let says = |known: &[&str]| known.iter().any(|word| lower.contains(word));
        said.kind == DocKind::Warns && says(&ENDLESS) && says(&SOURCES)
    })?;
    Some(judged(
        Class::Documented,
        format!("{}, which an argument comes from", quoted(said)),
    ))
}
