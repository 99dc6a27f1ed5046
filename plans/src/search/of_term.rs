//! From an expression back to the plan: the search that stands at it.

use super::{Manner, ROOT, Search};
use crate::learned::place_of;
use crate::{Grammar, LearnedValue, OpId, Plan, Term};

/// What a node is to become.
#[derive(Clone, Copy)]
struct Wanted<'t> {
    term: &'t Term,
    /// Inside a hole: what may stay a placeholder does.
    is_open: bool,
    /// A hole: it is decided that something is there, and what lies within is open.
    opens: bool,
}

impl<'g> Search<'g> {
    /// Stands at a plan whose holes, as far as they can, are placeholders: values behind pointers, and their parts each by
    /// itself. None if it is no plan of the grammar with these values of learned ops.
    pub fn of_plan(grammar: &'g Grammar, plan: &Plan, learned: &[LearnedValue]) -> Option<Search<'g>> {
        Search::of_term(grammar, plan.root(), u32::MAX, plan.term(), learned)
    }

    /// As [`Search::of_plan`]. None if the plan is beyond the bound, too.
    pub(crate) fn of_term(
        grammar: &'g Grammar,
        root: OpId,
        bound: u32,
        term: &Term,
        learned: &[LearnedValue],
    ) -> Option<Search<'g>> {
        let Term::Apply { op, args } = term else {
            return None;
        };
        let mut search = Search::rooted(grammar, root, bound, Manner::PARTS)?;
        let mut wanted: Vec<Option<Wanted<'_>>> = vec![None; search.nodes.len()];
        if *op != root || !search.wish(ROOT, args, false, &mut wanted) {
            return None;
        }
        let mut from = 0;
        loop {
            let node = match search.todo.pop() {
                Some(node) => node,
                None => {
                    let is_next = |&id: &u32| {
                        let wish = wanted.get(id as usize).copied().flatten();
                        wish.is_some_and(|wish| !wish.is_open) && search.is_open_placeholder(id)
                    };
                    let Some(node) = (from..search.nodes.len() as u32).find(is_next) else {
                        break;
                    };
                    from = node;
                    node
                }
            };
            let Wanted { term, is_open, opens } = wanted.get(node as usize).copied().flatten()?;
            let (op, args) = match term {
                Term::Apply { op, args } => (*op, args.as_slice()),
                Term::Literal { ty, value } => (place_of(grammar, learned, *ty, value)?, &[][..]),
                Term::Hole { .. } => return None,
            };
            let alternatives = grammar.alternatives(search.nodes[node as usize].ty);
            let alternative = alternatives.iter().position(|other| *other == op)?;
            search.decide(node, alternative as u32);
            if !search.wish(node, args, is_open || opens, &mut wanted) {
                return None;
            }
        }
        if search.depth > bound || search.too_nested > 0 {
            return None;
        }
        search.arrive(ROOT);
        Some(search)
    }

    /// Says what the children of a decided node are to become. False if there are not as many.
    fn wish<'t>(
        &self,
        node: u32,
        args: &'t [Term],
        is_open: bool,
        wanted: &mut Vec<Option<Wanted<'t>>>,
    ) -> bool {
        let children = self.children(node);
        if children.len() != args.len() {
            return false;
        }
        wanted.resize(self.nodes.len(), None);
        for (child, term) in children.zip(args) {
            wanted[child as usize] = Some(match term {
                Term::Hole { default, .. } => Wanted {
                    term: default,
                    // What is shown as a hole is the placeholder itself only where it lies in place.
                    is_open: is_open || self.nodes[child as usize].in_place,
                    opens: true,
                },
                Term::Apply { .. } | Term::Literal { .. } => Wanted {
                    term,
                    is_open,
                    opens: false,
                },
            });
        }
        true
    }

    /// The instructions whose values are these placeholders of the current program.
    pub(crate) fn looked_at(&self, demands: &[u32]) -> Vec<u32> {
        let node = |demand: &u32| self.watched.get(*demand as usize);
        (demands.iter().filter_map(node))
            .map(|&node| self.positions[node as usize])
            .collect()
    }

    /// Decides the placeholders of the current plan that are decided in this expression of the same plan: first those that
    /// these instructions make or lie in, in order.
    pub(crate) fn decide_as(&mut self, term: &Term, looked_at: &[u32]) {
        let node = |at: &u32| self.program_nodes.get(*at as usize).copied();
        let nodes: Vec<u32> = looked_at.iter().filter_map(node).collect();
        for node in nodes {
            self.look_at(node);
        }
        let mut open = vec![(ROOT, term)];
        while let Some((node, term)) = open.pop() {
            let Term::Apply { args, .. } = term else { continue };
            if self.is_open_placeholder(node) {
                self.look_at(node);
            }
            let parts: Vec<(u32, &Term)> = self.children(node).zip(args).collect();
            open.extend(parts.into_iter().rev());
        }
    }
}
