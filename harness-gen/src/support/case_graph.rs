//! The case-constructor graph (IRULAN, section 3.3): which types can be taken out of which, by which destructor.
//! Arcs from which no wanted type can be reached are pruned.

use crate::api::ty::Subst;
use crate::call::Part;
use crate::support_set::TypeKey;
use petgraph::graph::{DiGraph, NodeIndex};
use petgraph::visit::{Dfs, EdgeRef, Reversed};
use std::collections::{BTreeMap, BTreeSet};

/// One destructor as it would be applied.
#[derive(Clone)]
pub(super) enum Destructor {
    /// A `part` function of the support module.
    Support {
        /// Index into the support module's items.
        item: usize,
        /// Instance.
        subst: Subst,
    },
    /// A part of a tuple or of one of the crate's own types.
    Part(Part),
}

/// Types and destructors.
#[derive(Default)]
pub(super) struct CaseGraph {
    graph: DiGraph<TypeKey, Destructor>,
    nodes: BTreeMap<TypeKey, NodeIndex>,
    entered: BTreeSet<TypeKey>,
}

impl CaseGraph {
    /// Marks a type as being expanded; false if it was before.
    pub(super) fn enter(&mut self, key: &TypeKey) -> bool {
        self.entered.insert(key.clone())
    }

    /// Adds an arc: `destructor` takes a `to` out of a `from`.
    pub(super) fn add(&mut self, from: &TypeKey, to: &TypeKey, destructor: Destructor) {
        let from = self.node(from);
        let to = self.node(to);
        self.graph.add_edge(from, to, destructor);
    }

    fn node(&mut self, key: &TypeKey) -> NodeIndex {
        if let Some(node) = self.nodes.get(key) {
            return *node;
        }
        let node = self.graph.add_node(key.clone());
        self.nodes.insert(key.clone(), node);
        node
    }

    /// All arcs on ways to one of `wanted`, in the order in which they were added.
    pub(super) fn arcs_towards(&self, wanted: &[TypeKey]) -> Vec<(TypeKey, TypeKey, Destructor)> {
        let mut useful: BTreeSet<NodeIndex> = BTreeSet::new();
        for start in wanted.iter().filter_map(|key| self.nodes.get(key)) {
            let backwards = Reversed(&self.graph);
            let mut walk = Dfs::new(backwards, *start);
            while let Some(node) = walk.next(backwards) {
                useful.insert(node);
            }
        }
        self.graph
            .edge_references()
            .filter(|edge| useful.contains(&edge.target()))
            .map(|edge| {
                let from = self.graph[edge.source()].clone();
                let to = self.graph[edge.target()].clone();
                (from, to, edge.weight().clone())
            })
            .collect()
    }
}
