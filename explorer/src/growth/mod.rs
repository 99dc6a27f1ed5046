//! How many edges a call executes with longer and longer texts: what grows faster than its text is told with the smallest pair of
//! lengths that shows it. Edges are counted and no clock is asked; loops inside std and dependencies are not instrumented and not
//! seen.

mod law;
mod repeated;

use crate::engine::runner::{Asked, ReplaysPlans};
use crate::outcome::FaultKind;
use crate::tuning::{
    FEWEST_EDGES, FIRST_FACTOR, FIRST_LENGTH, GROWN_TOGETHER, LONGEST_GROWN_TEXT, MOST_MEASURED,
    STEEP_PER_MILLE,
};
use law::{Point, Steep, steep};
use plans::{Plan, Term, TypeId};
pub use repeated::{Repeated, repetitions};

/// How often a part is repeated at least in what [`measure`] tells: it begins with twice, and the longer text of a pair has four
/// times as many.
const LEAST_TOLD: usize = 8;

/// A plan with a text in it, and which part of the text is repeated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grown {
    /// The plan.
    pub plan: Plan,
    /// The way to the text.
    pub way: Vec<usize>,
    /// Its type.
    pub ty: TypeId,
    /// The text.
    pub text: Repeated,
}

/// A plan that takes out of proportion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slow {
    /// With the longer text of the smallest pair that shows it.
    pub plan: Plan,
    /// The law and the pair, in words.
    pub message: String,
}

/// What became of one measurement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Measured {
    /// It grows in proportion, or too little was executed to tell.
    InProportion,
    /// It does not.
    Slow(Slow),
    /// It ran into the limit of time: what is like it would, too.
    TooLong,
}

/// The positions of those that execute so much that measuring them may tell something, the most first, run in few processes. None
/// if one runs into the limit of time: what is like it would, too. Adds to `runs`.
pub fn worth_measuring<R: ReplaysPlans + ?Sized>(
    all: &[&Grown],
    runs: &mut u64,
    replays: &mut R,
) -> anyhow::Result<Option<Vec<usize>>> {
    let mut worth: Vec<(u64, usize)> = Vec::new();
    let mut at = 0;
    for some in all.chunks(GROWN_TOGETHER) {
        let with_text = |grown: &&Grown| grown.with(grown.text.text(grown.first_times()[1]));
        let plans: Vec<Plan> = some.iter().map(with_text).collect();
        *runs += plans.len() as u64;
        for run in replays.run_plans(&plans)? {
            let fault = run.as_ref().and_then(|run| run.fault.as_ref());
            if fault.is_some_and(|fault| fault.kind == FaultKind::Timeout) {
                return Ok(None);
            }
            let edges = run.filter(|run| run.fault.is_none()).and_then(|run| run.edges);
            let enough = edges.filter(|edges| *edges >= FEWEST_EDGES * 4);
            worth.extend(enough.map(|edges| (edges, at)));
            at += 1;
        }
    }
    // What executes about as much shows it as well, and the first is the plainest.
    worth.sort_by_key(|(edges, at)| (std::cmp::Reverse(edges.ilog2() / 2), *at));
    Ok(Some(
        worth.into_iter().map(|(_, at)| at).take(MOST_MEASURED).collect(),
    ))
}

