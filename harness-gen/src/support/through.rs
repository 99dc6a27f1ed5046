//! Calls of what a method lends of a value, `map.entry(key).or_insert(value)`, `list.drain(..).next()` and
//! `table.column_mut(0).unwrap().hide()`, as changes of that value: what comes of them shows in later calls. A call by itself ends
//! with what it returns.

use super::builder::Builder;
use crate::api::borrows::may_borrow;
use crate::api::ty::{Arg, Ty};
use crate::api::{ApiItem, CallForm};
use crate::call::{Call, Gives, ItemCall, Takes, ThroughCall};
use crate::support_set::{OpDef, TypeKey};
use crate::tuning::{MANY_ITEMS, MOST_ARGUMENTS_THROUGH, MOST_CALLS_THROUGH};
use std::collections::BTreeMap;

/// A method that lends something of its receiver.
struct Lending<'o> {
    /// The receiver's type.
    state: &'o Ty,
    op: &'o OpDef,
    call: &'o ItemCall,
    lent: Lent<'o>,
}

/// What a method lends.
#[derive(Clone, Copy)]
struct Lent<'o> {
    /// A type with methods.
    ty: &'o Ty,
    /// It is a reference, and no value that holds one.
    is_reference: bool,
    /// How it is had of the result.
    gives: Gives,
}

impl Builder<'_> {
    /// Adds them for all types that have states, in the order of the ops that are there: of values that are lent before those of
    /// references.
    pub(super) fn add_calls_through(&mut self) {
        if self.api.items.len() >= MANY_ITEMS {
            return;
        }
        let mut by_receiver: BTreeMap<&Ty, Vec<(&OpDef, &ItemCall)>> = BTreeMap::new();
        let mut lending: Vec<Lending<'_>> = Vec::new();
        for op in &self.growing.set.ops {
            let Some((receiver, call)) = self.method(op) else {
                continue;
            };
            match receiver {
                Ty::Ref { mutable: true, inner } => {
                    let state = inner.as_ref();
                    by_receiver.entry(state).or_default().push((op, call));
                    if let Some(lent) = self.lent(op, state).filter(|_| self.is_function_built(state)) {
                        lending.push(Lending {
                            state,
                            op,
                            call,
                            lent,
                        });
                    }
                }
                receiver => by_receiver.entry(receiver).or_default().push((op, call)),
            }
        }
        lending.sort_by_key(|lending| lending.lent.is_reference);
        let mut counts: BTreeMap<&Ty, usize> = BTreeMap::new();
        let mut new = Vec::new();
        for lending in &lending {
            for (then, call) in by_receiver.get(lending.lent.ty).into_iter().flatten() {
                // What is lent by reference cannot be moved out.
                let takes_it = !lending.lent.is_reference || matches!(then.inputs[0].ty, Ty::Ref { .. });
                let count = counts.entry(lending.state).or_default();
                let arguments = lending.op.inputs.len() + then.inputs.len() - 1;
                if takes_it && *count < MOST_CALLS_THROUGH && arguments <= MOST_ARGUMENTS_THROUGH {
                    *count += 1;
                    new.push(through(lending, (then, call)));
                }
            }
        }
        for op in new {
            self.add_op(op);
        }
    }

    /// The receiver of the call of a method that is a root by itself.
    pub(super) fn method<'o>(&self, op: &'o OpDef) -> Option<(&'o Ty, &'o ItemCall)> {
        let Call::Item(call) = &op.call else { return None };
        let item = self.api.items.get(op.item?)?;
        let is_plain = op.is_root && call.takes == Takes::Own && call.gives == Gives::Value;
        let is_simple = call.calling.formatter.is_none() && !call.calling.awaited;
        let is_usual = is_plain && is_simple && is_method(item);
        is_usual.then(|| Some((&op.inputs.first()?.ty, call)))?
    }

    /// What it lends of its receiver, of this type: a value of the crate that may hold a borrow, or a reference to one of another type.
    /// What lends the receiver itself lends nothing that its own methods do not reach.
    fn lent<'o>(&self, op: &'o OpDef, state: &Ty) -> Option<Lent<'o>> {
        let is_own = |ty: &Ty| ty.head().is_some_and(|path| self.api.types.contains_key(path));
        let result = &op.result.ty;
        if is_own(result) && may_borrow(self.api, result) {
            return Some(Lent {
                ty: result,
                is_reference: false,
                gives: Gives::Value,
            });
        }
        let (reference, gives) = match result {
            Ty::Path { .. } => in_some_or_ok(result)?,
            other => (other, Gives::Value),
        };
        let Ty::Ref { mutable: true, inner } = reference else {
            return None;
        };
        let ty = inner.as_ref();
        (is_own(ty) && ty != state).then_some(Lent {
            ty,
            is_reference: true,
            gives,
        })
    }
}

/// What is in `Some` or `Ok` of a type, and how it is had of that.
pub(super) fn in_some_or_ok(ty: &Ty) -> Option<(&Ty, Gives)> {
    let Ty::Path { path, args } = ty else { return None };
    match (path.as_str(), args.first()?) {
        ("std::option::Option", Arg::Type(inner)) => Some((inner, Gives::InSome)),
        ("std::result::Result", Arg::Type(inner)) => Some((inner, Gives::InOk)),
        _ => None,
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
fn through(lending: &Lending<'_>, (then, call): (&OpDef, &ItemCall)) -> OpDef {
    let key = TypeKey {
        ty: lending.state.clone(),
        produced: false,
    };
    let first = lending.op;
    let later = first.inputs[1..].iter().chain(&then.inputs[1..]).cloned();
    let inputs = std::iter::once(key.clone()).chain(later).collect();
    let takes = match &then.inputs[0].ty {
        Ty::Ref { .. } if !lending.lent.is_reference => Takes::State,
        _ => Takes::Own,
    };
    let both = ThroughCall {
        lending: ItemCall {
            takes: Takes::State,
            gives: lending.lent.gives,
            ..lending.call.clone()
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
