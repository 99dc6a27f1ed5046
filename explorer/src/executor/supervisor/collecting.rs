//! What a batch came to: its units' results, read from what its child has left in shared memory.

use super::ends::signal_text;
use super::grammars::Grammars;
use super::results::{Death, SeenFault, UnitResult};
use crate::executor::shared::abi::{PHASE_EVAL, THREAD_NONE, THREAD_OF_RUN};
use crate::executor::shared::memory::{Seals, SharedMemory};
use crate::executor::shared::pieces::{Piece, TracedRun};
use crate::executor::shared::protocol::{ChildEnd, Killed};
use crate::executor::shared::record::{Counted, End};
use crate::executor::shared::setup::CaseLimits;
use crate::outcome::{AFTER_A_PANIC, BLOCKED, DROPPED_TWICE, Fault, FaultKind, Location, USED_WHEN_GONE};
use anyhow::bail;
use plans::{
    Fatal, FatalPlan, KeptRun, LearnCandidate, Patience, Sample, SeenValue, Tallies, UnitReport, UnitRequest,
    UnitStop,
};
use std::collections::BTreeMap;

/// What a child has left that was given a batch.
pub(super) struct Left<'a> {
    pub(super) memory: &'a SharedMemory,
    /// Of its runs.
    pub(super) limits: CaseLimits,
    pub(super) grammars: &'a Grammars,
    /// How it ended.
    pub(super) end: &'a ChildEnd,
    /// Whether its first run may be had once more if somebody else has ended it.
    pub(super) may_repeat: bool,
}

/// What a child has told, unit by unit.
#[derive(Default)]
struct Told {
    of_units: BTreeMap<u32, ToldOfUnit>,
    runs: Vec<TracedRun>,
}

/// What a child has told of one unit.
#[derive(Default)]
struct ToldOfUnit {
    /// If it came to its end.
    report: Option<UnitReport>,
    faults: Vec<SeenFault>,
    candidates: Vec<LearnCandidate>,
    kept: Vec<KeptRun>,
    values: Vec<SeenValue>,
}

impl Told {
    fn read(memory: &SharedMemory) -> anyhow::Result<Told> {
        let mut told = Told::default();
        // Samples name their faults by number.
        let mut places = Vec::new();
        for (count, piece) in memory.news().read() {
            match Piece::decode(&piece)? {
                Piece::Fault { unit, at, fault } => {
                    let faults = &mut told.of(unit).faults;
                    places.push((unit, faults.len()));
                    faults.push(SeenFault {
                        fault,
                        plans: count,
                        samples: Vec::new(),
                        at,
                    });
                }
                Piece::Sample { fault, sample } => {
                    if let Some(&(unit, place)) = places.get(fault as usize) {
                        told.of(unit).faults[place].samples.push(sample);
                    }
                }
                Piece::UnitEnd { unit, report } => {
                    let Ok(report) = plans::decode_unit_report(&report) else {
                        bail!("a unit's report cannot be read")
                    };
                    told.of(unit).report = Some(report);
                }
                Piece::Candidate { unit, candidate } => told.of(unit).candidates.push(candidate),
                Piece::Kept { unit, run } => told.of(unit).kept.push(run),
                Piece::Run(run) => told.runs.push(run),
                Piece::Value { unit, value } => told.of(unit).values.push(value),
            }
        }
        Ok(told)
    }

    fn of(&mut self, unit: u32) -> &mut ToldOfUnit {
        self.of_units.entry(unit).or_default()
    }
}

impl ToldOfUnit {
    /// A result with this report.
    fn result(self, report: UnitReport) -> UnitResult {
        UnitResult {
            report,
            faults: self.faults,
            death: None,
            stalled: false,
            candidates: self.candidates,
            kept: self.kept,
            values: self.values,
        }
    }
}

/// Of a unit in which a run has written over what it was observed by: nothing is known of it, and the search goes on without it.
pub(super) fn given_up(request: &UnitRequest) -> UnitResult {
    let told = ToldOfUnit::default().result(UnitReport {
        tallies: Tallies::default(),
        stop: UnitStop::Budget {
            next: request.begin(),
            paused: false,
        },
        round: None,
    });
    UnitResult {
        stalled: true,
        ..told
    }
}

