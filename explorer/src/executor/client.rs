//! The supervisor's side: starts a template, sends it batches, and reads from shared memory what became of them,
//! deaths included. An `Err` means that our own machinery failed, never that a crate misbehaved.

use super::abi::PHASE_EVAL;
use super::candidates::LearnCandidate;
use super::counters;
use super::edges::KeptRun;
use super::ends::{describe_status, signal_text};
use super::faults::{self, Piece};
use super::moment::Moment;
use super::protocol::{self, Batch, ChildEnd, Handshake};
use super::record::{Counted, End};
use super::sandbox::SandboxMode;
use super::starting::{Starting, Template, sandbox_report};
use super::template::CaseLimits;
use super::values::{Known, SeenValue};
use crate::outcome::{Fault, FaultKind, Location};
use crate::run_report::SandboxReport;
use anyhow::{Context, bail};
use plans::{Fatal, LearnedValue, OpId, Step, TypeId, UnitReport, UnitRequest, UnitStop};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

pub use super::faults::{Sample, TracedRun};
pub use super::results::{Death, Replay, SeenFault, UnitResult};

/// What an executor is started with.
#[derive(Clone, Debug)]
pub struct ExecutorOptions {
    /// The harness.
    pub dylib: PathBuf,
    /// The grammar its tables belong to, as `plans` encodes it.
    pub grammar_file: PathBuf,
    /// CPU time of one run; the edges it may execute follow from it, see [`EDGES_PER_SECOND`].
    pub case_timeout: Duration,
    /// Bytes one run may hold.
    pub case_memory: u64,
    /// Containment.
    pub sandbox: SandboxMode,
}

/// One template process and the memory shared with it. Ends with everything it started when dropped.
pub struct Executor {
    template: Template,
    unwatchable: Vec<TypeId>,
    sandbox: SandboxReport,
    ready: Moment,
    edge_count: u64,
    limits: CaseLimits,
    redundant: Known,
    /// How many of them the template was told.
    told: usize,
    /// Units that it was sent and has not been asked about.
    primed: Option<Vec<Vec<u8>>>,
}

/// Whether batches share a process.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Company {
    /// None of its own runs before or after it.
    None,
    /// Others may follow; with `goes_on` it may follow others.
    OfBatches { goes_on: bool },
}

const LOST: &str = "the executor was lost";

/// Edges that a run may execute per second of its CPU limit. Instrumented code executes several times as many in a
/// tight loop, so that a hang is decided by a count, the same on every machine, and CPU time is left for loops outside
/// the instrumented crates and for slow edges (calls into the system, large copies).
pub const EDGES_PER_SECOND: u64 = 100_000_000;

fn edges_within(cpu: Duration) -> u64 {
    let edges = cpu
        .as_millis()
        .saturating_mul(u128::from(EDGES_PER_SECOND / 1000));
    u64::try_from(edges).unwrap_or(u64::MAX)
}

impl Executor {
    /// Starts a template from this very program.
    pub fn start(options: &ExecutorOptions) -> anyhow::Result<Executor> {
        Self::start_with(Path::new(super::THIS_PROGRAM), options)
    }

    /// Starts a template from `program`, which must serve the hidden subcommand.
    pub fn start_with(program: &Path, options: &ExecutorOptions) -> anyhow::Result<Executor> {
        Self::start_counting(program, options, edges_within(options.case_timeout))
    }

    /// As [`Executor::start_with`], with `case_edges` edges for one run whatever its CPU time.
    pub fn start_counting(
        program: &Path,
        options: &ExecutorOptions,
        case_edges: u64,
    ) -> anyhow::Result<Executor> {
        Starting::begin(program, options, case_edges)?.finish()
    }

    /// Begins to start a template from this very program, which takes a while.
    pub fn begin(options: &ExecutorOptions) -> anyhow::Result<Starting> {
        Self::begin_with(Path::new(super::THIS_PROGRAM), options)
    }

    /// As [`Executor::begin`], from `program`, which must serve the hidden subcommand.
    pub fn begin_with(program: &Path, options: &ExecutorOptions) -> anyhow::Result<Starting> {
        Starting::begin(program, options, edges_within(options.case_timeout))
    }

    /// `primed`: units that the template was sent already.
    pub(super) fn of(
        template: Template,
        limits: CaseLimits,
        handshake: &Handshake,
        primed: Option<Vec<Vec<u8>>>,
    ) -> Executor {
        Executor {
            template,
            unwatchable: handshake.unwatchable.iter().copied().map(TypeId).collect(),
            sandbox: sandbox_report(handshake),
            ready: handshake.ready,
            edge_count: handshake.edge_count.into(),
            limits,
            redundant: Known::default(),
            told: 0,
            primed,
        }
    }

    /// From here on the redundant plans that units may leave out are these; more may be added between batches.
    pub fn knowing(mut self, redundant: Known) -> Executor {
        self.redundant = redundant;
        self.told = 0;
        self
    }

