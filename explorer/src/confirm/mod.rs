//! Confirms findings: each is replayed in a fresh process, with a backtrace, and its stand-alone test is compiled and
//! run. What does not show itself again in both is kept, but is not confirmed.

mod candidate;
pub mod challenge;
pub mod experiments;
pub mod judge;
mod laboratory;
#[cfg(test)]
mod tests;
mod width;

pub use candidate::{Candidate, Confirmation, Described, RunsReproductions, Standing, TRIES, WritesTest};
pub use laboratory::Laboratory;

use crate::finding::{CrateScope, Identity};
use crate::outcome::{FaultKind, Frame, Location};
use crate::tuning::TIMEOUT_FACTOR;
use harness_gen::Item;
use harness_gen::render::TestStyle;
use judge::{Verdict, replay_agrees, test_agrees};
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// What came of confirming.
pub struct Confirmed {
    /// In their order.
    pub candidates: Vec<Candidate>,
    /// Runs it took.
    pub runs: u64,
    /// The part of the time in which holes were challenged.
    pub challenging: Duration,
}

/// Confirms what can be confirmed and merges what turns out to be the same.
pub fn confirm(mut candidates: Vec<Candidate>, with: &mut Confirmation<'_>) -> anyhow::Result<Confirmed> {
    let (mut runs, mut challenging) = (0, Duration::ZERO);
    for _ in 0..TRIES {
        let mut index = 0;
        while index < candidates.len() {
            runs += replay_until_shown(&mut candidates[index], with, &mut challenging)?;
            let (other, more) = part_by_place(&mut candidates[index], with)?;
            candidates.extend(other);
            runs += more;
            report_progress(&candidates, with);
            index += 1;
        }
        // What was not shown again has no frames: it must not absorb what was, nor hide behind it, while it is tried.
        candidates = merge_equal(candidates, with.items, with.scope, |candidate| {
            candidate.standing != Standing::Open
        });
        if (with.interrupted)() || candidates.iter().all(|c| c.standing != Standing::Replayed) {
            break;
        }
        for style in [TestStyle::Readable, TestStyle::Explicit] {
            runs += run_tests(&mut candidates, style, with)?;
        }
    }
    // In the end an identity stands for one finding, whatever became of its parts.
    Ok(Confirmed {
        candidates: merge_equal(candidates, with.items, with.scope, |_| true),
        runs,
        challenging,
    })
}

/// Compiles and runs the tests of all candidates that were shown again and are written in this style. What a readable test
/// does not show is left to an explicit one. Returns the number of runs.
fn run_tests(
    candidates: &mut [Candidate],
    style: TestStyle,
    with: &mut Confirmation<'_>,
) -> anyhow::Result<u64> {
    let due: Vec<usize> = (0..candidates.len())
        .filter(|&index| {
            candidates[index].standing == Standing::Replayed && candidates[index].style() == style
        })
        .collect();
    if due.is_empty() {
        return Ok(0);
    }
    let tests: Vec<(String, String)> = due
        .iter()
        .map(|&index| {
            let candidate = &candidates[index];
            let name = candidate.test_name(with.items);
            let source = (with.write)(candidate.sample(), candidate.kind, &name, style);
            (name, source)
        })
        .collect();
    let refused = with.tests.build(&tests)?;
    let mut runs = 0;
    for (&index, (name, _)) in due.iter().zip(&tests) {
        if (with.interrupted)() {
            break;
        }
        let candidate = &mut candidates[index];
        let verdict = if let Some(message) = refused.get(name) {
            let first_line = message.lines().next().unwrap_or_default();
            Verdict::Differs(format!("the stand-alone test does not compile: {first_line}"))
        } else {
            runs += 1;
            let observed = candidate.sample().observed.clone();
            // A failed property is confirmed by a failed test; its panics and hangs by what they are.
            test_agrees(&observed, &with.tests.run(name, observed.kind)?)
        };
        match (verdict, style) {
            (Verdict::Shown, _) => candidate.standing = Standing::Confirmed,
            (Verdict::Differs(_), TestStyle::Readable) => candidate.tries.style = TestStyle::Explicit,
            (Verdict::Differs(why), TestStyle::Explicit) => candidate.doubted(why),
        }
        report_progress(candidates, with);
    }
    Ok(runs)
}

fn report_progress(candidates: &[Candidate], with: &mut Confirmation<'_>) {
    let settled = |candidate: &&Candidate| {
        candidate.standing == Standing::Confirmed
            || (candidate.tries.next > 0 && candidate.standing == Standing::Open)
    };
    (with.progress)(candidates.iter().filter(settled).count(), candidates.len());
}

