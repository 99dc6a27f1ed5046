//! What every Rust programmer expects of operators and of functions named like them, and which traits and names promise
//! that nothing fails. Works on the paths of items alone.

use super::message::{Says, says};
use crate::finding::frames::{last_segment, without_arguments};
use harness_gen::Item;

/// Traits whose methods must not panic, whatever the value.
const NEVER_PANIC: [&str; 12] = [
    "Display",
    "Debug",
    "Drop",
    "Clone",
    "Hash",
    "FromStr",
    "Eq",
    "PartialEq",
    "Ord",
    "PartialOrd",
    "Default",
    "TryFrom",
];

/// Methods that only read how much there is.
const READERS: [&str; 4] = ["len", "is_empty", "capacity", "size_hint"];

/// Beginnings of names that promise another result than a panic, besides `try_`, which promises an error.
const OTHER_RESULTS: [&str; 3] = ["saturating_", "wrapping_", "overflowing_"];

/// Traits of operators that overflow.
const OVERFLOWING: [&str; 16] = [
    "Add",
    "AddAssign",
    "Sub",
    "SubAssign",
    "Mul",
    "MulAssign",
    "Neg",
    "Shl",
    "ShlAssign",
    "Shr",
    "ShrAssign",
    "Sum",
    "Product",
    "Div",
    "DivAssign",
    "Rem",
];

/// Functions that are named like operators have names of these words only: `abs_sub`, but not `add_node`.
const LIKE_OVERFLOWING: [&str; 24] = [
    "add", "sub", "mul", "neg", "shl", "shr", "sum", "product", "pow", "powi", "abs", "div", "rem", "mod",
    "inc", "dec", "assign", "floor", "ceil", "euclid", "round", "diff", "gcd", "lcm",
];

/// Beginnings of words for what was computed.
const COMPUTED: [&str; 5] = ["multipl", "addition", "subtract", "divi", "negat"];

/// Words in names of shifts that say how bits are filled.
const SIGNS: [&str; 2] = ["signed", "unsigned"];

/// Words that say how a division rounds. On their own they give a number beside the one that they get, which mostly fits.
const ROUNDING: [&str; 3] = ["floor", "ceil", "round"];

/// Words of functions that divide.
const DIVIDING: [&str; 12] = [
    "div",
    "rem",
    "mod",
    "quot",
    "recip",
    "multiple",
    "divides",
    "ratio",
    "inv",
    "inverse",
    "invert",
    "reciprocal",
];

/// Words with which authors of numbers refuse what has no result.
const WITHOUT_RESULT: [&str; 8] = [
    "subtract",
    "underflow",
    "negative",
    "shift",
    "larger than",
    "smaller than",
    "less than",
    "greater than",
];

/// What a signature has a place for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reports {
    /// Nothing but results.
    Nothing,
    /// Failures.
    Failure,
    /// Failures of another kind than this one.
    OtherFailures,
}

/// Why nobody expects a panic of the item at all; none if nothing of it says so.
pub(super) fn promise(item_path: &str, reports: Reports) -> Option<String> {
    let name = last_segment(item_path);
    if let Some(why) = promise_of_trait(item_path) {
        return Some(why);
    }
    // `TryStreamExt::try_chunks` says by its name which streams it is of.
    let of_tries = trait_name(item_path).is_some_and(|of| of.starts_with("Try"));
    let tries = name.starts_with("try_")
        && reports != Reports::OtherFailures
        && (reports == Reports::Failure || !of_tries);
    if tries || promises_another_result(name) {
        return Some(another_result(name));
    }
    if READERS.contains(&name) {
        return Some(format!("nobody expects a panic of `{name}`"));
    }
    (reports == Reports::Failure)
        .then(|| "its signature has a place for failure, and it panics instead".to_owned())
}

/// True if the signature of a function has a place for failure, or its name or trait promises that it does not panic.
pub fn promises_no_panic(item: &Item) -> bool {
    item.reports_failure || promise(&item.path, Reports::Nothing).is_some()
}

