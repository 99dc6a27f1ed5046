//! Each rule of the table, with the sentence it gives.

mod made;
mod sentences;

use super::*;
use crate::finding::trials::{OwnWord, PlaceTrial, SizeTrial, Told, Trials};
use harness_gen::{Code, Gives, ItemKind, ItemUse, Param};

fn said(kind: DocKind, text: &str) -> DocSentence {
    DocSentence {
        kind,
        text: text.to_owned(),
        place: "docs of `a::f`".to_owned(),
    }
}

fn item(path: &str, docs: Vec<DocSentence>) -> Item {
    Item {
        signature: harness_gen::Signature::default(),
        path: path.to_owned(),
        kind: ItemKind::Function,
        span: None,
        docs,
        params: vec![Param {
            name: "at".to_owned(),
            gives: Gives::Place,
        }],
        reports_failure: false,
        is_property: false,
        use_: ItemUse::Excluded {
            code: Code::User,
            reason: String::new(),
        },
    }
}

/// Checks the judgement of an assertion in the called function itself, after `change`.
fn check(
    docs: &[(DocKind, &str)],
    change: impl FnOnce(&mut Item, &mut Evidence<'_>, &mut Trials),
    class: Class,
    why: &str,
) {
    let docs = docs.iter().map(|(kind, text)| said(*kind, text)).collect();
    let mut own = item("a::f", docs);
    let placeholder = item("a::f", Vec::new());
    let (mut trials, none) = (Trials::default(), Trials::default());
    let mut evidence = Evidence {
        kind: FaultKind::Panic,
        message: "assertion failed: n > 0",
        doubt: None,
        item: &placeholder,
        arguments: Arguments::default(),
        receiver_is_made: false,
        raised: Raised {
            how: Raise::Assertion,
            text: "assert!(n > 0)".to_owned(),
            place: "src/lib.rs:12".to_owned(),
            in_public: true,
            by_argument: false,
            names_argument: false,
        },
        failing_promise: None,
        beneath: Vec::new(),
        passed_on: Vec::new(),
        passed_out: Vec::new(),
        trials: &none,
    };
    change(&mut own, &mut evidence, &mut trials);
    let evidence = Evidence {
        item: &own,
        trials: &trials,
        ..evidence
    };
    let judgement = classify(&evidence);
    assert_eq!(
        (judgement.class, judgement.why.as_str()),
        (class, why),
        "{evidence:?}"
    );
}

const INDEX: &str = "index out of bounds: the len is 0 but the index is 3";
const OVERFLOW: &str = "attempt to add with overflow";
const UNWRAP: &str = "called `Option::unwrap()` on a `None` value";

fn size(passes_at: Option<i128>, smaller_is_refused: bool) -> Option<SizeTrial> {
    Some(SizeTrial {
        argument: 0,
        given: 999_999,
        smaller_is_refused,
        passes_at,
    })
}

#[test]
fn what_a_type_takes_for_granted_is_said() {
    let docs = [(
        DocKind::Assumes,
        "Most methods expect the quaternion to be normalized.",
    )];
    let normal = |e: &mut Evidence<'_>| e.raised.text = "debug_assert!(self.is_normalized())".to_owned();
    let why = "\"Most methods expect the quaternion to be normalized.\" (docs of `a::f`)";
    check(
        &docs,
        |_, e, _| {
            normal(e);
            e.receiver_is_made = true;
        },
        Class::Documented,
        why,
    );
    let other = "`assert!(n > 0)` at src/lib.rs:12, and the docs do not say so";
    check(&docs, |_, _, _| {}, Class::Precondition, other);
    // A place for other failures does not take it back.
    check(
        &docs,
        |item, e, _| {
            normal(e);
            e.receiver_is_made = true;
            item.reports_failure = true;
        },
        Class::Documented,
        why,
    );
    // Nothing that is no refusal is excused by it.
    let unexpected = "it panics at src/lib.rs:12, and the docs do not speak of it";
    let below = |e: &mut Evidence<'_>| {
        normal(e);
        e.raised.in_public = false;
    };
    check(&docs, |_, e, _| below(e), Class::Bug, unexpected);
}

