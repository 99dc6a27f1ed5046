//! One plan that fails, and the runs of it with other numbers and other arguments.

use super::laboratory::Laboratory;
use crate::executor::PlanRun;
use crate::outcome::Fault;
use crate::tuning::NUMBERS_TRIED;
use plans::{Plan, Term, challenges};

/// One plan that fails, and what it is compared with.
pub(super) struct Trying {
    pub(super) plan: Plan,
    pub(super) seen: Fault,
    /// The way to the call of the item.
    pub(super) way: Vec<usize>,
    pub(super) runs: u64,
}

/// An integer in the arguments of the item.
pub(super) struct Number {
    pub(super) way: Vec<usize>,
    pub(super) term: Term,
    pub(super) value: i128,
}

impl Trying {
    /// The integers in the arguments of the item, largest first.
    pub(super) fn numbers(&self, with: &Laboratory<'_>) -> Vec<Number> {
        let mut numbers: Vec<Number> = Vec::new();
        for (way, part) in self.plan.parts() {
            if way.len() > self.way.len()
                && way.starts_with(&self.way)
                && let Some(value) = with.bindings.number(part)
            {
                let term = part.clone();
                numbers.push(Number { way, term, value });
            }
        }
        numbers.sort_by_key(|number| std::cmp::Reverse(number.value));
        numbers.truncate(NUMBERS_TRIED);
        numbers
    }

    /// The same plan with other values of a number, as far as its type has them, each run.
    pub(super) fn run_with(
        &mut self,
        number: &Number,
        values: &[i128],
        with: &mut Laboratory<'_>,
    ) -> anyhow::Result<Vec<(i128, PlanRun)>> {
        let other = |value: &i128| {
            let term = with.bindings.with_number(&number.term, *value)?;
            Some((*value, self.plan.with_part(&number.way, &term)))
        };
        let (values, plans): (Vec<i128>, Vec<Plan>) = values.iter().filter_map(other).unzip();
        self.runs += plans.len() as u64;
        let runs = with.replays.run_plans(&plans)?;
        Ok(values
            .into_iter()
            .zip(runs)
            .filter_map(|(value, run)| Some((value, run?)))
            .collect())
    }

    /// Runs with other values of a whole argument of the item that is more than a number.
    pub(super) fn run_with_others(
        &mut self,
        argument: usize,
        with: &mut Laboratory<'_>,
    ) -> anyhow::Result<Vec<PlanRun>> {
        let way: Vec<usize> = self.way.iter().copied().chain([argument]).collect();
        let part = self.plan.parts().into_iter().find(|(at, _)| *at == way);
        // Plain numbers have had their turn.
        let part = part.filter(|(_, part)| with.bindings.number(part).is_none());
        let Some((ty, default)) = part.and_then(|(_, part)| Some((part.result(with.grammar)?, part.clone())))
        else {
            return Ok(Vec::new());
        };
        let open = Term::Hole {
            number: 1,
            ty,
            default: Box::new(default),
        };
        let open = self.plan.with_part(&way, &open);
        let plans: Vec<Plan> = challenges(with.grammar, with.literals, &open)
            .into_iter()
            .map(|challenge| challenge.plan)
            .collect();
        self.runs += plans.len() as u64;
        Ok(with.replays.run_plans(&plans)?.into_iter().flatten().collect())
    }
}