/// True if the name of a function promises another result than a panic, whatever its signature.
pub fn promises_another_result(name: &str) -> bool {
    OTHER_RESULTS.iter().any(|word| name.starts_with(word))
}

pub(super) fn another_result(name: &str) -> String {
    format!("a function called `{name}` promises another result than a panic")
}

/// True if a method is of a trait whose methods must not panic, whatever the value.
pub fn may_never_panic(path: &str) -> bool {
    trait_name(path).is_some_and(|of| NEVER_PANIC.contains(&of))
}

/// Why nobody expects a panic of a method, by the trait that it is of alone.
pub(super) fn promise_of_trait(path: &str) -> Option<String> {
    let of = trait_name(path).filter(|of| NEVER_PANIC.contains(of))?;
    Some(format!("nobody expects a panic of `{of}`"))
}

/// Why programmers expect this message of an operator, or of a function that is named like one.
pub(super) fn of_operator(item_path: &str, message: &str) -> Option<String> {
    let (name, of) = (last_segment(item_path), trait_name(item_path));
    // `shl2` shifts as `shl` does.
    let mut words = name.trim_end_matches(|c: char| c.is_ascii_digit()).split('_');
    let is_operator = of.is_some_and(|of| OVERFLOWING.contains(&of) || of == "RemAssign");
    let lower = message.to_lowercase();
    let (overflows, by_zero) = match says(message) {
        Says::Overflow => (true, false),
        Says::ZeroDivision => (false, true),
        Says::Own => (
            lower.contains("overflow") || WITHOUT_RESULT.iter().any(|word| lower.contains(word)),
            lower.contains("zero") || lower.contains("denominator"),
        ),
        // A result, not a place.
        Says::Bounds => (
            lower.ends_with("out of bounds") && COMPUTED.iter().any(|word| lower.contains(word)),
            false,
        ),
        _ => (false, false),
    };
    let rounds = words.clone().all(|word| ROUNDING.contains(&word));
    // `unsigned_shl` shifts, too, but `unsigned_abs` is there not to overflow.
    let is_shift = lower.contains("attempt to shift");
    let is_sign = |word: &&str| is_shift && SIGNS.contains(word);
    let mut like = words.clone().filter(|word| !is_sign(word)).peekable();
    let is_like = like.peek().is_some() && like.all(|word| LIKE_OVERFLOWING.contains(&word)) && !rounds;
    let divides = of.is_some_and(|of| of.starts_with("Div") || of.starts_with("Rem"))
        || words.any(|word| DIVIDING.contains(&word));
    // To divide is neither to negate nor to multiply: a quotient may well fit where what is computed on the way to it does not.
    let is_of_division = ["attempt to divide", "attempt to calculate the remainder"];
    let is_step_before = divides
        && says(message) == Says::Overflow
        && !is_of_division.iter().any(|what| lower.starts_with(what));
    if overflows && (is_operator || is_like) && !is_step_before {
        let what = match says(message) == Says::Overflow || lower.contains("overflow") {
            true => "overflow",
            false => "no result",
        };
        return Some(format!("{what}, as in every `{name}`"));
    }
    (by_zero && divides).then(|| format!("a division by zero, as in every `{name}`"))
}

/// True if the item is `index` or `index_mut` of the operator.
pub fn is_indexing(item_path: &str) -> bool {
    matches!(trait_name(item_path), Some("Index" | "IndexMut"))
}

