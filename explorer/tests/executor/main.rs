//! The contained executor against a hand-written harness: every outcome is told apart, a death costs one run, nothing
//! reaches outside, nothing stays behind.

#[expect(unreachable_pub, reason = "a module of a test has nowhere to be reached from")]
mod sample;

mod blamed;
mod contained;
mod hostile;
mod sharing;
mod unanswered;

use explorer::executor::{Executor, ExecutorOptions, PlanRun, SandboxMode, UnitResult};
use explorer::outcome::FaultKind;
use plans::{OpId, Plan, Start, UnitRequest, UnitStop, Watch};
use sample::*;
use std::time::{Duration, Instant};

/// Explores `root`, whose argument is 0, 1 and 2 in turn: 1 gives this fault and the others return.
#[track_caller]
fn check(root: OpId, kind: FaultKind, message: &str) {
    let parts = run_through(&mut executor(), root);
    let faults = faults(&parts);
    assert_eq!(faults.len(), 1, "{faults:?}");
    assert_eq!(faults[0].0, kind, "{faults:?}");
    assert!(faults[0].1.contains(message), "{faults:?}");
    assert_eq!(runs(&parts), (3, 2), "the other two plans run and return");
    let total: u64 = parts.iter().map(|part| part.report.tallies.faults).sum();
    assert_eq!(total, 1);
}

#[test]
fn panic_is_told() {
    check(PANIC, FaultKind::Panic, "byte 1 is \"one\"");
}

#[test]
fn abort_is_told() {
    check(ABORT, FaultKind::Abort, "aborted");
}

#[test]
fn exit_is_told_even_with_success() {
    check(EXIT, FaultKind::Exit(0), "code 0");
}

#[test]
fn null_write_is_told() {
    check(NULL_WRITE, FaultKind::Signal(11), "SIGSEGV");
}

#[test]
fn stack_overflow_is_told() {
    check(STACK_OVERFLOW, FaultKind::StackOverflow, "stack overflow");
}

#[test]
fn hang_is_told() {
    check(HANG, FaultKind::Timeout, "CPU time");
}

/// An executor of the instrumented sample: its runs may execute `edges` edges and use far more CPU time than a test
/// ever should.
fn counting_executor(edges: u64) -> Executor {
    let options = ExecutorOptions {
        dylib: instrumented().to_owned(),
        case_timeout: Duration::from_secs(30),
        ..options()
    };
    Executor::start_counting(program(), &options, edges).expect("the executor starts")
}

#[test]
fn a_plan_that_takes_long_is_run_again_counted_and_counts_once() {
    // A limit from which on runs are not counted at first.
    let options = ExecutorOptions {
        case_timeout: Duration::from_secs(30),
        ..options()
    };
    let mut executor = Executor::start_with(program(), &options).expect("the executor starts");
    let parts = run_through(&mut executor, SLOW);
    assert!(parts.len() > 1, "the unit was cut before the plan in the middle");
    assert!(parts.iter().all(|part| part.death.is_none()));
    assert_eq!(faults(&parts), []);
    assert_eq!(runs(&parts), (3, 3), "each plan once");
    let expressions: u64 = parts.iter().map(|part| part.report.tallies.expressions).sum();
    assert_eq!(expressions, 3);
}

/// Which arguments a plan has, each counted from the first constant of its type.
fn arguments(plan: &Plan) -> Vec<u32> {
    let ops = plan.ops();
    let first = if ops[0] == THREE_NUMBERS {
        FIRST_NUMBER.0
    } else {
        0
    };
    ops[1..].iter().map(|op| op.0 - first).collect()
}

