//! What one instance learns from what its runs compare: candidates gather during a round and become known values at its
//! end, in the order in which they turned up, as far as the grammar has places for them. No clock and no slicing.

use crate::executor::{EXACT, LearnCandidate};
use plans::{Grammar, LearnedValue, Learning, OpId, TypeId};
use std::collections::{BTreeMap, VecDeque};

/// New plans of a round whose runs are watched for candidates, from its first.
const WATCHED_PLANS: u64 = 512;
/// Candidates of a round that are considered.
const MOST_CANDIDATES: usize = 256;
/// Values of one type and distance that become known at the end of a round and are not exactly what was compared.
const MOST_GUESSES: usize = 4;

/// The learned values of one instance.
#[derive(Debug)]
pub(super) struct LearnedValues {
    /// Places that are left, by type.
    free: BTreeMap<TypeId, VecDeque<OpId>>,
    known: Vec<LearnedValue>,
    fresh_from: usize,
    /// Each value once, with its first witness; that is 0 as soon as no other is needed.
    candidates: Vec<LearnCandidate>,
    /// New plans of this round.
    plans: u64,
}

impl LearnedValues {
    /// Nothing is known yet.
    pub(super) fn new(grammar: &Grammar) -> LearnedValues {
        let mut free: BTreeMap<TypeId, VecDeque<OpId>> = BTreeMap::new();
        for &op in grammar.learned() {
            if let Some(spec) = grammar.op(op) {
                free.entry(spec.result).or_default().push_back(op);
            }
        }
        LearnedValues {
            free,
            known: Vec::new(),
            fresh_from: 0,
            candidates: Vec::new(),
            plans: 0,
        }
    }

    /// The values known so far.
    pub(super) fn known(&self) -> &[LearnedValue] {
        &self.known
    }

    /// For the next unit of the round.
    pub(super) fn request(&self) -> Learning {
        Learning {
            known: self.known.clone(),
            fresh_from: u32::try_from(self.fresh_from).unwrap_or(u32::MAX),
            watched_plans: WATCHED_PLANS.saturating_sub(self.plans),
            plans_before: self.plans,
            ..Learning::default()
        }
    }

    /// Takes in what a unit of the round told.
    pub(super) fn take_in(&mut self, new_plans: u64, candidates: &[LearnCandidate]) {
        self.plans += new_plans;
        for candidate in candidates {
            let is_same =
                |known: &&mut LearnCandidate| known.ty == candidate.ty && known.value == candidate.value;
            let has_room = self.candidates.len() < MOST_CANDIDATES;
            match self.candidates.iter_mut().find(is_same) {
                Some(known) => {
                    known.distance = known.distance.min(candidate.distance);
                    if known.witness != candidate.witness {
                        known.witness = 0;
                    }
                }
                None if has_room => self.candidates.push(candidate.clone()),
                None => {}
            }
        }
    }

    /// The round is over, with everything that was fresh in it. True if there are fresh values now: plans that use them
    /// have not been run at any depth.
    pub(super) fn end_round(&mut self) -> bool {
        self.plans = 0;
        self.fresh_from = self.known.len();
        let mut candidates = std::mem::take(&mut self.candidates);
        candidates.retain(|candidate| candidate.witness == 0);
        candidates.sort_by_key(|candidate| candidate.distance);
        let mut guesses: BTreeMap<(TypeId, u32), usize> = BTreeMap::new();
        for LearnCandidate {
            ty, distance, value, ..
        } in candidates
        {
            let count = guesses.entry((ty, distance)).or_default();
            if distance != EXACT && *count >= MOST_GUESSES {
                continue;
            }
            let Some(op) = self.free.get_mut(&ty).and_then(VecDeque::pop_front) else {
                continue;
            };
            *count += 1;
            self.known.push(LearnedValue { op, value });
        }
        self.fresh_from < self.known.len()
    }
}
