//! Which of a call's runs are kept for whoever compares what they reach.

use super::runs::Runs;
use super::table::Verdict;
use crate::confirm::Contrast;
use crate::tuning::{CONTRASTED_FAILING, CONTRASTED_RETURNING};

/// Some of all runs, from all over them: what was run one after the other differs little.
pub(super) fn contrast(runs: &Runs<'_>) -> Contrast {
    let some = |verdict: Verdict, most: usize| {
        let rows = runs.of_verdict(verdict);
        let step = rows.len().div_ceil(most).max(1);
        let plans = rows.iter().step_by(step);
        plans
            .filter_map(|row| runs.call.with(&runs.rows[*row].args))
            .collect()
    };
    Contrast {
        failing: some(Verdict::Fails, CONTRASTED_FAILING),
        returning: some(Verdict::Passes, CONTRASTED_RETURNING),
    }
}