#[test]
fn who_makes_a_value_against_the_docs_of_its_maker_was_told() {
    let terms = said(DocKind::Requires, "`cap` must be a power of two.");
    let why = "\"`cap` must be a power of two.\" (docs of `a::f`), which an argument was made with";
    let broken = |e: &mut Evidence<'_>| e.arguments.broken_terms = Some(terms.clone());
    let clone = "<a::Ring as std::clone::Clone>::clone";
    let of_clone = |own: &mut Item| own.path = clone.to_owned();
    check(
        &[],
        |own, e, _| {
            of_clone(own);
            broken(e);
        },
        Class::Documented,
        why,
    );
    check(
        &[],
        |own, _, _| of_clone(own),
        Class::Bug,
        "nobody expects a panic of `Clone`",
    );
}

#[test]
fn what_fails_without_a_place_for_failure_panics() {
    let docs = [(DocKind::Fails, "Fails if there is no element there.")];
    let why = "\"Fails if there is no element there.\" (docs of `a::f`)";
    check(&docs, |_, _, _| {}, Class::Documented, why);
    let reports = |own: &mut Item| own.reports_failure = true;
    let why = "its signature has a place for failure, and it panics instead";
    check(&docs, |own, _, _| reports(own), Class::Bug, why);
}

#[test]
fn memory_is_not_what_docs_of_other_sizes_speak_of() {
    let takes_memory = |e: &mut Evidence<'_>, given: i128| {
        (e.kind, e.message) = (FaultKind::Memory, "more than 128 bytes of live memory");
        e.arguments.numbers = vec![Some(given)];
        e.raised = Raised::default();
    };
    let docs = [(DocKind::Panics, "Panics if `at`, the capacity, is zero.")];
    let grows = "memory grows with `at`: too much for 999999, not for 4";
    let params = item("a::f", Vec::new()).params;
    check(
        &docs,
        |_, e, trials| {
            e.arguments.params = params.leak();
            takes_memory(e, 999_999);
            trials.size = size(Some(4), true);
        },
        Class::Convention,
        grows,
    );
    let docs = [(DocKind::Panics, "Panics if the allocation is too large.")];
    let why = "\"Panics if the allocation is too large.\" (docs of `a::f`)";
    check(&docs, |_, e, _| takes_memory(e, 9), Class::Documented, why);
}

#[test]
fn an_index_into_the_empty_list_is_a_refusal_in_a_constant() {
    let docs = [(
        DocKind::Panics,
        "Same as `new`, but gives a panic instead of an `Err` on bad input.",
    )];
    let refuses = |e: &mut Evidence<'_>, how: Raise, text: &str| {
        e.message = "index out of bounds: the len is 0 but the index is 0";
        (e.raised.how, e.raised.text) = (how, text.to_owned());
    };
    let why = "\"Same as `new`, but gives a panic instead of an `Err` on bad input.\" (docs of `a::f`)";
    check(
        &docs,
        |_, e, _| refuses(e, Raise::LiteralList, "[]"),
        Class::Documented,
        why,
    );
    // Any other index that does not fit is the crate's own.
    let own = "an index or a range does not fit at src/lib.rs:12, and the docs do not speak of it";
    check(
        &docs,
        |_, e, _| refuses(e, Raise::Other, "table[at]"),
        Class::Bug,
        own,
    );
}

#[test]
fn what_would_not_build_as_a_constant_is_said_to_fail() {
    let said = "Note: Trying to create a long string, will fail to build.";
    let why = format!("\"{said}\" (docs of `a::f`)");
    let docs = [(DocKind::FailsToBuild, said)];
    check(&docs, |_, _, _| {}, Class::Documented, &why);
    let below = |e: &mut Evidence<'_>, how| (e.raised.how, e.raised.in_public) = (how, false);
    check(
        &docs,
        |_, e, _| below(e, Raise::LiteralList),
        Class::Documented,
        &why,
    );
    // What the author did not refuse has nothing to do with constants.
    let own = "arithmetic fails at src/lib.rs:12, and the docs do not speak of it";
    let overflows = |e: &mut Evidence<'_>| (e.raised.how, e.message) = (Raise::Other, OVERFLOW);
    check(&docs, |_, e, _| overflows(e), Class::Bug, own);
}

#[test]
fn an_error_for_want_of_memory_promises_nothing_of_other_arguments() {
    let reports = |item: &mut Item| {
        item.reports_failure = true;
        item.signature.output = "Result<Buffer<T>, AllocError>".to_owned();
    };
    let refused = "`assert!(at > 0)` at src/lib.rs:12, and the docs do not say so";
    check(
        &[],
        |item, e, _| {
            reports(item);
            e.raised.text = "assert!(at > 0)".to_owned();
        },
        Class::Precondition,
        refused,
    );
    let promised = "its signature has a place for failure, and it panics instead";
    let unwraps = |e: &mut Evidence<'_>| (e.raised.how, e.message) = (Raise::Other, UNWRAP);
    check(
        &[],
        |item, e, _| {
            reports(item);
            unwraps(e);
        },
        Class::Bug,
        promised,
    );
}

