//! One owner lent to two parameters of a call, `f(&x, &x)`: pointer equality and interior mutability tell it from two
//! equal values. A root of its own beside the ordinary one, with one argument less. Not for properties and for methods of
//! std's traits: two equal values say the same there.

use super::builder::Builder;
use super::forms::{call_template, fill};
use super::functions::{leave, reads, tail};
use super::{OpBody, OpDef, Written};
use crate::api::ty::{Subst, Ty};
use crate::api::{ApiItem, CallForm};

/// Pairs of parameters of one item that are lent the same owner.
const MOST_PAIRS: usize = 3;

impl Builder<'_> {
    /// Adds a root for each pair of parameters that one owner can be lent to.
    pub(super) fn add_shared_roots(
        &mut self,
        ordinary: &OpDef,
        item: &ApiItem,
        subst: &Subst,
        inputs: &[Ty],
        output: &Ty,
    ) {
        for pair in pairs(item, inputs) {
            let call = fill(&call_template(item, subst, "::"), &names(inputs.len(), pair));
            let reads = reads(&without_second(inputs, pair));
            self.add_op(OpDef {
                body: OpBody::Arm(format!("{reads}{}", tail(&leave(output), &call))),
                ..root(ordinary, pair)
            });
        }
    }
}

/// Pairs of positions of shared references to the same type.
fn pairs(item: &ApiItem, inputs: &[Ty]) -> Vec<(usize, usize)> {
    let is_of_std =
        matches!(&item.form, CallForm::TraitMethod { trait_, .. } if trait_.path.starts_with("std::"));
    if is_of_std || matches!(item.form, CallForm::Constructor { .. }) {
        return Vec::new();
    }
    let mut pairs = Vec::new();
    for (second, ty) in inputs.iter().enumerate() {
        let is_shared = matches!(ty, Ty::Ref { mutable: false, inner } if **inner != Ty::prim("str"));
        for first in (0..second).filter(|first| is_shared && inputs[*first] == *ty) {
            pairs.push((first, second));
        }
    }
    pairs.truncate(MOST_PAIRS);
    pairs
}

/// For each parameter the name it is read under, if the second of the pair has none of its own.
fn names(count: usize, (first, second): (usize, usize)) -> Vec<String> {
    let slot = |position: usize| match position {
        _ if position == second => first,
        _ => position - usize::from(position > second),
    };
    (0..count)
        .map(|position| format!("a{}", slot(position)))
        .collect()
}

/// Everything but the second of the pair.
fn without_second<T: Clone>(all: &[T], (_, second): (usize, usize)) -> Vec<T> {
    let mut rest = all.to_vec();
    rest.remove(second);
    rest
}

/// The ordinary root as the root of the pair, its body excepted.
fn root(ordinary: &OpDef, pair: (usize, usize)) -> OpDef {
    let (first, second) = pair;
    let text = |template: &str| {
        let mut text = template.to_owned();
        for position in 0..ordinary.inputs.len() {
            let name = match position {
                _ if position == first || position == second => "both".to_owned(),
                // Marked, so that a later position does not replace it again.
                _ => format!("\u{1}{}\u{2}", position - usize::from(position > second)),
            };
            text = text.replace(&format!("{{{position}}}"), &name);
        }
        let call = text.replace('\u{1}', "{").replace('\u{2}', "}");
        // What `match` looks at lives as long as the whole of it, temporaries included.
        format!("match {{{first}}} {{{{ both => {call} }}}}")
    };
    let separator = if ordinary.label.is_empty() { "" } else { ", " };
    OpDef {
        label: format!(
            "{}{separator}arguments {} and {} the same",
            ordinary.label,
            first + 1,
            second + 1
        ),
        inputs: without_second(&ordinary.inputs, pair),
        builds: false,
        parts: None,
        written: Written {
            short: text(&ordinary.written.short),
            full: text(&ordinary.written.full),
            ..ordinary.written.clone()
        },
        ..ordinary.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_second_of_a_pair_has_no_slot_of_its_own() {
        assert_eq!(names(4, (0, 2)), ["a0", "a1", "a0", "a2"]);
        assert_eq!(names(2, (0, 1)), ["a0", "a0"]);
        assert_eq!(without_second(&[1, 2, 3], (0, 1)), [1, 3]);
    }
}
