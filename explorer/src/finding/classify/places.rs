//! Places that are not there: when whoever names one expects the panic.

use super::convention;
use super::evidence::{Evidence, Raise, argument_name, is_about_self_alone};
use super::judgement::{Judgement, judged};
use super::message::{Says, says, speaks_of_a_place};
use crate::finding::trials::{PlaceTrial, Told};
use crate::run_report::Class;

/// There is no other way for `Index` to say that there is nothing there.
pub(super) fn indexing(evidence: &Evidence<'_>) -> Option<Judgement> {
    // What the receiver claims of itself is no matter of the index.
    let raised = &evidence.raised;
    let is_of_receiver = raised.how == Raise::Assertion && is_about_self_alone(&raised.text);
    let is_excuse = !matches!(says(evidence.message), Says::Internal | Says::Overflow)
        && !is_of_receiver
        && !is_of_a_name(evidence);
    (convention::is_indexing(&evidence.item.path) && is_excuse).then(|| {
        judged(
            Class::Convention,
            "indexing has no other way to say that there is nothing there",
        )
    })
}

/// The place was looked up for what an enum has a name for.
fn is_of_a_name(evidence: &Evidence<'_>) -> bool {
    let is_reversed = |lower: &str| lower.contains("starts at") || lower.contains("begin <= end");
    let mut params = evidence.item.params.iter();
    says(evidence.message) == Says::Bounds
        && !is_reversed(&evidence.message.to_lowercase())
        && params.any(|param| param.gives.is_named())
}

/// The caller could have asked the crate's own `Index` as well.
pub(super) fn indexing_by_argument(evidence: &Evidence<'_>) -> Option<Judgement> {
    (evidence.raised.by_argument && says(evidence.message) == Says::Bounds).then(|| {
        judged(
            Class::Convention,
            "an argument is a place that is not there: the crate's own `Index` says so of it",
        )
    })
}

/// A place that the caller named and that is not there, in std's words or the author's.
pub(super) fn no_such_place(evidence: &Evidence<'_>) -> Option<Judgement> {
    let place = evidence.trials.place.as_ref()?;
    let how = match place.told {
        Told::Smaller => "a smaller one is out of bounds",
        Told::Word => "the panic names the word that it is in",
        Told::NoBit => "the number beside it has no such bit",
        _ if !speaks_of_a_place(evidence.message) && !is_refused_range(evidence, place) => return None,
        Told::Follows => "the panic names what is given there",
        Told::Passes => "another one passes",
    };
    let name = argument_name(evidence, place.argument);
    Some(judged(
        Class::Convention,
        format!("{name} is a place that is not there: {how}"),
    ))
}

/// The author looks at a range and refuses it, in whatever words and in whichever function.
fn is_refused_range(evidence: &Evidence<'_>, place: &PlaceTrial) -> bool {
    let param = evidence.item.params.get(place.argument);
    let is_refusal = matches!(evidence.raised.how, Raise::Assertion | Raise::Panic)
        && says(evidence.message) != Says::Internal
        && !evidence.raised.text.starts_with("debug_");
    is_refusal && param.is_some_and(|param| param.gives.is_range())
}
