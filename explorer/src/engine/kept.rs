//! Kept plans: those that executed edges which no plan before them did. Each instance keeps its own, in search order, so
//! that neither slices nor jobs decide; at the end they are merged in order of depth and item.

use super::item::ItemSearch;
use crate::executor::{KeptRun, UnitResult};
use crate::finding::collect::PlacedSample;
use plans::{EdgeSet, Plan};

/// Most plans kept of one instance.
const MOST_OF_INSTANCE: usize = 2_000;
/// Most kept plans of a run that are no findings' plans.
const MOST_PLANS: usize = 10_000;

/// A plan that showed something new, with all that is needed to run it again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptPlan {
    /// Index of the explored item.
    pub item: usize,
    /// Index of its instance.
    pub instance: usize,
    /// The plan, with holes where its run did not look.
    pub plan: Plan,
    /// Depth of the plan before its run looked at anything.
    pub base_steps: u32,
    /// Edges that no plan before it executed; none for a finding's plan whose edges were not told or are not new.
    pub edges: Vec<u32>,
}

/// What one instance has kept.
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

    /// Takes in what a unit of the instance told. Returns how many edges are new.
    pub(super) fn take_in(&mut self, result: &UnitResult) -> usize {
        let mut new_edges = 0;
        for run in &result.kept {
            let edges: Vec<u32> = (run.edges.iter().copied())
                .filter(|&edge| self.known.insert(edge))
                .collect();
            new_edges += edges.len();
            if !edges.is_empty() && self.runs.len() < MOST_OF_INSTANCE {
                self.runs.push(KeptRun {
                    sample: run.sample.clone(),
                    edges,
                });
            }
        }
        new_edges
    }
}

/// The kept plans of all items, smallest first, and the edges that were executed; then the plans of faults that are not
/// among them.
pub(super) fn kept_plans<'a, 's>(
    searches: &'s [ItemSearch],
    faults: impl Iterator<Item = &'a PlacedSample>,
) -> (Vec<KeptPlan>, EdgeSet) {
    let of_item = |search: &'s ItemSearch| {
        search
            .kept()
            .map(|(instance, run)| (search.item(), instance, run))
    };
    let mut all: Vec<_> = searches.iter().flat_map(of_item).collect();
    // Stable: plans of one instance and depth stay in search order.
    all.sort_by_key(|(item, instance, run)| (run.sample.base_steps, *item, *instance));
    let mut seen = EdgeSet::default();
    let mut plans: Vec<KeptPlan> = Vec::new();
    for (item, instance, run) in all {
        let edges: Vec<u32> = (run.edges.iter().copied())
            .filter(|&edge| seen.insert(edge))
            .collect();
        if edges.is_empty() || plans.len() >= MOST_PLANS {
            continue;
        }
        plans.push(KeptPlan {
            item,
            instance,
            plan: run.sample.plan.clone(),
            base_steps: run.sample.base_steps,
            edges,
        });
    }
    for sample in faults {
        if !plans.iter().any(|kept| kept.plan == sample.plan) {
            plans.push(KeptPlan {
                item: sample.rank.item,
                instance: sample.rank.instance,
                plan: sample.plan.clone(),
                base_steps: sample.rank.base_steps,
                edges: Vec::new(),
            });
        }
    }
    (plans, seen)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::executor::Sample;
    use plans::{OpId, Tallies, Term, UnitReport, UnitStop};

    fn result(kept: &[(u32, &[u32])]) -> UnitResult {
        let run = |&(base_steps, edges): &(u32, &[u32])| KeptRun {
            sample: Sample {
                plan: Plan::new(Term::Apply {
                    op: OpId(0),
                    args: Vec::new(),
                })
                .expect("an op"),
                base_steps,
                nth: 1,
            },
            edges: edges.to_vec(),
        };
        UnitResult {
            report: UnitReport {
                tallies: Tallies::default(),
                stop: UnitStop::Exhausted { min_cut: None },
                round: None,
            },
            faults: Vec::new(),
            death: None,
            stalled: false,
            candidates: Vec::new(),
            kept: kept.iter().map(run).collect(),
            values: Vec::new(),
        }
    }

    #[test]
    fn only_plans_with_new_edges_are_kept_whatever_the_slices() {
        let told: [(u32, &[u32]); 5] = [(1, &[4, 5]), (1, &[5]), (2, &[6, 4]), (2, &[]), (3, &[7])];
        let all = |cuts: &[usize]| {
            let mut kept = KeptRuns::default();
            let mut from = 0;
            for &to in cuts {
                kept.take_in(&result(&told[from..to]));
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
