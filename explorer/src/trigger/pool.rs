//! Values to call with instead: those near the ones that fail, small, extreme and odd ones of every type, and states that a few
//! calls of the crate lead to. None of these is left to chance; others are drawn where that is asked for.

use super::call::has_op;
use super::chance::Chance;
use super::literals::{
    CHARS, LENGTHS, SMALL_NUMBERS, TEXTS, chars, drawn_char, ints, list_of_length, lists, of_length, texts,
    utf16_texts,
};
use super::table::number_in;
use crate::confirm::receiver::within;
use crate::tuning::{LEVELS_OF_STATES, STATES_OF_A_LEVEL, VALUES_OF_AN_ARGUMENT};
use harness_gen::reading::{IntType, Value};
use harness_gen::render::Bindings;
use plans::{Grammar, OpId, Term, TypeId};
use std::collections::BTreeSet;

/// Where values are made.
pub(super) struct Pool<'a> {
    pub bindings: &'a Bindings,
    pub grammar: &'a Grammar,
    /// The op that fails: it builds nothing, or nobody could tell which of its calls failed.
    pub failing: OpId,
}

/// Nesting of values beyond which they are the cheapest ones.
const MOST_NESTING: u32 = 3;
/// Ops of one type that are tried.
const MOST_OPS: usize = 24;
/// Values of other variants that are tried in the place of one.
const OTHER_VARIANTS: usize = 4;
/// Longest text or list of which others are made by changes.
const LONGEST_VARIED: usize = 256;

