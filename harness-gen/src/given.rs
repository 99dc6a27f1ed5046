//! What became of the functions and constants of the support file: nobody explores them, so those that are of no use are
//! told by themselves.

use crate::api::{Api, ApiItem};
use crate::call::Call;
use crate::codes::Code;
use crate::harness_types::Names;
use crate::prepared::Unused;
use crate::support_set::{OpDef, SupportSet, TypeKey};
use plans::{Grammar, OpId};

/// What of the support file no plan can have.
pub(crate) fn unused(api: &Api, set: &SupportSet, grammar: &Grammar) -> Vec<Unused> {
    let unused = |item: &ApiItem| {
        let (code, reason) = why_unused(item, set, grammar)?;
        let path = item.path.clone();
        Some(Unused { path, code, reason })
    };
    api.given_items.iter().filter_map(unused).collect()
}

/// None: a plan can have it.
fn why_unused(item: &ApiItem, set: &SupportSet, grammar: &Grammar) -> Option<(Code, String)> {
    if let Some(barrier) = &item.barrier {
        return Some((barrier.code, barrier.reason.clone()));
    }
    let is_of_item = |op: &OpDef| matches!(&op.call, Call::Item(call) if call.form == item.form);
    let ops: Vec<OpId> = (0..)
        .map(OpId)
        .zip(&set.ops)
        .filter(|(_, op)| is_of_item(op))
        .map(|(id, _)| id)
        .collect();
    if ops.iter().any(|op| grammar.root_steps(*op).is_some()) {
        return None;
    }
    if !ops.is_empty() && ops.iter().all(|op| grammar.op(*op).is_none()) {
        return Some((Code::Rustc, "rustc refuses each call of it".to_owned()));
    }
    if !item.generics.params.is_empty() {
        let names: Vec<&str> = (item.generics.params.iter())
            .map(|param| param.name.as_str())
            .collect();
        return Some((
            Code::Generic,
            format!("no instance found for {}", names.join(", ")),
        ));
    }
    let is_built = |key: &TypeKey| {
        let built =
            |(id, op): (OpId, &OpDef)| op.result == *key && op.builds && grammar.root_steps(id).is_some();
        (0..).map(OpId).zip(&set.ops).any(built)
    };
    let missing = item.inputs.iter().find(|ty| {
        !is_built(&TypeKey {
            ty: (*ty).clone(),
            produced: false,
        })
    });
    Some(match missing {
        Some(ty) => (
            Code::NoValue,
            format!("nothing builds a value of `{}`", ty.render(Names::Person)),
        ),
        None => (
            Code::Type,
            "a type of its signature cannot be passed on".to_owned(),
        ),
    })
}
