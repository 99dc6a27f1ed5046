//! Shows findings while exploring goes on: a thread with an executor of its own looks at what was found so far, and says what it
//! has seen again. Nothing that is found hangs on it: behind the search all is looked at once more, and only what is run again
//! is saved.

use super::confirming::{Confirming, candidates};
use super::explaining;
use super::foreseeing::take_as_confirmed;
use crate::confirm::Candidate;
use crate::event::{Event, Listener};
use crate::executor::{Executor, ExecutorOptions};
use crate::finding::Collector;
use crate::run_report::{Cause, Class, Finding, RunReport};
use anyhow::ensure;
use harness_gen::Prepared;
use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender};
use std::time::{Duration, Instant};

/// For so long nothing is looked at: what is over by then is told as a whole.
const FIRST_LOOK: Duration = Duration::from_millis(150);
/// How much longer than a look takes there is none after it, in the first seconds of exploring and then: what ends soon is best looked
/// at meanwhile (slab 0.4.12 confirmed for 3.3 s with three times as long, and for 2.3 s with once), what goes on needs the cores.
const FIRST_REST: u32 = 1;
const REST: u32 = 3;
const FIRST_SECONDS: Duration = Duration::from_secs(10);
/// Candidates that the first look begins with, so that the first finding does not wait for hundreds.
const FIRST_CANDIDATES: usize = 8;
/// How many times as many it goes on with.
const MORE_CANDIDATES: usize = 4;

/// What a look at what was found so far has come to.
pub(super) struct Look {
    /// All that was found, as the report would tell it now.
    findings: Vec<Finding>,
    causes: Vec<Cause>,
    /// What those that were seen again seem to be: of each cause the simplest, with the names of all.
    bugs: Vec<(Finding, Vec<String>)>,
    /// Set in the look that shows all of what was sent last: how long it took to come to it.
    took: Option<Duration>,
}

/// Whoever looks.
pub(super) struct Looker<'a> {
    /// Interrupted once more was sent: what comes after telling only saves time behind the search.
    pub(super) confirming: Confirming<'a>,
    /// Set when more was sent.
    pub(super) more: &'a AtomicBool,
    pub(super) options: &'a ExecutorOptions,
    /// A report without findings.
    pub(super) report: RunReport,
    pub(super) looks: Sender<Look>,
    pub(super) has_looked: bool,
}

impl Looker<'_> {
    /// Looks at what it is sent, until nobody sends any more. Returns its executor.
    pub(super) fn look_at_all(mut self, found: &Receiver<Vec<Candidate>>) -> anyhow::Result<Vec<Executor>> {
        let mut executors = Vec::new();
        for candidates in found {
            self.more.store(false, Ordering::Relaxed);
            if (self.confirming.interrupted)() {
                break;
            }
            if executors.is_empty() {
                executors.push(Executor::start(self.options)?);
            }
            match self.look(candidates, &mut executors) {
                Err(_) if (self.confirming.interrupted)() => {}
                looked => looked?,
            }
        }
        Ok(executors)
    }

    fn look(&mut self, mut candidates: Vec<Candidate>, executors: &mut [Executor]) -> anyhow::Result<()> {
        let began = Instant::now();
        // Later looks have seen most of what there is.
        let mut many = match std::mem::replace(&mut self.has_looked, true) {
            false => FIRST_CANDIDATES,
            true => candidates.len(),
        };
        loop {
            let is_all = many >= candidates.len();
            let look = self.glance(&mut candidates, many, executors)?;
            // Whoever has left does not want to know; nor does it below.
            let _ = self.looks.send(Look {
                took: is_all.then(|| began.elapsed()),
                ..look
            });
            if is_all {
                break;
            }
            many *= MORE_CANDIDATES;
        }
        match self.confirming.run.workbench {
            Some(_) => self.explain(candidates, executors),
            None => Ok(()),
        }
    }

    /// Confirms and explains all of them, which saves that time behind the search, and tells what came of it.
    fn explain(&mut self, candidates: Vec<Candidate>, executors: &mut [Executor]) -> anyhow::Result<()> {
        let confirming = &self.confirming;
        let mut confirmed = confirming
            .confirm(candidates, executors, &mut |_, _| ())?
            .candidates;
        confirming.judge(&mut confirmed, executors)?;
        (self.report.findings, self.report.causes) = findings_and_causes(confirming, &confirmed);
        explaining::explain(confirming, &mut confirmed, executors, &mut self.report, None)?;
        if (confirming.interrupted)() {
            return Ok(());
        }
        let bugs = bugs(&self.report.findings, &self.report.causes);
        let look = Look {
            findings: std::mem::take(&mut self.report.findings),
            causes: std::mem::take(&mut self.report.causes),
            bugs,
            took: None,
        };
        let _ = self.looks.send(look);
        Ok(())
    }

    /// Runs so many of the candidates again. An error once that is interrupted.
    fn glance(
        &self,
        candidates: &mut [Candidate],
        many: usize,
        executors: &mut [Executor],
    ) -> anyhow::Result<Look> {
        let confirming = &self.confirming;
        let (first, others) = candidates.split_at_mut(many.min(candidates.len()));
        confirming.shrink(first, executors)?;
        let mut replayed = confirming.replay(first.to_vec(), executors)?.candidates;
        confirming.judge(&mut replayed, executors)?;
        ensure!(!(confirming.interrupted)(), "given up");
        // All are kept as what they are.
        replayed.extend_from_slice(others);
        let (findings, causes) = findings_and_causes(confirming, &replayed);
        // And told as what they seem to be.
        take_as_confirmed(&mut replayed);
        let (seen, of_seen) = findings_and_causes(confirming, &replayed);
        Ok(Look {
            findings,
            causes,
            bugs: bugs(&seen, &of_seen),
            took: None,
        })
    }
}

