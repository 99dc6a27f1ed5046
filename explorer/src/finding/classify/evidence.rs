//! The facts that decide a class, and what texts name of arguments.

use crate::finding::trials::Trials;
use crate::outcome::FaultKind;
use harness_gen::sentences::DocSentence;
use harness_gen::{Item, Param};

/// How a panic was raised, by the text at its place.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Raise {
    /// `assert!` or a macro like it.
    Assertion,
    /// `panic!` with words.
    Panic,
    /// `expect("…")`.
    Expect,
    /// `[][…]` and `["…"][…]`: nobody does that but to refuse in a constant, where old compilers have no `panic!`.
    LiteralList,
    /// Anything else, or unknown.
    #[default]
    Other,
}

/// Where a panic was raised.
#[derive(Clone, Debug, Default)]
pub struct Raised {
    /// How.
    pub how: Raise,
    /// The text there, shortened.
    pub text: String,
    /// `src/lib.rs:12`.
    pub place: String,
    /// The function there is the called one, or another public one that it hands its own arguments to.
    pub in_public: bool,
    /// The crate's own `Index` panics, asked by an argument of the item.
    pub by_argument: bool,
    /// What an `expect` is asked of names an argument of the function there.
    pub names_argument: bool,
}

/// Names that are shorter than this are the beginning of too many words.
const SHORT_NAME: usize = 3;

/// The arguments of the failing call, as far as conditions can be about them.
#[derive(Clone, Debug, Default)]
pub struct Arguments<'a> {
    /// Names and kinds.
    pub params: &'a [Param],
    /// The number each one is; none: it is no number, or nothing decided it.
    pub numbers: Vec<Option<i128>>,
    /// For each one a text that is equal for equal values; none if nothing decided it.
    pub values: Vec<Option<String>>,
    /// What the docs of a function require that one was made with, and that it was not given.
    pub broken_terms: Option<DocSentence>,
    /// The functions that are called for them in each plan that is known to fail.
    pub made_by: Vec<Vec<&'a Item>>,
}

impl<'a> Arguments<'a> {
    /// The functions that are called for them in all of these plans.
    pub(super) fn always_made_by(&self) -> impl Iterator<Item = &'a Item> + '_ {
        let plans = &self.made_by;
        let is_in = |makers: &[&Item], item: &Item| makers.iter().any(|other| other.path == item.path);
        let of_first = plans.first().into_iter().flatten().copied();
        of_first.filter(move |item| plans.iter().all(|makers| is_in(makers, item)))
    }

    pub(super) fn position(&self, name: &str) -> Option<usize> {
        self.params.iter().position(|param| param.name == name)
    }

    /// The same of a word of a sentence, which may be longer: "capacity" is about `cap`.
    pub(super) fn meant(&self, word: &str) -> Option<usize> {
        let is_short_for = |param: &Param| param.name.len() >= SHORT_NAME && word.starts_with(&param.name);
        self.position(word).or_else(|| {
            let mut meant = (0..self.params.len()).filter(|&index| is_short_for(&self.params[index]));
            meant.next().filter(|_| meant.next().is_none())
        })
    }

    pub(super) fn number(&self, name: &str) -> Option<i128> {
        match name.parse() {
            Ok(number) => Some(number),
            Err(_) => *self.numbers.get(self.position(name)?)?,
        }
    }
}

/// The facts that decide the class.
#[derive(Clone, Debug)]
pub struct Evidence<'a> {
    /// Kind of fault.
    pub kind: FaultKind,
    /// Its message.
    pub message: &'a str,
    /// Why it is not confirmed; none if it is.
    pub doubt: Option<String>,
    /// The item that it belongs to.
    pub item: &'a Item,
    /// What that was called with.
    pub arguments: Arguments<'a>,
    /// The receiver was put together from its fields by the caller.
    pub receiver_is_made: bool,
    /// Where a panic was raised.
    pub raised: Raised,
    /// A function between the item and the fault that promises not to panic, `try_…`.
    pub failing_promise: Option<String>,
    /// The functions of the crate from the fault out to the item, shortened: `<Tree as Drop>::drop`.
    pub beneath: Vec<String>,
    /// What is said of the crate's public functions that were handed the caller's arguments.
    pub passed_on: Vec<DocSentence>,
    /// The same of the dependency's or std's function that raised the panic.
    pub passed_out: Vec<DocSentence>,
    /// What came of other arguments.
    pub trials: &'a Trials,
}

pub(super) fn is_panic(evidence: &Evidence<'_>) -> bool {
    evidence.kind == FaultKind::Panic
}

/// True if the condition of an assertion is about the receiver and nothing else: `assert!(self.head <= self.tail)`.
pub(super) fn is_about_self_alone(assertion: &str) -> bool {
    let Some((_, condition)) = assertion.split_once('(') else {
        return false;
    };
    // What comes after it are words; a long one is cut.
    let condition = condition.split('"').next().unwrap_or_default().replace("..", " ");
    if assertion.ends_with('…') {
        return false;
    }
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let mut names = 0;
    let mut before = ' ';
    for word in condition.split_inclusive(|c: char| !is_part(c)) {
        let name = word.trim_end_matches(|c: char| !is_part(c));
        let is_name = name.starts_with(|c: char| c.is_alphabetic() || c == '_');
        if is_name && before != '.' {
            if name != "self" {
                return false;
            }
            names += 1;
        }
        before = word.chars().last().unwrap_or(before);
    }
    names > 0
}

/// True if a text names an argument that is not the receiver.
pub(super) fn names_an_argument(item: &Item, text: &str) -> bool {
    names(&item.params).any(|name| has_word(text, name))
}

/// Of all arguments but the receiver.
pub(super) fn names(params: &[Param]) -> impl Iterator<Item = &str> {
    let names = params.iter().map(|param| param.name.as_str());
    names.filter(|name| *name != "self")
}

/// True if a text has this word in it, of letters, digits and `_`.
pub fn has_word(text: &str, word: &str) -> bool {
    let mut words = text.split(|c: char| !c.is_alphanumeric() && c != '_');
    words.any(|other| other == word)
}

/// What people call an argument of the item.
pub(super) fn argument_name(evidence: &Evidence<'_>, argument: usize) -> String {
    match evidence.item.params.get(argument) {
        Some(param) if param.name == "self" => "a number in `self`".to_owned(),
        Some(param) => format!("`{}`", param.name),
        None => "a number of the caller's".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn assertions_about_the_receiver_alone_are_told() {
        for (text, expected) in [
            ("debug_assert!(self.username_end == self.host_start)", true),
            (
                "assert!(self.len() <= self.buf.len(), \"too long: {}\", at)",
                true,
            ),
            ("assert!(at < self.len())", false),
            ("assert!(self.len > MOST)", false),
            ("assert!(1 > 0)", false),
            ("panic!()", false),
            ("assert!((0..at).contains(&self.len))", false),
            ("debug_assert!(self.username_end == self.host_st…", false),
        ] {
            assert_eq!(is_about_self_alone(text), expected, "{text}");
        }
    }
}