    /// What the template has not been told.
    fn untold(&mut self) -> Vec<u8> {
        let known = self.redundant.read();
        let untold = known.get(self.told..).unwrap_or_default();
        self.told += untold.len();
        protocol::encode_redundant(untold)
    }

    /// Types whose values cannot be watched: mark them in the supervisor's copy of the grammar.
    pub fn unwatchable(&self) -> &[TypeId] {
        &self.unwatchable
    }

    /// What contains the template and its children.
    pub fn sandbox(&self) -> &SandboxReport {
        &self.sandbox
    }

    /// When it had loaded its harness and waited for units.
    pub fn ready(&self) -> Moment {
        self.ready
    }

    /// Number of edges of the instrumented code; 0 if it is not instrumented.
    pub fn edge_count(&self) -> u64 {
        self.edge_count
    }

    /// Runs units, each until it is over, its budget or its time slice is used up, or a plan ends the process. One
    /// result per unit, in order.
    pub fn run_batch(&mut self, units: &[UnitRequest]) -> anyhow::Result<Vec<UnitResult>> {
        self.run_units(units, Company::None, None)
    }

    /// As [`Executor::run_batch`]. With `goes_on` units may run in the process of the last batch that was run in this way,
    /// if all is well with it and it has not run much: a process costs more than a small round.
    pub fn run_next(&mut self, units: &[UnitRequest], goes_on: bool) -> anyhow::Result<Vec<UnitResult>> {
        self.run_units(units, Company::OfBatches { goes_on }, None)
    }

    /// Runs one unit as [`Executor::run_batch`] does, and tells each of its new plans in order. The one that ended the
    /// process is not among them: it is in the result.
    pub fn run_traced(&mut self, unit: &UnitRequest) -> anyhow::Result<(UnitResult, Vec<TracedRun>)> {
        let mut traced = Vec::new();
        let mut results = self.run_units(std::slice::from_ref(unit), Company::None, Some(&mut traced))?;
        let result = results.pop().context("a unit has no result")?;
        Ok((result, traced))
    }

    fn run_units(
        &mut self,
        units: &[UnitRequest],
        company: Company,
        mut traced: Option<&mut Vec<TracedRun>>,
    ) -> anyhow::Result<Vec<UnitResult>> {
        let encoded: Vec<Vec<u8>> = units.iter().map(plans::encode_unit_request).collect();
        let mut results: Vec<Option<UnitResult>> = units.iter().map(|_| None).collect();
        let mut stalled = 0;
        while let Some(next) = results.iter().position(Option::is_none) {
            let is_sent = self.primed.as_ref() == Some(&encoded) && traced.is_none();
            let end = if is_sent {
                self.primed = None;
                self.receive_end()?
            } else {
                let redundant = self.untold();
                self.run_child(&Batch {
                    redundant,
                    first_unit: next as u32,
                    trace: traced.is_some(),
                    goes_on: company == Company::OfBatches { goes_on: true },
                    may_stay: company != Company::None,
                    ..Batch::of(encoded[next..].to_vec())
                })?
            };
            let told = self.collect(&end, &mut results)?;
            if let Some(traced) = traced.as_deref_mut() {
                traced.extend(told);
            }
            if results[next].is_none() {
                stalled += 1;
                if stalled > 2 {
                    bail!("the harness cannot run anything: {}", describe_status(&end));
                }
            }
        }
        Ok(results.into_iter().flatten().collect())
    }

    /// Runs one plan in a fresh child, with `timeout_factor` times the CPU time and the edges.
    pub fn replay(
        &mut self,
        root: OpId,
        vector: &[Step],
        learned: &[LearnedValue],
        backtrace: bool,
        timeout_factor: u32,
    ) -> anyhow::Result<Replay> {
        let request = UnitRequest::one_plan(root, vector.to_vec(), learned.to_vec());
        let units = vec![plans::encode_unit_request(&request)];
        let end = self.run_child(&Batch {
            timeout_factor,
            backtrace,
            ..Batch::of(units)
        })?;
        let mut results = [None];
        self.collect(&end, &mut results)?;
        let [Some(result)] = results else {
            bail!("the harness cannot run anything: {}", describe_status(&end))
        };
        if result.report.tallies.executions == 0 {
            bail!("the plan does not fit the grammar");
        }
        let death = result.death.map(|death| (death.fault, death.fatal.demands));
        let seen = result.faults.into_iter().next().map(|seen| {
            let demands = seen.samples.into_iter().next().map(|sample| sample.demands);
            (seen.fault, demands.unwrap_or_default())
        });
        let (fault, demands) = death.or(seen).unzip();
        let backtrace = if fault.is_some() {
            self.template.memory.said().backtrace
        } else {
            String::new()
        };
        Ok(Replay {
            fault,
            backtrace,
            demands: demands.unwrap_or_default(),
            cpu_time_ms: end.cpu_us / 1000,
            edges: Some(self.template.memory.said().edges).filter(|&edges| edges > 0),
        })
    }