impl Left<'_> {
    /// Reads it into the results of its units, the first of which had this number. Returns the runs that were told; nothing if a
    /// run has written over them.
    pub(super) fn collect(
        &self,
        first_unit: u32,
        units: &[UnitRequest],
        results: &mut [Option<UnitResult>],
    ) -> anyhow::Result<Option<Vec<TracedRun>>> {
        // Of a template that is gone nobody knows the token.
        let is_known = self.end.killed != Some(Killed::Lost);
        if is_known && self.memory.sealed(self.end.token) == Seals::Broken {
            return Ok(None);
        }
        let Ok(mut told) = Told::read(self.memory) else {
            return Ok(None);
        };
        let last = self.memory.record().progress.unit().max(first_unit);
        let told_of_last = told.of_units.remove(&last).unwrap_or_default();
        let mut come_to_end = 0;
        for (unit, mut told) in told.of_units {
            if let (Some(result), Some(report)) = (results.get_mut(unit as usize), told.report.take()) {
                come_to_end += report.tallies.executions;
                *result = Some(told.result(report));
            }
        }
        if let Some(result @ None) = results.get_mut(last as usize)
            && let Some(request) = units.get(last as usize)
        {
            *result = self.last_unit(told_of_last, request)?;
            if let Some(UnitResult { report, death, .. }) = result {
                let runs = report.tallies.executions;
                come_to_end += runs.saturating_sub(u64::from(death.is_some()));
            }
        }
        // A run that is not believed to be over may have been told already.
        told.runs.truncate(come_to_end as usize);
        Ok(Some(told.runs))
    }

    /// The unit that the child has begun last. None if nothing became of it.
    fn last_unit(&self, mut told: ToldOfUnit, request: &UnitRequest) -> anyhow::Result<Option<UnitResult>> {
        if let Some(report) = told.report.take() {
            return Ok(Some(told.result(report)));
        }
        let record = self.memory.record();
        let has_run = record.progress.has_run_of_unit();
        let stalled = match self.end.killed {
            None | Some(Killed::Late) => false,
            Some(Killed::Lost) => true,
            Some(Killed::Blocked | Killed::Stalled) => !record.progress.is_running(self.end.token),
        };
        if record.progress.has_finished(self.end.token) || !(has_run || stalled) {
            return Ok(None);
        }
        let is_disturbed =
            has_run && !stalled && record.end() != Some(End::Slow) && self.is_disturbed(request);
        if is_disturbed && record.tallies().executions <= 1 {
            // Its first run is to be had once more.
            return Ok(None);
        }
        let (tallies, next) = match has_run {
            true => (record.tallies(), request.cursor(record.vector())),
            false => (Tallies::default(), request.begin()),
        };
        let seen = told.result(UnitReport {
            tallies,
            stop: UnitStop::Budget { next, paused: false },
            round: None,
        });
        Ok(Some(match record.end() {
            _ if stalled => UnitResult { stalled, ..seen },
            Some(End::Slow) => self.cut_short(seen),
            None if self.end.killed == Some(Killed::Late) => self.cut_short(seen),
            _ if is_disturbed => self.cut_short(seen),
            _ => self.death(request, seen)?,
        }))
    }

    /// What has ended the process may be no doing of the run in flight: the plan is run again, as the first of a process. What only
    /// runs before it can have led to is no reason to if there were none.
    fn is_disturbed(&self, request: &UnitRequest) -> bool {
        let record = self.memory.record();
        if record.is_of_first_plan() {
            return self.may_repeat && self.is_killed_from_outside();
        }
        // The whole of a bare unit is run again if its process ends, and nobody is blamed before.
        self.may_unwind_for_another()
            || !request.is_bare() && (self.may_be_of_another_thread() || self.is_noted_by_nobody())
    }

    /// A thread unwinds for what may be an earlier run, and what it unwound into may have ended the process.
    fn may_unwind_for_another(&self) -> bool {
        let said = self.memory.said();
        let is_of_run = said.type_demands > 0 || said.has_hostile_panic();
        match said.thread_unwound {
            THREAD_NONE => false,
            THREAD_OF_RUN => !is_of_run,
            _ => true,
        }
    }

    /// The process ended between two runs, or while threads of earlier runs were there, and not by what the run itself came to.
    fn may_be_of_another_thread(&self) -> bool {
        let record = self.memory.record();
        let is_between = !record.progress.is_running(self.end.token);
        is_between || self.memory.had_others() && !record.is_end_of_run()
    }

    /// A signal that our handlers did not hear of: an earlier run has taken them away, or nobody hears of such ones.
    fn is_noted_by_nobody(&self) -> bool {
        let is_noted = self.memory.record().end().is_some() || self.end.killed.is_some();
        !is_noted && libc::WIFSIGNALED(self.end.status)
    }

    /// As one is when the machine has no memory left.
    fn is_killed_from_outside(&self) -> bool {
        self.is_noted_by_nobody() && libc::WTERMSIG(self.end.status) == libc::SIGKILL
    }

    /// A unit that ended before the plan in flight, which is to be run next.
    fn cut_short(&self, mut seen: UnitResult) -> UnitResult {
        let record = self.memory.record();
        let tallies = &mut seen.report.tallies;
        let is_new = u64::from(record.is_new());
        tallies.executions = tallies.executions.saturating_sub(1);
        // Random plans are new and no expressions.
        tallies.expressions = tallies.expressions.saturating_sub(is_new);
        seen
    }

    fn death(&self, request: &UnitRequest, mut seen: UnitResult) -> anyhow::Result<UnitResult> {
        let record = self.memory.record();
        let said = self.memory.said();
        // What a run does after a placeholder type was looked at is no fault of the crate.
        let thread_looked = said.thread_unwound != THREAD_NONE && !said.has_hostile_panic();
        let has_looked = said.type_demands > 0 || thread_looked;
        let (kind, mut message) = self.describe_death();
        if said.panics > 0 && kind == FaultKind::Abort {
            message = format!("{message}{AFTER_A_PANIC}{}", said.message);
        }
        let location = (said.panics > 0 && said.line > 0 && kind == FaultKind::Abort).then_some(Location {
            file: said.file,
            line: said.line,
            column: said.column,
        });
        let op = if said.phase == PHASE_EVAL {
            record.op(said.instr)
        } else {
            None
        };
        let believed = !has_looked && !self.is_excused(kind);
        let is_new = record.is_new() && believed;
        let mut demands = Vec::new();
        let counted = match said.phase {
            PHASE_EVAL => Counted::AllTouches,
            _ => Counted::Everything,
        };
        record.demands(counted, &mut demands);
        let base_steps = record.base_steps();
        let tallies = &mut seen.report.tallies;
        tallies.faults += u64::from(is_new);
        tallies.type_demands += u64::from(!believed);
        tallies.reached_root += u64::from(is_new && said.instr.checked_add(1) == Some(record.program_len()));
        let (nth, run) = (tallies.expressions, tallies.executions);
        let fatal = Fatal {
            at: request.cursor(record.vector()),
            demands,
        };
        let plan = self.grammars.plan_at(request, &fatal, run)?;
        // What is nested deeper no child could be told to run again, nor to leave out.
        let plan = plan.filter(|fatal| fatal.plan.can_be_sent());
        let is_given_up = request.patience == Patience::Part && record.end() == Some(End::Edges);
        if let Some(FatalPlan { plan, .. }) = plan.clone().filter(|_| !is_given_up) {
            seen.kept.push(KeptRun {
                sample: Sample {
                    plan,
                    base_steps,
                    nth,
                },
                edges: self.memory.edges_left(),
            });
        }
        seen.death = Some(Death {
            is_given_up,
            is_believed: believed,
            nth,
            fault: Fault {
                kind,
                message,
                location,
                op,
            },
            plan,
            fatal,
            base_steps,
            is_new,
        });
        Ok(seen)
    }

    /// Code that met hostile values may do anything but break memory. Whoever means to abort does so for a panic: an abort that no
    /// panic went before is one of the allocator, and one for an unsafe function's precondition is a check of std's.
    fn is_excused(&self, kind: FaultKind) -> bool {
        let said = self.memory.said();
        if said.message.starts_with("unsafe precondition") {
            return false;
        }
        let has_panicked = said.panics > 0 || said.has_hostile_panic();
        match kind {
            FaultKind::DoubleDrop | FaultKind::InvalidUse | FaultKind::Signal(_) => false,
            FaultKind::Abort => said.misbehaved != 0 && has_panicked,
            _ => said.misbehaved != 0,
        }
    }

    /// What was noted before the end counts; the wait status only where nothing was.
    fn describe_death(&self) -> (FaultKind, String) {
        let CaseLimits { cpu, edges, memory } = self.limits;
        // Which of the two comes first is up to the machine.
        let too_long = || format!("more than {cpu:?} of CPU time or {edges} edges");
        match self.memory.record().end() {
            Some(End::Timeout | End::Edges) => (FaultKind::Timeout, too_long()),
            // Is not described: the plan is run again.
            Some(End::Slow) => (FaultKind::Timeout, "more than two ticks".to_owned()),
            Some(End::Memory) => (
                FaultKind::Memory,
                format!("more than {memory} bytes of live memory"),
            ),
            Some(End::StackOverflow) => (FaultKind::StackOverflow, "stack overflow".to_owned()),
            Some(End::Abort) => (FaultKind::Abort, "the process aborted".to_owned()),
            Some(End::DoubleDrop) => (FaultKind::DoubleDrop, DROPPED_TWICE.to_owned()),
            Some(End::InvalidUse) => (FaultKind::InvalidUse, USED_WHEN_GONE.to_owned()),
            Some(End::Signal(number)) => (FaultKind::Signal(number), signal_text(number)),
            None if self.end.killed == Some(Killed::Stalled) => (FaultKind::Timeout, too_long()),
            None if self.end.killed == Some(Killed::Blocked) => (FaultKind::Timeout, BLOCKED.to_owned()),
            // Our handler notes every such fault unless it cannot run: the thread has no stack left, and threads of the
            // crate's own have no second one.
            None if libc::WIFSIGNALED(self.end.status)
                && libc::WTERMSIG(self.end.status) == libc::SIGSEGV =>
            {
                (
                    FaultKind::StackOverflow,
                    "stack overflow in a thread of the crate".to_owned(),
                )
            }
            None if libc::WIFSIGNALED(self.end.status) => {
                let number = libc::WTERMSIG(self.end.status);
                (FaultKind::Signal(number), signal_text(number))
            }
            None => {
                let code = libc::WEXITSTATUS(self.end.status);
                (
                    FaultKind::Exit(code),
                    format!("the process exited with code {code}"),
                )
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plans::{OpId, Watch, Work};
    use std::path::PathBuf;
    use std::sync::atomic::Ordering::Relaxed;
    use std::time::Duration;

    const TOKEN: u64 = 77;

    /// Whether a death with this status is to be had once more: that of the second run of a child if `is_first` does not say
    /// otherwise.
    fn is_disturbed(memory: &SharedMemory, status: i32, is_first: bool, watch: Watch) -> bool {
        memory
            .record()
            .progress
            .runs
            .store(if is_first { 1 } else { 2 }, Relaxed);
        let mut request = UnitRequest::of(OpId(0), Work::round(5));
        request.round_mut().unwrap().watch = watch;
        let left = Left {
            memory,
            limits: CaseLimits {
                cpu: Duration::from_secs(1),
                edges: 1,
                memory: 1,
            },
            grammars: &Grammars::new(PathBuf::new(), Vec::new()),
            end: &ChildEnd {
                token: TOKEN,
                status,
                ..ChildEnd::default()
            },
            may_repeat: true,
        };
        let is_disturbed = left.is_disturbed(&request);
        let last_time = Left {
            may_repeat: false,
            ..left
        };
        assert!(
            !is_first || !last_time.is_disturbed(&request),
            "there are no more"
        );
        is_disturbed
    }

    fn with_others() -> SharedMemory {
        let (memory, _) = SharedMemory::create().unwrap();
        // SAFETY: the block is there, and nobody else has it.
        unsafe { (*memory.control()).has_others = 1 }
        memory
    }

    #[test]
    fn a_death_is_told_if_nothing_but_the_run_can_have_led_to_it() {
        let (memory, _fd) = SharedMemory::create().unwrap();
        for exit in [0, 1 << 8] {
            assert!(!is_disturbed(&memory, exit, false, Watch::Parts));
        }
        let memory = with_others();
        memory.record().end_with(End::Abort, true);
        assert!(
            !is_disturbed(&memory, 70 << 8, false, Watch::Parts),
            "it was the run"
        );
    }

    #[test]
    fn a_death_that_another_thread_or_nobody_known_has_led_to_is_had_once_more() {
        for end in [None, Some(End::Abort), Some(End::Timeout)] {
            let memory = with_others();
            if let Some(end) = end {
                memory.record().end_with(end, false);
            }
            assert!(is_disturbed(&memory, 70 << 8, false, Watch::Parts), "{end:?}");
            assert!(!is_disturbed(&memory, 70 << 8, true, Watch::Parts), "{end:?}");
            // The whole unit is run again.
            assert!(!is_disturbed(&memory, 70 << 8, false, Watch::Nothing), "{end:?}");
        }
        let (memory, _fd) = SharedMemory::create().unwrap();
        assert!(is_disturbed(&memory, libc::SIGSEGV, false, Watch::Parts));
        assert!(!is_disturbed(&memory, libc::SIGSEGV, true, Watch::Parts));
        assert!(
            is_disturbed(&memory, libc::SIGKILL, true, Watch::Parts),
            "from outside"
        );
    }

    #[test]
    fn a_death_between_runs_is_of_none_of_them() {
        let (memory, _fd) = SharedMemory::create().unwrap();
        memory.record().progress.runs.store(2, Relaxed);
        memory.record().progress.end_run(TOKEN);
        assert!(is_disturbed(&memory, 0, false, Watch::Parts));
    }
}
