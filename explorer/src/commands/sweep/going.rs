//! The workers of a sweep: each takes what the schedule has for it, runs a process for it, and writes down how that ended.

use super::kept::{Kept, read_run, write_run};
use crate::known;
use crate::report::{Console, sweep as words};
use crate::run_report::{RunReport, Stop};
use crate::sweep::{
    Because, Begun, End, Ended, Journal, PackageEnd, PackageTime, Schedule, Slice, Standing, Target, Work,
    Worker, brought, joined, without,
};
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// How often a worker that has nothing to do looks again.
const LOOK: Duration = Duration::from_millis(50);

/// What is the same for all packages.
#[derive(Debug)]
pub(super) struct Plan {
    /// Options that each process gets.
    pub(super) options: Vec<String>,
    /// Time for all.
    pub(super) total: Option<Duration>,
    /// Exploring time of a package at most; none: as much as its share has.
    pub(super) limit: Option<Duration>,
    /// It is explored to the end of that.
    pub(super) is_until: bool,
    /// Executor processes of all packages together.
    pub(super) jobs: usize,
    /// Items of one part, where there is one package only.
    pub(super) items_of: Option<String>,
    pub(super) is_quiet: bool,
}

/// What workers share.
struct Common {
    journal: Journal,
    schedule: Schedule,
    /// Packages that workers have in hand.
    running: usize,
}

/// A sweep that goes on.
pub(super) struct Going<'a> {
    plan: &'a Plan,
    begun: &'a Begun,
    console: Console,
    interrupt: &'a AtomicBool,
    common: Mutex<Common>,
    /// When it would have begun if it had not been interrupted.
    began: Instant,
    /// Packages that are worked on at once, at most.
    workers: usize,
    /// For names of runs.
    serial: AtomicUsize,
}

