//! Plans that somebody else has found, in the place of a search: each is run once, and what fails becomes a finding as always.

use super::assemble::Explored;
use super::assemble::item_results;
use super::run::{Run, executor_options, plan_keys, searched_grammar};
use super::search_stage::{Searched, collector};
use super::searches::instances;
use crate::event::{Event, Listener, Stage};
use crate::executor::{Executor, Moment};
use crate::finding::collect::Before;
use crate::run_report::{RunReport, Stop};
use plans::{LaneKind, OpId, Plan, UnitName, UnitRequest};
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
    let keys = plan_keys(run.prepared);
    let mut collector = collector(run);
    let mut all = Vec::new();
    for (name, text) in plans {
        if run.is_interrupted() {
            break;
        }
        let plan = keys.read(&grammar, text).map_err(|error| error.to_string());
        let unit = plan.and_then(|plan| {
            let name = unit_name(run, plan.root());
            let unit = UnitRequest::listed(&grammar, vec![plan.clone()]);
            let none = || "the call needs more different literals than plans have".to_owned();
            Ok((plan, name.ok_or_else(none)?, unit.ok_or_else(none)?))
        });
        let (plan, unit_name, unit) = match unit {
            Ok(unit) => unit,
            Err(reason) => {
                all.push(Given {
                    name: name.clone(),
                    expression: None,
                    end: GivenEnd::NoPlan(reason),
                });
                continue;
            }
        };
        let results = executor.run_batch(std::slice::from_ref(&unit))?;
        let before = Before {
            expressions: report.counts.expressions,
            now: Moment::now(),
            after: Moment::now().since(began),
        };
        let mut faults = Vec::new();
        for result in &results {
            report.counts.executions += result.report.tallies.executions;
            report.counts.expressions += result.report.tallies.expressions;
            faults.extend(result.faults.iter().map(|seen| &seen.fault));
            faults.extend(result.death.iter().map(|death| &death.fault));
            collector.add_seen(unit_name, before, &result.faults);
            if let Some(death) = &result.death {
                collector.add_death(unit_name, before, death);
            }
        }
        all.push(Given {
            name: name.clone(),
            expression: Some(expression(run, &plan)),
            end: match faults.first() {
                Some(fault) => GivenEnd::Failed(format!("{}: {}", fault.kind.word(), fault.message)),
                None => GivenEnd::Passed,
            },
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

fn expression(run: &Run<'_>, plan: &Plan) -> String {
    run.prepared.bindings.expression(plan.term())
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
