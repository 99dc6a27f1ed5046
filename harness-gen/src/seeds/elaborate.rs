//! From expressions of examples to terms: names are looked up among the ops, and what a parameter wants decides which of several is
//! meant. Where nothing fits, the cheapest value of the type stands in, in a few places of a plan.

use super::examples::{Scope, called, last_names, listed, variable};
use crate::api::CallForm;
use crate::api::ty::Ty;
use crate::call::{Call, Gives, ItemCall, LearnedKind, Takes, VectorStep};
use crate::support::literals::{learned_kind, number_size};
use crate::support_set::{OpDef, SupportSet};
use plans::{Grammar, OpId, Plan, Term, TypeId};
use std::cell::Cell;
use std::collections::BTreeMap;
use syn::{Expr, ExprCall, ExprMethodCall, Lit, UnOp};

/// Ops between what an expression gives and what is wanted: a reference of what is in a result that was taken apart.
const MOST_BETWEEN: usize = 3;
/// Values that stand in for something else, in one plan.
const MOST_GUESSES: u32 = 2;
/// Instances of an item that one call makes plans of.
const MOST_INSTANCES: usize = 2;
/// Expressions that are looked at for one plan.
const FUEL: u32 = 3_000;
/// Ops in one plan.
const LARGEST: usize = 120;

/// Methods that change nothing about which value is meant.
const TRANSPARENT: [&str; 22] = [
    "unwrap",
    "expect",
    "clone",
    "into",
    "to_string",
    "to_owned",
    "to_vec",
    "as_ref",
    "as_mut",
    "as_str",
    "as_slice",
    "as_bytes",
    "as_mut_slice",
    "iter",
    "into_iter",
    "by_ref",
    "borrow",
    "borrow_mut",
    "cloned",
    "copied",
    "ok",
    "unwrap_or_default",
];

/// Looks ops up for expressions.
pub(super) struct Elaborator<'a> {
    set: &'a SupportSet,
    grammar: &'a Grammar,
    /// Calls by the last name of what they call.
    by_name: BTreeMap<&'a str, Vec<OpId>>,
    /// Ops of one argument that run nothing of the crate, by what they give.
    links: BTreeMap<TypeId, Vec<(OpId, TypeId)>>,
    /// By what they give.
    literals: BTreeMap<TypeId, Vec<(OpId, Expr)>>,
    pushes: BTreeMap<TypeId, OpId>,
    empties: BTreeMap<TypeId, OpId>,
    tuples: BTreeMap<TypeId, Vec<OpId>>,
    fuel: Cell<u32>,
    guesses: Cell<u32>,
}

/// A type that an expression may have where another one is wanted.
#[derive(Clone, Copy)]
struct Open {
    ty: TypeId,
    /// The op that is put around it, and the index of what that gives.
    outer: Option<(OpId, usize)>,
    /// Ops between it and what is wanted.
    between: usize,
}

