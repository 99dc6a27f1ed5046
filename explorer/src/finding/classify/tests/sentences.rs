//! Which calls a sentence is about, and which it is not, whatever words it shares with them.

use super::*;
use crate::finding::trials::WidthTrial;

const FAILURE: &str = "its signature has a place for failure, and it panics instead";

#[test]
fn an_example_that_unwraps_tells_nothing_of_who_reports_failures() {
    let example = "An example panics: `parse(\"not a version\").unwrap();`";
    let docs = [(DocKind::Panics, example)];
    check(
        &docs,
        |item, _, _| item.reports_failure = true,
        Class::Bug,
        FAILURE,
    );
    let why = format!("\"{example}\" (docs of `a::f`)");
    check(&docs, |_, _, _| {}, Class::Documented, &why);
    let docs = [(DocKind::Panics, "An example panics: `s.advance(20);`")];
    let why = "\"An example panics: `s.advance(20);`\" (docs of `a::f`)";
    check(
        &docs,
        |item, _, _| item.reports_failure = true,
        Class::Documented,
        why,
    );
}

#[test]
fn who_reports_failures_is_not_excused_by_a_warning_of_overflow() {
    let docs = [(DocKind::Warns, "The sum of all weights may overflow.")];
    let overflows = |e: &mut Evidence<'_>| (e.raised.how, e.message) = (Raise::Other, OVERFLOW);
    let why = "\"The sum of all weights may overflow.\" (docs of `a::f`)";
    check(&docs, |_, e, _| overflows(e), Class::Documented, why);
    check(
        &docs,
        |item, e, _| {
            overflows(e);
            item.reports_failure = true;
        },
        Class::Bug,
        FAILURE,
    );
}

#[test]
fn no_docs_excuse_a_crash() {
    let docs = [(DocKind::Warns, "Aborts if it is full.")];
    let why = "\"Aborts if it is full.\" (docs of `a::f`)";
    for kind in [FaultKind::Abort, FaultKind::Signal(libc::SIGABRT)] {
        check(&docs, |_, e, _| e.kind = kind, Class::Documented, why);
    }
    let crashes = FaultKind::Signal(libc::SIGSEGV);
    check(
        &docs,
        |_, e, _| e.kind = crashes,
        Class::Bug,
        "the process crashes",
    );
}

#[test]
fn what_does_not_compile_is_reported_by_who_reports_failures() {
    let docs = [(DocKind::FailsToBuild, "Patterns may fail to compile.")];
    check(
        &docs,
        |item, _, _| item.reports_failure = true,
        Class::Bug,
        FAILURE,
    );
}

#[test]
fn a_requirement_counts_beside_a_place_for_failure_if_it_is_checked() {
    let required = "`radix` must be in the range `2...256`.";
    let docs = [(DocKind::Requires, required)];
    let reads = |item: &mut Item, e: &mut Evidence<'_>, text: &str| {
        item.reports_failure = true;
        item.params[0].name = "radix".to_owned();
        e.message = "The radix must be within 2...256";
        e.raised.text = text.to_owned();
        e.raised.in_public = false;
    };
    let asserted = "assert!(2 <= radix && radix <= 256, \"The radix must be within 2...256\")";
    let why = format!("\"{required}\" (docs of `a::f`)");
    check(
        &docs,
        |item, e, _| reads(item, e, asserted),
        Class::Documented,
        &why,
    );
    for text in ["assert!(digits.len() > 0)", "debug_assert!(radix <= 256)"] {
        check(&docs, |item, e, _| reads(item, e, text), Class::Bug, FAILURE);
    }
    // Who says what is reported otherwise does not say that it panics.
    let reported = [(
        DocKind::Requires,
        "`radix` must be at most 36, or `None` is returned.",
    )];
    check(
        &reported,
        |item, e, _| reads(item, e, asserted),
        Class::Bug,
        FAILURE,
    );
}

#[test]
fn a_promise_yields_to_what_is_said_of_panics_beside_it() {
    let docs = [
        (DocKind::NeverPanics, "This never panics."),
        (DocKind::Panics, "Panics if `at > len`."),
    ];
    let why = "\"Panics if `at > len`.\" (docs of `a::f`)";
    check(&docs, |_, e, _| e.message = INDEX, Class::Documented, why);
    let promised = "the docs promise otherwise: \"This never panics.\" (docs of `a::f`)";
    let of_zero = [
        (DocKind::NeverPanics, "This never panics."),
        (DocKind::Panics, "Panics if the divisor is zero."),
    ];
    check(&of_zero, |_, e, _| e.message = OVERFLOW, Class::Bug, promised);
}

