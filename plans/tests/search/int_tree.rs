//! The guiding example: a search tree whose `insert` panics on a value that is already there.

use plans::{
    Grammar, Observation, OpId, OpSpec, Outcome, Pattern, Term, TypeId, UnitLoop, UnitRequest, Work,
    generalise,
};

use crate::mock::{Value, value_of};
use crate::random::{grammar, op, pointer, root};

const ZERO: OpId = OpId(0);
const LEAF: OpId = OpId(2);
const BRANCH: OpId = OpId(3);
const INSERT: OpId = OpId(5);

/// Int = 0 | 1, Tree = Leaf | Branch(Box<Tree>, Int, Box<Tree>).
fn int_tree() -> Grammar {
    let [int, tree, boxed] = [0, 1, 2];
    let branch = op(tree, &[boxed, int, boxed]);
    let insert = OpSpec {
        result: TypeId(tree),
        ..root(&[int, tree])
    };
    grammar(
        3,
        vec![
            op(int, &[]),
            op(int, &[]),
            op(tree, &[]),
            branch,
            pointer(boxed, tree),
            insert,
        ],
    )
}

/// Runs `insert`: Err if it panics; logs what it looked at.
fn insert(value: OpId, mut tree: &Value, demands: &mut Vec<u32>) -> Result<(), ()> {
    while tree.op == BRANCH {
        let [left, middle, right] = &tree.args[..] else {
            panic!("a branch has three parts")
        };
        if middle.op == value {
            return Err(());
        }
        tree = &if value < middle.op { left } else { right }.args[0];
        demands.extend(tree.watch);
    }
    assert_eq!(tree.op, LEAF);
    Ok(())
}

fn show(term: &Term) -> String {
    let name = |op: OpId| ["0", "1", "Leaf", "Branch", "Box", "insert"][op.index()];
    match term {
        Term::Hole { number, .. } => format!("?{number}"),
        Term::Literal { .. } => unreachable!("nothing was learned"),
        Term::Apply { op, args } if args.is_empty() => name(*op).to_owned(),
        Term::Apply { op, args } => {
            format!(
                "{}({})",
                name(*op),
                args.iter().map(show).collect::<Vec<_>>().join(", ")
            )
        }
    }
}

#[test]
fn insert_fails_on_any_tree_with_the_value_on_top() {
    let grammar = int_tree();
    assert_eq!(grammar.root_steps(INSERT), Some(4));
    let request = UnitRequest::of(INSERT, Work::round(13));
    let mut unit = UnitLoop::new(&grammar, request).expect("feedable");
    let mut faults = Vec::new();
    while let Some(program) = unit.next() {
        let plan = value_of(&grammar, program);
        let mut demands = Vec::new();
        let outcome = match insert(plan.args[0].op, &plan.args[1], &mut demands) {
            Ok(()) => Outcome::Ok,
            Err(()) => {
                faults.push((unit.base_steps(), unit.plan(&demands).term().clone()));
                Outcome::Fault
            }
        };
        unit.observe(&Observation {
            outcome,
            demands: &demands,
            reached_root: true,
            ended_at: None,
        });
    }
    // Per value: the leaf, and for each of the five branches on the way down both values in it.
    assert_eq!(unit.tallies().expressions, 22);
    assert_eq!(unit.tallies().faults, 10);
    assert_eq!(unit.tallies().returned, 12);

    faults.sort_by_key(|(steps, _)| *steps);
    let shown: Vec<(u32, String)> = faults
        .iter()
        .take(3)
        .map(|(steps, term)| (*steps, show(term)))
        .collect();
    assert_eq!(shown[0], (5, "insert(0, Branch(?1, 0, ?2))".to_owned()));
    assert_eq!(shown[1], (5, "insert(1, Branch(?1, 1, ?2))".to_owned()));
    assert_eq!(
        shown[2],
        (7, "insert(0, Branch(Box(Branch(?1, 0, ?2)), 1, ?3))".to_owned())
    );

    let Term::Apply { args, .. } = &faults[0].1 else {
        panic!("a root is never a hole")
    };
    let Term::Apply { args, .. } = &args[1] else {
        panic!("the tree was looked at")
    };
    let boxed_leaf = Term::Apply {
        op: OpId(4),
        args: vec![Term::Apply {
            op: LEAF,
            args: vec![],
        }],
    };
    assert_eq!(
        args[0],
        Term::Hole {
            number: 1,
            ty: TypeId(2),
            default: Box::new(boxed_leaf)
        }
    );
    assert_eq!(
        args[1],
        Term::Apply {
            op: ZERO,
            args: vec![]
        }
    );
}

#[test]
fn the_smallest_faults_generalise_to_the_same_value_twice() {
    let value = |op| Term::Apply { op, args: vec![] };
    let hole = |number| Term::Hole {
        number,
        ty: TypeId(2),
        default: Box::new(value(LEAF)),
    };
    let fault = |op| Term::Apply {
        op: INSERT,
        args: vec![
            value(op),
            Term::Apply {
                op: BRANCH,
                args: vec![hole(1), value(op), hole(2)],
            },
        ],
    };
    let hole = |number| Pattern::Hole { number };
    let branch = Pattern::Apply {
        op: BRANCH,
        args: vec![hole(1), Pattern::Var(0), hole(2)],
    };
    assert_eq!(
        generalise(&[fault(ZERO), fault(OpId(1))]),
        Some(Pattern::Apply {
            op: INSERT,
            args: vec![Pattern::Var(0), branch]
        })
    );
}
