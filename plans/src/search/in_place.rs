//! Placeholders in place: parts of a value behind a pointer that were not looked at themselves, such as the fields of a
//! node and the elements of a vector. They count for the steps of their default plan from the beginning, so that the depth
//! of a plan is the same whether they are watched or not.

use super::{ABSENT, MAX_WATCHED, Node, ROOT, Search};
use crate::{InPlace, OpSpec};

impl Search<'_> {
    /// Appends the children of a node's op.
    pub(super) fn append_children(&mut self, parent: u32) {
        let grammar = self.grammar;
        let Node {
            op,
            nesting,
            above,
            inside,
            ..
        } = self.nodes[parent as usize];
        let Some(spec) = grammar.op(op) else { return };
        let nesting = nesting + u32::from(parent != ROOT && grammar.nests(op));
        let above = match parent {
            ROOT => 0,
            _ => above.saturating_add(self.steps(op)),
        };
        let is_behind_pointer = grammar.argument_is_lazy(op);
        for (index, &ty) in spec.args.iter().enumerate() {
            let has_place = self.lazy_nodes < MAX_WATCHED;
            let in_place = has_place && inside && waits(spec, index) && grammar.may_wait(ty);
            let lazy = in_place || (has_place && is_behind_pointer);
            self.lazy_nodes += u32::from(lazy);
            let inside = match spec.pointer {
                true => self.manner.watches_parts && grammar.has_watched_parts(ty),
                false => inside && spec.in_place != InPlace::No,
            };
            self.nodes.push(Node {
                ty,
                op: grammar.alternatives(ty)[0],
                parent,
                first_child: ABSENT,
                default_child: ABSENT,
                nesting,
                above,
                lazy,
                in_place,
                inside,
                decided: false,
            });
        }
    }

    /// Whether there are placeholders in place.
    #[inline]
    pub(crate) fn watches_in_place(&self) -> bool {
        self.manner.watches_parts
    }

    /// How many of these placeholders are behind pointers themselves.
    pub(crate) fn pages_among(&self, demands: &[u32]) -> u64 {
        let is_page = |demand: &&u32| {
            let node = self.watched.get(**demand as usize);
            node.is_some_and(|&node| !self.nodes[node as usize].in_place)
        };
        demands.iter().filter(is_page).count() as u64
    }

    /// In how many plans of the same depth the placeholders in place that the run has left would be decided, at most `most`.
    pub(crate) fn plans_apart(&self, most: u64) -> u64 {
        let left = self.watched.iter().map(|&node| self.nodes[node as usize]);
        let left =
            left.filter(|node| node.in_place && !node.decided && self.nodes[node.parent as usize].decided);
        let plans = left.fold(1_u64, |plans, node| {
            plans.saturating_mul(u64::from(self.grammar.equally_cheap(node.ty)))
        });
        plans.min(most)
    }

    /// What a placeholder in place counts for while it is none of the plan's decisions.
    #[inline]
    pub(super) fn charge(&self, node: u32) -> u32 {
        let Node { in_place, ty, .. } = self.nodes[node as usize];
        if in_place {
            self.grammar.settled_steps(ty)
        } else {
            0
        }
    }

    /// The same of all children together, none of which is decided.
    #[inline]
    pub(super) fn charge_of_children(&self, node: u32) -> u32 {
        if !self.manner.watches_parts || !self.nodes[node as usize].inside {
            return 0;
        }
        self.children(node).map(|child| self.charge(child)).sum()
    }
}

fn waits(spec: &OpSpec, index: usize) -> bool {
    match spec.in_place {
        InPlace::No => false,
        InPlace::Fields => true,
        InPlace::Elements => index > 0,
    }
}