/// Runs a plan again and again, of which no run is to execute more than about `most` edges. Adds to `runs`.
pub fn measure<R: ReplaysPlans + ?Sized>(
    grown: &Grown,
    most: u64,
    runs: &mut u64,
    replays: &mut R,
) -> anyhow::Result<Measured> {
    let mut count = |times: usize| -> anyhow::Result<Result<Point, Measured>> {
        *runs += 1;
        let text = grown.text.text(times);
        let bytes = text.len();
        let replay = replays.replay(&grown.with(text), Asked::OUTCOME)?;
        Ok(match (replay.fault, replay.edges) {
            (Some(fault), _) if fault.kind == FaultKind::Timeout => Err(Measured::TooLong),
            (None, Some(edges)) => Ok(Point { times, bytes, edges }),
            _ => Err(Measured::InProportion),
        })
    };
    // Most calls are in proportion, and few runs say so.
    let [short, long] = grown.first_times();
    let at_long = match count(long)? {
        Ok(point) if point.edges < FEWEST_EDGES * 4 => return Ok(Measured::InProportion),
        Ok(point) => point,
        Err(why) => return Ok(why),
    };
    let (at_short, least) = match (count(short)?, count(1)?) {
        (Ok(at_short), Ok(least)) => (at_short, least.edges),
        (Err(why), _) | (_, Err(why)) => return Ok(why),
    };
    let above = |point: &Point| point.edges.saturating_sub(least);
    if above(&at_long) * 1000 <= above(&at_short) * FIRST_FACTOR as u64 * STEEP_PER_MILLE {
        return Ok(Measured::InProportion);
    }
    let mut points: Vec<Point> = Vec::new();
    let mut times = short / 2;
    while times * grown.text.part_len() <= LONGEST_GROWN_TEXT {
        match count(times)? {
            Ok(point) => points.push(point),
            // A limit, or another branch for long texts: what was counted up to there counts.
            Err(_) => break,
        }
        let [.., before, last] = &points[..] else {
            times *= 2;
            continue;
        };
        let expected = last
            .edges
            .saturating_mul((last.edges / before.edges.max(1)).max(2));
        if expected > most {
            break;
        }
        times *= 2;
    }
    Ok(match steep(&points, least) {
        None => Measured::InProportion,
        Some(Steep { law, from, to }) => Measured::Slow(Slow {
            plan: grown.with(grown.text.text(to.times)),
            message: format!(
                "{}: {} bytes execute {} times as many edges as {}",
                law.words(),
                to.bytes,
                (to.edges + from.edges / 2) / from.edges.max(1),
                from.bytes
            ),
        }),
    })
}

impl Grown {
    /// How often the part is repeated in the first two runs.
    fn first_times(&self) -> [usize; 2] {
        let short = (FIRST_LENGTH / self.text.part_len().max(1)).max(2);
        [short, short * FIRST_FACTOR]
    }

    fn with(&self, value: Vec<u8>) -> Plan {
        self.plan
            .with_part(&self.way, &Term::Literal { ty: self.ty, value })
    }
}

/// Whether a plan that was found by [`measure`] still takes out of proportion: run anew, and with a quarter of what its text repeats.
/// None if one of its runs does not come to its end. Adds to `runs`.
pub fn still_grows<R: ReplaysPlans + ?Sized>(
    plan: &Plan,
    runs: &mut u64,
    replays: &mut R,
) -> anyhow::Result<Option<bool>> {
    let Some((grown, times)) = longest_text(plan) else {
        return Ok(None);
    };
    let mut edges = Vec::new();
    for times in [times, times / 4, 1] {
        *runs += 1;
        // What was run before is remembered for who asks as before.
        let replay = replays.replay(&grown.with(grown.text.text(times)), Asked::all(1))?;
        match (replay.fault, replay.edges) {
            (None, Some(counted)) => edges.push(counted),
            _ => return Ok(None),
        }
    }
    let above = |at: usize| edges[at].saturating_sub(edges[2]);
    Ok(Some(above(0) > above(1) * 9))
}

/// The text of a plan that repeats the most, and how often.
fn longest_text(plan: &Plan) -> Option<(Grown, usize)> {
    let texts = plan.parts().into_iter().filter_map(|(way, part)| {
        let Term::Literal { ty, value } = part else {
            return None;
        };
        let (text, times) = repeated::stretch(value)?;
        let plan = plan.clone();
        Some((
            Grown {
                plan,
                way,
                ty: *ty,
                text,
            },
            times,
        ))
    });
    texts
        .filter(|(_, times)| *times >= LEAST_TOLD)
        .max_by_key(|(grown, times)| grown.text.part_len() * times)
}

#[cfg(test)]
mod tests;
