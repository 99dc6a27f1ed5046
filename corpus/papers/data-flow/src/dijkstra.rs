//! Dijkstra's shortest paths.
//!
//! To be found: a graph in which a detour is shorter. (The faulty version takes a node for done when it is seen first, not
//! when it is nearest.)

use std::collections::{BTreeMap, BTreeSet};

/// A graph by its edges.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Graph(pub Vec<Edge>);

/// A way from one node to another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edge {
    /// Where it starts.
    pub from: u8,
    /// Where it ends.
    pub to: u8,
    /// How long it is.
    pub length: u16,
}

/// The distances of all nodes that can be reached.
fn distances<const FAULTY: bool>(graph: &Graph, start: u8) -> BTreeMap<u8, u64> {
    let mut distances = BTreeMap::from([(start, 0)]);
    let mut open = BTreeSet::from([(0, start)]);
    while let Some((distance, node)) = open.pop_first() {
        for edge in graph.0.iter().filter(|edge| edge.from == node) {
            let length = distance + u64::from(edge.length);
            match distances.get(&edge.to) {
                Some(known) if FAULTY || *known <= length => {}
                known => {
                    if let Some(known) = known {
                        open.remove(&(*known, edge.to));
                    }
                    distances.insert(edge.to, length);
                    open.insert((length, edge.to));
                }
            }
        }
    }
    distances
}

/// By relaxing edges until nothing changes.
fn expected_distances(graph: &Graph, start: u8) -> BTreeMap<u8, u64> {
    let mut distances = BTreeMap::from([(start, 0)]);
    loop {
        let mut is_done = true;
        for edge in &graph.0 {
            if let Some(distance) = distances.get(&edge.from) {
                let length = distance + u64::from(edge.length);
                if distances.get(&edge.to).is_none_or(|known| length < *known) {
                    distances.insert(edge.to, length);
                    is_done = false;
                }
            }
        }
        if is_done {
            return distances;
        }
    }
}

fn are_shortest<const FAULTY: bool>(graph: &Graph, start: &u8) -> bool {
    distances::<FAULTY>(graph, *start) == expected_distances(graph, *start)
}

crate::versions! {
    /// Does not correct a distance.
    faulty;
    /// Corrects distances.
    correct;
    /// The distances are those of the shortest paths.
    prop_distances(graph: &Graph, start: &u8) -> bool = are_shortest;
}
