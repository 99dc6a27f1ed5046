//! Replays candidates, as many at once as there are replayers: none has to do with another.

use super::candidate::{Candidate, Confirmation, Standing, place_of_fault};
use super::challenge::challenge;
use super::judge::{Verdict, ends_worse, replay_agrees};
use super::{earlier, long_texts};
use crate::engine::at_once::at_once;
use crate::engine::runner::{Asked, Replayer, ReplaysPlans};
use crate::finding::CrateScope;
use crate::finding::chain::frames_of;
use crate::finding::collect::{PlacedSample, direct_items};
use crate::growth::still_grows;
use crate::outcome::{FaultKind, Frame, Location};
use crate::tuning::{TIMEOUT_FACTOR, TIMES_ALONE};
use harness_gen::render::TestStyle;
use plans::{Grammar, OtherLiterals, Plan, Term};
use std::time::{Duration, Instant};

/// What replaying one candidate works with.
struct Replaying<'a> {
    grammar: &'a Grammar,
    literals: &'a OtherLiterals,
    scope: &'a CrateScope,
    item_of: &'a dyn Fn(&PlacedSample) -> usize,
    interrupted: &'a dyn Fn() -> bool,
    replays: &'a mut dyn ReplaysPlans,
    /// Time of a run.
    limit: Duration,
    /// Time in which holes were challenged.
    challenging: Duration,
}

/// What came of one candidate.
struct Replayed {
    /// Parted from it.
    others: Vec<Candidate>,
    runs: u64,
    challenging: Duration,
    /// It was settled before.
    was_settled: bool,
    is_settled: bool,
}

/// Replays all candidates that are open, and those that are parted from them, which come last. Returns the number of runs.
pub(super) fn replay_all(
    candidates: &mut Vec<Candidate>,
    with: &mut Confirmation<'_>,
    challenging: &mut Duration,
) -> anyhow::Result<u64> {
    let mut runs = 0;
    let mut begin = 0;
    while begin < candidates.len() {
        let all = candidates.len();
        let mut settled = candidates
            .iter()
            .filter(|candidate| is_settled(candidate))
            .count();
        let (grammar, literals, scope) = (with.grammar, with.literals, with.scope);
        let (item_of, interrupted, limit) = (with.item_of, with.interrupted, with.limit);
        let work = |candidate: &mut Candidate, replays: &mut Replayer<'_>| {
            let was_settled = is_settled(candidate);
            let mut with = Replaying {
                grammar,
                literals,
                scope,
                item_of,
                interrupted,
                replays,
                limit,
                challenging: Duration::ZERO,
            };
            let runs = replay_until_shown(candidate, &mut with)?;
            let (others, more) = part_by_place(candidate, &mut with)?;
            Ok(Replayed {
                others,
                runs: runs + more,
                challenging: with.challenging,
                was_settled,
                is_settled: is_settled(candidate),
            })
        };
        let progress = &mut *with.progress;
        let mut done = |replayed: &Replayed| {
            settled = settled + usize::from(replayed.is_settled) - usize::from(replayed.was_settled);
            progress(settled, all);
        };
        let at_a_time = with.replayers.len() as u32;
        let replayed = at_once(&mut candidates[begin..], with.replayers, &work, &mut done)?;
        begin = all;
        for replayed in replayed {
            runs += replayed.runs;
            *challenging += replayed.challenging / at_a_time;
            candidates.extend(replayed.others);
        }
    }
    Ok(runs + earlier::look_for_all(candidates, with)?)
}

/// Nothing more is expected to become of it.
pub(super) fn is_settled(candidate: &Candidate) -> bool {
    candidate.standing == Standing::Confirmed
        || (candidate.tries.next > 0 && candidate.standing == Standing::Open)
}

