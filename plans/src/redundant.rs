//! Argument plans that need not be tried again: each fails wherever it is evaluated, or builds the same value as an
//! earlier one. Whoever finds that out tells a table of them by *shape*; a search leaves out what contains one.
//!
//! A shape is a hash of 64 bits over the ops of a plan without placeholders. Two of a million plans have the same one
//! with a probability of about 3 in 100 million.

use crate::OpId;

/// One plan that need not be an argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct RedundantPlan {
    /// Of its ops.
    pub shape: u64,
    /// Its topmost op.
    pub op: OpId,
    /// From which stage on it is known.
    pub stage: u32,
}

/// All redundant plans known so far. Only ever grows; what is known at a stage does not change afterwards.
#[derive(Clone, Debug, Default)]
pub struct RedundantPlans {
    /// Open addressing with linear probing; shape 0 is an empty place. At most half full.
    places: Vec<(u64, u32)>,
    len: usize,
    /// By op: some plan with it on top is here.
    tops: Vec<bool>,
}

impl RedundantPlans {
    /// An empty table.
    pub const fn none() -> RedundantPlans {
        RedundantPlans {
            places: Vec::new(),
            len: 0,
            tops: Vec::new(),
        }
    }

    /// Number of plans.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Adds a plan; the earliest stage of a plan counts.
    pub fn insert(&mut self, plan: RedundantPlan) {
        if plan.shape == 0 {
            return;
        }
        if self.places.len() < (self.len + 1) * 2 {
            let larger = vec![(0, 0); (self.places.len() * 2).max(64)];
            for (shape, stage) in std::mem::replace(&mut self.places, larger) {
                if shape != 0 {
                    let place = self.place(shape);
                    self.places[place] = (shape, stage);
                }
            }
        }
        let place = self.place(plan.shape);
        let (shape, stage) = &mut self.places[place];
        if *shape == 0 {
            self.len += 1;
            (*shape, *stage) = (plan.shape, plan.stage);
        } else {
            *stage = plan.stage.min(*stage);
        }
        if self.tops.len() <= plan.op.index() {
            self.tops.resize(plan.op.index() + 1, false);
        }
        self.tops[plan.op.index()] = true;
    }

    /// Whether some plan with this op on top is redundant.
    #[inline]
    pub(crate) fn has_top(&self, op: u32) -> bool {
        self.tops.get(op as usize).copied().unwrap_or(false)
    }

    /// Whether the plan of this shape is redundant at a stage.
    pub fn contains(&self, shape: u64, stage: u32) -> bool {
        if self.places.is_empty() || shape == 0 {
            return false;
        }
        let (found, since) = self.places[self.place(shape)];
        found == shape && since <= stage
    }

    /// Where a shape is, or would be. There is an empty place.
    fn place(&self, shape: u64) -> usize {
        let mask = self.places.len() - 1;
        let mut place = shape as usize & mask;
        while self.places[place].0 != shape && self.places[place].0 != 0 {
            place = (place + 1) & mask;
        }
        place
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plans_are_known_from_their_first_stage_on() {
        let mut known = RedundantPlans::default();
        assert!(!known.contains(7, u32::MAX));
        for shape in 1..1000 {
            let plan = |stage| RedundantPlan {
                shape: shape * 64,
                op: OpId(shape as u32 % 7 + 1),
                stage,
            };
            known.insert(plan(3));
            known.insert(plan(2));
            known.insert(plan(5));
        }
        assert_eq!(known.len(), 999);
        for shape in 1..1000 {
            assert!(!known.contains(shape * 64, 1));
            assert!(known.contains(shape * 64, 2));
            assert!(!known.contains(shape * 64 + 1, 9));
        }
        assert!(known.has_top(1) && !known.has_top(0) && !known.has_top(99));
    }
}
