//! The first stage of a run: starts executors and searches all items until the time is up.

use super::assemble::{Explored, ends_by_depth, ends_by_valid, item_results};
use super::confirming::{Confirming, WhenInterrupted};
use super::costs::{Priced, Pricing};
use super::coverage_ahead::{CoverageAhead, WITHOUT_FINDINGS};
use super::early::{Early, Look, Looker};
use super::pool::Pool;
use super::remembered::Remembered;
use super::run::{Run, executor_options, searched_grammar};
use super::schedule::{Halt, Progress, WatchesExploration, explore_items, first_batch};
use super::searches::{ItemSearch, policy, roots, searches};
use super::streams::Streams;
use super::trying::Trying;
use crate::confirm::Candidate;
use crate::event::{Event, Listener, Stage};
use crate::executor::{Executor, ExecutorOptions, Known, Moment};
use crate::finding::Collector;
use crate::finding::collect::Before;
use crate::run_report::{RunReport, Stop};
use anyhow::anyhow;
use harness_gen::Item;
use harness_gen::sentences::DocKind;
use plans::{DearPlan, Grammar, Sharing, UnitRequest};
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::time::Duration;

/// What the search leaves to the stages behind it.
pub(super) struct Searched {
    /// With what the executors say cannot be watched.
    pub(super) grammar: Grammar,
    pub(super) searches: Vec<ItemSearch>,
    pub(super) collector: Collector,
    options: ExecutorOptions,
    executors: Vec<Executor>,
}

impl Searched {
    /// How far exploration was with an item when it was over, `after` so much time.
    pub(super) fn before(&self, item: usize, after: Duration) -> Before {
        Before {
            expressions: ItemSearch::of(&self.searches, item)
                .map_or(0, |search| search.tallies().expressions),
            after,
            ..Before::default()
        }
    }

    /// What is left where nothing was searched.
    pub(super) fn of(
        grammar: Grammar,
        collector: Collector,
        options: ExecutorOptions,
        executors: Vec<Executor>,
    ) -> Searched {
        Searched {
            grammar,
            searches: Vec::new(),
            collector,
            options,
            executors,
        }
    }

    /// Executors without a time limit, at least one: those that are left, and as many others as are missing.
    pub(super) fn executors(&mut self, wanted: usize) -> anyhow::Result<Vec<Executor>> {
        let mut executors = std::mem::take(&mut self.executors);
        executors.truncate(wanted.max(1));
        while executors.len() < wanted.max(1) {
            executors.push(Executor::start(&self.options)?);
        }
        for executor in &mut executors {
            executor.until(None);
        }
        Ok(executors)
    }
}

/// Starts executors of one run.
#[derive(Clone)]
struct Starter {
    options: ExecutorOptions,
    known: Known,
    /// When exploring began, and when it ends.
    began: Moment,
    end: Moment,
}

impl Starter {
    fn start(&self) -> anyhow::Result<Executor> {
        Ok(self.of_run(Executor::start(&self.options)?))
    }

    /// Starts one that is sent its first units while it gets ready.
    fn start_with(&self, first_units: &mpsc::Receiver<Vec<UnitRequest>>) -> anyhow::Result<Executor> {
        let mut starting = Executor::begin(&self.options)?;
        starting.prime(&first_units.recv().unwrap_or_default(), Some(self.end))?;
        Ok(self.of_run(starting.finish()?))
    }

    fn of_run(&self, executor: Executor) -> Executor {
        let mut executor = executor.knowing(self.known.clone());
        executor.until(Some(self.end));
        executor
    }
}

/// Explores all items, after the plans that are given as texts, and fills in what the report says of them.
pub(super) fn search(
    run: &Run<'_>,
    dylib: &Path,
    given: &[String],
    memory: &Remembered,
    report: &mut RunReport,
    listener: &mut dyn Listener,
) -> anyhow::Result<Searched> {
    let settings = run.settings;
    listener.on(Event::StageStarted(Stage::Explore, run.title()));
    let began = Moment::now();
    let grammar = searched_grammar(run.prepared, settings.run.experiments);
    let mut starter = Starter {
        options: executor_options(&grammar, dylib, settings)?,
        known: Known::default(),
        began,
        end: began.after(settings.run.time_limit),
    };
    let mut searched = Searched {
        searches: Vec::new(),
        collector: collector(run),
        options: starter.options.clone(),
        executors: Vec::new(),
        grammar,
    };
    let (mut first, streams) = begin(run, dylib, &mut starter, &mut searched)?;
    report.times.start = first.ready().since(began);
    report.sandbox = first.sandbox().clone();
    report.counts.edges.total = first.edge_count();
    searched.grammar.mark_unwatchable(first.unwatchable());
    // Few runs are given any, and names of all ops are made for those alone.
    if !given.is_empty() {
        let trying = Trying::new(run, &searched.grammar, began);
        for text in given {
            // What these items have no plan for was found with other arguments; it is looked for like everything else.
            let _ = trying.run(text, &mut first, &mut searched.collector, report)?;
        }
    }
    let explored = explore_until_halted(
        run,
        &starter,
        (first, streams),
        memory,
        &mut searched,
        report,
        listener,
    );
    let halted = match explored {
        // What was being waited for was given up.
        Err(_) if run.is_interrupted() => Some(Halt::Interrupt),
        halted => halted?,
    };
    listener.on(Event::StageFinished(Stage::Explore, report.times.explore));
    report.stop = stop_of(halted, &searched.searches);
    let explored = Explored {
        items: &run.prepared.items,
        searches: &searched.searches,
    };
    report.items = item_results(&explored);
    explored.sum_up(report);
    Ok(searched)
}