/// Replays further plans until one shows the fault again; learns the frames. Returns the number of runs.
fn replay_until_shown(candidate: &mut Candidate, with: &mut Replaying<'_>) -> anyhow::Result<u64> {
    let mut runs = 0;
    while candidate.has_another_try() && !(with.interrupted)() {
        let index = candidate.tries.next;
        candidate.tries.next += 1;
        if candidate.samples[index].observed.kind == FaultKind::Slow {
            count_again(candidate, index, with, &mut runs)?;
            continue;
        }
        // What is only slow with a long text need not be waited for with all of it.
        let sample = &candidate.samples[index];
        if sample.observed.kind == FaultKind::Timeout
            && let Some(why) = long_texts::objection(sample, with.limit, with.replays, &mut runs)?
        {
            // Its other plans take as long, and come to the same.
            candidate.tries.next = candidate.samples.len();
            candidate.doubted(why.to_owned(), with.item_of);
            continue;
        }
        let asked = Asked::all(times_of_limit(sample.observed.kind));
        let replay = with.replays.replay(&sample.plan, asked)?;
        runs += 1;
        candidate.tries.has_returned |= replay.fault.is_none();
        if let Some(fault) = replay
            .fault
            .as_ref()
            .filter(|fault| ends_worse(sample.observed.kind, fault.kind))
        {
            candidate.kind = fault.kind;
            candidate.samples[index].observed = fault.clone();
        }
        let sample = &candidate.samples[index];
        let verdict = match replay_agrees(&sample.observed, replay.fault.as_ref()) {
            Verdict::Shown if is_broken_before(sample, with, &mut runs)? => Verdict::Differs(
                "what it is called with is broken before: it fails without the call".to_owned(),
            ),
            Verdict::Shown if returns_at_times(sample, with.replays, &mut runs)? => {
                candidate.tries.has_returned = true;
                Verdict::Differs("it fails in some fresh processes and not in others".to_owned())
            }
            Verdict::Shown => match long_texts::objection(sample, with.limit, with.replays, &mut runs)? {
                Some(why) => {
                    // Its other plans take as long, and come to the same.
                    candidate.tries.next = candidate.samples.len();
                    Verdict::Differs(why.to_owned())
                }
                None => Verdict::Shown,
            },
            verdict => verdict,
        };
        match verdict {
            Verdict::Shown => {
                candidate.frames = frames_of(sample.observed.kind, &replay, with.scope);
                candidate.described.trials.below = with.scope.frames_below(&replay.backtrace);
                let sample = &mut candidate.samples[index];
                if let Some(fault) = replay.fault {
                    sample.observed = fault;
                }
                // Plans of a place may be of several items, and the first may not have shown it. Whoever takes the little memory that
                // is left is not to blame either if the rest of it is taken at once.
                candidate.item = (with.item_of)(sample);
                if let Some(seen) = replay.seen.filter(|seen| sample.plan.holes_looked_at(seen) > 0) {
                    sample.plan = seen;
                }
                candidate.tries.shown = index;
                candidate.standing = Standing::Replayed;
                candidate.number_site(with.scope);
                candidate.tries.style = TestStyle::Readable;
                let began = Instant::now();
                runs += challenge_holes(candidate, with)?;
                with.challenging += began.elapsed();
            }
            Verdict::Differs(why) => candidate.doubted(why, with.item_of),
        }
    }
    Ok(runs)
}

/// How many times as long as a run it may take to show a fault again.
fn times_of_limit(kind: FaultKind) -> u32 {
    match kind {
        FaultKind::Timeout => TIMEOUT_FACTOR,
        _ => 1,
    }
}

/// What fails by chance, as by the time of day or an address, is not shown each time. What takes long is not asked.
fn returns_at_times(
    sample: &PlacedSample,
    replays: &mut dyn ReplaysPlans,
    runs: &mut u64,
) -> anyhow::Result<bool> {
    let ends_at_once = matches!(
        sample.observed.kind,
        FaultKind::Panic | FaultKind::Abort | FaultKind::Signal(_) | FaultKind::Exit(_)
    );
    if !ends_at_once {
        return Ok(false);
    }
    let repeated = replays.repeat(&sample.plan, TIMES_ALONE)?;
    *runs += repeated.len() as u64;
    Ok(repeated.last().is_some_and(|last| last.fault.is_none()))
}

/// A plan that takes out of proportion is shown again by counts of fresh processes.
fn count_again(
    candidate: &mut Candidate,
    index: usize,
    with: &mut Replaying<'_>,
    runs: &mut u64,
) -> anyhow::Result<()> {
    match still_grows(&candidate.samples[index].plan, runs, with.replays)? {
        Some(true) => {
            candidate.tries.shown = index;
            candidate.standing = Standing::Replayed;
            candidate.tries.style = TestStyle::Readable;
        }
        Some(false) | None => {
            candidate.doubted("counted anew, time is in proportion".to_owned(), with.item_of);
        }
    }
    Ok(())
}