    /// A profile, as LLVM's tools know it, of what all runs so far have counted. For harnesses that measure coverage.
    pub fn profile(&mut self) -> anyhow::Result<Vec<u8>> {
        self.run_child(&Batch::of(Vec::new()))?;
        counters::read_profile(&self.template.memory_file)
    }

    fn run_child(&mut self, batch: &Batch) -> anyhow::Result<ChildEnd> {
        if self.primed.take().is_some() {
            // Nobody has asked for these.
            self.receive_end()?;
        }
        protocol::send(&self.template.socket, &batch.encode()).context(LOST)?;
        self.receive_end()
    }

    fn receive_end(&self) -> anyhow::Result<ChildEnd> {
        ChildEnd::decode(&protocol::receive(&self.template.socket).context(LOST)?)
    }

    /// Reads what the last child left, into the results of its units. Returns the runs that were told.
    fn collect(&self, end: &ChildEnd, results: &mut [Option<UnitResult>]) -> anyhow::Result<Vec<TracedRun>> {
        let mut runs = Vec::new();
        let (memory, record) = (&self.template.memory, self.template.memory.record());
        let mut told: Vec<(u32, SeenFault)> = Vec::new();
        let mut ended: Vec<(u32, UnitReport)> = Vec::new();
        let mut candidates: Vec<(u32, LearnCandidate)> = Vec::new();
        let mut kept: Vec<(u32, KeptRun)> = Vec::new();
        let mut values: BTreeMap<u32, Vec<SeenValue>> = BTreeMap::new();
        for (count, piece) in memory.news().read() {
            match faults::read_piece(&piece)? {
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
                    candidates: candidates_of(unit),
                    kept: kept_of(unit),
                    values: values.remove(&unit).unwrap_or_default(),
                });
            }
        }
        let finished = record.has_finished(end.token);
        let unit = record.unit.load(Relaxed);
        if !finished
            && record.runs_begun() > end.runs_before
            && let Some(result @ None) = results.get_mut(unit as usize)
        {
            let seen = UnitResult {
                report: UnitReport {
                    tallies: record.tallies(),
                    stop: UnitStop::Budget {
                        next: record.vector(),
                    },
                    round: None,
                },
                faults: faults_of(unit),
                death: None,
                candidates: candidates_of(unit),
                kept: kept_of(unit),
                values: values.remove(&unit).unwrap_or_default(),
            };
            *result = Some(match record.end() {
                Some(End::Slow) => self.cut_short(seen),
                _ => self.death(end, seen),
            });
        }
        Ok(runs)
    }

    /// A unit that ended before the plan in flight, which is to be run next.
    fn cut_short(&self, mut seen: UnitResult) -> UnitResult {
        let record = self.template.memory.record();
        let tallies = &mut seen.report.tallies;
        let is_new = u64::from(record.is_new());
        tallies.executions = tallies.executions.saturating_sub(1);
        // Random plans are new and no expressions.
        tallies.expressions = tallies.expressions.saturating_sub(is_new);
        seen
    }

    fn death(&self, end: &ChildEnd, mut seen: UnitResult) -> UnitResult {
        let record = self.template.memory.record();
        let said = self.template.memory.said();
        let (kind, mut message) = self.describe_death(end);
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
        let vector = record.vector();
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
        seen.kept.push(KeptRun {
            sample: Sample {
                vector: vector.clone(),
                demands: demands.clone(),
                base_steps,
                nth,
            },
            edges: self.template.memory.edges_left(),
        });
        seen.death = Some(Death {
            nth,
            fault: Fault {
                kind,
                message,
                location,
                op,
            },
            fatal: Fatal { vector, demands },
            base_steps,
            is_new,
        });
        seen
    }

    /// What was noted before the end counts; the wait status only where nothing was.
    fn describe_death(&self, end: &ChildEnd) -> (FaultKind, String) {
        let CaseLimits { cpu, edges, memory } = self.limits;
        match self.template.memory.record().end() {
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
            None if end.blocked => (
                FaultKind::Timeout,
                "blocked: it waits and uses no CPU time".to_owned(),
            ),
            // Our handler notes every such fault unless it cannot run: the thread has no stack left, and threads of the
            // crate's own have no second one.
            None if libc::WIFSIGNALED(end.status) && libc::WTERMSIG(end.status) == libc::SIGSEGV => (
                FaultKind::StackOverflow,
                "stack overflow in a thread of the crate".to_owned(),
            ),
            None if libc::WIFSIGNALED(end.status) => {
                let number = libc::WTERMSIG(end.status);
                (FaultKind::Signal(number), signal_text(number))
            }
            None => {
                let code = libc::WEXITSTATUS(end.status);
                (
                    FaultKind::Exit(code),
                    format!("the process exited with code {code}"),
                )
            }
        }
    }
}
