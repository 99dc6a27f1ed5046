//! Plans as text: read back they are the same, whatever the names and numbers are; what is gone or changed is said.

use std::collections::BTreeSet;

use plans::*;

use crate::mock::{Foreign, run_current};
use crate::random::{Rng, random_grammar, some_learned};

/// A name with everything in it that may be written in another way.
fn name(rng: &mut Rng, number: usize) -> String {
    let parts = [
        "\"", "\\", "\n", "\r", "(", ")", " ", "?", "=", ":", "é", "→", "\u{2028}", "𝄞", "\\n", "f", "\0",
        "\t", "plan/1 ",
    ];
    let mut name = String::new();
    for _ in 0..rng.below(6) {
        name.push_str(parts[rng.below(parts.len() as u32) as usize]);
    }
    // No two are the same: digits are in none of the parts but the last one, which has a slash.
    format!("{name}{number}{}", parts[rng.below(18) as usize])
}

fn names(rng: &mut Rng, count: usize) -> Vec<String> {
    (0..count).map(|number| name(rng, number)).collect()
}

/// Plans of a grammar with literals in the places of its learned ops, before and after their runs.
fn plans_of(seed: u64, grammar: &Grammar, root: OpId, learned: &[OpId], rng: &mut Rng) -> Vec<Plan> {
    let known: Vec<LearnedValue> = learned
        .iter()
        .map(|&op| LearnedValue {
            op,
            value: (0..rng.below(4)).map(|_| rng.below(256) as u8).collect(),
        })
        .collect();
    let bound = grammar.root_steps(root).map_or(0, |steps| steps + 3);
    let Some(mut search) = Search::with_learned(grammar, root, bound, learned.to_vec()) else {
        return Vec::new();
    };
    let mut plans = Vec::new();
    while search.is_live() && plans.len() < 30 {
        let (_, run) = run_current(seed, Foreign::Root, grammar, &search);
        plans.push(search.plan(&[], &known));
        plans.push(search.plan(&run.demands, &known));
        search.observe(&run.demands);
        search.advance();
    }
    plans
}

pub(crate) struct Subject {
    seed: u64,
    rng: Rng,
    pub(crate) grammar: Grammar,
    pub(crate) plans: Vec<Plan>,
    pub(crate) ops: Vec<String>,
    pub(crate) types: Vec<String>,
}

pub(crate) fn subjects() -> impl Iterator<Item = Subject> {
    (0..600).filter_map(|seed| {
        let mut rng = Rng::new(seed);
        let (grammar, root) = random_grammar(&mut rng)?;
        let (grammar, learned) = some_learned(&mut rng, &grammar);
        let plans = plans_of(seed, &grammar, root, &learned, &mut rng);
        let ops = names(&mut rng, grammar.op_count());
        let types = names(&mut rng, grammar.type_count());
        Some(Subject {
            seed,
            rng,
            grammar,
            plans,
            ops,
            types,
        })
    })
}

/// Numbers in another order.
fn shuffled(rng: &mut Rng, count: usize) -> Vec<usize> {
    let mut order: Vec<usize> = (0..count).collect();
    for index in (1..count).rev() {
        order.swap(index, rng.below(index as u32 + 1) as usize);
    }
    order
}

fn renumbered(term: &Term, op_of: &[usize], type_of: &[usize]) -> Term {
    let ty = |ty: TypeId| TypeId(type_of[ty.index()] as u32);
    match term {
        Term::Apply { op, args } => Term::Apply {
            op: OpId(op_of[op.index()] as u32),
            args: args.iter().map(|arg| renumbered(arg, op_of, type_of)).collect(),
        },
        Term::Literal { ty: of, value } => Term::Literal {
            ty: ty(*of),
            value: value.clone(),
        },
        Term::Hole {
            number,
            ty: of,
            default,
        } => Term::Hole {
            number: *number,
            ty: ty(*of),
            default: Box::new(renumbered(default, op_of, type_of)),
        },
    }
}

/// What was at `from` is at `to[from]`.
fn moved<T: Clone>(all: &[T], to: &[usize]) -> Vec<T> {
    let mut moved = all.to_vec();
    for (from, &to) in to.iter().enumerate() {
        moved[to] = all[from].clone();
    }
    moved
}

#[test]
fn a_plan_is_read_back_whatever_its_names_and_numbers_are() {
    let (mut read, mut literals, mut holes) = (0, 0, 0);
    for subject in subjects() {
        let Subject {
            seed,
            mut rng,
            grammar,
            plans,
            ops,
            types,
        } = subject;
        let keys = PlanKeys::new(ops.clone(), types.clone());
        let op_of = shuffled(&mut rng, grammar.op_count());
        let type_of = shuffled(&mut rng, grammar.type_count());
        let table = moved(grammar.ops(), &op_of).into_iter().map(|spec| {
            spec.map(|spec| OpSpec {
                result: TypeId(type_of[spec.result.index()] as u32),
                args: (spec.args.iter())
                    .map(|ty| TypeId(type_of[ty.index()] as u32))
                    .collect(),
                ..spec
            })
        });
        let learned: BTreeSet<OpId> = (grammar.learned().iter())
            .map(|op| OpId(op_of[op.index()] as u32))
            .collect();
        let other = Grammar::with_learned(grammar.type_count(), table.collect(), learned)
            .expect("as good as the first");
        let other_keys = PlanKeys::new(moved(&ops, &op_of), moved(&types, &type_of));
        for plan in &plans {
            let text = keys.write(plan).expect("everything has a name");
            assert!(!text.contains(['\n', '\r']), "seed {seed}: one line");
            assert_eq!(
                keys.read(&grammar, &text).as_ref(),
                Ok(plan),
                "seed {seed}: {text}"
            );
            let expected = Plan::new(renumbered(plan.term(), &op_of, &type_of)).expect("an op");
            assert_eq!(
                other_keys.read(&other, &text),
                Ok(expected.clone()),
                "seed {seed}: {text}"
            );
            assert_eq!(other_keys.write(&expected), Some(text), "seed {seed}");
            read += 1;
            literals += plan.literals().len();
            holes += plan.holes();
        }
    }
    assert!(
        read > 3_000 && literals > 300 && holes > 500,
        "{read}, {literals}, {holes}"
    );
}

