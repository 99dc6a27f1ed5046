//! The call that fails in a plan: where it stands, what its arguments are called, and what can be asked of them before it.

use super::table::Known;
use crate::confirm::receiver::{shared_borrow, within};
use crate::outcome::Fault;
use harness_gen::reading::Value;
use harness_gen::render::Bindings;
use harness_gen::{Item, Prepared};
use plans::{Grammar, OpId, Plan, Term, TypeId};

/// Questions asked of one call at most.
const MOST_QUESTIONS: usize = 12;

/// A call within a plan.
pub(super) struct Call {
    plan: Term,
    /// What it calls.
    pub op: OpId,
    /// Where it stands.
    pub way: Vec<usize>,
    /// Its arguments, with nothing open.
    pub args: Vec<Term>,
    /// What they are called.
    pub names: Vec<String>,
    /// What the crate's own methods say of its arguments.
    pub questions: Vec<Question>,
}

/// A method of the crate that tells a number or a truth about an argument of the call, perhaps given another one.
pub(super) struct Question {
    op: OpId,
    borrow: OpId,
    /// Of the argument that is asked.
    pub subject: usize,
    /// The argument that it is given.
    given: Option<usize>,
    /// How it is written.
    pub text: String,
    /// Type of the answer.
    pub answer: TypeId,
}

impl Call {
    /// The call that failed; none if it cannot be told which it is. Where one argument was given twice, each gets its own.
    pub(super) fn of(plan: &Plan, fault: &Fault, prepared: &Prepared, grammar: &Grammar) -> Option<Call> {
        let op = fault.op?;
        let plan = plan.term().decided();
        let mut ways: Vec<Vec<usize>> = Vec::new();
        let mut note = |way: &[usize], part: &Term| {
            if matches!(part, Term::Apply { op: other, .. } if *other == op) {
                ways.push(way.to_vec());
            }
        };
        note(&[], &plan);
        plan.visit_parts(&mut Vec::new(), &mut note);
        let [way] = &ways[..] else { return None };
        let Term::Apply { args, .. } = plan.part(way)? else {
            return None;
        };
        let (op, args) = apart(op, args, prepared, grammar)?;
        let names = prepared.bindings.parameters(op).to_vec();
        if names.len() != args.len() || args.is_empty() {
            return None;
        }
        let mut call = Call {
            op,
            args,
            way: way.clone(),
            names,
            questions: Vec::new(),
            plan,
        };
        call.questions = questions(&call, op, prepared, grammar);
        Some(call)
    }

    /// A number or truth of this name is what an object tells about itself.
    pub(super) fn tells(&self, name: &str) -> bool {
        self.questions.iter().any(|question| question.text == name)
    }

    /// The plan with other arguments of the call.
    pub(super) fn with(&self, args: &[Term]) -> Option<Plan> {
        let call = Term::Apply {
            op: self.op,
            args: args.to_vec(),
        };
        Plan::new(self.plan.with_part(&self.way, &call))
    }

    /// What the arguments themselves tell.
    pub(super) fn known(&self, bindings: &Bindings, args: &[Term]) -> Known {
        let mut known = Vec::new();
        for (name, arg) in self.names.iter().zip(args) {
            flatten(name, bindings.value(arg), &mut known);
        }
        known
    }

    /// The plan that asks a question about these arguments.
    pub(super) fn asked(&self, question: &Question, bindings: &Bindings, args: &[Term]) -> Option<Plan> {
        let subject = within(bindings, &args[question.subject]).clone();
        let mut asked = vec![Term::Apply {
            op: question.borrow,
            args: vec![subject],
        }];
        asked.extend(question.given.map(|given| args[given].clone()));
        Plan::new(Term::Apply {
            op: question.op,
            args: asked,
        })
    }
}