fn findings_and_causes(confirming: &Confirming<'_>, candidates: &[Candidate]) -> (Vec<Finding>, Vec<Cause>) {
    let findings = confirming.findings(candidates);
    let causes = confirming.causes(&findings);
    (findings, causes)
}

/// Of each cause that is a bug the simplest finding, with the names of all.
fn bugs(findings: &[Finding], causes: &[Cause]) -> Vec<(Finding, Vec<String>)> {
    let of_bugs = causes.iter().filter(|cause| cause.class == Class::Bug);
    let bugs = of_bugs.filter_map(|cause| {
        let names = cause.findings.iter().map(|at| findings[*at].id.clone()).collect();
        Some((findings[*cause.findings.first()?].clone(), names))
    });
    bugs.collect()
}

/// Whoever explores sends what was found to be looked at, and tells what came of it.
pub(super) struct Early<'a> {
    prepared: &'a Prepared,
    /// What is known besides findings.
    report: RunReport,
    found: Sender<Vec<Candidate>>,
    looks: Receiver<Look>,
    /// Set when more is sent.
    more: &'a AtomicBool,
    /// Distinct faults that were sent.
    sent: usize,
    /// What was sent last was told, and from this time of exploring on more may be sent.
    next: Option<Duration>,
    told: BTreeSet<String>,
}

impl<'a> Early<'a> {
    pub(super) fn new(
        prepared: &'a Prepared,
        report: RunReport,
        found: Sender<Vec<Candidate>>,
        looks: Receiver<Look>,
        more: &'a AtomicBool,
    ) -> Early<'a> {
        Early {
            prepared,
            report,
            found,
            looks,
            more,
            sent: 0,
            next: Some(FIRST_LOOK),
            told: BTreeSet::new(),
        }
    }

    /// After so much time of exploring: has more looked at if there is more.
    pub(super) fn send(&mut self, collector: &Collector, elapsed: Duration) {
        let is_due = self.next.is_some_and(|next| elapsed >= next) && collector.len() > self.sent;
        if !is_due {
            return;
        }
        self.more.store(true, Ordering::Relaxed);
        if self.found.send(candidates(self.prepared, collector)).is_ok() {
            (self.sent, self.next) = (collector.len(), None);
        }
    }

    /// Tells what looks have come to by now. True if one has come to its end.
    pub(super) fn tell(&mut self, elapsed: Duration, listener: &mut dyn Listener) -> bool {
        let mut has_ended = false;
        while let Ok(look) = self.looks.try_recv() {
            if let Some(took) = look.took {
                has_ended = true;
                let rest = if elapsed < FIRST_SECONDS { FIRST_REST } else { REST };
                self.next = Some(elapsed + took * rest);
            }
            self.report.times.explore = elapsed;
            (self.report.findings, self.report.causes) = (look.findings, look.causes);
            // Kept before it is shown: what somebody has seen is not lost.
            listener.on(Event::SoFar(Box::new(self.report.clone())));
            for (finding, names) in look.bugs {
                let is_known = names.iter().any(|name| self.told.contains(name));
                self.told.extend(names);
                if !is_known {
                    listener.on(Event::Found(Box::new(finding)));
                }
            }
        }
        has_ended
    }
}