/// Explores with this executor and as many others as are wanted, while a thread looks at what is found.
fn explore_until_halted(
    run: &Run<'_>,
    starter: &Starter,
    (first, mut streams): (Executor, Streams),
    memory: &Remembered,
    searched: &mut Searched,
    report: &mut RunReport,
    listener: &mut dyn Listener,
) -> anyhow::Result<Option<Halt>> {
    let settings = run.settings;
    let start = || starter.start();
    let mut pool = Pool::new(vec![first], &start).with_late(settings.run.jobs.max(1) - 1);
    let began = starter.began;
    let halt = || match run.is_interrupted() {
        true => Some(Halt::Interrupt),
        false => starter.end.is_past().then_some(Halt::Time),
    };
    let grammar = &searched.grammar;
    let so_far = report.clone();
    let (explored, early) = beside_looks(
        run,
        memory,
        &so_far,
        (grammar, &starter.options),
        |found, looks, more| {
            let halted = explore_items(
                &mut searched.searches,
                &mut streams,
                &mut pool,
                &mut searched.collector,
                &mut Sharing::new(grammar),
                &halt,
                &mut Watcher {
                    early: Early::new(run.prepared, so_far.clone(), found, looks, more),
                    listener,
                    coverage_ahead: &run.coverage_ahead,
                    began,
                    time_limit: settings.run.time_limit,
                    max_findings: settings.run.max_findings,
                },
            );
            (halted, Moment::now().since(began))
        },
    );
    // First whoever has replayed plans: it has read the debug info of the harness, which takes as long as many runs.
    searched.executors = early;
    searched.executors.extend(pool.into_runners());
    let (halted, time) = explored;
    report.times.explore = time;
    // What was being looked at then belongs to confirming.
    report.times.confirm = Moment::now().since(began) - time;
    halted
}

/// Explores while a thread looks at what is found. Returns what exploring came to, and the thread's executors.
fn beside_looks<T>(
    run: &Run<'_>,
    memory: &Remembered,
    report: &RunReport,
    (grammar, options): (&Grammar, &ExecutorOptions),
    explore: impl FnOnce(mpsc::Sender<Vec<Candidate>>, mpsc::Receiver<Look>, &AtomicBool) -> T,
) -> (T, Vec<Executor>) {
    let (is_over, more) = (AtomicBool::new(false), AtomicBool::new(false));
    std::thread::scope(|scope| {
        let ((found, to_look_at), (looks, seen)) = (mpsc::channel(), mpsc::channel());
        let is_set = |flag: &AtomicBool| flag.load(Ordering::Relaxed);
        let (is_over, more) = (&is_over, &more);
        let interrupted = move || is_set(is_over) || is_set(more) || run.is_interrupted();
        let looking = scope.spawn(move || {
            let looker = Looker {
                confirming: Confirming::new(run, grammar, memory, &interrupted, WhenInterrupted::GiveUp),
                more,
                options,
                report: report.clone(),
                looks,
                has_looked: false,
            };
            looker.look_at_all(&to_look_at)
        });
        let explored = explore(found, seen, more);
        is_over.store(true, Ordering::Relaxed);
        // Whatever has kept it from looking will show itself again, to somebody who can say so.
        let executors = looking
            .join()
            .unwrap_or_else(|_| Ok(Vec::new()))
            .unwrap_or_default();
        (explored, executors)
    })
}