/// The op and its arguments; if two parameters share one argument, the op of the same item that has one for each.
fn apart(op: OpId, args: &[Term], prepared: &Prepared, grammar: &Grammar) -> Option<(OpId, Vec<Term>)> {
    let mut args = args.to_vec();
    let Some((first, second)) = prepared.bindings.shared(op) else {
        return Some((op, args));
    };
    args.insert(second, args.get(first)?.clone());
    let mut types = grammar.op(op)?.args.clone();
    types.insert(second, types[first]);
    let item = prepared.op_items.all.get(op.index());
    let is_it = |other: &OpId| {
        prepared.op_items.all.get(other.index()) == item
            && grammar.op(*other).is_some_and(|spec| spec.args == types)
    };
    let other = (0..grammar.op_count() as u32).map(OpId).find(is_it)?;
    Some((other, args))
}

/// Whether an op takes part in building the value.
pub(super) fn has_op(term: &Term, wanted: OpId) -> bool {
    let mut found = false;
    term.visit(&mut |part| found |= matches!(part, Term::Apply { op, .. } if *op == wanted));
    found
}

/// A value with its parts, if people have a name for these.
fn flatten(name: &str, value: Value, known: &mut Known) {
    match value {
        Value::Made {
            fields,
            is_only: true,
            ..
        } => {
            for (field, value) in fields {
                flatten(&format!("{name}.{field}"), value, known);
            }
        }
        Value::Unknown => {}
        value => known.push((name.to_owned(), value)),
    }
}

fn questions(call: &Call, failing: OpId, prepared: &Prepared, grammar: &Grammar) -> Vec<Question> {
    let bindings = &prepared.bindings;
    let types: Vec<Option<TypeId>> = call.args.iter().map(|arg| arg.result(grammar)).collect();
    let mut questions: Vec<Question> = Vec::new();
    for (subject, arg) in call.args.iter().enumerate() {
        let inner = within(bindings, arg);
        if bindings.value(arg) != Value::Unknown {
            continue;
        }
        let Some(borrow) = inner
            .result(grammar)
            .and_then(|ty| shared_borrow(bindings, grammar, ty))
        else {
            continue;
        };
        let lent = grammar.op(borrow).map(|spec| spec.result);
        for (op, spec) in (0..).map(OpId).zip(grammar.ops()) {
            let Some(spec) = spec else { continue };
            let item = prepared.op_items.item(op);
            let Some(item) = item.map(|item| &prepared.items[item]) else {
                continue;
            };
            let names = bindings.parameters(op);
            let answers =
                bindings.int_type(spec.result).is_some() || bindings.type_name(spec.result) == "bool";
            let takes_it = spec.args.first().copied() == lent && lent.is_some();
            if op == failing || !answers || !takes_it || names.first().map(String::as_str) != Some("self") {
                continue;
            }
            let method = method_name(item);
            let name = &call.names[subject];
            let mut add = |given: Option<usize>| {
                let argument = given.map_or("", |given| &call.names[given]);
                let text = format!("{name}.{method}({argument})");
                if questions.iter().all(|question| question.text != text) {
                    questions.push(Question {
                        op,
                        borrow,
                        subject,
                        given,
                        text,
                        answer: spec.result,
                    });
                }
            };
            match spec.args[1..] {
                [] => add(None),
                // Whether it has something is worth asking; what it says of a number is seldom simpler than the number.
                [other] if bindings.int_type(spec.result).is_none() => {
                    let fitting = (0..types.len()).filter(|at| *at != subject && types[*at] == Some(other));
                    fitting.for_each(|at| add(Some(at)));
                }
                _ => {}
            }
        }
    }
    // Those without arguments say more, and everybody knows what a length is.
    let is_usual =
        |question: &Question| question.text.ends_with(".len()") || question.text.ends_with(".is_empty()");
    questions.sort_by_key(|question| (question.given.is_some(), !is_usual(question)));
    questions.truncate(MOST_QUESTIONS);
    questions
}

fn method_name(item: &Item) -> &str {
    item.path.rsplit("::").next().unwrap_or(&item.path)
}
