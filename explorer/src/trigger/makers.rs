//! In how many ways values were made: what is said of values that were all made in one way may be true of that way alone.

use super::pool::Pool;
use harness_gen::reading::Value;
use plans::{OpId, Term, TypeId};
use std::collections::{BTreeMap, BTreeSet};

/// True unless all values of some type, of those whose contents nobody knows, were begun by one op where there are others to begin with.
pub(super) fn are_made_in_many_ways<'t>(pool: &Pool<'_>, all: impl Iterator<Item = &'t Term>) -> bool {
    let mut makers: BTreeMap<TypeId, BTreeSet<OpId>> = BTreeMap::new();
    for term in all {
        term.visit(&mut |part| {
            if let (Term::Apply { op, .. }, Some(ty)) = (part, part.result(pool.grammar))
                && pool.bindings.list_step(*op).is_none()
                && !pool.bindings.is_same(*op)
                && pool.bindings.value(part) == Value::Unknown
                && begins(pool, *op, ty)
            {
                makers.entry(ty).or_default().insert(*op);
            }
        });
    }
    makers.into_iter().all(|(ty, ops)| {
        let alternatives = pool.grammar.alternatives(ty).iter();
        let mut others = alternatives.filter(|op| !ops.contains(op) && !pool.grammar.is_learned(**op));
        ops.len() > 1 || !others.any(|op| begins(pool, *op, ty))
    })
}

/// It makes a value of what is none of its type.
fn begins(pool: &Pool<'_>, op: OpId, ty: TypeId) -> bool {
    let spec = pool.grammar.op(op);
    op != pool.failing && spec.is_some_and(|spec| !spec.args.contains(&ty))
}
