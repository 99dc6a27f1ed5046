//! Whether two findings have one remedy: impls of one macro or derive, instances of one generic function, items that pass
//! their arguments on, twins, and what one sentence of documentation says. Both have to be of one class: what is expected
//! never hides what is not.

use super::blame::{Blame, is_of};
use crate::finding::classify::{may_never_panic, words};
use crate::finding::frames::{last_segment, without_arguments};
use crate::run_report::Class;
use harness_gen::Item;
use std::collections::BTreeSet;

/// True if one change would make both go away.
pub(super) fn have_one_remedy(a: &Blame<'_>, b: &Blame<'_>) -> bool {
    let (one, other) = (a.finding, b.finding);
    if one.class != other.class {
        return false;
    }
    let is_expected = one.class.is_silent();
    if one.item == other.item && one.class == Class::Precondition && refuse_the_same(a, b) {
        return true;
    }
    if one.item == other.item && one.class == Class::Convention && blames_the_same(&one.why, &other.why) {
        return true;
    }
    let fails_alike = a.ends_in == b.ends_in && a.message == b.message;
    if one.item == other.item && is_of_one_argument(a, b, is_expected) {
        return true;
    }
    (is_expected && one.class == Class::Documented && !one.why.is_empty() && one.why == other.why)
        || (fails_alike && a.is_derived && b.is_derived && method(&one.item) == method(&other.item))
        || (fails_alike && is_at_one_place(a, b))
        || (fails_alike && is_unfinished(&a.message) && are_of_one_impl(&one.item, &other.item))
        // Whatever function bounds its depth bounds both.
        || (fails_alike && a.recurs_in.iter().any(|function| b.recurs_in.contains(function)))
        || (fails_alike && are_twins(&one.item, &other.item))
        || (fails_alike && has_the_same_code(a, b))
        || (fails_alike && a.site.is_none() && are_of_numbers(&one.item, &other.item))
}

/// `unimplemented!()` and `todo!()` without further words.
fn is_unfinished(message: &str) -> bool {
    matches!(message, "not implemented" | "not yet implemented")
}

/// Methods of one trait for one type: to write what is missing of an impl is one thing to do.
fn are_of_one_impl(one: &str, other: &str) -> bool {
    let before_method = |item: &str| item.len() - last_segment(item).len();
    let impl_ = &one[..before_method(one)];
    impl_.contains(" as ") && impl_ == &other[..before_method(other)]
}

/// Two refusals that name the same arguments want one sentence: `assert!(line.start <= len)` and `assert!(line.end <= len)`.
fn refuse_the_same(a: &Blame<'_>, b: &Blame<'_>) -> bool {
    let named = |of: &Blame<'_>| -> BTreeSet<String> {
        let code = of.finding.why.split('`').nth(1).unwrap_or_default();
        let said: BTreeSet<String> = names_in(code).collect();
        let params = of.item.iter().flat_map(|item| &item.params);
        let names = params
            .map(|param| param.name.clone())
            .filter(|name| name != "self");
        names.filter(|name| said.contains(name)).collect()
    };
    let names = named(a);
    !names.is_empty() && names == named(b)
}

/// Both say of one argument that it is a place that is not there, or a size that is too large: whoever checks it checks it once.
fn blames_the_same(one: &str, other: &str) -> bool {
    let place = |why: &str| {
        let (name, said) = why.strip_prefix('`')?.split_once('`')?;
        said.starts_with(" is a place").then(|| name.to_owned())
    };
    let size = |why: &str| {
        let (before, rest) = why.split_once('`')?;
        let (name, said) = rest.split_once('`')?;
        let is_size = before.ends_with(" grows with ") || before.is_empty() && said.starts_with(" is a size");
        is_size.then(|| name.to_owned())
    };
    [place(one), size(one)] == [place(other), size(other)] && (place(one).is_some() || size(one).is_some())
}

/// A line that was copied into the iterator that goes the other way, or lends otherwise.
fn has_the_same_code(a: &Blame<'_>, b: &Blame<'_>) -> bool {
    let is_same_line = a.code.as_ref().is_some_and(|line| line.len() > SHORT_LINE) && a.code == b.code;
    let (one, other) = (&a.finding.item, &b.finding.item);
    is_same_line && iterator_base(one).is_some_and(|base| iterator_base(other) == Some(base))
}

/// Lines that are no longer than this are too common.
const SHORT_LINE: usize = 8;

/// The module and the method of an iterator, without what tells it from those that go the other way, or lend or give away
/// what this one lends.
fn iterator_base(item: &str) -> Option<(String, &str)> {
    let (owner, rest) = item.strip_prefix('<')?.split_once(" as ")?;
    let method = last_segment(rest);
    if !matches!(method, "next" | "next_back" | "nth" | "nth_back") {
        return None;
    }
    let path = without_arguments(owner);
    let name = last_segment(path);
    let module = &path[..path.len() - name.len()];
    let name = name.strip_prefix("Into").unwrap_or(name);
    let name = name.strip_suffix("Mut").unwrap_or(name);
    Some((format!("{module}{name}"), method.trim_end_matches("_back")))
}

