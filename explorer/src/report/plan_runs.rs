//! What became of plans that were run again, one JSON object per line.

use crate::engine::rerun::{Rerun, RerunResult};
use serde::Serialize;

#[derive(Serialize)]
struct Entry<'a> {
    plan: &'a str,
    /// The word of a kind of fault, `passed`, `not run` or `no longer reachable`.
    outcome: &'static str,
    message: String,
    /// Placeholders that the run looked at.
    looked_at: u32,
}

/// All of them.
pub fn render(reruns: &[Rerun]) -> anyhow::Result<String> {
    let mut out = String::new();
    for rerun in reruns {
        let (outcome, message, looked_at) = match &rerun.result {
            RerunResult::Failed { fault, looked_at } => {
                (fault.kind.word(), fault.message.clone(), *looked_at)
            }
            RerunResult::Passed => ("passed", String::new(), 0),
            RerunResult::NotRun(why) => ("not run", why.clone(), 0),
            RerunResult::NoPlan(error) => ("no longer reachable", error.to_string(), 0),
        };
        out.push_str(&serde_json::to_string(&Entry {
            plan: &rerun.text,
            outcome,
            message,
            looked_at,
        })?);
        out.push('\n');
    }
    Ok(out)
}