#[test]
fn what_failing_plans_looked_at_is_told_where_nothing_is_watched() {
    let mut executor = executor();
    let mut run = |root, is_bare| {
        let watch = if is_bare { Watch::Nothing } else { Watch::Whole };
        let request = unit_watching(root, watch);
        executor.run_batch(&[request]).unwrap().remove(0)
    };
    for root in [PANIC, PROPERTY, BOX_READ, BOX_UNREAD, TEXT_READ] {
        let (watched, bare) = (run(root, false), run(root, true));
        let told = |result: &UnitResult| -> Vec<_> {
            (result.faults.iter())
                .flat_map(|seen| {
                    seen.samples
                        .iter()
                        .map(|sample| (seen.fault.clone(), sample.plan.clone()))
                })
                .collect()
        };
        assert_eq!(told(&watched), told(&bare), "{root:?}");
        assert_eq!(
            watched.report.tallies.faults, bare.report.tallies.faults,
            "{root:?}"
        );
        assert!(watched.report.tallies.expressions <= bare.report.tallies.expressions);
    }
    assert_eq!(run(BOX_UNREAD, false).report.tallies.expressions, 1);
    assert!(
        run(BOX_UNREAD, true).report.tallies.expressions > 1,
        "all of it is decided"
    );
}

#[test]
fn a_first_batch_may_be_there_before_the_executor() {
    let expected = timeless(executor().run_batch(&[unit(PANIC), unit(LOOK)]).unwrap());
    let primed = |units: &[UnitRequest]| {
        let mut starting = Executor::begin_with(program(), &options()).unwrap();
        starting.prime(units, None).unwrap();
        starting.finish().unwrap()
    };
    for asked in [&[unit(PANIC), unit(LOOK)][..], &[unit(ABORT)], &[]] {
        let mut executor = primed(asked);
        let results = executor.run_batch(&[unit(PANIC), unit(LOOK)]).unwrap();
        assert_eq!(timeless(results), expected, "{asked:?}");
        let again = executor.run_batch(&[unit(PANIC), unit(LOOK)]).unwrap();
        assert_eq!(timeless(again), expected);
    }
    // One that dies of it is told as usual, and a replay does not get its answer.
    let mut executor = primed(&[unit(ABORT)]);
    let died = executor.run_batch(&[unit(ABORT)]).unwrap().remove(0);
    assert_eq!(died.death.map(|death| death.fault.kind), Some(FaultKind::Abort));
    let mut executor = primed(&[unit(ABORT)]);
    let sample = &expected[0].faults[0].samples[0];
    let replayed = executor.replay(&sample.plan, false, 1).unwrap();
    assert_eq!(replayed.fault.map(|fault| fault.kind), Some(FaultKind::Panic));
}

#[test]
fn runs_of_a_series_are_told_apart_whatever_they_come_to() {
    for root in [THREE_NUMBERS, THREE_BYTES] {
        for budget in [u64::MAX, 5, 2] {
            let mut executor = executor();
            let (mut start, mut sum, mut deaths, mut samples) =
                (Start::Fresh, plans::Tallies::default(), Vec::new(), Vec::new());
            loop {
                let request = UnitRequest {
                    budget,
                    ..unit_from(root, start)
                };
                let result = executor.run_batch(&[request]).unwrap().remove(0);
                sum.absorb(&result.report.tallies);
                for seen in &result.faults {
                    samples.extend(seen.samples.iter().map(|sample| arguments(&sample.plan)));
                }
                start = match (result.death, result.report.stop) {
                    (Some(death), _) => {
                        deaths.push(arguments(&death.plan.unwrap().plan));
                        assert_eq!((death.fault.kind, death.is_new), (FaultKind::Abort, true));
                        assert_eq!((death.fault.op, death.base_steps), (Some(root), 6));
                        Start::After(death.fatal)
                    }
                    (None, UnitStop::Budget { next, .. }) => Start::At(next),
                    (None, UnitStop::Exhausted { .. }) => break,
                };
            }
            assert_eq!(samples, [[0, 2, 2], [2, 0, 0]], "{root:?}, {budget}");
            assert_eq!(deaths, [[1, 1, 2]]);
            let expected = plans::Tallies {
                executions: 27,
                expressions: 27,
                returned: 21,
                discarded: 3,
                faults: 3,
                reached_root: 27,
                ..plans::Tallies::default()
            };
            assert_eq!(sum, expected, "{root:?}, {budget}");
        }
    }
}

