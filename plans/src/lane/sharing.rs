//! What the searches of all items share between their units: texts, and with the strategy `novelty` parts of plans.

use super::item::ItemSearch;
use super::news::Tells;
use crate::grammar::Grammar;
use crate::mutate::PartPool;

/// What all items share.
#[derive(Debug)]
pub struct Sharing<'g> {
    grammar: &'g Grammar,
    parts: PartPool,
    /// Texts that showed something that no item had shown.
    texts: Vec<Vec<u8>>,
    /// Turns since anybody kept anything.
    idle: u32,
}

impl<'g> Sharing<'g> {
    /// Nothing is kept yet.
    pub fn new(grammar: &'g Grammar) -> Sharing<'g> {
        Sharing {
            grammar,
            parts: PartPool::default(),
            texts: Vec::new(),
            idle: 0,
        }
    }

    /// The grammar of all items.
    pub fn grammar(&self) -> &'g Grammar {
        self.grammar
    }

    /// Begins the next turn of all items that wait for it. False if none does.
    pub fn begin_turns<R: Tells>(&mut self, searches: &mut [ItemSearch<R>]) -> bool {
        let mut waiting: Vec<&mut ItemSearch<R>> = searches
            .iter_mut()
            .filter(|search| search.awaits_turn())
            .collect();
        self.idle += 1;
        for search in &mut waiting {
            if search.share(self.grammar, &mut self.parts) {
                self.idle = 0;
            }
        }
        for search in &mut waiting {
            search.begin_turn(self.idle);
        }
        !waiting.is_empty()
    }

    /// Makes the plans of an item whose next unit runs some.
    pub fn prepare<R: Tells>(&mut self, search: &mut ItemSearch<R>) {
        search.make_mutants(self.grammar, &self.parts);
        search.make_texts(self.grammar, &mut self.texts);
    }
}
