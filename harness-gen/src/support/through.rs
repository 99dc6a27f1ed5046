//! Calls of what a method lends of a value, `map.entry(key).or_insert(value)` and `list.drain(..).next()`, as changes of that
//! value: what comes of them shows in later calls. A call by itself ends with what it returns.

use super::builder::Builder;
use crate::api::borrows::may_borrow;
use crate::api::ty::Ty;
use crate::api::{ApiItem, CallForm};
use crate::call::{Call, Gives, ItemCall, Takes, ThroughCall};
use crate::support_set::{OpDef, TypeKey};
use crate::tuning::{MANY_ITEMS, MOST_ARGUMENTS_THROUGH, MOST_CALLS_THROUGH};
use std::collections::BTreeMap;

impl Builder<'_> {
    /// Adds them for all types that have states, in the order of the ops that are there.
    pub(super) fn add_calls_through(&mut self) {
        if self.api.items.len() >= MANY_ITEMS {
            return;
        }
        let mut by_receiver: BTreeMap<&Ty, Vec<(&OpDef, &ItemCall)>> = BTreeMap::new();
        let mut lending: Vec<(&Ty, &OpDef, &ItemCall)> = Vec::new();
        for op in &self.growing.set.ops {
            let Some((receiver, call)) = self.method(op) else {
                continue;
            };
            match receiver {
                Ty::Ref { mutable: true, inner } => {
                    by_receiver.entry(&**inner).or_default().push((op, call));
                    if self.lends(op) && self.is_function_built(inner) {
                        lending.push((&**inner, op, call));
                    }
                }
                receiver => by_receiver.entry(receiver).or_default().push((op, call)),
            }
        }
        let mut counts: BTreeMap<&Ty, usize> = BTreeMap::new();
        let mut new = Vec::new();
        for (state, first, lending) in lending {
            for (then, call) in by_receiver.get(&first.result.ty).into_iter().flatten() {
                let count = counts.entry(state).or_default();
                let arguments = first.inputs.len() + then.inputs.len() - 1;
                if *count < MOST_CALLS_THROUGH && arguments <= MOST_ARGUMENTS_THROUGH {
                    *count += 1;
                    new.push(through((state, first, lending), (then, call)));
                }
            }
        }
        for op in new {
            self.add_op(op);
        }
    }

    /// The receiver of the call of a method that is a root by itself.
    fn method<'o>(&self, op: &'o OpDef) -> Option<(&'o Ty, &'o ItemCall)> {
        let Call::Item(call) = &op.call else { return None };
        let item = self.api.items.get(op.item?)?;
        let is_plain = op.is_root && call.takes == Takes::Own && call.gives == Gives::Value;
        let is_simple = call.calling.formatter.is_none() && !call.calling.awaited;
        let is_usual = is_plain && is_simple && is_method(item);
        is_usual.then(|| Some((&op.inputs.first()?.ty, call)))?
    }

    /// What it returns is a value of the crate that may hold a borrow.
    fn lends(&self, op: &OpDef) -> bool {
        let is_own = |path: &str| self.api.types.contains_key(path);
        op.result.ty.head().is_some_and(is_own) && may_borrow(self.api, &op.result.ty)
    }
}

fn is_method(item: &ApiItem) -> bool {
    item.calling.has_receiver
        && matches!(
            item.form,
            CallForm::Inherent { .. } | CallForm::TraitMethod { .. }
        )
}

/// The op of both calls.
fn through((state, first, lending): (&Ty, &OpDef, &ItemCall), (then, call): (&OpDef, &ItemCall)) -> OpDef {
    let key = TypeKey {
        ty: state.clone(),
        produced: false,
    };
    let later = first.inputs[1..].iter().chain(&then.inputs[1..]).cloned();
    let inputs = std::iter::once(key.clone()).chain(later).collect();
    let takes = match &then.inputs[0].ty {
        Ty::Ref { .. } => Takes::State,
        _ => Takes::Own,
    };
    let both = ThroughCall {
        lending: ItemCall {
            takes: Takes::State,
            ..lending.clone()
        },
        call: ItemCall {
            takes,
            ..call.clone()
        },
    };
    let impls = first.test_impls.iter().chain(&then.test_impls);
    OpDef {
        item: then.item,
        total: false,
        steps: 2,
        test_impls: impls.cloned().collect(),
        ..OpDef::building(inputs, key, Call::Through(Box::new(both)))
    }
}