/// `Index` of `<T as std::ops::Index<usize>>::index`.
fn trait_name(item_path: &str) -> Option<&str> {
    let (_, after) = item_path.rsplit_once(" as ")?;
    let (trait_path, _) = after.rsplit_once(">::")?;
    Some(last_segment(without_arguments(trait_path)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn promises_are_known_by_trait_name_and_signature() {
        assert!(promise("<a::B as core::fmt::Display>::fmt", Reports::Nothing).is_some());
        assert!(promise("<a::B as core::str::FromStr>::from_str", Reports::Failure).is_some());
        assert!(promise("a::B::try_push", Reports::Nothing).is_some());
        assert!(promise("a::B::saturating_add", Reports::Nothing).is_some());
        assert!(promise("a::B::len", Reports::Nothing).is_some());
        assert!(promise("a::B::find", Reports::Failure).is_some());
        assert_eq!(promise("a::B::try_resize", Reports::OtherFailures), None);
        let chunks = "<a::Iter<I> as a::TryStreamExt>::try_chunks";
        assert_eq!(promise(chunks, Reports::Nothing), None);
        assert!(promise(chunks, Reports::Failure).is_some());
        assert_eq!(promise("a::Debug::new", Reports::Nothing), None);
        assert_eq!(promise("<a::B as core::ops::Add>::add", Reports::Nothing), None);
    }

    #[test]
    fn operators_overflow_and_divide_by_zero_by_convention() {
        let overflow = "attempt to multiply with overflow";
        assert!(of_operator("<a::B as std::ops::Mul<u8>>::mul", overflow).is_some());
        assert!(of_operator("a::B::pow", overflow).is_some());
        assert!(of_operator("a::mul2", overflow).is_some());
        assert!(of_operator("a::B::resize", overflow).is_none());
        assert!(of_operator("a::B::add_node", overflow).is_none());
        assert!(of_operator("a::B::unsigned_shl", "attempt to shift left with overflow").is_some());
        assert!(of_operator("a::B::unsigned_abs", "attempt to negate with overflow").is_none());
        assert!(of_operator("a::Integer::div_floor", "attempt to divide by zero").is_some());
        assert!(of_operator("a::mean", "attempt to divide by zero").is_none());
        // Numbers of their own say it in words of their own.
        let smaller = "Cannot subtract b from a because b is larger than a.";
        assert!(of_operator("<a::Big as std::ops::Sub>::sub", smaller).is_some());
        assert!(of_operator("a::Big::split", smaller).is_none());
        assert!(
            of_operator(
                "<a::Big as std::ops::Shl<i8>>::shl",
                "attempt to shift left with negative"
            )
            .is_some()
        );
        assert!(of_operator("<a::Ratio as std::ops::Div>::div", "denominator == 0").is_some());
        let (negated, less) = (
            "attempt to negate with overflow",
            "attempt to subtract with overflow",
        );
        assert!(of_operator("<a::Big as std::ops::Div<i8>>::div", negated).is_none());
        assert!(of_operator("<a::Big as std::ops::Sub>::sub", negated).is_some());
        // A quotient of complex numbers, and what is rounded, may well fit.
        let multiplied = "attempt to multiply with overflow";
        assert!(of_operator("<a::Complex<T> as std::ops::Div<T>>::div", multiplied).is_none());
        assert!(of_operator("<i8 as a::Integer>::div_floor", "attempt to divide with overflow").is_some());
        assert!(of_operator("a::Ratio::ceil", "attempt to add with overflow").is_none());
        assert!(of_operator("a::Ratio::round", less).is_none());
        let bounds = "TimeVal multiply out of bounds";
        assert!(of_operator("<a::T as std::ops::Mul<i32>>::mul", bounds).is_some());
        assert!(of_operator("<a::T as std::ops::Mul>::mul", "row 3 out of bounds").is_none());
        assert!(of_operator("a::Bits::unsigned", "attempt to shift left with overflow").is_none());
        let shapes = "the matrices have different shapes";
        assert!(of_operator("<a::Matrix as std::ops::Add>::add", shapes).is_none());
        assert!(
            of_operator(
                "<a::T as std::ops::Add<D>>::add",
                "overflow when adding duration to instant"
            )
            .is_some()
        );
    }

    #[test]
    fn indexing_is_known_by_its_trait() {
        assert!(is_indexing("<a::B<T> as std::ops::Index<usize>>::index"));
        assert!(!is_indexing("a::B::index"));
    }
}
