//! Units of plans that are in no order of search.

use std::collections::BTreeMap;

use crate::sample::Sampler;
use crate::{Grammar, Instr, OpId, Search, Step};

/// Whether a request tells the values of all learned ops of a program.
pub(super) fn are_told(grammar: &Grammar, known: &[OpId], program: &[Instr]) -> bool {
    let is_told =
        |instr: &Instr| !grammar.is_learned(OpId(instr.op)) || known.binary_search(&OpId(instr.op)).is_ok();
    program.iter().all(is_told)
}

pub(super) struct Sampling<'g> {
    pub(super) grammar: &'g Grammar,
    pub(super) plans: Plans,
    pub(super) until_returned: bool,
    pub(super) is_over: bool,
}

/// Where plans come from that are in no order of search.
pub(super) enum Plans {
    Drawn(Sampler),
    Listed {
        root: OpId,
        plans: std::vec::IntoIter<Vec<Step>>,
        /// Learned ops they may use, in order of id.
        known: Vec<OpId>,
    },
}

impl<'g> Sampling<'g> {
    pub(super) fn next(&mut self, known_fatal: &BTreeMap<Vec<Step>, Vec<u32>>) -> Option<Search<'g>> {
        match &mut self.plans {
            Plans::Drawn(sampler) => sampler.draw(self.grammar, &|vector| known_fatal.contains_key(vector)),
            Plans::Listed { root, plans, known } => {
                let vector = plans.next()?;
                let search = Search::resume(self.grammar, *root, u32::MAX, &vector)?;
                are_told(self.grammar, known, search.program()).then_some(search)
            }
        }
    }

    pub(super) fn is_listed(&self) -> bool {
        matches!(self.plans, Plans::Listed { .. })
    }
}
