//! What the JSON report says of the plans of a finding: the smallest ones, when they fail, and what is like them and returns.

use super::shape::ShapeEntries;
use crate::coverage::{Share, Suspect};
use crate::run_report::{Examples, HoleRow, Trigger};
use serde::Serialize;

#[derive(Serialize)]
pub(super) struct ExampleEntries<'a> {
    expression: &'a str,
    plan: Option<&'a str>,
    holes: Vec<HoleEntry<'a>>,
    smallest: &'a [String],
    smallest_plans: &'a [String],
    also_in: &'a [String],
    generalised: &'a str,
    trigger: Option<TriggerEntry<'a>>,
    passing: Option<&'a str>,
    suspects: Vec<SuspectEntry<'a>>,
    #[serde(flatten)]
    shape: ShapeEntries<'a>,
}

impl<'a> ExampleEntries<'a> {
    pub(super) fn from_examples(examples: &'a Examples) -> Self {
        Self {
            expression: &examples.expression,
            plan: examples.plan.as_deref(),
            holes: examples.holes.iter().map(HoleEntry::from_row).collect(),
            smallest: &examples.smallest,
            smallest_plans: &examples.smallest_plans,
            also_in: &examples.also_in,
            generalised: &examples.generalised,
            trigger: examples.trigger.as_ref().map(TriggerEntry::from_trigger),
            passing: examples.neighbours.passing.as_deref(),
            suspects: examples
                .neighbours
                .suspects
                .iter()
                .map(SuspectEntry::from_suspect)
                .collect(),
            shape: ShapeEntries::from_examples(examples),
        }
    }
}

#[derive(Serialize)]
struct TriggerEntry<'a> {
    sentence: String,
    condition: &'a str,
    otherwise: &'a str,
    fails: u32,
    passes: u32,
    fails_otherwise: u32,
    bisected: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    attacked: Option<(u32, u32)>,
}

impl<'a> TriggerEntry<'a> {
    fn from_trigger(trigger: &'a Trigger) -> Self {
        Self {
            sentence: trigger.sentence(),
            condition: &trigger.condition,
            otherwise: &trigger.otherwise,
            fails: trigger.fails,
            passes: trigger.passes,
            fails_otherwise: trigger.fails_otherwise,
            bisected: trigger.is_bisected,
            attacked: trigger.attacked,
        }
    }
}

/// What a placeholder was challenged with; without a number, all placeholders at once.
#[derive(Serialize)]
struct HoleEntry<'a> {
    number: Option<u32>,
    challenged_with: &'a [String],
}

impl<'a> HoleEntry<'a> {
    fn from_row(row: &'a HoleRow) -> Self {
        Self {
            number: row.hole,
            challenged_with: &row.challenged_with,
        }
    }
}

/// A place that runs which fail have reached, and few others; `suspicion` is Ochiai's coefficient, in thousandths.
#[derive(Serialize)]
struct SuspectEntry<'a> {
    file: &'a str,
    line: u32,
    column: u32,
    suspicion: u32,
    failing: Share,
    returning: Share,
}

impl<'a> SuspectEntry<'a> {
    fn from_suspect(suspect: &'a Suspect) -> Self {
        Self {
            file: &suspect.location.file,
            line: suspect.location.line,
            column: suspect.location.column,
            suspicion: (suspect.suspicion() * 1000.0).round() as u32,
            failing: suspect.failing,
            returning: suspect.returning,
        }
    }
}
