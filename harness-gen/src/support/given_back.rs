//! Calls that get what another call of the same value gives, `let given = list.push_back(1); list.remove(&given);`, as changes of that
//! value and as calls of their item. A handle of a list is often good for that list alone, and a plan has no other way to use a value
//! twice.

use super::builder::Builder;
use super::fed::Fed;
use super::through::in_some_or_ok;
use crate::api::borrows::may_borrow;
use crate::api::ty::Ty;
use crate::api::{CallForm, ImplDef};
use crate::call::{Call, GivenBackCall, Gives, ItemCall, Parameter, Takes};
use crate::support_set::{OpDef, TypeKey};
use crate::tuning::{MANY_ITEMS, MOST_ARGUMENTS_GIVEN_BACK, MOST_GIVEN_BACK};
use std::collections::{BTreeMap, BTreeSet};

/// A method that gives something of which its receiver may know.
struct Giving<'o> {
    op: &'o OpDef,
    call: &'o ItemCall,
    /// What is given.
    handle: &'o Ty,
    /// How it is had of the result.
    gives: Gives,
}

impl Giving<'_> {
    /// What changes its receiver and needs little is first: what it gives is about what is there afterwards.
    fn order(&self) -> (bool, bool, usize) {
        let is_changing = matches!(&self.op.inputs[0].ty, Ty::Ref { mutable: true, .. });
        (!is_changing, self.gives != Gives::Value, self.op.inputs.len())
    }
}

/// A call that takes it.
struct Taking<'o> {
    op: &'o OpDef,
    call: &'o ItemCall,
    /// The type of the value that it is lent.
    state: &'o Ty,
}

