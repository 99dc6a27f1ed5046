//! The current plan as an expression, with what no run has looked at left open.

use super::{Node, ROOT, Search};
use crate::{Term, TypeId};

impl Search<'_> {
    /// The current plan as it looks when a run demanded `demands`: what remains undecided is a [`Term::Hole`],
    /// numbered from 1 in order of appearance. A borrow or box of a placeholder is itself shown as the placeholder.
    pub fn term(&self, demands: &[u32]) -> Term {
        let mut looked_at = vec![false; self.nodes.len()];
        for &watch in demands {
            let Some(&node) = self.watched.get(watch as usize) else {
                continue;
            };
            let mut at = node;
            while at != ROOT {
                looked_at[at as usize] = true;
                at = self.nodes[at as usize].parent;
            }
        }
        self.term_at(ROOT, &looked_at, &mut 0)
    }

    fn term_at(&self, node: u32, looked_at: &[bool], holes: &mut u32) -> Term {
        let Node { ty, op, .. } = self.nodes[node as usize];
        let hidden = |child: u32| {
            let child_node = &self.nodes[child as usize];
            child_node.lazy && !child_node.decided && !looked_at[child as usize]
        };
        let hole = |ty: TypeId, default: Term, holes: &mut u32| {
            *holes += 1;
            Term::Hole {
                number: *holes,
                ty,
                default: Box::new(default),
            }
        };
        let is_pointer = self.grammar.op(op).is_some_and(|spec| spec.pointer);
        if node != ROOT && is_pointer && self.children(node).any(hidden) {
            return hole(ty, self.default_term(node), holes);
        }
        let argument = |child: u32| {
            if hidden(child) {
                hole(self.nodes[child as usize].ty, self.default_term(child), holes)
            } else {
                self.term_at(child, looked_at, holes)
            }
        };
        Term::Apply {
            op,
            args: self.children(node).map(argument).collect(),
        }
    }

    fn default_term(&self, node: u32) -> Term {
        let args = self
            .children(node)
            .map(|child| self.default_term(child))
            .collect();
        Term::Apply {
            op: self.nodes[node as usize].op,
            args,
        }
    }
}
