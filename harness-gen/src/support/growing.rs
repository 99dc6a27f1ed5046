//! A support set that grows: types are noted once, ops are added once, and what is wanted waits for its turn.

use super::fed::Fed;
use crate::api::CallForm;
use crate::call::{Call, Gives, Takes};
use crate::support_set::{OpDef, SupportSet, TypeKey};
use crate::tuning::{DEEPEST, MOST_OPS, UNPRODUCTIVE_ROUNDS};
use crate::write::arm;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// A support set on its way.
pub(super) struct Growing<'a> {
    pub(super) set: SupportSet,
    noted: BTreeSet<TypeKey>,
    added: BTreeSet<(Call, Vec<TypeKey>, TypeKey)>,
    /// Types that are wanted and have no support yet.
    queue: VecDeque<TypeKey>,
    /// Root ops of each item.
    roots: BTreeMap<usize, usize>,
    /// Arm bodies that rustc has refused before: they are not made again, so that other instances get their chance.
    refused: &'a BTreeSet<String>,
}

impl<'a> Growing<'a> {
    pub(super) fn new(refused: &'a BTreeSet<String>) -> Growing<'a> {
        Growing {
            set: SupportSet::default(),
            noted: BTreeSet::new(),
            added: BTreeSet::new(),
            queue: VecDeque::new(),
            roots: BTreeMap::new(),
            refused,
        }
    }

    /// Notes a type; values of it that can be arguments are wanted from now on.
    pub(super) fn note_type(&mut self, key: &TypeKey) {
        if self.noted.insert(key.clone()) {
            self.set.types.push(key.clone());
            if !key.produced {
                self.queue.push_back(key.clone());
            }
        }
    }

    /// The next type to be supported.
    pub(super) fn next_wanted(&mut self) -> Option<TypeKey> {
        while let Some(key) = self.queue.pop_front() {
            if key.ty.nesting() <= DEEPEST && self.set.ops.len() < MOST_OPS {
                return Some(key);
            }
        }
        None
    }

    /// Adds an op; false if the same op is there, or rustc has refused it.
    pub(super) fn add(&mut self, op: OpDef) -> bool {
        if self.set.ops.len() >= MOST_OPS {
            return false;
        }
        if self.is_refused(&op) {
            return false;
        }
        let is_new = self
            .added
            .insert((op.call.clone(), op.inputs.clone(), op.result.clone()));
        if is_new {
            if let Some(item) = op.item {
                *self.roots.entry(item).or_default() += usize::from(op.is_root);
            }
            self.set.ops.push(op);
        }
        is_new
    }

    /// Whether rustc has refused the call of an item before.
    pub(super) fn is_refused(&self, op: &OpDef) -> bool {
        let is_among = || arm::body(op).is_some_and(|body| self.refused.contains(&body));
        op.item.is_some() && !self.refused.is_empty() && is_among()
    }

    /// How many root ops the item has.
    pub(super) fn roots_of(&self, item: usize) -> usize {
        self.roots.get(&item).copied().unwrap_or(0)
    }

    /// A type all of whose constructors are public, but which they cannot build (an argument has no value), gets
    /// the functions that return it after all. So does a type of which there are only lent values, as of a static, with
    /// what copies them.
    pub(super) fn let_functions_build_unproductive_types(&mut self) {
        for _ in 0..UNPRODUCTIVE_ROUNDS {
            let productive = self.productive();
            let mut changed = false;
            for position in 0..self.set.ops.len() {
                let op = &self.set.ops[position];
                if !op.result.produced && (op.builds || !is_copy(op)) {
                    continue;
                }
                let as_argument = TypeKey {
                    ty: op.result.ty.clone(),
                    produced: false,
                };
                if self.noted.contains(&as_argument) && !productive.contains(&as_argument) {
                    self.set.ops[position].result = as_argument;
                    self.set.ops[position].builds = true;
                    changed = true;
                }
            }
            if !changed {
                return;
            }
        }
    }

    /// Drops the calls that nothing can feed, as long as their item has another one.
    pub(super) fn drop_unfed_instances(&mut self) {
        let fed = Fed::by(&self.set.ops);
        let is_fed = |op: &OpDef| fed.feeds(op);
        let fed_items: BTreeSet<usize> = self
            .set
            .ops
            .iter()
            .filter(|op| op.is_root && is_fed(op))
            .filter_map(|op| op.item)
            .collect();
        self.set.ops.retain(|op| match op.item {
            Some(item) if !fed_items.contains(&item) && op.is_root => true,
            _ => is_fed(op),
        });
    }

    /// Types with at least one finite plan.
    pub(super) fn productive(&self) -> BTreeSet<TypeKey> {
        Fed::by(&self.set.ops).built()
    }
}

/// True for the call of a `clone`.
fn is_copy(op: &OpDef) -> bool {
    let Call::Item(call) = &op.call else { return false };
    let is_clone = matches!(&call.form, CallForm::TraitMethod { trait_, name, .. }
        if trait_.path == "std::clone::Clone" && name == "clone");
    is_clone && call.gives == Gives::Value && call.takes == Takes::Own
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::Calling;
    use crate::api::ty::{Subst, TraitRef, Ty};
    use crate::call::ItemCall;

    fn call(form: CallForm, arity: usize) -> Call {
        Call::Item(ItemCall {
            form,
            subst: Subst::new(),
            listed: Vec::new(),
            arity,
            calling: Calling::default(),
            takes: Takes::Own,
            gives: Gives::Value,
        })
    }

    #[test]
    fn a_copy_builds_what_nothing_else_does() {
        let own = |name: &str| Ty::path(name, vec![]);
        let key = |ty: Ty| TypeKey { ty, produced: false };
        let builds_after = |is_made_elsewhere: bool| {
            let none = BTreeSet::new();
            let mut growing = Growing::new(&none);
            let (lent, value) = (key(Ty::reference(own("k::Alg"))), key(own("k::Alg")));
            growing.note_type(&lent);
            growing.note_type(&value);
            let function = |path: &str| CallForm::Function {
                path: path.to_owned(),
            };
            growing.add(OpDef::building(
                Vec::new(),
                lent.clone(),
                call(function("k::lend"), 0),
            ));
            if is_made_elsewhere {
                growing.add(OpDef::building(
                    Vec::new(),
                    value.clone(),
                    call(function("k::new"), 0),
                ));
            }
            let clone = CallForm::TraitMethod {
                self_type: own("k::Alg"),
                trait_: TraitRef::plain("std::clone::Clone"),
                name: "clone".to_owned(),
            };
            growing.add(OpDef {
                builds: false,
                ..OpDef::building(vec![lent], value, call(clone, 1))
            });
            growing.let_functions_build_unproductive_types();
            growing.set.ops.last().unwrap().builds
        };
        assert!(builds_after(false));
        assert!(!builds_after(true));
    }
}