#[test]
fn hang_is_told_by_count_whatever_its_cpu_time() {
    let parts = run_through(&mut counting_executor(1_000_000), HANG);
    assert_eq!(
        faults(&parts),
        [(
            FaultKind::Timeout,
            "more than 30s of CPU time or 1000000 edges".to_owned()
        )]
    );
    assert_eq!(runs(&parts), (3, 2), "the other two plans run and return");
}

#[test]
fn hang_in_drop_is_told_by_count() {
    let parts = run_through(&mut counting_executor(1_000_000), DROP_HANG);
    assert_eq!(
        faults(&parts),
        [(
            FaultKind::Timeout,
            "more than 30s of CPU time or 1000000 edges".to_owned()
        )]
    );
    let death = parts.iter().find_map(|part| part.death.as_ref());
    assert_eq!(
        death.map(|death| death.fault.op),
        Some(None),
        "no op is in flight"
    );
}

#[test]
fn edges_are_counted_alike_in_every_process_and_replays_may_execute_more() {
    let mut executor = counting_executor(1_000_000);
    let sample = |executor: &mut Executor| {
        let result = executor.run_batch(&[unit(PANIC)]).unwrap().remove(0);
        result.faults[0].samples[0].plan.clone()
    };
    let plan = sample(&mut executor);
    let edges = |executor: &mut Executor, factor| {
        let replay = executor.replay(&plan, false, factor).unwrap();
        (replay.fault.map(|fault| fault.kind), replay.edges)
    };
    let (kind, counted) = edges(&mut executor, 1);
    assert_eq!(kind, Some(FaultKind::Panic));
    let counted = counted.expect("the sample is instrumented");
    assert!(counted > 0);
    assert_eq!(edges(&mut counting_executor(1_000_000), 1).1, Some(counted));
    // The limit is exact, and a replay has a multiple of it.
    assert_eq!(
        edges(&mut counting_executor(counted), 1),
        (Some(FaultKind::Panic), Some(counted))
    );
    assert_eq!(
        edges(&mut counting_executor(counted - 1), 1).0,
        Some(FaultKind::Timeout)
    );
    assert_eq!(
        edges(&mut counting_executor(counted - 1), 3).0,
        Some(FaultKind::Panic)
    );
}

#[test]
fn nothing_is_counted_where_nothing_is_instrumented() {
    let mut executor = Executor::start_counting(program(), &options(), 1).unwrap();
    let parts = run_through(&mut executor, PANIC);
    assert_eq!(
        faults(&parts),
        [(FaultKind::Panic, "byte 1 is \"one\"".to_owned())]
    );
    let plan = &parts[0].faults[0].samples[0].plan;
    assert_eq!(executor.replay(plan, false, 1).unwrap().edges, None);
}

#[test]
fn block_is_told() {
    check(BLOCK, FaultKind::Timeout, "blocked");
}

#[test]
fn hoard_is_told() {
    check(HOARD, FaultKind::Memory, "33554432 bytes");
}

#[test]
fn one_huge_request_is_told() {
    check(HUGE, FaultKind::Memory, "live memory");
}

#[test]
fn double_panic_is_told_with_the_panic_that_could_not_unwind() {
    check(DOUBLE_PANIC, FaultKind::Abort, "after a panic: noisy drop");
}

#[test]
fn panic_in_drop_is_told_without_an_op() {
    check(DROP_PANIC, FaultKind::Panic, "noisy drop");
    let result = executor().run_batch(&[unit(DROP_PANIC)]).unwrap().remove(0);
    assert_eq!(result.faults[0].fault.op, None);
}

#[test]
fn failed_property_and_discarded_input_are_told_apart() {
    let parts = run_through(&mut executor(), PROPERTY);
    assert_eq!(
        faults(&parts),
        [(FaultKind::Property, "the property does not hold".to_owned())]
    );
    let tallies = parts[0].report.tallies;
    assert_eq!((tallies.returned, tallies.discarded, tallies.faults), (1, 1, 1));
}

