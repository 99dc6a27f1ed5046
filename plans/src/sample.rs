//! Random plans: every part of a plan is chosen at random among what fits under a depth bound. For items whose cheapest
//! plans never come to a call; what is found that way says nothing about what was not.

use crate::plan::{Plan, Term};
use crate::search::Search;
use crate::{Grammar, OpId, TypeId};
use std::collections::BTreeSet;

/// A small deterministic source of numbers (SplitMix64).
#[derive(Debug)]
pub(crate) struct Numbers(pub(crate) u64);

impl Numbers {
    /// A number below `end`, which is at least 1.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^= mixed >> 31;
        // The bias is below one in two to the power of forty for any table of alternatives.
        (mixed % end as u64) as usize
    }
}

/// A number for a sequence of parts: two sequences that share it are taken for the same.
pub fn fingerprint(parts: impl Iterator<Item = u64>) -> u64 {
    parts.fold(0xcbf2_9ce4_8422_2325, |hash, part| {
        let mixed = (hash ^ part).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        mixed ^ (mixed >> 29)
    })
}

/// A number for a plan. Two that share it are taken for the same where many are made.
pub(crate) fn fingerprint_of(plan: &Plan) -> u64 {
    let mut parts = Vec::new();
    plan.term().visit(&mut |part| match part {
        Term::Apply { op, .. } => parts.push(u64::from(op.0)),
        Term::Literal { ty, value } => {
            parts.push(u64::from(ty.0) << 32);
            parts.extend(value.iter().copied().map(u64::from));
        }
        Term::Hole { number, .. } => parts.push(u64::from(*number) << 32 | 1),
    });
    fingerprint(parts.into_iter())
}

/// An endless sequence of random plans of one root op.
pub(crate) struct Sampler {
    root: OpId,
    bound: u32,
    numbers: Numbers,
}

impl Sampler {
    pub(crate) fn new(root: OpId, bound: u32, seed: u64) -> Sampler {
        let seed = seed.wrapping_add(u64::from(root.0) << 32);
        Sampler {
            root,
            bound,
            numbers: Numbers(seed),
        }
    }

    /// The next plan, fully decided. None if the op cannot be fed.
    pub(crate) fn draw<'g>(&mut self, grammar: &'g Grammar) -> Option<Search<'g>> {
        let numbers = &mut self.numbers;
        Search::drawn(grammar, self.root, self.bound, &mut |count| numbers.below(count))
    }
}

/// Alternatives of a type, learned ones left out, that cost at most `most` steps with the cheapest arguments; the
/// cheapest if none does.
pub(crate) fn affordable(grammar: &Grammar, ty: TypeId, most: u32) -> BTreeSet<u32> {
    let alternatives = &grammar.alternatives(ty)[..grammar.ordinary(ty)];
    let cost = |op: &OpId| {
        let spec = grammar.op(*op)?;
        let mut sum = spec.steps;
        for arg in &spec.args {
            sum = sum.saturating_add(grammar.min_steps(*arg)?);
        }
        Some(sum)
    };
    let costs: Vec<Option<u32>> = alternatives.iter().map(cost).collect();
    let fitting = |limit: u32| -> BTreeSet<u32> {
        (0..)
            .zip(&costs)
            .filter(|(_, cost)| cost.is_some_and(|cost| cost <= limit))
            .map(|(index, _)| index)
            .collect()
    };
    let found = fitting(most);
    if found.is_empty() {
        fitting(costs.iter().flatten().min().copied().unwrap_or(0))
    } else {
        found
    }
}
