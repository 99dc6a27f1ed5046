//! Stand-alone tests of findings, compiled by the workbench and run in a contained process. What a test of the same text came to
//! before is not asked again.

use super::at_once::at_once;
use super::remembered::{Remembered, TestMemory};
use super::run::Run;
use crate::confirm::{DueTest, RunsReproductions};
use crate::executor::{SandboxMode, TestLimits, TestOutcome, room_to_map, run_contained_test};
use crate::outcome::FaultKind;
use anyhow::Context;
use harness_gen::cargo::{Reproductions, TestBuild, Workbench};
use harness_gen::render::TestStyle;
use std::collections::BTreeMap;
use std::error::Error;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

/// CPU time for a test that is not about time: far more than any single plan takes.
const AMPLE_CPU: Duration = Duration::from_secs(20);
/// What a test process maps besides the memory of the case: its own code, stacks and allocator arenas.
const TEST_OVERHEAD: u64 = 64 << 20;

/// The tests built last.
pub(super) struct BuiltTests<'a> {
    workbench: Option<&'a Workbench>,
    case_timeout: Duration,
    case_memory: u64,
    sandbox: SandboxMode,
    /// Tests that run at once.
    jobs: usize,
    interrupt: Arc<AtomicBool>,
    built: Reproductions,
    memory: &'a Remembered,
    /// Texts of the tests that were asked for last, without their names.
    texts: BTreeMap<String, String>,
}

impl<'a> BuiltTests<'a> {
    pub(super) fn new(run: &Run<'a>, memory: &'a Remembered) -> BuiltTests<'a> {
        let settings = run.settings;
        BuiltTests {
            workbench: run.workbench,
            case_timeout: settings.run.case_timeout,
            case_memory: settings.run.case_memory,
            sandbox: settings.sandbox,
            jobs: settings.run.jobs.max(1),
            interrupt: settings.interrupt.clone(),
            built: Reproductions::default(),
            memory,
            texts: BTreeMap::new(),
        }
    }
}

impl RunsReproductions for BuiltTests<'_> {
    fn build(
        &mut self,
        tests: &[(String, String)],
        style: TestStyle,
    ) -> anyhow::Result<BTreeMap<String, String>> {
        let manner = match style {
            TestStyle::Readable | TestStyle::Explicit | TestStyle::Threads | TestStyle::ForGood => {
                TestBuild::AsPasted
            }
            TestStyle::Optimised => TestBuild::AsExplored,
        };
        let text =
            |(name, source): &(String, String)| (name.clone(), source.replace(name.as_str(), "finding"));
        self.texts = tests.iter().map(text).collect();
        let (known, new): (Vec<_>, Vec<_>) = (tests.iter().cloned())
            .map(|test| (self.memory.test(&self.texts[&test.0]), test))
            .partition(|(known, _)| known.is_some());
        let mut refused: BTreeMap<String, String> = (known.into_iter())
            .filter_map(|(known, (name, _))| match known? {
                TestMemory::Refused(why) => Some((name, why)),
                TestMemory::Ran(_) => None,
            })
            .collect();
        self.built = Reproductions::default();
        if !new.is_empty() {
            let new: Vec<(String, String)> = new.into_iter().map(|(_, test)| test).collect();
            let workbench = self.workbench.context("nothing can be built yet")?;
            self.built = match workbench.build_reproductions(&new, manner, &mut |_| {}) {
                // What was not built is not run.
                Err(_) if self.interrupt.load(Relaxed) => return Ok(BTreeMap::new()),
                // What was seen is told all the same.
                Err(error) => {
                    self.memory.note_build(true);
                    let why = format!("nothing can be built here: {}", one_line(&error));
                    refused.extend(new.into_iter().map(|(name, _)| (name, why.clone())));
                    return Ok(refused);
                }
                Ok(built) => built,
            };
            self.memory.note_build(false);
        }
        for (name, why) in &self.built.refused {
            self.memory
                .keep_test(self.texts[name].clone(), TestMemory::Refused(why.clone()));
        }
        refused.extend(self.built.refused.clone());
        Ok(refused)
    }

    fn run(&mut self, tests: &[DueTest<'_>]) -> anyhow::Result<Vec<Option<TestOutcome>>> {
        let mut tests = tests.to_vec();
        // Each is a process of its own.
        let mut runners = vec![(); self.jobs.min(tests.len()).max(1)];
        let mut runners: Vec<&mut ()> = runners.iter_mut().collect();
        let run = |test: &mut DueTest<'_>, (): &mut ()| self.run_one(test);
        at_once(&mut tests, &mut runners, &run, &mut |_| ())
    }
}

/// What is said of an error first, and the first errors of the tools that it quotes.
fn one_line(error: &dyn Error) -> String {
    let text = error.to_string();
    let mut lines = text.lines().map(str::trim);
    let first = lines.next().into_iter();
    let errors = lines.filter(|line| line.to_ascii_lowercase().contains("error"));
    first.chain(errors.take(2)).collect::<Vec<_>>().join(" ")
}

impl BuiltTests<'_> {
    /// None if it was interrupted.
    fn run_one(&self, test: &DueTest<'_>) -> anyhow::Result<Option<TestOutcome>> {
        let name = test.name;
        let text = self
            .texts
            .get(name)
            .with_context(|| format!("no test {name} was built"))?;
        if let Some(TestMemory::Ran(outcome)) = self.memory.test(text) {
            return Ok(Some(outcome));
        }
        if self.interrupt.load(Relaxed) {
            return Ok(None);
        }
        let outcome = self.run_anew(test)?;
        if let Some(outcome) = outcome.clone() {
            self.memory.keep_test(text.clone(), TestMemory::Ran(outcome));
        }
        Ok(outcome)
    }

    fn run_anew(&self, test: &DueTest<'_>) -> anyhow::Result<Option<TestOutcome>> {
        let name = test.name;
        let executable = self
            .built
            .executable
            .as_deref()
            .context("no test executable was built")?;
        let test_name = self
            .built
            .test_path
            .get(name)
            .with_context(|| format!("no test {name} was built"))?;
        let ample = Some(room_to_map(self.case_memory).saturating_add(TEST_OVERHEAD));
        let limits = match test.kind {
            // As it was explored, and so at least as fast, it has just gone on for more than three times as long.
            FaultKind::Timeout => TestLimits {
                cpu: self.case_timeout,
                address_space: ample,
            },
            FaultKind::Memory => TestLimits {
                cpu: AMPLE_CPU,
                address_space: Some(self.case_memory.saturating_add(TEST_OVERHEAD)),
            },
            _ => TestLimits {
                cpu: AMPLE_CPU,
                address_space: ample,
            },
        };
        run_contained_test(executable, test_name, &limits, self.sandbox, &self.interrupt)
    }
}
