//! What was seen to fail and returns in a fresh process may fail only after other calls in the same process. Sequences of calls are
//! run, each in a process of its own with the plan behind them; one that shows the fault is made as short as it can be, and has to
//! show it again and again, while the plan alone never does.

use super::candidate::{Candidate, Confirmation, EarlierCall, Standing};
use super::judge::{Verdict, replay_agrees};
use crate::engine::at_once::at_once;
use crate::engine::runner::{Asked, Replayer, ReplaysPlans};
use crate::executor::Replay;
use crate::finding::CrateScope;
use crate::finding::chain::frames_of;
use crate::outcome::{Fault, FaultKind};
use crate::tuning::{
    CALLS_AGAIN, CANDIDATES_BEHIND_CALLS, MANY_REPEATED_CALLS, RUNS_OF_A_SEQUENCE, SEQUENCES_OF_ITEMS,
    SEQUENCES_OF_REDUCING, TIMES_SHOWN,
};
use plans::Plan;

/// Looks for what has to be called before the candidates that returned in a fresh process. Returns the number of runs.
pub(super) fn look_for_all(candidates: &mut [Candidate], with: &mut Confirmation<'_>) -> anyhow::Result<u64> {
    // Who looks while exploring goes on has no calls.
    if with.calls.is_empty() {
        return Ok(0);
    }
    let (calls, scope, interrupted) = (with.calls, with.scope, with.interrupted);
    let mut wanted: Vec<&mut Candidate> = candidates
        .iter_mut()
        .filter(|candidate| is_wanted(candidate))
        .collect();
    wanted.truncate(CANDIDATES_BEHIND_CALLS);
    let work = |candidate: &mut &mut Candidate, replays: &mut Replayer<'_>| {
        if interrupted() {
            return Ok(0);
        }
        candidate.tries.has_returned = false;
        let own = candidate.samples[0].plan.with_holes(|_| false);
        // Which of its plans was seen to fail is left to chance: the first of its kind says as much.
        let first = calls.iter().flatten().find(|call| call.root() == own.root());
        let mut runs = 0;
        for plan in first.filter(|first| **first != own).into_iter().chain([&own]) {
            let mut looking = Looking {
                plan: plan.clone(),
                seen: candidate.samples[0].observed.clone(),
                runs: 0,
                is_slow: false,
                interrupted,
                replays,
            };
            let found = looking.look(calls)?;
            runs += looking.runs;
            if let Some((earlier, replay)) = found {
                shown(candidate, (earlier, plan.clone()), replay, scope);
                break;
            }
        }
        Ok(runs)
    };
    let runs = at_once(&mut wanted, with.replayers, &work, &mut |_| ())?;
    Ok(runs.into_iter().sum())
}

fn is_wanted(candidate: &Candidate) -> bool {
    let is_limit = matches!(
        candidate.kind,
        FaultKind::Timeout | FaultKind::Memory | FaultKind::Slow | FaultKind::StackOverflow
    );
    let is_tried = candidate.standing == Standing::Open && !candidate.has_another_try();
    is_tried && candidate.tries.has_returned && !is_limit
}

/// The candidate is what fails behind these calls, and nothing more is said of it.
fn shown(
    candidate: &mut Candidate,
    (earlier, plan): (Vec<EarlierCall>, Plan),
    replay: Replay,
    scope: &CrateScope,
) {
    candidate.samples.truncate(1);
    let sample = &mut candidate.samples[0];
    sample.plan = plan;
    candidate.frames = frames_of(candidate.kind, &replay, scope);
    if let Some(fault) = replay.fault {
        sample.observed = fault;
    }
    (candidate.tries.shown, candidate.tries.next) = (0, 1);
    candidate.standing = Standing::Replayed;
    candidate.described.trials.below = scope.frames_below(&replay.backtrace);
    candidate.described.earlier = earlier;
    candidate.number_site(scope);
}

struct Looking<'a> {
    plan: Plan,
    /// How it failed.
    seen: Fault,
    runs: u64,
    /// A sequence did not come to its end in time: others would take as long.
    is_slow: bool,
    interrupted: &'a dyn Fn() -> bool,
    replays: &'a mut dyn ReplaysPlans,
}

