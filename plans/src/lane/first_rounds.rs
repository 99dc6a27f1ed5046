//! The first plans of an instance once more.

use super::instance::Instance;
use crate::grammar::Grammar;
use crate::learned::Learning;
use crate::plan::Plan;
use crate::request::{UnitRequest, Work};

impl Instance {
    /// Whether this is a plan that ended its process.
    pub fn is_fatal(&self, plan: &Plan) -> bool {
        self.fatals.iter().any(|fatal| fatal.plan == *plan)
    }

    /// A unit of at most `budget` runs for its first round and each of so many more, as far as they were run: behind what was
    /// run there may be plans that hang. Plans that ended a process are left out.
    pub fn first_rounds(&self, grammar: &Grammar, more: u32, budget: u64) -> Vec<UnitRequest> {
        let root = self.rooted.root;
        let Some(first) = grammar.root_steps(root) else {
            return Vec::new();
        };
        let last = first.saturating_add(more);
        let unit = |bound, budget| UnitRequest {
            budget,
            known_fatal: self.fatals.clone(),
            learning: Learning::all_known(self.learned.known().to_vec()),
            ..UnitRequest::of(root, Work::round(bound))
        };
        let completed = self.course.completed.map(|bound| bound.min(last));
        let mut units: Vec<UnitRequest> = (completed.into_iter())
            .flat_map(|completed| first..=completed)
            .map(|bound| unit(bound, budget))
            .collect();
        // Plans that ended a process were among its runs.
        let runs = self.course.round_runs.saturating_sub(self.fatals.len() as u64);
        if let Some(round) = self.course.round()
            && round.draws.is_none()
            && round.bound <= last
            && runs > 0
        {
            units.push(unit(round.bound, runs.min(budget)));
        }
        units
    }
}
