//! Kept plans: those that executed edges which no plan before them did. Each search of an instance keeps its own, in search
//! order, so that neither slices nor jobs decide.

use super::news::{KeptRun, UnitNews};
use crate::edges::EdgeSet;
use crate::mutate::Parent;
use crate::tuning::MOST_KEPT_OF_INSTANCE;
use std::collections::BTreeSet;

/// The kept plans of one instance as material for others.
#[derive(Debug, Default)]
pub(super) struct Breed {
    /// In search order, as far as they were shared.
    pub(super) parents: Vec<Parent>,
    /// Fingerprints of the plans that were made of them.
    pub(super) made: BTreeSet<u64>,
}

/// What one search of an instance has kept.
#[derive(Debug, Default)]
pub(super) struct KeptRuns {
    known: EdgeSet,
    runs: Vec<KeptRun>,
}

impl KeptRuns {
    /// Edges that its runs have executed.
    pub(super) fn known(&self) -> &EdgeSet {
        &self.known
    }

    /// In search order.
    pub(super) fn runs(&self) -> &[KeptRun] {
        &self.runs
    }

    /// Takes in what a unit told.
    pub(super) fn take_in(&mut self, news: &UnitNews<'_>) {
        for run in news.kept {
            let edges: Vec<u32> = (run.edges.iter().copied())
                .filter(|&edge| self.known.insert(edge))
                .collect();
            if !edges.is_empty() && self.runs.len() < MOST_KEPT_OF_INSTANCE {
                self.runs.push(KeptRun {
                    sample: run.sample.clone(),
                    edges,
                });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::OpId;
    use crate::lane::news::Sample;
    use crate::plan::{Plan, Term};
    use crate::unit::{Tallies, UnitReport, UnitStop};

    fn run(&(base_steps, edges): &(u32, &[u32])) -> KeptRun {
        let term = Term::Apply {
            op: OpId(0),
            args: Vec::new(),
        };
        KeptRun {
            sample: Sample {
                plan: Plan::new(term).expect("an op"),
                base_steps,
                nth: 1,
            },
            edges: edges.to_vec(),
        }
    }

    #[test]
    fn only_plans_with_new_edges_are_kept_whatever_the_slices() {
        let told: [(u32, &[u32]); 5] = [(1, &[4, 5]), (1, &[5]), (2, &[6, 4]), (2, &[]), (3, &[7])];
        let report = UnitReport {
            tallies: Tallies::default(),
            stop: UnitStop::Exhausted { min_cut: None },
            round: None,
        };
        let all = |cuts: &[usize]| {
            let mut kept = KeptRuns::default();
            let mut from = 0;
            for &to in cuts {
                let runs: Vec<KeptRun> = told[from..to].iter().map(run).collect();
                kept.take_in(&UnitNews {
                    report: &report,
                    death: None,
                    stalled: false,
                    candidates: &[],
                    kept: &runs,
                    values: &[],
                });
                from = to;
            }
            let runs: Vec<(u32, Vec<u32>)> = (kept.runs().iter())
                .map(|run| (run.sample.base_steps, run.edges.clone()))
                .collect();
            (runs, kept.known().len())
        };
        let expected = vec![(1, vec![4, 5]), (2, vec![6]), (3, vec![7])];
        assert_eq!(all(&[5]), (expected.clone(), 4));
        assert_eq!(all(&[1, 2, 4, 5]), (expected, 4));
    }
}