/// Starts the first executor, and does everything that needs none in the meantime. Where calls turn out to be dear, the search is set
/// up again with a grammar in which they count for more.
fn begin(
    run: &Run<'_>,
    dylib: &Path,
    starter: &mut Starter,
    searched: &mut Searched,
) -> anyhow::Result<(Executor, Streams)> {
    let settings = run.settings;
    let (say_first, first_units) = mpsc::channel();
    let starting = {
        let starter = starter.clone();
        std::thread::spawn(move || starter.start_with(&first_units))
    };
    let items = &run.prepared.items;
    let policy = policy(&settings.run, items);
    let pricing = Pricing::of(policy, &searched.grammar, roots(items));
    let set_up = |searched: &mut Searched, dear: &[DearPlan]| {
        let vocabulary = &run.prepared.vocabulary;
        searched.searches = searches(items, &searched.grammar, policy, vocabulary, dear);
    };
    let jobs = settings.run.jobs.max(1);
    set_up(searched, &[]);
    let first_batch = match &pricing {
        Some(pricing) => Some(pricing.first_batch()),
        None => first_batch(&mut searched.searches, &mut Sharing::new(&searched.grammar), jobs),
    };
    // One that could not even begin has left; why is said below.
    let _ = say_first.send(first_batch.unwrap_or_default());
    let mut first = starting
        .join()
        .unwrap_or_else(|_| Err(anyhow!("the thread that starts executors panicked")))?;
    if let Some(pricing) = pricing {
        let halt = || run.is_interrupted() || starter.end.is_past();
        if let Some(Priced { grammar, plans }) =
            pricing.find(&searched.grammar, &mut first, roots(items), &halt)?
        {
            drop(first);
            starter.options = executor_options(&grammar, dylib, settings)?;
            searched.options = starter.options.clone();
            searched.grammar = grammar;
            set_up(searched, &plans);
            first = starter.start()?;
        }
    }
    let streams = Streams::for_policy(policy, &searched.grammar, roots(items), starter.known.clone());
    Ok((first, streams))
}

fn stop_of(halted: Option<Halt>, searches: &[ItemSearch]) -> Stop {
    match halted {
        Some(Halt::Interrupt) => Stop::Interrupted,
        Some(Halt::Time) => Stop::Time,
        Some(Halt::Faults) => Stop::Findings,
        None if ends_by_valid(searches) => Stop::Valid,
        None if ends_by_depth(searches) => Stop::Depth,
        None if searches.iter().any(ItemSearch::is_quiet) => Stop::Quiet,
        None => Stop::Exhausted,
    }
}

/// Gathers the faults of a run.
pub(super) fn collector(run: &Run<'_>) -> Collector {
    let prepared = run.prepared;
    let owners = prepared.op_items.all.clone();
    Collector::new(run.scope.clone(), owners, properties(&prepared.items))
        .without_faults_of(prepared.support.ops.iter().copied())
        .with_first_calls(prepared.op_items.first.clone())
        .with_announced(announced(&prepared.items))
        .with_oddities(prepared.bindings.oddities.clone())
}

/// Indices of the items whose docs say that they panic, or what they require.
fn announced(items: &[Item]) -> impl Iterator<Item = usize> + '_ {
    let says = |item: &Item| {
        let mut kinds = item.docs.iter().map(|said| said.kind);
        kinds.any(|kind| {
            matches!(
                kind,
                DocKind::Panics | DocKind::PanicsAnywhere | DocKind::Requires
            )
        })
    };
    let items = items.iter().enumerate();
    items.filter(move |(_, item)| says(item)).map(|(index, _)| index)
}

/// Indices of the items that are properties.
fn properties(items: &[Item]) -> BTreeSet<usize> {
    items
        .iter()
        .enumerate()
        .filter(|(_, item)| item.is_property)
        .map(|(index, _)| index)
        .collect()
}

/// Turns what the scheduler says into events.
struct Watcher<'a> {
    early: Early<'a>,
    listener: &'a mut dyn Listener,
    coverage_ahead: &'a CoverageAhead,
    began: Moment,
    time_limit: Duration,
    max_findings: Option<usize>,
}

impl WatchesExploration for Watcher<'_> {
    fn progress(&mut self, progress: Progress) {
        let elapsed = Moment::now().since(self.began);
        if self.early.tell(elapsed, self.listener) || elapsed >= WITHOUT_FINDINGS {
            self.coverage_ahead.begin();
        }
        let fraction = elapsed.as_secs_f64() / self.time_limit.as_secs_f64().max(f64::MIN_POSITIVE);
        self.listener.on(Event::Progress {
            expressions: progress.expressions,
            depth: progress.depth,
            faults: progress.faults,
            runs: progress.runs,
            items_left: progress.items_left,
            elapsed,
            fraction: fraction.min(1.0),
        });
    }

    fn found(&mut self, collector: &Collector) {
        self.early.send(collector, Moment::now().since(self.began));
    }

    fn is_enough(&self, faults: usize) -> bool {
        self.max_findings.is_some_and(|most| faults >= most)
    }

    fn elapsed(&self) -> Duration {
        Moment::now().since(self.began)
    }

    fn new_fault(&mut self, line: String) {
        self.listener.on(Event::FaultSeen(line));
    }
}