impl<'a> Going<'a> {
    /// The newest sweep of the journal, from where it stands. `began`: when this process did.
    pub(super) fn new(
        plan: &'a Plan,
        begun: &'a Begun,
        journal: Journal,
        interrupt: &'a AtomicBool,
        console: Console,
        began: Instant,
    ) -> anyhow::Result<Going<'a>> {
        let workers = plan.jobs.min(begun.targets.len()).max(1);
        let stands = |target: &Target| {
            journal
                .known_before(target)
                .map_or(Standing::Fresh, standing_before)
        };
        let mut schedule = Schedule::new(plan.total, workers, begun.targets.iter().map(stands));
        let ends = journal.newest().map_or(&[][..], |sweep| &sweep.ends);
        let mut gone = Duration::ZERO;
        for end in ends {
            let package = begun.targets.iter().position(|target| end.is_of(target));
            let took = Duration::from_millis(end.time.took_ms);
            gone += took;
            if let Some(package) = package {
                schedule.was_done(package, took, standing(end));
            }
        }
        let serial = AtomicUsize::new(journal.next_serial(&begun.name)?);
        let gone = gone / u32::try_from(workers).unwrap_or(u32::MAX);
        Ok(Going {
            plan,
            begun,
            console,
            interrupt,
            common: Mutex::new(Common {
                journal,
                schedule,
                running: 0,
            }),
            began: began.checked_sub(gone).unwrap_or(began),
            workers,
            serial,
        })
    }

    /// Works until nothing is left to do, or somebody asks for an end. Returns the journal.
    pub(super) fn run(self) -> Journal {
        std::thread::scope(|scope| {
            for _ in 0..self.workers {
                scope.spawn(|| self.work());
            }
        });
        let common = self.common.into_inner().unwrap_or_else(PoisonError::into_inner);
        common.journal
    }

    fn common(&self) -> MutexGuard<'_, Common> {
        // A worker that panicked has written nothing by halves.
        self.common.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn work(&self) {
        while !self.interrupt.load(Ordering::Relaxed) {
            let (slice, jobs) = {
                let mut common = self.common();
                match common.schedule.next(self.began.elapsed()) {
                    Some(slice) => {
                        common.running += 1;
                        let busy = (common.running + common.schedule.waiting()).min(self.workers);
                        (slice, (self.plan.jobs / busy.max(1)).max(1))
                    }
                    None if common.schedule.is_over() => return,
                    None => {
                        drop(common);
                        std::thread::sleep(LOOK);
                        continue;
                    }
                }
            };
            let end = self.go(&slice, jobs);
            let mut common = self.common();
            common.running -= 1;
            let Some(end) = end else { return };
            let took = Duration::from_millis(end.time.took_ms);
            common.schedule.done(&slice, took, standing(&end));
            self.tell(&common, &end);
            if let Err(error) = common.journal.add(end) {
                self.console.warning(&format!(
                    "how {} ended cannot be written down: {error}",
                    self.begun.targets[slice.package].title()
                ));
            }
        }
    }

    fn tell(&self, common: &Common, end: &PackageEnd) {
        if !self.plan.is_quiet {
            let ends = common.journal.newest().map_or(&[][..], |sweep| &sweep.ends);
            self.console
                .note(&words::line(end, ends, self.begun.targets.len()));
        }
    }

    /// One go at a package. None: it was interrupted, and is to be done again.
    fn go(&self, slice: &Slice, jobs: usize) -> Option<PackageEnd> {
        let target = &self.begun.targets[slice.package];
        let known = self.common().journal.known(target).cloned();
        if let Err(reason) = &target.fingerprint {
            return Some(failed(target, Duration::ZERO, None, reason.clone()));
        }
        let serial = self.serial.fetch_add(1, Ordering::Relaxed);
        let kept = Kept::new(&self.common().journal, &self.begun.name, serial, target);
        let earlier = known.as_ref().and_then(|end| end.run.as_deref());
        let earlier_path = earlier.map(|run| self.common().journal.run_path(run));
        let arguments = match (slice.work, &earlier_path) {
            (Work::Replay, Some(run)) => kept.replaying(run, jobs, &self.plan.options),
            _ => self.exploring(slice, target, &kept, jobs),
        };
        let worker = Worker {
            arguments: &arguments,
            log: &kept.log,
            most: slice.share.map(|share| share.most),
            interrupt: self.interrupt,
        };
        let ended = match worker.run() {
            Ok(ended) => ended,
            Err(error) => {
                return Some(failed(
                    target,
                    Duration::ZERO,
                    None,
                    format!("no process for it: {error}"),
                ));
            }
        };
        if self.interrupt.load(Ordering::Relaxed) && !ended.is_overdue {
            return None;
        }
        Some(match (slice.work, known) {
            (Work::Replay, Some(known)) => replayed(&kept, known, earlier_path.as_deref(), ended),
            (_, _) => explored(&kept, target, earlier_path.as_deref(), ended),
        })
    }

    fn exploring(&self, slice: &Slice, target: &Target, kept: &Kept, jobs: usize) -> Vec<String> {
        let mut arguments = target.call.clone();
        arguments.extend(self.plan.options.iter().cloned());
        let share = slice.share.map(|share| share.planned);
        let told = |time: Duration| format!("{}ms", time.as_millis().max(1));
        let (limit, is_until) = match slice.work {
            Work::Deeper(limit) => (Some(limit), self.plan.is_until),
            Work::Until(limit) => (Some(limit), true),
            Work::Explore | Work::Replay => (self.plan.limit.or(share), self.plan.is_until),
        };
        if let Some(limit) = limit {
            let option = if is_until { "until" } else { "time-limit" };
            arguments.push(format!("--{option}={}", told(limit)));
        }
        if let (Some(share), Work::Explore) = (share, slice.work) {
            arguments.push(format!("--within={}", told(share)));
        }
        arguments.extend(
            self.plan
                .items_of
                .iter()
                .map(|shard| format!("--items-of={shard}")),
        );
        arguments.push(format!("--jobs={jobs}"));
        arguments.push(format!("--record={}", kept.path.display()));
        arguments.extend(["--quiet", "--color=never", "--format=json"].map(str::to_owned));
        arguments
    }
}

/// What an end says of its package before the next sweep. One whose time was over before there was a report needs a longer one.
fn standing_before(end: &PackageEnd) -> Standing {
    match (end.end, &end.run) {
        (End::Overdue, None) => Standing::Unfinished {
            limit: Duration::from_millis(end.time.took_ms),
            promise: 0,
        },
        _ => standing(end),
    }
}