impl Builder<'_> {
    /// Adds one for each item that takes what some method of a value gives that it is lent, too.
    pub(super) fn add_calls_given_back(&mut self) {
        if self.api.items.len() >= MANY_ITEMS {
            return;
        }
        let mut givings: BTreeMap<&Ty, Vec<Giving<'_>>> = BTreeMap::new();
        let mut takings: Vec<Taking<'_>> = Vec::new();
        // One for each item: none of them is to be one that nothing feeds.
        let fed = Fed::by(&self.growing.set.ops);
        for op in self.growing.set.ops.iter().filter(|op| fed.feeds(op)) {
            if let Some((Ty::Ref { inner, .. }, call)) = self.method(op)
                && self.is_state(inner)
                && let Some(giving) = self.giving(op, call, inner)
            {
                givings.entry(inner).or_default().push(giving);
            }
            if let Some(call) = taking(op) {
                let lent = op.inputs.iter().filter_map(|key| match &key.ty {
                    Ty::Ref { inner, .. } if self.is_state(inner) => Some(inner.as_ref()),
                    _ => None,
                });
                takings.extend(lent.map(|state| Taking { op, call, state }));
            }
        }
        for givings in givings.values_mut() {
            givings.sort_by_key(Giving::order);
        }
        let mut counts: BTreeMap<&Ty, usize> = BTreeMap::new();
        let mut served: BTreeSet<(Option<usize>, &Ty)> = BTreeSet::new();
        let mut new = Vec::new();
        for taking in &takings {
            let count = counts.entry(taking.state).or_default();
            if *count >= MOST_GIVEN_BACK || served.contains(&(taking.op.item, taking.state)) {
                continue;
            }
            let mut givings = givings.get(taking.state).into_iter().flatten();
            let op = givings.find_map(|giving| {
                let op = self.given_back(giving, taking)?;
                (!self.growing.is_refused(&op)).then_some(op)
            });
            if let Some(op) = op {
                *count += 1;
                served.insert((taking.op.item, taking.state));
                new.push(op);
            }
        }
        for op in new {
            self.add_op(op);
        }
    }

    /// Values of this type come from functions, and are changed by them.
    fn is_state(&self, ty: &Ty) -> bool {
        matches!(ty, Ty::Path { .. }) && self.is_function_built(ty)
    }

    fn is_copied(&self, handle: &Ty) -> bool {
        let is_copy = |known: &ImplDef| {
            let of = known
                .trait_
                .as_ref()
                .is_some_and(|of| of.path == "std::marker::Copy");
            of && known.self_type.head() == handle.head()
        };
        self.api.impls.iter().any(is_copy)
    }

    fn giving<'o>(&self, op: &'o OpDef, call: &'o ItemCall, state: &Ty) -> Option<Giving<'o>> {
        let result = &op.result.ty;
        let (handle, gives) = in_some_or_ok(result).unwrap_or((result, Gives::Value));
        let is_handle = handle != state && self.is_state(handle) && !may_borrow(self.api, handle);
        // What one of them is needed for gives none to begin with.
        let needs_one = op.inputs.iter().any(|key| lent_as(&key.ty, handle).is_some());
        (is_handle && !needs_one).then_some(Giving {
            op,
            call,
            handle,
            gives,
        })
    }

    /// The op of both calls; none if the one gives nothing that the other takes.
    fn given_back(&self, giving: &Giving<'_>, taking: &Taking<'_>) -> Option<OpDef> {
        let mut parameters = Vec::new();
        let mut own: Vec<TypeKey> = Vec::new();
        let mut is_lent_mutably = None;
        let mut is_lent_on = true;
        for key in &taking.op.inputs {
            let parameter = match &key.ty {
                Ty::Ref { mutable, inner } if inner.as_ref() == taking.state && is_lent_mutably.is_none() => {
                    is_lent_mutably = Some(*mutable);
                    Parameter::Value { mutable: *mutable }
                }
                ty => match lent_as(ty, giving.handle) {
                    // Only a copy, or what is lent to look at, is there for another place.
                    Some(lent) if is_lent_on => {
                        is_lent_on = lent.map_or_else(|| self.is_copied(giving.handle), |mutable| !mutable);
                        Parameter::Given { lent }
                    }
                    _ => {
                        own.push(key.clone());
                        Parameter::Own
                    }
                },
            };
            parameters.push(parameter);
        }
        let takes_it = parameters
            .iter()
            .any(|parameter| matches!(parameter, Parameter::Given { .. }));
        let key = TypeKey {
            ty: taking.state.clone(),
            produced: false,
        };
        let (first, then) = (giving.op, taking.op);
        let inputs: Vec<TypeKey> = std::iter::once(key.clone())
            .chain(first.inputs[1..].iter().cloned())
            .chain(own)
            .collect();
        if !takes_it || inputs.len() > MOST_ARGUMENTS_GIVEN_BACK {
            return None;
        }
        let takes = match parameters.first() {
            Some(Parameter::Value { mutable }) if *mutable || taking.call.calling.has_receiver => {
                Takes::State
            }
            _ => Takes::Own,
        };
        let both = GivenBackCall {
            giving: ItemCall {
                takes: Takes::State,
                gives: giving.gives,
                ..giving.call.clone()
            },
            giver: first.item,
            taking: ItemCall {
                takes,
                gives: Gives::Nothing,
                ..taking.call.clone()
            },
            parameters,
        };
        let separator = if then.label.is_empty() { "" } else { ", " };
        let impls = first.test_impls.iter().chain(&then.test_impls);
        Some(OpDef {
            item: then.item,
            is_root: true,
            label: format!(
                "{}{separator}with what `{}` gives",
                then.label,
                giving.call.form.name()
            ),
            has_type_placeholder: first.has_type_placeholder || then.has_type_placeholder,
            total: false,
            steps: 2,
            // What only looks leaves what the other call alone leaves.
            builds: is_lent_mutably == Some(true),
            test_impls: impls.cloned().collect(),
            ..OpDef::building(inputs, key, Call::GivenBack(Box::new(both)))
        })
    }
}

/// The call of an op that is a root by itself, if it runs anything.
fn taking(op: &OpDef) -> Option<&ItemCall> {
    let Call::Item(call) = &op.call else { return None };
    let is_simple = call.calling.formatter.is_none() && !call.calling.awaited;
    let is_usual = matches!(call.gives, Gives::Value | Gives::Nothing | Gives::Boxed);
    let is_run = is_simple && !matches!(call.form, CallForm::Constructor { .. });
    (op.is_root && is_run && is_usual && call.takes == Takes::Own).then_some(call)
}

/// How a value of this type is given where that one is wanted; none if it is another type.
fn lent_as(wanted: &Ty, handle: &Ty) -> Option<Option<bool>> {
    match wanted {
        ty if ty == handle => Some(None),
        Ty::Ref { mutable, inner } if inner.as_ref() == handle => Some(Some(*mutable)),
        _ => None,
    }
}
