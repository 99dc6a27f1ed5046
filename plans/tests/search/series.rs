//! Plans told ahead are those that would have been handed out one by one, with the same counts, wherever runs stop them.

use plans::{
    Bound, Change, Cursor, LearnedValue, Learning, Observation, Start, Step, Tallies, UnitLoop, UnitRequest,
    Watch,
};
use plans::{Grammar, Instr, OpId, OpSpec, RedundantPlan, RedundantPlans, Search, UnitStop};
use std::cmp::Ordering;

use crate::mock::{Foreign, Run, run, value_of};
use crate::random::{Rng, op, some_learned};
use crate::requests::with_round;
use crate::units::{outcome, request, subjects};

/// A plan as it was run: everything that is kept of the run in flight.
#[derive(Debug, PartialEq)]
struct InFlight {
    vector: Vec<Step>,
    program: Vec<Instr>,
    is_new: bool,
    base_steps: u32,
    tallies: Tallies,
}

/// Plans run one by one, and those among them that were told ahead.
struct Log {
    runs: Vec<InFlight>,
    ahead: usize,
    stop: UnitStop,
}

/// Runs a unit to its end, with series of at most `most` plans after the one handed out.
fn drive(seed: u64, grammar: &Grammar, known: &RedundantPlans, request: UnitRequest, most: u64) -> Log {
    let mut unit = UnitLoop::without(grammar, known, request).expect("fits the grammar");
    let (mut runs, mut ahead) = (Vec::new(), 0);
    while unit.next().is_some() {
        let mut at = InFlight {
            vector: unit.vector().to_vec(),
            program: unit.program().to_vec(),
            is_new: unit.is_new(),
            base_steps: unit.base_steps(),
            tallies: *unit.tallies(),
        };
        unit.take_same();
        let changes = match most {
            0 => Vec::new(),
            _ => {
                // Room for many or few.
                let mut changes = vec![Change::default(); if seed.is_multiple_of(2) { 5000 } else { 20 }];
                let told = unit.tell_series(most, &mut changes);
                changes[..told].to_vec()
            }
        };
        let mut left = changes.as_slice();
        let mut passed = 0;
        let (last, length): (Run, u32) = loop {
            let came_to = run(
                seed,
                Foreign::Everywhere,
                grammar,
                &value_of(grammar, &at.program),
            );
            let next = (!left.is_empty() && came_to.fault.is_none() && came_to.demands.is_empty())
                .then(|| after(&at, &mut left));
            let length = at.program.len() as u32;
            runs.push(at);
            let Some(next) = next else { break (came_to, length) };
            at = next;
            passed += 1;
        };
        ahead += passed as usize;
        unit.pass(passed, &changes);
        let now = runs.last().expect("one was run");
        assert_eq!(unit.vector(), now.vector, "seed {seed}");
        assert_eq!(unit.program(), now.program, "seed {seed}");
        assert_eq!(*unit.tallies(), now.tallies, "seed {seed}");
        assert_eq!((unit.is_new(), unit.base_steps()), (now.is_new, now.base_steps));
        let early = last.fault.is_some() && last.carried_out + 1 < length;
        unit.observe(&Observation {
            outcome: outcome(&last),
            demands: &last.demands,
            reached_root: last.fault.is_none(),
            ended_at: early.then_some(last.carried_out),
        });
    }
    Log {
        runs,
        ahead,
        stop: unit.report().stop,
    }
}

/// The next plan of a series, as whoever keeps a copy of the first one finds it out.
fn after(at: &InFlight, left: &mut &[Change]) -> InFlight {
    let (mut vector, mut program, mut tallies) = (at.vector.clone(), at.program.clone(), at.tallies);
    tallies.executions += 1;
    tallies.returned += u64::from(at.is_new);
    tallies.reached_root += u64::from(at.is_new);
    loop {
        let (change, rest) = left.split_first().expect("a step has a last change");
        *left = rest;
        vector[change.decision as usize].alternative = change.alternative;
        program[change.instruction as usize].op = change.op;
        if change.completes() {
            tallies.expressions += u64::from(change.is_new());
            return InFlight {
                vector,
                program,
                is_new: change.is_new(),
                base_steps: change.base_steps,
                tallies,
            };
        }
    }
}

/// Compares units whose plans are told ahead with one whose are not. Returns how many were told.
fn compare(seed: u64, grammar: &Grammar, request: &UnitRequest) -> usize {
    compare_without(seed, grammar, &RedundantPlans::none(), request)
}

