//! Plans made from kept ones: they are plans, within the bound, the same for the same seed, of every kept plan; and smaller
//! ones that show the same.

use std::collections::BTreeSet;

use plans::*;

use crate::mock::{Foreign, Run, project, run, run_current, value_of};
use crate::random::{Rng, grammar, op, pointer, random_grammar, root, some_learned};

/// Plans of a search with what they looked at.
fn some_plans(seed: u64, grammar: &Grammar, root: OpId, bound: u32, most: usize) -> Vec<(Plan, Run)> {
    let mut search = Search::new(grammar, root, bound).expect("feedable");
    let mut plans = Vec::new();
    while search.is_live() && plans.len() < most {
        let (_, run) = run_current(seed, Foreign::Root, grammar, &search);
        plans.push((search.plan(&run.demands, &[]), run.clone()));
        search.observe(&run.demands);
        search.advance();
    }
    plans
}

/// The plan run by itself, as whoever shrinks or confirms it does, and the plan as that run saw it.
pub(crate) fn replayed(seed: u64, grammar: &Grammar, plan: &Plan) -> (Run, Plan) {
    let request = UnitRequest::listed(grammar, vec![plan.clone()]).expect("there are places");
    let mut unit = UnitLoop::new(grammar, request).expect("a plan");
    let program = unit.next().expect("it is handed out");
    let ran = run(seed, Foreign::Root, grammar, &value_of(grammar, program));
    let seen = unit.plan(&ran.demands);
    (ran, seen)
}

#[test]
fn a_plan_is_found_again_by_its_expression() {
    let mut compared = 0;
    for seed in 0..700 {
        let Some((grammar, root)) = random_grammar(&mut Rng::new(seed)) else {
            continue;
        };
        let bound = grammar.root_steps(root).expect("feedable") + 3;
        for (plan, run) in some_plans(seed, &grammar, root, bound, 40) {
            let search = Search::of_plan(&grammar, &plan, &[]).expect("a plan");
            assert_eq!(
                search.plan(&[], &[]),
                plan,
                "seed {seed}: nothing more is decided"
            );
            let resumed = Search::at(&grammar, root, &search.cursor()).expect("its own place");
            assert_eq!(resumed.program(), search.program(), "seed {seed}");
            let (value, again) = run_current(seed, Foreign::Root, &grammar, &search);
            assert_eq!(again.fault, run.fault, "seed {seed}");
            assert!(
                again.demands.is_empty(),
                "seed {seed}: what it looks at is decided"
            );
            assert_eq!(
                &project(&grammar, &value, &run.looked_at),
                plan.term(),
                "seed {seed}"
            );
            compared += 1;
        }
    }
    assert!(compared > 3_000, "only {compared} plans");
}

/// Checks that no hole of a plan stands for what a run has looked at.
fn assert_unread(grammar: &Grammar, term: &Term, path: &mut Vec<usize>, run: &Run) {
    match term {
        Term::Apply { args, .. } => {
            for (index, arg) in args.iter().enumerate() {
                path.push(index);
                assert_unread(grammar, arg, path, run);
                path.pop();
            }
        }
        Term::Hole { default, .. } => {
            let Term::Apply { op, .. } = **default else {
                panic!("a default is finished")
            };
            let mut unread = path.clone();
            // A pointer may be known; what it points to is not.
            unread.extend(grammar.op(op).expect("known").pointer.then_some(0));
            assert!(
                !run.looked_at.iter().any(|seen| seen.starts_with(&unread)),
                "{unread:?} was read"
            );
        }
        Term::Literal { .. } => unreachable!("the mock knows ops only"),
    }
}

