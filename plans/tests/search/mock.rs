//! An engine without Rust: deterministic functions that look at some of their arguments, chosen by a seed.
//!
//! Which node a function looks at next depends only on what it has seen, exactly as in real code.

use std::collections::BTreeSet;

use plans::{Grammar, InPlace, Instr, OpId, OpSpec, Search, Term, TypeId};

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
                arg.watch.is_none()
                    || grammar.argument_is_lazy(OpId(instr.op))
                    || spec.in_place != InPlace::No,
                "placeholder without pointer"
            );
        }
        if instr.watch != 0 {
            placeholders += 1;
            assert_eq!(
                instr.placeholder(),
                Some(placeholders - 1),
                "placeholders are numbered in program order"
            );
        }
        stack.push(Value {
            op: OpId(instr.op),
            watch: instr.placeholder(),
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
        body(seed, value, path, run);
    }
    run.carried_out += u32::from(run.fault.is_none());
}

fn body(seed: u64, value: &Value, path: &[usize], run: &mut Run) {
    let mut seen = mix(seed, u64::from(value.op.0) + 1);
    let mut open: Vec<(Vec<usize>, &Value)> = Vec::new();
    let push_args = |seen: &mut u64, path: &[usize], value: &'_ Value, run: &mut Run| {
        let mut reached = Vec::new();
        for index in 0..value.args.len() {
            *seen = mix(*seen, 17);
            if *seen % 10 < 3 {
                continue;
            }
            let path: Vec<usize> = path.iter().copied().chain([index]).collect();
            if let Some(watch) = value.args[index]
                .watch
                .filter(|watch| !run.demands.contains(watch))
            {
                run.demands.push(watch);
            }
            run.looked_at.insert(path.clone());
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

/// Whether this argument is a placeholder in place until it is looked at, if what takes it lies behind a pointer.
fn waits(grammar: &Grammar, spec: &OpSpec, index: usize) -> bool {
    let is_part = match spec.in_place {
        InPlace::No => false,
        InPlace::Fields => true,
        InPlace::Elements => index > 0,
    };
    is_part && grammar.may_wait(spec.args[index])
}

/// What does not change on the way down.
struct Projection<'a> {
    grammar: &'a Grammar,
    looked_at: &'a BTreeSet<Vec<usize>>,
    unwatchable: Vec<TypeId>,
    holes: u32,
}

impl Projection<'_> {
    fn hole(&mut self, shown: &Value) -> Term {
        self.holes += 1;
        Term::Hole {
            number: self.holes,
            ty: self.grammar.op(shown.op).expect("known").result,
            default: Box::new(default_term(self.grammar, shown)),
        }
    }

    /// `inside`: the value lies behind a pointer, in memory whose parts can be told apart.
    fn go(&mut self, value: &Value, path: &mut Vec<usize>, inside: bool) -> Term {
        let grammar = self.grammar;
        let spec = grammar.op(value.op).expect("known");
        let mut args = Vec::new();
        for (index, arg) in value.args.iter().enumerate() {
            path.push(index);
            let is_unread = !self.looked_at.iter().any(|seen| seen.starts_with(path));
            let below_root = path.len() > 1;
            if is_unread && grammar.argument_is_lazy(value.op) {
                path.pop();
                if below_root {
                    return self.hole(value);
                }
                args.push(self.hole(arg));
                continue;
            }
            if is_unread && inside && waits(grammar, spec, index) {
                // Of any op: the first is as good.
                let cheapest = Value {
                    op: grammar.alternatives(spec.args[index])[0],
                    watch: None,
                    args: Vec::new(),
                };
                args.push(self.hole(&cheapest));
                path.pop();
                continue;
            }
            let goes_on = match spec.pointer {
                true => !self.unwatchable.contains(&spec.args[index]),
                false => inside && spec.in_place != InPlace::No,
            };
            args.push(self.go(arg, path, goes_on));
            path.pop();
        }
        Term::Apply { op: value.op, args }
    }
}

/// The lazy plan of a finished one: placeholders where the run did not look. Independent of [`Search::term`].
pub(crate) fn project(grammar: &Grammar, value: &Value, looked_at: &BTreeSet<Vec<usize>>) -> Term {
    let mut projection = Projection {
        grammar,
        looked_at,
        unwatchable: grammar.unwatchable(),
        holes: 0,
    };
    projection.go(value, &mut Vec::new(), false)
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
        Term::Literal { .. } => unreachable!("the mock knows ops only"),
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
