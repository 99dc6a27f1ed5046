//! Values that the functions and constants of the support file give: arguments like any others, whatever their type.
//! What goes wrong in the file itself is not the explored crate's fault, so its ops belong to no item.

use super::builder::Builder;
use super::functions::{item_call, not_supported};
use super::instances::mentions_hole;
use super::own_types::unwrapped;
use crate::api::ty::{Subst, Ty};
use crate::api::{ApiItem, ItemKind};
use crate::call::{Call, Takes};
use crate::support_set::{OpDef, TypeKey};
use std::collections::BTreeSet;

impl Builder<'_> {
    /// Adds a function or constant of the support file in every instance known by now. What cannot be made of one is said in
    /// the end.
    pub(super) fn add_given(&mut self, position: usize, productive: &BTreeSet<TypeKey>) {
        let item = &self.api.given_items[position];
        if item.barrier.is_some() {
            return;
        }
        // Behind the explored crate's items in what is known of instances.
        let index = self.api.items.len() + position;
        for subst in self
            .instances
            .of_item(index, item, productive)
            .unwrap_or_default()
        {
            self.add_given_instance(item, &subst);
        }
    }

    fn add_given_instance(&mut self, item: &ApiItem, subst: &Subst) {
        let inputs: Vec<Ty> = item.inputs.iter().map(|ty| self.normalised(ty, subst)).collect();
        let (output, gives) = unwrapped(&item.output);
        let output = self.normalised(output, subst);
        if inputs
            .iter()
            .chain([&output])
            .any(|ty| not_supported(ty).is_some())
        {
            return;
        }
        let keys: Vec<TypeKey> = inputs.iter().map(|ty| self.want(ty)).collect();
        let op = OpDef {
            has_type_placeholder: mentions_hole(subst),
            total: item.kind == ItemKind::Const,
            test_impls: self
                .placeholders
                .impls(&item.generics, subst, &self.instances.type_bounds),
            ..OpDef::building(
                keys,
                self.want(&output),
                Call::Item(item_call(item, subst, Takes::Own, gives)),
            )
        };
        self.instances.note(&output);
        // Several things at once can be taken apart, too.
        if !self.is_function_built(&output) && self.holds_values(&output) {
            let result = self.result_key(&output);
            self.add_op(OpDef { result, ..op.clone() });
        }
        self.add_op(op);
    }

    /// A tuple, or a struct with public fields.
    fn holds_values(&self, ty: &Ty) -> bool {
        match ty {
            Ty::Tuple(_) => true,
            Ty::Path { path, .. } => self.api.types.contains_key(path),
            _ => false,
        }
    }
}
