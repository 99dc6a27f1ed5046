//! Plans that are drawn from kept ones: a part exchanged for a small or a kept one, or wrapped in a call that takes it and builds the
//! same type, a few times over. What takes many calls is reached so before all plans of as many calls were run. They have a
//! small share of an item's runs, and more as long as they show something.

use crate::grammar::Grammar;
use crate::mutate::{Maker, PartPool};
use crate::plan::Plan;
use crate::sample::{Numbers, fingerprint_of};
use crate::tuning::{
    DRAWN_OF_A_PARENT, DRAWN_OF_A_UNIT, MOST_DEATHS_OF_MUTANTS, MOST_STEPS_OF_DRAWN, REDRAWS_OF_MUTANTS,
    RUNS_OF_A_DRAWN, RUNS_OF_A_FIND,
};
use std::collections::BTreeSet;

/// Those of one item.
#[derive(Debug)]
pub(super) struct Drawn {
    /// Kept plans with the index of their instance, in the order in which they were kept.
    parents: Vec<(usize, Plan)>,
    /// Parts of the first so many of them.
    pool: PartPool,
    pooled: usize,
    numbers: Numbers,
    made: BTreeSet<u64>,
    /// What was drawn and is to be run before anything else is, with the index of its instance.
    waiting: Option<(usize, Vec<Plan>)>,
    /// Something of what was drawn with it has shown something.
    has_shown_something: bool,
    /// Runs that they may have.
    granted: u64,
    /// Units since the last that has shown something.
    in_vain: u64,
    deaths: u32,
    /// Nothing was drawn that had not been before, and nothing was kept since.
    is_spent: bool,
}

impl Default for Drawn {
    fn default() -> Drawn {
        Drawn {
            parents: Vec::new(),
            pool: PartPool::default(),
            pooled: 0,
            numbers: Numbers(0),
            made: BTreeSet::new(),
            waiting: None,
            has_shown_something: false,
            granted: 0,
            in_vain: 0,
            deaths: 0,
            is_spent: false,
        }
    }
}

impl Drawn {
    /// A plan was kept.
    pub(super) fn note(&mut self, instance: usize, plan: &Plan) {
        self.parents.push((instance, plan.clone()));
        self.is_spent = false;
    }

    /// Others had so many runs.
    pub(super) fn grant(&mut self, runs: u64) {
        self.granted = self.granted.saturating_add(runs / RUNS_OF_A_DRAWN);
    }

    /// A unit of them came back, which a death of this weight ended, and has shown something or not. What is left of it waits:
    /// that a clock has cut it says nothing about what was drawn, and nothing is drawn twice.
    pub(super) fn end(
        &mut self,
        (instance, rest): (usize, Vec<Plan>),
        weight: u32,
        has_shown_something: bool,
    ) {
        self.deaths += weight;
        self.has_shown_something |= has_shown_something;
        self.give_back(instance, rest);
        if self.waiting.is_some() {
            return;
        }
        self.in_vain += 1;
        if std::mem::take(&mut self.has_shown_something) {
            self.granted = self.granted.saturating_add(RUNS_OF_A_FIND);
            self.in_vain = 0;
        }
    }

    /// These are run before what waits already.
    pub(super) fn give_back(&mut self, instance: usize, mut plans: Vec<Plan>) {
        if let Some((_, later)) = self.waiting.take() {
            plans.extend(later);
        }
        self.waiting = (!plans.is_empty()).then_some((instance, plans));
    }

    /// What waits; nothing if none does.
    pub(super) fn take_waiting(&mut self) -> Vec<Plan> {
        self.waiting.take().map_or(Vec::new(), |(_, plans)| plans)
    }

    /// None of the plans of a unit can be run: more of the kind is of no use before something else was kept.
    pub(super) fn give_up(&mut self) {
        self.is_spent = true;
    }

    /// Whether some may be run now: their share, or whatever they take where nothing else is left. What waits has had its share.
    pub(super) fn are_due(&self, are_alone: bool) -> bool {
        let has_share = are_alone || self.waiting.is_some() || self.granted >= self.price();
        let is_over = self.is_spent || self.parents.is_empty() || self.deaths >= MOST_DEATHS_OF_MUTANTS;
        has_share && !is_over
    }

    /// Runs that are to be granted for one unit: what nothing comes of becomes rare, for a unit is a turn of the item, in which
    /// its rounds could have had far more runs.
    fn price(&self) -> u64 {
        let tries = self.in_vain.saturating_add(1);
        (DRAWN_OF_A_UNIT as u64).saturating_mul(tries.saturating_mul(tries))
    }

