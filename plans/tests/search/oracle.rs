//! Eager enumeration: every finished plan up to a size, straight from the definition of a grammar.

use std::collections::BTreeMap;

use plans::{Grammar, OpId, TypeId};

use crate::mock::Value;

pub(crate) struct Eager<'g> {
    grammar: &'g Grammar,
    /// More values than this in one place make the enumeration give up.
    limit: usize,
    known: BTreeMap<(TypeId, u32), Option<Vec<Value>>>,
}

impl<'g> Eager<'g> {
    pub(crate) fn new(grammar: &'g Grammar, limit: usize) -> Eager<'g> {
        Eager {
            grammar,
            limit,
            known: BTreeMap::new(),
        }
    }

    /// All plans of a root op of at most this depth; None if there are too many.
    pub(crate) fn plans(&mut self, root: OpId, depth: u32) -> Option<Vec<Value>> {
        let args = self.grammar.op(root)?.args.clone();
        let mut plans = Vec::new();
        for steps in 0..=depth.saturating_sub(args.len() as u32) {
            for args in self.products(&args, steps)? {
                plans.push(Value {
                    op: root,
                    watch: None,
                    args,
                });
            }
            if plans.len() > self.limit {
                return None;
            }
        }
        Some(plans)
    }

    /// All values of a type of exactly this many steps.
    pub(crate) fn values(&mut self, ty: TypeId, steps: u32) -> Option<Vec<Value>> {
        if let Some(known) = self.known.get(&(ty, steps)) {
            return known.clone();
        }
        let mut values = Some(Vec::new());
        for index in 0..self.grammar.op_count() as u32 {
            let Some(spec) = self.grammar.op(OpId(index)) else {
                continue;
            };
            if spec.result != ty || !spec.builds || spec.steps > steps {
                continue;
            }
            let (args, rest) = (spec.args.clone(), steps - spec.steps);
            let built = self.products(&args, rest);
            values = values.zip(built).map(|(mut values, built)| {
                values.extend(built.into_iter().map(|args| Value {
                    op: OpId(index),
                    watch: None,
                    args,
                }));
                values
            });
        }
        let values = values.filter(|values| values.len() <= self.limit);
        self.known.insert((ty, steps), values.clone());
        values
    }

    fn products(&mut self, types: &[TypeId], steps: u32) -> Option<Vec<Vec<Value>>> {
        let Some((&first, rest)) = types.split_first() else {
            return Some(if steps == 0 { vec![Vec::new()] } else { Vec::new() });
        };
        let mut products = Vec::new();
        for here in 0..=steps {
            let heads = self.values(first, here)?;
            if heads.is_empty() {
                continue;
            }
            let tails = self.products(rest, steps - here)?;
            if heads.len() * tails.len() + products.len() > self.limit {
                return None;
            }
            for head in &heads {
                products.extend(
                    tails
                        .iter()
                        .map(|tail| [vec![head.clone()], tail.clone()].concat()),
                );
            }
        }
        Some(products)
    }
}
