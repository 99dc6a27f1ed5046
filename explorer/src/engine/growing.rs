//! Asks of the kept plans of each item that have a text whether time grows out of proportion with it, behind exploring. What came
//! to a limit of time or memory without a long text is known to be dear and is not asked.

use super::at_once::at_once;
use super::confirming::{Confirming, replayers};
use super::run::Run;
use super::runner::Replayer;
use super::searches::{ItemSearch, policy};
use crate::confirm::Candidate;
use crate::executor::{EDGES_PER_SECOND, Executor};
use crate::finding::collect::{FirstSeen, PlacedSample, Rank};
use crate::growth::{Grown, Measured, measure, repetitions, worth_measuring};
use crate::outcome::{Fault, FaultKind, Location};
use crate::run_report::Stop;
use crate::tuning::{
    ALL_GROWN, LONG_TEXT, MOST_EDGES_OF_GROWTH, MOST_GROWN_OF_ITEM, PART_OF_EDGES_OF_GROWTH,
};
use harness_gen::oddity::Oddity;
use plans::{OpId, Plan, Term};
use std::time::Duration;

/// Fewest texts of one item, however many items there are.
const FEWEST_GROWN_OF_ITEM: usize = 3;

/// What is asked of one item.
pub(super) struct OfItem {
    item: usize,
    expressions: u64,
    texts: Vec<OfText>,
}

/// A text of a kept plan.
struct OfText {
    instance: usize,
    base_steps: u32,
    /// Bytes of the text as it was kept.
    len: usize,
    grown: Grown,
}

/// The items that have a text among the arguments of their own calls, if that is asked for.
pub(super) fn items_with_texts(
    run: &Run<'_>,
    searches: &[ItemSearch],
    candidates: &[Candidate],
    stop: Stop,
) -> Vec<OfItem> {
    let has_texts = policy(&run.settings.run, &run.prepared.items).has_texts;
    if !has_texts || !matches!(stop, Stop::Quiet | Stop::Exhausted | Stop::Time) {
        return Vec::new();
    }
    let is_dear = |item: usize| {
        let of_item = candidates.iter().filter(|candidate| candidate.item == item);
        let mut limits = of_item.filter(|candidate| {
            let is_limit = matches!(candidate.kind, FaultKind::Timeout | FaultKind::Memory);
            is_limit && !is_long_hang(candidate)
        });
        limits.next().is_some()
    };
    let asked = searches.iter().filter(|search| !is_dear(search.item()));
    let mut all: Vec<OfItem> = asked
        .map(|search| OfItem {
            item: search.item(),
            expressions: search.tallies().expressions,
            texts: texts_of(run, search),
        })
        .filter(|of_item| !of_item.texts.is_empty())
        .collect();
    let most = (ALL_GROWN / all.len().max(1)).clamp(FEWEST_GROWN_OF_ITEM, MOST_GROWN_OF_ITEM);
    all.iter_mut().for_each(|of_item| of_item.texts.truncate(most));
    all
}

/// Texts of kept plans, and ways to repeat a part of each: arguments themselves first, and the shortest.
fn texts_of(run: &Run<'_>, search: &ItemSearch) -> Vec<OfText> {
    let mut texts: Vec<OfText> = Vec::new();
    for (instance, kept) in search.kept() {
        let is_fatal = |of: &plans::Instance| of.is_fatal(&kept.sample.plan);
        if search.instances().get(instance).is_some_and(is_fatal) {
            continue;
        }
        // Nothing is said of what was not looked at with other texts.
        let plan = kept.sample.plan.with_holes(|_| false);
        for (way, part) in plan.parts() {
            let vocabulary = &run.prepared.vocabulary;
            let Some(((_, value), ty)) = vocabulary.text(part).zip(vocabulary.type_of(part)) else {
                continue;
            };
            if !is_argument(run, &plan, &way) {
                continue;
            }
            for text in repetitions(value) {
                let nothing = Term::Literal {
                    ty,
                    value: Vec::new(),
                };
                let grown = Grown {
                    plan: plan.with_part(&way, &nothing),
                    way: way.clone(),
                    ty,
                    text,
                };
                if texts.iter().all(|known| known.grown != grown) {
                    texts.push(OfText {
                        instance,
                        base_steps: kept.sample.base_steps,
                        len: value.len(),
                        grown,
                    });
                }
            }
        }
    }
    texts.sort_by_key(|text| (text.grown.way.len(), text.len, text.base_steps));
    texts
}

