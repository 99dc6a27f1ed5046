//! The supervisor's side: starts a template, sends it batches, and reads from shared memory what became of them,
//! deaths included. An `Err` means that our own machinery failed, never that a crate misbehaved.

use super::collecting::{Left, given_up};
use super::ends::describe_status;
use super::grammars::Grammars;
use super::known::Known;
use super::profile::{read_counters, read_profile};
use super::results::{PlanRun, Replay, UnitResult};
use super::spawn::{LOST, PATIENCE, Recipe, Template, sandbox_report, start_template};
use crate::containment::SandboxReport;
use crate::executor::shared::moment::Moment;
use crate::executor::shared::pieces::TracedRun;
use crate::executor::shared::protocol::{self, Batch, ChildEnd, Handshake, Killed};
use crate::tuning::TIME_OF_CALLS;
use anyhow::{Context, bail};
use plans::{Outcome, Plan, TypeId, UnitRequest, Work};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

/// Most units of listed plans in one child: what it leaves is kept in memory.
const MOST_LISTED_UNITS: usize = 64;

/// One template process and the memory shared with it. Ends with everything it started when dropped.
pub struct Executor {
    template: Template,
    /// How another one is started if that one does not answer.
    recipe: Recipe,
    /// It did not.
    is_lost: bool,
    /// How long it may give no sign that it is alive.
    patience: Duration,
    grammars: Grammars,
    sandbox: SandboxReport,
    ready: Moment,
    edge_count: u64,
    redundant: Known,
    /// How many of them the template was told.
    told: usize,
    /// When exploring ends.
    until: Option<Moment>,
    /// Units that it was sent and has not been asked about.
    primed: Option<Vec<Vec<u8>>>,
}

/// Whether batches share a process.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Company {
    /// None of its own runs before or after it.
    None,
    /// Nor any of its units after one that ended its process.
    UntilDeath,
    /// Others may follow; with `goes_on` it may follow others.
    OfBatches { goes_on: bool },
}

impl Executor {
    /// `primed`: units that the template was sent already.
    pub(super) fn of(
        template: Template,
        recipe: Recipe,
        handshake: &Handshake,
        primed: Option<Vec<Vec<u8>>>,
    ) -> Executor {
        let grammar_file = recipe
            .harness
            .as_ref()
            .map_or(PathBuf::new(), |files| files.grammar.clone());
        let unwatchable = handshake.unwatchable.iter().copied().map(TypeId).collect();
        Executor {
            template,
            grammars: Grammars::new(grammar_file, unwatchable),
            recipe,
            is_lost: false,
            patience: PATIENCE,
            sandbox: sandbox_report(handshake),
            ready: handshake.ready,
            edge_count: handshake.edge_count.into(),
            redundant: Known::default(),
            told: 0,
            until: None,
            primed,
        }
    }

    /// From here on the redundant plans that units may leave out are these; more may be added while nothing is under way.
    pub fn knowing(mut self, redundant: Known) -> Executor {
        self.redundant = redundant;
        self.told = 0;
        self
    }

    /// A template that gives no sign for so long that it is alive is ended, and another one takes its place.
    pub fn waiting(mut self, patience: Duration) -> Executor {
        self.patience = patience;
        self
    }

    /// From here on no unit is begun after this moment, and a run that was begun before it is waited for a second longer: a
    /// batch then has fewer results than units.
    pub fn until(&mut self, end: Option<Moment>) {
        self.until = end;
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
        self.grammars.unwatchable()
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
        let (mut results, traced) = self.run_all_traced(std::slice::from_ref(unit))?;
        let result = results.pop().context("a unit has no result")?;
        Ok((result, traced))
    }

    /// The same of several units, whose plans are told one after another.
    pub fn run_all_traced(
        &mut self,
        units: &[UnitRequest],
    ) -> anyhow::Result<(Vec<UnitResult>, Vec<TracedRun>)> {
        let mut traced = Vec::new();
        let results = self.run_units(units, Company::None, Some(&mut traced))?;
        Ok((results, traced))
    }

