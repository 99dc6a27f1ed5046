//! What a function gives that its docs say fits nothing but what it was made of: whether a plan uses it with something else, and the
//! plan that does not.

use super::laboratory::Laboratory;
use harness_gen::render::Bindings;
use harness_gen::sentences::{DocKind, DocSentence};
use plans::{Plan, Term, TypeId};

/// Something that fits another value than the one that it is used with.
pub(super) struct Bound {
    /// The way to what it was made of.
    way: Vec<usize>,
    /// What it is used with.
    other: Term,
    /// What the docs of the function say that made it.
    pub(super) said: DocSentence,
}

impl Bound {
    /// The plan in which it is made of what it is used with.
    pub(super) fn fitting(&self, plan: &Plan) -> Plan {
        plan.with_part(&self.way, &self.other)
    }
}

/// The first such thing in a plan: there are other values of the type that it was made of, and none is equal to that. A method of
/// what fits, which is at `receiver`, may be there to make it fit another.
pub(super) fn bound_elsewhere(plan: &Plan, receiver: &[usize], with: &Laboratory<'_>) -> Option<Bound> {
    let parts = plan.parts();
    let mut makers = parts.iter().filter_map(|(way, part)| {
        let Term::Apply { op, args } = part else {
            return None;
        };
        let item = &with.items[with.op_items.item_of_call(*op)?];
        let said = item.docs.iter().find(|said| said.kind == DocKind::BindsToMaker)?;
        let (made_of_way, made_of) = owned(with.bindings, [way, &[0][..]].concat(), args.first()?);
        let is_receiver = way
            .strip_prefix(receiver)
            .is_some_and(|rest| rest.iter().all(|at| *at == 0));
        (!is_receiver).then_some((way, made_of_way, made_of, said))
    });
    makers.find_map(|(maker, way, made_of, said)| {
        let ty = type_of(made_of, with)?;
        let is_apart = |other: &[usize]| !other.starts_with(maker) && !maker.starts_with(other);
        let others = parts
            .iter()
            .filter(|(other, part)| is_apart(other) && type_of(part, with) == Some(ty));
        let mut others = others.map(|(_, part)| *part).peekable();
        let other = (*others.peek()?).clone();
        let said = said.clone();
        others
            .all(|other| other != made_of)
            .then_some(Bound { way, other, said })
    })
}

/// Of what a call gives.
fn type_of(term: &Term, with: &Laboratory<'_>) -> Option<TypeId> {
    matches!(term, Term::Apply { .. })
        .then(|| term.result(with.grammar))
        .flatten()
}

/// What is lent, or stands for another one, with the way there.
fn owned<'t>(bindings: &Bindings, mut way: Vec<usize>, mut term: &'t Term) -> (Vec<usize>, &'t Term) {
    while let Term::Apply { op, args } = term
        && (bindings.is_same(*op) || bindings.is_borrow(*op))
    {
        way.push(0);
        term = &args[0];
    }
    (way, term)
}
