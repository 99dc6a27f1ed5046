//! What is said of a plan is true however it was come by: its holes are unread, and a fatal plan is known in any manner.

use std::collections::BTreeSet;

use plans::*;

use crate::lazy_equals_eager::check_holes;
use crate::mock::{Foreign, Run, run, value_of};
use crate::novelty::replayed;
use crate::random::{Rng, random_grammar, some_learned};
use crate::requests::{depth, round};
use crate::units::deadly;

const MOST: usize = 1000;

/// Plans that failed in a round, as their runs saw them.
fn faults(seed: u64, grammar: &Grammar, request: UnitRequest, most: usize) -> Vec<(Plan, (OpId, u64))> {
    let Some(mut unit) = UnitLoop::new(grammar, request) else {
        return Vec::new();
    };
    let (mut faults, mut runs) = (Vec::new(), 0);
    while let Some(program) = unit.next() {
        let mut ran = run(seed, Foreign::Root, grammar, &value_of(grammar, program));
        if ran.fault.is_some() && unit.has_unwatched() {
            unit.watch_all();
            let again = unit.next().expect("it is handed out once more");
            ran = run(seed, Foreign::Root, grammar, &value_of(grammar, again));
        }
        if let Some(fault) = ran.fault {
            faults.push((unit.plan(&ran.demands), fault));
        }
        runs += 1;
        if runs > MOST || faults.len() == most {
            break;
        }
        unit.observe(&returned(&ran));
    }
    faults
}

fn returned(ran: &Run) -> Observation<'_> {
    Observation {
        outcome: Outcome::Ok,
        demands: &ran.demands,
        reached_root: true,
        ended_at: None,
    }
}

/// The smallest plan that shows a fault of the same op, and the fault that it shows.
fn shrunk(seed: u64, grammar: &Grammar, plan: Plan, fault: (OpId, u64)) -> (Plan, (OpId, u64)) {
    let mut shrinking = Shrinking::new(grammar, None, plan, None, 100);
    while let Some(proposal) = shrinking.next() {
        let (ran, seen) = replayed(seed, grammar, &proposal);
        if ran.fault.is_some_and(|(op, _)| op == fault.0) {
            shrinking.accept(&seen);
        }
    }
    let best = shrinking.best().clone();
    let fault = replayed(seed, grammar, &best).0.fault;
    (best, fault.expect("the smallest plan fails, too"))
}

#[test]
fn holes_are_true_in_every_manner_and_after_shrinking() {
    for watch in [Watch::Parts, Watch::Whole, Watch::Nothing] {
        let (mut found, mut tried, mut smaller, mut tried_smaller) = (0, 0, 0, 0);
        for seed in 0..1500 {
            let Some((grammar, root)) = random_grammar(&mut Rng::new(seed)) else {
                continue;
            };
            let bound = grammar.root_steps(root).expect("feedable") + 4;
            for (plan, fault) in faults(seed, &grammar, round(root, depth(bound, watch)), 12) {
                found += 1;
                tried += check_holes(seed, &grammar, &(plan.term().clone(), Some(fault)));
                if found % 4 == 0 {
                    let (best, fault) = shrunk(seed, &grammar, plan.clone(), fault);
                    smaller += usize::from(best != plan);
                    tried_smaller += check_holes(seed, &grammar, &(best.term().clone(), Some(fault)));
                }
            }
        }
        assert!(
            found > 2_000 && tried > 2_000,
            "{watch:?}: {found} faults, {tried} values in holes"
        );
        assert!(
            smaller > 200 && tried_smaller > 500,
            "{watch:?}: {smaller} smaller plans, {tried_smaller} values in their holes"
        );
    }
}

