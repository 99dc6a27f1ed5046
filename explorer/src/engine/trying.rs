//! Runs single plans that are given as texts, and has what fails collected as if a search had come to them.

use super::run::{Run, plan_keys};
use super::searches::instances;
use crate::executor::{Executor, Moment};
use crate::finding::Collector;
use crate::finding::collect::Before;
use crate::outcome::Fault;
use crate::run_report::RunReport;
use plans::{Grammar, LaneKind, OpId, Plan, PlanKeys, UnitName, UnitRequest};

/// What plans are run with.
pub(super) struct Trying<'a> {
    run: &'a Run<'a>,
    grammar: &'a Grammar,
    keys: PlanKeys,
    began: Moment,
}

impl<'a> Trying<'a> {
    pub(super) fn new(run: &'a Run<'a>, grammar: &'a Grammar, began: Moment) -> Trying<'a> {
        Trying {
            run,
            grammar,
            keys: plan_keys(run.prepared),
            began,
        }
    }

    /// Runs a plan and has what fails collected: its first fault, in a line. Or why it is no plan of this crate.
    pub(super) fn run(
        &self,
        text: &str,
        executor: &mut Executor,
        collector: &mut Collector,
        report: &mut RunReport,
    ) -> anyhow::Result<Result<(Plan, Option<String>), String>> {
        let (plan, name, unit) = match self.read(text) {
            Ok(read) => read,
            Err(reason) => return Ok(Err(reason)),
        };
        let results = executor.run_batch(std::slice::from_ref(&unit))?;
        let before = Before {
            expressions: report.counts.expressions,
            now: Moment::now(),
            after: Moment::now().since(self.began),
        };
        let mut faults = Vec::new();
        for result in &results {
            report.counts.executions += result.report.tallies.executions;
            report.counts.expressions += result.report.tallies.expressions;
            faults.extend(result.faults.iter().map(|seen| &seen.fault));
            let deaths = result.death.iter().filter(|death| death.is_believed);
            faults.extend(deaths.map(|death| &death.fault));
            collector.add_seen(name, before, &result.faults);
            if let Some(death) = &result.death {
                collector.add_death(name, before, death);
            }
        }
        let in_a_line = |fault: &&Fault| format!("{}: {}", fault.kind.word(), fault.message);
        Ok(Ok((plan, faults.first().map(in_a_line))))
    }

    fn read(&self, text: &str) -> Result<(Plan, UnitName, UnitRequest), String> {
        let read = self.keys.read(self.grammar, text);
        let plan = read.map_err(|error| error.to_string())?;
        let none = || "the call needs more different literals than plans have".to_owned();
        let name = unit_name(self.run, plan.root()).ok_or_else(none)?;
        let unit = UnitRequest::listed(self.grammar, vec![plan.clone()]).ok_or_else(none)?;
        Ok((plan, name, unit))
    }
}

/// The instance of an item that a plan calls.
fn unit_name(run: &Run<'_>, root: OpId) -> Option<UnitName> {
    let mut items = run.prepared.items.iter().enumerate();
    items.find_map(|(item, described)| {
        let instance = instances(described)
            .iter()
            .position(|instance| instance.op == root)?;
        Some(UnitName {
            item,
            instance,
            root,
            lane: LaneKind::Texts,
        })
    })
}
