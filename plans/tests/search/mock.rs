//! An engine without Rust: deterministic functions that look at some of their arguments, chosen by a seed.
//!
//! Which node a function looks at next depends only on what it has seen, exactly as in real code.

use std::collections::BTreeSet;

use plans::{Grammar, Instr, OpId, Search, Term};

use crate::random::mix;

/// A value as a tree of the ops that built it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Value {
    pub(crate) op: OpId,
    /// Placeholder number in the program, from 0.
    pub(crate) watch: Option<u32>,
    pub(crate) args: Vec<Value>,
}

/// Which code of the mock crate runs and can fail.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Foreign {
    /// The root op only.
    Root,
    /// Every op that is not total, when its value is built.
    Everywhere,
}

/// What a run came to.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub(crate) struct Run {
    /// The op that failed and what it had seen, or None.
    pub(crate) fault: Option<(OpId, u64)>,
    /// Paths of the values behind pointers that were looked at.
    pub(crate) looked_at: BTreeSet<Vec<usize>>,
    pub(crate) demands: Vec<u32>,
    /// Instructions of the program that were carried out; the next one is where a run with a fault ended.
    pub(crate) carried_out: u32,
}

/// Builds the value of a program and checks that the program is well-formed.
pub(crate) fn value_of(grammar: &Grammar, program: &[Instr]) -> Value {
    let mut stack: Vec<Value> = Vec::new();
    let mut placeholders = 0;
    for instr in program {
        let spec = grammar
            .op(OpId(instr.op))
            .expect("ops of a program are not pruned");
        let args = stack.split_off(stack.len() - spec.args.len());
        for (arg, ty) in args.iter().zip(&spec.args) {
            assert_eq!(
                grammar.op(arg.op).expect("known").result,
                *ty,
                "argument of the wrong type"
            );
            assert!(
                arg.watch.is_none() || grammar.argument_is_lazy(OpId(instr.op)),
                "placeholder without pointer"
            );
        }
        if instr.watch != 0 {
            placeholders += 1;
            assert_eq!(
                instr.watch, placeholders,
                "placeholders are numbered in program order"
            );
        }
        stack.push(Value {
            op: OpId(instr.op),
            watch: instr.watch.checked_sub(1),
            args,
        });
    }
    let value = stack.pop().expect("a program builds a value");
    assert!(stack.is_empty(), "a program builds one value");
    value
}

/// Runs a plan on the mock crate given by `seed`.
pub(crate) fn run(seed: u64, foreign: Foreign, grammar: &Grammar, value: &Value) -> Run {
    let mut run = Run::default();
    evaluate(seed, foreign, grammar, value, &mut Vec::new(), &mut run);
    run
}

/// Runs the current plan of a search.
pub(crate) fn run_current(
    seed: u64,
    foreign: Foreign,
    grammar: &Grammar,
    search: &Search<'_>,
) -> (Value, Run) {
    let value = value_of(grammar, search.program());
    let run = run(seed, foreign, grammar, &value);
    (value, run)
}

fn evaluate(
    seed: u64,
    foreign: Foreign,
    grammar: &Grammar,
    value: &Value,
    path: &mut Vec<usize>,
    run: &mut Run,
) {
    for (index, arg) in value.args.iter().enumerate() {
        path.push(index);
        evaluate(seed, foreign, grammar, arg, path, run);
        path.pop();
        if run.fault.is_some() {
            return;
        }
    }
    let total = grammar.op(value.op).expect("known").total;
    if path.is_empty() || (foreign == Foreign::Everywhere && !total) {
        body(seed, grammar, value, path, run);
    }
    run.carried_out += u32::from(run.fault.is_none());
}

