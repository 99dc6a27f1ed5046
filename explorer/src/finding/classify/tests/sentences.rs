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