#[test]
fn an_argument_that_the_crates_own_index_refuses_is_a_place_that_is_not_there() {
    let asks = |e: &mut Evidence<'_>, message: &'static str| {
        e.raised = Raised {
            by_argument: true,
            ..Raised::default()
        };
        e.message = message;
    };
    let why = "an argument is a place that is not there: the crate's own `Index` says so of it";
    check(&[], |_, e, _| asks(e, INDEX), Class::Convention, why);
    let why = "arithmetic fails, and the docs do not speak of it";
    check(&[], |_, e, _| asks(e, OVERFLOW), Class::Bug, why);
    let why = "its signature has a place for failure, and it panics instead";
    let reports = |item: &mut Item, e: &mut Evidence<'_>| {
        asks(e, INDEX);
        item.reports_failure = true;
    };
    check(&[], |item, e, _| reports(item, e), Class::Bug, why);
}

#[test]
fn a_refusal_in_words_is_a_precondition_unless_something_says_otherwise() {
    let expected = "`assert!(n > 0)` at src/lib.rs:12, and the docs do not say so";
    check(&[], |_, _, _| {}, Class::Precondition, expected);
    let unexpected = "it panics at src/lib.rs:12, and the docs do not speak of it";
    check(&[], |_, e, _| e.raised.in_public = false, Class::Bug, unexpected);
    check(&[], |_, e, _| e.raised.how = Raise::Other, Class::Bug, unexpected);
    let read = |item: &mut Item, e: &mut Evidence<'_>| {
        e.raised.how = Raise::Expect;
        item.params[0].gives = Gives::Text;
    };
    check(&[], |item, e, _| read(item, e), Class::Bug, unexpected);
}

#[test]
fn what_is_not_confirmed_is_unreliable() {
    check(
        &[(DocKind::Panics, "Panics.")],
        |_, e, _| e.doubt = Some("no".to_owned()),
        Class::Unreliable,
        "no",
    );
}

#[test]
fn documentation_is_quoted_with_its_place() {
    let why = "\"Panics if `at > len`.\" (docs of `a::f`)";
    check(
        &[(DocKind::Panics, "Panics if `at > len`.")],
        |_, e, _| e.message = INDEX,
        Class::Documented,
        why,
    );
    check(
        &[(DocKind::Panics, "Panics if `at > len`.")],
        |item, _, _| item.reports_failure = true,
        Class::Documented,
        why,
    );
}

#[test]
fn who_says_that_it_panics_is_quoted_before_who_says_what_has_to_be() {
    let docs = [
        (DocKind::Requires, "`at` must be a valid place."),
        (DocKind::Panics, "Panics if it is not."),
    ];
    let why = "\"Panics if it is not.\" (docs of `a::f`)";
    check(&docs, |_, _, _| {}, Class::Documented, why);
}

#[test]
fn what_a_type_says_of_panics_counts_where_it_fails_on_purpose_and_in_its_words() {
    let text = "An iterator over two others, and panics if their lengths differ.";
    let docs = [(DocKind::PanicsSomewhere, text)];
    let said = format!("\"{text}\" (docs of `a::f`)");
    let words = |e: &mut Evidence<'_>, how| {
        e.message = "reached the end of one iterator before the other";
        (e.raised.how, e.raised.text) = (how, "panic!(\"reached…\")".to_owned());
    };
    check(&docs, |_, e, _| words(e, Raise::Panic), Class::Documented, &said);
    let unexpected = "it panics at src/lib.rs:12, and the docs do not speak of it";
    check(&docs, |_, e, _| words(e, Raise::Other), Class::Bug, unexpected);
    let other = "`assert!(n > 0)` at src/lib.rs:12, and the docs do not say so";
    check(&docs, |_, _, _| {}, Class::Precondition, other);
}

