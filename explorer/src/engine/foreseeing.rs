//! Has cores work that would wait for rustc: while stand-alone tests are built and run, findings that were shown again are judged and
//! explained as if their tests had shown them, too. Nothing that comes of it is told: what was run is remembered, so that it
//! need not be run again once tests have spoken.

use super::confirming::{Confirming, WhenInterrupted};
use super::explaining::explain;
use crate::confirm::{Candidate, Confirmed, Standing};
use crate::executor::Executor;
use crate::run_report::RunReport;
use std::sync::atomic::{AtomicBool, Ordering};

/// Confirms the candidates. With one executor nothing is foreseen.
pub(super) fn confirm_foreseeing(
    confirming: &Confirming<'_>,
    candidates: Vec<Candidate>,
    executors: &mut [Executor],
    report: &RunReport,
    progress: &mut dyn FnMut(usize, usize),
) -> anyhow::Result<Confirmed> {
    if executors.len() < 2 {
        return confirming.confirm(candidates, executors, progress);
    }
    // By all of them: confirming begins with the same, and finds it remembered.
    let replayed = confirming.replay(candidates.clone(), executors)?;
    let challenging = replayed.challenging;
    let is_over = AtomicBool::new(false);
    let (spare, others) = executors.split_at_mut(1);
    let confirmed = std::thread::scope(|scope| {
        // What goes wrong there goes wrong again where it is told.
        scope.spawn(|| foresee(confirming, replayed.candidates, spare, report.clone(), &is_over));
        let confirmed = confirming.confirm(candidates, others, progress);
        is_over.store(true, Ordering::Relaxed);
        confirmed
    })?;
    Ok(Confirmed {
        challenging: confirmed.challenging + challenging,
        ..confirmed
    })
}

/// Judges and explains replayed candidates until `is_over`.
fn foresee(
    confirming: &Confirming<'_>,
    mut candidates: Vec<Candidate>,
    executors: &mut [Executor],
    mut report: RunReport,
    is_over: &AtomicBool,
) -> anyhow::Result<()> {
    let interrupted = || is_over.load(Ordering::Relaxed) || (confirming.interrupted)();
    let foreseeing = confirming.until(&interrupted, WhenInterrupted::GiveUp);
    take_as_confirmed(&mut candidates);
    foreseeing.judge(&mut candidates, executors)?;
    report.findings = foreseeing.findings(&candidates);
    report.causes = foreseeing.causes(&report.findings);
    explain(&foreseeing, &mut candidates, executors, &mut report, None)?;
    Ok(())
}

/// What was shown again counts as what its test is going to say.
pub(super) fn take_as_confirmed(candidates: &mut [Candidate]) {
    for candidate in candidates {
        if candidate.standing == Standing::Replayed {
            candidate.standing = Standing::Confirmed;
        }
    }
}