/// Replays further plans until one shows the fault again; learns the frames. Returns the number of runs.
fn replay_until_shown(
    candidate: &mut Candidate,
    with: &mut Confirmation<'_>,
    challenging: &mut Duration,
) -> anyhow::Result<u64> {
    let mut runs = 0;
    while candidate.has_another_try() && !(with.interrupted)() {
        let index = candidate.tries.next;
        candidate.tries.next += 1;
        let sample = &candidate.samples[index];
        let factor = if sample.observed.kind == FaultKind::Timeout {
            TIMEOUT_FACTOR
        } else {
            1
        };
        let replay = with.replays.replay(&sample.plan, factor)?;
        runs += 1;
        match replay_agrees(&sample.observed, replay.fault.as_ref()) {
            Verdict::Shown => {
                candidate.frames = with.scope.frames(&replay.backtrace);
                candidate.described.trials.below = with.scope.frames_below(&replay.backtrace);
                let sample = &mut candidate.samples[index];
                if let Some(fault) = replay.fault {
                    sample.observed = fault;
                }
                if let Some(seen) = replay.seen.filter(|seen| sample.plan.holes_looked_at(seen) > 0) {
                    sample.plan = seen;
                }
                candidate.tries.shown = index;
                candidate.standing = Standing::Replayed;
                candidate.number_site(with.scope);
                candidate.tries.style = TestStyle::Readable;
                let began = Instant::now();
                runs += challenge_holes(candidate, with)?;
                *challenging += began.elapsed();
            }
            Verdict::Differs(why) => candidate.doubted(why),
        }
    }
    Ok(runs)
}

/// Code that a macro or std wrote names one place for many faults: plans of a candidate that was just shown again whose
/// innermost frame is another are another candidate. Returns it, and the number of runs.
fn part_by_place(
    candidate: &mut Candidate,
    with: &mut Confirmation<'_>,
) -> anyhow::Result<(Option<Candidate>, u64)> {
    if candidate.standing != Standing::Replayed || candidate.names_its_place(with.scope) {
        return Ok((None, 0));
    }
    // Inlined code has names of its own in each instance, but one place.
    let place = |frames: &[Frame]| frames.first().and_then(|frame| frame.location.clone());
    let innermost = place(&candidate.frames);
    let (mut runs, mut others) = (0, Vec::new());
    let shown = candidate.sample().clone();
    for sample in candidate.samples.iter().filter(|sample| **sample != shown) {
        if (with.interrupted)() {
            return Ok((None, runs));
        }
        let replay = with.replays.replay(&sample.plan, 1)?;
        runs += 1;
        let own = place(&with.scope.frames(&replay.backtrace));
        if replay.fault.is_some() && own.is_some() && innermost.is_some() && own != innermost {
            others.push(sample.clone());
        }
    }
    let item = others.first().map(with.item_of);
    Ok((item.map(|item| candidate.without(others, item)), runs))
}

/// Leaves open only those holes of a candidate's plans that stand up to challenges, and leaves out plans that do not fail as
/// was seen. Returns the number of runs.
fn challenge_holes(candidate: &mut Candidate, with: &mut Confirmation<'_>) -> anyhow::Result<u64> {
    let mut runs = 0;
    let is_slow = matches!(
        candidate.sample().observed.kind,
        FaultKind::Timeout | FaultKind::Memory
    );
    let mut kept = Vec::with_capacity(candidate.samples.len());
    let mut shown = 0;
    for (index, mut sample) in std::mem::take(&mut candidate.samples).into_iter().enumerate() {
        let is_shown = index == candidate.tries.shown;
        if (with.interrupted)() || (is_slow && sample.plan.holes() == 0) {
            sample.plan = sample.plan.with_holes(|_| false);
        } else {
            let challenged = challenge::challenge(&sample, with.grammar, with.literals, with.replays)?;
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
    Ok(runs)
}

/// Makes one candidate of those with equal identity and place among the mergeable ones, and tells apart those of other
/// places. The order is kept.
fn merge_equal(
    candidates: Vec<Candidate>,
    items: &[Item],
    scope: &CrateScope,
    mergeable: impl Fn(&Candidate) -> bool,
) -> Vec<Candidate> {
    let mut merged: Vec<Candidate> = Vec::new();
    let mut places: BTreeMap<(Identity, Option<Location>), usize> = BTreeMap::new();
    for mut candidate in candidates {
        if !mergeable(&candidate) {
            merged.push(candidate);
            continue;
        }
        candidate.site.repeat = 0;
        let key = (candidate.identity(items), candidate.panic_place(scope));
        match places.get(&key) {
            Some(&place) => merged[place].absorb(candidate),
            None => {
                places.insert(key, merged.len());
                merged.push(candidate);
            }
        }
    }
    let mut repeats: BTreeMap<Identity, u32> = BTreeMap::new();
    for ((identity, _), place) in places {
        let repeat = repeats.entry(identity).or_default();
        merged[place].site.repeat = *repeat;
        *repeat += 1;
    }
    merged
}