fn compare_without(seed: u64, grammar: &Grammar, known: &RedundantPlans, request: &UnitRequest) -> usize {
    // The first plans of a round are all watched, and then none is told ahead.
    let request = &UnitRequest {
        learning: Learning {
            plans_before: 600 + seed % 200,
            ..request.learning.clone()
        },
        ..request.clone()
    };
    let one_by_one = drive(seed, grammar, known, request.clone(), 0);
    let mut ahead = 0;
    for most in [1, 3, 1000] {
        let series = drive(seed, grammar, known, request.clone(), most);
        assert_eq!(series.runs, one_by_one.runs, "seed {seed}");
        assert_eq!(series.stop, one_by_one.stop, "seed {seed}");
        ahead = series.ahead;
    }
    ahead
}

/// Runs a unit part by part, each up to a place that was named before it was run; parts that turn out to begin where the
/// search never comes are left out. Returns how many were not.
fn drive_parts(
    seed: u64,
    grammar: &Grammar,
    known: &RedundantPlans,
    request: &UnitRequest,
    rng: &mut Rng,
) -> usize {
    let whole = drive(seed, grammar, known, request.clone(), 0);
    let (mut runs, mut at, mut parts) = (Vec::new(), Start::Fresh, 0);
    let mut ahead: Vec<Cursor> = Vec::new();
    let Some(&Bound::Depth(bound)) = request.round().map(|round| &round.bound) else {
        panic!("a round by depth")
    };
    loop {
        if ahead.is_empty() {
            let begin = match &at {
                Start::At(place) => place.clone(),
                _ => match whole.runs.first() {
                    Some(first) => request.cursor(first.vector.clone()),
                    None => return 0,
                },
            };
            let mut search = Search::resume(grammar, request.root, bound, &begin).expect("fits");
            let level = rng.below(3) as usize;
            while ahead.len() < 4 && search.jump(level) {
                ahead.push(search.cursor());
            }
            ahead.reverse();
        }
        let part = with_round(request.clone(), |round| {
            round.start = at;
            round.end = ahead.last().map(|next| next.begin(3));
        });
        let log = drive(seed, grammar, known, part, u64::from(rng.below(2)) * 100);
        runs.extend(log.runs);
        let UnitStop::Budget { next, .. } = log.stop else {
            break;
        };
        while let Some(place) = ahead.pop_if(|place| place.order(&next) != Ordering::Greater) {
            parts += usize::from(place == next);
        }
        at = Start::At(next);
    }
    let vectors = |runs: &[InFlight]| runs.iter().map(|run| run.vector.clone()).collect::<Vec<_>>();
    assert_eq!(vectors(&runs), vectors(&whole.runs), "seed {seed}");
    parts
}

#[test]
fn parts_whose_places_are_named_ahead_make_up_the_whole() {
    let (mut parts, mut without_some) = (0, 0);
    for (seed, grammar, root, _) in subjects() {
        let mut rng = Rng::new(seed);
        let grammar = with_literals(&mut rng, &grammar);
        let bound = grammar.root_steps(root).expect("feedable") + 1;
        let all = request(root, bound, 0, Start::Fresh, u64::MAX);
        let mut search = Search::new(&grammar, root, bound).expect("feedable");
        if crate::rounds::visits(seed, &grammar, &mut search, 400).is_some() {
            let none = RedundantPlans::none();
            parts += drive_parts(seed, &grammar, &none, &all, &mut rng);
            let some = some_redundant(&mut rng, &grammar, bound);
            let thrifty = with_round(all, |round| {
                round.without_redundant = Some(rng.below(4));
                round.watch = Watch::Whole;
            });
            without_some += drive_parts(seed, &grammar, &some, &thrifty, &mut rng);
        }
    }
    assert!(parts > 1000, "only {parts} parts");
    assert!(without_some > 200, "only {without_some} parts");
}

