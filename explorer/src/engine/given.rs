//! Plans that somebody else has found, in the place of a search: each is run once, and what fails becomes a finding as always.

use super::assemble::Explored;
use super::assemble::item_results;
use super::run::{Run, executor_options, searched_grammar};
use super::search_stage::{Searched, collector};
use super::trying::Trying;
use crate::event::{Event, Listener, Stage};
use crate::executor::{Executor, Moment};
use crate::run_report::{RunReport, Stop};
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
