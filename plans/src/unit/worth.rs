//! What it is worth to watch parts by themselves: how many plans it saves against what the touches cost, by counts alone.

use crate::tuning::{COST_OF_A_PAGE, COST_OF_A_TOUCH};

/// Of runs with placeholders in which parts of values were watched by themselves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Worth {
    /// Runs.
    pub runs: u64,
    /// Touches of watched memory in them.
    pub touches: u64,
    /// Placeholders behind pointers that they looked at: what would be touched if values were watched as wholes.
    pub pages: u64,
    /// Plans that would have been run in their place if values were watched as wholes, at least.
    pub plans: u64,
}

impl Worth {
    /// Adds those of other runs.
    pub fn absorb(&mut self, other: &Worth) {
        self.runs += other.runs;
        self.touches += other.touches;
        self.pages += other.pages;
        self.plans += other.plans;
    }

    /// Whether watching parts took no longer than watching wholes would have.
    pub fn is_given(&self) -> bool {
        let apart = u128::from(self.runs) + u128::from(COST_OF_A_TOUCH * self.touches);
        let whole = u128::from(self.runs) + u128::from(COST_OF_A_PAGE * self.pages);
        // As many runs like these, for each of them.
        apart * u128::from(self.runs) <= whole * u128::from(self.plans)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn saved_plans_are_weighed_against_touches() {
        let of = |touches, plans| Worth {
            runs: 100,
            touches,
            pages: 100,
            plans,
        };
        assert!(of(150, 100).is_given(), "a touch more on every other page");
        assert!(!of(2000, 150).is_given(), "twenty touches for half a plan more");
        assert!(of(2000, 1200).is_given(), "twenty touches for twelve plans");
        assert!(Worth::default().is_given(), "nothing is known");
    }
}
