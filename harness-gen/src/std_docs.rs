//! What std says about panics of functions that crates pass arguments on to. std's own JSON is not at hand, so these are
//! the sentences of its documentation, by the function's name: whoever asks has seen that function panic, or was sent there.

use crate::sentences::{DocKind, DocSentence};

const OUT_OF_BOUNDS: &str = "Panics if the index is out of bounds.";
const CAPACITY: &str = "Panics if the new capacity exceeds `isize::MAX` bytes.";
const LENGTHS: &str = "This function will panic if the two slices have different lengths.";
const ZERO_SIZE: &str = "Panics if the size is zero.";
const LOGARITHM: &str = "This function will panic if `self` is less than or equal to zero.";
const RADIX: &str = "This function panics if `radix` is not in the range from 2 to 36.";

const TOLD: [(&str, &str); 38] = [
    ("with_capacity", CAPACITY),
    ("reserve", CAPACITY),
    ("reserve_exact", CAPACITY),
    (
        "repeat",
        "This function will panic if the capacity would overflow.",
    ),
    ("insert", "Panics if `index > len`."),
    ("remove", OUT_OF_BOUNDS),
    ("swap_remove", OUT_OF_BOUNDS),
    ("swap", OUT_OF_BOUNDS),
    ("split_off", "Panics if `at > len`."),
    ("split_at", "Panics if `mid > len`."),
    ("split_at_mut", "Panics if `mid > len`."),
    (
        "rotate_left",
        "This function will panic if `mid` is greater than the length of the slice.",
    ),
    (
        "rotate_right",
        "This function will panic if `k` is greater than the length of the slice.",
    ),
    ("select_nth_unstable", "Panics when `index >= len()`."),
    ("copy_from_slice", LENGTHS),
    ("clone_from_slice", LENGTHS),
    ("swap_with_slice", LENGTHS),
    (
        "copy_within",
        "This function will panic if either range exceeds the end of the slice, or if the end of `src` is before the start.",
    ),
    (
        "drain",
        "Panics if the range has `start_bound > end_bound`, or, if the range is bounded on either end and past the length.",
    ),
    ("splice", "Panics if the range is out of bounds."),
    (
        "extend_from_within",
        "Panics if starting index is greater than the end index or if the index is greater than the length.",
    ),
    (
        "replace_range",
        "Panics if the range is out of bounds, or not on a `char` boundary.",
    ),
    (
        "insert_str",
        "Panics if `idx` is larger than the length, or if it does not lie on a `char` boundary.",
    ),
    ("chunks", ZERO_SIZE),
    ("chunks_mut", ZERO_SIZE),
    ("chunks_exact", ZERO_SIZE),
    ("chunks_exact_mut", ZERO_SIZE),
    ("rchunks", ZERO_SIZE),
    ("windows", ZERO_SIZE),
    ("step_by", "The method will panic if the given step is `0`."),
    ("clamp", "Panics if `min > max`."),
    ("ilog", LOGARITHM),
    ("ilog2", LOGARITHM),
    ("ilog10", LOGARITHM),
    ("from_str_radix", RADIX),
    (
        "to_digit",
        "Panics if given a radix smaller than 2 or larger than 36.",
    ),
    (
        "is_digit",
        "Panics if given a radix smaller than 2 or larger than 36.",
    ),
    ("from_digit", "Panics if given a radix larger than 36."),
];

/// The same of methods that crates write for traits of std: the trait, the method, and what std's docs of it say.
const OF_TRAITS: [(&str, &str, DocKind, &str); 4] = [
    (
        "Iterator",
        "count",
        DocKind::Panics,
        "This function might panic if the iterator has more than `usize::MAX` elements.",
    ),
    (
        "Iterator",
        "position",
        DocKind::Panics,
        "This function might panic if the iterator has more than `usize::MAX` non-matching elements.",
    ),
    (
        "BufRead",
        "consume",
        DocKind::Requires,
        "The `amt` must be `<=` the number of bytes in the buffer returned by `fill_buf`.",
    ),
    ("Ord", "clamp", DocKind::Panics, "Panics if `min > max`."),
];

/// What std's docs say of a method of its trait.
pub(crate) fn std_docs_of_trait(path: &str, method: &str) -> Option<DocSentence> {
    let name = path.strip_prefix("std::")?.rsplit("::").next()?;
    let is_it = |(of, known, ..): &&(&str, &str, DocKind, &str)| (*of, *known) == (name, method);
    let (_, _, kind, text) = OF_TRAITS.iter().find(is_it)?;
    Some(DocSentence {
        kind: *kind,
        text: (*text).to_owned(),
        place: format!("docs of std's `{name}::{method}`"),
    })
}

/// What std says about the panics of its function with this name.
pub fn std_docs(function: &str) -> Option<DocSentence> {
    let name = function.rsplit("::").next().unwrap_or(function);
    let (_, text) = TOLD.iter().find(|(known, _)| *known == name)?;
    Some(DocSentence {
        kind: DocKind::Panics,
        text: (*text).to_owned(),
        place: format!("docs of std's `{name}`"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn methods_of_traits_of_std_are_told_by_their_trait() {
        let said = std_docs_of_trait("std::iter::Iterator", "count").expect("it is known");
        assert_eq!(said.place, "docs of std's `Iterator::count`");
        assert_eq!(std_docs_of_trait("a::Iterator", "count"), None);
        assert_eq!(std_docs_of_trait("std::iter::Iterator", "next"), None);
    }
}