/// Impls of one trait's method for primitive numbers: nobody writes these one by one. Of faults that leave no place behind.
fn are_of_numbers(one: &str, other: &str) -> bool {
    let of_number = |item: &str| {
        let (owner, rest) = item.strip_prefix('<')?.split_once(" as ")?;
        let digits = owner.strip_prefix(['u', 'i', 'f'])?;
        let is_number =
            digits == "size" || (!digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit()));
        is_number.then(|| rest.to_owned())
    };
    of_number(one).is_some_and(|of| of_number(other) == Some(of))
}

/// Of two findings of one item: the same expression fails, or, where it is expected, the same line, or a size that panics
/// as well as it takes memory.
fn is_of_one_argument(a: &Blame<'_>, b: &Blame<'_>, is_expected: bool) -> bool {
    match (a.site, b.site) {
        (Some(a), Some(b)) if is_expected => (&a.file, a.line) == (&b.file, b.line),
        // What it handed to another function, which blames it for that, may be another argument.
        (Some(at), Some(other)) => at == other && a.finding.location == b.finding.location,
        (None, None) => a.finding.kind == b.finding.kind,
        _ => is_expected,
    }
}

/// The code at the fault is the same: what it belongs to is to blame, unless that is a public item whose callers have to
/// keep to its terms.
fn is_at_one_place(a: &Blame<'_>, b: &Blame<'_>) -> bool {
    let is_same = match (a.site, b.site) {
        (Some(at), Some(other)) => at == other,
        (None, None) => a.stays_in.is_some() && a.stays_in == b.stays_in,
        _ => false,
    };
    if !is_same {
        return false;
    }
    // A refusal wants one sentence, at the function that refuses.
    if a.finding.class == Class::Precondition {
        return true;
    }
    // Who calls what may never fail keeps to its terms whatever it hands over.
    let is_without_terms = |blame: &Blame<'_>| {
        let through = blame.through.as_ref();
        through.is_none_or(|through| may_never_panic(&through.item.path))
    };
    if is_without_terms(a) && is_without_terms(b) {
        return true;
    }
    match (&a.through, &b.through) {
        (None, None) => true,
        (Some(through), None) => is_of(b.finding, through.item) && passes_on(a.item, through.item),
        (None, Some(through)) => is_of(a.finding, through.item) && passes_on(b.item, through.item),
        (Some(a), Some(b)) => match (a.caller, b.caller) {
            (Some(a), Some(b)) => a.location.is_some() && a.location == b.location,
            _ => false,
        },
    }
}

/// The caller has the name or the types that the called item takes: what is refused there may be the caller's own argument.
fn passes_on(caller: Option<&Item>, called: &Item) -> bool {
    let Some(caller) = caller else { return false };
    // A wrapper's method that calls the method of that name hands on what it was given.
    if last_segment(&caller.path) == last_segment(&called.path) {
        return true;
    }
    let names = |texts: &[&[String]]| -> BTreeSet<String> {
        let texts = texts.iter().flat_map(|texts| texts.iter());
        texts.flat_map(|text| names_in(text)).collect()
    };
    let signature = &caller.signature;
    let own = [caller.path.clone(), signature.output.clone()];
    let known = names(&[&signature.inputs, &signature.bounds, &own]);
    names(&[&called.signature.inputs])
        .iter()
        .all(|name| known.contains(name))
}

fn names_in(text: &str) -> impl Iterator<Item = String> {
    words(text)
        .filter(|word| !matches!(*word, "mut" | "dyn" | "impl"))
        .map(str::to_owned)
}

/// `get_u16` and `get_u16_le`, `row` and `row_mut`, `as_slice` and `as_mut_slice`, `add` and `add_assign`, by value and by
/// reference.
fn are_twins(one: &str, other: &str) -> bool {
    base(one) == base(other) && one != other
}

/// The type, the trait and the name of the method, without what tells twins apart.
fn base(item: &str) -> (String, String, String) {
    let mut name = last_segment(item);
    for suffix in ["_mut", "_le", "_be", "_ne", "_assign"] {
        name = name.strip_suffix(suffix).unwrap_or(name);
    }
    let name = name.replace("_mut_", "_");
    let owner = item[..item.len() - last_segment(item).len()].trim_start_matches(['<', '&']);
    let owner = owner.strip_prefix("mut ").unwrap_or(owner);
    let (owner, trait_) = owner.split_once(" as ").unwrap_or((owner, ""));
    let (trait_, arguments) = trait_.split_once('<').unwrap_or((trait_, ""));
    let trait_ = trait_.trim_end_matches(">::");
    let trait_ = trait_
        .strip_suffix("Mut")
        .or(trait_.strip_suffix("Assign"))
        .unwrap_or(trait_);
    let plain = |path: &str| without_arguments(path).trim_end_matches([':', '>']).to_owned();
    let arguments = arguments.trim_end_matches(">::").trim_end_matches('>');
    let arguments = arguments.replace('&', "");
    // What stands for the type itself is mostly left out.
    let given = if plain(&arguments) == plain(owner) {
        ""
    } else {
        &arguments
    };
    (plain(owner), format!("{trait_}<{given}"), name)
}

/// `fmt` of `<T as Display>::fmt`, with the trait.
fn method(item: &str) -> (&str, &str) {
    let trait_ = item.rsplit_once(" as ").map_or("", |(_, rest)| rest);
    (
        trait_.split(['<', '>']).next().unwrap_or(trait_),
        last_segment(item),
    )
}