#[test]
fn what_is_gone_or_changed_is_said() {
    let (mut gone, mut changed) = (0, 0);
    for subject in subjects() {
        let Subject {
            seed,
            grammar,
            ops,
            types,
            ..
        } = &subject;
        let keys = PlanKeys::new(ops.clone(), types.clone());
        for plan in &subject.plans {
            let text = keys.write(plan).expect("everything has a name");
            for op in plan.ops() {
                let mut without = ops.clone();
                without[op.index()] = "another".to_owned();
                let without = PlanKeys::new(without, types.clone());
                let name = ops[op.index()].clone();
                assert_eq!(
                    without.read(grammar, &text),
                    Err(PlanTextError::Gone(name.clone())),
                    "seed {seed}"
                );
                gone += 1;
                let spec = grammar.op(op).expect("known");
                // One argument more, or one less: of nothing else is the plan then.
                let mut table = grammar.ops().to_vec();
                let args = match spec.args.split_last() {
                    Some((_, fewer)) => fewer.to_vec(),
                    None => vec![spec.result],
                };
                table[op.index()] = Some(OpSpec {
                    args,
                    pointer: false,
                    in_place: InPlace::No,
                    ..spec.clone()
                });
                let learned = grammar
                    .learned()
                    .iter()
                    .copied()
                    .filter(|other| *other != op)
                    .collect();
                let Ok(other) = Grammar::with_learned(grammar.type_count(), table, learned) else {
                    continue;
                };
                // What this op builds may be gone with it, where there is no other way.
                let expected = match other.op(op) {
                    Some(_) => PlanTextError::Changed(name),
                    None => continue,
                };
                match keys.read(&other, &text) {
                    Err(PlanTextError::Gone(_)) => {}
                    result => {
                        assert_eq!(result, Err(expected), "seed {seed}");
                        changed += 1;
                    }
                }
            }
            for (ty, _) in plan.literals() {
                let mut without = types.clone();
                without[ty.index()] = "another".to_owned();
                let name = types[ty.index()].clone();
                let without = PlanKeys::new(ops.clone(), without);
                assert_eq!(
                    without.read(grammar, &text),
                    Err(PlanTextError::Gone(name)),
                    "seed {seed}"
                );
                gone += 1;
            }
            let few = PlanKeys::new(ops[..plan.root().index()].to_vec(), types.clone());
            assert_eq!(few.write(plan), None, "its root has no name");
        }
    }
    assert!(gone > 10_000 && changed > 5_000, "{gone} gone, {changed} changed");
}

#[test]
fn garbled_text_is_refused_without_panic() {
    let (mut refused, mut accepted) = (0, 0);
    for subject in subjects() {
        let Subject {
            seed,
            mut rng,
            grammar,
            plans,
            ops,
            types,
        } = subject;
        let keys = PlanKeys::new(ops.clone(), types.clone());
        for plan in plans.iter().step_by(5) {
            let text = keys.write(plan).expect("everything has a name");
            for end in (0..text.len()).filter(|&end| text.is_char_boundary(end)) {
                let error = keys.read(&grammar, &text[..end]).expect_err("a part is no plan");
                assert!(!error.to_string().is_empty());
                if let PlanTextError::Syntax(at) = error {
                    assert!(at <= end, "seed {seed}");
                }
            }
            assert!(keys.read(&grammar, &format!("{text} ")).is_err());
            for _ in 0..30 {
                let mut chars: Vec<char> = text.chars().collect();
                for _ in 0..=rng.below(2) {
                    let at = rng.below(chars.len() as u32) as usize;
                    let other =
                        ['"', '(', ')', '?', '=', '\\', ' ', ':', 'a', 'é', '\n'][rng.below(11) as usize];
                    match rng.below(4) {
                        0 => chars[at] = other,
                        1 => chars.insert(at, other),
                        2 if chars.len() > 1 => {
                            chars.remove(at);
                        }
                        _ => {
                            let with = rng.below(chars.len() as u32) as usize;
                            chars.swap(at, with);
                        }
                    }
                }
                let garbled: String = chars.into_iter().collect();
                match keys.read(&grammar, &garbled) {
                    Err(_) => refused += 1,
                    // What is accepted is a plan of the grammar, which is written as such.
                    Ok(plan) => {
                        let again = keys.write(&plan).expect("everything has a name");
                        assert_eq!(keys.read(&grammar, &again), Ok(plan), "seed {seed}");
                        accepted += 1;
                    }
                }
            }
        }
        let nested = format!("plan/1 {}", "?".repeat(100_000));
        assert!(matches!(
            keys.read(&grammar, &nested),
            Err(PlanTextError::Syntax(_))
        ));
        for other in [
            "",
            "plan/1",
            "plan/2 \"f\"",
            "plan/1 ",
            "plan/1 =\"u8\":00",
            "plan/1 ?\"f\"",
        ] {
            assert!(keys.read(&grammar, other).is_err(), "{other:?}");
        }
    }
    assert!(
        refused > 10_000 && accepted > 100,
        "{refused} refused, {accepted} accepted"
    );
}
