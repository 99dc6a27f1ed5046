//! Whether a second run shows the fault of the first: a replay in the executor, or a stand-alone test process. Pure
//! decisions over what was observed.

use crate::executor::{TestEnd, TestOutcome};
use crate::finding::normalise_message;
use crate::outcome::{DROPPED_TWICE, Fault, FaultKind, NEVER_FREED, USED_WHEN_GONE};

const SIGILL: i32 = 4;
const SIGABRT: i32 = 6;
const SIGKILL: i32 = 9;
const SIGXCPU: i32 = 24;
const SIGBUS: i32 = 7;
const SIGSEGV: i32 = 11;
/// The signals that end a process whose memory is broken, by the processor or by the allocator.
const OF_BROKEN_MEMORY: [i32; 4] = [SIGILL, SIGABRT, SIGBUS, SIGSEGV];

/// What a second run says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The same fault.
    Shown,
    /// Not the same; why.
    Differs(String),
}

/// How broken memory ends a process depends on what lies beside it.
pub fn is_of_broken_memory(kind: FaultKind) -> bool {
    match kind {
        FaultKind::Abort => true,
        FaultKind::Signal(signal) => OF_BROKEN_MEMORY.contains(&signal),
        _ => false,
    }
}

/// What ran into a limit, and comes to another end where it may go on for longer, is a fault of that kind, full memory, too.
pub fn ends_worse(seen: FaultKind, now: FaultKind) -> bool {
    let fills = seen == FaultKind::Timeout && now == FaultKind::Memory;
    let is_limit = |kind| matches!(kind, FaultKind::Timeout | FaultKind::Memory);
    is_limit(seen) && (fills || !is_limit(now))
}

/// The test of a run that did not end came to the end of its stack, which is smaller than ours.
pub fn overflows_instead(seen: FaultKind, outcome: &TestOutcome) -> bool {
    seen == FaultKind::Timeout && outcome.signal == Some(SIGABRT) && overflowed(&outcome.output)
}

/// Compares a replay with what was seen first.
pub fn replay_agrees(seen: &Fault, replayed: Option<&Fault>) -> Verdict {
    let Some(replayed) = replayed else {
        return Verdict::Differs(match seen.kind {
            FaultKind::Timeout => "slow, not endless: it ended within three times the time limit".to_owned(),
            _ => "a second run in a fresh process did not fail".to_owned(),
        });
    };
    let both = |is: fn(FaultKind) -> bool| is(seen.kind) && is(replayed.kind);
    let is_same_kind = seen.kind == replayed.kind || both(FaultKind::is_misuse) || both(is_of_broken_memory);
    if !is_same_kind {
        return Verdict::Differs(format!(
            "a second run in a fresh process ended differently: {} instead of {}",
            replayed.kind.word(),
            seen.kind.word()
        ));
    }
    // A hook that the crate has set in place of ours tells no place.
    let is_untold = seen.location.is_none() || replayed.location.is_none();
    let same_place = is_untold || seen.location == replayed.location;
    let same_message = normalise_message(&seen.message) == normalise_message(&replayed.message);
    if seen.kind == FaultKind::Panic && !(same_place && same_message) {
        return Verdict::Differs("a second run in a fresh process panicked elsewhere".to_owned());
    }
    Verdict::Shown
}