/// About every fourth plan of each op that is cheap enough, from one of the stages 0 to 3 on; of some ops, none.
fn some_redundant(rng: &mut Rng, grammar: &Grammar, bound: u32) -> RedundantPlans {
    let eager = grammar.eager();
    let mut known = RedundantPlans::default();
    for op in (0..grammar.op_count() as u32).map(OpId) {
        let mut search = Search::new(&eager, op, bound).filter(|_| rng.below(3) > 0);
        let mut left = 300;
        while let Some(search) = search.as_mut().filter(|search| search.is_live() && left > 0) {
            left -= 1;
            let shape = search.shape().filter(|_| rng.below(4) == 0);
            if let Some(shape) = shape {
                let stage = rng.below(4);
                known.insert(RedundantPlan { shape, op, stage });
            }
            search.advance();
        }
    }
    known
}

/// The grammar with many more literals, of one to three steps.
fn with_literals(rng: &mut Rng, grammar: &Grammar) -> Grammar {
    let mut ops = grammar.ops().to_vec();
    for ty in 0..grammar.type_count() as u32 {
        for _ in 0..rng.below(6) {
            ops.push(Some(OpSpec {
                steps: 1 + rng.below(3),
                ..op(ty, &[])
            }));
        }
    }
    let mut with = Grammar::new(grammar.type_count(), ops).expect("well-formed");
    with.mark_unwatchable(&grammar.unwatchable());
    with
}

#[test]
fn series_are_the_plans_that_would_come_one_by_one() {
    let mut ahead = 0;
    for (seed, grammar, root, _) in subjects() {
        let grammar = with_literals(&mut Rng::new(seed), &grammar);
        let bound = grammar.root_steps(root).expect("feedable") + 2;
        for counted_from in [0, bound] {
            ahead += compare(
                seed,
                &grammar,
                &request(root, bound, counted_from, Start::Fresh, 500),
            );
        }
        compare(seed, &grammar, &request(root, bound, 0, Start::Fresh, 10));
        let valid = UnitRequest {
            valid_budget: 5,
            ..request(root, bound, bound, Start::Fresh, 500)
        };
        compare(seed, &grammar, &valid);
        for weighed_budget in [1, 2, 7, 200] {
            let weighed = UnitRequest {
                weighed_budget,
                ..request(root, bound, 0, Start::Fresh, 500)
            };
            compare(seed, &grammar, &weighed);
        }
    }
    assert!(ahead > 10_000, "only {ahead} plans were told ahead");
}

#[test]
fn series_leave_out_what_is_redundant() {
    let (mut ahead, mut spared) = (0, 0);
    for (seed, grammar, root, _) in subjects() {
        let mut rng = Rng::new(seed);
        let grammar = with_literals(&mut rng, &grammar);
        let bound = grammar.root_steps(root).expect("feedable") + 2;
        let known = some_redundant(&mut rng, &grammar, bound);
        for stage in [0, 3] {
            let all = request(root, bound, seed as u32 % 2 * bound, Start::Fresh, 500);
            let thrifty = with_round(all, |round| {
                round.without_redundant = Some(stage);
                round.watch = Watch::Whole;
            });
            ahead += compare_without(seed, &grammar, &known, &thrifty);
            let few = drive(seed, &grammar, &known, thrifty.clone(), 1000);
            let all = drive(seed, &grammar, &RedundantPlans::none(), thrifty, 1000);
            spared += all.runs.len().saturating_sub(few.runs.len());
        }
    }
    assert!(ahead > 5_000, "only {ahead} plans were told ahead");
    assert!(spared > 5_000, "only {spared} plans were left out");
}

#[test]
fn series_go_through_learned_literals_and_know_which_are_fresh() {
    let mut ahead = 0;
    for (seed, grammar, root, _) in subjects() {
        let mut rng = Rng::new(seed);
        let (grammar, learned) = {
            let grammar = with_literals(&mut rng, &grammar);
            some_learned(&mut rng, &grammar)
        };
        if learned.is_empty() || grammar.root_steps(root).is_none() {
            continue;
        }
        let known: Vec<LearnedValue> = learned
            .iter()
            .map(|&op| LearnedValue { op, value: vec![] })
            .collect();
        let bound = grammar.root_steps(root).expect("feedable") + 2;
        for fresh_from in [known.len() - 1, known.len()] {
            let request = UnitRequest {
                learning: Learning {
                    known: known.clone(),
                    fresh_from: fresh_from as u32,
                    watched_plans: seed % 3,
                    ..Learning::default()
                },
                ..request(root, bound, bound + 1, Start::Fresh, 500)
            };
            ahead += compare(seed, &grammar, &request);
        }
    }
    assert!(ahead > 5_000, "only {ahead} plans were told ahead");
}