#[test]
fn a_plan_run_by_itself_is_the_one_that_its_search_ran() {
    for parts in [true, false] {
        let (mut compared, mut holes, mut more) = (0, 0, 0);
        for seed in 0..2000 {
            let Some((grammar, root)) = random_grammar(&mut Rng::new(seed)) else {
                continue;
            };
            let bound = grammar.root_steps(root).expect("feedable") + 3;
            let mut search = Search::begun(&grammar, root, bound, Vec::new(), parts, None).expect("feedable");
            let mut left = 60;
            while search.is_live() && left > 0 {
                left -= 1;
                let (_, run) = run_current(seed, Foreign::Root, &grammar, &search);
                let plan = search.plan(&[], &[]);
                let request = UnitRequest::listed(&grammar, vec![plan.clone()]).expect("there are places");
                let mut unit = UnitLoop::new(&grammar, request).expect("a plan");
                let ops = |program: &[Instr]| program.iter().map(|instr| instr.op).collect::<Vec<_>>();
                assert_eq!(
                    ops(unit.next().expect("handed out")),
                    ops(search.program()),
                    "seed {seed}"
                );
                assert_eq!(unit.plan(&[]), plan, "seed {seed}: nothing more is decided");
                let (again, seen) = replayed(seed, &grammar, &plan);
                assert_eq!(again.fault, run.fault, "seed {seed}");
                assert_eq!(again.looked_at, run.looked_at, "seed {seed}");
                assert_unread(&grammar, seen.term(), &mut Vec::new(), &run);
                let original = search.plan(&run.demands, &[]);
                assert_unread(&grammar, original.term(), &mut Vec::new(), &run);
                if parts {
                    assert_eq!(seen, original, "seed {seed}: the same is open");
                } else {
                    // What lies in a value that was looked at as a whole may be open.
                    assert!(seen.holes() >= original.holes(), "seed {seed}");
                    more += usize::from(seen != original);
                }
                compared += 1;
                holes += seen.holes();
                search.observe(&run.demands);
                search.advance();
            }
        }
        assert!(
            compared > 3_000 && holes > 1_000,
            "{compared} plans, {holes} holes"
        );
        assert!(parts || more > 10, "{more} plans in which a part is open");
    }
}

#[test]
fn mutants_are_plans_and_the_seed_decides_them() {
    let mut made = 0;
    for seed in 0..400 {
        let mut rng = Rng::new(seed);
        let Some((grammar, root)) = random_grammar(&mut rng) else {
            continue;
        };
        let (grammar, learned) = some_learned(&mut rng, &grammar);
        let bound = grammar.root_steps(root).expect("feedable") + 4;
        let mut pool = PartPool::default();
        let parents: Vec<Parent> = (0..)
            .zip(some_plans(seed, &grammar, root, bound, 10))
            .map(|(turn, (plan, _))| Parent { plan, turn })
            .collect();
        for parent in &parents {
            pool.add(&grammar, parent.plan.term());
        }
        let told: Vec<LearnedValue> = (0..)
            .zip(learned.iter().step_by(2))
            .map(|(number, &op)| LearnedValue {
                op,
                value: vec![number],
            })
            .collect();
        let material = Material {
            grammar: &grammar,
            root,
            bound,
            parents: &parents,
            pool: &pool,
            learned: &told,
        };
        let (mut before, mut again) = (BTreeSet::new(), BTreeSet::new());
        let mutants = material.mutants(seed, 60, &mut before);
        assert_eq!(mutants, material.mutants(seed, 60, &mut again), "seed {seed}");
        let others = material.mutants(seed + 1, 60, &mut before);
        let all: BTreeSet<&Plan> = mutants.iter().chain(&others).collect();
        assert_eq!(all.len(), mutants.len() + others.len(), "seed {seed}: made twice");
        let mut least = 0;
        for plan in &mutants {
            let search = Search::of_plan(&grammar, plan, &told).expect("a plan");
            assert!(
                (least..=bound).contains(&search.base_steps()),
                "seed {seed}: cheapest first"
            );
            least = search.base_steps();
            value_of(&grammar, search.program());
            let is_told = |instr: &Instr| {
                !grammar.is_learned(OpId(instr.op)) || told.iter().any(|told| told.op.0 == instr.op)
            };
            assert!(search.program().iter().all(is_told), "seed {seed}");
            made += 1;
        }
        // A unit runs them as they are.
        let request = UnitRequest {
            learning: Learning {
                known: told,
                ..Learning::default()
            },
            ..UnitRequest::of(root, Work::Listed(std::sync::Arc::new(mutants.clone())))
        };
        let decoded = decode_unit_request(&encode_unit_request(&request)).expect("its own bytes");
        assert_eq!(decoded, request);
        let Some(mut unit) = UnitLoop::new(&grammar, request) else {
            assert!(mutants.is_empty());
            continue;
        };
        let mut ran = Vec::new();
        while unit.next().is_some() {
            ran.push(unit.plan(&[]));
            unit.observe(&Observation {
                outcome: Outcome::Ok,
                demands: &[],
                reached_root: true,
                ended_at: None,
            });
        }
        assert_eq!(ran, mutants, "seed {seed}");
        assert_eq!(unit.report().stop, UnitStop::Exhausted { min_cut: None });
        assert_eq!(unit.tallies().expressions, 0, "they are in no round");
    }
    assert!(made > 3_000, "only {made} mutants");
}

