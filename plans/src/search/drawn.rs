//! Plans whose every part is drawn.

use super::{Manner, ROOT, Search};
use crate::{Grammar, OpId};

impl<'g> Search<'g> {
    /// Stands at a plan whose every part was drawn: `draw` is given a count and returns a number below it. No part is a
    /// placeholder. The plan's depth is at most the bound if a plan of that depth exists.
    pub(crate) fn drawn(
        grammar: &'g Grammar,
        root: OpId,
        bound: u32,
        draw: &mut dyn FnMut(usize) -> usize,
    ) -> Option<Search<'g>> {
        let mut search = Search::rooted(grammar, root, bound, Manner::WHOLE)?;
        let mut looked_at = 0;
        loop {
            let node = match search.todo.pop() {
                Some(node) => node,
                // Placeholders are decided in order of their numbers, as a run that looks at all of them would.
                None => {
                    let open =
                        (looked_at..search.nodes.len() as u32).find(|&id| search.is_open_placeholder(id));
                    let Some(node) = open else { break };
                    looked_at = node;
                    node
                }
            };
            let ty = search.nodes[node as usize].ty;
            let open =
                (0..search.nodes.len() as u32).filter(|&id| id != node && search.is_open_placeholder(id));
            let pending: u32 = (search.todo.iter().copied())
                .chain(open)
                .filter_map(|id| grammar.min_steps(search.nodes[id as usize].ty))
                .sum();
            let left = bound.saturating_sub(search.depth.saturating_add(pending));
            let fitting = crate::sample::affordable(grammar, ty, left);
            let alternative = *fitting.iter().nth(draw(fitting.len().max(1)))?;
            search.decide(node, alternative);
        }
        search.arrive(ROOT);
        Some(search)
    }
}
