//! What one grammar and root can be searched with besides a bound.

/// What a unit may vary about a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Manner {
    /// Whether there are placeholders in place.
    pub(crate) watches_parts: bool,
    /// See [`crate::Bound::Height`].
    pub(crate) height: Option<u32>,
}

impl Manner {
    pub(super) const PARTS: Manner = Manner {
        watches_parts: true,
        height: None,
    };
    pub(super) const WHOLE: Manner = Manner {
        watches_parts: false,
        height: None,
    };
}

/// Whether placeholders are watched.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Watch {
    #[default]
    All,
    /// None but those of the current plan.
    ThisPlan,
    None,
}