/// A borrowed struct of two numbers, which fails if both are 0.
#[test]
fn a_part_that_was_looked_at_stays_decided_in_smaller_plans() {
    use crate::random::{grammar, op, pointer, root};
    let rect = OpSpec {
        in_place: InPlace::Fields,
        ..op(1, &[0, 0])
    };
    let grammar = grammar(3, vec![op(0, &[]), op(0, &[]), rect, pointer(2, 1), root(&[2])]);
    let fails = |unit: &mut UnitLoop<'_>| {
        let program = unit.next().expect("it is handed out").to_vec();
        let watches = |op: u32| program.iter().filter(move |instr| instr.op == op);
        let demands: Vec<u32> = (watches(0).chain(watches(1)).chain(watches(2)))
            .filter_map(|instr| instr.placeholder())
            .collect();
        (watches(0).count() == 2, unit.plan(&demands))
    };
    for watch in [Watch::Parts, Watch::Whole] {
        let request = round(OpId(4), depth(9, watch));
        let mut unit = UnitLoop::new(&grammar, request).expect("feedable");
        let (does_fail, found) = fails(&mut unit);
        assert!(does_fail && found.holes() == 0);
        let mut shrinking = Shrinking::new(&grammar, None, found.clone(), None, 100);
        while let Some(proposal) = shrinking.next() {
            let request = UnitRequest::listed(&grammar, vec![proposal]).expect("no literals");
            let (does_fail, seen) = fails(&mut UnitLoop::new(&grammar, request).expect("a plan"));
            assert!(!does_fail || !shrinking.accept(&seen), "nothing is smaller");
        }
        assert_eq!(shrinking.best(), &found, "both numbers were looked at");
    }
}

/// A round in which runs of deadly programs die: what it went through.
#[derive(Default)]
struct Lived {
    programs: BTreeSet<Vec<u32>>,
    fatal: Vec<FatalPlan>,
    /// Of plans within the bound.
    faults: BTreeSet<(OpId, u64)>,
}

/// Runs a round to its end, beginning anew after each death. What is not deadly to `dies` returns or fails.
fn live(seed: u64, grammar: &Grammar, request: &UnitRequest, dies: impl Fn(&[u32]) -> bool) -> Option<Lived> {
    let mut lived = Lived::default();
    let mut request = request.clone();
    let mut runs = 0;
    'units: loop {
        let mut unit = UnitLoop::new(grammar, request.clone())?;
        while let Some(program) = unit.next() {
            let ops: Vec<u32> = program.iter().map(|instr| instr.op).collect();
            let ran = run(seed, Foreign::Root, grammar, &value_of(grammar, program));
            runs += 1;
            if runs > MOST {
                return None;
            }
            if dies(&ops) {
                let fatal = Fatal {
                    at: request.cursor(unit.vector().to_vec()),
                    demands: ran.demands,
                };
                lived.fatal.extend(request.plan_at(grammar, &fatal, 1));
                request.round_mut().expect("a round").start = Start::After(fatal);
                lived.programs.insert(ops);
                continue 'units;
            }
            lived.programs.insert(ops);
            let plan = unit.plan(&ran.demands);
            lived.faults.extend(
                ran.fault
                    .filter(|_| plan.term().steps(grammar) <= steps_of(&request)),
            );
            unit.observe(&returned(&ran));
        }
        return Some(lived);
    }
}

/// The bound of a round, with the steps of its root, which do not count.
fn steps_of(request: &UnitRequest) -> u32 {
    let Some(Bound::Depth(bound)) = request.round().map(|round| round.bound) else {
        panic!("a round by depth")
    };
    bound
}

#[test]
fn fatal_plans_are_known_in_the_other_manner() {
    for (noted, later) in [
        (Watch::Parts, Watch::Whole),
        (Watch::Whole, Watch::Parts),
        (Watch::Parts, Watch::Parts),
        (Watch::Whole, Watch::Whole),
    ] {
        let (mut deaths, mut passed, mut compared, mut faults) = (0, 0, 0, 0);
        for seed in 0..1200 {
            let Some((grammar, root)) = random_grammar(&mut Rng::new(seed)) else {
                continue;
            };
            let bound = grammar.root_steps(root).expect("feedable") + 3;
            let dies = |program: &[u32]| deadly(seed, program);
            let Some(mortal) = live(seed, &grammar, &round(root, depth(bound, noted)), dies) else {
                continue;
            };
            let request = round(root, depth(bound, later));
            let is_known = {
                let known: BTreeSet<Vec<u32>> = mortal
                    .fatal
                    .iter()
                    .map(|fatal| {
                        let search = Search::of_plan(&grammar, &fatal.plan, &[]).expect("a plan");
                        search.program().iter().map(|instr| instr.op).collect()
                    })
                    .collect();
                move |program: &[u32]| known.contains(program)
            };
            let Some(all) = live(seed, &grammar, &request, |program| is_known(program)) else {
                continue;
            };
            let request = UnitRequest {
                known_fatal: mortal.fatal.clone(),
                ..request
            };
            let Some(warned) = live(seed, &grammar, &request, |program| is_known(program)) else {
                continue;
            };
            assert_eq!(warned.fatal, [], "seed {seed}: a known plan was run");
            assert_eq!(
                all.faults, warned.faults,
                "seed {seed}: noted by {noted:?}, known to {later:?}"
            );
            faults += all.faults.len();
            deaths += mortal.fatal.len();
            passed += all.fatal.len();
            compared += 1;
        }
        assert!(
            deaths > 300 && passed > 300 && compared > 500 && faults > 1000,
            "{deaths} deaths, {passed} passed by"
        );
    }
}

