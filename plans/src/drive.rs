//! How a unit is driven: what passes between a unit and whoever runs its programs. The child drives its units in this way,
//! and so does every test that runs plans without processes.

use crate::tuning::LEARNED_AFTER;
use crate::unit::{Observation, Outcome, UnitLoop, UnitReport};

/// Whoever runs the programs of a unit.
pub trait Runs {
    /// Runs the plan that the unit has handed out and, if the runner likes, those that follow it in a series; the unit then
    /// stands at the last that was run. None: that run ended the process, and nobody observes it.
    fn run(&mut self, unit: &mut UnitLoop<'_>) -> Option<Ran>;

    /// The placeholders that the last run looked at, in order. Where some were not watched that is all of them.
    fn demands(&self) -> &[u32];

    /// The plan failed while nobody watched what it looked at, and when it was run once more, it did not fail.
    fn contradict(&mut self);

    /// Notes what the last run came to, before the unit goes on.
    fn note(&mut self, unit: &mut UnitLoop<'_>, ran: &Ran);

    /// Whether there is something to learn from the runs of the unit so far.
    fn has_learned(&self) -> bool;

    /// Whether the unit goes on after so many runs more.
    fn goes_on(&mut self, unit: &UnitLoop<'_>, runs: u64) -> bool;
}

/// What a run came to that the process has survived.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ran {
    /// Plans of the series that were run before it, each of which returned and demanded nothing.
    pub passed: u64,
    /// What it came to.
    pub outcome: Outcome,
    /// Whether the root op itself was called.
    pub reached_root: bool,
    /// As in [`Observation::ended_at`].
    pub ended_at: Option<u32>,
}

/// Runs the plans of a unit until it is over or its runner stops.
pub fn drive<R: Runs>(unit: &mut UnitLoop<'_>, runner: &mut R) -> UnitReport {
    let mut is_again = false;
    while unit.next().is_some() {
        let Some(ran) = runner.run(unit) else { break };
        if ran.outcome == Outcome::Fault && unit.has_unwatched() {
            // What it looked at is a part of what is told.
            unit.watch_all();
            is_again = true;
        } else {
            if std::mem::take(&mut is_again) && ran.outcome != Outcome::Fault {
                runner.contradict();
                break;
            }
            runner.note(unit, &ran);
            unit.observe(&Observation {
                outcome: ran.outcome,
                demands: runner.demands(),
                reached_root: ran.reached_root,
                ended_at: ran.ended_at,
            });
            if unit.is_bare() && unit.tallies().executions >= LEARNED_AFTER && runner.has_learned() {
                unit.end_with_round();
            }
        }
        if !runner.goes_on(unit, ran.passed + 1) {
            break;
        }
    }
    unit.report()
}
