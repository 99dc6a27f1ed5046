//! Values of the dependencies' types, built by the dependencies' own constructors and functions. What these functions
//! do wrong is not the explored crate's fault, so their ops are marked.

use super::builder::Builder;
use super::functions::item_call;
use super::instances::mentions_hole;
use super::own_types::{has_value_of, unwrapped};
use crate::api::ty::{Subst, Ty};
use crate::api::{ApiItem, CallForm, ItemKind};
use crate::call::{Call, Gives, Takes};
use crate::support_file::is_of_support_file;
use crate::support_set::{OpDef, TypeKey};
use crate::tuning::{DEEPEST, DEPENDENCY_STEPS, MOST_FOREIGN_WAYS};

/// Safety of the function, number of arguments, position: what is smaller is taken first.
type Rank = (u8, usize, usize);

impl Builder<'_> {
    /// Lets the dependency that defines `key`'s type build it: by its constructors if all of them are public, else by
    /// the functions that return it, those that need least first.
    pub(super) fn support_foreign(&mut self, key: &TypeKey) {
        let api = self.api;
        let Some(path) = key.ty.head() else { return };
        let by_constructors = api.types.get(path).is_some_and(|def| def.constructors.is_some());
        let mut ways: Vec<(Rank, &ApiItem, Gives, Subst)> = Vec::new();
        for (position, item) in api.support_items.iter().enumerate() {
            let is_constructor = matches!(item.form, CallForm::Constructor { .. });
            if is_constructor != by_constructors {
                continue;
            }
            let (pattern, gives) = unwrapped(&item.output);
            // What starts from such a value is of no use for the first one.
            let consumes = !is_constructor && item.inputs.iter().any(|ty| has_value_of(ty, path));
            let mut fixed = Subst::new();
            if pattern.head() == Some(path) && !consumes && pattern.matches(&key.ty, &mut fixed) {
                let rank = (safety(item), item.inputs.len(), position);
                ways.push((rank, item, gives, fixed));
            }
        }
        ways.sort_by_key(|(rank, ..)| *rank);
        for (_, item, gives, fixed) in ways.into_iter().take(MOST_FOREIGN_WAYS) {
            for subst in self.instances.ways(&item.generics, &fixed, 1) {
                self.add_foreign(item, &subst, gives, key);
            }
        }
    }

    fn add_foreign(&mut self, item: &ApiItem, subst: &Subst, gives: Gives, result: &TypeKey) {
        let inputs: Vec<Ty> = item.inputs.iter().map(|ty| self.normalised(ty, subst)).collect();
        let is_unusable = |ty: &Ty| {
            !ty.is_closed() || ty.nesting() > DEEPEST || ty.any(&|t| matches!(t, Ty::Pointer { .. }))
        };
        if inputs.iter().any(is_unusable) {
            return;
        }
        let keys: Vec<TypeKey> = inputs.iter().map(|ty| self.want(ty)).collect();
        self.add_op(OpDef {
            has_type_placeholder: mentions_hole(subst),
            steps: match is_of_support_file(item.path.trim_start_matches('<')) {
                // Somebody has written it to be used.
                true => 1,
                false => DEPENDENCY_STEPS,
            },
            total: item.kind == ItemKind::Constructor || item.kind == ItemKind::Const,
            test_impls: self
                .placeholders
                .impls(&item.generics, subst, &self.instances.type_bounds),
            ..OpDef::building(
                keys,
                result.clone(),
                Call::Item(item_call(item, subst, Takes::Own, gives)),
            )
        });
    }
}

/// Small for what always works and shows nothing but a value.
fn safety(item: &ApiItem) -> u8 {
    let is_default = matches!(&item.form, CallForm::TraitMethod { trait_, .. }
        if trait_.path == "std::default::Default");
    match (&item.form, item.kind) {
        (_, ItemKind::Const | ItemKind::Constructor) => 0,
        _ if item.inputs.is_empty() && !is_default => 0,
        _ if is_default => 1,
        (CallForm::Function { .. } | CallForm::Inherent { .. }, _) => 2,
        _ => 3,
    }
}
