//! Corners of narrowing: placeholders inside placeholders, choices cheaper than the default, too many placeholders.

use plans::{MAX_WATCHED, OpId, OpSpec, Search, Step, Term};

use crate::random::{grammar, op, pointer, root};

fn step(node: u32, alternative: u32) -> Step {
    Step { node, alternative }
}

#[test]
fn a_demand_inside_a_placeholder_decides_the_outer_one_first() {
    // f(&Box<Int>): types Int, Box<Int>, &Box<Int>.
    let grammar = grammar(
        3,
        vec![op(0, &[]), op(0, &[]), pointer(1, 0), pointer(2, 1), root(&[2])],
    );
    let mut search = Search::new(&grammar, OpId(4), 9).expect("feedable");
    let watches: Vec<(u32, u32)> = search
        .program()
        .iter()
        .map(|instr| (instr.op, instr.watch))
        .collect();
    assert_eq!(watches, [(0, 1), (2, 2), (3, 0), (4, 0)]);
    assert_eq!(search.base_steps(), 1, "nothing but the arity is decided");
    search.observe(&[0]);
    assert_eq!(search.vector(), [step(1, 0), step(2, 0), step(3, 0)]);
    assert_eq!(search.depth(), 2);
    assert!(search.advance());
    assert_eq!(search.vector(), [step(1, 0), step(2, 0), step(3, 1)]);
    assert!(search.program().iter().all(|instr| instr.watch == 0));
    assert!(!search.advance());
    assert_eq!((search.program(), search.min_cut()), (&[][..], None));
}

#[test]
fn an_unread_inner_placeholder_is_shown_as_a_hole_of_the_pointer() {
    let grammar = grammar(
        3,
        vec![op(0, &[]), op(0, &[]), pointer(1, 0), pointer(2, 1), root(&[2])],
    );
    let search = Search::new(&grammar, OpId(4), 9).expect("feedable");
    let Term::Apply { args, .. } = search.term(&[1]) else {
        panic!("a root is never a hole")
    };
    let Term::Apply { op, args } = &args[0] else {
        panic!("the box was looked at")
    };
    assert_eq!(*op, OpId(3));
    assert!(
        matches!(&args[0], Term::Hole { number: 1, ty, .. } if ty.0 == 1),
        "{args:?}"
    );
}

#[test]
fn a_choice_with_a_cheaper_eager_part_than_the_default_is_found_within_the_bound() {
    // T = A(Int, Int) | B(Box<T>): B is dearer as a finished plan, but adds one step where A adds three.
    let [int, t, boxed] = [0, 1, 2];
    let ops = vec![
        op(int, &[]),
        op(t, &[int, int]),
        op(t, &[boxed]),
        pointer(boxed, t),
        root(&[t]),
    ];
    let grammar = grammar(3, ops);
    assert_eq!(grammar.root_steps(OpId(4)), Some(4));
    let mut search = Search::new(&grammar, OpId(4), 2).expect("feedable");
    assert_eq!(search.vector(), [step(1, 1), step(2, 0)], "root(B(Box(?)))");
    assert_eq!(search.base_steps(), 2);
    assert!(!search.advance());
    assert_eq!(search.min_cut(), Some(4));
}

#[test]
fn a_bound_below_every_plan_leaves_only_a_cut() {
    let grammar = grammar(1, vec![op(0, &[]), root(&[0, 0])]);
    let search = Search::new(&grammar, OpId(1), 3).expect("feedable");
    assert!(!search.is_live());
    assert_eq!((search.program(), search.min_cut()), (&[][..], Some(4)));
}

#[test]
fn types_whose_default_runs_foreign_code_are_decided_at_once() {
    let foreign = OpSpec {
        total: false,
        ..op(0, &[])
    };
    let grammar = grammar(2, vec![foreign, op(0, &[1]), pointer(1, 0), root(&[1])]);
    let search = Search::new(&grammar, OpId(3), 9).expect("feedable");
    assert_eq!(search.vector(), [step(1, 0), step(2, 0)]);
    assert!(search.program().iter().all(|instr| instr.watch == 0));
}

#[test]
fn placeholders_beyond_the_limit_are_eager() {
    let arguments = MAX_WATCHED + 10;
    let grammar = grammar(
        2,
        vec![
            op(0, &[]),
            op(0, &[]),
            pointer(1, 0),
            root(&vec![1; arguments as usize]),
        ],
    );
    let search = Search::new(&grammar, OpId(3), 2000).expect("feedable");
    let most = search.program().iter().map(|instr| instr.watch).max();
    assert_eq!(most, Some(MAX_WATCHED));
    assert_eq!(search.base_steps(), arguments + 10);
    let resumed = Search::resume(&grammar, OpId(3), 2000, &search.cursor()).expect("its own vector");
    assert_eq!(resumed.program(), search.program());
}

#[test]
fn demands_that_do_not_exist_are_ignored() {
    let grammar = grammar(2, vec![op(0, &[]), op(0, &[]), pointer(1, 0), root(&[1])]);
    let mut search = Search::new(&grammar, OpId(3), 9).expect("feedable");
    search.observe(&[7, 0, 0]);
    assert_eq!(search.vector(), [step(1, 0), step(2, 0)]);
}