#[test]
fn requirements_count_for_arguments_they_name_where_failure_has_no_place() {
    let docs = [(DocKind::Requires, "`at` must be a valid place.")];
    check(
        &docs,
        |_, _, _| {},
        Class::Documented,
        "\"`at` must be a valid place.\" (docs of `a::f`)",
    );
    let why = "its signature has a place for failure, and it panics instead";
    check(&docs, |item, _, _| item.reports_failure = true, Class::Bug, why);
    let needle = "The `at` given must be the same as the one provided to `Finder::new`.";
    check(
        &[(DocKind::Requires, needle)],
        |item, _, _| item.reports_failure = true,
        Class::Documented,
        &format!("\"{needle}\" (docs of `a::f`)"),
    );
    let of_another = [(DocKind::Requires, "The map must be sorted.")];
    let why = "`assert!(n > 0)` at src/lib.rs:12, and the docs do not say so";
    check(&of_another, |_, _, _| {}, Class::Precondition, why);
}

#[test]
fn promises_that_are_broken_are_bugs() {
    let never = [(DocKind::NeverPanics, "This cannot panic.")];
    check(
        &never,
        |_, _, _| {},
        Class::Bug,
        "the docs promise otherwise: \"This cannot panic.\" (docs of `a::f`)",
    );
    let documented = [(DocKind::Panics, "Panics if out of bounds.")];
    let why = "`try_f` has a place for failure in its signature, and panics instead";
    check(
        &documented,
        |_, e, _| e.failing_promise = Some("try_f".to_owned()),
        Class::Bug,
        why,
    );
    // Unless the docs name the very argument that is checked there.
    let checked = |e: &mut Evidence<'_>| {
        e.failing_promise = Some("try_f".to_owned());
        e.raised.text = "assert!(at < self.len())".to_owned();
    };
    let documented = [(DocKind::Panics, "Panics if `at` is out of bounds.")];
    let why = "\"Panics if `at` is out of bounds.\" (docs of `a::f`)";
    check(&documented, |_, e, _| checked(e), Class::Documented, why);
    let why = "nobody expects a panic of `Display`";
    check(
        &[],
        |item, _, _| item.path = "<a::B as std::fmt::Display>::fmt".to_owned(),
        Class::Bug,
        why,
    );
}

#[test]
fn nobody_expects_a_panic_of_a_drop_below() {
    let why = "nobody expects a panic of `Drop`";
    check(
        &[],
        |_, e, _| e.beneath = vec!["<B as Drop>::drop".to_owned()],
        Class::Bug,
        why,
    );
}

#[test]
fn sizes_are_convention_in_proportion_and_bugs_out_of_it() {
    let memory = |e: &mut Evidence<'_>| e.kind = FaultKind::Memory;
    let grows = "memory grows with `at`: too much for 999999, not for 32768";
    check(
        &[],
        |_, e, t| {
            memory(e);
            t.size = size(Some(32768), true)
        },
        Class::Convention,
        grows,
    );
    let out_of = "memory is out of proportion to `at`, which is only 999999";
    check(
        &[],
        |_, e, t| {
            memory(e);
            t.size = size(None, false)
        },
        Class::Bug,
        out_of,
    );
    let endless = "it takes more memory than the limit, out of proportion to what it is given";
    check(&[], |_, e, _| memory(e), Class::Bug, endless);
    let warned = [(DocKind::Warns, "Space proportional to the key.")];
    let why = "\"Space proportional to the key.\" (docs of `a::f`)";
    check(&warned, |_, e, _| memory(e), Class::Documented, why);
    let refused = "`at` is a size: 999999 is refused, 32768 is not";
    check(
        &[],
        |_, e, t| {
            e.message = "capacity overflow";
            t.size = size(Some(32768), false)
        },
        Class::Convention,
        refused,
    );
    check(
        &[],
        |_, e, t| {
            e.message = OVERFLOW;
            t.size = size(Some(32768), true)
        },
        Class::Convention,
        refused,
    );
    let promised = "its signature has a place for failure, and it panics instead";
    for (message, output, class, why) in [
        (
            "capacity overflow",
            "Result<T, NotUtf8>",
            Class::Convention,
            refused,
        ),
        (
            "capacity overflow",
            "Result<T, CapacityError>",
            Class::Bug,
            promised,
        ),
        (OVERFLOW, "Result<T, NotUtf8>", Class::Convention, refused),
    ] {
        let change = |item: &mut Item, e: &mut Evidence<'_>, t: &mut Trials| {
            (item.reports_failure, item.signature.output) = (true, output.to_owned());
            e.message = message;
            t.size = size(Some(32768), true)
        };
        check(&[], change, class, why);
    }
    let overflows = "arithmetic fails at src/lib.rs:12, and the docs do not speak of it";
    check(
        &[],
        |_, e, t| {
            e.message = OVERFLOW;
            t.size = size(Some(32768), false)
        },
        Class::Bug,
        overflows,
    );
}

