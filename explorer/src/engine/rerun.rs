//! Runs plans that were written down, in another build of the crate or in another version of it.

use super::run::{EngineSettings, executor_options, plan_keys, searched_grammar};
use crate::executor::Executor;
use crate::outcome::Fault;
use anyhow::Context;
use harness_gen::Prepared;
use plans::PlanTextError;

/// A plan as text, and what became of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rerun {
    /// One line, as reports have it.
    pub text: String,
    /// What became of it.
    pub result: RerunResult,
}

/// What became of a plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RerunResult {
    /// It failed; of its placeholders the run looked at so many.
    Failed {
        /// How.
        fault: Fault,
        /// Placeholders that were looked at.
        looked_at: u32,
    },
    /// It did not fail.
    Passed,
    /// It is no plan of this crate.
    NoPlan(PlanTextError),
    /// The executor could not run it.
    NotRun(String),
}

/// Runs plans, each in a fresh process.
pub fn rerun(
    prepared: &Prepared,
    settings: &EngineSettings,
    texts: impl Iterator<Item = String>,
) -> anyhow::Result<Vec<Rerun>> {
    let dylib = prepared.dylib.as_deref().context("there is no harness")?;
    let grammar = searched_grammar(prepared, settings.run.experiments);
    let mut executor = Executor::start(&executor_options(&grammar, dylib, settings)?)?;
    let keys = plan_keys(prepared);
    let mut reruns = Vec::new();
    for text in texts {
        let result = match keys.read(&grammar, &text) {
            Err(error) => RerunResult::NoPlan(error),
            Ok(plan) => match executor.replay(&plan, false, 1) {
                Err(error) => RerunResult::NotRun(format!("{error:#}")),
                Ok(replay) => match replay.fault {
                    None => RerunResult::Passed,
                    Some(fault) => RerunResult::Failed {
                        fault,
                        looked_at: replay.seen.map_or(0, |seen| plan.holes_looked_at(&seen)),
                    },
                },
            },
        };
        reruns.push(Rerun { text, result });
    }
    Ok(reruns)
}
