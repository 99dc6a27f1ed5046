//! The cheapest order of a chain of matrix products, tabled: the costs of all parts are kept in an AVL tree, which in the
//! faulty version is the faulty one.
//!
//! To be found: a chain so long that a part that was entered is not found any more.

use crate::avl::{Entry, Tree, find, insert};

/// What multiplying a part of the chain costs at least.
struct Part {
    /// Its first matrix.
    first: usize,
    /// Its last one.
    last: usize,
    cost: u64,
}

impl Entry for Part {
    type Key = (usize, usize);

    fn key(&self) -> (usize, usize) {
        (self.first, self.last)
    }
}

/// Of matrices with these numbers of rows, the last of which is the last one's number of columns.
fn tabled_cost<const FAULTY: bool>(sizes: &[u8]) -> u64 {
    let matrices = sizes.len().saturating_sub(1);
    let mut table: Tree<Part> = Tree::Leaf;
    for length in 1..=matrices {
        for first in 0..=matrices - length {
            let last = first + length - 1;
            let cost_of = |first, last| {
                let part = find(&(first, last), &table).expect("shorter parts were entered before");
                part.cost
            };
            let costs = (first..last).map(|middle| {
                cost_of(first, middle) + cost_of(middle + 1, last) + product(sizes, first, middle, last)
            });
            let cost = costs.min().unwrap_or(0);
            table = insert::<FAULTY, _>(Part { first, last, cost }, table);
        }
    }
    match matrices.checked_sub(1) {
        Some(last) => find(&(0, last), &table).map_or(0, |part| part.cost),
        None => 0,
    }
}

/// What it costs to multiply the products of the two halves.
fn product(sizes: &[u8], first: usize, middle: usize, last: usize) -> u64 {
    [first, middle + 1, last + 1]
        .map(|index| u64::from(sizes[index]))
        .iter()
        .product()
}

/// Without a table.
fn expected_cost(sizes: &[u8], first: usize, last: usize) -> u64 {
    let costs = (first..last).map(|middle| {
        let halves = expected_cost(sizes, first, middle) + expected_cost(sizes, middle + 1, last);
        halves + product(sizes, first, middle, last)
    });
    costs.min().unwrap_or(0)
}

fn is_least<const FAULTY: bool>(sizes: &[u8]) -> Option<bool> {
    // Without a table it takes long.
    if sizes.len() > 10 {
        return None;
    }
    let expected = sizes
        .len()
        .checked_sub(2)
        .map_or(0, |last| expected_cost(sizes, 0, last));
    Some(tabled_cost::<FAULTY>(sizes) == expected)
}

crate::versions! {
    /// With the faulty tree.
    faulty;
    /// With the correct tree.
    correct;
    /// The tabled cost is the cost.
    prop_cost(sizes: &[u8]) -> Option<bool> = is_least;
}