#[test]
fn an_operator_whose_result_fits_is_no_convention() {
    let width = |too_large| {
        Some(WidthTrial {
            narrow: "i8".to_owned(),
            wide: "i16".to_owned(),
            too_large,
        })
    };
    let adds = |item: &mut Item, e: &mut Evidence<'_>| {
        e.message = OVERFLOW;
        item.path = "<a::B as std::ops::Add>::add".to_owned();
    };
    let fits = "arithmetic overflows at src/lib.rs:12 on the way to a result that fits: `i16` gives it";
    for (too_large, class, why) in [
        (None, Class::Bug, fits),
        (Some(130), Class::Convention, "overflow, as in every `add`"),
    ] {
        check(
            &[],
            |item, e, t| {
                adds(item, e);
                t.width = width(too_large);
            },
            class,
            why,
        );
    }
    let shifts = "overflow, as in every `shr`";
    check(
        &[],
        |item, e, t| {
            e.message = "attempt to shift right with overflow";
            item.path = "<a::B as std::ops::Shr>::shr".to_owned();
            t.width = width(None);
        },
        Class::Convention,
        shifts,
    );
}

#[test]
fn an_operation_that_expects_what_the_docs_of_the_type_speak_of_is_documented() {
    let text = "Arithmetic on NotNan values will panic if it produces a NaN value:";
    let docs = [(DocKind::PanicsSomewhere, text)];
    let refuses = |item: &mut Item, e: &mut Evidence<'_>, words: &'static str| {
        item.path = "a::NotNan::cos".to_owned();
        e.message = words;
        e.raised.how = Raise::Expect;
        e.raised.text = "expect(\"no result\")".to_owned();
    };
    let why = format!("\"{text}\" (docs of `a::f`)");
    let told = "Cosine resulted in NaN: FloatIsNan";
    check(
        &docs,
        |item, e, _| refuses(item, e, told),
        Class::Documented,
        &why,
    );
    let why = "it panics at src/lib.rs:12, and the docs do not speak of it";
    let other = "the table is there: Missing";
    check(&docs, |item, e, _| refuses(item, e, other), Class::Bug, why);
}

#[test]
fn the_name_of_a_type_is_no_word_in_common() {
    let text = "An `ArgGroup` panics without members, and takes the name of each.";
    let docs = [(DocKind::PanicsSomewhere, text)];
    let refuses = |item: &mut Item, e: &mut Evidence<'_>, path: &str| {
        item.path = path.to_owned();
        e.message = "ArgGroup 'a' can not have same name as arg inside it";
        e.raised.text =
            "assert!(self.id != at, \"ArgGroup '{}' can not have same name as arg inside it\")".to_owned();
    };
    let why = "`assert!(self.id != at, \"ArgGroup '{}' can not have same name as arg inside it\")` at src/lib.rs:12, and the \
               docs do not say so";
    let own = "clap_builder::builder::ArgGroup::arg";
    check(
        &docs,
        |item, e, _| refuses(item, e, own),
        Class::Precondition,
        why,
    );
    let why = format!("\"{text}\" (docs of `a::f`)");
    check(
        &docs,
        |item, e, _| refuses(item, e, "a::f"),
        Class::Documented,
        &why,
    );
}

#[test]
fn a_size_in_the_receiver_is_not_what_the_call_asks_for() {
    let reads = |item: &mut Item, e: &mut Evidence<'_>, t: &mut Trials| {
        item.reports_failure = true;
        item.signature.output = "Result<T, NotUtf8>".to_owned();
        e.message = "capacity overflow";
        t.size = size(Some(32768), false);
    };
    let of_argument = "`at` is a size: 999999 is refused, 32768 is not";
    check(
        &[],
        |item, e, t| reads(item, e, t),
        Class::Convention,
        of_argument,
    );
    check(
        &[],
        |item, e, t| {
            reads(item, e, t);
            item.params[0].name = "self".to_owned();
        },
        Class::Bug,
        FAILURE,
    );
}

