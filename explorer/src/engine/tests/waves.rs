//! Waves that are under way at once: who runs them, in which order they come back, and what becomes of them when an executor
//! breaks or somebody says stop.

use super::*;
use std::sync::atomic::AtomicBool;
use std::sync::{Condvar, Mutex};

/// Longer than anything here takes by far: who waits for so long waits for ever.
const FOR_EVER: Duration = Duration::from_secs(60);

/// Runs units as the mock does, after it has done something else.
struct Before<F> {
    mock: Mock,
    before: F,
}

impl<F: FnMut(&[UnitRequest])> RunsUnits for Before<F> {
    fn run_batch(&mut self, units: &[UnitRequest]) -> anyhow::Result<Vec<UnitResult>> {
        (self.before)(units);
        self.mock.run_batch(units)
    }
}

fn never_stops() -> bool {
    false
}

#[test]
fn a_wave_runs_beside_one_that_is_not_over() {
    let (has_run, changed) = (Mutex::new(false), Condvar::new());
    // The first wave's unit waits for the second one's.
    let start = || {
        let before = |units: &[UnitRequest]| {
            let mut has_run = has_run.lock().unwrap();
            if units[0].root == OpId(LOOK_INT) {
                *has_run = true;
                changed.notify_all();
                return;
            }
            let (has_run, waited) = changed
                .wait_timeout_while(has_run, FOR_EVER, |has_run| !*has_run)
                .unwrap();
            drop(has_run);
            assert!(!waited.timed_out(), "nobody runs the second wave");
        };
        Ok(Before {
            mock: mock(100),
            before,
        })
    };
    let mut pool = Pool::new(vec![start().unwrap()], &start).with_late(1);
    let came_back = pool.at_work(&never_stops, |crew| {
        let first = crew.submit(vec![vec![unit(INSERT)]]);
        let second = crew.submit(vec![vec![unit(LOOK_INT)], vec![unit(IGNORE_INT)]]);
        Ok((
            crew.wait(first, &mut |_| ())?.len(),
            crew.wait(second, &mut |_| ())?.len(),
        ))
    });
    assert_eq!(came_back.unwrap(), (1, 2));
    assert_eq!(pool.into_runners().len(), 2);
}

#[test]
fn who_is_faster_changes_nothing() {
    for strategy in [Strategy::Deepening, Strategy::Novelty { seed: 1 }] {
        let setup = Setup {
            strategy,
            most_runs: 7,
            ..setup(all_items(), 9)
        };
        let expected = explored(&setup, &never_halts);
        for (late, seed) in [(0, 1), (1, 2), (3, 3), (3, 4)] {
            // Some batches take far longer than others, and which ones is another matter every time.
            let start = || {
                let mut chance: u64 = seed;
                let before = move |units: &[UnitRequest]| {
                    chance = units
                        .iter()
                        .fold(chance.wrapping_mul(31).wrapping_add(7), |chance, unit| {
                            (chance ^ u64::from(unit.root.0)).wrapping_mul(0x9e37_79b9_7f4a_7c15)
                        });
                    for _ in 0..chance % 5 * 20 {
                        std::thread::yield_now();
                    }
                };
                Ok(Before {
                    mock: mock(7),
                    before,
                })
            };
            let mut pool = Pool::new(vec![start().unwrap()], &start).with_late(late);
            let world = explored_by(&mut pool, &setup, &never_halts);
            assert_eq!(
                world.fingerprint(),
                expected.fingerprint(),
                "{strategy:?}, {late} late"
            );
            // Parts that are run ahead are there for several only.
            if late == 0 {
                assert_eq!(world.watcher.lines, expected.watcher.lines);
            }
        }
    }
}

#[test]
fn executors_that_cannot_be_started_later_are_done_without() {
    let setup = setup(all_items(), 9);
    let expected = explored(&setup, &never_halts).fingerprint();
    let start = || anyhow::bail!("there is no memory left");
    let mut pool = Pool::new(vec![mock(u64::MAX)], &start).with_late(3);
    let world = explored_by(&mut pool, &setup, &never_halts);
    assert_eq!(world.fingerprint(), expected);
    assert_eq!(pool.into_runners().len(), 1);
}