#[test]
fn type_demand_and_rejection_are_no_faults() {
    let parts = run_through(&mut executor(), TYPE_DEMAND);
    assert!(faults(&parts).is_empty());
    assert_eq!(
        (
            parts[0].report.tallies.type_demands,
            parts[0].report.tallies.returned
        ),
        (1, 2)
    );
    let parts = run_through(&mut executor(), REJECT);
    assert!(faults(&parts).is_empty());
    assert_eq!(
        (parts[0].report.tallies.rejected, parts[0].report.tallies.returned),
        (1, 2)
    );
}

#[test]
fn unread_placeholder_is_not_enumerated() {
    let parts = run_through(&mut executor(), LOOK);
    // a = 0 and a = 2 with b unread, a = 1 with b = 0, 1, 2.
    assert_eq!(runs(&parts), (5, 4));
    let seen = &parts[0].faults[0];
    assert_eq!((seen.fault.message.as_str(), seen.plans), ("both are 1", 1));
    let location = seen.fault.location.as_ref().expect("a panic has a place");
    assert!(
        location.file.ends_with("sample-harness/lib.rs") && location.line > 0,
        "{location:?}"
    );
    assert_eq!(seen.fault.op, Some(LOOK));
    assert_eq!(seen.samples.len(), 1);
    assert_eq!(runs(&run_through(&mut executor(), BOX_UNREAD)), (1, 1));
    assert_eq!(runs(&run_through(&mut executor(), BOX_READ)), (3, 3));
}

#[test]
fn look_after_a_caught_panic_is_a_demand() {
    let parts = run_through(&mut executor(), CATCH_THEN_LOOK);
    assert_eq!(runs(&parts).0, 3);
    assert_eq!(faults(&parts).len(), 1);
}

#[test]
fn only_values_that_fit_a_page_are_watched() {
    let executor = executor();
    assert!(executor.unwatchable().contains(&WIDE));
    assert!(!executor.unwatchable().contains(&plans::TypeId(0)));
}

#[test]
fn owners_are_dropped_after_the_run() {
    // Each run builds and frees a text; the bytes of ten thousand of them must not pile up.
    let parts = run_through(&mut executor(), TEXT_READ);
    assert_eq!(faults(&parts), [(FaultKind::Panic, "ends with two".to_owned())]);
}

#[test]
fn strict_sandbox_holds() {
    let mut executor = executor();
    assert_eq!(executor.sandbox().level, "strict");
    let layers = &executor.sandbox().layers;
    assert!(
        ["landlock", "seccomp", "rlimits"]
            .iter()
            .all(|layer| layers.iter().any(|have| have == layer))
    );
    let mut message = |root| faults(&run_through(&mut executor, root)).remove(0).1;
    assert_eq!(message(NETWORK), "tcp PermissionDenied, udp PermissionDenied");
    let files = message(FILES);
    let others = files.strip_prefix("write PermissionDenied, read PermissionDenied, others ");
    // Where there is a list of processes of its own, others are not even there.
    assert!(matches!(others, Some("PermissionDenied" | "NotFound")), "{files}");
    assert_eq!(message(FORK), "fork denied");
}

#[test]
fn no_process_stays_behind() {
    // Without the sandbox the sample can really fork; what it forks sleeps.
    let options = ExecutorOptions {
        sandbox: SandboxMode::Off,
        ..options()
    };
    let mut executor = Executor::start_with(program(), &options).unwrap();
    assert_eq!(executor.sandbox().level, "off");
    assert_eq!(
        faults(&run_through(&mut executor, FORK)),
        [(FaultKind::Panic, "fork allowed".to_owned())]
    );
    let template = own_templates();
    assert!(!template.is_empty());
    let below = || -> Vec<u32> { template.iter().flat_map(|&pid| children_of(pid)).collect() };
    wait_until("one child waits for the next batch", || below().len() == 1);
    let waiting = below();
    assert!(children_of(waiting[0]).is_empty(), "and has run nothing");
    drop(executor);
    wait_until("the waiting child is gone", || {
        !std::path::Path::new(&format!("/proc/{}", waiting[0])).exists()
    });
}

