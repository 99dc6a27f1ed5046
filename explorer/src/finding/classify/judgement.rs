//! What is said of a finding: a class, and the sentence that says what decided it.

use crate::run_report::Class;
use harness_gen::sentences::DocSentence;

/// A class and the sentence that says what decided it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judgement {
    /// The class.
    pub class: Class,
    /// What decided it.
    pub why: String,
}

pub(super) fn judged(class: Class, why: impl Into<String>) -> Judgement {
    Judgement {
        class,
        why: why.into(),
    }
}

pub(super) fn quoted(said: &DocSentence) -> String {
    format!("\"{}\" ({})", said.text, said.place)
}