/// What a program says, with the values of learned ops in their places.
fn spelled(grammar: &Grammar, known: &[LearnedValue], program: &[Instr]) -> Vec<(u32, Vec<u8>)> {
    let spell = |instr: &Instr| match known.iter().find(|known| known.op.0 == instr.op) {
        Some(known) => {
            let spec = grammar.op(known.op).expect("a literal");
            (spec.result.0, known.value.clone())
        }
        None => (u32::MAX - instr.op, Vec::new()),
    };
    program.iter().map(spell).collect()
}

#[test]
fn literals_mean_the_same_in_whatever_places_they_are() {
    let (mut compared, mut moved, mut known_ones) = (0, 0, 0);
    for seed in 0..1500 {
        let mut rng = Rng::new(seed);
        let Some((grammar, root)) = random_grammar(&mut rng) else {
            continue;
        };
        let (grammar, learned) = some_learned(&mut rng, &grammar);
        if learned.is_empty() || grammar.root_steps(root).is_none() {
            continue;
        }
        let bound = grammar.root_steps(root).expect("feedable") + 3;
        let known: Vec<LearnedValue> = (learned.iter())
            .map(|&op| LearnedValue {
                op,
                value: vec![op.0 as u8, 0xff],
            })
            .collect();
        // The same values of each type in other places.
        let result = |known: &LearnedValue| grammar.op(known.op).expect("a literal").result;
        let elsewhere: Vec<LearnedValue> = (known.iter())
            .map(|at| {
                let same: Vec<&LearnedValue> =
                    known.iter().filter(|other| result(other) == result(at)).collect();
                let place = same.iter().position(|other| *other == at).expect("itself");
                LearnedValue {
                    op: at.op,
                    value: same[(place + 1) % same.len()].value.clone(),
                }
            })
            .collect();
        let mut search = Search::with_learned(&grammar, root, bound, learned.clone()).expect("feedable");
        let mut left = 40;
        while search.is_live() && left > 0 {
            left -= 1;
            let plan = search.plan(&[], &known);
            let said = spelled(&grammar, &known, search.program());
            let listed =
                UnitRequest::listed(&grammar, vec![plan.clone(), plan.clone()]).expect("there are places");
            let places = listed.learning.known.clone();
            let mut unit = UnitLoop::new(&grammar, listed).expect("a plan");
            for _ in 0..2 {
                let program = unit.next().expect("it is handed out").to_vec();
                assert_eq!(spelled(&grammar, &places, &program), said, "seed {seed}");
                assert_eq!(unit.plan(&[]), plan, "seed {seed}");
                moved += usize::from(program != search.program());
                unit.observe(&returned(&Run::default()));
            }
            assert_eq!(unit.next(), None);
            compared += 1;
            if left % 8 == 0 {
                let request = UnitRequest {
                    learning: Learning::all_known(elsewhere.clone()),
                    known_fatal: vec![FatalPlan {
                        plan: search.plan(&[], &known),
                        looked_at: Vec::new(),
                    }],
                    ..round(root, depth(bound, Watch::Whole))
                };
                let mut unit = UnitLoop::new(&grammar, request).expect("feedable");
                while let Some(program) = unit.next() {
                    assert_ne!(spelled(&grammar, &elsewhere, program), said, "seed {seed}: known");
                    known_ones += 1;
                    unit.observe(&returned(&Run::default()));
                }
            }
            let all: Vec<u32> = (0..search.placeholders() as u32).collect();
            search.observe(&all);
            search.advance();
        }
    }
    assert!(
        compared > 2_000 && moved > 60 && known_ones > 2_000,
        "{compared} compared, {moved} in other places, {known_ones} others run"
    );
}
