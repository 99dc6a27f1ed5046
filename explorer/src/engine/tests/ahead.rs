//! Items of which parts are run ahead end up as if they were explored unit after unit.

use super::*;

const LITERALS: u32 = 5;
/// `root(Int, Int, &Int, Int, &Int)`.
const ROOT: u32 = 6;

fn wide_grammar() -> Grammar {
    let [int, borrowed] = [TypeId(0), TypeId(1)];
    let value = |result, args: &[TypeId], steps| OpSpec {
        result,
        args: args.to_vec(),
        steps,
        pointer: false,
        in_place: InPlace::No,
        total: true,
        builds: true,
    };
    let mut ops: Vec<OpSpec> = (0..LITERALS)
        .map(|literal| value(int, &[], 1 + literal / 3))
        .collect();
    ops.push(OpSpec {
        pointer: true,
        ..value(borrowed, &[int], 0)
    });
    ops.push(OpSpec {
        total: false,
        builds: false,
        ..value(int, &[int, int, borrowed, int, borrowed], 0)
    });
    Grammar::new(2, ops.into_iter().map(Some).collect()).expect("well formed")
}

fn mix(hash: u64, part: u32) -> u64 {
    (hash ^ u64::from(part))
        .wrapping_mul(0x9e37_79b9_7f4a_7c15)
        .rotate_left(29)
}

/// Runs a unit of the root: what a run looks at and comes to follows from what it has seen.
fn run_wide(grammar: &Grammar, request: &UnitRequest, seed: u64) -> UnitResult {
    let mut unit = UnitLoop::new(grammar, request.clone()).expect("can be fed");
    let (mut faults, mut demands): (Vec<SeenFault>, Vec<u32>) = (Vec::new(), Vec::new());
    let mut death = None;
    while let Some(program) = unit.next() {
        demands.clear();
        let [a, b, c, _, d, e, _, _] = program else {
            panic!("{program:?}")
        };
        let mut seen = [a, b, d].iter().fold(seed, |seen, instr| mix(seen, instr.op));
        // The second argument cannot be built from the last literal and the first one: nothing else matters then.
        let ended_at = (b.op == 4 && a.op % 2 == 1).then_some(1);
        for borrowed in [c, e] {
            if ended_at.is_none() && !seen.is_multiple_of(3) {
                demands.extend(borrowed.watch.checked_sub(1));
                seen = mix(seen, borrowed.op);
            }
        }
        let sample = Sample {
            plan: unit.plan(&demands),
            base_steps: unit.base_steps(),
            // It would differ with the slices.
            nth: 0,
        };
        let is_fault = ended_at.is_some() || seen % 41 == 1;
        if ended_at.is_none() && seen % 499 == 2 {
            let fatal = Fatal {
                at: request.cursor(unit.vector().to_vec()),
                demands: demands.clone(),
            };
            death = Some(Death {
                is_given_up: false,
                is_believed: true,
                fault: fault(FaultKind::Abort, 0, ROOT),
                plan: request.plan_at(grammar, &fatal, 1),
                fatal,
                base_steps: sample.base_steps,
                is_new: unit.is_new(),
                nth: 0,
            });
            break;
        }
        if is_fault && unit.is_new() {
            faults.push(SeenFault {
                fault: fault(FaultKind::Panic, 0, ROOT),
                plans: 1,
                samples: vec![sample],
                at: Moment::default(),
            });
        }
        unit.observe(&Observation {
            outcome: if is_fault { Outcome::Fault } else { Outcome::Ok },
            demands: &demands,
            reached_root: ended_at.is_none(),
            ended_at,
        });
    }
    UnitResult {
        faults,
        death,
        ..result_of(unit.report())
    }
}

/// All faults and deaths in the order in which they were taken in.
#[derive(Debug, Default, PartialEq)]
struct Told(Vec<Sample>, Vec<Fatal>);

impl Told {
    fn take_in(&mut self, result: &UnitResult) {
        self.0
            .extend(result.faults.iter().flat_map(|seen| seen.samples.clone()));
        self.1
            .extend(result.death.iter().map(|death| death.fatal.clone()));
    }
}

/// Explores the root to its end, with up to `parts` units ahead of its own. Returns the item, what was told, and how many
/// results were run ahead and came to be due.
fn alone(seed: u64, strategy: Strategy, parts: usize, most_runs: u64) -> (ItemSearch, Told, u64) {
    let grammar = wide_grammar();
    let root = Rooted {
        root: OpId(ROOT),
        has_type_placeholder: false,
        stands_alone: false,
    };
    let mut search = ItemSearch::new(&grammar, 0, [root], policy(strategy, Some(18)));
    let (mut told, mut due) = (Told::default(), 0);
    loop {
        let ahead = search.units_ahead(&grammar, parts, most_runs);
        let Some((name, own)) = search.next_unit(most_runs) else {
            return (search, told, due);
        };
        // The last one comes back first.
        for (name, request) in ahead.iter().rev() {
            search.absorb_ahead(*name, run_wide(&grammar, request, seed));
        }
        let result = run_wide(&grammar, &own, seed);
        told.take_in(&result);
        search.absorb(name, &result);
        while let Some((name, result)) = search.due() {
            told.take_in(&result);
            search.absorb(name, &result);
            due += 1;
        }
    }
}

#[test]
fn an_item_of_which_parts_are_run_ahead_comes_to_the_same() {
    let mut all_due = 0;
    for seed in 0..6 {
        for strategy in [Strategy::Deepening, Strategy::DepthFirst] {
            let (one_by_one, all_told, due) = alone(seed, strategy, 0, u64::MAX);
            assert_eq!(due, 0);
            for (parts, most_runs) in [(1, 90), (3, 90), (7, 40), (2, 300)] {
                let (search, told, due) = alone(seed, strategy, parts, most_runs);
                let why = format!("seed {seed}, {strategy:?}, {parts} parts, {most_runs} runs");
                assert_eq!(search.tallies(), one_by_one.tallies(), "{why}");
                assert_eq!(search.depth(), one_by_one.depth(), "{why}");
                assert!(told == all_told, "{why}");
                all_due += due;
            }
        }
    }
    assert!(all_due > 200, "only {all_due} results were run ahead");
}
