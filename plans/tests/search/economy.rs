//! What saves runs loses no faults: redundant arguments left out, placeholders left unwatched.

use std::collections::BTreeSet;

use plans::{
    Economy, Grammar, Learning, Observation, OpId, Outcome, RedundantPlan, RedundantPlans, Search, Start,
    TypeId, UnitLoop, UnitRequest,
};

use crate::mock::{Foreign, run, run_current, total_steps, value_of, with_defaults};
use crate::random::{Rng, random_grammar};

const MOST: usize = 3000;

type Fault = (OpId, u64);

fn request(root: OpId, bound: u32, economy: Economy) -> UnitRequest {
    UnitRequest {
        root,
        bound,
        counted_from: 0,
        start: Start::Fresh,
        budget: u64::MAX,
        valid_budget: u64::MAX,
        known_fatal: Vec::new(),
        learning: Learning::default(),
        economy,
    }
}

/// Faults of the root op, and how many plans were run. Faults of a plan with unwatched placeholders are seen in a
/// second run.
fn explore(
    seed: u64,
    foreign: Foreign,
    grammar: &Grammar,
    known: &RedundantPlans,
    request: UnitRequest,
) -> Option<(BTreeSet<Fault>, usize)> {
    let root = request.root;
    let mut unit = UnitLoop::without(grammar, known, request)?;
    let (mut faults, mut plans) = (BTreeSet::new(), 0);
    while let Some(program) = unit.next() {
        plans += 1;
        if plans > MOST {
            return None;
        }
        let value = value_of_unmarked(grammar, program);
        let mut ran = run(seed, foreign, grammar, &value);
        if ran.fault.is_some() && unit.has_unwatched() {
            unit.watch_all();
            let value = value_of(grammar, unit.program());
            ran = run(seed, foreign, grammar, &value);
        }
        let ended_at = ran.fault.filter(|(op, _)| *op != root).map(|_| ran.carried_out);
        faults.extend(ran.fault.filter(|(op, _)| *op == root));
        unit.observe(&Observation {
            outcome: if ran.fault.is_some() {
                Outcome::Fault
            } else {
                Outcome::Ok
            },
            demands: &ran.demands,
            reached_root: ended_at.is_none(),
            ended_at,
        });
    }
    Some((faults, plans))
}

/// As [`value_of`], for programs in which the numbers of placeholders have gaps.
fn value_of_unmarked(grammar: &Grammar, program: &[plans::Instr]) -> crate::mock::Value {
    let mut stack: Vec<crate::mock::Value> = Vec::new();
    for instr in program {
        let arity = grammar.op(OpId(instr.op)).expect("known").args.len();
        let args = stack.split_off(stack.len() - arity);
        stack.push(crate::mock::Value {
            op: OpId(instr.op),
            watch: instr.placeholder(),
            args,
        });
    }
    stack.pop().expect("a value")
}

/// All plans that fail, of the ops that can.
fn failing(seed: u64, grammar: &Grammar, bound: u32) -> Option<RedundantPlans> {
    let mut eager = grammar.clone();
    let all: Vec<TypeId> = (0..grammar.type_count() as u32).map(TypeId).collect();
    eager.mark_unwatchable(&all);
    let mut known = RedundantPlans::default();
    for (op, spec) in (0..).map(OpId).zip(grammar.ops()) {
        let Some(mut search) = spec
            .as_ref()
            .filter(|spec| spec.builds)
            .and_then(|_| Search::new(&eager, op, bound))
        else {
            continue;
        };
        let mut plans = 0;
        while search.is_live() {
            plans += 1;
            if plans > MOST {
                return None;
            }
            let total = grammar.op(op).expect("known").total;
            let (_, ran) = run_current(seed, Foreign::Everywhere, &eager, &search);
            // The mock runs a root whether it can fail or not; as an argument a total op cannot.
            let fails = ran.fault.is_some_and(|(failed, _)| failed != op || !total);
            if let Some(shape) = search.shape().filter(|_| fails) {
                known.insert(RedundantPlan { shape, op, stage: 2 });
            }
            search.advance();
        }
    }
    Some(known)
}

