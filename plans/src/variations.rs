//! What could stand in one place of a plan instead of what does, everything else unchanged: values of each constructor of its
//! type, and other values of the type. What runs with them come to says how far a plan is an example of more; it proves nothing.

use crate::challenge::{OtherLiterals, Values, is_total};
use crate::tuning::{
    ARGUMENTS_OF_A_CONSTRUCTOR, CONSTRUCTORS_OF_A_PLACE, FURTHER_ARGUMENTS, FURTHER_VALUES,
    MOST_NESTING_OF_A_VALUE, MOST_PLACES, VALUES_OF_A_CONSTRUCTOR,
};
use crate::{Grammar, InPlace, OpId, Pattern, Plan, Term, TypeId};
use std::collections::BTreeSet;

/// A decided part of a plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The way there.
    pub way: Vec<usize>,
    /// What stands there, with nothing open.
    pub part: Term,
    /// Its type.
    pub ty: TypeId,
    /// Literals and constructors alone build it.
    pub is_total: bool,
}

impl Place {
    /// Whether this place is within the other.
    pub fn is_within(&self, other: &Place) -> bool {
        self.way.len() > other.way.len() && self.way.starts_with(&other.way)
    }
}

/// The decided parts of a plan that something else could stand for, from the outside in. What is behind a pointer has the
/// place of the pointer, and a vector with an element less is no part that anybody sees.
pub fn places(grammar: &Grammar, plan: &Plan) -> Vec<Place> {
    let mut places: Vec<Place> = (plan.parts().into_iter())
        .filter_map(|(way, part)| {
            let spec = match part {
                Term::Apply { op, .. } => Some(grammar.op(*op)?),
                Term::Literal { .. } => None,
                Term::Hole { .. } => return None,
            };
            let (last, above) = way.split_last()?;
            let is_lengthened = match plan.term().part(above)? {
                Term::Apply { op, .. } => grammar.op(*op)?.in_place == InPlace::Elements && *last == 0,
                _ => false,
            };
            let is_pointer = spec.is_some_and(|spec| spec.pointer);
            let ty = part.result(grammar)?;
            (!is_pointer && !is_lengthened).then(|| Place {
                way,
                part: part.decided(),
                ty,
                is_total: is_total(grammar, part),
            })
        })
        .collect();
    places.sort_by_key(|place| place.way.len());
    places.truncate(MOST_PLACES);
    places
}

/// Values that could stand in a place: first those of each constructor, with what stands there now as arguments, then others
/// of the type, as placeholders are challenged with. None is what stands there. Of what functions build there are no others: the
/// cheapest values are much alike, new and empty, and say nothing of all.
pub fn variations(
    grammar: &Grammar,
    literals: &OtherLiterals,
    place: &Place,
    is_constructor: &dyn Fn(OpId) -> bool,
) -> Vec<Term> {
    let source = Values { grammar, literals };
    let ops = &grammar.alternatives(place.ty)[..grammar.ordinary(place.ty)];
    let constructors: Vec<OpId> = ops.iter().copied().filter(|op| is_constructor(*op)).collect();
    let mut seen = BTreeSet::from([place.part.clone()]);
    let mut all = Vec::new();
    if constructors.len() > 1 {
        for op in constructors.into_iter().take(CONSTRUCTORS_OF_A_PLACE) {
            let values = of_constructor(&source, place, op).into_iter();
            let fresh = values.filter(|value| seen.insert(value.clone()));
            all.extend(fresh.take(VALUES_OF_A_CONSTRUCTOR));
        }
    }
    if place.is_total {
        all.extend((source.others(place.ty).into_iter()).filter(|value| seen.insert(value.clone())));
    }
    all
}

/// Many more values for a place, besides those that are known: of a type with a precondition most values come to nothing.
pub fn further_variations(
    grammar: &Grammar,
    literals: &OtherLiterals,
    place: &Place,
    known: &[Term],
) -> Vec<Term> {
    let source = Values { grammar, literals };
    let mut values = many(&source, place.ty, FURTHER_VALUES, 0);
    values.retain(|value| *value != place.part && !known.contains(value));
    values.truncate(FURTHER_VALUES);
    values
}

/// Values with this op on top, those first whose arguments come first.
fn of_constructor(source: &Values<'_>, place: &Place, op: OpId) -> Vec<Term> {
    let Some(spec) = source.grammar.op(op) else {
        return Vec::new();
    };
    let arguments: Vec<Vec<Term>> = (spec.args.iter().enumerate())
        .map(|(at, ty)| arguments(source, place, at, *ty))
        .collect();
    // One more than wanted: what stands there now is none of them.
    applied(op, &arguments, VALUES_OF_A_CONSTRUCTOR + 1)
}

