//! What a unit is called on its way out and back: a search that takes in a result asks nothing again.

use crate::ids::OpId;

/// The unit of a search that a result answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnitName {
    /// Index of the explored item.
    pub item: usize,
    /// Index of its instance.
    pub instance: usize,
    /// The instance's op.
    pub root: OpId,
    /// Who asked for it.
    pub lane: LaneKind,
}

/// The lane that asked for a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LaneKind {
    /// A round by depth.
    Depth {
        /// The unit watches nothing.
        is_bare: bool,
        /// The number of the part it belongs to, if the search has not come there yet.
        ahead: Option<u64>,
    },
    /// A round by height.
    Height,
    /// Plans that are drawn.
    Drawn(Draw),
    /// Plans made from kept ones.
    Mutants,
    /// Kept plans with other texts in them.
    Texts,
    /// The cheapest plans with something dear in them.
    Dear,
}

/// What plans are drawn for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Draw {
    /// They are a round of the random strategy.
    Round,
    /// They are samples that show whether the item can be called at all. The rounds find the same faults with smaller plans.
    Sample,
}

impl UnitName {
    /// The number of the part that the unit was run ahead for.
    pub fn ahead(&self) -> Option<u64> {
        match self.lane {
            LaneKind::Depth { ahead, .. } => ahead,
            LaneKind::Height | LaneKind::Drawn(_) | LaneKind::Mutants | LaneKind::Texts | LaneKind::Dear => {
                None
            }
        }
    }

    /// Whether the unit's plans are run again before anything is said of them: no run of a bare unit that died was watched.
    pub fn is_in_vain(&self, has_died: bool) -> bool {
        has_died && matches!(self.lane, LaneKind::Depth { is_bare: true, .. })
    }

    /// Whether the faults of the unit are taken in.
    pub fn tells_faults(&self, has_died: bool) -> bool {
        self.lane != LaneKind::Drawn(Draw::Sample) && !self.is_in_vain(has_died)
    }
}
