//! The arguments of one plan, given to another op: what makes one function of a type fail makes others fail that need it to be
//! in order, too.

use crate::mutate::cheapest;
use crate::{Grammar, OpId, Plan, Term, TypeId};

/// A plan that calls `root` with the arguments of `plan`, as far as it takes them in this order, borrowed or owned as it takes them, and
/// with the cheapest values behind. It has no holes: another op may look elsewhere. None if it does not take the first of them.
///
/// Takes time in proportion to the plan's size, times the alternatives of the types that are borrowed.
pub fn given_elsewhere(grammar: &Grammar, plan: &Plan, root: OpId) -> Option<Plan> {
    let Term::Apply { args, .. } = plan.term() else {
        return None;
    };
    let wanted = &grammar.op(root)?.args;
    let first = as_type(grammar, args.first()?, *wanted.first()?)?;
    let further = wanted.iter().enumerate().skip(1).map(|(at, ty)| {
        let given = args.get(at).and_then(|arg| as_type(grammar, arg, *ty));
        given.or_else(|| cheapest(grammar, *ty))
    });
    let args = std::iter::once(Some(first))
        .chain(further)
        .collect::<Option<_>>()?;
    // Last, since most ops do not take the first of them.
    Some(Plan::new(Term::Apply { op: root, args })?.with_holes(|_| false))
}

/// The same value as this type has it: itself, borrowed, or what it borrows.
fn as_type(grammar: &Grammar, mut term: &Term, ty: TypeId) -> Option<Term> {
    while let Term::Hole { default, .. } = term {
        term = default;
    }
    let behind = match term {
        Term::Apply { op, args } if grammar.op(*op)?.pointer => args.first(),
        _ => None,
    };
    let values = || std::iter::once(term).chain(behind);
    let is_it = |value: &&Term| value.result(grammar) == Some(ty);
    if let Some(value) = values().find(is_it) {
        return Some(value.clone());
    }
    values().find_map(|value| {
        let built = value.result(grammar)?;
        let borrows = |op: &&OpId| {
            grammar
                .op(**op)
                .is_some_and(|spec| spec.pointer && spec.args == [built])
        };
        let op = *grammar.alternatives(ty).iter().find(borrows)?;
        Some(Term::Apply {
            op,
            args: vec![value.clone()],
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{InPlace, OpSpec};

    const NUMBER: TypeId = TypeId(0);
    const OWN: TypeId = TypeId(1);
    const SHARED: TypeId = TypeId(2);
    const UNIQUE: TypeId = TypeId(3);

    fn op(result: TypeId, args: &[TypeId]) -> Option<OpSpec> {
        let pointer = matches!(result, SHARED | UNIQUE);
        Some(OpSpec {
            result,
            args: args.to_vec(),
            steps: u32::from(!pointer),
            pointer,
            in_place: InPlace::No,
            total: true,
            builds: true,
        })
    }

    /// 0: a number, 1: an own value of a number, 2 and 3: its borrows; roots behind them.
    fn grammar() -> Grammar {
        let root = |args: &[TypeId]| {
            op(NUMBER, args).map(|spec| OpSpec {
                builds: false,
                ..spec
            })
        };
        let ops = vec![
            op(NUMBER, &[]),
            op(OWN, &[NUMBER]),
            op(SHARED, &[OWN]),
            op(UNIQUE, &[OWN]),
            root(&[UNIQUE]),
            root(&[SHARED, NUMBER]),
            root(&[OWN]),
            root(&[NUMBER, UNIQUE]),
        ];
        Grammar::new(4, ops).expect("it is a grammar")
    }

    fn apply(op: u32, args: Vec<Term>) -> Term {
        Term::Apply { op: OpId(op), args }
    }

    #[test]
    fn arguments_are_borrowed_and_owned_as_the_other_op_takes_them() {
        let grammar = grammar();
        let own = || apply(1, vec![apply(0, Vec::new())]);
        let shared = || apply(2, vec![own()]);
        let unique = || apply(3, vec![own()]);
        let given = |term: Term, root: u32| {
            let plan = Plan::new(term).expect("it has an op");
            given_elsewhere(&grammar, &plan, OpId(root)).map(|plan| plan.term().clone())
        };
        let by_unique = || apply(4, vec![unique()]);
        assert_eq!(given(by_unique(), 4), Some(by_unique()));
        assert_eq!(
            given(by_unique(), 5),
            Some(apply(5, vec![shared(), apply(0, Vec::new())]))
        );
        assert_eq!(given(by_unique(), 6), Some(apply(6, vec![own()])));
        assert_eq!(given(apply(6, vec![own()]), 4), Some(by_unique()));
        assert_eq!(
            given(apply(5, vec![shared(), apply(0, Vec::new())]), 4),
            Some(by_unique())
        );
        // It does not take the first of them, or there is none.
        assert_eq!(given(by_unique(), 7), None);
        assert_eq!(given(apply(0, Vec::new()), 4), None);
    }

    #[test]
    fn what_was_not_looked_at_is_decided() {
        let grammar = grammar();
        let hole = Term::Hole {
            number: 1,
            ty: OWN,
            default: Box::new(apply(1, vec![apply(0, Vec::new())])),
        };
        let plan = Plan::new(apply(6, vec![hole])).expect("it has an op");
        let other = given_elsewhere(&grammar, &plan, OpId(4)).expect("it takes it");
        assert_eq!(other.holes(), 0);
    }
}
