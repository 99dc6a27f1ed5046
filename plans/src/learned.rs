//! Learned literals: ops whose value is not in the grammar, but told by each unit request. The grammar only says that
//! there are places for so many of them; a search uses those that its request fills.

use crate::{EdgeSet, Grammar, OpId, TypeId};

/// What one learned op stands for.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LearnedValue {
    /// A learned op of the grammar.
    pub op: OpId,
    /// The value's bytes, which mean nothing here.
    pub value: Vec<u8>,
}

/// Whether the bytes of a literal are this number, of two bytes or more.
pub fn is_number(value: &[u8], number: u128) -> bool {
    let bytes = number.to_le_bytes();
    (2..=bytes.len()).contains(&value.len()) && *value == bytes[..value.len()]
}

/// The learned op that stands for a literal.
pub(crate) fn place_of(grammar: &Grammar, known: &[LearnedValue], ty: TypeId, value: &[u8]) -> Option<OpId> {
    let is_it = |known: &&LearnedValue| {
        known.value == value && grammar.op(known.op).is_some_and(|spec| spec.result == ty)
    };
    known.iter().find(is_it).map(|known| known.op)
}

/// What a unit knows of learned ops, and how much it is to find out about more.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Learning {
    /// The learned ops that plans may use, in the order in which they were learned. No op appears twice.
    pub known: Vec<LearnedValue>,
    /// Ops from this position on are fresh: plans that use one of them count as new, whatever their depth.
    pub fresh_from: u32,
    /// So many new plans of the unit, from its first, are to be watched for values worth learning.
    pub watched_plans: u64,
    /// New plans of the round before this unit: decides which runs are watched for new edges.
    pub plans_before: u64,
    /// Edges that are not new.
    pub known_edges: EdgeSet,
}

impl Learning {
    /// Plans may use these values, none of which is fresh, and nothing more is learned.
    pub fn all_known(known: Vec<LearnedValue>) -> Learning {
        Learning {
            known,
            fresh_from: u32::MAX,
            ..Learning::default()
        }
    }

    /// The ops that plans may use, in order of id.
    pub(crate) fn ops(&self) -> Vec<OpId> {
        sorted(&self.known)
    }

    /// The fresh ones among them: by op of the grammar, if there are any.
    pub(crate) fn fresh(&self, grammar: &Grammar) -> Vec<bool> {
        let fresh = self.known.get(self.fresh_from as usize..).unwrap_or_default();
        let mut by_op = vec![false; if fresh.is_empty() { 0 } else { grammar.op_count() }];
        for value in fresh {
            if let Some(is_fresh) = by_op.get_mut(value.op.index()) {
                *is_fresh = true;
            }
        }
        by_op
    }
}

fn sorted(values: &[LearnedValue]) -> Vec<OpId> {
    let mut ops: Vec<OpId> = values.iter().map(|value| value.op).collect();
    ops.sort_unstable();
    ops
}
