//! The facts that decide a class. Pure data.

use super::documented::Arguments;
use crate::finding::trials::Trials;
use crate::outcome::FaultKind;
use harness_gen::Item;
use harness_gen::sentences::DocSentence;

/// How a panic was raised, by the text at its place.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Raise {
    /// `assert!` or a macro like it.
    Assertion,
    /// `panic!` with words.
    Panic,
    /// `expect("…")`.
    Expect,
    /// `[][…]`: nobody does that but to refuse in a constant, where old compilers have no `panic!`.
    EmptyList,
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