impl Pool<'_> {
    /// Other values for an argument, the one that fails first. If it is known what the value of that one is, so it is of all.
    pub(super) fn others(&self, arg: &Term) -> Vec<Term> {
        let mut all = vec![arg.clone()];
        let Some(ty) = arg.result(self.grammar) else {
            return all;
        };
        all.extend(self.with_other_leaves(arg));
        all.extend(self.of_type(ty, VALUES_OF_AN_ARGUMENT, 0, Some(arg)));
        let mut seen = BTreeSet::new();
        all.retain(|term| self.fits(arg, term) && seen.insert(term.clone()));
        all
    }

    /// Whether a value can stand for an argument: as much is known of it, and what lends it can be asked the same.
    pub(super) fn fits(&self, arg: &Term, other: &Term) -> bool {
        let is_known = |term: &Term| self.bindings.value(term) != Value::Unknown;
        // What is lent by a call cannot be asked anything.
        let owner = |term: &Term| within(self.bindings, term).result(self.grammar);
        let is_like_it = is_known(other) == is_known(arg) && (is_known(arg) || owner(other) == owner(arg));
        is_like_it && !has_op(other, self.failing)
    }

    /// The value with one literal exchanged.
    fn with_other_leaves(&self, arg: &Term) -> Vec<Term> {
        let mut leaves: Vec<(Vec<usize>, Value, TypeId)> = Vec::new();
        let mut note = |way: &[usize], part: &Term| {
            let value = self.bindings.value(part);
            let is_leaf = !matches!(part, Term::Apply { args, .. } if !args.is_empty());
            if let (true, Some(ty)) = (is_leaf, part.result(self.grammar))
                && value != Value::Unknown
            {
                leaves.push((way.to_vec(), value, ty));
            }
        };
        note(&[], arg);
        arg.visit_parts(&mut Vec::new(), &mut note);
        let is_alone = leaves.len() == 1;
        let mut all = Vec::new();
        for (way, value, ty) in leaves {
            let others = self.near(ty, &value);
            let most = if is_alone { usize::MAX } else { 16 };
            all.extend(
                others
                    .into_iter()
                    .take(most)
                    .map(|other| arg.with_part(&way, &other)),
            );
        }
        all
    }

    /// Literals of a type, those near the given one first.
    fn near(&self, ty: TypeId, value: &Value) -> Vec<Term> {
        let values: Vec<Value> = match value {
            Value::Int(value, int) => ints(*int, &[*value])
                .into_iter()
                .map(|value| Value::Int(value, *int))
                .collect(),
            // Each of them would be as long, and there is one for each part.
            Value::Text(text) if text.len() > LONGEST_VARIED => return self.literals(ty),
            Value::List(list) if list.len() > LONGEST_VARIED => return self.literals(ty),
            Value::Char(_) => chars().map(Value::Char).collect(),
            Value::Text(text) => texts(text).into_iter().map(Value::Text).collect(),
            Value::List(list) => lists(list),
            Value::Made { .. } => {
                // A variant is next to those with something in them, too, one place at a time.
                let mut all = self.of_type(ty, OTHER_VARIANTS, 1, None);
                all.extend(self.literals(ty));
                return all;
            }
            _ => return self.literals(ty),
        };
        let terms = values.iter().filter_map(|value| self.term(ty, value));
        terms.collect()
    }

    /// A literal: one of the grammar where there is one.
    pub(super) fn term(&self, ty: TypeId, value: &Value) -> Option<Term> {
        let known = self.literals(ty);
        let found = known.into_iter().find(|term| self.bindings.value(term) == *value);
        found.or_else(|| self.bindings.term_of(ty, value))
    }

    fn literals(&self, ty: TypeId) -> Vec<Term> {
        let ops = self.grammar.alternatives(ty).iter();
        let is_constant = |op: &&OpId| {
            let spec = self.grammar.op(**op);
            spec.is_some_and(|spec| spec.args.is_empty()) && !self.grammar.is_learned(**op)
        };
        let terms = ops.filter(is_constant).map(|op| apply(*op, Vec::new()));
        terms.collect()
    }

    fn of_type(&self, ty: TypeId, most: usize, nesting: u32, given: Option<&Term>) -> Vec<Term> {
        if let Some(example) = self.literals(ty).first()
            && let Some(_) = self.bindings.term_of(ty, &self.bindings.value(example))
        {
            return match self.bindings.value(example) {
                // Large numbers within a value make large values.
                Value::Int(_, int) if nesting > 0 => {
                    let terms = SMALL_NUMBERS
                        .into_iter()
                        .filter_map(|value| self.term(ty, &Value::Int(value, int)));
                    terms.take(most).collect()
                }
                // Of few texts and characters each has to say something else.
                Value::Text(_) if nesting > 0 => {
                    let terms = TEXTS
                        .iter()
                        .filter_map(|text| self.term(ty, &Value::Text((*text).to_owned())));
                    terms.take(most).collect()
                }
                Value::Char(_) if nesting > 0 => {
                    let terms = CHARS.iter().filter_map(|c| self.term(ty, &Value::Char(*c)));
                    terms.take(most).collect()
                }
                value => spread(self.near(ty, &value), most),
            };
        }
        if let Some(lists) = self.lists_of(ty, most, nesting) {
            return lists;
        }
        let ops: Vec<OpId> = (self.grammar.alternatives(ty).iter().copied())
            .filter(|op| !self.grammar.is_learned(*op))
            .take(MOST_OPS)
            .collect();
        if nesting >= MOST_NESTING {
            return self.cheapest(ty).into_iter().collect();
        }
        let takes_itself = |op: &OpId| self.grammar.op(*op).is_some_and(|spec| spec.args.contains(&ty));
        let (steps, begins): (Vec<OpId>, Vec<OpId>) = ops.into_iter().partition(takes_itself);
        let each = most.div_ceil(begins.len().max(1)).max(4);
        let mut all: Vec<Term> = Vec::new();
        for op in &begins {
            all.extend(self.of_op(*op, each, nesting, None));
        }
        if steps.is_empty() || nesting > 1 {
            return spread(all, most);
        }
        // States that one or several calls lead to, those of the failing value among them.
        let given = given.map(|given| within(self.bindings, given).clone());
        let mut level: Vec<Term> = given
            .into_iter()
            .filter(|term| term.result(self.grammar) == Some(ty))
            .collect();
        level.extend(spread(all.clone(), STATES_OF_A_LEVEL));
        for _ in 0..LEVELS_OF_STATES {
            let mut next = Vec::new();
            for (at, op) in steps.iter().enumerate() {
                let most = STATES_OF_A_LEVEL.div_ceil(steps.len()).max(3);
                for turn in 0..most {
                    let state = &level[(at + turn * level.len() / most) % level.len()];
                    let made = self.of_op(*op, 6, nesting + 1, Some((ty, state)));
                    next.extend(made.get(turn % made.len().max(1)).cloned());
                }
            }
            if next.is_empty() {
                break;
            }
            all.extend(next.iter().cloned());
            level = next;
        }
        spread(all, most)
    }

    /// Values that an op makes, each argument at different ones; `state` stands for arguments of its type.
    fn of_op(&self, op: OpId, most: usize, nesting: u32, state: Option<(TypeId, &Term)>) -> Vec<Term> {
        let Some(spec) = self.grammar.op(op) else {
            return Vec::new();
        };
        let wanted = if spec.args.len() == 1 { most } else { most.min(12) };
        let args: Vec<Vec<Term>> = (spec.args.iter())
            .map(|arg| match state {
                Some((ty, state)) if ty == *arg => vec![state.clone()],
                _ => self.of_type(*arg, wanted, nesting + u32::from(spec.steps > 0), None),
            })
            .collect();
        if args.iter().any(Vec::is_empty) {
            return Vec::new();
        }
        let pick = |choice: &dyn Fn(usize) -> usize| {
            let args = args.iter().enumerate();
            apply(
                op,
                args.map(|(at, values)| values[choice(at) % values.len()].clone())
                    .collect(),
            )
        };
        let mut made: Vec<Term> = Vec::new();
        for turn in 0..most {
            let term = match turn % 2 {
                0 => pick(&|_| turn / 2),
                _ => pick(&|at| (turn * (at + 1) * 7 + at * 3) / 2),
            };
            if !made.contains(&term) {
                made.push(term);
            }
        }
        made
    }

    /// Lists of different lengths, if the type is made by adding elements.
    fn lists_of(&self, ty: TypeId, most: usize, nesting: u32) -> Option<Vec<Term>> {
        let ops = self.grammar.alternatives(ty);
        let step = |is_empty: bool| {
            ops.iter()
                .copied()
                .find(|op| self.bindings.list_step(*op) == Some(is_empty))
        };
        let (empty, push) = (step(true)?, step(false)?);
        let element = *self.grammar.op(push)?.args.get(1)?;
        let elements = self.of_type(element, 12, nesting + 1, None);
        if elements.is_empty() {
            return Some(vec![apply(empty, Vec::new())]);
        }
        let list = |length: usize, pick: &dyn Fn(usize) -> usize| {
            (0..length).fold(apply(empty, Vec::new()), |list, at| {
                apply(push, vec![list, elements[pick(at) % elements.len()].clone()])
            })
        };
        let mut all = Vec::new();
        let lengths = if nesting == 0 { &LENGTHS[..] } else { &LENGTHS[..4] };
        for &length in lengths {
            all.push(list(length, &|_| 0));
            if length > 0 {
                all.push(list(length, &|at| at));
                all.push(list(length, &|at| length - at));
                all.push(list(length, &|at| at * at + length));
            }
        }
        let utf16 = self.utf16_of(element);
        let of_units = |units: &Vec<Term>| {
            let push_unit = |list, unit: &Term| apply(push, vec![list, unit.clone()]);
            units.iter().fold(apply(empty, Vec::new()), push_unit)
        };
        // Behind the first of them, so that few are enough to have some.
        let rest = all.split_off(all.len().min(LENGTHS.len()));
        all.extend(utf16.iter().map(of_units));
        all.extend(rest);
        Some(spread(all, most))
    }

    /// What lists of such numbers mostly hold, where they are of sixteen bits: texts, of which some characters take two of them, and
    /// halves of such characters.
    fn utf16_of(&self, element: TypeId) -> Vec<Vec<Term>> {
        let unit = self.bindings.int_type(element);
        let Some(unit) = unit.filter(|unit| unit.bits == u16::BITS && !unit.signed) else {
            return Vec::new();
        };
        let term = |number: &u16| self.term(element, &Value::Int(i128::from(*number), unit));
        let texts = utf16_texts();
        let terms = texts.iter().map(|text| text.iter().map(term).collect());
        terms.collect::<Option<_>>().unwrap_or_default()
    }

    /// As few calls as can be.
    fn cheapest(&self, ty: TypeId) -> Option<Term> {
        self.grammar.min_steps(ty)?;
        let op = *self.grammar.alternatives(ty).first()?;
        let args = &self.grammar.op(op)?.args;
        let args = args
            .iter()
            .map(|arg| self.cheapest(*arg))
            .collect::<Option<_>>()?;
        Some(apply(op, args))
    }

    /// The argument with another number in it: of its value, of its length, or of the part of that name.
    pub(super) fn with_number(&self, arg: &Term, fields: &[&str], number: i128) -> Option<Term> {
        let mut way = Vec::new();
        let mut at = arg;
        let mut fields = fields.iter();
        loop {
            while let Term::Apply { op, args } = at
                && self.bindings.is_same(*op)
            {
                way.push(0);
                at = &args[0];
            }
            let Some(field) = fields.next() else { break };
            let (Value::Made { fields: known, .. }, Term::Apply { args, .. }) = (self.bindings.value(at), at)
            else {
                return None;
            };
            let index = known.iter().position(|(name, _)| name == field)?;
            way.push(index);
            at = args.get(index)?;
        }
        let ty = at.result(self.grammar)?;
        let length = usize::try_from(number).ok().filter(|length| *length <= 4096);
        let other = match self.bindings.value(at) {
            Value::Int(_, int) => self.term(ty, &Value::Int(number, int))?,
            Value::Char(_) => {
                let code = u32::try_from(number).ok().and_then(char::from_u32)?;
                self.term(ty, &Value::Char(code))?
            }
            Value::Text(text) => self.term(ty, &Value::Text(of_length(&text, length?)?))?,
            Value::List(list) => match self
                .bindings
                .term_of(ty, &Value::List(list_of_length(&list, length?)))
            {
                Some(term) => term,
                None => self.list_of_length(at, length.filter(|length| *length <= 64)?)?,
            },
            _ => return None,
        };
        Some(arg.with_part(&way, &other))
    }

    /// The object after another call that changes it.
    pub(super) fn grown(&self, arg: &Term, chance: &mut Chance) -> Option<Term> {
        let (way, state) = object_in(self, arg);
        let ty = state.result(self.grammar)?;
        let takes_itself = |op: &OpId| {
            let spec = self.grammar.op(*op);
            *op != self.failing && spec.is_some_and(|spec| spec.args.contains(&ty))
        };
        let steps = self.grammar.alternatives(ty).iter().copied();
        let steps: Vec<OpId> = steps.filter(takes_itself).take(MOST_OPS).collect();
        let op = *steps.get(chance.below(steps.len()))?;
        let grown = self.of_op(op, 6, 2, Some((ty, state)));
        Some(arg.with_part(&way, grown.get(chance.below(grown.len()))?))
    }

    /// Another literal of the type of this one, of any size.
    pub(super) fn drawn_literal(&self, literal: &Term, chance: &mut Chance) -> Option<Term> {
        let ty = literal.result(self.grammar)?;
        let value = match self.bindings.value(literal) {
            Value::Int(_, int) => {
                let bits = chance.below(int.bits as usize) as u32 + 1;
                let small = i128::from(chance.number() >> (64 - bits.min(64)));
                let value = if int.signed && chance.below(2) == 0 {
                    -small
                } else {
                    small
                };
                Value::Int(value.clamp(int.min(), int.max()), int)
            }
            Value::Char(_) => Value::Char(drawn_char(chance)),
            Value::Text(text) => {
                let mut chars: Vec<char> = text.chars().collect();
                for _ in 0..=chance.below(4) {
                    let at = chance.below(chars.len() + 1);
                    match chance.below(3) {
                        0 if !chars.is_empty() => _ = chars.remove(at.min(chars.len() - 1)),
                        _ => chars.insert(at, drawn_char(chance)),
                    }
                }
                Value::Text(chars.into_iter().collect())
            }
            Value::List(_) => {
                let byte = IntType::BYTE;
                let length = chance.below(40);
                let bytes = (0..length).map(|_| Value::Int(chance.below(256) as i128, byte));
                Value::List(bytes.collect())
            }
            _ => {
                let all = self.literals(ty);
                return Some(all.get(chance.below(all.len()))?.clone());
            }
        };
        self.bindings.term_of(ty, &value)
    }

    /// The argument with a small number, or few elements or characters, instead of one of those that it has.
    pub(super) fn small(&self, arg: &Term, chance: &mut Chance) -> Option<Term> {
        const LARGEST: usize = 4;
        let mut parts: Vec<(Vec<usize>, &Term)> = vec![(Vec::new(), arg)];
        arg.visit_parts(&mut Vec::new(), &mut |way, part| parts.push((way.to_vec(), part)));
        parts.retain(|(_, part)| number_in(&self.bindings.value(part)).is_some());
        let (way, part) = parts.get(chance.below(parts.len()))?;
        let other = self.with_number(part, &[], chance.below(LARGEST + 1) as i128)?;
        Some(arg.with_part(way, &other))
    }

    fn list_of_length(&self, list: &Term, length: usize) -> Option<Term> {
        let mut elements = Vec::new();
        let mut rest = list;
        while let Term::Apply { op, args } = rest
            && self.bindings.list_step(*op) == Some(false)
        {
            elements.push(args[1].clone());
            rest = &args[0];
        }
        elements.reverse();
        let push = self
            .grammar
            .alternatives(list.result(self.grammar)?)
            .iter()
            .copied();
        let push = push
            .into_iter()
            .find(|op| self.bindings.list_step(*op) == Some(false))?;
        let element = *self.grammar.op(push)?.args.get(1)?;
        let filler = match elements.last() {
            Some(last) => last.clone(),
            None => self.of_type(element, 1, 1, None).first()?.clone(),
        };
        elements.resize(length, filler);
        let grown = elements
            .into_iter()
            .fold(rest.clone(), |list, element| apply(push, vec![list, element]));
        Some(grown)
    }
}