/// Compares the outcome of a stand-alone test with the fault it is to show.
pub fn test_agrees(seen: &Fault, outcome: &TestOutcome) -> Verdict {
    let panicked = match &outcome.told {
        Some(TestEnd::Panicked(message)) => Some(message.as_str()),
        _ => None,
    };
    let stopped_by_limit = is_stopped_by_limit(outcome);
    let agrees = match seen.kind {
        FaultKind::Panic => {
            panicked.is_some_and(|message| shows_panic(seen, message, &outcome.output))
                || dies_of_panic(seen, outcome)
        }
        FaultKind::Property => panicked.is_some(),
        FaultKind::Leak => panicked.is_some_and(|message| message.contains(NEVER_FREED)),
        FaultKind::Signal(number) if !OF_BROKEN_MEMORY.contains(&number) => outcome.signal == Some(number),
        // The replay tells it from an overflow of the stack; here that is told by a text, which anybody can write.
        FaultKind::Abort | FaultKind::Signal(_) => outcome
            .signal
            .is_some_and(|signal| OF_BROKEN_MEMORY.contains(&signal)),
        // Which of the two it is told as is up to what was in the memory before.
        FaultKind::DoubleDrop | FaultKind::InvalidUse => {
            let says = [DROPPED_TWICE, USED_WHEN_GONE].map(|text| outcome.output.contains(text));
            outcome.signal == Some(SIGABRT) && says.contains(&true)
        }
        FaultKind::StackOverflow => outcome.signal == Some(SIGABRT) && overflowed(&outcome.output),
        FaultKind::Exit(code) => outcome.exit_code == Some(code) && outcome.told.is_none(),
        FaultKind::Timeout => stopped_by_limit,
        // A test counts no edges. That it is what is slow was counted before; here it has to be a test that ends.
        FaultKind::Slow => outcome.told == Some(TestEnd::Passed),
        // Under the limit an allocation fails: the process aborts, or the failure is turned into a panic.
        FaultKind::Memory => {
            let speaks = speaks_of_memory(&outcome.output) || panicked.is_some_and(speaks_of_memory);
            let failed = panicked.is_some() || outcome.signal == Some(SIGABRT);
            (failed && speaks) || stopped_by_limit
        }
    };
    if agrees {
        return Verdict::Shown;
    }
    Verdict::Differs(format!("the stand-alone test {}", describe(outcome)))
}

/// It ran for as long as it may.
pub(super) fn is_stopped_by_limit(outcome: &TestOutcome) -> bool {
    outcome.timed_out || matches!(outcome.signal, Some(SIGXCPU | SIGKILL))
}

/// Texts of std and of collections when there is no memory left.
fn speaks_of_memory(output: &str) -> bool {
    [
        "memory allocation of",
        "capacity overflow",
        "out of memory",
        "AllocErr",
        "TryReserveError",
        "memory allocation failed",
    ]
    .iter()
    .any(|mark| output.contains(mark))
}

/// A panic without a place is one that no hook of ours or of std's was told of: its message is all there is.
fn shows_panic(seen: &Fault, message: &str, output: &str) -> bool {
    let at_place = seen.location.as_ref().is_some_and(|at| {
        // The test binary may name the file from another directory; the end of its path is the same.
        let file = at.file.rsplit('/').next().unwrap_or(&at.file);
        output.contains(&format!("{file}:{}:", at.line))
    });
    let first_line = seen.message.lines().next().unwrap_or_default();
    // Of another thread's panic tests say the place, too.
    let told = match message.strip_prefix("panicked at ") {
        Some(rest) => rest.lines().nth(1),
        None => message.lines().next(),
    };
    let told = told.unwrap_or_default();
    let is_told = normalise_message(told) == normalise_message(first_line);
    at_place || is_told || (!first_line.is_empty() && output.contains(first_line))
}

/// The first panic is the one that was seen, and what it unwinds panics, too: there std aborts. The harness drops values one by one.
fn dies_of_panic(seen: &Fault, outcome: &TestOutcome) -> bool {
    let Some((_, first)) = outcome.output.split_once(" panicked at ") else {
        return false;
    };
    let mut lines = first.lines();
    let (place, message) = (lines.next().unwrap_or_default(), lines.next().unwrap_or_default());
    let is_abort = outcome.signal == Some(SIGABRT) && first.contains("aborting.");
    is_abort && shows_panic(seen, message, place) && seen.message.starts_with(message)
}

fn overflowed(output: &str) -> bool {
    output.contains("has overflowed its stack")
}

