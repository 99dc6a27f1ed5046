//! Support set → the planner's grammar and the bindings that say what its numbers mean in Rust.

use crate::api::{Api, ApiItem};
use crate::codes::Code;
use crate::emit::Pruned;
use crate::prepared::{Instance, Item, ItemUse};
use crate::render::{Bindings, OpBinding};
use crate::support::borrows::may_borrow;
use crate::support::{OpBody, SupportSet, TypeKey, is_property, property_assertion};
use plans::{Grammar, GrammarError, OpId, OpSpec, TypeId};
use std::collections::BTreeMap;

/// Type ids by key.
pub(crate) fn type_ids(set: &SupportSet) -> BTreeMap<TypeKey, usize> {
    set.types
        .iter()
        .enumerate()
        .map(|(index, key)| (key.clone(), index))
        .collect()
}

/// The grammar, pruned ops left out but keeping their numbers. `pruned` includes the ops of refused types.
pub(crate) fn grammar(set: &SupportSet, pruned: &Pruned) -> Result<Grammar, GrammarError> {
    let ids = type_ids(set);
    let id = |key: &TypeKey| TypeId(u32::try_from(ids[key]).unwrap_or(u32::MAX));
    let ops = set
        .ops
        .iter()
        .enumerate()
        .map(|(index, op)| {
            (!pruned.ops.contains(&index)).then(|| OpSpec {
                result: id(&op.result),
                args: op.inputs.iter().map(id).collect(),
                steps: op.steps,
                pointer: !matches!(op.body, OpBody::Arm(_)),
                total: op.total,
                builds: op.builds,
            })
        })
        .collect();
    Grammar::new(set.types.len(), ops)
}

/// How every op is written.
pub(crate) fn bindings(api: &Api, set: &SupportSet) -> Bindings {
    let ids = type_ids(set);
    let ops = set
        .ops
        .iter()
        .map(|op| OpBinding {
            written: op.written.clone(),
            body: op.body.clone(),
            result: TypeId(u32::try_from(ids[&op.result]).unwrap_or(u32::MAX)),
            placeholder_impls: op.placeholder_impls.clone(),
            assertion: op.item.and_then(|item| property_assertion(&api.items[item])),
        })
        .collect();
    Bindings {
        ops,
        types: set.types.iter().map(|key| key.ty.render("")).collect(),
        may_borrow: set.types.iter().map(|key| may_borrow(api, &key.ty)).collect(),
    }
}

/// Every item with its roots, or the reason why it has none.
pub(crate) fn items(
    api: &Api,
    set: &SupportSet,
    grammar: &Grammar,
    refusals: &BTreeMap<usize, String>,
) -> Vec<Item> {
    api.items
        .iter()
        .enumerate()
        .map(|(index, item)| Item {
            path: item.path.clone(),
            kind: item.kind,
            span: item.span.clone(),
            panics_text: item.panics_text.clone(),
            is_property: is_property(item),
            use_: item_use(index, item, set, grammar, refusals),
        })
        .collect()
}

fn item_use(
    index: usize,
    item: &ApiItem,
    set: &SupportSet,
    grammar: &Grammar,
    refusals: &BTreeMap<usize, String>,
) -> ItemUse {
    if let Some(barrier) = &item.barrier {
        return ItemUse::Excluded {
            code: barrier.code,
            reason: barrier.reason.clone(),
        };
    }
    let roots: Vec<(usize, OpId)> = set
        .ops
        .iter()
        .enumerate()
        .filter(|(_, op)| op.item == Some(index) && op.is_root)
        .map(|(position, _)| (position, OpId(u32::try_from(position).unwrap_or(u32::MAX))))
        .collect();
    if roots.is_empty() {
        let found = set.exclusions.iter().find(|e| e.item == index);
        let (code, reason) = match found {
            Some(exclusion) => (exclusion.code, exclusion.reason.clone()),
            None => (Code::Generic, "no instance was made".to_owned()),
        };
        return ItemUse::Excluded { code, reason };
    }
    let compiled: Vec<&(usize, OpId)> = roots.iter().filter(|(_, op)| grammar.op(*op).is_some()).collect();
    if compiled.is_empty() {
        let reason = roots
            .iter()
            .find_map(|(position, _)| refusals.get(position))
            .cloned();
        let reason = reason.unwrap_or_else(|| "a type of the signature was refused by rustc".to_owned());
        return ItemUse::Excluded {
            code: Code::Rustc,
            reason,
        };
    }
    let mut instances: Vec<Instance> = compiled
        .iter()
        .filter(|(_, op)| grammar.root_steps(*op).is_some())
        .map(|(position, op)| Instance {
            op: *op,
            label: set.ops[*position].label.clone(),
            has_type_placeholder: set.ops[*position].has_type_placeholder,
        })
        .collect();
    if instances.is_empty() {
        let missing = compiled.iter().find_map(|(position, _)| {
            set.ops[*position].inputs.iter().find(|key| {
                let id = set.types.iter().position(|known| known == *key);
                id.is_none_or(|id| {
                    grammar
                        .min_steps(TypeId(u32::try_from(id).unwrap_or(u32::MAX)))
                        .is_none()
                })
            })
        });
        let missing = missing.map_or_else(
            || "an argument".to_owned(),
            |key| format!("`{}`", key.ty.render("")),
        );
        return ItemUse::Excluded {
            code: Code::NoValue,
            reason: format!("nothing builds a value of {missing}"),
        };
    }
    instances.sort_by_key(|instance| !instance.has_type_placeholder);
    ItemUse::Explore(instances)
}
