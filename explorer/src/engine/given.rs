//! Plans that somebody else has found, in the place of a search: each is run once, and what fails becomes a finding as always.

use super::assemble::Explored;
use super::assemble::item_results;
use super::run::{Run, executor_options, plan_keys, searched_grammar};
use super::search_stage::{Searched, collector};
use super::searches::instances;
use crate::event::{Event, Listener, Stage};
use crate::executor::{Executor, Moment};
use crate::finding::Collector;
use crate::finding::collect::Before;
use crate::outcome::Fault;
use crate::run_report::{RunReport, Stop};
use plans::{Grammar, LaneKind, OpId, Plan, PlanKeys, UnitName, UnitRequest};
use std::path::Path;

/// What became of a plan that was given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GivenEnd {
    /// It fails: with this fault, in a line.
    Failed(String),
    /// It does not.
    Passed,
    /// It is no plan of this crate, and why.
    NoPlan(String),
}

/// A plan that was given, and what became of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Given {
    /// What it is called.
    pub name: String,
    /// How it reads; none if it is no plan of this crate.
    pub expression: Option<String>,
    /// What became of it.
    pub end: GivenEnd,
}

/// Runs the plans, given by name and text, and fills in what the report says of them.
pub(super) fn run_given(
    run: &Run<'_>,
    dylib: &Path,
    plans: &[(String, String)],
    report: &mut RunReport,
    listener: &mut dyn Listener,
) -> anyhow::Result<(Searched, Vec<Given>)> {
    let settings = run.settings;
    listener.on(Event::StageStarted(Stage::Explore, settings.crate_name.clone()));
    let began = Moment::now();
    let mut grammar = searched_grammar(run.prepared, settings.run.experiments);
    let options = executor_options(&grammar, dylib, settings)?;
    let mut executor = Executor::start(&options)?;
    report.times.start = executor.ready().since(began);
    report.sandbox = executor.sandbox().clone();
    report.counts.edges.total = executor.edge_count();
    grammar.mark_unwatchable(executor.unwatchable());
    let trying = Trying::new(run, &grammar, began);
    let mut collector = collector(run);
    let mut all = Vec::new();
    for (name, text) in plans {
        if run.is_interrupted() {
            break;
        }
        let (expression, end) = match trying.run(text, &mut executor, &mut collector, report)? {
            Err(reason) => (None, GivenEnd::NoPlan(reason)),
            Ok((plan, fault)) => {
                let end = fault.map_or(GivenEnd::Passed, GivenEnd::Failed);
                (Some(run.prepared.bindings.expression(plan.term())), end)
            }
        };
        all.push(Given {
            name: name.clone(),
            expression,
            end,
        });
    }
    report.times.explore = Moment::now().since(began);
    report.stop = Stop::Given;
    report.items = item_results(&Explored {
        items: &run.prepared.items,
        searches: &[],
    });
    listener.on(Event::StageFinished(Stage::Explore, report.times.explore));
    Ok((Searched::of(grammar, collector, options, vec![executor]), all))
}

/// Runs plans that are given as texts.
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
            faults.extend(result.death.iter().map(|death| &death.fault));
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