impl<'a> Elaborator<'a> {
    pub(super) fn new(set: &'a SupportSet, grammar: &'a Grammar) -> Elaborator<'a> {
        let mut elaborator = Elaborator {
            set,
            grammar,
            by_name: BTreeMap::new(),
            links: BTreeMap::new(),
            literals: BTreeMap::new(),
            pushes: BTreeMap::new(),
            empties: BTreeMap::new(),
            tuples: BTreeMap::new(),
            fuel: Cell::new(0),
            guesses: Cell::new(0),
        };
        for (id, def) in (0..).map(OpId).zip(&set.ops) {
            elaborator.add(id, def);
        }
        elaborator
    }

    fn add(&mut self, id: OpId, def: &'a OpDef) {
        let Some(spec) = self.grammar.op(id) else { return };
        let result = spec.result;
        match (&def.call, &spec.args[..]) {
            (Call::Item(call), _) => {
                let names = self.by_name.entry(name_of(call)).or_default();
                names.push(id);
            }
            (Call::Literal(text), _) => {
                let known = syn::parse_str(text).ok().map(|expr| (id, expr));
                self.literals.entry(result).or_default().extend(known);
            }
            (Call::Tuple | Call::Array, _) => self.tuples.entry(result).or_default().push(id),
            (Call::Support(call), args) => match (call.kind.vector, args) {
                (Some(VectorStep::Empty), _) => drop(self.empties.insert(result, id)),
                (Some(VectorStep::Push), _) => drop(self.pushes.insert(result, id)),
                (None, [from]) => self.links.entry(result).or_default().push((id, *from)),
                (None, _) => {}
            },
            (Call::Borrow { .. } | Call::Box | Call::Lazy | Call::Part(_) | Call::Object, [from]) => {
                self.links.entry(result).or_default().push((id, *from));
            }
            _ => {}
        }
    }

    /// The plans of a call for the roots that it may mean, those with the fewest guesses.
    pub(super) fn roots(&self, call: &Expr, scope: Scope<'_, '_>) -> Vec<Plan> {
        let Some((name, of, args)) = call_of(call) else {
            return Vec::new();
        };
        let mut plans: Vec<(u32, Plan)> = Vec::new();
        for &op in self.named(&name) {
            if !self.set.ops[op.0 as usize].is_root {
                continue;
            }
            self.fuel.set(FUEL);
            self.guesses.set(0);
            let term = self.apply(op, of.as_deref(), &args, scope);
            if let Some(plan) = term.filter(|term| size(term) <= LARGEST).and_then(Plan::new) {
                plans.push((self.guesses.get(), plan));
            }
        }
        plans.sort_by_key(|(guesses, _)| *guesses);
        plans
            .into_iter()
            .take(MOST_INSTANCES)
            .map(|(_, plan)| plan)
            .collect()
    }

    fn named(&self, name: &str) -> &[OpId] {
        self.by_name.get(name).map_or(&[], Vec::as_slice)
    }

    /// An op with these arguments, if their number and what it is called on fit.
    fn apply(&self, op: OpId, of: Option<&str>, args: &[&Expr], scope: Scope<'_, '_>) -> Option<Term> {
        let Call::Item(call) = &self.set.ops[op.0 as usize].call else {
            return None;
        };
        let inputs = &self.grammar.op(op)?.args;
        let is_of =
            |name: &str| name == "Self" || name.starts_with(char::is_lowercase) || owner(call).contains(name);
        if inputs.len() != args.len() || !of.is_none_or(is_of) {
            return None;
        }
        let args = args.iter().zip(inputs);
        let args: Option<Vec<Term>> = args.map(|(arg, want)| self.argument(arg, *want, scope)).collect();
        Some(Term::Apply { op, args: args? })
    }

    /// The value of an expression, or another one of the type.
    fn argument(&self, expr: &Expr, want: TypeId, scope: Scope<'_, '_>) -> Option<Term> {
        if let Some(term) = self.value(expr, want, scope) {
            return Some(term);
        }
        self.guesses.set(self.guesses.get() + 1);
        (self.guesses.get() <= MOST_GUESSES).then(|| self.cheapest(want))?
    }

    /// A value of the type that costs the least.
    fn cheapest(&self, ty: TypeId) -> Option<Term> {
        let least = self.grammar.min_steps(ty)?;
        let steps = |op: &OpId| {
            let spec = self.grammar.op(*op)?;
            let parts = spec.args.iter().map(|arg| self.grammar.min_steps(*arg));
            Some(spec.steps + parts.sum::<Option<u32>>()?)
        };
        let alternatives = self.grammar.alternatives(ty).iter();
        let op = *alternatives
            .filter(|op| !self.grammar.is_learned(**op))
            .find(|op| steps(op) == Some(least))?;
        let args = self.grammar.op(op)?.args.iter().map(|arg| self.cheapest(*arg));
        Some(Term::Apply {
            op,
            args: args.collect::<Option<_>>()?,
        })
    }

    /// What an expression stands for, as a value of the type, with what lies between put around it.
    fn value(&self, expr: &Expr, want: TypeId, scope: Scope<'_, '_>) -> Option<Term> {
        let mut open = vec![Open {
            ty: want,
            outer: None,
            between: 0,
        }];
        let mut at = 0;
        while let Some(&Open { ty, outer, between }) = open.get(at) {
            if let Some(mut term) = self.exactly(expr, ty, scope) {
                let mut outer = outer;
                while let Some((op, around)) = outer {
                    let args = vec![term];
                    term = Term::Apply { op, args };
                    outer = open[around].outer;
                }
                return Some(term);
            }
            if between < MOST_BETWEEN {
                for (op, from) in self.links.get(&ty).into_iter().flatten() {
                    if open.iter().all(|known| known.ty != *from) {
                        open.push(Open {
                            ty: *from,
                            outer: Some((*op, at)),
                            between: between + 1,
                        });
                    }
                }
            }
            at += 1;
        }
        None
    }

    /// The same without anything between.
    fn exactly(&self, expr: &Expr, want: TypeId, scope: Scope<'_, '_>) -> Option<Term> {
        self.fuel.set(self.fuel.get().checked_sub(1)?);
        match expr {
            Expr::Paren(inner) => self.exactly(&inner.expr, want, scope),
            Expr::Group(inner) => self.exactly(&inner.expr, want, scope),
            Expr::Reference(inner) => self.exactly(&inner.expr, want, scope),
            Expr::Try(inner) => self.exactly(&inner.expr, want, scope),
            Expr::Cast(inner) => self.exactly(&inner.expr, want, scope),
            Expr::Unary(inner) if matches!(inner.op, UnOp::Deref(_)) => {
                self.exactly(&inner.expr, want, scope)
            }
            Expr::Unary(inner) if matches!(inner.op, UnOp::Neg(_)) => match &*inner.expr {
                Expr::Lit(literal) => self.literal(&literal.lit, true, want),
                _ => self.called(expr, want, scope),
            },
            Expr::Lit(literal) => self.literal(&literal.lit, false, want),
            Expr::Array(array) => self.list(&array.elems.iter().collect::<Vec<_>>(), want, scope),
            Expr::Macro(invocation) if invocation.mac.path.is_ident("vec") && self.has_elements(want) => {
                let elements = listed(invocation.mac.tokens.clone())?;
                self.list(&elements.iter().collect::<Vec<_>>(), want, scope)
            }
            Expr::Tuple(tuple) => self.fields(&tuple.elems.iter().collect::<Vec<_>>(), want, scope),
            Expr::Path(_) => {
                let bound = variable(expr).and_then(|name| Some((scope.get(&name)?, name)));
                match bound {
                    Some((bound, name)) => {
                        let hidden = scope.hiding(&name);
                        let before = scope.before(&hidden);
                        let first = self.exactly(bound.value, want, before)?;
                        let calls = bound.calls.iter();
                        Some(calls.fold(first, |state, call| self.changed(state, call, want, before)))
                    }
                    None => self.called(expr, want, scope),
                }
            }
            _ => self.called(expr, want, scope),
        }
    }

    /// The value after a method that changes it. One that does not, or that is not understood, leaves it as it was.
    fn changed(&self, state: Term, call: &ExprMethodCall, ty: TypeId, scope: Scope<'_, '_>) -> Term {
        let change = |op: &OpId| {
            let Call::Item(item) = &self.set.ops[op.0 as usize].call else {
                return None;
            };
            let spec = self.grammar.op(*op)?;
            let fits =
                item.takes == Takes::State && spec.result == ty && spec.args.len() == call.args.len() + 1;
            if !fits || spec.args.first() != Some(&ty) {
                return None;
            }
            let args = call.args.iter().zip(&spec.args[1..]);
            let args = args.map(|(arg, want)| self.argument(arg, *want, scope));
            args.collect::<Option<Vec<Term>>>().map(|args| (*op, args))
        };
        match self.named(&call.method.to_string()).iter().find_map(change) {
            Some((op, args)) => Term::Apply {
                op,
                args: std::iter::once(state).chain(args).collect(),
            },
            None => state,
        }
    }

    /// A call of the crate that gives the type; where a method only passes its value on, that value.
    fn called(&self, expr: &Expr, want: TypeId, scope: Scope<'_, '_>) -> Option<Term> {
        let (name, of, args) = call_of(expr)?;
        let gives = |op: &&OpId| {
            let def = &self.set.ops[op.0 as usize];
            let is_state = matches!(&def.call, Call::Item(call) if call.takes == Takes::State || call.gives == Gives::Nothing);
            def.builds && !is_state && self.grammar.op(**op).is_some_and(|spec| spec.result == want)
        };
        for op in self.named(&name).iter().filter(gives) {
            let guesses = self.guesses.get();
            if let Some(term) = self.apply(*op, of.as_deref(), &args, scope) {
                return Some(term);
            }
            self.guesses.set(guesses);
        }
        match expr {
            Expr::MethodCall(call) if TRANSPARENT.contains(&name.as_str()) => {
                self.exactly(&call.receiver, want, scope)
            }
            Expr::Call(ExprCall { args, .. })
                if matches!(name.as_str(), "from" | "Some" | "Ok" | "new") && args.len() == 1 =>
            {
                self.exactly(args.first()?, want, scope)
            }
            _ => None,
        }
    }

    fn has_elements(&self, ty: TypeId) -> bool {
        self.pushes.contains_key(&ty) || self.tuples.contains_key(&ty)
    }

    /// The elements of an array or a vector.
    fn list(&self, elements: &[&Expr], want: TypeId, scope: Scope<'_, '_>) -> Option<Term> {
        if let Some(term) = self.fields(elements, want, scope) {
            return Some(term);
        }
        let push = *self.pushes.get(&want)?;
        let of = *self.grammar.op(push)?.args.get(1)?;
        let empty = Term::Apply {
            op: *self.empties.get(&want)?,
            args: Vec::new(),
        };
        elements.iter().try_fold(empty, |vector, element| {
            let element = self.value(element, of, scope)?;
            Some(Term::Apply {
                op: push,
                args: vec![vector, element],
            })
        })
    }

    /// The parts of a tuple or an array.
    fn fields(&self, elements: &[&Expr], want: TypeId, scope: Scope<'_, '_>) -> Option<Term> {
        let ops = self.tuples.get(&want)?;
        let op = *ops.iter().find(|op| {
            self.grammar
                .op(**op)
                .is_some_and(|spec| spec.args.len() == elements.len())
        })?;
        let wants = &self.grammar.op(op)?.args;
        let args = elements
            .iter()
            .zip(wants)
            .map(|(element, want)| self.value(element, *want, scope));
        Some(Term::Apply {
            op,
            args: args.collect::<Option<_>>()?,
        })
    }

    /// A literal of the type.
    fn literal(&self, literal: &Lit, is_negative: bool, want: TypeId) -> Option<Term> {
        let mut of_grammar = self.literals.get(&want).into_iter().flatten();
        if let Some((op, _)) = of_grammar.find(|(_, known)| is_same(known, literal, is_negative)) {
            let args = Vec::new();
            return Some(Term::Apply { op: *op, args });
        }
        self.grammar.learned_of(want).first()?;
        let ty = &self.set.types.get(want.0 as usize)?.ty;
        let value = match (learned_kind(ty)?, literal) {
            (LearnedKind::Str, Lit::Str(text)) => text.value().into_bytes(),
            (LearnedKind::Bytes, Lit::ByteStr(bytes)) => bytes.value(),
            (LearnedKind::Bytes, Lit::Str(text)) => text.value().into_bytes(),
            (LearnedKind::Char, Lit::Char(character)) => u32::from(character.value()).to_le_bytes().to_vec(),
            (LearnedKind::Number { .. }, Lit::Int(number)) => {
                let number = signed(number.base10_parse().ok()?, is_negative);
                bytes_of_number(number, ty)?
            }
            (LearnedKind::Number { .. }, Lit::Byte(byte)) => bytes_of_number(byte.value().into(), ty)?,
            _ => return None,
        };
        Some(Term::Literal { ty: want, value })
    }
}

