//! What a batch came to: its units' results, read from what its child has left in shared memory.

use super::ends::signal_text;
use super::grammars::Grammars;
use super::results::{Death, SeenFault, UnitResult};
use crate::executor::shared::abi::PHASE_EVAL;
use crate::executor::shared::memory::SharedMemory;
use crate::executor::shared::pieces::{KeptRun, LearnCandidate, Piece, Sample, TracedRun};
use crate::executor::shared::protocol::{ChildEnd, Killed};
use crate::executor::shared::record::{Counted, End};
use crate::executor::shared::setup::CaseLimits;
use crate::executor::shared::values::SeenValue;
use crate::outcome::{Fault, FaultKind, Location};
use anyhow::bail;
use plans::{Fatal, Tallies, UnitReport, UnitRequest, UnitStop};
use std::collections::BTreeMap;

/// What a child has left that was given a batch.
pub(super) struct Left<'a> {
    pub(super) memory: &'a SharedMemory,
    /// Of its runs.
    pub(super) limits: CaseLimits,
    pub(super) grammars: &'a Grammars,
    /// How it ended.
    pub(super) end: &'a ChildEnd,
}

impl Left<'_> {
    /// Reads it into the results of its units. Returns the runs that were told.
    /// The first of its units had this number.
    pub(super) fn collect(
        &self,
        first_unit: u32,
        units: &[UnitRequest],
        results: &mut [Option<UnitResult>],
    ) -> anyhow::Result<Vec<TracedRun>> {
        let mut runs = Vec::new();
        let (memory, record) = (self.memory, self.memory.record());
        let mut told: Vec<(u32, SeenFault)> = Vec::new();
        let mut ended: Vec<(u32, UnitReport)> = Vec::new();
        let mut candidates: Vec<(u32, LearnCandidate)> = Vec::new();
        let mut kept: Vec<(u32, KeptRun)> = Vec::new();
        let mut values: BTreeMap<u32, Vec<SeenValue>> = BTreeMap::new();
        for (count, piece) in memory.news().read() {
            match Piece::decode(&piece)? {
                Piece::Fault { unit, at, fault } => {
                    told.push((
                        unit,
                        SeenFault {
                            fault,
                            plans: count,
                            samples: Vec::new(),
                            at,
                        },
                    ));
                }
                Piece::Run(run) => runs.push(run),
                Piece::Value { unit, value } => {
                    values.entry(unit).or_default().push(value);
                }
                Piece::Sample { fault, sample } => {
                    if let Some((_, seen)) = told.get_mut(fault as usize) {
                        seen.samples.push(sample);
                    }
                }
                Piece::UnitEnd { unit, report } => {
                    let Ok(report) = plans::decode_unit_report(&report) else {
                        bail!("a unit's report cannot be read")
                    };
                    ended.push((unit, report));
                }
                Piece::Candidate { unit, candidate } => candidates.push((unit, candidate)),
                Piece::Kept { unit, run } => kept.push((unit, run)),
            }
        }
        let mut faults_of = |unit: u32| -> Vec<SeenFault> {
            told.extract_if(.., |(of, _)| *of == unit)
                .map(|(_, seen)| seen)
                .collect()
        };
        let mut candidates_of = |unit: u32| -> Vec<LearnCandidate> {
            candidates
                .extract_if(.., |(of, _)| *of == unit)
                .map(|(_, candidate)| candidate)
                .collect()
        };
        let mut kept_of = |unit: u32| -> Vec<KeptRun> {
            kept.extract_if(.., |(of, _)| *of == unit)
                .map(|(_, run)| run)
                .collect()
        };
        for (unit, report) in ended {
            if let Some(result) = results.get_mut(unit as usize) {
                *result = Some(UnitResult {
                    report,
                    faults: faults_of(unit),
                    death: None,
                    stalled: false,
                    candidates: candidates_of(unit),
                    kept: kept_of(unit),
                    values: values.remove(&unit).unwrap_or_default(),
                });
            }
        }
        let unit = record.unit().max(first_unit);
        let has_run = record.has_run_of_unit();
        let stalled = match self.end.killed {
            None | Some(Killed::Late) => false,
            Some(Killed::Lost) => true,
            Some(Killed::Blocked | Killed::Stalled) => !record.is_running(self.end.token),
        };
        if !record.has_finished(self.end.token)
            && (has_run || stalled)
            && let Some(result @ None) = results.get_mut(unit as usize)
            && let Some(request) = units.get(unit as usize)
        {
            let seen = UnitResult {
                report: UnitReport {
                    tallies: if has_run {
                        record.tallies()
                    } else {
                        Tallies::default()
                    },
                    stop: UnitStop::Budget {
                        next: match has_run {
                            true => request.cursor(record.vector()),
                            false => request.begin(),
                        },
                    },
                    round: None,
                },
                faults: faults_of(unit),
                death: None,
                stalled,
                candidates: candidates_of(unit),
                kept: kept_of(unit),
                values: values.remove(&unit).unwrap_or_default(),
            };
            *result = Some(match record.end() {
                _ if stalled => seen,
                Some(End::Slow) => self.cut_short(seen),
                _ if self.end.killed == Some(Killed::Late) => self.cut_short(seen),
                _ => self.death(request, seen)?,
            });
        }
        Ok(runs)
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
        let (kind, mut message) = self.describe_death();
        if said.panics > 0 && kind == FaultKind::Abort {
            message = format!("{message} after a panic: {}", said.message);
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
        // What a run does after a placeholder type was looked at is no fault of the crate.
        let believed = said.type_demands == 0;
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
        tallies.reached_root += u64::from(is_new && said.instr + 1 == record.program_len());
        let nth = tallies.expressions;
        let fatal = Fatal {
            at: request.cursor(record.vector()),
            demands,
        };
        let plan = self.grammars.plan_at(request, &fatal)?;
        if let Some(plan) = plan.clone() {
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

    /// What was noted before the end counts; the wait status only where nothing was.
    fn describe_death(&self) -> (FaultKind, String) {
        let CaseLimits { cpu, edges, memory } = self.limits;
        match self.memory.record().end() {
            Some(End::Timeout) => (FaultKind::Timeout, format!("more than {cpu:?} of CPU time")),
            Some(End::Edges) => (FaultKind::Timeout, format!("more than {edges} edges")),
            // Is not described: the plan is run again.
            Some(End::Slow) => (FaultKind::Timeout, "more than two ticks".to_owned()),
            Some(End::Memory) => (
                FaultKind::Memory,
                format!("more than {memory} bytes of live memory"),
            ),
            Some(End::StackOverflow) => (FaultKind::StackOverflow, "stack overflow".to_owned()),
            Some(End::Abort) => (FaultKind::Abort, "the process aborted".to_owned()),
            Some(End::Signal(number)) => (FaultKind::Signal(number), signal_text(number)),
            None if self.end.killed == Some(Killed::Stalled) => {
                (FaultKind::Timeout, format!("more than {cpu:?} of CPU time"))
            }
            None if self.end.killed == Some(Killed::Blocked) => (
                FaultKind::Timeout,
                "blocked: it waits and uses no CPU time".to_owned(),
            ),
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
