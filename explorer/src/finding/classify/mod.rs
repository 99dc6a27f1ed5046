//! How serious a finding is, and what decided it, in one sentence. The rules are a table, tried from the top: what is
//! promised or documented comes before what is customary, and a refusal on purpose that no docs speak of is looked for last.

mod convention;
mod documented;
mod evidence;
mod judgement;
mod made;
mod message;
mod places;
mod ranges;
mod refusal;

pub use convention::{is_indexing, may_never_panic, promises_another_result, promises_no_panic};
pub use documented::{excuses, is_broken, may_excuse, of_bounds_alone, words};
pub use evidence::{Arguments, Evidence, Raise, Raised, has_word};
pub use judgement::Judgement;
pub use message::{Says, blames_the_sandbox, numbers_in, says, speaks_of_a_place};

use super::frames::last_segment;
use super::trials::WidthTrial;
use crate::outcome::{BLOCKED, FaultKind};
use crate::run_report::Class;
use convention::{Reports, promise};
use evidence::{argument_name, is_panic, names, names_an_argument};
use harness_gen::Item;
use harness_gen::sentences::{DocKind, DocSentence, is_unwrapping_example};
use judgement::{judged, quoted};
use made::{announced_by_maker, made_against_terms, made_for_another, made_unchecked, source_without_end};
use message::is_left_out;
use places::{indexing, indexing_by_argument, no_such_place};
use refusal::{assumed_beside_failure, is_explained, refused};