/// A machine that a call brings one state further if it is given the right one of many numbers, and an item that takes it.
fn machine() -> (Grammar, OpId) {
    // Types: number, machine, &mut machine, nothing.
    let mut ops: Vec<OpSpec> = (0..20).map(|_| op(0, &[])).collect();
    ops.push(op(1, &[]));
    ops.push(OpSpec {
        total: false,
        ..op(1, &[1, 0])
    });
    ops.push(pointer(2, 1));
    ops.push(OpSpec {
        result: TypeId(3),
        ..root(&[2, 0])
    });
    (grammar(4, ops), OpId(23))
}

const RIGHT: [u32; 4] = [17, 5, 11, 9];

/// The states that a plan of [`machine`] comes to: its new edges. The last one is the fault.
fn states(program: &[Instr]) -> Vec<u32> {
    let (mut stack, mut edges) = (Vec::new(), Vec::new());
    for instr in program {
        match instr.op {
            number @ 0..20 => stack.push(number),
            20 => stack.push(0),
            22 => {}
            _ => {
                let number = stack.pop().expect("an argument");
                let state: u32 = stack.pop().expect("an argument");
                let next = if RIGHT.get(state as usize) == Some(&number) {
                    state + 1
                } else {
                    0
                };
                edges.push(next);
                stack.push(next);
            }
        }
    }
    edges
}

#[test]
fn kept_plans_lead_where_all_plans_of_as_many_steps_would_take_long() {
    let (grammar, root) = machine();
    let (mut known, mut parents, mut made) = (BTreeSet::new(), Vec::new(), BTreeSet::new());
    let first = Search::new(&grammar, root, u32::MAX).expect("feedable");
    parents.push(Parent {
        plan: first.plan(&[0], &[]),
        turn: 0,
    });
    let (mut runs, mut found) = (0, None);
    'turns: for turn in 1..100 {
        let pool = PartPool::default();
        let material = Material {
            grammar: &grammar,
            root,
            bound: u32::MAX,
            parents: &parents,
            pool: &pool,
            learned: &[],
        };
        let mutants = material.mutants(u64::from(turn), 200, &mut made);
        for plan in mutants {
            runs += 1;
            let search = Search::of_plan(&grammar, &plan, &[]).expect("a plan");
            let edges = states(search.program());
            if edges.last() == Some(&4) {
                found = Some(search.plan(&[0], &[]));
                break 'turns;
            }
            let is_new = edges.iter().any(|&edge| known.insert(edge));
            if is_new {
                parents.push(Parent {
                    plan: search.plan(&[0], &[]),
                    turn,
                });
            }
        }
    }
    let found = found.expect("found");
    // All plans of four calls are twenty to the fourth.
    assert!(runs < 16_000, "{runs} runs");

    let mut shrinking = Shrinking::new(&grammar, None, found, None, 1_000);
    while let Some(plan) = shrinking.next() {
        let search = Search::of_plan(&grammar, &plan, &[]).expect("a plan");
        if states(search.program()).last() == Some(&4) {
            shrinking.accept(&search.plan(&[0], &[]));
        }
    }
    let smallest = Search::of_plan(&grammar, shrinking.best(), &[]).expect("a plan");
    let ops: Vec<u32> = smallest.program().iter().map(|instr| instr.op).collect();
    assert_eq!(ops, [20, 17, 21, 5, 21, 11, 21, 22, 9, 23]);
}