#[test]
fn without_the_sandbox_the_denied_acts_succeed() {
    let options = ExecutorOptions {
        sandbox: SandboxMode::Off,
        ..options()
    };
    let mut executor = Executor::start_with(program(), &options).unwrap();
    for root in [NETWORK, FILES] {
        let message = faults(&run_through(&mut executor, root)).remove(0).1;
        assert!(message.contains("unwrap_err()` on an `Ok` value"), "{message}");
    }
}

/// Names a grammar file only `supervisor_to_be_killed` of one run uses: it stands in the command line of a template
/// and of its children.
const MARKER: &str = "EXECUTOR_TEST_MARKER";

/// The other half of `nothing_outlives_a_killed_supervisor`.
#[test]
#[ignore = "hangs until it is killed"]
fn supervisor_to_be_killed() {
    let Some(grammar_file) = std::env::var_os(MARKER) else {
        return;
    };
    let options = ExecutorOptions {
        grammar_file: grammar_file.into(),
        case_timeout: Duration::from_secs(600),
        ..options()
    };
    let mut executor = Executor::start_with(program(), &options).unwrap();
    let _ = executor.run_batch(&[unit(HANG)]);
}

#[test]
fn nothing_outlives_a_killed_supervisor() {
    let marker = format!("grammar-{}", std::process::id());
    let grammar_file = options().grammar_file.with_file_name(&marker);
    std::fs::copy(options().grammar_file, &grammar_file).unwrap();
    let temporary = grammar_file.with_file_name(format!("temporary-{marker}"));
    std::fs::create_dir(&temporary).unwrap();
    let mut supervisor = std::process::Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "supervisor_to_be_killed", "--ignored"])
        .env(MARKER, &grammar_file)
        // A killed supervisor cannot remove its private directory.
        .env("TMPDIR", &temporary)
        .stdout(std::process::Stdio::null())
        .spawn()
        .unwrap();
    wait_until("a template and a child run", || processes_with(&marker) >= 2);
    supervisor.kill().unwrap();
    supervisor.wait().unwrap();
    wait_until("both are gone", || processes_with(&marker) == 0);
    std::fs::remove_file(grammar_file).unwrap();
    std::fs::remove_dir_all(temporary).unwrap();
}