/// The object that an argument lends, and the way to it.
pub(super) fn object_in<'t>(pool: &Pool<'_>, arg: &'t Term) -> (Vec<usize>, &'t Term) {
    let object = within(pool.bindings, arg);
    let (mut way, mut at) = (Vec::new(), arg);
    while at != object
        && let Term::Apply { args, .. } = at
    {
        way.push(0);
        at = &args[0];
    }
    (way, object)
}

fn apply(op: OpId, args: Vec<Term>) -> Term {
    Term::Apply { op, args }
}

/// At most so many, the first half and others from all of the rest.
pub(super) fn spread<T: Clone>(mut terms: Vec<T>, most: usize) -> Vec<T> {
    if terms.len() <= most {
        return terms;
    }
    let near = most.div_ceil(2);
    let rest = terms.split_off(near);
    let wanted = most - near;
    // The last ones are the farthest out.
    terms.extend((1..=wanted).map(|turn| rest[turn * rest.len() / wanted - 1].clone()));
    terms
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_of_many_keep_both_ends() {
        let term = |op| apply(OpId(op), Vec::new());
        let kept = spread((0..100).map(term).collect(), 10);
        assert_eq!(kept.len(), 10);
        assert_eq!((kept[0].clone(), kept[9].clone()), (term(0), term(99)));
    }
}
