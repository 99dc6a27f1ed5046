//! Runs a call whose arithmetic overflows with wider integers, where the crate has the same function for them, and looks at
//! whether the result would have fitted: overflow on the way to a result that fits is a bug, of a result that does not is
//! what every operator does. Says nothing unless both widths agree wherever neither overflows.

use super::laboratory::Laboratory;
use crate::executor::PlanRun;
use crate::finding::classify::{Says, says};
use crate::finding::trials::WidthTrial;
use crate::outcome::{Fault, FaultKind};
use crate::tuning::{AGREEMENTS_OF_WIDTHS, NUMBERS_TRIED};
use harness_gen::reading::IntType;
use plans::{Outcome, Plan, TypeId};
use std::collections::BTreeSet;

/// Widths that a call is tried with, the widest first.
const WIDTHS: [u32; 5] = [128, 64, 32, 16, 8];

/// Numbers that every width has and few functions overflow for.
const SMALL: [i128; 6] = [1, 2, 3, 5, 7, 12];

/// What wider integers come to, and the number of runs. Of the plan's root alone the result is read.
pub(super) fn try_wider(
    plan: &Plan,
    seen: &Fault,
    with: &mut Laboratory<'_>,
) -> anyhow::Result<(Option<WidthTrial>, u64)> {
    if seen.kind != FaultKind::Panic || says(&seen.message) != Says::Overflow {
        return Ok((None, 0));
    }
    let mut wider = Wider { with, runs: 0 };
    for narrow in wider.int_types(plan) {
        let mut trial = wider.trial(plan, narrow)?;
        for bits in WIDTHS.into_iter().filter(|bits| *bits < narrow.bits) {
            if trial.is_none()
                && let Some((plan, smaller)) = wider.smaller(plan, (narrow, bits), seen)?
            {
                trial = wider.trial(&plan, smaller)?;
            }
        }
        if trial.is_some() {
            return Ok((trial, wider.runs));
        }
    }
    Ok((None, wider.runs))
}

struct Wider<'a, 'l> {
    with: &'a mut Laboratory<'l>,
    runs: u64,
}

impl Wider<'_, '_> {
    /// Types of the numbers in a plan, in order of appearance.
    fn int_types(&self, plan: &Plan) -> Vec<IntType> {
        let mut types: Vec<IntType> = Vec::new();
        for (_, part) in plan.parts() {
            if let Some((_, int)) = self.with.bindings.integer(part)
                && !types.contains(&int)
            {
                types.push(int);
            }
        }
        types
    }

    fn twin(
        &self,
        plan: &Plan,
        widths: (IntType, IntType),
        number: &dyn Fn(i128) -> Option<i128>,
    ) -> Option<Plan> {
        Plan::new(self.with.twins.twin(plan.term(), widths, number)?)
    }

    fn run(&mut self, plans: &[Plan]) -> anyhow::Result<Vec<Option<PlanRun>>> {
        self.runs += plans.len() as u64;
        self.with.replays.run_plans(plans)
    }

    /// The plan at the limits of a smaller type, if it fails there in the same way: nothing may be wider than its own type.
    fn smaller(
        &mut self,
        plan: &Plan,
        (narrow, bits): (IntType, u32),
        seen: &Fault,
    ) -> anyhow::Result<Option<(Plan, IntType)>> {
        let smaller = IntType {
            bits,
            is_size: false,
            ..narrow
        };
        let at_limits = |value: i128| match value {
            _ if value == narrow.min() => Some(smaller.min()),
            _ if value == narrow.max() => Some(smaller.max()),
            _ => Some(value),
        };
        let Some(plan) = self.twin(plan, (narrow, smaller), &at_limits) else {
            return Ok(None);
        };
        let runs = self.run(std::slice::from_ref(&plan))?;
        // Each type may have a line of its own, where a macro is called for it.
        let file = |fault: &Fault| fault.location.as_ref().map(|at| at.file.clone());
        let is_it = |fault: &Fault| fault.message == seen.message && file(fault) == file(seen);
        let fails = matches!(&runs[..], [Some(run)] if run.fault.as_ref().is_some_and(is_it));
        Ok(fails.then_some((plan, smaller)))
    }

    fn trial(&mut self, plan: &Plan, narrow: IntType) -> anyhow::Result<Option<WidthTrial>> {
        for bits in WIDTHS.into_iter().filter(|bits| *bits > narrow.bits) {
            let wide = IntType {
                bits,
                is_size: false,
                ..narrow
            };
            let Some(twin) = self.twin(plan, (narrow, wide), &Some) else {
                continue;
            };
            let runs = self.run(std::slice::from_ref(&twin))?;
            let Some(numbers) = self.numbers(&twin, runs.first().and_then(Option::as_ref)) else {
                continue;
            };
            if !self.agree(plan, (narrow, wide))? {
                return Ok(None);
            }
            let fits = |number: &i128| (narrow.min()..=narrow.max()).contains(number);
            return Ok(Some(WidthTrial {
                narrow: narrow.name(),
                wide: wide.name(),
                too_large: numbers.into_iter().find(|number| !fits(number)),
            }));
        }
        Ok(None)
    }

    /// True if both widths give the same numbers for small ones, often enough, wherever both return.
    fn agree(&mut self, plan: &Plan, widths: (IntType, IntType)) -> anyhow::Result<bool> {
        let (mut narrow, mut wide) = (Vec::new(), Vec::new());
        for small in self.with_small_numbers(plan, widths.0) {
            if let Some(twin) = self.twin(&small, widths, &Some) {
                narrow.push(small);
                wide.push(twin);
            }
        }
        let (runs, of_wide) = (self.run(&narrow)?, self.run(&wide)?);
        let mut results = BTreeSet::new();
        for (index, (run, wide_run)) in runs.iter().zip(&of_wide).enumerate() {
            let told = self.numbers(&narrow[index], run.as_ref());
            let (Some(told), Some(wide_told)) = (told, self.numbers(&wide[index], wide_run.as_ref())) else {
                continue;
            };
            if told != wide_told {
                return Ok(false);
            }
            results.insert(told);
        }
        Ok(results.len() >= AGREEMENTS_OF_WIDTHS)
    }

    /// The plan with small numbers of the type instead of its own, every one at least once in each place.
    fn with_small_numbers(&self, plan: &Plan, narrow: IntType) -> Vec<Plan> {
        let places: Vec<Vec<usize>> = (plan.parts().into_iter())
            .filter(|(_, part)| matches!(self.with.bindings.integer(part), Some((_, int)) if int == narrow))
            .map(|(way, _)| way)
            .take(NUMBERS_TRIED)
            .collect();
        let mut plans = Vec::new();
        for first in 0..SMALL.len() {
            for step in 0..SMALL.len() {
                let mut changed = Some(plan.clone());
                for (index, way) in places.iter().enumerate() {
                    let value = SMALL[(first + index * step) % SMALL.len()];
                    let part = plan.term().part(way);
                    let number = part.and_then(|part| self.with.bindings.with_number(part, value));
                    changed = changed
                        .zip(number)
                        .map(|(plan, number)| plan.with_part(way, &number));
                }
                plans.extend(changed);
            }
        }
        plans.sort();
        plans.dedup();
        plans
    }

    /// The integers that a run returned, if it returned nothing else.
    fn numbers(&self, plan: &Plan, run: Option<&PlanRun>) -> Option<Vec<i128>> {
        let run = run.filter(|run| run.outcome == Outcome::Ok)?;
        let ty: TypeId = self.with.grammar.op(plan.root())?.result;
        self.with.bindings.integers_of_bytes(ty, &run.result)
    }
}
