//! Variations over a small grammar: numbers, expressions of boxed expressions, and lists of them.

use super::*;
use crate::OpSpec;

const INT: TypeId = TypeId(0);
const EXPRESSION: TypeId = TypeId(1);
const BOXED: TypeId = TypeId(2);
const LIST: TypeId = TypeId(3);

const ZERO: OpId = OpId(0);
const ONE: OpId = OpId(1);
const CONSTANT: OpId = OpId(2);
const ADD: OpId = OpId(3);
const NEGATE: OpId = OpId(4);
const BOX: OpId = OpId(5);
const EMPTY: OpId = OpId(6);
const PUSH: OpId = OpId(7);
const SUM: OpId = OpId(8);

fn grammar() -> Grammar {
    let op = |result, args: &[TypeId]| OpSpec {
        result,
        args: args.to_vec(),
        steps: 1,
        pointer: false,
        in_place: InPlace::No,
        total: true,
        builds: true,
    };
    let boxing = OpSpec {
        steps: 0,
        pointer: true,
        ..op(BOXED, &[EXPRESSION])
    };
    let push = OpSpec {
        in_place: InPlace::Elements,
        ..op(LIST, &[LIST, EXPRESSION])
    };
    let sum = OpSpec {
        builds: false,
        ..op(INT, &[LIST, EXPRESSION])
    };
    let ops = vec![
        op(INT, &[]),
        op(INT, &[]),
        op(EXPRESSION, &[INT]),
        op(EXPRESSION, &[BOXED, BOXED]),
        op(EXPRESSION, &[BOXED]),
        boxing,
        op(LIST, &[]),
        push,
        sum,
    ];
    Grammar::new(4, ops.into_iter().map(Some).collect()).expect("it is a grammar")
}

fn apply(op: OpId, args: &[Term]) -> Term {
    let args = args.to_vec();
    Term::Apply { op, args }
}

fn constant(number: OpId) -> Term {
    apply(CONSTANT, &[apply(number, &[])])
}

fn boxed(term: Term) -> Term {
    apply(BOX, &[term])
}

fn hole(term: Term) -> Term {
    Term::Hole {
        number: 1,
        ty: EXPRESSION,
        default: Box::new(term),
    }
}

fn is_constructor(op: OpId) -> bool {
    [CONSTANT, ADD, NEGATE].contains(&op)
}

/// `sum([0, ?1], 0 + ?1)`
fn plan() -> Plan {
    let one = apply(PUSH, &[apply(EMPTY, &[]), constant(ZERO)]);
    let two = apply(PUSH, &[one, hole(constant(ONE))]);
    let add = apply(ADD, &[boxed(constant(ZERO)), apply(BOX, &[hole(constant(ZERO))])]);
    Plan::new(apply(SUM, &[two, add])).expect("it is a plan")
}

#[test]
fn places_are_decided_values_that_people_see_from_the_outside_in() {
    let grammar = grammar();
    let ways: Vec<Vec<usize>> = (places(&grammar, &plan()).into_iter())
        .map(|place| place.way)
        .collect();
    // Neither holes nor boxes nor the list without its last element; its elements are places.
    let expected = [
        vec![0],
        vec![1],
        vec![0, 0, 1],
        vec![1, 0, 0],
        vec![0, 0, 1, 0],
        vec![1, 0, 0, 0],
    ];
    assert_eq!(ways, expected);
}

fn place_of(way: &[usize]) -> Place {
    let all = places(&grammar(), &plan());
    let found = all.into_iter().find(|place| place.way == way);
    found.expect("it is a place")
}

#[test]
fn every_constructor_has_its_turn_with_what_is_there_within_it() {
    let place = place_of(&[1]);
    let values = variations(&grammar(), &OtherLiterals::new(), &place, &is_constructor);
    assert!(!values.contains(&place.part), "what is there is no other value");
    let of = |wanted: OpId| -> Vec<&Term> {
        let is_it = |value: &&Term| matches!(value, Term::Apply { op, .. } if *op == wanted);
        values.iter().filter(is_it).collect()
    };
    assert_eq!(of(CONSTANT), [&constant(ZERO), &constant(ONE)]);
    assert!(of(ADD).len() >= VALUES_OF_A_CONSTRUCTOR);
    let around = apply(NEGATE, &[boxed(place.part.clone())]);
    assert_eq!(
        of(NEGATE)[..2],
        [&apply(NEGATE, &[boxed(constant(ZERO))]), &around]
    );
}

#[test]
fn small_arguments_come_before_large_ones() {
    let lists: Vec<Vec<Term>> = vec![vec![constant(ZERO), constant(ONE), place_of(&[1]).part]; 2];
    let pairs: Vec<(usize, usize)> = (applied(ADD, &lists, 6).iter())
        .map(|value| match value {
            Term::Apply { args, .. } => {
                let at = |arg: &Term| {
                    lists[0]
                        .iter()
                        .position(|other| other == arg)
                        .expect("one of them")
                };
                (at(&args[0]), at(&args[1]))
            }
            _ => unreachable!("it is a sum"),
        })
        .collect();
    assert_eq!(pairs, [(0, 0), (0, 1), (1, 0), (0, 2), (1, 1), (2, 0)]);
    assert!(applied(ADD, &[Vec::new(), lists[0].clone()], 6).is_empty());
}

#[test]
fn a_type_with_one_constructor_has_other_values_all_the_same() {
    let place = place_of(&[1]);
    let only_constant = |op: OpId| op == CONSTANT;
    let values = variations(&grammar(), &OtherLiterals::new(), &place, &only_constant);
    assert!(values.contains(&constant(ONE)) && !values.contains(&place.part));
}

#[test]
fn further_values_are_new_ones() {
    let place = place_of(&[1]);
    let known = variations(&grammar(), &OtherLiterals::new(), &place, &is_constructor);
    let further = further_variations(&grammar(), &OtherLiterals::new(), &place, &known);
    assert!(further.len() > known.len(), "{} values", further.len());
    assert!(
        further
            .iter()
            .all(|value| !known.contains(value) && *value != place.part)
    );
}

#[test]
fn variables_stand_for_whole_places() {
    let pattern = with_variables(plan().term(), &[vec![0], vec![1, 0, 0]]);
    let Pattern::Apply { args, .. } = &pattern else {
        panic!("it is a call: {pattern:?}")
    };
    assert_eq!(args[0], Pattern::Var(0));
    let add = Pattern::Apply {
        op: ADD,
        args: vec![
            Pattern::Apply {
                op: BOX,
                args: vec![Pattern::Var(1)],
            },
            Pattern::Apply {
                op: BOX,
                args: vec![Pattern::Hole { number: 1 }],
            },
        ],
    };
    assert_eq!(args[1], add);
}
