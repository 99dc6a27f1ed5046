//! What describing findings came to, kept for whoever describes the same again: while exploring goes on, while tests are built, and
//! once these have spoken. Kept is what describing came to after whatever else was run, and it is taken where that changes nothing.

use super::built::Built;
use super::runs::Shared;
use crate::confirm::{Candidate, Contrast};
use crate::finding::collect::PlacedSample;
use crate::outcome::FaultKind;
use crate::run_report::Trigger;
use plans::Plan;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// All descriptions of one exploration.
#[derive(Debug, Default)]
pub struct Descriptions(Mutex<Vec<(Finding, Description)>>);

/// All of a candidate that its description is made from.
#[derive(Debug)]
struct Finding {
    kind: FaultKind,
    sample: PlacedSample,
    samples: Vec<PlacedSample>,
    /// It was held against what the search has built, all of it: while that goes on it is not.
    is_held_against_built: bool,
}

/// What describing one candidate came to.
#[derive(Clone, Debug, Default)]
pub(super) struct Description {
    pub(super) trigger: Option<Trigger>,
    /// The nearest plan that returns.
    pub(super) passing: Option<Plan>,
    /// The same for each argument, where that alone is another.
    pub(super) passing_by_argument: Vec<Plan>,
    /// Others that fail and that return.
    pub(super) contrast: Contrast,
    /// That plan fails in a process of its own.
    pub(super) depends_on_process: bool,
    /// What was run.
    pub(super) branch: Shared,
}

impl Description {
    /// Says it of the candidate, and returns what was run.
    pub(super) fn tell(self, candidate: &mut Candidate) -> Shared {
        let described = &mut candidate.described;
        described.trigger = self.trigger;
        described.passing = self.passing;
        described.passing_by_argument = self.passing_by_argument;
        described.contrast = self.contrast;
        described.depends_on_process = self.depends_on_process;
        self.branch
    }
}

impl Descriptions {
    /// The description that would be made after the runs in `shared`, if it is kept.
    pub(super) fn of(&self, candidate: &Candidate, built: &Built, shared: &Shared) -> Option<Description> {
        let asked = Finding::of(candidate, built);
        let known = self.known();
        let mut same = known
            .iter()
            .filter(|(finding, description)| asked.has(finding, description));
        let (_, description) = same.find(|(_, description)| shared.agrees_with(&description.branch))?;
        Some(description.clone())
    }

    /// Whether there is one, if only after other runs.
    pub(super) fn has(&self, candidate: &Candidate, built: &Built) -> bool {
        let asked = Finding::of(candidate, built);
        (self.known().iter()).any(|(finding, description)| asked.has(finding, description))
    }

    pub(super) fn keep(&self, candidate: &Candidate, built: &Built, description: Description) {
        self.known().push((Finding::of(candidate, built), description));
    }

    fn known(&self) -> MutexGuard<'_, Vec<(Finding, Description)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Finding {
    /// Whether that is what would be said of it. Where nothing is said nothing is held against anything.
    fn has(&self, known: &Finding, description: &Description) -> bool {
        let is_as_held = known.is_held_against_built == self.is_held_against_built;
        (is_as_held || description.trigger.is_none())
            && self.kind == known.kind
            && self.sample == known.sample
            && self.samples == known.samples
    }

    fn of(candidate: &Candidate, built: &Built) -> Finding {
        Finding {
            kind: candidate.kind,
            sample: candidate.sample().clone(),
            samples: candidate.samples.clone(),
            is_held_against_built: !built.is_empty(),
        }
    }
}
