//! A search never goes on for long without a plan: what cannot be within the bound is left out at once, and where that is
//! not enough a unit stops to be resumed.

use plans::{
    Grammar, InPlace, Observation, OpId, OpSpec, Outcome, RoundWork, Search, Start, TypeId, UnitLoop,
    UnitRequest, UnitStop, Watch,
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
            UnitStop::Budget { next } => start = Start::At(next),
        }
        assert!(units < 1000, "the search does not come forward");
    }
    assert!(units > 1, "2^18 combinations are more than one unit passes by");
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
            UnitStop::Budget { next } => start = Start::At(next),
        }
    }
    assert_eq!(runs, 1 << 17);
}