/// The last name of what is called.
fn name_of(call: &ItemCall) -> &str {
    match &call.form {
        CallForm::Constructor {
            variant: Some(variant),
            ..
        } => variant,
        form => form.name().rsplit("::").next().unwrap_or_default(),
    }
}

/// The type or module that what is called belongs to, as text.
fn owner(call: &ItemCall) -> String {
    match &call.form {
        CallForm::Function { path } | CallForm::Macro { path, .. } => path.clone(),
        CallForm::Constructor { type_path, .. } => type_path.clone(),
        CallForm::Inherent { self_type, .. } | CallForm::TraitMethod { self_type, .. } => {
            format!("{self_type:?}")
        }
        CallForm::Value { self_type, name, .. } => match self_type {
            Some(self_type) => format!("{self_type:?}"),
            None => name.clone(),
        },
        CallForm::Format { .. } | CallForm::Drained => String::new(),
    }
}

/// The name of what an expression calls, what that belongs to, and the arguments.
fn call_of(expr: &Expr) -> Option<(String, Option<String>, Vec<&Expr>)> {
    match expr {
        Expr::Call(call) => {
            let (name, of) = called(call)?;
            Some((name, of, call.args.iter().collect()))
        }
        Expr::MethodCall(call) => {
            let args = std::iter::once(&*call.receiver).chain(&call.args);
            Some((call.method.to_string(), None, args.collect()))
        }
        Expr::Path(path) => {
            let (name, of) = last_names(&path.path);
            Some((name, of, Vec::new()))
        }
        Expr::Struct(literal) => {
            let (name, of) = last_names(&literal.path);
            Some((name, of, literal.fields.iter().map(|field| &field.expr).collect()))
        }
        Expr::Index(index) => Some(("index".to_owned(), None, vec![&*index.expr, &*index.index])),
        Expr::Unary(unary) => {
            let name = match unary.op {
                UnOp::Neg(_) => "neg",
                UnOp::Not(_) => "not",
                _ => return None,
            };
            Some((name.to_owned(), None, vec![&*unary.expr]))
        }
        Expr::Binary(binary) => {
            let name = operator(&binary.op)?;
            Some((name.to_owned(), None, vec![&*binary.left, &*binary.right]))
        }
        _ => None,
    }
}

