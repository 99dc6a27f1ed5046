//! What speaks against a finding whose plan has a long text: code may only be slow with it, and as few bytes of stack as a test has
//! may be too few for what is passed by value, whatever the text says.

use crate::engine::runner::{Asked, ReplaysPlans};
use crate::finding::collect::PlacedSample;
use crate::outcome::FaultKind;
use crate::tuning::LONG_TEXT;
use plans::{Plan, Term};

/// What a text is filled with that says nothing.
const FILLER: u8 = b'a';

/// Parts of a text with which code that is slow ends, and what is only large fits into memory, whatever the law of its growth.
const SHORTER: [(usize, &str, &str); 3] = [
    (
        4,
        "slow, not endless: with a quarter of its text it ends",
        "large, not boundless: with a quarter of its text memory suffices",
    ),
    (
        16,
        "slow, not endless: with a 16th of its text it ends",
        "large, not boundless: with a 16th of its text memory suffices",
    ),
    (
        64,
        "slow, not endless: with a 64th of its text it ends",
        "large, not boundless: with a 64th of its text memory suffices",
    ),
];

/// Why a plan that fails as was seen shows no fault, if it has a long text and that can be told. Adds the runs.
pub(super) fn objection(
    sample: &PlacedSample,
    replays: &mut dyn ReplaysPlans,
    runs: &mut u64,
) -> anyhow::Result<Option<&'static str>> {
    let with = |change: &dyn Fn(&[u8]) -> Vec<u8>| {
        let other = Plan::new(with_long_texts(sample.plan.term(), change));
        other.filter(|other| *other != sample.plan)
    };
    let kind = sample.observed.kind;
    let mut fails_with = |plan: &Plan| -> anyhow::Result<bool> {
        *runs += 1;
        let fault = replays.replay(plan, Asked::OUTCOME)?.fault;
        Ok(fault.is_some_and(|fault| fault.kind == kind))
    };
    match kind {
        FaultKind::Timeout | FaultKind::Memory => {
            for (part, slow, large) in SHORTER {
                let shorter = with(&|text| without_middle(text, text.len() / part));
                if shorter.map(|shorter| fails_with(&shorter)).transpose()? == Some(false) {
                    return Ok(Some(if kind == FaultKind::Memory { large } else { slow }));
                }
            }
            Ok(None)
        }
        FaultKind::StackOverflow => {
            // Still long enough to be run with the stack of a test.
            let others = [with(&|_| vec![FILLER; LONG_TEXT]), with(&|text| front(text))];
            for other in &others {
                match other {
                    Some(other) if fails_with(other)? => {}
                    _ => return Ok(None),
                }
            }
            Ok(Some(
                "large, not nested: its values are too large for the stack of a test, whatever its text",
            ))
        }
        _ => Ok(None),
    }
}

/// The shortest front of a text that is long, padded if a character would be cut.
fn front(text: &[u8]) -> Vec<u8> {
    let mut front = cut(text, LONG_TEXT);
    front.resize(LONG_TEXT, FILLER);
    front
}

/// About so many bytes of a text, half of them from its front and half from its back: what matters is often at the end.
fn without_middle(text: &[u8], most: usize) -> Vec<u8> {
    let (front, back) = (most / 2, text.len() - most / 2);
    let (front, back) = match std::str::from_utf8(text) {
        Ok(text) => (text.floor_char_boundary(front), text.ceil_char_boundary(back)),
        Err(_) => (front, back),
    };
    [&text[..front], &text[back..]].concat()
}

/// At most so many bytes of a text.
fn cut(text: &[u8], most: usize) -> Vec<u8> {
    let end = match std::str::from_utf8(text) {
        Ok(text) => text.floor_char_boundary(most),
        Err(_) => most.min(text.len()),
    };
    text[..end].to_vec()
}

/// The same with each long text changed.
fn with_long_texts(term: &Term, change: &dyn Fn(&[u8]) -> Vec<u8>) -> Term {
    match term {
        Term::Literal { ty, value } if value.len() >= LONG_TEXT => Term::Literal {
            ty: *ty,
            value: change(value),
        },
        Term::Apply { op, args } => Term::Apply {
            op: *op,
            args: args.iter().map(|arg| with_long_texts(arg, change)).collect(),
        },
        other => other.clone(),
    }
}
