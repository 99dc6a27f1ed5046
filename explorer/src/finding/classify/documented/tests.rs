//! Which sentences cover which panics.

use super::*;
use harness_gen::{Gives, Param};

fn params(names: &[&str]) -> Vec<Param> {
    let param = |name: &&str| Param {
        name: (*name).to_owned(),
        gives: Gives::Place,
    };
    names.iter().map(param).collect()
}

fn check(sentence: &str, given: &[(&str, i128)], message: &str, expected: bool) {
    let params = params(&given.iter().map(|(name, _)| *name).collect::<Vec<_>>());
    let arguments = Arguments {
        params: &params,
        numbers: given.iter().map(|(_, number)| Some(*number)).collect(),
        values: given.iter().map(|(_, number)| Some(number.to_string())).collect(),
        broken_terms: None,
        made_by: Vec::new(),
    };
    let said = DocSentence {
        kind: match sentence.contains("anic") {
            true => DocKind::Panics,
            false => DocKind::Requires,
        },
        text: sentence.to_owned(),
        place: String::new(),
    };
    assert_eq!(
        covers(&said, &arguments, message),
        expected,
        "{sentence} {given:?}"
    );
}

#[test]
fn conditions_that_can_be_evaluated_are() {
    let same = "This function will panic if `key1` and `key2` are the same.";
    check(same, &[("key1", 1), ("key2", 0)], "mid > len", false);
    check(same, &[("key1", 0), ("key2", 0)], "oops", true);
    let tied = "The `needle` given must be the same as the `needle` provided to `Finder::new`.";
    check(tied, &[("haystack", 1), ("needle", 1)], "oops", true);
    check("Panics if `n` is zero.", &[("n", 3)], "oops", false);
    check("Panics if `n` is zero.", &[("n", 0)], "oops", true);
    check("Panics if `a > b`.", &[("a", 1), ("b", 2)], "oops", false);
    check(
        "Panics if `nbytes` is greater than 8.",
        &[("nbytes", 9)],
        "oops",
        true,
    );
    check(
        "Panics if `nbytes` is greater than 8.",
        &[("nbytes", 8)],
        "oops",
        false,
    );
    check("Panics if `at > len`.", &[("at", 9)], "oops", true);
}

#[test]
fn powers_and_names_that_are_cut_short_are_known() {
    let either = "Panics when capacity is zero or not a power of two.";
    for (given, covered) in [(0, true), (5, true), (8, false)] {
        check(either, &[("cap", given)], "oops", covered);
    }
    check(either, &[("cap", 8), ("capac", 3)], "oops", true);
    let required = "cap must be a power of two and greater than zero.";
    for (given, broken) in [(0, true), (5, true), (8, false)] {
        let params = params(&["cap"]);
        let arguments = Arguments {
            params: &params,
            numbers: vec![Some(given)],
            values: vec![None],
            broken_terms: None,
            made_by: Vec::new(),
        };
        let said = DocSentence {
            kind: DocKind::Requires,
            text: required.to_owned(),
            place: String::new(),
        };
        assert_eq!(is_broken(&said, &arguments), broken, "{given}");
        assert!(!is_broken(&said, &Arguments::default()));
    }
}

#[test]
fn what_can_be_evaluated_excuses_or_does_not() {
    let excused = |kind: DocKind, text: &str, number: i128| {
        let params = params(&["n"]);
        let arguments = Arguments {
            params: &params,
            numbers: vec![Some(number)],
            values: vec![None],
            ..Arguments::default()
        };
        let said = DocSentence {
            kind,
            text: text.to_owned(),
            place: String::new(),
        };
        excuses(&said, &arguments)
    };
    for (kind, text, zero, one) in [
        (DocKind::Panics, "Panics if `n` is zero.", Some(true), Some(false)),
        (
            DocKind::Requires,
            "`n` must not be zero.",
            Some(true),
            Some(false),
        ),
        (DocKind::Panics, "Panics, as `n` must not be zero.", None, None),
        (DocKind::Panics, "Panics if `n` is odd.", None, None),
        (DocKind::Assumes, "`n` is zero.", None, None),
    ] {
        assert_eq!(
            (excused(kind, text, 0), excused(kind, text, 1)),
            (zero, one),
            "{text}"
        );
    }
}

