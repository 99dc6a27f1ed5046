//! Confirms findings: each is replayed in a fresh process, with a backtrace, and its stand-alone test is compiled and
//! run. What does not show itself again in both is kept, but is not confirmed.

mod bound;
mod candidate;
pub mod challenge;
mod earlier;
pub mod experiments;
pub mod judge;
mod laboratory;
mod long_texts;
mod places;
pub mod receiver;
mod replaying;
#[cfg(test)]
mod tests;
mod trying;
mod width;

pub use candidate::{
    Candidate, Confirmation, Contrast, Described, DueTest, EarlierCall, Refused, RunsReproductions, Standing,
    TRIES, WritesTest,
};
pub use laboratory::Laboratory;

use crate::executor::{TestEnd, TestOutcome};
use crate::finding::{CrateScope, Identity};
use crate::outcome::{FaultKind, Location};
use harness_gen::Item;
use harness_gen::render::TestStyle;
use judge::{Verdict, is_of_broken_memory, is_stopped_by_limit, overflows_instead, test_agrees};
use replaying::{is_settled, replay_all};
use std::collections::BTreeMap;
use std::time::Duration;

/// What came of confirming.
pub struct Confirmed {
    /// In their order.
    pub candidates: Vec<Candidate>,
    /// Runs it took.
    pub runs: u64,
    /// The part of the time in which holes were challenged.
    pub challenging: Duration,
}

/// In this order tests are tried.
const STYLES: [TestStyle; 5] = [
    TestStyle::Readable,
    TestStyle::Explicit,
    TestStyle::Optimised,
    TestStyle::Threads,
    TestStyle::ForGood,
];

/// Confirms what can be confirmed and merges what turns out to be the same.
pub fn confirm(mut candidates: Vec<Candidate>, with: &mut Confirmation<'_>) -> anyhow::Result<Confirmed> {
    let (mut runs, mut challenging) = (0, Duration::ZERO);
    for _ in 0..TRIES {
        runs += replay_all(&mut candidates, with, &mut challenging)?;
        // What was not shown again has no frames: it must not absorb what was, nor hide behind it, while it is tried.
        candidates = merge_equal(candidates, with.items, with.scope, |candidate| {
            candidate.standing != Standing::Open
        });
        if (with.interrupted)() || candidates.iter().all(|c| c.standing != Standing::Replayed) {
            break;
        }
        for style in STYLES {
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

/// Replays what can be replayed, challenges what is said of it, and merges what turns out to be the same. No test is built.
pub fn replay(mut candidates: Vec<Candidate>, with: &mut Confirmation<'_>) -> anyhow::Result<Confirmed> {
    let mut challenging = Duration::ZERO;
    let runs = replay_all(&mut candidates, with, &mut challenging)?;
    Ok(Confirmed {
        candidates: merge_equal(candidates, with.items, with.scope, |candidate| {
            candidate.standing != Standing::Open
        }),
        runs,
        challenging,
    })
}

/// Compiles and runs the tests of all candidates that were shown again and are written in this style. What a readable test
/// does not show is left to an explicit one, and broken memory that this does not show to one that is built as it was explored. Returns the number of runs.
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
            let source = (with.write)(candidate, &name, style);
            (name, source)
        })
        .collect();
    let refused = with.tests.build(&tests, style)?;
    if (with.interrupted)() {
        return Ok(0);
    }
    let accepted = due
        .iter()
        .zip(&tests)
        .filter(|(_, (name, _))| !refused.contains_key(name));
    // A failed property is confirmed by a failed test; its panics and hangs by what they are.
    let mut accepted: Vec<DueTest<'_>> = accepted
        .map(|(&index, (name, _))| DueTest {
            name,
            kind: candidates[index].sample().observed.kind,
        })
        .collect();
    // What takes long first: else all but one of those who run tests wait for the last.
    accepted.sort_by_key(|test| test.kind != FaultKind::Timeout);
    let outcomes = with.tests.run(&accepted)?;
    let outcomes: BTreeMap<&str, TestOutcome> = (accepted.iter().zip(outcomes))
        .filter_map(|(test, outcome)| Some((test.name, outcome?)))
        .collect();
    let runs = outcomes.len() as u64;
    for (&index, (name, _)) in due.iter().zip(&tests) {
        let candidate = &mut candidates[index];
        let verdict = match (refused.get(name), outcomes.get(name.as_str())) {
            (Some(message), _) => {
                let first_line = message.lines().next().unwrap_or_default();
                Verdict::Differs(format!("the stand-alone test does not build: {first_line}"))
            }
            (None, Some(outcome)) => {
                if overflows_instead(candidate.kind, outcome) {
                    candidate.overflows();
                }
                test_agrees(&candidate.sample().observed, outcome)
            }
            // Interrupted.
            (None, None) => continue,
        };
        let why = match verdict {
            Verdict::Shown => {
                candidate.standing = Standing::Confirmed;
                continue;
            }
            Verdict::Differs(why) => why,
        };
        let (refused, outcome) = (refused.get(name), outcomes.get(name.as_str()));
        match next_style(candidate.kind, style, refused, outcome) {
            Some(next) => candidate.tries.style = next,
            None => candidate.doubted(why, with.item_of),
        }
    }
    report_progress(candidates, with);
    Ok(runs)
}

/// How a test is written next that has not shown its fault in this style, but was refused or came to something else.
fn next_style(
    kind: FaultKind,
    style: TestStyle,
    refused: Option<&String>,
    outcome: Option<&TestOutcome>,
) -> Option<TestStyle> {
    match style {
        _ if is_last_word(kind, outcome) => None,
        TestStyle::Readable => Some(TestStyle::Explicit),
        // What does not build does not either as it was explored.
        TestStyle::Explicit if refused.is_some_and(|message| ends_too_early(message)) => {
            Some(TestStyle::ForGood)
        }
        TestStyle::Explicit if is_of_broken_memory(kind) => Some(TestStyle::Optimised),
        TestStyle::Explicit if hides_panic(kind, outcome) => Some(TestStyle::Threads),
        _ => None,
    }
}

/// Written in another way it would take as long, or a panic would be followed by the same death.
fn is_last_word(kind: FaultKind, outcome: Option<&TestOutcome>) -> bool {
    let dies = |outcome: &TestOutcome| kind == FaultKind::Panic && outcome.signal.is_some();
    outcome.is_some_and(|outcome| is_stopped_by_limit(outcome) || dies(outcome))
}

/// rustc has refused a test for a value that does not last as long as what borrows from it has to.
fn ends_too_early(message: &str) -> bool {
    ["E0597", "E0716", "E0521"]
        .iter()
        .any(|code| message.contains(code))
}

/// The call returns, so it may be another thread that panics.
fn hides_panic(kind: FaultKind, outcome: Option<&TestOutcome>) -> bool {
    let passed = outcome.is_some_and(|outcome| outcome.told == Some(TestEnd::Passed));
    kind == FaultKind::Panic && passed
}

fn report_progress(candidates: &[Candidate], with: &mut Confirmation<'_>) {
    (with.progress)(
        candidates
            .iter()
            .filter(|candidate| is_settled(candidate))
            .count(),
        candidates.len(),
    );
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
