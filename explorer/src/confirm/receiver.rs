//! What the receiver of a failing call says of itself: a place that its own reader has within bounds is not excused by docs that
//! speak of places out of bounds. Plans only; others run them.

use super::laboratory::Laboratory;
use harness_gen::render::Bindings;
use harness_gen::{Gives, Item};
use plans::{Grammar, OpId, Plan, Term, TypeId};

/// A call whose receiver can be asked whether a place is there.
pub(super) struct Asked {
    /// Position of the argument that names the place.
    pub(super) argument: usize,
    /// The place.
    pub(super) given: i128,
    /// What is asked: `rows`, `len`.
    pub(super) reader: String,
    /// The plan that asks it.
    pub(super) plan: Plan,
    /// Type of the answer.
    pub(super) answer: TypeId,
}

/// Asks the receiver of the call at `way` for the number that bounds its only place. A word of `sentence` chooses the reader, "row"
/// that called `rows`; without one it is `len`.
pub(super) fn ask(
    plan: &Plan,
    way: &[usize],
    item: &Item,
    sentence: &str,
    with: &Laboratory<'_>,
) -> Option<Asked> {
    let Term::Apply { args, .. } = plan.term().part(way)? else {
        return None;
    };
    let is_method = item.params.first().is_some_and(|param| param.name == "self");
    if !is_method || args.len() != item.params.len() {
        return None;
    }
    let mut places = (0..args.len()).filter(|at| item.params[*at].gives == Gives::Place);
    let (Some(argument), None) = (places.next(), places.next()) else {
        return None;
    };
    let given = with.bindings.number(&args[argument])?;
    let receiver = within(with.bindings, &args[0]);
    let borrow = shared_borrow(with.bindings, with.grammar, receiver.result(with.grammar)?)?;
    let lent = with.grammar.op(borrow)?.result;
    let (reader, op) = reader(lent, sentence, with)?;
    let plan = Plan::new(Term::Apply {
        op,
        args: vec![Term::Apply {
            op: borrow,
            args: vec![receiver.clone()],
        }],
    })?;
    Some(Asked {
        argument,
        given,
        reader,
        plan,
        answer: with.grammar.op(op)?.result,
    })
}

fn reader(lent: TypeId, sentence: &str, with: &Laboratory<'_>) -> Option<(String, OpId)> {
    let mut usual = None;
    for (op, spec) in (0..).map(OpId).zip(with.grammar.ops()) {
        let Some(spec) = spec.as_ref().filter(|spec| spec.args == [lent]) else {
            continue;
        };
        let item = with.op_items.item(op);
        let is_method = with.bindings.parameters(op).first().map(String::as_str) == Some("self");
        let (Some(item), true, Some(_)) = (item, is_method, with.bindings.int_type(spec.result)) else {
            continue;
        };
        let name = crate::finding::frames::last_segment(&with.items[item].path);
        let mut words = sentence.split(|c: char| !c.is_alphanumeric() && c != '_');
        let is_named = words.any(|word| {
            word == name && name.starts_with("len")
                || !word.is_empty() && name.strip_suffix('s') == Some(word)
        });
        if is_named {
            return Some((name.to_owned(), op));
        }
        usual = usual.or((name == "len").then_some(op));
    }
    usual.map(|op| ("len".to_owned(), op))
}

/// The value behind pointers and whatever else keeps it as it is.
pub fn within<'t>(bindings: &Bindings, mut term: &'t Term) -> &'t Term {
    while let Term::Apply { op, args } = term
        && bindings.is_same(*op)
    {
        term = &args[0];
    }
    term
}

/// The op that lends a value of the type.
pub fn shared_borrow(bindings: &Bindings, grammar: &Grammar, ty: TypeId) -> Option<OpId> {
    (0..).map(OpId).zip(grammar.ops()).find_map(|(op, spec)| {
        let spec = spec.as_ref()?;
        (spec.pointer && spec.args == [ty] && bindings.is_shared_borrow(op)).then_some(op)
    })
}