fn body(seed: u64, grammar: &Grammar, value: &Value, path: &[usize], run: &mut Run) {
    let mut seen = mix(seed, u64::from(value.op.0) + 1);
    let mut open: Vec<(Vec<usize>, &Value)> = Vec::new();
    let push_args = |seen: &mut u64, path: &[usize], value: &'_ Value, run: &mut Run| {
        let pointer = grammar.op(value.op).expect("known").pointer;
        let mut reached = Vec::new();
        for index in 0..value.args.len() {
            *seen = mix(*seen, 17);
            if *seen % 10 < 3 {
                continue;
            }
            let path: Vec<usize> = path.iter().copied().chain([index]).collect();
            if pointer {
                if let Some(watch) = value.args[index]
                    .watch
                    .filter(|watch| !run.demands.contains(watch))
                {
                    run.demands.push(watch);
                }
                run.looked_at.insert(path.clone());
            }
            reached.push((path, index));
        }
        reached
    };
    for (path, index) in push_args(&mut seen, path, value, run) {
        open.push((path, &value.args[index]));
    }
    while !open.is_empty() {
        seen = mix(seen, 23);
        let (path, node) = open.swap_remove((seen % open.len() as u64) as usize);
        seen = mix(seen, u64::from(node.op.0));
        if seen.is_multiple_of(11) {
            run.fault = Some((value.op, seen));
            return;
        }
        if seen.is_multiple_of(13) {
            return;
        }
        for (path, index) in push_args(&mut seen, &path, node, run) {
            open.push((path, &node.args[index]));
        }
    }
    if seen.is_multiple_of(5) {
        run.fault = Some((value.op, seen));
    }
}

/// The lazy plan of a finished one: placeholders where the run did not look. Independent of [`Search::term`].
pub(crate) fn project(grammar: &Grammar, value: &Value, looked_at: &BTreeSet<Vec<usize>>) -> Term {
    fn unread(grammar: &Grammar, parent: &Value, path: &[usize], looked_at: &BTreeSet<Vec<usize>>) -> bool {
        grammar.argument_is_lazy(parent.op) && !looked_at.iter().any(|seen| seen.starts_with(path))
    }
    fn go(
        grammar: &Grammar,
        value: &Value,
        path: &mut Vec<usize>,
        looked_at: &BTreeSet<Vec<usize>>,
        holes: &mut u32,
    ) -> Term {
        let mut args = Vec::new();
        for (index, arg) in value.args.iter().enumerate() {
            path.push(index);
            if unread(grammar, value, path, looked_at) {
                *holes += 1;
                let below_root = path.len() > 1;
                let shown = if below_root { value } else { arg };
                let ty = grammar.op(shown.op).expect("known").result;
                let default = Box::new(default_term(grammar, shown));
                path.pop();
                let hole = Term::Hole {
                    number: *holes,
                    ty,
                    default,
                };
                if below_root {
                    return hole;
                }
                args.push(hole);
                continue;
            }
            args.push(go(grammar, arg, path, looked_at, holes));
            path.pop();
        }
        Term::Apply { op: value.op, args }
    }
    go(grammar, value, &mut Vec::new(), looked_at, &mut 0)
}

/// The pointer op itself stays, what it points to becomes the default plan of its type.
fn default_term(grammar: &Grammar, shown: &Value) -> Term {
    fn cheapest(grammar: &Grammar, op: OpId) -> Term {
        let spec = grammar.op(op).expect("known");
        let args = spec
            .args
            .iter()
            .map(|&ty| cheapest(grammar, grammar.alternatives(ty)[0]))
            .collect();
        Term::Apply { op, args }
    }
    cheapest(grammar, shown.op)
}

/// A finished plan of a term: holes hold their defaults.
pub(crate) fn with_defaults(term: &Term) -> Value {
    match term {
        Term::Apply { op, args } => Value {
            op: *op,
            watch: None,
            args: args.iter().map(with_defaults).collect(),
        },
        Term::Hole { default, .. } => with_defaults(default),
    }
}

/// Depth of a finished plan.
pub(crate) fn total_steps(grammar: &Grammar, value: &Value) -> u32 {
    fn steps(grammar: &Grammar, value: &Value) -> u32 {
        grammar.op(value.op).expect("known").steps
            + value.args.iter().map(|arg| steps(grammar, arg)).sum::<u32>()
    }
    value.args.len() as u32 + value.args.iter().map(|arg| steps(grammar, arg)).sum::<u32>()
}