    fn run_units(
        &mut self,
        units: &[UnitRequest],
        company: Company,
        mut traced: Option<&mut Vec<TracedRun>>,
    ) -> anyhow::Result<Vec<UnitResult>> {
        let encoded: Vec<Vec<u8>> = units.iter().map(plans::encode_unit_request).collect();
        // What no child can read is given up by itself.
        let unsent = |unit: &UnitRequest| (!unit.can_be_sent()).then(|| given_up(unit));
        let mut results: Vec<Option<UnitResult>> = units.iter().map(unsent).collect();
        let (mut in_vain, mut is_each_alone) = (0, false);
        while let Some(next) = results.iter().position(Option::is_none) {
            let sent = match is_each_alone {
                true => &encoded[next..=next],
                false => &encoded[next..],
            };
            // What it was sent first was told nothing yet.
            let is_all_told = self.redundant.read().len() == self.told;
            let is_sent = self.primed.as_ref() == Some(&encoded) && is_all_told && traced.is_none();
            let end = if is_sent {
                self.primed = None;
                self.receive_end()?
            } else {
                self.make_ready()?;
                let redundant = self.untold();
                let batch = Batch {
                    redundant,
                    first_unit: next as u32,
                    trace: traced.is_some(),
                    leaks: traced.is_some() && self.recipe.leaks,
                    goes_on: company == Company::OfBatches { goes_on: true },
                    may_stay: matches!(company, Company::OfBatches { .. }),
                    until: self.until,
                    ..Batch::of(sent.to_vec())
                };
                // Who explores has another executor for that, and who counts has lost all counts.
                match traced.is_some() {
                    true => self.run_child_surely(batch)?,
                    false => self.run_child(&batch)?,
                }
            };
            match self
                .left(&end, in_vain == 0)
                .collect(next as u32, units, &mut results)?
            {
                Some(told) => {
                    if let Some(traced) = traced.as_deref_mut() {
                        traced.extend(told);
                    }
                }
                // Which of the units it was shows itself when each has a child of its own.
                None if sent.len() > 1 => {
                    is_each_alone = true;
                    continue;
                }
                None => results[next] = Some(given_up(&units[next])),
            }
            if self.until.is_some_and(Moment::is_past)
                || company == Company::UntilDeath && has_death(&results)
            {
                break;
            }
            if results[next].is_none() {
                in_vain += 1;
                if in_vain > 2 {
                    bail!("the harness cannot run anything: {}", describe_status(&end));
                }
            }
        }
        Ok(results.into_iter().map_while(|result| result).collect())
    }

    /// Runs one plan in a fresh child, with its holes watched and `timeout_factor` times the CPU time and the edges.
    pub fn replay(&mut self, plan: &Plan, backtrace: bool, timeout_factor: u32) -> anyhow::Result<Replay> {
        let batch = Batch {
            timeout_factor,
            backtrace,
            leaks: self.recipe.leaks,
            ..Batch::of(Vec::new())
        };
        match self.listed_alone(std::slice::from_ref(plan), batch)? {
            // It writes over what it is observed by: what it comes to is not seen.
            None => Ok(Replay::default()),
            Some(replays) => replays
                .into_iter()
                .next()
                .context("the plan does not fit the grammar"),
        }
    }

    /// Runs plans one after another in one fresh child, until one of them ends it or they take too long: one replay for each that was
    /// run, of which the last may have a backtrace. None at all if nothing that the child says is believed.
    pub fn replay_in_order(&mut self, plans: &[Plan], backtrace: bool) -> anyhow::Result<Vec<Replay>> {
        // Plans that take no time by themselves may do so together.
        let until = self.until.unwrap_or_else(|| Moment::now().after(TIME_OF_CALLS));
        let batch = Batch {
            backtrace,
            until: Some(until),
            ..Batch::of(Vec::new())
        };
        Ok(self.listed_alone(plans, batch)?.unwrap_or_default())
    }

    /// None of them if one does not fit the grammar; nothing if the child has written over what it is observed by, or could not read one.
    fn listed_alone(&mut self, plans: &[Plan], batch: Batch) -> anyhow::Result<Option<Vec<Replay>>> {
        let grammar = self.grammars.usual()?;
        let listed = |plan: &Plan| UnitRequest::listed(grammar, vec![plan.clone()]);
        let Some(requests) = plans.iter().map(listed).collect::<Option<Vec<UnitRequest>>>() else {
            return Ok(Some(Vec::new()));
        };
        if !requests.iter().all(UnitRequest::can_be_sent) {
            return Ok(None);
        }
        let may_run_none = batch.until.is_some();
        let units = requests.iter().map(plans::encode_unit_request).collect();
        let batch = Batch { units, ..batch };
        let (mut results, mut end) = self.tried(&batch, &requests, true)?;
        if !is_begun(results.as_deref(), may_run_none) {
            // The machine may have killed or stopped the child, which says nothing of the plans.
            (results, end) = self.tried(&batch, &requests, false)?;
        }
        let Some(results) = results else { return Ok(None) };
        match results.first() {
            Some(None) if !may_run_none => {
                bail!("the harness cannot run anything: {}", describe_status(&end))
            }
            Some(Some(first)) if first.stalled && !has_run(first) => return Ok(None),
            _ => {}
        }
        let results = results.into_iter().map_while(|result| result);
        let mut replays: Vec<Replay> = results.take_while(has_run).map(replay_of).collect();
        if let Some(last) = replays.last_mut() {
            let said = self.template.memory.said();
            last.backtrace = last.fault.as_ref().map_or_else(String::new, |_| said.backtrace);
            last.edges = Some(said.edges).filter(|&edges| edges > 0);
            last.cpu_time_ms = end.cpu_us / 1000;
        }
        Ok(Some(replays))
    }