/// An argument alone shows that memory is broken: the call is not what broke it, and what did has a finding of its own.
fn is_broken_before(sample: &PlacedSample, with: &mut Replaying<'_>, runs: &mut u64) -> anyhow::Result<bool> {
    let kind = sample.observed.kind;
    let may_be = kind.is_misuse() || matches!(kind, FaultKind::Signal(_) | FaultKind::Abort);
    let Term::Apply { args, .. } = sample.plan.term() else {
        return Ok(false);
    };
    for arg in args.iter().filter(|_| may_be) {
        let Some(plan) = Plan::new(arg.clone()) else {
            continue;
        };
        *runs += 1;
        let replay = with.replays.replay(&plan, Asked::OUTCOME)?;
        if replay.fault.is_some_and(|fault| fault.kind.is_misuse()) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Code that a macro or std wrote, and a function that only says what is wrong, name one place for many faults: plans of a candidate
/// that was just shown again that fail elsewhere by their frames are other candidates. Returns these, one for each place, and the number of runs.
fn part_by_place(
    candidate: &mut Candidate,
    with: &mut Replaying<'_>,
) -> anyhow::Result<(Vec<Candidate>, u64)> {
    if candidate.standing != Standing::Replayed {
        return Ok((Vec::new(), 0));
    }
    let beside = std::mem::take(&mut candidate.beside);
    // Inlined code has names of its own in each instance, but one place.
    let scope = with.scope;
    let place = |frames: &[Frame]| place_of_fault(frames, scope);
    let innermost = place(&candidate.frames);
    let Some(innermost) = innermost.filter(|_| !candidate.names_its_place(with.scope)) else {
        return Ok((Vec::new(), 0));
    };
    let (mut runs, mut others) = (0, Vec::<(Location, Vec<PlacedSample>)>::new());
    let shown = candidate.sample().clone();
    let mut own = vec![shown.clone()];
    let all = candidate.samples.iter().chain(&beside);
    for sample in all.filter(|sample| **sample != shown) {
        if (with.interrupted)() {
            return Ok((Vec::new(), runs));
        }
        let replay = with.replays.replay(&sample.plan, Asked::all(1))?;
        runs += 1;
        if replay_agrees(&sample.observed, replay.fault.as_ref()) != Verdict::Shown {
            continue;
        }
        match place(&frames_of(sample.observed.kind, &replay, with.scope)).filter(|at| *at != innermost) {
            None => own.push(sample.clone()),
            Some(at) => match others.iter_mut().find(|(other, _)| *other == at) {
                Some((_, of_place)) => of_place.push(sample.clone()),
                None => others.push((at, vec![sample.clone()])),
            },
        }
    }
    if !(others.is_empty() && beside.is_empty()) {
        candidate.items = direct_items(&own);
    }
    let parted = others.into_iter();
    let parted = parted.map(|(_, of_place)| candidate.without(of_place, with.item_of));
    Ok((parted.collect(), runs))
}

/// Leaves open only those holes of a candidate's plans that stand up to challenges, and leaves out plans that do not fail as
/// was seen. Returns the number of runs.
fn challenge_holes(candidate: &mut Candidate, with: &mut Replaying<'_>) -> anyhow::Result<u64> {
    let mut runs = 0;
    let is_slow = matches!(
        candidate.sample().observed.kind,
        FaultKind::Timeout | FaultKind::Memory
    );
    let mut kept = Vec::with_capacity(candidate.samples.len());
    let mut shown = 0;
    let had = direct_items(candidate.samples.iter().chain(&candidate.beside));
    for (index, mut sample) in std::mem::take(&mut candidate.samples).into_iter().enumerate() {
        let is_shown = index == candidate.tries.shown;
        // Each challenge of what takes long costs a limit: one plan of it says enough.
        if (with.interrupted)() || (is_slow && (sample.plan.holes() == 0 || !is_shown)) {
            sample.plan = sample.plan.with_holes(|_| false);
        } else {
            let challenged = challenge(&sample, with.grammar, with.literals, with.replays)?;
            runs += challenged.runs;
            match challenged.plan {
                Some(plan) => sample.plan = plan,
                None if is_shown => sample.plan = sample.plan.with_holes(|_| false),
                None => continue,
            }
            if is_shown {
                candidate.described.holes = challenged.holes;
            }
        }
        if is_shown {
            shown = kept.len();
        }
        kept.push(sample);
    }
    candidate.tries.next = shown + 1;
    (candidate.samples, candidate.tries.shown) = (kept, shown);
    // An item none of whose plans is left has not shown it by itself.
    let left = direct_items(candidate.samples.iter().chain(&candidate.beside));
    candidate
        .items
        .retain(|item| left.contains(item) || !had.contains(item));
    Ok(runs)
}
