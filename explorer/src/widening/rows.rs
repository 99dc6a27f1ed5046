//! From runs to what a report says of a shape.

use super::subject::{Subject, Tried};
use super::trial::Told;
use crate::shape::{AnyValue, Choice, Others, Shape, Spot, TriedVariant};
use harness_gen::Prepared;
use harness_gen::render::Bindings;
use plans::{OpId, Place, Term, variable_name, with_variables};
use std::collections::BTreeSet;

/// What is known of a subject; none if it was given up.
pub(super) fn shape(subject: &Subject, prepared: &Prepared) -> Option<Shape> {
    if subject.is_given_up() {
        return None;
    }
    let bindings = &prepared.bindings;
    let shown = bindings.with_type_placeholders(subject.plan.term().clone());
    let letters = subject.letters();
    let ways: Vec<Vec<usize>> = (letters.iter())
        .map(|at| subject.spots[*at].place.way.clone())
        .collect();
    let is_inside = |place: &Place| {
        letters
            .iter()
            .any(|at| place.is_within(&subject.spots[*at].place))
    };
    let values = letters.iter().enumerate().map(|(letter, at)| {
        let spot = &subject.spots[*at];
        AnyValue {
            letter: variable_name(letter as u32),
            at: spot_of(&shown, &spot.place, bindings),
            way: spot.place.way.clone(),
            tried: spot.count(Told::Fails),
            discarded: spot.count(Told::Discarded),
        }
    });
    let choices = (subject.spots.iter())
        .filter(|spot| !is_inside(&spot.place))
        .filter_map(|spot| choice(spot, &shown, bindings));
    Some(Shape {
        text: (!ways.is_empty()).then(|| bindings.pattern(&with_variables(&shown, &ways))),
        values: values.collect(),
        together: subject.together,
        constructors: choices.collect(),
    })
}

/// How a person finds a place.
fn spot_of(shown: &Term, place: &Place, bindings: &Bindings) -> Spot {
    let part = shown.part(&place.way).unwrap_or(&place.part);
    let text = bindings.expression(part);
    let mut equal: Vec<Vec<usize>> = Vec::new();
    shown.visit_parts(&mut Vec::new(), &mut |way, other| {
        if bindings.expression(other) == text {
            equal.push(way.to_vec());
        }
    });
    // A value and what is around it without being written are one.
    let is_inside = |way: &Vec<usize>| {
        equal
            .iter()
            .any(|other| way.len() > other.len() && way.starts_with(other))
    };
    let outermost: Vec<&Vec<usize>> = equal.iter().filter(|way| !is_inside(way)).collect();
    let own = outermost.iter().position(|way| place.way.starts_with(way));
    let which = match own {
        _ if is_given_twice(shown, &place.way, bindings) => Some("both".to_owned()),
        Some(at) if outermost.len() > 1 => Some(format!("{} of {}", at + 1, outermost.len())),
        _ => None,
    };
    Spot {
        which,
        text,
        ty: bindings.type_name(place.ty).to_owned(),
    }
}

/// Whether two parameters of a call get what is there.
fn is_given_twice(shown: &Term, way: &[usize], bindings: &Bindings) -> bool {
    (0..way.len()).any(|at| match shown.part(&way[..at]) {
        Some(Term::Apply { op, .. }) => bindings.shared(*op).is_some_and(|(first, _)| first == way[at]),
        _ => false,
    })
}

/// What came of the variants of a place; none if there is no variant of an enum, or no other was tried.
fn choice(spot: &Tried, shown: &Term, bindings: &Bindings) -> Option<Choice> {
    let variant_of = |op: OpId| bindings.variant(op);
    let top = |term: &Term| match term {
        Term::Apply { op, .. } => variant_of(*op),
        _ => None,
    };
    let own = top(&spot.place.part)?;
    let mut tried: Vec<TriedVariant> = Vec::new();
    let (mut failing, mut known) = (BTreeSet::new(), BTreeSet::new());
    for (value, told) in spot.values.iter().zip(&spot.told) {
        let is_told = matches!(told, Told::Fails | Told::Differs);
        let Some(variant) = top(value).filter(|_| is_told) else {
            continue;
        };
        let name = format!("{}::{}", variant.of, variant.name);
        let at = tried.iter().position(|row| row.variant == name);
        let at = at.unwrap_or_else(|| {
            tried.push(TriedVariant {
                variant: name,
                runs: 0,
                failing: 0,
                example: None,
            });
            tried.len() - 1
        });
        let (row, fails) = (&mut tried[at], *told == Told::Fails);
        row.runs += 1;
        row.failing += usize::from(fails);
        if fails && row.example.is_none() {
            row.example = Some(bindings.expression(value));
        }
        if variant.name != own.name {
            known.insert(&variant.name);
            failing.extend(fails.then_some(&variant.name));
        }
    }
    // Of an enum with a variant that was not tried, nothing is said of all.
    let all = own.among.map(|count| count - 1).filter(|count| *count > 0);
    let others = match all {
        _ if known.is_empty() => return None,
        Some(all) if failing.len() == all => Others::EachFails,
        Some(all) if failing.is_empty() && known.len() == all => Others::NoneFails,
        _ => Others::Mixed,
    };
    Some(Choice {
        at: spot_of(shown, &spot.place, bindings),
        own: format!("{}::{}", own.of, own.name),
        tried,
        others,
    })
}