    /// What a child has left that was given a batch of its own, and how it ended. Nothing if it has written over it.
    fn tried(
        &mut self,
        batch: &Batch,
        units: &[UnitRequest],
        may_repeat: bool,
    ) -> anyhow::Result<(Option<Vec<Option<UnitResult>>>, ChildEnd)> {
        self.make_ready()?;
        let end = self.run_child_surely(batch.clone())?;
        let mut results = vec![None; units.len()];
        let told = self.left(&end, may_repeat).collect(0, units, &mut results)?;
        Ok((told.map(|_| results), end))
    }

    /// Runs plans one after another, with their holes watched, in as few children as they survive. None for one that does not
    /// fit the grammar.
    pub fn run_plans(&mut self, plans: &[Plan]) -> anyhow::Result<Vec<Option<PlanRun>>> {
        self.run_listed(plans, Company::None)
    }

    /// As [`Executor::run_plans`], until one of them ends its process: the runs up to that one.
    pub fn run_until_death(&mut self, plans: &[Plan]) -> anyhow::Result<Vec<Option<PlanRun>>> {
        self.run_listed(plans, Company::UntilDeath)
    }

    fn run_listed(&mut self, plans: &[Plan], company: Company) -> anyhow::Result<Vec<Option<PlanRun>>> {
        let mut runs: Vec<Option<Option<PlanRun>>> = vec![None; plans.len()];
        let mut is_ended = false;
        loop {
            let open: Vec<usize> = (0..plans.len()).filter(|at| runs[*at].is_none()).collect();
            let (units, parts) = self.listed_together(plans, &open)?;
            if open.is_empty() || is_ended {
                return Ok(runs.into_iter().map_while(|run| run).collect());
            }
            let mut told = Vec::new();
            let results = self.run_units(&units, company, Some(&mut told))?;
            let mut told = told.into_iter();
            for (result, part) in results.into_iter().zip(&parts) {
                let death = result.death.is_some();
                is_ended |= death && company == Company::UntilDeath;
                let count = (result.report.tallies.executions as usize).saturating_sub(usize::from(death));
                let mut ended: Vec<Option<PlanRun>> = told.by_ref().take(count).map(told_run).collect();
                if let Some(death) = result.death {
                    ended.push(death.plan.map(|fatal| PlanRun {
                        seen: fatal.plan,
                        outcome: match death.is_believed {
                            true => Outcome::Fault,
                            false => Outcome::TypeDemand,
                        },
                        fault: Some(death.fault).filter(|_| death.is_believed),
                        result: Vec::new(),
                        edges: None,
                    }));
                }
                if ended.is_empty() {
                    ended.push(None);
                }
                for (at, run) in part.iter().zip(ended) {
                    runs[*at] = Some(run);
                }
            }
        }
    }

    /// Units of these plans, each of as many that follow one another as there are places for their literals; none of a plan that
    /// does not fit, which is by itself. With each the positions of its plans.
    fn listed_together(
        &mut self,
        plans: &[Plan],
        open: &[usize],
    ) -> anyhow::Result<(Vec<UnitRequest>, Vec<Vec<usize>>)> {
        let grammar = self.grammars.usual()?;
        let (mut units, mut parts) = (Vec::new(), Vec::new());
        let mut left = open;
        while !left.is_empty() && units.len() < MOST_LISTED_UNITS {
            let listed = |count: usize| {
                let chosen = left[..count].iter().map(|at| plans[*at].clone());
                UnitRequest::listed(grammar, chosen.collect::<Vec<_>>()).filter(UnitRequest::can_be_sent)
            };
            // Twice as many as long as they fit, then halves of what is too many.
            let (mut fits, mut step) = (1, 1);
            let mut unit = listed(1);
            while step > 0 && unit.is_some() {
                let more = (fits + step).min(left.len());
                match listed(more).filter(|_| more > fits) {
                    Some(larger) => (unit, fits, step) = (Some(larger), more, step * 2),
                    None => step /= 2,
                }
            }
            // What does not fit is asked for alone, where the child says so.
            let alone = || {
                UnitRequest::of(
                    plans[left[0]].root(),
                    Work::Listed(Arc::new(vec![plans[left[0]].clone()])),
                )
            };
            units.push(unit.unwrap_or_else(alone));
            parts.push(left[..fits].to_vec());
            left = &left[fits..];
        }
        Ok((units, parts))
    }