    /// The plans of the next unit, cheapest first, with the index of their instance. None if nothing new was drawn.
    pub(super) fn next(&mut self, grammar: &Grammar) -> Option<(usize, Vec<Plan>)> {
        if self.waiting.is_some() {
            return self.waiting.take();
        }
        for (_, plan) in &self.parents[self.pooled..] {
            self.pool.add(grammar, plan.term());
        }
        self.pooled = self.parents.len();
        self.granted = self.granted.saturating_sub(self.price());
        let first = self.drawn_parent();
        let instance = self.parents.get(first)?.0;
        let mut drawn: Vec<(u32, Plan)> = Vec::new();
        for _ in 0..DRAWN_OF_A_UNIT / DRAWN_OF_A_PARENT {
            let parent = self.drawn_parent();
            if self.parents[parent].0 == instance {
                self.draw_from(grammar, parent, &mut drawn);
            }
        }
        self.is_spent = drawn.is_empty();
        drawn.sort_by_key(|(steps, _)| *steps);
        let plans: Vec<Plan> = drawn.into_iter().map(|(_, plan)| plan).collect();
        (!plans.is_empty()).then_some((instance, plans))
    }

    /// The later of two: what was kept last is furthest from what rounds try.
    fn drawn_parent(&mut self) -> usize {
        let count = self.parents.len().max(1);
        self.numbers.below(count).max(self.numbers.below(count))
    }

    fn draw_from(&mut self, grammar: &Grammar, parent: usize, drawn: &mut Vec<(u32, Plan)>) {
        let seed = self.numbers.below(usize::MAX) as u64;
        let mut maker = Maker::new(grammar, &self.pool, &[], Numbers(seed));
        let most = drawn.len() + DRAWN_OF_A_PARENT;
        for _ in 0..DRAWN_OF_A_PARENT * REDRAWS_OF_MUTANTS {
            if drawn.len() >= most {
                return;
            }
            let term = maker.changed(self.parents[parent].1.term());
            let Some(plan) = term.and_then(Plan::new) else {
                continue;
            };
            // Holes of so many parts are dearer to watch than what they save.
            let plan = plan.with_holes(|_| false);
            let steps = plan.term().steps(grammar);
            // As many runs of what is dear take as long as all other ones of the item.
            let is_dear = plan.ops().into_iter().any(|op| grammar.extra_steps(op) > 0);
            if steps <= MOST_STEPS_OF_DRAWN && !is_dear && self.made.insert(fingerprint_of(&plan)) {
                drawn.push((steps, plan));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grammar::{InPlace, OpSpec};
    use crate::ids::{OpId, TypeId};
    use crate::plan::Term;

    /// A value, eight arguments of a call that changes it, that call, and a root that takes it.
    fn grammar() -> Grammar {
        let op = |result, args: &[u32], steps| {
            Some(OpSpec {
                result: TypeId(result),
                args: args.iter().copied().map(TypeId).collect(),
                steps,
                pointer: false,
                in_place: InPlace::No,
                total: false,
                builds: true,
            })
        };
        let ops = std::iter::once(op(0, &[], 1)).chain((0..8).map(|_| op(1, &[], 1)));
        let ops = ops.chain([op(0, &[0, 1], 1), op(2, &[0], 1)]).collect();
        Grammar::new(3, ops).expect("well formed")
    }

    #[test]
    fn what_is_left_of_a_unit_is_run_before_others_are_drawn() {
        let grammar = grammar();
        let value = Term::Apply {
            op: OpId(0),
            args: Vec::new(),
        };
        let kept = Plan::new(Term::Apply {
            op: OpId(10),
            args: vec![value],
        });
        let mut drawn = Drawn::default();
        drawn.note(0, &kept.expect("a call"));
        drawn.granted = DRAWN_OF_A_UNIT as u64;
        let (instance, plans) = drawn.next(&grammar).expect("there are others");
        assert!(plans.len() > 5 && drawn.granted == 0, "{} plans", plans.len());

        // It is cut twice, and dies once; what the first part has shown counts when all were run.
        drawn.end((instance, plans[3..].to_vec()), 0, true);
        assert!(drawn.are_due(false), "it has had its share");
        assert_eq!(drawn.next(&grammar), Some((instance, plans[3..].to_vec())));
        drawn.give_back(instance, plans[5..].to_vec());
        drawn.end((instance, plans[4..5].to_vec()), 1, false);
        assert_eq!((drawn.deaths, drawn.in_vain, drawn.granted), (1, 0, 0));
        assert_eq!(drawn.next(&grammar), Some((instance, plans[4..].to_vec())));
        drawn.end((instance, Vec::new()), 0, false);
        assert_eq!((drawn.in_vain, drawn.granted), (0, RUNS_OF_A_FIND));

        let (_, others) = drawn.next(&grammar).expect("there are others");
        assert!(others.iter().all(|other| !plans.contains(other)));
        drawn.end((instance, Vec::new()), 0, false);
        assert_eq!(drawn.in_vain, 1);
    }
}