#[test]
fn leaving_out_what_fails_loses_no_fault_of_the_root() {
    let (mut compared, mut fewer) = (0, 0);
    for seed in 0..1500 {
        let Some((grammar, root)) = random_grammar(&mut Rng::new(seed)) else {
            continue;
        };
        let bound = grammar.root_steps(root).expect("feedable") + 4;
        let at = |stage| Economy {
            redundant_up_to: stage,
            ..Economy::default()
        };
        let Some(known) = failing(seed, &grammar, bound + 3) else {
            continue;
        };
        let explored = |economy| {
            explore(
                seed,
                Foreign::Everywhere,
                &grammar,
                &known,
                request(root, bound, economy),
            )
        };
        let (Some(all), Some(without), Some(early)) =
            (explored(at(None)), explored(at(Some(2))), explored(at(Some(1))))
        else {
            continue;
        };
        assert_eq!(all, early, "seed {seed}: nothing is known at stage 1");
        assert_eq!(all.0, without.0, "seed {seed}");
        assert!(without.1 <= all.1, "seed {seed}");
        compared += 1;
        fewer += u32::from(without.1 < all.1);
    }
    assert!(
        compared > 400 && fewer > 60,
        "{compared} compared, {fewer} with fewer plans"
    );
}

#[test]
fn placeholders_that_every_run_looks_at_need_not_be_watched() {
    let (mut compared, mut unwatched_ones) = (0, 0);
    for seed in 0..2000 {
        let Some((grammar, root)) = random_grammar(&mut Rng::new(seed)) else {
            continue;
        };
        let bound = grammar.root_steps(root).expect("feedable") + 4;
        let Some(mut watched) = Search::new(&grammar, root, bound) else {
            continue;
        };
        // The types all of whose placeholders are looked at, whatever the plan.
        let (mut seen, mut missed) = (BTreeSet::new(), BTreeSet::new());
        let mut plans = 0;
        while watched.is_live() && plans <= MOST {
            plans += 1;
            let program = watched.program().to_vec();
            let (_, ran) = run_current(seed, Foreign::Root, &grammar, &watched);
            for instr in program.iter().filter(|instr| instr.watch != 0) {
                let ty = grammar.op(OpId(instr.op)).expect("known").result;
                let is_seen = instr.placeholder().is_some_and(|k| ran.demands.contains(&k));
                if is_seen { &mut seen } else { &mut missed }.insert(ty);
            }
            watched.observe(&ran.demands);
            watched.advance();
        }
        let types: Vec<TypeId> = seen.difference(&missed).copied().collect();
        unwatched_ones += usize::from(!types.is_empty());
        let none = RedundantPlans::default();
        let watching = |unwatched| {
            let economy = Economy {
                unwatched,
                ..Economy::default()
            };
            explore(
                seed,
                Foreign::Root,
                &grammar,
                &none,
                request(root, bound, economy),
            )
        };
        let (Some(all), Some(some)) = (watching(Vec::new()), watching(types)) else {
            continue;
        };
        assert_eq!(all, some, "seed {seed}");
        compared += 1;
    }
    assert!(
        compared > 800 && unwatched_ones > 30,
        "{compared}, {unwatched_ones}"
    );
}

#[test]
fn watching_in_place_finds_the_same_at_the_same_depth_in_fewer_plans() {
    let (mut compared, mut fewer, mut faults) = (0, 0, 0);
    for seed in 0..2500 {
        let Some((grammar, root)) = random_grammar(&mut Rng::new(seed)) else {
            continue;
        };
        let least = grammar.root_steps(root).expect("feedable");
        // Faults of plans that are within the bound with all that they looked at, and how many plans were run.
        let explored = |bound, watches_in_place| {
            let economy = Economy {
                watches_in_place,
                ..Economy::default()
            };
            let mut unit = UnitLoop::new(&grammar, request(root, bound, economy))?;
            let (mut faults, mut plans) = (BTreeSet::new(), 0);
            while let Some(program) = unit.next() {
                plans += 1;
                let ran = run(seed, Foreign::Root, &grammar, &value_of(&grammar, program));
                let finished = with_defaults(&unit.term(&ran.demands));
                faults.extend(ran.fault.filter(|_| total_steps(&grammar, &finished) <= bound));
                unit.observe(&Observation {
                    outcome: Outcome::Ok,
                    demands: &ran.demands,
                    reached_root: true,
                    ended_at: None,
                });
                if plans > MOST {
                    return None;
                }
            }
            Some((faults, plans))
        };
        for bound in [least, least + 2, least + 4] {
            let (Some(apart), Some(together)) = (explored(bound, true), explored(bound, false)) else {
                continue;
            };
            assert_eq!(apart.0, together.0, "seed {seed}, depth {bound}");
            assert!(apart.1 <= together.1, "seed {seed}, depth {bound}");
            compared += 1;
            fewer += u32::from(apart.1 < together.1);
            faults += apart.0.len();
        }
    }
    assert!(
        compared > 2000 && fewer > 50 && faults > 2000,
        "{compared} compared, {fewer} with fewer plans, {faults} faults"
    );
}