/// An op with at least so many choices of these arguments, if there are as many: those first whose positions add up to less.
fn applied(op: OpId, arguments: &[Vec<Term>], most: usize) -> Vec<Term> {
    if arguments.iter().any(Vec::is_empty) {
        return Vec::new();
    }
    let farthest: usize = arguments.iter().map(|values| values.len() - 1).sum();
    let mut all = Vec::new();
    for sum in 0..=farthest {
        if all.len() >= most {
            break;
        }
        choose(arguments, sum, &mut Vec::new(), &mut |args| {
            let args = args.to_vec();
            all.push(Term::Apply { op, args });
        });
    }
    all
}

/// About `most` values of a type, every pair of arguments before one that is farther out.
fn many(source: &Values<'_>, ty: TypeId, most: usize, nesting: u32) -> Vec<Term> {
    if nesting >= MOST_NESTING_OF_A_VALUE {
        return source.of_type(ty, 1, nesting);
    }
    let grammar = source.grammar;
    let ops = &grammar.alternatives(ty)[..grammar.ordinary(ty)];
    let each = most.div_ceil(ops.len().max(1));
    let of_op = |op: &OpId| {
        let spec = grammar.op(*op)?;
        let parts = |arg: &TypeId| many(source, *arg, each.min(FURTHER_ARGUMENTS), nesting + spec.steps);
        let arguments: Vec<Vec<Term>> = spec.args.iter().map(parts).collect();
        Some(applied(*op, &arguments, each))
    };
    ops.iter().take(most).filter_map(of_op).flatten().collect()
}

/// Calls `found` with one value of each list whose positions add up to `sum`, the first lists' small ones first.
fn choose(lists: &[Vec<Term>], sum: usize, chosen: &mut Vec<Term>, found: &mut dyn FnMut(&[Term])) {
    let Some((first, rest)) = lists.split_first() else {
        if sum == 0 {
            found(chosen);
        }
        return;
    };
    let farthest: usize = rest.iter().map(|list| list.len() - 1).sum();
    let near = sum.saturating_sub(farthest);
    for (at, value) in first.iter().enumerate().take(sum + 1).skip(near) {
        chosen.push(value.clone());
        choose(rest, sum - at, chosen, found);
        chosen.pop();
    }
}

/// What an argument of a constructor could be: what the part has there now, the part itself, its other arguments, and cheap
/// values. With the part within another one, a fault that is deep within anything shows itself again.
fn arguments(source: &Values<'_>, place: &Place, at: usize, ty: TypeId) -> Vec<Term> {
    let grammar = source.grammar;
    let of_type = |term: &&Term| term.result(grammar) == Some(ty);
    let now: &[Term] = match &place.part {
        Term::Apply { args, .. } => args,
        _ => &[],
    };
    let behind_pointer = |op: &OpId| {
        let is_it = |spec: &&crate::OpSpec| spec.pointer && spec.args == [place.ty];
        grammar.op(*op).filter(is_it).map(|_| Term::Apply {
            op: *op,
            args: vec![place.part.clone()],
        })
    };
    let whole = match ty == place.ty {
        true => Some(place.part.clone()),
        false => grammar.alternatives(ty).iter().find_map(behind_pointer),
    };
    let mut all: Vec<Term> = Vec::new();
    let kept = now.get(at).filter(of_type).into_iter();
    let candidates = (kept.cloned())
        .chain(whole)
        .chain(now.iter().filter(of_type).cloned())
        .chain(source.of_type(ty, ARGUMENTS_OF_A_CONSTRUCTOR, 1));
    for value in candidates {
        if all.len() < ARGUMENTS_OF_A_CONSTRUCTOR && !all.contains(&value) {
            all.push(value);
        }
    }
    // What runs foreign code may fail itself, so it comes last.
    all.sort_by_key(|value| !is_total(grammar, value));
    all
}

/// An expression with a variable in each of these places, numbered from 0 in order.
pub fn with_variables(term: &Term, ways: &[Vec<usize>]) -> Pattern {
    pattern(term, &mut Vec::new(), ways)
}

fn pattern(term: &Term, way: &mut Vec<usize>, ways: &[Vec<usize>]) -> Pattern {
    if let Some(variable) = ways.iter().position(|wanted| wanted == way) {
        return Pattern::Var(variable as u32);
    }
    match term {
        Term::Hole { number, .. } => Pattern::Hole { number: *number },
        Term::Literal { ty, value } => Pattern::Literal {
            ty: *ty,
            value: value.clone(),
        },
        Term::Apply { op, args } => Pattern::Apply {
            op: *op,
            args: (args.iter().enumerate())
                .map(|(at, arg)| {
                    way.push(at);
                    let pattern = pattern(arg, way, ways);
                    way.pop();
                    pattern
                })
                .collect(),
        },
    }
}

#[cfg(test)]
mod tests;