#[test]
fn places_that_are_not_there_are_convention_if_the_caller_named_them() {
    let place = |told| Some(PlaceTrial { argument: 0, told });
    let follows = "`at` is a place that is not there: the panic names what is given there";
    check(
        &[],
        |_, e, t| {
            e.message = INDEX;
            t.place = place(Told::Follows)
        },
        Class::Convention,
        follows,
    );
    let passes = "`at` is a place that is not there: another one passes";
    check(
        &[],
        |item, _, t| {
            item.params[0].gives = Gives::Range;
            t.place = place(Told::Passes)
        },
        Class::Convention,
        passes,
    );
    let there = "`at` is in bounds: it is 0, and `rows()` is 1";
    check(
        &[(DocKind::Panics, "Panics if the row index is out of bounds.")],
        |_, e, t| {
            e.message = INDEX;
            t.own_word = Some(OwnWord {
                argument: 0,
                given: 0,
                reader: "rows".to_owned(),
                answer: 1,
            })
        },
        Class::Bug,
        there,
    );
    let smaller = "`at` is a place that is not there: a smaller one is out of bounds";
    check(
        &[],
        |_, e, t| {
            (e.message, e.raised.how) = (OVERFLOW, Raise::Other);
            t.place = place(Told::Smaller)
        },
        Class::Convention,
        smaller,
    );
    let own = |e: &mut Evidence<'_>| {
        e.message = INDEX;
        e.raised.how = Raise::Other
    };
    let unfit = "an index or a range does not fit at src/lib.rs:12, and the docs do not speak of it";
    check(&[], |_, e, _| own(e), Class::Bug, unfit);
    let indexing = "indexing has no other way to say that there is nothing there";
    check(
        &[],
        |item, e, _| {
            own(e);
            item.path = "<a::B as std::ops::Index<usize>>::index".to_owned()
        },
        Class::Convention,
        indexing,
    );
    for (message, class, why) in [
        (INDEX, Class::Bug, unfit),
        (
            "slice index starts at 8 but ends at 0",
            Class::Convention,
            indexing,
        ),
    ] {
        check(
            &[],
            |item, e, _| {
                own(e);
                e.message = message;
                item.path = "<a::B as std::ops::Index<std::ops::Range<a::Part>>>::index".to_owned();
                item.params[0].gives = Gives::Variant
            },
            class,
            why,
        );
    }
}

#[test]
fn operators_may_overflow() {
    let why = "overflow, as in every `add`";
    check(
        &[],
        |item, e, _| {
            e.message = OVERFLOW;
            item.path = "<a::B as std::ops::Add>::add".to_owned()
        },
        Class::Convention,
        why,
    );
}

#[test]
fn docs_of_functions_that_get_the_arguments_count_where_failure_has_no_place() {
    let below = || vec![said(DocKind::Panics, "Panics if missing.")];
    let why = "\"Panics if missing.\" (docs of `a::f`), which gets the arguments";
    check(&[], |_, e, _| e.passed_on = below(), Class::Documented, why);
    check(&[], |_, e, _| e.passed_out = below(), Class::Documented, why);
    let why = "its signature has a place for failure, and it panics instead";
    check(
        &[],
        |item, e, _| {
            item.reports_failure = true;
            e.passed_on = below()
        },
        Class::Bug,
        why,
    );
}

#[test]
fn deaths_and_broken_properties_are_bugs_whatever_the_docs_say_of_panics() {
    let docs = [(DocKind::Panics, "Panics if full.")];
    for (kind, why) in [
        (FaultKind::StackOverflow, "the stack overflows"),
        (FaultKind::Abort, "the process aborts"),
        (FaultKind::Signal(11), "the process crashes"),
        (FaultKind::Exit(0), "it ends the process"),
        (
            FaultKind::Timeout,
            "it goes on for more than three times the time limit",
        ),
        (
            FaultKind::Property,
            "a property that the crate states does not hold",
        ),
    ] {
        check(&docs, |_, e, _| e.kind = kind, Class::Bug, why);
    }
}

#[test]
fn what_should_be_impossible_is_a_bug_even_where_panics_are_documented() {
    let docs = [(DocKind::Panics, "Panics if full.")];
    let why = "what should be impossible happens at src/lib.rs:12, and the docs do not speak of it";
    check(
        &docs,
        |_, e, _| e.message = "internal error: entered unreachable code",
        Class::Bug,
        why,
    );
}