/// The method of an operator.
fn operator(operator: &syn::BinOp) -> Option<&'static str> {
    Some(match operator {
        syn::BinOp::Add(_) => "add",
        syn::BinOp::Sub(_) => "sub",
        syn::BinOp::Mul(_) => "mul",
        syn::BinOp::Div(_) => "div",
        syn::BinOp::Rem(_) => "rem",
        syn::BinOp::BitAnd(_) => "bitand",
        syn::BinOp::BitOr(_) => "bitor",
        syn::BinOp::BitXor(_) => "bitxor",
        syn::BinOp::Shl(_) => "shl",
        syn::BinOp::Shr(_) => "shr",
        syn::BinOp::Eq(_) | syn::BinOp::Ne(_) => "eq",
        _ => return None,
    })
}

/// Whether a literal of the grammar, as arms have it, has the value of one of an example.
fn is_same(known: &Expr, literal: &Lit, is_negative: bool) -> bool {
    match known {
        Expr::MethodCall(call) => is_same(&call.receiver, literal, is_negative),
        Expr::Unary(unary) if matches!(unary.op, UnOp::Neg(_)) => {
            is_negative && is_same(&unary.expr, literal, false)
        }
        Expr::Lit(known) => match (&known.lit, literal) {
            (Lit::Int(one), Lit::Int(other)) => !is_negative && one.base10_digits() == other.base10_digits(),
            (Lit::Float(one), Lit::Float(other)) => {
                !is_negative && one.base10_parse::<f64>().ok() == other.base10_parse().ok()
            }
            (Lit::Bool(one), Lit::Bool(other)) => one.value == other.value,
            (Lit::Str(one), Lit::Str(other)) => one.value() == other.value(),
            (Lit::ByteStr(one), Lit::ByteStr(other)) => one.value() == other.value(),
            (Lit::Char(one), Lit::Char(other)) => one.value() == other.value(),
            _ => false,
        },
        _ => false,
    }
}

/// The bytes of a number, if the type has so many.
fn bytes_of_number(number: i128, ty: &Ty) -> Option<Vec<u8>> {
    let size = usize::from(number_size(ty)?);
    let rest = number.checked_shr(8 * size as u32 - 1).unwrap_or(0);
    matches!(rest, -1..=1).then(|| number.to_le_bytes()[..size].to_vec())
}

fn signed(number: i128, is_negative: bool) -> i128 {
    match is_negative {
        true => -number,
        false => number,
    }
}

/// Ops of a term.
fn size(term: &Term) -> usize {
    match term {
        Term::Apply { args, .. } => 1 + args.iter().map(size).sum::<usize>(),
        Term::Literal { .. } | Term::Hole { .. } => 1,
    }
}
