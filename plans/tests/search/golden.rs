//! Golden counts: how many plans there are up to each depth, for code that looks at everything and at nothing.

use plans::{Grammar, OpId, Search};

use crate::random::{grammar, op, pointer, root};

#[derive(Clone, Copy)]
enum Looks {
    Nowhere,
    Everywhere,
}

fn count(grammar: &Grammar, root: u32, looks: Looks, bound: u32) -> usize {
    let mut search = Search::new(grammar, OpId(root), bound).expect("feedable");
    let mut plans = 0;
    while search.is_live() {
        plans += 1;
        let placeholders = search.program().iter().filter(|instr| instr.watch != 0).count() as u32;
        let demands: Vec<u32> = (0..placeholders).collect();
        if let Looks::Everywhere = looks {
            search.observe(&demands);
        }
        search.advance();
    }
    plans
}

fn check(grammar: &Grammar, root: u32, looks: Looks, expected: &[usize]) {
    let counts: Vec<usize> = (1..=expected.len() as u32)
        .map(|bound| count(grammar, root, looks, bound))
        .collect();
    assert_eq!(counts, expected);
}

#[test]
fn naturals_have_one_plan_per_depth() {
    let grammar = grammar(1, vec![op(0, &[]), op(0, &[0]), root(&[0])]);
    check(&grammar, 2, Looks::Nowhere, &[0, 1, 2, 3, 4, 5, 6]);
}

#[test]
fn binary_trees_by_value_grow_like_catalan_numbers() {
    // Sums of 1, 1, 2, 5, 14, 42: a tree of n inner nodes has 2n + 1 steps.
    let grammar = grammar(1, vec![op(0, &[]), op(0, &[0, 0]), root(&[0])]);
    check(
        &grammar,
        2,
        Looks::Nowhere,
        &[0, 1, 1, 2, 2, 4, 4, 9, 9, 23, 23, 65],
    );
}

#[test]
fn boxed_trees_are_as_many_as_the_code_looks_at() {
    let grammar = grammar(2, vec![op(0, &[]), op(0, &[1, 1]), pointer(1, 0), root(&[0])]);
    check(&grammar, 3, Looks::Nowhere, &[0, 2, 2, 2, 2]);
    // A plan is a prefix of a tree in pre-order up to its last branch: ballot sequences, 1, 1, 2, 3, 6, 10, 20, 35.
    check(&grammar, 3, Looks::Everywhere, &[0, 2, 3, 5, 8, 14, 24, 44, 79]);
}

#[test]
fn references_nobody_follows_are_one_plan() {
    let grammar = grammar(2, vec![op(0, &[]), op(0, &[0]), pointer(1, 0), root(&[1, 1, 1])]);
    check(&grammar, 3, Looks::Nowhere, &[0, 0, 1, 1, 1, 1]);
}