type Rule = fn(&Evidence<'_>) -> Option<Judgement>;

/// The rules, the first that fits decides.
const RULES: [Rule; 29] = [
    unconfirmed,
    broken_property,
    promised_never_to_panic,
    error_of_its_own,
    made_against_terms,
    made_unchecked,
    made_for_another,
    broken_promise_below,
    contradicted,
    told,
    announced_by_maker,
    warned_of,
    source_without_end,
    large_size,
    beyond_excuse,
    assumed_beside_failure,
    documented_below_for_sure,
    broken_promise,
    documented_below,
    refused_size,
    operator,
    too_large_a_result,
    indexing,
    indexing_by_argument,
    no_such_place,
    customary,
    asserting,
    documented_outside,
    refused,
];

/// The class; see the module's text for the rules.
pub fn classify(evidence: &Evidence<'_>) -> Judgement {
    let decided = RULES.iter().find_map(|rule| rule(evidence));
    decided.unwrap_or_else(|| judged(Class::Bug, unexpected(evidence)))
}

fn unconfirmed(evidence: &Evidence<'_>) -> Option<Judgement> {
    let doubt = evidence.doubt.as_ref()?;
    Some(judged(Class::Unreliable, doubt.clone()))
}

fn broken_property(evidence: &Evidence<'_>) -> Option<Judgement> {
    (evidence.kind == FaultKind::Property)
        .then(|| judged(Class::Bug, "a property that the crate states does not hold"))
}

fn promised_never_to_panic(evidence: &Evidence<'_>) -> Option<Judgement> {
    let docs = &evidence.item.docs;
    let said = docs.iter().find(|said| said.kind == DocKind::NeverPanics)?;
    // Who says beside it when it panics promises that of other calls.
    let is_excepted = docs.iter().any(|other| {
        other.kind == DocKind::Panics && other.place == said.place && speaks_of_this(evidence, other)
    });
    (is_panic(evidence) && !is_excepted).then(|| {
        judged(
            Class::Bug,
            format!("the docs promise otherwise: {}", quoted(said)),
        )
    })
}

fn broken_promise_below(evidence: &Evidence<'_>) -> Option<Judgement> {
    let of = evidence.failing_promise.as_ref().filter(|_| is_panic(evidence))?;
    if names_what_is_checked(evidence) {
        return None;
    }
    Some(judged(
        Class::Bug,
        match promises_another_result(of) {
            true => convention::another_result(of),
            false => format!("`{of}` has a place for failure in its signature, and panics instead"),
        },
    ))
}

/// The docs say of an argument that it panics, and that argument is what is looked at where it does.
fn names_what_is_checked(evidence: &Evidence<'_>) -> bool {
    let raised = &evidence.raised;
    let is_told = |name| {
        let panics = evidence
            .item
            .docs
            .iter()
            .filter(|said| said.kind == DocKind::Panics);
        panics.into_iter().any(|said| has_word(&said.text, name))
    };
    raised.how == Raise::Assertion
        && names(&evidence.item.params).any(|name| has_word(&raised.text, name) && is_told(name))
}

/// The docs speak of places out of bounds, and the receiver says that this one is not.
fn contradicted(evidence: &Evidence<'_>) -> Option<Judgement> {
    let word = evidence.trials.own_word.as_ref()?;
    let name = argument_name(evidence, word.argument);
    let why = format!(
        "{name} is in bounds: it is {}, and `{}()` is {}",
        word.given, word.reader, word.answer
    );
    Some(judged(Class::Bug, why))
}

/// What the docs of the item say about panics, or require of arguments that it names.
fn told(evidence: &Evidence<'_>) -> Option<Judgement> {
    if !is_panic(evidence) {
        return None;
    }
    let docs = &evidence.item.docs;
    let mut speak = docs.iter().filter(|said| speaks_of_this(evidence, said));
    let first = speak.clone().next()?;
    // Who says that it panics says more than who says what has to be, unless that is what was looked at.
    let is_looked_at = |name: &str| has_word(&first.text, name) && has_word(&evidence.raised.text, name);
    let said = match names(&evidence.item.params).any(is_looked_at) {
        true => first,
        false => speak.find(|said| said.kind == DocKind::Panics).unwrap_or(first),
    };
    Some(judged(Class::Documented, quoted(said)))
}

fn speaks_of_this(evidence: &Evidence<'_>, said: &DocSentence) -> bool {
    let may_be_about_it = match said.kind {
        // Who unwraps an answer that reports failures panics, and not who gives it.
        DocKind::Panics => !(evidence.item.reports_failure && is_unwrapping_example(&said.text)),
        DocKind::Fails => !evidence.item.reports_failure,
        // What a function reports the lack of, it does not panic for, unless it checks that very argument.
        DocKind::Requires => {
            let may_be_meant = !evidence.item.reports_failure
                || documented::ties_to_another_call(&said.text)
                || requires_what_is_checked(evidence, said);
            may_be_meant
                && (names_an_argument(evidence.item, &said.text) || begins_with_an_argument(&said.text))
        }
        DocKind::FailsToBuild if evidence.item.reports_failure => false,
        DocKind::FailsToBuild => match evidence.raised.how {
            Raise::LiteralList => true,
            Raise::Assertion | Raise::Panic | Raise::Expect => evidence.raised.in_public,
            Raise::Other => false,
        },
        DocKind::PanicsSomewhere => is_explained(evidence, said),
        DocKind::PanicsAnywhere => {
            is_on_purpose(evidence) && promise(&evidence.item.path, Reports::Nothing).is_none()
        }
        DocKind::NeverPanics | DocKind::Assumes | DocKind::Warns | DocKind::BindsToMaker => false,
    };
    // What std says of the index is not what the author says.
    let is_own = evidence.raised.how == Raise::LiteralList;
    let message = if is_own { "" } else { evidence.message };
    let is_beside = evidence.trials.beside_the_point.contains(said);
    may_be_about_it && !is_beside && documented::covers(said, &evidence.arguments, message)
}

/// Somebody looked and refused, or the message says what is wrong: an `unwrap` may fail for any reason.
fn is_on_purpose(evidence: &Evidence<'_>) -> bool {
    let is_refused = matches!(
        evidence.raised.how,
        Raise::Assertion | Raise::Panic | Raise::Expect
    );
    let says = says(evidence.message);
    is_refused
        || matches!(
            says,
            Says::Overflow | Says::ZeroDivision | Says::Bounds | Says::Capacity
        )
}

/// The docs require something of an argument, and do not say what is reported otherwise, and that argument is what is looked at where
/// it panics.
fn requires_what_is_checked(evidence: &Evidence<'_>, said: &DocSentence) -> bool {
    let raised = &evidence.raised;
    raised.how == Raise::Assertion
        && !raised.text.starts_with("debug_")
        && !documented::reports(&said.text)
        && names(&evidence.item.params).any(|name| has_word(&raised.text, name) && has_word(&said.text, name))
}

/// "`i` must be…": a trait's docs name arguments as the trait does.
fn begins_with_an_argument(text: &str) -> bool {
    let mut parts = text.split('`');
    let is_name = |part: &str| {
        part.chars()
            .all(|c| c.is_lowercase() || c.is_numeric() || c == '_')
    };
    parts.next() == Some("")
        && parts.next().is_some_and(is_name)
        && parts
            .next()
            .is_some_and(|rest| rest.starts_with(" must ") || rest.starts_with(" should "))
}

/// What the docs say of cost, overflow, blocking and ends of processes covers faults of that kind.
fn warned_of(evidence: &Evidence<'_>) -> Option<Judgement> {
    let words: &[&str] = match evidence.kind {
        FaultKind::Memory => &["proportional", "o(", "untrusted"],
        FaultKind::Timeout => &[
            "forever",
            "infinite",
            "block",
            "deadlock",
            "never return",
            "never terminate",
            "endless",
            "suspend",
        ],
        FaultKind::StackOverflow => &["stack overflow"],
        FaultKind::Abort | FaultKind::Signal(libc::SIGABRT) => &["abort"],
        FaultKind::Exit(_) => &["exits", "exiting", "will exit", "terminates"],
        FaultKind::Leak => &["leak"],
        FaultKind::Slow => &["quadratic", "cubic", "exponential", "o(n", "untrusted"],
        // A result that is too large is what people call an overflow; who has a place for failure reports it.
        FaultKind::Panic
            if !evidence.item.reports_failure
                && ["add", "multiply", "shift left"]
                    .iter()
                    .any(|what| evidence.message.starts_with(&format!("attempt to {what}"))) =>
        {
            &["overflow"]
        }
        // No docs excuse a crash.
        FaultKind::Panic
        | FaultKind::Signal(_)
        | FaultKind::Property
        | FaultKind::DoubleDrop
        | FaultKind::InvalidUse => return None,
    };
    // What a type costs is what a number asks for, and no excuse of what grows by itself.
    let is_asked_for = evidence.kind != FaultKind::Memory || evidence.trials.size.is_some();
    let has_word = |said: &&DocSentence| {
        let is_of_type = said.place.starts_with("docs of type ");
        let lower = said.text.to_lowercase();
        (is_asked_for || !is_of_type) && words.iter().any(|word| lower.contains(word))
    };
    let said = evidence
        .item
        .docs
        .iter()
        .filter(|said| said.kind == DocKind::Warns)
        .find(has_word);
    let below = evidence.passed_on.iter();
    let sized = evidence.item.docs.iter().chain(below).find(|said| {
        let names_capacity = ["capacity", "memory", "alloc"]
            .iter()
            .any(|word| said.text.contains(word));
        let is_of_memory = evidence.kind == FaultKind::Memory && said.kind == DocKind::Panics;
        is_of_memory && names_capacity && documented::covers(said, &evidence.arguments, evidence.message)
    });
    let said = said.or(sized)?;
    Some(judged(Class::Documented, quoted(said)))
}

/// Memory or time in proportion to a number that the caller gave.
fn large_size(evidence: &Evidence<'_>) -> Option<Judgement> {
    let what = match evidence.kind {
        FaultKind::Memory => "memory",
        FaultKind::Timeout => "time",
        _ => return None,
    };
    let size = evidence.trials.size.as_ref()?;
    let name = argument_name(evidence, size.argument);
    Some(match size.passes_at {
        Some(passes) => judged(
            Class::Convention,
            format!(
                "{what} grows with {name}: too much for {}, not for {passes}",
                size.given
            ),
        ),
        None => judged(
            Class::Bug,
            format!(
                "{what} is out of proportion to {name}, which is only {}",
                size.given
            ),
        ),
    })
}

/// Nothing but the docs excuses these.
fn beyond_excuse(evidence: &Evidence<'_>) -> Option<Judgement> {
    let why = match evidence.kind {
        FaultKind::Panic => return None,
        FaultKind::Timeout if evidence.message == BLOCKED => {
            "it waits for what never comes: no thread of it runs any more"
        }
        FaultKind::Timeout => "it goes on for more than three times the time limit",
        FaultKind::Memory => "it takes more memory than the limit, out of proportion to what it is given",
        FaultKind::StackOverflow => return Some(judged(Class::Bug, recursion(&evidence.beneath))),
        FaultKind::Abort => "the process aborts",
        FaultKind::Signal(_) => "the process crashes",
        FaultKind::Exit(_) => "it ends the process",
        FaultKind::Slow => return Some(judged(Class::Convention, evidence.message)),
        FaultKind::Property => "a property does not hold",
        FaultKind::Leak => {
            "memory that it has allocated cannot be reached any more once all values are dropped"
        }
        FaultKind::DoubleDrop => "it drops a value twice, which no safe code may bring about",
        FaultKind::InvalidUse => "it uses a value that is not there, which no safe code may bring about",
    };
    Some(judged(Class::Bug, why))
}

/// Which functions of the crate recur.
fn recursion(recurring: &[String]) -> String {
    match recurring {
        [] => "the stack overflows".to_owned(),
        [only] => format!("`{only}` calls itself until the stack overflows"),
        [one, ..] => format!("`{one}` comes to call itself until the stack overflows"),
    }
}

/// `format!` panics where an impl reports an error that nobody gave it.
fn error_of_its_own(evidence: &Evidence<'_>) -> Option<Judgement> {
    let is_it = evidence
        .message
        .contains("implementation returned an error unexpectedly");
    (is_panic(evidence) && is_it).then(|| {
        let why =
            "`fmt` returns an error although its writer does not fail, so `format!` and `to_string` panic";
        judged(Class::Bug, why)
    })
}

fn broken_promise(evidence: &Evidence<'_>) -> Option<Judgement> {
    // Who reports that a text is bad does not say so of a size that the caller named, and who reports that there is no memory
    // not of an argument that is bad for another reason. What a future comes to, it comes to once.
    let is_of_another_failure = match reports_want_of_memory(evidence.item) {
        true => refuses_an_argument(evidence),
        false => is_size_given(evidence) || says(evidence.message) == Says::Polled,
    };
    let reports = match (is_of_another_failure, evidence.item.reports_failure) {
        (true, _) => Reports::OtherFailures,
        (false, true) => Reports::Failure,
        (false, false) => Reports::Nothing,
    };
    let of_item = convention::promise(&evidence.item.path, reports);
    let beneath = || {
        evidence
            .beneath
            .iter()
            .find_map(|path| convention::promise_of_trait(path))
    };
    of_item.or_else(beneath).map(|why| judged(Class::Bug, why))
}

/// The called function checks an argument, and not for its size.
fn refuses_an_argument(evidence: &Evidence<'_>) -> bool {
    let raised = &evidence.raised;
    raised.how == Raise::Assertion
        && raised.in_public
        && names_an_argument(evidence.item, &raised.text)
        && says(evidence.message) != Says::Capacity
}

fn reports_want_of_memory(item: &Item) -> bool {
    let output = item.signature.output.to_lowercase();
    ["alloc", "capacity", "reserve", "memory"]
        .iter()
        .any(|word| output.contains(word))
}

/// A size is refused that the call itself names: what hides in the receiver, its caller does not ask for.
fn is_size_given(evidence: &Evidence<'_>) -> bool {
    let size = evidence.trials.size.as_ref();
    let param = size.and_then(|size| evidence.item.params.get(size.argument));
    refused_size(evidence).is_some() && param.is_none_or(|param| param.name != "self")
}

/// A panic instead of memory that nobody can have: what arithmetic on such a size refuses counts, too.
fn refused_size(evidence: &Evidence<'_>) -> Option<Judgement> {
    let size = evidence.trials.size.as_ref()?;
    let passes = size.passes_at?;
    let is_refusal = says(evidence.message) == Says::Capacity || size.smaller_is_refused;
    is_refusal.then(|| {
        let name = argument_name(evidence, size.argument);
        judged(
            Class::Convention,
            format!("{name} is a size: {} is refused, {passes} is not", size.given),
        )
    })
}

/// What the docs of a public function say of when it panics, which was handed the caller's own arguments, can be evaluated of these, and
/// is so: a place for failure does not take that back, but a name that promises another result does.
fn documented_below_for_sure(evidence: &Evidence<'_>) -> Option<Judgement> {
    let path = &evidence.item.path;
    let is_promised =
        convention::promise(path, Reports::Nothing).is_some() || last_segment(path).starts_with("checked_");
    let is_open = is_panic(evidence) && !is_promised;
    let mut below = evidence.passed_on.iter().filter(|_| is_open);
    let said = below.find(|said| {
        said.kind == DocKind::Panics
            && documented::holds_for_sure(said, &evidence.arguments, evidence.message)
    })?;
    Some(told_below(said))
}

fn told_below(said: &DocSentence) -> Judgement {
    let why = format!("{}, which gets the arguments", quoted(said));
    judged(Class::Documented, why)
}

fn documented_below(evidence: &Evidence<'_>) -> Option<Judgement> {
    documented_by(evidence, &evidence.passed_on)
}

fn documented_outside(evidence: &Evidence<'_>) -> Option<Judgement> {
    documented_by(evidence, &evidence.passed_out)
}

/// The docs of a function that was handed the caller's own arguments.
fn documented_by(evidence: &Evidence<'_>, told: &[DocSentence]) -> Option<Judgement> {
    let unknown = Arguments::default();
    let said = told.iter().find(|said| {
        matches!(said.kind, DocKind::Panics | DocKind::Requires)
            && documented::covers(said, &unknown, evidence.message)
    })?;
    Some(told_below(said))
}

fn operator(evidence: &Evidence<'_>) -> Option<Judgement> {
    // That the result fits is known better than what operators are like. What is shifted out fits any width, and so does what
    // remains.
    let width = evidence.trials.width.as_ref();
    let may_not_fit = ["attempt to shift", "attempt to calculate the remainder"]
        .iter()
        .all(|what| !evidence.message.starts_with(what));
    if may_not_fit && width.is_some_and(|width| width.too_large.is_none()) {
        return None;
    }
    convention::of_operator(&evidence.item.path, evidence.message).map(|why| judged(Class::Convention, why))
}

/// Arithmetic overflows because the result does, as that of every operator.
fn too_large_a_result(evidence: &Evidence<'_>) -> Option<Judgement> {
    let width = evidence.trials.width.as_ref()?;
    let number = width.too_large?;
    Some(judged(
        Class::Convention,
        format!(
            "the result is too large for its type: with `{}` it is {number}",
            width.wide
        ),
    ))
}

/// What std's cells, futures and sorts do to whoever misuses them.
fn customary(evidence: &Evidence<'_>) -> Option<Judgement> {
    let why = match says(evidence.message) {
        Says::Polled => "polled after completion",
        Says::Order => "the caller's own order contradicts itself",
        Says::Borrowed if last_segment(&evidence.item.path).contains("borrow") => {
            "borrowed twice, as a `RefCell`"
        }
        _ => return None,
    };
    Some(judged(Class::Convention, why))
}

/// Whoever calls a function of this name asks for it.
fn asserting(evidence: &Evidence<'_>) -> Option<Judgement> {
    let name = last_segment(&evidence.item.path);
    (is_panic(evidence) && matches!(name, "assert" | "debug_assert")).then(|| {
        judged(
            Class::Convention,
            format!("to panic is what a function called `{name}` is for"),
        )
    })
}

fn unexpected(evidence: &Evidence<'_>) -> String {
    let place = &evidence.raised.place;
    let at = if place.is_empty() {
        String::new()
    } else {
        format!(" at {place}")
    };
    let what = match says(evidence.message) {
        _ if is_left_out(evidence.message) => "it is not implemented",
        Says::Internal => "what should be impossible happens",
        Says::Overflow | Says::ZeroDivision => match &evidence.trials.width {
            Some(width) => return fits(evidence, width),
            None => "arithmetic fails",
        },
        Says::Bounds => "an index or a range does not fit",
        Says::Unwrap => "an `unwrap` fails",
        _ => "it panics",
    };
    format!("{what}{at}, and the docs do not speak of it")
}

fn fits(evidence: &Evidence<'_>, width: &WidthTrial) -> String {
    format!(
        "arithmetic overflows at {} on the way to a result that fits: `{}` gives it",
        evidence.raised.place, width.wide
    )
}

#[cfg(test)]
mod tests;