fn describe(outcome: &TestOutcome) -> String {
    match (
        outcome.timed_out,
        outcome.signal,
        &outcome.told,
        outcome.exit_code,
    ) {
        (true, ..) => "did not end in time".to_owned(),
        (_, Some(signal), ..) => format!("was ended by signal {signal}"),
        (_, _, Some(TestEnd::Passed), _) => "passed".to_owned(),
        (_, _, Some(TestEnd::Panicked(_)), _) => "failed in another way".to_owned(),
        (.., Some(code)) => format!("exited with code {code}"),
        (_, None, None, None) => "ended in an unknown way".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::outcome::Location;

    fn fault(kind: FaultKind) -> Fault {
        let location = Some(Location {
            file: "/w/tree/src/lib.rs".to_owned(),
            line: 20,
            column: 5,
        });
        Fault {
            kind,
            message: "duplicate 1".to_owned(),
            location,
            op: None,
        }
    }

    fn told(told: TestEnd, output: &str) -> TestOutcome {
        let code = if told == TestEnd::Passed { 0 } else { 101 };
        TestOutcome {
            told: Some(told),
            ..ended(Some(code), None, output)
        }
    }

    fn ended(exit_code: Option<i32>, signal: Option<i32>, output: &str) -> TestOutcome {
        TestOutcome {
            told: None,
            exit_code,
            signal,
            timed_out: false,
            output: output.to_owned(),
        }
    }

    #[test]
    fn a_panic_whose_unwinding_aborts_is_shown_by_the_first_message() {
        let output = "thread 't' (1) panicked at src/lib.rs:20:5:\nduplicate 1\n\
                      thread 't' (1) panicked at src/lib.rs:90:5:\nPoisoned\n\
                      thread caused non-unwinding panic. aborting.\n";
        let agrees =
            |output: &str, signal| test_agrees(&fault(FaultKind::Panic), &ended(None, signal, output));
        assert_eq!(agrees(output, Some(6)), Verdict::Shown);
        for (output, signal) in [
            (output.replace("duplicate 1", "another"), Some(6)),
            (output.replace("aborting.", ""), Some(6)),
            (output.to_owned(), Some(11)),
        ] {
            assert_ne!(agrees(&output, signal), Verdict::Shown, "{output}");
        }
    }

    #[test]
    fn test_outcomes_confirm_only_their_own_kind() {
        let with = |message: &str| TestEnd::Panicked(message.to_owned());
        let panicked = told(
            with("duplicate 2"),
            "panicked at /w/tree/src/lib.rs:20:5:\nduplicate 2",
        );
        let panicked_silently = told(with("duplicate 1"), "");
        let panicked_elsewhere = told(with("other"), "panicked at tests/repro.rs:3:5:\nother");
        let passed = told(TestEnd::Passed, "panicked at /w/tree/src/lib.rs:20:5:");
        let exited = ended(Some(0), None, "test result: ok. 1 passed");
        let overflowed = ended(None, Some(6), "thread 'x' has overflowed its stack");
        let aborted = ended(None, Some(6), "");
        let segv = ended(None, Some(11), "");
        let hung = TestOutcome {
            timed_out: true,
            ..ended(None, Some(9), "")
        };
        let outcomes = [
            panicked,
            panicked_silently,
            panicked_elsewhere,
            passed,
            exited,
            overflowed,
            aborted,
            segv,
            hung,
        ];
        let table: [(FaultKind, [u8; 9]); 11] = [
            (FaultKind::Panic, [1, 1, 0, 0, 0, 0, 0, 0, 0]),
            (FaultKind::Property, [1, 1, 1, 0, 0, 0, 0, 0, 0]),
            (FaultKind::Exit(0), [0, 0, 0, 0, 1, 0, 0, 0, 0]),
            (FaultKind::StackOverflow, [0, 0, 0, 0, 0, 1, 0, 0, 0]),
            (FaultKind::Abort, [0, 0, 0, 0, 0, 1, 1, 1, 0]),
            (FaultKind::Signal(11), [0, 0, 0, 0, 0, 1, 1, 1, 0]),
            (FaultKind::Signal(8), [0, 0, 0, 0, 0, 0, 0, 0, 0]),
            (FaultKind::Timeout, [0, 0, 0, 0, 0, 0, 0, 0, 1]),
            (FaultKind::Slow, [0, 0, 0, 1, 0, 0, 0, 0, 0]),
            (FaultKind::Memory, [0, 0, 0, 0, 0, 0, 0, 0, 1]),
            (FaultKind::Leak, [0; 9]),
        ];
        let leaked = told(with("16 bytes of 4 calls are never freed"), "");
        assert_eq!(test_agrees(&fault(FaultKind::Leak), &leaked), Verdict::Shown);
        let out_of_memory = ended(None, Some(6), "memory allocation of 1073741824 bytes failed");
        assert_eq!(
            test_agrees(&fault(FaultKind::Memory), &out_of_memory),
            Verdict::Shown
        );
        for (kind, expected) in table {
            for (outcome, expected) in outcomes.iter().zip(expected) {
                let shown = test_agrees(&fault(kind), outcome) == Verdict::Shown;
                assert_eq!(shown, expected == 1, "{kind:?} {outcome:?}");
            }
        }
    }

    #[test]
    fn replays_must_fail_in_the_same_way_and_place() {
        let seen = fault(FaultKind::Panic);
        assert_eq!(
            replay_agrees(
                &seen,
                Some(&Fault {
                    message: "duplicate 7".to_owned(),
                    ..seen.clone()
                })
            ),
            Verdict::Shown
        );
        for other in [
            Fault {
                message: "missing".to_owned(),
                ..seen.clone()
            },
            Fault {
                kind: FaultKind::Abort,
                ..seen.clone()
            },
            Fault {
                kind: FaultKind::Signal(11),
                ..seen.clone()
            },
        ] {
            assert!(
                matches!(replay_agrees(&seen, Some(&other)), Verdict::Differs(_)),
                "{other:?}"
            );
        }
    }

    #[test]
    fn broken_memory_may_end_in_several_ways() {
        for (one, other, is_same) in [
            (FaultKind::Abort, FaultKind::Signal(11), true),
            (FaultKind::Signal(7), FaultKind::Signal(11), true),
            (FaultKind::Signal(8), FaultKind::Signal(11), false),
            (FaultKind::StackOverflow, FaultKind::Signal(11), false),
        ] {
            let verdict = replay_agrees(&fault(one), Some(&fault(other)));
            assert_eq!(verdict == Verdict::Shown, is_same, "{one:?} {other:?}");
        }
    }

    #[test]
    fn what_ran_into_a_limit_may_end_worse() {
        assert!(ends_worse(FaultKind::Timeout, FaultKind::StackOverflow));
        assert!(ends_worse(FaultKind::Memory, FaultKind::Panic));
        assert!(ends_worse(FaultKind::Timeout, FaultKind::Memory));
        assert!(!ends_worse(FaultKind::Memory, FaultKind::Timeout));
        assert!(!ends_worse(FaultKind::Timeout, FaultKind::Timeout));
        assert!(!ends_worse(FaultKind::Panic, FaultKind::Abort));
        let overflowed = ended(None, Some(6), "thread 'x' has overflowed its stack");
        assert!(overflows_instead(FaultKind::Timeout, &overflowed));
        assert!(!overflows_instead(FaultKind::Panic, &overflowed));
        assert!(!overflows_instead(FaultKind::Timeout, &ended(None, Some(6), "")));
    }

    #[test]
    fn a_slow_run_is_not_a_hang() {
        let Verdict::Differs(why) = replay_agrees(&fault(FaultKind::Timeout), None) else {
            panic!("must differ")
        };
        assert!(why.starts_with("slow"));
    }
}
