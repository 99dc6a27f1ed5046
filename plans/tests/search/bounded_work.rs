//! A search never goes on for long without a plan: what cannot be within the bound is left out at once, and where that is
//! not enough a unit stops to be resumed.

use std::hash::{DefaultHasher, Hash, Hasher};

use plans::{
    Bound, Cursor, Grammar, InPlace, Observation, OpId, OpSpec, Outcome, RedundantPlan, RedundantPlans,
    RoundWork, Search, Start, TypeId, UnitLoop, UnitRequest, UnitStop, Watch,
};

use crate::requests::{depth, round};

const VALUE: TypeId = TypeId(0);
const HIDDEN: TypeId = TypeId(1);
const BOXED: TypeId = TypeId(2);
const RESULT: TypeId = TypeId(3);

fn op(result: TypeId, args: &[TypeId], steps: u32) -> Option<OpSpec> {
    Some(OpSpec {
        result,
        args: args.to_vec(),
        steps,
        pointer: false,
        in_place: InPlace::No,
        total: true,
        builds: true,
    })
}

/// Two literals of three steps, and a call of one step whose argument of four is behind a pointer; and a root that takes
/// so many of these values.
fn grammar(arguments: usize) -> (Grammar, OpId) {
    let pointer = OpSpec {
        pointer: true,
        ..op(BOXED, &[HIDDEN], 0).expect("given")
    };
    let ops = vec![
        op(VALUE, &[], 3),
        op(VALUE, &[], 3),
        op(HIDDEN, &[], 4),
        Some(pointer),
        op(VALUE, &[BOXED], 1),
        op(RESULT, &vec![VALUE; arguments], 1),
    ];
    (Grammar::new(4, ops).expect("it is one"), OpId(5))
}

fn request(root: OpId, bound: u32, start: Start) -> UnitRequest {
    round(
        root,
        RoundWork {
            start,
            ..depth(bound, Watch::Whole)
        },
    )
}

#[test]
fn alternatives_that_are_too_deep_are_not_tried_in_all_combinations() {
    let (grammar, root) = grammar(40);
    // All calls, or all but one of them, which may be either literal: of 3^40 plans.
    let mut search = Search::new(&grammar, root, 40 + 40 + 2).expect("there are plans");
    let mut plans = 0;
    while search.is_live() {
        assert!(!search.is_paused(), "a plan is found without any detour");
        plans += 1;
        search.observe(&[]);
        search.advance();
    }
    assert_eq!(plans, 1 + 40 * 2);
    assert_eq!(search.min_cut(), Some(40 + 40 + 4), "the next depth with a plan");
}

#[test]
fn a_unit_that_finds_nothing_to_run_returns_and_is_resumed_behind_the_place() {
    // Within the limit of nesting only the literals are left, which all together are too deep: nobody can tell before.
    let (mut grammar, root) = grammar(18);
    grammar.limit_nesting(Some(0));
    let bound = 18 + 3 * 17;
    let mut start = Start::Fresh;
    let mut units = 0;
    loop {
        let mut unit = UnitLoop::new(&grammar, request(root, bound, start)).expect("it begins");
        assert_eq!(unit.next(), None, "no plan is within both limits");
        units += 1;
        match unit.report().stop {
            UnitStop::Exhausted { .. } => break,
            UnitStop::Budget { next, paused } => {
                assert!(paused, "nothing else has stopped it");
                start = Start::At(next);
            }
        }
        assert!(units < 1000, "the search does not come forward");
    }
    assert!(units > 1, "2^18 combinations are more than one unit passes by");
}

#[test]
fn a_unit_that_somebody_else_ends_is_not_paused() {
    let (grammar, root) = grammar(3);
    let mut unit = UnitLoop::new(&grammar, request(root, 3 + 3 * 3, Start::Fresh)).expect("it begins");
    assert!(!unit.report().is_paused(), "before its first run");
    for _ in 0..2 {
        assert!(unit.next().is_some());
        assert!(!unit.report().is_paused(), "in a run");
        unit.observe(&Observation {
            outcome: Outcome::Ok,
            demands: &[],
            reached_root: true,
            ended_at: None,
        });
        assert!(!unit.report().is_paused(), "between two runs");
    }
}

#[test]
fn a_pause_changes_nothing_about_the_plans() {
    let (mut grammar, root) = grammar(17);
    grammar.limit_nesting(Some(0));
    // Exactly the plans of literals are within the limits: 2^17 of them.
    let bound = 17 + 3 * 17;
    let mut runs = 0;
    let mut start = Start::Fresh;
    loop {
        let mut unit = UnitLoop::new(&grammar, request(root, bound, start)).expect("it begins");
        while unit.next().is_some() {
            runs += 1;
            let outcome = Outcome::Ok;
            unit.observe(&Observation {
                outcome,
                demands: &[],
                reached_root: true,
                ended_at: None,
            });
        }
        match unit.report().stop {
            UnitStop::Exhausted { .. } => break,
            UnitStop::Budget { next, .. } => start = Start::At(next),
        }
    }
    assert_eq!(runs, 1 << 17);
}

/// What rounds went through, told in few words.
#[derive(Debug, Default, PartialEq)]
struct Went {
    runs: u64,
    /// Of all decisions and programs, in order.
    hash: u64,
}

impl Went {
    fn through(&mut self, unit: &UnitLoop<'_>) {
        let mut hasher = DefaultHasher::new();
        (self.hash, unit.vector(), unit.program()).hash(&mut hasher);
        *self = Went {
            runs: self.runs + 1,
            hash: hasher.finish(),
        };
    }
}

