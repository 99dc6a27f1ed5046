//! How far a finding is an example of more: what else fails in the places of its expression. Plain data, counted by runs and
//! proved by none.

use serde::{Deserialize, Serialize};

/// What was tried in the places of one expression.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shape {
    /// The expression with a letter in each place where everything that was tried fails; none if there is no such place.
    pub text: Option<String>,
    /// What the letters stand for.
    pub values: Vec<AnyValue>,
    /// Runs with other values of all letters and placeholders at once, all of which failed; 0 if there is only one of them.
    pub together: usize,
    /// Places where variants of enums were tried, from the outside in.
    pub constructors: Vec<Choice>,
}

/// A place where every other value that was tried fails in the same way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AnyValue {
    /// What stands there in the text of the shape.
    pub letter: String,
    /// Where it is.
    pub at: Spot,
    /// The way there, from argument to argument.
    #[serde(default)]
    pub way: Vec<usize>,
    /// Runs with other values there, all of which failed in the same way.
    pub tried: usize,
    /// Further runs in which a property discarded what it was given.
    pub discarded: usize,
}

/// A place where there is a variant of an enum.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Choice {
    /// Where it is.
    pub at: Spot,
    /// The variant that is there.
    pub own: String,
    /// The variants that were tried, the one that is there among them if it has other values.
    pub tried: Vec<TriedVariant>,
    /// What the other variants come to.
    pub others: Others,
}

/// What the other variants of a place come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Others {
    /// Some value of every one fails in the same way.
    EachFails,
    /// All of them were tried, and no value fails in the same way.
    NoneFails,
    /// Neither, or not all of them could be tried.
    Mixed,
}

/// A part of an expression, for people.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Spot {
    /// As it is written.
    pub text: String,
    /// Which of several parts that read the same it is: `2 of 3`, or `both` where one value is given twice; none if there is one.
    pub which: Option<String>,
    /// Its type.
    pub ty: String,
}

impl Spot {
    /// The text, and which of several it is.
    pub fn named(&self, text: &str) -> String {
        match &self.which {
            Some(which) => format!("{text} ({which})"),
            None => text.to_owned(),
        }
    }
}

/// What came of values of one variant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TriedVariant {
    /// `Expression::Add`.
    pub variant: String,
    /// Runs with values of it that got as far as the failing call and met its precondition.
    pub runs: usize,
    /// Of these, those that failed in the same way.
    pub failing: usize,
    /// The first value that failed so.
    pub example: Option<String>,
}
