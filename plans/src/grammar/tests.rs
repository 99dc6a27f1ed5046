//! What a grammar refuses, and what it works out.

use super::*;

fn op(result: u32, args: &[u32]) -> OpSpec {
    OpSpec {
        result: TypeId(result),
        args: args.iter().map(|&ty| TypeId(ty)).collect(),
        steps: 1,
        pointer: false,
        in_place: InPlace::No,
        total: true,
        builds: true,
    }
}

fn pointer(result: u32, arg: u32) -> OpSpec {
    OpSpec {
        steps: 0,
        pointer: true,
        ..op(result, &[arg])
    }
}

#[test]
fn dangling_ids_and_odd_pointers_are_refused() {
    let refused = |spec: OpSpec| Grammar::new(1, vec![None, Some(spec)]).unwrap_err();
    assert_eq!(refused(op(1, &[])), GrammarError::DanglingType(OpId(1)));
    assert_eq!(refused(op(0, &[3])), GrammarError::DanglingType(OpId(1)));
    assert_eq!(
        refused(OpSpec {
            pointer: true,
            ..op(0, &[])
        }),
        GrammarError::PointerArity(OpId(1))
    );
    assert_eq!(
        refused(OpSpec {
            steps: 0,
            ..op(0, &[0, 0])
        }),
        GrammarError::FreeArity(OpId(1))
    );
}

#[test]
fn cycles_of_free_ops_are_refused() {
    let ops = vec![Some(op(0, &[])), Some(pointer(1, 0)), Some(pointer(2, 1))];
    assert!(Grammar::new(3, ops.clone()).is_ok());
    let cyclic = ops.into_iter().chain([Some(pointer(1, 2))]).collect();
    assert_eq!(Grammar::new(3, cyclic), Err(GrammarError::FreeCycle(TypeId(1))));
}

#[test]
fn types_without_finite_plan_feed_nothing() {
    let ops = vec![
        Some(op(0, &[0])),
        Some(op(1, &[])),
        Some(op(1, &[0])),
        Some(op(1, &[1, 1])),
    ];
    let grammar = Grammar::new(2, ops).unwrap();
    assert_eq!(grammar.min_steps(TypeId(0)), None);
    assert_eq!(grammar.alternatives(TypeId(0)), []);
    assert_eq!(grammar.root_steps(OpId(2)), None);
    assert_eq!(grammar.alternatives(TypeId(1)), [OpId(1), OpId(3)]);
    assert_eq!(grammar.root_steps(OpId(3)), Some(4));
}

#[test]
fn exponentially_large_defaults_count_as_unbuildable() {
    let mut ops = vec![Some(op(0, &[]))];
    ops.extend((1..60).map(|ty| Some(op(ty, &[ty - 1, ty - 1]))));
    let grammar = Grammar::new(60, ops).unwrap();
    assert_eq!(grammar.min_steps(TypeId(9)), Some(1023));
    assert_eq!(grammar.min_steps(TypeId(10)), None);
    assert_eq!(grammar.min_steps(TypeId(59)), None);
}

#[test]
fn among_equally_cheap_ops_the_total_one_is_the_default() {
    let foreign = OpSpec {
        total: false,
        ..op(0, &[])
    };
    let root_only = OpSpec {
        builds: false,
        ..op(0, &[])
    };
    let ops = vec![
        Some(root_only),
        Some(foreign.clone()),
        Some(op(0, &[])),
        Some(OpSpec {
            result: TypeId(1),
            ..foreign
        }),
    ];
    let mut grammar = Grammar::new(2, ops).unwrap();
    assert_eq!(grammar.alternatives(TypeId(0)), [OpId(2), OpId(1)]);
    assert!(grammar.watchable(TypeId(0)));
    assert!(!grammar.watchable(TypeId(1)), "its default runs foreign code");
    grammar.mark_unwatchable(&[TypeId(0), TypeId(77)]);
    assert!(!grammar.watchable(TypeId(0)));
    assert_eq!(grammar.unwatchable(), [TypeId(0)]);
}