#[test]
fn what_a_function_below_says_of_these_very_arguments_counts_beside_a_place_for_failure() {
    let text = "Panics when `at < 1` or `at > 8`.";
    let given = |item: &mut Item, e: &mut Evidence<'_>, number: Option<i128>| {
        item.reports_failure = true;
        e.raised.how = Raise::Other;
        e.passed_on = vec![said(DocKind::Panics, text)];
        e.arguments.numbers = vec![number];
    };
    let params: &'static [Param] = Box::leak(Box::new(item("a::f", Vec::new()).params));
    let promised = "a function called `try_put` promises another result than a panic";
    for (path, why) in [("a::Row::try_put", promised), ("a::Row::checked_put", FAILURE)] {
        check(
            &[],
            |item, e, _| {
                given(item, e, Some(0));
                item.path = path.to_owned();
                e.arguments.params = params;
            },
            Class::Bug,
            why,
        );
    }
    for (number, class, why) in [
        (
            Some(0),
            Class::Documented,
            format!("\"{text}\" (docs of `a::f`), which gets the arguments").as_str(),
        ),
        (Some(3), Class::Bug, FAILURE),
        (None, Class::Bug, FAILURE),
    ] {
        check(
            &[],
            |item, e, _| {
                given(item, e, number);
                e.arguments.params = params;
            },
            class,
            why,
        );
    }
}

#[test]
fn what_must_not_be_used_refuses_to_be() {
    let docs = [(
        DocKind::Assumes,
        "Once the stream has ended, it must not be used any more.",
    )];
    let refuses = |item: &mut Item, e: &mut Evidence<'_>, message: &'static str| {
        item.reports_failure = true;
        (e.raised.how, e.message) = (Raise::Panic, message);
    };
    let why = "\"Once the stream has ended, it must not be used any more.\" (docs of `a::f`)";
    let done = "Must not use what is done.";
    check(&docs, |item, e, _| refuses(item, e, done), Class::Documented, why);
    let read = "Must not read what is done.";
    check(&docs, |item, e, _| refuses(item, e, read), Class::Bug, FAILURE);
}

#[test]
fn who_calls_an_assertion_asks_for_it() {
    let why = "to panic is what a function called `debug_assert` is for";
    let fails = |e: &mut Evidence<'_>| e.raised.how = Raise::Other;
    check(
        &[],
        |item, e, _| {
            item.path = "a::Command::debug_assert".to_owned();
            fails(e);
        },
        Class::Convention,
        why,
    );
}

#[test]
fn the_name_of_an_error_may_say_what_is_refused() {
    let expects = |e: &mut Evidence<'_>, message: &'static str| {
        (e.raised.how, e.message) = (Raise::Expect, message);
        e.raised.text = "expect(\"level\")".to_owned();
        e.raised.names_argument = true;
    };
    let of_another = |e: &mut Evidence<'_>, message: &'static str| {
        expects(e, message);
        e.raised.names_argument = false;
    };
    let why = "`expect(\"level\")` at src/lib.rs:12, and the docs do not say so";
    let refused = "level: OutOfBoundsNumber";
    check(&[], |_, e, _| expects(e, refused), Class::Precondition, why);
    let why = "it panics at src/lib.rs:12, and the docs do not speak of it";
    check(&[], |_, e, _| expects(e, "level: Broken"), Class::Bug, why);
    check(&[], |_, e, _| of_another(e, refused), Class::Bug, why);
}

#[test]
fn what_a_type_costs_excuses_what_a_number_asks_for() {
    let costs = |item: &mut Item, e: &mut Evidence<'_>| {
        item.docs = vec![DocSentence {
            kind: DocKind::Warns,
            text: "The graph uses O(|V^2|) space.".to_owned(),
            place: "docs of type `a::Graph`".to_owned(),
        }];
        e.kind = FaultKind::Memory;
    };
    check(
        &[],
        |item, e, t| {
            costs(item, e);
            t.size = size(None, false);
        },
        Class::Documented,
        "\"The graph uses O(|V^2|) space.\" (docs of type `a::Graph`)",
    );
    check(
        &[],
        |item, e, _| costs(item, e),
        Class::Bug,
        "it takes more memory than the limit, out of proportion to what it is given",
    );
}
