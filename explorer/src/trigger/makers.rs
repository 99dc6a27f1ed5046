//! In how many ways objects were made: what is said of objects that were all begun in one way may be true of that way alone.

use super::pool::Pool;
use crate::confirm::receiver::within;
use harness_gen::reading::Value;
use plans::{OpId, Term, TypeId};
use std::collections::{BTreeMap, BTreeSet};

/// True unless all objects of some type, among the arguments and in their lists and fields, were begun by one op where there are others
/// to begin with.
pub(super) fn are_made_in_many_ways<'t>(pool: &Pool<'_>, arguments: impl Iterator<Item = &'t Term>) -> bool {
    let mut makers: BTreeMap<TypeId, BTreeSet<OpId>> = BTreeMap::new();
    for argument in arguments {
        note(pool, argument, &mut makers);
    }
    makers.into_iter().all(|(ty, ops)| {
        let alternatives = pool.grammar.alternatives(ty).iter();
        let mut others = alternatives.filter(|op| !ops.contains(op) && !pool.grammar.is_learned(**op));
        ops.len() > 1 || !others.any(|op| begins(pool, *op, ty))
    })
}

/// Looks into what is known of a value, down to the objects of which nobody knows what they hold.
fn note(pool: &Pool<'_>, term: &Term, makers: &mut BTreeMap<TypeId, BTreeSet<OpId>>) {
    let Term::Apply { op, args } = term else { return };
    let is_known = pool.bindings.value(term) != Value::Unknown || pool.bindings.list_step(*op).is_some();
    if is_known {
        for arg in args {
            note(pool, arg, makers);
        }
        return;
    }
    let object = within(pool.bindings, term);
    if let (Some(ty), Some(op)) = (object.result(pool.grammar), beginning(pool, object)) {
        makers.entry(ty).or_default().insert(op);
    }
}

/// The op that an object begins with, whatever calls have changed it since.
fn beginning(pool: &Pool<'_>, object: &Term) -> Option<OpId> {
    let ty = object.result(pool.grammar)?;
    let mut at = object;
    while let Term::Apply { op, args } = at {
        let spec = pool.grammar.op(*op)?;
        match spec.args.iter().position(|arg| *arg == ty) {
            Some(same) => at = args.get(same)?,
            None => return Some(*op),
        }
    }
    None
}

/// It makes a value of what is none of its type.
fn begins(pool: &Pool<'_>, op: OpId, ty: TypeId) -> bool {
    let spec = pool.grammar.op(op);
    op != pool.failing && spec.is_some_and(|spec| !spec.args.contains(&ty))
}
