//! Kruskal's minimal spanning forest, with a mistake that textbooks make in union-find: two nodes are joined instead of the
//! representatives of their sets.
//!
//! To be found: a triangle, which the faulty version keeps whole.

use std::collections::{BTreeMap, BTreeSet};

/// A graph by its edges.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Graph(pub Vec<Edge>);

/// What joins two nodes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edge {
    /// One of them.
    pub first: u8,
    /// The other one.
    pub second: u8,
    /// What it costs.
    pub cost: u16,
}

/// Each node that is not the representative of its set, and one that is nearer to it.
#[derive(Default)]
struct Sets(BTreeMap<u8, u8>);

impl Sets {
    fn representative(&self, mut node: u8) -> u8 {
        while let Some(next) = self.0.get(&node) {
            node = *next;
        }
        node
    }

    /// Joins the sets of two nodes, unless they are the same.
    fn join<const FAULTY: bool>(&mut self, first: u8, second: u8) -> bool {
        let representatives = (self.representative(first), self.representative(second));
        let are_two = representatives.0 != representatives.1;
        if are_two {
            let node = if FAULTY { first } else { representatives.0 };
            self.0.insert(node, representatives.1);
        }
        are_two
    }
}

fn forest<const FAULTY: bool>(graph: &Graph) -> Vec<&Edge> {
    let mut edges: Vec<&Edge> = graph.0.iter().collect();
    edges.sort_by_key(|edge| edge.cost);
    let mut sets = Sets::default();
    edges.retain(|edge| sets.join::<FAULTY>(edge.first, edge.second));
    edges
}

/// As Prim does it: the number and the sum of the cheapest edges that join all that can be joined.
fn expected(graph: &Graph) -> (usize, u64) {
    let mut outside: BTreeSet<u8> = graph
        .0
        .iter()
        .flat_map(|edge| [edge.first, edge.second])
        .collect();
    let (mut number, mut sum) = (0, 0);
    while let Some(start) = outside.pop_first() {
        let mut tree = BTreeSet::from([start]);
        let leaving = |tree: &BTreeSet<u8>| {
            let edges = graph.0.iter();
            let edges = edges.filter(|edge| tree.contains(&edge.first) != tree.contains(&edge.second));
            edges.min_by_key(|edge| edge.cost)
        };
        while let Some(edge) = leaving(&tree) {
            tree.extend([edge.first, edge.second]);
            number += 1;
            sum += u64::from(edge.cost);
        }
        outside.retain(|node| !tree.contains(node));
    }
    (number, sum)
}

fn is_minimal<const FAULTY: bool>(graph: &Graph) -> bool {
    let forest = forest::<FAULTY>(graph);
    let sum = forest.iter().map(|edge| u64::from(edge.cost)).sum();
    (forest.len(), sum) == expected(graph)
}

crate::versions! {
    /// Joins nodes.
    faulty;
    /// Joins sets.
    correct;
    /// The forest has as many edges as it needs, and they cost as little as possible.
    prop_forest(graph: &Graph) -> bool = is_minimal;
}
