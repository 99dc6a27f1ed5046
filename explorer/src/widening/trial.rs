//! One plan that is run in order to widen another, and what its run may say.

use plans::{Challenge, Plan};

/// A plan that is run for a subject.
pub(super) struct Trial {
    /// Which of them.
    pub subject: usize,
    /// The place that another value is in, and which of its values it is; none: it is about the plan itself or all places.
    pub of: Option<(usize, usize)>,
    /// The plan, and what is new in it.
    pub challenge: Challenge,
}

impl Trial {
    /// The plan as it is, with nothing open.
    pub(super) fn itself(subject: usize, plan: &Plan) -> Trial {
        let challenge = Challenge {
            hole: None,
            plan: plan.clone(),
            values: Vec::new(),
        };
        Trial {
            subject,
            of: None,
            challenge,
        }
    }
}

/// What a run says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Told {
    /// It fails in the same way.
    Fails,
    /// It got as far as the call, and does not.
    Differs,
    /// A property discarded what it was given.
    Discarded,
    /// Nothing: the value could not be built, or there was no run.
    Nothing,
}