/// What an end says of its package.
fn standing(end: &PackageEnd) -> Standing {
    let limit = Duration::from_millis(end.time.limit_ms);
    let is_stop = |stop: Stop| end.stop.as_deref() == Some(stop.word());
    match end.end {
        End::LeftOver => Standing::Fresh,
        // What does not fail as it did is explored again.
        End::Failed if end.run.is_some() => Standing::Fresh,
        End::Failed | End::Overdue if end.run.is_none() => Standing::Stuck,
        _ if is_stop(Stop::Time) => Standing::Unfinished {
            limit,
            promise: end.gain,
        },
        _ if is_stop(Stop::Interrupted) => Standing::Unfinished {
            limit: Duration::from_millis(end.time.explored_ms),
            promise: end.gain,
        },
        _ => Standing::Settled {
            // What became quiet long before its limit is not worth twice that.
            limit: is_stop(Stop::Quiet).then_some(Duration::from_millis(end.time.explored_ms)),
            has_findings: end.findings > 0,
        },
    }
}

fn failed(target: &Target, took: Duration, exit_code: Option<u8>, words: String) -> PackageEnd {
    PackageEnd {
        time: PackageTime {
            took_ms: millis(took),
            ..PackageTime::default()
        },
        exit_code,
        words,
        ..PackageEnd::without_run(target, End::Failed)
    }
}

/// A process that was to explore has ended.
fn explored(kept: &Kept, target: &Target, known: Option<&Path>, ended: Ended) -> PackageEnd {
    let Some(mut run) = read_run(&kept.path) else {
        let mut end = failed(target, ended.took, ended.code, ended.words);
        if ended.is_overdue {
            end.end = End::Overdue;
        }
        return end;
    };
    let Ok(report) = run.whole().cloned() else {
        return failed(target, ended.took, ended.code, ended.words);
    };
    let explored = report.times.explore;
    let (limit, stop) = (report.settings.time_limit, report.stop);
    let mut gain = brought(&report).len();
    let mut whole = report;
    let earlier = known.and_then(|path| read_run(path)?.whole().ok().cloned());
    if let Some(earlier) = earlier {
        let before = brought(&earlier);
        gain = brought(&whole).difference(&before).count();
        whole = joined(whole, &earlier, Because::Again);
        // What was ruled on findings of the earlier one may have been taken back. A file that cannot be read is told by the report.
        let _ = known::reassess(&mut whole, &known::today());
        // If it cannot be written, the run stays as it is: what it lacks is told by the one before.
        let _ = write_run(&kept.path, &mut run, &whole);
    }
    PackageEnd {
        end: match ended.is_overdue {
            true => End::Overdue,
            false => End::Explored,
        },
        run: Some(kept.name.clone()),
        time: PackageTime {
            took_ms: millis(ended.took),
            explored_ms: millis(explored),
            limit_ms: millis(limit),
        },
        stop: Some(stop.word().to_owned()),
        gain: gain as u64,
        findings: confirmed(&whole),
        unconfirmed: whole.findings.len() as u64 - confirmed(&whole),
        ..failed(target, ended.took, ended.code, String::new())
    }
}

fn confirmed(report: &RunReport) -> u64 {
    let confirmed = report.findings.iter().filter(|finding| finding.proof.confirmed);
    confirmed.count() as u64
}

/// A process that was to try findings again has ended. What is not as it was is not known any more, and has the package explored;
/// the rest stays, and so does all of it where nothing was said.
fn replayed(kept: &Kept, known: PackageEnd, run: Option<&Path>, ended: Ended) -> PackageEnd {
    let (mut name, mut findings) = (known.run.clone(), known.findings);
    let (end, words) = match kept.not_as_they_were() {
        Some(gone) if gone.is_empty() => (End::Replayed, String::new()),
        Some(gone) => {
            if let Some(left) = run.and_then(|run| keep_without(run, &gone, kept)) {
                (name, findings) = (Some(kept.name.clone()), left);
            }
            (
                End::Failed,
                "what was found in it does not all fail as it did, though it is as it was".to_owned(),
            )
        }
        // Some take long to fail.
        None if ended.is_overdue => (End::Unchanged, String::new()),
        None => (End::Failed, ended.words),
    };
    PackageEnd {
        end,
        run: name,
        time: PackageTime {
            took_ms: millis(ended.took),
            ..known.time.none_of()
        },
        gain: 0,
        findings,
        words,
        ..known
    }
}

/// Writes a run again, without these findings. Returns how many confirmed ones are left; none if it cannot be written.
fn keep_without(run: &Path, gone: &BTreeSet<String>, kept: &Kept) -> Option<u64> {
    let mut run = read_run(run)?;
    let left = without(run.whole().ok()?.clone(), gone);
    write_run(&kept.path, &mut run, &left).ok()?;
    Some(confirmed(&left))
}

fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}