impl Looking<'_> {
    /// The shortest sequence found, and what the plan comes to behind it.
    fn look(&mut self, calls: &[Vec<Plan>]) -> anyhow::Result<Option<(Vec<EarlierCall>, Replay)>> {
        let all = calls.concat();
        let backwards: Vec<Plan> = all.iter().rev().cloned().collect();
        let repeated = |times| vec![self.plan.clone(); times];
        let mut sequences = vec![
            repeated(CALLS_AGAIN),
            all.clone(),
            backwards,
            [all.clone(), all].concat(),
        ];
        let with_own = |own: &Vec<Plan>| [own.clone(), vec![self.plan.clone(); 2]].concat();
        sequences.extend(calls.iter().take(SEQUENCES_OF_ITEMS).map(with_own));
        sequences.push(repeated(MANY_REPEATED_CALLS));
        for sequence in sequences {
            if (self.interrupted)() || self.is_slow {
                break;
            }
            let Some(at) = self.first_failing(sequence.clone())? else {
                continue;
            };
            // What is left to chance is not worth more.
            if self.behind(&sequence[..at], Asked::OUTCOME)?.is_none() {
                continue;
            }
            // Of the plan itself there were as few as it takes.
            let is_repeated = sequence[..at].iter().all(|call| *call == self.plan);
            let mut left = if is_repeated { 0 } else { SEQUENCES_OF_REDUCING };
            let earlier = shortest(sequence[..at].to_vec(), &mut |earlier| {
                let may_be_run = left > 0;
                left = left.saturating_sub(1);
                Ok(may_be_run && self.behind(earlier, Asked::OUTCOME)?.is_some())
            })?;
            if let Some(found) = self.again(&earlier)? {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }

    /// Runs a sequence with the plan at its end, and returns after how many calls the plan has failed first.
    fn first_failing(&mut self, mut sequence: Vec<Plan>) -> anyhow::Result<Option<usize>> {
        sequence.truncate(RUNS_OF_A_SEQUENCE);
        sequence.push(self.plan.clone());
        let replays = self.run(&sequence, Asked::OUTCOME)?;
        let mut ran = sequence.iter().zip(&replays);
        Ok(ran.position(|(plan, replay)| *plan == self.plan && self.agrees(replay)))
    }

    /// What each of these calls comes to, the plan last; none if it does not come to fail as was seen.
    fn behind(&mut self, earlier: &[Plan], asked: Asked) -> anyhow::Result<Option<Vec<Replay>>> {
        let sequence = [earlier, std::slice::from_ref(&self.plan)].concat();
        let replays = self.run(&sequence, asked)?;
        let is_shown =
            replays.len() == sequence.len() && replays.last().is_some_and(|last| self.agrees(last));
        Ok(is_shown.then_some(replays))
    }

    /// What is left to chance does not show itself so often behind these calls, and never without them.
    fn again(&mut self, earlier: &[Plan]) -> anyhow::Result<Option<(Vec<EarlierCall>, Replay)>> {
        for time in 1..TIMES_SHOWN {
            let is_shown = self.behind(earlier, Asked::OUTCOME)?.is_some();
            // Not each time: what fails in every second process would be shown in turns.
            let fails_alone = time % 3 > 0 && self.behind(&[], Asked::OUTCOME)?.is_some();
            if !is_shown || fails_alone {
                return Ok(None);
            }
        }
        let Some(mut replays) = self.behind(earlier, Asked::all(1))? else {
            return Ok(None);
        };
        let Some(shown) = replays.pop() else {
            return Ok(None);
        };
        let mut calls: Vec<EarlierCall> = Vec::new();
        for (plan, replay) in earlier.iter().zip(replays) {
            let fails = replay.fault.is_some();
            match calls.last_mut() {
                Some(last) if last.plan == *plan && last.fails == fails => last.times += 1,
                _ => calls.push(EarlierCall {
                    plan: plan.clone(),
                    times: 1,
                    fails,
                }),
            }
        }
        Ok(Some((calls, shown)))
    }

    fn run(&mut self, sequence: &[Plan], asked: Asked) -> anyhow::Result<Vec<Replay>> {
        self.runs += sequence.len() as u64;
        let replays = self.replays.replay_in_order(sequence, asked)?;
        let ends_process = replays.last().is_some_and(|last| last.fault.is_some());
        self.is_slow |= replays.len() < sequence.len() && !ends_process;
        Ok(replays)
    }

    fn agrees(&self, replay: &Replay) -> bool {
        replay_agrees(&self.seen, replay.fault.as_ref()) == Verdict::Shown
    }
}

/// A part of a sequence that still `fails`, of which no call can be left out: parts of half, a quarter and so on of its length are
/// left out, the last first, as delta debugging does, as long as something goes. Simple calls come first, and are what is left.
pub(super) fn shortest<T: Clone>(
    mut sequence: Vec<T>,
    fails: &mut dyn FnMut(&[T]) -> anyhow::Result<bool>,
) -> anyhow::Result<Vec<T>> {
    let mut part = sequence.len();
    while part > 0 {
        let before = sequence.len();
        let mut end = before;
        while end > 0 {
            let at = end.saturating_sub(part);
            let rest = [&sequence[..at], &sequence[end..]].concat();
            if fails(&rest)? {
                sequence = rest;
            }
            end = at;
        }
        let has_gone = sequence.len() < before;
        part = match part {
            1 if has_gone => 1,
            _ => (part / 2).min(sequence.len()),
        };
    }
    Ok(sequence)
}
