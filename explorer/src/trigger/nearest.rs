//! The nearest call that does not fail: which runs that return differ least from the finding.

use super::runs::Runs;
use super::table::{Verdict, number_in};
use harness_gen::reading::Value;
use plans::{Plan, Term};

/// The passing run that differs least from the finding: in as few arguments as can be.
pub(super) fn nearest_passing(runs: &Runs<'_>) -> Option<Plan> {
    let near = runs.of_verdict(Verdict::Passes).into_iter().map(|row| {
        let others = other_arguments(runs, row);
        (others.len(), apart(runs, row, &others), row)
    });
    // What fails only sometimes is no neighbour of itself.
    let (.., row) = near.filter(|(others, ..)| *others > 0).min()?;
    runs.call.with(&runs.rows[row].args)
}

/// Of each argument the nearest passing run in which it alone is another, if there is one.
pub(super) fn passing_by_argument(runs: &Runs<'_>) -> Vec<Plan> {
    let passes = runs.of_verdict(Verdict::Passes);
    let nearest = |at: usize| {
        let alone = (passes.iter()).filter(|row| other_arguments(runs, **row) == [at]);
        let row = alone.min_by_key(|row| (apart(runs, **row, &[at]), **row))?;
        runs.call.with(&runs.rows[*row].args)
    };
    (0..runs.call.args.len()).filter_map(nearest).collect()
}

/// The arguments of a run that are others than those of the finding.
fn other_arguments(runs: &Runs<'_>, row: usize) -> Vec<usize> {
    let (base, args) = (&runs.call.args, &runs.rows[row].args);
    (0..args.len()).filter(|at| args[*at] != base[*at]).collect()
}

/// How far these arguments of a run are from those of the finding.
fn apart(runs: &Runs<'_>, row: usize, others: &[usize]) -> (u128, u32) {
    let (base, args) = (&runs.call.args, &runs.rows[row].args);
    let each = others.iter().map(|at| distance(runs, &base[*at], &args[*at]));
    each.fold((0, 0), |sum: (u128, u32), (apart, steps)| {
        (sum.0.saturating_add(apart), sum.1 + steps)
    })
}

fn distance(runs: &Runs<'_>, one: &Term, other: &Term) -> (u128, u32) {
    let bindings = runs.pool.bindings;
    let (first, second) = (bindings.value(one), bindings.value(other));
    let apart = match (&first, &second) {
        (Value::Text(first), Value::Text(second)) => edits(first, second),
        _ => match (number_in(&first), number_in(&second)) {
            (Some(first), Some(second)) => first.abs_diff(second),
            _ => 1,
        },
    };
    (apart, other.steps(runs.pool.grammar))
}

/// How many characters of the longer one are not shared at the front or the back.
fn edits(one: &str, other: &str) -> u128 {
    let front = one.chars().zip(other.chars()).take_while(|(a, b)| a == b).count();
    let back = (one.chars().rev().zip(other.chars().rev()))
        .take_while(|(a, b)| a == b)
        .count();
    let (short, long) = (one.chars().count(), other.chars().count());
    let shared = (front + back).min(short).min(long);
    (short.max(long) - shared) as u128
}
