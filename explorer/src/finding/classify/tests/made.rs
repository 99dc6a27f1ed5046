//! What the functions say that a call got its arguments from.

use super::*;

fn maker(path: &str, kind: DocKind, text: &str) -> &'static Item {
    Box::leak(Box::new(item(path, vec![said(kind, text)])))
}

#[test]
fn what_is_made_unchecked_may_panic() {
    let unchecked = maker("a::Level::from_unchecked", DocKind::Requires, "It must be right.");
    check(
        &[],
        |item, e, _| {
            item.reports_failure = true;
            e.arguments.made_by = vec![vec![unchecked]]
        },
        Class::Documented,
        "an argument comes from `a::Level::from_unchecked`, which does not check what it is given",
    );
    check(
        &[],
        |_, e, _| {
            e.kind = FaultKind::Abort;
            e.arguments.made_by = vec![vec![unchecked]]
        },
        Class::Bug,
        "the process aborts",
    );
}

#[test]
fn panics_to_come_are_announced_by_the_call_before() {
    let text = "Converting or formatting the returned `Later` panics if the text is wrong.";
    let later = maker("a::B::format", DocKind::Panics, text);
    let of_display = |item: &mut Item| item.path = "<a::Later as std::fmt::Display>::fmt".to_owned();
    check(
        &[],
        |item, e, _| {
            of_display(item);
            e.arguments.made_by = vec![vec![later]]
        },
        Class::Documented,
        &format!("\"{text}\" (docs of `a::f`), which was called before"),
    );
    // Another plan may come to the same without.
    let silent = maker("a::B::later", DocKind::Requires, "Takes time.");
    check(
        &[],
        |item, e, _| {
            of_display(item);
            e.arguments.made_by = vec![vec![later], vec![silent]]
        },
        Class::Bug,
        "nobody expects a panic of `Display`",
    );
    let now = maker("a::B::new", DocKind::Panics, "Panics if the text is wrong.");
    check(
        &[],
        |item, e, _| {
            of_display(item);
            e.arguments.made_by = vec![vec![now]]
        },
        Class::Bug,
        "nobody expects a panic of `Display`",
    );
}

#[test]
fn nobody_comes_to_the_end_of_what_has_none() {
    let text = "The stream never terminates.";
    let endless = maker("a::repeat", DocKind::Warns, text);
    let why = format!("\"{text}\" (docs of `a::f`), which an argument comes from");
    for kind in [FaultKind::Timeout, FaultKind::Memory] {
        check(
            &[],
            |_, e, _| {
                e.kind = kind;
                e.arguments.made_by = vec![vec![endless]]
            },
            Class::Documented,
            &why,
        );
    }
    check(
        &[],
        |_, e, _| {
            e.kind = FaultKind::StackOverflow;
            e.arguments.made_by = vec![vec![endless]]
        },
        Class::Bug,
        "the stack overflows",
    );
}

#[test]
fn what_an_index_finds_wrong_with_its_receiver_is_no_matter_of_the_index() {
    check(
        &[],
        |item, e, _| {
            e.message = "assertion failed: self.end == self.start";
            e.raised.text = "debug_assert!(self.end == self.start)".to_owned();
            item.path = "<a::B as std::ops::Index<a::Position>>::index".to_owned()
        },
        Class::Bug,
        "it panics at src/lib.rs:12, and the docs do not speak of it",
    );
}

#[test]
fn what_fits_its_maker_alone_is_not_for_others() {
    let text = "The cache returned should only be used for searches for this `Regex`.";
    let is_bound = |item: &mut Item, trials: &mut Trials| {
        item.reports_failure = true;
        trials.bound_elsewhere = Some(said(DocKind::BindsToMaker, text));
    };
    let why = format!("\"{text}\" (docs of `a::f`), and it is used with another one");
    check(&[], |item, _, t| is_bound(item, t), Class::Documented, &why);
    check(
        &[],
        |item, e, t| {
            is_bound(item, t);
            e.kind = FaultKind::Signal(11);
        },
        Class::Bug,
        "the process crashes",
    );
}
