//! In how many ways objects were made: what is said of objects that were all begun in one way may be true of that way alone, and so
//! may be which of their numbers is spoken of.

use super::condition::{Atom, Condition};
use super::pool::Pool;
use super::table::{Table, Verdict};
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

/// A number that an object tells, and that something is added to or held against, was one and the same wherever it failed: what it adds
/// nobody has seen.
pub(super) fn adds_to_one_number(
    table: &Table,
    condition: &Condition,
    is_told: &dyn Fn(usize) -> bool,
) -> bool {
    let fails = table.of_verdict(Verdict::Fails);
    let is_one = |column: usize| {
        let numbers = fails.iter().filter_map(|row| table.number(*row, column));
        numbers.collect::<BTreeSet<i128>>().len() < 2
    };
    let mut sums = condition.atoms.iter().filter_map(|atom| match atom {
        Atom::Linear { form, .. } if form.len() > 1 => Some(form),
        _ => None,
    });
    fails.len() > 1 && sums.any(|form| form.signed().any(|(column, _)| is_told(column) && is_one(column)))
}

/// What a condition says of a number that an object tells about itself may as well be said of another one, which was so much more in
/// all runs: of the size where the last place is meant, if all begin at the first. Two names of one number are the same.
pub(super) fn moves_with_another(
    table: &Table,
    condition: &Condition,
    is_told: &dyn Fn(usize) -> bool,
) -> bool {
    let is_beside = |column: usize, other: usize| {
        let rows = (0..table.rows()).filter(|row| table.verdicts[*row] != Verdict::Other);
        let pairs = rows.filter_map(|row| Some((table.number(row, column)?, table.number(row, other)?)));
        let distances: Vec<Option<i128>> = pairs.map(|(one, other)| one.checked_sub(other)).collect();
        let is_same = distances.windows(2).all(|two| two[0] == two[1]);
        distances.len() > 1 && is_same && !matches!(distances[0], None | Some(0))
    };
    let columns = 0..table.names.numbers.len();
    let told: Vec<usize> = columns.filter(|column| is_told(*column)).collect();
    let mut used = condition.atoms.iter().flat_map(|atom| match atom {
        Atom::Linear { form, .. } => form.signed().map(|(column, _)| column).collect(),
        Atom::Remainder { column, .. } => vec![*column],
        Atom::Is { .. } => Vec::new(),
    });
    used.any(|column| {
        let mut others = told.iter().filter(|other| **other != column);
        is_told(column) && others.any(|other| is_beside(column, *other))
    })
}