/// Whether only code of std is between the call of the item and its text: what another item takes is asked of that.
fn is_argument(run: &Run<'_>, plan: &Plan, way: &[usize]) -> bool {
    let is_item = |op: OpId| run.prepared.op_items.item(op).is_some();
    (1..way.len()).all(|len| match plan.term().part(&way[..len]) {
        Some(Term::Apply { op, .. }) => !is_item(*op),
        _ => true,
    })
}

/// It does not end with a text so long that code may only be slow.
fn is_long_hang(candidate: &Candidate) -> bool {
    let literals = candidate.sample().plan.literals();
    candidate.kind == FaultKind::Timeout && literals.iter().any(|(_, value)| value.len() >= LONG_TEXT)
}

/// Adds one candidate for each of these items whose time grows out of proportion; those that say the same of a long text are left
/// out then. Returns the number of runs.
pub(super) fn grow(
    confirming: &Confirming<'_>,
    candidates: &mut Vec<Candidate>,
    mut of_items: Vec<OfItem>,
    executors: &mut [Executor],
    explored: Duration,
) -> anyhow::Result<u64> {
    let case = confirming.run.settings.run.case_timeout.as_millis() as u64 * (EDGES_PER_SECOND / 1000);
    let most = (case / PART_OF_EDGES_OF_GROWTH).min(MOST_EDGES_OF_GROWTH);
    let work = |of_item: &mut OfItem, replays: &mut Replayer<'_>| {
        let mut runs = 0;
        let all: Vec<&Grown> = of_item.texts.iter().map(|text| &text.grown).collect();
        let Some(worth) = worth_measuring(&all, &mut runs, replays)? else {
            return Ok((None, runs));
        };
        for text in worth.into_iter().map(|at| &of_item.texts[at]) {
            if (confirming.interrupted)() {
                break;
            }
            match measure(&text.grown, most, &mut runs, replays)? {
                Measured::InProportion => {}
                Measured::TooLong => break,
                Measured::Slow(slow) => {
                    let first_seen = FirstSeen {
                        expressions: of_item.expressions,
                        after: explored,
                    };
                    let observed = Fault {
                        kind: FaultKind::Slow,
                        message: slow.message,
                        location: definition(confirming, of_item.item),
                        op: Some(slow.plan.root()),
                    };
                    let place = (of_item.item, text.instance, text.base_steps);
                    return Ok((Some(candidate(place, slow.plan, observed, first_seen)), runs));
                }
            }
        }
        Ok((None, runs))
    };
    let mut remembering = confirming.remembering(executors);
    let grown = at_once(
        &mut of_items,
        &mut replayers(&mut remembering),
        &work,
        &mut |_| (),
    )?;
    let runs = grown.iter().map(|(_, runs)| runs).sum();
    let slow: Vec<Candidate> = grown.into_iter().filter_map(|(slow, _)| slow).collect();
    candidates
        .retain(|candidate| !is_long_hang(candidate) || slow.iter().all(|slow| slow.item != candidate.item));
    candidates.extend(slow);
    Ok(runs)
}

/// Where an item is: what is out of proportion has no place of its own.
fn definition(confirming: &Confirming<'_>, item: usize) -> Option<Location> {
    let prepared = confirming.run.prepared;
    prepared.items[item].span.as_ref().map(|(file, line)| Location {
        file: prepared.crate_root.join(file).to_string_lossy().into_owned(),
        line: *line,
        column: 1,
    })
}

/// A candidate of one plan of an item that was asked for more behind exploring.
pub(super) fn candidate(
    (item, instance, base_steps): (usize, usize, u32),
    plan: Plan,
    observed: Fault,
    first_seen: FirstSeen,
) -> Candidate {
    let kind = (observed.kind, item);
    let sample = PlacedSample {
        rank: Rank {
            indirect: false,
            is_announced: false,
            is_rare: false,
            base_steps,
            item,
            oddity: Oddity::default(),
            instance,
            order: 0,
        },
        observed,
        plan,
    };
    Candidate::of_samples(kind, (1, first_seen), vec![sample])
}