#[track_caller]
fn wait_until(what: &str, mut holds: impl FnMut() -> bool) {
    let started = Instant::now();
    while !holds() {
        assert!(
            started.elapsed() < Duration::from_secs(60),
            "not within a minute: {what}"
        );
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// Living processes with this text in their command line.
fn processes_with(text: &str) -> usize {
    let processes = std::fs::read_dir("/proc").unwrap().flatten();
    let lines = processes.filter_map(|process| std::fs::read(process.path().join("cmdline")).ok());
    lines
        .filter(|line| String::from_utf8_lossy(line).contains(text))
        .count()
}

fn children_of(pid: u32) -> Vec<u32> {
    let text = std::fs::read_to_string(format!("/proc/{pid}/task/{pid}/children")).unwrap_or_default();
    text.split_whitespace().map(|pid| pid.parse().unwrap()).collect()
}

/// Templates started by this very test's thread. Where there are namespaces of processes, one stands by outside, and the first
/// one inside has started the template.
fn own_templates() -> Vec<u32> {
    let text = std::fs::read_to_string("/proc/thread-self/children").unwrap_or_default();
    let is_first = |pid: &u32| {
        let status = std::fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default();
        let numbers = status.lines().find(|line| line.starts_with("NSpid:"));
        numbers.is_some_and(|numbers| numbers.ends_with("\t1"))
    };
    let template = |pid: u32| match children_of(pid).into_iter().find(is_first) {
        Some(first) => children_of(first).into_iter().next(),
        None => Some(pid),
    };
    (text.split_whitespace())
        .filter_map(|pid| template(pid.parse().unwrap()))
        .collect()
}

#[test]
fn death_ends_one_unit_of_a_batch() {
    let mut executor = executor();
    let results = executor
        .run_batch(&[unit(PANIC), unit(ABORT), unit(LOOK), unit(EXIT), unit(TRIVIAL)])
        .unwrap();
    let deaths: Vec<Option<FaultKind>> = results
        .iter()
        .map(|result| result.death.as_ref().map(|death| death.fault.kind))
        .collect();
    assert_eq!(
        deaths,
        [None, Some(FaultKind::Abort), None, Some(FaultKind::Exit(0)), None]
    );
    assert_eq!(results[1].report.tallies.executions, 2, "0 returned, 1 died");
    assert_eq!(results[2].report.tallies.executions, 5);
    assert_eq!(results[4].report.stop, UnitStop::Exhausted { min_cut: None });
}

#[test]
fn known_fatal_plans_are_not_run_again() {
    let mut executor = executor();
    let first = executor.run_batch(&[unit(ABORT)]).unwrap().remove(0);
    let fatal = first.death.unwrap().plan.unwrap();
    let again = UnitRequest {
        known_fatal: vec![fatal],
        ..unit(ABORT)
    };
    let second = executor.run_batch(&[again]).unwrap().remove(0);
    assert_eq!((second.death, second.report.tallies.executions), (None, 2));
}

#[test]
fn a_list_of_plans_goes_on_behind_a_death_or_ends_with_it() {
    let mut executor = executor();
    let (result, traced) = executor.run_traced(&unit(ABORT)).unwrap();
    let fatal = result.death.unwrap().plan.unwrap().plan;
    let returns = traced[0].steps.last().unwrap().clone();
    let (few, many) = (vec![returns.clone(); 3], vec![returns; 100]);
    let list = [few, vec![fatal.clone()], many, vec![fatal]].concat();
    let outcomes = |runs: Vec<Option<PlanRun>>| -> Vec<Option<FaultKind>> {
        let kind = |run: Option<PlanRun>| run.expect("it is a plan").fault.map(|fault| fault.kind);
        runs.into_iter().map(kind).collect()
    };
    let abort = Some(FaultKind::Abort);
    let all = [&[None; 3][..], &[abort], &[None; 100], &[abort]].concat();
    assert_eq!(outcomes(executor.run_plans(&list).unwrap()), all);
    assert_eq!(outcomes(executor.run_until_death(&list).unwrap()), all[..4]);
    assert_eq!(outcomes(executor.run_until_death(&list[4..]).unwrap()), all[4..]);
    assert_eq!(
        outcomes(executor.run_until_death(&list[4..50]).unwrap()),
        [None; 46]
    );
}

#[test]
fn leaks_recycle_the_process_and_nothing_else() {
    let options = ExecutorOptions {
        case_memory: 128 << 20,
        ..options()
    };
    let mut executor = Executor::start_with(program(), &options).unwrap();
    let parts = run_through(&mut executor, LEAK);
    assert!(faults(&parts).is_empty());
    assert_eq!((parts.len(), runs(&parts)), (2, (3, 3)));
}

#[test]
fn kept_box_is_never_overwritten() {
    // The first run of each unit has the box in the first page, where the next would write over it.
    let results = executor().run_batch(&[unit(BOX_KEPT), unit(BOX_KEPT)]).unwrap();
    assert!(faults(&results).is_empty(), "{:?}", faults(&results));
    assert_eq!(
        runs(&results),
        (2, 2),
        "each unit is to be resumed in a fresh process"
    );
    assert_eq!(runs(&run_through(&mut executor(), BOX_KEPT)), (3, 3));
}

#[test]
fn same_units_give_the_same_results() {
    let batch: Vec<UnitRequest> = [PANIC, LOOK, ABORT, TEXT_READ, NULL_WRITE, PROPERTY]
        .map(unit)
        .into();
    let first = timeless(executor().run_batch(&batch).unwrap());
    let mut other = executor();
    assert_eq!(first, timeless(other.run_batch(&batch).unwrap()));
    assert_eq!(first, timeless(other.run_batch(&batch).unwrap()));
}

#[test]
fn replay_shows_the_fault_with_its_backtrace() {
    let mut executor = executor();
    let result = executor.run_batch(&[unit(PANIC)]).unwrap().remove(0);
    let sample = &result.faults[0].samples[0];
    let replay = executor.replay(&sample.plan, true, 1).unwrap();
    assert_eq!(replay.fault.as_ref(), Some(&result.faults[0].fault));
    for part in ["sample::", "sample-harness/lib.rs:"] {
        assert!(
            replay.backtrace.contains(part),
            "no {part} in {}",
            replay.backtrace
        );
    }
    assert_eq!(executor.replay(&sample.plan, false, 1).unwrap().backtrace, "");
    let death = executor
        .run_batch(&[unit(HANG)])
        .unwrap()
        .remove(0)
        .death
        .unwrap();
    let replay = executor.replay(&death.plan.unwrap().plan, false, 3).unwrap();
    assert_eq!(replay.fault.map(|fault| fault.kind), Some(FaultKind::Timeout));
    assert!(
        replay.cpu_time_ms >= 900,
        "three times the limit: {} ms",
        replay.cpu_time_ms
    );
}

#[test]
fn samples_replay_in_planner_and_executor() {
    let grammar = grammar();
    let mut executor = executor();
    let result = executor.run_batch(&[unit(LOOK)]).unwrap().remove(0);
    let sample = &result.faults[0].samples[0];
    let request = UnitRequest::listed(&grammar, vec![sample.plan.clone()]).expect("the plan fits");
    let mut again = plans::UnitLoop::new(&grammar, request).expect("the plan fits");
    assert!(again.next().is_some());
    assert_eq!(again.plan(&[]), sample.plan);
    let replay = executor.replay(&sample.plan, false, 1).unwrap();
    assert_eq!(
        replay.seen.as_ref(),
        Some(&sample.plan),
        "nothing else is looked at"
    );
    assert_eq!(replay.fault.as_ref(), Some(&result.faults[0].fault));
}

#[test]
fn wrong_harness_is_an_error_with_a_reason() {
    let options = ExecutorOptions {
        dylib: program().to_owned(),
        ..options()
    };
    let Err(error) = Executor::start_with(program(), &options) else {
        panic!("it started")
    };
    assert!(
        format!("{error:#}").contains("cannot load the harness"),
        "{error:#}"
    );
}

/// Prints what runs and deaths cost; asserts nothing about it. Run with `--ignored --nocapture`.
#[test]
#[ignore = "a measurement"]
#[expect(clippy::print_stderr, reason = "a measurement is there to be read")]
fn measure() {
    for mode in [SandboxMode::Strict, SandboxMode::Off] {
        let mut executor = Executor::start_with(
            program(),
            &ExecutorOptions {
                sandbox: mode,
                ..options()
            },
        )
        .unwrap();
        for (name, root) in [
            ("no demand", TRIVIAL),
            ("one demand", BOX_READ),
            ("8 demands and a panic in 5 runs", LOOK),
            ("a panic in 3 runs", PANIC),
        ] {
            let (mut executions, started) = (0, Instant::now());
            while started.elapsed() < Duration::from_secs(1) {
                for result in executor.run_batch(&vec![unit(root); 10_000]).unwrap() {
                    executions += result.report.tallies.executions;
                }
            }
            let each = started.elapsed() / u32::try_from(executions).unwrap();
            eprintln!("{mode:?}, {name}: {each:?} per run");
        }
        let started = Instant::now();
        let deaths = executor.run_batch(&vec![unit(ABORT); 500]).unwrap().len();
        eprintln!(
            "{mode:?}: a death costs {:?}",
            started.elapsed() / u32::try_from(deaths).unwrap()
        );
    }
}