#[test]
fn requirements_that_are_met_excuse_nothing() {
    check("`n` must be less than three.", &[("n", 2)], "oops", false);
    check("`n` must be less than three.", &[("n", 3)], "oops", true);
    check("`n` must not be zero.", &[("n", 1)], "oops", false);
    check("`n` must be at least 2.", &[("n", 1)], "oops", true);
    check("`n` must be sorted.", &[("n", 1)], "oops", true);
}

#[test]
fn denied_comparisons_are_the_other_way_round() {
    let larger = "This will panic if `val` is not larger than `0`.";
    for (given, covered) in [(0, true), (1, false)] {
        check(larger, &[("val", given)], "oops", covered);
    }
    let (least, limit) = (
        "`n` must not be less than 2.",
        "Panics if `n` is not less than 2^62.",
    );
    for (given, covered) in [(1, true), (2, false)] {
        check(least, &[("n", given)], "oops", covered);
    }
    // What is not read to its end is not evaluated.
    check(limit, &[("n", 1)], "oops", true);
    let radix = "For primitive integers, it panics if the radix is not in the range from 2 to 36.";
    for (given, covered) in [(10, false), (37, true)] {
        check(radix, &[("radix", given)], "oops", covered);
    }
}

#[test]
fn one_condition_that_is_open_is_enough() {
    let either = "Panics if the indices are equal or if they are out of bounds.";
    check(
        either,
        &[("i", 1), ("j", 0)],
        "index out of bounds: the len is 0 but the index is 1",
        true,
    );
    check(
        "Panics if `a` or `b` are not found.",
        &[("a", 1), ("b", 0)],
        "oops",
        true,
    );
}

#[test]
fn bounds_alone_are_told_from_whatever_else_docs_say() {
    let said = |text: &&str| DocSentence {
        kind: DocKind::Panics,
        text: (*text).to_owned(),
        place: String::new(),
    };
    for (texts, is_it) in [
        (&["Panics if the row index is out of bounds."][..], true),
        (&["Panics if `at` is out of bounds or no boundary."], false),
        (
            &["Panics if `at` is out of range.", "Panics if it is full."],
            false,
        ),
        (&["Panics if `at` is greater than or equal to the length."], true),
        (&["`at` must be less than `self.len()`."], true),
        (&["Panics if `at >= len`."], true),
        (&["Panics if the lengths are not equal."], false),
        (&["Panics if it is full."], false),
        (&[], false),
    ] {
        let docs: Vec<DocSentence> = texts.iter().map(said).collect();
        assert_eq!(of_bounds_alone(&docs).is_some(), is_it, "{texts:?}");
    }
}

#[test]
fn messages_of_std_need_a_sentence_that_could_be_about_them() {
    check("Panics if the index is out of bounds.", &[], "mid > len", true);
    check(
        "Panics if the text is bad.",
        &[],
        "attempt to subtract with overflow",
        false,
    );
    check(
        "Panics if the text is bad.",
        &[],
        "called `Option::unwrap()` on a `None` value",
        true,
    );
    check(
        "Panics if it is full.",
        &[],
        "internal error: entered unreachable code",
        false,
    );
    check(
        "Panics if the divisor is zero.",
        &[],
        "attempt to divide by zero",
        true,
    );
    check(
        "This will panic when parsing.",
        &[],
        "not yet implemented: a parser",
        true,
    );
    let (size, invariant) = (
        "Panics if `pos` is bigger than it.",
        "assertion failed: K::invariant(pos)",
    );
    check(size, &[("pos", 2)], invariant, true);
    check(size, &[("other", 2)], invariant, false);
    let own = "assertion failed: self.check_invariants()";
    check(size, &[("self", 2)], own, false);
    let unreachable = "internal error: entered unreachable code: all are implemented";
    check("This will panic when parsing.", &[], unreachable, false);
    check("Panics if `a` is empty.", &[], "not yet implemented", false);
    let degree = "Panics if the degree is zero.";
    check(degree, &[], "attempt to negate with overflow", false);
    let none = "index out of bounds: the len is 0 but the index is 0";
    check("It panics with zero columns.", &[], none, true);
    check(
        "Panics if any of the nodes don't exist.",
        &[],
        "attempt to add with overflow",
        true,
    );
}
