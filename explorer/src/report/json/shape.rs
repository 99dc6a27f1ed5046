//! What the JSON report says of other values in the places of an expression: `findings[].shape`, `findings[].values`,
//! `findings[].constructors` and `findings[].tree`. All counts are runs that got as far as the call and met the precondition of a property.

use crate::run_report::Examples;
use crate::shape::{AnyValue, Choice, Others, TriedVariant};
use harness_gen::render::ValueRow;
use serde::Serialize;

#[derive(Serialize)]
pub(super) struct ShapeEntries<'a> {
    /// The expression with a letter in each place where everything that was tried fails; null without such a place.
    shape: Option<&'a str>,
    values: Vec<AnyEntry<'a>>,
    /// Runs with other values of all letters and placeholders at once, all of which fail.
    values_together: usize,
    constructors: Vec<ChoiceEntry<'a>>,
    tree: Vec<RowEntry<'a>>,
}

/// A value of the expression, above its parts, which lie one deeper.
#[derive(Serialize)]
struct RowEntry<'a> {
    depth: u32,
    name: Option<&'a str>,
    text: &'a str,
    part: &'static str,
    letter: Option<&'a str>,
}

#[derive(Serialize)]
struct AnyEntry<'a> {
    letter: &'a str,
    at: String,
    #[serde(rename = "type")]
    ty: &'a str,
    runs: usize,
    failing: usize,
    discarded: usize,
}

#[derive(Serialize)]
struct ChoiceEntry<'a> {
    at: String,
    #[serde(rename = "type")]
    ty: &'a str,
    tried: Vec<VariantEntry<'a>>,
    /// Of each other variant some value fails.
    every: bool,
    /// Of all other variants values were tried, and none fails.
    only: bool,
}

#[derive(Serialize)]
struct VariantEntry<'a> {
    constructor: &'a str,
    runs: usize,
    failing: usize,
    example: Option<&'a str>,
}

impl<'a> ShapeEntries<'a> {
    pub(super) fn from_examples(examples: &'a Examples) -> Self {
        let shape = &examples.shape;
        Self {
            shape: shape.text.as_deref(),
            values: shape.values.iter().map(AnyEntry::from_value).collect(),
            values_together: shape.together,
            constructors: shape.constructors.iter().map(ChoiceEntry::from_choice).collect(),
            tree: examples.values.iter().map(RowEntry::from_row).collect(),
        }
    }
}

impl<'a> RowEntry<'a> {
    fn from_row(row: &'a ValueRow) -> Self {
        Self {
            depth: row.depth,
            name: row.name.as_deref(),
            text: &row.text,
            part: row.part.word(),
            letter: row.letter.as_deref(),
        }
    }
}

impl<'a> AnyEntry<'a> {
    fn from_value(value: &'a AnyValue) -> Self {
        Self {
            letter: &value.letter,
            at: value.at.named(&value.at.text),
            ty: &value.at.ty,
            runs: value.tried,
            failing: value.tried,
            discarded: value.discarded,
        }
    }
}

impl<'a> ChoiceEntry<'a> {
    fn from_choice(choice: &'a Choice) -> Self {
        Self {
            at: choice.at.named(&choice.at.text),
            ty: &choice.at.ty,
            tried: choice.tried.iter().map(VariantEntry::from_row).collect(),
            every: choice.others == Others::EachFails,
            only: choice.others == Others::NoneFails,
        }
    }
}

impl<'a> VariantEntry<'a> {
    fn from_row(row: &'a TriedVariant) -> Self {
        Self {
            constructor: &row.variant,
            runs: row.runs,
            failing: row.failing,
            example: row.example.as_deref(),
        }
    }
}