#[test]
fn every_kept_plan_has_children() {
    let (grammar, root) = machine();
    let parents: Vec<Parent> = (0..20)
        .map(|number| {
            let leaf = |op| Term::Apply {
                op: OpId(op),
                args: Vec::new(),
            };
            let machine = Term::Apply {
                op: OpId(22),
                args: vec![leaf(20)],
            };
            let plan = Plan::new(Term::Apply {
                op: root,
                args: vec![machine, leaf(number)],
            });
            Parent {
                plan: plan.expect("an op"),
                turn: number / 5,
            }
        })
        .collect();
    let pool = PartPool::default();
    let mut numbers = BTreeSet::new();
    for seed in 0..20 {
        let material = Material {
            grammar: &grammar,
            root,
            bound: u32::MAX,
            parents: &parents,
            pool: &pool,
            learned: &[],
        };
        for plan in material.mutants(seed, 100, &mut BTreeSet::new()) {
            let search = Search::of_plan(&grammar, &plan, &[]).expect("a plan");
            // The plan's own number, where another call comes before it.
            if search.program().len() > 4 {
                numbers.insert(search.program()[search.program().len() - 2].op);
            }
        }
    }
    assert_eq!(numbers.len(), 20, "the oldest ones, too");
}

#[test]
fn nothing_is_done_around_the_call_that_fails() {
    let (grammar, root) = machine();
    let step = OpId(21);
    let call = |op, args| Term::Apply { op, args };
    let number = |number| call(OpId(number), Vec::new());
    let stepped = call(step, vec![number(20), number(3)]);
    let twice = call(step, vec![stepped.clone(), number(5)]);
    let plan = Plan::new(call(root, vec![call(OpId(22), vec![twice]), number(3)])).expect("an op");
    let of_step = |failing| {
        let mut shrinking = Shrinking::new(&grammar, None, plan.clone(), failing, 100);
        let mut proposed = std::iter::from_fn(|| shrinking.next());
        proposed.any(|proposal| *proposal.term() == stepped)
    };
    assert!(of_step(Some(step)));
    assert!(!of_step(None) && !of_step(Some(root)));
}

#[test]
fn smaller_plans_show_the_same_fault() {
    let (mut shrunk, mut smaller) = (0, 0);
    for seed in 0..700 {
        let Some((grammar, root)) = random_grammar(&mut Rng::new(seed)) else {
            continue;
        };
        let bound = grammar.root_steps(root).expect("feedable") + 5;
        let plans = some_plans(seed, &grammar, root, bound, 400);
        let Some((plan, run)) = plans.iter().rev().find(|(_, run)| run.fault.is_some()) else {
            continue;
        };
        let mut shrinking = Shrinking::new(&grammar, None, plan.clone(), None, 300);
        let mut proposals = 0;
        while let Some(proposal) = shrinking.next() {
            proposals += 1;
            let (again, seen) = replayed(seed, &grammar, &proposal);
            if again.fault.map(|(op, _)| op) == run.fault.map(|(op, _)| op) {
                smaller += usize::from(shrinking.accept(&seen));
            }
        }
        assert!(proposals <= 300);
        let (again, seen) = replayed(seed, &grammar, shrinking.best());
        assert_eq!(
            &seen,
            shrinking.best(),
            "seed {seed}: what it looks at is decided"
        );
        assert_eq!(
            again.fault.map(|(op, _)| op),
            run.fault.map(|(op, _)| op),
            "seed {seed}"
        );
        assert!(
            shrinking.best().term().steps(&grammar) <= plan.term().steps(&grammar),
            "seed {seed}"
        );
        shrunk += 1;
    }
    assert!(shrunk > 200 && smaller > 200, "{shrunk} shrunk, {smaller} times");
}
