//! Makes the plans of findings smaller: `plans` proposes, replays decide. Rounds find plans in order of what was decided before
//! they ran; what a run looks at is decided afterwards, and a plan that looks at less may be found later.

use crate::confirm::Candidate;
use crate::confirm::challenge::is_same_fault;
use crate::engine::runner::{Asked, Replayer};
use crate::finding::collect::PlacedSample;
use crate::outcome::FaultKind;
use harness_gen::Prepared;
use plans::{Grammar, Plan, Shrinking, Term};

/// Most replays for one finding.
const MOST_RUNS: u32 = 200;
/// The same for what takes long: a hang costs a whole case timeout.
const MOST_SLOW_RUNS: u32 = 8;

/// Most replays for a finding of rounds: there is little to gain.
const MOST_RUNS_OF_ROUNDS: u32 = 40;
/// Steps of a plan that rounds hardly come to: it was drawn, and most of it need not matter.
const DEEP: u32 = 9;
/// The same if it has a text that was made: what of it matters is found by leaving parts out.
const MOST_RUNS_OF_TEXTS: u32 = 200;

/// Replaces the first plan of a candidate by the smallest one found that shows the same fault; larger ones of its plans are
/// left out then. If plans came `in_order` of depth, its rank stays where it was found. Returns the number of runs.
pub(super) fn shrink(
    candidate: &mut Candidate,
    in_order: bool,
    (grammar, prepared): (&Grammar, &Prepared),
    replays: &mut Replayer<'_>,
    interrupted: &dyn Fn() -> bool,
) -> anyhow::Result<u64> {
    let Some(sample) = candidate.samples.first() else {
        return Ok(0);
    };
    let kind = sample.observed.kind;
    if kind == FaultKind::Slow {
        // Its pair of lengths is the smallest that was counted.
        return Ok(0);
    }
    // How deep a stack is depends on how code was compiled: what only just overflows it here may not do so elsewhere.
    let vocabulary = Some(&*prepared.vocabulary).filter(|_| kind != FaultKind::StackOverflow);
    let with_texts = vocabulary.is_some_and(|known| {
        let literals = sample.plan.literals();
        literals.iter().any(|(ty, _)| known.kinds.contains_key(ty))
    });
    let vocabulary =
        vocabulary.filter(|known| with_texts || known.has_text_of_parts(grammar, sample.plan.term()));
    let most = match (kind, in_order) {
        // What is around the call that takes so long is left out, whatever that costs.
        (FaultKind::Timeout | FaultKind::Memory, true) if !with_texts && !sample.rank.indirect => 0,
        (FaultKind::Timeout | FaultKind::Memory, _) => MOST_SLOW_RUNS,
        _ if with_texts => MOST_RUNS_OF_TEXTS,
        (_, true) if depth_of(grammar, &sample.plan) < DEEP => MOST_RUNS_OF_ROUNDS,
        _ => MOST_RUNS,
    };
    let mut shrinking = Shrinking::new(
        grammar,
        vocabulary,
        sample.plan.clone(),
        // A support function is no item: what fails in one is the fault of whoever is called with its value.
        (sample.observed.op).filter(|op| prepared.op_items.item(*op).is_some()),
        most,
    );
    let (mut runs, mut smaller) = (0, None);
    while let Some(plan) = shrinking.next() {
        if interrupted() {
            break;
        }
        let replay = replays.replay(&plan, Asked::OUTCOME)?;
        runs += 1;
        let Some(fault) = replay
            .fault
            .filter(|fault| is_same_fault(&sample.observed, fault))
        else {
            continue;
        };
        let Some(seen) = replay.seen.filter(|seen| shrinking.accept(seen)) else {
            continue;
        };
        let mut rank = sample.rank;
        let is_call_of_root =
            fault.op == Some(seen.root()) && !prepared.op_items.first.contains_key(&seen.root());
        rank.indirect &= !is_call_of_root;
        if !in_order {
            rank.base_steps = depth_of(grammar, &seen);
        }
        smaller = Some(PlacedSample {
            rank,
            plan: seen,
            observed: fault,
        });
    }
    if let Some(smaller) = smaller {
        let steps = smaller.rank.base_steps;
        candidate.samples.remove(0);
        candidate.samples.retain(|other| other.rank.base_steps <= steps);
        candidate.samples.insert(0, smaller);
    }
    Ok(runs)
}

/// The depth of a plan with what its run looked at.
fn depth_of(grammar: &Grammar, plan: &Plan) -> u32 {
    let arguments = grammar.op(plan.root()).map_or(0, |spec| spec.args.len() as u32);
    match plan.term() {
        Term::Apply { args, .. } => arguments + args.iter().map(|arg| arg.steps(grammar)).sum::<u32>(),
        Term::Literal { .. } | Term::Hole { .. } => arguments,
    }
}
