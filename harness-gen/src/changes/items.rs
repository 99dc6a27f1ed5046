//! From changed source to items: an item is affected if its own code reaches what has changed, or code that can build an
//! argument of it does. What can build arguments is what the grammar says.

use super::Changes;
use super::mentions::How;
use crate::prepared::Prepared;
use std::collections::BTreeSet;

impl Changes {
    /// For each item of a prepared crate whether it can come to run what has changed.
    pub fn affected(&self, prepared: &Prepared) -> Vec<bool> {
        let ops = self.affected_ops(prepared);
        let grammar = &prepared.grammar;
        let mut types = vec![false; grammar.type_count()];
        let specs = grammar.ops();
        loop {
            let mut is_new = false;
            for (spec, own) in specs.iter().zip(&ops) {
                let Some(spec) = spec.as_ref().filter(|spec| spec.builds) else {
                    continue;
                };
                let reaches = *own || spec.args.iter().any(|ty| types[ty.0 as usize]);
                if reaches && !std::mem::replace(&mut types[spec.result.0 as usize], true) {
                    is_new = true;
                }
            }
            if !is_new {
                break;
            }
        }
        let is_affected = |root: usize| {
            let args = specs[root].iter().flat_map(|spec| &spec.args);
            ops[root] || args.into_iter().any(|ty| types[ty.0 as usize])
        };
        let mut items = vec![false; prepared.items.len()];
        for (op, item) in prepared.op_items.all.iter().enumerate() {
            if let Some(item) = item {
                items[*item] |= is_affected(op);
            }
        }
        items
    }

    /// By op: what it calls reaches what has changed.
    fn affected_ops(&self, prepared: &Prepared) -> Vec<bool> {
        let is_all = self.everything().is_some();
        let something = is_all || self.reaching.nodes.contains(&true);
        let support: BTreeSet<usize> = prepared.support.ops.iter().copied().collect();
        let by_item: Vec<bool> = (prepared.items.iter())
            .map(|item| match &item.span {
                Some((file, line)) => self.at_line(file, *line as usize).unwrap_or(true),
                None => true,
            })
            .collect();
        let of_op = |op: usize| {
            let key = prepared.keys.ops.get(op).map_or("", String::as_str);
            let words = key.split(|c: char| !c.is_alphanumeric() && c != '_');
            let own = prepared.op_items.all[op].is_some_and(|item| by_item[item]);
            // A function of another package is known by its name alone; of what else has no item, its type is.
            let by_words = match support.contains(&op) {
                true => words.into_iter().any(|word| self.by_name(word, How::Any)),
                false => words
                    .filter(|word| word.starts_with(char::is_uppercase))
                    .any(|word| self.by_name(word, How::Bare)),
            };
            is_all || something && (own || by_words)
        };
        (0..prepared.op_items.all.len()).map(of_op).collect()
    }
}
