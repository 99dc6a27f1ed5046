//! What speaks against a finding whose plan has a long text: code may only be slow with it, and as few bytes of stack as a test has
//! may be too few for what is passed by value, whatever the text says.

use crate::engine::runner::{Asked, ReplaysPlans};
use crate::executor::{EDGES_PER_SECOND, Replay};
use crate::finding::collect::PlacedSample;
use crate::outcome::FaultKind;
use crate::tuning::LONG_TEXT;
use plans::{Plan, Term};
use std::time::Duration;

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

/// The law by which code that is only slow takes longer with a longer text, at most, and by how much edges may miss it.
const STEEPEST_POWER: u32 = 3;
const SLACK: u64 = 2;

/// Why a plan that fails as was seen shows no fault, if it has a long text and that can be told; `limit` is the time of a run. Adds
/// the runs.
pub(super) fn objection(
    sample: &PlacedSample,
    limit: Duration,
    replays: &mut dyn ReplaysPlans,
    runs: &mut u64,
) -> anyhow::Result<Option<&'static str>> {
    let with = |change: &dyn Fn(&[u8]) -> Vec<u8>| {
        let other = Plan::new(with_long_texts(sample.plan.term(), change));
        other.filter(|other| *other != sample.plan)
    };
    let kind = sample.observed.kind;
    let mut run = |plan: &Plan| -> anyhow::Result<Replay> {
        *runs += 1;
        replays.replay(plan, Asked::OUTCOME)
    };
    let fails = |replay: &Replay| replay.fault.as_ref().is_some_and(|fault| fault.kind == kind);
    match kind {
        FaultKind::Timeout | FaultKind::Memory => {
            for (part, slow, large) in SHORTER {
                let Some(shorter) = with(&|text| without_middle(text, text.len() / part)) else {
                    continue;
                };
                let replay = run(&shorter)?;
                if fails(&replay) {
                    continue;
                }
                if kind == FaultKind::Memory {
                    return Ok(Some(large));
                }
                // With four times as much it did not end.
                if may_come_to(limit, &replay, 4) {
                    return Ok(Some(slow));
                }
                // No law leads from so little to a limit: the loop has no end, or what takes the time went with the middle.
                let twice = with(&|text| without_middle(text, text.len() * 2 / part));
                let twice = twice.map(|twice| run(&twice)).transpose()?;
                let is_slow = twice.is_some_and(|twice| !fails(&twice) && may_come_to(limit, &twice, 2));
                return Ok(is_slow.then_some("slow, not endless: with less of its text it ends"));
            }
            Ok(None)
        }
        FaultKind::StackOverflow => {
            // Still long enough to be run with the stack of a test.
            let others = [with(&|_| vec![FILLER; LONG_TEXT]), with(&|text| front(text))];
            for other in &others {
                match other {
                    Some(other) if fails(&run(other)?) => {}
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

/// Whether code of which this run took so little may take until the limit with a text so many times as long. What std does is seen
/// by time alone.
fn may_come_to(limit: Duration, replay: &Replay, times: usize) -> bool {
    let limit = limit.as_millis() as u64;
    let longer = (times as u64).pow(STEEPEST_POWER);
    // A part of a millisecond counts as a whole one; the beginning of the process is in it.
    let time = (replay.cpu_time_ms + 1).saturating_mul(longer);
    let edges = replay.edges.map(|edges| edges.saturating_mul(longer * SLACK));
    time >= limit || edges.is_some_and(|edges| edges >= limit.saturating_mul(EDGES_PER_SECOND / 1000))
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::executor::PlanRun;
    use crate::finding::collect::Rank;
    use crate::outcome::Fault;
    use plans::{OpId, TypeId};

    /// A call whose edges are a formula of the length of its text; none: it does not end.
    struct Formula(fn(u64) -> Option<u64>);

    impl ReplaysPlans for Formula {
        fn replay(&mut self, plan: &Plan, _: Asked) -> anyhow::Result<Replay> {
            let edges = (self.0)(plan.literals()[0].1.len() as u64);
            let edges = edges.filter(|edges| *edges < EDGES_PER_SECOND);
            Ok(Replay {
                fault: edges.is_none().then(hang),
                cpu_time_ms: edges.unwrap_or(EDGES_PER_SECOND) / (EDGES_PER_SECOND / 1000),
                edges,
                ..Replay::default()
            })
        }

        fn run_plans(&mut self, _: &[Plan]) -> anyhow::Result<Vec<Option<PlanRun>>> {
            anyhow::bail!("nobody asks for it")
        }
    }

    fn hang() -> Fault {
        Fault {
            kind: FaultKind::Timeout,
            message: String::new(),
            location: None,
            op: Some(OpId(0)),
        }
    }

    /// What speaks against a hang with a text of so many bytes.
    fn against(length: usize, edges: fn(u64) -> Option<u64>) -> Option<&'static str> {
        let text = Term::Literal {
            ty: TypeId(0),
            value: vec![b'x'; length],
        };
        let plan = Plan::new(Term::Apply {
            op: OpId(0),
            args: vec![text],
        });
        let sample = PlacedSample {
            rank: Rank {
                indirect: false,
                is_announced: false,
                is_rare: false,
                base_steps: 1,
                item: 0,
                oddity: Default::default(),
                instance: 0,
                order: 0,
            },
            plan: plan.expect("a call"),
            observed: hang(),
        };
        objection(&sample, Duration::from_secs(1), &mut Formula(edges), &mut 0).expect("it runs")
    }

    #[test]
    fn what_ends_at_once_with_less_text_is_no_slow_code() {
        let copies_by_blocks = |n: u64| (n <= 1024).then_some(n + 10);
        assert_eq!(against(4096, copies_by_blocks), None);
        assert_eq!(against(1025, copies_by_blocks), None);
        assert_eq!(against(9000, copies_by_blocks), None, "nor with a quarter");
        assert_eq!(against(4096, |_| None), None, "whatever its text");
    }

    #[test]
    fn what_is_slow_by_some_law_is_not_endless() {
        let quarter = Some(SHORTER[0].1);
        assert_eq!(against(10_000, |n| Some(n * n)), quarter);
        assert_eq!(against(1_100, |n| Some(n * n * n)), quarter);
        assert_eq!(against(100_000, |n| Some(n * n)), Some(SHORTER[1].1));
        // What takes the time is found with more of the text alone.
        let with_half = |n: u64| Some(if n < 5_000 { n } else { n * n });
        assert!(against(10_000, with_half).is_some_and(|why| why.contains("less")));
    }
}
