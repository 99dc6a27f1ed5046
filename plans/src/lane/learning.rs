//! What one instance learns from what its runs compare: candidates gather during a round and become known values at its
//! end, in the order in which they turned up, as far as the grammar has places for them. No clock and no slicing.

use super::news::{EXACT, LearnCandidate};
use crate::grammar::Grammar;
use crate::ids::{OpId, TypeId};
use crate::learned::{LearnedValue, Learning};
use crate::tuning::{MOST_CANDIDATES, MOST_GUESSES, RESERVED, WATCHED_PLANS};
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// The learned values of one instance.
#[derive(Debug)]
pub(super) struct LearnedValues {
    /// Places that are left, by type.
    free: BTreeMap<TypeId, VecDeque<OpId>>,
    known: Vec<LearnedValue>,
    /// So many of them are known to the rounds; the others become so at the end of this one.
    in_rounds: usize,
    fresh_from: usize,
    /// What they stand for: units that are not told of some find these again.
    values: BTreeSet<(TypeId, Vec<u8>)>,
    /// Places of each type that guesses leave free.
    reserved: usize,
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
            in_rounds: 0,
            fresh_from: 0,
            values: BTreeSet::new(),
            reserved: 0,
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
            known: self.known[..self.in_rounds].to_vec(),
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
        self.fresh_from = self.in_rounds;
        let candidates = std::mem::take(&mut self.candidates);
        self.adopt(candidates);
        self.in_rounds = self.known.len();
        self.fresh_from < self.known.len()
    }

    /// What was compared exactly becomes known at once; to rounds it is known from the end of this one on. Guesses wait until
    /// then: there are few places.
    pub(super) fn adopt_exact(&mut self) {
        self.reserved = RESERVED;
        let is_exact = |candidate: &mut LearnCandidate| candidate.distance == EXACT && candidate.witness == 0;
        let exact = self.candidates.extract_if(.., is_exact).collect();
        self.adopt(exact);
    }

    fn adopt(&mut self, mut candidates: Vec<LearnCandidate>) {
        candidates.retain(|candidate| candidate.witness == 0);
        candidates.sort_by_key(|candidate| candidate.distance);
        let mut guesses: BTreeMap<(TypeId, u32), usize> = BTreeMap::new();
        for LearnCandidate {
            ty, distance, value, ..
        } in candidates
        {
            if self.values.contains(&(ty, value.clone())) {
                continue;
            }
            let count = guesses.entry((ty, distance)).or_default();
            if distance != EXACT && *count >= MOST_GUESSES {
                continue;
            }
            let Some(free) = self.free.get_mut(&ty) else {
                continue;
            };
            if distance != EXACT && free.len() <= self.reserved {
                continue;
            }
            let Some(op) = free.pop_front() else { continue };
            *count += 1;
            self.values.insert((ty, value.clone()));
            self.known.push(LearnedValue { op, value });
        }
    }
}