/// Runs a round, and those that follow it in the same units, up to the end of a part if it is one. Returns where it
/// stands then, the cut if nothing is left, and in how many units it came there.
fn drive(
    grammar: &Grammar,
    known: &RedundantPlans,
    root: OpId,
    mut work: RoundWork,
    went: &mut Went,
) -> (Option<Cursor>, Option<u32>, u32) {
    for units in 1..10_000 {
        let mut unit = UnitLoop::without(grammar, known, round(root, work.clone())).expect("it begins");
        while unit.next().is_some() {
            went.through(&unit);
            unit.observe(&Observation {
                outcome: Outcome::Ok,
                demands: &[],
                reached_root: true,
                ended_at: None,
            });
        }
        let report = unit.report();
        match report.stop {
            UnitStop::Exhausted { min_cut } => return (None, min_cut, units),
            UnitStop::Budget { next, .. } if work.end.as_ref().is_some_and(|end| next.has_reached(end)) => {
                return (Some(next), None, units);
            }
            UnitStop::Budget { next, .. } => {
                let reached = report.round.expect("a round");
                work.bound = Bound::Depth(reached.bound);
                work.counted_from = reached.counted_from;
                work.start = Start::At(next);
            }
        }
    }
    panic!("the search does not come forward");
}

/// Every plan with the second literal is redundant.
fn without_second() -> RedundantPlans {
    let (grammar, _) = grammar(1);
    let eager = grammar.eager();
    let mut search = Search::new(&eager, OpId(1), 0).expect("a literal");
    let mut known = RedundantPlans::default();
    let shape = search.shape().expect("nothing is open");
    known.insert(RedundantPlan {
        shape,
        op: OpId(1),
        stage: 1,
    });
    known
}

#[test]
fn rounds_that_pause_go_on_with_the_next_in_the_same_unit_as_apart() {
    let (mut grammar, root) = grammar(18);
    grammar.limit_nesting(Some(0));
    let (first, last) = (18 + 3 * 17, 18 + 3 * 18);
    for (known, stage) in [(RedundantPlans::none(), None), (without_second(), Some(1))] {
        let of = |bound| RoundWork {
            without_redundant: stage,
            ..depth(bound, Watch::Whole)
        };
        let mut together = Went::default();
        let work = RoundWork {
            deepens_to: last,
            ..of(first)
        };
        let (_, cut, units) = drive(&grammar, &known, root, work, &mut together);
        assert!(units > 1, "it pauses");

        let mut apart = Went::default();
        let (mut bound, mut counted_from, mut rounds) = (first, 0, 0);
        let cut_apart = loop {
            let work = RoundWork {
                counted_from,
                ..of(bound)
            };
            rounds += 1;
            let (_, cut, _) = drive(&grammar, &known, root, work, &mut apart);
            counted_from = bound + 1;
            match cut {
                Some(next) if next <= last => bound = next,
                _ => break cut,
            }
        };
        assert!(rounds > 1);
        assert_eq!((&together, cut), (&apart, cut_apart));
        let expected = if stage.is_some() { 1 } else { 1 << 18 };
        assert_eq!(together.runs, expected, "the plans of literals");
    }
}

#[test]
fn parts_of_a_round_that_pauses_make_up_the_whole() {
    let (mut grammar, root) = grammar(17);
    grammar.limit_nesting(Some(0));
    let bound = 17 + 3 * 17;
    let begin = Search::new(&grammar, root, bound).expect("feedable").cursor();
    // All plans are left out but the deepest ones, of which there are none: the unit pauses by what it leaves out. Then
    // they are run. Then there is none, and the search pauses.
    let shallow = RoundWork {
        counted_from: bound + 1,
        watch: Watch::Nothing,
        ..depth(bound, Watch::Nothing)
    };
    let none = RedundantPlans::none();
    let some = without_second();
    let of_literals = depth(bound, Watch::Whole);
    let thrifty = RoundWork {
        without_redundant: Some(1),
        ..depth(bound, Watch::Whole)
    };
    for (known, work, runs) in [
        (&none, shallow, 0),
        (&none, of_literals, 1 << 17),
        (&some, thrifty, 1),
    ] {
        let mut whole = Went::default();
        let (_, cut, _) = drive(&grammar, known, root, work.clone(), &mut whole);
        assert_eq!(whole.runs, runs);
        for level in [0, 2, 4] {
            let mut search = Search::resume(&grammar, root, bound, &begin).expect("its own place");
            let mut parts = Went::default();
            let (mut start, mut ends, mut units) = (Start::Fresh, 0, 0);
            let (cut_of_parts, _) = loop {
                // Of the places ahead, whose number is named before any run has come there.
                let end = search.jump(level).then(|| search.cursor().begin(level + 1));
                let is_last = end.is_none();
                let part = RoundWork {
                    start,
                    end,
                    ..work.clone()
                };
                let (next, cut, more) = drive(&grammar, known, root, part, &mut parts);
                units += more;
                match next {
                    Some(next) => start = Start::At(next),
                    None => break (cut, is_last),
                }
                ends += 1;
            };
            assert_eq!(parts, whole, "level {level}");
            assert_eq!(cut_of_parts, cut, "level {level}");
            assert!(
                ends >= 1 && units > ends,
                "level {level}: {ends} ends in {units} units"
            );
        }
    }
}
