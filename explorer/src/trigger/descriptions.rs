//! What describing findings came to, kept for whoever describes the same again: while exploring goes on, while tests are built, and
//! once these have spoken. Kept is what describing came to after whatever else was run, and it is taken where that changes nothing.

use super::runs::Shared;
use crate::confirm::Candidate;
use crate::finding::collect::PlacedSample;
use crate::outcome::FaultKind;
use crate::run_report::Trigger;
use plans::Plan;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// All descriptions of one exploration.
#[derive(Debug, Default)]
pub struct Descriptions(Mutex<Vec<(Finding, Description)>>);

/// All of a candidate that its description is made from.
#[derive(Debug, PartialEq, Eq)]
struct Finding {
    kind: FaultKind,
    sample: PlacedSample,
    samples: Vec<PlacedSample>,
}

/// What describing one candidate came to.
#[derive(Clone, Debug, Default)]
pub(super) struct Description {
    pub(super) trigger: Option<Trigger>,
    /// The nearest plan that returns.
    pub(super) passing: Option<Plan>,
    /// The same for each argument, where that alone is another.
    pub(super) passing_by_argument: Vec<Plan>,
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
        described.depends_on_process = self.depends_on_process;
        self.branch
    }
}

impl Descriptions {
    /// The description that would be made after the runs in `shared`, if it is kept.
    pub(super) fn of(&self, candidate: &Candidate, shared: &Shared) -> Option<Description> {
        let asked = Finding::of(candidate);
        let known = self.known();
        let mut same = known.iter().filter(|(finding, _)| *finding == asked);
        let (_, description) = same.find(|(_, description)| shared.agrees_with(&description.branch))?;
        Some(description.clone())
    }

    /// Whether there is one, if only after other runs.
    pub(super) fn has(&self, candidate: &Candidate) -> bool {
        let asked = Finding::of(candidate);
        self.known().iter().any(|(finding, _)| *finding == asked)
    }

    pub(super) fn keep(&self, candidate: &Candidate, description: Description) {
        self.known().push((Finding::of(candidate), description));
    }

    fn known(&self) -> MutexGuard<'_, Vec<(Finding, Description)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Finding {
    fn of(candidate: &Candidate) -> Finding {
        Finding {
            kind: candidate.kind,
            sample: candidate.sample().clone(),
            samples: candidate.samples.clone(),
        }
    }
}