#[test]
fn the_first_one_that_cannot_be_started_is_an_error() {
    let start = || -> anyhow::Result<Mock> { anyhow::bail!("there is no memory left") };
    let mut pool = Pool::new(Vec::new(), &start).with_late(2);
    let outcome = pool.at_work(&never_stops, |crew| {
        let wave = crew.submit(vec![vec![unit(INSERT)]]);
        crew.wait(wave, &mut |_| ())
    });
    assert_eq!(outcome.unwrap_err().to_string(), "there is no memory left");
}

#[test]
fn an_executor_that_panics_is_an_error() {
    let start = || {
        let before = |units: &[UnitRequest]| assert!(units[0].root != OpId(INSERT), "a bug of ours");
        Ok(Before {
            mock: mock(100),
            before,
        })
    };
    let mut pool = Pool::new(vec![start().unwrap(), start().unwrap()], &start);
    let outcome = pool.at_work(&never_stops, |crew| {
        let first = crew.submit(vec![vec![unit(LOOK_INT)], vec![unit(INSERT)]]);
        let second = crew.submit(vec![vec![unit(IGNORE_INT)]]);
        crew.wait(first, &mut |_| ())?;
        crew.wait(second, &mut |_| ())
    });
    assert_eq!(outcome.unwrap_err().to_string(), "an executor thread panicked");
    assert_eq!(pool.into_runners().len(), 1);
}

#[test]
fn nothing_is_begun_or_started_once_somebody_says_stop() {
    let (started, stopped) = (AtomicUsize::new(0), AtomicBool::new(false));
    let before = |_: &[UnitRequest]| stopped.store(true, Ordering::Relaxed);
    let start = || {
        started.fetch_add(1, Ordering::Relaxed);
        Ok(Before {
            mock: mock(100),
            before,
        })
    };
    // The first batch breaks its executor while somebody says stop: another one would only be started in vain.
    let breaks = Mock {
        failures_left: 1,
        ..mock(100)
    };
    let mut pool = Pool::new(vec![Before { mock: breaks, before }], &start);
    let came_back = pool.at_work(&|| stopped.load(Ordering::Relaxed), |crew| {
        let first = crew.submit(vec![vec![unit(INSERT)], vec![unit(LOOK_INT)]]);
        let second = crew.submit(vec![vec![unit(IGNORE_INT)]]);
        let came_back = crew.wait(first, &mut |_| ())?.len();
        Ok(came_back + crew.wait(second, &mut |_| ())?.len())
    });
    assert_eq!(came_back.unwrap(), 0);
    assert_eq!(started.load(Ordering::Relaxed), 0);
}

/// Notes what each batch was called with.
struct Company<'l> {
    mock: Mock,
    log: &'l Mutex<Vec<Option<bool>>>,
}

impl RunsUnits for Company<'_> {
    fn run_batch(&mut self, units: &[UnitRequest]) -> anyhow::Result<Vec<UnitResult>> {
        self.log.lock().unwrap().push(None);
        self.mock.run_batch(units)
    }

    fn run_next(&mut self, units: &[UnitRequest], goes_on: bool) -> anyhow::Result<Vec<UnitResult>> {
        self.log.lock().unwrap().push(Some(goes_on));
        self.mock.run_batch(units)
    }
}

#[test]
fn only_batches_that_are_alone_go_on_in_one_process() {
    let log = Mutex::new(Vec::new());
    let start = || {
        Ok(Company {
            mock: mock(100),
            log: &log,
        })
    };
    let mut pool = Pool::new(vec![start().unwrap()], &start);
    let outcome = pool.at_work(&never_stops, |crew| {
        let alone = |crew: &mut Crew<'_>| {
            let wave = crew.submit(vec![vec![unit(INSERT)]]);
            crew.wait(wave, &mut |_| ()).map(|_| ())
        };
        alone(crew)?;
        alone(crew)?;
        let first = crew.submit(vec![vec![unit(INSERT)]]);
        // Beside the one before.
        let second = crew.submit(vec![vec![unit(LOOK_INT)]]);
        crew.wait(first, &mut |_| ())?;
        crew.wait(second, &mut |_| ())?;
        alone(crew)
    });
    outcome.unwrap();
    let expected = [Some(false), Some(true), Some(true), None, Some(false)];
    assert_eq!(*log.lock().unwrap(), expected);
}