    /// A profile, as LLVM's tools know it, of what all runs so far have counted. For harnesses that measure coverage.
    pub fn profile(&mut self) -> anyhow::Result<Vec<u8>> {
        self.make_ready()?;
        let end = self.run_child(&Batch::of(Vec::new()))?;
        if end.killed.is_some() {
            bail!(LOST);
        }
        read_profile(&self.template.memory_file)
    }

    /// What all counters stand at, in the order of the profile; for harnesses that measure coverage, behind [`Executor::profile`].
    pub fn counters(&self) -> anyhow::Result<Vec<u64>> {
        read_counters(&self.template.memory_file)
    }

    fn run_child(&mut self, batch: &Batch) -> anyhow::Result<ChildEnd> {
        // What is found there later is of this batch, even if nobody takes it up.
        self.template.memory.forget();
        if let Err(error) = protocol::send(&self.template.socket, &batch.encode()) {
            self.is_lost = true;
            return Err(error).context(LOST);
        }
        self.receive_end()
    }

    /// As [`Executor::run_child`]. A template may be lost to the machine's memory manager: another one is given the batch then.
    fn run_child_surely(&mut self, batch: Batch) -> anyhow::Result<ChildEnd> {
        let end = self.run_child(&batch);
        if !self.is_lost || self.recipe.interrupt.load(Relaxed) {
            return end;
        }
        self.make_ready()?;
        let redundant = self.untold();
        self.run_child(&Batch { redundant, ..batch })
    }

    fn receive_end(&mut self) -> anyhow::Result<ChildEnd> {
        let end = self.template.receive(self.patience, &self.recipe.interrupt);
        self.is_lost = !matches!(end, Ok(Some(_)));
        let end = end?;
        Ok(end.unwrap_or(ChildEnd {
            killed: Some(Killed::Lost),
            ..ChildEnd::default()
        }))
    }

    /// A template waits for a batch from now on: another one if the last did not answer.
    fn make_ready(&mut self) -> anyhow::Result<()> {
        if self.primed.take().is_some() {
            // Nobody has asked for these, and a template that is lost with them is replaced.
            let end = self.receive_end();
            if self.recipe.interrupt.load(Relaxed) {
                end?;
            }
        }
        if self.is_lost {
            self.template = start_template(&self.recipe)?;
            self.template.answer()?;
            (self.is_lost, self.told) = (false, 0);
        }
        Ok(())
    }

    fn left<'a>(&'a self, end: &'a ChildEnd, may_repeat: bool) -> Left<'a> {
        Left {
            memory: &self.template.memory,
            limits: self.recipe.limits,
            grammars: &self.grammars,
            end,
            may_repeat,
        }
    }
}

fn has_run(result: &UnitResult) -> bool {
    result.report.tallies.executions > 0
}

/// Whether a child has run the first of its plans, unless it is in order that it has not; or has written over what it says of that.
fn is_begun(results: Option<&[Option<UnitResult>]>, may_run_none: bool) -> bool {
    match results.and_then(|results| results.first()) {
        Some(Some(first)) => !first.stalled || has_run(first),
        Some(None) => may_run_none,
        None => true,
    }
}

fn has_death(results: &[Option<UnitResult>]) -> bool {
    (results.iter().flatten()).any(|result| result.death.is_some())
}

/// What the one plan of a unit came to.
fn replay_of(result: UnitResult) -> Replay {
    let death = result
        .death
        .filter(|death| death.is_believed)
        .map(|death| (death.fault, death.plan.map(|fatal| fatal.plan)));
    let seen = result.faults.into_iter().next().map(|seen| {
        let plan = seen.samples.into_iter().next().map(|sample| sample.plan);
        (seen.fault, plan)
    });
    let (fault, seen) = death.or(seen).unzip();
    Replay {
        fault,
        seen: seen.flatten(),
        ..Replay::default()
    }
}

/// A run as it was told.
fn told_run(run: TracedRun) -> Option<PlanRun> {
    Some(PlanRun {
        seen: run.steps.into_iter().next_back()?,
        outcome: run.outcome,
        fault: run.fault,
        result: run.result,
        edges: Some(run.edges).filter(|&edges| edges > 0),
    })
}
